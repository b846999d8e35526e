"""Registrations from home: places by the order of arrival, the private link, partners, and what the desk takes."""

import datetime

import pytest
from django.db import connection
from django.utils import timezone

from tests.scoring import builders
from tests.scoring.races import at_once
from tournament.concours.services import change_settings, purge_tournament, remove_tournament
from tournament.entries import requests, selectors, services
from tournament.entries.models import HomeEntry
from tournament.errors import TournamentError
from tournament.models import JournalEntry, Team, Tournament
from tournament.registration import attendance, selectors as roster, services as registration
from tournament.registration.restoring import restore_team
from tournament.rounds import partners

pytestmark = pytest.mark.django_db


def token(number: int) -> str:
    return f"{number:032}"


@pytest.fixture
def concours():
    """Four places, one of them taken at the door, open from home."""
    made = builders.concours(teams=1, max_teams=4)
    Tournament.objects.update(entries_days=30, date=timezone.localdate() + datetime.timedelta(days=2))
    made.refresh_from_db()
    return made


def enters(concours, number, *players, sender=None, **more):
    names = players or (f"Anne N{number:03}", f"Bruno P{number:03}")
    given = {"tournament_id": concours.pk, "token": token(number), "sender": sender or f"sender-{number}"}
    return services.enter(**given, players=names, **more)


def waits(concours):
    return [place for _pk, place in sorted(selectors.pending_places(concours).items())]


def refused(code, act, **more):
    with pytest.raises(TournamentError) as error:
        act(**more)
    assert (error.value.code, bool(str(error.value))) == (code, True)


def usual(concours):
    """Return what the desk does where it chooses nothing."""
    return {one.asked: one.usual for one in selectors.differences(concours)}


def take(concours, **instead):
    chosen = usual(concours)
    for number, choice in instead.items():
        key = selectors.digest(token(int(number[1:])))
        (name,) = [name for name in chosen if name.startswith(key)]
        chosen[name] = choice
    return services.take_entries(tournament_id=concours.pk, chosen=chosen, by=None)


def kinds(concours):
    return [one.kind for one in selectors.differences(concours)]


def test_places_go_by_the_order_of_arrival_and_the_next_moves_up(concours):
    for number in range(1, 6):
        enters(concours, number)
    assert waits(concours) == [0, 0, 0, 1, 2]
    assert selectors.home_places(concours).left == 0
    services.withdraw_entry(tournament_id=concours.pk, token=token(2))
    assert waits(concours) == [0, 0, 0, 1], "the fourth has the place of the second"
    assert registration.register_team(tournament_id=concours.pk, players=["A B", "C D"], by=None).waiting, (
        "who comes to the door takes no place that was promised"
    )


def test_two_people_alone_hold_one_place(concours):
    for number in (1, 2, 3):
        enters(concours, number, f"Seule N{number}")
    enters(concours, 4)
    enters(concours, 5)
    assert waits(concours) == [0, 0, 0, 0, 1], "three alone hold two places of the three"


@pytest.mark.parametrize("waiting", [0, 2])
@pytest.mark.parametrize("limit", [0, 4, 5])
@pytest.mark.parametrize("alone", [(), (1,), (2, 3, 7), (1, 2, 3, 4, 5, 6, 7)])
def test_counted_places_are_those_of_the_whole_list(concours, waiting, limit, alone):
    """The form and the private link count; the desk walks through the list."""
    Tournament.objects.update(max_teams=limit)
    concours.refresh_from_db()
    for _one in range(waiting):
        registration.register_team(tournament_id=concours.pk, players=[f"A {_one}", f"B {_one}"], waiting=True, by=None)
    for number in range(1, 8):
        before = selectors.home_places(concours)
        places = selectors.pending_places(concours)
        assert before.waiting == (max(places.values(), default=0) or (waiting if limit else 0))
        made = enters(concours, number, *([f"Seul N{number}"] if number in alone else []))
        assert (selectors.place_of(made).waits > 0) == (before.left == 0) or number in alone
    every = selectors.pending_places(concours)
    assert {one.pk: selectors.place_of(one).waits for one in HomeEntry.objects.all()} == every
    assert selectors.home_places(concours).left == (0 if any(every.values()) else roster.places_left(concours))


def test_no_place_is_promised_while_a_team_waits_at_the_door(concours):
    registration.register_team(tournament_id=concours.pk, players=["Ann A", "Bob B"], waiting=True, by=None)
    assert selectors.home_places(concours) == selectors.HomePlaces(0, 1)
    enters(concours, 1)
    assert (waits(concours), selectors.home_places(concours)) == ([2], selectors.HomePlaces(0, 2))


