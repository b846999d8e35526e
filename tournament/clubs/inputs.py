"""Inputs of the acts on accounts, passwords and second factors."""

from typing import Annotated

from rules.local_words import DONNES, TEAMS
from tournament.clubs.models import ROLES
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictText

Code = Annotated[str, StrictText(max_length=30)]
Password = Annotated[str, StrictText(max_length=128, trim_whitespace=False, style={"input_type": "password"})]
Role = Annotated[str, StrictChoice(choices=list(ROLES))]
DonneWord = Annotated[str, StrictChoice(choices=list(DONNES))]
TeamWord = Annotated[str, StrictChoice(choices=list(TEAMS))]


class AccountInput(Declared):
    name: Annotated[str, CleanText(max_length=60)]
    role: Role
    password: Password = LEFT_OUT


class RoleInput(Declared):
    role: Role


class WordsInput(Declared):
    """`donne`: what the hall calls a donne; `team`: what it calls a team. The keys and fields of the API never change."""

    donne: DonneWord = LEFT_OUT
    team: TeamWord = LEFT_OUT


class BeginInput(Declared):
    current: Password


class FirstCodeInput(Declared):
    code: Code


class ConfirmedInput(Declared):
    current: Password
    code: Code


class RequireInput(Declared):
    required: bool


class LogInInput(Declared):
    """`code` is that of the second factor, where the account has one: without it the answer is `second_factor_needed`."""

    name: Annotated[str, StrictText(max_length=150)]
    password: Password
    code: Code = LEFT_OUT


class PasswordInput(Declared):
    current: Password
    password: Password


class FirstPasswordInput(Declared):
    """`account` and `token` are the two last parts of the link."""

    account: int
    token: Annotated[str, StrictText(max_length=100)]
    password: Password


class WelcomeInput(Declared):
    club_name: Annotated[str, CleanText(max_length=80)]
    name: Annotated[str, CleanText(max_length=60)]
    password: Password
