"""Pages of registration from home: the form and the private link, the words of teams, and what the desk makes of them."""

import re
import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache

from scoring.copies.sending import wake_for_entries
from scoring.entries import services
from scoring.entries.forms import EntryForm, ListFileForm, SourceForm
from scoring.public.address import qr_square
from scoring.public.serving import public_context
from scoring.standings.boards import public_labels
from tournament import names
from tournament.clubs import policy
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.models import Tournament
from tournament.concours.reglement import admission_of
from tournament.concours.selectors import public_address
from tournament.entries import requests, selectors, services as acts
from tournament.entries.acts import REQUEST_WORDS
from tournament.entries.models import EntrySource, HomeEntry
from tournament.errors import TournamentError
from tournament.languages import in_asked_language, language_context
from tournament.page_access import PageRequest, form_page, private_link
from tournament.page_acts import Done, as_sent, figure_in, page_act, try_act
from tournament.registration.models import Team
from tournament.senders import sender_of

SHOWN = 200  # differences, and registrations, at once on the page of the desk
MOST_SEEKERS = 60  # shown to somebody who looks for a partner
MOST_FOUND = 20  # teams of one name at the tablet
_CODE = re.compile(r"([0-9a-f]{12})/?\s*$")

View = Callable[..., HttpResponse]


def from_home(view: View) -> View:
    """Serve *view*, which takes a form, to anybody who has its link, in the language that was asked for."""
    return form_page(private_link(in_asked_language(view)))


def _lead(name: str, *arguments: object) -> HttpResponse:
    """Redirect to a page in the language of this one."""
    return redirect(reverse(name, args=arguments) + str(language_context()["language_query"]))


# --- From home --------------------------------------------------------------------------------------------------------


