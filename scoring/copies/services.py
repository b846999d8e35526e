"""Choose the places of copies, go on with a copy, settle what a former home still had.

The code that a second computer shows, with which the first one is let in to send its copies, is kept in memory: in the
hall the pages are one process, and after a restart a new code is shown.
"""

import datetime
import secrets
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.access.services import ALPHABET, CODE_LENGTH, read_code
from scoring.copies import acts, places, receiving, sending
from scoring.copies.models import ADDRESS_LENGTH, CopyPlace, HeldCopy, LeftLine, PlaceState
from scoring.copies.places import ProgramError
from scoring.errors import ScoringError
from scoring.sheets.entry import submit_sheet
from scoring.sheets.models import ScoreSheet
from scoring.transfer.services import begin_epoch
from scoring.webhooks.sending import is_number, is_public, read_address
from tournament import names
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.journal import services as journal
from tournament.journal.services import required_reason
from tournament.people.services import lock_club
from tournament.rounds.models import Table
from tournament.tokens.services import make_token

MOST = 8  # places of a club

Kind = CopyPlace.Kind


def add_folder(*, club: Club, folder: str, by: User) -> CopyPlace:
    """Store copies of the concours of *club* in a folder of this computer from now on.

    Raises ScoringError copy_no_folders on a host's, copy_folder, copy_own_folder, copy_twice, copies_many.
    """
    if not settings.EMBEDDED:
        raise ScoringError("copy_no_folders")
    path = Path(names.file_path(folder) or ".")
    if not path.is_absolute() or "\x00" in folder or len(folder) > ADDRESS_LENGTH or not _is_folder(path):
        raise ScoringError("copy_folder", field="folder")
    path = path.resolve()
    if path == settings.DATA_DIR or settings.DATA_DIR in path.parents:
        raise ScoringError("copy_own_folder", field="folder")
    return _add(club, by, kind=Kind.FOLDER, address=str(path), name=(path.name or str(path))[:80])


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def pair_program(*, club: Club, address: str, code: str, by: User) -> CopyPlace:
    """Store copies at another Dix de Der of the hall, which shows *code*.

    Raises ScoringError copy_code_wrong, copy_unreachable, webhook_address, copy_twice, copies_many.
    """
    address = _checked(address)
    _check_new(club, address)
    try:
        answer = places.pair(address, code, socket.gethostname()[:50])
        secret, other, name = str(answer["secret"]), int(answer["club"]), str(answer["name"])
    except ProgramError as error:
        if str(error) == "not_taken":
            raise ScoringError("copy_code_wrong", field="code") from None
        raise ScoringError("copy_unreachable", field="address") from None
    except (KeyError, ValueError, TypeError):
        raise ScoringError("copy_unreachable", field="address") from None
    return _add(club, by, kind=Kind.PROGRAM, address=address, secret=secret, other_club=other, name=name[:80])


def add_program(*, club: Club, address: str, secret: str, other_club: int, by: User) -> CopyPlace:
    """Store copies at a Dix de Der that is hosted: with a key of it whose scope is copies.

    Raises ScoringError webhook_address, webhook_https, copy_private, copy_secret, copy_twice, copies_many.
    """
    address = _checked(address)
    if not (secret.isascii() and secret.isprintable() and 0 < len(secret) <= 200 and " " not in secret):
        raise ScoringError("copy_secret", field="secret")
    name = address.partition("://")[2]
    return _add(club, by, kind=Kind.PROGRAM, address=address, secret=secret, other_club=other_club, name=name[:80])


def _checked(typed: str) -> str:
    """Return an address. Raises ScoringError: hosted, for a number of a network of its own too."""
    address = places.clean_address(typed)
    host = read_address(address).hostname or ""
    if not settings.EMBEDDED and is_number(host) and not is_public(host):
        raise ScoringError("copy_private", field="address")
    return address


def _check_new(club: Club, address: str) -> None:
    others = CopyPlace.objects.filter(club=club)
    if others.filter(address=address).exists():
        raise ScoringError("copy_twice")
    if others.count() >= MOST:
        raise ScoringError("copies_many", most=MOST)


@transaction.atomic
def _add(club: Club, by: User, **values: object) -> CopyPlace:
    lock_club(club.pk)
    _check_new(club, str(values["address"]))
    place = CopyPlace.objects.create(club=club, by=by, **values)
    open_now = Tournament.objects.filter(club=club, closed_at=None, copied_at=None, is_demo=False)
    PlaceState.objects.bulk_create([PlaceState(place=place, tournament=one) for one in open_now])
    journal.write_club(club.pk, acts.ADD_COPY_PLACE, by, after={"place": place.pk, "folder": place.kind == Kind.FOLDER})
    sending.wake()
    return place


