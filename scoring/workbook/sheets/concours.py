"""The concours at a glance, its settings and its règlement; the teams as registered at the door, the till, the
journal.
"""

from collections import Counter
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.history.selectors import JournalLine, lines_of, value_words
from scoring.till.selectors import TillBalance, kind_words
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.criteria import CRITERIA
from tournament.concours.kinds import euros
from tournament.concours.reglement import reglement_of
from tournament.concours.settings import SETTINGS, Setting
from tournament.ledger.booking import means_words
from tournament.registration.head_count import DoorCounts
from tournament.registration.models import Team


def _money(people: DoorCounts, fee_cents: int) -> list[tuple[object, None, float]]:
    """Return the lines of the money at the door; what is expected and owed only where there is a fee."""
    lines = [(_("Those who paid"), people.paid), (_("Those who paid and left"), people.paid_left)]
    lines += [(_("Those who have not paid"), people.unpaid)] if fee_cents else []
    lines += (
        [(_("of which people without a partner"), people.unpaid_alone)] if fee_cents and people.unpaid_alone else []
    )
    cents = [(_("Taken at the door (€)"), people.cash)]
    cents += [(_("of which: %(means)s (€)") % {"means": part.label}, part.cents) for part in people.till]
    if fee_cents:
        cents += [(_("Expected at the door (€)"), people.expected), (_("Still to come (€)"), people.missing)]
    cents += [(_("Taken without being owed (€)"), people.undue)] if people.undue else []
    return [(what, None, figure) for what, figure in lines] + [(what, None, figure / 100) for what, figure in cents]


def tabs(source: WorkbookSource) -> list[Tab]:
    """Sum up the concours: what was played, who came, what was taken at the door."""
    left = source.evening.outstanding
    tournament = source.tournament
    people = source.people
    rows = [
        (_("Concours"), tournament.name, None),
        (_("Club"), tournament.club.name, None),
        (_("Date"), tournament.date.strftime("%d/%m/%Y"), None),
        (_("Place"), tournament.place, None),
        (_("Parties"), left.cut or None, left.last),
        (_("Donnes in a partie"), None, tournament.donnes),
        (_("Ranking"), ", ".join(str(CRITERIA[key].label) for key in tournament.criteria), None),
        (_("Players registered") if tournament.singles else _("Teams registered"), None, people.teams_in_all),
        *([(_("People without a partner"), None, people.alone_in_all)] if people.alone_in_all else []),
        (_("Those present"), None, people.present),
        (_("Those absent"), None, people.absent),
        (_("Those who left"), None, people.withdrawn - people.excluded),
        (_("Those excluded"), None, people.excluded),
        *_money(people, tournament.fee_cents),
        (_("Sheets received"), None, sum(sheet.counted for sheet in source.sheets)),
        (_("Controls passed over"), None, sum(bool(sheet.check_code) for sheet in source.sheets)),
        (_("Warnings and penalties"), None, sum(penalty.cancelled_at is None for penalty in source.penalties)),
        (_("Last line of the journal"), source.evening.tournament.journal_hash, source.evening.journal_number),
    ]
    fields = [
        Field(_("What"), width=30),
        Field(_("Words"), kind="lines", width=66),
        Field(_("Figure"), kind="general", width=14),
    ]
    return [tab(_("Concours"), tournament.name, rows, fields)]


def settings_tabs(source: WorkbookSource) -> list[Tab]:
    """List every setting of the concours that means something there, in the words of the journal."""
    tournament = source.tournament
    # Points fixed beforehand decide nothing under another rule for the exempt team.
    unused = set() if tournament.exempt_policy == "flat" else {"exempt_points"}
    listed = [setting for setting in SETTINGS if setting.name not in unused]

    def value(setting: Setting) -> str:
        stored = setting.kind.journalled(getattr(tournament, setting.name))
        return value_words(setting.name, stored, tournament.rule_set)

    fields = [
        Field(_("Setting"), lambda setting: capfirst(str(setting.journal)), width=40),
        Field(_("Value"), value, "lines", 90),
    ]
    return [tab(_("Settings"), _("Settings of this concours"), listed, fields)]


