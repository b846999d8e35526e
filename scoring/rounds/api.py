"""Draw the next partie, show the tirages with their reasons and minutes, swap teams and seat late ones."""

from dataclasses import dataclass
from typing import Annotated, Any

from django.http import Http404

from scoring.prizes.winners import PhaseWinner, phase_winners
from scoring.rounds import forms, selectors as pages, services as rounds
from scoring.rounds.minutes import MinutesLine, minutes_file, minutes_page, public_draw
from scoring.rounds.next_draw import NextDraw, method_for, next_draw
from scoring.rounds.services import catch_up_guests
from scoring.rounds.ties import settle_tie
from scoring.sheets import acts as sheets_acts
from scoring.standings.phase_boards import MatchLine, MatchSide, PhaseBoard, PoolLine, TreeBoard, phase_boards
from scoring.standings.reading import evening
from scoring.standings.selectors import Reading, labels, reading
from tournament.api.base import PUBLIC, ConcoursView, PublicView, act, page
from tournament.api.shapes import Page, PageQuery, Shown, one_of
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.inputs import LEFT_OUT, Declared, arguments
from tournament.page_access import or_404
from tournament.people.naming import Audience
from tournament.registration.models import Team
from tournament.registration.selectors import singles_here, team_title
from tournament.rounds import acts, selectors as questions, services as seating
from tournament.rounds.models import DRAW_STATES, SEED_ORIGINS, Draw, Table
from tournament.rounds.seating import SwapEffects
from tournament.rounds.selectors import draw_for

TAG = "draws"

PoolTeamOutput = Annotated[Team, Shown("PoolTeamOutput", "id=pk number title", title=(str, team_title))]
PartOutput = Annotated[pages.PartLine, Shown("PartOutput", "title method teams tables exempt")]
MethodOutput = Annotated[tuple[str, str], Shown("MethodOutput", "key label")]


@dataclass(frozen=True)
class Prepared:
    """`over`: nothing is left to draw. `parts`: the phases drawn side by side, where there are. `tables`, `exempt`
    and `by_forfeit` are how many the draw will give, `last` is the last partie as things stand.

    `awaited` are the tables of the last partie without a score; `draft` is the id of the one being prepared.
    """

    next: NextDraw
    method: str
    options: dict[str, str]
    methods: list[MethodOutput]
    parts: list[PartOutput]
    draft: int | None
    exempt_rule: str
    sure_rounds: int


NextDrawOutput = Annotated[
    Prepared,
    Shown(
        "NextDrawOutput",
        """next.number next.ready method options methods next.fingerprint next.seed_from awaited draft next.over parts
        next.pool.odd next.tables next.exempt next.by_forfeit next.left.last next.left.announcement exempt_rule
        sure_rounds next.pool.teams next.pool.absent next.pool.later next.pool.withdrawn next.pool.away next.pool.out
        next.pool.alone""",
        awaited=(list[int], lambda prepared: [table.number for table in prepared.next.awaited]),
        **dict.fromkeys(("teams", "absent", "later", "withdrawn", "away", "out", "alone"), list[PoolTeamOutput]),
    ),
]
_OF_LINE: dict[str, Any] = {
    "state": one_of(DRAW_STATES),
    "method": str,
    "seed": str,
    "seed_origin": one_of(SEED_ORIGINS),
    "fingerprint": str,
}
DrawLineOutput = Annotated[
    Draw,
    Shown(
        "DrawLineOutput",
        """id=pk round=round.number number state minutes.method minutes.seed seed_origin minutes.fingerprint reason
        created_at published_at cancelled_at""",
        **_OF_LINE,
    ),
]


class CostOutput(Declared):
    wins: int
    points: int


def _numbers(side: questions.Side) -> list[int]:
    return [team.number for team in side.teams]


