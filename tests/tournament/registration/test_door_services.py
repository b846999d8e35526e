"""The acts of the door: registering, correcting, leaving and coming back, on the database."""

import datetime
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.db.models import Max

from tests.support.accounts import account
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.models import (
    Club,
    Draw,
    JournalEntry,
    Membership,
    Player,
    Round,
    Seat,
    Table,
    Team,
    TeamMember,
    Tournament,
)
from tournament.people.selectors import find_people
from tournament.registration import attendance, head_count, paying, selectors as roster, services as registration

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def organiser():
    return account("odile")


@pytest.fixture
def concours(organiser):
    club = Club.objects.create(name="Amicale")
    Membership.objects.create(user=organiser, club=club, role="organiser")
    return Tournament.objects.create(
        club=club,
        name="Concours",
        slug="abc",
        date=datetime.date(2026, 11, 21),
        preset="4x12-points",
        parties=4,
        fee_cents=1400,
    )


@pytest.fixture
def register(concours, organiser):
    def act(*players, **more):
        return registration.register_team(tournament_id=concours.pk, players=players, by=organiser, **more)

    return act


def published(tournament, number, *teams):
    """Partie *number*, published, with *teams* two by two at its tables."""
    round_ = Round.objects.create(tournament=tournament, number=number, state="published")
    Draw.objects.create(round=round_, number=1, state="published", minutes={})
    for index in range(0, len(teams), 2):
        table = Table.objects.create(round=round_, number=index // 2 + 1)
        for team, camp in zip(teams[index : index + 2], ("NS", "EO"), strict=True):
            Seat.objects.create(round=round_, team=team, table=table, camp=camp)
    return round_


def code(raised) -> str:
    return raised.value.code


def test_numbers_fill_the_lowest_hole(register):
    assert [register("Ann A", "Bob B").number, register("Cal C", "Dan D", number=4).number] == [1, 4]
    assert register("Eve E", "Fay F").number == 2
    with pytest.raises(TournamentError) as raised:
        register("Guy G", "Hal H", number=4)
    assert code(raised) == "number_taken" and raised.value.params["free"] == 3
    assert Team.objects.count() == 3


@pytest.mark.parametrize(
    "again",
    ["DUCASSE Michèl", "michel ducasse", "  Michel\u00a0Ducasse ", "Miche\u0301l  Ducasse", "Ducasse, Michel"],
)
def test_a_player_already_there_is_said_however_he_is_written(register, again):
    first = register("Michel Ducasse", "Aimé Muñoz")
    with pytest.raises(TournamentError) as raised:
        register(again, "Someone Else")
    assert code(raised) == "player_already_there"
    assert f"n°\u00a0{first.number}" in str(raised.value)
    assert Team.objects.count() == 1


def test_the_whole_team_already_there_is_said(register):
    register("Michel Ducasse", "Aimé Muñoz")
    with pytest.raises(TournamentError) as raised:
        register("MUNOZ AIME", "ducasse michel")
    assert code(raised) == "team_already_there"


def test_a_confirmed_namesake_is_another_person(register):
    first = register("Michel Martin", "Aimé Muñoz")
    second = register("Michel MARTIN", "Odile Roux", confirm_twin=True)
    assert {*first.players.all()}.isdisjoint(second.players.all())
    both = register("Jean Petit", "Jean Petit", confirm_twin=True)
    assert both.players.count() == 2


def test_a_regular_of_the_club_is_the_same_person_next_time(register, concours, organiser):
    register("Michel Ducasse", "Aimé Muñoz")
    other = Tournament.objects.create(
        club=concours.club, name="Suivant", slug="def", date=concours.date, preset="4x12-points", parties=4
    )
    registration.register_team(tournament_id=other.pk, players=["DUCASSE michel", "Odile Roux"], by=organiser)
    assert Player.objects.filter(key="ducasse michel").count() == 1


@pytest.mark.parametrize(
    ("players", "expected", "field"),
    [
        (["", ""], "players_missing", "player_1"),
        (["Michel Ducasse", " \u200b "], "partner_missing", "player_2"),
        (["", "Michel Ducasse"], "partner_missing", "player_1"),
        (["12", "Michel Ducasse"], "player_name_missing", "player_1"),
        (["Michel Ducasse", "x" * 61], "player_name_long", "player_2"),
        (["Michel Ducasse", "a" + "\u0323\u0331\u0324\u0325\u032d"], "player_name_unreadable", "player_2"),
        (["A B", "C D", "E F"], "too_many_players", "player_2"),
    ],
)
def test_names_that_cannot_be_kept(register, players, expected, field):
    with pytest.raises(TournamentError) as raised:
        register(*players)
    assert (code(raised), raised.value.field) == (expected, field)
    assert str(raised.value)
    assert not Team.objects.exists() and not Player.objects.exists() and not JournalEntry.objects.exists()


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "{{7*7}} x", "'; DROP TABLE team; --", "%s %(x)s a", "=HYPERLINK(1)", "O'Brien", "Ñ"],
)
def test_odd_names_are_kept_as_they_are_and_never_journalled(register, name):
    team = register(name, "Odile Roux")
    assert team.players.get(memberships__position=1).name == name
    assert name not in str(list(JournalEntry.objects.values_list("before", "after", "reason")))


