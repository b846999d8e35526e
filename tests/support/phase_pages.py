"""Pages of phases as text."""

import html
import re

from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.support.html import laid_out
from tournament.models import Membership


def organiser_of(tournament):
    user = get_user_model().objects.create_user("odile", password="correct-horse-9")
    Membership.objects.create(user=user, club=tournament.club, role="organiser")
    return user


def get(client, name, *args, **data):
    answer = client.get(reverse(name, args=args), data)
    assert answer.status_code == 200, name
    return laid_out(answer.content.decode())


def text_of(page):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).replace("\xa0", " ").split())
