"""The clock: what it shows, who is not there, who still plays, when it ends; start it, impose the last donnes."""

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from scoring.api.entry import SideOutput
from scoring.selectors.clock import ClockPage, clock_page, face_now
from scoring.selectors.entry import find_table
from scoring.services import clock as sheet_acts
from tournament.api.base import PUBLIC, ConcoursView, PublicView, act
from tournament.api.strict import Figure, Input, Name, Truth, Word
from tournament.errors import TournamentError
from tournament.models import Table
from tournament.services import clock as acts


class SetInput(Input):
    """What the clock shows from now on, and why; 0 starts it again."""

    minutes = Figure(min_value=0, max_value=acts.HIGHEST_MINUTES, required=False, default=0)
    reason = Name(max_length=acts.REASON_LENGTH, allow_blank=True)


class CutoffInput(Input):
    """How many last donnes, the one in hand counted; by default as many as the concours says."""

    donnes = Figure(min_value=1, max_value=acts.HIGHEST_DONNES, required=False)


class SeatInput(Input):
    """A camp that is at its table, or is not. It decides nothing by itself."""

    camp = Word(choices=["NS", "EO", *"ABCDEF"])
    here = Truth()


class PlayedInput(Input):
    """Donnes that a table had finished when the last ones were imposed; null: not known."""

    donnes = Figure(min_value=0, max_value=200, allow_null=True)


class SpanOutput(serializers.Serializer):
    """A length in minutes, and between what it likely lies."""

    low = serializers.FloatField()
    mid = serializers.FloatField()
    high = serializers.FloatField()


class MomentOutput(serializers.Serializer):
    """A moment to come, and between what it likely lies."""

    low = serializers.DateTimeField()
    mid = serializers.DateTimeField()
    high = serializers.DateTimeField()


class NotReadyOutput(serializers.Serializer):
    """A camp that is not known to be at its table; `missing_at`: it was said then not to be."""

    table = serializers.IntegerField()
    side = SideOutput()
    missing_at = serializers.DateTimeField(allow_null=True)


class RunningOutput(serializers.Serializer):
    """A table whose score does not count yet; `donnes` are those on its telephones, null where there are none."""

    table = serializers.IntegerField(source="line.number")
    donnes = serializers.IntegerField(source="done", allow_null=True)
    state = serializers.ChoiceField(choices=["", "proposed", "confirmed", "disputed"])
    called_at = serializers.DateTimeField(allow_null=True)
    cutoff_after = serializers.IntegerField(allow_null=True)
    end = MomentOutput(allow_null=True)
    slow = serializers.BooleanField()


class FaceOutput(serializers.Serializer):
    """What the clock shows. `seconds` it has run as this was answered: other clocks may be wrong."""

    round = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.SerializerMethodField()
    ready_by = serializers.DateTimeField(allow_null=True)
    limit_at = serializers.DateTimeField(allow_null=True)
    cutoff_donnes = serializers.IntegerField(source="cutoff", allow_null=True)
    cutoff_at = serializers.DateTimeField(allow_null=True)

    def get_seconds(self, face) -> int | None:
        if face.started_at is None:
            return None
        return max(int((timezone.now() - face.started_at).total_seconds()), 0)


class PublicClockOutput(serializers.Serializer):
    """`clock` is null while none runs and no last donnes are announced."""

    clock = FaceOutput(allow_null=True)


class ClockOutput(serializers.Serializer):
    """The partie being played, by the clock. `stage` says what is asked for; `doubtful`: this computer's clock was put
    back, the journal has a later line."""

    clock = FaceOutput(source="face")
    stage = serializers.ChoiceField(choices=["idle", "seating", "playing", "over", "done", "closed"])
    doubtful = serializers.BooleanField()
    tables = serializers.IntegerField()
    finished = serializers.IntegerField()
    missing = NotReadyOutput(many=True)
    unknown = NotReadyOutput(many=True)
    running = RunningOutput(many=True)
    by_donne = serializers.BooleanField(help_text="`pace` is for a donne, else for the whole partie")
    pace = SpanOutput(allow_null=True)
    partie_end = MomentOutput(allow_null=True)
    evening_end = MomentOutput(allow_null=True)


