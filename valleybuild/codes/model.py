"""What a code is: a stable id and name with what it means, why it matters and how to mend it."""

from __future__ import annotations

import msgspec


class Code(msgspec.Struct, frozen=True):
    """One kind of finding. `id` (VB101…) and `name` (kebab-case) are stable and never reused."""

    id: str
    name: str
    what: str
    why: str
    fix: str
