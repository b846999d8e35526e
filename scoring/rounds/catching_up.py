"""Guests for the catch-up game of an exempt team."""

from scoring.sheets.models import ScoreSheet
from tournament import tirages
from tournament.concours.models import Tournament
from tournament.rounds import selectors as questions
from tournament.rounds.models import Draw


def catch_up_guests(tournament: Tournament, draw: Draw) -> list[tuple[int, list[int]]]:
    """List, for each exempt team of a published *draw*, the teams that may play its catch-up game, in order of finish.

    Empty where the concours has no such games. Five queries at most.
    """
    if draw.state != "published" or not questions.catches_up(tournament):
        return []
    waiting = list(
        draw.round.seats.filter(table=None, forfeited_by=None, team__withdrawn_from=None).values_list(
            "team_id", "team__number"
        )
    )
    if not waiting:
        return []
    done = ScoreSheet.objects.filter(table__round=draw.round, counted=True).order_by("pk")
    tables = list(done.values_list("table_id", flat=True))
    seated: dict[int, list[int]] = {}
    for table, number in draw.round.seats.filter(table__in=tables, counts=True).values_list("table_id", "team__number"):
        seated.setdefault(table, []).append(number)
    finished = [number for table in tables for number in sorted(seated.get(table, []))]
    # A rest of the relay may be made up after later parties: whom a team has met in these counts too.
    met, _rests, _partners = questions.history(tournament, questions.next_number(tournament))
    found = []
    for team_id, number in waiting:
        first = tirages.catch_up(number, finished, met.get(team_id, []))
        rest = [team for team in finished if team != first and team not in met.get(team_id, [])]
        found.append((number, [first, *rest] if first else []))
    return found
