"""Home Valley's own knowledge: what its cards, maps and expeditions must satisfy."""

from valleybuild.games import Rules
from valleybuild.games.home_valley.check import CHECKS
from valleybuild.games.home_valley.codes import CODES
from valleybuild.games.home_valley.rulings import ruling_texts

RULES = Rules(checks=CHECKS, codes=CODES, texts=ruling_texts)
