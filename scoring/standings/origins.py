"""Show the ranking of the clubs and communes of a concours, with the names that most teams write."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from scoring.ranking import Row
from scoring.ranking.origins import Ranked, rank_origins
from scoring.standings.selectors import Label, labels
from tournament.concours.models import Tournament
from tournament.names import place_key, place_spellings
from tournament.paper import PaperPage, paper_pages

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
