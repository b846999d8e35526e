"""Pages about accounts: the first organiser, log-in and log-out, the club's people."""

import time
from collections.abc import Callable

import segno
from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters

from tournament.clubs import logging_in, second_factor, services as accounts
from tournament.clubs.forms import (
    AccountForm,
    BeginFactorForm,
    ConfirmedFactorForm,
    ConfirmFactorForm,
    FirstPasswordForm,
    GivenPasswordForm,
    LogInCodeForm,
    LogInForm,
    PasswordForm,
    WelcomeForm,
    WordsForm,
)
from tournament.clubs.models import ROLES, Club, Membership
from tournament.clubs.selectors import club_for, memberships_of, open_sessions
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, form_page, laptop_only, post_only
from tournament.page_acts import Done, club_with, page_act, told_at, try_act

_HALF_IN, _HALF_IN_SECONDS = "dix_half_in", 600  # the password was right, the code of the second factor is awaited
# Explains each role to the organiser who gives it.
ROLE_HELP = {
    "organiser": gettext_lazy("Everything: settings, accounts, draws, scores, closing."),
    "scorer": gettext_lazy("Registers teams and types scores."),
    "referee": gettext_lazy("Types scores and rules on disputes."),
    "treasurer": gettext_lazy("Registers teams, takes money and counts the till."),
    "reader": gettext_lazy("Sees everything, changes nothing."),
}


@laptop_only
@login_not_required
@sensitive_post_parameters("password")
@form_page
def welcome(request: HttpRequest) -> HttpResponse:
    """Make the club and its organiser on the first run, on the laptop alone; hosted, the maintainer makes accounts."""
    if not settings.EMBEDDED:
        raise Http404
    if not accounts.is_first_run():
        return redirect("home")
    form = WelcomeForm(request.POST or None)
    if form.is_valid():
        user = try_act(form, lambda: accounts.create_first_organiser(**form.cleaned_data))
        if user:
            second_factor.enter(request, user)
            if request.POST.get("next") == "file":
                messages.success(request, _("Your club is ready. Now choose the file that you brought."))
                return redirect("transfer-in")
            messages.success(request, _("Your club is ready. Now make its first concours."))
            return redirect("home")
    return render(request, "tournament/clubs/welcome.html", {"form": form})


@login_not_required
@sensitive_post_parameters("password")
@form_page
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in; on the very first run show the welcome page instead."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(next_address(request))
    if settings.EMBEDDED and accounts.is_first_run():
        return redirect("welcome")
    form = LogInForm(request.POST or None)
    if form.is_valid():
        user = try_act(form, lambda: logging_in.log_in_user(request=request, **form.cleaned_data))
        if user:
            name = form.cleaned_data["name"]
            if second_factor.is_asked(request, user):
                request.session.cycle_key()
                request.session[_HALF_IN] = [user.pk, user.get_session_auth_hash(), name, int(time.time())]
                return redirect(f"{reverse('login-code')}?{urlencode({'next': next_address(request)})}")
            return _let_in(request, user, name)
    return render(request, "tournament/clubs/login.html", {"form": form, "next": request.GET.get("next", "")})


def _let_in(request: HttpRequest, user: User, name: str) -> HttpResponse:
    """Begin the session of *user*, who typed *name*, and lead on."""
    request.session.pop(_HALF_IN, None)
    second_factor.enter(request, user)
    response = HttpResponseRedirect(next_address(request))
    logging_in.remember_device(response, name)
    return response


def _half_in(request: HttpRequest) -> tuple[User, str] | None:
    """Return who has typed the right password here and no code yet, and the name as it was typed."""
    pk, password_then, name, at = request.session.get(_HALF_IN, (0, "", "", 0))
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or abs(time.time() - at) > _HALF_IN_SECONDS or user.get_session_auth_hash() != password_then:
        return None
    user.backend = "django.contrib.auth.backends.ModelBackend"
    return user, name


