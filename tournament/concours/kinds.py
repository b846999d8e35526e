"""The kinds of value that a setting of a concours can have: how each is checked, kept and put into words; the
agreement of settings with each other.
"""

import datetime
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from django.utils import formats
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext as _

from rules import RULE_SETS
from tournament import names
from tournament.errors import TournamentError
from tournament.finals.formula import KNOCK_OUT
from tournament.languages import LazyText
from tournament.tirages import TIRAGES

Text: TypeAlias = str | LazyText
Values = Mapping[str, Any]  # the name of each setting → its value


class _NoDefault(Enum):
    NO_DEFAULT = "no default"


# Marks what has no usual value: somebody must say it.
NO_DEFAULT: Final = _NoDefault.NO_DEFAULT

# Every donne won with a capot and a belote: nobody marks more than that.
MOST_OF_A_DONNE = 272
MOST_POINTS = 99_999


class Kind:
    """Check and show one kind of value."""

    def clean(self, value: object, field: str, settings: Values) -> Any:
        """Return *value* as it is kept. Raises TournamentError about *field*.

        *settings* are the other settings: those above it in the table are checked already.
        """
        raise NotImplementedError

    def merge(self, current: Any, change: object, field: str, *, same_rules: bool) -> Any:
        """Return the value that *change* asks for; *same_rules* where the game stays what it is."""
        return change

    def journalled(self, value: Any) -> object:
        """Return *value* as the journal keeps it."""
        return value

    def words(self, value: Any, settings: Values) -> str | None:
        """Return a journalled *value* in words, None where it reads by itself or is not of this kind."""
        return None


@dataclass(frozen=True)
class SettingPart:
    """One value with a name: a setting, or a part of one.

    *default* may be a function of the settings above it in the table.
    """

    name: str
    kind: Kind
    label: Text = ""
    help: Text = ""
    default: Any = NO_DEFAULT


@dataclass(frozen=True)
class TextLine(Kind):
    """A line of text; *missing* is the error of an empty one, none where it may be empty."""

    longest: int
    missing: str = ""
    example: Text = ""

    def clean(self, value: object, field: str, settings: Values) -> str:
        text = clean_text(value, field, self.longest)
        if not text and self.missing:
            raise TournamentError(self.missing, field=field)
        return text


@dataclass(frozen=True)
class Day(Kind):
    """A day."""

    def clean(self, value: object, field: str, settings: Values) -> datetime.date:
        if type(value) is not datetime.date:
            raise TournamentError("date_wrong", field=field, value=value)
        return value

    def journalled(self, value: datetime.date) -> str:
        return value.isoformat()


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no."""

    def clean(self, value: object, field: str, settings: Values) -> bool:
        if not isinstance(value, bool):
            raise TournamentError("setting_type", field=field, value=value)
        return value


@dataclass(frozen=True)
class Integer(Kind):
    """A whole number from *lowest* to *highest*; an empty field means *empty*, None where it must be filled in."""

    lowest: int
    highest: int
    empty: int | None = None

    def clean(self, value: object, field: str, settings: Values) -> int:
        return clean_integer(value, field, self.lowest, self.highest)


@dataclass(frozen=True)
class Points(Integer):
    """Points of a partie, no more than its donnes can give; an empty field means 0."""

    lowest: int = 0
    highest: int = MOST_POINTS
    empty: int | None = 0

    def clean(self, value: object, field: str, settings: Values) -> int:
        donnes = settings["rule_options"].get("limite_donnes")
        return clean_integer(value, field, 0, MOST_OF_A_DONNE * donnes if donnes else MOST_POINTS)


@dataclass(frozen=True)
class Cents(Integer):
    """An amount of money."""

    def words(self, value: Any, settings: Values) -> str | None:
        return euros(value) if type(value) is int else None


@dataclass(frozen=True)
class Choice(Kind):
    """One of the keys of *labels*, each with its words."""

    labels: Mapping[str, Text]

    def clean(self, value: object, field: str, settings: Values) -> str:
        return clean_word(value, field, self.labels)

    def words(self, value: Any, settings: Values) -> str | None:
        # A registry may have lost the word since.
        return str(self.labels.get(value, value)) if isinstance(value, str) else None


@dataclass(frozen=True)
class Choices(Kind):
    """Some keys of *labels* in an order, at least one, none twice."""

    labels: Mapping[str, Text]

    def clean(self, value: object, field: str, settings: Values) -> list[str]:
        if not isinstance(value, list | tuple) or not value:
            raise TournamentError("criteria_missing", field=field)
        words = [clean_word(word, field, self.labels) for word in value]
        if len(set(words)) < len(words):
            raise TournamentError("criterion_twice", field=field)
        return words

    def words(self, value: Any, settings: Values) -> str | None:
        return ", ".join(str(self.labels.get(word, word)) for word in value) if isinstance(value, list) else None


@dataclass(frozen=True)
class TextLines(Kind):
    """Lines of text, empty ones left out. The journal counts them: a donor's name may stand in one."""

    longest: int
    most: int

    def clean(self, value: object, field: str, settings: Values) -> list[str]:
        if not isinstance(value, list | tuple) or not all(isinstance(line, str) for line in value):
            raise TournamentError("setting_type", field=field, value=value)
        lines = [line for text in value if (line := clean_text(text, field, self.longest))]
        if len(lines) > self.most:
            raise TournamentError("lots_many", field=field, count=len(lines), most=self.most)
        return lines

    def journalled(self, value: list[str]) -> int:
        return len(value)