def test_a_form_sent_twice_registers_once_and_a_made_up_secret_nothing(concours):
    assert enters(concours, 1) == enters(concours, 1, "Autre Nom", "Encore Un")
    assert HomeEntry.objects.count() == 1
    for wrong in ("", "court", "x" * 33, "é" * 32, "a b" * 11):
        refused(
            "entry_key", services.enter, tournament_id=concours.pk, token=wrong, sender="s", players=["Ann A", "Bob B"]
        )


def test_one_address_sends_few_in_an_hour_and_others_go_on(concours, monkeypatch):
    for number in range(services.SENT_AN_HOUR):
        enters(concours, number, sender="flood")
    monkeypatch.setattr(services, "lock_open_tournament", None)  # whoever is refused takes no lock
    refused("entries_sender", lambda: enters(concours, 50, sender="flood"))
    monkeypatch.undo()
    assert enters(concours, 51, sender="honest").arrival == services.SENT_AN_HOUR + 1
    HomeEntry.objects.filter(sender="flood").update(at=timezone.now() - datetime.timedelta(minutes=61))
    enters(concours, 52, sender="flood")
    monkeypatch.setattr(services, "MOST_ENTRIES", 3)
    refused("entries_many", lambda: enters(concours, 53))


def flood(concours, monkeypatch, senders=5, each=4):
    """Send the list full from a few addresses, beside two teams of a household and one of another."""
    monkeypatch.setattr(services, "CROWDED", senders * each)
    monkeypatch.setattr(selectors, "FLOOD", senders * each)
    for number in range(senders * each):
        enters(concours, number, sender=f"flood-{number % senders}")
    for number, sender in ((101, "household"), (103, "neighbour")):
        enters(concours, number, sender=sender)


def test_a_flood_from_many_addresses_shuts_nobody_else_out(concours, monkeypatch):
    flood(concours, monkeypatch)
    HomeEntry.objects.update(at=timezone.now() - datetime.timedelta(hours=2))
    refused("entries_sender", lambda: enters(concours, 104, sender="flood-2"))
    assert enters(concours, 105, sender="another").arrival == 23


def test_a_flood_is_seen_set_aside_and_taken_again(concours, monkeypatch):
    flood(concours, monkeypatch)
    seen = selectors.flood_of(concours)
    assert (seen.pending, seen.aside, seen.addresses, waits(concours)[-2:]) == (20, 0, 5, [18, 19])
    assert services.set_flood_aside(tournament_id=concours.pk) == 20
    assert waits(concours) == [0, 0], "those of few addresses have their places"
    assert (selectors.flood_of(concours).pending, selectors.flood_of(concours).aside) == (0, 20)
    assert kinds(concours) == ["new", "new"]
    assert selectors.place_of(HomeEntry.objects.earliest("arrival")).out
    assert services.set_flood_aside(tournament_id=concours.pk) == 0
    services.change_entry(
        tournament_id=concours.pk, token=token(3), players=["Vrai Nom", "Vraie Amie"], commune="", contact="", seeking=False
    )  # fmt: skip
    assert kinds(concours) == ["dropped", "new", "new"], "a person who changes something is shown again"
    assert services.set_flood_aside(tournament_id=concours.pk, back=True) == 20
    assert waits(concours)[-2:] == [18, 19]


