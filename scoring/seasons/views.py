"""Pages of the seasons of a club: make one, choose its evenings, its table, why a rank; the public page and the wall."""

import hashlib
import io
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext as _

from rules import local_words
from scoring.errors import ScoringError
from scoring.public.kept_parts import kept_part
from scoring.public.serving import unless_known
from scoring.seasons import boards, services
from scoring.seasons.forms import EveningsForm, SeasonForm
from scoring.seasons.models import Season
from scoring.seasons.paper import season_pages
from scoring.seasons.selectors import (
    PLAYED,
    SeasonStanding,
    audience_of,
    concours_to_choose,
    corrected_evenings,
    lines_of,
    moved_by,
    names_to_answer,
    public_season,
    read_season,
    row_of,
    season_for,
    seasons_of,
    state_of,
    who_of,
)
from scoring.standings.selectors import origin_pages
from scoring.workbook.csv_files import ZIP, write_csv
from scoring.workbook.sheets.seasons import season_tabs
from tournament.clubs.models import Club
from tournament.clubs.policy import may, role_in
from tournament.clubs.selectors import club_for
from tournament.errors import TournamentError
from tournament.inputs.shown import as_it_is_now
from tournament.journal.acts import ACTS
from tournament.languages import in_asked_language, language_context
from tournament.names import file_stem
from tournament.page_access import PageRequest, form_page, laptop_only, public_page
from tournament.page_acts import Done, page_act, told_at, try_act
from tournament.people.naming import Audience

SHOWN_ACTS = 20  # of a season, the latest


def seasons(request: PageRequest, club: int) -> HttpResponse:
    """List the seasons of a club, over the years."""
    own = club_for(request.user, club, "read")
    context = {
        "club": own,
        "seasons": seasons_of(own),
        "away": seasons_of(own, away=True) if _may_change(request, own) else (),
        "may_change": _may_change(request, own),
    }
    return render(request, "scoring/seasons/seasons.html", context)


def _may_change(request: PageRequest, club: Club) -> bool:
    return may(role_in(request.user, club.pk), "settings")


@laptop_only
@form_page
def season_new(request: PageRequest, club: int) -> HttpResponse:
    """Ask for the rules of a new season, and make it."""
    own = club_for(request.user, club, "settings")
    form = SeasonForm(None, request.POST or None)
    if form.is_valid():
        made = try_act(form, lambda: services.make_season(club_id=own.pk, by=request.user, **form.arguments()))
        if made:
            messages.success(request, _("The season is made. Now tick the concours that count in it."))
            return redirect("season-evenings", made.pk)
    return render(request, "scoring/seasons/season_form.html", {"club": own, "form": form})


def season(request: PageRequest, season: int) -> HttpResponse:
    """Show the table of a season, its evenings and its rules."""
    return _season_page(request, season_for(request.user, season))


def _season_page(request: PageRequest, one: Season, *_line: int, error: TournamentError | None = None) -> HttpResponse:
    standing = read_season(one)
    role, may_change = role_in(request.user, one.club_id), _may_change(request, one.club)
    context = _table(standing, request) | {
        "club": one.club,
        "corrected": corrected_evenings(one),
        "may_change": may_change,
        "acts": [_act_line(line) for line in lines_of(one).reverse()[:SHOWN_ACTS]] if may_change else (),
        "ties": _open_ties(standing) if may_change else (),
        "same_names": names_to_answer(standing) if may(role, "register") else (),
        "may_see_money": may(role, "till"),
        "error": error,
    }
    return render(request, "scoring/seasons/season.html", context, status=error.status if error else 200)


def _table(
    standing: SeasonStanding, request: HttpRequest, *, audience: Audience = Audience.ORGANISERS
) -> dict[str, Any]:
    categories = boards.categories_of(standing)
    category = request.GET.get("category", "")
    category = category if category in dict(categories) else ""
    columns = boards.columns_of(standing)
    lines = boards.board_lines(standing, audience=audience, category=category, columns=columns)
    return {
        "season": standing.season,
        "standing": standing,
        "rules": boards.rules_in_words(standing.season),
        "columns": columns,
        "lines": lines,
        "struck": any(cell.dropped for line in lines for cell in line.cells),
        "commune_lines": boards.commune_lines(standing),
        "categories": categories,
        "category": category,
        "played": sum(one.state == PLAYED for one in standing.evenings),
    }


