"""The codes of findings about content: fields and their types, ids and what they point at, kinds and components."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = (
    Code(
        "VB201",
        "unknown-key",
        "A field's name is not one that belongs there.",
        "A misspelt field would be left out of the print without a word, and the card would look finished.",
        "Take the name that the hint offers. A new field is first declared in the game's kinds.yaml.",
    ),
    Code(
        "VB202",
        "missing-key",
        "A field that may not be left out is not there.",
        "The face, the rules or a template needs it; an empty place on the card is easily overlooked.",
        'Add the field. If it may truly be absent, put "?" after its type in kinds.yaml.',
    ),
    Code(
        "VB203",
        "wrong-type",
        "A value is of another sort than its field: words for a number, one thing for a list, a text without its "
        "language.",
        "A value that has to be guessed at is guessed differently by every reader.",
        "Write it as the message and the hint say. Numbers stand in plain digits without quotes, lists in [brackets] "
        "or with dashes, texts under each language.",
    ),
    Code(
        "VB204",
        "out-of-range",
        "A number lies outside the bounds of its field.",
        "The bounds were set on purpose: a typing slip such as 20 for 2 changes the game and is hard to see on a card.",
        "Correct the number, or widen the bounds where the field is declared.",
    ),
    Code(
        "VB205",
        "wrong-length",
        "A list has more or fewer items than its field allows.",
        "Faces have room for a certain number of things, and the rules count on it.",
        "Add or remove items, or change the bounds of the list in kinds.yaml.",
    ),
    Code(
        "VB206",
        "unknown-variant",
        "A word is not one of the few that may stand here.",
        "Choices and closed words decide what a card does or how it is drawn; an unknown one would do nothing.",
        "Take one of those that the message or the hint lists, or declare a new one in kinds.yaml.",
    ),
    Code(
        "VB207",
        "bad-identifier",
        "An id holds something other than lower-case letters without accents, digits and single hyphens.",
        "Ids are typed in several files, in templates and on the command line, where capitals and spaces go wrong.",
        "Write it like runaway-dog. What players read is the name, which is free.",
    ),
    Code(
        "VB208",
        "empty-text",
        "A text or a word is empty.",
        "An empty text is most often one that somebody meant to write later.",
        "Write it, or leave the whole field out if it is optional.",
    ),
    Code(
        "VB209",
        "unquoted-text",
        "A text without quotes looks like a number, a date, a truth value or nothing at all.",
        "YAML readers take `no` for false, `1.10` for 1.1 and `~` for nothing; the text would change without a sign.",
        "Put the text in double quotes.",
    ),
    Code(
        "VB210",
        "length-without-unit",
        "A length is written as a bare number.",
        "Points, millimetres and inches all occur in print, and a component of the wrong size is waste paper.",
        "Add the unit: mm, cm, in or pt, as in 63mm.",
    ),
    Code(
        "VB211",
        "unknown-type",
        "A field has a type in kinds.yaml that is not known: the notation is wrong, or it names a record, choice or "
        "kind that is not declared.",
        "Without its type a field can be neither read nor checked.",
        "Mend the notation, for example integer 1..6, list 1..2 of row, ref card, one of a|b; or declare the name it "
        "uses.",
    ),
    Code(
        "VB212",
        "bad-picture-name",
        "A picture's name does not end in .svg or .png, or it leads out of the folder for pictures.",
        "Only these two kinds of pictures are read, and only from the game itself.",
        "Put the picture in the game's art folder and name it by its file name.",
    ),
    Code(
        "VB221",
        "id-used-twice",
        "Two things have the same id.",
        "A reference to that id would mean either of them, and one of the two would be lost.",
        "Give one of them another id, and look through the places that name it.",
    ),
    Code(
        "VB222",
        "unknown-id",
        "An id names nothing that exists.",
        "The card would speak of a thing that is not in the game, or print a gap in its place.",
        "Take the id that the hint offers, or add the missing entry to its kind's file.",
    ),
    Code(
        "VB223",
        "wrong-kind",
        "An id names something, but not a thing of the kind that is wanted here.",
        "A place where a character is due has none of the fields that the face and the rules read.",
        "Name a thing of the right kind, or let the field in kinds.yaml point at this kind as well.",
    ),
    Code(
        "VB224",
        "unused-id",
        "Nothing names this entry, and it is not printed by itself.",
        "It is work that nobody will see, or a sign that a reference elsewhere is misspelt or missing.",
        "Name it where it was meant to be used, or delete it.",
    ),
    Code(
        "VB231",
        "unknown-outline",
        "A component is to be cut to an outline that game.yaml does not list.",
        "Without its size and shape nothing of this kind can be laid out, so none of it would be printed.",
        "Take the outline that the hint offers, or add it under `outlines` in game.yaml.",
    ),
    Code(
        "VB232",
        "unknown-face",
        "A component names a face layout that is not there.",
        "Without a layout there is nothing to print on that side.",
        "Take the face that the hint offers, or write it in a faces….yaml of the layout folder.",
    ),
    Code(
        "VB233",
        "unknown-field",
        "A component takes its count, board or cell from a field that its kind lacks or that has another type.",
        "Counts and positions would silently fall back to one card in no place.",
        "Name a field of the kind: for count a whole number, for board a reference, for cell a list of two numbers.",
    ),
    Code(
        "VB234",
        "cell-taken",
        "Two cards of one board lie in the same cell.",
        "The board is printed as it lies on the table; one of the two would cover the other.",
        "Give one of them a cell (column, row) of its own.",
    ),
    Code(
        "VB241",
        "unknown-rules",
        "The rules that game.yaml names are none that this program or an installed package has.",
        "The game's own checks cannot run, so mistakes against its rules would go unseen.",
        "Write the name of a package of valleybuild/games, install the package that has them, or leave `rules` out.",
    ),
    Code(
        "VB242",
        "unknown-path",
        "A provisional number's path leads to no kind, no entry or no field.",
        "The note would guard nothing: the number it was written for has been renamed or removed.",
        "Write kind.entry.field, or kind.*.field for every entry; delete the note if the number is gone.",
    ),
)
