"""The codes of findings about layout."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = ()
