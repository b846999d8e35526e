"""The sentences of the errors (messages.toml), filled with what was read; code decides on ``code``, people read these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.sentences import read_beside, show, text, texts

LONGEST_LIST = 400  # characters of a list of what was expected

_READ = read_beside(__file__)
ERRORS, EXPECTED = texts(_READ["errors"]), texts(_READ["expected"])
PLACES, SLIPS = texts(_READ["places"]), texts(_READ["slips"])
LISTED = text("{words} ou {last}", "{words}, {last}")
COLON, DONNE, MANCHE = text(" : ", ": "), text("Donne", "Donne"), text("Manche", "Manche")


def error_text(
    code: str,
    params: Mapping[str, Any],
    lang: str = "fr",
    *,
    donne: int | None = None,
    field: str = "",
    manche: bool = False,
) -> str:
    """Return the sentence of an error: where, what was read, what was expected, the likely slip.

    *donne* is a manche's number where *manche* is true.
    """
    key = f"{code}.{params['reason']}" if "reason" in params else code
    if code == "type" and params.get("read") is None:
        key = "absent"
    shown = {name: show(value) for name, value in params.items() if name not in ("slip", "expected")}
    if "expected" in params:
        shown["expected"] = _expected(params["expected"], lang)
    sentence = ERRORS[key].say(lang, **{"field": field, **shown})
    slip = slip_text(params.get("slip") or {}, lang)
    colon = COLON.in_lang(lang)
    where = f"{(MANCHE if manche else DONNE).in_lang(lang)} {donne}, " if donne is not None else ""
    if field and f"{field}{colon}" not in sentence:
        where += show(_place(field, lang))
    where = where.rstrip(", ")
    return (where + colon if where else "") + sentence + (f" {slip}" if slip else "")


def slip_text(slip: Mapping[str, Any], lang: str = "fr") -> str:
    """Return the likely slip as a question, or "" when none is known."""
    if not slip:
        return ""
    return SLIPS[slip["code"]].say(lang, **{name: show(value) for name, value in slip.items()})


def _expected(expected: Any, lang: str) -> str:
    """Put in words a kind of thing, a list of words, an option's values, or one value."""
    if isinstance(expected, str) and expected in EXPECTED:
        return EXPECTED[expected].in_lang(lang)
    if hasattr(expected, "expected"):
        return str(expected.expected(lang))
    if isinstance(expected, tuple):
        return show(_listed(expected, lang), LONGEST_LIST)
    return show(expected, LONGEST_LIST)


def _listed(words: Sequence[str], lang: str) -> str:
    """List *words*: « NS ou EO » in French, “NS, EO” in English."""
    if len(words) < 2:
        return "".join(words)
    return LISTED.say(lang, words=", ".join(words[:-1]), last=words[-1])


def _place(field: str, lang: str) -> str:
    """Return the field of a donne as people name it (“points NS”, “annonce 1 NS, couleur”), another as it is written."""
    name, *parts = field.split(".")
    if name == "annonces" and len(parts) > 1 and parts[1].isdecimal():
        camp, slot, *part = parts
        return ", ".join([f"annonce {int(slot) + 1} {camp}", *(_part(word, lang) for word in part)])
    if name in PLACES and len(parts) < 2:
        return " ".join([PLACES[name].in_lang(lang), *parts])
    return field


def _part(word: str, lang: str) -> str:
    return PLACES[word].in_lang(lang) if word in PLACES else word