@pytest.mark.engine
def test_counts_of_the_list_read_nothing_of_a_flood_that_was_set_aside(concours):
    others = builders.concours(teams=1)
    HomeEntry.objects.bulk_create(
        HomeEntry(
            tournament=of, key=f"{number:064}", arrival=number, player_1="Anne", player_2="Bruno", at=timezone.now(),
            taken_version=number > 20,
        )
        for of in (concours, others)
        for number in range(1, 2_001)
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournament_homeentry")
    pending = roster.pending_entries(concours)
    coming = HomeEntry.objects.filter(roster.PENDING, tournament__in=[concours, others]).order_by()
    for read in (pending, pending.order_by(), pending.filter(arrival__lt=10), coming.values("tournament")):
        assert "entries_pending" in read.explain(), "the desk, the form, a private link and the calendar"
    assert "entries_in_order" in concours.entries.order_by("-arrival")[:1].explain(), "the place of the next who enters"


def test_a_few_friends_of_a_club_are_no_flood(concours):
    for number in range(services.SENT_AN_HOUR):
        enters(concours, number, sender="secretary")
    assert selectors.flood_of(concours) is None


def test_a_clock_that_was_set_back_keeps_nobody_out_and_changes_no_order(concours):
    for number in range(services.SENT_AN_HOUR):
        enters(concours, number, sender="same")
    HomeEntry.objects.update(at=timezone.now() + datetime.timedelta(days=3))
    enters(concours, 50, sender="same")
    assert [one.arrival for one in HomeEntry.objects.all()] == list(range(1, 8))


@pytest.mark.parametrize(
    ("days", "settings", "state"),
    [
        (2, {"entries_days": 0}, "never"),
        (40, {"entries_days": 30}, "soon"),
        (30, {"entries_days": 30}, "open"),
        (1, {"entries_days": 30, "entries_end_days": 2}, "over"),
        (-1, {"entries_days": 30}, "over"),
        (1, {"entries_days": 30, "entries_end_days": 1, "entries_end_hour": 24}, "open"),
        (1, {"entries_days": 30, "entries_end_days": 1, "entries_end_hour": 0}, "over"),
        (2, {"entries_days": 30, "copied_at": timezone.now()}, "over"),
    ],
)
def test_when_it_is_open(concours, days, settings, state):
    Tournament.objects.update(date=timezone.localdate() + datetime.timedelta(days=days), **settings)
    concours.refresh_from_db()
    assert selectors.entries_state(concours) == state
    if state != "open" and not settings.get("copied_at"):
        refused("entries_shut", lambda: enters(concours, 1))


def test_contacts_are_asked_only_where_the_club_asks():
    assert services.clean_contact("06 12 34 56 78", "none") == ""
    assert services.clean_contact(" 06.12.34.56.78 ", "phone") == "06 12 34 56 78"
    assert services.clean_contact("jo.le-dû@exemple.fr", "mail") == "jo.le-dû@exemple.fr"
    for typed, asked in (
        ("", "phone"),
        ("jo", "mail"),
        ("jo@x", "mail"),
        ("<b>@x.fr", "mail"),
        ("a@b.fr\nBcc: c@d.fr", "mail"),
    ):
        refused("entry_contact", services.clean_contact, typed=typed, asked=asked)


def test_a_change_keeps_the_place_and_a_withdrawn_link_opens_nothing(concours):
    for number in range(1, 5):
        enters(concours, number)
    own = {"tournament_id": concours.pk, "token": token(4)}
    values = {"players": ["Zoé Z", "Yves Y"], "commune": "Casson", "contact": "", "seeking": False}
    assert services.change_entry(**own, **values).version == 2
    assert services.change_entry(**own, **values).version == 2, "the same again is no change"
    assert waits(concours) == [0, 0, 0, 1]
    services.withdraw_entry(**own)
    refused("entry_gone", services.withdraw_entry, **own)
    refused("entry_gone", services.change_entry, **own, **values)
    refused("entry_gone", services.withdraw_entry, tournament_id=concours.pk, token="inconnu")


def test_partners_find_each_other_once_both_have_said_yes(concours):
    first, second, third = (
        enters(concours, number, f"Seul N{number}", seeking=True, commune="Casson") for number in (1, 2, 3)
    )
    ask = {"tournament_id": concours.pk}
    services.ask_partner(**ask, token=token(2), other=first.pk)
    services.ask_partner(**ask, token=token(3), other=first.pk)
    assert not HomeEntry.objects.exclude(player_2="").exists(), "one yes shows no name"
    refused("entry_partner", services.ask_partner, **ask, token=token(2), other=second.pk)
    services.ask_partner(**ask, token=token(1), other=second.pk)
    for entry in (first, second, third):
        entry.refresh_from_db()
    assert (first.players, second.joined, second.gone) == (["Seul N1", "Seul N2"], first, True)
    assert third.asks == first, "its page says that this was in vain"
    refused("entry_partner", services.ask_partner, **ask, token=token(3), other=first.pk)
    values = {"players": ["Autre Nom"], "commune": "", "contact": "", "seeking": False}
    refused("entry_paired", services.change_entry, **ask, token=token(1), **values)
    services.withdraw_entry(**ask, token=token(1))
    second.refresh_from_db()
    assert (second.players, second.gone, second.seeking) == (["Seul N2"], False, True)
    third.refresh_from_db()
    assert third.asks is None
    services.ask_partner(**ask, token=token(2), other=third.pk)
    assert HomeEntry.objects.get(pk=third.pk).player_2 == "", "an old yes makes no team"


def test_a_no_to_a_partner_stands_until_its_giver_asks(concours):
    first, second = (enters(concours, number, f"Seul N{number}", seeking=True) for number in (1, 2))
    ask = {"tournament_id": concours.pk}
    refused("entry_partner", services.decline_partner, **ask, token=token(1), other=second.pk)
    services.ask_partner(**ask, token=token(2), other=first.pk)
    [seen] = selectors.seekers_seen(first, 9)
    assert seen.asks_you and not selectors.asked_in_vain(HomeEntry.objects.get(pk=second.pk))
    services.decline_partner(**ask, token=token(1), other=second.pk)
    first.refresh_from_db()
    second.refresh_from_db()
    assert selectors.asked_in_vain(second)
    assert selectors.seekers_seen(second, 9) == []
    [seen] = selectors.seekers_seen(first, 9)
    assert not seen.asks_you
    refused("entry_declined", services.ask_partner, **ask, token=token(2), other=first.pk)
    services.ask_partner(**ask, token=token(1), other=second.pk)
    second.refresh_from_db()
    assert second.players == ["Seul N2"], "the yes of before the no makes no team"
    [seen] = selectors.seekers_seen(second, 9)
    assert seen.asks_you and not selectors.asked_in_vain(second)
    services.ask_partner(**ask, token=token(2), other=first.pk)
    assert HomeEntry.objects.get(pk=first.pk).players == ["Seul N1", "Seul N2"]


def test_the_page_says_what_the_desk_has_made_of_a_change(concours):
    enters(concours, 1)
    take(concours)
    values = {"players": ["Zoé Z", "Yves Y"], "commune": "Casson", "contact": "", "seeking": False}
    entry = services.change_entry(tournament_id=concours.pk, token=token(1), **values)
    assert selectors.desk_answer(entry) == selectors.DeskAnswer()
    take(concours, n1="keep")
    entry = HomeEntry.objects.get()
    assert selectors.desk_answer(entry).players == ("Anne N001", "Bruno P001")
    services.change_entry(tournament_id=concours.pk, token=token(1), **values | {"players": ["Zoé Z", "Xavier X"]})
    take(concours, n1="change")
    assert selectors.desk_answer(HomeEntry.objects.get()) is None


def test_who_plays_with_somebody_of_the_desk_is_on_its_list(concours):
    """Both have the team that the desk made of them; the second one read that it was off the list."""
    first, second = (enters(concours, number, f"Seul N{number}") for number in (1, 2))
    take(concours)

    def seen():
        for one in (first, second):
            one.refresh_from_db()
        return [selectors.place_of(one).number for one in (first, second)]

    alone = seen()
    team = partners.choose_partners(tournament_id=concours.pk, first=alone[0], second=alone[1], by=None)
    assert seen() == [team.number, team.number] and kinds(concours) == []
    assert selectors.desk_answer(second) == selectors.DeskAnswer(("Seul N1", "Seul N2"), paired=True)
    partners.part_team(team_id=team.pk, by=None)
    assert seen() == alone and selectors.desk_answer(second) is None
    partners.choose_partners(tournament_id=concours.pk, first=alone[0], second=alone[1], by=None)
    services.withdraw_entry(tournament_id=concours.pk, token=token(2))
    assert kinds(concours) == ["withdrawn_here"]


def test_a_team_that_came_back_is_that_of_its_registration(concours):
    entry = enters(concours, 1)
    take(concours)
    entry.refresh_from_db()
    team = entry.team
    registration.delete_team(team_id=team.pk, by=None)
    entry.refresh_from_db()
    assert selectors.place_of(entry).out
    restore_team(tournament_id=concours.pk, team_id=team.pk, by=None)
    entry.refresh_from_db()
    assert selectors.place_of(entry).number == team.number
    services.withdraw_entry(tournament_id=concours.pk, token=token(1))
    assert kinds(concours) == ["withdrawn"]


def test_each_of_two_partners_may_part_and_is_alone_again(concours):
    for number, leaving in ((1, 1), (3, 4)):
        one = enters(concours, number, f"Seul N{number}", seeking=True)
        other = enters(concours, number + 1, f"Seul N{number + 1}", seeking=True)
        for own, wanted in ((number, other), (number + 1, one)):
            services.ask_partner(tournament_id=concours.pk, token=token(own), other=wanted.pk)
        services.part_partner(tournament_id=concours.pk, token=token(leaving))
        for entry in (one, other):
            entry.refresh_from_db()
            assert (len(entry.players), entry.joined, entry.seeking) == (1, None, True)


def test_the_desk_takes_the_list_and_each_team_is_an_act_of_the_door(concours):
    for number in range(1, 6):
        enters(concours, number, commune="Casson")
    assert kinds(concours) == ["new"] * 5
    assert take(concours) == (5, [])
    teams = Team.objects.filter(number__gt=1)
    assert [(team.waiting, team.present, team.origin) for team in teams] == [
        (waiting, False, "Casson") for waiting in (False, False, False, True, True)
    ]
    assert JournalEntry.objects.filter(act="register_team", after__has_key="team").count() >= 5
    assert (kinds(concours), take(concours)) == ([], (0, []))
    places = [selectors.place_of(entry) for entry in HomeEntry.objects.select_related("team", "tournament")]
    assert [(place.waits, place.number) for place in places] == [(0, 2), (0, 3), (0, 4), (1, 5), (2, 6)]


def changed(concours, number, *players):
    values = {"commune": "", "contact": "", "seeking": False}
    services.change_entry(tournament_id=concours.pk, token=token(number), players=players, **values)


def team_of(number):
    return HomeEntry.objects.get(key=selectors.digest(token(number))).team


def test_what_changed_on_one_side_is_done_and_on_both_sides_is_asked(concours):
    for number in range(1, 7):
        enters(concours, number)
    take(concours)
    changed(concours, 1, "Zoé Z", "Yves Y")  # there alone
    registration.change_team(team_id=team_of(2).pk, players=["Ici Un", "Ici Deux"], by=None)  # here alone
    changed(concours, 3, "Là Un", "Là Deux")
    registration.change_team(team_id=team_of(3).pk, players=["Ici Trois", "Ici Quatre"], by=None)
    services.withdraw_entry(tournament_id=concours.pk, token=token(4))
    attendance.set_present(team_id=team_of(5).pk, present=True, by=None)
    services.withdraw_entry(tournament_id=concours.pk, token=token(5))
    registration.delete_team(team_id=team_of(6).pk, by=None)
    assert kinds(concours) == ["changed", "both", "withdrawn", "withdrawn_here"]
    assert take(concours) == (2, [])
    assert sorted(p.player.name for p in team_of(1).members.select_related("player")) == ["Yves Y", "Zoé Z"]
    assert [one.usual for one in selectors.differences(concours)] == ["", ""], "nothing was dropped or done unasked"
    assert take(concours, n3="keep", n5="keep") == (2, [])
    assert kinds(concours) == []
    assert selectors.place_of(HomeEntry.objects.get(key=selectors.digest(token(6)))).out
    changed(concours, 6, "Encore Nous", "Deux Fois")
    assert kinds(concours) == ["dropped"]
    assert take(concours, n6="register")[0] == 1
    assert team_of(6) is not None


def test_a_press_answers_what_its_page_asked(concours):
    """Changed at the desk since, or there already: what was usual a moment ago is asked anew, and done to nobody."""
    for number in (1, 2):
        enters(concours, number)
    take(concours)
    first, second = (HomeEntry.objects.get(key=selectors.digest(token(number))).team for number in (1, 2))
    services.withdraw_entry(tournament_id=concours.pk, token=token(1))
    values = {"players": ["Zoé Z", "Yves Y"], "commune": "Casson", "contact": "", "seeking": False}
    services.change_entry(tournament_id=concours.pk, token=token(2), **values)
    chosen = usual(concours)
    assert list(chosen.values()) == ["delete", "change"]
    registration.change_team(team_id=first.pk, present=True, by=None)
    registration.change_team(team_id=second.pk, players=["Anne N002", "Carole C"], by=None)
    assert services.take_entries(tournament_id=concours.pk, chosen=chosen, by=None) == (0, [])
    assert kinds(concours) == ["withdrawn_here", "both"] and Team.objects.filter(pk=first.pk).exists()


def test_nobody_who_came_to_the_door_is_doubled(concours):
    registration.register_team(tournament_id=concours.pk, players=["Bruno P001", "Anne N001"], by=None)
    registration.register_team(tournament_id=concours.pk, players=["Bruno P002", "Autre Nom"], by=None)
    enters(concours, 1)
    enters(concours, 2)
    assert kinds(concours) == ["twin", "one_twin"]
    assert take(concours) == (1, [])
    assert (team_of(1).number, Team.objects.count()) == (2, 3)
    assert take(concours, n2="other")[0] == 1


def test_one_who_registers_twice_from_home_is_marked_before_two_teams_are_made(concours):
    enters(concours, 1)
    enters(concours, 2, "Bruno P001", "Anne N001")
    enters(concours, 3, "Anne N001", "Autre Nom")
    assert kinds(concours) == ["new", "again", "one_again"]
    assert [one.before and one.before.arrival for one in selectors.differences(concours)] == [None, 1, 1]
    assert take(concours) == (2, [])
    assert (team_of(1), Team.objects.count()) == (team_of(2), 2)
    assert kinds(concours) == ["one_twin"]


def test_one_again_of_a_registration_that_is_no_team_is_refused_in_words(concours):
    enters(concours, 1)
    enters(concours, 2, "Bruno P001", "Anne N001")
    done, refusals = take(concours, n1="leave")
    assert (done, len(refusals), team_of(2)) == (1, 1, None)


def test_names_that_only_resemble_those_of_a_team_are_asked_about(concours):
    registration.register_team(tournament_id=concours.pk, players=["Jean Martinet", "Paul Durandeau"], by=None)
    enters(concours, 1, "Jean Martinette", "Paul Durandau")
    done, refusals = take(concours)
    assert (done, len(refusals), team_of(1)) == (0, 1, None)
    assert take(concours, n1="other") == (1, [])


def test_who_found_a_partner_leaves_its_own_team(concours):
    one, two = (enters(concours, number, f"Seul N{number}", seeking=True) for number in (1, 2))
    take(concours)
    assert Team.objects.filter(alone=True).count() == 2
    for own, wanted in ((1, two), (2, one)):
        services.ask_partner(tournament_id=concours.pk, token=token(own), other=wanted.pk)
    assert kinds(concours) == ["changed", "withdrawn"]
    assert take(concours) == (2, [])
    (team,) = Team.objects.filter(number__gt=1)
    assert (team.alone, team.members.count()) == (False, 2)


def test_a_withdrawal_while_the_list_is_taken_in_is_seen(concours):
    enters(concours, 1)
    chosen = usual(concours)
    services.withdraw_entry(tournament_id=concours.pk, token=token(1))
    assert services.take_entries(tournament_id=concours.pk, chosen=chosen, by=None) == (0, [])
    enters(concours, 2)
    take(concours)
    changed(concours, 2, "Zoé Z", "Yves Y")
    (difference,) = selectors.differences(concours)
    attendance.set_present(team_id=team_of(2).pk, present=True, by=None)
    with pytest.raises(TournamentError, match="."):
        services._check_team(difference.team)


def test_a_long_list_is_taken_in_turns(concours, monkeypatch):
    monkeypatch.setattr(services, "TAKEN_AT_ONCE", 2)
    for number in range(1, 4):
        enters(concours, number)
    assert [take(concours)[0], take(concours)[0]] == [2, 1]


def test_a_team_that_has_paid_is_not_deleted_by_the_list(concours):
    enters(concours, 1)
    take(concours)
    registration.change_team(team_id=team_of(1).pk, paid_cents=1400, paid_by="cash", by=None)
    services.withdraw_entry(tournament_id=concours.pk, token=token(1))
    done, refusals = take(concours, n1="delete")
    assert (done, len(refusals)) == (0, 1)
    assert Team.objects.filter(paid_cents=1400).exists()


def as_sent(concours):
    """Return the list of the site as a program reads it."""
    return {
        "entries": [
            {
                "key": one.key,
                "arrival": one.arrival,
                "players": one.players,
                "commune": one.commune,
                "withdrawn": one.gone,
                "version": one.version,
                "at": one.at.isoformat(),
            }
            for one in concours.entries.all()
        ]
    }


def test_a_laptop_takes_the_list_again_and_again(concours):
    hall = builders.concours(slug="salle", teams=0, max_teams=40)
    for number in range(1, 31):
        enters(concours, number)

    def receive(sent):
        return services.receive_list(tournament_id=hall.pk, sent=sent)

    first = as_sent(concours)
    assert (receive(first), receive(first)) == (30, 0)
    take(hall)
    for number in range(9):
        registration.register_team(tournament_id=hall.pk, players=[f"Porte A{number}", f"Porte B{number}"], by=None)
    for number in range(1, 6):
        changed(concours, number, f"Neuf A{number}", f"Neuf B{number}")
    for number in (6, 7):
        services.withdraw_entry(tournament_id=concours.pk, token=token(number))
    enters(concours, 31)
    assert (receive(as_sent(concours)), receive(first)) == (8, 0), "an older list changes nothing back"
    assert take(hall) == (8, [])
    assert (hall.teams.count(), take(hall)) == (38, (0, []))
    second = builders.concours(slug="autre", teams=0, max_teams=40)
    assert services.receive_list(tournament_id=second.pk, sent=as_sent(concours)) == 31, "two laptops take it"
    assert take(second)[0] == 29


@pytest.mark.engine
def test_eighty_from_home_are_taken_in_three_times_beside_nine_of_the_door(concours):
    """80 registrations, 12 changes, 5 withdrawals; nobody is doubled, nobody lost, what changed on both sides is asked."""
    hall = builders.concours(slug="salle", teams=0, max_teams=200)

    def receive():
        return services.receive_list(tournament_id=hall.pk, sent=as_sent(concours))

    def door(*players):
        return registration.register_team(tournament_id=hall.pk, players=list(players), by=None)

    for number in range(1, 61):
        enters(concours, number)
    assert (receive(), take(hall)) == (60, (60, []))
    for number in range(8):
        door(f"Porte A{number}", f"Porte B{number}")
    door("Anne N070", "Bruno P070")  # comes before its own registration is taken in
    for number in range(61, 81):
        enters(concours, number)
    for number in range(1, 9):
        changed(concours, number, f"Neuf A{number}", f"Neuf B{number}")
    for number in (20, 21):
        services.withdraw_entry(tournament_id=concours.pk, token=token(number))
    assert (receive(), kinds(hall).count("twin")) == (30, 1)
    assert take(hall) == (30, [])
    for number in range(9, 13):
        changed(concours, number, f"Neuf A{number}", f"Neuf B{number}")
    for number in (22, 61, 5):  # there before, there since the second time, and one that was changed
        services.withdraw_entry(tournament_id=concours.pk, token=token(number))
    ours = team_in(hall, 12)
    registration.change_team(team_id=ours.pk, players=["Corrigée Ici", "Bruno P012"], by=None)
    assert receive() == 7
    assert take(hall) == (6, []) and kinds(hall) == ["both"], "what changed on both sides waits"
    assert take(hall, _12="keep") == (1, [])
    assert (receive(), kinds(hall), take(hall)) == (0, [], (0, []))
    teams = [tuple(sorted(member.player.name for member in team.members.all())) for team in roster.teams_of(hall)]
    home = {number: (f"Anne N{number:03}", f"Bruno P{number:03}") for number in range(1, 81)}
    home |= {number: (f"Neuf A{number}", f"Neuf B{number}") for number in range(1, 12)}
    home[12] = ("Bruno P012", "Corrigée Ici")
    for number in (20, 21, 22, 61, 5):
        del home[number]
    wanted = [*home.values(), *((f"Porte A{number}", f"Porte B{number}") for number in range(8))]
    assert sorted(teams) == sorted(wanted) and len(teams) == 83
    assert len({team.number for team in hall.teams.all()}) == 83


def team_in(hall, number):
    return HomeEntry.objects.get(tournament=hall, key=selectors.digest(token(number))).team


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {"entries": 1},
        {"entries": [1]},
        {"entries": [{}]},
        {"key": "x"},
        {"key": "A" * 64},
        {"arrival": 0},
        {"arrival": True},
        {"version": 10**9},
        {"version": "1"},
        {"withdrawn": 1},
        {"at": "hier"},
        {"at": "2026-11-20T10:00:00"},
        {"players": []},
        {"players": ["x" * 61, "y"]},
        {"players": "Ann"},
        {"players": [{"a": 1}, 2]},
        {"commune": "c" * 61},
        {"commune": None},
    ],
)
def test_what_is_no_list_is_refused_whole(concours, wrong):
    enters(concours, 1)
    sent = as_sent(concours)
    line = sent["entries"][0]
    whole = not isinstance(wrong, dict) or "entries" in wrong
    sent = wrong if whole else {"entries": [line | {"key": "a" * 64}, line | wrong]}
    refused("entries_unread", services.receive_list, tournament_id=concours.pk, sent=sent)
    assert HomeEntry.objects.count() == 1


