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
from tournament.registration import (
    acts,
    attendance,
    head_count,
    inputs,
    origins,
    paying,
    selectors as people,
    services as door,
)
from tournament.registration.models import CATEGORIES, Team
from tournament.rounds import acts as rounds_acts, partners
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


def _paying(data: inputs.TeamInput | inputs.TeamChangeInput | inputs.PaidInput) -> dict[str, Any]:
    """Return *data* as arguments of an act; a means that the club names stands in the place of the others."""
    given = arguments(data)
    named = given.pop("named_means", "")
    return given | {"paid_by": named} if named else given


TeamOutput = Annotated[
    people.TeamLine,
    Shown(
        "TeamOutput",
        """id=team.pk team.number team.name title players team.origin team.category team.present team.paid_cents paid_by
        named_means team.reductions team.fixed_table team.family team.first_round team.away_in team.withdrawn_from
        team.excluded team.waiting team.alone team.remark seated""",
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
        TillOutput,
    ),
    "Teams, and money in cents. Those who left and those on the waiting list are counted apart; `alone`: those of the registered without a partner. `till`: the money by means of payment.",
]
RegularOutput = Annotated[Regular, Shown("RegularOutput", "name origin times fixed_table needs partner")]
TwinOutput = Annotated[
    people.DuplicatePlayer, Shown("TwinOutput", "name player team=team_id number withdrawn whole_team")
]
ChangedOutput = Annotated[int, Shown("ChangedOutput", "changed="), "`changed`: how many teams."]
RegularsOutput = Annotated[list[RegularOutput], Shown("RegularsOutput", "players=")]


class TwinsOutput(Declared):
    """`same`: both names are one person's."""

    twins: list[TwinOutput]
    same: bool


class TeamsInput(Declared):
    """Teams to be registered, in their order."""

    teams: Annotated[
        list[inputs.TeamInput], ListField(child=InputSerializer(dataclass=inputs.TeamInput), max_length=300)
    ]


AnsweredTeamOutput = Annotated[
    tuple[TeamOutput | None, Problem | None],
    Shown("AnsweredTeamOutput", "team problem"),
    "The answer for one team: the `team` as it is registered, or the `problem` for which it is not.",
]
AnsweredTeamsOutput = Annotated[
    list[AnsweredTeamOutput],
    Shown("AnsweredTeamsOutput", "teams="),
    "An answer for each team, in the order of the request.",
]
PartnersDrawOutput = Annotated[
    PartnersDraw,
    Shown(
        "PartnersDrawOutput",
        "number seed_origin minutes=written created_at",
        minutes=str,
        seed_origin=one_of(SEED_ORIGINS),
    ),
    "A drawing of partners: `minutes` as `python -m tournament.tirages replay` reads them, each table a team.",
]
PartnersOutput = Annotated[
    partners.PartnersPage,
    Shown(
        "PartnersOutput",
        "singles left_over fingerprint teams draws",
        PartnersDrawOutput,
        singles=(list[int], lambda page: [team.number for team in page.singles]),
        left_over=(int | None, lambda page: page.left_over.number if page.left_over else None),
        teams=(list[int], lambda page: [formed.team.number for formed in page.formed]),
    ),
    """`singles`: the numbers of those who are here alone; `left_over` the one who would stay so; `teams` the numbers
    of the teams formed of such.""",
]


