"""The codes of findings about layout: inks, styles, faces and their parts, fonts, icons, pictures and boxes."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = (
    Code(
        "VB501",
        "unknown-ink",
        "An ink is named that the palette does not have.",
        "Colours are only printed from inks with chosen press values; an unknown one would print nothing.",
        "Take the ink that the hint offers, or add it to palette.yaml with its press values.",
    ),
    Code(
        "VB502",
        "unknown-icon",
        "An icon is named that fonts.yaml does not list.",
        "The card would have a gap where its symbol should stand.",
        "Take the icon that the hint offers, or list it in fonts.yaml and draw it in fonts/icons.",
    ),
    Code(
        "VB503",
        "unknown-style",
        "A text box names a text style that type.yaml does not have.",
        "Without its font and size the text cannot be set.",
        "Take the style that the hint offers, or add it to type.yaml.",
    ),
    Code(
        "VB504",
        "unknown-part",
        "A face names a shared part that parts.yaml does not have.",
        "Everything that the part draws would be missing from the face.",
        "Take the part that the hint offers, or write it in parts.yaml of the layout folder.",
    ),
    Code(
        "VB505",
        "part-in-itself",
        "A shared part contains itself, directly or through another part.",
        "Drawing it would never end.",
        "Take the part out of itself; to draw something several times, use repeat.",
    ),
    Code(
        "VB506",
        "unused-face",
        "No component uses a face layout.",
        "Its mistakes would go unseen, since nothing is ever composed from it.",
        "Name it in kinds.yaml, or delete it.",
    ),
    Code(
        "VB511",
        "unknown-font",
        "A text style names a font that fonts.yaml does not list.",
        "A font found by chance on one computer would be another one on the next.",
        "Take the font that the hint offers, or list it in fonts.yaml with its package and sha256.",
    ),
    Code(
        "VB512",
        "font-missing",
        "A font's package is not installed, or the package has no such file.",
        "Text set in it could be neither measured nor printed.",
        "Install the project with pip, which brings its fonts; otherwise mend `package` and `file` in fonts.yaml.",
    ),
    Code(
        "VB513",
        "font-changed",
        "A font's file is not the one whose sha256 fonts.yaml gives.",
        "Another version sets text in other widths: lines would break elsewhere and the output would differ.",
        "Install the pinned version. To move to the new one on purpose, look at the cards and write its sha256.",
    ),
    Code(
        "VB521",
        "bad-icon",
        "An icon does not stand for one sign of its own.",
        "Typed in a text, the sign means the icon; two icons for one sign, or a letter, could not be told apart.",
        "Give each icon one sign, such as ★, that no other icon and no text uses otherwise.",
    ),
    Code(
        "VB531",
        "picture-missing",
        "A picture is named that is neither in the game's art folder nor in its layout folder.",
        "The card would have an empty place.",
        "Take the name that the hint offers, or add the picture.",
    ),
    Code(
        "VB532",
        "unused-picture",
        "No face uses a file of the art folder.",
        "It may be left over, or a card that should show it names another one.",
        "Name it where it was meant to be shown, or delete it.",
    ),
    Code(
        "VB541",
        "boxes-overlap",
        "Two text boxes of one face overlap, in the lengths that the message gives.",
        "As soon as both texts are long enough they are printed on top of each other.",
        "Move one of the boxes or make it smaller; boxes that never occur together can be parted with `when`.",
    ),
    Code(
        "VB542",
        "box-outside-card",
        "A box reaches beyond the card, or a picture or fill beyond its bleed.",
        "What lies outside is cut off, or is printed on the neighbouring card.",
        "Move the box inside or make it smaller. Only fills and pictures may reach into the bleed.",
    ),
)
