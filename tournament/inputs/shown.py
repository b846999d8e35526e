"""Forms that leave alone what others changed while their page stood open: they write what was typed in them."""

from collections.abc import Iterable
from typing import Any, Self
from zlib import crc32

from django import forms
from django.http import QueryDict

SHOWN = "shown"  # the name of the hidden field


class ShownForm(forms.Form):
    """A form of what is kept already. Its page sends `shown` along, from which `as_it_is_now` knows what was typed."""

    @property
    def shown(self) -> str:
        """Return a mark of each field that its page shows filled in; a browser sends none of those that are fixed."""
        if self.is_bound:
            return self.data.get(SHOWN, "")
        texts = {name: _as_sent(self[name]) for name, field in self.fields.items() if not field.disabled}
        return " ".join(f"{name}={_mark(text)}" for name, text in texts.items() if text)

    @classmethod
    def of(cls, *kept: Any) -> Self:
        """Return the form filled with what is *kept*."""
        raise NotImplementedError

    def together(self) -> Iterable[Iterable[str]]:
        """Return the names of fields that are one, as the lines of a list: whoever changes one of them sends all."""
        return ()


def as_it_is_now(sent: QueryDict, now: ShownForm) -> QueryDict:
    """Return what was *sent*; a field left as its page showed it has the value that it has in *now*, unsent.

    A page of before, which does not tell what it showed, is taken as it was sent.
    """
    if SHOWN not in sent:
        return sent
    marks = {name: mark for name, _sign, mark in (one.partition("=") for one in str(sent[SHOWN]).split())}
    touched = {name for name in now.fields if marks.get(name, "") != _mark(_texts(sent, now[name]))}
    for names in map(set, now.together()):
        touched |= names if names & touched else set()
    found = sent.copy()
    for name in now.fields.keys() - touched:
        text = _as_sent(now[name])
        if _mark(text) != marks.get(name, ""):
            found.setlist(name, text)
            marks[name] = _mark(text)
    fixed = {name for name, field in now.fields.items() if field.disabled}
    found[SHOWN] = " ".join(f"{name}={mark}" for name, mark in marks.items() if mark and name not in fixed)
    return found


def fixed_changes(sent: QueryDict, now: ShownForm) -> set[str]:
    """Return the fixed fields of *now* that *sent*, as `as_it_is_now` gave it, would change: its page is of before."""
    return {
        name
        for name, field in now.fields.items()
        if field.disabled
        and (name in sent or SHOWN in sent)
        and _mark(_texts(sent, now[name])) != _mark(_as_sent(now[name]))
    }


def _as_sent(field: forms.BoundField) -> list[str]:
    """Return what a browser sends of a field that is left as it is shown."""
    widget, value = field.field.widget, field.value()
    if isinstance(widget, forms.CheckboxInput):
        return ["on"] if widget.check_test(value) else []
    shown = widget.format_value(value)
    texts = shown if isinstance(shown, list | tuple) else [shown]
    return [str(text) for text in texts if text not in (None, "")]


def _texts(sent: QueryDict, field: forms.BoundField) -> list[str]:
    """Return what was *sent* of a field, as `_as_sent` gives it."""
    texts = [text for text in sent.getlist(field.html_name) if text]
    return ["on"] if texts and isinstance(field.field.widget, forms.CheckboxInput) else texts


def _mark(texts: list[str]) -> str:
    """Return a mark of *texts*, "" for none; a browser sends the ends of lines in its own way."""
    return format(crc32("\0".join(texts).replace("\r\n", "\n").encode()), "x") if texts else ""
