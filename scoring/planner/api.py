"""Ask what fits into an evening."""

from typing import Annotated, Literal

from scoring.clock.api import SpanOutput
from scoring.planner.forms import PlanQuery, hour_of
from scoring.planner.selectors import FittingParties, PlannedEvening, PlannedPreset, planned_evening
from tournament.api.base import ANYONE, ApiView, act
from tournament.api.shapes import Shown
from tournament.inputs import arguments

TAG = "concours"

FittingOutput = Annotated[FittingParties, Shown("FittingOutput", "donnes parties length", SpanOutput)]
PlannedOutput = Annotated[
    PlannedPreset,
    Shown(
        "PlannedOutput",
        "key entrants singles tables resting least most length fit",
        SpanOutput,
        fit=Literal["yes", "tight", "no"],
    ),
]
PlanOutput = Annotated[
    PlannedEvening,
    Shown("PlanOutput", "teams available donne measured presets fitting", SpanOutput, PlannedOutput, FittingOutput),
    "Lengths in minutes. `measured`: the length of a donne was measured on evenings of the club.",
]


class Plan(ApiView):
    @act(ANYONE, "plan/")
    def plan_get(self, query: PlanQuery) -> PlanOutput:
        """State what each preset gives for the teams and hours of an evening, and which parties fit."""
        start, end = hour_of(query.start, "start"), hour_of(query.end, "end")
        return planned_evening(self.user, **arguments(query) | {"start": start, "end": end})
