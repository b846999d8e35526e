"""The request of a draw: the frozen pool and the settings of each phase that plays a partie; all parts are drawn with
one seed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import get_language, gettext

from tournament import tirages
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.finals.formula import KNOCK_OUT, PLANNED, POOLS
from tournament.finals.played import Part
from tournament.rounds import selectors as rounds
from tournament.rounds.models import Draw, leaves_to_chance, shows_seed
from tournament.rounds.seeds import machine_seed, normal_seed
from tournament.rounds.selectors import Rank
from tournament.tirages.planned import in_pairs
from tournament.tirages.poules import late_pairs, late_places
from tournament.tirages.recorded import Minutes


def announced_options(tournament: Tournament, number: int, method: str) -> dict[str, Any]:
    """Return the options of *method* for partie *number*, as the concours announced them."""
    options = tirages.TIRAGES[method].options
    announced = {option: value for option, value in tournament.draw_options.items() if option in options}
    if announced.get("table_one") == "auto":
        del announced["table_one"]
    if number > 1 and tournament.draw_options.get("apart_when") == "first":
        announced["club_apart"] = "no"
    if method == "melee":
        announced["plan"] = "soiree"
    if tirages.TIRAGES[method].reasons in ("line", "lot"):
        announced["parties"] = tournament.formula.common_parties
        first_only = number == 1 and tournament.draw_options.get("apart_when") == "first"
        if first_only and announced.get("club_apart", "no") != "no":
            announced["apart_next"] = "no"
    elif method in ("rotation", "impairs_fixes", "melee"):
        announced["parties"] = tournament.parties
    announced |= {made_again: "yes" for made_again in ("mended", "looks_ahead") if made_again in options}
    return announced


def without_later_options(method: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return *options* without any setting of *method* that came after version 1."""
    return {name: None for name, option in tirages.TIRAGES[method].options.items() if option.later} | dict(options)


def draw_request(
    tournament: Tournament,
    number: int,
    *,
    ranks: Iterable[Rank],
    method: str,
    options: Mapping[str, Any] | None,
    part: Part | None = None,
) -> dict[str, Any]:
    """Make the request to tournament.tirages.draw for partie *number*, but for its lot: frozen pool and settings.

    An option None is left out. With *part*, what that phase of the evening asks. A method that plans several parties at once goes on with the seed,
    the pool and the count of parties it began with.
    """
    part = part or Part(method=method)
    request: dict[str, Any] = {
        "method": method,
        "round": number,
        "seed": "",
        "options": {**announced_options(tournament, number, method), **(options or {}), **part.options},
        "entrants": rounds.entrants(tournament, number, ranks, part.teams),
    }
    settings = request["options"] = {name: value for name, value in request["options"].items() if value is not None}
    if method in PLANNED:
        first = rounds.plan_of(tournament, number, method, part.phase)
        following = number - first.number + first.minutes.round if first else 1
        request["round"] = part.round or following
        if first:
            request["seed"] = first.minutes.seed
            settings |= _as_begun(method=request["method"], begun=first.minutes, entrants=request["entrants"])
            if ranked := first.minutes.about.get("ranked"):
                request["about"] = {"ranked": ranked}
            if method == POOLS:
                settings |= _latecomers(tournament, number, part.phase, request["entrants"])
        elif part.teams is not None and "pool" in tirages.TIRAGES[method].options:
            here = {entrant["number"] for entrant in request["entrants"]}
            settings["pool"] = [team for team in part.teams if team in here]
            if part.ranked:
                request["about"] = {"ranked": [team for team in part.ranked if team in here]}
        if part.matches:
            request["about"] = request.get("about", {}) | {"matches": [list(match) for match in part.matches]}
        if part.skipped:
            skipped = {str(one): [list(match) for match in matches] for one, matches in part.skipped.items()}
            request["about"] = request.get("about", {}) | {"skipped": skipped}
    if part.phase and method not in PLANNED:
        # The parties announced are those of all.
        settings.pop("parties", None)
        settings.pop("apart_next", None)
    if method == KNOCK_OUT or part.phase:
        # The few teams of a phase must meet, even if all of them have met before.
        settings["rematch"] = "least"
    if method == KNOCK_OUT and settings.get("club_apart") == "hard":
        settings["club_apart"] = "soft"
    here = {entrant["number"] for entrant in request["entrants"]}
    for places in ("third", "beside"):
        # One of the two has gone: the other has the place without a match.
        pairs = in_pairs(settings.pop(places, ()))
        alone = {team for pair in pairs if not here.issuperset(pair) for team in pair}
        request["entrants"] = [entrant for entrant in request["entrants"] if entrant["number"] not in alone]
        settings |= (
            {places: kept} if (kept := [team for pair in pairs if here.issuperset(pair) for team in pair]) else {}
        )
    if rest := settings.get("rest"):
        settings["rest"] = [team for team in rest if team in here]
    if number > 1 and tournament.exempt_policy == "relay" and len(request["entrants"]) % 2:
        resting = _resting(tournament, number)
        # One that left, or rested in the place of another, rests no more: the tirage sends one of those who rested least.
        least = min(entrant.get("exempt", 0) for entrant in request["entrants"])
        rest = [e["number"] for e in request["entrants"] if e["number"] == resting and e.get("exempt", 0) == least]
        relay = _relay(tournament) if rest else None
        planned = ({"rest": rest} if rest else {}) | (in_turn(relay, request) if relay else {})
        settings |= planned if planned and _keeps_the_way(request, planned) else {}
    return request