@from_home
def entry_form(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of registration from home; POST registers, and leads to the private link."""
    tournament = public_tournament(slug)
    state = selectors.entries_state(tournament)
    if state == "never":
        raise Http404
    form = EntryForm(request.POST or None, tournament=tournament)
    token = request.POST.get("token", "") or secrets.token_urlsafe(24)
    if request.method == "POST" and form.is_valid():
        given: dict[str, Any] = {"tournament_id": tournament.pk, "token": token, "sender": sender_of(request)}
        if try_act(form, lambda: acts.enter(**given, **form.arguments())):
            wake_for_entries(tournament.pk)
            return _lead("public-entry-mine", tournament.slug, token)
    places = selectors.home_places(tournament) if state == "open" else selectors.HomePlaces(None, 0)
    context = public_context(tournament, "entry") | {
        "form": form,
        "token": token,
        "state": state,
        "window": selectors.window_of(tournament),
        "left": places.left,
        "waiting": places.waiting,
        "kept": acts.KEPT_FOR.days,
        "conditions": admission_of(tournament),
    }
    # 429 tells deploy/web/form_floods.py to refuse for a while what comes from there.
    many = form.has_error(NON_FIELD_ERRORS, "entries_sender")
    status = 429 if many else 422 if form.errors else 200
    return render(request, "scoring/entries/entry_form.html", context, status=status)


@from_home
def entry_mine(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show a registration from home to whom it belongs: its place, its square for the desk, what may be changed."""
    tournament = public_tournament(slug)
    entry = _of_token(tournament, token)
    if entry is None:
        return _gone(request, tournament)
    form = EntryForm(request.POST or None, tournament=tournament, entry=entry)
    refused = ""
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do != "change":
            form = EntryForm(tournament=tournament, entry=entry)
        try:
            if do != "change" or form.is_valid():
                _do_mine(tournament, token, do, form, request.POST.get("other", ""))
                wake_for_entries(tournament.pk)
                told = {"saved": 1} if do == "change" else {}
                return redirect(_asked(reverse("public-entry-mine", args=[tournament.slug, token]), **told))
        except TournamentError as error:
            if do == "change" and error.field in form.fields:
                form.add_error(error.field, str(error))
            else:
                refused = str(error)
    asked = public_address(request, reverse("entry-found", args=[tournament.pk, entry.code]))
    paired = entry.joined or entry.partners.first()
    holder = entry.joined or entry
    context = public_context(tournament, "entry") | {
        "entry": entry,
        "holder": holder,
        "desk": selectors.desk_answer(holder),
        "paired": paired,
        "place": selectors.place_of(holder),
        "state": selectors.entries_state(tournament),
        "form": form,
        "refused": refused,
        "saved": "saved" in request.GET and request.method != "POST",
        "square": qr_square(asked or entry.code),
        "link": request.build_absolute_uri(request.path),
        "seekers": selectors.seekers_seen(entry, MOST_SEEKERS) if entry.seeking else [],
        "asked_in_vain": selectors.asked_in_vain(entry),
    }
    return render(request, "scoring/entries/entry_mine.html", context, status=422 if form.errors or refused else 200)


def _of_token(tournament: Tournament, token: str) -> HomeEntry | None:
    key = selectors.digest(token)
    entries = HomeEntry.objects.filter(tournament=tournament, key=key, withdrawn=False)
    entry = entries.select_related("team", "joined__team", "asks").first()
    if entry is not None:
        entry.tournament = tournament
        if entry.joined is not None:
            entry.joined.tournament = tournament
    return entry


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = public_context(tournament, "entry")
    return render(request, "scoring/entries/entry_gone.html", context, status=404)


def _do_mine(tournament: Tournament, token: str, do: str, form: EntryForm, other: str) -> None:
    own: dict[str, Any] = {"tournament_id": tournament.pk, "token": token}
    if do == "change":
        acts.change_entry(**own, **form.arguments())
    elif do == "withdraw":
        acts.withdraw_entry(**own)
    elif do == "part":
        acts.part_partner(**own)
    elif do in ("ask", "ask_no_more"):
        acts.ask_partner(**own, other=figure_in(other) if do == "ask" else None)
    elif do == "decline":
        acts.decline_partner(**own, other=figure_in(other))


# --- At the entrance, and from the page of a team ---------------------------------------------------------------------


@from_home
def arrival(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of the tablet at the entrance: who comes finds its team and tells the desk, which says yes."""
    tournament = public_tournament(slug)
    query = request.GET.get("q", "")[:60].strip()
    if request.method == "POST":
        team = get_object_or_404(
            Team, tournament=tournament, number=figure_in(request.POST.get("number", ""), digits=5)
        )
        try:
            requests.tell_desk(tournament=tournament, team=team, kind="here", sender=sender_of(request))
        except TournamentError as error:
            return _arrival(request, tournament, query, refused=str(error), status=422)
        return redirect(_asked(reverse("public-arrival", args=[slug]), said=team.number))
    return _arrival(request, tournament, query, said=figure_in(request.GET.get("said", ""), digits=5))


def _asked(address: str, **query: object) -> str:
    language = str(language_context()["language_query"]).lstrip("?")
    said = "&".join([f"{name}={value}" for name, value in query.items()] + [language] * bool(language))
    return f"{address}?{said}" if said else address


def _arrival(
    request: HttpRequest, tournament: Tournament, query: str, *, status: int = 200, **more: object
) -> HttpResponse:
    labels = public_labels(tournament) if query else {}
    found = [
        number
        for number, label in labels.items()
        if figure_in(query, digits=5) == number or (label.name and names.answers(query, label.name, label.players))
    ]
    teams = list(Team.objects.filter(tournament=tournament, number__in=found[:MOST_FOUND]).order_by("number"))
    possible, denied = selectors.requests_possible(tournament, teams), selectors.refusals(tournament, teams)
    lines = [
        (
            team,
            labels[team.number].name,
            "here" in possible[team.pk],
            [one for one in denied[team.pk] if one.kind == "here"],
        )
        for team in teams
    ]
    context = public_context(tournament) | {"asked": query, "found": lines} | more
    return render(request, "scoring/entries/arrival.html", context, status=status)


@from_home
def tell(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what a team may tell the desk now; POST tells it."""
    tournament = public_tournament(slug)
    team = get_object_or_404(Team, tournament=tournament, number=number)
    refused = ""
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        try:
            requests.tell_desk(tournament=tournament, team=team, kind=kind, sender=sender_of(request))
            return _lead("public-team-tell", slug, number)
        except TournamentError as error:
            refused = str(error)
    told = {one.kind for one in team.requests.all()}
    possible = selectors.requests_possible(tournament, [team])[team.pk]
    context = public_context(tournament) | {
        "team": team,
        "told": [REQUEST_WORDS[kind] for kind in REQUEST_WORDS if kind in told],
        "possible": [(kind, REQUEST_WORDS[kind]) for kind in possible if kind not in told],
        "standing": _agreed(team) if "back" in possible else "",
        "denied": [(REQUEST_WORDS[one.kind], one) for one in selectors.refusals(tournament, [team])[team.pk]],
        "refused": refused,
    }
    return render(request, "scoring/entries/tell.html", context, status=422 if refused else 200)


def _agreed(team: Team) -> str:
    """Return that the desk lets *team* go, in words: nothing else on its telephone says that it was answered."""
    if team.withdrawn_from is not None:
        return _("You have left: from partie %(n)s on you are not drawn.") % {"n": team.withdrawn_from}
    return _("You are not drawn for partie %(n)s; for the next you are again.") % {"n": team.away_in}


# --- At the desk ------------------------------------------------------------------------------------------------------


@never_cache
def entries(request: PageRequest, pk: int) -> HttpResponse:
    """Show the registrations from home, what they say that the teams do not, and from where they are taken."""
    return _entries_page(request, tournament_for(request.user, pk, "register"))


def _entries_page(
    request: HttpRequest, tournament: Tournament, *, error: TournamentError | None = None, form: Form | None = None
) -> HttpResponse:
    source = EntrySource.objects.filter(tournament=tournament).first()
    found = selectors.differences(tournament)
    places = selectors.pending_places(tournament)
    every = tournament.entries.exclude(withdrawn=True).filter(joined=None)
    begun = figure_in(request.GET.get("from", ""), digits=7) or 0
    lines = list(every.filter(arrival__gte=begun).select_related("team")[: SHOWN + 1])
    host = public_address(request, reverse("public-entry", args=[tournament.slug]))
    context = {
        "tournament": tournament,
        "section": "door",
        "state": selectors.entries_state(tournament),
        "window": selectors.window_of(tournament),
        "address": host,
        "square": qr_square(host) if host else "",
        "list_address": request.build_absolute_uri(reverse("api:entries", args=[tournament.pk])),
        "differences": found[:SHOWN],
        "count": len(found),
        "unsettled": sum(not one.usual for one in found),
        "words": acts.CHOICES,
        "lines": [(entry, places.get(entry.pk, 0)) for entry in lines[:SHOWN]],
        "every": every.count(),
        "begun": begun,
        "following": lines[SHOWN].arrival if len(lines) > SHOWN else None,
        "flood": selectors.flood_of(tournament),
        "source": source,
        "source_form": as_sent(form, SourceForm, initial={"address": source.address if source else ""}),
        "file_form": as_sent(form, ListFileForm),
        "error": None if form is not None and error is not None and error.field in form.fields else error,
        "may_settings": policy.may(tournament.role, "settings"),
        "kept": acts.KEPT_FOR.days,
    }
    status = 422 if error is not None or (form is not None and form.errors) else 200
    return render(request, "scoring/entries/entries.html", context, status=status)


def _to_entries(tournament: Tournament, message: str, warning: str = "") -> Done:
    return Done(redirect("entries", tournament.pk), message, warning)


@page_act("register", refused=_entries_page)
def entries_take(request: PageRequest, tournament: Tournament) -> Done:
    """Do what the desk chose about each difference: « do-KEY:VERSION:KIND »; or set a flood aside, or take it back."""
    if flood := request.POST.get("flood", ""):
        back = flood == "back"
        count = acts.set_flood_aside(tournament_id=tournament.pk, back=back)
        if back:
            message = ngettext("%(n)s registration is taken again.", "%(n)s registrations are taken again.", count)
        else:
            message = ngettext("%(n)s registration is set aside.", "%(n)s registrations are set aside.", count)
        return _to_entries(tournament, message % {"n": count})
    chosen = {name.removeprefix("do-"): value for name, value in request.POST.dict().items() if name.startswith("do-")}
    done, refused = acts.take_entries(tournament_id=tournament.pk, chosen=chosen, by=request.user)
    message = ngettext(
        "%(n)s registration from home is dealt with.", "%(n)s registrations from home are dealt with.", done
    )
    return _to_entries(tournament, message % {"n": done}, " · ".join(refused))


def _received(changed: int) -> str:
    if not changed:
        return _("The list is the same as before.")
    return ngettext(
        "%(n)s registration is new or changed: look at it below.",
        "%(n)s registrations are new or changed: look at them below.",
        changed,
    ) % {"n": changed}


@page_act("register", refused=_entries_page, form=SourceForm)
def entries_fetch(request: PageRequest, tournament: Tournament, form: SourceForm) -> Done:
    """Take the list from the site where people register."""
    changed = services.fetch_list(tournament_id=tournament.pk, by=request.user, **form.cleaned_data)
    return _to_entries(tournament, _received(changed))


@page_act("register", refused=_entries_page)
def entries_read(request: PageRequest, tournament: Tournament) -> Done:
    """Take the list from a file of the site where people register."""
    sent = request.FILES.get("file")
    if sent is None or (sent.size or 0) > services.MOST_BYTES:
        raise TournamentError("entries_unread")
    changed = services.read_list(tournament_id=tournament.pk, content=sent.read())
    return _to_entries(tournament, _received(changed))


@never_cache
def entries_file(request: PageRequest, pk: int) -> HttpResponse:
    """Send the registrations from home as a file for the program of the hall."""
    tournament = tournament_for(request.user, pk, "register")
    name = f"inscriptions-{names.file_stem(tournament.name) or tournament.pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return JsonResponse({"entries": [asdict(one) for one in services.list_of(tournament)]}, headers=headers)


def entry_found(request: PageRequest, pk: int, token: str = "") -> HttpResponse:
    """Find the team whose confirmation says *token*, read by a camera or typed by a reader, and show it at the door."""
    tournament = tournament_for(request.user, pk, "register")
    read = _CODE.search(token or request.GET.get("code", "")[:500])
    entry = HomeEntry.objects.filter(tournament=tournament, key__startswith=read[1]).first() if read else None
    holder = entry and (entry.joined or entry)
    if entry is None or holder is None:
        messages.error(request, _("No registration from home has this code."))
    elif entry.withdrawn or holder.withdrawn:
        messages.error(request, _("This registration was taken back."))
    elif holder.team_id is not None:
        return redirect(f"{reverse('door', args=[tournament.pk])}?new={holder.team_id}")
    else:
        messages.warning(request, _("It is not registered here yet: it stands below, register it first."))
    return redirect("entries", tournament.pk)


@never_cache
def team_requests(request: PageRequest, pk: int) -> HttpResponse:
    """Show what teams told the desk: the part for the pages that ask again by themselves, or a page of its own."""
    tournament = tournament_for(request.user, pk, "register")
    return _requests_page(request, tournament)


def _requests_page(
    request: HttpRequest, tournament: Tournament, *_request: int, error: TournamentError | None = None
) -> HttpResponse:
    lines = [
        (line, REQUEST_WORDS[line.request.kind], policy.may(tournament.role, str(line.act.right)))
        for line in selectors.open_requests(tournament)
    ]
    context = {"tournament": tournament, "section": "door", "requests": lines, "error": error}
    context["longest"] = requests.REASON_LENGTH
    part = getattr(request, "htmx", False)
    template = "scoring/entries/_requests.html" if part else "scoring/entries/requests.html"
    # htmx puts in no part of a page that was refused: the sentence stands in the part itself.
    return render(request, template, context, status=422 if error and not part else 200)


@page_act("register", refused=_requests_page)
def team_request(request: PageRequest, tournament: Tournament, request_pk: int) -> Done:
    """Answer what a team told: yes does it."""
    agrees = request.POST.get("answer") == "yes"
    asked = next((one for one in selectors.open_requests(tournament) if one.request.pk == request_pk), None)
    if agrees and asked is not None and not policy.may(tournament.role, str(asked.act.right)):
        raise PermissionDenied
    reason = request.POST.get("reason", "")
    requests.answer_request(
        tournament_id=tournament.pk, request_id=request_pk, agrees=agrees, reason=reason, by=request.user
    )
    if request.htmx:
        return Done(_requests_page(request, tournament))
    return Done(redirect("team-requests", tournament.pk))
