"""Acts on the clock of a partie: start it, set it right, impose the last donnes; who is at its table, who calls.

What a telephone says of who is there is no line of the journal: it changes with every arrival and decides nothing.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from rules import RULE_SETS
from tournament.concours.lock import lock_open_tournament, lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.prepared import prepared
from tournament.rounds import acts
from tournament.rounds.models import Round, Seat, Table

HIGHEST_MINUTES = 600
HIGHEST_DONNES = 30

# A clock set to what it shows already, give or take this, stays as it is: the same key pressed twice.
_SAME = timedelta(seconds=30)


@transaction.atomic
def start_clock(*, tournament_id: int, number: int, by: User | None) -> Round:
    """Start the clock of partie *number*; one that runs already is left alone.

    Raises TournamentError `closed`, `clock_no_partie`, `clock_partie_over`.
    """
    tournament, round_ = _locked_now(tournament_id, number)
    if round_.started_at is not None:
        return round_
    round_.started_at = timezone.now()
    round_.save(update_fields=["started_at"])
    journal.write(tournament, acts.START_CLOCK, by, after={"round": number})
    return round_


@acts.STOP_CLOCK.service
@transaction.atomic
def stop_clock(*, tournament_id: int, number: int, by: User | None) -> Round:
    """Stop the clock of partie *number*, as if it had not been started; one that does not run is left alone.

    Raises TournamentError `closed`, `clock_no_partie`, `clock_partie_over`, `clock_cutoff_stands`.
    """
    tournament, round_ = _locked_now(tournament_id, number)
    if round_.started_at is None:
        return round_
    if round_.cutoff_donnes is not None:
        raise TournamentError("clock_cutoff_stands", round=number)
    was, round_.started_at = round_.started_at, None
    round_.save(update_fields=["started_at"])
    journal.write(tournament, acts.STOP_CLOCK, by, before={"round": number, "started_at": was.isoformat()})
    return round_


@transaction.atomic
def set_clock(*, tournament_id: int, number: int, reason: str, by: User | None, minutes: int = 0) -> Round:
    """Set the clock of partie *number* to *minutes*: 0 starts it again, more allows for a computer that slept.

    Set twice to the same, once. Raises TournamentError `reason_needed`, `clock_minutes`, `closed`, `clock_no_partie`,
    `clock_partie_over`.
    """
    reason = journal.required_reason(reason)
    if type(minutes) is not int or not 0 <= minutes <= HIGHEST_MINUTES:
        raise TournamentError("clock_minutes", field="minutes", read=str(minutes)[:20], most=HIGHEST_MINUTES)
    tournament, round_ = _locked_now(tournament_id, number)
    was, now = round_.started_at, timezone.now()
    started = now - timedelta(minutes=minutes)
    if was is not None and abs(was - started) < _SAME:
        return round_
    round_.started_at = started
    round_.save(update_fields=["started_at"])
    journal.write(
        tournament,
        acts.SET_CLOCK,
        by,
        before={"round": number, "started_at": was.isoformat() if was else None},
        after={"started_at": started.isoformat(), "minutes": minutes},
        reason=reason,
    )
    return round_


@transaction.atomic
def impose_cutoff(*, tournament_id: int, number: int, donnes: int, by: User | None) -> Round:
    """End partie *number* after *donnes* more donnes at every table still playing; announced twice alike, once.

    Raises TournamentError `cutoff_donnes`, `cutoff_stands` where another number was announced, `cutoff_not_here`
    where the game has no donnes to impose, `closed`, `clock_no_partie`, `clock_partie_over`.
    """
    if type(donnes) is not int or not 1 <= donnes <= HIGHEST_DONNES:
        raise TournamentError("cutoff_donnes", field="donnes", read=str(donnes)[:20], most=HIGHEST_DONNES)
    tournament, round_ = _locked_now(tournament_id, number)
    if round_.cutoff_donnes == donnes:
        return round_
    if round_.cutoff_donnes is not None:
        raise TournamentError("cutoff_stands", round=number, donnes=round_.cutoff_donnes)
    if not has_cutoff(tournament):
        raise TournamentError("cutoff_not_here", round=number)
    round_.cutoff_donnes, round_.cutoff_at = donnes, timezone.now()
    round_.save(update_fields=["cutoff_donnes", "cutoff_at"])
    journal.write(tournament, acts.IMPOSE_CUTOFF, by, after={"round": number, "cutoff_donnes": donnes})
    return round_


@acts.TAKE_BACK_CUTOFF.service
@transaction.atomic
def take_back_cutoff(*, tournament_id: int, number: int, by: User | None) -> Round:
    """Cancel the last donnes of partie *number*, and forget what its tables said of them; nothing twice.

    Whether a sheet relies on them is asked by scoring.clock.services, which is what pages call. Raises TournamentError
    `closed`, `clock_no_partie`.
    """
    tournament, round_ = _locked(tournament_id, number)
    if round_.cutoff_donnes is None:
        return round_
    was, round_.cutoff_donnes, round_.cutoff_at = round_.cutoff_donnes, None, None
    round_.save(update_fields=["cutoff_donnes", "cutoff_at"])
    round_.tables.update(cutoff_after=None)
    journal.write(tournament, acts.TAKE_BACK_CUTOFF, by, before={"round": number, "cutoff_donnes": was})
    return round_


@transaction.atomic
def record_cutoff_after(*, table_id: int, donnes: int | None, by: User | None, camp: str = "") -> Table:
    """Note the *donnes* that a table had played when the last ones were imposed; None: not known.

    *camp* is the one whose telephone says so. Whether a sheet of the table counts already is asked by
    scoring.clock.services, which is what pages call. Raises TournamentError `cutoff_none` where none were imposed,
    `cutoff_after` for a number that cannot be, `closed`, `clock_no_partie`.
    """
    tournament, table = _locked_table(table_id)
    number = table.round.number
    if table.round.cutoff_donnes is None:
        raise TournamentError("cutoff_none", round=number)
    most = table.limits.get("limite_donnes", tournament.donnes) or 200
    if donnes is not None and (type(donnes) is not int or not 0 <= donnes <= most):
        raise TournamentError("cutoff_after", field="donnes", table=table.number, read=str(donnes)[:20], most=most)
    if table.cutoff_after == donnes:
        return table
    was, table.cutoff_after = table.cutoff_after, donnes
    table.save(update_fields=["cutoff_after"])
    where = {"round": number, "table": table.number, "cutoff_after": was}
    after = {"cutoff_after": donnes} | ({"camp": camp} if camp else {})
    journal.write(tournament, acts.RECORD_CUTOFF_AFTER, by, before=where, after=after)
    return table


@transaction.atomic
def seat_ready(*, table_id: int, camp: str) -> bool:
    """Note that *camp* is at its table, and return whether this call was the first to say so; the last one holds.

    A telephone says so by coming in. Raises TournamentError `closed`, `clock_no_partie`.
    """
    _playing(table_id)
    seats = Seat.objects.filter(table=table_id, camp=camp, ready_at=None)
    return seats.update(ready_at=timezone.now(), missing_at=None) > 0


@transaction.atomic
def seat_missing(*, table_id: int, camp: str) -> bool:
    """Note that *camp* is not at its table, and return whether this call was the first to say so; it decides nothing.

    Raises TournamentError `closed`, `clock_no_partie`.
    """
    _playing(table_id)
    seats = Seat.objects.filter(table=table_id, camp=camp, missing_at=None)
    return seats.update(missing_at=timezone.now(), ready_at=None) > 0


@transaction.atomic
def all_ready(*, tournament_id: int, number: int, by: User | None) -> int:
    """Note as present all seats of partie *number* that nobody has reported, and return how many.

    Teams reported missing stay so. Raises TournamentError `closed`, `clock_no_partie`.
    """
    tournament, round_ = _locked(tournament_id, number)
    # No join: what a telephone writes meanwhile is looked at again only where the row itself is asked.
    seats = Seat.objects.filter(table__in=round_.tables.all(), ready_at=None, missing_at=None)
    seated = seats.update(ready_at=timezone.now())
    if seated:
        journal.write(tournament, acts.ALL_READY, by, after={"round": number, "seats": seated})
    return seated


@transaction.atomic
def call_referee(*, table_id: int) -> bool:
    """Call the referee to the table until he answers, and return whether this call was the first.

    Raises TournamentError `closed`, `clock_no_partie`.
    """
    _playing(table_id)
    return Table.objects.filter(pk=table_id, called_at=None).update(called_at=timezone.now()) > 0


@transaction.atomic
def cancel_call(*, table_id: int) -> bool:
    """Cancel the table's call of the referee, and return whether there was one. Raises as `call_referee`."""
    _playing(table_id)
    return Table.objects.filter(pk=table_id, called_at__isnull=False).update(called_at=None) > 0


