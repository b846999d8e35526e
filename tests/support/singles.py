"""An evening where people play alone."""

from scoring.rounds import services as rounds
from scoring.sheets.entry import submit_sheet
from tests.support.phases import set_up
from tournament.models import Seat, Table
from tournament.rounds import services as draws


def played(preset, players):
    """A concours with its first partie drawn, and the sheet of table 1 where it is an escalier."""
    tournament = set_up(preset, players)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥")
    draws.publish_draw(draw_id=drawn.pk, by=None)
    table = Table.objects.get(round=drawn.round, number=1)
    if preset == "escalier":
        camps = sorted(Seat.objects.filter(table=table).values_list("camp", flat=True))
        top = {3: 10, 4: 7}[len(camps)]
        manches = [
            {"cartes": n, "annonces": dict.fromkeys(camps, 0), "plis": {camp: n * (camp == "A") for camp in camps}}
            for n in (*range(1, top), *range(top, 0, -1))
        ]
        submit_sheet(table_id=table.pk, key="sheet-of-the-table-1", kind="donnes", donnes=manches, by=None)
    return tournament, table
