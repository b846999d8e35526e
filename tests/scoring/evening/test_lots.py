"""Prizes of the ranking and prizes of the brackets: each is called for who won it."""

import re
from unittest.mock import patch

import pytest
from django.urls import reverse

from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.evening.selectors import palmares_now
from scoring.prizes.selectors import called, ceremony_of, prizes_left, slot_lines
from scoring.prizes.services import call_prize
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from scoring.workbook.sheets import standings as prizes_sheet
from scoring.workbook.source import read_source
from tests.scoring.builders import sheet
from tests.support.finals import play
from tests.support.kept import kept
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import set_up
from tournament.concours.clauses import prizes
from tournament.concours.lots import bare_lot, lot_messages, lots_of
from tournament.concours.services import change_settings
from tournament.finals.played import played_phases
from tournament.models import Prize, Table, Tournament
from tournament.registration.attendance import withdraw_team


def plain(words):
    return [said.replace("\xa0", " ") for said in words]


def lines(lots):
    return [lot.line for lot in lots.by_rank]


def of_before(tournament):
    """The same concours as a program of before left it: lines of text and nothing else."""
    Prize.objects.filter(tournament=tournament).delete()
    return Tournament.objects.get(pk=tournament.pk)


pytestmark = pytest.mark.django_db

LOTS = ["Jambon", "Consolante : 2 terrines", "Vin", "Gagnants de la TROISIEME place: café"]


@kept
def evening_played():
    tournament = set_up("elimination", 8, draw_options={"third_place": "yes"})
    play(tournament, seed=3)
    return tournament


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("Consolante : 2 terrines", "gagnant de la consolante"),
        ("gagnante de la Consolante: terrine", "gagnant de la consolante"),
        ("Troisième place : café", "gagnant de la petite finale"),
        ("Third place: coffee", "gagnant de la petite finale"),
        ("Third-place match: coffee", "gagnant de la petite finale"),
        ("Vainqueur de l’élimination directe : coupe", "gagnant de « Élimination directe »"),
        ("Consolante, 2e : pâté", "finaliste de la consolante"),
        ("2e de la consolante : pâté", "finaliste de la consolante"),
        ("Finalistes de la consolante : pâté", "finaliste de la consolante"),
        ("Consolante 3ème : café", "3e de la consolante"),
        ("Élimination directe, finaliste : vase", "finaliste de « Élimination directe »"),
        ("Élimination directe (4e) : vase", "4e de « Élimination directe »"),
        ("Gagnant de la finale : coupe", "gagnant de « Élimination directe »"),
        ("Finale : coupe", "gagnant de « Élimination directe »"),
        ("Petite finale : café", "gagnant de la petite finale"),
    ],
)
def test_a_line_that_begins_with_a_bracket_is_for_its_winner(line, winner):
    tournament = set_up("elimination", 8, draw_options={"third_place": "yes"}, lots=["Jambon", line, "Vin"])
    lots = lots_of(tournament)
    assert (plain(lot.who for lot in lots.by_phase), lines(lots)) == ([winner], ["Jambon", "Vin"])
    assert plain(lot_messages(tournament, ["Jambon"])) == [f"« {line} » est pour le {winner}."]
    assert not lot_messages(tournament, [line]), "said once"


