"""The codes of Home Valley's own findings, by what they are found in."""

from valleybuild.codes.model import Code
from valleybuild.games.home_valley.codes import cards, expeditions, rules

CODES: tuple[Code, ...] = (*cards.CODES, *expeditions.CODES, *rules.CODES)
