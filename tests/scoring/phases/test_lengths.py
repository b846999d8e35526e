"""Parties of a phase, or its final, that are longer than the others: played, typed, printed and said so."""

from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.clock.selectors import clock_state
from scoring.rounds import services as rounds
from scoring.sheets.entry import submit_sheet
from scoring.sheets.terms import TableTotals, terms_by_table, terms_of
from scoring.standings.reading import evening
from scoring.workbook.sheets import concours as concours_sheet, scores as scores_sheet
from scoring.workbook.source import read_source
from tests.scoring.builders import sheet
from tests.scoring.phones.builders import comes_in, phone, propose
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import play, publish_next, set_up
from tournament.concours import services as acts
from tournament.concours.reglement import reglement_of
from tournament.errors import TournamentError
from tournament.models import Table
from tournament.rounds import clock, services as draws

pytestmark = pytest.mark.django_db

FINALS = {
    "method": "elimination",
    "start": 2,
    "who": "first",
    "count": 4,
    "donnes": 15,
    "final_donnes": 18,
    "third_place": True,
}
OTHERS = {"method": "sort", "start": 2, "who": "after", "count": 4}


def published(tournament):
    drawn = publish_next(tournament, seed="7♣")
    return {table.number: table for table in Table.objects.filter(round=drawn.round)}


def test_the_parties_of_a_phase_and_its_final_have_their_own_length(client):
    tournament = set_up("4x12-points", 8, phases=[FINALS, OTHERS])
    said = " ".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)
    assert "une partie se joue en 15 donnes" in said
    assert "la finale se joue en 18 donnes" in said
    assert "cette durée est en proportion : 15 donnes, 75 minutes ; 18 donnes, 90 minutes." in said.replace("\xa0", " ")
    play(tournament)
    assert {table.limits.get("limite_donnes") for table in Table.objects.all()} == {None}
    semis = published(tournament)
    assert [semis[number].limits for number in sorted(semis)] == [{"limite_donnes": 15}] * 2 + [{}] * 2
    assert set(terms_by_table(semis[1].round)) == {1, 2}
    clock.start_clock(tournament_id=tournament.pk, number=2, by=None)
    face = clock_state(tournament)
    assert (face.minutes, face.limit_at - face.round.started_at) == (75, timedelta(minutes=75)), "of the longest tables"
    client.force_login(organiser_of(tournament))
    for name, key in (("clock", tournament.pk), ("public-wall", tournament.slug)):
        assert 'data-limit="75"' in get(client, name, key), name
    entry = reverse("entry-round", args=[tournament.pk, 2])

    def typed(table, north, east, key):
        figures = {"points_NS": str(north), "points_EO": str(east)}
        client.post(entry, {"table": str(table), **figures, "key": key.ljust(20, "k"), "base_version": ""})
        return semis[table].sheets.filter(counted=True).exists()

    assert not typed(1, 1012, 932, "twelve-donnes"), "1944 is the total of 12 donnes"
    assert typed(1, 1262, 1168, "fifteen-donnes")
    assert typed(2, 1262, 1168, "fifteen-more")
    assert typed(3, 1012, 932, "the-others") and typed(4, 1012, 932, "the-others-too")
    final = published(tournament)
    assert {number: table.limits for number, table in final.items() if table.limits} == {
        1: {"limite_donnes": 18},
        2: {"limite_donnes": 15},
    }, "the match for the third place is no final"
    sheets = get(client, "paper-sheets", tournament.pk, 3)
    assert "18 donnes" in sheets
    for match in ("Finale", "Petite finale"):
        assert f"Finales des 4 premières · {match}</b>" in sheets
    telephone, address = comes_in(final[1], "NS")
    said = telephone.get(f"{address}controle/", {"points_NS": "1500", "points_EO": "1416"}).json()
    assert said["state"] == "ok", said
    said = telephone.get(f"{address}controle/", {"points_NS": "1262", "points_EO": "1168"}).json()
    assert said["state"] != "ok", said


def test_a_final_of_more_points_in_a_game_to_a_score():
    finals = {"method": "elimination", "start": 2, "who": "first", "count": 2, "final_points": 2501}
    tournament = set_up("contree-5x2000", 4, phases=[finals], parties=2)
    for table in published(tournament).values():
        sheet(table, north=2010, east=1200)
    (final,) = published(tournament).values()
    assert terms_of(final).options["limite_points"] == 2501
    assert terms_of(final).control(TableTotals({"NS": 2010, "EO": 1200}, None, None)).code == "non_terminee"
    assert terms_of(final).control(TableTotals({"NS": 2510, "EO": 1200}, None, None)).ok


