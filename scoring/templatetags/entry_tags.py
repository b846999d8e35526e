"""Template tags of the score sheets."""

import re

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scoring.referee.selectors import waiting_count
from scoring.sheets.controls import issue_text
from scoring.sheets.models import Photo, ScoreSheet
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.figures import minus, ordinal
from tournament.rounds.models import Table

register = template.Library()
register.filter("issue", issue_text)


register.filter("ordinal", ordinal)


@register.filter
def figure(value: int | None) -> str | None:
    """Write a figure with a typographic minus; none is left to `default_if_none`.
    >>> figure(-36), figure(162), figure(None)
    ('−36', '162', None)
    """
    return None if value is None else minus(value)


@register.filter
def at_slashes(address: str) -> SafeString:
    """Continue a long address in the next line after a slash, before its letters are torn apart.
    >>> at_slashes("http://10.0.0.2/p/abc/")
    'http://<wbr>10.0.0.2/<wbr>p/<wbr>abc/'
    """
    return format_html_join(SafeString("<wbr>"), "{}", ((part,) for part in re.findall(r"[^/]*/+|[^/]+", address)))


@register.filter
def may(role: str | None, act: str) -> bool:
    """Return whether *role* may do *act*."""
    return policy.may(role, act)


@register.simple_tag
def waiting_for_referee(tournament: Tournament) -> int:
    """Count the tables that wait for the referee."""
    return waiting_count(tournament)


@register.simple_tag
def photos_of(table: Table, sheet: ScoreSheet | None) -> list[Photo]:
    """Return the photos of a table's paper kept with a version, or for its first one, without the pictures themselves."""
    return list(table.photos.filter(sheet=sheet).defer("content"))
