"""Pages about accounts: the first organiser, log-in and log-out, the club's people."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import TournamentError
from tournament.forms.accounts import AccountForm, LogInForm, PasswordForm, WelcomeForm
from tournament.models import ROLES, Membership
from tournament.selectors.accounts import club_for, memberships_of
from tournament.services import accounts

# What each role may do, in words, for the one who gives the roles.
ROLE_HELP = {
    "organiser": gettext_lazy("Everything: settings, accounts, draws, scores, closing."),
    "scorer": gettext_lazy("Registers teams and types scores."),
    "referee": gettext_lazy("Types scores and rules on disputes."),
    "reader": gettext_lazy("Sees everything, changes nothing."),
}


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """First run: the club and its organiser. On the laptop itself only; hosted, the maintainer makes the accounts."""
    if not settings.EMBEDDED:
        raise Http404
    if not accounts.is_first_run():
        return redirect("home")
    form = WelcomeForm(request.POST or None)
    if form.is_valid():
        user = _done(form, lambda: accounts.create_first_organiser(**form.cleaned_data))
        if user:
            auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            messages.success(request, _("Your club is ready. Now make its first concours."))
            return redirect("home")
    return render(request, "tournament/welcome.html", {"form": form})


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log-in; on the very first run the welcome page instead."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(_next(request))
    if settings.EMBEDDED and accounts.is_first_run():
        return redirect("welcome")
    form = LogInForm(request.POST or None)
    if form.is_valid():
        user = _done(form, lambda: accounts.log_in_user(request=request, **form.cleaned_data))
        if user:
            auth.login(request, user)
            return HttpResponseRedirect(_next(request))
    return render(request, "tournament/login.html", {"form": form, "next": request.GET.get("next", "")})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """End this session."""
    auth.logout(request)
    return redirect("login")


@sensitive_post_parameters("current", "password")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change one's own password; every other session of the account ends."""
    form = PasswordForm(request.POST or None)
    if form.is_valid():

        def change() -> bool:
            user = accounts.log_in_user(
                request=request, name=request.user.get_username(), password=form.cleaned_data["current"]
            )
            accounts.change_password(user=user, password=form.cleaned_data["password"])
            auth.update_session_auth_hash(request, user)
            return True

        if _done(form, change, said={"login_wrong": ("current", _("This is not your present password."))}):
            messages.success(request, _("Your password is changed. Elsewhere you will have to log in again."))
            return redirect("home")
    return render(request, "tournament/password.html", {"form": form})


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def club_accounts(request: HttpRequest, club: int) -> HttpResponse:
    """The accounts of a club, and a new one."""
    club = club_for(request.user, club, "accounts")
    form = AccountForm(request.POST or None)
    shown = None
    if form.is_valid():
        given = form.cleaned_data["password"] or accounts.new_password()
        asked = form.cleaned_data | {"password": given}
        made = _done(form, lambda: accounts.create_account(club=club, by=request.user, **asked))
        if made:
            # Shown in the answer itself, once: a password is neither kept in a cookie nor in the session.
            shown, form = {"name": made.user.first_name, "password": given}, AccountForm()
    return _accounts_page(request, club, form, shown)


@login_required
@require_POST
def club_account_role(request: HttpRequest, club: int, account: int) -> HttpResponse:
    """Another role for an account of the club."""
    member = _member(request, club, account)
    role = request.POST.get("role", "")
    done = _("%(name)s now has the role: %(role)s.") % {"name": _name(member), "role": ROLES.get(role, role)}
    return _act(
        request, member, lambda: accounts.change_role(membership_id=member.pk, role=role, by=request.user), done
    )


@login_required
@require_POST
def club_account_close(request: HttpRequest, club: int, account: int) -> HttpResponse:
    """Close an account of the club."""
    member = _member(request, club, account)
    done = _("The account of %(name)s is closed. It can be opened again here.") % {"name": _name(member)}
    return _act(request, member, lambda: accounts.close_account(membership_id=member.pk, by=request.user), done)


@login_required
@require_POST
def club_account_reopen(request: HttpRequest, club: int, account: int) -> HttpResponse:
    """Open a closed account again."""
    member = _member(request, club, account)
    done = _("The account of %(name)s is open again.") % {"name": _name(member)}
    return _act(request, member, lambda: accounts.reopen_account(membership_id=member.pk, by=request.user), done)


@login_required
@require_POST
def club_account_sessions(request: HttpRequest, club: int, account: int) -> HttpResponse:
    """Log an account out on every device."""
    member = _member(request, club, account)
    done = _("%(name)s is logged out everywhere.") % {"name": _name(member)}
    return _act(request, member, lambda: accounts.end_sessions(membership_id=member.pk, by=request.user), done)


@login_required
@never_cache
@require_POST
def club_account_password(request: HttpRequest, club: int, account: int) -> HttpResponse:
    """A new password for someone who forgot his, shown once."""
    member = _member(request, club, account)
    given = accounts.new_password()
    try:
        accounts.give_password(membership_id=member.pk, password=given, by=request.user)
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("club-accounts", member.club_id)
    return _accounts_page(request, member.club, AccountForm(), {"name": _name(member), "password": given})


def _accounts_page(request: HttpRequest, club, form: Form, shown: dict[str, str] | None) -> HttpResponse:
    context = {
        "club": club,
        "members": memberships_of(club),
        "roles": ROLES.items(),
        "role_help": [(ROLES[role], text) for role, text in ROLE_HELP.items()],
        "form": form,
        "shown": shown,
    }
    return render(request, "tournament/accounts.html", context)


def _member(request: HttpRequest, club: int, account: int) -> Membership:
    found = club_for(request.user, club, "accounts")
    return get_object_or_404(Membership.objects.select_related("user", "club"), pk=account, club=found)


def _name(member: Membership) -> str:
    return member.user.get_full_name() or member.user.get_username()


def _act(request: HttpRequest, member: Membership, act: Callable[[], object], done: str) -> HttpResponse:
    try:
        act()
    except TournamentError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, done)
    return redirect("club-accounts", member.club_id)


def _done(form: Form, act: Callable[[], object], said: dict[str, tuple[str, str]] | None = None):
    """What *act* gives, or None with its refusal on *form*; *said* gives another field and sentence for a code."""
    try:
        return act()
    except TournamentError as error:
        field, sentence = (said or {}).get(error.code, (error.field, str(error)))
        form.add_error(field if field in form.fields else None, sentence)
        return None


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return wanted
    return settings.LOGIN_REDIRECT_URL


# Accounts are made where the organiser sits, not from a telephone on the hall's Wi-Fi, paired or not.
welcome.laptop_only = club_accounts.laptop_only = club_account_role.laptop_only = True
club_account_close.laptop_only = club_account_reopen.laptop_only = True
club_account_sessions.laptop_only = club_account_password.laptop_only = True
