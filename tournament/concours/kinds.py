"""The kinds of value that a setting of a concours can have: how each is checked, kept and put into words."""

import datetime
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from django.utils import formats
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext as _

from tournament import names
from tournament.errors import TournamentError
from tournament.languages import LazyText

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
