"""Acts on accounts: the first organiser, log-in slowed down, roles in a club, passwords, sessions.

Passwords are refused beside Django's 20 000 commonest: words of this place, and a host's list of breached ones."""

import hashlib
import logging
import os
import secrets
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model, password_validation, update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.contrib.auth.tokens import default_token_generator
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from rules import local_words
from tournament import names
from tournament.clubs.logging_in import account_key, log_in_user, username
from tournament.clubs.models import ROLES, Club, GivenPassword, LoginAttempt, Membership, SecondFactor
from tournament.errors import TournamentError
from tournament.jobs import services as jobs

# Words that a guesser tries first; the names of the account's clubs are added. Without accents.
WORDS = (
    "amicale annonce arbitre asso association atout belote beloteur capot carreau carte club coeur coinche comite "
    "concours contree der dix donne equipe fetes joueur marque motdepasse organisateur palmares partie pique preneur "
    "rebelote salle surcontre table tierce tournoi trefle"
).split()
_FEWEST_OTHERS = 4


class PlaceWordsValidator:
    """Refuse a password that is words of this place, with little beside them but figures."""

    def validate(self, password: str, user: User | None = None) -> None:
        clubs = [] if user is None or user.pk is None else user.memberships.values_list("club__name", flat=True)
        refuse_place_words(password, clubs)

    def get_help_text(self) -> str:
        return _("Not the name of the club, nor words of belote alone.")


class NameLikeValidator(UserAttributeSimilarityValidator):
    """Refuse a password like the name of its account, in words that do not speak of the columns of the database."""

    def get_error_message(self) -> str:
        return _("This password is too like the name of the account. Choose another one.")


def refuse_place_words(password: str, clubs: Iterable[str]) -> None:
    """Raise ValidationError for a *password* made of WORDS and of the names of *clubs*, with fewer than four other letters.

    >>> refuse_place_words("le roi de coeur est parti", ["Amicale de Nort"])
    """
    letters = others = names.spelling(password).replace(" ", "")
    named = {word for club in clubs for word in names.spelling(club).split()}
    for word in sorted({*WORDS, *named}, key=len, reverse=True):
        if len(word) > 2:
            others = others.replace(word, " ")
    if others != letters and sum(sign.isalpha() for sign in others) < _FEWEST_OTHERS:
        raise ValidationError(_("This password is made of words that everybody here would try. Add some of your own."))


