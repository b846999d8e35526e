"""Draws: pure functions from plain entrants, a method and a seed to tables (docs/tirages.md).

>>> draw({"method": "inscription", "round": 1, "seed": "", "options": {},
...       "entrants": [{"number": n} for n in (1, 2, 3, 4)]})["tables"]
[{'table': 1, 'camps': [[1], [2]]}, {'table': 2, 'camps': [[3], [4]]}]
"""

from tournament.tirages.chance import by_cards as by_cards
from tournament.tirages.errors import (
    BadRequestError as BadRequestError,
    ImpossibleError as ImpossibleError,
)
from tournament.tirages.minutes import (
    differences as differences,
    draw as draw,
    explain as explain,
    fingerprint as fingerprint,
    forfeits as forfeits,
    playable_until as playable_until,
    replay as replay,
    with_entrants as with_entrants,
)
from tournament.tirages.pairing import (
    catch_up as catch_up,
    relay as relay,
)
from tournament.tirages.registry import TIRAGES as TIRAGES
