"""Set up one's second factor and switch it off; ask it of the organisers of a club."""

from tournament.api.base import PERSON, ApiView, ClubView, act
from tournament.clubs import logging_in, second_factor
from tournament.clubs.inputs import BeginInput, ConfirmedInput, FirstCodeInput, RequireInput
from tournament.inputs import Declared

TAG = "session"


class FactorOutput(Declared):
    """`required`: a club asks it of this account; then the rest is closed until it is on."""

    on: bool
    required: bool
    recovery_codes_left: int


class KeyOutput(Declared):
    """The key, shown while it is set up; `address` is what the QR of the page holds."""

    key: str
    address: str


class RecoveryCodesOutput(Declared):
    """Each opens once. They are shown this once, and kept as hashes alone."""

    recovery_codes: list[str]


class RequiredOutput(Declared):
    required: bool


class FactorView(ApiView, path="session/second-factor/"):
    """An address of one's own second factor. In a hall the key travels on no Wi-Fi."""

    laptop_only = True

    def check_password(self, current: str) -> None:
        """Raise TournamentError login_wrong or login_wait."""
        request = self.request._request
        logging_in.log_in_user(request=request, name=self.user.get_username(), password=current)


class OwnSecondFactor(FactorView):
    @act(PERSON)
    def get(self) -> FactorOutput:
        """State whether a code follows the password of this account."""
        factor = second_factor.factor_of(self.user)
        left = factor.recovery_codes.filter(used_at=None).count() if factor else 0
        required = bool(second_factor.clubs_requiring(self.user))
        return FactorOutput(on=factor is not None, required=required, recovery_codes_left=left)

    @act(PERSON)
    def post(self, data: BeginInput) -> KeyOutput:
        """Begin: make the key for an authenticator. It counts for nothing before a code of it is confirmed."""
        self.check_password(data.current)
        factor = second_factor.begin(user=self.user)
        return KeyOutput(key=factor.key, address=second_factor.address_of(factor))


class OwnSecondFactorConfirm(FactorView, path="confirm/"):
    @act(PERSON)
    def post(self, data: FirstCodeInput) -> RecoveryCodesOutput:
        """Switch it on by a first code; the other sessions end."""
        codes = second_factor.confirm(request=self.request._request, user=self.user, code=data.code)
        return RecoveryCodesOutput(recovery_codes=codes)


class OwnSecondFactorCodes(FactorView, path="recovery-codes/"):
    @act(PERSON)
    def post(self, data: ConfirmedInput) -> RecoveryCodesOutput:
        """Make new recovery codes; the old ones open no more."""
        self.check_password(data.current)
        codes = second_factor.renew_recovery_codes(request=self.request._request, user=self.user, code=data.code)
        return RecoveryCodesOutput(recovery_codes=codes)


class OwnSecondFactorOff(FactorView, path="off/"):
    @act(PERSON)
    def post(self, data: ConfirmedInput) -> None:
        """Switch it off; the other sessions end."""
        self.check_password(data.current)
        second_factor.stop(request=self.request._request, user=self.user, code=data.code)


class ClubSecondFactor(ClubView, path="second-factor/"):
    laptop_only = True

    @act("accounts")
    def get(self) -> RequiredOutput:
        """State whether the club asks a second factor of its organisers."""
        return RequiredOutput(required=self.club.second_factor_required)

    @act("accounts")
    def post(self, data: RequireInput) -> RequiredOutput:
        """Ask it of every organiser, or leave it to each."""
        second_factor.require(club=self.club, required=data.required, by=self.user)
        return RequiredOutput(required=data.required)
