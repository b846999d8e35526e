"""List, make and change the seasons of a club; show the table, why a rank, and what a correction moved."""

from fractions import Fraction
from typing import Annotated, Any

from scoring.seasons import acts, boards, selectors, services
from scoring.seasons.inputs import CardsInput, EveningsInput, ScaleKind, SeasonChangeInput, SeasonInput, TieKey
from scoring.seasons.models import Season
from scoring.seasons.rules import whole_rules
from scoring.seasons.table import SeasonRow
from tournament.api.base import PUBLIC, ApiView, ClubView, PublicView, act, page
from tournament.api.shapes import Page, PageHead, PageQuery, Shown
from tournament.inputs import Declared, arguments
from tournament.inputs.fields import QueryInteger
from tournament.journal.models import ClubEntry
from tournament.people.naming import Audience

TAG = "seasons"


class SeasonOutput(Declared):
    """A season with its rules. `slug` is its name in the public addresses."""

    id: int
    club: int
    name: str
    slug: str
    by_pair: bool
    public: bool
    names_online: bool
    scale: ScaleKind
    won: int
    drawn: int
    lost: int
    ranks: list[int]
    beyond: int
    presence: int
    final_won: int
    final_lost: int
    best: int
    minimum: int
    one_a_day: bool
    origins: int
    ties: list[TieKey]


SeasonEveningOutput = Annotated[
    selectors.EveningOfSeason,
    Shown("SeasonEveningOutput", "concours=pk name date weight state journal_number"),
    "A concours of a season: `state` is to_come, running or played; the table stands on its `journal_number`.",
]


class SeasonRowOutput(Declared):
    """A row of the table. `total` is exact: a whole number, or a fraction as `375/4`.

    `who` are the persons; `rank` is null as long as evenings are lacking for one. `counted` and `dropped` are the concours.
    """

    rank: int | None
    tied: bool
    who: list[int]
    name: str
    total: str
    evenings: int
    counted: list[int]
    dropped: list[int]
    separated_by: str
    lacks: int
    category: str


SeasonCommuneOutput = Annotated[
    boards.CommuneLine,
    Shown(
        "SeasonCommuneOutput",
        "rank tied origin=name total lacking=lacks",
        total=(str, lambda line: _exact(line.exact)),
        rank=(int | None, lambda line: line.rank or None),
    ),
    "A commune in the ranking of communes; `rank` is null as long as people are `lacking` for one.",
]


class SeasonTableOutput(PageHead):
    evenings: list[SeasonEveningOutput]
    communes: list[SeasonCommuneOutput]
    results: list[SeasonRowOutput]


SeasonSlotOutput = Annotated[
    boards.SlotStory,
    Shown("SeasonSlotOutput", "title value lines dropped", lines=list[str]),
    """An evening of somebody; `dropped` says why it does not count, "" where it does.""",
]


class SeasonWhyOutput(Declared):
    """The explanation of a rank of a season, and what the next evening would bring."""

    row: SeasonRowOutput
    slots: list[SeasonSlotOutput]
    neighbours: list[str]
    stake: list[str]


class SeasonMoveOutput(Declared):
    """Somebody whom the correction of an evening moved; ranks and totals are null where there were none."""

    who: list[int]
    name: str
    rank_before: int | None
    rank: int | None
    before: str | None
    total: str | None


class SeasonMovedOutput(PageHead):
    """`palmares`: the publication of the evening that the table of now is compared with; null where it has but one."""

    palmares: int | None
    results: list[SeasonMoveOutput]


class SeasonChangesQuery(PageQuery):
    """`since`: the number that the answer before gave as `next`; 0 for everything."""

    since: Annotated[int, QueryInteger(min_value=0)] = 0


SeasonChangeOutput = Annotated[
    ClubEntry,
    Shown("SeasonChangeOutput", "number at act before after by=by_number", before=dict[str, Any], after=dict[str, Any]),
    "A line of the club's journal about a season.",
]


class SeasonChangeList(PageHead):
    """`next`: ask for the lines since this number, to have those that are written from now on."""

    next: int
    results: list[SeasonChangeOutput]


class SeasonLineInput(Declared):
    """The number of a line of the club's journal."""

    line: int


def _season(one: Season) -> SeasonOutput:
    columns = {name: getattr(one, name) for name in ("name", "slug", "by_pair", "public", "names_online")}
    return SeasonOutput(id=one.pk, club=one.club_id, **columns, **whole_rules(one.rules))


def _exact(value: Fraction | int) -> str:
    return str(Fraction(value))


def _row(
    standing: selectors.SeasonStanding, row: SeasonRow, *, audience: Audience = Audience.ORGANISERS
) -> SeasonRowOutput:
    return SeasonRowOutput(
        rank=row.rank or None,
        tied=row.tied,
        who=list(row.who),
        name=standing.name(row.who, audience=audience),
        total=_exact(standing.table.points(row.total)),
        evenings=row.evenings,
        counted=[entry.evening for slot in row.counted for entry in slot.entries],
        dropped=[entry.evening for slot in row.dropped for entry in slot.entries],
        separated_by=row.separated_by,
        lacks=row.lacks,
        category=row.category,
    )


def _table(
    standing: selectors.SeasonStanding, query: PageQuery, *, audience: Audience = Audience.ORGANISERS
) -> SeasonTableOutput:
    rows = page(standing.table.rows, query, lambda part: [_row(standing, row, audience=audience) for row in part])
    communes = boards.commune_lines(standing)
    return SeasonTableOutput(**vars(rows), evenings=list(standing.evenings), communes=communes)


