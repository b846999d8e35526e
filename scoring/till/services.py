"""Acts of the till: sell, take what was owed, note other money, count, correct. They also come after the palmarès."""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum
from django.utils.formats import number_format

from scoring.till import acts
from tournament import names
from tournament.concours.kinds import euros
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.ledger import booking as ledger
from tournament.ledger.models import DUE, OF_FEES, REMARK_LENGTH, SPENT, SPENT_FROM_TILL, Movement
from tournament.ledger.selectors import lines_of
from tournament.registration import paying
from tournament.registration.models import Team

COINS = ("50000", "20000", "10000", "5000", "2000", "1000", "500", "200", "100", "50", "20", "10", "5", "2", "1")


def money(cents: int) -> str:
    """Format an amount as accounts have it, with both cents and a typographic minus: « −12,50 € »."""
    whole, rest = divmod(abs(cents), 100)
    figures = number_format(f"{whole}.{rest:02}", decimal_pos=2, force_grouping=True)
    return f"{'−' if cents < 0 else ''}{figures}\u00a0€"


MOST_PIECES = 999
MOST_COINS = 9_999
# Kinds of money beside fees and sales: 1 for those that bring it, -1 for those that take it away.
OTHER_MONEY = {"float": 1, "income": 1, "lots": -1, "expense": -1, "deposit": -1, "transfer": -1}
_NEEDS_WORDS = ("income", "lots", "expense")


@transaction.atomic
def sell(
    *,
    tournament_id: int,
    items: Mapping[str, int],
    means: str = "cash",
    till: str = "",
    team: int | None = None,
    fee: bool = False,
    remark: str = "",
    key: str = "",
    by: User | None,
) -> list[Movement]:
    """Sell *items*, each with how many, less than 0 for what comes back; with *fee* the team pays its fee too.

    *team* is the number of a team; *remark* says for whom else. By DUE nothing is paid yet. Returns the lines
    written; a *key* that was here already sells nothing more. Raises TournamentError item_unknown, quantity_range,
    nothing_sold, due_of_nobody, team_unknown, means_unknown, till_unknown, text_too_long.
    """
    tournament = lock_tournament(tournament_id)
    if ledger.key_known(tournament, key):
        return _receipt_of(tournament, key)
    ledger.checked_means(tournament, means, field="means", also=(DUE,))
    till = ledger.checked_till(tournament, till)
    remark = names.clean_short(remark, REMARK_LENGTH, "remark")
    paying_team = None if team is None else _team(tournament, team)
    if fee and (paying_team is None or means == DUE):
        raise TournamentError("fee_of_nobody", field="team")
    if means == DUE and paying_team is None and not remark:
        raise TournamentError("due_of_nobody", field="remark")
    lines = [_sale(tournament, name, count, means, till) for name, count in items.items() if count]
    if not lines and not fee:
        raise TournamentError("nothing_sold")
    for line in lines:
        line.remark = remark
        if paying_team is not None:
            line.team, line.team_number = paying_team.pk, paying_team.number
    of_fee: list[Movement] = []
    if fee and paying_team is not None:
        last = Movement.objects.filter(tournament=tournament).count()
        paying.set_paid_up(team_id=paying_team.pk, paid_by=means, till=till, by=by)
        # That act wrote a line of its own: this one stands on the concours as it is after it.
        tournament.refresh_from_db(fields=["journal_number", "journal_hash", "changed_at"])
        of_fee = list(Movement.objects.filter(tournament=tournament, number__gt=last))
    if not lines:
        return of_fee
    lines[0].key = key
    after: dict[str, object] = {
        "items": {line.item: line.quantity for line in lines},
        "cents": sum(line.cents for line in lines),
        "means": means,
        "movements": ledger.book(tournament, lines, by),
    }
    after |= {"till": till} if till else {}
    after |= {"team": paying_team.pk, "number": paying_team.number} if paying_team else {}
    journal.write(tournament, acts.SELL, by, after=after)
    return [*of_fee, *lines]


def _sale(tournament: Tournament, name: str, count: int, means: str, till: str) -> Movement:
    item = tournament.items.get(name)
    if item is None:
        raise TournamentError("item_unknown", field="items", read=name, known=", ".join(tournament.items) or "–")
    if type(count) is not int or not -MOST_PIECES <= count <= MOST_PIECES:
        raise TournamentError("quantity_range", field="items", item=name, most=MOST_PIECES)
    cents = item.cents * count
    return Movement(kind="sale", item=name, served=item.served, quantity=count, cents=cents, means=means, till=till)


def _team(tournament: Tournament, number: int) -> Team:
    team = tournament.teams.filter(number=number).first()
    if team is None:
        raise TournamentError("till_team_unknown", field="team", read=number)
    return team