class ClockView(ConcoursView):
    """An address of a partie's clock, or of one of its tables."""

    def page(self) -> ClockPage:
        """What is answered to every act: the clock as it is now."""
        found = clock_page(self.tournament, now=timezone.now(), number=self.kwargs.get("number"))
        if found is None:
            raise TournamentError("clock_no_partie", round=self.kwargs.get("number", 1))
        return found

    def where(self, request: Request) -> dict[str, object]:
        """The partie and who acts, as acts take them."""
        return {"tournament_id": self.tournament.pk, "number": self.kwargs["number"], "by": request.user}

    def table(self) -> Table:
        """The table of the address. Raises Http404."""
        found = find_table(self.tournament, self.kwargs["number"], self.kwargs["table"])
        if found is None:
            raise Http404
        return found


class Clock(ClockView):
    @act("read", gives=ClockOutput)
    def get(self, request: Request) -> ClockPage:
        """The clock of the last partie that is seated."""
        return self.page()


class ClockStart(ClockView):
    @act("score", gives=ClockOutput)
    def post(self, request: Request) -> ClockPage:
        """Start the clock; started twice, once."""
        acts.start_clock(**self.where(request))
        return self.page()


class ClockStop(ClockView):
    @act("score", gives=ClockOutput)
    def post(self, request: Request) -> ClockPage:
        """The clock as if it had not been started."""
        acts.stop_clock(**self.where(request))
        return self.page()


class ClockSet(ClockView):
    @act("rule", takes=SetInput, gives=ClockOutput)
    def post(self, request: Request, data: dict) -> ClockPage:
        """Set what the clock shows, with a reason."""
        acts.set_clock(**self.where(request), **data)
        return self.page()


class Cutoff(ClockView):
    @act("rule", takes=CutoffInput, gives=ClockOutput)
    def post(self, request: Request, data: dict) -> ClockPage:
        """Impose the last donnes on every table still playing."""
        acts.impose_cutoff(**self.where(request), donnes=data.get("donnes", self.tournament.cutoff_donnes))
        return self.page()


class CutoffBack(ClockView):
    @act("rule", gives=ClockOutput)
    def post(self, request: Request) -> ClockPage:
        """Take the last donnes back, while no sheet ended by them."""
        sheet_acts.take_back_cutoff(**self.where(request))
        return self.page()


class AllReady(ClockView):
    @act("score", gives=ClockOutput)
    def post(self, request: Request) -> ClockPage:
        """All those of whom nobody said anything are at their tables."""
        acts.all_ready(**self.where(request))
        return self.page()


class TableSeat(ClockView):
    @act("score", takes=SeatInput, gives=ClockOutput)
    def post(self, request: Request, data: dict) -> ClockPage:
        """Say that a camp is at its table, or is not; the last word holds."""
        say = acts.seat_ready if data["here"] else acts.seat_missing
        say(table_id=self.table().pk, camp=data["camp"])
        return self.page()


class TablePlayed(ClockView):
    @act("score", takes=PlayedInput, gives=ClockOutput)
    def post(self, request: Request, data: dict) -> ClockPage:
        """Note how many donnes the table had finished when the last ones were imposed."""
        sheet_acts.record_cutoff_after(table_id=self.table().pk, by=request.user, **data)
        return self.page()


class TableAnswer(ClockView):
    @act("rule", gives=ClockOutput)
    def post(self, request: Request) -> ClockPage:
        """The referee has come to the table that called him."""
        acts.answer_call(table_id=self.table().pk, by=request.user)
        return self.page()


class PublicClock(PublicView):
    @act(PUBLIC, gives=PublicClockOutput)
    def get(self, request: Request) -> dict[str, object]:
        """The clock of the partie being played, for a screen of one's own."""
        return {"clock": face_now(self.tournament)}
