"""The codes of findings about words: languages and forms, templates and markup, terms, and texts in their boxes."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = (
    Code(
        "VB301",
        "missing-language",
        "A text is not written in one of the game's languages.",
        "The card would have an empty place in that language.",
        "Add the text in the language named; the related place shows it in another one.",
    ),
    Code(
        "VB302",
        "unknown-language",
        "A text is written in a language that the game does not list.",
        "It would never be printed. Most often the language's code is misspelt.",
        "Use one of the codes under `languages` in game.yaml, or add the language there.",
    ),
    Code(
        "VB303",
        "unknown-form",
        "A word has a form that its language does not list.",
        "No template can ask for it, so it would never be printed.",
        "Take the form that the hint offers, or add it under `forms` in game.yaml.",
    ),
    Code(
        "VB304",
        "missing-form",
        "A template asks for a form of a word that is not written.",
        "Putting another form in its place would print a sentence with a mistake in it.",
        "Add the form to the word, at the place shown; the related place is the template that asks for it.",
    ),
    Code(
        "VB311",
        "unknown-name",
        "A template uses a name, field or id that does not exist, or does something that its value does not allow.",
        "The text would have a gap where the value should stand.",
        "Templates know `entry`, in sentences `value`, `n(number, 'word')`, `all('kind')`, and one function for each "
        "kind with hyphens as underscores, such as river_card('long-fall'). Fields are those of kinds.yaml. In the "
        "rulebook there are also see('chapter') and fact('name'), and in an example with a playthrough `run`.",
    ),
    Code(
        "VB312",
        "bad-template",
        "A template breaks the rules of its language: a bracket is not closed, a tag is unknown, or it never ends.",
        "It cannot be rendered at all, so nothing of its text would be printed.",
        "Mend the expression in {{ … }} or {% … %}. A brace that is meant as such is written {{ '{' }}.",
    ),
    Code(
        "VB313",
        "bad-markup",
        "A text has markup that is not closed, closes nothing, or is not known.",
        "The sign would be printed as it stands, or the rest of the text would be set in the wrong way.",
        "Markup is <b>…</b>, <i>…</i>, <c ink>…</c> and [icon], each closed within its own paragraph.",
    ),
    Code(
        "VB314",
        "missing-sentence",
        "A variant of a choice has no sentence in sentences.yaml.",
        "A card with that variant would not say what it does.",
        "Add the sentence in every language under the choice's name.",
    ),
    Code(
        "VB321",
        "numbers-differ",
        "A text names other numbers in one language than in another, in digits or in words.",
        "The same card would play differently in two languages; it is the commonest slip of a translation.",
        "Compare both texts and correct the wrong one. Say a number that one language wants in words in both of them, "
        "or print it from the entry's own field.",
    ),
    Code(
        "VB322",
        "symbols-differ",
        "A text has other icons in one language than in another.",
        "An icon is part of the rule, and it must not depend on the language.",
        "Give both texts the same icons, whether as [name] or as the sign itself.",
    ),
    Code(
        "VB323",
        "placeholders-differ",
        "A text prints other values in one language than in another.",
        "One of the two leaves out something that the other says.",
        "Use the same placeholders in both; only the form of a word, as in name.acc, may differ.",
    ),
    Code(
        "VB331",
        "term-differs",
        "An entry bears another name than the list of terms gives it.",
        "Players look for the name that the rulebook uses; two names make two things of one.",
        "Write the name as the term list has it, or change the term list first.",
    ),
    Code(
        "VB332",
        "term-missing",
        "A text uses a term in one language, and in the other no form of that term occurs.",
        "A paraphrase leaves the reader to guess whether the same thing is meant.",
        "Use the term, in whatever form the sentence needs; add a form to the term list if it is a real one.",
    ),
    Code(
        "VB341",
        "text-does-not-fit",
        "A text does not fit its box even at the smallest size that its style allows.",
        "Text that is cut off or shrunk further could not be read at the table.",
        "Shorten the text, or give the box more room in the layout. The message says how many lines there are and "
        "how many there may be.",
    ),
    Code(
        "VB342",
        "missing-glyph",
        "A font has no glyph for a character of a text.",
        "The print would show an empty box, or nothing, in its place.",
        "Use another character or an [icon], or set the style in a font that has it.",
    ),
)
