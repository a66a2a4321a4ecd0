"""The codes of findings about playthroughs: games written down as text, and the rules' worked examples."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = (
    Code(
        id="VB701",
        name="bad-playthrough-line",
        what="A line of a playthrough stands where it cannot be, or does not say what its kind of line has to say.",
        why="A playthrough is played exactly as it is written. A line that is passed over would make it show less than "
        "it seems to.",
        fix="At the top stand `title:` and `setup: key value`; then come `seed: number` or `given:` with a state "
        "indented below, moves one a line, `expect:`, `expect no:` and `refused R-042: move`. `#` begins a comment.",
    ),
    Code(
        id="VB702",
        name="no-situation",
        what="A playthrough has moves or expectations, or nothing at all, before there is a state to start from.",
        why="Moves can only be made in a state of the game.",
        fix="Write `seed: number` to set the game up, or `given:` and below it, indented, the state as a replay "
        "prints it.",
    ),
    Code(
        id="VB711",
        name="setup-refused",
        what="The setup of a playthrough names something that the game does not have, or something the rules exclude.",
        why="The rules differ from setup to setup, so without one nothing can be played.",
        fix="Change the line shown. A playthrough that is to show such a refusal says so: `refused setup: reason`.",
    ),
    Code(
        id="VB712",
        name="setup-not-refused",
        what="The setup of a playthrough is allowed, though the playthrough says that the rules exclude it.",
        why="The example shows a prohibition that the rules no longer have.",
        fix="See which rule, scenario or expedition has changed, or change the playthrough.",
    ),
    Code(
        id="VB713",
        name="bad-given-state",
        what="A line below `given:` cannot be read as part of a state, or the state makes no sense.",
        why="The names are those of the cards, places and characters in play; anything else would be guessed.",
        fix="Write the line as a replay prints it: a character with its place, a card with its place and how it lies.",
    ),
    Code(
        id="VB721",
        name="unknown-move",
        what="A line of a playthrough is not how a move is told, or it names something that is not in play.",
        why="What cannot be read cannot be played, and all that follows it hangs on it.",
        fix="Tell the move as a replay prints it; the hint names moves that are possible at this moment.",
    ),
    Code(
        id="VB722",
        name="illegal-move",
        what="A move of a playthrough is one that the rules forbid in this state.",
        why="Either the playthrough has a mistake, or a card, a map or a rule has changed since it was written.",
        fix="See the rule that the message names, then mend the playthrough or take back the change.",
    ),
    Code(
        id="VB723",
        name="move-not-refused",
        what="A move that a playthrough says is refused is allowed in this state.",
        why="The line shows where a rule draws its limit, and the limit is no longer there.",
        fix="See which card, map or rule has changed, or change the playthrough.",
    ),
    Code(
        id="VB724",
        name="refused-otherwise",
        what="A move or setup is refused as a playthrough says, but by another rule or for another reason.",
        why="Only the right reason shows that the rule in question works.",
        fix="Write the rule that refuses it now, if that is the one meant, or make the rest of the situation allow it.",
    ),
    Code(
        id="VB731",
        name="expectation-fails",
        what="What a playthrough expects of the state or of the game's end does not hold.",
        why="The game no longer comes out as it is written, so whoever reads it would learn something wrong.",
        fix="Compare the line with what the message says, then mend the playthrough or what has changed beneath it.",
    ),
)
