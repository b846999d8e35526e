"""Draws: pure functions from plain entrants, a method and a seed to tables. Standard library alone.

>>> draw({"method": "inscription", "round": 1, "seed": "", "options": {},
...       "entrants": [{"number": n} for n in (1, 2, 3, 4)]})["tables"]
[{'table': 1, 'camps': [[1], [2]]}, {'table': 2, 'camps': [[3], [4]]}]
"""

from tournament.tirages.common import Entrant, Method
from tournament.tirages.errors import BadRequest, Impossible, TirageError
from tournament.tirages.minutes import cost_of, differences, draw, explain, fingerprint, replay, schedule
from tournament.tirages.registry import TIRAGES

__all__ = [
    "TIRAGES",
    "BadRequest",
    "Entrant",
    "Impossible",
    "Method",
    "TirageError",
    "cost_of",
    "differences",
    "draw",
    "explain",
    "fingerprint",
    "replay",
    "schedule",
]
