"""Matches of a bracket to which neither team comes: told everywhere, no points for anybody, the others play on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.errors import ScoringError
from scoring.prizes import services
from scoring.prizes.selectors import ceremony_of
from scoring.prizes.texts import diplomas, poster_lines
from scoring.referee import rulings
from scoring.referee.selectors import ruling_text
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from scoring.workbook.sheets import draws as phases, scores, standings as prizes_sheet
from scoring.workbook.source import read_source
from tests.scoring.builders import sheet
from tests.support.accounts import logged_in
from tests.support.api import api_for
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import enter, play, publish_next, set_up
from tests.support.refusals import refuses
from tournament.finals.played import played_phases
from tournament.models import Table, Team
from tournament.registration import attendance
from tournament.tirages import replay

pytestmark = pytest.mark.django_db


def seated(tournament):
    """The next partie drawn and published, nothing typed: its tables by number, each with its two teams."""
    drawn = publish_next(tournament, seed="R♥ 7♣ 10♠")
    tables = Table.objects.filter(round=drawn.round).order_by("number").prefetch_related("seats__team")
    return {table: [seat.team.number for seat in table.seats.order_by("-camp")] for table in tables}


def leave(tournament, numbers, partie):
    for team in Team.objects.filter(tournament=tournament, number__in=numbers):
        attendance.withdraw_team(team_id=team.pk, from_round=partie, reason="partis", by=None)


def forfeit(table, absent, *, by=None):
    return submit_sheet(
        table_id=table.pk,
        key=f"forfeit-{table.pk}-{len(absent)}".ljust(20, "f"),
        kind="forfeit",
        absent=absent,
        reason="partis",
        by=by,
    )


def main(tournament):
    return played_phases(evening(tournament.pk))[0]


def pages(tournament):
    """The words of the bracket as people see it: its page (picture and list), the workbook, the API."""
    client = Client()
    cells = " ".join(
        cell
        for one in phases.phases_tabs(read_source(tournament))
        for row in one.rows
        for cell in row
        if isinstance(cell, str)
    )
    api = client.get(f"/api/v1/public/{tournament.slug}/phases/").json()
    decisions = [match["decision"] for phase in api["phases"] for step in phase["rounds"] for match in step["matches"]]
    texts = [text_of(get(client, "public-phases", tournament.slug)), cells, " ".join(decisions)]
    return [text.replace("\xa0", " ").replace("\u202f", " ") for text in texts]


def check_end(tournament):
    """Play on to the end: nothing is awaited, and the winner is in the last match that was played."""
    while not evening(tournament.pk).outstanding.over:
        drawn = play(tournament)
        assert replay(drawn.minutes)
    assert standing(tournament).final


def test_where_both_forfeit_their_match_nobody_marks_and_the_next_opponent_goes_on():
    tournament = set_up("elimination", 8, forfeit_points=972)
    tables = seated(tournament)
    (table, (one, other)), *others = tables.items()
    leave(tournament, [one, other], 1)
    client = logged_in(organiser_of(tournament))
    data = client.get(reverse("entry-round", args=[tournament.pk, 1])).context["data"]["tables"][table.number][
        "forfeit"
    ]
    assert f"{min(one, other)} et {max(one, other)} ont quitté" in data["said"].replace("\xa0", " ")
    asked = text_of(client.get(data["address"]).content.decode())
    assert "Les deux camps" in asked and "ont quitté le concours" in client.get(data["address"]).content.decode()
    for absent in ("NS", "EO"):
        with refuses("forfeit_gone", ScoringError):
            forfeit(table, absent)
    forfeit(table, "NS EO")
    for place, _teams in others:
        enter(place)
    found = evening(tournament.pk)
    assert [
        (found.seated[n][1].points, found.seated[n][1].conceded, found.seated[n][1].outcome) for n in (one, other)
    ] == [(0, 0, "lost")] * 2
    (match,) = [match for match in main(tournament).rounds[0] if one in match.sides]
    assert match.winner == 0 and all(match.forfeits)
    for text in pages(tournament):
        assert "forfaits tous deux : pas de vainqueur" in text, text
    assert "aucun des deux n’était là" in text_of(get(client, "why", tournament.pk, one))
    play(tournament)
    (alone,) = [match for match in main(tournament).rounds[1] if 0 in match.sides]
    assert alone.winner == sum(alone.sides)
    for text in pages(tournament):
        assert f"plus d’adversaire : le n° {alone.winner} passe" in text, text
    check_end(tournament)
    assert {match.winner for match in main(tournament).rounds[-1]} == {standing(tournament).rows[0].number}


@pytest.mark.parametrize(("lang", "words"), [("fr", "plus d’adversaire"), ("en", "no opponent left")])
def test_the_picture_and_the_list_tell_a_bye_from_an_opponent_that_left(lang, words):
    """A team with a bye in the first round whose opponents of the second one are both gone: the same sides twice."""
    tournament = set_up("elimination", 5, forfeit_points=972)
    ((table, gone),) = seated(tournament).items()
    leave(tournament, gone, 1)
    forfeit(table, "NS EO")
    play(tournament)
    (alone,) = [match for match in main(tournament).rounds[1] if 0 in match.sides]
    (same,) = [match for match in main(tournament).rounds[0] if alone.winner in match.sides]
    assert same.sides == alone.sides and not same.deserted and alone.deserted
    page = get(Client(), "public-phases", tournament.slug, lang=lang)
    picture, _end, rest = page.partition("</svg>")
    listed, _end, paper = rest.partition("</details>")
    for drawn in (picture, paper):
        captions = [text for text in re.findall(r'class="tree-caption"[^>]*>([^<]*)<', drawn) if words in text]
        assert len(captions) == 1 and str(alone.winner) in captions[0]
        assert drawn.count(">exempt</text>") == 3, "those of the first round"
    assert listed.count(words) == 1 and listed.count("(exempt)") == 3


@pytest.mark.parametrize("drawn", [False, True])
def test_where_both_finalists_are_gone_nobody_has_won(drawn):
    """Before the final is drawn, or once they were seated in it."""
    tournament = set_up("elimination", 8, forfeit_points=972)
    play(tournament), play(tournament)
    final = [team for team in main(tournament).rounds[2][0].sides if team]
    assert len(final) == 2
    if drawn:
        tables = seated(tournament)
        leave(tournament, final, 3)
        for table, teams in tables.items():
            if set(teams) == set(final):
                forfeit(table, "NS EO")
            else:
                enter(table)
    else:
        leave(tournament, final, 3)
        check_end(tournament)
    played = main(tournament)
    assert played.over and played.rounds[2][0].winner == 0
    assert standing(tournament).final
    words = "forfaits tous deux : pas de vainqueur" if drawn else "sont partis : pas de vainqueur"
    page, book, api = pages(tournament)
    assert words in page and words in book and words in api
    assert "Pas de vainqueur" in page.split("Consolante")[0]
    rows = {row.number: row for row in standing(tournament).rows}
    assert all(rows[team].points == sum(r.points for r in rows[team].results if r.kind == "played") for team in final)
    client = logged_in(organiser_of(tournament))
    for team in final:
        assert get(client, "why", tournament.pk, team)


def gone(tournament, numbers, why, *, partie=3):
    """Record that each of *numbers* misses *partie*, for its own reason of *why*."""
    for number, reason in zip(numbers, why, strict=True):
        team = Team.objects.get(tournament=tournament, number=number)
        if reason == "excluded":
            attendance.exclude_team(team_id=team.pk, from_round=partie, reason="cris", by=None)
        elif reason == "left":
            leave(tournament, [number], partie)
        else:
            attendance.set_away(tournament_id=tournament.pk, number=number, round_number=partie, by=None)


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize(
    ("why", "words", "sides"),
    [
        (("excluded", "excluded"), "les n° {} et {} sont exclus : pas de vainqueur", ["exclusion", "exclusion"]),
        (("left", "left"), "les n° {} et {} sont partis : pas de vainqueur", ["départ", "départ"]),
        (("excluded", "left"), "n° {} : exclusion, n° {} : départ ; pas de vainqueur", ["exclusion", "départ"]),
    ],
)
def test_each_camp_of_a_final_without_winner_has_its_own_reason(why, words, sides, drawn):
    """Excluded finalists were told to have left, in the bracket, its list, its print, the workbook and the API."""
    tournament = set_up("elimination", 8, forfeit_points=972)
    play(tournament), play(tournament)
    final = main(tournament).rounds[2][0].sides
    if drawn:
        tables = seated(tournament)
        gone(tournament, final, why)
        for table, teams in tables.items():
            forfeit(table, "NS EO") if {*teams} == {*final} else enter(table)
        # A team that left does not come to its table: that is a forfeit there. An excluded one is told to be excluded.
        sides = [one if one == "exclusion" else "forfait" for one in sides]
        words = {
            ("left", "left"): "n° {} et {} forfaits tous deux : pas de vainqueur",
            ("excluded", "left"): "n° {} : exclusion, n° {} : forfait ; pas de vainqueur",
        }.get(why, words)
    else:
        gone(tournament, final, why)
        check_end(tournament)
    for text in pages(tournament):
        assert words.format(*final) in text, text
    page = get(Client(), "public-phases", tournament.slug).partition("Consolante")[0]
    for word in {*sides}:
        assert len(re.findall(rf">{word}</(?:text|i)>", page)) >= sides.count(word), word
    assert standing(tournament).final and not any(row.unwon for row in standing(tournament).rows)
    assert {row.number for row in standing(tournament).rows[-2:]} == {*final}


@pytest.mark.parametrize(
    ("loser", "note", "side"),
    [
        ("excluded", "exclusion du n° {}", "exclusion"),
        ("left", "départ du n° {}", "départ"),
        ("away", "absence du n° {}", "absence"),
    ],
)
def test_who_goes_on_alone_does_so_for_the_reason_of_the_other_camp(loser, note, side):
    tournament = set_up("elimination", 8, phases=[])
    play(tournament), play(tournament)
    number, winner = main(tournament).rounds[2][0].sides
    gone(tournament, [number], [loser])
    assert standing(tournament).final, "nothing else is left to be played"
    assert main(tournament).rounds[2][0].winner == winner
    for text in pages(tournament):
        assert note.format(number) in text, text
    assert f">{side}</text>" in get(Client(), "public-phases", tournament.slug)


def test_of_a_final_whose_camps_are_both_away_nobody_wins_where_nothing_else_is_left():
    tournament = set_up("elimination", 8, phases=[])
    play(tournament), play(tournament)
    final = main(tournament).rounds[2][0].sides
    gone(tournament, final, ["away", "away"])
    for text in pages(tournament):
        assert "les n° {} et {} sont absents : pas de vainqueur".format(*final) in text, text
    found = standing(tournament)
    assert found.final and [(row.rank, row.number) for row in found.rows[:2]] == [(2, team) for team in sorted(final)]


def test_a_final_whose_camps_are_both_away_for_one_partie_is_played_in_the_next():
    """The concours was final without it: both stood as first, and nobody had won."""
    tournament = set_up("elimination", 8)
    play(tournament), play(tournament)
    final = main(tournament).rounds[2][0].sides
    gone(tournament, final, ["away", "away"])
    play(tournament)
    left = evening(tournament.pk).outstanding
    assert (left.last, left.over) == (4, False) and not standing(tournament).final
    assert [match.sides for match in left.matches if match.name == "Finale"][:1] == [final]
    check_end(tournament)
    assert main(tournament).rounds[2][0].winner == min(final) == standing(tournament).rows[0].number


@pytest.mark.parametrize("leavers", ["", "ranked"])
def test_nobody_is_first_where_nobody_won_the_final(client, leavers):
    """Both forfeit it, still there or gone from a concours that ranks leavers by their results: both are second."""
    tournament = set_up("elimination", 8, forfeit_points=972, lots=["un jambon", "un vin"], leavers=leavers or "last")
    play(tournament), play(tournament)
    final = sorted(main(tournament).rounds[2][0].sides)
    sheet_of = {frozenset(teams): table for table, teams in seated(tournament).items()}
    if leavers:
        leave(tournament, final, 3)
    for teams, table in sheet_of.items():
        forfeit(table, "NS EO") if teams == {*final} else enter(table)
    found = standing(tournament)
    assert found.final
    assert [(row.rank, row.number, row.tied) for row in found.rows[:2]] == [(2, team, True) for team in final]
    assert found.rows[2].rank == 3
    user = organiser_of(tournament)
    client.force_login(user)
    slug, pk = tournament.slug, tournament.pk
    shown = {
        name: text_of(get(client, name, pk))
        for name in ("palmares-poster", "prizes", "standings", "palmares-newspaper")
    }
    shown["public"] = text_of(get(Client(), "public-standings", slug))
    shown["team"] = text_of(get(Client(), "public-team", slug, final[0]))
    shown["whole"] = text_of(get(client, "whole-evening", pk))
    for name, text in shown.items():
        assert not re.search(r"\b1er\b(?! lot| [a-zéû]{3,} (?:\d{4}|à))", text), (
            name,
            text,
        )  # of a day that may be today
    assert shown["palmares-poster"].count("2e ex æquo") == 2
    assert "La finale n’a pas de vainqueur" in shown["palmares-newspaper"]
    assert (
        "pour les deux équipes d’un match sans vainqueur" in shown["standings"] and "sans vainqueur" in shown["public"]
    )
    why = text_of(get(client, "why", pk, final[0]))
    assert "Personne n’a gagné le match pour la place d’avant" in why and "tous les critères" not in why
    assert "Une finale sans vainqueur n’a pas de premier, mais deux deuxièmes." in text_of(
        get(Client(), "public-reglement", slug)
    )
    answer = client.get(f"/api/v1/public/{slug}/standings/").json()
    assert [line["rank"] for line in answer["results"]][:3] == [2, 2, 3]


def unwon_final(lots, **overrides):
    """A concours whose finalists both lose the final by forfeit, still there; its finalists."""
    tournament = set_up("elimination", 8, forfeit_points=972, lots=lots, **overrides)
    play(tournament), play(tournament)
    final = sorted(main(tournament).rounds[2][0].sides)
    for table, teams in seated(tournament).items():
        forfeit(table, "NS EO") if {*teams} == {*final} else enter(table)
    return tournament, final


def test_two_seconds_have_the_second_prize_and_nobody_the_first(client):
    """The first prize went to the lower number, the second one to the other; a line for the finalist went to nobody."""
    lots = [
        "1er : un jambon",
        "2e : un vin",
        "3e : un pâté",
        "Gagnant de la finale : coupe",
        "Élimination directe, finaliste : vase",
    ]
    tournament, (one, other) = unwon_final(
        [*lots, "du 1er au 3e : un bonbon chacun"], draw_options={"third_place": "yes"}
    )
    third = standing(tournament).rows[2].number
    by = organiser_of(tournament)
    client.force_login(by)
    taken = {call.row.number: (call.due, call.undecided) for call in ceremony_of(tournament).called}
    assert {team: undecided for team, (_due, undecided) in taken.items()} == {one: True, other: True, third: False}
    assert "jambon" not in str(taken) and "coupe" not in str(taken)
    why = text_of(get(client, "prize-why", tournament.pk) + get(client, "prize-why", tournament.pk, equipe=other))
    assert "son match n’a pas de vainqueur" in why and f"à égalité avec le n° {one} : une carte décide" in why
    services.settle_prizes(tournament_id=tournament.pk, teams=[other, one], by=by)
    calls = {call.row.number: call.due.replace("\xa0", " ") for call in ceremony_of(tournament).called}
    assert calls[other] == "un bonbon chacun · un vin · Élimination directe, finaliste : vase"
    assert (calls[one], calls[third]) == ("un bonbon chacun", "un bonbon chacun · un pâté")
    page = text_of(get(client, "prizes", tournament.pk))
    assert (
        "Personne n’a le lot d’une place dont le match n’a pas de vainqueur" in page and page.count("2e ex æquo") >= 2
    )
    assert f"à égalité avec le n° {other}, que la carte met en premier" in text_of(
        get(client, "prize-why", tournament.pk, equipe=one)
    )
    for first in (1, 2, 3):
        made = [made.place.replace("\xa0", " ") for made in diplomas(tournament, first=first, each_player=False)]
        assert made[:2] == ["2e ex æquo"] * 2 and not {*made} & {"1er", "Vainqueur"}, made
    listed = {row[2]: row[-1] for row in prizes_sheet.prizes_tabs(read_source(tournament))[-1].rows}
    assert (listed["un jambon"], listed["coupe"], listed["un vin"], listed["vase"]) == ("", "", str(other), str(other))


LAST = "Une équipe finaliste qui part ou est exclue est classée après les autres."
RANKED = "Une équipe qui part reste finaliste ; exclue, elle est classée dernière."


@pytest.mark.parametrize(
    ("leavers", "why", "keeps", "clause"),
    [
        pytest.param("last", "left", False, LAST, id="last, left"),
        pytest.param("last", "excluded", False, LAST, id="last, excluded"),
        pytest.param("ranked", "left", True, RANKED, id="ranked, left"),
        pytest.param("ranked", "excluded", False, RANKED, id="ranked, excluded"),
    ],
)
def test_where_a_finalist_stands_that_is_gone_is_said_and_kept_everywhere(client, leavers, why, keeps, clause):
    """Ranked last it was still the finalist of the poster, and had the prize of the finalist."""
    lots = ["1er : un jambon", "2e : un vin", "3e : un pâté", "Élimination directe, finaliste : vase"]
    options = {"draw_options": {"third_place": "yes"}}
    tournament = set_up("elimination", 8, forfeit_points=972, lots=lots, leavers=leavers, **options)
    play(tournament), play(tournament)
    winner, lost = sorted(main(tournament).rounds[2][0].sides)
    gone(tournament, [lost], [why])
    check_end(tournament)
    client.force_login(organiser_of(tournament))
    assert clause in text_of(get(Client(), "public-reglement", tournament.slug))
    rows = standing(tournament).rows
    third, fourth = sorted(main(tournament).play_offs[0].rounds[0][0].sides)
    order = [winner, lost, third, fourth] if keeps else [winner, third, fourth]
    assert [row.number for row in rows[: len(order)]] == order and (keeps or rows[-1].number == lost)
    poster, _winners = poster_lines(tournament, most=10)
    places = {line.number: (line.place.replace("\xa0", " "), line.prize) for line in poster if line.number in order}
    assert places == {
        winner: ("Vainqueur", "un jambon"),
        **(
            {lost: ("Finaliste", "un vin · vase"), third: ("3e (petite finale)", "un pâté"), fourth: ("4e", "")}
            if keeps
            else {third: ("2e", "un vin · vase"), fourth: ("3e", "un pâté")}
        ),
    }
    made = [made.place for made in diplomas(tournament, first=3, each_player=False)]
    assert made[:2] == [line.place for line in poster][:2] and ("Finaliste" in made) == keeps
    tabs = prizes_sheet.prizes_tabs(read_source(tournament))
    assert {row[2]: row[-1] for row in tabs[-1].rows}["vase"] == str(order[1])
    assert (lost in [row[1] for row in tabs[1].rows]) == keeps, "who won what"
    answer = client.get(f"/api/v1/concours/{tournament.pk}/standings/").json()
    assert [line["number"] for line in answer["results"]][: len(order)] == order


def test_who_chooses_among_what_is_left_takes_its_turn_whatever_its_rank():
    """Two seconds choose first and second: no prize stays on the table for a first one that does not exist."""
    tournament, final = unwon_final(["un jambon", "un vin"], prizes_chosen=True)
    calls = ceremony_of(tournament).called
    assert [(call.row.number, call.chooses) for call in calls] == [(team, True) for team in final]


@pytest.mark.parametrize("policy", ["kept", "forfeit"])
def test_a_referee_gives_no_forfeit_to_a_team_that_is_excluded_or_gone(policy):
    """Excluded one after the other at one table, neither wins there; by the API alike."""
    tournament = set_up("elimination", 8, forfeit_points=972, excluded_policy=policy)
    tables = seated(tournament)
    (table, (one, other)), (beside, (third, fourth)), *_others = tables.items()
    leave(tournament, [third], 1)
    by = organiser_of(tournament)
    api = api_for(by)
    for team in (one, other):
        latest = table.sheets.filter(counted=True).first()
        context = rulings.RulingContext(
            table_id=table.pk,
            seen=table.rulings.count(),
            reason="deux équipes exclues",
            by=by,
            base_version=latest.version if latest else None,
        )
        rulings.exclude_team(context, team=team)
    assert table.sheets.get(counted=True).content == {"forfeit": "NS EO"}
    found = evening(tournament.pk)
    assert [(found.seated[team][1].points, found.seated[team][1].outcome) for team in (one, other)] == [(0, "lost")] * 2
    (match,) = [match for match in main(tournament).rounds[0] if one in match.sides]
    assert match.winner == 0
    camp = beside.seats.get(team__number=fourth).camp
    address = f"concours/{tournament.pk}/parties/1/tables/{beside.number}/rulings/"
    body = {"kind": "forfeit", "seen": 0, "base_version": None, "reason": "pas là", "absent": camp}
    answer = api.send(address, body)
    assert answer.status_code in (409, 422) and answer.json()["code"] == "forfeit_gone", answer.json()
    answer = api.send(address, body | {"absent": "NS EO"})
    assert answer.status_code == 201, answer.json()
    assert {evening(tournament.pk).seated[team][1].points for team in (third, fourth)} == {0}
    told = ruling_text(beside.rulings.get(kind="forfeit"))
    assert told.replace("\xa0", " ") == "Perdu par forfait : NS 0 – EO 0, les deux camps absents."


@pytest.mark.parametrize("absent", ["NS", "EO", "NS EO"])
def test_who_was_absent_is_named_on_the_record_the_desk_and_in_the_workbook(client, absent):
    """The record said « (forfait) » beside the camp that had won, and of both camps beside one."""
    tournament = set_up("elimination", 8, forfeit_points=972)
    client.force_login(organiser_of(tournament))
    ((table, _teams), *_others) = seated(tournament).items()
    teams = {seat.camp: seat.team.number for seat in table.seats.all()}
    leave(tournament, [teams[camp] for camp in absent.split()], 1)
    forfeit(table, absent)
    record = text_of(get(client, "whole-evening", tournament.pk))
    told = [camp for camp, team in teams.items() if f"{team} Joueur {team}-1 / Joueur {team}-2 (forfait)" in record]
    assert " ".join(sorted(told, reverse=True)) == absent, record
    words = "forfait des deux camps" if len(absent) > 2 else "forfait"
    tables = text_of(get(client, "entry-round", tournament.pk, 1))
    assert words in tables and ("forfait des" in tables) == (len(absent) > 2)
    (tab,) = [one for one in scores.tabs(read_source(tournament)) if one.rows][:1]
    assert any(words in row for row in tab.rows)


def test_of_a_tie_whose_camps_are_both_missing_nobody_goes_on_whoever_comes_back():
    """One is excluded, the other misses the next partie: the draw seats neither, and says so for good.

    Once the one that was away could play again, the match was told to have been changed since; and the points that both
    had marked were shown nowhere in the bracket.
    """
    tournament = set_up("elimination", 8, knock_out_tie="cut")
    (table, pair), *others = seated(tournament).items()
    sheet(table, north=972, east=972)
    for beside, _teams in others:
        enter(beside)
    gone(tournament, pair, ["excluded", "away"], partie=2)
    for number in (1, 2, 3):
        (match,) = [match for match in main(tournament).rounds[0] if match.table == table.number]
        assert (set(match.sides), match.winner) == (set(pair), 0)
        assert not {*pair} & {team for match in main(tournament).rounds[1] for team in match.sides}
        words = "égalité ; n° {} : exclusion, n° {} : absence ; pas de vainqueur".format(*match.sides)
        beside = next(match for match in main(tournament).rounds[1] if 0 in match.sides)
        for text in pages(tournament):
            assert words in text and "modifié depuis" not in text, (number, text)
            assert f"plus d’adversaire : le n° {max(beside.sides)} passe" in text
        shown = get(Client(), "public-phases", tournament.slug).partition("Consolante")[0]
        assert len(re.findall(r">972</(?:text|td)>", shown)) >= 4 and "absence</" not in shown
        if number < 3:
            play(tournament)


def test_of_a_match_that_neither_camp_plays_nothing_says_that_it_was_equal(client):
    """Both lose it by forfeit: on the page of each team, the bracket, the record, the workbook and the API."""
    tournament = set_up("elimination", 8, forfeit_points=972, knock_out_tie="cut")
    (table, pair), *others = seated(tournament).items()
    forfeit(table, "NS EO")
    for beside, _teams in others:
        enter(beside)
    client.force_login(organiser_of(tournament))
    for _partie in range(2):
        texts = pages(tournament)
        assert all("n° {} et {} forfaits tous deux : pas de vainqueur".format(*pair) in text for text in texts)
        for number in pair:
            texts.append(text_of(get(Client(), "public-team", tournament.slug, number)))
            assert "Perdue par forfait des deux camps : aucun des deux n’était là." in texts[-1]
            assert "= Nulle" not in texts[-1]
        record = text_of(get(client, "whole-evening", tournament.pk)).partition("Règlement · page")[0]
        (tab,) = [one for one in scores.tabs(read_source(tournament)) if one.rows][:1]
        texts += [record, str([*tab.rows][:1])]
        for text in texts:
            for word in ("égalité ;", "égalité :", "partie nulle"):
                assert word not in text, text
        play(tournament)
