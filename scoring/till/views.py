"""Pages of the till: take money, note other money, count, the sheet for the treasurer, a season."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seasons.models import SeasonConcours
from scoring.seasons.selectors import season_for, seasons_of
from scoring.till import acts, services
from scoring.till.forms import CorrectLineForm, CountForm, DueForm, MoneyForm, SaleForm, coins_in, pieces_in
from scoring.till.paper import line_pages, treasurer_pages
from scoring.till.selectors import balance_of, day_in, kind_words, season_dates, season_money
from scoring.till.services import COINS
from tournament.clubs.selectors import club_for
from tournament.concours.access import tournament_for
from tournament.concours.kinds import euros
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.ledger.booking import known_means
from tournament.ledger.models import DUE, KINDS
from tournament.ledger.selectors import missing_fees, team_account
from tournament.page_access import PageRequest
from tournament.page_acts import Done, figure_in, page_act
from tournament.registration.selectors import team_title, teams_of
from tournament.registration.views.door import till_of

SHOWN_LINES = 30  # of the till, the latest


def till(request: PageRequest, pk: int) -> HttpResponse:
    """Show the till: what is sold, what each till should hold, the last lines."""
    return _till_page(request, tournament_for(request.user, pk, "till"))


def _till_page(
    request: PageRequest, tournament: Tournament, *, at: str = "", refused: dict[str, Any] | None = None
) -> HttpResponse:
    """Show the till; *refused* says what was wrong with the form named *at*."""
    balance = balance_of(tournament)
    typed: Mapping[str, str] = request.POST if refused else request.GET
    number = figure_in(typed.get("team", ""), digits=5)
    team = teams_of(tournament).filter(number=number).first() if number else None
    lines, everything = list(reversed(balance.lines)), "tout" in request.GET
    context = _context(request, tournament) | {
        "balance": balance,
        "at": at,
        "typed": typed,
        "items": [(item, typed.get(f"item-{item.name}", "")) for item in tournament.items.values()],
        "team": team,
        "team_title": team_title(team) if team else "",
        "missing_fees": missing_fees(tournament) if tournament.fee_cents else {},
        "account": team_account(tournament, team.pk) if team else None,
        "lines": lines if everything else lines[:SHOWN_LINES],
        "more_lines": 0 if everything else max(0, len(lines) - SHOWN_LINES),
        "corrected": {line.corrects for line in balance.lines if line.corrects is not None},
        "kinds": [
            (kind, KINDS[kind]) for kind in services.OTHER_MONEY if kind != "transfer" or len(tournament.tills) > 1
        ],
    }
    return render(request, "scoring/till/till.html", context | (refused or {}), status=422 if refused else 200)


def _context(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    """Return what every form of the till needs: the choices of the concours, this browser's till, a key of its own."""
    return {
        "tournament": tournament,
        "section": "till",
        "means": [(key, words) for key, words in known_means(tournament).items() if key],
        "till": till_of(request, tournament),
        "key": uuid4().hex,
        "due": DUE,
    }


def _wrong(error: TournamentError | None, form: Form | None) -> dict[str, Any]:
    """Return what a page says of a form that was refused: each sentence once."""
    sentences = [str(one) for errors in form.errors.values() for one in errors] if form is not None else []
    if error is not None and str(error) not in sentences:
        sentences.insert(0, str(error))
    return {"wrong": sentences}


def _refused(at: str) -> Callable[..., HttpResponse]:
    def refused(
        request: PageRequest, tournament: Tournament, *_line: int, error: TournamentError | None, form: Form
    ) -> HttpResponse:
        return _till_page(request, tournament, at=at, refused=_wrong(error, form))

    return refused


def _to_till(tournament: Tournament, message: str) -> Done:
    return Done(redirect("till", tournament.pk), message)


