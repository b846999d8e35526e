"""The ranking after each partie, and that of clubs and communes; the palmarès with its prizes, and each publication of
it, whole.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _, ngettext

from scoring.evening.selectors import Published, palmares_of
from scoring.prizes.awards import awards_of
from scoring.prizes.selectors import called, prize_calls
from scoring.prizes.winners import phase_winners
from scoring.ranking import ABSENT, EXEMPT, FORFEIT, PENDING, Row
from scoring.ranking.results import WON
from scoring.sheets.selectors import shown_name
from scoring.standings.selectors import OriginLine, labels, origin_lines
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.concours.criteria import CRITERIA
from tournament.prizes.selectors import prize_list


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
            "%(title)s (provisional, %(missing)s sheet missing)",
            "%(title)s (provisional, %(missing)s sheets missing)",
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
    there = [place for place, result in enumerate(row.results) if result.kind != ABSENT]
    if there and there[0]:
        notes.append(_("plays from partie %(round)s") % {"round": row.results[there[0]].round})
    # Those alone that a later one follows: after its last partie a team has left, or is out of a bracket.
    notes += [
        _("does not play partie %(number)s") % {"number": result.round}
        for result in (row.results[there[0] : there[-1]] if there else ())
        if result.kind == ABSENT
    ]
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


def prizes_tabs(source: WorkbookSource) -> list[Tab]:
    """List the teams called for a prize, and who won each phase. Empty while no ranking is final."""
    fields = [
        Field(_("Rank"), "row.rank", "number", 7),
        *shared.entrant(source.tournament, "row.number", "label.name"),
        Field(_("Finals"), "place", width=30),
        Field(_("Points"), "row.points", "figure", 11),
        Field(_("Prize"), "lot", "lines", 40),
    ]
    evening, shown = source.evening, labels(source.tournament, source.audience)
    ranking = evening.after()
    awards = awards_of(evening, ranking.rows) if ranking.final else None
    calls = called(prize_calls(evening, ranking, shown, awards=awards))
    tabs = [tab(_("Palmarès and prizes"), _("Calling the prizes"), calls, fields)]
    if winners := phase_winners(evening, shown, awards=awards):
        phases = [Field(_("Phase"), "title", width=34), *shared.entrant(source.tournament, "number", "name")]
        tabs.append(tab(_("Winners"), _("Winners of each phase"), winners, phases))
    if source.tournament.lots:
        tabs.append(_listed(source, {} if awards is None else awards.holders()))
    return tabs


def _listed(source: WorkbookSource, holders: Mapping[int, Sequence[int]]) -> Tab:
    """Return the list of the prizes: for whom, what, its value, who gives it, who has it."""
    fields = [
        Field(_("No."), "number", "number", 7),
        Field(_("For whom"), "who", width=36),
        Field(_("Prize"), "what", "lines", 40),
        Field(_("Quantity"), "copies", "number", 9),
        Field(_("Value"), lambda lot: lot.value_cents / 100 if lot.value_cents else None, "money", 11),
        Field(_("Given by"), "giver", width=28),
        Field(_("Taken by"), lambda lot: ", ".join(map(str, holders.get(lot.number, ()))), width=28),
    ]
    return tab(_("Prizes"), _("The list of the prizes"), prize_list(source.tournament).lines, fields)


def publications_tabs(source: WorkbookSource) -> list[Tab]:
    """List every publication of the palmarès, one line a team; no tab before the first."""
    published = palmares_of(source.tournament)
    if not published:
        return []
    teams = source.by_number

    def names(line: tuple) -> str:
        number = line[3]
        return _("ranking not kept") if number is None else teams[number].names if number in teams else ""

    fields = [
        Field(_("Palmarès no."), "0.number", "number", 12),
        Field(_("Published"), "0.at", "moment", 19),
        Field(_("By"), lambda line: shown_name(line[0].by), width=18),
        Field(_("Replaces the one before because"), "0.reason", "lines", 34),
        Field(_("No longer stands since"), "0.back_at", "moment", 19),
        Field(_("Rank"), "1", "number", 7),
        Field(_("Rank in the one before"), "2", "number", 12),
        *shared.entrant(source.tournament, "3", names),
        Field(_("Points"), "4", "figure", 11),
    ]
    return [tab(_("Publications"), _("The palmarès as published"), _lines(published), fields)]


def _lines(published: list[Published]) -> Iterator[tuple]:
    """Yield each publication with each rank, the rank in the one before, the number and the points; or with none."""
    before: dict[int, int] = {}
    for palmares in published:
        if palmares.rows is None:
            yield palmares, None, None, None, None
        for rank, number, points in palmares.rows or ():
            yield palmares, rank, before.get(number), number, points
        before = {number: rank for rank, number, _points in palmares.rows or ()}
