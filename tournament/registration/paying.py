"""Acts of the money of a team: note what it paid, give something back. They also come after the palmarès."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.concours.kinds import euros
from tournament.concours.lock import lock_tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.ledger import booking as ledger
from tournament.registration import acts, payments, services as registration
from tournament.registration.models import Team


@acts.SET_PAID.service
@transaction.atomic
def set_paid(
    *,
    team_id: int,
    paid_cents: int | None,
    paid_by: str = "",
    partner_cents: int = 0,
    partner_paid_by: str = "",
    till: str = "",
    by: User | None,
) -> Team:
    """Note the *paid_cents* of the fee and by which means they came, into *till*; None when nothing was paid.

    *partner_cents* of them came otherwise, by *partner_paid_by*; what is noted of that stays where the rest is the same.
    Money is no result: it may come after the palmarès too. Raises TournamentError paid_range, means_unknown,
    till_unknown.
    """
    payments.check_cents(paid_cents)
    tournament, team = registration.locked_team(team_id, lock_tournament)
    paid_by = payments.checked_means(tournament, paid_cents, paid_by)
    means = payments.checked_means(tournament, partner_cents or None, partner_paid_by)
    parts: dict[str, Any] = {"partner_cents": partner_cents, "partner_paid_by": means}
    same = (team.paid_cents, team.paid_by) == (paid_cents, paid_by)
    # Few teams pay by two means: the lines of the others do not speak of it.
    if not partner_cents and (same or not team.partner_cents):
        parts = {}
    return registration.update_team(
        tournament, team, acts.SET_PAID, by, till=till, paid_cents=paid_cents, paid_by=paid_by, **parts
    )


@transaction.atomic
def set_paid_up(
    *, team_id: int, paid_cents: int | None = None, paid_by: str = "", till: str = "", by: User | None
) -> Team:
    """Note that the team has paid *paid_cents* in all, by default what it owes; what was missing came by *paid_by*.

    A team that has paid as much stays as it is: two that mark it at once take its money once. Raises as `set_paid`.
    """
    tournament, team = registration.locked_team(team_id, lock_tournament)
    owed = team.owed_cents(tournament.fee) if paid_cents is None else paid_cents
    means = payments.checked_means(tournament, owed, paid_by)
    if paid_cents is None and team.paid_cents is not None and team.paid_cents >= owed:
        return team
    rest = owed - (team.paid_cents or 0)
    if not 0 < rest < owed or means == team.paid_by or team.partner_cents:
        return set_paid(team_id=team_id, paid_cents=owed, paid_by=paid_by, till=till, by=by)
    parts = {"paid_by": team.paid_by, "partner_paid_by": means}
    return set_paid(team_id=team_id, paid_cents=owed, partner_cents=rest, till=till, by=by, **parts)


@transaction.atomic
def refund_team(
    *, team_id: int, cents: int, means: str = "cash", till: str = "", reason: str, key: str = "", by: User | None
) -> Team:
    """Refund the team *cents* of what it has paid, by *means*, out of *till*.

    A *key* that was here already does nothing. Raises TournamentError refund_too_much, amount_range, means_unknown,
    till_unknown, reason_needed.
    """
    tournament, team = registration.locked_team(team_id, lock_tournament)
    if ledger.key_known(tournament, key):
        return team
    reason = journal.required_reason(reason)
    ledger.checked_cents(cents)
    line = ledger.fee_line(team, -cents, ledger.checked_means(tournament, means, field="means"), "", "refund")
    line.till, line.key = ledger.checked_till(tournament, till), key
    paid = team.paid_cents or 0
    if cents > paid:
        raise TournamentError("refund_too_much", field="cents", number=team.number, paid=euros(paid), read=euros(cents))
    where, before = {"team": team.pk, "number": team.number}, _payment(team)
    booked = ledger.book(tournament, [*ledger.rest_lines(team, line.till), line], by)
    _take_off(team, cents)
    after = _payment(team) | {"cents": cents, "means": means, "movements": booked}
    journal.write(tournament, acts.REFUND_TEAM, by, before=where | before, after=where | after, reason=reason)
    return team


def _payment(team: Team) -> dict[str, object]:
    """Return what the journal says of the payment of *team*."""
    return {name: getattr(team, name) for name in ("paid_cents", "paid_by", "partner_cents", "partner_paid_by")}


def _take_off(team: Team, cents: int) -> None:
    """Take *cents* off what *team* has paid, and save it."""
    team.paid_cents = (team.paid_cents or 0) - cents or None
    team.paid_by = team.paid_by if team.paid_cents else ""
    team.partner_cents = min(team.partner_cents, team.paid_cents or 0)
    team.partner_paid_by = team.partner_paid_by if team.partner_cents else ""
    team.save()
