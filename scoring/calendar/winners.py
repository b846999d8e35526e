"""Name who won the past concours of the calendar, as the public palmarès of each names them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, IntegerField, OuterRef
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.evening.models import Palmares
from tournament.concours.models import Tournament
from tournament.people.naming import Named, team_shown
from tournament.rounds.selectors import audience_of

MOST_EQUAL = 3  # teams that are first together; where more are, the palmarès names them


def winners_of(tournaments: Iterable[Tournament]) -> dict[int, list[str]]:
    """Return who is first in the palmarès that stands, by the pk of the concours; one query, none without such a concours.

    Of names each public page shows the same. A concours that is open again or whose ranking is held back has none, nor
    one that was closed by a version of the program that kept no palmarès.
    """
    closed = {one.pk: one for one in tournaments if one.closed_at and not one.ranking_held}
    if not closed:
        return {}
    players: dict[tuple[int, int], list[Named]] = defaultdict(list)
    own: dict[tuple[int, int], str] = {}
    first: dict[int, list[int]] = {}
    for pk, number, name, player, naming, *figures in _members(closed):
        own[pk, number] = name
        if player is not None:
            players[pk, number].append(Named(player, naming))
        ranked = zip(figures[::2], figures[1::2], strict=True)
        first[pk] = [equal for rank, equal in ranked if rank == 1]
    return {
        pk: [team_shown(own[pk, one], players[pk, one], audience_of(closed[pk])) for one in numbers if (pk, one) in own]
        for pk, numbers in first.items()
        if len(numbers) <= MOST_EQUAL
    }


def _members(closed: Iterable[int]) -> Iterable[tuple[Any, ...]]:
    """Return the players of the first teams of each palmarès that stands, beside rank and number of those teams."""
    later = Palmares.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    figures = {
        f"{word}_{place}": Cast(KT(f"rows__{place}__{column}"), IntegerField())
        for place in range(MOST_EQUAL + 1)
        for column, word in enumerate(("rank", "team"))
    }
    # The database reads them in the ranking: a page of evenings with hundreds of teams brings a few lines.
    standing = Palmares.objects.filter(~Exists(later), tournament__in=closed).annotate(**figures)
    teams = standing.filter(
        tournament__teams__number__in=[figures[name] for name in figures if name.startswith("team")]
    )
    member = "tournament__teams__members"
    columns = ("number", "name", "members__player__name", "members__person__naming")
    return teams.order_by("tournament", "tournament__teams__number", f"{member}__position").values_list(
        "tournament", *(f"tournament__teams__{column}" for column in columns), *figures
    )
