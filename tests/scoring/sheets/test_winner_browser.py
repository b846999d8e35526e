"""A knock-out of coinche by the keyboard: the camp with fewer points took the last donne, and goes on everywhere."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.desk import (
    desk,  # noqa: F401
    press,
    typist,
)
from tests.support.phases import set_up
from tournament.models import Seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_the_winner_of_the_rule_goes_on_to_the_palmares(desk):
    rules = {"rule_set": "coinche", "rule_options": {"limite_points": 1000}, "phases": []}
    tournament = set_up("elimination", 4, **rules)
    page = desk(typist(tournament, role="organiser"), reverse("draws", args=[tournament.pk]))
    at = page.url.split("/concours/")[0]
    winners = []
    for partie, tables in ((1, 2), (2, 1)):
        page.goto(f"{at}{reverse('draws', args=[tournament.pk])}")
        page.get_by_role("button", name=f"Tirer la partie {partie}").click()
        page.get_by_role("button", name="Publier").first.click()
        winners = []
        for table in range(1, tables + 1):
            page.goto(f"{at}{reverse('entry-round', args=[tournament.pk, partie])}")
            press(page, [str(table), "Enter", *"1033", "Enter", *"1073", "Enter"])
            asked = page.get_by_role("group", name="Vainqueur")
            expect(asked.get_by_role("radio")).to_have_count(2)  # nobody, drawn: no answer to these totals
            asked.get_by_label("NS").check()
            page.get_by_role("button", name="Enregistrer").first.click()
            page.get_by_text(f"{table} / {tables}").wait_for()
            seat = Seat.objects.get(round__number=partie, table__number=table, camp="NS")
            winners.append(seat.team.number)
        if partie == 1:
            finalists = set(winners)
    final = Seat.objects.filter(round__number=2, table__number=1).values_list("team__number", flat=True)
    assert set(final) == finalists
    (champion,) = winners
    beaten = next(number for number in final if number != champion)
    # The case of the table, the page of each finalist, the bracket, the wall and the ranking all name it.
    page.goto(f"{at}{reverse('table', args=[tournament.pk, 2, 1])}")
    assert "S4 Aux points faits" in page.locator("main").inner_text()
    for number, word in ((champion, "gagné"), (beaten, "perdu")):
        page.goto(f"{at}{reverse('public-team', args=[tournament.slug, number])}")
        assert word in page.locator("main").inner_text().lower()
    page.goto(f"{at}{reverse('phases', args=[tournament.pk])}")
    assert page.get_by_text("selon le règlement, S4 Aux points faits").count() >= 3, (
        "every match was won with fewer points"
    )
    page.goto(f"{at}{reverse('wall-phases', args=[tournament.slug])}")
    expect(page.get_by_text("table 1 · selon le règlement, S4 Aux points faits").first).to_be_visible()
    page.goto(f"{at}{reverse('standings', args=[tournament.pk])}")
    rows = page.locator("table.standings tbody tr:not(.part)").all_inner_texts()
    assert rows[0].split()[1] == str(champion), rows
