"""The clubs of an account, and the accounts of a club."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from tournament.api.base import ANYONE, ApiView, ClubView, Page, act, page, pages_of
from tournament.api.session import ClubRoleOutput, Password
from tournament.api.strict import Input, Name, Word
from tournament.models import ROLES, Membership
from tournament.selectors.accounts import memberships_of, roles_of
from tournament.services import accounts


class AccountInput(Input):
    name = Name(max_length=60)
    role = Word(choices=list(ROLES))
    password = Password(required=False)


class RoleInput(Input):
    role = Word(choices=list(ROLES))


class AccountOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")
    role = serializers.ChoiceField(choices=list(ROLES))
    open = serializers.BooleanField(source="user.is_active")


class GivenPasswordOutput(serializers.Serializer):
    """`password` is shown this once: it is kept nowhere."""

    account = AccountOutput()
    password = serializers.CharField()


class EndedOutput(serializers.Serializer):
    sessions = serializers.IntegerField()


ClubList = pages_of(ClubRoleOutput)
AccountList = pages_of(AccountOutput)


class Clubs(ApiView):
    @act(ANYONE, asks=Page, gives=ClubList)
    def get(self, request: Request, query: dict) -> dict:
        """The clubs of this account, with its role in each."""
        return page(roles_of(request.user), query)


class Accounts(ClubView):
    laptop_only = True

    @act("accounts", asks=Page, gives=AccountList)
    def get(self, request: Request, query: dict) -> dict:
        """The accounts of the club, open ones first."""
        return page(memberships_of(self.club), query)

    @act("accounts", takes=AccountInput, gives=GivenPasswordOutput, status=201)
    def post(self, request: Request, data: dict) -> dict:
        """A new account of the club; without a password given, one is made."""
        given = data.pop("password", None) or accounts.new_password()
        member = accounts.create_account(club=self.club, password=given, by=request.user, **data)
        return {"account": member, "password": given}


class AccountView(ClubView):
    """An address of one account of a club."""

    laptop_only = True
    member: Membership

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        found = Membership.objects.select_related("user", "club")
        self.member = get_object_or_404(found, pk=self.kwargs["account"], club=self.club)

    def changed(self) -> Membership | None:
        """The account as it now is; None where it has left the club."""
        return Membership.objects.select_related("user").filter(pk=self.member.pk).first()


class AccountRole(AccountView):
    @act("accounts", takes=RoleInput, gives=AccountOutput)
    def post(self, request: Request, data: dict) -> Membership:
        """Another role for the account."""
        return accounts.change_role(membership_id=self.member.pk, role=data["role"], by=request.user)


class AccountClose(AccountView):
    @act("accounts")
    def post(self, request: Request) -> None:
        """Close the account; one that serves other clubs too only leaves this one."""
        accounts.close_account(membership_id=self.member.pk, by=request.user)


class AccountReopen(AccountView):
    @act("accounts", gives=AccountOutput)
    def post(self, request: Request) -> Membership:
        """Open a closed account again."""
        accounts.reopen_account(membership_id=self.member.pk, by=request.user)
        return self.changed()


class AccountSessions(AccountView):
    @act("accounts", gives=EndedOutput)
    def post(self, request: Request) -> dict:
        """Log the account out on every device."""
        return {"sessions": accounts.end_sessions(membership_id=self.member.pk, by=request.user)}


class AccountPassword(AccountView):
    @act("accounts", gives=GivenPasswordOutput)
    def post(self, request: Request) -> dict:
        """A new password for someone who forgot his."""
        given = accounts.new_password()
        accounts.give_password(membership_id=self.member.pk, password=given, by=request.user)
        return {"account": self.changed(), "password": given}