DrawSideOutput = Annotated[
    tuple[questions.Side, int | None, list[int], str],
    Shown(
        "DrawSideOutput", "0.camp numbers 0.title rank=1 ranks=2", numbers=(list[int], lambda place: _numbers(place[0]))
    ),
    "A camp of a table: `rank` that of its team; `ranks` those of both players, where partners change.",
]
DrawExemptOutput = Annotated[
    tuple[questions.Side, str],
    Shown("DrawExemptOutput", "numbers 0.title reason=1", numbers=(list[int], lambda place: _numbers(place[0]))),
]
GuestsOutput = Annotated[
    tuple[int, list[int]],
    Shown("GuestsOutput", "exempt guests"),
    "The teams that may play the catch-up game of an exempt one, the first to have finished first.",
]
DrawTableOutput = Annotated[
    pages.ExplainedTable,
    Shown("DrawTableOutput", "table=table.number sides reason by_hand rematch phase", DrawSideOutput),
]


@dataclass(frozen=True)
class Drawn:
    """A tirage with the reason of each table; a cancelled one has its minutes left and no table.

    `parts` are the phases drawn side by side, where there are; `guests` those of catch-up games.
    """

    draw: Draw
    page: pages.DrawPage
    guests: list[GuestsOutput]


DrawOutput = Annotated[
    Drawn,
    Shown(
        "DrawOutput",
        """id=draw.pk round=draw.round.number draw.number draw.state draw.minutes.method draw.minutes.seed
        draw.seed_origin draw.minutes.fingerprint draw.reason draw.created_at draw.published_at draw.cancelled_at
        method_label=page.method draw.minutes.options tables=page.lines page.exempt page.exempt_rule page.quality
        page.proof page.rematches page.cost has_sheets=page.has_records page.came page.left late_teams parts=page.beside
        guests""",
        DrawTableOutput,
        DrawExemptOutput,
        PartOutput,
        options=dict[str, Any],
        cost=CostOutput,
        late_teams=(list[int], lambda drawn: [team.number for team in drawn.page.late_teams]),
        **_OF_LINE,
    ),
]
SwappedTableOutput = Annotated[tuple[int | None, list[int]], Shown("SwappedTableOutput", "table numbers")]
SwapOutput = Annotated[
    SwapEffects,
    Shown(
        "SwapOutput",
        "first second before after rematches same_club fixed_tables exempt_again breaks_a_rule cost_before cost_after",
        SwappedTableOutput,
        same_club=(list[list[int]], lambda effects: [(one, other) for one, other, _club in effects.same_club]),
        cost_before=CostOutput,
        cost_after=CostOutput,
    ),
    "The effects of exchanging two teams; the lists are empty where there is nothing to fear.",
]
LateOutput = Annotated[Table, Shown("LateOutput", "table=number")]
TieOutput = Annotated[Table, Shown("TieOutput", "table=number team=goes_on.number", team=int)]
PartiesOutput = Annotated[Tournament, Shown("PartiesOutput", "parties parties_fixed")]


class MinutesOutput(Declared):
    """The minutes, as `python -m tournament.tirages replay` reads them; `about` the state of the tirage since."""

    method: str
    round: int
    seed: str
    options: dict[str, Any]
    entrants: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    exempt: list[int]
    rematches: list[list[int]]
    cost: dict[str, Any]
    optimal: bool
    ahead: dict[str, Any] = LEFT_OUT
    fingerprint: str
    about: dict[str, Any]


Minutes = Annotated[dict[str, Any], MinutesOutput]
DrawnTableOutput = Annotated[
    tuple[int, list[str]],
    Shown("DrawnTableOutput", "table camps"),
    "The numbers of each camp, as said aloud: 3, or 3 + 8.",
]
PublicDrawOutput = Annotated[
    MinutesLine,
    Shown(
        "PublicDrawOutput",
        """round=draw.round.number draw.number draw.state method draw.minutes.seed draw.seed_origin
        draw.minutes.fingerprint draw.reason quality proof tables exempt""",
        DrawnTableOutput,
        seed=str,
        fingerprint=str,
    ),
    "The tirage of a partie; the result of one that the organiser still looks at is not shown.",
]


def _settings(data: forms.NextQuery, tournament: Tournament, read: Reading | None = None) -> forms.SettingsForm:
    """Read the settings of the next tirage as the page does."""
    method = method_for(tournament, questions.next_number(tournament), read)
    return forms.SettingsForm.read(arguments(data), tournament, method)


