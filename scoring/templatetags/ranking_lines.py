"""The lines of a ranking on a wall and on a telephone, as HTML.

They are made of every team after each score, and would be most of what a page costs in a template: hence without one. Names
and words are escaped; figures and their signs are ours.
"""

from collections.abc import Callable, Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, pgettext

from scoring.standings.boards import NOT_PLAYED, PUBLIC_CRITERIA, BoardLine, Cell
from tournament.concours.models import Tournament
from tournament.figures import minus
from tournament.languages import language_context
from tournament.templatetags.registration import unbroken

register = template.Library()

_ROOM = ("", " snug", *len(PUBLIC_CRITERIA) * [" roomy"])  # which of the figures stand on a narrow telephone


@register.simple_tag
def wall_lines(tournament: Tournament, lines: Sequence[BoardLine]) -> SafeString:
    """Return *lines* as a wall shows them: rank, number, names, the part that begins with a line, its first figures."""
    excluded, left = pgettext("team", "excluded"), _("left")

    def written(line: BoardLine) -> str:
        row = line.row
        gone = "" if line.part_gone else excluded if row.excluded else left if row.withdrawn else ""
        small = "".join(f'<small class="wall-left">{escape(words)}</small>' for words in (line.part, gone) if words)
        figures = "".join(
            f'<span class="wall-figure {key}">{_figure(value)}</span>' for key, value in line.first_figures
        )
        return (
            f'<li class="{"left" * row.withdrawn}{" wall-part" if line.part else ""}"><b class="wall-rank">'
            f'{row.rank}{"=" * row.tied}</b><span class="wall-number">{row.number}</span><span class="wall-team">'
            f"{_names(tournament, line, escape)}</span>{small}{figures}</li>\n"
        )

    return SafeString("".join(map(written, lines)))


@register.simple_tag
def ranking_lines(tournament: Tournament, lines: Sequence[BoardLine], *, span: int) -> SafeString:
    """Return *lines* as rows of the ranking of a telephone, whose table has *span* columns.

    No white space between the cells: a page of a hundred rows stays as small as it can be.
    """
    before, _number, after = reverse("public-team", args=[tournament.slug, 0]).rpartition("0")
    after += str(language_context()["language_query"])
    word = escape(_("equal"))
    equal = f'<abbr title="{word}">=</abbr>'
    excluded, left = (f" <small>({escape(words)})</small>" for words in (pgettext("team", "excluded"), _("left")))

    def written(line: BoardLine) -> str:
        row = line.row
        part = f'<tr class="part"><td colspan="{span}">{escape(line.part)}</td></tr>' if line.part else ""
        moved = f'<span class="{"up" if line.moved > 0 else "down"}">{line.movement}</span>' if line.moved else ""
        gone = excluded if row.excluded else left if row.withdrawn else ""
        cells = "".join(map(_cell, line.cells))
        figures = "".join(
            f'<td class="n{room}">{_figure(value)}</td>'
            for room, (_key, value) in zip(_ROOM, line.figures, strict=False)
        )
        return (
            f'{part}<tr{" class=left" * row.withdrawn}><td class="n rank">{row.rank}{equal * row.tied}</td>'
            f'<td class="roomy">{moved}</td><td class="n">{row.number}</td>'
            f'<td><a href="{before}{row.number}{after}">{_names(tournament, line, unbroken)}</a>'
            f"{gone}</td>{cells}{figures}</tr>\n"
        )

    return SafeString("".join(map(written, lines)))


def _names(tournament: Tournament, line: BoardLine, shown: Callable[[str], str]) -> str:
    """Return the parts of the name as *shown* escapes them, or the number of a team that has no name."""
    if line.label.name:
        return "<i> / </i>".join(f"<span>{shown(player)}</span>" for player in line.players)
    words = _("Player no. %(number)s") if tournament.singles else _("Team %(number)s")
    return escape(words % {"number": line.row.number})


def _cell(cell: Cell) -> str:
    forfeit = '<small class="sign">F</small>' if cell.by_forfeit else ""
    return f'<td class="n roomy {cell.kind}">{cell.text}{forfeit}</td>'


def _figure(value: int | None) -> str:
    return NOT_PLAYED if value is None else minus(value)
