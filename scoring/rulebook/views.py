"""The règlements themselves: bibliography, text and paper of each rule set, the referee's page; open to everybody."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from rules import (
    RULE_SETS,
    Feuille,
    RuleSet,
    atouts_of,
    cards_in_trick,
    complete_options,
    conversion_table,
    feuille,
    reglement,
)
from scoring.errors import ScoringError
from scoring.rulebook.bibliography import bibliography
from scoring.rulebook.forms import IncidentForm, TrickForm
from scoring.rulebook.selectors import CARDS_IN_PLAY, IncidentAnswer, donne_of, judge_incident, judge_trick
from scoring.sheets.forms import MAX_DONNES, initial_row
from scoring.sheets.selectors import find_table, published_rounds
from scoring.sheets.shown import feuille_of, labels_of
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.rounds.models import Table

BLANK_DONNES = 12  # lines of a sheet whose partie ends by points
MOST_LINES = 20
PLAYERS = (3, 4, 5, 6)
CONVERSION_COLUMNS = 7
MOST_DIGITS = 5
COLUMNS = {"points": 0, "plis": 2}  # of a key on paper, one where nothing is said: points stand in the marks


def rule_sets(request: HttpRequest) -> HttpResponse:
    """Show every rule set, with what can be read and printed of it."""
    return render(request, "scoring/rulebook/rules.html", {"rule_sets": list(RULE_SETS.values())})


def rule_set(request: HttpRequest, key: str) -> HttpResponse:
    """Show the règlement of one rule set with its usual options, on one sheet of paper."""
    rules = _rule_set_or_404(key)
    lang = get_language() or "fr"
    sections = reglement(key, complete_options(key), lang)
    options = [
        (option.label(lang), [option.choice_label(value, lang) for value in option.choices], option.article)
        for option in rules.options.values()
    ]
    context = {"rules": rules, "title": rules.title(lang), "sections": sections, "options": options}
    return render(request, "scoring/rulebook/rule_set.html", context)


def sources(request: HttpRequest) -> HttpResponse:
    """Show every article that the program goes by, what it says, where it counts; what is left out, and why."""
    return render(request, "scoring/rulebook/sources.html", {"chapters": bibliography(get_language() or "fr")})


def conversion(request: HttpRequest) -> HttpResponse:
    """Show the Tout Atout table, 0 to 258, to print and put on the tables (S0 11.3)."""
    table = conversion_table()
    height = -(-len(table) // CONVERSION_COLUMNS)
    columns = [table[start : start + height] for start in range(0, len(table), height)]
    return render(request, "scoring/rulebook/conversion.html", {"columns": columns})


def blank_sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Print an empty sheet of one rule set with its usual options."""
    _rule_set_or_404(key)
    sheet = feuille(key, complete_options(key), players=_players(request))
    return render(request, "scoring/rulebook/blank_sheet.html", _blank_context(key, sheet))


def print_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the empty sheet of a concours, by its own settings."""
    tournament = tournament_for(request.user, pk)
    sheet = feuille_of(tournament, players=_players(request))
    context = {"tournament": tournament, "section": "reglement", **_blank_context(tournament.rule_set, sheet)}
    return render(request, "scoring/rulebook/blank_sheet.html", context)


def _players(request: HttpRequest) -> int:
    text = request.GET.get("joueurs", "")
    return int(text) if text in map(str, PLAYERS) else 4


def _blank_context(key: str, sheet: Feuille) -> dict[str, object]:
    lines = sheet.manches or range(1, min(sheet.limit or BLANK_DONNES, MOST_LINES) + 1)
    return {
        "title": RULE_SETS[key].title(get_language() or "fr"),
        "key": key,
        "sheet": sheet,
        "labels": labels_of(sheet),
        "lines": list(enumerate(lines, start=1)),
        "copies": (1,) if sheet.by_manches else (1, 2),
        "long": len(lines) > BLANK_DONNES,
        "players": PLAYERS if sheet.by_manches else (),
        "columns": 1 + sum(COLUMNS.get(name, 1) for name in sheet.fields),
        "control": sheet.sum * sheet.limit if sheet.sum and sheet.limit else None,
    }


def public_referee(request: HttpRequest) -> HttpResponse:
    """Show the referee's page outside any concours."""
    return _referee_page(request, None)


