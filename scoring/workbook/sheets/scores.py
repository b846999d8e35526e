"""The score sheets, every version."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS, PartieResult
from scoring.sheets.controls import winner_text
from scoring.sheets.models import SHEET_STATES, ScoreSheet
from scoring.sheets.selectors import author_of, forfeit_text
from scoring.sheets.shown import feuille_of
from scoring.sheets.table_scores import DOUBTFUL
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import Figures, TeamRow, WorkbookSource


class CampScore(NamedTuple):
    """Represent what a camp has on a version: of two singles the first one's number and both names, its figures, its result.

    `result` is None where the version does not count.
    """

    number: int
    names: str
    figures: Figures
    result: PartieResult | None

    @property
    def others(self) -> int | None:
        """Return what caps and exclusions add to the points of the sheet."""
        return self.result and self.result.awarded - self.result.capped or None

    @property
    def penalties(self) -> int | None:
        """Return what penalties add to the points of the sheet."""
        return self.result and self.result.penalty or None


def tabs(source: WorkbookSource) -> list[Tab]:
    """List every version of every sheet: figures, author, control; for the one that counts, the points counted.

    Where each plays for himself, a line for each player of a sheet.
    """
    seated, results, beyond = source.seated, source.results, source.beyond_sheets
    lines = [(sheet, _camps(source, sheet, seated[sheet.table_id], results)) for sheet in source.sheets]
    name, title = _("Scores"), _("Score sheets, every version")
    if all(camp in TWO_CAMPS for camps in seated.values() for camp in camps):
        both = [field for camp in TWO_CAMPS for field in _camp_fields(source, camp, beyond)]
        return [tab(name, title, lines, [*shared.table("0.table."), *both, *_version_fields(source)])]
    fields = [
        *shared.table("0.table."),
        Field(_("Camp"), "1", width=8),
        *shared.entrant(source.tournament, "2.number", "2.names", width=32),
        Field(_("Points"), "2.figures.0", "figure", 9),
    ]
    if beyond:
        fields += [
            *shared.beyond_sheets("2.penalties", "2.others"),
            Field(_("Counted"), "2.result.points", "figure", 9),
        ]
    players = [(sheet, camp, score) for sheet, camps in lines for camp, score in sorted(camps.items())]
    return [tab(name, title, players, [*fields, *_version_fields(source)])]


def counted_tabs(source: WorkbookSource) -> list[Tab]:
    """List the scores that count, camp by camp: who played against whom and what each marked."""
    seated, results = source.seated, source.results
    lines = [
        (sheet, camp, score)
        for sheet in source.sheets
        if sheet.counted
        for camp, score in sorted(_camps(source, sheet, seated[sheet.table_id], results).items(), reverse=True)
    ]
    fields = [
        *shared.table("0.table."),
        *shared.entrant(source.tournament, "2.number", "2.names", width=32),
        Field(_("Points"), "2.result.points", "figure", 9),
    ]
    return [tab(_("Scores"), _("Scores that count"), lines, fields)]


def _camps(
    source: WorkbookSource,
    sheet: ScoreSheet,
    seated: Mapping[str, list[TeamRow]],
    results: Mapping[tuple[int, int | None, str], PartieResult],
) -> dict[str, CampScore]:
    """Return camp → what it has on *sheet*."""
    marks, camps = source.marks.get(sheet.pk, {}), {}
    for camp, (first, *others) in seated.items():
        names = " + ".join([first.names, *(f"{team.number} {team.names}" for team in others)])
        result = results.get((sheet.table.round.number, sheet.table.number, camp)) if sheet.counted else None
        camps[camp] = CampScore(first.number, names, marks.get(camp, (None, None, None)), result)
    return camps


def _camp_fields(source: WorkbookSource, camp: str, beyond: bool) -> list[Field]:
    """Show the figures of a camp; with *beyond*, what is added to its points and the sum that counts."""
    named, of = {"camp": camp}, f"1.{camp}"
    who = _("Player %(camp)s") if source.tournament.singles else _("Team %(camp)s")
    added = [
        Field(_("Penalties %(camp)s") % named, f"{of}.penalties", "signed", 10),
        Field(_("Cap, exclusion %(camp)s") % named, f"{of}.others", "signed", 11),
        Field(_("Counted %(camp)s") % named, f"{of}.result.points", "figure", 9),
    ]
    return [
        Field(who % named, f"{of}.number", "number", 9),
        Field(_("Names %(camp)s") % named, f"{of}.names", width=32),
        Field(_("Points %(camp)s") % named, f"{of}.figures.0", "figure", 9),
        Field(_("Belotes %(camp)s") % named, f"{of}.figures.1", "number", 9),
        Field(_("Capots %(camp)s") % named, f"{of}.figures.2", "number", 9),
        *(added if beyond else ()),
    ]


def _version_fields(source: WorkbookSource) -> list[Field]:
    """Show the state, author and control of a version, and who wins where the règlement says it and not the points."""
    unchecked = feuille_of(source.tournament).totals_alone
    ruled = Field(_("Winner by the règlement"), lambda line: " ".join(winner_text(line[0])), "lines", 30)
    return [
        *([ruled] if any(sheet.winner for sheet in source.sheets) else []),
        Field(_("Counts"), "0.counted", width=8),
        Field(_("Version"), "0.version", "number", 8),
        Field(_("State"), lambda line: SHEET_STATES[line[0].state]),
        *shared.author(lambda line: author_of(line[0]), "0.at"),
        Field(_("Receipt"), "0.receipt", width=10),
        Field(_("Control"), lambda line: _control(line[0], unchecked=unchecked), width=20),
        Field(_("Passed over because"), "0.override", "lines", 30),
        Field(_("Why this version"), "0.reason", "lines", 30),
    ]


def _control(sheet: ScoreSheet, *, unchecked: bool) -> str:
    if forfeit := forfeit_text(sheet):
        return forfeit
    if unchecked and sheet.kind == "totals":
        return _("not checked: the club marks in its own way")
    if sheet.check_code in DOUBTFUL:
        who = author_of(sheet)
        return _("only with litiges lost, which %(who)s said") % {"who": who}
    return _("fails: %(code)s") % {"code": sheet.check_code} if sheet.check_code else _("right")
