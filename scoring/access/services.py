"""Admit a table's telephones without an account: token of a QR, typed code, devices (docs/reliability.md 6).

Each camp has its own token and code, so that whoever holds one cannot answer for the others. They are made from a nonce
of the row and the program's secret key, so that a sheet can be printed again while the database holds only their
SHA-256. A telephone may read its own table and propose or confirm there, nothing else.
"""

import datetime
import hashlib
import hmac
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import CharField, Min, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from rules import local_words
from scoring.access import acts
from scoring.access.models import CampCode, CodeAttempt, TableAccess, TableDevice
from scoring.errors import ScoringError
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.group_commit import GroupCommit
from tournament.journal import services as journal
from tournament.prepared import prepared
from tournament.rounds import clock
from tournament.rounds.models import Round, Seat

log = logging.getLogger("dix.tables")

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
ADDRESS_LIMIT = 10
CONCOURS_LIMIT = 60
MOST_TELEPHONES = 40  # of one camp at one table: a browser that keeps no cookie is a new one each time
LIMIT_SPAN = datetime.timedelta(minutes=1)
GRACE = datetime.timedelta(minutes=30)
ALIVE = datetime.timedelta(minutes=2)
SEEN_EVERY = datetime.timedelta(seconds=30)
# Letters that people misread, in capitals, and the sign that is meant.
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


@dataclass(frozen=True)
class CampSecrets:
    """Represent the secrets of one camp at a table, to be printed."""

    access: TableAccess
    camp: str
    token: str
    code: str

    @property
    def shown_code(self) -> str:
        """Return the code in two halves, as people read it aloud."""
        return f"{self.code[:4]} {self.code[4:]}"


@dataclass(frozen=True)
class WayIn:
    """Report which table a token or a code opens, and for which camp; "" where an earlier version printed it for both."""

    access: TableAccess
    camp: str


