"""Every act of the concours before any score: an application's `acts.py` collects those of its subjects."""

from tournament.concours import acts as concours
from tournament.journal import acts as journal
from tournament.people import acts as people
from tournament.prizes import acts as prizes
from tournament.registration import acts as registration
from tournament.rounds import acts as rounds
from tournament.tokens import acts as tokens

__all__ = ["concours", "journal", "people", "prizes", "registration", "rounds", "tokens"]
