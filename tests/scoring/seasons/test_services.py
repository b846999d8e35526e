"""Acts on seasons, the copies that the worker keeps of evenings, and what reading and entering scores cost."""

import datetime
import random

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from lxml import html

from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.models import KeptEvening, Season, SeasonConcours, StandingsSnapshot
from scoring.public.pages import refresh_pages, renew_copies
from scoring.ranking import FIGURES
from scoring.rounds import services as rounds
from scoring.seasons import boards, selectors, services
from scoring.seasons.paper import season_pages
from scoring.seasons.selectors import corrected_evenings, lines_of, moved_by, read_season
from scoring.sheets.entry import submit_sheet
from scoring.standings.selectors import standing
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from tests.scoring import builders
from tests.scoring.seasons.evenings import make_evening, names, person, play, play_partie, season_of
from tests.support.accounts import account, logged_in
from tests.support.kept import kept
from tests.support.refusals import refuses
from tournament.concours import services as concours
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.models import Club, ClubEntry, Job, Person, Table
from tournament.people import services as people
from tournament.people.recognition import refer_places
from tournament.registration import attendance, services as registration
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db
HERE = names(8)
PAIRS = [HERE[at : at + 2] for at in range(0, 8, 2)]


@kept
def two_evenings():
    """Two evenings of a club over, of pairs and of singles, and one to come."""
    club = Club.objects.create(name="Casson")
    first = play(make_evening(club, "4x12-points", PAIRS, 6, parties=2), 1)
    second = play(make_evening(club, "melee", [[name] for name in HERE], 13, parties=2), 2)
    third = make_evening(club, "4x12-points", PAIRS, 20, parties=2)
    return club, first, second, third


@pytest.fixture
def evenings():
    return two_evenings()


def client_of(user: User) -> Client:
    return logged_in(user)


def table_of(season) -> list[tuple[int, str, str]]:
    return [(line.rank, line.name, line.total) for line in boards.board_lines(read_season(season))]


def test_a_person_has_the_evenings_of_a_pair_and_those_alone(evenings):
    club, first, second, third = evenings
    season = season_of(club, [first, second, third])
    standing = read_season(season)
    points = {}
    for one in (first, second):
        for row in zip(*KeptEvening.objects.get(tournament=one, palmares=0).columns, strict=True):
            for member in one.teams.get(pk=row[0]).members.all():
                points[member.person_id] = points.get(member.person_id, 0) + row[2]
    assert {row.who[0]: row.total for row in standing.table.rows} == points
    assert [one.state for one in standing.evenings] == ["played", "played", "to_come"]


def test_pairs_have_the_evenings_that_they_played_together(evenings):
    club, first, second, _ = evenings
    season = season_of(club, [first, second], by_pair=True)
    standing = read_season(season)
    assert [row.evenings for row in standing.table.rows] == [1] * 4
    assert {standing.name(row.who) for row in standing.table.rows} == {" / ".join(pair) for pair in PAIRS}


def test_the_line_of_each_act_is_in_the_journal_of_the_club(evenings):
    club, first, second, _ = evenings
    season = season_of(club, [first])
    services.change_season(season_id=season.pk, by=None, best=1, name="Challenge 2027")
    services.change_season(season_id=season.pk, by=None, best=1)
    services.choose_evenings(season_id=season.pk, by=None, evenings=[(first.pk, 2), (second.pk, 1)])
    services.remove_season(season_id=season.pk, by=None)
    services.restore_season(season_id=season.pk, by=None)
    lines = list(lines_of(season))
    assert [line.act for line in lines] == [
        "make_season",
        "choose_evenings",
        "change_season",
        "choose_evenings",
        "remove_season",
        "restore_season",
    ]
    assert (lines[2].before, lines[2].after) == (
        {"best": 0, "name": "Challenge"},
        {"season": season.pk, "best": 1, "name": "Challenge 2027"},
    )
    assert lines[3].before == {"evenings": [[first.pk, 1]]}
    assert journal.broken_line(ClubEntry.objects.filter(club=club).order_by("number")) is None


