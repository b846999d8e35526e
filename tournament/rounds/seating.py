"""Write the tables and seats of a tirage as its minutes say, and those added beside them."""

from collections.abc import Sequence

from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT
from tournament.registration.models import Team
from tournament.registration.selectors import teams_in_round
from tournament.rounds import selectors as rounds
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.tirages.elimination import rounds_needed

_LETTERS = "ABCDEF"


def seat_tables(draw: Draw, tournament: Tournament) -> None:
    """Write the tables and seats that the minutes of *draw* say, in three queries."""
    round_ = draw.round
    team_ids = dict(tournament.teams.values_list("number", "pk"))
    tables_drawn = rounds.drawn_tables(draw)
    limits = _limits_of(draw, tournament)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, limits=limits.get(number, {})) for number, _camps in tables_drawn
    )
    seats = [
        Seat(round=round_, table=table, camp=camp, team_id=team_ids[number])
        for table, (_number, camps) in zip(tables, tables_drawn, strict=True)
        for camp, numbers in zip(_camps(len(camps)), camps, strict=True)
        for number in numbers
    ]
    exempt = [number for _phase, minutes in draw.parts for number in minutes.exempt]
    absent = draw.forfeits
    seats += [
        Seat(round=round_, team_id=team_ids[number], forfeited_by_id=team_ids.get(absent.get(number, 0)))
        for number in exempt
    ]
    Seat.objects.bulk_create(seats)
    if tournament.exempt_policy == "relay" and round_.number > 1:
        _seat_bis(round_, exempt, max([0, *(number for number, _camps in tables_drawn)]) + 1)


def _limits_of(draw: Draw, tournament: Tournament) -> dict[int, dict[str, int | None]]:
    """Return what ends the partie of each table of a phase that has its own length, or of its final."""
    phase_of = {phase.index: phase for phase in tournament.formula.phases}
    found: dict[int, dict[str, int | None]] = {}
    for phase, minutes, hall in rounds.numbered_parts(draw):
        knock_out = minutes.method == KNOCK_OUT
        last = knock_out and minutes.round == rounds_needed(len(minutes.pool))
        beside = {*minutes.third, *minutes.beside}
        for table in minutes.tables:
            final = last and not beside.intersection(team for camp in table["camps"] for team in camp)
            if phase in phase_of and (limits := phase_of[phase].limits(final=final)):
                found[hall[table["table"]]] = limits
    return found


def _seat_bis(round_: Round, exempt: Sequence[int], table: int) -> None:
    """Seat the game by which who rests now and who has rested before, and plays now, make up for it.

    The first that rested, of those that the other has not met: two that have met make up for it elsewhere.
    """
    rested = Seat.objects.filter(round__tournament=round_.tournament_id, table__isnull=True, forfeited_by=None)
    now = rested.filter(round=round_, team__number__in=exempt).first()
    if now is None:
        return
    met, _rests, _partners = rounds.history(round_.tournament, round_.number)
    playing = teams_in_round(round_.tournament, round_.number).exclude(number__in=met[now.team_id])
    earlier = rested.filter(team__in=playing, round__number__lt=round_.number).order_by("round__number").first()
    if earlier is None:
        return
    row = Table(round=round_, number=table)
    row.save(force_insert=True)
    earlier.table, earlier.camp = row, rounds.CAMPS[0]
    now.table, now.camp = row, rounds.CAMPS[1]
    Seat.objects.bulk_update([earlier, now], ["table", "camp"])


def _camps(count: int) -> Sequence[str]:
    """Return the names of the camps of a table: two face each other, more sit each for himself."""
    return rounds.CAMPS if count == 2 else _LETTERS[:count]


def seat_against(exempt: Seat, team: Team, number: int, *, counts: bool = True) -> Table:
    """Seat the *exempt* team at a new table against *team*, for which the partie may count for nothing."""
    table = Table(round=exempt.round, number=number)
    table.save(force_insert=True)
    exempt.table, exempt.camp, exempt.forfeited_by = table, rounds.CAMPS[0], None
    exempt.save()
    Seat(round=exempt.round, team=team, table=table, camp=rounds.CAMPS[1], counts=counts).save(force_insert=True)
    return table
