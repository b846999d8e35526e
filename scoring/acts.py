"""Every act on scores: an application's `acts.py` collects those of its subjects."""

from scoring.access import acts as access
from scoring.copies import acts as copies
from scoring.corrections import acts as corrections
from scoring.evening import acts as evening
from scoring.prizes import acts as prizes
from scoring.referee import acts as referee
from scoring.seasons import acts as seasons
from scoring.sheets import acts as sheets
from scoring.till import acts as till
from scoring.transfer import acts as transfer
from scoring.webhooks import acts as webhooks

__all__ = [
    "access",
    "copies",
    "corrections",
    "evening",
    "prizes",
    "referee",
    "seasons",
    "sheets",
    "till",
    "transfer",
    "webhooks",
]