def test_figures_out_of_range_are_refused(register):
    for more, expected in (
        ({"number": 0}, "number_range"),
        ({"number": 2**40}, "number_range"),
        ({"paid_cents": -1}, "paid_range"),
        ({"category": "old"}, "category_unknown"),
        ({"origin": "x" * 61}, "text_too_long"),
    ):
        with pytest.raises(TournamentError) as raised:
            register("Ann A", "Bob B", **more)
        assert code(raised) == expected
    assert not Team.objects.exists()


def test_a_late_team_joins_the_next_partie(register, concours):
    a, b = register("Ann A", "Bob B"), register("Cal C", "Dan D")
    published(concours, 1, a, b)
    late = register("Eve E", "Fay F")
    assert late.first_round == 2
    assert late not in roster.teams_in_round(concours, 1)
    assert late in roster.teams_in_round(concours, 2)
    for number in (2, 3, 4):
        published(concours, number)
    with pytest.raises(TournamentError) as raised:
        register("Guy G", "Hal H")
    assert code(raised) == "too_late"


def test_a_team_leaves_and_comes_back(register, concours, organiser):
    a, b, c = register("Ann A", "Bob B"), register("Cal C", "Dan D"), register("Eve E", "Fay F", present=False)
    published(concours, 1, a, b)
    with pytest.raises(TournamentError) as raised:
        attendance.withdraw_team(team_id=a.pk, from_round=2, reason=" ", by=organiser)
    assert code(raised) == "reason_needed"
    for round_number in (0, 5):
        with pytest.raises(TournamentError) as raised:
            attendance.withdraw_team(team_id=a.pk, from_round=round_number, reason="malade", by=organiser)
        assert code(raised) == "withdraw_round"
    attendance.withdraw_team(team_id=a.pk, from_round=2, reason="malade", by=organiser)
    assert [t.number for t in roster.teams_in_round(concours, 1)] == [1, 2]
    assert [t.number for t in roster.teams_in_round(concours, 2)] == [2]
    assert Seat.objects.filter(team=a).count() == 1
    with pytest.raises(TournamentError) as raised:
        attendance.withdraw_team(team_id=a.pk, from_round=3, reason="encore", by=organiser)
    assert code(raised) == "already_withdrawn"
    attendance.return_team(team_id=a.pk, by=organiser)
    assert [t.number for t in roster.teams_in_round(concours, 2)] == [1, 2]
    with pytest.raises(TournamentError) as raised:
        attendance.return_team(team_id=a.pk, by=organiser)
    assert code(raised) == "not_withdrawn"
    assert c not in roster.teams_in_round(concours, 2)


