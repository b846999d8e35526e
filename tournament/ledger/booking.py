"""Write lines of the till inside an act: numbered, never changed; the payments of a team as the difference that it makes."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.kinds import euros
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.ledger.models import DUE, MEANS, MOST_CENTS, OF_FEES, Movement


class PayingTeam(Protocol):
    """Describe a team as far as its money goes."""

    pk: int
    tournament_id: int
    number: int
    paid_cents: int | None
    paid_by: str
    partner_cents: int
    partner_paid_by: str


def known_means(tournament: Tournament) -> dict[str, Any]:
    """Return the means of payment of *tournament* by key, with their words."""
    return MEANS | {name: name for name in tournament.club_means}


def means_words(means: str) -> str:
    """Return the words for a means of payment: those of the club are their own; DUE is not paid yet."""
    return _("to be paid") if means == DUE else str(MEANS.get(means, means))


def known_key(means: str) -> str:
    """Return the key of a means of payment; one that a club names is another one."""
    return means if means in MEANS else "other"


def name_of_club(means: str) -> str:
    """Return the name of a means of payment that a club gives, empty for those that every club has."""
    return "" if means in MEANS else means


def checked_means(tournament: Tournament, means: str, *, field: str = "paid_by", also: Iterable[str] = ()) -> str:
    """Return *means*, one of the concours. Raises TournamentError means_unknown."""
    known = known_means(tournament)
    if means not in known and means not in also:
        raise TournamentError("means_unknown", field=field, read=means, known=", ".join(filter(None, known)))
    return means


def first_till(tournament: Tournament) -> str:
    """Return the first till, in which money lies that was taken before the tills had names; empty: the only one."""
    return str(tournament.tills[0]) if tournament.tills else ""


def checked_till(tournament: Tournament, till: str, *, field: str = "till") -> str:
    """Return the name of the till, the first one where none is said. Raises TournamentError till_unknown."""
    if not till:
        return first_till(tournament)
    if till not in tournament.tills:
        raise TournamentError("till_unknown", field=field, read=till, known=", ".join(tournament.tills) or "–")
    return till


def checked_cents(cents: int, *, lowest: int = 1) -> int:
    """Return an amount of money. Raises TournamentError amount_range."""
    if type(cents) is not int or not lowest <= cents <= MOST_CENTS:
        raise TournamentError("amount_range", field="cents", lowest=euros(lowest), most=euros(MOST_CENTS))
    return cents


def key_known(tournament: Tournament, key: str) -> bool:
    """Return whether a form with this *key* was sent here before; never without one."""
    return bool(key) and Movement.objects.filter(tournament=tournament, key=key).exists()


def book(tournament: Tournament, lines: Sequence[Movement], by: User | None) -> list[int]:
    """Write *lines* to a locked *tournament*, numbered from the last one on, as one receipt; their numbers."""
    if not lines:
        return []
    last = Movement.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    now = timezone.now()
    for number, line in enumerate(lines, last + 1):
        line.tournament, line.number, line.receipt, line.at, line.by = tournament, number, last + 1, now, by
    Movement.objects.bulk_create(lines)
    return [line.number for line in lines]


def parts(team: PayingTeam) -> dict[str, int]:
    """Return what *team* has paid of its fee, in cents by means; nothing where it has not."""
    if not team.paid_cents:
        return {}
    sums = Counter({team.paid_by: team.paid_cents - team.partner_cents})
    sums[team.partner_paid_by] += team.partner_cents
    return {means: cents for means, cents in sums.items() if cents}


def payment_lines(
    team: PayingTeam, before: Mapping[str, int], till: str, now: Mapping[str, int] | None = None
) -> list[Movement]:
    """Return the lines that make of what *team* had paid *before* what it has paid *now*, by means.

    What is taken back leaves the tills that took it, the last one first.
    """
    now = parts(team) if now is None else now
    lines = []
    for means in sorted({*before, *now}):
        cents = now.get(means, 0) - before.get(means, 0)
        shares = _taken_from(team, means, -cents, till) if cents < 0 else [(till, -cents)]
        lines += [fee_line(team, -share, means, place) for place, share in shares]
    return [line for line in lines if line.cents]


def fee_line(team: PayingTeam, cents: int, means: str, till: str, kind: str = "fee") -> Movement:
    """Return a line of the fee of *team*."""
    return Movement(kind=kind, cents=cents, means=means, till=till, team=team.pk, team_number=team.number)


def _of_team(team: PayingTeam) -> QuerySet[Movement]:
    return Movement.objects.filter(tournament=team.tournament_id, team=team.pk)


def _taken_from(team: PayingTeam, means: str, cents: int, till: str) -> list[tuple[str, int]]:
    """Return from which tills *cents* come that *team* had paid by *means*, the rest from *till*."""
    shares: list[tuple[str, int]] = []
    held = _of_team(team).filter(means=means, kind__in=OF_FEES).order_by().values("till")
    for row in held.annotate(total=Sum("cents"), last=Max("number")).order_by("-last"):
        share = min(cents, max(0, row["total"]))
        shares.append((row["till"], share))
        cents -= share
    return [*shares, (till, cents)]


def fees_booked(team: PayingTeam) -> int:
    """Return the cents that the lines of the till hold of the fee of *team*; one query."""
    of_team = _of_team(team).filter(kind__in=OF_FEES).exclude(means=DUE)
    return of_team.aggregate(total=Sum("cents"))["total"] or 0


def rest_lines(team: PayingTeam, till: str) -> list[Movement]:
    """Return the lines of what *team* has paid and no line has: it was noted before there were any, or came back."""
    booked = fees_booked(team)
    rest = (team.paid_cents or 0) - booked
    if not rest:
        return []
    owing = parts(team) if not booked else {team.paid_by: rest}
    return [fee_line(team, cents, means, till) for means, cents in owing.items()]


def moved_lines(giver: PayingTeam, receiver: PayingTeam) -> list[Movement]:
    """Return the lines that bring the money of *giver* to *receiver*, also what it still owes; each till keeps what it has."""
    held = _of_team(giver).filter(Q(kind__in=OF_FEES) | Q(means=DUE))
    sums = held.order_by().values("means", "till").annotate(total=Sum("cents")).order_by("means", "till")
    return [
        fee_line(team, sign * row["total"], row["means"], row["till"], "moved")
        for row in sums
        if row["total"]
        for team, sign in ((giver, -1), (receiver, 1))
    ]


def erase_remarks(*, club_id: int, written: Iterable[str], teams: Collection[int]) -> None:
    """Erase the remarks of the till of a club in which one of some names is *written*, and those about some *teams*.

    A remark is no part of what the journal seals: the money stays as it is.
    """
    Movement.objects.filter(pk__in=remarks_about(club_id=club_id, written=written, teams=teams)).update(remark="")


def remarks_about(*, club_id: int, written: Iterable[str], teams: Collection[int]) -> list[int]:
    """Return the keys of the lines of a club whose remark has a name of *written* in it or is about one of *teams*."""
    sought = [words for name in written if (words := set(names.spelling(name).split()))]
    told = Movement.objects.filter(tournament__club=club_id).exclude(remark="").values_list("pk", "remark", "team")
    return [
        pk
        for pk, remark, team in told
        if team in teams or any(words <= set(names.spelling(remark).split()) for words in sought)
    ]
