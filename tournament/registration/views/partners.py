"""Pages of those who came alone: who they are, the drawing of partners, the teams formed so."""

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest
from tournament.page_acts import Done, figure_in, page_act
from tournament.registration.forms import (
    PairForm,
    PartnersForm,
)
from tournament.rounds import acts, partners as pairing
from tournament.rounds.seeds import CARD_RANKS, CARD_SUITS


def partners(request: PageRequest, pk: int) -> HttpResponse:
    """Show who came alone, the drawing of partners, and the teams that were formed so."""
    tournament = tournament_for(request.user, pk)
    return _partners_page(request, tournament)


def _partners_page(
    request: PageRequest, tournament: Tournament, *, error: TournamentError | None = None, form: Form | None = None
) -> HttpResponse:
    page = pairing.partners_page(tournament)
    context = {
        "tournament": tournament,
        "section": "door",
        "page": page,
        "may_draw": policy.may(tournament.role, "draw") and not tournament.closed_at,
        "error": error,
        "typed": request.POST.get("seed", "")[:120],
        "let_in": error is not None and error.code == "not_admitted",
        "chosen": [figure_in(request.POST.get(name, "")) for name in ("first", "second")],
        "cards": [(suit, [f"{rank}{suit}" for rank in CARD_RANKS]) for suit in CARD_SUITS],
    }
    status = 422 if error else 200
    return render(request, "tournament/registration/partners.html", context, status=status)


def _unread(_request: PageRequest, form: Form, *_found: object) -> TournamentError:
    return TournamentError("setting_word", field=next(iter(form.errors)), value="…", known="1, 2, 3 …")


@page_act(acts.DRAW_PARTNERS, form=PartnersForm, unread=_unread, refused=_partners_page)
def partners_draw(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Draw the partners of all who are here alone."""
    data = form.cleaned_data
    draw = pairing.draw_partners(
        tournament_id=tournament.pk,
        seed=data["seed"],
        left_over=data["left_over"],
        let_in=data["let_in"],
        by=request.user,
    )
    count = len(draw.minutes["tables"])
    message = ngettext("%(count)s team is drawn.", "%(count)s teams are drawn.", count) % {"count": count}
    return Done(redirect("partners", tournament.pk), message)


@page_act(acts.CHOOSE_PARTNERS, form=PairForm, unread=_unread, refused=_partners_page)
def partners_choose(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Make a team of two people who came alone and play together."""
    data = form.cleaned_data
    team = pairing.choose_partners(
        tournament_id=tournament.pk,
        first=data["first"] or 0,
        second=data["second"] or 0,
        let_in=data["let_in"],
        by=request.user,
    )
    return Done(redirect("partners", tournament.pk), _("Team %(number)s is formed.") % {"number": team.number})


@page_act(acts.PART_TEAM, refused=_partners_page)
def partners_part(request: PageRequest, tournament: Tournament) -> Done:
    """Part teams that were formed of people who came alone."""
    numbers = [number for typed in request.POST.getlist("team") if (number := figure_in(typed)) is not None]
    teams = pairing.part_teams(tournament_id=tournament.pk, numbers=numbers, by=request.user)
    message = ngettext("%(count)s team is parted.", "%(count)s teams are parted.", len(teams)) % {"count": len(teams)}
    return Done(redirect("partners", tournament.pk), message)