def test_communes_are_ranked_by_the_best_of_each(evenings, client):
    club, first, second, _ = evenings
    season = season_of(club, [first, second], origins=2)
    Person.objects.filter(name__in=HERE[:3]).update(commune="Casson")
    Person.objects.filter(name__in=HERE[3:5]).update(commune="CASSON")
    Person.objects.filter(name=HERE[7]).update(commune="Rezé")
    standing = read_season(season)
    best = [row.total for row in standing.table.rows if standing.communes[row.who[0]].casefold() == "casson"][:2]
    lines = boards.commune_lines(standing)
    assert [(line.rank, line.name, line.total, line.lacks) for line in lines][0] == (
        1,
        "Casson",
        str(sum(best)),
        0,
    )
    assert [(line.rank, line.name, line.lacks) for line in lines][1:] == [(0, "Rezé", 1)]
    page = client.get(f"/s/{season.slug}/").content.decode()
    assert str(sum(best)) in page
    services.change_season(season_id=season.pk, by=None, origins=0)
    season.refresh_from_db()
    assert boards.commune_lines(read_season(season)) == []


@pytest.mark.parametrize("page", ["season", "season-print", "public-season"])
def test_each_column_has_the_date_of_its_evening_and_how_often_it_counts(evenings, page):
    club, first, second, _ = evenings
    season = season_of(club, [first, second])
    services.choose_evenings(season_id=season.pk, by=None, evenings=[(first.pk, 1), (second.pk, 2)])
    shown = _page(club, page, season.slug if page == "public-season" else season.pk)
    heads = [" ".join(cell.text_content().split()) for cell in shown.xpath("//table[1]/thead/tr/th")]
    assert heads[-2:] == ["6/11", "13/11 ×2"]
    assert {len(row.xpath("./td")) for row in shown.xpath("(//table)[1]/tbody/tr")} == {len(heads)}


@pytest.mark.parametrize("page", ["season", "public-season"])
def test_what_is_struck_through_is_explained_where_something_is(evenings, page):
    club, first, second, _ = evenings
    season = season_of(club, [first, second])
    key = season.slug if page == "public-season" else season.pk
    assert "Barré" not in _page(club, page, key).text_content()
    services.change_season(season_id=season.pk, by=None, best=1)
    assert "Barré" in _page(club, page, key).text_content()


def test_a_page_of_paper_has_fewer_names_the_more_evenings_stand_beside_them(evenings):
    club, first, second, _ = evenings
    line = boards.board_lines(read_season(season_of(club, [first, second])))[0]
    lines = [line._replace(name="Jean-Christophe de La Tour / Marie-Madeleine Le Bihan")] * 60
    assert len(season_pages(lines, rules=[], columns=12)) > len(season_pages(lines, rules=[], columns=0))


def test_a_name_that_stands_twice_in_the_table_is_asked_about(evenings):
    club, first, second, third = evenings
    season = season_of(club, [first, second])
    asked = "figure ici plus d’une fois"
    assert asked not in _page(club, "season", season.pk).text_content()
    other = Person.objects.get(club=club, name=HERE[1])
    people.correct_person(club_id=club.pk, person_id=other.pk, by=None, name=HERE[0], commune="Rezé")
    page = _page(club, "season", season.pk).text_content()
    assert asked in page and f"{HERE[0]} {asked}" in page
    assert asked not in _page(club, "season", season.pk, role="reader").text_content()
    both = [one.pk for one in Person.objects.filter(club=club, name=HERE[0])]
    people.tell_apart(club_id=club.pk, person_ids=both, by=None)
    assert asked not in _page(club, "season", season.pk).text_content()


