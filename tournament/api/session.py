"""Who is asking: log in, log out, change one's password; and the very first organiser."""

from django.conf import settings
from django.contrib import auth
from django.http import Http404
from django.middleware.csrf import get_token
from rest_framework import permissions, serializers
from rest_framework.request import Request

from tournament.api.base import ANYONE, ApiView, act
from tournament.api.strict import Input, Name, Text
from tournament.models import ROLES
from tournament.selectors.accounts import roles_of
from tournament.services import accounts


class Password(Text):
    """A password, as it was typed."""

    def __init__(self, **options) -> None:
        super().__init__(max_length=128, trim_whitespace=False, style={"input_type": "password"}, **options)


class LogInInput(Input):
    name = Text(max_length=150)
    password = Password()


class PasswordInput(Input):
    current = Password()
    password = Password()


class WelcomeInput(Input):
    club_name = Name(max_length=80)
    name = Name(max_length=60)
    password = Password()


class ClubRoleOutput(serializers.Serializer):
    id = serializers.IntegerField(source="club_id")
    name = serializers.CharField(source="club.name")
    role = serializers.ChoiceField(choices=list(ROLES))


class AccountNameOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    username = serializers.CharField()
    name = serializers.CharField(source="get_full_name")


class SessionOutput(serializers.Serializer):
    """`account` is null before the log-in; `csrf_token` goes into the header X-CSRFToken of every POST."""

    account = AccountNameOutput(allow_null=True)
    clubs = ClubRoleOutput(many=True)
    csrf_token = serializers.CharField()


def _session(request: Request) -> dict[str, object]:
    user = request._request.user
    here = user.is_authenticated
    return {
        "account": user if here else None,
        "clubs": roles_of(user) if here else [],
        "csrf_token": get_token(request._request),
    }


class Session(ApiView):
    permission_classes = [permissions.AllowAny]

    @act(ANYONE, gives=SessionOutput)
    def get(self, request: Request) -> dict:
        """Who is logged in, with the clubs and the role in each; and the token that a POST must carry."""
        return _session(request)

    @act(ANYONE, takes=LogInInput, gives=SessionOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Log in. Slowed down after some failures, as the page is."""
        user = accounts.log_in_user(request=request._request, **data)
        auth.login(request._request, user)
        return _session(request)

    @act(ANYONE)
    def delete(self, request: Request) -> None:
        """Log out."""
        auth.logout(request._request)


class OwnPassword(ApiView):
    @act(ANYONE, takes=PasswordInput)
    def post(self, request: Request, data: dict) -> None:
        """Change one's own password; every other session of the account ends."""
        user = accounts.log_in_user(
            request=request._request, name=request.user.get_username(), password=data["current"]
        )
        accounts.change_password(user=user, password=data["password"])
        auth.update_session_auth_hash(request._request, user)


class Welcome(ApiView):
    permission_classes = [permissions.AllowAny]
    laptop_only = True

    @act(ANYONE, takes=WelcomeInput, gives=SessionOutput, status=201)
    def post(self, request: Request, data: dict) -> dict:
        """On the laptop, while nobody has an account: the club and its organiser, who is logged in."""
        if not settings.EMBEDDED:
            raise Http404
        user = accounts.create_first_organiser(**data)
        auth.login(request._request, user, backend="django.contrib.auth.backends.ModelBackend")
        return _session(request)
