"""The codes of findings about content."""

from valleybuild.codes.model import Code

CODES: tuple[Code, ...] = ()
