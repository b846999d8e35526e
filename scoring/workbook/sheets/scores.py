"""The score sheets, every version, and donne by donne; the penalties and decisions of the referees, and the controls
passed over.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking import TWO_CAMPS, PartieResult
from scoring.sheets.controls import issue_text, winner_text
from scoring.sheets.models import SHEET_STATES, ScoreSheet
from scoring.sheets.selectors import author_of, forfeit_text, shown_name
from scoring.sheets.shown import DonneLine, donne_lines, feuille_of
from scoring.sheets.table_scores import DOUBTFUL
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import Figures, TeamRow, WorkbookSource
from tournament.concours.structured import PENALTY_WAYS


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


def donnes_tabs(source: WorkbookSource) -> list[Tab]:
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


def rulings_tabs(source: WorkbookSource) -> list[Tab]:
    """List every warning, penalty and other decision of a referee, the cancelled ones too."""
    fields = [
        Field(_("Partie"), kind="number", width=8),
        Field(_("Table"), kind="number", width=8),
        Field(_("Players") if source.tournament.singles else _("Teams"), width=14),
        Field(_("What"), width=20),
        shared.entrant_number(source.tournament, None),
        Field(_("Fault, decision"), kind="lines", width=40),
        Field(_("Way"), kind="lines", width=26),
        Field(_("Points"), kind="figure", width=9),
        Field(_("To camp"), width=9),
        Field(_("Donne"), kind="number", width=8),
        Field(_("Article"), width=16),
        Field(_("Reason"), kind="lines", width=34),
        *shared.author(None, None),
        Field(_("Counts"), width=8),
        Field(_("Taken back because"), kind="lines", width=30),
        Field(_("Taken back by"), width=18),
        Field(_("Taken back on"), kind="moment", width=19),
    ]
    seated = source.seated

    def teams(table_id: int) -> str:
        return " – ".join(str(team.number) for camp in seated.get(table_id, {}).values() for team in camp)

    rows: list[tuple[Any, ...]] = [
        (
            penalty.table.round.number, penalty.table.number, teams(penalty.table_id),
            _("penalty") if penalty.points else _("warning"), penalty.team.number, penalty.label,
            PENALTY_WAYS.get(penalty.way, penalty.way) if penalty.points else "", penalty.points, penalty.to_camp,
            penalty.donne, penalty.article, penalty.reason, shown_name(penalty.by), penalty.at,
            penalty.cancelled_at is None, penalty.cancel_reason, shown_name(penalty.cancelled_by),
            penalty.cancelled_at,
        )
        for penalty in source.penalties
    ]  # fmt: skip
    rows += [
        (
            line.ruling.table.round.number, line.ruling.table.number, teams(line.ruling.table_id), line.kind,
            line.ruling.team.number if line.ruling.team else None, line.text, "", None, "", line.ruling.donne,
            line.ruling.article, line.ruling.reason, line.who, line.ruling.at, "", "", "", None,
        )
        for line in source.decisions
    ]  # fmt: skip
    rows.sort(key=lambda row: (row[0], row[1], row[13]))
    title = _("Penalties and decisions of the referees")
    return [tab(_("Penalties and decisions"), title, rows, fields)]


def override_tabs(source: WorkbookSource) -> list[Tab]:
    """List the failed controls that somebody passed over, and the reason given."""
    headings = {"NS": _("Points NS"), "EO": _("Points EO")}
    fields = [
        *shared.table("0.table."),
        Field(_("Version"), "0.version", "number", 8),
        *(Field(headings[camp], f"1.{camp}.0", "figure", 10) for camp in TWO_CAMPS),
        Field(_("Control"), "0.check_code", width=24),
        Field(_("Reason given"), "0.override", "lines", 44),
        *shared.author(lambda pair: shown_name(pair[0].by), "0.at"),
    ]
    forced = [(sheet, source.marks.get(sheet.pk, {})) for sheet in source.sheets if sheet.check_code]
    return [tab(_("Controls passed over"), _("Controls passed over"), forced, fields)]
