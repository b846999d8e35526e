"""Pages about accounts: the first organiser, log-in and log-out, the club's people."""

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

from tournament.clubs import services as accounts
from tournament.clubs.forms import AccountForm, LogInForm, PasswordForm, WelcomeForm
from tournament.clubs.models import ROLES, Club, Membership
from tournament.clubs.selectors import club_for, memberships_of
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, laptop_only
from tournament.page_acts import Done, page_act, try_act

# What each role may do, in words, for the one who gives the roles.
ROLE_HELP = {
    "organiser": gettext_lazy("Everything: settings, accounts, draws, scores, closing."),
    "scorer": gettext_lazy("Registers teams and types scores."),
    "referee": gettext_lazy("Types scores and rules on disputes."),
    "reader": gettext_lazy("Sees everything, changes nothing."),
}


@laptop_only
@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
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
            auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            messages.success(request, _("Your club is ready. Now make its first concours."))
            return redirect("home")
    return render(request, "tournament/clubs/welcome.html", {"form": form})


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in; on the very first run show the welcome page instead."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(next_address(request))
    if settings.EMBEDDED and accounts.is_first_run():
        return redirect("welcome")
    form = LogInForm(request.POST or None)
    if form.is_valid():
        user = try_act(form, lambda: accounts.log_in_user(request=request, **form.cleaned_data))
        if user:
            auth.login(request, user)
            response = HttpResponseRedirect(next_address(request))
            accounts.remember_device(response, form.cleaned_data["name"])
            return response
    return render(request, "tournament/clubs/login.html", {"form": form, "next": request.GET.get("next", "")})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """End this session."""
    auth.logout(request)
    return redirect("login")


@sensitive_post_parameters("current", "password")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def password(request: PageRequest) -> HttpResponse:
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

        if try_act(form, change, sentences={"login_wrong": ("current", _("This is not your present password."))}):
            messages.success(request, _("Your password is changed. Elsewhere you will have to log in again."))
            return redirect("home")
    return render(request, "tournament/clubs/password.html", {"form": form})


# Accounts are made where the organiser sits, not from a telephone on the hall's Wi-Fi, paired or not.
@laptop_only
@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def club_accounts(request: PageRequest, club: int) -> HttpResponse:
    """Show the accounts of a club, and a new one."""
    own = club_for(request.user, club, "accounts")
    form = AccountForm(request.POST or None)
    shown = None
    if form.is_valid():
        first = form.cleaned_data["password"] or accounts.new_password()
        fields = form.cleaned_data | {"password": first}
        member = try_act(form, lambda: accounts.create_account(club=own, by=request.user, **fields))
        if member:
            # Shown in the answer itself, once: a password is neither kept in a cookie nor in the session.
            shown, form = {"name": member.user.first_name, "password": first}, AccountForm()
    return _accounts_page(request, own, form, shown)


def _member(request: PageRequest, club: int, account: int) -> tuple[Membership]:
    """Find an account of a club where this one looks after the accounts."""
    own = club_for(request.user, club, "accounts")
    return (get_object_or_404(Membership.objects.select_related("user", "club"), pk=account, club=own),)


def _accounts(member: Membership) -> HttpResponse:
    """Return to the accounts of the club."""
    return redirect("club-accounts", member.club_id)


def _refused(request: PageRequest, member: Membership, *, error: TournamentError, form: None) -> HttpResponse:
    messages.error(request, str(error))
    return _accounts(member)


@laptop_only
@page_act(_member, refused=_refused)
def club_account_role(request: PageRequest, member: Membership) -> Done:
    """Give an account of the club another role."""
    role = request.POST.get("role", "")
    accounts.change_role(membership_id=member.pk, role=role, by=request.user)
    message = _("%(name)s now has the role: %(role)s.") % {"name": _name(member), "role": ROLES.get(role, role)}
    return Done(_accounts(member), message)


@laptop_only
@page_act(_member, refused=_refused)
def club_account_close(request: PageRequest, member: Membership) -> Done:
    """Close an account of the club."""
    accounts.close_account(membership_id=member.pk, by=request.user)
    message = _("The account of %(name)s is closed. It can be opened again here.") % {"name": _name(member)}
    return Done(_accounts(member), message)


@laptop_only
@page_act(_member, refused=_refused)
def club_account_reopen(request: PageRequest, member: Membership) -> Done:
    """Open a closed account again."""
    accounts.reopen_account(membership_id=member.pk, by=request.user)
    return Done(_accounts(member), _("The account of %(name)s is open again.") % {"name": _name(member)})


@laptop_only
@page_act(_member, refused=_refused)
def club_account_sessions(request: PageRequest, member: Membership) -> Done:
    """Log an account out on every device."""
    accounts.end_sessions(membership_id=member.pk, by=request.user)
    return Done(_accounts(member), _("%(name)s is logged out everywhere.") % {"name": _name(member)})


@laptop_only
@never_cache
@page_act(_member, refused=_refused)
def club_account_password(request: PageRequest, member: Membership) -> Done:
    """Give a new password to someone who forgot his; it is shown once."""
    password = accounts.new_password()
    accounts.give_password(membership_id=member.pk, password=password, by=request.user)
    return Done(_accounts_page(request, member.club, AccountForm(), {"name": _name(member), "password": password}))


def _accounts_page(request: PageRequest, club: Club, form: Form, shown: dict[str, str] | None) -> HttpResponse:
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