@pytest.mark.parametrize(("role", "seen"), [("organiser", True), ("treasurer", True), ("reader", False)])
def test_the_money_of_a_season_is_a_click_away_for_those_who_see_the_till(evenings, role, seen):
    club, first, *_ = evenings
    season = season_of(club, [first])
    links = _page(club, "season", season.pk, role=role).xpath("//main//a/@href")
    assert (f"{reverse('till-season', args=[club.pk])}?saison={season.pk}" in links) == seen


def _page(club: Club, name: str, key: object, role: str = "organiser") -> html.HtmlElement:
    client = client_of(User.objects.filter(username=role).first() or account(role, club, role))
    return html.fromstring(client.get(reverse(name, args=[key])).content.decode())


def test_what_was_changed_last_is_taken_back(evenings):
    club, first, second, _ = evenings
    season = season_of(club, [first])
    services.change_season(season_id=season.pk, by=None, scale="results", ties=["lot"], one_a_day=True)
    services.choose_evenings(season_id=season.pk, by=None, evenings=[(second.pk, 3)])
    services.cut_cards(season_id=season.pk, by=None, order=[[person(club, HERE[0])], [person(club, HERE[1])]])
    before = {line.act: line.number for line in lines_of(season)}
    for act in ("change_season", "choose_evenings", "cut_cards"):
        services.take_back(season_id=season.pk, number=before[act], by=None)
        with refuses("season_line"):
            services.take_back(season_id=season.pk, number=before[act], by=None)
    season.refresh_from_db()
    assert (season.rules, season.cards) == ({}, [])
    assert list(season.concours.values_list("tournament", "weight")) == [(first.pk, 1)]
    with refuses("season_line"):
        services.take_back(season_id=season.pk, number=before["make_season"], by=None)


def test_the_journal_of_the_club_takes_back_the_last_change_alone(evenings):
    club, first, _, _ = evenings
    season = season_of(club, [first])
    for best in (3, 4):
        services.change_season(season_id=season.pk, by=None, best=best)
    older, newer = sorted(line.number for line in lines_of(season) if line.act == "change_season")
    with refuses("club_line_stays") as error:
        people.take_back(club_id=club.pk, number=older, by=None)
    assert "plus récent" in str(error.value), "the refusal names what stands on it"
    people.take_back(club_id=club.pk, number=newer, by=None)
    season.refresh_from_db()
    assert season.rules["best"] == 3


def test_what_cannot_be_is_refused_and_changes_nothing(evenings):
    club, first, _, _ = evenings
    season = season_of(club, [first])
    stranger = make_evening(Club.objects.create(name="Nort"), "4x12-points", [])
    rehearsal = make_evening(club, "4x12-points", [], rehearsal=True)
    lines = ClubEntry.objects.count()
    for evenings_chosen, code in (
        ([(stranger.pk, 1)], "season_evening"),
        ([(9_999_999, 1)], "season_evening"),
        ([(rehearsal.pk, 1)], "season_rehearsal"),
        ([(first.pk, 0)], "season_weight"),
        ([(first.pk, 10)], "season_weight"),
        ([(number, 1) for number in range(500)], "season_evenings_many"),
    ):
        with refuses(code):
            services.choose_evenings(season_id=season.pk, by=None, evenings=evenings_chosen)
    for changes, code in (
        ({"name": " \u200b "}, "season_name"),
        ({"name": "x" * 61}, "season_name"),
        ({"scale": "rank"}, "season_no_ranks"),
        ({"scale": "rank", "ranks": [5, 8]}, "season_ranks"),
        ({"scale": "rank", "ranks": [5, 3], "beyond": 4}, "season_ranks"),
    ):
        with refuses(code):
            services.change_season(season_id=season.pk, by=None, **changes)
    one, other = person(club, HERE[0]), person(club, HERE[1])
    for order in ([[one]], [[one], [one]], [[one], [9_999_999]], [[one, other], [other]]):
        with refuses("season_card"):
            services.cut_cards(season_id=season.pk, by=None, order=order)
    with refuses("season_not_away"):
        services.restore_season(season_id=season.pk, by=None)
    services.remove_season(season_id=season.pk, by=None)
    with refuses("season_put_away"):
        services.change_season(season_id=season.pk, by=None, best=2)
    assert ClubEntry.objects.count() == lines + 1
    Club.objects.filter(pk=club.pk).update(closed_at=datetime.datetime(2026, 11, 27, tzinfo=datetime.UTC))
    with refuses("club_closed"):
        services.make_season(club_id=club.pk, by=None, name="Autre")


