"""The second factor of an account, by choice: a code that a telephone shows for half a minute (TOTP, RFC 6238).

It is asked for after the password. A recovery code opens whatever was tried before, as a device does that was in
before: whoever knows the password and guesses codes keeps nobody out.
"""

import datetime
import logging
import secrets
import time

import pyotp
from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.clubs import logging_in, services as accounts
from tournament.clubs.models import Club, GivenPassword, LoginAttempt, Membership, RecoveryCode, SecondFactor
from tournament.errors import TournamentError

log = logging.getLogger("dix.accounts")

ISSUER = "Dix de Der"
RECOVERY_CODES = 10
RECOVERY_LETTERS = 24  # 116 bits: enough for a hash without work (ASVS 6.5.2)
SET_UP_WITHIN = datetime.timedelta(minutes=15)
DEVICE_TRUSTED = datetime.timedelta(days=30)
FREE_EVERYWHERE = 20  # wrong codes of one account from all unknown devices, before they wait
# The key in a session of an organiser who still has to set up what the club asks for.
OWED = "dix_second_factor_owed"

_COOKIE = f"{settings.COOKIE_PREFIX}dix_second_factor"
_EVERYWHERE = "everywhere"


def factor_of(user: User) -> SecondFactor | None:
    """Return the second factor of *user* that is in use, None where there is none."""
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).first()


def being_set_up(user: User) -> SecondFactor | None:
    """Return the second factor that *user* has begun to set up and not confirmed yet, None where there is none."""
    since = timezone.now() - SET_UP_WITHIN
    return SecondFactor.objects.filter(user=user, confirmed_at=None, begun_at__gt=since).first()


def clubs_requiring(user: User) -> list[str]:
    """Return the names of the clubs that ask a second factor of *user*."""
    organised = Membership.objects.filter(user=user, role="organiser", club__second_factor_required=True)
    return list(organised.order_by("club__name").values_list("club__name", flat=True))


def key_in_groups(factor: SecondFactor) -> str:
    """Return the key as it is typed where no QR can be scanned: in groups of four."""
    return " ".join(factor.key[place : place + 4] for place in range(0, len(factor.key), 4))


def address_of(factor: SecondFactor) -> str:
    """Return the address that a telephone reads from the QR; it holds the key."""
    name = factor.user.get_full_name() or factor.user.get_username()
    return pyotp.TOTP(factor.key).provisioning_uri(name=name, issuer_name=ISSUER)


# --- Log-in -----------------------------------------------------------------------------------------------------------


def is_asked(request: HttpRequest, user: User) -> bool:
    """Return whether a code must follow the password of *user*: not on a device that he trusts for a month."""
    factor = factor_of(user)
    if factor is None:
        return False
    try:
        account, mark = signing.loads(request.COOKIES.get(_COOKIE, ""), salt=_COOKIE, max_age=DEVICE_TRUSTED)
    except (signing.BadSignature, TypeError, ValueError):
        return True
    return not (account == user.pk and constant_time_compare(str(mark), factor.mark))