def test_an_exclusion_has_a_reason_its_partie_and_can_be_taken_back(concours, register, organiser):
    a, b = register("A Un", "A Deux"), register("B Un", "B Deux")
    published(concours, 1, a, b)
    published(concours, 2, a, b)
    with pytest.raises(TournamentError) as raised:
        attendance.exclude_team(team_id=a.pk, reason=" ", by=organiser)
    assert (code(raised), raised.value.field) == ("reason_needed", "reason")
    for wrong in (1, 5):
        with pytest.raises(TournamentError) as raised:
            attendance.exclude_team(team_id=a.pk, from_round=wrong, reason="triche", by=organiser)
        assert (code(raised), raised.value.field) == ("withdraw_round", "from_round")
    assert not JournalEntry.objects.filter(act="exclude_team").exists()
    excluded = attendance.exclude_team(team_id=a.pk, reason="triche", by=organiser)
    assert (excluded.excluded, excluded.withdrawn_from) == (True, 3), "by default from the next partie"
    assert Seat.objects.filter(team=a).count() == 2, "the table where it sits is not touched"
    entry = JournalEntry.objects.get(act="exclude_team")
    assert entry.reason == "triche" and entry.after == {
        "team": a.pk,
        "number": 1,
        "withdrawn_from": 3,
        "excluded": True,
    }
    for act in (attendance.exclude_team, attendance.take_back_exclusion):
        with pytest.raises(TournamentError) as raised:
            act(team_id=(a if act is attendance.exclude_team else b).pk, reason="encore", by=organiser)
        assert code(raised) == ("already_excluded" if act is attendance.exclude_team else "not_excluded")
    with pytest.raises(TournamentError) as raised:
        attendance.return_team(team_id=a.pk, by=organiser)
    assert code(raised) == "team_excluded"
    assert a not in roster.teams_in_round(concours, 3)
    with pytest.raises(TournamentError) as raised:
        attendance.take_back_exclusion(team_id=a.pk, reason="", by=organiser)
    assert code(raised) == "reason_needed"
    back = attendance.take_back_exclusion(team_id=a.pk, reason="c’était l’autre table", by=organiser)
    assert (back.excluded, back.withdrawn_from) == (False, None)
    assert a in roster.teams_in_round(concours, 3)


def test_a_team_that_had_left_before_it_was_excluded_has_left_again_without_the_exclusion(
    concours, register, organiser
):
    a, b = register("A Un", "A Deux"), register("B Un", "B Deux")
    published(concours, 1, a, b)
    for reason, from_round in (("malade", 2), ("appelé", 3)):
        attendance.withdraw_team(team_id=a.pk, from_round=from_round, reason=reason, by=organiser)
        attendance.exclude_team(team_id=a.pk, reason="triche", by=organiser)
        back = attendance.take_back_exclusion(team_id=a.pk, reason="c’était b", by=organiser)
        assert (back.excluded, back.withdrawn_from) == (False, from_round)
        assert a not in roster.teams_in_round(concours, 3)
        attendance.return_team(team_id=a.pk, by=organiser)
    attendance.exclude_team(team_id=a.pk, reason="triche", by=organiser)
    assert attendance.take_back_exclusion(team_id=a.pk, reason="non", by=organiser).withdrawn_from is None


def test_who_comes_back_is_in_the_hall_and_the_journal_says_so(concours, register, organiser):
    a = register("A Un", "A Deux")
    for present in (True, False):
        attendance.set_present(team_id=a.pk, present=present, by=organiser)
        attendance.withdraw_team(team_id=a.pk, from_round=1, reason="malade", by=organiser)
        assert attendance.return_team(team_id=a.pk, by=organiser).present
        line = JournalEntry.objects.filter(act="return_team").latest("number")
        came = {} if present else {"present": True}
        assert line.after == {"team": a.pk, "number": a.number, "withdrawn_from": None} | came


def test_a_team_can_be_excluded_after_the_last_partie_after_it_left_and_before_it_plays(concours, register, organiser):
    a, b, c = register("A Un", "A Deux"), register("B Un", "B Deux"), register("C Un", "C Deux")
    Team.objects.filter(pk=c.pk).update(first_round=3)
    assert attendance.exclude_team(team_id=c.pk, reason="menaces", by=organiser).withdrawn_from == 3
    for number in range(1, 5):
        published(concours, number, a, b)
    assert attendance.exclude_team(team_id=a.pk, reason="triche", by=organiser).withdrawn_from == 5
    Team.objects.filter(pk=b.pk).update(withdrawn_from=2)
    assert attendance.exclude_team(team_id=b.pk, reason="triche", by=organiser).withdrawn_from == 2


def test_nobody_is_excluded_after_the_palmares(concours, register, organiser):
    team = register("A Un", "A Deux")
    Tournament.objects.update(closed_at=datetime.datetime(2026, 11, 20, 23, tzinfo=datetime.UTC))
    with pytest.raises(TournamentError) as raised:
        attendance.exclude_team(team_id=team.pk, reason="triche", by=organiser)
    assert code(raised) == "closed"


