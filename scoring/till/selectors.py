"""Questions about the till: what each holds, what came of what, who still owes, what the kitchen serves, a season."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.figures import minus
from tournament.ledger.booking import first_till, known_means, means_words
from tournament.ledger.models import DUE, KINDS, OF_FEES, SPENT, Movement
from tournament.ledger.selectors import lines_of
from tournament.registration.head_count import DoorCounts, door_counts, missing_after_play
from tournament.registration.models import Team
from tournament.registration.selectors import named_teams, team_title

# Kinds that an evening earns and spends by; the others move money and leave it as much.
_EARNED = ("sale", "income")


@dataclass(frozen=True)
class Held:
    """Return the cents that one till should hold by one means; `counted` is its last count, None where there is none."""

    till: str
    means: str
    cents: int
    counted: Movement | None = None

    @property
    def means_words(self) -> str:
        """Return the words for its means."""
        return means_words(self.means)

    @property
    def since(self) -> int:
        """Return what has moved since its last count, in cents."""
        return self.cents - self.counted.counted["counted"] if self.counted and self.counted.counted else 0


@dataclass(frozen=True)
class TillTotals:
    """One till: what it should hold by each means, and in all."""

    name: str
    held: Sequence[Held]

    @property
    def cents(self) -> int:
        """Return what it should hold in all."""
        return sum(one.cents for one in self.held)


@dataclass(frozen=True)
class SoldItem:
    """The number taken of an item, when they are served, and their price in all, what is not paid yet included."""

    item: str
    served: str
    quantity: int
    cents: int


@dataclass(frozen=True)
class Debtor:
    """Somebody who took something and has not paid: `line` is the number of an unpaid line."""

    line: int
    team: int | None
    who: str
    cents: int


@dataclass(frozen=True)
class TillBalance:
    """The money of an evening, in cents: what came and went by kind, and where it is; both add up to the same.

    `fees` without what was given back, `sales` also what is not paid yet, which is `due`.
    """

    lines: Sequence[Movement]
    tills: Sequence[TillTotals]
    items: Sequence[SoldItem]
    debtors: Sequence[Debtor]
    sums: dict[str, int]
    kept_fees: int
    people: DoorCounts

    @property
    def fees(self) -> int:
        """Return the fees taken, less what was given back."""
        return sum(self.sums.get(kind, 0) for kind in OF_FEES)

    @property
    def refunds(self) -> int:
        """Return what of the fees was given back."""
        return -self.sums.get("refund", 0)

    @property
    def earned(self) -> int:
        """Return what came: fees, sales and the rest."""
        return self.fees + sum(self.sums.get(kind, 0) for kind in _EARNED)

    @property
    def spent(self) -> int:
        """Return what was spent."""
        return -sum(self.sums.get(kind, 0) for kind in SPENT)

    @property
    def differences(self) -> int:
        """Return the differences found at counts."""
        return self.sums.get("count", 0)

    @property
    def result(self) -> int:
        """Return what the evening leaves: what came, less what was spent, with the differences."""
        return self.earned - self.spent + self.differences

    @property
    def due(self) -> int:
        """Return what was taken and not paid yet."""
        return sum(debtor.cents for debtor in self.debtors)

    @property
    def floats(self) -> int:
        """Return the floats."""
        return self.sums.get("float", 0)

    @property
    def deposited(self) -> int:
        """Return what was handed over to the treasurer."""
        return -self.sums.get("deposit", 0)

    @property
    def in_tills(self) -> int:
        """Return what all the tills should hold."""
        return self.floats + self.result - self.due - self.deposited + self.by_account

    @property
    def by_account(self) -> int:
        """Return what was spent from the account of the club."""
        return -sum(line.cents for line in self.lines if line.of_account)

    @property
    def meals(self) -> list[SoldItem]:
        """Return what the kitchen serves, by the hour."""
        return sorted((item for item in self.items if item.served), key=lambda item: (item.served, item.item))

    @property
    def notes(self) -> list[Movement]:
        """Return the lines of other money, those corrected and what corrects them left out, in their order."""
        corrected = {line.corrects for line in self.lines if line.corrects is not None}
        return [
            line
            for line in self.lines
            if line.kind in ("income", "lots", "expense", "deposit", "float", "count")
            and line.corrects is None
            and line.number not in corrected
            and (line.cents or line.kind != "count")
        ]


def balance_of(tournament: Tournament) -> TillBalance:
    """Return the money of *tournament*; as many queries for any number of lines."""
    lines = lines_of(tournament)
    people = door_counts(tournament)
    first = first_till(tournament)
    sums: dict[str, int] = {}
    held: dict[tuple[str, str], int] = {}
    counted: dict[tuple[str, str], Movement] = {}
    gone = {line.corrects for line in lines if line.corrects is not None}
    for line in lines:
        # A sale on the slate is earned at once: neither paying nor moving it earns anything more.
        kind = "paid" if line.kind == "moved" and line.means == DUE else line.kind
        sums[kind] = sums.get(kind, 0) + line.cents
        if line.means != DUE and not line.of_account:
            place = (line.till or first, line.means)
            held[place] = held.get(place, 0) + line.cents
            if line.counted and line.corrects is None and line.number not in gone:
                counted[place] = line
    names = [*(tournament.tills or [""]), *sorted({till for till, _m in held} - {*tournament.tills, ""})]
    order = [*known_means(tournament), *sorted({means for _t, means in held} - known_means(tournament).keys())]
    kept = [
        Held(till, means, held[till, means], counted.get((till, means)))
        for till in names
        for means in order
        if (till, means) in held
    ]
    return TillBalance(
        lines=lines,
        tills=[TillTotals(name, [one for one in kept if one.till == name]) for name in names],
        items=_items(lines, tournament),
        debtors=_debtors(lines, dict(tournament.teams.values_list("pk", "number"))),
        sums=sums,
        kept_fees=sums_of_fees(lines) - people.cash,
        people=people,
    )


def sums_of_fees(lines: Iterable[Movement]) -> int:
    """Return the fees of *lines*, in cents."""
    return sum(line.cents for line in lines if line.kind in OF_FEES and line.means != DUE)


def _items(lines: Iterable[Movement], tournament: Tournament) -> list[SoldItem]:
    sold: dict[tuple[str, str], tuple[int, int]] = {}
    for line in lines:
        if line.kind == "sale":
            count, cents = sold.get((line.item, line.served), (0, 0))
            sold[line.item, line.served] = count + line.quantity, cents + line.cents
    order = list(tournament.items)
    found = [SoldItem(item, served, count, cents) for (item, served), (count, cents) in sold.items() if count or cents]
    return sorted(
        found, key=lambda one: (order.index(one.item) if one.item in order else len(order), one.item, one.served)
    )


def _debtors(lines: Iterable[Movement], numbers: Mapping[int, int]) -> list[Debtor]:
    """Return who owes by *lines*; *numbers* key of a team → its number now. One that was deleted has none any more."""
    owing: dict[tuple[int | None, str], list[Movement]] = {}
    for line in lines:
        if line.means == DUE:
            owing.setdefault((line.team, "" if line.team is not None else line.remark), []).append(line)
    debtors = []
    for (team, remark), its in owing.items():
        number = None if team is None else numbers.get(team)
        if team is not None:
            gone = _("no. %(number)s, taken off the list") % {"number": its[-1].team_number}
            remark = gone if number is None else _("no. %(number)s") % {"number": number}
        debtors.append(Debtor(its[-1].number, number, remark, sum(line.cents for line in its)))
    return [debtor for debtor in debtors if debtor.cents]


def kind_words(line: Movement) -> str:
    """Return what a line is for, in words."""
    if line.kind == "sale":
        return f"{minus(line.quantity)} × {line.item}"
    if line.kind == "fee" and line.cents < 0:
        return _("Fee corrected")
    return str(KINDS.get(line.kind, line.kind))


# --- Several concours ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unpaid:
    """Somebody who owes `cents`: `fee` is missing of the fee, `due` was taken at the till and not paid. `team`: its
    number.
    """

    who: str
    team: int | None
    fee: int = 0
    due: int = 0

    @property
    def cents(self) -> int:
        """Return what it owes in all."""
        return self.fee + self.due


@dataclass(frozen=True)
class EveningMoney:
    """Sum up one concours of a season, in cents; `unpaid`: who still owes, once a partie of it is drawn."""

    tournament: Tournament
    fees: int
    sales: int
    income: int
    lots: int
    expenses: int
    differences: int
    unpaid: Sequence[Unpaid] = ()

    @property
    def missing(self) -> int:
        """Return what is still owed."""
        return sum(one.cents for one in self.unpaid)

    @property
    def result(self) -> int:
        """Return what it leaves."""
        return self.fees + self.sales + self.income - self.lots - self.expenses + self.differences


@dataclass(frozen=True)
class SeasonMoney:
    """Several concours: a line each, and their total."""

    evenings: Sequence[EveningMoney]
    since: date
    until: date

    @property
    def total(self) -> dict[str, int]:
        """Return the sums of all the columns."""
        columns = ("fees", "sales", "income", "lots", "expenses", "differences", "result", "missing")
        return {name: sum(getattr(evening, name) for evening in self.evenings) for name in columns}


def season_money(club: Club, since: date, until: date, *, only: Sequence[int] | None = None) -> SeasonMoney:
    """Return the money of the concours of *club* from *since* to *until*, both included, or of *only* these; rehearsals count for nothing."""
    concours = Tournament.objects.filter(club=club, rehearsal=False).order_by("date", "pk")
    concours = concours.filter(date__gte=since, date__lte=until) if only is None else concours.filter(pk__in=only)
    found = list(concours)
    booked: dict[tuple[int, str], int] = {}
    lines = Movement.objects.filter(tournament__in=found).order_by()
    for pk, kind, means, cents in lines.values_list("tournament", "kind", "means", "cents"):
        if kind != "moved" or means != DUE:
            booked[pk, kind] = booked.get((pk, kind), 0) + cents
    unbooked = _unbooked([one.pk for one in found])
    unpaid = _unpaid(found)
    return SeasonMoney(
        [
            EveningMoney(
                one,
                fees=sum(booked.get((one.pk, kind), 0) for kind in OF_FEES) + unbooked.get(one.pk, 0),
                sales=booked.get((one.pk, "sale"), 0),
                income=booked.get((one.pk, "income"), 0),
                lots=-booked.get((one.pk, "lots"), 0),
                expenses=-booked.get((one.pk, "expense"), 0),
                differences=booked.get((one.pk, "count"), 0),
                unpaid=unpaid.get(one.pk, ()),
            )
            for one in found
        ],
        since,
        until,
    )


def _unbooked(concours: Sequence[int]) -> dict[int, int]:
    """Return what teams of *concours* have paid that no line has, by concours; two queries."""
    rest: dict[int, dict[int, int]] = {}
    paid = Team.objects.filter(tournament__in=concours, paid_cents__isnull=False).order_by()
    for pk, team, cents in paid.values_list("tournament", "pk", "paid_cents"):
        rest.setdefault(pk, {})[team] = cents or 0
    of_fees = Movement.objects.filter(tournament__in=concours, kind__in=OF_FEES).exclude(means=DUE).order_by()
    for pk, key, cents in of_fees.values_list("tournament", "team", "cents"):
        if key is not None and key in rest.get(pk, {}):
            rest[pk][key] -= cents
    return {pk: sum(teams.values()) for pk, teams in rest.items()}


def _unpaid(concours: Sequence[Tournament]) -> dict[int, list[Unpaid]]:
    """Return who still owes in each of *concours*, teams by their number, then others; as many queries for any number."""
    fees = missing_after_play(concours)
    slate: dict[int, list[Movement]] = {}
    for line in Movement.objects.filter(tournament__in=concours, means=DUE).order_by("number"):
        slate.setdefault(line.tournament_id, []).append(line)
    keys = {key for teams in fees.values() for key in teams}
    keys |= {line.team for lines in slate.values() for line in lines if line.team is not None}
    teams = {team.pk: team for team in named_teams(keys)}
    numbers = {pk: team.number for pk, team in teams.items()}
    debtors = {pk: _debtors(lines, numbers) for pk, lines in slate.items()}
    found: dict[int, list[Unpaid]] = {}
    for pk in fees.keys() | debtors.keys():
        due = {one.team: one for one in debtors.get(pk, ()) if one.team is not None}
        own = {teams[key].number: cents for key, cents in fees.get(pk, {}).items()}
        titles = {team.number: team_title(team) for team in teams.values() if team.tournament_id == pk}
        found[pk] = [
            Unpaid(titles.get(number, ""), number, own.get(number, 0), due[number].cents if number in due else 0)
            for number in sorted(own.keys() | due.keys())
        ] + [Unpaid(one.who, None, due=one.cents) for one in debtors.get(pk, ()) if one.team is None]
    return found


def season_dates(today: date) -> tuple[date, date]:
    """Return the season that *today* lies in, from the first of September on.

    >>> season_dates(date(2026, 11, 28)), season_dates(date(2027, 8, 31))[1]
    ((datetime.date(2026, 9, 1), datetime.date(2027, 8, 31)), datetime.date(2027, 8, 31))
    """
    year = today.year if today.month >= 9 else today.year - 1
    return date(year, 9, 1), date(year + 1, 8, 31)


def day_in(text: str) -> date | None:
    """Return the day that *text* names as 2026-11-28, None for none."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        return None
