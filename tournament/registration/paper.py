"""Split the list of those registered into printed pages."""

from collections.abc import Sequence

from tournament.paper import PaperPage, paper_pages, text_lines
from tournament.registration.selectors import TeamLine

_LETTERS, _LINE = 9.5, 4.2  # points; millimetres
_PLAYERS, _ORIGIN, _NAME = 94, 38, 44  # millimetres


def number_pages(lines: Sequence[TeamLine]) -> list[PaperPage[TeamLine]]:
    """Return the pages of the teams by number."""

    def height(line: TeamLine) -> float:
        named = " / ".join(filter(None, (line.team.name, *line.players))) + (
            " " * 30 if line.team.withdrawn_from or line.team.waiting else ""
        )
        return 2.6 + _LINE * max(text_lines(named, _PLAYERS, _LETTERS), text_lines(line.team.origin, _ORIGIN, _LETTERS))

    return paper_pages(lines, height)


def name_pages(people: Sequence[tuple[str, TeamLine]]) -> list[PaperPage[tuple[str, TeamLine]]]:
    """Return the pages of the players by name."""
    return paper_pages(people, lambda one: 1 + _LINE * text_lines(one[0], _NAME, _LETTERS), columns=3)
