"""Every page as French people read it: one title, figures with their own minus, signs that stay with their words."""

import re
from html import unescape

import pytest

from tests.deploy.pages import read_by_the_organiser

_LEFT_OUT = re.compile(r"(?s)<(script|style|code|textarea|template)\b.*?</\1>|<!--.*?-->")
_TORN = re.compile(r"[^\s·–—|] (?:[:;?!»€%](?=\s|$)|» )|« ")
_HYPHEN = re.compile(r"(?<![\w’'/=.-])-\d{2,4}(?![\w-])")


@pytest.mark.django_db
def test_every_page_has_one_title_and_keeps_its_signs():
    """A sign with a space before it never begins a line; a figure below nought has a minus; no way back is printed."""
    wrong = {}
    for name, page in read_by_the_organiser().items():
        text = " ".join(unescape(part).replace("\n", " ") for part in re.split(r"<[^>]*>", _LEFT_OUT.sub("", page)))
        faults = [text[max(one.start() - 30, 0) : one.end() + 10] for one in _TORN.finditer(text)]
        faults += [text[max(one.start() - 30, 0) : one.end() + 10] for one in _HYPHEN.finditer(text)]
        faults += re.findall(r"<p><a [^>]*>\s*←[^<]*", page)  # a way back would be printed
        if page[:15].lower() == "<!doctype html>" and (titles := len(re.findall(r"<h1\b", page))) != 1:
            faults.append(f"{titles} h1")
        if faults:
            wrong[name] = faults[:4]
    assert len(read_by_the_organiser()) > 60
    assert not wrong, "\n".join(f"{name}: {faults}" for name, faults in wrong.items())
