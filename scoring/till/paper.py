"""Split the sheet of the treasurer, and the lines of the till behind it, into printed pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from django.utils.translation import gettext as _

from scoring.till.selectors import TillBalance, kind_words
from scoring.till.services import money
from tournament.ledger.booking import means_words
from tournament.ledger.models import Movement
from tournament.paper import PaperPage, paper_pages, text_lines

# Millimetres for what a line is for: of the sheet, of the lines behind it; there for the means and the till.
_WHAT, _LINES, _MEANS = 62, 70, 45
_LINE, _EDGES = 5.2, 1.6  # millimetres: a line of letters, above and below a row
_NAMED, _COINS = 40, 9  # millimetres beside a difference; how many kinds of coins fill a line
_HEAD, _SIGNED = 14, 30  # the head and foot of a table; title and signatures below what was counted
_TOP = 8  # the title of the first page is higher than those of the others


@dataclass(frozen=True)
class TillRow:
    """A row of a table of the treasurer's sheet: what for, `details` in small letters, the amount in cents."""

    words: str
    cents: int
    details: Sequence[str] = ()
    total: bool = False


@dataclass(frozen=True)
class TillTable:
    """The rows of a table that stand on one page."""

    title: str
    rows: Sequence[TillRow]


Pair = tuple[TillTable, TillTable]


@dataclass(frozen=True)
class TreasurerPage:
    """Page `number` of `count` of the treasurer's sheet: tables in pairs; the last one has what was counted below them."""

    number: int
    count: int
    pairs: Sequence[Pair]


def treasurer_pages(balance: TillBalance) -> list[TreasurerPage]:
    """Return the pages of what came and was spent, what that leaves, and where it is."""
    pairs = _tables(balance)
    # A row of both tables of a pair; after the last one, at None, what was counted.
    lines: list[tuple[int, TillRow | None, TillRow | None]] = [
        (at, row, other) for at, (left, right) in enumerate(pairs) for row, other in zip_longest(left.rows, right.rows)
    ]
    lines.append((len(pairs), None, None))
    first = {at: next(line for line in lines if line[0] == at) for at in range(len(pairs))}

    def height(line: tuple[int, TillRow | None, TillRow | None]) -> float:
        at, *rows = line
        if at == len(pairs):
            return _SIGNED + (_LINE + _EDGES) * (_counted_lines(balance) + 4)
        letters = max(text_lines(row.words, _WHAT, 10) + len(row.details) for row in rows if row is not None)
        return _EDGES + _LINE * letters + (_HEAD if line is first[at] else 0)

    return [
        TreasurerPage(
            page.number,
            page.count,
            [
                _pair(pairs[at], list(own))
                for at, own in groupby(page.lines, key=lambda line: line[0])
                if at < len(pairs)
            ],
        )
        for page in paper_pages(lines, height, before=_TOP)
    ]


def _counted_lines(balance: TillBalance) -> int:
    """Return how many lines of letters are below the tables: what each till holds and its coins, each difference named."""
    count = 0
    for till in balance.tills:
        for held in till.held:
            counted = held.counted
            named = text_lines(counted.remark, _NAMED, 8) if counted is not None and counted.remark else 1
            coins = (counted.counted or {}).get("coins") if counted is not None else None
            count += named + bool(held.since) + (1 + len(coins) // _COINS if coins else 0)
    return count + len(balance.tills)


def _pair(tables: Pair, lines: Sequence[tuple[int, TillRow | None, TillRow | None]]) -> Pair:
    left, right = tables
    return (
        TillTable(left.title, [row for _at, row, _other in lines if row is not None]),
        TillTable(right.title, [row for _at, _other, row in lines if row is not None]),
    )


def _tables(balance: TillBalance) -> list[Pair]:
    fees = [_("%(sum)s given back is taken off") % {"sum": money(balance.refunds)}] if balance.refunds else []
    if balance.kept_fees:
        fees.append(_("of which %(sum)s of deleted registrations") % {"sum": money(balance.kept_fees)})
    notes = balance.notes
    # Beside the strings: the catalogue does not look into them.
    paid, differs, unpaid = _("Fees"), _("Difference at the count"), _("Not paid yet")
    came = [
        TillRow(f"{paid} ({balance.people.paid_words})", balance.fees, fees),
        *(TillRow(f"{item.quantity} × {item.item}", item.cents) for item in balance.items),
        *(TillRow(line.remark, line.cents) for line in notes if line.kind == "income"),
        TillRow(_("Total"), balance.earned, total=True),
    ]
    spent = [
        *(_noted(line, -line.cents) for line in notes if line.kind in ("lots", "expense")),
        TillRow(_("Total"), balance.spent, total=True),
    ]
    counts = (line for line in notes if line.kind == "count")
    leaves = [
        TillRow(_("What came"), balance.earned),
        TillRow(_("What was spent"), -balance.spent),
        *(TillRow(f"{differs} · {line.remark}", line.cents) for line in counts),
        TillRow(_("Result"), balance.result, total=True),
    ]
    held = [
        TillRow(_("Float"), balance.floats),
        TillRow(_("Result"), balance.result),
        *(TillRow(f"{unpaid} · {debtor.who}", -debtor.cents) for debtor in balance.debtors),
        *(_noted(line, line.cents) for line in notes if line.kind == "deposit"),
        *([TillRow(_("Paid from the account of the club"), balance.by_account)] if balance.by_account else []),
        TillRow(_("In the tills"), balance.in_tills, total=True),
    ]
    return [
        (TillTable(_("What came"), came), TillTable(_("What was spent"), spent)),
        (TillTable(_("What the evening leaves"), leaves), TillTable(_("Where the money is"), held)),
    ]


def _noted(line: Movement, cents: int) -> TillRow:
    return TillRow(" · ".join(filter(None, (kind_words(line), line.remark))), cents)


def line_pages(lines: Sequence[Movement]) -> list[PaperPage[Movement]]:
    """Return the pages of all *lines*, which the treasurer keeps with the sheet; none where there are none."""
    if not lines:
        return []

    def height(line: Movement) -> float:
        means = f"{means_words(line.means)} {line.till}"
        what = f"{kind_words(line)} · n° {line.team_number or ''} {line.remark}"
        return _EDGES + _LINE * max(text_lines(what, _LINES, 10), text_lines(means, _MEANS, 10))

    return paper_pages(lines, height)
