"""Home Valley's own knowledge: what its cards, maps and expeditions must satisfy."""

from valleybuild.games import Rules
from valleybuild.games.home_valley.check import CHECKS
from valleybuild.games.home_valley.codes import CODES

RULES = Rules(checks=CHECKS, codes=CODES)
