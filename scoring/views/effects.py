"""The step between a correction and its record: what it moves, and whether a partie drawn since is drawn again."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.effects import Effects, effects_of, rehearse
from scoring.selectors.standings import labels
from scoring.services.effects import KEEP, REDRAW, settled
from tournament import policy
from tournament.criteria import CRITERIA
from tournament.models import Tournament
from tournament.selectors.access import tournament_for

# Ranks shown at once; the rest is folded. In one line of text, fewer.
SHOWN, SAID = 12, 4
FIELD = "effects"


@dataclass(frozen=True)
class Settled:
    """What came of an act. While `given` is None nothing is recorded and `response` asks first.

    Afterwards `response` is where to go where a partie is to be drawn again, else None.
    """

    given: object = None
    response: HttpResponse | None = None


def settle(
    request: HttpRequest,
    tournament: Tournament,
    act: Callable[[], object],
    *,
    counts: bool,
    back: str,
    reason: str = "",
    quick: bool = False,
    section: str = "entry",
) -> Settled:
    """*act* done, or first the page that says what it moves, with every field of the form that was sent.

    *counts* is whether the act may change a score that counts: if not, it is done at once. So it is where it moves
    nothing, where a score counts for the first time, and, *quick*, where it only moves ranks that no draw has used yet. *back* is the page of who changes his
    mind, in the *section* of the menu where it stands, *reason* the one of the correction. Raises what the act raises, before anything is asked.
    """
    if not counts:
        return Settled(act())
    effects = effects_of(*rehearse(tournament.pk, act))
    choice, _dash, token = request.POST.get(FIELD, "").partition("-")
    if choice == REDRAW:
        tournament_for(request.user, tournament.pk, "draw")
    seen = token == effects.token and (choice == KEEP or (choice == REDRAW and effects.redraw is not None))
    if not seen and _asks(tournament, effects, quick):
        return Settled(response=_page(request, tournament, effects, back, section, again=bool(choice)))
    given = settled(
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
    if not seen or choice == KEEP:
        return Settled(given)
    said = _("The draw of partie %(n)s is cancelled. Make it again here, then print its sheets again.")
    messages.warning(request, said % {"n": effects.redraw.number})
    return Settled(given, redirect("draws", tournament.pk))


def _asks(tournament: Tournament, effects: Effects, quick: bool) -> bool:
    """Whether somebody should look before this is recorded."""
    if effects.first:
        return False
    if effects.draws:
        return True
    alone = quick and not effects.drawn_since and not effects.final
    return bool(effects.moves or effects.lots) and not alone


def _page(
    request: HttpRequest, tournament: Tournament, effects: Effects, back: str, section: str, *, again: bool
) -> HttpResponse:
    if request.headers.get("X-Requested-With") == "fetch":
        # The script then sends the same form as a browser does, and this page is shown whole.
        response = HttpResponse()
        response["X-Entry"] = "effects"
        return response
    left_out = ("csrfmiddlewaretoken", FIELD)
    named = labels(tournament)
    moves = [(move, named[move.number].name) for move in effects.moves]
    context = {
        "tournament": tournament,
        "section": section,
        "effects": effects,
        "shown": moves[:SHOWN],
        "folded": moves[SHOWN:],
        "criteria": [CRITERIA[key].label for key in effects.criteria if key in CRITERIA],
        "sent": [
            (name, value) for name in request.POST for value in request.POST.getlist(name) if name not in left_out
        ],
        "may_draw": policy.may(tournament.role, "draw"),
        "back": back,
        "again": again,
    }
    return render(request, "scoring/effects.html", context)


def moves_text(effects: Effects) -> str:
    """The ranks that change, in one line; empty where none does."""
    said = [
        _("team %(team)s: %(was)s → %(now)s") % {"team": move.number, "was": _place(move.was), "now": _place(move.now)}
        for move in effects.moves[:SAID]
    ]
    if more := len(effects.moves) - len(said):
        said.append(ngettext("and %(n)s other", "and %(n)s others", more) % {"n": more})
    return _("Ranks: %(moves)s.") % {"moves": ", ".join(said)} if said else ""


def _place(rank: int | None) -> str:
    return "–" if rank is None else str(rank)
