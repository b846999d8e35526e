"""Chromium 80 beside the flows of all browsers: a script that fails leaves the telephone its plain form."""

import pytest
from django.urls import reverse

from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.scoring.phones.builders import way
from tournament.models import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_telephone_proposes_its_score_where_the_script_fails_as_it_shows_the_entry(browsers, live_server):
    builders.seated(1, counts_when="both_camps")
    table = Table.objects.get()
    page = browsers("chromium80")
    page.fresh(before="Element.prototype.append = () => { throw new Error('not there') }")
    page.goto(live_server.url + reverse("phone-enter", args=[way(table, "NS").token]))
    page.click("button[name=camp][value=NS]")
    page.fill("#phone-form input[name=points_NS]", "1012")
    page.fill("#phone-form input[name=points_EO]", "932\n")
    page.until("/proposé\\s+1012 – 932/.test(document.body.innerText)")
    assert ScoreSheet.objects.get().table == table  # sent once, by the browser
