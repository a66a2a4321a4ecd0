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
        what="The setup of a playthrough, or one in targets.yaml, names something that the game does not have, or "
        "something the rules exclude.",
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
    Code(
        id="VB741",
        name="unknown-player",
        what="A group of targets.yaml is to be played by a player that the game does not have.",
        why="Nobody would play its games, so its win rates could not be measured.",
        fix="Name one of the players that `valleybuild simulate --player` knows; the hint lists them.",
    ),
    Code(
        id="VB742",
        name="bad-target",
        what="What targets.yaml wants is impossible or says nothing: bounds upside down, a setup compared with itself, "
        "an id used twice, a reason without a wish, or a fresh sample among the seeds that are kept.",
        why="Such a target could never be met, or never be missed, and so would show nothing.",
        fix="Write `wanted: {least: 45, most: 60}`, or `wanted: {within: 12, of: {key: value}}` for a distance from "
        "another setup's win rate.",
    ),
    Code(
        id="VB743",
        name="bad-figure",
        what="A line of tuning.yaml contradicts itself or another one.",
        why="The file is written by the program and read as it stands. What makes no sense was changed by hand.",
        fix="Take back the change, or measure anew with `valleybuild report --measure`.",
    ),
    Code(
        id="VB744",
        name="figure-missing",
        what="A win rate that targets.yaml asks for is not in tuning.yaml.",
        why="What is wanted of a setup says nothing about it as long as nobody has played it.",
        fix="Run `valleybuild report --measure --only stale`: it plays all that is missing or no longer counts.",
    ),
    Code(
        id="VB745",
        name="figure-stale",
        what="A kept figure does not stand for the game as it is: it was measured with other content, other seeds or "
        "fewer games than targets.yaml asks for, or nothing asks for it any more.",
        why="A card, a map or a number has changed since, and with it how often the expedition is won.",
        fix="Run `valleybuild report --measure --only stale`.",
    ),
    Code(
        id="VB746",
        name="figure-differs",
        what="Games with fresh seeds come out so differently from a kept figure that it cannot be chance.",
        why="The content is the same, so a player or the engine plays otherwise than when the figure was measured.",
        fix="If that is meant, measure again with `valleybuild report --measure`; else see what has changed.",
    ),
    Code(
        id="VB751",
        name="target-missed",
        what="A kept win rate lies outside what targets.yaml wants.",
        why="The number of difficulty dots and the advice on the box promise how hard a game is.",
        fix="Change stamps, days or costs and measure again. If it is to stay, say why with `because:` at the target.",
    ),
    Code(
        id="VB752",
        name="thing-never-done",
        what="In all games that are kept of a setup, no player has ever done this thing, such as solving a card.",
        why="A card that is never worth its cost only takes up a place on the map.",
        fix="Make it cheaper, nearer or worth more, or take it out of the expedition.",
    ),
)