def _drawn(tournament: Tournament, draw: Draw) -> Drawn:
    return Drawn(
        draw=draw,
        page=pages.draw_page(tournament, draw),
        guests=catch_up_guests(tournament, draw),
    )


def _minutes(draw: Draw, part: int) -> dict[str, Any]:
    if part >= len(draw.parts):
        raise Http404
    return minutes_file(draw, part)


MatchSideOutput = Annotated[
    MatchSide,
    Shown("MatchSideOutput", "number name points won forfeit"),
    "`number` is null while it is not known who comes, `forfeit`: it lost without playing, or was excluded.",
]
MatchOutput = Annotated[MatchLine, Shown("MatchOutput", "sides table bye decision", MatchSideOutput)]
PoolTeamLineOutput = Annotated[
    PoolLine,
    Shown("PoolTeamLineOutput", "rank number name points wins difference goes annulled"),
    """`goes`: it plays the phase of the first ones. `annulled`: it left the pool too early for its matches to count in
    the ranking of the pool.""",
]
BracketRoundOutput = Annotated[tuple[str, list[MatchLine]], Shown("BracketRoundOutput", "name matches", MatchOutput)]
PoolOutput = Annotated[tuple[str, list[PoolLine]], Shown("PoolOutput", "pool teams", PoolTeamLineOutput)]
TreeBoardOutput = Annotated[TreeBoard, Shown("TreeBoardOutput", "title rounds", BracketRoundOutput)]
PhaseBoardOutput = Annotated[
    PhaseBoard,
    Shown(
        "PhaseBoardOutput",
        "title pools rounds third places winner",
        PoolOutput,
        BracketRoundOutput,
        MatchOutput,
        TreeBoardOutput,
    ),
    """A phase: its pools, or the rounds of its bracket; `places` are the brackets of those beaten, that of the third
    place first, and `third` is the match for that place.""",
]
PhaseWinnerOutput = Annotated[PhaseWinner, Shown("PhaseWinnerOutput", "title number name")]


class PhasesOutput(Declared):
    """`winners` of each phase, of its third place and of each pool that leads to no bracket, once all is played.

    Of the bracket that gives the first ranks, who lost its final too.
    """

    phases: list[PhaseBoardOutput]
    winners: list[PhaseWinnerOutput]


def _phases(tournament: Tournament, *, public: bool) -> PhasesOutput:
    audience = questions.audience_of(tournament) if public else Audience.ORGANISERS
    shown = labels(tournament, audience)
    return PhasesOutput(phases=phase_boards(tournament, audience), winners=phase_winners(evening(tournament.pk), shown))


class Draws(ConcoursView):
    @act("read", "tirages/")
    def draws_get(self, query: PageQuery) -> Page[DrawLineOutput]:
        """List every tirage, the cancelled ones too; a draft is seen by who may draw."""
        draws = questions.draws_of(self.tournament)
        if not policy.may(self.tournament.role, "draw"):
            draws = draws.exclude(state="draft")
        return page(draws, query)

    @act(acts.MAKE_DRAW, "tirages/", status=201)
    def draws_post(self, data: forms.DrawInput) -> DrawOutput:
        """Draw the next partie, as a draft. Where somebody has drawn it already, `params.id` is that tirage."""
        settings = _settings(data, self.tournament)
        if not data.without_singles:
            rounds.check_singles(singles_here(self.tournament))
        try:
            draw = rounds.open_next_round(
                **self.acting,
                seed=data.seed,
                method=settings.method_asked,
                options=settings.options,
                fingerprint=data.fingerprint,
            )
        except seating.AlreadyDrawnError as error:
            error.params["id"] = error.draw.pk
            raise
        return _drawn(self.tournament, draw)

    @act("read", "tirages/next/")
    def draw_next_get(self, query: forms.NextQuery) -> NextDrawOutput:
        """Show the pool of the next tirage, and its fingerprint, to be announced before the seed is taken."""
        read = reading(self.tournament)
        settings = _settings(query, self.tournament, read)
        found = next_draw(self.tournament, method=settings.method_asked, options=settings.options, read=read)
        live = questions.live_draw(self.tournament, found.number)
        announced = method_for(self.tournament, found.number, read)
        return Prepared(
            next=found,
            method=settings.method_asked,
            options=settings.options,
            methods=forms.methods(announced),
            parts=pages.parts_to_draw(self.tournament, found),
            draft=live.pk if live else None,
            exempt_rule=pages.next_exempt_rule(self.tournament, found),
            sure_rounds=found.sure,
        )

    @act(acts.CHANGE_PARTIES, "parties/change/")
    def parties_change_post(self, data: forms.PartiesInput) -> PartiesOutput:
        """Add a partie or remove one, as the room has decided."""
        return rounds.change_parties(**self.acting, **arguments(data))

    @act(sheets_acts.SETTLE_TIE, "rounds/<int:number>/tie/")
    def tie_post(self, data: forms.TieInput) -> TieOutput:
        """State which team goes on after equal totals in a knock-out, where the house rules do not decide it alone."""
        return settle_tie(**self.acting, number=self.kwargs["number"], **arguments(data))

    @act("read", "phases/")
    def phases_get(self) -> PhasesOutput:
        """Show the pools and the brackets that are drawn."""
        return _phases(self.tournament, public=False)