def _receipt_of(tournament: Tournament, key: str) -> list[Movement]:
    first = Movement.objects.get(tournament=tournament, key=key)
    return list(Movement.objects.filter(tournament=tournament, receipt=first.receipt))


@transaction.atomic
def pay_due(
    *, tournament_id: int, line: int, means: str = "cash", till: str = "", key: str = "", by: User | None
) -> list[Movement]:
    """Take by *means* all that the debtor of *line*, the number of one of its unpaid lines, still owes.

    Raises TournamentError nothing_due, means_unknown, till_unknown.
    """
    tournament = lock_tournament(tournament_id)
    if ledger.key_known(tournament, key):
        return _receipt_of(tournament, key)
    ledger.checked_means(tournament, means, field="means")
    till = ledger.checked_till(tournament, till)
    first = Movement.objects.filter(tournament=tournament, number=line, means=DUE).first()
    if first is None:
        raise TournamentError("nothing_due")
    owing = Movement.objects.filter(tournament=tournament, means=DUE)
    owing = owing.filter(team=first.team) if first.team is not None else owing.filter(team=None, remark=first.remark)
    sums = owing.order_by().values("till").annotate(total=Sum("cents")).order_by("till")
    total = sum(row["total"] for row in sums)
    if total <= 0:
        raise TournamentError("nothing_due")
    about = {"kind": "paid", "team": first.team, "team_number": first.team_number, "remark": first.remark}
    lines = [Movement(cents=-row["total"], means=DUE, till=row["till"], **about) for row in sums if row["total"]]
    lines.append(Movement(cents=total, means=means, till=till, **about))
    lines[0].key = key
    after: dict[str, object] = {"cents": total, "means": means, "movements": ledger.book(tournament, lines, by)}
    after |= {"till": till} if till else {}
    after |= {"team": first.team, "number": first.team_number} if first.team is not None else {}
    journal.write(tournament, acts.PAY_DUE, by, after=after)
    return lines


@transaction.atomic
def note_money(
    *,
    tournament_id: int,
    kind: str,
    cents: int,
    means: str = "cash",
    till: str = "",
    to_till: str = "",
    remark: str = "",
    key: str = "",
    by: User | None,
) -> list[Movement]:
    """Note *cents* that came into *till* or left it beside fees and sales; *kind* is one of OTHER_MONEY.

    A transfer goes to *to_till*; what is spent otherwise than in cash leaves no till. Raises TournamentError money_kind, amount_range, remark_needed, same_till,
    means_unknown, till_unknown.
    """
    tournament = lock_tournament(tournament_id)
    if ledger.key_known(tournament, key):
        return _receipt_of(tournament, key)
    if kind not in OTHER_MONEY:
        raise TournamentError("money_kind", field="kind", read=kind, known=", ".join(OTHER_MONEY))
    ledger.checked_cents(cents)
    ledger.checked_means(tournament, means, field="means")
    till = ledger.checked_till(tournament, till)
    remark = names.clean_short(remark, REMARK_LENGTH, "remark")
    if kind in _NEEDS_WORDS and not remark:
        raise TournamentError("remark_needed", field="remark")
    signed = OTHER_MONEY[kind] * cents
    lines = [Movement(kind=kind, cents=signed, means=means, till=till, remark=remark, key=key)]
    if lines[0].of_account:
        till = lines[0].till = ""
    after: dict[str, object] = {"what": kind, "cents": signed, "means": means} | ({"till": till} if till else {})
    if kind == "transfer":
        to_till = ledger.checked_till(tournament, to_till, field="to_till")
        if to_till == till:
            raise TournamentError("same_till", field="to_till")
        lines.append(Movement(kind=kind, cents=cents, means=means, till=to_till, remark=remark))
        after |= {"to_till": to_till}
    journal.write(tournament, acts.NOTE_MONEY, by, after=after | {"movements": ledger.book(tournament, lines, by)})
    return lines