def test_a_concours_is_erased_with_its_list(concours):
    one, two = (enters(concours, number, f"Seul N{number}", seeking=True) for number in (1, 2))
    for own, wanted in ((1, two), (2, one)):
        services.ask_partner(tournament_id=concours.pk, token=token(own), other=wanted.pk)
    take(concours)
    remove_tournament(tournament_id=concours.pk, by=None)
    purge_tournament(tournament_id=concours.pk, name=concours.name, by=None)
    assert not HomeEntry.objects.exists()


def test_the_list_is_erased_a_week_after_the_concours(concours):
    enters(concours, 1)
    services.keep_source(tournament_id=concours.pk, address="https://x.test/", secret="s")
    today = timezone.localdate()
    Tournament.objects.update(date=today - services.KEPT_FOR)
    assert services.erase_old() == 0
    gone_by = today - services.KEPT_FOR - datetime.timedelta(days=1)
    change_settings(tournament_id=concours.pk, changes={"date": gone_by}, by=None)
    assert services.erase_old() == 0, "a date mistyped today costs nobody its place"
    Tournament.objects.update(changed_at=timezone.now() - services.KEPT_FOR)
    assert (services.erase_old(), HomeEntry.objects.count()) == (1, 0)


def test_a_key_is_sent_nowhere_but_to_its_site(concours):
    keep = {"tournament_id": concours.pk}
    services.keep_source(**keep, address="https://un.test/", secret="clé")
    assert services.keep_source(**keep, address="https://un.test/", secret="").secret == "clé"
    assert services.keep_source(**keep, address="https://deux.test/", secret="").secret == ""