def test_a_concours_that_becomes_a_rehearsal_or_is_removed_counts_no_more(evenings):
    club, first, second, third = evenings
    season = season_of(club, [first, second, third])
    concours.remove_tournament(tournament_id=third.pk, by=None)
    type(first).objects.filter(pk=first.pk).update(rehearsal=True)
    assert [one.pk for one in read_season(season).evenings] == [second.pk]


def test_a_copy_that_is_behind_is_not_read(evenings):
    club, first, second, _ = evenings
    season = season_of(club, [first, second])
    told = table_of(season)
    KeptEvening.objects.update(journal_number=0, columns=[])
    assert table_of(season) == told
    KeptEvening.objects.all().delete()
    assert table_of(season) == told


def test_a_copy_of_an_earlier_version_is_not_read_and_made_anew(evenings):
    """After an upgrade a season showed the donnes and points of the version before: no act follows an evening that is over."""
    club, first, second, _ = evenings
    season = season_of(club, [first, second])
    told, copies = table_of(season), list(KeptEvening.objects.order_by("pk").values())
    old = [column[:1] for column in copies[0]["columns"]]
    KeptEvening.objects.filter(palmares=0).update(figures=FIGURES - 1, columns=old)
    StandingsSnapshot.objects.update(figures=FIGURES - 1)
    assert table_of(season) == told
    assert renew_copies() == 2
    for job in Job.objects.filter(kind="pages", state="queued"):
        jobs.run(str(job.pk))
    assert list(KeptEvening.objects.order_by("pk").values()) == copies
    assert renew_copies() == 0


def test_a_kept_part_of_a_page_is_not_that_of_an_earlier_version(evenings, monkeypatch):
    season = season_of(evenings[0], evenings[1:3])
    state = selectors.state_of(season)
    monkeypatch.setattr(selectors, "FIGURES", FIGURES + 1)
    assert selectors.state_of(season) != state


def test_an_evening_counts_whole_for_who_is_in_the_team_at_its_end(evenings):
    """A substitute written in a team has its evening, and the rules and the page of the team say so before."""
    club = evenings[0]
    evening = make_evening(club, "4x12-points", PAIRS, 27, parties=2)
    play(evening, 7, parties=1, close=False)
    team, newcomer = evening.teams.get(number=1), "Yann Quéré"
    boss = account("odile", club)
    page = client_of(boss).get(reverse("team", args=[evening.pk, team.pk])).content.decode()
    assert "toute la soirée compte alors pour le remplaçant" in page
    registration.change_team(team_id=team.pk, players=[newcomer, PAIRS[0][1]], reason="fatigue", by=boss)
    play(evening, 8)
    season = season_of(club, [evening])
    totals = {line.name: line.total for line in boards.board_lines(read_season(season))}
    assert PAIRS[0][0] not in totals and totals[newcomer] == totals[PAIRS[0][1]]
    assert totals[newcomer] == str(
        standing(evening).rows[[row.number for row in standing(evening).rows].index(1)].points
    )
    assert any(
        "un joueur remplacé, ou d’une équipe exclue, n’en garde rien" in line for line in boards.rules_in_words(season)
    )