def test_a_seated_team_cannot_be_deleted_another_can(register, concours, organiser):
    a, b, c = register("Ann A", "Bob B"), register("Cal C", "Dan D"), register("Eve E", "Fay F")
    published(concours, 1, a, b)
    with pytest.raises(TournamentError) as raised:
        registration.delete_team(team_id=a.pk, by=organiser)
    assert code(raised) == "team_seated"
    registration.delete_team(team_id=c.pk, by=organiser)
    assert not Player.objects.filter(key="e eve").exists()
    with pytest.raises(TournamentError) as raised:
        registration.delete_team(team_id=c.pk, by=organiser)
    assert code(raised) == "team_gone"


def test_a_draft_holds_its_teams(register, concours, organiser):
    a = register("Ann A", "Bob B")
    round_ = Round.objects.create(tournament=concours, number=1)
    draw = Draw.objects.create(round=round_, number=1, minutes={})
    with pytest.raises(TournamentError) as raised:
        registration.delete_team(team_id=a.pk, by=organiser)
    assert code(raised) == "draft_pending"
    draw.state = "cancelled"
    draw.save()
    registration.delete_team(team_id=a.pk, by=organiser)
    assert not Team.objects.exists()


def test_renumbering_leaves_no_hole_and_stops_at_the_first_draw(register, concours, organiser):
    for number in (3, 7, 8, 2):
        register(f"Ann {'abcdefgh'[number - 1]}", f"Bob {'abcdefgh'[number - 1]}", number=number)
    assert registration.renumber_teams(tournament_id=concours.pk, by=organiser) == 4
    assert [(t.number, roster.team_title(t)) for t in roster.teams_of(concours)] == [
        (1, "Ann b / Bob b"),
        (2, "Ann c / Bob c"),
        (3, "Ann g / Bob g"),
        (4, "Ann h / Bob h"),
    ]
    assert registration.renumber_teams(tournament_id=concours.pk, by=organiser) == 0
    published(concours, 1)
    with pytest.raises(TournamentError) as raised:
        registration.renumber_teams(tournament_id=concours.pk, by=organiser)
    assert code(raised) == "numbers_drawn"
    with pytest.raises(TournamentError) as raised:
        registration.change_team(team_id=Team.objects.first().pk, number=9, by=organiser)
    assert code(raised) == "number_drawn"


def test_a_slip_is_mended_in_place_before_the_draw(register, organiser):
    team = register("Michel Ducase", "Aimé Munoz")
    before = list(team.members.values_list("player", flat=True))
    registration.change_team(team_id=team.pk, players=["Michel Ducasse", "Aimé Muñoz"], by=organiser)
    assert list(team.members.values_list("player", flat=True)) == before
    assert list(team.members.values_list("player__name", flat=True)) == ["Michel Ducasse", "Aimé Muñoz"]
    assert Player.objects.count() == 2
    assert JournalEntry.objects.last().after["texts"] == ["players"]


def test_another_player_after_the_draw_needs_a_reason_and_is_another_person(register, concours, organiser):
    a, b = register("Ann A", "Bob B"), register("Cal C", "Dan D")
    published(concours, 1, a, b)
    bob = a.members.get(position=2).player_id
    with pytest.raises(TournamentError) as raised:
        registration.change_team(team_id=a.pk, players=["Ann A", "Zoe Z"], by=organiser)
    assert code(raised) == "reason_needed"
    registration.change_team(team_id=a.pk, players=["Ann A", "Zoe Z"], reason="Bob malade", by=organiser)
    zoe = a.members.get(position=2).player
    assert zoe.name == "Zoe Z" and zoe.pk != bob
    assert JournalEntry.objects.last().reason == "Bob malade"
    registration.change_team(team_id=a.pk, players=["Zoe Z", "Ann A"], by=organiser)
    assert list(a.members.values_list("player__name", flat=True)) == ["Zoe Z", "Ann A"]


