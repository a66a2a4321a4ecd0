"""The codes of findings about output: what does not fit on paper, and what cannot be written to disk."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = (
    Code(
        id="VB601",
        name="too-large-for-paper",
        what="A component does not fit on the sheet, in either direction, at its exact size.",
        why="Each component is printed at its true size, with 3 mm of bleed, crop marks, both rulers and the sheet's "
        "label around it, and nothing may lie in the margin a home printer cannot reach. Shrinking it would "
        "give a set whose pieces do not match.",
        fix="Choose a larger paper, or give the component a smaller outline in its layout. A map is better cut into "
        "tiles, which are laid on the sheets in their places.",
    ),
    Code(
        id="VB602",
        name="paper-too-small",
        what="A paper has no room for the 100 mm rulers that every sheet carries on both axes.",
        why="The rulers are how a person sees that the printer has not scaled the sheet. A paper narrower than 100 mm "
        "plus its margins cannot carry them.",
        fix="Check width, height and margin in the paper's file below layouts/paper: they carry a unit, and the margin "
        "counts on every side. Use A5 or larger.",
    ),
    Code(
        id="VB611",
        name="output-folder-unusable",
        what="The output folder cannot be made or entered.",
        why="Output is written beside its target and then renamed, so the folder itself must exist and be open to "
        "writing. Here its path, or a part of it, is an ordinary file, or the place does not exist.",
        fix="Move away the file that stands where the folder should be, or name another output folder.",
    ),
    Code(
        id="VB612",
        name="output-read-only",
        what="The output folder, or a file in it, may not be written.",
        why="The system refused: the folder belongs to somebody else, is set to read only, or lies on a disk that is "
        "mounted read only. What was there before is untouched.",
        fix="Give yourself the right to write there (chmod, chown), close a program that locks the file, or name "
        "another output folder.",
    ),
    Code(
        id="VB613",
        name="disk-full",
        what="There is no space left for the output.",
        why="The disk, or your share of it, is full. New files are complete before any old one is replaced, so the "
        "last good output is still there, and the unfinished files are gone.",
        fix="Free some space, or name an output folder on another disk, and build again.",
    ),
    Code(
        id="VB614",
        name="output-is-folder",
        what="A folder stands where an output file should go.",
        why="Replacing a folder by a file would delete what is in it, and that is never done.",
        fix="Move or rename the folder, and build again.",
    ),
    Code(
        id="VB615",
        name="output-not-written",
        what="The system failed to write the output.",
        why="Some other fault of the disk or the network stopped the writing; the message carries the system's own "
        "words. What was there before is untouched.",
        fix="Build again; if it happens twice, look after the disk the output folder is on, or name another folder.",
    ),
    Code(
        id="VB616",
        name="stale-output-left",
        what="A file of an earlier build is no longer part of the output, and could not be removed.",
        why="Printing it by mistake would mix two versions. The new output is complete; only this leftover remains.",
        fix="Delete the file by hand.",
    ),
    Code(
        id="VB621",
        name="unknown-product",
        what="A kind of component names a product that does not exist.",
        why="The component would be composed and checked, and then printed by nothing, without a word.",
        fix="Write one of the products that `valleybuild list` shows, or leave `product` out: sheets is meant then.",
    ),
    Code(
        id="VB622",
        name="title-too-long",
        what="The game's title is too long for the label that every sheet bears.",
        why="Nothing may be printed in the margin that a printer cannot reach, and a label is never cut.",
        fix="Give the game a shorter title; a subtitle can stand on the box and in the rulebook.",
    ),
    Code(
        id="VB631",
        name="not-folded",
        what="A kind that craft.yaml names does not exist, or another product prints its components.",
        why="The die, figure or box would be made without its faces.",
        fix="Take the kind that the hint offers, or write `product: box` at the kind's component in kinds.yaml.",
    ),
    Code(
        id="VB632",
        name="not-crafted",
        what="A kind of component is for the product `box` or `boards`, and craft.yaml says nothing of how it is made.",
        why="Its faces would be composed and checked, and then left out of every file.",
        fix="Name the kind in craft.yaml of the layout folder, or let another product print it. What is printed by "
        "`boards` also names, with `board`, the field that says on which board it lies.",
    ),
    Code(
        id="VB633",
        name="wrong-faces",
        what="The components that a die is folded from are not six equal squares.",
        why="A die with a blank side, or with sides of different lengths, cannot be folded or thrown.",
        fix="Write six components of the kind, in the order of their numbers, with an outline as high as it is wide.",
    ),
    Code(
        id="VB634",
        name="impossible-net",
        what="The lengths of something to fold contradict each other, such as a slot wider than its figure.",
        why="A net drawn from them would overlap itself, or come apart.",
        fix="Change the lengths that the message gives in craft.yaml, or take thinner card (--card-thickness).",
    ),
    Code(
        id="VB635",
        name="empty-box",
        what="A box is asked for, and the game has no cards that could lie in it.",
        why="A box is as long, wide and high as the cards it holds; without any it has no size.",
        fix="Take `box` out of craft.yaml, or let the product sheets print the cards.",
    ),
    Code(
        id="VB636",
        name="empty-board",
        what="A board has a margin or scenery, and no card lies on it.",
        why="It would be printed as an empty sheet with a name on it.",
        fix="Give the cards of the board its id and a cell each, or delete the margin.",
    ),
)
