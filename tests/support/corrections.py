"""Acts of an evening whose results are corrected: publish, play, correct."""

import functools

from scoring.rounds import services as rounds
from scoring.sheets import entry
from tournament.models import Draw, Table
from tournament.rounds import services as draws


def table_of(tournament, partie, number) -> Table:
    return Table.objects.get(round__tournament=tournament, round__number=partie, number=number)


def correction(table: Table, north: int, east: int, *, key: str = "k" * 16, reason: str = "feuille relue"):
    """The act that corrects the totals of *table*."""
    current = table.sheets.get(counted=True)
    return functools.partial(
        entry.submit_sheet,
        table_id=table.pk,
        key=key,
        kind="totals",
        marks={
            camp: {"points": points, "belotes": None, "capots": None} for camp, points in (("NS", north), ("EO", east))
        },
        override="vu à la table",
        reason=reason,
        by=None,
        base_version=current.version,
    )


def publish(tournament, **options) -> Draw:
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣", **options)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    tournament.refresh_from_db()
    return drawn


def play(tournament, number, points=1000):
    """Every table of a partie with a sheet."""
    for place, table in enumerate(Table.objects.filter(round__tournament=tournament, round__number=number)):
        entry.submit_sheet(
            table_id=table.pk,
            key=f"partie-{number}-table-{table.pk:05}",
            kind="totals",
            marks={
                "NS": {"points": points + 3 * place, "belotes": None, "capots": None},
                "EO": {"points": 1944 - points - 3 * place, "belotes": None, "capots": None},
            },
            override="essai",
            by=None,
        )