@page_act(acts.SELL, form=SaleForm, refused=_refused("sale"))
def till_sell(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Sell what was chosen, and take the fee of the team where it pays it."""
    till_of(request, tournament)
    lines = services.sell(
        tournament_id=tournament.pk, items=pieces_in(request.POST), by=request.user, **form.cleaned_data
    )
    cents = sum(line.cents for line in lines)
    words = {"cents": euros(abs(cents)), "what": ", ".join(map(kind_words, lines))}
    if not lines:
        return _to_till(
            tournament, _("No. %(number)s had paid its fee already.") % {"number": form.cleaned_data["team"]}
        )
    if cents < 0:
        return _to_till(tournament, _("%(what)s: %(cents)s given back.") % words)
    if form.cleaned_data["means"] == DUE:
        return _to_till(tournament, _("%(what)s: %(cents)s to be paid later.") % words)
    return _to_till(tournament, _("%(what)s: %(cents)s taken.") % words)


@page_act(acts.PAY_DUE, form=DueForm, refused=_refused("due"))
def till_pay(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Take what somebody still owed."""
    lines = services.pay_due(tournament_id=tournament.pk, by=request.user, **form.cleaned_data)
    return _to_till(tournament, _("%(cents)s taken: nothing is owed any more.") % {"cents": euros(lines[-1].cents)})


@page_act(acts.NOTE_MONEY, form=MoneyForm, refused=_refused("money"))
def till_money(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Note money beside fees and sales."""
    data = form.cleaned_data
    if data["cents"] is None:
        raise TournamentError("amount_missing", field="cents")
    lines = services.note_money(tournament_id=tournament.pk, by=request.user, **data)
    words = {"what": KINDS[lines[0].kind], "cents": euros(abs(lines[0].cents))}
    return _to_till(tournament, _("%(what)s: %(cents)s noted.") % words)


@page_act(acts.CORRECT_MONEY, form=CorrectLineForm, refused=_refused("lines"))
def till_correct(request: PageRequest, tournament: Tournament, number: int, form: Form) -> Done:
    """Correct a line by one of the opposite amount."""
    services.correct_money(
        tournament_id=tournament.pk, numbers=[number], by=request.user, reason=form.cleaned_data["reason"]
    )
    return _to_till(tournament, _("Line %(number)s is corrected: both lines stay.") % {"number": number})


def till_count(request: PageRequest, pk: int) -> HttpResponse:
    """Show the form of a count: notes and coins, or the sum of another means."""
    return _count_page(request, tournament_for(request.user, pk, "till"))


def _count_page(
    request: PageRequest, tournament: Tournament, *, error: TournamentError | None = None, form: Form | None = None
) -> HttpResponse:
    typed: Mapping[str, str] = request.POST if form is not None else request.GET
    context = _context(request, tournament) | {
        "balance": balance_of(tournament),
        "typed": typed,
        "chosen": typed.get("means", "cash"),
        "coins": [(coin, int(coin), typed.get(f"coin-{coin}", "")) for coin in COINS],
        "unnamed": error is not None and error.code.startswith("difference"),
    }
    if form is None:
        return render(request, "scoring/till/count.html", context)
    return render(request, "scoring/till/count.html", context | _wrong(error, form), status=422)


@page_act(acts.COUNT_TILL, form=CountForm, refused=_count_page)
def till_counted(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Record what a till holds."""
    coins = coins_in(request.POST) if form.cleaned_data["means"] == "cash" else {}
    line = services.count_till(tournament_id=tournament.pk, coins=coins, by=request.user, **form.cleaned_data)
    if line.cents:
        words = {"cents": ("−" if line.cents < 0 else "+") + euros(abs(line.cents)), "name": line.remark}
        return Done(
            redirect("till", tournament.pk), _("Counted; the difference of %(cents)s is kept: %(name)s.") % words
        )
    return Done(redirect("till", tournament.pk), _("Counted: right to the cent."))


def till_sheet(request: PageRequest, pk: int) -> HttpResponse:
    """Show the sheet for the treasurer, to print."""
    tournament = tournament_for(request.user, pk, "till")
    balance = balance_of(tournament)
    context = _context(request, tournament) | {
        "balance": balance,
        "sheets": treasurer_pages(balance),
        "pages": line_pages(balance.lines),
        "now": timezone.now(),
    }
    return render(request, "scoring/till/sheet.html", context)


def till_season(request: PageRequest, club: int) -> HttpResponse:
    """Show the money of several concours of a club: those of a season of it, or from one day to another."""
    own = club_for(request.user, club, "till")
    since, until = season_dates(timezone.localdate())
    since, until = day_in(request.GET.get("du", "")) or since, day_in(request.GET.get("au", "")) or until
    season, only = None, None
    if (asked := figure_in(request.GET.get("saison", ""))) is not None:
        season = season_for(request.user, asked)
        only = list(SeasonConcours.objects.filter(season=season).values_list("tournament", flat=True))
    context = {
        "club": own,
        "money": season_money(own, min(since, until), max(since, until), only=only),
        "season": season,
        "seasons": seasons_of(own),
    }
    return render(request, "scoring/till/season.html", context)
