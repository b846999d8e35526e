"""Pages of the list of prizes: add lines, answer for whom one is, change it, thank who gave."""

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.clauses import PRIZE_RULES
from tournament.concours.lots import ListedPrize, suggested_heads
from tournament.concours.models import Tournament
from tournament.concours.selectors import names_money
from tournament.errors import TournamentError
from tournament.inputs.shown import as_it_is_now
from tournament.page_access import PageRequest, form_page, laptop_only, or_404
from tournament.page_acts import Done, page_act, try_act
from tournament.prizes import acts, services
from tournament.prizes.forms import PrizeForm, PrizeLinesForm
from tournament.prizes.selectors import giver_pages, prize_list, prize_pages


def prize_list_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the list of prizes."""
    return _list_page(request, tournament_for(request.user, pk))


def _list_page(
    request: PageRequest,
    tournament: Tournament,
    *_number: int,
    error: TournamentError | None = None,
    form: Form | None = None,
) -> HttpResponse:
    shown = prize_list(tournament)
    context = {
        "tournament": tournament,
        "section": "evening",
        "page": shown,
        "pages": prize_pages(shown.lines),
        "form": form or PrizeLinesForm(),
        "error": error if form is None or not form.errors else None,
        "may": policy.may(tournament.role, "settings") and not tournament.closed_at,
        "money": names_money(lot.what for lot in shown.lots.all),
        "rule": PRIZE_RULES[tournament.prize_rule],
    }
    return render(
        request, "tournament/prizes/list.html", context, status=422 if error or (form and form.errors) else 200
    )


@page_act(acts.ADD_PRIZES, refused=_list_page, form=PrizeLinesForm, laptop_only=True)
def prize_add(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Add prizes to the list."""
    lines = form.cleaned_data["lines"].splitlines()
    added = services.add_prizes(tournament_id=tournament.pk, lines=lines, by=request.user)
    message = ngettext("%(n)s prize is added.", "%(n)s prizes are added.", len(added)) % {"n": len(added)}
    return Done(redirect("prize-list", tournament.pk), message)


@page_act(acts.RANK_PRIZES, refused=_list_page, laptop_only=True)
def prize_rank(request: PageRequest, tournament: Tournament) -> Done:
    """Assign the prizes that are asked to the free ranks in order."""
    services.rank_prizes(tournament_id=tournament.pk, by=request.user)
    return Done(redirect("prize-list", tournament.pk), _("They are given to the free ranks, in their order."))


@laptop_only
@form_page
def prize_change(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Show one prize, to be changed or taken off."""
    tournament = tournament_for(request.user, pk, "settings")
    lot = _lot(tournament, number)
    form = PrizeForm.of(lot)
    if request.method == "POST":
        form = PrizeForm(as_it_is_now(request.POST, form))
    if request.method == "POST" and form.is_valid():
        changed = try_act(
            form,
            lambda: services.change_prize(tournament_id=pk, number=number, by=request.user, **form.arguments()),
        )
        if changed is not None:
            return redirect("prize-list", pk)
    context = {"tournament": tournament, "section": "evening", "lot": lot, "form": form}
    context |= {"heads": suggested_heads(tournament), "open": not tournament.closed_at}
    if tournament.prizes.filter(number=number, photo__isnull=False).exists():
        context["photo"] = reverse("prize-photo", args=[pk, number])
    return render(request, "tournament/prizes/prize.html", context, status=422 if form.errors else 200)


def _lot(tournament: Tournament, number: int) -> ListedPrize:
    """Return prize *number*. Raises Http404."""
    lots = prize_list(tournament).lots.all
    return or_404(next((lot for lot in lots if lot.number == number), None))


@page_act(acts.REMOVE_PRIZES, refused=_list_page, laptop_only=True)
def prize_remove(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Take a prize off the list."""
    services.remove_prizes(tournament_id=tournament.pk, numbers=[number], by=request.user)
    return Done(redirect("prize-list", tournament.pk), _("The prize is taken off the list."))


def prize_thanks(request: PageRequest, pk: int) -> HttpResponse:
    """Show what each giver gave, to thank them; to print."""
    tournament = tournament_for(request.user, pk)
    shown = prize_list(tournament)
    context = {"tournament": tournament, "section": "evening", "page": shown, "pages": giver_pages(shown)}
    return render(request, "tournament/prizes/thanks.html", context)
