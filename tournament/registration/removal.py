"""Store what a deleted team was, apart from the list, until a draw is published: until then it may come back."""

from collections.abc import Sequence

from tournament.concours.models import Tournament
from tournament.registration.models import RemovedTeam, Team

# Everything that a team is, beside its concours, its players and the moment at which it was registered.
FIELDS = [
    field.attname for field in Team._meta.concrete_fields if field.attname not in ("id", "tournament_id", "created_at")
]


def keep_removed(team: Team) -> None:
    """Store *team* and its players as they are, before it is deleted."""
    fields = {name: getattr(team, name) for name in FIELDS} | entries_of(team)
    members = team.members.order_by("position").values("player", "position", "player__name", "player__phone")
    RemovedTeam.objects.create(
        tournament_id=team.tournament_id,
        team=team.pk,
        fields=fields,
        members=list(members),
    )


def entries_of(team: Team) -> dict[str, list[str]]:
    """Return the keys of the registrations from home that *team* was made of, as they are kept; nothing where there are none."""
    keys = list(team.entries.order_by("arrival").values_list("key", flat=True))
    return {"entries": keys} if keys else {}


def return_entries(team: Team, keys: Sequence[str]) -> None:
    """Refer the registrations from home with these *keys* to *team* again, which is back."""
    team.tournament.entries.filter(key__in=keys).update(team=team)


def forget_removed(tournament: Tournament) -> None:
    """Forget the teams that were deleted: none of them can come back any more."""
    RemovedTeam.objects.filter(tournament=tournament).delete()
