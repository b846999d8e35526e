"""Importing a list: send it, look at what would happen row by row, correct, import."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from tournament import names
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, form_page
from tournament.page_acts import Done, figure_in, page_act, try_act
from tournament.registration import selectors as roster
from tournament.registration.imports import services as imports
from tournament.registration.imports.columns import names_left_out
from tournament.registration.imports.forms import UploadForm, answers_in, role_choices
from tournament.registration.imports.models import ImportDraft
from tournament.registration.imports.reading import MOST_BYTES, read_file, read_pasted
from tournament.registration.imports.selectors import (
    ALL_SHEETS,
    ImportPlan,
    book_of,
    name_columns,
    plan_import,
    sheets_to_choose,
    with_spellings,
)

# The rows among which a header may be chosen.
_HEADERS = 20
# The rows below the question which columns hold the names.
_DRAWN = 5


@form_page
def import_new(request: PageRequest, pk: int) -> HttpResponse:
    """Send a file or paste a list; nothing is registered yet."""
    tournament = tournament_for(request.user, pk, "register")
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if request.method == "POST" and form.is_valid():
        draft = try_act(form, lambda: _start(request, tournament, form))
        if draft:
            return redirect("import-preview", tournament.pk, draft.pk)
    pending = ImportDraft.objects.filter(tournament=tournament, by=request.user).only("pk", "file_name").first()
    context = {"tournament": tournament, "section": "door", "form": form, "pending": pending}
    return render(request, "tournament/registration/import_new.html", context, status=422 if form.errors else 200)


def _start(request: PageRequest, tournament: Tournament, form: UploadForm) -> ImportDraft:
    file = form.cleaned_data["file"]
    if file is not None:
        # One byte more than allowed is enough to know; a great file is not read to its end.
        book, name = read_file(file.read(MOST_BYTES + 1)), file.name
    else:
        book, name = read_pasted(form.cleaned_data["pasted"]), ""
    return imports.start_import(tournament_id=tournament.pk, book=book, file_name=name, by=request.user)


@form_page
def import_preview(request: PageRequest, pk: int, draft_pk: int) -> HttpResponse:
    """Show what will happen to each row; POST imports, or only reads again with the answers given."""
    if request.method == "POST":
        return _answer(request, pk=pk, draft_pk=draft_pk)
    tournament, draft = _draft(request, pk, draft_pk)
    if draft is None:
        messages.warning(request, str(TournamentError("import_gone")))
        return redirect("import-new", tournament.pk)
    plan = with_spellings(plan_import(draft), draft.tournament)
    book = book_of(draft)
    choosing = [book.sheets[place] for place in sheets_to_choose(draft, book)] if plan.sheet_place is None else []
    left_out = names_left_out(plan.sheet, plan.layout)
    header = next((cells for row, cells in plan.sheet.rows if row == plan.layout.header), ())
    body = [cells for row, cells in plan.sheet.rows if plan.layout.header is None or row > plan.layout.header]
    columns = [
        {
            "place": place,
            "role": role,
            "reason": reason,
            "left_out": place in left_out,
            "title": names.clean(header[place]) if place < len(header) else "",
            "sample": [names.clean(cells[place]) for cells in body if place < len(cells) and cells[place].strip()][:3],
        }
        for place, (role, reason) in enumerate(zip(plan.layout.roles, plan.layout.reasons, strict=True))
    ]
    categories = any(line.entry.kind == "team" and line.entry.category for line in plan.lines)
    context = {
        "tournament": tournament,
        "section": "door",
        "draft": draft,
        "plan": plan,
        "categories": categories,
        "width": 6 + (not tournament.singles) + categories,  # cells of a row beside its line
        "columns": columns,
        "roles": role_choices(plan.layout, singles=tournament.singles),
        "drawn": _drawn(plan),
        "headers": [(row, names.clean(" · ".join(cells))[:70]) for row, cells in plan.sheet.rows[:_HEADERS]],
        "sheets": [(place, sheet) for place, sheet in enumerate(book.sheets) if sheet.rows],
        "all_sheets": ALL_SHEETS if sheets_to_choose(draft, book) else None,
        "choosing": [(place, sheet) for place, sheet in enumerate(book.sheets) if sheet in choosing],
        "unread": [sheet for sheet in book.sheets if sheet is not plan.sheet and (sheet.hidden or sheet.refused)],
        "name_columns": name_columns(plan),
        "left_out": [column for column in columns if column["left_out"]],
        "not_taken": [column for column in columns if column["role"] == "ignore" and column["sample"]],
        "waiting": roster.newcomers_waiting(tournament, len(plan.taken)),
        "named": any(line.entry.kind == "team" for line in plan.lines),
        "present": request.GET.get("present") == "1",
    }
    return render(request, "tournament/registration/import_preview.html", context)


def _drawn(plan: ImportPlan) -> list[tuple[bool, list[tuple[int, str]]]]:
    """Return the first rows, each with whether it is the header and the place and text of its cells."""
    return [
        (row == plan.layout.header, [(place, names.clean(cell)) for place, cell in enumerate(cells)])
        for row, cells in plan.sheet.rows[:_DRAWN]
    ]


def _draft(request: PageRequest, pk: int, draft_pk: int) -> tuple[Tournament, ImportDraft | None]:
    """Find the concours, and the draft of this account; None once it was imported or has gone stale.

    Raises Http404 for the draft of another account.
    """
    tournament = tournament_for(request.user, pk, "register")
    draft = ImportDraft.objects.filter(pk=draft_pk, tournament=tournament, by=request.user).first()
    if draft is not None:
        draft.tournament = tournament
    elif ImportDraft.objects.filter(pk=draft_pk).exists():
        raise Http404
    return tournament, draft


def _refused(
    request: PageRequest, tournament: Tournament, draft: ImportDraft | None, *, error: TournamentError
) -> HttpResponse:
    if draft is None:
        messages.warning(request, str(error))
        return redirect("import-new", tournament.pk)
    messages.error(request, str(error))
    return redirect(_preview(request, draft))


def _preview(request: PageRequest, draft: ImportDraft) -> str:
    """Return the address of the preview, with the tick of presence as it was sent."""
    address = reverse("import-preview", args=[draft.tournament_id, draft.pk])
    return f"{address}?present=1" if request.POST.get("present") == "on" else address


def _needed(draft: ImportDraft | None) -> ImportDraft:
    if draft is None:
        raise TournamentError("import_gone")
    return draft


@page_act(_draft, refused=_refused)
def _answer(request: PageRequest, tournament: Tournament, draft: ImportDraft | None) -> Done:
    """Store the answers to the preview, and import the rows where that was asked."""
    draft = _needed(draft)
    answers = answers_in(request.POST, plan_import(draft), draft.answers)
    imports.answer_import(draft_id=draft.pk, answers=answers, by=request.user)
    players, _colon, said = request.POST.get("surname", "").partition(":")
    if said in ("first", "last"):
        imports.set_surname_first(draft_id=draft.pk, players=players, first=said == "first", by=request.user)
        return Done(redirect(_preview(request, draft)))
    if "import" not in request.POST:
        return Done(redirect(_preview(request, draft)))
    present = request.POST.get("present") == "on"
    teams = imports.import_teams(draft_id=draft.pk, seen=request.POST.get("seen", ""), present=present, by=request.user)
    message = ngettext("%(count)s registered from the list.", "%(count)s registered from the list.", len(teams))
    waiting = sum(team.waiting for team in teams)
    warning = ngettext(
        "The places are taken: %(count)s of them is on the waiting list.",
        "The places are taken: %(count)s of them are on the waiting list.",
        waiting,
    )
    return Done(
        redirect("door", tournament.pk),
        message % {"count": len(teams)},
        warning % {"count": waiting} if waiting else "",
    )


@page_act(_draft, refused=_refused)
def import_layout(request: PageRequest, tournament: Tournament, draft: ImportDraft | None) -> Done:
    """Read the list otherwise: another sheet, another header, other columns."""
    draft = _needed(draft)
    sheet, header = (figure_in(request.POST.get(name, ""), digits=5) for name in ("sheet", "header"))
    if request.POST.get("sheet") == str(ALL_SHEETS):
        sheet = ALL_SHEETS
    plan = plan_import(draft)
    same = sheet == plan.sheet_place and header in (None, plan.layout.header or 0)
    # Other rows below another header: its columns are guessed anew rather than taken from the old one, unless they were
    # the question.
    same = same or (sheet == plan.sheet_place and plan.columns_unsure)
    roles = [request.POST.get(f"role-{place}", "") for place in range(len(plan.layout.roles))] if same else None
    if sheet is not None and sheet != plan.sheet_place:
        header = None
    if (day := request.POST.get("day")) is not None:
        sheet, header = plan.sheet_place, plan.layout.header
        roles = [*plan.layout.of_day(figure_in(day, digits=3)).roles]
    imports.set_layout(draft_id=draft.pk, sheet=sheet, header=header, roles=roles, by=request.user)
    return Done(redirect(_preview(request, draft)))


@page_act(_draft, refused=_refused)
def import_drop(request: PageRequest, tournament: Tournament, draft: ImportDraft | None) -> Done:
    """Abandon the import."""
    if draft is None:
        return Done(redirect("door", tournament.pk), warning=str(TournamentError("import_gone")))
    imports.drop_import(draft_id=draft.pk, by=request.user)
    return Done(redirect("door", tournament.pk), _("The list was put aside; nobody was registered from it."))
