"""Take the list of registrations from home from the site where people register."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.copies.sending import wake_for_entries
from scoring.errors import ScoringError
from scoring.webhooks.sending import FAILURES, UndeliverableError, exchange, read_address
from tournament.concours.models import Tournament
from tournament.entries import services as entries
from tournament.errors import TournamentError

SECONDS = 20
MOST_BYTES = 4_000_000


@dataclass(frozen=True)
class ListedEntry:
    """A registration from home as another program takes it: never how somebody is reached.

    `withdrawn`: taken back, left out by the desk, or with the partner whom it found, in whose registration it is.
    """

    key: str
    arrival: int
    players: list[str]
    commune: str
    withdrawn: bool
    version: int
    at: datetime


def list_of(tournament: Tournament) -> list[ListedEntry]:
    """Return the registrations from home in the order of arrival, those too that were taken back."""
    return [
        ListedEntry(one.key, one.arrival, one.players, one.commune, one.gone or one.left_out, one.version, one.at)
        for one in tournament.entries.all()
    ]


def read_list(*, tournament_id: int, content: bytes) -> int:
    """Store the list of a file or an answer; how many registrations are new or changed. Raises TournamentError."""
    try:
        sent = json.loads(content)
    except (ValueError, RecursionError):
        raise TournamentError("entries_unread") from None
    changed = entries.receive_list(tournament_id=tournament_id, sent=sent)
    if changed:
        wake_for_entries(tournament_id)
    return changed


def fetch_list(*, tournament_id: int, address: str, secret: str, by: User | None) -> int:
    """Take the list from the site at *address* and note when; how many registrations are new or changed.

    Where it does not answer, the last list stays. Raises TournamentError entries_unread, ScoringError entries_away and
    as `read_address`.
    """
    read_address(address)
    source = entries.keep_source(tournament_id=tournament_id, address=address, secret=secret)
    agent = f"Dix-de-Der/{settings.PROGRAM_VERSION}"
    headers = {"Accept": "application/json", "User-Agent": agent, "Authorization": f"Bearer {source.secret}"}
    try:
        status, answer = exchange(url=address, headers=headers, body=None, seconds=SECONDS, answer_bytes=MOST_BYTES)
    except UndeliverableError as error:
        why = str(error)
        raise ScoringError("entries_away", why=str(FAILURES.get(why, why))) from None
    if status in (401, 403):
        raise ScoringError("entries_key")
    if status != 200:
        raise ScoringError("entries_away", why=str(FAILURES["status"]))
    changed = read_list(tournament_id=tournament_id, content=answer)
    source.taken_at = timezone.now()
    source.save(update_fields=["taken_at"])
    return changed
