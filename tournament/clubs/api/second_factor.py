"""Set up one's second factor and switch it off; ask it of the organisers of a club."""

from typing import Annotated

from tournament.api.base import PERSON, ApiView, ClubView, act
from tournament.api.shapes import Shown
from tournament.clubs import logging_in, second_factor
from tournament.clubs.inputs import BeginInput, ConfirmedInput, FirstCodeInput, RequireInput
from tournament.clubs.models import SecondFactor
from tournament.inputs import Declared

TAG = "session"


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