def test_a_change_says_a_player_who_is_elsewhere(register, organiser):
    a = register("Ann A", "Bob B")
    register("Cal C", "Dan D")
    with pytest.raises(TournamentError) as raised:
        registration.change_team(team_id=a.pk, players=["Ann A", "dan d"], by=organiser)
    assert code(raised) == "player_already_there"
    registration.change_team(team_id=a.pk, players=["Ann A", "dan d"], confirm_twin=True, by=organiser)
    assert Player.objects.filter(key="d dan").count() == 2


def test_the_other_facts_of_a_team(register, organiser):
    a, b = register("Ann A", "Bob B"), register("Cal C", "Dan D")
    registration.change_team(
        team_id=a.pk,
        name="Les As",
        origin="Pons",
        category="mixed",
        remark="fauteuil",
        fixed_table=3,
        paid_cents=700,
        present=False,
        number=12,
        by=organiser,
    )
    a.refresh_from_db()
    assert (a.name, a.origin, a.category, a.remark, a.fixed_table, a.paid_cents, a.present, a.number) == (
        "Les As",
        "Pons",
        "mixed",
        "fauteuil",
        3,
        700,
        False,
        12,
    )
    assert "fauteuil" not in str(JournalEntry.objects.last().after)
    with pytest.raises(TournamentError) as raised:
        registration.change_team(team_id=b.pk, fixed_table=3, by=organiser)
    assert code(raised) == "table_kept"
    lines = JournalEntry.objects.count()
    registration.change_team(team_id=a.pk, by=organiser)
    assert JournalEntry.objects.count() == lines


def test_counts_and_marks_of_the_door(register, concours, organiser):
    a = register("Ann A", "Bob B", paid_cents=1400)
    b = register("Cal C", "Dan D", present=False)
    c = register("Eve E", "Fay F", paid_cents=500)
    counts = head_count.door_counts(concours)
    assert (counts.registered, counts.present, counts.paid, counts.part_paid) == (3, 2, 1, 1)
    assert (counts.cash, counts.expected, counts.missing) == (1900, 4200, 2300)
    assert attendance.set_all_present(tournament_id=concours.pk, by=organiser) == 1
    attendance.set_present(team_id=a.pk, present=False, by=organiser)
    paying.set_paid(team_id=b.pk, paid_cents=1400, by=organiser)
    lines = JournalEntry.objects.count()
    attendance.set_present(team_id=a.pk, present=False, by=organiser)
    paying.set_paid(team_id=b.pk, paid_cents=1400, by=organiser)
    assert JournalEntry.objects.count() == lines
    attendance.withdraw_team(team_id=c.pk, from_round=1, reason="absents", by=organiser)
    counts = head_count.door_counts(concours)
    assert (counts.present, counts.withdrawn, counts.cash, counts.expected) == (1, 1, 3300, 2800)
    assert (counts.paid, counts.unpaid, counts.part_paid, counts.missing, counts.undue) == (2, 0, 0, 0, 500)
    # The payment of a team that left does not hide the debt of another.
    paying.set_paid(team_id=b.pk, paid_cents=1000, by=organiser)
    counts = head_count.door_counts(concours)
    assert (counts.paid, counts.unpaid, counts.part_paid, counts.missing, counts.undue) == (1, 1, 1, 400, 500)
    paying.set_paid(team_id=c.pk, paid_cents=1400, by=organiser)
    counts = head_count.door_counts(concours)
    assert (counts.paid, counts.paid_left, counts.missing, counts.undue) == (2, 1, 400, 1400)


def test_nothing_moves_once_the_concours_is_closed(register, concours, organiser):
    team = register("Ann A", "Bob B")
    concours.refresh_from_db()
    concours.closed_at = datetime.datetime(2026, 11, 22, tzinfo=datetime.UTC)
    concours.save()
    acts = (
        lambda: register("Cal C", "Dan D"),
        lambda: registration.change_team(team_id=team.pk, origin="Pons", by=organiser),
        lambda: attendance.set_present(team_id=team.pk, present=False, by=organiser),
        lambda: attendance.withdraw_team(team_id=team.pk, from_round=1, reason="x", by=organiser),
        lambda: attendance.return_team(team_id=team.pk, by=organiser),
        lambda: registration.delete_team(team_id=team.pk, by=organiser),
        lambda: registration.renumber_teams(tournament_id=concours.pk, by=organiser),
        lambda: attendance.set_all_present(tournament_id=concours.pk, by=organiser),
    )
    for act in acts:
        with pytest.raises(TournamentError) as raised:
            act()
        assert code(raised) == "closed"


