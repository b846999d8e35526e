"""Register teams, correct them, mark them, let them leave or come back."""

from functools import partial
from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from rest_framework.serializers import ListField

from tournament.api.base import ConcoursView, act, page
from tournament.api.problems import Problem, given_or_refused
from tournament.api.shapes import InputSerializer, Page, PageQuery, Shown, one_of
from tournament.clubs.selectors import club_for
from tournament.inputs import LEFT_OUT, Declared, arguments
from tournament.inputs.fields import CleanText, StrictChoice
from tournament.ledger.booking import known_key, name_of_club
from tournament.ledger.models import MEANS
from tournament.people.selectors import Regular, find_people
from tournament.registration import acts, attendance, head_count, origins, paying
from tournament.registration import selectors as people
from tournament.registration import services as door
from tournament.registration.inputs import (
    AwayInput,
    DeletionInput,
    OriginInput,
    PaidInput,
    PairInput,
    PartInput,
    PartnersDrawInput,
    PresentInput,
    RefundInput,
    TeamChangeInput,
    TeamInput,
    WithdrawInput,
)
from tournament.registration.models import CATEGORIES, Team
from tournament.rounds import acts as rounds_acts
from tournament.rounds import partners
from tournament.rounds.models import SEED_ORIGINS, PartnersDraw

TAG = "teams"
TypedName = Annotated[str, CleanText(max_length=200, allow_blank=True)]


class TeamsQuery(PageQuery):
    """`search`: a number, or the beginnings of words of names or clubs; `show`: only those in that state."""

    search: Annotated[str, CleanText(max_length=60, allow_blank=True)] = ""
    order: Annotated[str, StrictChoice(choices=["number", "name"])] = "number"
    show: Annotated[str, StrictChoice(choices=list(people.SHOWN), allow_blank=True)] = ""


class RegularsQuery(Declared):
    search: Annotated[str, CleanText(max_length=60, allow_blank=True)]


class TwinsQuery(Declared):
    """`team`: the one being changed, left out of the comparison."""

    player_1: TypedName = ""
    player_2: TypedName = ""
    team: int = LEFT_OUT


def _paying(data: TeamInput | TeamChangeInput | PaidInput) -> dict[str, Any]:
    """Return *data* as arguments of an act; a means that the club names stands in the place of the others."""
    given = arguments(data)
    named = given.pop("named_means", "")
    return given | {"paid_by": named} if named else given


TeamOutput = Annotated[
    people.TeamLine,
    Shown(
        "TeamOutput",
        """id=team.pk number=team.number name=team.name title players origin=team.origin category=team.category
        present=team.present paid_cents=team.paid_cents paid_by named_means reductions=team.reductions
        fixed_table=team.fixed_table family=team.family
        first_round=team.first_round away_in=team.away_in withdrawn_from=team.withdrawn_from excluded=team.excluded
        waiting=team.waiting alone=team.alone remark=team.remark seated""",
        category=one_of(CATEGORIES),
        paid_by=(one_of(MEANS), lambda line: known_key(line.team.paid_by)),
        named_means=(str, lambda line: name_of_club(line.team.paid_by)),
        reductions=list[str],
    ),
]
TillOutput = Annotated[
    head_count.Till,
    Shown(
        "TillOutput",
        "means named_means cents",
        means=(one_of(MEANS), lambda till: known_key(till.means)),
        named_means=(str, lambda till: name_of_club(till.means)),
    ),
]
CountsOutput = Annotated[
    head_count.DoorCounts,
    Shown(
        "CountsOutput",
        "registered present absent paid part_paid unpaid withdrawn waiting alone cash till expected missing",
        "Teams, and money in cents. Those who left and those on the waiting list are counted apart; `alone`: those of the registered without a partner. `till`: the money by means of payment.",
        till=list[TillOutput],
    ),
]
RegularOutput = Annotated[Regular, Shown("RegularOutput", "name origin times fixed_table needs partner")]
TwinOutput = Annotated[
    people.DuplicatePlayer, Shown("TwinOutput", "name player team=team_id number withdrawn whole_team")
]


class ChangedOutput(Declared):
    """`changed`: how many teams."""

    changed: int


class RegularsOutput(Declared):
    players: list[RegularOutput]


class TwinsOutput(Declared):
    """`same`: both names are one person's."""

    twins: list[TwinOutput]
    same: bool


