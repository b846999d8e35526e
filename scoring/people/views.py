"""Pages of a person over the years: for the club, and for the person itself by its own link; the regulars as a file."""

import io
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache

from rules import local_words
from scoring.people import retention
from scoring.people.attendance import attendance_of, days_before
from scoring.people.held import held_data
from scoring.people.selectors import career_of, seasons_of_person
from scoring.people.services import correct_whole_person, erase_whole_person, say_whole_rights
from scoring.till.selectors import day_in, season_dates
from scoring.workbook import csv_files
from scoring.workbook.columns import Field, Tab, tab
from tournament.clubs import policy
from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for
from tournament.errors import TournamentError
from tournament.languages import in_asked_language, language_context
from tournament.names import file_stem
from tournament.page_access import PageRequest, laptop_only, or_404, public_page
from tournament.page_acts import Done, club_with, page_act
from tournament.people import selectors as people, services as people_acts
from tournament.people.forms import CorrectionForm, RetentionForm, RightsForm
from tournament.people.models import Person
from tournament.people.naming import Audience, Named
from tournament.people.views import ids_in

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def club_person(request: PageRequest, club: int, person: int) -> HttpResponse:
    """Show a person: how often it played, with whom, how, and what the club knows of it."""
    return _page(request, *_person(request, club, person))


def _page(request: HttpRequest, person: Person, form: Form | None = None, status: int = 200) -> HttpResponse:
    (line,) = people.lines_of([person])
    context = {
        "club": person.club,
        "line": line,
        "career": career_of(person),
        "seasons": seasons_of_person(person),
        "form": form if isinstance(form, CorrectionForm) else CorrectionForm.of(person),
        "rights": form if isinstance(form, RightsForm) else RightsForm.of(person),
        "may_erase": policy.may(policy.role_in(request.user, person.club_id), "settings"),
        "link": request.build_absolute_uri(reverse("public-person", args=[person.link])) if person.link else "",
    }
    return render(request, "scoring/people/person.html", context, status=status)


def _person(request: HttpRequest, club: int, person: int, right: str = "register") -> tuple[Person]:
    """Find a person of a club where the account looks after them."""
    own = club_for(request.user, club, right)  # type: ignore[arg-type]
    return (get_object_or_404(people.people_of(own).select_related("club"), pk=person),)


