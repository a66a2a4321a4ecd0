"""The codes of findings about words."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = ()
