"""Pages of a concours as a whole: the list, a new one, its settings, its règlement."""

import datetime
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules import local_words
from tournament.clubs.models import Club
from tournament.clubs.selectors import clubs_of, demo_clubs, roles_of
from tournament.concours import acts
from tournament.concours.access import public_tournament, removed_for, removed_of, tournament_for
from tournament.concours.forms import ConcoursForm, form_of_the_chosen_game, rule_set_choices
from tournament.concours.kinds import euros
from tournament.concours.lots import lot_messages, lots_of
from tournament.concours.models import Tournament
from tournament.concours.money import prices
from tournament.concours.presets import PRESETS
from tournament.concours.reglement import cited_sources, is_long, reglement_of, reglement_pages
from tournament.concours.selectors import (
    announcements,
    concours_lists,
    entered_announcements,
    evening_days,
    names_money,
)
from tournament.concours.services import (
    is_frozen,
    may_be_played,
    purge_tournament,
    remove_tournament,
    restore_tournament,
    settings_for_another,
    settings_of,
)
from tournament.errors import TournamentError
from tournament.figures import date_words
from tournament.inputs.shown import SHOWN, as_it_is_now
from tournament.languages import in_asked_language, language_context
from tournament.page_access import PageRequest, form_page, laptop_only
from tournament.page_acts import Done, figure_in, page_act, told_at
from tournament.registration.rehearsals import change_settings, erase_rehearsal
from tournament.registration.series import (
    MOST_EVENINGS,
    Series,
    TeamLeftOut,
    create_series,
    next_evening,
    series_dates,
)
from tournament.rounds.selectors import names_shown

PAST_A_PAGE = 12
LEFT_OUT_TOLD = 12
# The columns that the page of all the concours shows: eighty settings stay unread.
_LISTED = ("name", "date", "place", "is_demo", "rehearsal", "copied_at", "closed_at", "club__name")
# How often the evenings of a series come.
GAPS = (
    ("7", gettext_lazy("every week")),
    ("14", gettext_lazy("every two weeks")),
    ("28", gettext_lazy("every four weeks")),
)
# The fields of a new concours from which the end follows that the planner told.
_PLANNED_WITH = (
    "parties",
    "option_limite_",
    "first_method",
    "next_method",
    "phase_",
    "partie_minutes",
    "cutoff_donnes",
)
_HOUR = re.compile(r"[0-2][0-9]:[0-5][0-9]", re.ASCII)


def home(request: PageRequest) -> HttpResponse:
    """Show the concours of one's clubs: those of now and to come, then the past ones."""
    lists = [found.only(*_LISTED) for found in concours_lists(request.user, today=timezone.localdate())]
    past = Paginator(lists[1], PAST_A_PAGE).get_page(request.GET.get("page"))
    roles, removed = roles_of(request.user), removed_of(request.user)
    demo = demo_clubs() if len(roles) > 1 else set()
    gone = {tournament.club_id for tournament in removed} & demo
    context = {
        "current": list(lists[0]) if past.number == 1 else [],
        "past": past,
        "page": past,
        "roles": [membership for membership in roles if membership.club_id not in gone],
        "own": [
            membership for membership in roles if membership.role == "organiser" and membership.club_id not in demo
        ],
        "organiser": any(membership.role == "organiser" for membership in roles),
        "removed": removed,
    }
    return render(request, "tournament/concours/home.html", context)


