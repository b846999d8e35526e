"""Draw the parts of a partie with one seed, before anything is written."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import get_language, gettext

from tournament import tirages
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.finals.draws import Part
from tournament.rounds import selectors as rounds
from tournament.rounds.models import leaves_to_chance, shows_seed
from tournament.rounds.requests import in_turn
from tournament.rounds.seeds import machine_seed, normal_seed
from tournament.tirages.recorded import Minutes


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
