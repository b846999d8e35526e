"""A penalty as the referee records it."""

from django.utils import timezone

from scoring.models import Penalty
from scoring.standings.selectors import standing
from tournament.models import Table, Tournament


def penalty(tournament: Tournament, partie: int, table: int, *, camp: str = "NS", points: int = 162, **more) -> Penalty:
    """A penalty of *camp*'s team there."""
    row = Table.objects.get(round__tournament=tournament, round__number=partie, number=table)
    told = {"label": "Renonce", "way": "on_top", "article": "art. 7", "reason": "vue par tous"} | more
    return Penalty.objects.create(
        table=row,
        number=row.penalties.count() + 1,
        camp=camp,
        to_camp="EO" if camp == "NS" else "NS",
        team=row.seats.get(camp=camp).team,
        points=points,
        at=timezone.now(),
        **told,
    )


def points(tournament: Tournament, **more) -> dict[int, tuple[int, int]]:
    return {row.number: (row.points, row.wins) for row in standing(tournament, **more).rows}
