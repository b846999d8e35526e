"""The clubs of a site, for its maintainer alone: a list with their figures, and what he does with them."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from django import forms
from django.core.paginator import Paginator
from django.db.models import Aggregate, Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Length
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from scoring.sheets.models import Photo
from scoring.workbook.models import Export
from tournament import names
from tournament.api.base import ANYONE, HostView, act, page
from tournament.api.shapes import Page, PageQuery
from tournament.clubs import policy
from tournament.clubs.models import Club, Membership
from tournament.concours import hosting
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText
from tournament.inputs.forms import form_field
from tournament.page_access import PageRequest, form_page, laptop_only
from tournament.page_acts import Done, page_act, try_act
from tournament.registration.models import Team

TAG = "host"
CLUBS_A_PAGE = 20
SEARCH_LENGTH = 60
STATES = {
    "open": pgettext_lazy("club", "open"),
    "closed": gettext_lazy("closed, read only"),
    "hidden": gettext_lazy("hidden"),
}


@dataclass(frozen=True)
class HostedClub:
    """A club with its figures. `size`: bytes of its photos and workbooks; `last_activity`: of an act, to the hour."""

    id: int
    name: str
    state: Literal["open", "closed", "hidden"]
    organisers: list[str]
    accounts: int
    concours: int
    teams: int
    size: int
    made: datetime.datetime
    last_activity: datetime.datetime | None

    @property
    def label(self) -> object:
        """Return the state in words."""
        return STATES[self.state]


def clubs_found(search: str) -> QuerySet | list[int]:
    """Return the numbers of the clubs whose name answers *search*, the one that did something last first."""
    clubs = Club.objects.order_by(Coalesce("active_at", "created_at").desc(), "pk")
    if not search:
        return clubs.values_list("pk", flat=True)
    return [pk for pk, name in clubs.values_list("pk", "name") if names.answers(search, name)]


def hosted_clubs(found: Sequence[int]) -> list[HostedClub]:
    """Return the clubs *found*, in this order; two queries, which read nothing of other clubs."""
    figures = {
        "concours": _of_club(Tournament.every, "club", Count("pk")),
        "teams": _of_club(Team.objects, "tournament__club", Count("pk")),
        "workbooks": _of_club(Export.objects, "tournament__club", Sum("size")),
        "photos": _of_club(Photo.objects, "table__round__tournament__club", Sum(Length("content"))),
    }
    clubs: dict[int, Any] = Club.objects.annotate(**figures).in_bulk(found)
    members: dict[int, list[Membership]] = {}
    accounts = Membership.objects.filter(club__in=found, user__is_active=True)
    for member in accounts.select_related("user").order_by("user__first_name"):
        members.setdefault(member.club_id, []).append(member)
    return [
        HostedClub(
            id=pk,
            name=club.name,
            state="hidden" if club.hidden_at else "closed" if club.closed_at else "open",
            organisers=[
                member.user.get_full_name() or member.user.get_username()
                for member in members.get(pk, [])
                if member.role == "organiser"
            ],
            accounts=len(members.get(pk, [])),
            concours=club.concours,
            teams=club.teams,
            size=club.workbooks + club.photos,
            made=club.created_at,
            last_activity=club.active_at,
        )
        for pk in found
        if (club := clubs.get(pk)) is not None
    ]


def _of_club(rows: Any, club: str, figure: Aggregate) -> Coalesce:
    """Return a *figure* of the rows of one club, looked up by its concours: grouped for all, PostgreSQL reads every row."""
    ours = rows.filter(**{club: OuterRef("pk")}).order_by().values(club).annotate(figure=figure)
    return Coalesce(Subquery(ours.values("figure")), 0)


# --- Declarations -----------------------------------------------------------------------------------------------------


class NewClubInput(Declared):
    name: Annotated[str, CleanText(max_length=80)]
    organiser: Annotated[str, CleanText(max_length=60)]


class HandOverInput(Declared):
    """`alone`: the accounts of the club's other organisers are closed."""

    organiser: Annotated[str, CleanText(max_length=60)]
    alone: bool = False


class InvitationOutput(Declared):
    """`link` is shown this once: by it the organiser chooses a password, once, within a week."""

    id: int
    organiser: str
    link: str


class NewClubForm(forms.Form):
    name = form_field(
        NewClubInput,
        "name",
        label=gettext_lazy("Name of the club"),
    )
    organiser = form_field(
        NewClubInput,
        "organiser",
        label=gettext_lazy("First name and name of its organiser"),
        help_text=gettext_lazy("You get a link to hand on: by it the organiser chooses a password."),
    )


class HandOverForm(forms.Form):
    organiser = form_field(
        HandOverInput,
        "organiser",
        label=gettext_lazy("First name and name of the organiser"),
        help_text=gettext_lazy("A new person, or an organiser of this club whose password is lost."),
    )
    alone = form_field(HandOverInput, "alone", label=gettext_lazy("Close the accounts of the club’s other organisers"))


# --- Pages ------------------------------------------------------------------------------------------------------------


@laptop_only
@form_page
def host_clubs(request: PageRequest) -> HttpResponse:
    """Show the clubs of the site, and make a new one; for anybody but the maintainer there is nothing here."""
    if not policy.is_maintainer(request.user):
        raise Http404
    form = NewClubForm(request.POST or None)
    if form.is_valid():
        invited = try_act(form, lambda: hosting.make_club(by=request.user, **form.cleaned_data))
        if invited:
            return _clubs_page(request, NewClubForm(), invited)
    return _clubs_page(request, form)


