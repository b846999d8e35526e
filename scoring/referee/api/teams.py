"""Exclude a team, or take that back: what it played counts otherwise then."""

from functools import partial

from scoring.corrections.api import Correcting, EffectsOutput
from scoring.referee.inputs import ExcludeInput, ReadmitInput
from tournament.api.base import act
from tournament.registration import acts, attendance
from tournament.registration.api import TeamOutput, TeamView
from tournament.registration.selectors import line_of

TAG = "teams"


class Exclusion(TeamView, Correcting):
    @act(acts.EXCLUDE_TEAM, "exclude/")
    def team_exclude_post(self, data: ExcludeInput) -> TeamOutput:
        """Exclude the team: it plays no more and is ranked last. The table where it sits now is not touched."""
        return line_of(self.corrected(partial(attendance.exclude_team, **self.acting), data))

    @act(acts.EXCLUDE_TEAM, "exclude/effects/")
    def team_exclude_effects_post(self, data: ExcludeInput) -> EffectsOutput:
        """Show what the exclusion would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(attendance.exclude_team, **self.acting), data)

    @act(acts.TAKE_BACK_EXCLUSION, "readmit/")
    def team_readmit_post(self, data: ReadmitInput) -> TeamOutput:
        """Cancel an exclusion: the team is in the next tirage, unless it had left before."""
        return line_of(self.corrected(partial(attendance.take_back_exclusion, **self.acting), data))

    @act(acts.TAKE_BACK_EXCLUSION, "readmit/effects/")
    def team_readmit_effects_post(self, data: ReadmitInput) -> EffectsOutput:
        """Show what cancelling the exclusion would change: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(attendance.take_back_exclusion, **self.acting), data)
