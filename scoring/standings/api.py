"""Show the ranking after a partie, explain a rank, and show what anybody may read of a concours."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any

from django.http import Http404

from scoring.public.serving import LiveConcours, public_live
from scoring.ranking.results import PartieResult
from scoring.rounds import selectors as draw_pages
from scoring.standings import boards, stories
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from scoring.standings.selectors import Label, OriginLine, labels, origin_lines, palmares_alarm, snapshot_alarm
from scoring.standings.stories import PartieStory
from tournament.api.base import PUBLIC, ConcoursView, PublicView, act, page
from tournament.api.shapes import PageHead, PageQuery, Shown
from tournament.concours.models import Tournament
from tournament.inputs import Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger
from tournament.jobs import services as jobs
from tournament.registration.models import CATEGORIES
from tournament.rounds.selectors import LookupLine, names_shown, places_by_team

TAG = "standings"

Search = Annotated[str, CleanText(max_length=60, allow_blank=True)]


class AfterQuery(Declared):
    """`after`: the partie after which the ranking is asked for; the last one of which a sheet counts where left out."""

    after: Annotated[int, StrictInteger(min_value=1, max_value=20)] | None = None


class StandingsQuery(PageQuery, AfterQuery):
    category: Annotated[str, StrictChoice(choices=[key for key in CATEGORIES if key])] = ""
    origin: Search = ""


class OriginsQuery(PageQuery, AfterQuery):
    pass


class TablesSearch(PageQuery):
    """`search`: a team's number, or the beginnings of words of names."""

    search: Search = ""


MissingTableOutput = Annotated[tuple[int, int], Shown("MissingTableOutput", "round table")]
OpponentOutput = Annotated[tuple[int, str], Shown("OpponentOutput", "number name")]
FigureOutput = Annotated[tuple[str, int | None], Shown("FigureOutput", "label value")]
ResultOutput = Annotated[
    PartieResult,
    Shown(
        "ResultOutput", "round kind table camp points conceded opponents partners outcome capots penalty capped awarded"
    ),
    """A team's partie. `kind`: played, exempt, forfeit, absent, pending; `outcome`: won, lost, drawn or empty.

    `points` are what counts: those of the sheet, plus `penalty`, less `capped`, plus `awarded`.""",
]


_ROW = """row.rank row.tied row.number label.name label.origin label.category category_rank moved row.values row.points
    row.wins draws=row.ties row.losses row.difference row.exempt_count row.withdrawn row.excluded row.separated_by
    row.results"""
RowOutput = Annotated[
    boards.BoardLine,
    Shown("RowOutput", _ROW, ResultOutput),
    "`values` are those of the criteria, in their order; `separated_by` is what puts it below the row above.",
]
PublicRowOutput = Annotated[
    boards.BoardLine,
    Shown("PublicRowOutput", _ROW, ResultOutput),
    "A row as players see it: initials where names are not shown.",
]


class StandingHead(Declared):
    """The basis of a ranking: the sheets that count after a partie, at a line of the journal.

    `last_round` is the last partie of the evening as things stand; `cut` says what the organiser ended before it was
    decided.
    """

    after_round: int
    last_round: int
    final: bool
    cut: str
    missing: int
    journal_number: int
    criteria: list[str]


class AlarmOutput(Declared):
    """A row in which what is kept, (rank, points), differs from what the sheets make; null for a team that is not in it.

    Of the copy of the ranking the sheets win, of the palmarès what was proclaimed: the ranking shows that.
    """

    number: int
    kept: list[int] | None
    sheets: list[int] | None


class RowList(StandingHead, PageHead):
    results: list[RowOutput]
    missing_tables: list[MissingTableOutput]
    alarm: list[AlarmOutput]
    palmares_alarm: list[AlarmOutput]


class PublicRowList(StandingHead, PageHead):
    results: list[PublicRowOutput]


_ORIGIN = "rank tied origin=name total others lacking=lacks"
_RANK: tuple[Any, Any] = (int | None, lambda line: line.rank or None)  # null as long as teams are lacking for one
OriginOutput = Annotated[
    OriginLine,
    Shown("OriginOutput", f"{_ORIGIN} numbers=counted", numbers=list[int], rank=_RANK),
    "A club or commune: `total` of its teams that count, `numbers`, and how many `others` it has, or is `lacking` for a `rank`.",
]
PublicOriginOutput = Annotated[
    OriginLine,
    Shown("PublicOriginOutput", _ORIGIN, rank=_RANK),
    "A club or commune as players see it: without its teams.",
]


class OriginList(PageHead):
    after_round: int
    results: list[OriginOutput]


class PublicOriginList(PageHead):
    after_round: int
    results: list[PublicOriginOutput]


PartieOutput = Annotated[
    PartieStory,
    Shown("PartieOutput", "result opponents partners said parts annulled", ResultOutput, OpponentOutput),
    "A partie in the story of a team. `annulled`: it does not count in the ranking of its pool.",
]


class WhyOutput(StandingHead):
    """The explanation of a rank. `rank` is null where it is not ranked; `current` is the partie it plays now."""

    number: int
    name: str
    players: str
    rank: int | None
    tied: bool
    teams: int
    figures: list[FigureOutput]
    parties: list[PartieOutput]
    above: str
    beside: str
    below: str
    current: PartieOutput | None


