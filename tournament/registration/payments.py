"""Money in the acts of registration: check it, write it into the till, settle it where a team is deleted."""

from collections.abc import Mapping, Set

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy

from tournament.concours.kinds import euros
from tournament.concours.models import Tournament
from tournament.concours.money import prices
from tournament.errors import TournamentError
from tournament.ledger import booking as ledger
from tournament.ledger.models import MOST_CENTS
from tournament.registration.models import Team

MOST_REDUCTIONS = 2  # one for each player
# Fates of the money of a team that is deleted.
MONEY = {
    "refunded": gettext_lazy("given back"),
    "kept": gettext_lazy("kept by the club"),
    "mistake": gettext_lazy("noted by mistake: nothing was taken"),
}


def book_payment(team: Team, before: Mapping[str, int], till: str, by: User | None) -> dict[str, list[int]]:
    """Write what *team* has paid since *before* into the till; what a line of the journal says of it, nothing for nothing."""
    if ledger.parts(team) == before:
        return {}
    till = ledger.checked_till(team.tournament, till)
    return {"movements": ledger.book(team.tournament, ledger.payment_lines(team, before, till), by)}


def settle_payment(team: Team, money: str, means: str, till: str, by: User | None) -> dict[str, object]:
    """Write what becomes of the payment of a *team* that is deleted; what the line of the journal says of it."""
    if not team.paid_cents:
        return {}
    if money not in MONEY:
        raise TournamentError("team_has_paid", field="money", number=team.number, paid=euros(team.paid_cents))
    till = ledger.checked_till(team.tournament, till)
    lines = ledger.rest_lines(team, till)
    if money == "mistake":
        # The lines before may be of this act: what they hold goes too.
        lines = (
            []
            if lines and not ledger.fees_booked(team)
            else [*lines, *ledger.payment_lines(team, ledger.parts(team), till, {})]
        )
    elif money == "refunded":
        means = ledger.checked_means(team.tournament, means, field="means")
        lines.append(ledger.fee_line(team, -team.paid_cents, means, till, "refund"))
    return {"money": money, "movements": ledger.book(team.tournament, lines, by)}


def check_payment(team: Team, given: Set[str]) -> None:
    """Check what is *given* of the payment of *team* before it is saved; paid otherwise than before, it came by one means."""
    check_cents(team.paid_cents)
    if given & {"paid_cents", "paid_by"}:
        team.paid_by = checked_means(team.tournament, team.paid_cents, team.paid_by)
        stored = Team.objects.filter(pk=team.pk).values_list("paid_cents", "paid_by").first()
        if stored not in (None, (team.paid_cents, team.paid_by)):
            team.partner_cents, team.partner_paid_by = 0, ""
    if "reductions" in given:
        check_reductions(team)


def check_cents(paid_cents: int | None) -> None:
    if paid_cents is not None and not 0 <= paid_cents <= MOST_CENTS:
        raise TournamentError("paid_range", field="paid_cents", most=MOST_CENTS // 100)


def checked_means(tournament: Tournament, paid_cents: int | None, paid_by: str) -> str:
    """Return the means of a payment, none where nothing was paid. Raises TournamentError means_unknown."""
    means = ledger.checked_means(tournament, paid_by)
    return means if paid_cents is not None else ""


def check_reductions(team: Team) -> None:
    """Store the reductions of *team*, one a player at most. Raises TournamentError reduction_unknown."""
    team.reductions = [name for name in team.reductions if name]
    known = prices(team.tournament.reductions)
    for name in team.reductions:
        if name not in known or len(team.reductions) > MOST_REDUCTIONS:
            words = {"read": name, "known": ", ".join(known) or "–"}
            raise TournamentError("reduction_unknown", field="reduction_1", **words)
