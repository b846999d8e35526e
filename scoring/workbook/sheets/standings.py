"""The ranking after each partie, and that of clubs and communes."""

from collections.abc import Callable

from django.utils.translation import gettext as _, ngettext

from scoring.ranking import ABSENT, EXEMPT, FORFEIT, PENDING, Row
from scoring.ranking.results import WON
from scoring.standings.selectors import OriginLine, origin_lines
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.criteria import CRITERIA


def tabs(source: WorkbookSource) -> list[Tab]:
    """Show the ranking, one tab for each partie, the latest first: the file opens with it."""
    return [_after(source, number) for number in reversed(source.evening.rounds)]


def _after(source: WorkbookSource, number: int) -> Tab:
    """Show the ranking after a partie: each criterion, then the points of each partie, which add up to the points."""
    standing = source.evening.after(number)
    rounds = [played for played in source.evening.rounds if played <= number]
    names = source.by_number
    fields = [
        Field(_("Rank"), "rank", "number", 7),
        *shared.entrant(source.tournament, "number", lambda row: names[row.number].names),
        *(Field(str(CRITERIA[key].short), f"values.{key}", "figure", 11) for key in standing.criteria),
        *(
            Field(_("Partie %(number)s") % {"number": played}, _points_in(place), "figure", 10)
            for place, played in enumerate(rounds)
        ),
        *(shared.beyond_sheets(_penalties, _others) if source.beyond_sheets else ()),
        Field(_("Exempt"), lambda row: row.exempt_count or None, "number", 8),
        Field(_("Note"), _note, width=22),
    ]
    title = _("Ranking after partie %(number)s") % {"number": number}
    if standing.missing:
        awaited = ngettext(
            "%(title)s (provisional, %(missing)s table missing)",
            "%(title)s (provisional, %(missing)s tables missing)",
            standing.missing,
        )
        title = awaited % {"title": title, "missing": standing.missing}
    return tab(_("Ranking %(number)s") % {"number": number}, title, standing.rows, fields)


def _points_in(place: int) -> Callable[[Row], int | None]:
    """Return what reads the points of the partie at *place*; empty where a team was absent or its sheet is awaited."""

    def points(row: Row) -> int | None:
        result = row.results[place]
        return None if result.kind in (ABSENT, PENDING) and not result.points else result.points

    return points


def _penalties(row: Row) -> int | None:
    return sum(result.penalty for result in row.results) or None


def _others(row: Row) -> int | None:
    return sum(result.awarded - result.capped for result in row.results) or None


def _note(row: Row) -> str:
    notes = [gone] if (gone := shared.departure(row)) else []
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


def origin_tabs(source: WorkbookSource) -> list[Tab]:
    """Show the ranking of clubs and communes after the last partie, where the concours has one."""
    standing = source.evening.after()
    lines = origin_lines(source.tournament, standing.rows)
    if not lines:
        return []
    total = _("Points") if source.tournament.origin_by == "points" else _("Sum of the ranks")
    fields = [
        Field(_("Rank"), lambda line: line.rank or None, "number", 7),
        Field(_("Club or commune"), "name", width=30),
        Field(total, "total", "number", 12),
        Field(_("Teams that count"), "teams", width=24),
        Field(_("Teams beyond"), "others", "number", 9),
        Field(_("Note"), _origin_note, width=22),
    ]
    title = _("Clubs and communes after partie %(number)s") % {"number": standing.after_round}
    return [tab(_("Clubs and communes"), title, lines, fields)]


def _origin_note(line: OriginLine) -> str:
    if line.lacks:
        return ngettext("%(lacks)s team lacking", "%(lacks)s teams lacking", line.lacks) % {"lacks": line.lacks}
    return _("equal") if line.tied else ""
