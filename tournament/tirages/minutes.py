"""The public acts on a draw: make it, freeze its pool, replay it, explain it, weigh a change made by hand."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tournament.tirages.collector import collector_paused
from tournament.tirages.common import (
    ABOUT,
    ASKED,
    GIVEN,
    Camps,
    Outcome,
    Request,
    facing,
    gap,
    numbered,
    read_request,
    rematches,
    same_club,
    together,
)
from tournament.tirages.errors import BadRequest
from tournament.tirages.messages import sentence
from tournament.tirages.reasons import exempt_reasons, table_reasons
from tournament.tirages.registry import TIRAGES


@collector_paused()
def draw(request: dict[str, Any]) -> dict[str, Any]:
    """The draw asked for, complete: the five keys handed in, entrants by number, then the result (DESIGN 4).

    Raises BadRequest when *request* is no draw, Impossible when nothing satisfies it. The order of entrants in the
    request changes nothing.
    """
    checked = read_request(request, TIRAGES)
    return _complete(request, checked, checked.method.tirage(checked))


def _complete(raw: dict[str, Any], request: Request, outcome: Outcome) -> dict[str, Any]:
    complete = {
        "method": request.method.name,
        "round": request.round,
        "seed": raw.get("seed"),
        "options": raw.get("options", {}),
        "entrants": sorted(raw["entrants"], key=lambda e: e["number"]),
        "tables": _written(numbered(request, outcome)),
        "exempt": sorted(outcome.exempt),
        "rematches": [list(pair) for pair in rematches(request, outcome.tables)],
        "cost": gap(request, outcome.tables),
        "optimal": outcome.optimal,
        "fingerprint": request.fingerprint,
    }
    if ABOUT in raw:
        complete[ABOUT] = raw[ABOUT]
    return complete


def _written(tables: Iterable[tuple[int, Camps]]) -> list[dict[str, Any]]:
    return [{"table": number, "camps": [list(camp) for camp in camps]} for number, camps in tables]


@collector_paused()
def fingerprint(request: dict[str, Any]) -> str:
    """The fingerprint (64 hexadecimal characters) of the frozen pool, shown before the seed is taken.

    It covers entrants, method, options, round and the version of the algorithms; the seed may still be missing.
    """
    return read_request(request, TIRAGES, seedless=True).fingerprint


@collector_paused()
def differences(minutes: dict[str, Any]) -> list[dict[str, Any]]:
    """What the minutes say otherwise than the draw made again: `key`, `written`, `recomputed`. Empty when true.

    Raises BadRequest when these are no minutes, Impossible when no such draw exists.
    """
    checked = read_request(minutes, TIRAGES)
    for key in GIVEN:
        if key not in minutes:
            raise BadRequest("missing_key", key=key)
    again = _complete(minutes, checked, checked.method.tirage(checked))
    return [
        {"key": key, "written": minutes[key], "recomputed": again[key]}
        for key in GIVEN
        if _bytes(minutes[key]) != _bytes(again[key])
    ]


@collector_paused()
def with_entrants(
    minutes: dict[str, Any], entrants: Sequence[dict[str, Any]], options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """`tables` and `exempt` had these *entrants*, and *options* where said, been in the draw of *minutes*.

    The lot falls as it fell then: what differs comes from the entrants alone, not from a fingerprint that is another.
    Raises BadRequest, and Impossible when nothing satisfies it.
    """
    asked = {key: minutes[key] for key in ASKED} | {"entrants": list(entrants)}
    if options is not None:
        asked["options"] = options
    checked = replace(read_request(asked, TIRAGES), fingerprint=minutes["fingerprint"])
    outcome = checked.method.tirage(checked)
    return {"tables": _written(numbered(checked, outcome)), "exempt": sorted(outcome.exempt)}


def replay(minutes: dict[str, Any]) -> bool:
    """Whether the minutes give again, to the byte, the result they publish. Raises as `differences`."""
    return not differences(minutes)


def _bytes(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def schedule(request: dict[str, Any], rounds: int) -> list[dict[str, Any]]:
    """The parties 1 to *rounds* of a method planned from its first seed: `round`, `tables`, `exempt` of each.

    Raises BadRequest for a method that needs results between parties.
    """
    checked = read_request(request, TIRAGES)
    if not checked.method.schedule and checked.options.get("plan") != "soiree":
        known = ", ".join(name for name, method in TIRAGES.items() if method.schedule)
        raise BadRequest("unknown_value", key="method", got=checked.method.name, known=known)
    evening = []
    for number in range(1, rounds + 1):
        asked = {key: value for key, value in request.items() if key in ASKED}
        one = read_request({**asked, "round": number}, TIRAGES)
        outcome = one.method.tirage(one)
        evening.append({"round": number, "tables": _written(numbered(one, outcome)), "exempt": sorted(outcome.exempt)})
    return evening


@collector_paused()
def explain(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Why each table of *result* is what it is, then why each exempt sits out.

    Each reason has `table` (None for an exempt), `teams`, `code`, `params`, and its sentence in `fr` and `en`.
    """
    request = read_request(result, TIRAGES)
    tables = _read_tables(request, result.get("tables"))
    exempt = _exempt(request, tables)
    found = [*table_reasons(request, tables, exempt), *exempt_reasons(request, exempt)]
    return [
        {
            "table": reason.table,
            "teams": list(reason.teams),
            "code": reason.code,
            "params": reason.params,
            "fr": sentence(reason.code, "fr", **reason.params),
            "en": sentence(reason.code, "en", **reason.params),
        }
        for reason in found
    ]


