"""Show who is qualified for a concours; choose the rankings, call, write answers."""

from typing import Annotated

from scoring.qualification import acts, services
from scoring.qualification.inputs import QualifiedAnswerInput, QualifiedInviteInput, QualifyingListInput
from scoring.qualification.selectors import NextLine, QualifiedLine, QualifiedPage, ReadRanking, qualified_page
from tournament.api.base import ConcoursView, act
from tournament.api.shapes import Shown, one_of
from tournament.qualification.answers import ANSWERS

TAG = "evening"

QualifyingOutput = Annotated[
    ReadRanking,
    Shown(
        "QualifyingOutput",
        "ranking=row.pk concours=row.concours_id row.season name row.places state",
        concours=int | None,
        state=one_of(("ready", "running", "gone")),
    ),
    "A ranking whose first are qualified: `state` is ready once it is final, running, or gone where it was removed.",
]
QualifiedOutput = Annotated[
    QualifiedLine,
    Shown(
        "QualifiedOutput",
        """place=place.pk ranking=place.ranking_id place.rank name place.who place.steps_in place.answer place.answer_by
        late place.gone number rank_now stays""",
        who=list[int],
        answer=one_of(ANSWERS),
        gone=bool,
    ),
    """A place that somebody was called to. `number`: of its team where it is registered; `late`: no answer in time;
    `rank_now`: another rank since a correction, 0 for none, null while nothing moved; `stays`: the corrected ranking
    calls it too; `gone`: it was erased.""",
]
QualifiedNextOutput = Annotated[
    NextLine,
    Shown(
        "QualifiedNextOutput",
        "ranking who name rank",
        who=(list[int], lambda line: [int(part) for part in line.key.split("-")]),
    ),
    "Somebody who is called next, or whom a corrected ranking would have called.",
]
QualifiedPageOutput = Annotated[
    QualifiedPage,
    Shown(
        "QualifiedPageOutput",
        "rankings places=lines next missed open=calls",
        QualifyingOutput,
        QualifiedOutput,
        QualifiedNextOutput,
    ),
    "`next` are called with the next call; `missed` would be by the ranking of now; `open`: somebody may still be called.",
]


class Qualified(ConcoursView):
    @act("read", "qualified/")
    def qualified_get(self) -> QualifiedPageOutput:
        """Show the rankings that qualify for the concours, who was called and what was answered."""
        return qualified_page(self.tournament)

    @act(acts.CHOOSE_QUALIFYING, "qualified/rankings/", laptop_only=True)
    def qualified_rankings_post(self, data: QualifyingListInput) -> QualifiedPageOutput:
        """Choose the rankings whose first are qualified, in the order in which they call."""
        rankings = [(one.concours, one.season, one.places) for one in data.rankings]
        services.choose_qualifying(**self.acting, rankings=rankings)
        return qualified_page(self.tournament)

    @act(acts.CALL_QUALIFIED, "qualified/call/")
    def qualified_call_post(self) -> QualifiedPageOutput:
        """Call whoever has a place and was not called, in the place of those too who did not answer in time."""
        services.call_qualified(**self.acting)
        return qualified_page(self.tournament)

    @act(acts.CALL_QUALIFIED, "qualified/invite/")
    def qualified_invite_post(self, data: QualifiedInviteInput) -> QualifiedPageOutput:
        """Call somebody of a ranking beside those whose turn it is, for a reason."""
        services.invite_qualified(**self.acting, ranking=data.ranking, who=tuple(data.who), reason=data.reason)
        return qualified_page(self.tournament)

    @act(acts.ANSWER_QUALIFIED, "qualified/<int:place>/")
    def qualified_answer_post(self, data: QualifiedAnswerInput) -> QualifiedPageOutput:
        """Write what somebody answered; where it does not come the next of the ranking is called."""
        reason = data.reason if isinstance(data.reason, str) else ""
        services.answer_qualified(**self.acting, place_id=self.kwargs["place"], answer=data.answer, reason=reason)
        return qualified_page(self.tournament)
