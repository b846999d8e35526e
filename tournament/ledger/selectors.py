"""Questions about the lines of the till: all of a concours, what a team owes."""

from dataclasses import dataclass

from django.db.models import Sum

from tournament.concours.models import Tournament
from tournament.ledger.booking import fee_line, parts
from tournament.ledger.models import DUE, OF_FEES, Movement


@dataclass(frozen=True)
class TeamAccount:
    """Represent the account of a team, in cents: its `fee`, what of it is `paid`, and what it took at the till and is `due`."""

    fee: int
    paid: int
    due: int

    @property
    def fee_missing(self) -> int:
        """Return what is missing of its fee."""
        return max(0, self.fee - self.paid)

    @property
    def owes(self) -> int:
        """Return what it owes in all."""
        return self.fee_missing + self.due


def team_account(tournament: Tournament, team: int) -> TeamAccount:
    """Return what the team with this key owes."""
    one = tournament.teams.get(pk=team)
    due = tournament.movements.filter(team=team, means=DUE).aggregate(total=Sum("cents"))["total"] or 0
    return TeamAccount(one.owed_cents(tournament.fee), one.paid_cents or 0, due)


def missing_fees(tournament: Tournament) -> dict[int, int]:
    """Return what is missing of the fee of each team, in cents, by its number; one query."""
    fee = tournament.fee
    return {one.number: one.missing_cents(fee) for one in tournament.teams.all()}


def lines_of(tournament: Tournament) -> list[Movement]:
    """Return the lines of the till in their order, before them what teams have paid that no line has.

    That was noted by a version of the program that wrote none: such a line has the number 0. Two queries.
    """
    lines = list(Movement.objects.filter(tournament=tournament).select_related("by").order_by("number"))
    booked: dict[int, int] = {}
    for line in lines:
        if line.kind in OF_FEES and line.means != DUE and line.team is not None:
            booked[line.team] = booked.get(line.team, 0) + line.cents
    before = []
    for team in tournament.teams.order_by("number"):
        rest = (team.paid_cents or 0) - booked.get(team.pk, 0)
        owing = {} if not rest else {team.paid_by: rest} if team.pk in booked else parts(team)
        before += [fee_line(team, cents, means, "") for means, cents in owing.items()]
    for line in before:
        line.number = line.receipt = 0
    return [*before, *lines]
