"""Page of who is qualified for a concours: the rankings, who is called, what was answered, what moved."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from scoring.public.serving import public_context
from scoring.qualification import acts, services
from scoring.qualification.forms import QualifyingForm, ReasonForm
from scoring.qualification.selectors import public_qualified, qualified_page
from tournament.clubs import policy
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.inputs.shown import as_it_is_now
from tournament.languages import in_asked_language
from tournament.page_access import PageRequest, or_404, public_page
from tournament.page_acts import Done, figure_in, page_act
from tournament.rounds.selectors import audience_of


def qualified(request: PageRequest, pk: int) -> HttpResponse:
    """Show who is qualified for a concours."""
    return _page(request, tournament_for(request.user, pk))


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *_place: int,
    error: TournamentError | None = None,
    form: Form | None = None,
    choice: QualifyingForm | None = None,
) -> HttpResponse:
    page = qualified_page(tournament)
    if error is not None:
        messages.error(request, str(error))
    may_choose = policy.may(tournament.role, "settings") and not tournament.closed_at
    context = {
        "tournament": tournament,
        "section": "evening",
        "page": page,
        "form": choice or (QualifyingForm(tournament, page.rankings) if may_choose else None),
        "may_choose": may_choose,
        "may_call": policy.may(tournament.role, "register") and not tournament.closed_at,
    }
    wrong = error or choice or (form and form.errors)
    return render(request, "scoring/qualification/qualified.html", context, status=422 if wrong else 200)


def _back(tournament: Tournament) -> HttpResponse:
    return redirect("qualified", tournament.pk)


@page_act(acts.CHOOSE_QUALIFYING, refused=_page, laptop_only=True)
def qualified_rankings(request: PageRequest, tournament: Tournament) -> Done:
    """Choose the rankings whose first are qualified."""
    rankings = qualified_page(tournament).rankings
    form = QualifyingForm(tournament, rankings, as_it_is_now(request.POST, QualifyingForm(tournament, rankings)))
    if not form.is_valid():
        return Done(_page(request, tournament, choice=form))
    services.choose_qualifying(tournament_id=tournament.pk, rankings=form.rankings(), by=request.user)
    return Done(_back(tournament), _("Saved."))


@page_act(acts.CALL_QUALIFIED, refused=_page)
def qualified_call(request: PageRequest, tournament: Tournament) -> Done:
    """Call whoever has a place and was not called."""
    count = services.call_qualified(tournament_id=tournament.pk, by=request.user)
    text = ngettext("%(n)s place is called: tell them.", "%(n)s places are called: tell them.", count)
    return Done(_back(tournament), text % {"n": count})


@page_act(acts.ANSWER_QUALIFIED, refused=_page)
def qualified_answer(request: PageRequest, tournament: Tournament, place: int) -> Done:
    """Write an answer."""
    called = services.answer_qualified(
        tournament_id=tournament.pk, place_id=place, answer=request.POST.get("answer", ""), by=request.user
    )
    text = ngettext("The next is called: tell them.", "The next %(n)s are called: tell them.", len(called))
    return Done(_back(tournament), text % {"n": len(called)} if called else _("Saved."))


@page_act("register", refused=_page, form=ReasonForm)
def qualified_invite(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Call somebody beside those whose turn it is."""
    who = tuple(figure_in(part) or 0 for part in request.POST.get("who", "")[:40].split("-"))
    services.invite_qualified(
        tournament_id=tournament.pk,
        ranking=figure_in(request.POST.get("ranking", "")) or 0,
        who=who,
        reason=form.cleaned_data["reason"],
        by=request.user,
    )
    return Done(_back(tournament), _("They are called: tell them."))


@public_page
@in_asked_language
def public_qualified_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody who has a place in a concours for the qualified."""
    tournament = public_tournament(slug)
    lines = or_404(public_qualified(tournament, audience_of(tournament)))
    context = public_context(tournament, "qualified") | {"lines": lines, "coming": sum(line.comes for line in lines)}
    return render(request, "scoring/qualification/public_qualified.html", context)