@pytest.mark.parametrize("donnes", [0, 15])
def test_a_final_of_points_in_a_game_of_so_many_donnes_ends_by_its_points(client, donnes):
    """Twelve donnes, or fifteen, are over long before 2501 points: they are no end of such a final."""
    finals = {"method": "elimination", "start": 2, "who": "first", "count": 2, "donnes": donnes, "final_points": 2501}
    tournament = set_up("4x12-points", 4, phases=[finals], parties=2)
    for table in published(tournament).values():
        sheet(table, north=1012, east=932)
    (final,) = published(tournament).values()
    for north, east, code in ((2510, 2188, ""), (2400, 2188, "non_terminee"), (1012, 932, "non_terminee")):
        assert terms_of(final).control(TableTotals({"NS": north, "EO": east}, None, None)).code == code
    client.force_login(organiser_of(tournament))
    printed = get(client, "paper-sheets", tournament.pk, 2)
    assert "2501 points" in printed and "donnes de 162" not in printed and f"{donnes} donnes ou" not in printed
    said = " ".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)
    assert "la finale se joue en 2501 points" in said


@pytest.mark.parametrize(
    "phase",
    [
        {"method": "sort", "start": 2, "who": "all", "final_donnes": 15},
        {"method": "elimination", "start": 2, "who": "first", "count": 4, "donnes": 101},
    ],
)
def test_a_length_that_cannot_be_is_refused(phase):
    tournament = set_up("4x12-points", 0)
    with pytest.raises(TournamentError) as refused:
        acts.change_settings(tournament_id=tournament.pk, changes={"phases": [phase]}, by=None)
    assert refused.value.field == "phase_1"


def test_the_final_of_a_knock_out_of_all_has_its_own_length(client):
    length = {"final_donnes": 18}
    tournament = set_up("elimination", 4, draw_options=length, phases=[])
    said = " ".join(sentence.text for section in reglement_of(tournament) for sentence in section.sentences)
    assert "la finale se joue en 18 donnes" in said
    play(tournament)
    assert {table.limits.get("limite_donnes") for table in Table.objects.all()} == {None}
    (final,) = published(tournament).values()
    assert terms_of(final).options["limite_donnes"] == 18
    client.force_login(organiser_of(tournament))
    assert "18 donnes" in get(client, "paper-sheets", tournament.pk, 2)
    with pytest.raises(TournamentError) as refused:
        set_up("elimination", 0, draw_options=length, next_method="sort", phases=[])
    assert refused.value.code == "phase_length", "only a knock-out has a final"
    assert "final_donnes" not in set_up("elimination", 0, draw_options={"final_donnes": 0}).draw_options


def test_exempt_and_forfeit_follow_the_length_of_their_phase(client):
    """Three play 18 donnes in a phase of their own: half of those for the exempt, their share of 1100 for a forfeit."""
    longer = {"method": "sort", "start": 2, "who": "first", "count": 3, "donnes": 18}
    tournament = set_up("4x12-points", 5, phases=[longer], parties=2, excluded_policy="forfeit")
    publish_next(tournament, seed="7♣")
    for table in Table.objects.all():
        sheet(table, north=1000, east=944)
    (table,) = published(tournament).values()
    found = evening(tournament.pk)
    resting = found.parts[-1].minutes.exempt[0]
    brought = {row.number: row.results[-1].points for row in found.after(2).rows}
    assert brought[resting] == 81 * 18
    client.force_login(organiser_of(tournament))
    draw = table.round.draws.get()
    assert "1458" in get(client, "draw", tournament.pk, draw.pk)
    telephone = text_of(get(client, "public-tables", tournament.slug, q=resting))  # an ETag may hold any figures
    assert "1458" in telephone and "972" not in telephone, "of its phase, not of the parties common to all"
    assert "1650" in get(client, "sheet-forfeit", tournament.pk, 2, 1)
    submit_sheet(table_id=table.pk, key="forfeit-of-a-long-one", kind="forfeit", absent="EO", by=None, reason="absent")
    assert {mark.camp: mark.points for mark in table.sheets.get(counted=True).marks.all()} == {"NS": 1650, "EO": 0}


def test_who_rests_by_a_swap_has_half_of_a_partie_of_its_phase():
    longer = {"method": "sort", "start": 2, "who": "first", "count": 3, "donnes": 18}
    tournament = set_up("4x12-points", 5, phases=[longer], parties=2)
    play(tournament)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    (resting,), (seats,) = drawn.main.exempt, [table["camps"] for table in drawn.main.tables]
    draws.swap_teams(draw_id=drawn.pk, first=resting, second=seats[0][0], by=None, confirm=True)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    brought = {row.number: row.results[-1] for row in evening(tournament.pk).after(2).rows}
    assert (brought[seats[0][0]].kind, brought[seats[0][0]].points) == ("exempt", 81 * 18)
    assert brought[resting].table == 1


def test_the_settings_in_words_tell_all_of_a_phase_and_the_scores_who_sent_them():
    tournament = set_up("4x12-points", 8, phases=[FINALS | {"final_points": 2501}, OTHERS], counts_when="both_camps")
    drawn = published(tournament)
    for camp in ("NS", "EO"):
        propose(phone(drawn[1], camp), 1012, key=camp)
    source = read_source(tournament)
    told = next(row[1] for row in concours_sheet.settings_tabs(source)[0].rows if "limination directe" in str(row))
    for words in ("petite finale (3e place)", "donnes de ses parties : 15", "finale : 18", "finale : 2501"):
        assert words in told.replace("\xa0", " "), words
    assert "le téléphone du camp NS" in str(list(scores_sheet.tabs(source)[0].rows)).replace("\xa0", " ")