def digest(text: str) -> str:
    """Return the digest of a secret, which alone is kept."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_code(text: str) -> str:
    """Return a code as typed, made plain: O is 0, I and L are 1; "" for what cannot be one.
    >>> read_code("4f7k-o1lz")
    '4F7K011Z'
    """
    code = text.strip().upper().translate(_MISREAD)
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else ""


def spell(number: int, length: int) -> str:
    """Return the last *length* places of *number* in Crockford's alphabet, whose signs cannot be misread.
    >>> spell(32, 4)
    '0010'
    """
    return "".join(ALPHABET[(number >> 5 * place) & 31] for place in reversed(range(length)))


def _secrets(access: TableAccess, camp: str) -> CampSecrets:
    """Return token (128 bits) and code (40 bits) of a camp at a table."""
    text = f"camp:{access.table_id}:{camp}:{access.nonce}"
    made = hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256")
    code = spell(int.from_bytes(made[16:21], "big"), CODE_LENGTH)
    return CampSecrets(access, camp, urlsafe_b64encode(made[:16]).rstrip(b"=").decode(), code)


def token_of(access: TableAccess, camp: str) -> str:
    """Return the token that the sheet of a camp carries, "" where none was printed here."""
    if not access.nonce or not CampCode.objects.filter(access=access, camp=camp, elsewhere=False).exists():
        return ""
    return _secrets(access, camp).token


def codes_of(*, round_id: int) -> dict[int, dict[str, CampSecrets]]:
    """Return the codes of every camp of a partie, by number of table and camp; those missing are made."""
    seated = Seat.objects.filter(table__round=round_id).order_by("table__number", "camp")
    camps = list(seated.values_list("table", "table__number", "camp").distinct())
    made = set(_made_here(round_id).values_list("access__table", "camp"))
    if any((table, camp) not in made for table, _number, camp in camps):
        _make_missing(round_id)
    accesses = {access.table_id: access for access in TableAccess.objects.filter(table__round=round_id)}
    found: dict[int, dict[str, CampSecrets]] = {}
    for table, number, camp in camps:
        if table in accesses:
            found.setdefault(number, {})[camp] = _secrets(accesses[table], camp)
    return found


@transaction.atomic
def _make_missing(round_id: int) -> None:
    """Make the codes that are missing, under the lock: another organiser may print, or cancel the tirage, meanwhile."""
    tournament_id = Round.objects.filter(pk=round_id).values_list("tournament", flat=True).first()
    if tournament_id is None:
        return
    lock_tournament(tournament_id)
    seats = Seat.objects.filter(table__round=round_id).order_by("table", "camp")
    closed = dict.fromkeys(seats.filter(table__access=None).values_list("table", flat=True))
    TableAccess.objects.bulk_create(
        [TableAccess(table_id=pk, nonce=_nonce(), created_at=timezone.now()) for pk in closed]
    )
    made = set(_made_here(round_id).values_list("access__table", "camp"))
    for access in TableAccess.objects.filter(table__round=round_id, nonce=""):  # opened where the concours was before
        TableAccess.objects.filter(pk=access.pk).update(nonce=_nonce())
    accesses = {access.table_id: access for access in TableAccess.objects.filter(table__round=round_id)}
    codes = [
        _secrets(accesses[table], camp)
        for table, camp in seats.values_list("table", "camp").distinct()
        if (table, camp) not in made
    ]
    CampCode.objects.bulk_create(
        [
            CampCode(access=one.access, camp=one.camp, token_digest=digest(one.token), code_digest=digest(one.code))
            for one in codes
        ]
    )


def _made_here(round_id: int) -> QuerySet[CampCode]:
    return CampCode.objects.filter(access__table__round=round_id, elsewhere=False)


def _nonce() -> str:
    return secrets.token_hex(16)


@transaction.atomic
def renew_codes(*, tournament_id: int, number: int, by: User | None) -> int:
    """Renew the codes of the tables of partie *number* and send their telephones away; return how many tables there are.

    Those of the camps are made when their sheets are printed again.
    """
    tournament = lock_tournament(tournament_id)
    rows = list(TableAccess.objects.filter(table__round__tournament=tournament, table__round__number=number))
    CampCode.objects.filter(access__in=rows).delete()
    for access in rows:
        TableAccess.objects.filter(pk=access.pk).update(nonce=_nonce(), created_at=timezone.now())
    # No cookie has this digest. The hours of the two rows are not compared: a clock may be set back meanwhile.
    sent_away = Concat(Value("sent away "), Cast("pk", CharField()))
    TableDevice.objects.filter(access__in=rows).update(digest=sent_away)
    journal.write(
        tournament=tournament, act=acts.RENEW_TABLE_CODES, by=by, after={"round": number, "tables": len(rows)}
    )
    return len(rows)


def by_token(token: str) -> WayIn:
    """Return what a QR opens. Raises ScoringError `way_unknown`, the same for a wrong and an expired one."""
    return _open(CampCode.objects.filter(token_digest=digest(token)), "token")


def by_code(*, tournament: Tournament, code: str, address: str) -> WayIn:
    """Return what a code typed in *tournament* opens, a table of another concours of its club too.

    Two are played in one hall, and its short address leads to the one drawn last. A right code opens whatever was tried
    before, by this address or another: a hall has one address for eighty telephones. Raises ScoringError
    `way_unknown`, or `codes_many` where wrong ones have come too often.
    """
    codes = CampCode.objects.filter(code_digest=digest(read_code(code)))
    codes = codes.filter(access__table__round__tournament__club=tournament.club_id)
    try:
        return _open(codes, "code")
    except ScoringError:
        _count_wrong_code(tournament, address[:45])
        raise


def _count_wrong_code(tournament: Tournament, address: str) -> None:
    """Count a wrong code. Raises ScoringError `codes_many` beyond the limits; a try that is refused does not prolong it."""
    now = timezone.now()
    CodeAttempt.objects.filter(tournament=tournament, at__lt=now - 10 * LIMIT_SPAN).delete()
    # The attempt is written before it is counted, so that many at once cannot all be the tenth.
    attempt = CodeAttempt.objects.create(tournament=tournament, address=address, at=now)
    # Attempts in the future were made before the clock was set back; counted, they would keep everybody out until then.
    lately = CodeAttempt.objects.filter(
        tournament=tournament, refused=False, at__gt=now - LIMIT_SPAN, at__lt=now + LIMIT_SPAN
    )
    if lately.filter(address=address).count() > ADDRESS_LIMIT or lately.count() > CONCOURS_LIMIT:
        CodeAttempt.objects.filter(pk=attempt.pk).update(refused=True)
        raise ScoringError("codes_many")


def _open(codes: QuerySet[CampCode], kind: str) -> WayIn:
    found = codes.select_related("access__table__round__tournament__club").first()
    if found is None or not is_open(found.access):
        log.info("a table's %s that opens nothing", kind)
        raise ScoringError("way_unknown")
    local_words.choose(found.access.table.round.tournament.words)
    return WayIn(found.access, found.camp)


def is_open(access: TableAccess) -> bool:
    """Return whether telephones may come in: until half an hour after the next partie is drawn, or the palmarès."""
    round_ = access.table.round
    if round_.state != "published" or round_.tournament.removed_at is not None:
        return False
    later = Round.objects.filter(tournament=round_.tournament_id, state="published", number__gt=round_.number)
    ends = [later.aggregate(first=Min("published_at"))["first"], round_.tournament.closed_at]
    return all(end is None or timezone.now() < end + GRACE for end in ends)


@transaction.atomic
def let_in(*, access: TableAccess, camp: str, secret: str = "") -> tuple[TableDevice, str]:
    """Admit a telephone for *camp*; return it and the secret of its cookie. The camp is then known to be at its table.

    A telephone that is in already (*secret*) may still change its camp as long as it has said nothing; then it never
    speaks for another. Raises ScoringError `way_unknown`, `camp_unknown`, `telephone_other_camp`, `telephones_many`.
    """
    # The tirage may be cancelled at this moment: it takes the tables and their telephones with it.
    lock_tournament(access.table.round.tournament_id)
    if not TableAccess.objects.filter(pk=access.pk).exists():
        raise ScoringError("way_unknown")
    if not Seat.objects.filter(table=access.table_id, camp=camp).exists():
        raise ScoringError("camp_unknown", field="camp")
    device = device_of(access_id=access.pk, secret=secret)
    if device is not None and device.camp == camp:
        return device, secret
    if device is not None:
        if any(getattr(device, said).exists() for said in ("sheets", "readings", "running", "photos")):
            raise ScoringError("telephone_other_camp")
        device.camp = camp
        device.save(update_fields=["camp"])
    elif TableDevice.objects.filter(access=access, camp=camp).count() >= MOST_TELEPHONES:
        raise ScoringError("telephones_many", table=access.table.number, most=MOST_TELEPHONES)
    else:
        secret = secrets.token_urlsafe(16)
        now = timezone.now()
        device = TableDevice.objects.create(
            access=access, digest=digest(secret), camp=camp, created_at=now, seen_at=now
        )
    if access.table.round.tournament.closed_at is None:
        clock.seat_ready(table_id=access.table_id, camp=camp)
    return device, secret


def device_of(*, access_id: int, secret: str) -> TableDevice | None:
    """Return the telephone whose cookie holds *secret*; None for a wrong one, or one sent away with its old code."""
    if not secret:
        return None
    device = devices_together(digest(secret))
    if not isinstance(device, TableDevice) or device.access_id != access_id:
        return None
    local_words.choose(device.access.table.round.tournament.words)
    return device


def _devices_of(digests: Sequence[str]) -> list[TableDevice | None]:
    """Return the telephone of each secret, with its table; one query."""
    known = {device.digest: device for device in _kept_devices(digests=list(digests))}
    return [known.get(digest) for digest in digests]


@prepared
def _kept_devices(digests: list[str]) -> QuerySet[TableDevice]:
    kept = TableDevice.objects.filter(access__table__round__tournament__removed_at=None)
    return kept.filter(digest__in=digests).select_related("access__table__round__tournament__club")


devices_together = GroupCommit(_devices_of)


def seen(device: TableDevice) -> None:
    """Note that a telephone is there, at most twice a minute."""
    now = timezone.now()
    if abs(now - device.seen_at) > SEEN_EVERY:
        TableDevice.objects.filter(pk=device.pk).update(seen_at=now)
