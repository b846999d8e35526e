"""List the clubs of an account, and keep the accounts of a club."""

from typing import Annotated

from django.shortcuts import get_object_or_404

from tournament.api.base import ANYONE, ApiView, ClubView, act, page
from tournament.api.shapes import Page, PageQuery, Shown
from tournament.clubs import services as accounts
from tournament.clubs.api.session import ClubRoleOutput
from tournament.clubs.inputs import AccountInput, DonneWord, Role, RoleInput, TeamWord, WordsInput
from tournament.clubs.models import Club, Membership
from tournament.clubs.selectors import memberships_of, roles_of
from tournament.inputs import LEFT_OUT, arguments

TAG = "clubs"

AccountOutput = Annotated[
    Membership,
    Shown(
        "AccountOutput",
        "id=pk user.username name=user.get_full_name role open=user.is_active second_factor",
        name=str,
        role=Role,
    ),
]
GivenPasswordOutput = Annotated[
    tuple[AccountOutput, str],
    Shown("GivenPasswordOutput", "account password"),
    "`password` is shown this once: it is kept nowhere.",
]
EndedOutput = Annotated[int, Shown("EndedOutput", "sessions=")]
WordsOutput = Annotated[Club, Shown("WordsOutput", "donne=donne_word team=team_word", donne=DonneWord, team=TeamWord)]


class Clubs(ApiView):
    @act(ANYONE, "clubs/")
    def clubs_get(self, query: PageQuery) -> Page[ClubRoleOutput]:
        """List the clubs of this account, with its role in each."""
        return page(roles_of(self.user), query)


class Accounts(ClubView):
    @act("read", "words/")
    def club_words_get(self) -> WordsOutput:
        """Show the words in which the sentences of the club's concours speak."""
        return self.club

    @act("settings", "words/", laptop_only=True)
    def club_words_patch(self, data: WordsInput) -> WordsOutput:
        """Choose these words; what is left out stays."""
        chosen = {"donne": self.club.donne_word, "team": self.club.team_word} | arguments(data)
        return accounts.choose_words(**self.acting, **chosen)

    @act("accounts", "accounts/", laptop_only=True)
    def accounts_get(self, query: PageQuery) -> Page[AccountOutput]:
        """List the accounts of the club, open ones first."""
        return page(memberships_of(self.club), query)

    @act("accounts", "accounts/", status=201, laptop_only=True)
    def accounts_post(self, data: AccountInput) -> GivenPasswordOutput:
        """Create an account of the club; without a password given, one is made."""
        given = data.password is LEFT_OUT
        password = accounts.new_password() if given else data.password
        account = accounts.create_account(
            club=self.club, name=data.name, role=data.role, password=password, by=self.user, given=given
        )
        return account, password


class AccountView(ClubView, path="accounts/<int:account>/"):
    """An address of one account of a club."""

    laptop_only = True
    acts_on = ("membership",)
    membership: Membership

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        members = Membership.objects.select_related("user", "club")
        self.membership = get_object_or_404(members, pk=self.kwargs["account"], club=self.club)

    @act("accounts", "role/")
    def account_role_post(self, data: RoleInput) -> AccountOutput:
        """Change the role of the account."""
        return accounts.change_role(**self.acting, role=data.role)

    @act("accounts", "close/")
    def account_close_post(self) -> None:
        """Close the account; one that serves other clubs too only leaves this one."""
        accounts.close_account(**self.acting)

    @act("accounts", "reopen/")
    def account_reopen_post(self) -> AccountOutput:
        """Open a closed account again."""
        accounts.reopen_account(**self.acting)
        return Membership.objects.select_related("user").get(pk=self.membership.pk)

    @act("accounts", "end-sessions/", name="account-end-sessions")
    def account_sessions_post(self) -> EndedOutput:
        """Log the account out on every device."""
        return accounts.end_sessions(**self.acting)

    @act("accounts", "password/")
    def account_password_post(self) -> GivenPasswordOutput:
        """Make a new password for someone who forgot his."""
        password = accounts.new_password()
        accounts.give_password(**self.acting, password=password)
        return Membership.objects.select_related("user").get(pk=self.membership.pk), password
