"""A team that is not there any more in a pool or a round robin: whoever was to play it wins by forfeit, on every page."""

import re

import pytest

from scoring.rounds import services as rounds
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from tests.support.kept import kept
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import enter, play, publish_next, set_up
from tests.support.workbooks import made_book, rows_of
from tournament import tirages
from tournament.concours.reglement import reglement_of
from tournament.finals.played import played_phases
from tournament.models import Seat, Table, Team
from tournament.registration import attendance
from tournament.rounds import services as draws
from tournament.rounds.latecomers import latecomer_seats

pytestmark = pytest.mark.django_db

FORMATS = {
    "pools": ("poules-4", {}),
    "round robin": ("4x12-points", {"first_method": "toutes_rondes", "next_method": "toutes_rondes", "parties": 7}),
}
POINTS = 920


@kept
def made(name):
    preset, changes = FORMATS[name]
    return set_up(preset, 8, forfeit_points=POINTS, exempt_policy="half", pool_leavers="stand", **changes)


def leaves(team, number):
    attendance.withdraw_team(team_id=team.pk, from_round=number, reason="malade", by=None)


def is_away(team, number):
    Team.objects.filter(pk=team.pk).update(away_in=number)


def opponent_of(tournament, team, number):
    """Return the opponent of *team* in partie *number*, by the plan drawn for the first one."""
    begun = next(part.minutes.written for part in evening(tournament.pk).parts)
    plan = {key: begun[key] for key in ("method", "seed", "entrants")}
    options = {**begun["options"], "pool": [entrant["number"] for entrant in begun["entrants"]]}
    drawn = tirages.draw({**plan, "options": options, "round": number})
    return next(
        n for table in drawn["tables"] for n in sum(table["camps"], []) if [team] in table["camps"] and n != team
    )


@pytest.mark.parametrize("missing", [leaves, is_away])
@pytest.mark.parametrize("name", FORMATS)
def test_whoever_was_to_play_a_team_that_is_gone_wins_by_forfeit(name, missing):
    """Before the second partie, in the middle of the plan: the others of its pool play on, each one wins once at most."""
    tournament = made(name)
    play(tournament)
    gone = Team.objects.get(tournament=tournament, number=3)
    missing(gone, 2)
    alone = opponent_of(tournament, 3, 2)
    drawn = play(tournament)
    assert drawn.minutes["exempt"] == [alone]
    assert tirages.replay(drawn.minutes)
    found = evening(tournament.pk)
    result = found.seated[alone][2]
    assert (result.kind, result.outcome, result.points, result.opponents) == ("forfeit", "won", POINTS, (3,))
    rows = {row.number: row for row in standing(tournament).rows}
    assert rows[alone].wins == 1 + (found.seated[alone][1].outcome == "won")
    assert rows[alone].exempt_count == 0
    assert rows[3].results[1].points == 0
    if name == "pools":
        pooled = next(row for rows in found.pool_rows(played_phases(found)[0]) for row in rows if row.number == alone)
        assert pooled.wins == rows[alone].wins
    play(tournament)
    again = [
        team for team, seated in evening(tournament.pk).seated.items() if seated.get(3) and seated[3].table is None
    ]
    assert again == ([opponent_of(tournament, 3, 3)] if missing is leaves else [])


def test_the_exempt_of_an_odd_pool_stays_exempt_beside_a_forfeit():
    tournament = set_up("poules-4", 7, forfeit_points=POINTS)
    first = play(tournament)
    odd = next(pool for pool in first.main.pools if len(pool) == 3)
    full = next(pool for pool in first.main.pools if len(pool) == 4)
    leaves(Team.objects.get(tournament=tournament, number=full[0]), 2)
    play(tournament)
    kinds = {team: seated[2].kind for team, seated in evening(tournament.pk).seated.items() if seated.get(2)}
    exempt = [team for team, seated in evening(tournament.pk).seated.items() if 2 in seated and seated[2] is None]
    assert len(exempt) == 1 and exempt[0] in odd
    assert [team for team, kind in kinds.items() if kind == "forfeit"] == [opponent_of(tournament, full[0], 2)]


