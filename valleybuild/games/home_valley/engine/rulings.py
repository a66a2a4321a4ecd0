"""The questions that the rules leave open, as named switches; the defaults are the answers the game is tuned with."""

from __future__ import annotations

import msgspec


class Rulings(msgspec.Struct, frozen=True):
    """How the open questions of the rules are answered. Each switch names its ruling, such as A-01."""

    lone_solver: bool = False
    """A-01: may one character alone complete a row of two abilities?"""
    character_die_rerolls: bool = False
    """A-04: is a roll beyond the number of characters rolled again, instead of counted on round the table?"""
    self_recovery: bool = False
    """A-07: may a weakened character with a first-aid item heal itself?"""
    passing_is_entering: bool = True
    """A-08: does a ride through the place of a lasting hazard weaken as entering it does?"""
    expired_lead_task_returns: bool = False
    """A-13: does the task side of a lead go back under the lead stack when it expires?"""
    meeting_refreshes_lead: bool = False
    """A-15: is a lead that Village Meeting turns to its task side fresh?"""
    lasting_leaves_item: bool = True
    """A-18: does a lasting hazard leave its item when it is solved?"""
    rope_is_automatic: bool = True
    """A-23: is the carrier of the Rope pulled along every time?"""
    damaged_cabin_stops: bool = False
    """A-06: does a damaged cabin stand still, instead of costing more?"""
