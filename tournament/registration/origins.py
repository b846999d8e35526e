"""The club or commune of a team: of two who come from different ones, and one spelling for all."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.lock import lock_open_tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.people import recognition as people
from tournament.registration import acts
from tournament.registration.models import Team
from tournament.registration.services import ORIGIN_LENGTH


def both_origins(first: str, second: str) -> str:
    """Return where a team comes from whose players come from *first* and *second*: both, where they are not one place.

    Two long names are shortened alike, so that both can be read.
    """
    if not first or not second or names.place_key(first) == names.place_key(second):
        return first or second
    both = _("%(first)s and %(second)s")
    room = ORIGIN_LENGTH - len(both % {"first": "", "second": ""})
    for longest in (ORIGIN_LENGTH, max(room // 2, room - min(len(first), len(second)))):
        words = {"first": Truncator(first).chars(longest), "second": Truncator(second).chars(longest)}
        if len(both % words) <= ORIGIN_LENGTH:
            break
    return both % words


@transaction.atomic
def unite_origins(*, tournament_id: int, origin: str, by: User | None) -> int:
    """Write *origin*, a club or commune, in one way for all the teams that have it in another; how many changed.

    Case, accents, hyphens, Saint and St do not count. Raises TournamentError origin_unknown.
    """
    tournament = lock_open_tournament(tournament_id)
    origin = names.clean_short(origin, ORIGIN_LENGTH, "origin")
    teams = Team.objects.filter(tournament=tournament).exclude(origin="").order_by("number")
    same = [team for team in teams if names.place_key(team.origin) == names.place_key(origin)]
    if not same or not origin:
        raise TournamentError("origin_unknown", field="origin", read=origin)
    changed = [team for team in same if team.origin != origin]
    Team.objects.filter(pk__in=[team.pk for team in changed]).update(origin=origin)
    if changed:
        people.follow_origin([team.pk for team in changed], {team.origin for team in changed}, origin)
        # As for one team: the journal says that the text changed, not what it says.
        after = {"numbers": [team.number for team in changed], "texts": ["origin"]}
        journal.write(tournament, acts.UNITE_ORIGINS, by, after=after)
    return len(changed)
