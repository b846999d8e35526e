"""Tokens of other programs."""

import datetime

from django.utils import timezone

from tournament.tokens import services as tokens


def make(organiser, tournament, *scopes: str, concours=None, days: int = 30):
    ends_on = timezone.localdate() + datetime.timedelta(days=days)
    return tokens.make_token(
        club=tournament.club, name="Le site", scopes=scopes, concours=concours, ends_on=ends_on, by=organiser
    )
