"""Pages of one table: its versions, its forfeit; and the controls that were passed over."""

from collections.abc import Mapping
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from scoring.referee.selectors import cancelled_donnes, counts_text, rulings_of
from scoring.rounds.ties import pool_notice
from scoring.sheets import controls, selectors, shown
from scoring.sheets.entry import BOTH, forfeit_marks, gone_camps
from scoring.sheets.forms import ForfeitForm, SheetForm, new_key
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import CAMPS
from scoring.sheets.shown import feuille_of
from scoring.sheets.terms import terms_of
from scoring.sheets.views.recording import may_score, record_sheet
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.page_access import PageRequest, form_page, or_404
from tournament.rounds.models import Round, Table


def overrides(request: PageRequest, pk: int) -> HttpResponse:
    """Show every control that was passed over, with who did it and why."""
    tournament = tournament_for(request.user, pk)
    forced = [shown.shown_version(sheet) for sheet in selectors.overrides(tournament)]
    context = {"tournament": tournament, "section": "entry", "forced": forced}
    return render(request, "scoring/sheets/overrides.html", context)


def round_or_404(tournament: Tournament, number: int) -> Round:
    """Return the published partie *number*. Raises Http404."""
    return get_object_or_404(Round, tournament=tournament, number=number, state="published")


def table_or_404(tournament: Tournament, number: int, table: int | None) -> Table:
    """Return table *table* of the published partie *number*. Raises Http404."""
    return or_404(selectors.find_table(tournament, number, table) if table is not None else None)


class TableContext(TypedDict):
    """Represent what every page about one table shows; its newest version first."""

    tournament: Tournament
    section: str
    table: Table
    round: Round
    sides: dict[str, selectors.SeatedCamp]
    versions: list[ScoreSheet]
    current: ScoreSheet | None
    later: Round | None
    may_score: bool


def table_context(tournament: Tournament, table: Table) -> TableContext:
    """Fill the context of a page about *table*."""
    versions = selectors.versions_of(table)
    rounds = selectors.published_rounds(tournament)
    return {
        "tournament": tournament,
        "section": "entry",
        "table": table,
        "round": table.round,
        "sides": selectors.sides_of(table),
        "versions": versions,
        "current": next((sheet for sheet in versions if sheet.counted), None),
        "later": rounds[-1] if rounds[-1].number > table.round.number else None,
        "may_score": may_score(tournament),
    }


def first_fields(context: TableContext) -> dict[str, object]:
    """Return what a form about a table begins with: a key of its own, and the version that its typist sees counting."""
    current = context["current"]
    return {"key": new_key(), "base_version": current.version if current else None}


def table(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Show everything about one table of one partie: who sat there, every version of its sheet, which one counts."""
    tournament = tournament_for(request.user, pk)
    seated = table_or_404(tournament, number, table)
    context = table_context(tournament, seated)
    rulings, terms = rulings_of(seated), terms_of(seated)
    cancelled = cancelled_donnes(rulings)
    more = {
        "versions": [shown.shown_version(sheet, cancelled=cancelled) for sheet in context["versions"]],
        "terms": controls.terms_text(terms) + counts_text(tournament, seated, terms, context["current"]),
        "rulings": rulings,
        "keys": (new_key(), new_key()),
        "totals_alone": feuille_of(tournament).totals_alone,
    }
    return render(request, "scoring/sheets/table.html", context | more)


@form_page
def sheet_forfeit(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Record that one team was not there: the other marks what the règlement gives, with a reason."""
    tournament = tournament_for(request.user, pk, "score")
    seated = table_or_404(tournament, number, table)
    context = table_context(tournament, seated)

    def show(form: SheetForm, status: int = 200) -> HttpResponse:
        forfeit = {
            "forfeit": forfeit_marks(tournament, seated.limits),
            "by_manches": feuille_of(tournament).by_manches,
            "pool_notice": pool_notice(seated),
        }
        return render(request, "scoring/sheets/forfeit.html", {**context, **forfeit, "form": form}, status=status)

    if request.method == "GET":
        # The commonest reason is written already: it stays as it is, or is typed over.
        usual = {"reason": _("not there after ten minutes")}
        asked = _absent_asked(request.GET.get("absent", ""), seated, context["sides"])
        return show(ForfeitForm(initial=first_fields(context) | usual | asked))
    form = ForfeitForm(request.POST)
    if not form.is_valid():
        return show(form, 422)
    here = reverse("table", args=[pk, number, table])
    absent = form.cleaned_data["absent"]
    return record_sheet(
        request, tournament, seated, form, kind="forfeit", absent=absent, show=show, back=here, next_page=here
    )


def _absent_asked(camp: str, table: Table, sides: Mapping[str, object]) -> dict[str, str]:
    """Return what the page before knows already: the camp that is not there, that it left or since when it is a forfeit."""
    if camp not in (*sides, BOTH):
        return {}
    gone = gone_camps(table.pk)
    if len(gone) == len(CAMPS):
        return {"absent": BOTH, "reason": _("have left the concours")}
    if table.seats.filter(camp=camp, team__withdrawn_from__lte=table.round.number).exists():
        return {"absent": camp, "reason": _("has left the concours")}
    minutes = table.round.tournament.ready_minutes
    reason = ngettext("not there after %(n)s minute", "not there after %(n)s minutes", minutes) % {"n": minutes}
    return {"absent": camp} | ({"reason": reason} if minutes else {})