def test_money_may_still_come_after_the_palmares(register, concours, organiser):
    team = register("Ann A", "Bob B")
    concours.refresh_from_db()
    concours.closed_at = datetime.datetime(2026, 11, 22, tzinfo=datetime.UTC)
    concours.save()
    assert paying.set_paid(team_id=team.pk, paid_cents=1600, by=organiser).paid_cents == 1600
    assert JournalEntry.objects.order_by("-number")[0].act == "set_paid"


def test_the_journal_of_an_evening_at_the_door_is_whole(register, concours, organiser):
    team = register("Ann A", "Bob B")
    register("Cal C", "Dan D")
    attendance.set_present(team_id=team.pk, present=False, by=organiser)
    attendance.withdraw_team(team_id=team.pk, from_round=2, reason="malade", by=organiser)
    entries = JournalEntry.objects.filter(tournament=concours)
    assert journal.broken_line(entries) is None
    concours.refresh_from_db()
    assert entries.aggregate(last=Max("number"))["last"] == concours.journal_number == 4


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("duc", True),
        ("ducasse m", True),
        ("MICHEL DUC", True),
        ("munoz", True),
        ("asse", False),
        ("%", False),
        ("", False),
    ],
)
def test_regulars_are_found_as_one_types(register, concours, typed, found):
    register("Michel Ducasse", "Aimé Muñoz", origin="Pons")
    regulars = find_people(concours.club, typed)
    assert bool(regulars) is found
    if found:
        assert (regulars[0].origin, regulars[0].times) == ("Pons", 1)
        stranger = Club.objects.create(name="Autre")
        assert find_people(stranger, typed) == []


def test_the_list_is_found_by_number_name_and_club(register, concours, django_assert_num_queries):
    register("Michel Ducasse", "Aimé Muñoz", origin="Géraudot Loisirs")
    register("Odile Roux", "Éric Garcia")
    register("Anne Vidal", "Paul Vidal", number=12)
    found = {
        search: [line.team.number for line in roster.team_lines(concours, search=search)]
        for search in ("", "12", "012", "1", "munoz", "gera", "roux garcia", "roux vidal", "?", "2 roux")
    }
    assert found == {
        "": [1, 2, 12],
        "12": [12],
        "012": [12],
        "1": [1],
        "munoz": [1],
        "gera": [1],
        "roux garcia": [2],
        "roux vidal": [],
        "?": [],
        "2 roux": [],
    }
    assert [line.team.number for line in roster.team_lines(concours, by_name=True)] == [12, 1, 2]
    with django_assert_num_queries(2):
        roster.team_lines(concours)
    for index in range(30):
        register(f"Joueur {'abcdefghijklmnopqrstuvwxyzABCD'[index]}{index}", f"Autre {index} x")
    with django_assert_num_queries(2):
        assert len(roster.team_lines(concours)) == 33
    assert TeamMember.objects.count() == 66


@pytest.mark.django_db(transaction=True)
def test_two_doors_at_once_register_each_team_once(concours, organiser):
    def act(pair):
        try:
            return registration.register_team(tournament_id=concours.pk, players=pair, by=organiser).number
        except TournamentError as refusal:
            return refusal.code
        finally:
            connection.close()

    same = [["Michel Ducasse", "Aimé Muñoz"], ["MUNOZ aime", "ducasse MICHEL"]] * 3
    others = [[f"Ann {word}", f"Bob {word}"] for word in ("Albe", "Bor", "Cor", "Dol")]
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(act, same + others))
    assert results.count("team_already_there") == 5
    assert sorted(number for number in results if isinstance(number, int)) == [1, 2, 3, 4, 5]
    assert journal.broken_line(JournalEntry.objects.filter(tournament=concours)) is None


def test_a_concours_has_so_many_teams_and_no_more(register, monkeypatch):
    """Each new name is compared with all those that are there, under the lock of the concours."""
    monkeypatch.setattr(registration, "MOST_TEAMS", 2)
    register("Ann A", "Bob B")
    register("Cid C", "Dan D")
    with pytest.raises(TournamentError) as caught:
        register("Eve E", "Fay F")
    assert caught.value.code == "teams_many" and Team.objects.count() == 2
