"""The values of a tirage: an entrant, a method and its options, a checked request, the seating drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.sentences import Text
from tournament.tirages.chance import Lot

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
