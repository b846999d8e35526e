"""Bring the registrations from home of a concours file: what somebody typed at home is lost on no way.

They stand in no line of the journal before the desk takes them, so that they are told apart by their own keys.
"""

from collections.abc import Sequence

from scoring.transfer import rows
from scoring.transfer.file import ConcoursFile
from tournament.concours.models import Tournament
from tournament.entries.models import HomeEntry
from tournament.journal.keys import Keys

MODEL = "tournament.HomeEntry"
_TYPED = (
    "arrival",
    "player_1",
    "player_2",
    "commune",
    "contact",
    "seeking",
    "declines",
    "withdrawn",
    "at",
    "version",
    "changes",
)


def own_entries(here: Tournament | None) -> list[HomeEntry]:
    """Return the registrations that came to *here* while it was at home; those of a copy are its home's."""
    if here is None or here.copied_at is not None:
        return []
    return list(here.entries.select_related("asks", "joined"))


def keep_entries(concours: Tournament, own: Sequence[HomeEntry]) -> None:
    """Write again those of *own* that the rows of a file lack or have as they were before: the desk is asked about them."""
    there = {one.key: one for one in concours.entries.all()}
    lacking, later = list[HomeEntry](), list[HomeEntry]()
    for one in own:
        one.team, one.taken_version, one.taken_as = None, 0, []
        known = there.get(one.key)
        if known is None:
            lacking.append(one)
        elif (known.version, known.changes) < (one.version, one.changes):
            later.append(one)
            HomeEntry.objects.filter(pk=known.pk).update(**{name: getattr(one, name) for name in _TYPED})
    _insert(concours, lacking, later)


def follow_entries(file: ConcoursFile, copy: Tournament) -> None:
    """Make the registrations of *copy*, which has the lines of *file* already, those of the file."""
    found = next(one for one in rows.TABLES if one.model == MODEL)
    sent = [one for one in rows.objects(found, file.rows[MODEL], Keys.of(copy.keys)) if isinstance(one, HomeEntry)]
    by_number = {one.pk: one for one in sent}
    for one in sent:
        one.asks, one.joined = by_number.get(one.asks_id or 0), by_number.get(one.joined_id or 0)
    copy.entries.all().delete()
    _insert(copy, sent)


def _insert(concours: Tournament, lacking: Sequence[HomeEntry], later: Sequence[HomeEntry] = ()) -> None:
    """Insert *lacking* under numbers of this database; whom they and those of *later* ask or joined is found by its key."""
    partners = {
        one.key: {"asks": one.asks and one.asks.key, "joined": one.joined and one.joined.key}
        for one in (*lacking, *later)
        if one.asks or one.joined or one in later
    }
    for one in lacking:
        one.pk, one.tournament, one.asks, one.joined = None, concours, None, None
    HomeEntry.objects.bulk_create(lacking, batch_size=500)
    here = {one.key: one for one in concours.entries.all()}
    for key, named in partners.items():
        found = {name: here.get(partner or "") for name, partner in named.items()}
        HomeEntry.objects.filter(pk=here[key].pk).update(**found)