def trust_device(response: HttpResponse, user: User) -> None:
    """Ask no code of *user* on this device for a month, or until the sessions of his account are ended."""
    factor = factor_of(user)
    if factor is not None:
        response.set_cookie(
            _COOKIE,
            signing.dumps([user.pk, factor.mark], salt=_COOKIE),
            max_age=DEVICE_TRUSTED,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def check_code(*, request: HttpRequest, user: User, code: str) -> int:
    """Take a code of the telephone or a recovery code; return how many wrong ones were typed since the last right one.

    Wrong ones slow the next try down, from one address and in all. A recovery code is looked at before that, and a
    device that was in before is counted apart. Raises TournamentError second_factor_wrong, second_factor_wait,
    second_factor_off.
    """
    factor = factor_of(user)
    if factor is None:
        raise TournamentError("second_factor_off")
    typed = "".join(code.split()).replace("-", "").lower()
    if not _use_recovery_code(factor, typed):
        _check_counted(request, factor, typed)
    wrong, factor.wrong = factor.wrong, 0
    factor.save(update_fields=["wrong"])
    return wrong


def _check_counted(request: HttpRequest, factor: SecondFactor, typed: str) -> None:
    account = salted_hmac("dix.second_factor", str(factor.user_id), algorithm="sha256").hexdigest()
    address, known = logging_in.counted_from(request, factor.user.get_username())
    try:
        with transaction.atomic():
            logging_in.count_try(account=account, address=address)
            if not known:
                logging_in.count_try(account=account, address=_EVERYWHERE, free=FREE_EVERYWHERE)
    except TournamentError as wait:
        raise TournamentError("second_factor_wait", field="code", **wait.params) from None
    if not _use_code(factor, typed):
        SecondFactor.objects.filter(pk=factor.pk).update(wrong=F("wrong") + 1)
        log.warning("second factor of account %s: wrong code, from %s", factor.user_id, address)
        raise _wrong()
    LoginAttempt.objects.filter(account=account, address__in=[address, _EVERYWHERE]).update(failures=0)


def _wrong() -> TournamentError:
    now = timezone.localtime().strftime("%H:%M:%S")
    return TournamentError("second_factor_wrong", field="code", time=now)


def _use_code(factor: SecondFactor, typed: str) -> bool:
    """Take a code of this half minute or of its neighbours, once. Telephones go a little fast or slow."""
    if not (typed.isascii() and typed.isdecimal()):
        return False
    totp = pyotp.TOTP(factor.key)
    now = int(time.time()) // totp.interval
    for step in (now, max(now - 1, 0), now + 1):
        if constant_time_compare(totp.generate_otp(step), typed):
            # A step far ahead is one of a clock that has been set back since: it must keep nobody out.
            unused = Q(last_step__lt=step) | Q(last_step__gt=now + 1)
            return bool(SecondFactor.objects.filter(unused, pk=factor.pk).update(last_step=step))
    return False


def _use_recovery_code(factor: SecondFactor, typed: str) -> bool:
    now = timezone.now()
    if not factor.recovery_codes.filter(digest=_digest(typed), used_at=None).update(used_at=now):
        return False
    left = factor.recovery_codes.filter(used_at=None).count()
    log.warning("second factor of account %s: a recovery code was used, %s are left", factor.user_id, left)
    return True


def _digest(code: str) -> str:
    return salted_hmac("dix.recovery", code, algorithm="sha256").hexdigest()


def enter(request: HttpRequest, user: User) -> None:
    """Begin the session of *user*; whoever has to choose a password or set up a code first finds that page alone."""
    auth.login(request, user, backend="tournament.clubs.backends.SessionAccounts")
    request.session[accounts.TIMES] = [int(time.time())] * 2
    if GivenPassword.objects.filter(user=user).exists():
        request.session[accounts.PASSWORD_OWED] = True
    if clubs_requiring(user) and factor_of(user) is None:
        request.session[OWED] = True
    log.info("account %s logged in, from %s", user.pk, request.META.get("REMOTE_ADDR", ""))


# --- One's own --------------------------------------------------------------------------------------------------------


@transaction.atomic
def begin(*, user: User) -> SecondFactor:
    """Make a key for the telephone of *user*; it counts once a code of it is confirmed. Raises second_factor_on."""
    if factor_of(user):
        raise TournamentError("second_factor_on")
    fresh = {"key": pyotp.random_base32(), "begun_at": timezone.now(), "mark": secrets.token_hex(16), "last_step": 0}
    factor, _made = SecondFactor.objects.update_or_create(user=user, defaults=fresh)
    log.info("second factor of account %s begun", user.pk)
    return factor


@transaction.atomic
def confirm(*, request: HttpRequest, user: User, code: str) -> list[str]:
    """Ask for codes from now on, once *code* shows that the telephone has the key; return the recovery codes.

    The other sessions of *user* end. Raises TournamentError second_factor_begin, second_factor_wrong.
    """
    factor = being_set_up(user)
    if factor is None:
        raise TournamentError("second_factor_on" if factor_of(user) else "second_factor_begin")
    if not _use_code(factor, "".join(code.split())):
        raise _wrong()
    if not SecondFactor.objects.filter(pk=factor.pk, confirmed_at=None).update(confirmed_at=timezone.now()):
        raise TournamentError("second_factor_on")
    accounts.end_sessions_of(user, but=request.session.session_key)
    request.session.pop(OWED, None)
    log.info("second factor of account %s on", user.pk)
    return _make_recovery_codes(factor)


def renew_recovery_codes(*, request: HttpRequest, user: User, code: str) -> list[str]:
    """Return ten new recovery codes; the old ones open no more. Raises as `check_code`."""
    check_code(request=request, user=user, code=code)
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().get(user=user)
        log.info("recovery codes of account %s renewed", user.pk)
        return _make_recovery_codes(factor)


def _make_recovery_codes(factor: SecondFactor) -> list[str]:
    factor.recovery_codes.all().delete()
    codes = [accounts.new_password(RECOVERY_LETTERS) for _place in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(factor=factor, digest=_digest(code.replace("-", ""))) for code in codes
    )
    return codes


def stop(*, request: HttpRequest, user: User, code: str) -> None:
    """Ask no more codes of *user*. Raises TournamentError second_factor_required, and as `check_code`."""
    if clubs := clubs_requiring(user):
        raise TournamentError("second_factor_required", club=clubs[0])
    check_code(request=request, user=user, code=code)
    _remove(user, but=request.session.session_key)
    log.info("second factor of account %s off", user.pk)


def take_off(*, user: User) -> bool:
    """Ask no more codes of *user*, who has lost telephone and recovery codes; at the computer itself, or the maintainer.

    His sessions end. Returns whether there was anything to take off.
    """
    there = _remove(user)
    if there:
        log.warning("second factor of account %s taken off", user.pk)
    return there


@transaction.atomic
def _remove(user: User, *, but: str | None = None) -> bool:
    accounts.end_sessions_of(user, but=but)
    return bool(SecondFactor.objects.filter(user=user).delete()[0])


# --- A club's ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def require(*, club: Club, required: bool, by: User) -> None:
    """Ask a second factor of every organiser of *club*, or leave it to each.

    Sessions of organisers who have none end. Raises second_factor_own_first where *by* has none himself.
    """
    if required and factor_of(by) is None:
        raise TournamentError("second_factor_own_first")
    club.second_factor_required = required
    club.save(update_fields=["second_factor_required"])
    log.info("second factor of the organisers of club %s: %s, said %s", club.pk, required, by.pk)
    enforce(club)


def enforce(club: Club) -> None:
    """End the sessions of organisers of *club* who have no second factor, where the club asks for one."""
    if not club.second_factor_required:
        return
    bare = club.memberships.filter(role="organiser").exclude(user__second_factor__confirmed_at__isnull=False)
    for membership in bare.select_related("user"):
        accounts.end_sessions_of(membership.user)