class Teams(ConcoursView, path="teams/"):
    @act("read")
    def get(self, query: TeamsQuery) -> Page[TeamOutput]:
        """List the teams, by number or by name, all or those that match the search."""
        return page(
            people.team_lines(self.tournament, search=query.search, show=query.show, by_name=query.order == "name"),
            query,
        )

    @act(acts.REGISTER_TEAM, status=201)
    def post(self, data: TeamInput) -> TeamOutput:
        """Register a team, with the lowest free number unless one is given; on the waiting list if no place is left."""
        return people.line_of(door.register_team(**self.acting, **_paying(data)))


class TeamsInput(Declared):
    """Teams to be registered, in their order."""

    teams: Annotated[list[TeamInput], ListField(child=InputSerializer(dataclass=TeamInput), max_length=300)]


class AnsweredTeamOutput(Declared):
    """The answer for one team: the `team` as it is registered, or the `problem` for which it is not."""

    team: TeamOutput | None
    problem: Problem | None


class AnsweredTeamsOutput(Declared):
    """An answer for each team, in the order of the request."""

    teams: list[AnsweredTeamOutput]


class ManyTeams(ConcoursView, path="teams/many/"):
    @act(acts.REGISTER_TEAM)
    def post(self, data: TeamsInput) -> AnsweredTeamsOutput:
        """Register many teams, one after another; each is answered for itself."""
        answers = [given_or_refused(partial(door.register_team, **self.acting, **_paying(one))) for one in data.teams]
        return AnsweredTeamsOutput(
            teams=[
                AnsweredTeamOutput(team=people.line_of(team) if team else None, problem=problem)
                for team, problem in answers
            ]
        )


class TeamCounts(ConcoursView, path="teams/counts/"):
    @act("read")
    def get(self) -> CountsOutput:
        """Count the teams that are registered, present and paid."""
        return head_count.door_counts(self.tournament)


class AllPresent(ConcoursView, path="teams/all-present/"):
    @act(acts.SET_ALL_PRESENT)
    def post(self) -> ChangedOutput:
        """Mark every team present that has not withdrawn."""
        return ChangedOutput(changed=attendance.set_all_present(**self.acting))


class Renumber(ConcoursView, path="teams/renumber/"):
    @act(acts.RENUMBER_TEAMS)
    def post(self) -> ChangedOutput:
        """Number the teams from 1 without holes; before any tirage only."""
        return ChangedOutput(changed=door.renumber_teams(**self.acting))


class UniteOrigins(ConcoursView, path="teams/unite-origins/"):
    @act(acts.UNITE_ORIGINS)
    def post(self, data: OriginInput) -> ChangedOutput:
        """Write a club or commune in one way for all the teams that have it in another."""
        return ChangedOutput(changed=origins.unite_origins(**self.acting, **arguments(data)))


PartnersDrawOutput = Annotated[
    PartnersDraw,
    Shown(
        "PartnersDrawOutput",
        "number seed_origin minutes=written created_at",
        "A drawing of partners: `minutes` as `python -m tournament.tirages replay` reads them, each table a team.",
        minutes=str,
        seed_origin=one_of(SEED_ORIGINS),
    ),
]
PartnersOutput = Annotated[
    partners.PartnersPage,
    Shown(
        "PartnersOutput",
        "singles left_over fingerprint teams draws",
        """`singles`: the numbers of those who are here alone; `left_over` the one who would stay so; `teams` the numbers
        of the teams formed of such.""",
        singles=(list[int], lambda page: [team.number for team in page.singles]),
        left_over=(int | None, lambda page: page.left_over.number if page.left_over else None),
        teams=(list[int], lambda page: [formed.team.number for formed in page.formed]),
        draws=list[PartnersDrawOutput],
    ),
]


class Partners(ConcoursView, path="partners/"):
    @act("read")
    def get(self) -> PartnersOutput:
        """Show who came alone, the drawings of partners made, and the teams formed."""
        return partners.partners_page(self.tournament)


class PartnersDrawn(ConcoursView, path="partners/draw/", name="partners-draw"):
    @act(rounds_acts.DRAW_PARTNERS, status=201)
    def post(self, data: PartnersDrawInput) -> PartnersOutput:
        """Draw the partners of all who are here alone: each pair is a team at once."""
        partners.draw_partners(**self.acting, **arguments(data))
        return partners.partners_page(self.tournament)


