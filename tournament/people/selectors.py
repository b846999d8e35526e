"""Questions about the people of a club: who sat in which place, who is found by a few letters, how often each played."""

from collections.abc import Collection

from tournament.people.models import Person

# A place in a team: the key of the team, and 1 or 2.
TeamPlace = tuple[int, int]


def persons_of(concours: Collection[int]) -> dict[TeamPlace, int]:
    """Return the person in each place of the teams of some *concours*, by their keys; one query.

    A place of a rehearsal has none, nor has one whose person was forgotten.
    """
    seated = Person.objects.filter(memberships__team__tournament__in=concours).order_by()
    places = seated.values_list("memberships__team", "memberships__position", "pk")
    return {(team, position): person for team, position, person in places}
