"""The values of a tirage: an entrant, a method and its options, the order of entrants, the seating drawn; a request,
every key checked, its entrants sorted, and the fingerprint of the frozen pool.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.sentences import Text, show
from tournament.tirages.chance import Lot
from tournament.tirages.errors import BadRequestError

VERSION = 1  # the same version gives the same draw for ever: it changes with any change of an algorithm

NUMBER_MAX = 1_000_000
FIGURE_MAX = 1_000_000_000
TEXT_MAX = 1000
ENTRANTS_MAX = 20_000

REQUEST_KEYS = ("method", "round", "seed", "options", "entrants")
RESULT_KEYS = ("tables", "exempt", "rematches", "cost", "optimal", "fingerprint")
AHEAD = "ahead"  # of the result of a draw that knows how many parties are announced
ABOUT = "about"  # free facts kept with the minutes (who cut the cards, why a draw was cancelled), never read by a draw


class Entrant(NamedTuple):
    """A team (or a single player) before a draw.

    `met` are the numbers of past opponents, `partners` those of past partners (mêlée), `exempt` how many parties
    it already sat out. Two entrants of one `club`, or of one `family`, are kept apart when the options ask it; a team whose
    players come from different ones has a `second_club`.
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
    second_club: str = ""

    @property
    def clubs(self) -> tuple[str, ...]:
        """Return its clubs as they are compared."""
        return tuple(name.casefold() for name in (self.club, self.second_club) if name)

    def before_the_evening(self) -> "Entrant":
        """Return the entrant without results, past tables and exemptions, as a plan of the whole evening sees it."""
        return Entrant(
            number=self.number,
            club=self.club,
            family=self.family,
            fixed_table=self.fixed_table,
            second_club=self.second_club,
        )


Camps = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeating:
    """The camps of each table, best table first, and the numbers of the exempt.

    `optimal` is true only when the aim of the method is proved reached. `places` are the numbers of the tables where
    the method itself chooses them; `ahead` says what is left for the parties announced (docs/tirages.md 9).
    """

    tables: list[Camps]
    exempt: list[int] = field(default_factory=list)
    optimal: bool = True
    places: list[int] | None = None
    ahead: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOption:
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
        """Return the value taken when the request is silent."""
        return self.values[0] if self.kind == "choice" and self.default is None else self.default


def choice(*values: str) -> MethodOption:
    """Return a setting that takes one of *values*, the first by default."""
    return MethodOption(values=values)


