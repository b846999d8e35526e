"""Matches of equal totals: what a table is told of who goes on, the answer of the organiser, and that answer taken
back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _, gettext_lazy

from scoring.errors import ScoringError
from scoring.sheets import acts as sheets_acts
from scoring.standings.reading import evening
from scoring.standings.selectors import Reading, labels, reading
from tournament.concours.kinds import Text
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT, POOLS
from tournament.finals.outstanding import AwaitedMatch
from tournament.finals.played import better_placed, played_phases
from tournament.journal import services as journal
from tournament.rounds import selectors as questions
from tournament.rounds.models import Draw, Round, Seat, Table
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


def ties(tournament: Tournament, read: Reading | None = None) -> Sequence[AwaitedMatch]:
    """Return the matches of equal totals of which nobody has said yet who goes on."""
    if tournament.knock_out_tie == "better" or not tournament.formula.has_places:
        return ()
    return (read or reading(tournament))().outstanding.tied


@transaction.atomic
def settle_tie(*, tournament_id: int, number: int, team: int, by: User | None) -> Table:
    """Note that *team* goes on after equal totals in the knock-out of partie *number*; said again, the last word holds.

    Raises ScoringError `tie_none` where it has no such match, `tie_drawn` where another was chosen and the next partie
    is drawn from that. A question that is open can always be answered: a score may be corrected to equal totals late.
    """
    tournament = lock_open_tournament(tournament_id)
    found = evening(tournament_id)
    matches = [
        match
        for played in played_phases(found)
        for round_, match in played.matches
        if match.tied and not match.sat_down and team in match.sides and played.asks(round_, match)
    ]
    seat = Seat.objects.filter(round__tournament=tournament, round__number=number, team__number=team).first()
    tables = {match.table for match in matches}
    if not seat or not seat.table or seat.table.number not in tables:
        raise ScoringError("tie_none", field="team", team=team, round=number)
    table = seat.table
    if table.goes_on_id is not None:
        _check_not_drawn(tournament_id, number)
    if table.goes_on_id == seat.team_id:
        return table
    table.goes_on = seat.team
    table.save(update_fields=["goes_on"])
    journal.write(
        tournament=tournament,
        act=sheets_acts.SETTLE_TIE,
        by=by,
        after={"round": number, "table": table.number, "team": seat.team_id},
    )
    return table


def standing_choice(tournament_id: int, number: int, table: int, team: int) -> Table:
    """Return table number *table* of partie *number*, where *team* (a key) was chosen to go on and that may be taken back.

    Raises ScoringError `tie_void` where the choice holds no more, `tie_drawn` where the next partie is drawn from it.
    """
    chosen = Table.objects.filter(round__tournament=tournament_id, round__number=number, number=table, goes_on=team)
    row = chosen.select_related("goes_on").first()
    if row is None:
        raise ScoringError("tie_void", round=number, table=table)
    _check_not_drawn(tournament_id, number)
    return row


def _check_not_drawn(tournament_id: int, number: int) -> None:
    """Raise ScoringError `tie_drawn` where a partie after *number* is drawn, published or not."""
    later = Draw.objects.filter(round__tournament=tournament_id, round__number__gt=number).exclude(state="cancelled")
    if (draw := later.select_related("round").order_by("round__number").last()) is not None:
        raise ScoringError("tie_drawn", field="team", next=draw.round.number, draw=draw.number)


@sheets_acts.VOID_TIE.service
@transaction.atomic
def take_back_tie(*, tournament_id: int, number: int, table: int, team: int, reason: str, by: User | None) -> Table:
    """Take back that *team* (a key) goes on from *table* of partie *number*: it is asked again who does.

    Raises TournamentError `closed`, ScoringError as `standing_choice`.
    """
    tournament = lock_open_tournament(tournament_id)
    row = standing_choice(tournament_id, number, table, team)
    row.goes_on = None
    row.save(update_fields=["goes_on"])
    where = {"round": number, "table": table}
    journal.write(tournament, sheets_acts.VOID_TIE, by, before={"team": team}, after=where, reason=reason)
    return row
