"""Game: one way to play under the terms of one partie; Terms: the values of a rule set, options applied."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rules.cards import ATOUTS
from rules.control import Pair, Stated, TotalsCheck, uncontrolled
from rules.form import Feuille
from rules.result import Result
from rules.sentences import Text, text


class Clause(NamedTuple):
    """One sentence of a règlement, what fills it, and the article it stands on."""

    text: Text
    article: str
    values: Mapping[str, object]

    def say(self, lang: str) -> str:
        """Return the sentence in *lang*, filled."""
        words = {name: v.in_lang(lang) if isinstance(v, Text) else v for name, v in self.values.items()}
        return self.text.say(lang, **words)


def clause(french: str, english: str, article: str, **values: object) -> Clause:
    """Return a clause whose ``{names}`` are filled with *values*; one that is a `Text` is said in the same language."""
    return Clause(text(french, english), article, values)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The values that hold for one partie; ``article`` maps the name of each to its article.

    Every game states these of the play of the cards. ``cartes_par_pli`` is None where it depends on the players.
    """

    article: Mapping[str, str]
    partenaires: bool
    coupe_sur_partenaire: bool
    pisser: bool
    cartes_par_pli: int | None
    sans_atout_tout_atout: bool

    @property
    def atouts(self) -> tuple[str, ...]:
        """Return the atouts that a donne may be played in."""
        return ATOUTS if self.sans_atout_tout_atout else ATOUTS[:4]

    def clause(self, french: str, english: str, value: str, **values: object) -> Clause:
        """Return a clause on the article of *value*: its ``{names}`` are filled with *values*, else with these terms."""
        sentence = text(french, english)
        names = {name for _text, name, _format, _conversion in Formatter().parse(sentence.fr) if name}
        own = {name: getattr(self, name) for name in names - values.keys()}
        return Clause(sentence, self.article[value], own | values)


T = TypeVar("T", bound=Terms)
ReglementPart = tuple[Text, Iterable[Clause]]  # a title and its clauses

PLAY, CONTRACT, MARKS, END = (
    text("Le jeu de la carte", "The play of the cards"),
    text("Le contrat", "The contract"),
    text("La marque", "The marks"),
    text("La partie", "The partie"),
)


class Game(ABC, Generic[T]):
    """One way to play: what its sheet says, what a donne marks, when the partie ends, which totals can be.

    A class is the game, an object the game under the terms of one partie. ``articles`` names what a rule set cites
    without a value: the article alone says what happens.
    """

    terms_class: ClassVar[type[Terms]]
    articles: ClassVar[frozenset[str]]

    def __init__(self, terms: T) -> None:
        self.terms = terms

    @abstractmethod
    def check_form(self, sheet: Mapping[str, Any]) -> None:
        """Refuse a sheet whose keys or lists are wrong at any depth. Raises FormError."""

    @abstractmethod
    def score(self, sheet: Mapping[str, Any], *, explain: bool) -> Result:
        """Score a sheet of the right form, up to the first donne that is refused."""

    @abstractmethod
    def feuille(self, players: int) -> Feuille:
        """Return the columns of the sheet; *players* sit at the table where each is a camp."""

    @abstractmethod
    def reglement(self) -> list[ReglementPart]:
        """Return the clauses of the règlement under titles."""

    @property
    def limit_of_points(self) -> int | None:
        """Return the points that end the partie, where some do."""
        return None

    def control(self, stated: Stated) -> TotalsCheck:
        """Return whether some sequence of donnes gives two totals."""
        return uncontrolled(stated)

    def complete(self, stated: Stated, camp: str) -> int | None:
        """Return the total that *camp* left out, where one alone is possible."""
        return None

    def explain_totals(self, stated: Stated) -> list[Pair]:
        """Return the numbers of belotes and capots that give the sum of both totals, fewest first; [] where none can be told."""
        return []
