"""The till: what came and was spent, where the money is, and every line."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.till.selectors import TillBalance, kind_words
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.ledger.booking import means_words


def _cents(name: str) -> Any:
    return lambda row: None if row[name] is None else row[name] / 100


def _sums(balance: TillBalance) -> list[dict[str, Any]]:
    """Return the lines of the account: what, which one, how many, cents."""
    lines: list[tuple[str, str, int | None, int]] = [(_("What came"), _("Fees"), None, balance.fees)]
    lines += [(_("What came"), item.item, item.quantity, item.cents) for item in balance.items]
    lines += [(_("What came"), note.remark, None, note.cents) for note in balance.notes if note.kind == "income"]
    lines.append((_("What came"), _("Total"), None, balance.earned))
    spent = [note for note in balance.notes if note.kind in ("lots", "expense")]
    lines += [(_("What was spent"), f"{kind_words(note)} · {note.remark}", None, note.cents) for note in spent]
    lines.append((_("What was spent"), _("Total"), None, -balance.spent))
    lines += [(_("Differences"), note.remark, None, note.cents) for note in balance.notes if note.kind == "count"]
    lines += [(_("Result"), "", None, balance.result), (_("Float"), "", None, balance.floats)]
    lines += [(_("Not paid yet"), debtor.who, None, -debtor.cents) for debtor in balance.debtors]
    lines += [(_("Handed over"), note.remark, None, note.cents) for note in balance.notes if note.kind == "deposit"]
    if balance.by_account:
        lines.append((_("Paid from the account of the club"), "", None, balance.by_account))
    for till in balance.tills:
        names = (" ".join(filter(None, (till.name, means_words(held.means)))) for held in till.held)
        lines += [(_("In the tills"), name, None, held.cents) for name, held in zip(names, till.held, strict=True)]
        if len(till.held) > 1 and len(balance.tills) > 1:
            lines.append((_("In the tills"), _("In all, %(name)s") % {"name": till.name}, None, till.cents))
    lines.append((_("All tills together"), "", None, balance.in_tills))
    return [dict(zip(("what", "which", "count", "cents"), line, strict=True)) for line in lines]


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the account of the evening and the lines of the till, nothing where no money was taken."""
    balance = source.till
    if not balance.lines:
        return []
    account = [
        Field(_("What"), lambda row: row["what"], width=24),
        Field(_("Which"), lambda row: row["which"], width=40),
        Field(_("How many"), lambda row: row["count"], "number", 10),
        Field(_("Amount"), _cents("cents"), "money", 14),
    ]

    fields = [
        Field(_("Line"), lambda line: line.number or None, "number", 7),
        Field(_("Hour"), "at", "moment", 20),
        Field(_("What for"), kind_words, width=34),
        Field(_("Team"), "team_number", "number", 8),
        Field(_("Remark"), "remark", "lines", 30),
        Field(_("Amount"), lambda line: line.cents / 100, "money", 12),
        Field(_("Paid by"), lambda line: means_words(line.means), width=18),
        Field(_("Till"), "till", width=14),
        Field(_("Corrects line"), "corrects", "number", 10),
    ]
    return [
        tab(_("Balance sheet"), _("Account of the evening"), _sums(balance), account),
        tab(_("Lines of the till"), _("Lines of the till"), balance.lines, fields),
    ]
