"""The score sheets donne by donne."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.sheets.controls import issue_text
from scoring.sheets.models import ScoreSheet
from scoring.sheets.shown import DonneLine, donne_lines
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import TeamRow, WorkbookSource


class CampDonne(NamedTuple):
    """Represent what a camp has on one donne; of a sheet of totals `donne` is None and `marked` is its total."""

    sheet: ScoreSheet
    camp: str
    teams: list[TeamRow]
    donne: DonneLine | None
    marked: int | None

    @property
    def names(self) -> str:
        """Name the camp: of two singles the first one's name, then the other with his number."""
        first, *others = self.teams
        return " + ".join([first.names, *(f"{team.number} {team.names}" for team in others)])

    @property
    def played(self) -> str:
        """Return the contract; of a sheet without donnes, why it has none."""
        if self.donne is not None:
            return self.donne.contract
        return _("forfeit") if self.sheet.kind == "forfeit" else _("typed by totals: no donne was written")

    @property
    def why(self) -> str:
        """Return the lines of the mark, each with its article."""
        if self.donne is None:
            return ""
        lines = [
            f"{points} {label} ({article})"
            for camp, label, points, article, _words in self.donne.lines
            if camp == self.camp
        ]
        decided = ", ".join(article for article, _words in self.donne.decision)
        return "\n".join(lines) or decided


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every donne of every table of every partie, a line for each camp, as the sheets that count have them.

    A sheet typed by totals has a line for each camp that says so; where all were, the tab says it in one.
    """
    totals = _("The sheets of this concours were typed by totals: no donne was written.")
    fields = [
        *shared.table("sheet.table."),
        Field(_("Donne"), "donne.number", "number", 8),
        Field(_("Camp"), "camp", width=8),
        Field(_("Player") if source.tournament.singles else _("Team"), lambda line: line.teams[0].number, "number", 8),
        Field(_("Names"), "names", width=30),
        Field(_("Played"), "played", width=28),
        Field(_("Outcome"), lambda line: issue_text(line.donne.issue) if line.donne else "", width=11),
        Field(_("Points, tricks"), lambda line: line.donne and line.donne.taken(line.camp), "number", 8),
        Field(_("Announced"), lambda line: line.donne.announced(line.camp) if line.donne else "", width=22),
        Field(_("Marked"), "marked", "number", 9),
        Field(_("Total"), lambda line: line.donne.total[line.camp] if line.donne else line.marked, "figure", 9),
        Field(_("In litige"), lambda line: (line.donne and line.donne.pot) or None, "number", 8),
        Field(_("Why"), "why", "lines", 44),
    ]
    title = _("Donne by donne: the sheets that count, each mark with its article")
    lines = _lines(source) if source.contents else ()
    return [tab(_("Donnes"), title, lines, fields, empty=totals if source.sheets else "")]


def _lines(source: WorkbookSource) -> Iterator[CampDonne]:
    seated = source.seated
    for sheet in source.sheets:
        if not sheet.counted:
            continue
        camps = seated.get(sheet.table_id, {})
        content = source.contents.get(sheet.pk)
        if content is None:
            marks = source.marks.get(sheet.pk, {})
            for camp, teams in camps.items():
                yield CampDonne(sheet, camp, teams, None, marks.get(camp, (None,))[0])
            continue
        for donne in donne_lines(content, cancelled=source.cancelled.get(sheet.table_id, ())):
            for camp, teams in camps.items():
                yield CampDonne(sheet, camp, teams, donne, donne.marks.get(camp))
