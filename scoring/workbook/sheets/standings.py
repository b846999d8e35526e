"""The ranking after each partie."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.ranking import ABSENT, EXEMPT, FORFEIT, PENDING, Row
from scoring.ranking.results import WON
from scoring.workbook import columns as shared
from scoring.workbook.source import WorkbookSource
from scoring.workbook.writer import Column, Tab
from tournament.concours.criteria import CRITERIA


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the ranking, one tab for each partie."""
    return [_after(source, number) for number in source.evening.rounds]


def _after(source: WorkbookSource, number: int) -> Tab:
    """Show the ranking after a partie: each criterion, then the points of each partie, which add up to the points."""
    beyond = source.beyond_sheets
    standing = source.evening.after(number)
    rounds = [played for played in source.evening.rounds if played <= number]
    columns = [
        Column(_("Rank"), "number", 7),
        *shared.entrant(source.tournament),
        *(Column(str(CRITERIA[key].short), "figure", 11) for key in standing.criteria),
        *(Column(_("Partie %(number)s") % {"number": played}, "figure", 10) for played in rounds),
        *(shared.beyond_sheets() if beyond else ()),
        Column(_("Exempt"), "number", 8),
        Column(_("Note"), width=22),
    ]
    names = source.by_number

    def rows() -> Iterator[tuple[object, ...]]:
        for row in standing.rows:
            points = {
                result.round: None if result.kind in (ABSENT, PENDING) and not result.points else result.points
                for result in row.results
            }
            penalties = sum(result.penalty for result in row.results)
            others = sum(result.awarded - result.capped for result in row.results)
            yield (
                row.rank, row.number, names[row.number].names, *(row.values.get(key) for key in standing.criteria),
                *(points.get(played) for played in rounds), *((penalties or None, others or None) if beyond else ()),
                row.exempt_count or None, _note(row),
            )  # fmt: skip

    title = _("Standings after partie %(number)s") % {"number": number}
    if standing.missing:
        awaited = ngettext(
            "%(title)s (provisional, %(missing)s table missing)",
            "%(title)s (provisional, %(missing)s tables missing)",
            standing.missing,
        )
        title = awaited % {"title": title, "missing": standing.missing}
    return Tab(_("Standings %(number)s") % {"number": number}, title, columns, rows(), landscape=True)


def _note(row: Row) -> str:
    notes = []
    if row.excluded:
        notes.append(pgettext("team", "excluded"))
    elif row.withdrawn:
        notes.append(_("left"))
    if row.tied:
        notes.append(_("equal"))
    notes += [
        _("exempt in partie %(number)s") % {"number": result.round} for result in row.results if result.kind == EXEMPT
    ]
    for result in row.results:
        if result.kind == FORFEIT:
            note = (
                _("won by forfeit in partie %(number)s") if result.outcome == WON else _("forfeit in partie %(number)s")
            )
            notes.append(note % {"number": result.round})
    return ", ".join(notes)
