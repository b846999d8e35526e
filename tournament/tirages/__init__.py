# ruff: noqa: F401  # what other subjects import
"""Draws: pure functions from plain entrants, a method and a seed to tables (docs/tirages.md).

>>> draw({"method": "inscription", "round": 1, "seed": "", "options": {},
...       "entrants": [{"number": n} for n in (1, 2, 3, 4)]})["tables"]
[{'table': 1, 'camps': [[1], [2]]}, {'table': 2, 'camps': [[3], [4]]}]
"""

from tournament.tirages.chance import by_cards
from tournament.tirages.errors import BadRequestError, ImpossibleError
from tournament.tirages.minutes import (
    differences,
    draw,
    explain,
    fingerprint,
    forfeits,
    playable_until,
    replay,
    with_entrants,
)
from tournament.tirages.pairing import catch_up, relay
from tournament.tirages.registry import TIRAGES
