"""Words of the sheet for templates."""

from django import template

from scoring.models import Photo, ScoreSheet
from scoring.selectors.entry import issue_text
from scoring.selectors.rulings import waiting_count
from tournament.models import Tournament

register = template.Library()
register.filter("issue", issue_text)


@register.filter
def figure(value: int) -> str:
    """A figure with the sign that a minus has.
    >>> figure(-36), figure(162)
    ('−36', '162')
    """
    return str(value).replace("-", "−")


@register.simple_tag
def waiting_for_referee(tournament: Tournament) -> int:
    """How many tables wait for the referee."""
    return waiting_count(tournament)


@register.simple_tag
def photos_of(sheet: ScoreSheet) -> list[Photo]:
    """The photos of the paper kept with a version, without the pictures themselves."""
    return list(sheet.photos.defer("content"))
