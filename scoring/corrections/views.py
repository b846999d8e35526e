"""Confirm the effects of a correction before it is recorded: what it moves, and whether a partie is drawn again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext

from scoring.corrections.selectors import Effects, dry_run
from scoring.corrections.services import KEEP, REDRAW, Given, allowed_effects, record_confirmed
from scoring.standings.selectors import labels
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.criteria import CRITERIA
from tournament.concours.models import Tournament
from tournament.page_access import PageRequest

# Ranks shown at once; the rest is folded. In one line of text, fewer.
SHOWN, SAID = 12, 4
FIELD = "effects"


@dataclass(frozen=True)
class ConfirmedAct(Generic[Given]):
    """Represent what came of a recorded act; `response` is where to go where a partie is to be drawn again, else None."""

    given: Given
    response: HttpResponse | None = None


def confirm_effects(
    request: PageRequest,
    tournament: Tournament,
    act: Callable[[], Given],
    *,
    action: str,
    counts: bool,
    back: str,
    reason: str = "",
    quick: bool = False,
    section: str = "entry",
) -> ConfirmedAct[Given] | HttpResponse:
    """Do *act*, or first show the page of its effects, with every field of the form that was sent.

    *action* names the act on the title and the button of that page ("Take off this score"). *counts* is whether the act
    may change a score that counts: if not, it is done at once. So it is where it moves nothing, where a score counts
    for the first time and nobody has sat down by another one, and, *quick*, where it only moves ranks that no draw has used yet. *back* is the page of an
    organiser who changes his mind, in the *section* of the menu where it stands, *reason* the one of the correction.
    Raises what the act and `allowed_effects` raise, before anything is asked.
    """
    if not counts:
        return ConfirmedAct(act())
    effects = allowed_effects(*dry_run(tournament.pk, act))
    choice, _dash, token = request.POST.get(FIELD, "").partition("-")
    if choice == REDRAW:
        tournament_for(request.user, tournament.pk, "draw")
    seen = token == effects.token and (choice == KEEP or (choice == REDRAW and effects.redraw is not None))
    if not seen and _asks(tournament, effects, quick):
        return _page(request, tournament, effects, action, back, section, again=bool(choice))
    result = record_confirmed(
        tournament_id=tournament.pk,
        act=act,
        effects=effects,
        draws=choice if seen else KEEP,
        by=request.user,
        reason=reason,
    )
    for number in effects.mended:
        messages.info(
            request,
            _("The draw of partie %(n)s is right again: it is the one that this ranking gives.") % {"n": number},
        )
    if not seen or choice == KEEP or effects.redraw is None:
        return ConfirmedAct(result)
    message = _("The draw of partie %(n)s is cancelled. Make it again here, then print its sheets again.")
    messages.warning(request, message % {"n": effects.redraw.number})
    return ConfirmedAct(result, redirect("draws", tournament.pk))


def _asks(tournament: Tournament, effects: Effects, quick: bool) -> bool:
    """Return whether somebody should look before this is recorded."""
    if any(match.stays for match in effects.winners):
        return True
    if effects.first and not (effects.draws and tournament.formula.has_places):
        return False
    if effects.draws:
        return True
    alone = quick and not effects.drawn_since and not effects.final
    return bool(effects.moves or effects.prizes) and not alone


def _page(
    request: PageRequest, tournament: Tournament, effects: Effects, action: str, back: str, section: str, *, again: bool
) -> HttpResponse:
    if request.headers.get("X-Requested-With") == "fetch":
        # The script then sends the same form as a browser does, and this page is shown whole.
        response = HttpResponse()
        response["X-Entry"] = "effects"
        return response
    left_out = ("csrfmiddlewaretoken", FIELD)
    named = labels(tournament)
    moves = [(move, named[move.number].name) for move in effects.moves]
    may_draw = policy.may(tournament.role, "draw")
    context = {
        "tournament": tournament,
        "section": section,
        "effects": effects,
        "action": action,
        "shown": moves[:SHOWN],
        "folded": moves[SHOWN:],
        "criteria": [CRITERIA[key].label for key in effects.criteria if key in CRITERIA],
        "sent": [
            (name, value) for name in request.POST for value in request.POST.getlist(name) if name not in left_out
        ],
        "may_draw": may_draw,
        "redraw_first": may_draw and effects.redraw_proposed,
        "back": back,
        "again": again,
    }
    return render(request, "scoring/corrections/effects.html", context)


def moves_text(effects: Effects) -> str:
    """Write the ranks that change on one line; empty where none does."""
    moves = [
        _("team %(team)s: %(was)s → %(now)s")
        % {"team": move.number, "was": _rank_text(move.was), "now": _rank_text(move.now)}
        for move in effects.moves[:SAID]
    ]
    if more := len(effects.moves) - len(moves):
        moves.append(ngettext("and %(n)s other", "and %(n)s others", more) % {"n": more})
    return _("Ranks: %(moves)s.") % {"moves": ", ".join(moves)} if moves else ""


def _rank_text(rank: int | None) -> str:
    return "–" if rank is None else str(rank)
