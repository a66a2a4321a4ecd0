"""Home Valley's loaded content to findings: one function per check, all of them in one tuple.

These checks look at the content as it is written, or let the rules engine answer at once. What takes a search or many
games is for the deep checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from valleybuild.check.subject import Subject
from valleybuild.games.home_valley.check.certificates import check_certificates
from valleybuild.games.home_valley.check.examples import check_examples
from valleybuild.games.home_valley.check.expeditions import (
    check_decks,
    check_special_rules,
    check_stamps,
    check_tracks,
)
from valleybuild.games.home_valley.check.given import (
    check_given_expeditions,
    check_given_ranges,
    check_given_values,
    check_lead_stamps,
    check_pliers_and_wire,
)
from valleybuild.games.home_valley.check.given_maps import check_fog, check_given_maps
from valleybuild.games.home_valley.check.hazards import check_left_items, check_protected_hazards, check_protections
from valleybuild.games.home_valley.check.maps import (
    check_die_numbers,
    check_exits,
    check_map_ends,
    check_map_places,
    check_reach_of_characters,
    check_reach_of_vehicles,
)
from valleybuild.games.home_valley.check.marks import (
    check_boxes,
    check_listed_cards,
    check_marked_cards,
    check_special_cards,
)
from valleybuild.games.home_valley.check.rows import (
    check_neighbours,
    check_row_abilities,
    check_row_costs,
    check_row_pairs,
    check_starts,
    check_tasks,
    check_unearned_items,
)
from valleybuild.games.home_valley.check.teams import check_splits, check_team_cards, check_teams
from valleybuild.games.home_valley.check.tokens import check_tokens
from valleybuild.games.home_valley.rulings import check_ruling_templates, check_rulings
from valleybuild.problem import Problem

CHECKS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    check_marked_cards,
    check_listed_cards,
    check_special_cards,
    check_boxes,
    check_row_pairs,
    check_row_abilities,
    check_tasks,
    check_neighbours,
    check_row_costs,
    check_unearned_items,
    check_starts,
    check_die_numbers,
    check_exits,
    check_map_ends,
    check_map_places,
    check_reach_of_characters,
    check_reach_of_vehicles,
    check_decks,
    check_stamps,
    check_tracks,
    check_special_rules,
    check_protections,
    check_protected_hazards,
    check_left_items,
    check_teams,
    check_splits,
    check_team_cards,
    check_tokens,
    check_given_values,
    check_given_expeditions,
    check_given_ranges,
    check_lead_stamps,
    check_pliers_and_wire,
    check_given_maps,
    check_fog,
    check_rulings,
    check_ruling_templates,
)
LAST_CHECKS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (check_examples, check_certificates)
"""What any error elsewhere would spoil."""
