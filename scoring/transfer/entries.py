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
_TYPED = ("arrival", "player_1", "player_2", "commune", "contact", "seeking", "declines", "withdrawn", "at", "version")


def own_entries(here: Tournament | None) -> list[HomeEntry]:
    """Return the registrations that came to *here* while it was at home; those of a copy are its home's."""
    if here is None or here.copied_at is not None:
        return []
    return list(here.entries.select_related("asks", "joined"))


def keep_entries(concours: Tournament, own: Sequence[HomeEntry]) -> None:
    """Write again those of *own* that the rows of a file lack or have as they were before: the desk is asked about them."""
    there = {one.key: one for one in concours.entries.all()}
    for one in own:
        one.team, one.taken_version, one.taken_as = None, 0, []
        known = there.get(one.key)
        if known is not None and known.version < one.version:
            for name in _TYPED:
                setattr(known, name, getattr(one, name))
            known.save(update_fields=_TYPED)
    _insert(concours, [one for one in own if one.key not in there])


def follow_entries(file: ConcoursFile, copy: Tournament) -> None:
    """Make the registrations of *copy*, which has the lines of *file* already, those of the file."""
    found = next(one for one in rows.TABLES if one.model == MODEL)
    sent = [one for one in rows.objects(found, file.rows[MODEL], Keys.of(copy.keys)) if isinstance(one, HomeEntry)]
    by_number = {one.pk: one for one in sent}
    for one in sent:
        one.asks, one.joined = by_number.get(one.asks_id or 0), by_number.get(one.joined_id or 0)
    copy.entries.all().delete()
    _insert(copy, sent)


def _insert(concours: Tournament, entries: Sequence[HomeEntry]) -> None:
    """Insert *entries* under numbers of this database; whom they ask or joined is found by its key."""
    partners = [(one.asks.key if one.asks else "", one.joined.key if one.joined else "") for one in entries]
    for one in entries:
        one.pk, one.tournament, one.asks, one.joined = None, concours, None, None
    HomeEntry.objects.bulk_create(entries, batch_size=500)
    here = {one.key: one for one in concours.entries.all()}
    for one, (asks, joined) in zip(entries, partners, strict=True):
        if asks or joined:
            named = {"asks": here.get(asks), "joined": here.get(joined)}
            HomeEntry.objects.filter(tournament=concours, key=one.key).update(**named)