@laptop_only
@form_page
def concours_new(request: PageRequest) -> HttpResponse:
    """Make a new concours: first its preset, then its name, then Enter."""
    clubs = clubs_of(request.user, "settings")
    if not clubs:
        raise PermissionDenied
    like = _earlier(request)
    key = like.preset if like else request.GET.get("preset", "")
    if key not in PRESETS:
        if like is None:
            return redirect("concours-plan")
        key = next(iter(PRESETS))  # a preset of an earlier version: its settings are those of that concours
    clubs = _demo_last(clubs)
    start = settings_for_another(like) | {"name": ""} if like else PRESETS[key].settings
    form = form_of_the_chosen_game(
        partial(ConcoursForm, start=start, clubs=clubs),
        request.POST,
        _planned(request) | {"date": _day_of(like), "club": like.club_id if like else clubs[0].pk},
    )
    form.fields["name"].widget.attrs["autofocus"] = True
    if form.is_valid():
        club = next((club for club in clubs if club.pk == form.cleaned_data.get("club")), clubs[0])
        settings = form.settings()
        first = {setting: settings.pop(setting) for setting in ("name", "date", "place")}
        try:
            series = _create(request, club=club, preset=key, overrides=settings, like=like, **first)
        except TournamentError as error:
            form.refuse(error)
        else:
            tournament, *later = series.concours
            ready = _("“%(name)s” is ready. Now register the teams.")
            if tournament.singles:
                ready = _("“%(name)s” is ready. Now register the players.")
            if later:
                ready = _("“%(name)s” is ready, with %(count)s more evenings up to %(last)s.")
            last = date_words(later[-1].date, "j F Y") if later else ""
            messages.success(request, ready % {"name": tournament.name, "count": len(later), "last": last})
            _note_left_out(request, series.left_out)
            _note_lots(request, (), tournament)
            _note_reductions(request, (), tournament)
            return redirect("concours", tournament.pk)
    context = {
        "form": form,
        "preset": PRESETS[key],
        "like": like,
        "most_evenings": MOST_EVENINGS,
        "gaps": GAPS,
        "rule_sets": rule_set_choices(),
    }
    planned = Tournament(**start)
    local_words.choose(clubs[0].words._replace(singles=planned.singles))
    context["plan"] = QueryDict(request.GET.get("plan", "")).urlencode()
    planned_teams = request.GET.get("teams", "")
    teams = figure_in(request.POST.get("teams", planned_teams), digits=4)
    # The hour of the end was counted for the game and the teams that the planner knew.
    ends = "" if form.other_game or str(teams) != planned_teams else request.GET.get("end", "")
    if like and not teams:
        teams = like.teams.count()
    context |= {"teams": teams, "end": ends if _HOUR.fullmatch(ends) else "", "singles": planned.singles}
    context |= {
        "planned_with": ",".join(_PLANNED_WITH),
        "planned_at": f"{reverse('concours-plan-end')}?{request.GET.urlencode()}",
        "planned_stale": bool(context["end"])
        and form.is_bound
        and any(name.startswith(_PLANNED_WITH) for name in form.changed_data),
    }
    context |= {
        "announcements": announcements(planned, teams),
        "by_fours": planned.singles and planned.next_method == "melee",
    }
    return render(request, "tournament/concours/concours_new.html", context)


@laptop_only
@form_page
def concours_settings(request: PageRequest, pk: int) -> HttpResponse:
    """Show the settings of a concours, to change or, once people play, mostly to read."""
    tournament = tournament_for(request.user, pk, "settings")
    frozen, lots, reductions = is_frozen(tournament), tournament.lots, tournament.reductions
    make = partial(ConcoursForm, start=settings_of(tournament))
    fixed = frozen or tournament.closed_at
    now = make()
    now.freeze(drawn=frozen, closed=bool(tournament.closed_at))
    sent = as_it_is_now(now.with_the_game(request.POST), now)
    form = make(sent or None) if fixed else form_of_the_chosen_game(make, sent, {})
    form.freeze(drawn=frozen, closed=bool(tournament.closed_at))
    _tell_standing(request, tournament, now.standing_changes(sent))
    if form.is_valid():
        try:
            tournament = change_settings(tournament_id=pk, changes=form.settings(), by=request.user)
        except TournamentError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The settings are saved. The house rules say the same."))
            _note_lots(request, lots, tournament)
            _note_reductions(request, reductions, tournament)
            return redirect("concours-settings", pk)
    context = {"tournament": tournament, "section": "evening", "form": form, "frozen": frozen}
    context["shown"] = sent[SHOWN] if SHOWN in sent else now.shown
    context |= {"rule_sets": rule_set_choices(), "announcements": entered_announcements(tournament)}
    return render(request, "tournament/concours/concours_settings.html", context)


