"""The page of an import: its first step, from a file or a text."""

import datetime
import re

import pytest
from django.urls import reverse

from tests.support.accounts import account
from tests.support.kept import kept
from tournament.models import Club, ImportDraft, Tournament
from tournament.registration.imports import services as acts
from tournament.registration.imports.reading import read_file, read_pasted


@pytest.fixture
@kept
def concours():
    club = Club.objects.create(name="Amicale")
    return Tournament.objects.create(
        club=club,
        name="Concours",
        slug="abc",
        date=datetime.date(2026, 11, 21),
        preset="4x12-points",
        parties=4,
        fee_cents=1400,
    )


@pytest.fixture
def odile(concours):
    return account("odile", concours.club)


@pytest.fixture
def hall(client, concours, odile):
    """A client logged in as organiser, with the addresses of this concours."""
    client.force_login(odile)
    client.at = lambda name, *more: reverse(name, args=[concours.pk, *more])
    return client


@pytest.fixture
def melee(concours):
    concours.first_method = concours.next_method = "melee"
    concours.save()
    return concours


def sent_back(page: str, **changes) -> dict[str, str]:
    """The preview's form as a browser would send it, with *changes* (None: unticked)."""
    form = page[page.index('id="import-form"') : page.index("</form>", page.index('id="import-form"'))]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)[1]
        if 'type="checkbox"' in tag:
            if " checked" in tag:
                fields[name] = "on"
        else:
            value = re.search(r'value="([^"]*)"', tag)
            fields[name] = (value[1] if value else "").replace("&#x27;", "'").replace("&amp;", "&")
    fields |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in fields.items() if value is not None}


def start(concours, by, data: bytes | str) -> ImportDraft:
    book = read_pasted(data) if isinstance(data, str) else read_file(data)
    return acts.start_import(tournament_id=concours.pk, book=book, file_name="liste.xlsx", by=by)