def _keeps_the_way(request: Mapping[str, Any], planned: Mapping[str, list[int]]) -> bool:
    """Return whether as many parties stay possible with the rest of the relay as it was *planned* as with any other."""
    until = tirages.playable_until({**request, "options": request["options"] | planned})
    return until is None or until >= (tirages.playable_until(dict(request)) or 0)


def in_turn(relay: Mapping, request: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the option by which a draw knows who rests at the parties to come, where all of them are here."""
    rests = [rest["team"] for rest in relay["rests"]]
    here = {entrant["number"] for entrant in request["entrants"]}
    return {"relay": rests} if here.issuperset(rests) else {}


def _latecomers(
    tournament: Tournament, number: int, phase: int, entrants: Sequence[Mapping[str, Any]]
) -> dict[str, list[int]]:
    """Return the teams come after the draw of the pools, the pool in which each takes a free place, and the tables of
    those that find none.
    """
    drawn = [part for part in rounds.drawn_parts(tournament, number) if part.phase == phase]
    last = [part for part in drawn if part.minutes.method == POOLS][-1].minutes
    groups = last.pools
    late, late_pools = (list(last.options.get(name, ())) for name in ("late", "late_pools"))
    known = {team for group in groups for team in group}
    comers = {entrant["number"]: entrant.get("met", ()) for entrant in entrants if entrant["number"] not in known}
    places = late_places(groups, comers)
    late, late_pools = [*late, *places], [*late_pools, *places.values()]
    found = {"late": late, "late_pools": late_pools} if late else {}
    pairs = late_pairs({team: met for team, met in comers.items() if team not in places})
    return found | ({"beside": [team for pair in pairs for team in pair]} if pairs else {})


def _as_begun(*, method: str, begun: Minutes, entrants: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the options that keep a plan as it was drawn, whoever has left, moved or changed club or table since."""
    offered, options = tirages.TIRAGES[method].options, begun.options
    settings: dict[str, Any] = {"pool": begun.pool}
    if "people" in offered:
        settled = [option for option in ("club_apart", "placement", "size", "looks_ahead") if option in offered]
        settings |= {option: options.get(option, tirages.TIRAGES[method].initial(option)) for option in settled}
        fixed = any(entrant.get("fixed_table") for entrant in (*begun.entrants, *entrants))
        if fixed or settings["club_apart"] != "no":
            facts = ("number", "club", "second_club", "family", "fixed_table")
            settings["people"] = [
                {fact: entrant[fact] for fact in facts if entrant.get(fact)} for entrant in begun.entrants
            ]
    return settings


def _relay(tournament: Tournament) -> Mapping | None:
    """Return the relay that was drawn with the first partie: who rests when, and the games that make up for it."""
    first = Draw.objects.filter(round__tournament=tournament, round__number=1, state="published").first()
    return first.main.about.get("relay") if first else None


def _resting(tournament: Tournament, number: int) -> int | None:
    plan = _relay(tournament)
    return next((rest["team"] for rest in plan["rests"] if rest["round"] == number), None) if plan else None


def requests_of(
    tournament: Tournament,
    number: int,
    *,
    ranks: Sequence[Rank],
    parts: Sequence[Part],
    options: Mapping[str, Any] | None,
) -> list[tuple[Part, dict[str, Any]]]:
    """Make the request of each phase for partie *number*, those without two teams left out."""
    requests = []
    for part in parts:
        # One-off options apply only to the main phase (phase 0).
        own = options if part.phase == 0 else None
        request = draw_request(tournament, number, ranks=ranks, method=part.method, options=own, part=part)
        if len(request["entrants"]) >= 2 or len(parts) == 1:
            requests.append((part, request))
    return requests


def fingerprint_of(requests: Iterable[tuple[Part, dict[str, Any]]]) -> str:
    """Return the fingerprint of all that is drawn together: one for each phase, a space between."""
    return " ".join(tirages.fingerprint(request) for _part, request in requests)


def _seed_for(request: Mapping[str, Any], seed_text: str) -> tuple[str, str]:
    """Return the seed of *request* and where it comes from (a key of SEED_ORIGINS).

    A plan whose places are given has a seed too, which its next parties go on with, but nobody draws lots for it.
    """
    if not tirages.TIRAGES[request["method"]].chance:
        return "", "none"
    if request["seed"]:
        return request["seed"], "plan" if shows_seed(request) else "none"
    if seed_text:
        return seed_text, "public"
    return machine_seed(), "machine" if leaves_to_chance(request) else "none"


def compute(
    tournament: Tournament, number: int, requests: Sequence[tuple[Part, dict[str, Any]]], seed: str
) -> tuple[str, list[dict[str, Any]]]:
    """Draw each part; return the origin of the seed (SEED_ORIGINS) and the minutes. Nothing is read or written.

    One seed serves all that is drawn together, but for what goes on with the seed of its plan.
    """
    seed_text = normal_seed(seed)
    origins, minutes = set(), []
    for part, request in requests:
        request["seed"], origin = _seed_for(request, seed_text)
        if origin == "machine":
            seed_text = request["seed"]
        origins.add("machine" if "machine" in origins and origin == "public" else origin)
        if part.phase == 0 and number == 1 and tournament.exempt_policy == "relay":
            _begin_relay(tournament, request)
        with in_our_words(request["round"], request["options"]):
            minutes.append(tirages.draw(request))
    read = [Minutes.read(one) for one in minutes]
    if (hall := rounds.hall_numbers(read)) != rounds.seat_numbers(read):
        for one, numbers in zip(minutes, hall, strict=True):
            one["about"] = one.get("about", {}) | {"hall": [list(pair) for pair in numbers.items()]}
    return next(origin for origin in ("machine", "public", "plan", "none") if origin in origins), minutes


def _begin_relay(tournament: Tournament, request: dict[str, Any]) -> None:
    """Draw who rests when, with the seed of the first partie, and let the first of them rest.

    The fingerprint that the room saw, of the pool before anybody rests, stands in `about` with the relay.
    """
    numbers = [entrant["number"] for entrant in request["entrants"]]
    if len(numbers) % 2 == 0 or len(numbers) < tournament.parties:
        return
    seed = request["seed"] or tirages.fingerprint(request)
    plan = tirages.relay(numbers, tournament.parties, seed)
    request["about"] = {"relay": plan, "shown": tirages.fingerprint(request)}
    request["options"]["rest"] = [plan["rests"][0]["team"]]
    request["options"] |= in_turn(plan, request)


@contextmanager
def in_our_words(number: int, options: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Raise what a tirage of partie *number* refuses as a TournamentError."""
    try:
        yield
    except tirages.ImpossibleError as error:
        why = error.message(get_language() or "fr")
        way = _way_on(options or {})
        raise TournamentError(
            "draw_impossible", field="options", round=number, why=why, way=way, teams=error.teams
        ) from error
    except tirages.BadRequestError as error:
        why = error.message(get_language() or "fr")
        raise TournamentError("draw_not_for_this", field="method", round=number, why=why) from error


def _way_on(options: Mapping[str, Any]) -> str:
    """Return what can be asked less of a draw with these *options*, as the page of the draw offers it."""
    rematch, apart = options.get("rematch", "never") == "never", options.get("club_apart") == "hard"
    if rematch and apart:
        return gettext("Allow rematches, as few as possible, or let the clubs meet.")
    if apart:
        return gettext("Let the clubs meet.")
    return gettext("Allow rematches, as few as possible.") if rematch else gettext("Free a fixed table.")