@pytest.mark.parametrize("teams", [6, 7, 8])
def test_a_forfeit_in_a_pool_is_warned_of_before_and_stands_beside_the_name_after(client, teams):
    tournament = set_up("poules-4", teams, forfeit_points=POINTS)
    user = organiser_of(tournament)
    client.force_login(user)
    drawn = publish_next(tournament, seed="R♥ 7♣ 10♠")
    table = Table.objects.filter(round=drawn.round).order_by("number").first()
    here, absent = (table.seats.get(camp=camp).team.number for camp in ("NS", "EO"))
    letter = "AB"[next(place for place, pool in enumerate(drawn.main.pools) if here in pool)]
    warning = f"Un forfait compte dans la poule {letter} comme une partie jouée"
    assert warning in text_of(get(client, "sheet-forfeit", tournament.pk, 1, table.number))
    assert warning in text_of(get(client, "case", tournament.pk, 1, table.number))
    submit_sheet(table_id=table.pk, key="f" * 32, kind="forfeit", absent="EO", reason="absente", by=user)
    for name, address in (("phases", tournament.pk), ("public-phases", tournament.slug)):
        rows = [row for row in re.split(r"<tr", get(client, name, address)) if "1 par forfait" in text_of(row)]
        assert rows and all(f">{here}</b>" in row for row in rows), (name, absent)


def test_nothing_is_said_of_pools_at_another_forfeit(client):
    tournament = set_up("4x12-points", 8)
    client.force_login(organiser_of(tournament))
    drawn = play(tournament)
    table = Table.objects.filter(round=drawn.round).first()
    assert "dans la poule" not in text_of(get(client, "sheet-forfeit", tournament.pk, 1, table.number))


def test_a_plan_that_finds_another_opponent_gives_no_forfeit():
    """In a rotation those whose opponents have gone meet each other: one left over is exempt, as where the number is odd."""
    tournament = set_up("4x12-points", 8, first_method="rotation", next_method="rotation")
    play(tournament)
    leaves(Team.objects.get(tournament=tournament, number=3), 2)
    second = play(tournament)
    assert second.minutes["exempt"] and not tirages.forfeits(second.minutes)
    assert not Seat.objects.exclude(forfeited_by=None).exists()


def test_a_draw_of_before_keeps_its_exempt():
    """Old evenings have no such word in their rows: what they recorded stays."""
    tournament = made("pools")
    play(tournament)
    leaves(Team.objects.get(tournament=tournament, number=3), 2)
    play(tournament)
    Seat.objects.update(forfeited_by=None)
    alone = opponent_of(tournament, 3, 2)
    row = next(row for row in standing(tournament).rows if row.number == alone)
    assert (row.results[1].kind, row.results[1].points) == ("exempt", 810)


def test_a_pool_with_parties_of_its_own_length_gives_its_share():
    longer = {"method": "poules", "start": 2, "who": "first", "count": 4, "donnes": 18}
    tournament = set_up("4x12-points", 8, phases=[longer], parties=4, forfeit_points=1100)
    play(tournament)
    play(tournament)
    (pool,) = [part.minutes.pools for part in evening(tournament.pk).parts if part.phase == 1]
    leaves(Team.objects.get(tournament=tournament, number=pool[0][0]), 3)
    play(tournament)
    assert [
        seated[3].points
        for seated in evening(tournament.pk).seated.values()
        if seated.get(3) and seated[3].table is None
    ] == [1650]


def test_the_forfeit_goes_with_the_place_that_a_team_takes_by_hand():
    tournament = made("pools")
    play(tournament)
    leaves(Team.objects.get(tournament=tournament, number=3), 2)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    alone = opponent_of(tournament, 3, 2)
    other = drawn.minutes["tables"][0]["camps"][0][0]
    draws.swap_teams(draw_id=drawn.pk, first=alone, second=other, by=None, confirm=True)
    assert [seat.team.number for seat in Seat.objects.filter(forfeited_by__number=3)] == [other]