def test_the_rules_say_what_an_exempt_team_and_an_excluded_one_have(evenings):
    """In points for parties: nothing for the rest, and nothing at all of the evening."""
    club = evenings[0]
    evening = play(make_evening(club, "4x12-points", PAIRS[:3], 27, parties=2), 7, close=False)
    first, second = standing(evening).rows[:2]
    attendance.exclude_team(team_id=second.team_id, reason="triche", by=account("odile", club))
    close_tournament(tournament_id=evening.pk, by=None)
    season = season_of(club, [evening], scale="results", won=4, drawn=3, lost=2, presence=1)
    totals = {line.name: line.total for line in boards.board_lines(read_season(season))}
    assert not {*PAIRS[second.number - 1]} & totals.keys()
    mine = 1 + 4 * first.wins + 3 * first.ties + 2 * first.losses
    assert first.wins + first.ties + first.losses < 2 or not first.exempt_count
    assert totals[PAIRS[first.number - 1][0]] == str(mine)
    said = " ".join(boards.rules_in_words(season))
    assert "une exemption rien, sauf si elle compte comme gagnée" in said and "ou d’une équipe exclue" in said


def test_the_last_partie_counts_once_its_ranking_is_shown(evenings):
    club = evenings[0]
    held = make_evening(club, "4x12-points", PAIRS, 27, parties=2, hold_ranking=True)
    play(held, 7, parties=1, close=False)
    season = season_of(club, [held])
    told = table_of(season)
    play_partie(held, random.Random(8))
    refresh_pages(tournament_id=held.pk)
    assert table_of(season) == told
    close_tournament(tournament_id=held.pk, by=None)
    type(held).objects.filter(pk=held.pk).update(ranking_shown_at=datetime.datetime(2026, 11, 27, tzinfo=datetime.UTC))
    refresh_pages(tournament_id=held.pk, force=True)
    assert table_of(season) != told


def test_a_correction_says_who_moved_since_the_palmares_before(evenings):
    club, first, second, _ = evenings
    season = season_of(club, [first, second])
    assert (moved_by(read_season(season), first.pk).palmares, corrected_evenings(season)) == (None, set())
    before = read_season(season).table
    reopen_tournament(tournament_id=first.pk, by=None, reason="misread")
    table = Table.objects.filter(round__tournament=first).order_by("pk").first()
    marks = {"NS": {"points": 1900}, "EO": {"points": 44}}
    sent = {"kind": "totals", "marks": marks, "base_version": 1, "reason": "misread", "override": "seen"}
    submit_sheet(table_id=table.pk, key="a-key-of-a-correction", by=None, **sent)
    refresh_pages(tournament_id=first.pk)
    for again in ("open", "published"):
        standing = read_season(season)
        moved = moved_by(standing, first.pk)
        assert moved.palmares == 1
        assert corrected_evenings(season) == {first.pk}
        changed = {one.who for one in moved.moves if one.before != one.total}
        assert (
            changed == {row.who for row in standing.table.rows if before.by_who[row.who].total != row.total}
            and len(changed) == 4
        )
        if again == "open":
            close_tournament(tournament_id=first.pk, by=None, reason="misread")
            refresh_pages(tournament_id=first.pk)


def test_a_correction_made_on_another_computer_says_who_moved_here_too(evenings):
    """The rows of the teams are other ones when the concours comes home: everybody moved, from nothing."""
    concours = builders.evening(teams=8, parties=1)
    refer_places(concours, {})
    season, by = season_of(concours.club, [concours]), {"tournament_id": concours.pk, "by": None}
    close_tournament(**by, reason="late")
    refresh_pages(tournament_id=concours.pk)
    before, away = read_season(season).table, transaction.savepoint()
    reopen_tournament(**by, reason="misread")
    table = Table.objects.filter(round__tournament=concours).order_by("pk").first()
    marks = {"NS": {"points": 1900}, "EO": {"points": 44}}
    sent = {"kind": "totals", "marks": marks, "base_version": 1, "reason": "misread", "override": "seen"}
    submit_sheet(table_id=table.pk, key="a-key-of-a-correction", by=None, **sent)
    close_tournament(**by, reason="late")
    file = read_concours(write_concours(concours.pk).content)
    transaction.savepoint_rollback(away)
    take_in(file=file, club=concours.club, by=account("odile", concours.club), reason="home again")
    standing = read_season(season)
    moved = moved_by(standing, concours.pk)
    changed = {row.who for row in standing.table.rows if before.by_who[row.who].total != row.total}
    assert moved.palmares == 1 and len(changed) == 4
    assert {one.who for one in moved.moves if one.before != one.total} == changed