@login_not_required
@sensitive_post_parameters("code")
@form_page
def log_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the second factor, after the password."""
    half_in = None if request.user.is_authenticated else _half_in(request)
    if half_in is None:
        return redirect("login")
    user, name = half_in
    form = LogInCodeForm(request.POST or None)
    if form.is_valid():
        wrong = try_act(
            form, lambda: second_factor.check_code(request=request, user=user, code=form.cleaned_data["code"])
        )
        if wrong is not None:
            response = _let_in(request, user, name)
            if form.cleaned_data["trust"]:
                second_factor.trust_device(response, user)
            if wrong:
                messages.warning(request, _wrong_codes(wrong))
            return response
    context = {"form": form, "next": request.GET.get("next", "")}
    return render(request, "tournament/clubs/login_code.html", context)


def _wrong_codes(count: int) -> str:
    return ngettext(
        "Since your last log-in one wrong code was typed after your password. If that was not you, change your password.",
        "Since your last log-in %(count)s wrong codes were typed after your password. If that was not you, change your "
        "password.",
        count,
    ) % {"count": count}


@login_not_required
@post_only
def log_out(request: HttpRequest) -> HttpResponse:
    """End this session."""
    auth.logout(request)
    return redirect("login")


@login_not_required
@sensitive_post_parameters("password")
@form_page
def first_password(request: HttpRequest, user: int, secret: str) -> HttpResponse:
    """Ask the organiser whom the maintainer invited for a password, by a link that serves once."""
    form = FirstPasswordForm(request.POST or None)
    try:
        account = accounts.account_of_link(user, secret)
        if form.is_valid():
            chosen = try_act(
                form,
                lambda: accounts.choose_first_password(
                    account=user, token=secret, password=form.cleaned_data["password"]
                ),
            )
            if chosen:
                # The log-in is the one door: it counts tries and asks for a second factor where there is one.
                messages.success(
                    request, _("Your password is kept. Your name to log in is %(name)s.") % {"name": chosen.first_name}
                )
                return redirect("login")
    except TournamentError as error:
        return render(request, "tournament/clubs/first_password.html", {"error": error}, status=error.status)
    return render(request, "tournament/clubs/first_password.html", {"form": form, "name": account.get_full_name()})


@sensitive_post_parameters("current", "password")
@form_page
def password(request: PageRequest) -> HttpResponse:
    """Change one's own password; every other session of the account ends."""
    typed = accounts.typed_given_password(request)
    form = (GivenPasswordForm if typed else PasswordForm)(request.POST or None)
    if form.is_valid():

        def change() -> bool:
            accounts.change_own_password(request=request, **form.cleaned_data)
            return True

        if try_act(form, change, sentences={"login_wrong": ("current", _("This is not your present password."))}):
            messages.success(request, _("Your password is changed. Elsewhere you will have to log in again."))
            return redirect("home")
    context = {
        "form": form,
        "given": accounts.PASSWORD_OWED in request.session,
        "sessions": open_sessions(request.user, here=request.session.session_key),
    }
    return render(request, "tournament/clubs/password.html", context)


# --- The second factor. In a hall the key is shown on the laptop alone: the Wi-Fi has no TLS. -------------------------


def _second_factor_page(request: PageRequest, *, status: int = 200, **shown: object) -> HttpResponse:
    """Show whether a code follows the password, and what can be done about it; *shown*: a form, or codes once."""
    factor = second_factor.factor_of(request.user)
    begun = None if factor else second_factor.being_set_up(request.user)
    context: dict[str, object] = {
        "factor": factor,
        "begun": begun,
        "clubs": second_factor.clubs_requiring(request.user),
        "left": factor.recovery_codes.filter(used_at=None).count() if factor else 0,
        "begin_form": BeginFactorForm(),
        "confirm_form": ConfirmFactorForm(),
        "codes_form": ConfirmedFactorForm(auto_id="codes_%s"),
        "stop_form": ConfirmedFactorForm(auto_id="stop_%s"),
    }
    if begun:
        address = second_factor.address_of(begun)
        context["qr"] = segno.make_qr(address, error="m").svg_inline(scale=4, light="#fff")
        context["key"] = second_factor.key_in_groups(begun)
    return render(request, "tournament/clubs/second_factor.html", context | shown, status=status)


