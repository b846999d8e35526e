"""Pages about the people of a club: the regulars, names to be told apart, a list from a file, what was done."""

import json
from functools import partial
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _, ngettext

from tournament.clubs import policy
from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, form_page
from tournament.page_acts import Done, club_with, figure_in, page_act, told_at, try_act
from tournament.people import lists, members, selectors as people, services as acts
from tournament.people.ages import asking_ages
from tournament.people.forms import PeopleListForm, PersonForm
from tournament.registration.imports.columns import guess_layout, guess_sheet
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import MOST_BYTES, Book, read_file, read_pasted

SEARCH_LENGTH = 60


@form_page
def club_people(request: PageRequest, club: int) -> HttpResponse:
    """Show the regulars of a club, all or those searched; POST enters one."""
    own = club_for(request.user, club, "register")
    form = PersonForm(request.POST if request.method == "POST" else None, ages=asking_ages(own.pk).exists())
    if request.method == "POST" and form.is_valid():
        made = try_act(
            form,
            lambda: acts.enter_people(club_id=own.pk, people=[form.arguments()], by=request.user),  # type: ignore[list-item]
        )
        if made:
            messages.success(request, _("%(name)s is on the list.") % {"name": made[0].name})
            return redirect("club-person", own.pk, made[0].pk)
    search = request.GET.get("q", "")[:SEARCH_LENGTH]
    page = people.people_page(own, search=search, page=figure_in(request.GET.get("page", "1"), digits=4) or 1)
    context = {"club": own, "page": page, "form": form, "query": urlencode({"q": search} if search else {})}
    return render(request, "tournament/people/people.html", context, status=422 if form.errors else 200)


def _members_page(request: PageRequest, club: Club, *, error: TournamentError | None = None) -> HttpResponse:
    if error is not None:
        messages.error(request, str(error))
    page = people.people_page(club, page=figure_in(request.GET.get("page", "1"), digits=4) or 1, members=True)
    may_end = policy.may(policy.role_in(request.user, club.pk), "settings")
    context = {"club": club, "page": page, "may_end": may_end}
    return render(request, "tournament/people/members.html", context, status=error.status if error else 200)


def club_members(request: PageRequest, club: int) -> HttpResponse:
    """Show the members of a club, and what the end of its year would do."""
    return _members_page(request, club_for(request.user, club, "register"))


@page_act(lambda request, club: (club_for(request.user, club, "settings"),), refused=_members_page)
def club_members_end(request: PageRequest, club: Club) -> Done:
    """End all memberships, those that the page showed."""
    shown = figure_in(request.POST.get("members", ""), digits=5)
    ended = members.end_memberships(club_id=club.pk, members=shown or 0, by=request.user)
    message = ngettext("%(n)s membership is ended.", "%(n)s memberships are ended.", ended) % {"n": ended}
    return Done(redirect("club-members", club.pk), message, _("“What was done, and undo” brings them back."))


def club_people_names(request: PageRequest, club: int) -> HttpResponse:
    """Show the people of one name, to be brought together or told apart."""
    own = club_for(request.user, club, "register")
    context = {"club": own, "questions": people.name_questions(own)}
    return render(request, "tournament/people/names.html", context)


def club_people_journal(request: PageRequest, club: int) -> HttpResponse:
    """Show what was last done with the people of a club, each with what takes it back."""
    own = club_for(request.user, club, "register")
    return render(
        request, "tournament/people/journal.html", {"club": own, "lines": people.done_lines(own, request.user)}
    )


def ids_in(request: HttpRequest, name: str) -> list[int]:
    """Return the numbers sent under *name*."""
    return [number for text in request.POST.getlist(name) if (number := figure_in(text))]


@page_act(club_with("register"), refused=told_at(lambda club: redirect("club-people-names", club.pk)))
def club_people_unite(request: PageRequest, club: Club) -> Done:
    """Bring people together: those ticked of one name, or of each name that is ticked, all."""
    groups = [ids_in(request, f"of-{figure_in(text)}") for text in request.POST.getlist("name")] or [
        ids_in(request, "person")
    ]
    for group in groups:
        acts.unite_people(club_id=club.pk, person_ids=group, by=request.user)
    count = len(groups)
    message = ngettext("%(n)s person stands now.", "%(n)s people stand now.", count) % {"n": count}
    return Done(redirect("club-people-names", club.pk), message)