COMMON_OPTIONS: dict[str, MethodOption] = {
    "rematch": choice("never", "least"),
    "club_apart": choice("no", "soft", "hard"),
    "ties": choice("lot", "number"),
    "table_one": choice("top", "lot"),
    "rest": MethodOption(kind="numbers", default=()),
    # How many parties are announced, and whether clubs are still apart after this one: a draw leaves those to come possible.
    "parties": MethodOption(kind="count", default=0, high=100, later=True),
    "apart_next": MethodOption(values=("same", "no"), later=True),
    # Of a relay, who rests at each partie of the evening: two by two they make up for it, so they meet nowhere else.
    "relay": MethodOption(kind="numbers", default=(), later=True),
}
RANKING = {"ranking": choice("points", "wins")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One way of drawing: its name in requests, its settings, its sentences, and the function that draws.

    `defaults` replaces the usual first value of a common option. `chance` is false where no lot is ever used. `least`
    is how many entrants the smallest draw has.
    """

    name: str
    tirage: Callable[["Request"], DrawnSeating]
    title: Text
    summary: Text  # one sentence of the règlement
    extra: Mapping[str, MethodOption] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    ranking: str = "points"  # what makes a rank: "points" or "wins"
    chance: bool = True
    seats: str = "teams"  # "teams", or "players" where each entrant is one person
    reasons: str = "line"  # how a table is explained: "line", "lot", "planned", "pool", "bracket" or "many"
    schedule: bool = False  # every partie is known from the first seed
    pairs_kept: bool = False  # nobody else comes in the place of an opponent who is not there
    least: int = 2
    byes: Text | None = None  # what the règlement says more where teams may be exempt from the first round

    @property
    def options(self) -> dict[str, MethodOption]:
        """Return every setting this method accepts."""
        return {**COMMON_OPTIONS, **self.extra}

    def initial(self, name: str) -> Any:
        """Return the value of the option *name* when the request is silent."""
        return self.defaults.get(name, self.options[name].initial)

    def label(self, lang: str = "fr") -> str:
        """Return its short name for people."""
        return self.title.in_lang(lang)

    def about(self, lang: str = "fr", *, byes: bool = True) -> str:
        """Return its sentence in the règlement, and the one about *byes* where there may be any."""
        said = [self.summary, self.byes] if byes and self.byes else [self.summary]
        return " ".join(one.in_lang(lang) for one in said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A checked request. `entrants` are sorted by number, `options` complete."""

    method: Method
    round: int
    seed: str
    options: Mapping[str, Any]
    entrants: tuple[Entrant, ...]
    fingerprint: str
    by_number: Mapping[int, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_number", {e.number: e for e in self.entrants})

    @property
    def ranking(self) -> str:
        """Return what makes a rank here: "points" or "wins"."""
        ranking: str = self.options.get("ranking", self.method.ranking)
        return ranking

    def playing(self) -> list[Entrant]:
        """Return the entrants that the options do not send to rest."""
        rest = set(self.options["rest"])
        return [e for e in self.entrants if e.number not in rest]

    def lot(self) -> Lot:
        """Return the lot of this partie, bound to the frozen pool."""
        return Lot(self.fingerprint, self.seed)


# --- A request, checked -----------------------------------------------------------------------------------------------

INT = frozenset((int,))
KIND_NAMES = {dict: "object", list: "list", str: "text", int: "number"}
PERSON_KEYS = frozenset(("number", "club", "family", "fixed_table", "second_club"))
ENTRANT_KEYS = frozenset(
    ("number", "wins", "points", "met", "exempt", "club", "fixed_table", "family", "partners", "second_club")
)


def read_request(raw: Any, methods: Mapping[str, Method], *, seedless: bool = False) -> Request:
    """Return the checked request in *raw*, the keys of a result left aside. Raises BadRequestError.

    With *seedless* the seed may be missing: the pool is frozen before the cards are cut.
    """
    if not isinstance(raw, dict):
        raise BadRequestError("not_an_object", got=show(raw))
    for key in raw:
        if key not in REQUEST_KEYS and key not in RESULT_KEYS and key not in (AHEAD, ABOUT):
            raise BadRequestError("unknown_key", key=show(key), known=", ".join(REQUEST_KEYS))
    for key in ("method", "entrants"):
        if key not in raw:
            raise BadRequestError("missing_key", key=key)
    name = raw["method"]
    if not isinstance(name, str) or name not in methods:
        raise BadRequestError("unknown_method", got=_got(name), known=", ".join(methods))
    method = methods[name]
    round_number = _whole(raw.get("round", 1), "round")
    seed = raw.get("seed")
    if seed is None and (seedless or not method.chance):
        seed = ""
    seed = _text(seed, "seed")
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
    _of_kind(raw, list, "entrants")
    if not 2 <= len(raw) <= ENTRANTS_MAX:
        raise BadRequestError("how_many", got=len(raw), low=2, high=ENTRANTS_MAX)
    entrants: dict[int, Entrant] = {}
    for place, item in enumerate(raw, 1):
        entrant = _entrant(item, place)
        if entrant.number in entrants:
            raise BadRequestError("number_twice", number=entrant.number)
        entrants[entrant.number] = entrant
    return tuple(entrants[number] for number in sorted(entrants))


def _entrant(item: Any, place: int) -> Entrant:
    """Return one entrant, checked. The usual one passes one condition; any doubt is checked field by field."""
    if type(item) is dict and ENTRANT_KEYS.issuperset(item) and "number" in item:
        get = item.get
        number, wins, points, exempt = item["number"], get("wins", 0), get("points", 0), get("exempt", 0)
        met, club, fixed = get("met", ()), get("club"), get("fixed_table")
        if (
            type(number) is type(wins) is type(points) is type(exempt) is int
            and 1 <= number <= NUMBER_MAX
            and -FIGURE_MAX <= wins <= FIGURE_MAX
            and -FIGURE_MAX <= points <= FIGURE_MAX
            and 0 <= exempt <= NUMBER_MAX
            and (club is None or type(club) is str and club.isascii() and len(club) <= TEXT_MAX)
            and (fixed is None or type(fixed) is int and 1 <= fixed <= NUMBER_MAX)
            and get("family") in (None, "")
            and get("second_club") in (None, "")
            and get("partners", ()) in ((), [])
            and isinstance(met, list | tuple)
            and (not met or type(met) is list)
            and (not met or INT.issuperset(map(type, met)) and number not in met)
            and (not met or 1 <= min(met) and max(met) <= NUMBER_MAX)
        ):
            return Entrant(
                number, wins, points, tuple(sorted(met)), exempt, " ".join(club.split()) if club else "", fixed
            )
    return _doubtful_entrant(item, place)


def _doubtful_entrant(item: Any, place: int) -> Entrant:
    where = f"entrants[{place}]"
    _of_kind(item, dict, where)
    if not ENTRANT_KEYS.issuperset(item):
        unknown = next(key for key in item if key not in ENTRANT_KEYS)
        raise BadRequestError("unknown_key", key=f"{where}.{show(unknown)}", known=", ".join(sorted(ENTRANT_KEYS)))
    if "number" not in item:
        raise BadRequestError("missing_key", key=f"{where}.number")
    number = _whole(item["number"], f"{where}.number")
    fixed = item.get("fixed_table")
    return Entrant(
        number=number,
        wins=_whole(item.get("wins", 0), f"{where}.wins", low=-FIGURE_MAX, high=FIGURE_MAX),
        points=_whole(item.get("points", 0), f"{where}.points", low=-FIGURE_MAX, high=FIGURE_MAX),
        met=_numbers(item.get("met", []), f"{where}.met", but=number),
        exempt=_whole(item.get("exempt", 0), f"{where}.exempt", low=0),
        club=_name(item.get("club"), f"{where}.club"),
        fixed_table=None if fixed is None else _whole(fixed, f"{where}.fixed_table"),
        family=_name(item.get("family"), f"{where}.family"),
        partners=_numbers(item.get("partners", []), f"{where}.partners", but=number),
        second_club=_name(item.get("second_club"), f"{where}.second_club"),
    )


def _options(raw: Any, method: Method, entered: set[int]) -> dict[str, Any]:
    _of_kind(raw, dict, "options")
    allowed = method.options
    for key in raw:
        if key not in allowed:
            raise BadRequestError("unknown_key", key=f"options.{show(key)}", known=", ".join(allowed))
    options: dict[str, Any] = {}
    for name, option in allowed.items():
        if name not in raw:
            options[name] = method.initial(name)
            continue
        value, key = raw[name], f"options.{name}"
        if option.kind == "choice":
            if not isinstance(value, str) or value not in option.values:
                raise BadRequestError("unknown_value", key=key, got=_got(value), known=", ".join(option.values))
            options[name] = value
        elif option.kind == "people":
            options[name] = _people(value, key)
        elif option.kind == "count":
            options[name] = _whole(value, key, low=option.low, high=option.high)
        else:
            values = tuple(_whole(v, key) for v in _of_kind(value, list, key))
            if len(set(values)) < len(values):
                raise BadRequestError("twice_in_list", key=key)
            options[name] = values
    for number in options["rest"]:
        if number not in entered:
            raise BadRequestError("not_entered", key="options.rest", number=number)
    if len(entered) - len(options["rest"]) < 2:
        raise BadRequestError("how_many", got=len(entered) - len(options["rest"]), low=2, high=ENTRANTS_MAX)
    return options


def _people(raw: Any, key: str) -> tuple[tuple[Any, ...], ...]:
    """Return number, club, family and fixed table of each, and the second club of who has one, by number."""
    people: dict[int, tuple[Any, ...]] = {}
    for item in _of_kind(raw, list, key):
        if not isinstance(item, dict) or not PERSON_KEYS.issuperset(item):
            raise BadRequestError("wrong_type", key=key, got=_got(item), wanted="object")
        person = _doubtful_entrant(item, len(people) + 1)
        if person.number in people:
            raise BadRequestError("twice_in_list", key=key)
        people[person.number] = (person.number, person.club, person.family, person.fixed_table)
        if person.second_club:
            people[person.number] += (person.second_club,)
    return tuple(people[number] for number in sorted(people))


def _about(raw: Any) -> None:
    _of_kind(raw, dict, ABOUT)
    try:
        json.dumps(raw, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):  # lone surrogates, infinite figures, too many levels
        raise BadRequestError("not_text", key=ABOUT) from None


def _of_kind(value: Any, kind: type, key: str) -> Any:
    """Return *value*, of this *kind*; true and false are no numbers."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRequestError("wrong_type", key=key, got=_got(value), wanted=KIND_NAMES[kind])
    return value


def _whole(value: Any, key: str, *, low: int = 1, high: int = NUMBER_MAX) -> int:
    """Return *value*, a whole number between the bounds."""
    number: int = _of_kind(value, int, key)
    if not low <= number <= high:
        raise BadRequestError("out_of_bounds", key=key, low=low, high=high)
    return number


def _text(raw: Any, key: str) -> str:
    """Return *raw*, a short text that can be written in UTF-8."""
    value: str = _of_kind(raw, str, key)
    if len(value) > TEXT_MAX:
        raise BadRequestError("too_long", key=key, high=TEXT_MAX)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadRequestError("not_text", key=key) from None
    return value


def _name(value: Any, key: str) -> str:
    """Return the name *value*, "" for none, its spaces single."""
    return "" if value is None else " ".join(_text(value, key).split())


def _numbers(value: Any, key: str, *, but: int) -> tuple[int, ...]:
    """Return the numbers in the list *value*, sorted, none being *but*."""
    for number in _of_kind(value, list, key):
        if type(number) is not int or not 1 <= number <= NUMBER_MAX:
            raise BadRequestError("wrong_type", key=key, got=_got(number), wanted="number")
    if but in value:
        raise BadRequestError("met_itself", key=key, number=but)
    return tuple(sorted(value))


def _got(value: Any) -> str:
    """Return *value* for a message, a text in quotes: "12" is no number."""
    return f'"{show(value)}"' if isinstance(value, str) else show(value)


def _fingerprint(method: Method, round_number: int, options: Mapping[str, Any], entrants: Sequence[Entrant]) -> str:
    declared = method.options
    settings = sorted(
        (name, value) for name, value in options.items() if not declared[name].later or value != method.initial(name)
    )
    rows = [
        # A draw made before there were second clubs keeps its fingerprint.
        [*e[:-1], e.second_club] if e.second_club else [*e[:-1]]
        for e in entrants
    ]
    frozen = [VERSION, method.name, round_number, settings, rows]
    return hashlib.sha256(json.dumps(frozen, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()


SPAN = 1 << 32  # more than twice FIGURE_MAX: two figures make one


def rank_key(request: Request) -> Callable[[Entrant], tuple[int, int]]:
    """Return the key that puts the best entrant first: wins then points, or points then wins."""
    if request.ranking == "wins":
        return lambda e: (-e.wins, -e.points)
    return lambda e: (-e.points, -e.wins)


def ranked(request: Request, entrants: Sequence[Entrant], lot: Lot) -> list[Entrant]:
    """Return *entrants* from first to last; equals ordered by lot, or by number when the options ask it."""
    by_wins = request.ranking == "wins"
    marks = [e.wins * SPAN + e.points if by_wins else e.points * SPAN + e.wins for e in entrants]
    places = sorted(range(len(marks)), key=lambda place: entrants[place].number)
    places.sort(key=marks.__getitem__, reverse=True)
    ordered = [entrants[place] for place in places]
    if request.options["ties"] == "number":
        return ordered
    marks = [marks[place] for place in places]
    start = 0
    for stop in range(1, len(marks) + 1):
        if stop == len(marks) or marks[stop] != marks[start]:
            if stop - start > 1:
                equals = ordered[start:stop]
                lot.shuffle(equals)
                ordered[start:stop] = equals
            start = stop
    return ordered