@laptop_only
def own_second_factor(request: PageRequest) -> HttpResponse:
    """Show the second factor of one's own account."""
    return _second_factor_page(request)


def _nothing(request: PageRequest) -> tuple:
    return ()


def _again(name: str) -> Callable[..., HttpResponse]:
    """Return what shows the page again with the form *name* and what is wrong in it."""

    def refused(request: PageRequest, *, error: TournamentError | None, form: Form) -> HttpResponse:
        if error is not None and error.code in ("login_wrong", "login_wait"):
            wrong = _("This is not your present password.") if error.code == "login_wrong" else str(error)
            form.add_error("current", wrong)
            error = None
        elif form.errors:
            error = None  # it stands on its field
        return _second_factor_page(request, status=422, error=error, **{name: form})

    return refused


def _check_password(request: PageRequest, form: Form) -> None:
    password = form.cleaned_data["current"]
    logging_in.log_in_user(request=request, name=request.user.get_username(), password=password)


@laptop_only
@sensitive_post_parameters("current")
@page_act(_nothing, form=BeginFactorForm, refused=_again("begin_form"))
def second_factor_begin(request: PageRequest, form: Form) -> Done:
    """Make the key that the telephone is to read."""
    _check_password(request, form)
    second_factor.begin(user=request.user)
    return Done(redirect("second-factor"))


@laptop_only
@sensitive_post_parameters("code")
@page_act(_nothing, form=ConfirmFactorForm, refused=_again("confirm_form"))
def second_factor_confirm(request: PageRequest, form: Form) -> Done:
    """Switch it on, and show the recovery codes this once."""
    codes = second_factor.confirm(request=request, user=request.user, code=form.cleaned_data["code"])
    return Done(_second_factor_page(request, codes=codes, begun=None))


@laptop_only
@sensitive_post_parameters("current", "code")
@page_act(_nothing, form=ConfirmedFactorForm, refused=_again("codes_form"))
def second_factor_codes(request: PageRequest, form: Form) -> Done:
    """Make new recovery codes, and show them this once."""
    _check_password(request, form)
    code = form.cleaned_data["code"]
    codes = second_factor.renew_recovery_codes(request=request, user=request.user, code=code)
    return Done(_second_factor_page(request, codes=codes))


@laptop_only
@sensitive_post_parameters("current", "code")
@page_act(_nothing, form=ConfirmedFactorForm, refused=_again("stop_form"))
def second_factor_stop(request: PageRequest, form: Form) -> Done:
    """Switch it off."""
    _check_password(request, form)
    second_factor.stop(request=request, user=request.user, code=form.cleaned_data["code"])
    return Done(redirect("second-factor"), _("The log-in asks for your password alone again."))


# --- The accounts of a club -------------------------------------------------------------------------------------------


# Accounts are made where the organiser sits, not from a telephone on the hall's Wi-Fi, paired or not.
@laptop_only
@sensitive_post_parameters("password")
@form_page
def club_accounts(request: PageRequest, club: int) -> HttpResponse:
    """Show the accounts of a club, and a new one."""
    own = club_for(request.user, club, "accounts")
    form = AccountForm(request.POST or None)
    shown = None
    if form.is_valid():
        first = form.cleaned_data["password"] or accounts.new_password()
        fields = form.cleaned_data | {"password": first, "given": not form.cleaned_data["password"]}
        member = try_act(form, lambda: accounts.create_account(club=own, by=request.user, **fields))
        if member:
            # Shown in the answer itself, once: a password is neither kept in a cookie nor in the session.
            shown = {"name": member.user.first_name, "password": first, "given": fields["given"]}
            form = AccountForm()
    return _accounts_page(request, own, form, shown)