def rules_tabs(source: WorkbookSource) -> list[Tab]:
    """Copy the règlement as it was set for this concours, each sentence with its article."""
    rows = [
        (section.title, sentence, article)
        for section in reglement_of(source.tournament)
        for sentence, article in section.sentences
    ]
    fields = [
        Field(_("Subject"), width=26),
        Field(_("Rule"), kind="lines", width=90),
        Field(_("Article"), width=18),
    ]
    return [tab(_("House rules"), _("House rules of this concours"), rows, fields)]


def _means(team: Team) -> str:
    """Return how *team* paid; each part with its amount where its two players paid otherwise."""
    if not team.partner_cents:
        return means_words(team.paid_by) if team.paid_by else ""
    parts = (
        (means_words(team.paid_by), (team.paid_cents or 0) - team.partner_cents),
        (means_words(team.partner_paid_by), team.partner_cents),
    )
    return " + ".join(f"{means} {euros(cents)}" for means, cents in parts)


def teams_tabs(source: WorkbookSource) -> list[Tab]:
    """List every registered team, as at the door."""
    singles = source.tournament.singles
    players = [_("Name")] if singles else [_("Player 1"), _("Player 2")]
    phones = [_("Telephone")] if singles else [_("Telephone of player 1"), _("Telephone of player 2")]
    valid = [penalty for penalty in source.penalties if penalty.cancelled_at is None]
    warnings = Counter(penalty.team.number for penalty in valid if not penalty.points)
    penalties = Counter(penalty.team.number for penalty in valid if penalty.points)
    own_names = (
        [Field(_("Name of the team"), "team.name", width=22)] if any(row.team.name for row in source.teams) else []
    )
    seated = source.evening.seated
    fields = [
        Field(_("No."), "number", "number", 6),
        *(Field(heading, f"players.{place}", width=26) for place, heading in enumerate(players)),
        *(Field(heading, f"phones.{place}", width=16) for place, heading in enumerate(phones)),
        *own_names,
        Field(_("Club or commune"), "team.origin", width=24),
        Field(_("Category"), lambda row: row.team.category and row.team.get_category_display()),
        Field(_("Present"), lambda row: _("waiting list") if row.team.waiting else row.team.present, width=9),
        Field(_("Paid"), lambda row: row.team.paid_cents and row.team.paid_cents / 100, "money", 12),
        Field(_("Paid by"), lambda row: _means(row.team), width=24),
        Field(_("Fixed table"), "team.fixed_table", "number", 9),
        # A team that came after the draw was not in it, whatever the door had expected.
        Field(_("First partie"), lambda row: min(seated.get(row.number, {}), default=None), "number", 9),
        Field(_("Left from partie"), "team.withdrawn_from", "number", 10),
        Field(_("Excluded"), lambda row: row.team.excluded or None, width=9),
        Field(_("Warnings"), lambda row: warnings.get(row.number), "number", 10),
        Field(_("Penalties"), lambda row: penalties.get(row.number), "number", 10),
        Field(_("Remark"), "team.remark", "lines", 30),
    ]
    name, title = (_("Players"), _("Registered players")) if singles else (_("Teams"), _("Registered teams"))
    return [tab(name, title, source.teams, fields)]


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


def till_tabs(source: WorkbookSource) -> list[Tab]:
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


def journal_tabs(source: WorkbookSource) -> list[Tab]:
    """List every act in words, with the hash that chains it to the one before."""
    fields = [
        Field(_("Line"), "entry.number", "number", 7),
        Field(_("When"), "entry.at", "moment", 19),
        Field(_("By"), "who", width=18),
        Field(_("Act"), "title", width=24),
        Field(_("Where"), "where", "lines", 34),
        Field(_("Before"), lambda line: _values(line, "before"), "lines", 34),
        Field(_("After"), lambda line: _values(line, "after"), "lines", 80),
        Field(_("Reason"), "entry.reason", "lines", 28),
        Field(_("Hash"), "entry.hash", "clipped", 18),
    ]
    entries = source.tournament.journal.order_by("number").select_related("by")
    return [tab(_("Journal"), _("Journal: every act, in order"), lines_of(source.tournament, entries), fields)]


def _values(line: JournalLine, when: str) -> str:
    """Write each change of *line* as it was "before" or "after", without those that have no value then."""
    values = [(change.label, getattr(change, when)) for change in line.changes]
    return ", ".join(_("%(label)s:") % {"label": label} + f" {value}" for label, value in values if value)