def test_the_cards_decide_between_equals_alone(evenings):
    club, first, _, _ = evenings
    season = season_of(club, [first], ties=["lot"])
    rows = read_season(season).table.rows
    assert [row.rank for row in rows[:2]] == [1, 1]
    one, other = rows[0].who, rows[1].who
    services.cut_cards(season_id=season.pk, by=None, order=[list(other), list(one)])
    season.refresh_from_db()
    assert [(row.rank, row.who) for row in read_season(season).table.rows[:2]] == [(1, other), (2, one)]
    [known] = people.enter_people(club_id=club.pk, people=[{"name": "Anne-Marie Roux"}], by=None)
    people.unite_people(club_id=club.pk, person_ids=[known.pk, other[0]], by=None)
    assert [(row.rank, row.who) for row in read_season(season).table.rows[:2]] == [(1, (known.pk,)), (2, one)]


def test_cards_are_cut_again_after_people_left_the_list_or_pairs_are_ranked(evenings):
    """The cuts of before were checked with each new one: none could be noted any more, nor taken back."""
    club, first, _, _ = evenings
    season = season_of(club, [first], ties=["lot"])
    one, other = read_season(season).table.rows[:2]
    gone, stays = people.enter_people(club_id=club.pk, people=[{"name": "Anne Roux"}, {"name": "Yann Roux"}], by=None)
    services.cut_cards(season_id=season.pk, by=None, order=[[gone.pk], [stays.pk]])
    people.forget_people(club_id=club.pk, person_ids=[gone.pk], by=None)
    services.cut_cards(season_id=season.pk, by=None, order=[list(other.who), list(one.who)])
    season = services.change_season(season_id=season.pk, by=None, by_pair=True)
    pairs = [row.who for row in read_season(season).table.rows[:2]]
    services.cut_cards(season_id=season.pk, by=None, order=[list(pair) for pair in pairs])
    services.take_back(season_id=season.pk, number=lines_of(season).last().number, by=None)
    season = services.change_season(season_id=season.pk, by=None, by_pair=False)
    assert [row.who for row in read_season(season).table.rows[:2]] == [other.who, one.who]


@pytest.mark.engine
def test_a_table_takes_a_constant_number_of_queries(evenings, django_assert_num_queries):
    club, first, second, third = evenings
    few, many = season_of(club, [first]), season_of(club, [first, second, third])
    for season in (few, many):
        season = Season.objects.select_related("club").get(pk=season.pk)
        with django_assert_num_queries(4):
            standing = read_season(season)
        with django_assert_num_queries(0):
            for row in standing.table.rows:
                boards.why(standing, row)


@pytest.mark.engine
def test_a_score_of_an_evening_of_a_season_costs_no_more_queries(evenings):
    club, *_, third = evenings

    def entered(table: Table) -> int:
        marks = {"NS": {"points": 1000}, "EO": {"points": 944}}
        with CaptureQueriesContext(connection) as queries:
            submit_sheet(table_id=table.pk, key=f"a-key-of-a-table-{table.pk}", kind="totals", marks=marks, by=None)
        return len(queries)

    counts = []
    for _partie in range(2):
        drawn = rounds.open_next_round(tournament_id=third.pk, by=None, seed="R♥")
        draws.publish_draw(draw_id=drawn.pk, by=None)
        counts.append([entered(table) for table in Table.objects.filter(round=drawn.round).order_by("number")])
        season_of(club, [third])
    assert SeasonConcours.objects.filter(tournament=third).exists()
    assert counts[0] == counts[1]
