"""Draws: pure functions from plain entrants, a method and a seed to tables. Standard library alone.

>>> draw({"method": "inscription", "round": 1, "seed": "", "options": {},
...       "entrants": [{"number": n} for n in (1, 2, 3, 4)]})["tables"]
[{'table': 1, 'camps': [[1], [2]]}, {'table': 2, 'camps': [[3], [4]]}]
"""

from tournament.tirages.common import Entrant, Method
from tournament.tirages.errors import BadRequest, Impossible, TirageError
from tournament.tirages.minutes import (
    cost_of,
    differences,
    draw,
    explain,
    fingerprint,
    replay,
    schedule,
    with_entrants,
)
from tournament.tirages.odd import catch_up, relay
from tournament.tirages.phases import Phase, beaten_first, entering, knock_out_parties, phases_at, promised_parties
from tournament.tirages.registry import TIRAGES

__all__ = [
    "TIRAGES",
    "BadRequest",
    "Entrant",
    "Impossible",
    "Method",
    "Phase",
    "TirageError",
    "beaten_first",
    "catch_up",
    "cost_of",
    "differences",
    "draw",
    "entering",
    "explain",
    "fingerprint",
    "knock_out_parties",
    "phases_at",
    "promised_parties",
    "relay",
    "replay",
    "schedule",
    "with_entrants",
]