def referee(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the referee's page with the rule set and the options of the concours.

    `?partie=1&table=12&donne=5` names the table it is asked for: the contract of that donne is filled in, and what it
    gives goes back into that sheet.
    """
    return _referee_page(request, tournament_for(request.user, pk))


@dataclass(frozen=True)
class AskedTable:
    """The origin of a question: a table of a concours, a donne of its sheet, and what is written of it so far."""

    table: Table
    donne: int | None
    written: Mapping[str, object] | None

    @property
    def address(self) -> dict[str, int]:
        """Return its parameters in an address."""
        named = {"partie": self.table.round.number, "table": self.table.number}
        return named | ({"donne": self.donne} if self.donne else {})


def _place(request: HttpRequest, tournament: Tournament | None) -> AskedTable | None:
    """Return the table and the donne that the address names; None outside a concours, or where it names no table."""
    partie, table, donne = (_number(request, name) for name in ("partie", "table", "donne"))
    if tournament is None or table is None:
        return None
    rounds = published_rounds(tournament)
    number = partie or (rounds[-1].number if rounds else None)
    row = find_table(tournament, number, table) if number else None
    if row is None:
        return None
    donne = donne if donne and donne <= MAX_DONNES else None
    return AskedTable(row, donne, donne_of(row, donne) if donne else None)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _referee_page(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    """Show both questions and the answer to the one asked. Nothing is stored: the address holds the whole case."""
    part = request.GET.get("part", "")
    place = _place(request, tournament)
    key = request.GET.get("rule_set", "")
    key = key if key in RULE_SETS else tournament.rule_set if tournament else "ffb-classique"
    own = tournament if tournament is not None and tournament.rule_set == key else None
    options = own.rule_options if own else complete_options(key)
    sheet = feuille(key, options)
    written = place.written if place and own else None
    start = {"rule_set": key, "atout": "coeur", "trick": 1, "kind": "card"}
    trick = TrickForm(request.GET if part == "trick" else None, initial=start | _atout(written))
    incident = IncidentForm(
        request.GET if part == "incident" else None,
        initial={name: value for name, value in start.items() if name != "atout"},
        feuille=sheet,
        cards=CARDS_IN_PLAY // sheet.tricks,
        atouts=atouts_of(key, options),
        number=place.donne if place else None,
        donne=written,
        auto_id="incident_%s",
    )
    context: dict[str, object] = {
        "tournament": tournament,
        "section": "referee",
        "trick": trick,
        "incident": incident,
        "sheet": sheet,
        "cards": cards_in_trick(key, options) or 6,
        "place": place,
        "no_table": request.GET.get("table", "") if place is None else "",
    }
    if part == "trick" and trick.is_valid():
        context["answer"] = _trick_answer(trick, key, options)
    if part == "incident" and incident.is_valid():
        ruling = _ruling(incident, key, options, sheet)
        context["ruling"] = ruling
        if ruling.donne and own and place and place.donne and policy.may(own.role, "score"):
            context["handed"] = _handed(own, place, ruling, ruling.donne)
    if request.headers.get("X-Requested-With") == "fetch":
        return render(request, "scoring/rulebook/_trick_answer.html", context)
    return render(request, "scoring/rulebook/referee.html", context)


def _atout(written: Mapping[str, object] | None) -> dict[str, object]:
    return {"atout": written["atout"]} if written and written.get("atout") else {}


def _ruling(form: IncidentForm, key: str, options: Mapping[str, object], sheet: Feuille) -> IncidentAnswer:
    try:
        facts = form.facts()
    except ScoringError as error:
        return IncidentAnswer(wrong=str(error))
    return judge_incident(
        ruleset=key, options=options, sheet=sheet, told=form.cleaned_data, laid=form.laid(), facts=facts
    )


def _handed(tournament: Tournament, place: AskedTable, ruling: IncidentAnswer, donne: Mapping[str, Any]) -> str:
    """Return the address of the sheet with the donne of *ruling* filled in, where the account may rule."""
    row = {name: value for name, value in initial_row(donne).items() if value not in ("", None)}
    at, params = [tournament.pk, place.table.round.number, place.table.number], {"donne": place.donne, **row}
    rules = policy.may(tournament.role, "rule")
    if rules and ruling.outcomes:
        params["article"] = ruling.outcomes[0].issue.article
    return f"{reverse('case-donnes' if rules else 'sheet-donnes', args=at)}?{urlencode(params)}"


def _trick_answer(form: TrickForm, key: str, options: Mapping[str, object]) -> object:
    fields = form.cleaned_data
    if not fields["hand"] and not form.trick():
        return None
    return judge_trick(
        ruleset=key,
        options=options,
        atout=fields["atout"],
        trick=form.trick(),
        hand=fields["hand"],
        played=fields["played"],
    )


def _rule_set_or_404(key: str) -> RuleSet:
    if key not in RULE_SETS:
        raise Http404
    return RULE_SETS[key]