@transaction.atomic
def answer_call(*, table_id: int, by: User | None) -> bool:
    """Note that the referee has come, and return whether that ended a call.

    Raises TournamentError `closed`, `clock_no_partie`.
    """
    tournament, table = _locked_table(table_id)
    if table.called_at is None:
        return False
    was, table.called_at = table.called_at, None
    table.save(update_fields=["called_at"])
    where = {"round": table.round.number, "table": table.number, "called_at": was.isoformat()}
    journal.write(tournament, acts.ANSWER_CALL, by, before=where)
    return True


def has_cutoff(tournament: Tournament) -> bool:
    """Return whether last donnes can be imposed: not where manches follow a fixed ladder."""
    return RULE_SETS[tournament.rule_set].two_camps


def _locked(tournament_id: int, number: int) -> tuple[Tournament, Round]:
    """Lock the concours, and return it with its partie *number*, whose tables are seated."""
    tournament = lock_open_tournament(tournament_id)
    round_ = Round.objects.filter(tournament=tournament, number=number, state="published").first()
    if round_ is None:
        raise TournamentError("clock_no_partie", round=number)
    return tournament, round_


def _locked_now(tournament_id: int, number: int) -> tuple[Tournament, Round]:
    """Return the same where *number* is the partie being played: the clock of one that is over tells nothing."""
    tournament, round_ = _locked(tournament_id, number)
    if Round.objects.filter(tournament=tournament, number__gt=number, state="published").exists():
        raise TournamentError("clock_partie_over", round=number)
    return tournament, round_


def _locked_table(table_id: int) -> tuple[Tournament, Table]:
    """Lock the concours of a table, and return both. Raises as `_playing`."""
    tournament = lock_tournament(Round.objects.values_list("tournament", flat=True).get(tables=table_id))
    return tournament, _playing(table_id)


def _playing(table_id: int) -> Table:
    """Return a table, and raise where nothing is played there any more.

    No lock of its own: what follows in the acts of telephones is one statement, no decision.
    """
    table = _tables.get(pk=table_id)
    if table.round.tournament.closed_at:
        raise TournamentError("closed")
    if table.round.state != "published":
        raise TournamentError("clock_no_partie", round=table.round.number)
    return table


@prepared
def _tables(pk: int) -> QuerySet[Table]:
    return Table.objects.select_related("round__tournament").filter(pk=pk)