def cost_of(request: dict[str, Any], tables: Sequence[Any]) -> dict[str, Any]:
    """What a list of tables made by hand is worth: `cost`, `rematches`, `exempt`, and what it breaks in `broken`.

    *tables* as in a result, or bare lists of camps. Each line of `broken` has `code` ("rematch", "club" or
    "fixed_table"), `table`, `teams` and its sentence. Raises BadRequest for a team unknown or seated twice.
    """
    checked = read_request(request, TIRAGES, seedless=True)
    seated = _read_tables(checked, list(tables))
    camps = [camps for _, camps in seated]
    return {
        "cost": gap(checked, camps),
        "rematches": [list(pair) for pair in rematches(checked, camps)],
        "exempt": _exempt(checked, seated),
        "broken": list(_broken(checked, seated)),
    }


def _broken(request: Request, tables: list[tuple[int, Camps]]) -> Iterable[dict[str, Any]]:
    found = request.by_number()
    for number, camps in tables:
        lines = [("rematch", a, b) for a, b in rematches(request, [camps])]
        if request.options["club_apart"] != "no":
            pairs = facing(camps) + (together(camps) if request.method.seats == "players" else [])
            lines += [("club", a, b) for a, b in pairs if same_club(found[a], found[b])]
        for code, a, b in lines:
            said = {"rematch": "rematch_kept", "club": "club_met"}[code]
            yield {
                "code": code,
                "table": number,
                "teams": [a, b],
                "fr": sentence(said, "fr", a=a, b=b),
                "en": sentence(said, "en", a=a, b=b),
            }
        for team in (n for camp in camps for n in camp):
            asked = found[team].fixed_table
            if asked is not None and asked != number:
                yield {
                    "code": "fixed_table",
                    "table": number,
                    "teams": [team],
                    "fr": sentence("moved", "fr", a=team, table=asked),
                    "en": sentence("moved", "en", a=team, table=asked),
                }


def _exempt(request: Request, tables: Sequence[tuple[int, Camps]]) -> list[int]:
    seated = {n for _, camps in tables for camp in camps for n in camp}
    return [e.number for e in request.entrants if e.number not in seated]


def _read_tables(request: Request, raw: Any) -> list[tuple[int, Camps]]:
    if not isinstance(raw, list):
        raise BadRequest("not_a_result", key="tables")
    known = {e.number for e in request.entrants}
    seen: set[int] = set()
    tables = []
    for place, item in enumerate(raw, 1):
        number, camps = (item.get("table"), item.get("camps")) if isinstance(item, dict) else (place, item)
        if type(number) is not int or not isinstance(camps, list | tuple):
            raise BadRequest("not_a_result", key=f"tables[{place}]")
        for camp in camps:
            if not isinstance(camp, list | tuple) or any(type(n) is not int for n in camp):
                raise BadRequest("not_a_result", key=f"tables[{place}].camps")
            for n in camp:
                if n not in known:
                    raise BadRequest("not_entered", key=f"tables[{place}]", number=n)
                if n in seen:
                    raise BadRequest("seated_twice", number=n)
                seen.add(n)
        tables.append((number, tuple(tuple(camp) for camp in camps)))
    return tables