def _act_line(line: Any) -> dict[str, Any]:
    return {"line": line, "words": ACTS[line.act].words, "back": line.act in services.REVERSIBLE}


def _open_ties(standing: SeasonStanding) -> list[list[tuple[str, str]]]:
    """Return the groups of equals that the cards may decide, as (key, names)."""
    if "lot" not in standing.table.rules.ties:
        return []
    groups: dict[int, list[tuple[str, str]]] = {}
    for line in boards.board_lines(standing):
        if line.tied and line.rank:
            groups.setdefault(line.rank, []).append((line.key, line.name))
    return list(groups.values())


@laptop_only
@form_page
def season_rules(request: PageRequest, season: int) -> HttpResponse:
    """Show the rules of a season in a form, and change them."""
    one = season_for(request.user, season, "settings")
    form = SeasonForm(one, as_it_is_now(request.POST, SeasonForm(one)) or None)
    if form.is_valid():
        done = try_act(form, lambda: services.change_season(season_id=one.pk, by=request.user, **form.arguments()))
        if done:
            messages.success(request, _("The rules are kept. The table follows them from now on."))
            return redirect("season", one.pk)
    return render(request, "scoring/seasons/season_form.html", {"club": one.club, "season": one, "form": form})


@laptop_only
@form_page
def season_evenings(request: PageRequest, season: int) -> HttpResponse:
    """Choose the concours that count in a season."""
    one = season_for(request.user, season, "settings")
    form = EveningsForm(concours_to_choose(one))
    if request.method == "POST":
        form = EveningsForm(form.concours, as_it_is_now(request.POST, form))
    if form.is_valid():
        done = try_act(
            form, lambda: services.choose_evenings(season_id=one.pk, by=request.user, evenings=form.evenings())
        )
        if done:
            messages.success(request, _("The choice is kept."))
            return redirect("season", one.pk)
    return render(request, "scoring/seasons/season_evenings.html", {"club": one.club, "season": one, "form": form})


def season_why(request: PageRequest, season: int, who: str) -> HttpResponse:
    """Show why somebody has a rank, and what one more evening would bring."""
    one = season_for(request.user, season)
    context = _why(read_season(one), request, who=who) | {"club": one.club}
    return render(request, "scoring/seasons/season_why.html", context)


def _why(
    standing: SeasonStanding, _request: HttpRequest, *, who: str, audience: Audience = Audience.ORGANISERS
) -> dict[str, Any]:
    row = row_of(standing, who_of(who, by_pair=standing.season.by_pair))
    return {"season": standing.season, "standing": standing, "why": boards.why(standing, row, audience=audience)}


def season_moved(request: PageRequest, season: int, evening: int) -> HttpResponse:
    """Show what the correction of an evening moved in a season."""
    one = season_for(request.user, season)
    standing = read_season(one)
    moved = moved_by(standing, evening)
    context = {"club": one.club, "season": one, "moved": moved, "lines": boards.move_lines(standing, moved.moves)}
    return render(request, "scoring/seasons/season_moved.html", context)


def season_print(request: PageRequest, season: int) -> HttpResponse:
    """Print the table on A4."""
    standing = read_season(season_for(request.user, season))
    context = _table(standing, request, audience=Audience.NAMED)
    context["pages"] = season_pages(context["lines"], rules=context["rules"], columns=len(context["columns"]))
    context["commune_pages"] = origin_pages(context["commune_lines"])
    return render(request, "scoring/seasons/print_season.html", context)