@transaction.atomic
def count_till(
    *,
    tournament_id: int,
    means: str = "cash",
    till: str = "",
    cents: int | None = None,
    coins: Mapping[str, int] | None = None,
    reason: str = "",
    key: str = "",
    by: User | None,
) -> Movement:
    """Record what is in *till* of *means*: *coins*, how many of each of COINS, or the sum in *cents*.

    Money of which nobody said how it was paid is taken for what is found too much. A difference that remains needs a
    *reason*, its name; a line of the till then brings both together. Raises TournamentError difference_less,
    difference_more, coin_unknown, coins_range, amount_range, count_missing.
    """
    tournament = lock_tournament(tournament_id)
    if ledger.key_known(tournament, key):
        return _receipt_of(tournament, key)[0]
    ledger.checked_means(tournament, means, field="means")
    till = ledger.checked_till(tournament, till)
    reason = names.clean_short(reason, REMARK_LENGTH, "reason")
    counted = _counted(cents, coins)
    expected = _expected(tournament, means, till)
    # Money that a list calls paid, but not how, lies there too; counted as a surplus the tills would hold it twice.
    named = max(0, min(counted - expected, _expected(tournament, "", till))) if means else 0
    expected += named
    difference = counted - expected
    if difference and not reason:
        code = "difference_less" if difference < 0 else "difference_more"
        words = {"counted": euros(counted), "expected": euros(expected), "difference": euros(abs(difference))}
        raise TournamentError(code, field="reason", **words)
    figures = {"expected": expected, "counted": counted}
    line = Movement(kind="count", cents=difference, means=means, till=till, remark=reason, key=key)
    line.counted = figures | {"coins": {coin: count for coin, count in (coins or {}).items() if count}}
    moves = [
        Movement(kind="transfer", cents=cents, means=by_what, till=till)
        for by_what, cents in (("", -named), (means, named))
    ]
    after = figures | {"means": means, "movements": ledger.book(tournament, [line, *(moves if named else [])], by)}
    journal.write(tournament, acts.COUNT_TILL, by, after=after | ({"till": till} if till else {}), reason=reason)
    return line


def _expected(tournament: Tournament, means: str, till: str) -> int:
    """Return the cents of *means* that *till* should hold."""
    first = till == ledger.first_till(tournament)
    held = Movement.objects.filter(tournament=tournament, means=means, till__in=["", till] if first else [till])
    held = held if means in SPENT_FROM_TILL else held.exclude(kind__in=SPENT)
    return (held.aggregate(total=Sum("cents"))["total"] or 0) + (_before_lines(tournament, means) if first else 0)


def _before_lines(tournament: Tournament, means: str) -> int:
    """Return what teams have paid by *means* that no line has: it lies in the first till."""
    return sum(line.cents for line in lines_of(tournament) if line.number == 0 and line.means == means)


def _counted(cents: int | None, coins: Mapping[str, int] | None) -> int:
    for coin, count in (coins or {}).items():
        if coin not in COINS:
            raise TournamentError("coin_unknown", field="coins", read=coin)
        if type(count) is not int or not 0 <= count <= MOST_COINS:
            raise TournamentError("coins_range", field="coins", coin=euros(int(coin)), most=MOST_COINS)
    if coins:
        return sum(int(coin) * count for coin, count in coins.items())
    if cents is None:
        raise TournamentError("count_missing", field="cents")
    return ledger.checked_cents(cents, lowest=0)


@acts.CORRECT_MONEY.service
@transaction.atomic
def correct_money(*, tournament_id: int, numbers: Collection[int], reason: str, by: User | None) -> list[Movement]:
    """Correct the lines with these *numbers*, each by a line of the opposite amount; both stay.

    What was paid later, or went from till to till, is corrected whole. Raises TournamentError reason_needed,
    line_unknown, line_corrected, line_of_fee.
    """
    tournament = lock_tournament(tournament_id)
    reason = journal.required_reason(reason)
    wanted = Movement.objects.filter(tournament=tournament, number__in=list(numbers))
    receipts = [line.receipt for line in wanted if line.kind in ("paid", "transfer")]
    lines = list(wanted | Movement.objects.filter(tournament=tournament, receipt__in=receipts))
    if not lines or set(numbers) - {line.number for line in lines}:
        raise TournamentError("line_unknown", read=", ".join(map(str, sorted(numbers))))
    corrected = Movement.objects.filter(tournament=tournament, corrects__in=[line.number for line in lines])
    for line in lines:
        if line.kind in OF_FEES:
            raise TournamentError("line_of_fee", line=line.number)
        if line.corrects is not None or any(one.corrects == line.number for one in corrected):
            raise TournamentError("line_corrected", line=line.number)
    same = ("kind", "till", "means", "item", "served", "team", "team_number", "remark")
    opposite = [
        Movement(
            cents=-line.cents,
            quantity=-line.quantity,
            corrects=line.number,
            **{name: getattr(line, name) for name in same},
        )
        for line in lines
    ]
    booked = ledger.book(tournament, opposite, by)
    after: dict[str, object] = {"corrected": [line.number for line in lines], "movements": booked}
    after["cents"] = sum(line.cents for line in opposite)
    journal.write(tournament, acts.CORRECT_MONEY, by, after=after, reason=reason)
    return opposite
