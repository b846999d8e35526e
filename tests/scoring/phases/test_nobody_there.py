"""Matches of a bracket to which neither team comes: told everywhere, no points for anybody, the others play on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.errors import ScoringError
from scoring.referee import rulings
from scoring.referee.selectors import ruling_text
from scoring.rounds import services as rounds
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from scoring.workbook.sheets import phases, scores
from scoring.workbook.source import read_source
from tests.scoring.builders import sheet
from tests.support.api import api_for
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import enter, play, set_up
from tournament.finals.played import played_phases
from tournament.models import Table, Team
from tournament.registration import services as registration
from tournament.rounds import services as draws
from tournament.tirages import replay

pytestmark = pytest.mark.django_db


def seated(tournament):
    """The next partie drawn and published, nothing typed: its tables by number, each with its two teams."""
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")
    draws.publish_draw(draw_id=drawn.pk, by=None)
    tables = Table.objects.filter(round=drawn.round).order_by("number").prefetch_related("seats__team")
    return {table: [seat.team.number for seat in table.seats.order_by("-camp")] for table in tables}


def leave(tournament, numbers, partie):
    for team in Team.objects.filter(tournament=tournament, number__in=numbers):
        registration.withdraw_team(team_id=team.pk, from_round=partie, reason="partis", by=None)


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
        for one in phases.tabs(read_source(tournament))
        for row in one.rows
        for cell in row
        if isinstance(cell, str)
    )
    api = client.get(f"/api/v1/public/{tournament.slug}/phases/").json()
    decisions = [match["decision"] for phase in api["phases"] for step in phase["rounds"] for match in step["matches"]]
    texts = [text_of(get(client, "public-phases", tournament.slug)), cells, " ".join(decisions)]
    return [text.replace("\xa0", " ") for text in texts]


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
    client = Client()
    client.force_login(organiser_of(tournament))
    data = client.get(reverse("entry-round", args=[tournament.pk, 1])).context["data"]["tables"][table.number][
        "forfeit"
    ]
    assert f"{min(one, other)} et {max(one, other)} ont quitté" in data["said"].replace("\xa0", " ")
    asked = text_of(client.get(data["address"]).content.decode())
    assert "Les deux camps" in asked and "ont quitté le concours" in client.get(data["address"]).content.decode()
    for absent in ("NS", "EO"):
        with pytest.raises(ScoringError) as refused:
            forfeit(table, absent)
        assert refused.value.code == "forfeit_gone"
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
    client = Client()
    client.force_login(organiser_of(tournament))
    for team in final:
        assert get(client, "why", tournament.pk, team)


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
    """One is excluded, the other misses the next partie: the draw seats neither, and says so for good."""
    tournament = set_up("elimination", 5, knock_out_tie="cut")
    ((table, pair),) = seated(tournament).items()
    sheet(table, north=972, east=972)
    one, other = (Team.objects.get(tournament=tournament, number=number) for number in pair)
    registration.exclude_team(team_id=one.pk, from_round=2, reason="cris", by=None)
    registration.set_away(tournament_id=tournament.pk, number=other.number, round_number=2, by=None)
    play(tournament)
    (bracket,) = [one for one in played_phases(evening(tournament.pk)) if one.rounds]
    (match,) = [match for match in bracket.rounds[0] if match.table]
    assert (set(match.sides), match.winner) == (set(pair), 0)
    assert other.number not in {team for match in bracket.rounds[1] for team in match.sides}
