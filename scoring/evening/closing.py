"""The end of a concours: announce something to the hall, show the last ranking, publish the palmarès; cancel and
replace it where a mistake shows afterwards.
"""

import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.evening import acts
from scoring.evening.selectors import missing_by_round, rows_to_publish
from scoring.standings.models import Palmares
from scoring.standings.selectors import outstanding_of
from tournament.concours.kinds import clean_text
from tournament.concours.lock import lock_open_tournament, lock_tournament
from tournament.concours.models import Tournament
from tournament.journal import services as journal
from tournament.journal.models import JournalEntry
from tournament.registration.removal import forget_removed
from tournament.rounds.models import Draw, Round

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


REASON_LENGTH = 200


@transaction.atomic
def close_tournament(*, tournament_id: int, by: User | None, reason: str = "") -> Tournament:
    """Publish the palmarès: the ranking is final and nothing changes any more.

    The ranking is kept as it is published, with its prizes, under the next number. A message to the hall without an end
    of its own ends. *reason* is why the concours stops before the parties announced are played; without one that is
    refused. From the second publication on it is also what that one corrects: by default the reason for which the one
    before was cancelled. Raises TournamentError `closed`, ScoringError
    `nothing_played`, `draft_open`, `tables_missing` or `parties_left`.
    """
    tournament = lock_open_tournament(tournament_id)
    reason = clean_text(reason, "reason", REASON_LENGTH)
    played = Round.objects.filter(tournament=tournament, state="published").count()
    if not played:
        raise ScoringError("nothing_played")
    if missing := missing_by_round(tournament):
        raise ScoringError("tables_missing", tables=_missing_text(missing))
    if draft := Draw.objects.filter(round__tournament=tournament, state="draft").select_related("round").first():
        raise ScoringError("draft_open", round=draft.round.number)
    left = outstanding_of(tournament, drawn=played, missing=False)
    if not left.over and not reason:
        raise ScoringError("parties_left", field="reason", played=played, parties=left.last)
    # One without an end of its own would stand above the final ranking for days.
    if tournament.message_stays:
        take_message_off(tournament, by)
    tournament.closed_at = timezone.now()
    tournament.save(update_fields=["closed_at"])
    # A concours closed by an earlier version of the program has lines in its journal, and no copy of its ranking.
    number = JournalEntry.objects.filter(tournament=tournament, act=acts.CLOSE_TOURNAMENT.key).count() + 1
    forget_removed(tournament)
    # Before its line, which seals it.
    Palmares.objects.create(
        tournament=tournament,
        number=number,
        reason=(reason or _taken_back_because(tournament)) if number > 1 else "",
        journal_number=tournament.journal_number + 1,
        rows=rows_to_publish(tournament),
        by=by,
        published_at=tournament.closed_at,
    )
    journal.write(
        tournament=tournament,
        act=acts.CLOSE_TOURNAMENT,
        by=by,
        after={"parties": played, "announced": left.last, "palmares": number},
        reason=reason if not left.over or number > 1 else "",
    )
    return tournament


@acts.REOPEN_TOURNAMENT.service
@transaction.atomic
def reopen_tournament(*, tournament_id: int, by: User | None, reason: str) -> Tournament:
    """Reopen the concours for corrections. Raises ScoringError `not_closed`, `reopen_reason`."""
    tournament = lock_tournament(tournament_id)
    if not tournament.closed_at:
        raise ScoringError("not_closed")
    reason = clean_text(reason, "reason", REASON_LENGTH)
    if not reason:
        raise ScoringError("reopen_reason", field="reason")
    before, tournament.closed_at = tournament.closed_at, None
    tournament.save(update_fields=["closed_at"])
    journal.write(
        tournament=tournament,
        act=acts.REOPEN_TOURNAMENT,
        by=by,
        before={"closed_at": before.isoformat()},
        reason=reason,
    )
    return tournament


def _taken_back_because(tournament: Tournament) -> str:
    """Return why the previous palmarès was cancelled."""
    taken = JournalEntry.objects.filter(tournament=tournament, act=acts.REOPEN_TOURNAMENT.key).order_by("-number")
    return taken.values_list("reason", flat=True)[0]


def _missing_text(missing: dict[int, list[int]]) -> str:
    """Return the missing tables of each partie: "3 : 2, 7 ; 4 : 12"."""
    return " ; ".join(f"{number} : {', '.join(map(str, tables))}" for number, tables in missing.items())
