"""The door: register teams, correct them, mark them, let them leave or come back."""

from django.db.models import Count
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from tournament.api.base import ConcoursView, Page, act, page, pages_of
from tournament.api.strict import Asked, AskedFigure, Figure, Input, Name, Text, Truth, Word
from tournament.models import CATEGORIES, Team
from tournament.selectors import people
from tournament.services import door


def _number(**options) -> Figure:
    return Figure(min_value=1, max_value=door.HIGHEST_NUMBER, **options)


def _cents(**options) -> Figure:
    return Figure(min_value=0, max_value=door.MOST_CENTS, **options)


def _players(**options) -> serializers.ListField:
    return serializers.ListField(child=Text(max_length=200, allow_blank=True), max_length=4, **options)


class TeamInput(Input):
    """`confirm_twin`: a player already in another team is another person of the same name."""

    players = _players()
    number = _number(required=False, allow_null=True)
    origin = Name(max_length=door.ORIGIN_LENGTH, allow_blank=True, required=False)
    category = Word(choices=list(CATEGORIES), allow_blank=True, required=False)
    present = Truth(required=False)
    paid_cents = _cents(required=False, allow_null=True)
    remark = Name(max_length=door.REMARK_LENGTH, allow_blank=True, required=False)
    confirm_twin = Truth(required=False)


class TeamChangeInput(Input):
    """What changes; the rest stays. Another player once a tirage is published needs a `reason`."""

    players = _players(required=False)
    number = _number(required=False)
    name = Name(max_length=door.NAME_LENGTH, allow_blank=True, required=False)
    origin = Name(max_length=door.ORIGIN_LENGTH, allow_blank=True, required=False)
    category = Word(choices=list(CATEGORIES), allow_blank=True, required=False)
    family = Name(max_length=door.ORIGIN_LENGTH, allow_blank=True, required=False)
    remark = Name(max_length=door.REMARK_LENGTH, allow_blank=True, required=False)
    fixed_table = _number(required=False, allow_null=True)
    present = Truth(required=False)
    paid_cents = _cents(required=False, allow_null=True)
    confirm_twin = Truth(required=False)
    reason = Name(max_length=door.REASON_LENGTH, allow_blank=True, required=False)


class PresentInput(Input):
    present = Truth()


class PaidInput(Input):
    """Null: nothing was paid."""

    paid_cents = _cents(allow_null=True)


class AwayInput(Input):
    """`round`: the one partie to come that the team does not play; null: it plays them all."""

    round = Figure(min_value=1, max_value=20, allow_null=True)


class WithdrawInput(Input):
    """`from_round`: the first partie that the team does not play."""

    from_round = Figure(min_value=1, max_value=20)
    reason = Name(max_length=door.REASON_LENGTH, allow_blank=True)


class ExcludeInput(Input):
    """`from_round`: the first partie that the team does not play; null or left out: the next."""

    from_round = Figure(min_value=1, max_value=21, required=False, allow_null=True)
    reason = Name(max_length=door.REASON_LENGTH, allow_blank=True)


class ReadmitInput(Input):
    reason = Name(max_length=door.REASON_LENGTH, allow_blank=True)


class TeamsQuery(Page):
    """`search`: a number, or the beginnings of words of names or clubs."""

    search = Name(max_length=60, allow_blank=True, required=False, default="")
    order = Word(choices=["number", "name"], required=False, default="number")


class RegularsQuery(Asked):
    search = Name(max_length=60, allow_blank=True)


class TwinsQuery(Asked):
    """`team`: the one being changed, left out of the comparison."""

    player_1 = Name(max_length=200, allow_blank=True, required=False, default="")
    player_2 = Name(max_length=200, allow_blank=True, required=False, default="")
    team = AskedFigure(required=False)


class TeamOutput(serializers.Serializer):
    id = serializers.IntegerField(source="team.pk")
    number = serializers.IntegerField(source="team.number")
    name = serializers.CharField(source="team.name")
    title = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    origin = serializers.CharField(source="team.origin")
    category = serializers.ChoiceField(choices=list(CATEGORIES), source="team.category")
    present = serializers.BooleanField(source="team.present")
    paid_cents = serializers.IntegerField(source="team.paid_cents", allow_null=True)
    fixed_table = serializers.IntegerField(source="team.fixed_table", allow_null=True)
    family = serializers.CharField(source="team.family")
    first_round = serializers.IntegerField(source="team.first_round")
    away_in = serializers.IntegerField(source="team.away_in", allow_null=True)
    withdrawn_from = serializers.IntegerField(source="team.withdrawn_from", allow_null=True)
    excluded = serializers.BooleanField(source="team.excluded")
    waiting = serializers.BooleanField(source="team.waiting")
    remark = serializers.CharField(source="team.remark")
    seated = serializers.BooleanField()


class CountsOutput(serializers.Serializer):
    """Teams, and money in cents. Those on the waiting list are counted apart."""

    registered = serializers.IntegerField()
    present = serializers.IntegerField()
    paid = serializers.IntegerField()
    part_paid = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    waiting = serializers.IntegerField()
    cash = serializers.IntegerField()
    expected = serializers.IntegerField()
    missing = serializers.IntegerField()


class ChangedOutput(serializers.Serializer):
    changed = serializers.IntegerField(help_text="how many teams")


class RegularOutput(serializers.Serializer):
    name = serializers.CharField()
    origin = serializers.CharField()
    times = serializers.IntegerField()


class RegularsOutput(serializers.Serializer):
    players = RegularOutput(many=True)