def _again(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make the answer to a refusal: *page* again, with the form as it was sent; an error of no field stands above it."""

    def refused(
        request: PageRequest, found: Person | Club, *, error: TournamentError | None, form: Form | None = None
    ) -> HttpResponse:
        if error is not None and (form is None or error.field not in form.fields):
            messages.error(request, str(error))
        return page(request, found, form, 422)

    return refused


def _to(person: Person) -> HttpResponse:
    return redirect("club-person", person.club_id, person.pk)


@page_act(_person, refused=_again(_page), form=CorrectionForm)
def club_person_correct(request: PageRequest, person: Person, form: CorrectionForm) -> Done:
    """Correct what is written of a person."""
    _corrected, workbooks = correct_whole_person(
        club_id=person.club_id, person_id=person.pk, by=request.user, **form.arguments()
    )
    return Done(_to(person), _("Saved."), _made_again(workbooks))


@page_act(_person, refused=_again(_page), form=RightsForm)
def club_person_rights(request: PageRequest, person: Person, form: RightsForm) -> Done:
    """Write what a person says of its name and of its pictures."""
    workbooks = say_whole_rights(club_id=person.club_id, person_id=person.pk, by=request.user, **form.cleaned_data)
    return Done(_to(person), _("Saved."), _made_again(workbooks))


def _made_again(workbooks: int) -> str:
    """Return the sentence about workbooks that hold the name as it was; "" where there are none."""
    if not workbooks:
        return ""
    told = ngettext(
        "%(n)s workbook had the name as it was: it was deleted and is made again. Send it again to whom you sent it.",
        "%(n)s workbooks had the name as it was: they were deleted and are made again. Send them again to whom you sent them.",
        workbooks,
    )
    return told % {"n": workbooks}


def club_person_held(request: PageRequest, club: int, person: int) -> HttpResponse:
    """Send all that the club holds on a person, in one file that it can read."""
    (found,) = _person(request, club, person, "settings")
    return send_held(found)


def send_held(person: Person) -> HttpResponse:
    """Send all that its club holds on *person*."""
    text = render_to_string("scoring/people/held.html", {"held": held_data(person), "at": timezone.now()})
    name = f"{file_stem(person.name) or person.pk}-{timezone.localdate():%Y-%m-%d}.html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(text, headers=headers)


def _retention_page(request: HttpRequest, club: Club, form: Form | None = None, status: int = 200) -> HttpResponse:
    context = {
        "club": club,
        "page": retention.retention_of(club),
        "form": form or RetentionForm(initial={"years": club.people_years}),
        "may_change": policy.may(policy.role_in(request.user, club.pk), "settings"),
    }
    return render(request, "scoring/people/retention.html", context, status=status)


def club_people_came(request: PageRequest, club: int) -> HttpResponse:
    """Show who came to the concours between two days, by default in the season of today."""
    own = club_for(request.user, club, "register")
    usual = season_dates(timezone.localdate())
    since, until = sorted(
        day_in(request.GET.get(name, "")) or day for name, day in zip(("du", "au"), usual, strict=True)
    )
    context = {
        "club": own,
        "came": attendance_of(own, since, until),
        "before": days_before(since, until),
        "may_see_money": policy.may(policy.role_in(request.user, own.pk), "till"),
    }
    return render(request, "scoring/people/attendance.html", context)


def club_people_kept(request: PageRequest, club: int) -> HttpResponse:
    """Show which people go when."""
    return _retention_page(request, club_for(request.user, club, "register"))


@laptop_only
@page_act(club_with("settings"), refused=_again(_retention_page), form=RetentionForm)
def club_people_term(request: PageRequest, club: Club, form: RetentionForm) -> Done:
    """Choose how long people are kept; who goes is shown before anybody does."""
    people_acts.choose_retention(club_id=club.pk, by=request.user, **form.cleaned_data)
    return Done(redirect("club-people-kept", club.pk), _("Saved. Look below who goes when."))


@laptop_only
@page_act(club_with("settings"), refused=_again(_retention_page))
def club_people_go(request: PageRequest, club: Club) -> Done:
    """Erase the people whose term is over, once it was confirmed."""
    if not request.POST.get("sure"):
        raise TournamentError("erase_unsure")
    gone = retention.erase_due(club_id=club.pk, by=request.user)
    message = ngettext("%(n)s person is erased.", "%(n)s people are erased.", gone) % {"n": gone}
    return Done(redirect("club-people-kept", club.pk), message)


@page_act(_person, refused=_again(_page))
def club_person_part(request: PageRequest, person: Person) -> Done:
    """Make another person of the evenings ticked."""
    place_ids = ids_in(request, "place")
    people_acts.part_person(club_id=person.club_id, person_id=person.pk, place_ids=place_ids, by=request.user)
    return Done(_to(person), _("These evenings are another person's now."))


@page_act(_person, refused=_again(_page))
def club_person_link(request: PageRequest, person: Person) -> Done:
    """Make a person a link to its own page, or withdraw it."""
    if request.POST.get("withdraw"):
        people_acts.withdraw_link(club_id=person.club_id, person_id=person.pk, by=request.user)
        return Done(_to(person), _("The link opens nothing any more."))
    people_acts.give_link(club_id=person.club_id, person_id=person.pk, by=request.user)
    return Done(_to(person), _("The link is ready."))


@laptop_only
@page_act(partial(_person, right="settings"), refused=_again(_page))
def club_person_erase(request: PageRequest, person: Person) -> Done:
    """Erase a person once it was confirmed."""
    if not request.POST.get("sure"):
        raise TournamentError("erase_unsure")
    workbooks = erase_whole_person(club_id=person.club_id, person_id=person.pk, by=request.user)
    message = _("The person is erased. Its places and results stay.")
    return Done(redirect("club-people", person.club_id), message, _made_again(workbooks))


@public_page
@never_cache
@in_asked_language
def public_person(request: HttpRequest, link: str) -> HttpResponse:
    """Show a person its own evenings, where its link was not withdrawn."""
    person = or_404(Person.objects.filter(link=link, club__hidden_at=None).select_related("club").first())
    local_words.choose(person.club.words)
    shown = Named(person.name, person.naming).shown(Audience.NAMED)
    context = {"person": person, "shown": shown, "career": career_of(person, public=True)} | language_context()
    return render(request, "scoring/people/public_person.html", context)


def club_people_file(request: PageRequest, club: int, kind: str) -> HttpResponse:
    """Send the regulars of a club as a workbook or as CSV."""
    own = club_for(request.user, club, "register")
    if kind not in ("xlsx", "zip"):
        raise Http404
    title = _("Regulars of %(club)s") % {"club": own.name}
    file = io.BytesIO()
    if kind == "xlsx":
        from scoring.workbook import writer  # its library is loaded when a workbook is asked: docs/decisions/weight.md

        writer.write(file, title=title, footer=title, tabs=[people_tab(own, title)])
    else:
        csv_files.write_csv(file, title=title, tabs=[people_tab(own, title)])
    name = f"{file_stem(title)}-{timezone.localdate():%Y-%m-%d}.{kind}"
    answer = HttpResponse(file.getvalue(), content_type=XLSX if kind == "xlsx" else csv_files.ZIP)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def people_tab(club: Club, title: str) -> Tab:
    """Return the regulars of *club* as a sheet whose headings a list that is brought understands."""
    lines = people.lines_of(list(people.people_of(club).order_by("name", "pk")))
    fields = [
        Field(_("Name and first name"), "person.name", "text", 30),
        Field(_("Commune"), "person.commune", "text", 24),
        Field(_("Category"), lambda line: str(line.category) if line.person.category else "", "text", 12),
        Field(_("Telephone"), "person.phone", "text", 16),
        Field(_("Remark"), "person.needs", "lines", 40),
        Field(_("Table"), "person.fixed_table", "number", 8),
        Field(_("Usual partner"), "partner", "text", 30),
        Field(_("Evenings played"), "evenings", "number", 10),
        Field(_("Last evening"), lambda line: f"{line.last:%Y-%m-%d}" if line.last else "", "text", 12),
    ]
    return tab(_("Regulars"), title, lines, fields)