def _clubs_page(request: HttpRequest, form: forms.Form, invited: hosting.Invitation | None = None) -> HttpResponse:
    # The link stands in this answer alone: neither a cookie nor the session keeps it.
    link = request.build_absolute_uri(invited.link) if invited else ""
    search = request.GET.get("q", "").strip()[:SEARCH_LENGTH]
    part = Paginator(clubs_found(search), CLUBS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "clubs": hosted_clubs(list(part.object_list)),
        "page": part,
        "search": search,
        "query": urlencode({"q": search}),
        "form": form,
    }
    context |= {"hand_over": HandOverForm(), "invited": invited, "link": link}
    return render(request, "host_clubs.html", context)


def _club(request: PageRequest, club: int) -> tuple[Club]:
    if not policy.is_maintainer(request.user):
        raise Http404
    return (get_object_or_404(Club, pk=club),)


def _refused(
    request: PageRequest, club: Club, *, error: TournamentError | None, form: forms.Form | None = None
) -> HttpResponse:
    context = {"club": club, "error": error, "form": form}
    return render(request, "host_club_refused.html", context, status=error.status if error else 422)


@page_act(_club, refused=_refused, laptop_only=True)
def host_club_close(request: PageRequest, club: Club) -> Done:
    """Close a club to changes; it stays readable."""
    hosting.close_club(club_id=club.pk, by=request.user)
    return Done(
        redirect("host-clubs"),
        _("%(club)s is closed: everything can be read there, nothing changed.") % {"club": club.name},
    )


@page_act(_club, refused=_refused, laptop_only=True)
def host_club_hide(request: PageRequest, club: Club) -> Done:
    """Hide a closed club."""
    hosting.hide_club(club_id=club.pk, by=request.user)
    return Done(
        redirect("host-clubs"),
        _("%(club)s is hidden. Nothing was erased: it can be opened again here.") % {"club": club.name},
    )


@page_act(_club, refused=_refused, laptop_only=True)
def host_club_reopen(request: PageRequest, club: Club) -> Done:
    """Open a closed or hidden club again."""
    hosting.reopen_club(club_id=club.pk, by=request.user)
    return Done(redirect("host-clubs"), _("%(club)s is open again, as it was.") % {"club": club.name})


@page_act(_club, refused=_refused, form=HandOverForm, laptop_only=True)
def host_club_hand_over(request: PageRequest, club: Club, form: HandOverForm) -> Done:
    """Invite an organiser of a club; the link is shown once."""
    invited = hosting.hand_over_club(club_id=club.pk, by=request.user, **form.cleaned_data)
    return Done(_clubs_page(request, NewClubForm(), invited))


# --- API --------------------------------------------------------------------------------------------------------------


def _shown(invited: hosting.Invitation, request: Any) -> InvitationOutput:
    link = request.build_absolute_uri(invited.link)
    return InvitationOutput(id=invited.club.pk, organiser=invited.name, link=link)


class ClubsQuery(PageQuery):
    """`search`: beginnings of words of the club's name."""

    search: Annotated[str, CleanText(max_length=SEARCH_LENGTH)] = LEFT_OUT


class HostClubView(HostView, path="clubs/<int:club>/"):
    """An address of one club of the site."""

    acts_on = ("club",)
    club: Club

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.club = get_object_or_404(Club, pk=self.kwargs["club"])

    @act(ANYONE, "close/")
    def host_club_close_post(self) -> None:
        """Close the club to changes; it stays readable."""
        hosting.close_club(**self.acting)

    @act(ANYONE, "hide/")
    def host_club_hide_post(self) -> None:
        """Hide a closed club: it exists for nobody until it is opened again."""
        hosting.hide_club(**self.acting)

    @act(ANYONE, "reopen/")
    def host_club_reopen_post(self) -> None:
        """Open a closed or hidden club again, as it was."""
        hosting.reopen_club(**self.acting)

    @act(ANYONE, "hand-over/")
    def host_club_hand_over_post(self, data: HandOverInput) -> InvitationOutput:
        """Invite an organiser of the club by a link: a new person, or one whose password is lost."""
        return _shown(hosting.hand_over_club(**self.acting, organiser=data.organiser, alone=data.alone), self.request)


class HostClubs(HostView, path="clubs/"):
    def enter(self, allowed: str) -> None:
        # A federation reads which clubs there are; what is made here needs the maintainer himself.
        if not (self.request.method in ("GET", "HEAD") and policy.reads_site(self.user)):
            super().enter(allowed)

    @act(ANYONE)
    def host_clubs_get(self, query: ClubsQuery) -> Page[HostedClub]:
        """List the clubs of the site with their figures, the last active first."""
        return page(clubs_found("" if query.search is LEFT_OUT else query.search), query, hosted_clubs)

    @act(ANYONE, status=201)
    def host_clubs_post(self, data: NewClubInput) -> InvitationOutput:
        """Make a club with its first organiser, who is invited by a link."""
        return _shown(hosting.make_club(name=data.name, organiser=data.organiser, by=self.user), self.request)
