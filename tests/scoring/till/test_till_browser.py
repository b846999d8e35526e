"""The sum of the till in a browser: what a volunteer asks for is what is taken."""

import re

import pytest
from django.urls import reverse

from scoring.till import services as till
from tests.scoring.till.builders import concours, teams, treasurer
from tests.support.accounts import account, sign_in
from tournament.ledger.models import Movement

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_sum_that_is_shown_is_the_sum_that_is_taken(live_server, browser_page):
    tournament = concours()
    teams(tournament, 2)
    page = browser_page()
    sign_in(page, live_server, treasurer(tournament))
    page.goto(live_server.url + reverse("till", args=[tournament.pk]))

    def shown() -> list[str]:
        texts = [page.text_content(f"[data-{of}]") or "" for of in ("sum", "change")]
        return [" ".join(text.split()) for text in texts]

    page.fill("[name='item-Café']", "-1")
    assert shown()[0] == "−1,00 €"
    page.fill("[name='item-Café']", "2")
    page.fill("[data-given]", "20")
    page.check("[name=fee]")
    assert shown() == ["…", ""], "nobody knows yet whose fee it is"
    page.fill("[name=team]", "2")
    assert shown() == ["16,00 €", "4,00 €"]
    page.click("#sell button:not([type])")
    page.wait_for_selector("[role=status]")
    assert sum(Movement.objects.values_list("cents", flat=True)) == 1600


def test_an_evening_of_two_tills_is_one_page_and_its_lines_another(live_server, browser_page, tmp_path):
    """Two thirds of a sheet were left white, and rows of two lines ran over the “page 1 of 1” that they stood on."""
    tournament = concours()
    everybody = teams(tournament, 4)
    by = {"tournament_id": tournament.pk, "by": treasurer(tournament)}
    for name in ("Entrée", "Buvette"):
        for team in everybody:
            till.sell(items={"Café": 2, "Repas 19 h": 1}, team=team.number, till=name, **by)
        till.sell(items={"Café": 1}, means="Chèques-vacances", till=name, **by)
        till.count_till(coins={"5000": 1, "500": 1}, till=name, reason="monnaie", **by)
    page = browser_page()
    sign_in(page, live_server, account("odile", tournament.club))
    page.goto(live_server.url + reverse("till-sheet", args=[tournament.pk]))
    page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", (tmp_path / "sheet.pdf").read_bytes())) == 2
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(live_server.url + reverse("till", args=[tournament.pk]))
    holds = page.locator(".scroll-x").first
    assert "Différence" in holds.inner_text() and "monnaie" in holds.inner_text()
    assert holds.evaluate("one => one.scrollWidth - one.clientWidth") == 0, "nothing of the count is out of sight"
