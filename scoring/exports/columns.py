"""Columns that several sheets of the workbook share: one heading and one width everywhere."""

from django.utils.translation import gettext as _

from scoring.exports.workbook import Column
from tournament.models import Tournament


def entrant(tournament: Tournament, *, width: int = 42) -> list[Column]:
    """The number and the names of a team; of a player where everyone enters alone."""
    if tournament.singles:
        return [Column(_("Player"), "number", 8), Column(_("Name"), width=width)]
    return [Column(_("Team"), "number", 8), Column(_("Names"), width=width)]


def table() -> list[Column]:
    """Where a sheet of scores was played."""
    return [Column(_("Partie"), "number", 8), Column(_("Table"), "number", 8)]


def draw() -> list[Column]:
    """Which draw, the cancelled ones counted too, and whether it holds."""
    return [Column(_("Partie"), "number", 8), Column(_("Draw"), "number", 7), Column(_("State"), width=12)]


def author() -> list[Column]:
    """Who did it, and when."""
    return [Column(_("By"), width=18), Column(_("When"), "moment", 19)]