class DrawView(ConcoursView, path="tirages/<int:draw>/"):
    """An address of one tirage."""

    acts_on = ("draw",)
    draw: Draw

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.draw = draw_for(self.tournament, self.kwargs["draw"])

    @act("read", name="draw")
    def draw_one_get(self) -> DrawOutput:
        """Show a tirage: its tables, each with its reason."""
        return _drawn(self.tournament, self.draw)

    @act(acts.PUBLISH_DRAW, "publish/")
    def draw_publish_post(self) -> DrawOutput:
        """Publish the draft: it becomes the tables of the partie."""
        return _drawn(self.tournament, seating.publish_draw(**self.acting))

    @act(acts.CANCEL_DRAW, "cancel/")
    def draw_cancel_post(self, data: forms.DrawReasonInput) -> DrawOutput:
        """Cancel the tirage; its minutes and the reason stay."""
        return _drawn(self.tournament, seating.cancel_draw(**self.acting, reason=data.reason))

    @act("draw", "swap/")
    def draw_swap_get(self, query: forms.SwapQuery) -> SwapOutput:
        """Show what exchanging two teams of a draft would do; nothing is written."""
        return seating.check_swap(self.draw, query.first, query.second)

    @act(acts.SWAP_TEAMS, "swap/")
    def draw_swap_post(self, data: forms.SwapInput) -> SwapOutput:
        """Exchange two teams of a draft."""
        return seating.swap_teams(**self.acting, **arguments(data))

    @act(acts.SEAT_LATE_TEAM, "late/", status=201)
    def draw_late_post(self, data: forms.LateInput) -> LateOutput:
        """Seat a team that came after the tirage at a new table, against an exempt or another late team."""
        return seating.seat_late_team(**self.acting, **arguments(data))

    @act(acts.SEAT_CATCH_UP, "catch-up/", status=201)
    def draw_catch_up_post(self, data: forms.CatchUpInput) -> LateOutput:
        """Seat the exempt team against one that has finished, for which this partie does not count."""
        return seating.seat_catch_up(**self.acting, **arguments(data))

    @act("read", "minutes/")
    def draw_minutes_get(self, query: forms.PartQuery) -> Minutes:
        """Show the minutes, for anyone to draw again."""
        return _minutes(self.draw, query.part)


class PublicDraws(PublicView):
    @act(PUBLIC, "phases/")
    def public_phases_get(self) -> PhasesOutput:
        """Show the pools and the brackets to players."""
        return _phases(self.tournament, public=True)

    @act(PUBLIC, "tirages/")
    def public_draws_get(self, query: PageQuery) -> Page[PublicDrawOutput]:
        """List every tirage of the concours, the cancelled ones too."""
        return page(minutes_page(self.tournament), query)

    @act(PUBLIC, "tirages/<int:number>-<int:draw>/")
    def public_minutes_get(self, query: forms.PartQuery) -> Minutes:
        """Show the minutes of one tirage, for anyone to draw again. Those of a draft are not yet to be seen."""
        draw = or_404(public_draw(self.tournament, self.kwargs["number"], self.kwargs["draw"]))
        return _minutes(draw, query.part)