def clean_text(value: object, field: str, longest: int) -> str:
    """Return *value* without control characters and needless spaces. Raises TournamentError about *field*."""
    if not isinstance(value, str):
        raise TournamentError("setting_type", field=field, value=value)
    text = names.clean(value)
    if len(text) > longest:
        raise TournamentError("text_long", field=field, length=len(text), longest=longest)
    return text


def clean_word(value: object, field: str, words: Collection[str]) -> str:
    """Return *value*, one of *words*. Raises TournamentError about *field*."""
    if not isinstance(value, str) or value not in words:
        raise TournamentError("setting_word", field=field, value=value, known=", ".join(words))
    return value


def clean_integer(value: object, field: str, lowest: int, highest: int) -> int:
    """Return *value*, a whole number in its range. Raises TournamentError about *field*."""
    if type(value) is not int or not lowest <= value <= highest:
        raise TournamentError("setting_range", field=field, value=value, lowest=lowest, highest=highest)
    return value


def euros(cents: int) -> str:
    """Return *cents* as an amount: 14 € or 14,50 €."""
    return f"{formats.number_format(cents / 100, decimal_pos=2 if cents % 100 else 0)}\u00a0€"


def labelled(label: object, words: object) -> str:
    """Return a label and what it says: « litige : oui »."""
    return _("%(label)s:") % {"label": label} + f" {words or '–'}"


def plain_words(value: object) -> str:
    """Return a plain value as a person reads it."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _in_language(label: Callable[[str], str]) -> str:
    return label(get_language() or "fr")


# Delays a label of `rules` or `tirages`, a function of the language, until the language of the moment is known.
localized: Callable[[Callable[[str], str]], Text] = lazy(_in_language, str)


ESCALIER = "escalier"  # the one draw that seats each for himself


def check_ages(settings: Values) -> None:
    """Refuse ages that nobody has."""
    if settings["entry_age_to"] and settings["entry_age_from"] > settings["entry_age_to"]:
        raise TournamentError("entry_ages", field="entry_age_to", lowest=settings["entry_age_from"])


def check_entries(settings: Values) -> None:
    """Refuse a registration from home that closes before it opens."""
    if settings["entries_days"] and settings["entries_end_days"] > settings["entries_days"]:
        raise TournamentError("entries_window", field="entries_end_days", days=settings["entries_days"])


def check_methods(settings: Values) -> None:
    """Refuse draws that seat otherwise than each other, or otherwise than the game is played."""
    first, following = settings["first_method"], settings["next_method"]
    seats = {TIRAGES[method].seats for method in (first, following)}
    # A mêlée seats two singles in a camp, an escalier each for himself: the two cannot follow each other either.
    if len(seats) > 1 or (seats == {"players"} and first != following):
        raise TournamentError("methods_mixed", field="first_method")
    game = RULE_SETS[settings["rule_set"]]
    for field in ("first_method", "next_method"):
        method = settings[field]
        if not game.partners and game.two_camps and TIRAGES[method].seats == "players":
            raise TournamentError("method_of_two", field=field)
        if game.two_camps == (method == ESCALIER):
            raise TournamentError("method_of_game", field=field)


def check_relay(settings: Values) -> None:
    """Refuse the relay of odd teams where the parties do not make whole relays."""
    if settings["exempt_policy"] == "relay" and (settings["parties"] % 2 or settings["phases"]):
        raise TournamentError("relay_parties", field="exempt_policy", parties=settings["parties"])


def check_play_offs(settings: Values) -> None:
    """Refuse a consolante of a knock-out whose beaten all play for their places: nobody would be left for it."""
    mains = [(settings["next_method"], settings["draw_options"].get("play_offs"))]
    for line, phase in enumerate(settings["phases"], 1):
        main = next((play_offs for method, play_offs in reversed(mains) if method == KNOCK_OUT), None)
        if phase["who"] == "beaten" and main == "all":
            raise TournamentError("consolante_play_offs", field=f"phase_{line}")
        mains.append((phase["method"], phase.get("play_offs")))
