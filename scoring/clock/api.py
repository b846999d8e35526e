"""Show and start the clock, say who is at the tables, impose the last donnes."""

from typing import Annotated, Any, Literal

from django.utils import timezone

from scoring.clock import services
from scoring.clock.forms import CutoffInput, PlayedInput, SetInput
from scoring.clock.pace import Span
from scoring.clock.selectors import ClockPage, ClockState, Moment, NotReady, RunningTable, clock_page, clock_state
from scoring.sheets.api.entry import SideOutput, table_at
from scoring.sheets.inputs import Camp
from tournament.api.base import PUBLIC, ConcoursView, PublicView, act
from tournament.api.shapes import Shown
from tournament.errors import TournamentError
from tournament.inputs import Declared, arguments
from tournament.rounds import acts, clock as round_clock
from tournament.rounds.models import Table

TAG = "clock"


class SeatInput(Declared):
    """A camp that is at its table, or is not. It decides nothing by itself."""

    camp: Camp
    here: bool


SpanOutput = Annotated[
    Span, Shown("SpanOutput", "low mid high"), "A length in minutes, and between what it likely lies."
]
MomentOutput = Annotated[Moment, Shown("MomentOutput", "low mid high")]
NotReadyOutput = Annotated[NotReady, Shown("NotReadyOutput", "table side missing_at", SideOutput)]
RunningOutput = Annotated[
    RunningTable,
    Shown(
        "RunningOutput",
        "table=line.number donnes=done state line.table.called_at line.table.cutoff_after end slow",
        MomentOutput,
        state=Literal["", "proposed", "confirmed", "disputed"],
    ),
    "A table whose score does not count yet; `donnes` are those on its telephones, null where there are none.",
]
FaceOutput = Annotated[
    ClockState,
    Shown(
        "FaceOutput",
        "round=round.number round.started_at seconds ready_by limit_at round.cutoff_donnes round.cutoff_at",
        seconds=(int | None, lambda face: face.seconds(timezone.now())),
    ),
    "A clock. `seconds` it has run as this was answered: other clocks may be wrong.",
]
ClockOutput = Annotated[
    ClockPage,
    Shown(
        "ClockOutput",
        """clock=face stage doubtful tables finished missing unknown running by_donne pace partie_end evening_end""",
        FaceOutput,
        NotReadyOutput,
        RunningOutput,
        SpanOutput,
        MomentOutput,
        stage=Literal["idle", "seating", "playing", "over", "done", "closed"],
    ),
    """The partie being played, by the clock. `stage` says what is asked for; `doubtful`: this computer's clock was
    put back, the journal has a later line; `by_donne`: `pace` is for a donne, else for the whole partie.""",
]


class PublicClockOutput(Declared):
    """`clock` is null while none runs and no last donnes are announced."""

    clock: FaceOutput | None


class ClockView(ConcoursView):
    """An address of a clock."""

    def clock(self) -> ClockPage:
        """Return the clock as it is now: every act answers it."""
        clock = clock_page(self.tournament, now=timezone.now(), number=self.kwargs.get("number"))
        if clock is None:
            raise TournamentError("clock_no_partie", round=self.kwargs.get("number", 1))
        return clock

    @act("read", "clock/")
    def clock_get(self) -> ClockOutput:
        """Show the clock of the last partie that is seated."""
        return self.clock()


class PartieClockView(ClockView, path="parties/<int:number>/"):
    """An address of a partie's clock."""

    @property
    def acting(self) -> dict[str, Any]:
        return super().acting | {"number": self.kwargs["number"]}

    @act(acts.START_CLOCK, "clock/start/")
    def clock_start_post(self) -> ClockOutput:
        """Start the clock; started twice, once."""
        round_clock.start_clock(**self.acting)
        return self.clock()

    @act(acts.STOP_CLOCK, "clock/stop/")
    def clock_stop_post(self) -> ClockOutput:
        """Cancel the start of the clock."""
        round_clock.stop_clock(**self.acting)
        return self.clock()

    @act(acts.SET_CLOCK, "clock/set/")
    def clock_set_post(self, data: SetInput) -> ClockOutput:
        """Set what the clock shows, with a reason."""
        round_clock.set_clock(**self.acting, **arguments(data))
        return self.clock()

    @act(acts.IMPOSE_CUTOFF, "cutoff/")
    def cutoff_post(self, data: CutoffInput) -> ClockOutput:
        """Impose the last donnes on every table still playing."""
        round_clock.impose_cutoff(**self.acting, **{"donnes": self.tournament.cutoff_donnes} | arguments(data))
        return self.clock()

    @act(acts.TAKE_BACK_CUTOFF, "cutoff/cancel/", name="cutoff-cancel")
    def cutoff_back_post(self) -> ClockOutput:
        """Take the last donnes back, while no sheet ended by them."""
        services.take_back_cutoff(**self.acting)
        return self.clock()

    @act(acts.ALL_READY, "clock/all-ready/", name="clock-all-ready")
    def all_ready_post(self) -> ClockOutput:
        """Mark as present every camp not yet reported."""
        round_clock.all_ready(**self.acting)
        return self.clock()


class TableClockView(PartieClockView, path="tables/<int:table>/"):
    """An address of a table by the clock."""

    def table(self) -> Table:
        """Return the table of the address. Raises Http404."""
        return table_at(self.tournament, self.kwargs["number"], self.kwargs["table"])

    @act("score", "seat/")
    def table_seat_post(self, data: SeatInput) -> ClockOutput:
        """State that a camp is at its table, or is not; the last word holds."""
        say = round_clock.seat_ready if data.here else round_clock.seat_missing
        say(table_id=self.table().pk, camp=data.camp)
        return self.clock()

    @act(acts.RECORD_CUTOFF_AFTER, "played/")
    def table_played_post(self, data: PlayedInput) -> ClockOutput:
        """Note how many donnes the table had finished when the last ones were imposed."""
        services.record_cutoff_after(table_id=self.table().pk, by=self.user, donnes=data.donnes)
        return self.clock()

    @act(acts.ANSWER_CALL, "answer-call/", name="table-answer-call")
    def table_answer_post(self) -> ClockOutput:
        """Note that the referee has come to the table that called him."""
        round_clock.answer_call(table_id=self.table().pk, by=self.user)
        return self.clock()


class PublicClock(PublicView):
    @act(PUBLIC, "clock/")
    def public_clock_get(self) -> PublicClockOutput:
        """Show the clock of the partie being played, for a screen of one's own."""
        return PublicClockOutput(clock=clock_state(self.tournament))