class TwinOutput(serializers.Serializer):
    name = serializers.CharField()
    player = serializers.CharField()
    team = serializers.IntegerField(source="team_id")
    number = serializers.IntegerField()
    withdrawn = serializers.BooleanField()
    whole_team = serializers.BooleanField()


class TwinsOutput(serializers.Serializer):
    """`same`: both names are one person's."""

    twins = TwinOutput(many=True)
    same = serializers.BooleanField()


TeamList = pages_of(TeamOutput)


def team_line(team: Team) -> people.TeamLine:
    """A team as lists show it."""
    return people.team_line(people.teams_of(team.tournament).annotate(seat_count=Count("seats")).get(pk=team.pk))


class Teams(ConcoursView):
    @act("read", asks=TeamsQuery, gives=TeamList)
    def get(self, request: Request, query: dict) -> dict:
        """The teams, by number or by name, all or those that answer the search."""
        lines = people.team_lines(self.tournament, search=query["search"], by_name=query["order"] == "name")
        return page(lines, query)

    @act("register", takes=TeamInput, gives=TeamOutput, status=201)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """Register a team, with the lowest free number unless one is given; on the waiting list if no place is left."""
        return team_line(door.register_team(tournament_id=self.tournament.pk, by=request.user, **data))


class TeamCounts(ConcoursView):
    @act("read", gives=CountsOutput)
    def get(self, request: Request) -> people.DoorCounts:
        """How many teams are registered, there and paid."""
        return people.door_counts(self.tournament)


class AllPresent(ConcoursView):
    @act("register", gives=ChangedOutput)
    def post(self, request: Request) -> dict:
        """Mark every team present that has not withdrawn."""
        return {"changed": door.set_all_present(tournament_id=self.tournament.pk, by=request.user)}


class Renumber(ConcoursView):
    @act("register", gives=ChangedOutput)
    def post(self, request: Request) -> dict:
        """Number the teams from 1 without holes; before any tirage only."""
        return {"changed": door.renumber_teams(tournament_id=self.tournament.pk, by=request.user)}


class Regulars(ConcoursView):
    @act("register", asks=RegularsQuery, gives=RegularsOutput)
    def get(self, request: Request, query: dict) -> dict:
        """The players whom the club knows and whose names begin so, the most faithful first."""
        return {"players": people.find_players(self.tournament.club, query["search"])}


class Twins(ConcoursView):
    @act("register", asks=TwinsQuery, gives=TwinsOutput)
    def get(self, request: Request, query: dict) -> dict:
        """Which of these players are in a team already, however their names are written."""
        typed = [query["player_1"], query["player_2"]]
        found = people.twins(self.tournament, [name for name in typed if name], without=query.get("team"))
        same = people.player_key(typed[0]) == people.player_key(typed[1]) != ""
        return {"twins": found, "same": same}


class TeamView(ConcoursView):
    """An address of one team, by its id."""

    team: Team

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.team = get_object_or_404(Team, pk=self.kwargs["team"], tournament=self.tournament)


class TeamOne(TeamView):
    @act("read", gives=TeamOutput)
    def get(self, request: Request) -> people.TeamLine:
        """One team."""
        return team_line(self.team)

    @act("register", takes=TeamChangeInput, gives=TeamOutput)
    def patch(self, request: Request, data: dict) -> people.TeamLine:
        """Correct a team."""
        return team_line(door.change_team(team_id=self.team.pk, by=request.user, **data))

    @act("register")
    def delete(self, request: Request) -> None:
        """Take a team that never sat anywhere off the list."""
        door.delete_team(team_id=self.team.pk, by=request.user)


class TeamPresent(TeamView):
    @act("register", takes=PresentInput, gives=TeamOutput)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """Mark the team present or absent."""
        return team_line(door.set_present(team_id=self.team.pk, by=request.user, **data))


class TeamPaid(TeamView):
    @act("register", takes=PaidInput, gives=TeamOutput)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """Note what the team paid."""
        return team_line(door.set_paid(team_id=self.team.pk, by=request.user, **data))


class TeamAway(TeamView):
    @act("draw", takes=AwayInput, gives=TeamOutput)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """The team does not play one partie that is not drawn yet, and is back after it."""
        asked = {"number": self.team.number, "round_number": data["round"]}
        return team_line(door.set_away(tournament_id=self.tournament.pk, by=request.user, **asked))


class TeamWithdraw(TeamView):
    @act("register", takes=WithdrawInput, gives=TeamOutput)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """The team no longer plays from a partie on; nothing it played is lost."""
        return team_line(door.withdraw_team(team_id=self.team.pk, by=request.user, **data))


class TeamReturn(TeamView):
    @act("register", gives=TeamOutput)
    def post(self, request: Request) -> people.TeamLine:
        """A team that had left is back: it is in the next tirage."""
        return team_line(door.return_team(team_id=self.team.pk, by=request.user))


class TeamAdmit(TeamView):
    @act("register", gives=TeamOutput)
    def post(self, request: Request) -> people.TeamLine:
        """A team of the waiting list has a place: it is in the next tirage."""
        return team_line(door.admit_team(team_id=self.team.pk, by=request.user))


class TeamExclude(TeamView):
    @act("rule", takes=ExcludeInput, gives=TeamOutput)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """Exclude the team: it plays no more and is ranked last. The table where it sits now is not touched."""
        return team_line(door.exclude_team(team_id=self.team.pk, by=request.user, **data))


class TeamReadmit(TeamView):
    @act("rule", takes=ReadmitInput, gives=TeamOutput)
    def post(self, request: Request, data: dict) -> people.TeamLine:
        """Take an exclusion back: the team is in the next tirage."""
        return team_line(door.take_back_exclusion(team_id=self.team.pk, by=request.user, **data))
