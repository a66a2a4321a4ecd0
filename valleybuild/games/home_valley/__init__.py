"""Home Valley's own knowledge: what its cards, maps and expeditions must satisfy."""

from valleybuild.games import Rules

RULES = Rules()