class Teams(ConcoursView):
    @act("read", "teams/")
    def teams_get(self, query: TeamsQuery) -> Page[TeamOutput]:
        """List the teams, by number or by name, all or those that match the search."""
        return page(
            people.team_lines(self.tournament, search=query.search, show=query.show, by_name=query.order == "name"),
            query,
        )

    @act(acts.REGISTER_TEAM, "teams/", status=201)
    def teams_post(self, data: inputs.TeamInput) -> TeamOutput:
        """Register a team, with the lowest free number unless one is given; on the waiting list if no place is left."""
        return people.line_of(door.register_team(**self.acting, **_paying(data)))

    @act(acts.REGISTER_TEAM, "teams/many/")
    def many_teams_post(self, data: TeamsInput) -> AnsweredTeamsOutput:
        """Register many teams, one after another; each is answered for itself."""
        answers = [given_or_refused(partial(door.register_team, **self.acting, **_paying(one))) for one in data.teams]
        return [(people.line_of(team) if team else None, problem) for team, problem in answers]

    @act("read", "teams/counts/")
    def team_counts_get(self) -> CountsOutput:
        """Count the teams that are registered, present and paid."""
        return head_count.door_counts(self.tournament)

    @act(acts.SET_ALL_PRESENT, "teams/all-present/")
    def all_present_post(self) -> ChangedOutput:
        """Mark every team present that has not withdrawn."""
        return attendance.set_all_present(**self.acting)

    @act(acts.RENUMBER_TEAMS, "teams/renumber/")
    def renumber_post(self) -> ChangedOutput:
        """Number the teams from 1 without holes; before any tirage only."""
        return door.renumber_teams(**self.acting)

    @act(acts.UNITE_ORIGINS, "teams/unite-origins/")
    def unite_origins_post(self, data: inputs.OriginInput) -> ChangedOutput:
        """Write a club or commune in one way for all the teams that have it in another."""
        return origins.unite_origins(**self.acting, **arguments(data))

    @act("read", "partners/")
    def partners_get(self) -> PartnersOutput:
        """Show who came alone, the drawings of partners made, and the teams formed."""
        return partners.partners_page(self.tournament)

    @act(rounds_acts.DRAW_PARTNERS, "partners/draw/", status=201, name="partners-draw")
    def partners_drawn_post(self, data: inputs.PartnersDrawInput) -> PartnersOutput:
        """Draw the partners of all who are here alone: each pair is a team at once."""
        partners.draw_partners(**self.acting, **arguments(data))
        return partners.partners_page(self.tournament)

    @act(rounds_acts.CHOOSE_PARTNERS, "partners/choose/", status=201, name="partners-choose")
    def partners_chosen_post(self, data: inputs.PairInput) -> TeamOutput:
        """Make a team of two people who came alone."""
        return people.line_of(partners.choose_partners(**self.acting, **arguments(data)))

    @act(rounds_acts.PART_TEAM, "partners/part/", name="partners-part")
    def partners_parted_post(self, data: inputs.PartInput) -> PartnersOutput:
        """Part teams that were formed so, before they have a table."""
        partners.part_teams(**self.acting, **arguments(data))
        return partners.partners_page(self.tournament)

    @act("register", "twins/")
    def twins_get(self, query: TwinsQuery) -> TwinsOutput:
        """Find which of these players are in a team already, however their names are written."""
        typed = (query.player_1, query.player_2)
        without = None if query.team is LEFT_OUT else query.team
        twins = people.find_duplicates(self.tournament, typed, without=without)
        return TwinsOutput(twins=twins, same=people.same_player(*typed))


class Regulars(ConcoursView, path="regulars/"):
    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        # They are the whole club's: a token of some of its concours finds none.
        club_for(self.user, self.tournament.club_id, allowed)

    @act("register")
    def regulars_get(self, query: RegularsQuery) -> RegularsOutput:
        """Find the players whom the club knows by the beginnings of their names, the most frequent first."""
        return find_people(self.tournament.club, query.search)


class TeamView(ConcoursView, path="teams/<int:team>/"):
    """An address of one team, by its id."""

    acts_on = ("team",)
    team: Team

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.team = get_object_or_404(Team, pk=self.kwargs["team"], tournament=self.tournament)

    @act("read", name="team")
    def team_one_get(self) -> TeamOutput:
        """Show one team."""
        return people.line_of(self.team)

    @act(acts.CHANGE_TEAM)
    def team_one_patch(self, data: inputs.TeamChangeInput) -> TeamOutput:
        """Correct a team."""
        return people.line_of(door.change_team(**self.acting, **_paying(data)))

    @act(acts.DELETE_TEAM, laptop_only=True)
    def team_one_delete(self, query: inputs.DeletionInput) -> None:
        """Take a team that never sat anywhere off the list. One that has paid needs `money`: what becomes of it."""
        door.delete_team(**self.acting, **arguments(query))

    @act(acts.SET_PRESENT, "present/")
    def team_present_post(self, data: inputs.PresentInput) -> TeamOutput:
        """Mark the team present or absent."""
        return people.line_of(attendance.set_present(**self.acting, present=data.present))

    @act(acts.SET_PAID, "paid/")
    def team_paid_post(self, data: inputs.PaidInput) -> TeamOutput:
        """Note what the team paid."""
        return people.line_of(paying.set_paid(**self.acting, **_paying(data)))

    @act(acts.REFUND_TEAM, "refund/")
    def team_refund_post(self, data: inputs.RefundInput) -> TeamOutput:
        """Refund a team part of its fee."""
        return people.line_of(paying.refund_team(**self.acting, **arguments(data)))

    @act(acts.SET_AWAY, "away/")
    def team_away_post(self, data: inputs.AwayInput) -> TeamOutput:
        """Leave the team out of one partie that is not drawn yet; it is back after it."""
        away = attendance.set_away(
            tournament_id=self.tournament.pk, number=self.team.number, round_number=data.round, by=self.user
        )
        return people.line_of(away)

    @act(acts.WITHDRAW_TEAM, "withdraw/")
    def team_withdraw_post(self, data: inputs.WithdrawInput) -> TeamOutput:
        """Withdraw the team from a partie on; nothing it played is lost."""
        return people.line_of(attendance.withdraw_team(**self.acting, **arguments(data)))

    @act(acts.RETURN_TEAM, "return/")
    def team_return_post(self) -> TeamOutput:
        """Bring a team back that had left: it is in the next tirage."""
        return people.line_of(attendance.return_team(**self.acting))

    @act(acts.ADMIT_TEAM, "admit/")
    def team_admit_post(self) -> TeamOutput:
        """Move a team of the waiting list to a place: it is in the next tirage."""
        return people.line_of(attendance.admit_team(**self.acting))
