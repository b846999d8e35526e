"""Log in, log out, change one's password; create the very first organiser; set up one's second factor and switch it
off, ask it of the organisers of a club.
"""

from typing import Annotated

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.http import Http404
from django.middleware.csrf import get_token
from rest_framework import permissions

from tournament.api.base import ANYONE, PERSON, ApiView, ClubView, act
from tournament.api.shapes import Shown
from tournament.clubs import logging_in, second_factor, services as accounts
from tournament.clubs.inputs import (
    BeginInput,
    ConfirmedInput,
    FirstCodeInput,
    FirstPasswordInput,
    LogInInput,
    PasswordInput,
    RequireInput,
    Role,
    WelcomeInput,
)
from tournament.clubs.models import Membership, SecondFactor
from tournament.clubs.selectors import roles_of
from tournament.errors import TournamentError
from tournament.inputs import LEFT_OUT, Declared, arguments

TAG = "session"

ClubRoleOutput = Annotated[Membership, Shown("ClubRoleOutput", "id=club_id club.name role", role=Role)]
AccountNameOutput = Annotated[User, Shown("AccountNameOutput", "id=pk username name=get_full_name", name=str)]


class SessionOutput(Declared):
    """`account` is null before the log-in; `csrf_token` goes into the header X-CSRFToken of every POST."""

    account: AccountNameOutput | None
    clubs: list[ClubRoleOutput]
    csrf_token: str


class SessionView(ApiView):
    """An address where one may ask before one has logged in."""

    permission_classes = [permissions.AllowAny]

    def session(self) -> SessionOutput:
        """Return who is logged in here."""
        request = self.request._request
        user = request.user if request.user.is_authenticated else None
        return SessionOutput(account=user, clubs=roles_of(user) if user else [], csrf_token=get_token(request))

    @act(ANYONE, "session/")
    def session_get(self) -> SessionOutput:
        """Show who is logged in, with the clubs and the role in each; and the token that a POST must carry."""
        return self.session()

    @act(PERSON, "session/")
    def session_post(self, data: LogInInput) -> SessionOutput:
        """Log in. Slowed down after some failures, as the page is."""
        request = self.request._request
        user = logging_in.log_in_user(request=request, name=data.name, password=data.password)
        if second_factor.is_asked(request, user):
            if data.code is LEFT_OUT:
                raise TournamentError("second_factor_needed", field="code")
            second_factor.check_code(request=request, user=user, code=data.code)
        second_factor.enter(request, user)
        return self.session()

    @act(PERSON, "session/")
    def session_delete(self) -> None:
        """Log out."""
        auth.logout(self.request._request)

    @act(PERSON, "session/first-password/")
    def first_password_post(self, data: FirstPasswordInput) -> None:
        """Choose the first password by the link of an invitation, which serves once; then log in with it."""
        accounts.choose_first_password(**arguments(data))

    @act(PERSON, "welcome/", status=201, laptop_only=True)
    def welcome_post(self, data: WelcomeInput) -> SessionOutput:
        """Create the club and its organiser, who is then logged in; on the laptop, while nobody has an account."""
        if not settings.EMBEDDED:
            raise Http404
        user = accounts.create_first_organiser(**arguments(data))
        second_factor.enter(self.request._request, user)
        return self.session()


class OwnPassword(ApiView):
    @act(PERSON, "session/password/")
    def own_password_post(self, data: PasswordInput) -> None:
        """Change one's own password; every other session of the account ends."""
        accounts.change_own_password(request=self.request._request, **arguments(data))


class FactorOutput(Declared):
    """`required`: a club asks it of this account; then the rest is closed until it is on."""

    on: bool
    required: bool
    recovery_codes_left: int


KeyOutput = Annotated[
    SecondFactor,
    Shown("KeyOutput", "key address", address=(str, second_factor.address_of)),
    "The key, shown while it is set up; `address` is what the QR of the page holds.",
]
RecoveryCodesOutput = Annotated[
    list[str],
    Shown("RecoveryCodesOutput", "recovery_codes="),
    "Each opens once. They are shown this once, and kept as hashes alone.",
]
RequiredOutput = Annotated[bool, Shown("RequiredOutput", "required=")]


class FactorView(ApiView, path="session/second-factor/"):
    """An address of one's own second factor. In a hall the key travels on no Wi-Fi."""

    laptop_only = True

    def check_password(self, current: str) -> None:
        """Raise TournamentError login_wrong or login_wait."""
        request = self.request._request
        logging_in.log_in_user(request=request, name=self.user.get_username(), password=current)

    @act(PERSON)
    def own_second_factor_get(self) -> FactorOutput:
        """State whether a code follows the password of this account."""
        factor = second_factor.factor_of(self.user)
        left = factor.recovery_codes.filter(used_at=None).count() if factor else 0
        required = bool(second_factor.clubs_requiring(self.user))
        return FactorOutput(on=factor is not None, required=required, recovery_codes_left=left)

    @act(PERSON)
    def own_second_factor_post(self, data: BeginInput) -> KeyOutput:
        """Begin: make the key for an authenticator. It counts for nothing before a code of it is confirmed."""
        self.check_password(data.current)
        return second_factor.begin(user=self.user)

    @act(PERSON, "confirm/")
    def own_second_factor_confirm_post(self, data: FirstCodeInput) -> RecoveryCodesOutput:
        """Switch it on by a first code; the other sessions end."""
        return second_factor.confirm(request=self.request._request, user=self.user, code=data.code)

    @act(PERSON, "recovery-codes/")
    def own_second_factor_codes_post(self, data: ConfirmedInput) -> RecoveryCodesOutput:
        """Make new recovery codes; the old ones open no more."""
        self.check_password(data.current)
        return second_factor.renew_recovery_codes(request=self.request._request, user=self.user, code=data.code)

    @act(PERSON, "off/")
    def own_second_factor_off_post(self, data: ConfirmedInput) -> None:
        """Switch it off; the other sessions end."""
        self.check_password(data.current)
        second_factor.stop(request=self.request._request, user=self.user, code=data.code)


class ClubSecondFactor(ClubView):
    laptop_only = True

    @act("accounts", "second-factor/")
    def club_second_factor_get(self) -> RequiredOutput:
        """State whether the club asks a second factor of its organisers."""
        return self.club.second_factor_required

    @act("accounts", "second-factor/")
    def club_second_factor_post(self, data: RequireInput) -> RequiredOutput:
        """Ask it of every organiser, or leave it to each."""
        second_factor.require(club=self.club, required=data.required, by=self.user)
        return data.required