def test_whoever_wins_by_forfeit_waits_for_nobody_but_the_opponent_awaited(client):
    tournament = made("pools")
    play(tournament)
    gone = Team.objects.get(tournament=tournament, number=3)
    leaves(gone, 2)
    drawn = publish_next(tournament)
    client.force_login(organiser_of(tournament))
    assert latecomer_seats(tournament, 2) is None
    late = Team.objects.create(tournament=tournament, number=90, present=True, first_round=3)
    assert "Un retardataire joue" not in get(client, "draw", tournament.pk, drawn.pk)
    with pytest.raises(draws.TournamentError) as refused:
        draws.seat_late_team(draw_id=drawn.pk, team=late.number, by=None)
    assert refused.value.code == "late_nobody_exempt"
    attendance.return_team(team_id=gone.pk, by=None)
    assert "Un retardataire joue" in get(client, "draw", tournament.pk, drawn.pk)
    table = draws.seat_late_team(draw_id=drawn.pk, team=3, by=None)
    assert {seat.team.number for seat in table.seats.all()} == {3, opponent_of(tournament, 3, 2)}
    assert not Seat.objects.exclude(forfeited_by=None).exists()


@pytest.mark.parametrize("name", FORMATS)
def test_a_cancelled_draw_keeps_its_forfeit(client, name):
    tournament = made(name)
    play(tournament)
    leaves(Team.objects.get(tournament=tournament, number=3), 2)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    draws.cancel_draw(draw_id=drawn.pk, reason="malade", by=None)
    client.force_login(organiser_of(tournament))
    assert f"Gagné par forfait : {opponent_of(tournament, 3, 2)}" in text_of(
        get(client, "draw", tournament.pk, drawn.pk)
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_page_says_the_same_of_a_forfeit(client, name):
    tournament = made(name)
    play(tournament)
    gone = Team.objects.get(tournament=tournament, number=3)
    client.force_login(user := organiser_of(tournament))
    assert "gagnent cette partie par forfait" in text_of(get(client, "team", tournament.pk, gone.pk))
    leaves(gone, 2)
    before = text_of(get(client, "draws", tournament.pk))
    assert "0 exempt 1 par forfait" in before and "le camp présent gagne par forfait" in before
    drawn = publish_next(tournament)
    alone = opponent_of(tournament, 3, 2)
    rule = "Le n° 3 n’est pas là : gagné par forfait, 920 points."
    assert rule in text_of(get(client, "draw", tournament.pk, drawn.pk))
    telephone = text_of(get(client, "public-tables", tournament.slug, q=alone))
    assert "Gagné par forfait" in telephone and rule in telephone
    of_team = text_of(get(client, "public-team", tournament.slug, alone))
    assert "Gagnée par forfait : l’autre camp n’était pas là." in of_team
    assert "gagné par forfait" in get(client, "wall-draw", tournament.slug)
    for by in ("names", "teams", "tables"):
        assert "par forfait" in text_of(get(client, "print-draw", tournament.pk, drawn.pk, by)).casefold(), by
    mine = Team.objects.get(tournament=tournament, number=alone)
    assert "partie 2 : gagnée par forfait" in text_of(get(client, "team", tournament.pk, mine.pk))
    assert f"Gagné par forfait : {alone}" in text_of(get(client, "public-minutes", tournament.slug))
    for table in Table.objects.filter(round=drawn.round):
        enter(table)
    assert "Gagnée par forfait : l’autre camp n’était pas là." in text_of(get(client, "why", tournament.pk, alone))
    record = text_of(get(client, "whole-evening", tournament.pk))
    assert re.search(rf"Par forfait : {alone} .* \(920\)", record)
    assert f"· gagné par forfait : {alone}" in record and f"exempt : {alone}" not in record
    said = " ".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)
    assert "marque 920 points" in said and "l’adversaire était connu d’avance et qu’il est parti" in said
    book = made_book(tournament, user)
    assert any(
        "gagné par forfait contre le n°\u00a03" in str(cell.value)
        for row in book["Tirage 2"].iter_rows()
        for cell in row
    )
    notes = {row["Équipe"]: row["Note"] for row in rows_of(book["Classement 2"])}
    assert "partie 2 gagnée par forfait" in notes[alone]