# --- Words of teams to the desk ---------------------------------------------------------------------------------------


def tell(team, kind, sender="phone"):
    return requests.tell_desk(tournament=team.tournament, team=team, kind=kind, sender=sender)


def answer(request, *, agrees=True, **more):
    own = {"tournament_id": request.tournament_id, "request_id": request.pk, "by": None}
    return requests.answer_request(**own, agrees=agrees, **more)


def denied(team):
    return [(one.kind, one.reason) for one in selectors.refusals(team.tournament, [team])[team.pk]]


def test_a_no_of_the_desk_stands_until_the_team_asks_again_or_it_is_outdated(playing):
    one, two = Team.objects.filter(tournament=playing).order_by("number")[:2]
    answer(tell(one, "leave"), agrees=False, reason="  votre table  est tirée ")
    assert denied(one) == [("leave", "votre table est tirée")] and denied(two) == []
    line = JournalEntry.objects.last()
    assert (line.act, line.after["team"], line.after["request"]) == ("refuse_request", one.pk, "leave")
    again = tell(one, "leave")
    assert denied(one) == [], "it asks again"
    answer(again, agrees=False)
    answer(tell(one, "miss"), agrees=False, reason="non")
    assert sorted(denied(one)) == [("leave", ""), ("miss", "non")]
    answer(tell(one, "miss"))
    assert denied(one) == [], "the desk has let it miss the partie"
    one.refresh_from_db()
    answer(tell(one, "back"), agrees=False, reason="le tirage est prêt")
    assert denied(one) == [("back", "le tirage est prêt")]
    answer(tell(two, "leave"), agrees=False)
    assert denied(two) == [("leave", "")]
    builders.partie(playing, 2, [(1, None, 2, None), (3, None, 4, None)])
    assert denied(two) == denied(one) == [], "another partie is drawn: it was about the one before"
    refused("text_too_long", answer, request=tell(two, "leave"), agrees=False, reason="x" * 101)


