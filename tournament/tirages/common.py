"""What every draw reads and gives: Entrant, Request, Outcome, and the fingerprint of a frozen pool."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournament.tirages.chance import Lot
from tournament.tirages.errors import BadRequest

VERSION = 1  # the same version gives the same draw for ever: it changes with any change of an algorithm

NUMBER_MAX = 1_000_000
FIGURE_MAX = 1_000_000_000
SPAN = 1 << 32
TEXT_MAX = 1000
ENTRANTS_MAX = 20_000

ASKED = ("method", "round", "seed", "options", "entrants")
ABOUT = "about"  # free facts kept with the minutes (who cut the cards, why a draw was cancelled), never read by a draw
GIVEN = ("tables", "exempt", "rematches", "cost", "optimal", "fingerprint")


class Entrant(NamedTuple):
    """A team (or a single player) before a draw.

    `met` are the numbers of past opponents, `partners` those of past partners (mêlée), `exempt` how many parties
    it already sat out. Two entrants of one `club`, or of one `family`, are kept apart when the options ask it.
    `fixed_table` is the table it never leaves (mobility, hearing), or None.
    """

    number: int
    wins: int = 0
    points: int = 0
    met: tuple[int, ...] = ()
    exempt: int = 0
    club: str = ""
    fixed_table: int | None = None
    family: str = ""
    partners: tuple[int, ...] = ()


Camps = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a method gives: the camps of each table, best table first, and who sits out.

    `optimal` is true only when the aim of the method is proved reached. `places` are the numbers of the tables where
    the method itself says them.
    """

    tables: list[Camps]
    exempt: list[int] = field(default_factory=list)
    optimal: bool = True
    places: list[int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting of a method: allowed `values` (the first is the default), or a `kind` of figure or list.

    `kind` is "choice", "count" (a whole number from `low` to `high`), "numbers" (a list of entrants' numbers) or
    "people" (entrants as they were, each with its number, club, family and fixed table).
    A `later` one came after the first minutes were published: at its default it is left out of the fingerprint, so
    that those stay true.
    """

    kind: str = "choice"
    values: tuple[str, ...] = ()
    default: Any = None
    low: int = 1
    high: int = NUMBER_MAX
    later: bool = False

    @property
    def initial(self) -> Any:
        """The value taken when the request is silent."""
        return self.values[0] if self.kind == "choice" and self.default is None else self.default


def choice(*values: str) -> Option:
    """A setting that takes one of *values*, the first unless said otherwise."""
    return Option(values=values)


COMMON_OPTIONS: dict[str, Option] = {
    "rematch": choice("never", "least"),
    "club_apart": choice("no", "soft", "hard"),
    "ties": choice("lot", "number"),
    "table_one": choice("top", "lot"),
    "rest": Option(kind="numbers", default=()),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One way of drawing: its name in requests, its settings, its words, and the function that draws.

    `defaults` replaces the usual first value of a common option. `chance` is false where no lot is ever used.
    """

    name: str
    tirage: Callable[["Request"], Outcome]
    label_fr: str
    label_en: str
    about_fr: str
    about_en: str
    extra: Mapping[str, Option] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    ranking: str = "points"  # what makes a rank: "points" or "wins"
    chance: bool = True
    seats: str = "teams"  # "teams", or "players" where each entrant is one person
    reasons: str = "line"  # how a table is explained: "line", "lot", "planned", "pool", "bracket" or "many"
    schedule: bool = False  # every partie is known from the first seed: see `schedule`

    @property
    def options(self) -> dict[str, Option]:
        """Every setting this method accepts."""
        return {**COMMON_OPTIONS, **self.extra}

    def initial(self, name: str) -> Any:
        """The value of the option *name* when the request is silent."""
        return self.defaults.get(name, self.options[name].initial)

    def label(self, lang: str = "fr") -> str:
        """Its short name for people."""
        return self.label_en if lang == "en" else self.label_fr

    def about(self, lang: str = "fr") -> str:
        """One sentence for the règlement."""
        return self.about_en if lang == "en" else self.about_fr


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A draw asked for, checked. `entrants` are sorted by number, `options` complete."""

    method: Method
    round: int
    seed: str
    options: Mapping[str, Any]
    entrants: tuple[Entrant, ...]
    fingerprint: str
    known: Mapping[int, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", {e.number: e for e in self.entrants})

    def by_number(self) -> Mapping[int, Entrant]:
        """Entrants by number."""
        return self.known


INT = frozenset((int,))
PERSON_KEYS = frozenset(("number", "club", "family", "fixed_table"))
ENTRANT_KEYS = frozenset(("number", "wins", "points", "met", "exempt", "club", "fixed_table", "family", "partners"))


def read_request(raw: Any, methods: Mapping[str, Method], *, seedless: bool = False) -> Request:
    """The checked request in *raw* (result keys, if there, are left aside). Raises BadRequest.

    With *seedless* the seed may be missing: the pool is frozen before the cards are cut.
    """
    if not isinstance(raw, dict):
        raise BadRequest("not_an_object", got=kind_of(raw))
    for key in raw:
        if key not in ASKED and key not in GIVEN and key != ABOUT:
            raise BadRequest("unknown_key", key=shown(key), known=", ".join(ASKED))
    for key in ("method", "entrants"):
        if key not in raw:
            raise BadRequest("missing_key", key=key)
    name = raw["method"]
    if not isinstance(name, str) or name not in methods:
        raise BadRequest("unknown_method", got=shown(name), known=", ".join(methods))
    method = methods[name]
    round_number = whole(raw.get("round", 1), "round", low=1, high=NUMBER_MAX)
    seed = raw.get("seed")
    if seed is None and (seedless or not method.chance):
        seed = ""
    seed = text(seed, "seed")
    entrants = _entrants(raw["entrants"])
    options = _options(raw.get("options", {}), method, {e.number for e in entrants})
    if ABOUT in raw:
        _about(raw[ABOUT])
    return Request(
        method=method,
        round=round_number,
        seed=seed,
        options=options,
        entrants=entrants,
        fingerprint=_fingerprint(method, round_number, options, entrants),
    )


def _entrants(raw: Any) -> tuple[Entrant, ...]:
    if not isinstance(raw, list):
        raise BadRequest("wrong_type", key="entrants", got=kind_of(raw), wanted="list")
    if not 2 <= len(raw) <= ENTRANTS_MAX:
        raise BadRequest("how_many", got=len(raw), low=2, high=ENTRANTS_MAX)
    found: dict[int, Entrant] = {}
    for place, item in enumerate(raw, 1):
        entrant = _entrant(item, place)
        if entrant.number in found:
            raise BadRequest("number_twice", number=entrant.number)
        found[entrant.number] = entrant
    return tuple(found[number] for number in sorted(found))


def _entrant(item: Any, place: int) -> Entrant:
    """One entrant, checked. The usual one is let through at once; any doubt is looked at field by field."""
    if type(item) is dict and ENTRANT_KEYS.issuperset(item) and "number" in item:
        get = item.get
        found = Entrant(
            item["number"],
            get("wins", 0),
            get("points", 0),
            get("met", ()),
            get("exempt", 0),
            "" if get("club") is None else item["club"],
            get("fixed_table"),
            "" if get("family") is None else item["family"],
            get("partners", ()),
        )
        number, wins, points, met, exempt, club, fixed, family, partners = found
        if (
            type(number) is type(wins) is type(points) is type(exempt) is int
            and 1 <= number <= NUMBER_MAX
            and -FIGURE_MAX <= wins <= FIGURE_MAX
            and -FIGURE_MAX <= points <= FIGURE_MAX
            and 0 <= exempt <= NUMBER_MAX
            and type(club) is str
            and club.isascii()
            and len(club) <= TEXT_MAX
            and (fixed is None or type(fixed) is int and 1 <= fixed <= NUMBER_MAX)
            and family == ""
            and partners in ((), [])
            and (met == () or type(met) is list)
            and (not met or INT.issuperset(map(type, met)) and number not in met)
            and (not met or 1 <= min(met) and max(met) <= NUMBER_MAX)
        ):
            return Entrant(
                number, wins, points, tuple(sorted(met)), exempt, " ".join(club.split()) if club else "", fixed
            )
    return _doubtful(item, place)


def _doubtful(item: Any, place: int) -> Entrant:
    where = f"entrants[{place}]"
    if not isinstance(item, dict):
        raise BadRequest("wrong_type", key=where, got=kind_of(item), wanted="object")
    if not ENTRANT_KEYS.issuperset(item):
        unknown = next(key for key in item if key not in ENTRANT_KEYS)
        raise BadRequest("unknown_key", key=f"{where}.{shown(unknown)}", known=", ".join(sorted(ENTRANT_KEYS)))
    if "number" not in item:
        raise BadRequest("missing_key", key=f"{where}.number")
    number = whole(item["number"], f"{where}.number", low=1, high=NUMBER_MAX)
    fixed = item.get("fixed_table")
    return Entrant(
        number=number,
        wins=whole(item.get("wins", 0), f"{where}.wins", low=-FIGURE_MAX, high=FIGURE_MAX),
        points=whole(item.get("points", 0), f"{where}.points", low=-FIGURE_MAX, high=FIGURE_MAX),
        met=numbers(item.get("met", []), f"{where}.met", but=number),
        exempt=whole(item.get("exempt", 0), f"{where}.exempt", low=0, high=NUMBER_MAX),
        club=" ".join(text("" if item.get("club") is None else item["club"], f"{where}.club").split()),
        fixed_table=None if fixed is None else whole(fixed, f"{where}.fixed_table", low=1, high=NUMBER_MAX),
        family=" ".join(text("" if item.get("family") is None else item["family"], f"{where}.family").split()),
        partners=numbers(item.get("partners", []), f"{where}.partners", but=number),
    )


def _options(raw: Any, method: Method, known: set[int]) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise BadRequest("wrong_type", key="options", got=kind_of(raw), wanted="object")
    allowed = method.options
    for key in raw:
        if key not in allowed:
            raise BadRequest("unknown_key", key=f"options.{shown(key)}", known=", ".join(allowed))
    options: dict[str, Any] = {}
    for name, option in allowed.items():
        if name not in raw:
            options[name] = method.initial(name)
            continue
        value, key = raw[name], f"options.{name}"
        if option.kind == "choice":
            if not isinstance(value, str) or value not in option.values:
                raise BadRequest("unknown_value", key=key, got=shown(value), known=", ".join(option.values))
            options[name] = value
        elif option.kind == "people":
            options[name] = _people(value, key)
        elif option.kind == "count":
            options[name] = whole(value, key, low=option.low, high=option.high)
        else:
            if not isinstance(value, list):
                raise BadRequest("wrong_type", key=key, got=kind_of(value), wanted="list")
            values = tuple(whole(v, key, low=1, high=NUMBER_MAX) for v in value)
            if len(set(values)) < len(values):
                raise BadRequest("twice_in_list", key=key)
            options[name] = values
    for number in options["rest"]:
        if number not in known:
            raise BadRequest("not_entered", key="options.rest", number=number)
    if len(known) - len(options["rest"]) < 2:
        raise BadRequest("how_many", got=len(known) - len(options["rest"]), low=2, high=ENTRANTS_MAX)
    return options


def _people(raw: Any, key: str) -> tuple[tuple[int, str, str, int | None], ...]:
    """Number, club, family and fixed table of each, by number."""
    if not isinstance(raw, list):
        raise BadRequest("wrong_type", key=key, got=kind_of(raw), wanted="list")
    found: dict[int, tuple[int, str, str, int | None]] = {}
    for item in raw:
        if not isinstance(item, dict) or not PERSON_KEYS.issuperset(item):
            raise BadRequest("wrong_type", key=key, got=kind_of(item), wanted="object")
        one = _doubtful(item, len(found) + 1)
        if one.number in found:
            raise BadRequest("twice_in_list", key=key)
        found[one.number] = (one.number, one.club, one.family, one.fixed_table)
    return tuple(found[number] for number in sorted(found))


def _about(raw: Any) -> None:
    if not isinstance(raw, dict):
        raise BadRequest("wrong_type", key=ABOUT, got=kind_of(raw), wanted="object")
    try:
        json.dumps(raw, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):  # lone surrogates, infinite figures, too many levels
        raise BadRequest("not_text", key=ABOUT) from None


def whole(value: Any, key: str, *, low: int, high: int) -> int:
    """*value* if it is a whole number between the bounds; raises BadRequest."""
    if type(value) is not int:
        raise BadRequest("wrong_type", key=key, got=shown(value), wanted="number")
    if not low <= value <= high:
        raise BadRequest("out_of_bounds", key=key, low=low, high=high)
    return value


def text(value: Any, key: str) -> str:
    """*value* if it is a short text that can be written in UTF-8; raises BadRequest."""
    if type(value) is not str:
        raise BadRequest("wrong_type", key=key, got=shown(value), wanted="text")
    if len(value) > TEXT_MAX:
        raise BadRequest("too_long", key=key, high=TEXT_MAX)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadRequest("not_text", key=key) from None
    return value


def numbers(value: Any, key: str, *, but: int) -> tuple[int, ...]:
    """The numbers in the list *value*, sorted, none being *but*; raises BadRequest."""
    if type(value) is not list:
        raise BadRequest("wrong_type", key=key, got=kind_of(value), wanted="list")
    for number in value:
        if type(number) is not int or not 1 <= number <= NUMBER_MAX:
            raise BadRequest("wrong_type", key=key, got=shown(number), wanted="number")
    if but in value:
        raise BadRequest("met_itself", key=key, number=but)
    return tuple(sorted(value))


def kind_of(value: Any) -> str:
    """The kind of a JSON value, as a word for messages."""
    names = {dict: "object", list: "list", str: "text", bool: "boolean", int: "number", float: "decimal"}
    return names.get(type(value), "null")


def shown(value: Any) -> str:
    """A short form of *value* on one line, for messages."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**18:
        return "…"
    written = json.dumps(value) if isinstance(value, str | int | float | bool) or value is None else kind_of(value)
    return written if len(written) <= 40 else written[:39] + "…"


def _fingerprint(method: Method, round_number: int, options: Mapping[str, Any], entrants: Sequence[Entrant]) -> str:
    known = method.options
    settings = sorted(
        (name, value) for name, value in options.items() if not known[name].later or value != method.initial(name)
    )
    rows = [
        [e.number, e.wins, e.points, e.met, e.exempt, e.club, e.fixed_table, e.family, e.partners] for e in entrants
    ]
    frozen = [VERSION, method.name, round_number, settings, rows]
    return hashlib.sha256(json.dumps(frozen, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()


def gap(request: Request, tables: Sequence[Camps]) -> dict[str, int]:
    """The cost of *tables*: sum over tables of the gap in wins, and in points, between its camps.

    With more than two camps, between the best and the last. A camp of several counts the sum of its members.
    """
    found = request.by_number()
    wins = points = 0
    for camps in tables:
        if all(len(camp) == 1 for camp in camps) and len(camps) == 2:
            a, b = found[camps[0][0]], found[camps[1][0]]
            wins += abs(a.wins - b.wins)
            points += abs(a.points - b.points)
            continue
        camp_wins = [sum(found[n].wins for n in camp) for camp in camps]
        camp_points = [sum(found[n].points for n in camp) for camp in camps]
        wins += max(camp_wins) - min(camp_wins)
        points += max(camp_points) - min(camp_points)
    return {"wins": wins, "points": points}


def facing(camps: Camps) -> list[tuple[int, int]]:
    """Every pair of opponents at a table, the smaller number first."""
    return [
        (min(a, b), max(a, b))
        for place, camp in enumerate(camps)
        for other in camps[place + 1 :]
        for a in camp
        for b in other
    ]


def together(camps: Camps) -> list[tuple[int, int]]:
    """Every pair of partners at a table, the smaller number first."""
    return [(min(a, b), max(a, b)) for camp in camps for place, a in enumerate(camp) for b in camp[place + 1 :]]


def rematches(request: Request, tables: Sequence[Camps]) -> list[tuple[int, int]]:
    """Pairs seated together who already were: opponents met again, partners joined again."""
    found = request.by_number()
    again = set()
    for camps in tables:
        if len(camps) == 2 and len(camps[0]) == len(camps[1]) == 1:
            a, b = camps[0][0], camps[1][0]
            if b in found[a].met or a in found[b].met:
                again.add((min(a, b), max(a, b)))
            continue
        again.update((a, b) for a, b in facing(camps) if b in found[a].met or a in found[b].met)
        again.update((a, b) for a, b in together(camps) if b in found[a].partners or a in found[b].partners)
    return sorted(again)


def same_club(a: Entrant, b: Entrant) -> bool:
    """Whether two entrants are of one club or of one family."""
    return bool(a.club and a.club.casefold() == b.club.casefold()) or bool(
        a.family and a.family.casefold() == b.family.casefold()
    )


def numbered(request: Request, outcome: Outcome) -> list[tuple[int, Camps]]:
    """The tables with their numbers, in the order of the numbers.

    An entrant with a fixed table keeps it (where two ask for one, or two who have each their own meet, the first);
    the others fill the free numbers from 1 in the order given.
    """
    tables = outcome.tables
    if outcome.places is not None:
        return sorted(zip(outcome.places, tables, strict=True))
    if not any(entrant.fixed_table for entrant in request.entrants):
        return list(enumerate(tables, 1))
    found = request.by_number()
    fixed: list[int] = []
    taken: set[int] = set()
    for camps in tables:
        asked = (found[n].fixed_table or 0 for camp in camps for n in camp)
        fixed.append(next((table for table in asked if table and table not in taken), 0))
        taken.add(fixed[-1])
    free = (number for number in range(1, len(tables) + len(taken) + 1) if number not in taken)
    placed = [(table or next(free), camps) for table, camps in zip(fixed, tables, strict=True)]
    return sorted(placed)


RANKING = {"ranking": choice("points", "wins")}


def standing(request: Request) -> Callable[[Entrant], tuple[int, int]]:
    """The key that puts the best entrant first: wins then points, or points then wins, as the method or option says."""
    if request.options.get("ranking", request.method.ranking) == "wins":
        return lambda e: (-e.wins, -e.points)
    return lambda e: (-e.points, -e.wins)


def line(request: Request, entrants: Sequence[Entrant], lot: Lot) -> list[Entrant]:
    """*entrants* from first to last; equals ordered by lot, or by number when the options say so."""
    by_wins = request.options.get("ranking", request.method.ranking) == "wins"
    # One figure for both: a figure is never beyond FIGURE_MAX, less than half of a span.
    marks = [e.wins * SPAN + e.points if by_wins else e.points * SPAN + e.wins for e in entrants]
    places = sorted(range(len(marks)), key=lambda place: entrants[place].number)
    places.sort(key=marks.__getitem__, reverse=True)
    ordered = [entrants[place] for place in places]
    if request.options["ties"] == "number":
        return ordered
    ranked = [marks[place] for place in places]
    start = 0
    for stop in range(1, len(ranked) + 1):
        if stop == len(ranked) or ranked[stop] != ranked[start]:
            if stop - start > 1:
                equal = ordered[start:stop]
                lot.shuffle(equal)
                ordered[start:stop] = equal
            start = stop
    return ordered
