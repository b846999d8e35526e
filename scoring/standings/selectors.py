"""Read the ranking of a concours, always recomputed from the sheets that count, the names of its teams, and the
ranking of the clubs and communes that they come from.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet

from scoring.ranking import FIGURES, Row
from scoring.ranking.origins import Ranked, rank_origins
from scoring.standings.models import StandingsSnapshot
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from tournament.concours.models import Tournament
from tournament.finals.outstanding import Outstanding
from tournament.names import place_key, place_spellings, together
from tournament.paper import PaperPage, paper_pages
from tournament.people.naming import Audience, Named, named, team_shown
from tournament.prepared import prepared
from tournament.registration.models import Team, TeamMember
from tournament.rounds.origins import places_of

Reading = Callable[[], EveningResults]


def reading(tournament: Tournament) -> Reading:
    """Return what reads the evening of *tournament* when first asked, and gives that same reading from then on.

    For a page or an act that asks several questions of one moment; who writes a result meanwhile makes another.
    """
    return cache(lambda: evening(tournament.pk))


def outstanding_of(tournament: Tournament, *, drawn: int, missing: bool, read: Reading | None = None) -> Outstanding:
    """Return what is still to be played of *tournament*, of which *drawn* parties are published and scores *missing*.

    No query where the number of parties is a setting and nothing else.
    """
    if tournament.formula.has_plan:
        return (read or reading(tournament))().outstanding
    last = tournament.parties
    return Outstanding(last=last, least=last, over=bool(drawn) and not missing and drawn >= last)


def standing(tournament: Tournament, *, after_round: int | None = None) -> Standing:
    """Return the standing of *tournament* after a partie (default: the last of which a sheet counts). See
    EveningResults.after.
    """
    return evening(tournament.pk).after(after_round)


class Label(NamedTuple):
    """The names of a team: `name` is its own name, else its players'."""

    name: str
    players: str
    origin: str
    category: str
    places: tuple[str, ...]  # the clubs or communes of its origin: two of a pair who came alone from different ones
    known: tuple[Named, ...] = ()  # its players, with what they say of their names

    def shown(self, audience: Audience) -> "Label":
        """Return it as *audience* reads it: where a player has initials, no commune to guess from."""
        if named(self.known, audience):
            return self
        players = team_shown("", self.known, audience)
        return self._replace(name=players, players=players, origin="", places=())


def labels(tournament: Tournament, audience: Audience = Audience.ORGANISERS) -> dict[int, Label]:
    """Return the label of each team of *tournament* as *audience* reads it, by the team's number."""
    players: dict[int, list[Named]] = defaultdict(list)
    for team_id, name, naming in _members(tournament=tournament.pk):
        players[team_id].append(Named(name, naming))
    by_number = {}
    for pk, number, name, origin, category, singles in _teams(tournament=tournament.pk):
        known = tuple(players[pk])
        names, places = together(player.name for player in known), places_of(origin, singles)
        by_number[number] = Label(name or names, names, origin, category, places, known).shown(audience)
    return by_number


@prepared
def _members(tournament: int) -> QuerySet[TeamMember, tuple]:
    members = TeamMember.objects.filter(team__tournament=tournament).order_by("team", "position")
    return members.values_list("team_id", "player__name", "person__naming")


@prepared
def _teams(tournament: int) -> QuerySet[Team, tuple]:
    teams = Team.objects.filter(tournament=tournament).order_by("number")
    return teams.values_list("pk", "number", "name", "origin", "category", "formed__singles")


def snapshot_rows(standing: Standing) -> list[list[Any]]:
    """Return the ranking as it is kept: [rank, team number, points, [the value of each criterion]] a row."""
    return [[row.rank, row.number, row.points, list(row.values.values())] for row in standing.rows]


def snapshot_alarm(results: EveningResults) -> list[dict[str, Any]]:
    """Return the rows where the snapshot differs from the sheets, as `differences`; [] where they agree.

    [] too where the copy stands on another line of the journal, or on the figures of an earlier version, and so cannot
    be compared. The sheets win; both are shown (docs/reliability.md 10, row 64).
    """
    snapshot = StandingsSnapshot.objects.filter(
        tournament=results.tournament, journal_number=results.journal_number, figures=FIGURES
    ).first()
    return differences(snapshot.rows, snapshot_rows(results.after())) if snapshot else []


def palmares_alarm(results: EveningResults) -> list[dict[str, Any]]:
    """Return the rows where the published palmarès differs from what this version computes, as `differences`.

    What was proclaimed stands; both are shown.
    """
    if not results.published:
        return []
    computed = [row[:3] for row in snapshot_rows(results.computed(results.last))]
    return differences([[*line[:3]] for line in results.published], computed)


def differences(kept: Sequence[Sequence[Any]], counted: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Return the lines of two rankings that are not the same, as {"number", "kept", "sheets"} of (rank, points)."""
    ours = {row[1]: row for row in counted}
    theirs = {row[1]: row for row in kept}
    return [
        {"number": number, "kept": line and (line[0], line[2]), "sheets": row and (row[0], row[2])}
        for number in sorted(ours.keys() | theirs.keys())
        for line, row in [(theirs.get(number), ours.get(number))]
        if line != row
    ]


LINE_HEIGHT = 5.5  # millimetres
Line = TypeVar("Line")


class OriginLine(NamedTuple):
    """A club or commune in the ranking, by its name; `counted` are the numbers of its teams that count.

    `others` counts those beyond; one that `lacks` teams has rank 0.
    """

    rank: int
    tied: bool
    name: str
    total: int
    counted: tuple[int, ...]
    others: int
    lacks: int

    @property
    def teams(self) -> str:
        """Return the numbers of the teams that count on one line."""
        return ", ".join(map(str, self.counted))


def origin_lines(
    tournament: Tournament, rows: Iterable[Row], known: Mapping[int, Label] | None = None
) -> list[OriginLine]:
    """Return the clubs and communes by a ranking, in their order; no line and no query where the concours has no such ranking.

    *known*: the labels of the teams as the organisers read them, where they were read; a club counts all its teams,
    those too whose names a page does not show. An excluded team counts for nobody.
    """
    if not tournament.origin_teams:
        return []
    known = labels(tournament) if known is None else known
    names = place_spellings(place for label in known.values() for place in label.places)
    ranked = [
        Ranked(row.number, row.rank, row.points, tuple({place_key(place) for place in known[row.number].places}))
        for row in rows
        if not row.excluded
    ]
    ordered = rank_origins(ranked, best=tournament.origin_teams, by=tournament.origin_by)
    return [
        OriginLine(row.rank, row.tied, names[row.origin][0], int(row.total), row.counted, row.others, row.lacks)
        for row in ordered
    ]


def origin_pages(lines: Sequence[Line]) -> list[PaperPage[Line]]:
    """Return the printed pages of the ranking of clubs and communes."""
    return paper_pages(lines, lambda _line: LINE_HEIGHT) if lines else []