@transaction.atomic
def remove_place(*, place_id: int, by: User) -> None:
    """Send no copies there any more; what is there stays. Raises CopyPlace.DoesNotExist."""
    place = CopyPlace.objects.get(pk=place_id)
    lock_club(place.club_id)
    before = {"place": place.pk, "folder": place.kind == Kind.FOLDER}
    place.delete()
    journal.write_club(place.club_id, acts.REMOVE_COPY_PLACE, by, before=before)


@transaction.atomic
def take_over(*, tournament_id: int, reason: str, by: User) -> Tournament:
    """Go on here with the concours of which this is a copy; the computer where it was becomes one when they meet again.

    Raises TournamentError reason_needed, ScoringError copy_is_home.
    """
    tournament = lock_tournament(tournament_id, copied=True)
    reason = required_reason(reason)
    if tournament.copied_at is None:
        raise ScoringError("copy_is_home")
    identity = tournament.journal.get(number=1).hash
    held = HeldCopy.objects.filter(club=tournament.club_id, identity=identity).exclude(content=b"").first()
    if held is not None and receiving.apply(held.pk):
        tournament = lock_tournament(tournament_id, copied=True)
    return begin_epoch(tournament, by, reason)


@transaction.atomic
def settle_left_line(*, tournament_id: int, line_hash: str, take: bool, by: User) -> LeftLine:
    """Take once more what a line of the former home says of a table, or leave it; the line is settled by that.

    Raises LeftLine.DoesNotExist, ScoringError left_settled, left_other for a line that says no score of a table here,
    left_counted where that table has a counted one, and what `submit_sheet` raises.
    """
    tournament = lock_tournament(tournament_id)
    left = LeftLine.objects.get(tournament=tournament, hash=line_hash)
    if left.settled_at is not None:
        raise ScoringError("left_settled")
    if take:
        table, marks = score_of(tournament, left)
        if ScoreSheet.objects.filter(table=table, counted=True).exists():
            raise ScoringError("left_counted", table=table.number)
        submit_sheet(table_id=table.pk, key=left.hash[:32], kind="totals", marks=marks, by=by)
        tournament.refresh_from_db()
    left.settled_at, left.taken = timezone.now(), take
    left.save(update_fields=["settled_at", "taken"])
    after = {"left_line": left.line["number"], "taken": take}
    journal.write(tournament, acts.SETTLE_LEFT_LINE, by, after=after)
    return left


def score_of(tournament: Tournament, left: LeftLine) -> tuple[Table, dict[str, dict[str, int]]]:
    """Return the table and the totals that a line of the former home says. Raises ScoringError left_other."""
    said = left.line["after"]
    marks = said.get("marks")
    tables = Table.objects.filter(round__tournament=tournament, round__state="published")
    table = tables.filter(round__number=said.get("round") or 0, number=said.get("table") or 0).first()
    if table is None or not isinstance(marks, dict) or not all(isinstance(one, dict) for one in marks.values()):
        raise ScoringError("left_other")
    return table, marks


# --- The code of a second computer ------------------------------------------------------------------------------------

CODE_SECONDS = 600
TRIES = 20  # of one code: then it is over
TOKEN_DAYS = datetime.timedelta(days=60)


@dataclass
class CopyCode:
    """Represent the code on the screen until it is used, tried too often, or too old."""

    code: str
    club: int
    by: int
    ends: float
    tries: int = 0


_shown: list[CopyCode] = []  # the last one alone


def show_code(*, club: Club, by: User) -> str:
    """Return a new code for *club*, in two halves; the one shown before opens nothing any more."""
    code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    _shown[:] = [CopyCode(code, club.pk, by.pk, time.monotonic() + CODE_SECONDS)]
    return f"{code[:4]} {code[4:]}"


def spend_code(*, code: str, name: str) -> tuple[Club, str]:
    """Return the club and the secret of a new token for the computer *name* that knows the code; it is spent by that.

    Raises ScoringError copy_code_wrong.
    """
    shown = _shown[0] if _shown else None
    if shown is None or time.monotonic() > shown.ends or shown.tries >= TRIES:
        raise ScoringError("copy_code_wrong")
    shown.tries += 1
    if not secrets.compare_digest(read_code(code), shown.code):
        raise ScoringError("copy_code_wrong")
    _shown.clear()
    club, by = Club.objects.get(pk=shown.club), User.objects.get(pk=shown.by)
    title = names.clean(name)[:50] or "Dix de Der"
    ends_on = timezone.localdate() + TOKEN_DAYS
    _token, secret = make_token(club=club, name=title, scopes=["copies"], concours=None, ends_on=ends_on, by=by)
    return club, secret