def _why(standing: selectors.SeasonStanding, who: str, *, audience: Audience = Audience.ORGANISERS) -> SeasonWhyOutput:
    row = selectors.row_of(standing, selectors.who_of(who, by_pair=standing.season.by_pair))
    why = boards.why(standing, row, audience=audience)
    return SeasonWhyOutput(
        row=_row(standing, row, audience=audience),
        slots=list(why.slots),
        neighbours=list(why.neighbours),
        stake=list(why.stake),
    )


def _evenings(sent: dict[str, Any]) -> dict[str, Any]:
    """Return what was *sent* with its evenings as the services take them."""
    if "evenings" in sent:
        sent = sent | {"evenings": [(one["concours"], one.get("weight", 1)) for one in sent["evenings"]]}
    return sent


class Seasons(ClubView):
    @act("read", "seasons/")
    def seasons_get(self, query: PageQuery) -> Page[SeasonOutput]:
        """List the seasons of the club, the newest first; those put away are left out."""
        return page(selectors.seasons_of(self.club), query, lambda seasons: [_season(one) for one in seasons])

    @act(acts.MAKE_SEASON, "seasons/", status=201, laptop_only=True)
    def seasons_post(self, data: SeasonInput) -> SeasonOutput:
        """Make a season; what is left out has its usual value."""
        return _season(services.make_season(**self.acting, **_evenings(arguments(data))))


class SeasonView(ApiView, path="seasons/<int:season>/"):
    """An address of a season of a club."""

    acts_on = ("season",)
    away = False
    season: Season

    def enter(self, allowed: str) -> None:
        self.season = selectors.season_for(self.user, self.kwargs["season"], allowed, away=self.away)

    @act("read", name="season")
    def season_one_get(self) -> SeasonOutput:
        """Show a season and its rules."""
        return _season(self.season)

    @act(acts.CHANGE_SEASON, laptop_only=True)
    def season_one_patch(self, data: SeasonChangeInput) -> SeasonOutput:
        """Change the rules of a season; what is left out stays."""
        return _season(services.change_season(**self.acting, **arguments(data)))

    @act(acts.REMOVE_SEASON, laptop_only=True)
    def season_one_delete(self) -> None:
        """Put a season away; its concours stay as they are."""
        services.remove_season(**self.acting)

    @act(acts.CHOOSE_EVENINGS, "evenings/", laptop_only=True)
    def season_evenings_post(self, data: EveningsInput) -> SeasonOutput:
        """Choose all the concours that count from now on, before or after they are played."""
        return _season(services.choose_evenings(**self.acting, **_evenings(arguments(data))))

    @act(acts.CUT_CARDS, "cards/")
    def season_cards_post(self, data: CardsInput) -> SeasonOutput:
        """Note the order that cut cards gave to equals; the last cut among them decides."""
        return _season(services.cut_cards(**self.acting, **arguments(data)))

    @act("settings", "undo/", laptop_only=True)
    def season_undo_post(self, data: SeasonLineInput) -> SeasonOutput:
        """Take back the last act of its kind on the season, named by its line of `changes/`."""
        return _season(services.take_back(**self.acting, number=data.line))

    @act("read", "changes/")
    def season_changes_get(self, query: SeasonChangesQuery) -> SeasonChangeList:
        """List what was done with the season since a number, the oldest first."""
        part = page(selectors.lines_of(self.season).filter(number__gt=query.since), query)
        return SeasonChangeList(**vars(part), next=part.results[-1].number if part.results else query.since)

    @act("read", "table/")
    def season_table_get(self, query: PageQuery) -> SeasonTableOutput:
        """Show the table, computed now from the counted sheets of its evenings."""
        return _table(selectors.read_season(self.season), query)

    @act("read", "table/<str:who>/")
    def season_why_get(self) -> SeasonWhyOutput:
        """Explain the rank of a person (`12`) or a pair (`12-15`), and what the next evening would bring."""
        return _why(selectors.read_season(self.season), self.kwargs["who"])

    @act("read", "moved/<int:evening>/")
    def season_moved_get(self, query: PageQuery) -> SeasonMovedOutput:
        """Show what the correction of an evening moved, since its palmarès before."""
        standing = selectors.read_season(self.season)
        moved = selectors.moved_by(standing, self.kwargs["evening"])
        part = page(
            moved.moves,
            query,
            lambda moves: [
                SeasonMoveOutput(
                    who=list(one.who),
                    name=standing.name(one.who),
                    rank_before=one.rank_before or None,
                    rank=one.rank or None,
                    before=None if one.before is None else _exact(one.before),
                    total=None if one.total is None else _exact(one.total),
                )
                for one in moves
            ],
        )
        return SeasonMovedOutput(**vars(part), palmares=moved.palmares)


class SeasonRestore(SeasonView, path="restore/"):
    away = True
    laptop_only = True

    @act(acts.RESTORE_SEASON)
    def season_restore_post(self) -> SeasonOutput:
        """Bring a season back that was put away."""
        return _season(services.restore_season(**self.acting))


class PublicSeasonView(PublicView):
    """An address of a season that anybody reads, as long as it is public."""

    address = "public-seasons/<slug:season_slug>/"
    season: Season

    def enter(self, allowed: str) -> None:
        self.season = selectors.public_season(self.kwargs["season_slug"])

    @act(PUBLIC)
    def public_season_get(self, query: PageQuery) -> SeasonTableOutput:
        """Show the table to everybody; elsewhere than in the hall with initials, unless the organiser shows names."""
        return _table(selectors.read_season(self.season), query, audience=selectors.audience_of(self.season))

    @act(PUBLIC, "table/<str:who>/")
    def public_season_why_get(self) -> SeasonWhyOutput:
        """Explain the rank of a person or pair to everybody."""
        return _why(selectors.read_season(self.season), self.kwargs["who"], audience=selectors.audience_of(self.season))
