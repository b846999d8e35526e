"""The calendar and its map, full, on small and large screens: axe-core, sizes of what is pressed, nothing too wide."""

import os
from pathlib import Path

import pytest
from django.utils import timezone

from tests.scoring.calendar.builders import announced
from tests.support.axe import look
from tests.support.counts import some

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
COMMUNES = (
    "44170 Nozay",
    "44390 Nort-sur-Erdre",
    "75011 Paris",
    "67000 Strasbourg",
    "20090 Ajaccio",
    "97400 Saint-Denis",
)


def test_the_calendar_is_read_on_every_screen(live_server, browser_page):
    for number, commune in enumerate(COMMUNES * 8):
        full = {"max_teams": 4, "teams": 4} if number % 3 == 0 else {"max_teams": 32, "teams": 1, "entries_days": 90}
        announced(
            f"Grand concours de la Saint-Éloi de l’amicale {number}", number // 4,
            place="Salle polyvalente Jean-Moulin", commune=commune, fee_cents=750, **full,
        )  # fmt: skip
    for number in range(3):
        announced(f"Soir {number}", -20 - number, closed_at=timezone.now())
    page = browser_page(reduced_motion="reduce")
    wrong, shots = [], os.environ.get("DIX_SHOTS")
    addresses = (
        ("public-agenda", "/calendrier/"),
        ("public-agenda-past", "/calendrier/?when=past"),
        ("public-agenda-map", "/calendrier/carte/"),
        ("public-agenda-department", "/calendrier/carte/?department=44"),
    )
    for turn, (name, address) in enumerate(addresses):
        tried = some((320, 1366), turn=turn, quick=1)
        page.goto(live_server.url + address)
        for width in (320, 360, 1366, 1920):
            page.set_viewport_size({"width": width, "height": 768})
            wrong += look(page, name, width, {}, axe=width in tried)
            if shots:
                page.screenshot(path=Path(shots) / f"{name}-{width}.png")
    assert not wrong, "\n".join(wrong)