@laptop_only
@form_page
def club_words(request: PageRequest, club: int) -> HttpResponse:
    """Choose the words in which every page, print and telephone of the club speaks."""
    own = club_for(request.user, club, "settings")
    form = WordsForm(request.POST or None, initial={"donne": own.donne_word, "team": own.team_word})
    if form.is_valid():
        done = try_act(form, lambda: accounts.choose_words(club_id=own.pk, by=request.user, **form.cleaned_data))
        if done:
            messages.success(request, _("The words are chosen. Walls and telephones follow in a moment."))
            return redirect("club-words", own.pk)
    return render(request, "tournament/clubs/words.html", {"club": own, "form": form})


def _member(request: PageRequest, club: int, account: int) -> tuple[Membership]:
    """Find an account of a club where this one looks after the accounts."""
    own = club_for(request.user, club, "accounts")
    return (get_object_or_404(Membership.objects.select_related("user", "club"), pk=account, club=own),)


def _accounts(member: Membership) -> HttpResponse:
    """Return to the accounts of the club."""
    return redirect("club-accounts", member.club_id)


@page_act(_member, refused=told_at(_accounts), laptop_only=True)
def club_account_role(request: PageRequest, member: Membership) -> Done:
    """Change the role of an account of the club."""
    role = request.POST.get("role", "")
    accounts.change_role(membership_id=member.pk, role=role, by=request.user)
    message = _("%(name)s now has the role: %(role)s.") % {"name": _name(member), "role": ROLES.get(role, role)}
    return Done(_accounts(member), message)


@page_act(_member, refused=told_at(_accounts), laptop_only=True)
def club_account_close(request: PageRequest, member: Membership) -> Done:
    """Close an account of the club."""
    accounts.close_account(membership_id=member.pk, by=request.user)
    message = _("The account of %(name)s is closed. It can be opened again here.") % {"name": _name(member)}
    return Done(_accounts(member), message)


@page_act(_member, refused=told_at(_accounts), laptop_only=True)
def club_account_reopen(request: PageRequest, member: Membership) -> Done:
    """Open a closed account again."""
    accounts.reopen_account(membership_id=member.pk, by=request.user)
    return Done(_accounts(member), _("The account of %(name)s is open again.") % {"name": _name(member)})


@page_act(_member, refused=told_at(_accounts), laptop_only=True)
def club_account_sessions(request: PageRequest, member: Membership) -> Done:
    """Log an account out on every device."""
    accounts.end_sessions(membership_id=member.pk, by=request.user)
    return Done(_accounts(member), _("%(name)s is logged out everywhere.") % {"name": _name(member)})


@page_act(_member, refused=told_at(_accounts), laptop_only=True)
def club_account_password(request: PageRequest, member: Membership) -> Done:
    """Make a new password for someone who forgot his; it is shown once."""
    password = accounts.new_password()
    accounts.give_password(membership_id=member.pk, password=password, by=request.user)
    shown = {"name": _name(member), "password": password, "given": True}
    return Done(_accounts_page(request, member.club, AccountForm(), shown))


@page_act(club_with("accounts"), refused=told_at(lambda club: redirect("club-accounts", club.pk)), laptop_only=True)
def club_second_factor(request: PageRequest, club: Club) -> Done:
    """Ask a second factor of every organiser of the club, or leave it to each."""
    required = request.POST.get("required") == "yes"
    second_factor.require(club=club, required=required, by=request.user)
    said = _("Every organiser is asked for a code now.") if required else _("The code is left to each organiser.")
    return Done(redirect("club-accounts", club.pk), said)


def _accounts_page(request: PageRequest, club: Club, form: Form, shown: dict[str, object] | None) -> HttpResponse:
    context = {
        "club": club,
        "members": memberships_of(club),
        "roles": ROLES.items(),
        "role_help": [(ROLES[role], text) for role, text in ROLE_HELP.items()],
        "form": form,
        "shown": shown,
    }
    return render(request, "tournament/clubs/accounts.html", context)


def _name(member: Membership) -> str:
    return member.user.get_full_name() or member.user.get_username()


def next_address(request: HttpRequest) -> str:
    """Return where a form leads on: the page that asked for it when it is one of ours, else the first one."""
    address = request.POST.get("next") or request.GET.get("next", "")
    if url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return address
    return settings.LOGIN_REDIRECT_URL
