"""List the clubs of an account, and keep the accounts of a club."""

from typing import Annotated, Any

from django.shortcuts import get_object_or_404

from tournament.api.base import ANYONE, ApiView, ClubView, act, page
from tournament.api.shapes import Page, PageQuery, Shown
from tournament.clubs import services as accounts
from tournament.clubs.api.session import ClubRoleOutput
from tournament.clubs.inputs import AccountInput, DonneWord, Role, RoleInput, TeamWord, WordsInput
from tournament.clubs.models import Club, Membership
from tournament.clubs.selectors import memberships_of, roles_of
from tournament.inputs import LEFT_OUT, Declared, arguments

TAG = "clubs"


AccountOutput = Annotated[
    Membership,
    Shown(
        "AccountOutput",
        "id=pk username=user.username name=user.get_full_name role open=user.is_active second_factor",
        name=str,
        role=Role,
    ),
]


class GivenPasswordOutput(Declared):
    """`password` is shown this once: it is kept nowhere."""

    account: AccountOutput
    password: str


class EndedOutput(Declared):
    sessions: int


WordsOutput = Annotated[Club, Shown("WordsOutput", "donne=donne_word team=team_word", donne=DonneWord, team=TeamWord)]


class Clubs(ApiView, path="clubs/"):
    @act(ANYONE)
    def get(self, query: PageQuery) -> Page[ClubRoleOutput]:
        """List the clubs of this account, with its role in each."""
        return page(roles_of(self.user), query)


class ClubWords(ClubView, path="words/"):
    laptop_only = ("PATCH",)

    @act("read")
    def get(self) -> WordsOutput:
        """Show the words in which the sentences of the club's concours speak."""
        return self.club

    @act("settings")
    def patch(self, data: WordsInput) -> WordsOutput:
        """Choose these words; what is left out stays."""
        chosen = {"donne": self.club.donne_word, "team": self.club.team_word} | arguments(data)
        return accounts.choose_words(club_id=self.club.pk, by=self.user, **chosen)


class Accounts(ClubView, path="accounts/"):
    laptop_only = True

    @act("accounts")
    def get(self, query: PageQuery) -> Page[AccountOutput]:
        """List the accounts of the club, open ones first."""
        return page(memberships_of(self.club), query)

    @act("accounts", status=201)
    def post(self, data: AccountInput) -> GivenPasswordOutput:
        """Create an account of the club; without a password given, one is made."""
        given = data.password is LEFT_OUT
        password = accounts.new_password() if given else data.password
        account = accounts.create_account(
            club=self.club, name=data.name, role=data.role, password=password, by=self.user, given=given
        )
        return GivenPasswordOutput(account=account, password=password)


class AccountView(ClubView, path="accounts/<int:account>/"):
    """An address of one account of a club."""

    laptop_only = True
    member: Membership

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        members = Membership.objects.select_related("user", "club")
        self.member = get_object_or_404(members, pk=self.kwargs["account"], club=self.club)

    @property
    def acting(self) -> dict[str, Any]:
        """Return what the address names and who acts there, as arguments of the acts."""
        return {"membership_id": self.member.pk, "by": self.user}


class AccountRole(AccountView, path="role/"):
    @act("accounts")
    def post(self, data: RoleInput) -> AccountOutput:
        """Change the role of the account."""
        return accounts.change_role(**self.acting, role=data.role)


class AccountClose(AccountView, path="close/"):
    @act("accounts")
    def post(self) -> None:
        """Close the account; one that serves other clubs too only leaves this one."""
        accounts.close_account(**self.acting)


class AccountReopen(AccountView, path="reopen/"):
    @act("accounts")
    def post(self) -> AccountOutput:
        """Open a closed account again."""
        accounts.reopen_account(**self.acting)
        return Membership.objects.select_related("user").get(pk=self.member.pk)


class AccountSessions(AccountView, path="end-sessions/", name="account-end-sessions"):
    @act("accounts")
    def post(self) -> EndedOutput:
        """Log the account out on every device."""
        return EndedOutput(sessions=accounts.end_sessions(**self.acting))


class AccountPassword(AccountView, path="password/"):
    @act("accounts")
    def post(self) -> GivenPasswordOutput:
        """Make a new password for someone who forgot his."""
        password = accounts.new_password()
        accounts.give_password(**self.acting, password=password)
        account = Membership.objects.select_related("user").get(pk=self.member.pk)
        return GivenPasswordOutput(account=account, password=password)
