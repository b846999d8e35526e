"""The golden cases of finals, ranked from their results alone: no database."""

import pytest

from scoring.ranking import PartieResult
from scoring.standings.results import EnteredTeam, EveningResults
from tests.support.final_cases import evening_of_case, read_cases, said, said_ranks
from tournament.finals.played import played_phases
from tournament.models import Tournament


def counted(evening, case):
    """Return what was counted of *evening*, as a reading of the database gives it."""
    formula = case["formula"]
    tournament = Tournament(
        first_method=formula["first"],
        next_method=formula["following"],
        parties=formula["parties"],
        phases=formula.get("phases", []),
        draw_options={key: formula[key] for key in ("size", "third_place", "play_offs") if key in formula},
        knock_out_tie=formula["equal_totals"],
        criteria=formula["criteria"],
        pool_leavers=formula["pool_leavers"],
        rule_options={"limite_donnes": 10 if formula["first"] == "poules" else 12},
    )
    return EveningResults(
        tournament=tournament,
        journal_number=0,
        at=None,
        changed_by=0,
        teams=[
            EnteredTeam(team.number, team.number, team.withdrawn_from, True, team.excluded, team.first_round)
            for team in evening.teams
        ],
        rounds=evening.rounds,
        seated={
            team: {partie: result and counted_result(evening, partie, team, result) for partie, result in own.items()}
            for team, own in evening.seated.items()
        },
        missing=evening.missing,
        last=evening.rounds[-1],
        seed="",
        parts=evening.parts,
        tie_breaks=evening.tie_breaks,
    )


def counted_result(evening, partie, team, result):
    (other,) = result.opponents
    against = evening.seated[other].get(partie) if result.table else None
    return PartieResult(
        partie,
        "forfeit" if against is None or result.lost_by_forfeit or against.lost_by_forfeit else "played",
        table=result.table,
        points=result.points,
        conceded=against.points if against else 0,
        opponents=result.opponents,
        outcome=result.outcome,
    )


@pytest.mark.parametrize("case", read_cases())
def test_the_evening_and_its_pools_are_ranked_as_the_case_says(case):
    evening = evening_of_case(case)
    for number, partie in enumerate(case["partie"], 1):
        evening.play(partie)
        results = counted(evening, case)
        pools = played_phases(results)[0]
        here = {team.number for team in evening.teams if team.plays(number + 1)}
        rows = [row for row in results.after(number).rows if row.number in here]
        assert said_ranks(rows) == partie["ranking"], f"after partie {number}"
        assert [said_ranks(rows) for rows in results.pool_rows(pools)] == partie.get("pools", [])
        assert said(sorted(results.annulled(pools))) == partie.get("annulled", "")