class PartnersChosen(ConcoursView, path="partners/choose/", name="partners-choose"):
    @act(rounds_acts.CHOOSE_PARTNERS, status=201)
    def post(self, data: PairInput) -> TeamOutput:
        """Make a team of two people who came alone."""
        return people.line_of(partners.choose_partners(**self.acting, **arguments(data)))


class PartnersParted(ConcoursView, path="partners/part/", name="partners-part"):
    @act(rounds_acts.PART_TEAM)
    def post(self, data: PartInput) -> PartnersOutput:
        """Part teams that were formed so, before they have a table."""
        partners.part_teams(**self.acting, **arguments(data))
        return partners.partners_page(self.tournament)


class Regulars(ConcoursView, path="regulars/"):
    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        # They are the whole club's: a token of some of its concours finds none.
        club_for(self.user, self.tournament.club_id, allowed)

    @act("register")
    def get(self, query: RegularsQuery) -> RegularsOutput:
        """Find the players whom the club knows by the beginnings of their names, the most frequent first."""
        return RegularsOutput(players=find_people(self.tournament.club, query.search))


class Twins(ConcoursView, path="twins/"):
    @act("register")
    def get(self, query: TwinsQuery) -> TwinsOutput:
        """Find which of these players are in a team already, however their names are written."""
        typed = (query.player_1, query.player_2)
        without = None if query.team is LEFT_OUT else query.team
        twins = people.find_duplicates(self.tournament, typed, without=without)
        return TwinsOutput(twins=twins, same=people.same_player(*typed))


class TeamView(ConcoursView, path="teams/<int:team>/"):
    """An address of one team, by its id."""

    team: Team

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.team = get_object_or_404(Team, pk=self.kwargs["team"], tournament=self.tournament)

    @property
    def acting(self) -> dict[str, Any]:
        return {"team_id": self.team.pk, "by": self.user}


class TeamOne(TeamView, name="team"):
    laptop_only = ("DELETE",)

    @act("read")
    def get(self) -> TeamOutput:
        """Show one team."""
        return people.line_of(self.team)

    @act(acts.CHANGE_TEAM)
    def patch(self, data: TeamChangeInput) -> TeamOutput:
        """Correct a team."""
        return people.line_of(door.change_team(**self.acting, **_paying(data)))

    @act(acts.DELETE_TEAM)
    def delete(self, query: DeletionInput) -> None:
        """Take a team that never sat anywhere off the list. One that has paid needs `money`: what becomes of it."""
        door.delete_team(**self.acting, **arguments(query))


class TeamPresent(TeamView, path="present/"):
    @act(acts.SET_PRESENT)
    def post(self, data: PresentInput) -> TeamOutput:
        """Mark the team present or absent."""
        return people.line_of(attendance.set_present(**self.acting, present=data.present))


class TeamPaid(TeamView, path="paid/"):
    @act(acts.SET_PAID)
    def post(self, data: PaidInput) -> TeamOutput:
        """Note what the team paid."""
        return people.line_of(paying.set_paid(**self.acting, **_paying(data)))


class TeamRefund(TeamView, path="refund/"):
    @act(acts.REFUND_TEAM)
    def post(self, data: RefundInput) -> TeamOutput:
        """Refund a team part of its fee."""
        return people.line_of(paying.refund_team(**self.acting, **arguments(data)))


class TeamAway(TeamView, path="away/"):
    @act(acts.SET_AWAY)
    def post(self, data: AwayInput) -> TeamOutput:
        """Leave the team out of one partie that is not drawn yet; it is back after it."""
        away = attendance.set_away(
            tournament_id=self.tournament.pk, number=self.team.number, round_number=data.round, by=self.user
        )
        return people.line_of(away)


class TeamWithdraw(TeamView, path="withdraw/"):
    @act(acts.WITHDRAW_TEAM)
    def post(self, data: WithdrawInput) -> TeamOutput:
        """Withdraw the team from a partie on; nothing it played is lost."""
        return people.line_of(attendance.withdraw_team(**self.acting, **arguments(data)))


class TeamReturn(TeamView, path="return/"):
    @act(acts.RETURN_TEAM)
    def post(self) -> TeamOutput:
        """Bring a team back that had left: it is in the next tirage."""
        return people.line_of(attendance.return_team(**self.acting))


class TeamAdmit(TeamView, path="admit/"):
    @act(acts.ADMIT_TEAM)
    def post(self) -> TeamOutput:
        """Move a team of the waiting list to a place: it is in the next tirage."""
        return people.line_of(attendance.admit_team(**self.acting))