PublicConcoursOutput = Annotated[
    Tournament,
    Shown(
        "PublicConcoursOutput",
        "name date place club=club.name parties closed names_shown",
        closed=(bool, lambda tournament: tournament.closed_at is not None),
        names_shown=(bool, names_shown),
    ),
]
PlaceOutput = Annotated[
    LookupLine,
    Shown("PlaceOutput", "number name table camp against"),
    "The place of a team; `table` is null where it is exempt, or wins by forfeit `against` whom it was to play.",
]


class PlaceList(PageHead):
    round: int | None
    results: list[PlaceOutput]


def _head(standing: Standing) -> dict[str, Any]:
    return {field.name: getattr(standing, field.name) for field in fields(StandingHead)}


def _why(results: EveningResults, standing: Standing, shown: Mapping[int, Label], number: int) -> WhyOutput:
    why: dict[str, Any] = {"rank": None, "tied": False, "figures": [], "parties": []}
    why |= {"above": "", "beside": "", "below": ""}
    if (story := stories.story(results, standing, shown, number)) is not None:
        why = {name: getattr(story, name) for name in ("figures", "parties", "above", "beside", "below")}
        why |= {"rank": story.row.rank, "tied": story.row.tied}
    return WhyOutput(
        **_head(standing),
        **why,
        number=number,
        name=shown[number].name,
        players=shown[number].players,
        teams=len(standing.rows),
        current=stories.current_partie(results, shown, number),
    )


class Standings(ConcoursView):
    @act("read", "standings/")
    def standings_get(self, query: StandingsQuery) -> RowList:
        """Show the ranking after a partie, computed now from the sheets that count."""
        results = evening(self.tournament.pk)
        after = boards.asked_round(results, query.after)
        board = boards.board(
            results, labels(self.tournament), after_round=after, category=query.category, origin=query.origin
        )
        return RowList(
            **vars(page(board.lines, query)),
            **_head(board.standing),
            missing_tables=list(board.standing.missing_tables),
            alarm=[AlarmOutput(**row) for row in snapshot_alarm(results)],
            palmares_alarm=[AlarmOutput(**row) for row in (palmares_alarm(results) if board.standing.final else ())],
        )

    @act("read", "standings/origins/")
    def origins_get(self, query: OriginsQuery) -> OriginList:
        """Show the ranking of clubs and communes after a partie; empty where the concours has none."""
        results = evening(self.tournament.pk)
        standing = results.after(boards.asked_round(results, query.after))
        lines = origin_lines(self.tournament, standing.rows)
        return OriginList(**vars(page(lines, query)), after_round=standing.after_round)

    @act("read", "standings/<int:number>/")
    def why_get(self, query: AfterQuery) -> WhyOutput:
        """Explain the rank of a team: its parties, and what separates it from its neighbours."""
        results, shown = evening(self.tournament.pk), labels(self.tournament)
        number = self.kwargs["number"]
        if number not in shown:
            raise Http404
        return _why(results, results.after(boards.asked_round(results, query.after)), shown, number)

    @act("read", "standings/redo/")
    def standings_redo_post(self) -> None:
        """Make the kept ranking and the public pages again from the sheets."""
        jobs.enqueue("pages", tournament=self.tournament, args={"force": True}, by=self.user)


class PublicConcours(PublicView):
    @act(PUBLIC)
    def public_concours_get(self) -> PublicConcoursOutput:
        """Show the concours as it is announced."""
        return self.tournament

    @act(PUBLIC, "standings/")
    def public_standings_get(self, query: PageQuery) -> PublicRowList:
        """Show the ranking to players; elsewhere than in the hall with initials, unless the organiser shows names."""
        live: LiveConcours = public_live(self.tournament.slug)
        board = boards.board(live.evening, live.labels, after_round=live.standing.after_round)
        return PublicRowList(**vars(page(board.lines, query)), **_head(live.standing))

    @act(PUBLIC, "standings/origins/")
    def public_origins_get(self, query: PageQuery) -> PublicOriginList:
        """Show the ranking of clubs and communes to players; empty where the concours has none."""
        live: LiveConcours = public_live(self.tournament.slug)
        lines = origin_lines(self.tournament, live.standing.rows)
        return PublicOriginList(**vars(page(lines, query)), after_round=live.standing.after_round)

    @act(PUBLIC, "teams/<int:number>/")
    def public_team_get(self) -> WhyOutput:
        """Show one team: its table now, its parties, its rank and why."""
        live: LiveConcours = public_live(self.tournament.slug)
        number = self.kwargs["number"]
        if number not in live.labels:
            raise Http404
        return _why(live.evening, live.standing, live.labels, number)

    @act(PUBLIC, "tables/")
    def public_tables_get(self, query: TablesSearch) -> PlaceList:
        """List the place of each team in the partie being played; `round` is null before the first."""
        context: dict[str, Any] = draw_pages.tables_page(self.tournament, query.search)
        if context["round"] is None:
            return PlaceList(**vars(page([], query)), round=None)
        found = context["found"] if query.search else places_by_team(context["seating"])
        places = [place for place in found if not place.waits]  # the partie is not theirs
        return PlaceList(**vars(page(places, query)), round=context["round"].number)
