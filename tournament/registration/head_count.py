"""Count the teams of a concours: who is here, who plays, what was paid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _, ngettext, npgettext

from tournament.concours.models import Tournament
from tournament.concours.money import Fee
from tournament.finals.formula import first_tables
from tournament.ledger.booking import known_means, means_words
from tournament.prepared import prepared
from tournament.registration.models import Team


@dataclass(frozen=True)
class Till:
    """Return the sum taken by one means of payment, in cents."""

    means: str
    cents: int

    @property
    def label(self) -> object:
        """Return the name of the means."""
        return means_words(self.means)


@dataclass(frozen=True, kw_only=True)
class Turnout:
    """Count who takes part: `teams` (players where everyone enters alone), people still `alone`, those of each who are there.

    Who left (`withdrawn`; among them those `excluded`, and people alone, `withdrawn_alone`) and who waits for a place
    belongs to none of these.
    """

    singles: bool
    teams: int
    alone: int
    teams_here: int
    alone_here: int
    withdrawn: int
    withdrawn_alone: int
    excluded: int
    waiting: int

    @property
    def registered(self) -> int:
        """Count the lines of the list that take part, a person alone is one."""
        return self.teams + self.alone

    @property
    def present(self) -> int:
        """Count those of them who are there."""
        return self.teams_here + self.alone_here

    @property
    def absent(self) -> int:
        """Count those of them whom nobody has seen yet."""
        return self.registered - self.present

    @property
    def placed(self) -> int:
        """Count the places taken; two people who came alone hold one."""
        return self.teams + (self.alone + 1) // 2

    @property
    def teams_to_be(self) -> int:
        """Count the teams there will be once those who came alone have partners."""
        return self.teams + self.alone // 2

    @property
    def may_begin(self) -> bool:
        """Return whether two teams are there, or will be once those who are there alone have partners."""
        return self.teams_here + self.alone_here // 2 >= 2

    @property
    def odd_single(self) -> bool:
        """Return whether one person will stay alone."""
        return self.alone % 2 == 1

    @property
    def words(self) -> str:
        """Count those registered and what became of them: « 21 équipes inscrites : 19 présentes, 1 absente, 1 départ ».

        Those who wait for a place are not among them. While nobody is there nobody is said to be absent.
        """
        here, absent = (self.present, self.absent) if self.present else (0, 0)
        left, out, wait = self.withdrawn - self.excluded, self.excluded, self.waiting
        if self.singles:
            came = npgettext("players", "%(n)s present", "%(n)s present", here) % {"n": here}
            not_there = npgettext("players", "%(n)s absent", "%(n)s absent", absent) % {"n": absent}
        else:
            came = npgettext("teams", "%(n)s present", "%(n)s present", here) % {"n": here}
            not_there = npgettext("teams", "%(n)s absent", "%(n)s absent", absent) % {"n": absent}
        parts = [
            came if here else "",
            not_there if absent else "",
            ngettext("%(n)s has withdrawn", "%(n)s have withdrawn", left) % {"n": left} if left else "",
            ngettext("%(n)s is excluded", "%(n)s are excluded", out) % {"n": out} if out else "",
        ]
        became = ", ".join(filter(None, parts))
        words = _("%(who)s: %(became)s") % {"who": self._all_words, "became": became} if became else self._all_words
        on_the_list = ngettext("%(n)s on the waiting list", "%(n)s on the waiting list", wait) % {"n": wait}
        return f"{words} · {on_the_list}" if wait else words

    @property
    def teams_in_all(self) -> int:
        """Count the teams that take part and those that left."""
        return self.teams + self.withdrawn - self.withdrawn_alone

    @property
    def alone_in_all(self) -> int:
        """Count the people without a partner, those who left too."""
        return self.alone + self.withdrawn_alone

    @property
    def _all_words(self) -> str:
        who, many = self._taking_part(self.teams_in_all, self.alone_in_all), self.teams_in_all + self.alone_in_all
        if self.singles:
            return npgettext("players", "%(who)s registered", "%(who)s registered", many) % {"who": who}
        return npgettext("teams", "%(who)s registered", "%(who)s registered", many) % {"who": who}

    @property
    def here_words(self) -> str:
        """State who is there: « 23 équipes, 1 personne seule »."""
        return self._taking_part(self.teams_here, self.alone_here)

    @property
    def absent_words(self) -> str:
        """State whom nobody has seen yet, in the same words."""
        return self._taking_part(self.teams - self.teams_here, self.alone - self.alone_here)

    def _taking_part(self, teams: int, alone: int) -> str:
        return words_for(teams, alone, singles=self.singles)


def words_for(teams: int, alone: int, *, singles: bool) -> str:
    """Return how many teams and people alone: « 23 équipes, 1 personne seule »; with *singles* the teams are players."""
    if singles:
        words = ngettext("%(n)s player", "%(n)s players", teams) % {"n": teams}
    else:
        words = ngettext("%(n)s team", "%(n)s teams", teams) % {"n": teams}
    single = ngettext("%(n)s person alone", "%(n)s people alone", alone) % {"n": alone}
    return ", ".join([words] * bool(teams or not alone) + [single] * bool(alone))


@dataclass(frozen=True, kw_only=True)
class DoorCounts(Turnout):
    """Count what the door wants to know at a glance; money in cents.

    `tables_to_be` are those of the first partie once those who came alone have partners, `resting` who has none there.
    `paid` have paid all they owe, `paid_left` of them have left; `unpaid` owe something still, `unpaid_alone` of them
    are people alone, `unpaid_left` have left, `part_paid` have paid a part. `never_came` owe nothing: a partie was
    drawn without them. These three, without those who have left, are all the registered. `missing` is what these owe, whatever others paid beyond
    their fee.
    """

    tables_to_be: int
    resting: int
    paid: int
    paid_alone: int
    paid_left: int
    cash: int
    expected: int
    missing: int
    part_paid: int
    unpaid: int
    unpaid_alone: int
    unpaid_left: int
    never_came: int
    never_came_alone: int
    till: tuple[Till, ...]

    @property
    def undue(self) -> int:
        """Return the cents taken that nobody owed: of a team that left before it played, of one that still waits."""
        return self.cash + self.missing - self.expected

    @property
    def mixed(self) -> bool:
        """Return whether a figure counts teams and people alone together, so that it must say how many of each."""
        return bool(self.alone or self.paid_alone or self.unpaid_alone)

    @property
    def never_came_words(self) -> str:
        """State who never came and owes nothing, in the same words."""
        return self._taking_part(self.never_came - self.never_came_alone, self.never_came_alone)

    @property
    def paid_words(self) -> str:
        """State who has paid: « 23 équipes, 1 personne seule »."""
        return self._taking_part(self.paid - self.paid_alone, self.paid_alone)

    @property
    def unpaid_words(self) -> str:
        """State who owes something still, in the same words."""
        return self._taking_part(self.unpaid - self.unpaid_alone, self.unpaid_alone)


class _Counted(NamedTuple):
    """Represent of a team what the figures of the door depend on, under the names of its columns."""

    withdrawn_from: int | None
    first_round: int
    waiting: bool
    alone: bool
    present: bool
    excluded: bool
    paid_cents: int | None
    paid_by: str
    partner_cents: int
    partner_paid_by: str
    reductions: list[str]

    @property
    def takes_part(self) -> bool:
        """Return whether it has its place: it has not left and does not wait."""
        return self.withdrawn_from is None and not self.waiting

    def never_came(self, *, drawn: bool, seated: bool) -> bool:
        """Return whether it never came nor paid, a partie being *drawn*."""
        return drawn and not (self.present or seated) and self.paid_cents is None

    def owes(self, *, drawn: bool, seated: bool) -> bool:
        """Return whether it owes its fee, paid or not."""
        left_unplayed = self.withdrawn_from is not None and self.withdrawn_from == self.first_round
        return not (self.waiting or left_unplayed or self.never_came(drawn=drawn, seated=seated))

    def missing(self, fee: Fee) -> int:
        """Return what is missing of its *fee*, in cents."""
        return max(0, fee.owed(alone=self.alone, reductions=self.reductions) - (self.paid_cents or 0))

    def cents_by(self, means: str) -> int:
        """Return what of its money came by *means*."""
        own = 0 if self.paid_cents is None or self.paid_by != means else self.paid_cents - self.partner_cents
        return own + (self.partner_cents if self.partner_paid_by == means else 0)


def turnout(tournament: Tournament) -> Turnout:
    """Count who takes part in *tournament*; one query. Every page, sheet and sentence counts by this."""
    return Turnout(**_counts(tournament, [_Counted(*row) for row in _counted(tournament=tournament.pk)]))


@prepared
def _counted(tournament: int) -> QuerySet[Team, tuple[Any, ...]]:
    return Team.objects.filter(tournament=tournament).order_by().values_list(*_Counted._fields)


def _counts(tournament: Tournament, teams: Sequence[_Counted]) -> dict[str, Any]:
    """Return the figures of the turnout."""
    playing = [team for team in teams if team.takes_part]
    left = [team for team in teams if team.withdrawn_from is not None and not team.waiting]
    return {
        "singles": tournament.singles,
        "teams": sum(not team.alone for team in playing),
        "alone": sum(team.alone for team in playing),
        "teams_here": sum(team.present and not team.alone for team in playing),
        "alone_here": sum(team.present and team.alone for team in playing),
        "withdrawn": len(left),
        "withdrawn_alone": sum(team.alone for team in left),
        "excluded": sum(team.excluded for team in left),
        "waiting": sum(team.waiting and team.withdrawn_from is None for team in teams),
    }


def door_counts(tournament: Tournament) -> DoorCounts:
    """Count teams and money; one query.

    A team that left before it ever played owes nothing, nor does one that never came once a partie is drawn.
    """
    # Counted here: thirty filtered counts are one statement too, which took seven times as long to put together.
    teams, owing, absent = [], [], []
    for *fields, is_drawn, is_seated in _counted_at_door(tournament=tournament.pk):
        team = _Counted(*fields)
        teams.append(team)
        if team.takes_part and team.never_came(drawn=is_drawn, seated=is_seated):
            absent.append(team)
        if team.owes(drawn=is_drawn, seated=is_seated):
            owing.append(team)
    fee = tournament.fee

    def owed(some: Iterable[_Counted]) -> int:
        return sum(fee.owed(alone=team.alone, reductions=team.reductions) for team in some)

    def is_paid_up(team: _Counted) -> bool:
        return team.paid_cents is not None and team.paid_cents >= owed([team])

    paid = [team for team in teams if not team.waiting and is_paid_up(team)]
    unpaid = [team for team in owing if not is_paid_up(team)]
    means_of_teams = [*known_means(tournament), *dict.fromkeys(team.paid_by for team in teams)]
    by_means = {means: sum(team.cents_by(means) for team in teams) for means in means_of_teams}
    numbers = _counts(tournament, teams)
    tables, resting = first_tables(tournament.formula, numbers["teams"] + numbers["alone"] // 2)
    return DoorCounts(
        **numbers,
        paid=len(paid),
        paid_alone=sum(team.alone for team in paid),
        paid_left=sum(team.withdrawn_from is not None for team in paid),
        part_paid=sum(team.paid_cents is not None for team in unpaid),
        unpaid=len(unpaid),
        unpaid_alone=sum(team.alone for team in unpaid),
        unpaid_left=sum(team.withdrawn_from is not None for team in unpaid),
        never_came=len(absent),
        never_came_alone=sum(team.alone for team in absent),
        cash=sum(team.paid_cents or 0 for team in teams),
        till=tuple(Till(means, cents) for means, cents in by_means.items() if cents),
        expected=owed(owing),
        missing=sum(team.missing(fee) for team in unpaid),
        tables_to_be=tables,
        resting=resting,
    )


@prepared
def _counted_at_door(tournament: int) -> QuerySet[Team, tuple[Any, ...]]:
    rounds = apps.get_model("tournament", "Round").objects.filter(tournament=tournament, state="published")
    seated = Exists(Team.objects.filter(pk=OuterRef("pk"), seats__isnull=False))
    rows = Team.objects.filter(tournament=tournament).order_by()
    return rows.values_list(*_Counted._fields, Exists(rounds.order_by()), seated)


def missing_after_play(concours: Sequence[Tournament]) -> dict[int, dict[int, int]]:
    """Return concours → key of a team → what is missing of its fee, in cents, of those of which a partie is drawn; one query.

    Whose evening has not begun is still expected to pay at the door.
    """
    fees = {one.pk: one.fee for one in concours}
    seated = Exists(Team.objects.filter(pk=OuterRef("pk"), seats__isnull=False))
    begun = Tournament.objects.filter(pk__in=fees, rounds__state="published").order_by().values("pk")
    teams = Team.objects.filter(tournament__in=begun).order_by("number")
    found: dict[int, dict[int, int]] = {}
    for pk, key, *fields, is_seated in teams.values_list("tournament", "pk", *_Counted._fields, seated):
        team = _Counted(*fields)
        if team.owes(drawn=True, seated=is_seated) and (missing := team.missing(fees[pk])):
            found.setdefault(pk, {})[key] = missing
    return found