def _tell_standing(request: PageRequest, tournament: Tournament, settings: Sequence[str]) -> None:
    """Add a message about *settings* that a page opened before the draw or the palmarès would have changed."""
    if settings:
        told = (
            _("Not changed, since the palmarès is published: %(settings)s.")
            if tournament.closed_at
            else _("Not changed, since a draw is published: %(settings)s.")
        )
        messages.warning(request, told % {"settings": ", ".join(settings)})


def _remove_page(request: PageRequest, tournament: Tournament, *, error: TournamentError | None = None) -> HttpResponse:
    context: dict[str, object] = {"tournament": tournament, "error": error, "may_be_played": may_be_played(tournament)}
    context |= {"teams": tournament.teams.count(), "drawn": tournament.rounds.filter(state="published").count()}
    return render(request, "tournament/concours/concours_remove.html", context, status=error.status if error else 200)


@page_act(acts.REMOVE_TOURNAMENT, page=_remove_page, laptop_only=True)
def concours_remove(request: PageRequest, tournament: Tournament) -> Done:
    """State what goes with the concours, and remove it."""
    remove_tournament(tournament_id=tournament.pk, while_played="while_played" in request.POST, by=request.user)
    return Done(redirect("home"), _("“%(name)s” is removed. It can be restored below.") % {"name": tournament.name})


def _found_removed(request: PageRequest, pk: int) -> tuple[Tournament]:
    return (removed_for(request.user, pk),)


@page_act(_found_removed, refused=told_at(lambda _removed: redirect("home")), laptop_only=True)
def concours_restore(request: PageRequest, tournament: Tournament) -> Done:
    """Bring a removed concours back."""
    restore_tournament(tournament_id=tournament.pk, by=request.user)
    return Done(redirect("concours", tournament.pk), _("“%(name)s” is back as it was.") % {"name": tournament.name})


def _purge_page(request: PageRequest, removed: Tournament, *, error: TournamentError | None = None) -> HttpResponse:
    context = {"removed": removed, "error": error, "teams": removed.teams.count()}
    return render(request, "tournament/concours/concours_purge.html", context, status=error.status if error else 200)


@page_act(_found_removed, page=_purge_page, laptop_only=True)
def concours_purge(request: PageRequest, removed: Tournament) -> Done:
    """Ask for the name of a removed concours, and erase it for good."""
    purge_tournament(tournament_id=removed.pk, name=request.POST.get("name", ""), by=request.user)
    return Done(redirect("home"), _("“%(name)s” is erased for good.") % {"name": removed.name})


def _found_rehearsal(request: PageRequest, pk: int) -> tuple[Tournament]:
    tournament = tournament_for(request.user, pk, "settings")
    if not tournament.rehearsal:
        raise Http404
    return (tournament,)


def _rehearsal_page(
    request: PageRequest, tournament: Tournament, *, error: TournamentError | None = None
) -> HttpResponse:
    context = {"tournament": tournament, "error": error, "teams": tournament.teams.count()}
    return render(request, "tournament/concours/rehearsal_erase.html", context, status=error.status if error else 200)


@page_act(_found_rehearsal, page=_rehearsal_page, laptop_only=True)
def rehearsal_erase(request: PageRequest, rehearsal: Tournament) -> Done:
    """State what goes with a rehearsal, and erase it for good."""
    erase_rehearsal(tournament_id=rehearsal.pk, by=request.user)
    return Done(redirect("home"), _("“%(name)s” is erased for good.") % {"name": rehearsal.name})


def reglement(request: PageRequest, pk: int) -> HttpResponse:
    """Show the règlement of a concours, written from its settings, to read, print and pin up."""
    tournament = tournament_for(request.user, pk, "read")
    context = {"tournament": tournament, "section": "reglement", **_reglement_context(tournament)}
    return render(request, "tournament/concours/reglement.html", context)