def test_a_team_has_come_once_the_desk_says_so(concours):
    team = registration.register_team(tournament_id=concours.pk, players=["A B", "C D"], present=False, by=None)
    Tournament.objects.update(fee_cents=1400)
    team.tournament.refresh_from_db()
    asked = tell(team, "here")
    assert tell(team, "here") == asked
    (line,) = selectors.open_requests(team.tournament)
    assert (line.owes, line.act.key) == (1400, "set_present")
    answer(asked, agrees=False)
    assert not Team.objects.get(pk=team.pk).present
    answer(tell(team, "here"))
    assert Team.objects.get(pk=team.pk).present
    team.refresh_from_db()
    refused("request_out", tell, team=team, kind="here")
    refused("request_out", tell, team=team, kind="leave")  # nothing is drawn yet


@pytest.fixture
def playing():
    """Four teams in their first partie."""
    return builders.seated(2)


def test_leaving_missing_a_partie_and_coming_back_are_asked_and_confirmed(playing):
    one, two = Team.objects.filter(tournament=playing).order_by("number")[:2]
    answer(tell(one, "leave"))
    answer(tell(two, "miss"))
    for team in (one, two):
        team.refresh_from_db()
    assert (one.withdrawn_from, two.away_in) == (2, 2)
    assert [entry.act for entry in JournalEntry.objects.order_by("-pk")[:2]] == ["set_away", "withdraw_team"]
    for team in (one, two):
        assert list(selectors.requests_possible(playing, [team])[team.pk]) == ["back"]
        answer(tell(team, "back"))
        team.refresh_from_db()
    assert (one.withdrawn_from, two.away_in) == (None, None)