@pytest.mark.parametrize(
    ("line", "places", "winners"),
    [
        ("Consolante, 3e et 4e : vin", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        ("Consolante, 3e à 4e : vin", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        ("Consolante 3-4 : vin", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        ("3e et 4e de la consolante : vin", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        ("Consolante, demi-finalistes : vin", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        ("Demi-finalistes de la consolante : vin", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        ("Consolante, semi-finalists: wine", (3, 4), "chacun des deux battus en demi-finale de la consolante"),
        (
            "Les deux équipes éliminées en demi-finale de la consolante : vin",
            (3, 4),
            "chacun des deux battus en demi-finale de la consolante",
        ),
        ("Demi-finalistes : vin", (3, 4), "chacun des deux battus en demi-finale de « Élimination directe »"),
        (
            "Élimination directe, battus en demi-finales : vin",
            (3, 4),
            "chacun des deux battus en demi-finale de « Élimination directe »",
        ),
        ("Demi-finalistes battus : vin", (3, 4), "chacun des deux battus en demi-finale de « Élimination directe »"),
        ("Finale, 3e et 4e : vin", (3, 4), "chacun des deux battus en demi-finale de « Élimination directe »"),
        ("Quarts de finalistes : vin", (5, 8), "chacun, du 5e au 8e de « Élimination directe »"),
        ("Consolante, quarts de finale : vin", (5, 8), "chacun, du 5e au 8e de la consolante"),
        ("Consolante, du 5e au 8e : vin", (5, 8), "chacun, du 5e au 8e de la consolante"),
        ("Consolante, 1er à 3e : vin", (1, 3), "chacun, du 1er au 3e de la consolante"),
    ],
)
def test_a_line_may_be_for_several_places_of_a_bracket(line, places, winners):
    tournament = set_up("elimination", 8, lots=["Jambon", line, "Vin"])
    lots = lots_of(tournament)
    assert [(lot.places[0], lot.places[-1]) for lot in lots.by_phase] == [places] and lines(lots) == ["Jambon", "Vin"]
    assert plain(lot_messages(tournament, ["Jambon"])) == [f"« {line} » est pour {winners}."]
    assert f"{line} ({winners})" in plain(str(said.text) for said in prizes(tournament.lots, tournament))[0]


@pytest.mark.parametrize("third", ["", "yes"])
def test_the_two_beaten_semi_finalists_have_a_prize_each(third):
    """« Consolante, 3e et 4e » was warned of as a line for a rank of the whole concours."""
    tournament = set_up("elimination", 16, draw_options={"third_place": third} if third else {})
    play(tournament, seed=3)
    given = [
        "Consolante, 3e et 4e : saucisson",
        "Demi-finalistes : vase",
        "Élimination directe, quarts de finale : pin",
    ]
    change_settings(tournament_id=tournament.pk, changes={"lots": given}, by=None)
    tournament.refresh_from_db()
    calls = ceremony_of(tournament).calls
    have = {line: {call.row.number for call in calls if line in call.won} for line in given}
    main, consolante = (
        next(one for one in played_phases(evening(tournament.pk)) if (one.phase.who == "beaten") == later)
        for later in (False, True)
    )

    def beaten(played, back):
        return {team for match in played.rounds[-back] for team in match.sides if team and team != match.winner}

    assert have == dict(zip(given, (beaten(consolante, 2), beaten(main, 2), beaten(main, 3)), strict=True))
    assert [len(teams) for teams in have.values()] == [2, 2, 4]
    assert not prizes_left(ceremony_of(tournament).awards)


@pytest.mark.parametrize(
    "line",
    [
        "2 terrines (consolante)",
        "2e lot de la consolante : pâté",
        "Consolante, 4e et 3e : vin",
        "Pour la Consolante, un vin",
    ],
)
def test_a_line_that_names_a_bracket_otherwise_is_asked_and_given_to_no_rank(line):
    tournament = set_up("elimination", 8, lots=["Jambon", line, "Vin"])
    lots = lots_of(tournament)
    assert [(*lot.places, lot.line) for lot in lots.by_rank] == [(1, "Jambon"), (2, "Vin")] and lots.apart == [line]
    assert [(*lot.places, lot.line) for lot in lots_of(of_before(tournament)).by_rank] == [(1, "Jambon"), (2, "Vin")]
    (said,) = plain(lot_messages(tournament, []))
    assert said.startswith(f"Pour qui est « {line} »") and "« Consolante : 2 jambons »" in said


@pytest.mark.parametrize(
    ("line", "ranks", "said"),
    [
        (
            "Dernier : deux paquets de nouilles",
            [0],
            "la dernière équipe du classement entier, de celles qui sont restées",
        ),
        (
            "Pour la dernière équipe : nouilles",
            [0],
            "la dernière équipe du classement entier, de celles qui sont restées",
        ),
        ("Les derniers: nouilles", [0], "la dernière équipe du classement entier, de celles qui sont restées"),
        ("Lanterne rouge : nouilles", [0], "la dernière équipe du classement entier, de celles qui sont restées"),
        ("Last: noodles", [0], "la dernière équipe du classement entier, de celles qui sont restées"),
        ("24e : un lot surprise", [24], "le rang 24 du classement entier"),
        ("3ème prix : terrine", [3], "le rang 3 du classement entier"),
        ("Deuxième lot : vin", [2], "le rang 2 du classement entier"),
        ("5e à 8e : une bouteille", [5, 6, 7, 8], "chaque rang du 5e au 8e du classement entier"),
        ("Du 5e au 7e : une bouteille", [5, 6, 7], "chaque rang du 5e au 7e du classement entier"),
        ("5-7 : une bouteille", [5, 6, 7], "chaque rang du 5e au 7e du classement entier"),
    ],
)
def test_a_line_that_says_its_rank_is_for_it_and_the_others_keep_their_order(line, ranks, said):
    tournament = set_up("4x12-points", 4, lots=["Jambon", line, "Vin"])
    if ranks != [0]:
        assert lots_of(tournament).apart == ["Jambon", "Vin"], "no next rank is guessed once a line says its own"
    lots = lots_of(of_before(tournament))
    others = [rank for rank in (1, 2, 3) if rank not in ranks][:2]
    assert {rank: lot.what for lot in lots.by_rank for rank in lot.places} == dict.fromkeys(
        ranks, bare_lot(line)
    ) | dict(zip(others, ("Jambon", "Vin"), strict=True))
    assert plain(lot_messages(of_before(tournament), ["Jambon"])) == [f"« {line} » est pour {said}."]


@pytest.mark.parametrize(
    "line",
    [
        "Gagnant de la consolante : vin",
        "Petite finale : café",
        "Les équipes après les 8 premières : un poireau",
        "Avant-dernier : un livre",
        "3e et 5e : un livre",
    ],
)
def test_a_line_for_somebody_whom_nobody_knows_is_asked_and_given_to_no_rank(line, client):
    """Finals of the first eight without a match for the third place: there is neither a consolante nor that match."""
    tournament = set_up("6x12-finales", 4, lots=["Jambon", line, "Vin"])
    assert lines(lots_of(tournament)) == ["Jambon", "Vin"] and list(lots_of(tournament).by_rank[1].places) == [2]
    (said,) = plain(lot_messages(tournament, ["Jambon", "Vin"]))
    assert said.startswith(f"Pour qui est « {line} »") and "Aucun rang ne l’a" in said
    assert line in plain(str(one.text) for one in prizes(tournament.lots, tournament))[0], (
        "the règlement has it all the same"
    )


def test_lines_for_thousands_of_ranks_are_read_as_fast_as_others():
    """One object a line, whatever it says: three hundred lines for ten thousand ranks each would be three million."""
    tournament = set_up("4x12-points", 4, lots=["1er à 9999e : une rose"] * 300)
    assert [(lot.places[0], lot.places[-1]) for lot in lots_of(tournament).by_rank] == [(1, 9999)] * 300


def test_a_line_that_names_the_last_team_otherwise_is_asked():
    tournament = set_up("4x12-points", 4, lots=["Jambon", "Deux paquets pour les derniers"])
    (said,) = plain(lot_messages(tournament, []))
    assert "Aucun rang ne l’a" in said and "« Dernier : des nouilles »" in said


def test_what_was_handed_over_is_what_every_surface_says(client):
    """The phone, the workbook and the palmarès said what the place has now, though the team had been given another prize."""
    tournament = set_up("4x12-points", 8, lots=["Whisky", "Fromage", "Vin"], parties=1)
    play(tournament)
    client.force_login(organiser_of(tournament))
    close_tournament(tournament_id=tournament.pk, by=None)
    first, second = (row.number for row in standing(tournament).rows[:2])
    call_prize(tournament_id=tournament.pk, number=first, by=None)
    call_prize(tournament_id=tournament.pk, number=second, prize="2 orchidées", by=None)
    reopen_tournament(tournament_id=tournament.pk, reason="feuille mal lue", by=None)
    table = Table.objects.get(round__tournament=tournament, seats__team__number=first)
    mark = {camp: {"points": points} for camp, points in (("NS", 972), ("EO", 972))}
    sheet = table.sheets.get(counted=True)
    submit_sheet(
        table_id=table.pk,
        key="k" * 16,
        kind="totals",
        marks=mark,
        by=None,
        base_version=sheet.version,
        reason="lue",
        override="vu",
    )
    calls = ceremony_of(tournament).calls
    now = {call.row.number: call for call in calls}
    assert (
        now[first].row.rank > 1 and now[first].lot == now[first].prize == "Whisky" and now[second].lot == "2 orchidées"
    )
    page = text_of(get(client, "prizes", tournament.pk))
    assert f"Le n° {first} a reçu « Whisky » et le garde" in page.replace("\xa0", " ")
    assert f"Le n° {second} a reçu « 2 orchidées » à la place de « Fromage », et le garde" in page.replace("\xa0", " ")
    slots = {line.team: line.what for line in slot_lines(ceremony_of(tournament).awards) if line.handed}
    assert slots == {first: "Whisky", second: "2 orchidées"}, "who has what, and why"
    # The team that stands where the whisky was has the next one that is left.
    assert [call.due for call in calls if call.due] == ["Vin"]
    assert prizes_left(ceremony_of(tournament).awards) == ["Fromage"], "the second had something else"
    close_tournament(tournament_id=tournament.pk, by=None, reason="feuille mal lue")
    tournament.refresh_from_db()
    assert palmares_now(tournament).prizes[first] == "Whisky"
    assert "Votre lot : Whisky" in plain([text_of(get(client, "public-team", tournament.slug, first))])[0]
    rows = {row[1]: row[-1] for row in prizes_sheet.prizes_tabs(read_source(tournament))[0].rows}
    assert rows[first] == "Whisky" and rows[second] == "2 orchidées"
    # Taken back, it is due again.
    reopen_tournament(tournament_id=tournament.pk, reason="encore", by=None)
    call_prize(tournament_id=tournament.pk, number=first, called=False, by=None)
    assert {call.row.number: call.lot for call in ceremony_of(tournament).calls}[first] != "Whisky"


def test_the_last_team_is_called_for_its_prize_alone(client):
    tournament = set_up("elimination", 8)
    play(tournament, seed=3)
    client.force_login(organiser_of(tournament))
    lots = ["1er : Jambon", "Dernier : Nouilles", "2e : Vin"]
    change_settings(tournament_id=tournament.pk, changes={"lots": lots}, by=None)
    tournament.refresh_from_db()
    calls = ceremony_of(tournament).calls
    assert [call.row.rank for call in called(calls)][:2] == [1, 2]
    assert [call.prize for call in called(calls)] == ["Jambon", "Vin", "Nouilles"] and called(calls)[-1] == calls[-1]
    assert not prizes_left(ceremony_of(tournament).awards)
    evening_page = get(client, "concours", tournament.pk)
    for printed in ("door-print", "phases", "prizes", "print-standings", "reglement", "whole-evening"):
        assert f'href="{reverse(printed, args=[tournament.pk])}">' in evening_page, printed
    shown = text_of(get(client, "prizes", tournament.pk))
    assert "Nouilles" in shown and "Dernier :" not in shown
    assert (
        "1er : Jambon ; 2e : Vin ; Dernier : Nouilles" in plain([text_of(get(client, "reglement", tournament.pk))])[0]
    )


def test_a_telephone_gives_the_prize_and_its_place_apart(client):
    """The raw line stood there: « Votre lot : Consolante : 2 terrines »."""
    tournament = evening_played()
    change_settings(tournament_id=tournament.pk, changes={"lots": LOTS}, by=None)
    close_tournament(tournament_id=tournament.pk, by=None)
    shown = {
        call.row.number: plain([text_of(get(client, "public-team", tournament.slug, call.row.number))])[0]
        for call in ceremony_of(tournament).calls
        if call.prize
    }
    assert not any("Consolante : 2" in page or "place : caf" in page for page in shown.values())
    assert sum("ainqueur de la consolante Votre lot : 2 terrines" in page for page in shown.values()) == 1


def test_the_last_team_is_called_so_where_others_left(client):
    """The team was called « 20e » of 21, and the règlement did not say that whoever leaves has no such prize."""
    tournament = set_up("4x12-points", 8, lots=["Jambon", "Dernier : Nouilles"], parties=2)
    play(tournament)
    client.force_login(organiser_of(tournament))
    said = "dernier de ceux qui sont restés"
    assert f"Dernier : Nouilles ({said})" in plain([text_of(get(client, "reglement", tournament.pk))])[0]
    for gone in (0, 1):
        if gone:
            last = standing(tournament).rows[-1]
            withdraw_team(team_id=last.team_id, from_round=2, reason="parti", by=None)
        shown = text_of(get(client, "prizes", tournament.pk))
        assert "Nouilles" in shown
        assert (f"7e {said}" in shown) == (said in shown) == bool(gone)
        assert text_of(get(client, "whole-evening", tournament.pk)).count(said) == 1 + gone


def test_the_line_of_the_winners_names_whoever_has_a_prize_and_the_last_team_at_its_end(client):
    """Five prizes stood there; « Dernier : nouilles » was in the list of the calls alone."""
    tournament = evening_played()
    lots = ["Jambon", "Vin", "5e : Pâté", "Consolante : 2 terrines", "Dernier : Nouilles"]
    change_settings(tournament_id=tournament.pk, changes={"lots": lots}, by=None)
    tournament.refresh_from_db()
    ceremony = ceremony_of(tournament)
    calls, winners = ceremony.calls, ceremony.winners
    assert {winner.number for winner in winners if winner.lot} == {call.row.number for call in called(calls)}
    last = standing(tournament).rows[-1].number
    assert (winners[-1].place, winners[-1].number, winners[-1].lot) == ("Dernier", last, "Nouilles")
    client.force_login(organiser_of(tournament))
    for name in ("standings", "print-standings", "prizes"):
        line = text_of(get(client, name, tournament.pk).partition("phase-winners")[2].partition("</dl>")[0])
        assert re.search(rf"5e \d+ Joueur .* Pâté .* Dernier {last} Joueur {last}-1.* · Nouilles", line), name


def test_the_line_of_the_winners_stays_short_where_every_rank_has_a_prize():
    tournament = evening_played()
    change_settings(tournament_id=tournament.pk, changes={"lots": ["1er au 8e : Vin", "Dernier : Nouilles"]}, by=None)
    tournament.refresh_from_db()
    with patch("scoring.prizes.winners.MOST_RANKED", 2):
        winners = ceremony_of(tournament).winners
    assert [winner.place for winner in winners] == [
        "Vainqueur", "Finaliste", "3e (petite finale)", "4e", "Vainqueur de la consolante", "Dernier",
    ]  # fmt: skip


def test_a_concours_without_brackets_has_prizes_of_ranks_alone():
    tournament = set_up("4x12-points", 4, lots=LOTS)
    assert lines(lots_of(tournament)) == ["Jambon", "Vin"]
    assert lots_of(tournament).apart == [LOTS[1], LOTS[3]], "nobody there is the consolante's"


def test_the_evening_calls_each_prize_for_who_won_it(client):
    tournament = evening_played()
    client.force_login(organiser_of(tournament))
    change_settings(tournament_id=tournament.pk, changes={"lots": [*LOTS, "Principal : rien"]}, by=None)
    tournament.refresh_from_db()
    ceremony = ceremony_of(tournament)
    calls, winners = ceremony.calls, ceremony.winners
    won = {prize: winner.number for winner in winners for prize in winner.prizes}
    first, second, third = (call.row.number for call in calls[:3])
    assert won.keys() == {LOTS[1], LOTS[3]} and won[LOTS[3]] == third
    prizes = {call.row.number: call.prize for call in called(calls)}
    assert prizes == {first: "Jambon", second: "Vin", third: LOTS[3], won[LOTS[1]]: LOTS[1]}
    assert not prizes_left(ceremony_of(tournament).awards)
    page = get(client, "prizes", tournament.pk)
    assert page.replace("\u00a0", " ").count(bare_lot(LOTS[1])) >= 2, "with the winners, and on the list"
    rules = get(client, "reglement", tournament.pk)
    assert "Consolante : 2 terrines (gagnant de la consolante)" in rules.replace("\xa0", " ")


def test_the_lines_of_a_bracket_are_for_its_winner_its_finalist_and_its_third_in_order(client):
    tournament = evening_played()
    client.force_login(organiser_of(tournament))
    lines = ["Consolante : jambon", "Consolante, 3e : café", "Consolante : pâté", "Élimination directe : coupe"]
    change_settings(tournament_id=tournament.pk, changes={"lots": ["Vin", *lines, "Consolante, 9e : rien"]}, by=None)
    tournament.refresh_from_db()
    assert [lot.places[0] for lot in lots_of(tournament).by_phase] == [1, 3, 2, 1, 9]
    ceremony = ceremony_of(tournament)
    calls, winners = ceremony.calls, ceremony.winners
    consolante = next(one for one in played_phases(evening(tournament.pk)) if one.phase.who == "beaten")
    final = consolante.rounds[-1][0]
    beaten = {team for match in consolante.rounds[-2] for team in match.sides} - set(final.sides)
    third = next(call.row.number for call in calls if call.row.number in beaten)
    won = {call.row.number: (call.prize, call.place) for call in called(calls) if "Consolante" in call.prize}
    assert won == {
        final.winner: ("Consolante : jambon", "Vainqueur de la consolante"),
        sum(final.sides) - final.winner: ("Consolante : pâté", "Finaliste de la consolante"),
        third: ("Consolante, 3e : café", "3e de la consolante"),
    }
    assert {winner.title: winner.lot for winner in winners}["Consolante · Finaliste"] == "pâté"
    assert prizes_left(ceremony_of(tournament).awards) == ["Consolante, 9e : rien"]
    rows = {row[3]: row[-1] for row in prizes_sheet.prizes_tabs(read_source(tournament))[0].rows}
    assert rows["Finaliste de la consolante"] == "pâté", "the words of the page"
    told = client.get(f"/api/v1/concours/{tournament.pk}/prizes/").json()
    assert "Consolante : pâté" in {prize["lot"] for prize in told["results"]}
    rules = plain([get(client, "reglement", tournament.pk)])[0]
    assert "Consolante : pâté (finaliste de la consolante)" in rules
    close_tournament(tournament_id=tournament.pk, by=None)
    for name, key in (
        ("prizes", tournament.pk),
        ("whole-evening", tournament.pk),
        ("public-standings", tournament.slug),
    ):
        shown = text_of(get(client, name, key))
        assert "Finaliste de la consolante" in shown and "3e de la consolante" in shown, name
    assert "Finaliste de la consolante" in text_of(get(client, "public-wall", tournament.slug))


def test_two_lines_alike_are_two_prizes():
    tournament = set_up("elimination", 4, phases=[], lots=["Élimination directe : coupe"] * 5)
    play(tournament, seed=1)
    calls = ceremony_of(tournament).calls
    assert sum(len(call.won) for call in calls) + len(prizes_left(ceremony_of(tournament).awards)) == 5
    assert [len(call.won) for call in calls[:2]] == [1, 1]


def test_a_prize_of_a_bracket_that_was_not_played_is_left_over():
    tournament = set_up("elimination", 4, phases=[], lots=["Jambon", "Consolante : vin", "Élimination directe : coupe"])
    play(tournament, seed=1)
    calls = ceremony_of(tournament).calls
    assert [call.prize for call in called(calls)] == ["Jambon · Élimination directe : coupe"]
    assert lots_of(tournament).apart == ["Consolante : vin"], "there is no consolante"


def test_no_palmares_shows_points_in_whose_order_nobody_is_placed(client):
    tournament = evening_played()
    client.force_login(organiser_of(tournament))
    close_tournament(tournament_id=tournament.pk, by=None)
    points = re.compile(r"<th[^>]*>Points</th>")
    for name, key in (("palmares", tournament.pk), ("public-palmares", tournament.slug), ("prizes", tournament.pk)):
        assert not points.search(get(client, name, key)), name
    assert points.search(get(client, "print-standings", tournament.pk)), "the ranking has every figure"


def test_a_team_that_a_handed_prize_leaves_without_any_is_said_to_have_none(client):
    """« qui a : aucune » had the gender of nothing that is a prize."""
    tournament = set_up("4x12-points", 2, lots=["Whisky"], parties=1)
    play(tournament)
    client.force_login(organiser_of(tournament))
    close_tournament(tournament_id=tournament.pk, by=None)
    first = standing(tournament).rows[0].number
    call_prize(tournament_id=tournament.pk, number=first, by=None)
    reopen_tournament(tournament_id=tournament.pk, reason="feuille mal lue", by=None)
    table = Table.objects.get(round__tournament=tournament, seats__team__number=first)
    north = table.seats.get(camp="NS").team.number == first
    sheet(table, north=900 if north else 1044, east=1044 if north else 900)
    page = text_of(get(client, "prizes", tournament.pk)).replace("\xa0", " ")
    other = next(row.number for row in standing(tournament).rows if row.rank == 1)
    assert f"D’après le classement ce lot serait maintenant au n° {other}, qui n’a aucun lot." in page


def test_lines_for_nobody_are_asked_in_one_sentence():
    tournament = set_up("4x12-points", 4, lots=["Jambon", "Vin", "3e et 4e : une boîte"])
    *_known, said = plain(lot_messages(tournament, []))
    assert said.startswith("Pour qui sont « Jambon », « Vin »") and "« La liste des lots »" in said