@in_asked_language
def public_reglement(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the règlement to players, without account."""
    tournament = public_tournament(slug)
    context = {"tournament": tournament, "names_shown": names_shown(tournament), "here": "reglement"}
    context |= language_context() | _reglement_context(tournament)
    return render(request, "tournament/concours/reglement_public.html", context)


def _reglement_context(tournament: Tournament) -> dict[str, object]:
    sections = reglement_of(tournament)
    pages = reglement_pages(sections)
    return {"reglement_pages": pages, "cited": cited_sources(sections), "long": is_long(sections)}


def _create(request: PageRequest, *, date: datetime.date, like: Tournament | None, **asked: Any) -> Series:
    """Create the concours of the form, and those that follow it in a series, with the teams of before where ticked."""
    evenings = figure_in(request.POST.get("evenings", "1") or "1", digits=3)
    every = figure_in(request.POST.get("every_days", "7") or "7", digits=3)
    return create_series(
        dates=series_dates(date, evenings=evenings or 0, every_days=every or 0),
        like=like,
        teams="with_teams" in request.POST,
        by=request.user,
        **asked,
    )


def _note_left_out(request: PageRequest, left_out: Sequence[TeamLeftOut]) -> None:
    """State which teams of before the conditions refuse, each with why."""
    for one in left_out[:LEFT_OUT_TOLD]:
        told = _("Team %(number)s, %(players)s, is not taken over. %(why)s")
        messages.warning(request, told % {"number": one.number, "players": one.players, "why": one.why})
    more = len(left_out) - LEFT_OUT_TOLD
    if more > 0:
        told = ngettext(
            "%(n)s more team is not taken over: the desk says why when you register it.",
            "%(n)s more teams are not taken over: the desk says why when you register them.",
            more,
        )
        messages.warning(request, told % {"n": more})


def _earlier(request: PageRequest) -> Tournament | None:
    """Return the concours whose settings a new one begins with, as the address says."""
    number = request.GET.get("comme", "")
    return tournament_for(request.user, figure_in(number) or 0, "settings") if number else None


def _day_of(like: Tournament | None) -> datetime.date | None:
    """Return the day proposed for a new concours: today, or as *like* the next by the habit of its club, None without one."""
    today = timezone.localdate()
    if like is None:
        return today
    return next_evening([day for day in evening_days(like.club_id) if day.weekday() == like.date.weekday()], today)


def _planned(request: PageRequest) -> dict[str, object]:
    """Return the fields that the planner has filled in, as the address says."""
    fields = {"parties": "parties", "donnes": "option_limite_donnes"}
    typed = {field: figure_in(request.GET.get(name, ""), digits=3) for name, field in fields.items()}
    return {field: figure for field, figure in typed.items() if figure}


def _demo_last(clubs: list[Club]) -> list[Club]:
    demo = set(Club.objects.filter(tournaments__is_demo=True).values_list("pk", flat=True)) if len(clubs) > 1 else ()
    return sorted(clubs, key=lambda club: club.pk in demo)


def _note_lots(request: PageRequest, before: Sequence[str], tournament: Tournament) -> None:
    """State once, when it was typed, for whom a prize is that names a bracket, and whom to ask of one in money."""
    for said in lot_messages(tournament, before):
        messages.info(request, said)
    if names_money(lot.what for lot in lots_of(tournament).all if lot.line not in before):
        messages.info(
            request,
            _(
                "A prize in money: such games are restricted (code de la sécurité intérieure, article L. 320-1). Your "
                "town hall can tell you more. It is for you to decide."
            ),
        )


def _note_reductions(request: PageRequest, before: Sequence[str], tournament: Tournament) -> None:
    """State what is left to pay with each reduction that was typed, and ask whether one is the price: more than half of what
    a player pays.
    """
    fee = tournament.fee
    if not fee.cents:
        return
    for one in prices(line for line in tournament.reductions if line not in before).values():
        left, whole = fee.owed(alone=False, reductions=[one.name]), fee.owed(alone=False)
        told = _("Reduction “%(name)s” of one player: %(left)s to pay in place of %(whole)s.")
        message = told % {"name": one.name, "left": euros(left), "whole": euros(whole)}
        share = whole if tournament.singles else fee.owed(alone=True)
        if 2 * one.cents <= share:
            messages.info(request, message)
            continue
        price = share if one.cents <= share else whole
        asked = _("Is %(price)s the price to pay? Then the reduction is %(off)s: correct it.")
        said = asked % {"price": euros(one.cents), "off": euros(max(0, price - one.cents))}
        messages.warning(request, f"{message} {said}")
