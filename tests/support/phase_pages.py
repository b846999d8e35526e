"""Pages of phases as text."""

import html
import re

from django.urls import reverse

from tests.support.accounts import account
from tests.support.html import laid_out


def organiser_of(tournament):
    return account("odile", tournament.club)


def get(client, name, *args, **data):
    answer = client.get(reverse(name, args=args), data)
    assert answer.status_code == 200, name
    return laid_out(answer.content.decode())


def text_of(page):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).replace("\xa0", " ").split())