@page_act(club_with("register"), refused=told_at(lambda club: redirect("club-people-names", club.pk)))
def club_people_apart(request: PageRequest, club: Club) -> Done:
    """Note that the people of one name are different ones."""
    acts.tell_apart(club_id=club.pk, person_ids=ids_in(request, "person"), by=request.user)
    return Done(redirect("club-people-names", club.pk), _("They are different people: nobody is asked again."))


@page_act(club_with("register"), refused=told_at(lambda club: redirect("club-people-journal", club.pk)))
def club_people_undo(request: PageRequest, club: Club) -> Done:
    """Take back an act on the people of the club."""
    number = figure_in(request.POST.get("line", ""))
    acts.take_back(club_id=club.pk, number=number or 0, by=request.user)
    return Done(redirect("club-people-journal", club.pk), _("Taken back."))


@form_page
def club_people_list(request: PageRequest, club: int) -> HttpResponse:
    """Read a list of people and show what each line would do; POST with its lines brings it."""
    own = club_for(request.user, club, "register")
    if request.method == "POST" and "lines" in request.POST:
        return _bring(request, own)
    form = PeopleListForm(request.POST, request.FILES) if request.method == "POST" else PeopleListForm()
    compared: list[lists.ListedPerson] | None = None
    if request.method == "POST" and form.is_valid():
        compared = try_act(form, partial(_compared, own, form))
    context = {
        "club": own,
        "form": form,
        "compared": compared,
        "new": sum(one.known is None and not one.doubtful for one in compared or ()),
        "lines": json.dumps([one.fields for one in compared or ()], ensure_ascii=False),
    }
    return render(request, "tournament/people/list.html", context, status=422 if form.errors else 200)


def _compared(club: Club, form: PeopleListForm) -> list[lists.ListedPerson]:
    file = form.cleaned_data["file"]
    book = read_file(file.read(MOST_BYTES + 1)) if file is not None else read_pasted(form.cleaned_data["pasted"])
    lines = _people_in(book)
    if not lines:
        raise TournamentError("list_empty", field="file" if file is not None else "pasted")
    if form.cleaned_data["members"]:
        lines = [line | {"member": True} for line in lines]
    return lists.compare_list(club, lines)


def _people_in(book: Book) -> list[acts.PersonFields]:
    """Return the people of a list, as its columns have them."""
    sheet = book.sheets[guess_sheet(book, singles=True)]
    lines: list[acts.PersonFields] = []
    for entry in read_entries(sheet, guess_layout(sheet, singles=True), singles=True):
        if entry.kind == "team" and any(c.isalpha() for c in entry.players[0]):
            fields: acts.PersonFields = {"name": entry.players[0], "commune": entry.origin, "category": entry.category}
            lines.append(lists.cut(fields | {"needs": entry.remark, "phone": entry.phone}))
    return lines


def _bring(request: PageRequest, club: Club) -> HttpResponse:
    """Bring the lines that the preview showed."""
    try:
        sent = json.loads(request.POST["lines"])
        lines = [
            lists.cut(cast(acts.PersonFields, {name: str(line.get(name, "")) for name in _LINE_FIELDS}))
            | ({"member": True} if line.get("member") is True else {})
            for line in sent
        ]
        others = [int(text) for text in request.POST.getlist("other") if figure_in(text, digits=5) is not None]
        new, completed, out = lists.bring_list(club_id=club.pk, lines=lines, others=others, by=request.user)
    except (ValueError, AttributeError, TypeError):
        messages.error(request, str(TournamentError("list_empty")))
        return redirect("club-people-list", club.pk)
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("club-people-list", club.pk)
    messages.success(
        request,
        _("%(new)s new on the list, %(completed)s completed, %(out)s left out.")
        % {"new": new, "completed": completed, "out": out},
    )
    return redirect(reverse("club-people", args=[club.pk]))


_LINE_FIELDS = ("name", "commune", "category", "needs", "phone")
