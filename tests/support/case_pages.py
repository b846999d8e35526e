"""An evening that the referee’s pages are asked about."""

import re

from django.urls import reverse

from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tests.support.accounts import account
from tests.support.html import laid_out
from tournament.models import Table

CODE = [
    {"label": "Renonce", "way": "instead", "points": 162, "from_fault": 2, "article": "art. 8"},
    {"label": "Paroles", "way": "on_top", "points": 100, "from_fault": 1, "article": ""},
]


class Evening:
    def __init__(self, client, role="referee", teams=8, **settings):
        self.client = client
        self.tournament = builders.seated(teams // 2, forfeit_points=1100, penalties=CODE, **settings)
        self.rene = account("rene", self.tournament.club, role)
        client.force_login(self.rene)

    def table(self, number=1):
        return Table.objects.select_related("round__tournament").get(round__tournament=self.tournament, number=number)

    def at(self, name, *more):
        return reverse(name, args=[self.tournament.pk, *more])

    def text(self, name, *more, query=""):
        answer = self.client.get(self.at(name, *more) + query)
        assert answer.status_code == 200
        return laid_out(answer.content.decode()).replace("\u00a0", " ")

    def decide(self, decision, *, table=1, **given):
        """Send a decision as the page gives it, with what the page says was seen."""
        page = self.text("case", 1, table)
        seen = re.search(r'name="seen" value="(\d+)"', page)[1]
        base = re.search(r'name="base_version" value="(\d*)"', page)[1]
        data = {"decision": decision, "seen": seen, "base_version": base, **given}
        answer = self.client.post(self.at("case", 1, table), data)
        if answer.status_code == 200 and "effects" in answer.content.decode():
            token = re.search(r'value="(keep-[^"]+)"', answer.content.decode())[1]
            answer = self.client.post(self.at("case", 1, table), data | {"effects": token})
        return answer

    def disputed(self, number=1):
        table = self.table(number)
        propose(phone(table, "NS"), 1012, key=f"ns{number}")
        propose(phone(table, "EO"), 992, key=f"eo{number}")
        return table