class BreachedPasswordValidator:
    """Refuse what stands in a host's *path*: SHA-1 of known passwords in capitals, one a line, sorted, `:count` after it.

    That is the file which the downloader of Have I Been Pwned writes. It is searched where it lies, not read.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise ImproperlyConfigured(f"DIX_BREACHED_PASSWORDS: {path} is no file.")

    def validate(self, password: str, user: User | None = None) -> None:
        if self._holds(hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()):
            raise ValidationError(
                _("This password is known from thefts elsewhere. Choose another one, here and there.")
            )

    def get_help_text(self) -> str:
        return _("Not a password that is known from thefts elsewhere.")

    def _holds(self, digest: bytes) -> bool:
        """Search the file by halves for the line that begins with *digest*."""
        with self.path.open("rb") as file:
            low, high = 0, file.seek(0, os.SEEK_END)
            while low < high:
                middle = (low + high) // 2
                file.seek(middle)
                if middle:
                    file.readline()  # the rest of the line that it fell into
                line = file.readline()
                if not line or line[: len(digest)] >= digest:
                    high = middle
                else:
                    low = middle + 1
            file.seek(low)
            if low:
                file.readline()
            return file.readline().startswith(digest)


log = logging.getLogger("dix.accounts")

# Keys in a session: what must be done before anything else, and when it began and was last used.
PASSWORD_OWED, TIMES = "dix_password_owed", "dix_times"
GIVEN_JUST_TYPED = 600  # seconds after a log-in with a given password in which it is not asked once more

_PASSWORD_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


def new_password(length: int = 12) -> str:
    """Return a first password that can be read aloud and typed: letters and figures in fours, 58 bits for twelve."""
    letters = [secrets.choice(_PASSWORD_ALPHABET) for _i in range(length)]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, length, 4))


# --- First run --------------------------------------------------------------------------------------------------------


def is_first_run() -> bool:
    """Return whether nobody has an account here yet."""
    return not get_user_model().objects.exists()


@transaction.atomic
def create_first_organiser(*, club_name: str, name: str, password: str) -> User:
    """Return the first account, organiser of the new club *club_name* and of the demonstration's, if there is one.

    Raises TournamentError: `accounts_exist`, or what is wrong with a name or the password.
    """
    # Two browsers may both show the welcome page; this row always exists and lets only one of them through.
    ContentType.objects.select_for_update().get(app_label="tournament", model="club")
    if not is_first_run():
        raise TournamentError("accounts_exist")
    club_name = names.clean(club_name)
    if not club_name:
        raise TournamentError("club_name_missing", field="club_name")
    user = _create_user(name=name, password=password, club=club_name)
    club = Club.objects.create(name=club_name[:80])
    Membership.objects.create(user=user, club=club, role="organiser")
    for demo in Club.objects.filter(tournaments__is_demo=True).exclude(pk=club.pk).distinct():
        Membership.objects.create(user=user, club=demo, role="organiser")
    log.info("first account %s, club %s", user.pk, club.pk)
    return user


# --- Words of a club ---------------------------------------------------------------------------------------------------


@transaction.atomic
def choose_words(*, club_id: int, donne: str, team: str, by: User) -> Club:
    """Choose what the hall calls a donne and a team; the pages that hang on walls are made again in these words.

    Raises TournamentError setting_word.
    """
    for field, word, known in (("donne", donne, local_words.DONNES), ("team", team, local_words.TEAMS)):
        if word not in known:
            raise TournamentError("setting_word", field=field, value=word, known=", ".join(known))
    club = Club.objects.get(pk=club_id)
    if (club.donne_word, club.team_word) == (donne, team):
        return club
    club.donne_word, club.team_word = donne, team
    club.save(update_fields=["donne_word", "team_word"])
    for concours in club.tournaments.filter(public=True):
        jobs.enqueue("pages", tournament=concours, once=True)
    local_words.choose(club.words)
    if settings.EMBEDDED:
        transaction.on_commit(speak_words_of_this_machine)
    log.info("words of club %s: %s, said %s", club.pk, club.words, by.pk)
    return club


def speak_words_of_this_machine() -> None:
    """Speak the words of the club of this laptop on pages that belong to no concours; the usual ones where it has none
    or several.
    """
    clubs = Club.objects.exclude(tournaments__is_demo=True).distinct()[:2]
    local_words.choose_for_this_machine(clubs[0].words if len(clubs) == 1 else local_words.USUAL)


# --- Accounts of a club ------------------------------------------------------------------------------------------------


@transaction.atomic
def create_account(*, club: Club, name: str, role: str, password: str, by: User, given: bool = False) -> Membership:
    """Return a new account with *role* in *club*; where the program made its password (*given*), that serves once.

    Raises TournamentError, its `field` the input that is wrong.
    """
    _known_role(role)
    user = _create_user(name=name, password=password, club=club.name)
    membership = Membership.objects.create(user=user, club=club, role=role)
    if given:
        GivenPassword.objects.create(user=user)
    log.info("account %s created as %s in club %s by %s", membership.user_id, role, club.pk, by.pk)
    return membership


@transaction.atomic
def change_role(*, membership_id: int, role: str, by: User) -> Membership:
    """Return the account with another *role* in its club. Raises TournamentError `last_organiser`."""
    _known_role(role)
    membership = _locked(membership_id)
    if role != "organiser":
        _keep_one_organiser(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    if role == "organiser" and membership.club.second_factor_required:
        # Without the second factor this account comes in again by the page where it is set up.
        if not SecondFactor.objects.filter(user=membership.user_id, confirmed_at__isnull=False).exists():
            end_sessions_of(membership.user)
    log.info("account %s is %s in club %s, said %s", membership.user_id, role, membership.club_id, by.pk)
    return membership


@transaction.atomic
def close_account(*, membership_id: int, by: User) -> None:
    """Close the account and end its sessions; one that also serves other clubs only leaves this one.

    Raises TournamentError `last_organiser`.
    """
    membership = _locked(membership_id)
    _keep_one_organiser(membership)
    user = membership.user
    if Membership.objects.filter(user=user).exclude(pk=membership.pk).exists() or _is_maintainer(user):
        membership.delete()
    else:
        user.is_active = False
        user.save(update_fields=["is_active"])
        end_sessions_of(user)
    log.info("account %s closed in club %s by %s", user.pk, membership.club_id, by.pk)


@transaction.atomic
def reopen_account(*, membership_id: int, by: User) -> None:
    """Open a closed account again, with its role and its password."""
    membership = _locked_own(membership_id)
    membership.user.is_active = True
    membership.user.save(update_fields=["is_active"])
    log.info("account %s opened again in club %s by %s", membership.user_id, membership.club_id, by.pk)


@transaction.atomic
def give_password(*, membership_id: int, password: str, by: User) -> None:
    """Replace the password of someone who forgot his by one that serves once, and end his sessions.

    Raises TournamentError.
    """
    membership = _locked_own(membership_id)
    change_password(user=membership.user, password=password)
    GivenPassword.objects.create(user=membership.user)
    end_sessions_of(membership.user)
    log.info("account %s was given a password by %s", membership.user_id, by.pk)


@transaction.atomic
def end_sessions(*, membership_id: int, by: User) -> int:
    """Log the account out everywhere; gives how many sessions ended."""
    membership = _locked_own(membership_id)
    ended = end_sessions_of(membership.user)
    log.info("%s sessions of account %s ended by %s", ended, membership.user_id, by.pk)
    return ended


@transaction.atomic
def replace_password(*, user: User, password: str) -> None:
    """Replace a password that nobody knows any more, at the computer itself.

    The sessions of *user* end, and nobody waits for the tries made with the old one. A closed account stays closed.
    Raises TournamentError `password_weak`.
    """
    change_password(user=user, password=password)
    LoginAttempt.objects.filter(account=account_key(user.get_full_name() or user.get_username())).delete()
    end_sessions_of(user)


@transaction.atomic
def change_password(*, user: User, password: str) -> None:
    """Change the password of *user*; older sessions end at their next page. Raises TournamentError."""
    _check_password(password, user, "password")
    given = GivenPassword.objects.filter(user=user)
    if given.exists() and user.check_password(password):
        raise TournamentError("password_given", field="password")
    given.delete()
    user.set_password(password)
    user.save(update_fields=["password"])
    SecondFactor.objects.filter(user=user).update(mark=secrets.token_hex(16))


def typed_given_password(request: HttpRequest) -> bool:
    """Return whether this session began a moment ago with a password that was given and is to be replaced."""
    began = request.session.get(TIMES, (0, 0))[0]
    return PASSWORD_OWED in request.session and time.time() - began < GIVEN_JUST_TYPED


def change_own_password(*, request: HttpRequest, password: str, current: str | None = None) -> None:
    """Change the password of who is logged in; every other session of the account ends.

    *current* may be left out after `typed_given_password`. Raises TournamentError as `log_in_user` for *current*,
    `password_weak` and `password_given` for *password*.
    """
    user = cast(User, request.user)
    if current is not None or not typed_given_password(request):
        user = log_in_user(request=request, name=user.get_username(), password=current or "")
    change_password(user=user, password=password)
    update_session_auth_hash(request, user)
    request.session.pop(PASSWORD_OWED, None)


# --- The first password, by a link that serves once ------------------------------------------------------------------


def first_password_link(user: User) -> str:
    """Return the address by which *user* chooses the first password: once, within PASSWORD_RESET_TIMEOUT.

    The password from before opens nothing any more, and its sessions end.
    """
    user.set_unusable_password()
    user.save(update_fields=["password"])
    end_sessions_of(user)
    return reverse("first-password", args=[user.pk, default_token_generator.make_token(user)])


def account_of_link(account: int, token: str) -> User:
    """Return the account that may choose its first password by *token*. Raises TournamentError `link_spent`."""
    user = get_user_model().objects.filter(pk=account, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        raise TournamentError("link_spent")
    return user


@transaction.atomic
def choose_first_password(*, account: int, token: str, password: str) -> User:
    """Set the first password of the account, and spend the link. Raises TournamentError `link_spent`, `password_weak`."""
    get_user_model().objects.select_for_update().filter(pk=account).first()  # of two at once, one finds it spent
    user = account_of_link(account, token)
    change_password(user=user, password=password)
    log.info("account %s chose its first password", user.pk)
    return user


@transaction.atomic
def create_maintainer(*, name: str, password: str) -> User:
    """Return a new account that holds the whole site. Raises TournamentError as `create_account`."""
    user = _create_user(name=name, password=password)
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
    log.info("account %s of the maintainer", user.pk)
    return user


def create_invited(*, name: str) -> User:
    """Return a new account that nobody can open yet. Raises TournamentError as `create_account`."""
    return _create_user(name=name, password=secrets.token_urlsafe(24))


def _create_user(*, name: str, password: str, club: str = "") -> User:
    name = names.clean(name)
    if not username(name):
        raise TournamentError("account_name_missing", field="name")
    if len(name) > 60:
        raise TournamentError("text_long", field="name", length=len(name), longest=60)
    users = get_user_model().objects
    if users.filter(username=username(name)).exists():
        raise TournamentError("account_name_taken", field="name", name=name)
    user = get_user_model()(username=username(name), first_name=name)
    _check_password(password, user, "password", club)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        # The same name was sent twice at one moment.
        raise TournamentError("account_name_taken", field="name", name=name) from None
    return user


def _check_password(password: str, user: User, field: str, club: str = "") -> None:
    """Raise TournamentError `password_weak`; *club* is the one that *user* does not belong to yet."""
    try:
        password_validation.validate_password(password, user)
        refuse_place_words(password, [club])
    except ValidationError as error:
        raise TournamentError("password_weak", field=field, said=" ".join(error.messages)) from error


def _known_role(role: str) -> None:
    if role not in ROLES:
        raise TournamentError("setting_word", field="role", value=role, known=", ".join(ROLES))


def _locked(membership_id: int) -> Membership:
    """Lock the club and return the membership: two organisers may not remove each other at once."""
    club = Membership.objects.values_list("club_id", flat=True).get(pk=membership_id)
    Club.objects.select_for_update(of=("self",)).get(pk=club)
    return Membership.objects.select_related("user", "club").get(pk=membership_id)


def _keep_one_organiser(membership: Membership) -> None:
    if membership.role != "organiser" or not membership.user.is_active:
        return
    others = Membership.objects.filter(club=membership.club_id, role="organiser", user__is_active=True)
    if not others.exclude(pk=membership.pk).exists():
        raise TournamentError("last_organiser", field="role")


def _is_maintainer(user: User) -> bool:
    return user.is_superuser or user.is_staff


def _locked_own(membership_id: int) -> Membership:
    """Lock an account of the club alone. Raises TournamentError account_shared: others may not have power over it."""
    membership = _locked(membership_id)
    shared = Membership.objects.filter(user=membership.user_id).exclude(club=membership.club_id).exists()
    if shared or _is_maintainer(membership.user):
        raise TournamentError("account_shared")
    return membership


def end_sessions_of(user: User, *, but: str | None = None) -> int:
    """Log *user* out everywhere *but* in one session; no device goes on without the code of a second factor."""
    SecondFactor.objects.filter(user=user).update(mark=secrets.token_hex(16))
    keys = [session.session_key for session, _held in sessions_of(user) if session.session_key != but]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def sessions_of(user: User) -> Iterator[tuple[Session, dict[str, Any]]]:
    """List each open session of *user*, and what it holds."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        held = session.get_decoded()
        if held.get(SESSION_KEY) == str(user.pk):
            yield session, held
