"""The codes of findings about reading: files and paths, what a file is written in, and the form of its YAML."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = (
    Code(
        "VB101",
        "file-missing",
        "A file that the project names, or that every project has, is not there.",
        "What stands in it cannot be printed. Capitals count on every system, since a name that fits on one computer "
        "would be missing on the next.",
        "Check the name against the folder's content; the hint names the closest one. Otherwise add the file.",
    ),
    Code(
        "VB102",
        "not-a-file",
        "A path names a folder, a pipe or a device where a file is expected.",
        "Only regular files can be read as a whole and read again with the same result.",
        "Name a file inside the folder, or replace what stands there by a file.",
    ),
    Code(
        "VB103",
        "file-unreadable",
        "The file is there, and the system refuses to read it.",
        "The message carries the system's own reason, most often missing rights or a damaged disk.",
        "Give your account the right to read the file and its folders, or copy the file anew.",
    ),
    Code(
        "VB104",
        "path-outside-project",
        "A path leads out of the project: it is absolute, it holds `..`, or a link on its way points elsewhere.",
        "A project that reads files from elsewhere prints differently on another computer, and may give away files "
        "that were never part of it.",
        "Copy the file into the project and name it by its path from the project's root.",
    ),
    Code(
        "VB105",
        "path-not-portable",
        "A path is written in a way that not every system understands: with backslashes, empty parts, `.` or signs "
        "that cannot be seen.",
        "The project is built on several systems, and each has to find the same file under the same name.",
        "Write the folders and the name with single slashes between them, as in `cards/pictures/tree.svg`.",
    ),
    Code(
        "VB106",
        "file-too-large",
        "The file is larger than the compiler reads.",
        "Text that people write stays far below the limit, so such a file is almost always the wrong one.",
        "Make sure that the right file is named; split a text that has truly grown so long, or scale a picture down.",
    ),
    Code(
        "VB107",
        "file-empty",
        "The file holds nothing, or comments only.",
        "An empty file is more often a save that failed than an intention.",
        "Fill it in, fetch it back from the history, or delete it.",
    ),
    Code(
        "VB108",
        "binary-file",
        "A file that should be text holds NUL bytes.",
        "It is a picture, an archive or the like, or text saved as UTF-16, which is not read.",
        "Name the text file that was meant, or save the text as UTF-8.",
    ),
    Code(
        "VB109",
        "not-utf8",
        "The file holds bytes that are not UTF-8.",
        "It was saved in an older encoding. To guess at letters would print wrong ones.",
        "Open it in the encoding it was written in, such as Windows-1250, and save it as UTF-8.",
    ),
    Code(
        "VB110",
        "byte-order-mark",
        "The file starts with U+FEFF, the byte order mark.",
        "UTF-8 needs none; other tools take it for a part of the first word, and comparisons show a change that "
        "nobody sees.",
        "Save the file as UTF-8 without a signature. Editors call it `UTF-8`, as against `UTF-8 with BOM`.",
    ),
    Code(
        "VB111",
        "crlf-line-ends",
        "The lines end with CR LF or CR instead of LF.",
        "The same text would then be other bytes on another computer, and every line would count as changed.",
        "Convert the line ends in your editor or with `dos2unix`, and keep a line `* text eol=lf` in .gitattributes.",
    ),
    Code(
        "VB112",
        "mixed-line-ends",
        "Some lines end otherwise than the rest.",
        "It shows that two tools disagree about the file, and comparisons fill with changes that nobody sees.",
        "Convert all line ends to LF in your editor or with `dos2unix`.",
    ),
    Code(
        "VB113",
        "tab-indentation",
        "A tab stands among the spaces at the start of a line.",
        "YAML tells by columns what belongs to what, and a tab has no fixed width, so YAML forbids it there.",
        "Replace each tab by two spaces, and set the editor to insert spaces when the tab key is pressed.",
    ),
    Code(
        "VB114",
        "odd-indentation",
        "A space of another kind, such as a no-break space, stands at the start of a line.",
        "It looks like indentation and is none: YAML takes it for the first letter of the text. It comes in with text "
        "copied from a web page or a word processor.",
        "Delete it and type plain spaces.",
    ),
    Code(
        "VB115",
        "control-character",
        "The text holds a control character, itself or as an escape.",
        "It has no shape that could be printed, and YAML forbids it.",
        "Delete it. Some editors show it only when asked to show all characters.",
    ),
    Code(
        "VB116",
        "unusual-line-break",
        "The text holds a line break other than LF: U+0085, U+2028 or U+2029.",
        "Some tools end the line there and some do not, so they disagree about where everything below stands.",
        "Delete it, or break the line with the Enter key.",
    ),
    Code(
        "VB117",
        "bidi-control",
        "The text holds an invisible mark that changes the direction of writing.",
        "The text on the screen then stands in another order than in the file, so that what is proofread is not what "
        "is printed.",
        "Delete it. Letters that are written from right to left turn by themselves.",
    ),
    Code(
        "VB118",
        "invisible-character",
        "The text holds a character that cannot be seen, such as a soft hyphen or a zero-width space.",
        "Two words that look alike then differ, so that terms are not found, and lines break where nobody expects it. "
        "A no-break space is not meant: it is a space and allowed.",
        "Delete it. Where words may be divided or must stay together is decided by the compiler for each language.",
    ),
    Code(
        "VB119",
        "replacement-character",
        "The text holds U+FFFD, the sign that stands for a letter some tool could not read.",
        "The letter is lost, and the sign would be printed in its place.",
        "Write the letter that was meant; look at an older state of the file if it is not clear.",
    ),
    Code(
        "VB120",
        "decomposed-letter",
        "A letter with an accent is written as two characters, or as one that Unicode has replaced by another.",
        "It looks the same and compares as different, so that terms are not found; in print the accent may stand "
        "askew.",
        "Type the letter again, or convert the whole file to Unicode form NFC.",
    ),
    Code(
        "VB130",
        "not-yaml",
        "The file breaks the grammar of YAML at this place.",
        "Nothing behind the place can be understood with certainty, so the file is left aside until it is mended.",
        "Look at the place and the line above it. Most often a text holds `: ` or starts with a sign of YAML and needs "
        "quotes, a bracket or a quote is not closed, or a line is indented by a space too many.",
    ),
    Code(
        "VB131",
        "duplicate-key",
        "The same key stands twice in one mapping.",
        "Only one of the two values could count, and YAML does not say which.",
        "Keep the one that is meant. Keys that look alike and differ in how accents are encoded count as the same.",
    ),
    Code(
        "VB132",
        "anchor-not-supported",
        "A value carries a name with `&` to be used again elsewhere.",
        "What is printed should be readable where it stands; anchors hide it, and can blow a small file up without "
        "bounds.",
        "Delete the anchor and write the value out where it is needed. A text that starts with & belongs in quotes.",
    ),
    Code(
        "VB133",
        "alias-not-supported",
        "A value stands in for another one with `*`.",
        "What is printed should be readable where it stands; aliases hide it, and can blow a small file up without "
        "bounds.",
        "Write the value out. A text that starts with * belongs in quotes.",
    ),
    Code(
        "VB134",
        "merge-key-not-supported",
        "The key `<<` draws the pairs of another mapping in.",
        "It is an extension that newer YAML dropped, and tools disagree about which value wins.",
        "Write the pairs out.",
    ),
    Code(
        "VB135",
        "tag-not-supported",
        "A value carries a type with `!`.",
        "What a value means follows from the key it stands under; a type written next to it could only disagree.",
        "Delete the tag. A text that starts with ! belongs in quotes.",
    ),
    Code(
        "VB136",
        "directive-not-supported",
        "A line that starts with % stands before the document.",
        "It would change how YAML reads the file; all files are read in the same way.",
        "Delete the line.",
    ),
    Code(
        "VB137",
        "several-documents",
        "A line `---` or `...` starts a second document in the same file.",
        "A file holds one thing, so that its name says what is in it. Only the first document is read.",
        "Delete the line if all belongs together, or move what follows to a file of its own.",
    ),
    Code(
        "VB138",
        "key-not-text",
        "A list or a mapping stands where a key is expected.",
        "Keys are words of the game. It mostly comes from a text in braces or brackets without quotes.",
        "Write a word as the key, or put the text in quotes.",
    ),
    Code(
        "VB139",
        "nested-too-deep",
        "Lists and mappings stand inside one another deeper than any content needs.",
        "It comes from brackets that were never closed or from a file made to exhaust the reader, so reading stops.",
        "Close the brackets, or take the inner content apart.",
    ),
)
