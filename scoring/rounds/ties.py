"""Matches of equal totals, and what a table is told of who goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from scoring.standings.selectors import labels
from tournament.concours.kinds import Text
from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT, POOLS
from tournament.finals.outstanding import AwaitedMatch
from tournament.finals.played import better_placed
from tournament.rounds import selectors as questions
from tournament.rounds.models import Draw, Round, Table
from tournament.tirages.poules import pool_letter

BETTER_GOES_ON = gettext_lazy("Equal totals in a knock-out: no. %(team)s, better placed before the partie, goes on.")
CARDS_TYPED = gettext_lazy(
    "Equal totals in a knock-out: the cards are cut. Record this, then say who has the higher card."
)
CARDS_AT_TABLE = gettext_lazy(
    "Equal totals in a knock-out: cut the cards, and tell the table de marque who has the higher one."
)
TIES_TYPED = {
    "better": BETTER_GOES_ON,
    "donne": gettext_lazy(
        "Equal totals in a knock-out: one more donne decides. It does not count: record this, then say who won it."
    ),
    "cut": CARDS_TYPED,
    "best_cut": CARDS_TYPED,
}


TIES_AT_TABLE = {
    "better": BETTER_GOES_ON,
    "donne": gettext_lazy(
        "Equal totals in a knock-out: play one more donne. It does not count in the score; tell the table de marque who "
        "won it."
    ),
    "cut": CARDS_AT_TABLE,
    "best_cut": CARDS_AT_TABLE,
}


@dataclass(frozen=True)
class TiedMatch:
    """A match of equal totals that asks who goes on, its sides (number, names)."""

    match: AwaitedMatch
    sides: list[tuple[int, str]]


def tied_matches(tournament: Tournament, matches: Sequence[AwaitedMatch]) -> list[TiedMatch]:
    """Name the teams of *matches*; no query where there are none."""
    known = labels(tournament) if matches else {}
    return [TiedMatch(match, [(team, known[team].name) for team in match.sides if team]) for match in matches]


def tie_notice(table: Table) -> str:
    """State to who types what equal totals at *table* mean in a knock-out; nothing at another table."""
    said = _tie_words(table, TIES_TYPED)
    return _("%(said)s If it is so, press Enter once more.") % {"said": said} if said else ""


def tie_at_table(table: Table) -> str:
    """State to the players of *table* what their equal totals mean in a knock-out; nothing at another table."""
    return _tie_words(table, TIES_AT_TABLE)


def ties_at_tables(round_: Round) -> dict[int, str]:
    """Return what the players of each table of a bracket do on equal totals, for their sheets of paper; three queries."""
    tournament = round_.tournament
    drawn = questions.live_draw(tournament, round_.number) if tournament.formula.has_places else None
    if drawn is None:
        return {}
    tables = round_.tables.prefetch_related("seats__team")
    sides = {table.number: [seat.team.number for seat in table.seats.all()] for table in tables}
    said = {number: _equal_in(tournament, drawn, teams, TIES_AT_TABLE) for number, teams in sides.items()}
    return {number: words for number, words in said.items() if words}


def _tie_words(table: Table, notices: Mapping[str, Text]) -> str:
    tournament = table.round.tournament
    if not tournament.formula.has_places:
        return ""
    sides = list(table.seats.values_list("team__number", flat=True))
    return _equal_in(tournament, questions.live_draw(tournament, table.round.number), sides, notices)


def _equal_in(tournament: Tournament, drawn: Draw | None, sides: Sequence[int], notices: Mapping[str, Text]) -> str:
    known = [minutes for _phase, minutes in (drawn.parts if drawn else [])]
    minutes = next((m for m in known if m.method == KNOCK_OUT and {*sides} <= {*m.numbers}), None)
    if minutes is None or len(sides) != 2:
        return ""
    placed = better_placed(tournament.knock_out_tie, minutes, *sides)
    return str(notices["better" if placed else tournament.knock_out_tie]) % {"team": placed}


def pool_notice(table: Table) -> str:
    """State to who records a forfeit at *table* that its points count in the pool; nothing outside pools."""
    drawn = questions.live_draw(table.round.tournament, table.round.number)
    sides = set(table.seats.values_list("team__number", flat=True))
    for _phase, minutes in drawn.parts if drawn else ():
        for place, pool in enumerate(minutes.pools if minutes.method == POOLS else ()):
            if sides <= {*pool}:
                said = _("A forfeit counts in pool %(letter)s like a partie played, and may decide which team goes on.")
                return said % {"letter": pool_letter(place)}
    return ""