def season_file(request: PageRequest, season: int) -> HttpResponse:
    """Send the season as lists that every spreadsheet opens."""
    one = season_for(request.user, season, "export")
    file = io.BytesIO()
    write_csv(file, title=one.name, tabs=season_tabs(read_season(one)))
    headers = {
        "Content-Disposition": f'attachment; filename="{file_stem(one.name) or "saison"}.zip"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(file.getvalue(), content_type=ZIP, headers=headers)


def _own(request: PageRequest, season: int, **address: int) -> tuple:
    return season_for(request.user, season, "settings"), *address.values()


def _own_away(request: PageRequest, season: int) -> tuple[Season]:
    return (season_for(request.user, season, "settings", away=True),)


@page_act(_own, refused=_season_page)
def season_cards(request: PageRequest, one: Season) -> Done:
    """Note the order that cut cards gave to equals: the places typed beside them."""
    places = {
        key.removeprefix("card-"): str(request.POST[key]).strip() for key in request.POST if key.startswith("card-")
    }
    order = sorted(places, key=lambda key: (len(places[key]), places[key]))
    if not order or sorted(places.values()) != sorted(map(str, range(1, len(places) + 1))):
        raise ScoringError("season_card", field="order")
    services.cut_cards(
        season_id=one.pk, by=request.user, order=[list(who_of(key, by_pair=one.by_pair)) for key in order]
    )
    return Done(redirect("season", one.pk), _("The order of the cards is kept."))


@laptop_only
@page_act(_own, refused=_season_page)
def season_undo(request: PageRequest, one: Season, line: int) -> Done:
    """Take an act on the season back."""
    services.take_back(season_id=one.pk, number=line, by=request.user)
    return Done(redirect("season", one.pk), _("It is taken back."))


@laptop_only
@page_act(_own, refused=_season_page)
def season_remove(request: PageRequest, one: Season) -> Done:
    """Put a season away."""
    services.remove_season(season_id=one.pk, by=request.user)
    message = _("“%(name)s” is put away. It can be brought back below.") % {"name": one.name}
    return Done(redirect("seasons", one.club_id), message)


@laptop_only
@page_act(_own_away, refused=told_at(lambda one: redirect("seasons", one.club_id)))
def season_restore(request: PageRequest, one: Season) -> Done:
    """Bring a season back that was put away."""
    services.restore_season(season_id=one.pk, by=request.user)
    return Done(redirect("season", one.pk), _("The season is back."))


def _public(request: HttpRequest, season_slug: str, name: str, more: Callable[..., dict[str, Any]]) -> HttpResponse:
    """Send a page for everybody, rendered once for all who ask until something changes, under its ETag.

    *more* returns what the template *name* shows, of the table for an audience.
    """
    one = public_season(season_slug)
    local_words.choose(one.club.words)
    audience = audience_of(one)
    key = f"season:{state_of(one)}:{name}:{get_language()}:{audience.value}:{request.path}:{request.GET.get('category', '')[:20]}"
    digest = hashlib.sha256(key.encode()).hexdigest()

    def made() -> str:
        context = more(read_season(one), request, audience=audience) | {"names_shown": audience.whole}
        return render_to_string(f"scoring/seasons/{name}.html", context | language_context(), request)

    html = kept_part(one.slug, f"season:{digest}", made)
    headers = {"ETag": quote_etag(digest[:24]), "Cache-Control": "no-cache"}
    return unless_known(request, HttpResponse(html, headers=headers))


@public_page
@in_asked_language
def public_season_page(request: HttpRequest, season_slug: str) -> HttpResponse:
    """Show the table to everybody."""
    return _public(request, season_slug, "public_season", _table)


@public_page
@in_asked_language
def public_season_why(request: HttpRequest, season_slug: str, who: str) -> HttpResponse:
    """Show everybody why somebody has a rank."""
    return _public(request, season_slug, "public_season_why", partial(_why, who=who))


@public_page
@in_asked_language
def season_wall(request: HttpRequest, season_slug: str) -> HttpResponse:
    """Show the table on a large screen."""
    return _public(request, season_slug, "season_wall", _table)
