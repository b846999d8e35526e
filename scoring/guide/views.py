"""The help: the tasks of the guide, one to a page, found by words, printed by role; and what the program is."""

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language

from scoring.guide.guide import PICTURES, TASK_OF_PAGE, guide, search, task_of
from tournament.page_access import or_404, public_page

LONGEST_SEARCH = 80


@public_page
def help_index(request: HttpRequest) -> HttpResponse:
    """List the tasks by role, or those that have the words asked for."""
    language = get_language() or "fr"
    asked = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    context = {"roles": guide(language), "q": asked, "found": search(language, asked), "search_first": not asked}
    return render(request, "scoring/guide/help.html", context)


@public_page
def help_task(request: HttpRequest, task: str) -> HttpResponse:
    """Show one task."""
    found = or_404(task_of(get_language() or "fr", task))
    return render(request, "scoring/guide/help_task.html", {"role": found[0], "task": found[1]})


@public_page
def help_role(request: HttpRequest, role: str) -> HttpResponse:
    """Show every task of a role on one page, to print."""
    role_guide = or_404(next((one for one in guide(get_language() or "fr") if one.key == role), None))
    return render(request, "scoring/guide/help_role.html", {"role": role_guide})


@public_page
def help_page(request: HttpRequest, page: str) -> HttpResponse:
    """Open the task that belongs to a page of the program; the list of tasks where none does."""
    task = TASK_OF_PAGE.get(page)
    return redirect("help-task", task) if task else redirect("help")


@public_page
def help_picture(request: HttpRequest, picture: str) -> HttpResponse | FileResponse:
    """Send a picture of the guide."""
    # By the names that are there: a name that nobody has may be one that no folder can hold.
    file = or_404(next((one for one in PICTURES.glob("*.png") if one.stem == picture), None))
    answer = FileResponse(file.open("rb"), content_type="image/png")
    answer["Cache-Control"] = "public, max-age=3600"
    return answer


@public_page
def accessibility(request: HttpRequest) -> HttpResponse:
    """Declare how accessible the program is, what is not, and who answers."""
    return render(request, "scoring/guide/accessibility.html", {"contact": settings.CONTACT})


@public_page
def about(request: HttpRequest) -> HttpResponse:
    """State which version this is, under what licence, and where it keeps what; the folder to accounts alone."""
    folder = settings.DATA_DIR if settings.EMBEDDED and request.user.is_authenticated else None
    return render(request, "scoring/guide/about.html", {"version": settings.PROGRAM_VERSION, "folder": folder})
