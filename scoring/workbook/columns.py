"""Columns and values that several sheets of the workbook share: one heading and one width everywhere."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.workbook.writer import Column
from tournament.concours.models import Tournament


def entrant(tournament: Tournament, *, width: int = 42) -> list[Column]:
    """Number and name the team; the player where everyone enters alone."""
    return [entrant_number(tournament), Column(_("Name") if tournament.singles else _("Names"), width=width)]


def entrant_number(tournament: Tournament) -> Column:
    """Number the team; the player where everyone enters alone."""
    return Column(_("Player") if tournament.singles else _("Team"), "number", 8)


def table() -> list[Column]:
    """Locate a score sheet: its partie and its table."""
    return [Column(_("Partie"), "number", 8), Column(_("Table"), "number", 8)]


def draw() -> list[Column]:
    """Name the draw, the cancelled ones counted too, and its state."""
    return [Column(_("Partie"), "number", 8), Column(_("Draw"), "number", 7), Column(_("State"), width=12)]


def author() -> list[Column]:
    """Name the author and the moment."""
    return [Column(_("By"), width=18), Column(_("When"), "moment", 19)]


def beyond_sheets() -> list[Column]:
    """Show the part of the points that no score sheet gave."""
    return [Column(_("Of which penalties"), "signed", 10), Column(_("Of which caps, exclusions"), "signed", 12)]


def yes_no(value: bool) -> str:
    """Write a truth value."""
    return _("yes") if value else _("no")


def local(moment: datetime | None) -> datetime | None:
    """Return *moment* in the time zone of the hall."""
    return None if moment is None else timezone.localtime(moment)
