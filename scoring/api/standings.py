"""The ranking after a partie, why a team has its rank; and what anybody may read of a concours."""

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from scoring.selectors import boards
from scoring.selectors import draws as draw_pages
from scoring.selectors.standings import evening, labels
from scoring.services.pages import snapshot_alarm
from scoring.views.memory import Live, public_live
from tournament import jobs
from tournament.api.base import PUBLIC, ConcoursView, Page, PublicView, act, page, pages_of
from tournament.api.strict import Asked, AskedFigure, Name, Word
from tournament.models import CATEGORIES
from tournament.selectors.draws import names_shown, places_by_team


class AfterQuery(Asked):
    """`after`: the partie after which the ranking is asked for; the last one of which a sheet counts where left out."""

    after = AskedFigure(min_value=1, max_value=20, required=False, default=None, allow_null=True)


class StandingsQuery(Page, AfterQuery):
    category = Word(choices=[key for key in CATEGORIES if key], required=False, default="")
    origin = Name(max_length=60, allow_blank=True, required=False, default="")


class TablesSearch(Page):
    """`search`: a team's number, or the beginnings of words of names."""

    search = Name(max_length=60, allow_blank=True, required=False, default="")


class MissingTableOutput(serializers.Serializer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()


class ResultOutput(serializers.Serializer):
    """A team's partie. `kind`: played, exempt, forfeit, absent, pending; `outcome`: won, lost, drawn or empty.

    `points` are what counts: those of the sheet, plus `penalty`, less `capped`, plus `awarded` (by an exclusion).
    """

    round = serializers.IntegerField()
    kind = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    camp = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField()
    conceded = serializers.IntegerField()
    opponents = serializers.ListField(child=serializers.IntegerField())
    partners = serializers.ListField(child=serializers.IntegerField())
    outcome = serializers.CharField(allow_blank=True)
    capots = serializers.IntegerField()
    penalty = serializers.IntegerField()
    capped = serializers.IntegerField()
    awarded = serializers.IntegerField()


class RowOutput(serializers.Serializer):
    """`values` are those of the criteria, in their order; `separated_by` is what puts it below the row above."""

    rank = serializers.IntegerField(source="row.rank")
    tied = serializers.BooleanField(source="row.tied")
    number = serializers.IntegerField(source="row.number")
    name = serializers.CharField(source="line.name", allow_blank=True)
    origin = serializers.CharField(source="line.origin", allow_blank=True)
    category = serializers.CharField(source="line.category", allow_blank=True)
    category_rank = serializers.IntegerField(source="line.category_rank", allow_null=True)
    moved = serializers.IntegerField(source="line.moved", allow_null=True)
    values = serializers.DictField(source="row.values", child=serializers.IntegerField(allow_null=True))
    points = serializers.IntegerField(source="row.points")
    wins = serializers.IntegerField(source="row.wins")
    draws = serializers.IntegerField(source="row.draws")
    losses = serializers.IntegerField(source="row.losses")
    difference = serializers.IntegerField(source="row.difference")
    exempt_count = serializers.IntegerField(source="row.exempt_count")
    withdrawn = serializers.BooleanField(source="row.withdrawn")
    excluded = serializers.BooleanField(source="row.excluded")
    separated_by = serializers.CharField(source="row.separated_by", allow_blank=True)
    results = ResultOutput(many=True, source="row.results")


class StandingHead(serializers.Serializer):
    """What a ranking stands on: the sheets that count after a partie, at a line of the journal."""

    after_round = serializers.IntegerField()
    final = serializers.BooleanField()
    missing = serializers.IntegerField()
    journal_number = serializers.IntegerField()
    criteria = serializers.ListField(child=serializers.CharField())


class AlarmOutput(serializers.Serializer):
    """A row in which the kept copy, (rank, points), differs from the sheets; the sheets win."""

    number = serializers.IntegerField()
    kept = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    sheets = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


StandingList = pages_of(
    RowOutput, **StandingHead().get_fields(), missing_tables=MissingTableOutput(many=True), alarm=AlarmOutput(many=True)
)


class PublicRowOutput(RowOutput):
    """A row as players see it: initials where names are not shown."""


PublicStandingList = pages_of(PublicRowOutput, **StandingHead().get_fields())


class OpponentOutput(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)


class PartieOutput(serializers.Serializer):
    result = ResultOutput()
    opponents = serializers.SerializerMethodField()
    partners = serializers.SerializerMethodField()
    said = serializers.CharField(allow_blank=True)
    parts = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(OpponentOutput(many=True))
    def get_opponents(self, partie) -> list[dict[str, object]]:
        return [{"number": number, "name": name} for number, name in partie.opponents]

    @extend_schema_field(OpponentOutput(many=True))
    def get_partners(self, partie) -> list[dict[str, object]]:
        return [{"number": number, "name": name} for number, name in partie.partners]


class FigureOutput(serializers.Serializer):
    label = serializers.CharField()
    value = serializers.IntegerField(allow_null=True)


class WhyOutput(StandingHead):
    """Why a team has its rank. `rank` is null where it is not ranked; `current` is the partie it plays now."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    players = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()
    teams = serializers.IntegerField()
    figures = FigureOutput(many=True)
    parties = PartieOutput(many=True)
    above = serializers.CharField(allow_blank=True)
    beside = serializers.CharField(allow_blank=True)
    below = serializers.CharField(allow_blank=True)
    current = PartieOutput(allow_null=True)


class PublicConcoursOutput(serializers.Serializer):
    name = serializers.CharField()
    date = serializers.DateField()
    place = serializers.CharField(allow_blank=True)
    club = serializers.CharField(source="club.name")
    parties = serializers.IntegerField()
    closed = serializers.BooleanField()
    names_shown = serializers.BooleanField()


class PlaceOutput(serializers.Serializer):
    """Where a team sits; `table` is null where it is exempt."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    table = serializers.IntegerField(allow_null=True)
    camp = serializers.CharField(allow_blank=True)
    against = serializers.CharField(allow_blank=True)


PlaceList = pages_of(PlaceOutput, round=serializers.IntegerField(allow_null=True))


def _head(standing) -> dict[str, object]:
    names = ("after_round", "final", "missing", "journal_number", "criteria")
    return {name: getattr(standing, name) for name in names}


def _rows(board: boards.Board) -> list[dict[str, object]]:
    by_number = {row.number: row for row in board.standing.rows}
    return [{"row": by_number[line.number], "line": line} for line in board.lines]


def _why(found, standing, shown, number: int) -> dict[str, object]:
    story = boards.story(found, standing, shown, number)
    label = shown[number]
    told = {"rank": None, "tied": False, "teams": len(standing.rows), "figures": [], "parties": []}
    told |= {"above": "", "beside": "", "below": ""}
    if story is not None:
        told |= {
            "rank": story.row.rank,
            "tied": story.row.tied,
            "figures": [{"label": label, "value": value} for label, value in story.figures],
            **{name: getattr(story, name) for name in ("parties", "above", "beside", "below")},
        }
    return {
        **_head(standing),
        **told,
        "number": number,
        "name": label.name,
        "players": label.players,
        "current": boards.current_partie(found, shown, number),
    }


class Standings(ConcoursView):
    @act("read", asks=StandingsQuery, gives=StandingList)
    def get(self, request: Request, query: dict) -> dict:
        """The ranking after a partie, computed now from the sheets that count, partie by partie."""
        found = evening(self.tournament.pk)
        after = boards.asked_round(found, query["after"])
        board = boards.board(
            found, labels(self.tournament), after_round=after, category=query["category"], origin=query["origin"]
        )
        missing = [{"round": number, "table": table} for number, table in board.standing.missing_tables]
        alarm = snapshot_alarm(found) or []
        return page(_rows(board), query) | _head(board.standing) | {"missing_tables": missing, "alarm": alarm}


class Why(ConcoursView):
    @act("read", asks=AfterQuery, gives=WhyOutput)
    def get(self, request: Request, query: dict) -> dict:
        """Why the team of this number has its rank: its parties, and what separates it from its neighbours."""
        found, shown = evening(self.tournament.pk), labels(self.tournament)
        number = self.kwargs["number"]
        if number not in shown:
            raise Http404
        return _why(found, found.after(boards.asked_round(found, query["after"])), shown, number)


class StandingsRedo(ConcoursView):
    @act("read")
    def post(self, request: Request) -> None:
        """Make the kept ranking and the public pages again from the sheets."""
        jobs.enqueue("pages", tournament=self.tournament, args={"force": True}, by=request.user)


class PublicConcours(PublicView):
    @act(PUBLIC, gives=PublicConcoursOutput)
    def get(self, request: Request) -> dict:
        """The concours as it is announced."""
        tournament = self.tournament
        names = ("name", "date", "place", "club", "parties")
        return {name: getattr(tournament, name) for name in names} | {
            "closed": tournament.closed_at is not None,
            "names_shown": names_shown(tournament),
        }


class PublicStandings(PublicView):
    @act(PUBLIC, asks=Page, gives=PublicStandingList)
    def get(self, request: Request, query: dict) -> dict:
        """The ranking for players; elsewhere than in the hall with initials, unless the organiser shows names."""
        live: Live = public_live(self.tournament.slug)
        board = boards.board(live.evening, live.labels)
        return page(_rows(board), query) | _head(live.standing)


class PublicTeam(PublicView):
    @act(PUBLIC, gives=WhyOutput)
    def get(self, request: Request) -> dict:
        """One team: its table now, its parties, its rank and why."""
        live: Live = public_live(self.tournament.slug)
        number = self.kwargs["number"]
        if number not in live.labels:
            raise Http404
        return _why(live.evening, live.standing, live.labels, number)


class PublicTables(PublicView):
    @act(PUBLIC, asks=TablesSearch, gives=PlaceList)
    def get(self, request: Request, query: dict) -> dict:
        """Where each team sits in the partie being played; `round` is null before the first."""
        found = draw_pages.tables_page(self.tournament, query["search"])
        if found["round"] is None:
            return page([], query) | {"round": None}
        places = found["found"] if query["search"] else places_by_team(found["seating"])
        return page(places, query) | {"round": found["round"].number}