def test_one_telephone_tells_little_at_once_and_a_tablet_everybody_who_comes(playing):
    teams = list(Team.objects.filter(tournament=playing).order_by("number"))
    told = [tell(team, kind) for team in teams[:3] for kind in ("leave", "miss")]
    assert len(told) == requests.TOLD_AT_ONCE
    refused("request_many", tell, team=teams[3], kind="leave")
    tell(teams[3], "leave", sender="other")
    Team.objects.update(present=False)
    for team in teams:
        team.refresh_from_db()
        tell(team, "here")
    assert answer(told[0]) is not None
    assert answer(told[0]) is None, "another desk was quicker"


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_last_place_at_once_are_one_after_the_other(concours):
    for number in (1, 2):
        enters(concours, number)
    for turn in range(3):
        first = 10 + 2 * turn
        at_once(*[lambda number=number: enters(concours, number) for number in (first, first + 1)])
    entries = list(HomeEntry.objects.order_by("arrival"))
    assert [one.arrival for one in entries] == list(range(1, 9)), "no two have one place in the order"
    assert waits(concours) == [0, 0, 0, 1, 2, 3, 4, 5]


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_one_form_sent_at_the_same_moment_registers_once(concours):
    given = at_once(*[lambda: enters(concours, 1)] * 3)
    assert {one.pk for one in given} == {HomeEntry.objects.get().pk}


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_two_desks_that_take_the_list_at_once_double_nobody(concours):
    for number in range(1, 5):
        enters(concours, number)
    chosen = usual(concours)

    def desk():
        return services.take_entries(tournament_id=concours.pk, chosen=chosen, by=None)

    given = at_once(desk, desk)
    assert sum(done for done, _refused in given) == 4
    assert (Team.objects.count(), roster.numbers_used(concours)) == (5, {1, 2, 3, 4, 5})
