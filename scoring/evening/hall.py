"""Announce something to the hall: a message on walls and telephones, and when the last ranking is shown there."""

import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.evening import acts
from tournament.concours.kinds import clean_text
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.journal import services as journal

MESSAGE_LENGTH = 120
LONGEST_MINUTES = 600


@transaction.atomic
def show_message(*, tournament_id: int, text: str, minutes: int = 0, by: User | None) -> Tournament:
    """Show *text* on walls and telephones, for so many *minutes*; with 0 until the palmarès, or until it is taken away.

    It replaces the one before. Raises ScoringError `message_empty`, TournamentError `text_long`.
    """
    tournament = lock_tournament(tournament_id)
    text = clean_text(text, "text", MESSAGE_LENGTH)
    if not text:
        raise ScoringError("message_empty", field="text")
    tournament.hall_message = text
    tournament.hall_message_until = timezone.now() + datetime.timedelta(minutes=minutes) if minutes else None
    tournament.save(update_fields=["hall_message", "hall_message_until"])
    journal.write(tournament=tournament, act=acts.SHOW_MESSAGE, by=by, after={"text": text, "minutes": minutes})
    return tournament


@acts.CLEAR_MESSAGE.service
@transaction.atomic
def clear_message(*, tournament_id: int, by: User | None) -> Tournament:
    """Take the message off walls and telephones; where none is shown nothing is written."""
    tournament = lock_tournament(tournament_id)
    if tournament.hall_message:
        take_message_off(tournament, by)
    return tournament


def take_message_off(tournament: Tournament, by: User | None) -> None:
    """Take away the message of *tournament*, which is locked."""
    journal.write(tournament=tournament, act=acts.CLEAR_MESSAGE, by=by, before={"text": tournament.hall_message})
    tournament.hall_message, tournament.hall_message_until = "", None
    tournament.save(update_fields=["hall_message", "hall_message_until"])


@transaction.atomic
def show_ranking(*, tournament_id: int, by: User | None) -> Tournament:
    """Show the ranking that was kept for the prize giving. Raises ScoringError `ranking_not_held`."""
    tournament = lock_tournament(tournament_id)
    if not tournament.ranking_held:
        raise ScoringError("ranking_not_held")
    tournament.ranking_shown_at = timezone.now()
    tournament.save(update_fields=["ranking_shown_at"])
    journal.write(tournament=tournament, act=acts.SHOW_RANKING, by=by)
    return tournament
