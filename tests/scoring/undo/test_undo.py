"""Reverse of the latest acts: one table of acts, by the page and by the API, nothing erased from the journal."""

import contextlib
import random
import re
from functools import partial

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.evening import closing
from scoring.evening.closing import close_tournament
from scoring.referee import rulings
from scoring.rounds import services as rounds
from scoring.undo.selectors import about_of, undo_lines
from scoring.undo.services import refusal, undo
from tests.scoring import builders
from tests.support import pairs
from tests.support.accounts import account, logged_in, sign_in
from tests.support.api import api_for
from tests.support.counts import tries
from tests.support.html import laid_out
from tests.support.pairs import make_evening
from tests.support.refusals import refuses
from tests.support.rulings import counted, type_in
from tournament.concours.access import tournament_for
from tournament.errors import TournamentError
from tournament.journal.acts import ACTS, Reverse
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Player, RemovedTeam, Table, Team
from tournament.registration import attendance, paying, restoring, services as registration
from tournament.rounds import clock
from tournament.rounds.selectors import next_number
from tournament.rounds.services import publish_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def concours():
    return builders.seated(2, teams=6, forfeit_points=1100)


@pytest.fixture
def odile(concours):
    return account("odile", concours.club)


def table(concours, number=1):
    return Table.objects.select_related("round__tournament").get(round__tournament=concours, number=number)


def last(concours):
    return JournalEntry.objects.filter(tournament=concours).latest("number")


def lines_for(by, concours, **more):
    offered = tournament_for(by, concours.pk)
    return undo_lines(offered, partial(refusal, tournament=offered, by=by), **more)


def take_back(concours, by, line=None, reason="by mistake"):
    """The line written by it, which keeps the reason, also of an act that usually needs none; by default of the last act."""
    if line is None:
        line = JournalEntry.objects.filter(tournament=concours).count()  # 0 where nothing was done yet
    written = undo(tournament_id=concours.pk, line=line, reason=reason, by=by)
    assert written.reason == reason
    return written


def test_every_act_that_can_be_taken_back_has_what_does_it():
    """Its own function, or the act that its declaration names; and somebody may."""
    undone = [act for act in ACTS.values() if isinstance(act.undo, Reverse)]
    assert len(undone) > 25
    for act in undone:
        assert act.undo_right
        assert act._reverse is not None or (act.undo.to is not None and (act.undo.by or act)._service is not None), act
    assert all(str(act.undo.does if isinstance(act.undo, Reverse) else act.undo) for act in ACTS.values())


def test_a_button_that_first_shows_effects_is_named_for_what_it_takes_back():
    usual = Reverse.__dataclass_fields__["action"].default
    undone = [act.undo for act in ACTS.values() if isinstance(act.undo, Reverse) and act.undo.corrects]
    assert len(undone) > 8
    assert all(undo.action != usual for undo in undone)


def test_scores_come_and_go_and_the_journal_keeps_all_of_it(concours, odile):
    one, two = table(concours), table(concours, 2)
    type_in(one, 1012, by=odile)
    entered = last(concours).number
    type_in(one, 992, key="c", base_version=1, reason="misread", by=odile)
    with refuses("undo_changed"):
        take_back(concours, odile, entered)
    assert take_back(concours, odile).act == "correct_sheet"
    assert counted(one)[1]["NS"] == 1012
    rulings.exchange_sheets(
        table_id=one.pk, other_id=two.pk, key="x" * 20, base_version=3, other_version=None, reason="x", by=odile
    )
    assert take_back(concours, odile).act == "exchange_sheets"
    assert counted(one)[1]["NS"] == 1012 and not two.sheets.filter(counted=True).exists()
    rulings.swap_camps(table_id=one.pk, key="s" * 20, base_version=4, reason="x", by=odile)
    take_back(concours, odile)
    assert counted(one)[1]["NS"] == 1012
    rulings.withdraw_sheet(table_id=one.pk, base_version=6, reason="x", by=odile)
    assert take_back(concours, odile).act == "enter_sheet"
    assert counted(one)[1]["NS"] == 1012
    assert take_back(concours, odile).act == "withdraw_sheet"
    assert not one.sheets.filter(counted=True).exists()
    assert broken_line(JournalEntry.objects.filter(tournament=concours).order_by("number")) is None


def test_a_message_is_taken_off_and_a_later_one_stays(concours, odile):
    for text in ("Soupe", "Tombola"):
        closing.show_message(tournament_id=concours.pk, text=text, by=odile)
    with refuses("undo_changed"):
        take_back(concours, odile, last(concours).number - 1)
    take_back(concours, odile)
    concours.refresh_from_db()
    assert (concours.hall_message, last(concours).act) == ("", "clear_message")


def test_what_a_referee_decided_is_taken_back_by_its_own_act(concours, odile):
    one = table(concours)
    type_in(one, 1012, by=odile)
    context = rulings.RulingContext(table_id=one.pk, seen=0, base_version=1, reason="x", by=odile)
    fault = {"team": 2, "label": "signes", "way": "on_top", "points": 100}
    rulings.rule(context, "penalty", fault)
    assert take_back(concours, odile).act == "rule_penalty_back"
    assert one.penalties.get().cancelled_at is not None


def test_the_clock_the_presence_the_money_and_an_exclusion(concours, odile):
    team, paid = (Team.objects.get(tournament=concours, number=number) for number in (5, 6))
    paying.set_paid(team_id=paid.pk, paid_cents=700, paid_by="cheque", by=odile)
    paying.set_paid_up(team_id=paid.pk, paid_cents=1400, paid_by="cash", by=odile)
    said = {"tournament_id": concours.pk, "number": 1, "by": odile}
    for act, back in (
        (lambda: clock.start_clock(**said), "stop_clock"),
        (lambda: attendance.set_present(team_id=team.pk, present=False, by=odile), "set_present"),
        (lambda: paying.set_paid(team_id=team.pk, paid_cents=1400, by=odile), "set_paid"),
        (lambda: paying.set_paid(team_id=paid.pk, paid_cents=700, paid_by="cash", by=odile), "set_paid"),
        (lambda: paying.set_paid(team_id=paid.pk, paid_cents=None, by=odile), "set_paid"),
        (lambda: attendance.withdraw_team(team_id=team.pk, from_round=2, reason="tired", by=odile), "return_team"),
        (lambda: attendance.exclude_team(team_id=team.pk, reason="fight", by=odile), "take_back_exclusion"),
    ):
        was = list(Team.objects.filter(pk__in=(team.pk, paid.pk)).order_by("pk").values())
        act()
        assert take_back(concours, odile).act == back
        assert list(Team.objects.filter(pk__in=(team.pk, paid.pk)).order_by("pk").values()) == was
    with refuses("undo_none"):
        take_back(concours, odile)  # what takes back is done again, not taken back


def test_a_team_that_had_left_is_gone_again_and_one_that_was_absent_is_absent(concours, odile):
    left, absent = (Team.objects.get(tournament=concours, number=number) for number in (5, 6))
    attendance.withdraw_team(team_id=left.pk, from_round=2, reason="tired", by=odile)
    attendance.set_present(team_id=absent.pk, present=False, by=odile)
    for act in (
        lambda: attendance.exclude_team(team_id=left.pk, reason="fight", by=odile),
        lambda: attendance.withdraw_team(team_id=absent.pk, from_round=2, reason="called", by=odile),
    ):
        was = list(Team.objects.filter(tournament=concours).order_by("pk").values())
        act()
        take_back(concours, odile)
        assert list(Team.objects.filter(tournament=concours).order_by("pk").values()) == was


def _acts_on(team, by):
    """Return an act on each part of a team, and the columns that it changes."""
    given = {"team_id": team.pk, "by": by}
    away = {"tournament_id": team.tournament_id, "number": team.number, "round_number": 2, "by": by}
    return {
        "present": lambda: attendance.set_present(**given, present=False),
        "paid_cents paid_by": lambda: paying.set_paid(**given, paid_cents=700, paid_by="cash"),
        "away_in": lambda: attendance.set_away(**away),
        "withdrawn_from": lambda: attendance.withdraw_team(**given, from_round=2, reason="tired"),
        "category": lambda: registration.change_team(**given, category="women"),
    }


def test_an_act_on_a_team_is_taken_back_whatever_was_done_since_with_another_part_of_it(concours, odile):
    """« La ligne 12 l’a changé depuis » : the payment of a team, and its departure could not be taken back."""
    team = Team.objects.get(tournament=concours, number=6)
    undone = []
    for columns, act in _acts_on(team, odile).items():
        for others, since in _acts_on(team, odile).items():
            if others == columns or columns == "category":
                continue
            with transaction.atomic():
                was = Team.objects.filter(pk=team.pk).values().get()
                act()
                line = last(concours).number
                since()
                assert last(concours).number == line + 1
                offered = {entry.number: entry for entry in lines_for(odile, concours)}
                assert offered[line].does, (columns, others, offered[line].why_not)
                take_back(concours, odile, line)
                now = Team.objects.filter(pk=team.pk).values().get()
                assert {name for name in now if now[name] != was[name]} == {*others.split()}, (columns, others)
                transaction.set_rollback(True)
            undone.append(columns)
    assert len(undone) == 16


def test_an_act_on_a_team_stays_where_the_same_part_changed_since(concours, odile):
    team = Team.objects.get(tournament=concours, number=6)
    for first, since in (
        (lambda: attendance.set_present(team_id=team.pk, present=False, by=odile), "all"),
        (lambda: paying.set_paid(team_id=team.pk, paid_cents=700, by=odile), "paid"),
        (lambda: attendance.withdraw_team(team_id=team.pk, from_round=2, reason="tired", by=odile), "out"),
        (lambda: registration.register_team(tournament_id=concours.pk, players=["A Un", "B Un"], by=odile), "left"),
    ):
        first()
        line = last(concours).number
        newest = Team.objects.filter(tournament=concours).latest("pk").pk
        {
            "all": lambda: attendance.set_all_present(tournament_id=concours.pk, by=odile),
            "paid": lambda: registration.change_team(team_id=team.pk, paid_cents=1400, by=odile),
            "out": lambda: attendance.exclude_team(team_id=team.pk, reason="fight", by=odile),
            "left": lambda newest=newest: attendance.set_away(
                tournament_id=concours.pk, number=Team.objects.get(pk=newest).number, round_number=2, by=odile
            ),
        }[since]()
        assert last(concours).number > line, since
        with pytest.raises(TournamentError) as told:
            take_back(concours, odile, line)
        assert told.value.code == "undo_changed", since


@pytest.mark.parametrize("forfeit", [True, False])
def test_an_exclusion_at_a_table_is_taken_back_by_its_two_lines(concours, odile, forfeit):
    one = table(concours)
    type_in(one, 1012, by=odile)
    context = rulings.RulingContext(table_id=one.pk, seen=0, base_version=1, reason="fight", by=odile)
    rulings.exclude_team(context, team=2, forfeit=forfeit)
    decided, excluded = lines_for(odile, concours)[:2]
    assert (decided.line.entry.act, excluded.line.entry.act) == ("rule_exclusion", "exclude_team")
    assert excluded.does and bool(decided.does) == forfeit, (excluded.why_not, decided.why_not)
    take_back(concours, odile, excluded.number)
    assert not Team.objects.get(tournament=concours, number=2).excluded
    if forfeit:
        assert counted(one)[1]["NS"] == 1100
        take_back(concours, odile, decided.number)
    assert counted(one)[1]["NS"] == 1012


def test_what_is_decided_at_a_table_changes_no_team_of_it(concours, odile):
    """A list of teams in a line holds their numbers, unless these stand beside it: number 6 is not the key of a team."""
    one, team = table(concours), Team.objects.get(tournament=concours, number=5)
    other = Team.objects.filter(tournament=concours).exclude(number=5).order_by("-number").first()
    attendance.set_present(team_id=team.pk, present=False, by=odile)
    line = last(concours).number
    type_in(one, 1012, by=odile)
    context = rulings.RulingContext(table_id=one.pk, seen=0, base_version=1, reason="x", by=odile)
    rulings.rule(context, "penalty", {"team": 2, "label": "signes", "way": "on_top", "points": 100})
    attendance.withdraw_team(team_id=other.pk, from_round=2, reason="tired", by=odile)
    offered = {entry.line.entry.act: entry for entry in lines_for(odile, concours)}
    for act in ("withdraw_team", "rule_penalty", "set_present"):
        assert offered[act].does, (act, offered[act].why_not)
    take_back(concours, odile, line)
    numbers = JournalEntry(tournament=concours, act="swap_teams", after={"teams": [team.pk, other.pk]})
    assert not about_of(numbers) & about_of(JournalEntry.objects.get(tournament=concours, number=line))


def test_a_deleted_team_comes_back_as_it_was(concours, odile):
    team = registration.register_team(tournament_id=concours.pk, players=["Rémi Daniel", "Jean Gicquel"], by=odile)
    paying.set_paid(team_id=team.pk, paid_cents=1400, by=odile)
    team.players.filter(name="Rémi Daniel").update(phone="0611223344")
    was = Team.objects.filter(pk=team.pk).values().get()
    players = list(team.members.values_list("position", "player", "player__name", "player__phone"))
    registration.delete_team(team_id=team.pk, money="refunded", by=odile)
    deleted = last(concours)
    assert not Player.objects.filter(name="Rémi Daniel").exists()
    assert take_back(concours, odile).act == "restore_team"
    again = Team.objects.filter(pk=team.pk).values().get()
    assert again | {"created_at": None} == was | {"created_at": None}
    assert list(team.members.values_list("position", "player", "player__name", "player__phone")) == players
    registration.delete_team(team_id=team.pk, money="refunded", by=odile)
    registration.register_team(tournament_id=concours.pk, players=["A Un", "B Deux"], by=odile)  # takes its number
    with refuses("number_reused"):
        take_back(concours, odile, deleted.number + 2)
    RemovedTeam.objects.all().delete()  # as the next draw does
    with refuses("restore_gone"):
        restoring.restore_team(tournament_id=concours.pk, team_id=team.pk, by=odile)


def test_the_teams_of_a_list_leave_it_together_or_not_at_all(concours, odile):
    names = [["Un A", "Un B"], ["Deux A", "Deux B"]]
    teams = [registration.register_team(tournament_id=concours.pk, players=players, by=odile) for players in names]
    pks = [team.pk for team in teams]
    assert restoring.take_back_import(tournament_id=concours.pk, team_ids=pks, by=odile) == 2
    assert not Team.objects.filter(pk__in=pks).exists()
    seated = Team.objects.get(tournament=concours, number=1)
    with refuses("team_seated"):
        restoring.take_back_import(tournament_id=concours.pk, team_ids=[seated.pk], by=odile)


def test_the_page_shows_what_moves_before_it_takes_back(concours, odile):
    page = logged_in(odile)
    type_in(table(concours), 1012, by=odile)
    type_in(table(concours, 2), 1100, key="o", by=odile)
    shown = page.get(reverse("undo", args=[concours.pk])).text
    assert shown.count("<button>Annuler ce score</button>") == 2 and "Score saisi" in shown
    press = reverse("undo-line", args=[concours.pk, last(concours).number])
    page.post(press, follow=True)  # no reason: nothing is taken back
    assert counted(table(concours, 2))[1]["NS"] == 1100
    data = {"reason": "mauvaise table"}
    answer = page.post(press, data, follow=True)
    assert counted(table(concours, 2))[1]["NS"] == 1100  # shown first, and the page says so
    assert "<h1>Annuler ce score\u202f?</h1>" in answer.text and "Rien n’est encore fait" in answer.text
    token = re.search(
        r'class="bottom-bar".*value="(keep-[^"]+)" autofocus>\s*Annuler ce score<', answer.text, re.DOTALL
    )
    done = page.post(press, data | {"effects": token[1]}, follow=True)
    assert "Annulé\u00a0: Score saisi, partie 1, table 2." in done.text
    assert not table(concours, 2).sheets.filter(counted=True).exists()
    scorer = logged_in(account("anne", concours.club, role="scorer"))
    clock.start_clock(tournament_id=concours.pk, number=1, by=odile)
    assert scorer.post(reverse("undo-line", args=[concours.pk, last(concours).number]), data).status_code == 403
    assert "Votre compte ne peut pas" in scorer.get(reverse("undo", args=[concours.pk])).text


def test_without_a_reason_the_fold_stays_open_and_the_field_says_what_it_needs(concours, odile):
    attendance.set_present(team_id=Team.objects.get(number=1).pk, present=False, by=odile)
    browser, number = Client(), last(concours).number
    browser.force_login(odile)
    answer = browser.post(reverse("undo-line", args=[concours.pk, number]), {"reason": "  "})
    assert answer.status_code == 422
    page = laid_out(answer.text)
    form = page[page.index("undo" + '" open') :].split("</details>")[0]
    assert f"/{number}/" in form and 'aria-invalid="true"' in form and "field-error" in form
    # Errors that are not about the reason stand above the form, and the typed text is kept.
    browser.post(reverse("undo-line", args=[concours.pk, number]), {"reason": "erreur"})
    answer = browser.post(reverse("undo-line", args=[concours.pk, number]), {"reason": "encore"})
    assert answer.status_code == 422 and '<p class="notice error" role="alert">' in answer.text


def test_what_was_taken_back_is_said_to_be_so(concours, odile):
    """« La ligne 52 l’a changé depuis : annulez d’abord celle-là », and line 52 had no button."""
    team = Team.objects.get(tournament=concours, number=5)
    attendance.withdraw_team(team_id=team.pk, from_round=2, reason="tired", by=odile)
    left = last(concours).number
    back = take_back(concours, odile).number
    client = logged_in(odile)
    text = client.get(reverse("undo", args=[concours.pk])).text
    assert f"La ligne {back} l’a annulé." in text and f"La ligne {left} l’a" not in text
    # An act that takes something else back about the same clock did not take this back.
    clock.start_clock(tournament_id=concours.pk, number=1, by=odile)
    started = last(concours).number
    clock.impose_cutoff(tournament_id=concours.pk, number=1, donnes=2, by=odile)
    over = take_back(concours, odile).number
    said = {one.number: one.why_not for one in lines_for(odile, concours)}
    assert said[over - 1] == f"La ligne {over} l’a annulé."
    assert said[started].startswith(f"La ligne {over} l’a changé depuis")


def test_after_the_palmares_only_what_may_still_be_done_is_offered(concours, odile):
    """« Annuler » stood beside every score, and was then refused."""
    team = Team.objects.get(tournament=concours, number=5)
    paying.set_paid(team_id=team.pk, paid_cents=1400, by=odile)
    clock.start_clock(tournament_id=concours.pk, number=1, by=odile)
    type_in(table(concours), 1012, by=odile)
    type_in(table(concours, 2), 1100, key="o", by=odile)
    close_tournament(tournament_id=concours.pk, by=odile, reason="il est tard")
    closing.show_message(tournament_id=concours.pk, text="Merci à tous", by=odile)
    lines = lines_for(odile, concours)
    offered = {one.line.entry.act for one in lines if one.does}
    assert offered == {"show_message", "close_tournament", "set_paid"}
    assert {one.why_not[:27] for one in lines if one.line.entry.act == "enter_sheet"} == {
        "Le palmarès est publié\u00a0: ri"
    }
    for one in lines:
        act = ACTS.get(one.line.entry.act)
        if act is not None and isinstance(act.undo, Reverse):
            try:
                with transaction.atomic():
                    undo(tournament_id=concours.pk, line=one.number, reason="erreur", by=odile)
                    transaction.set_rollback(True)
                done = True
            except TournamentError:
                done = False
            assert done == bool(one.does), one.line.entry.act


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_in_a_browser_an_empty_field_says_so_in_our_words(live_server, browser_page):
    tournament = builders.evening(teams=4, parties=1)
    person = account("odile", tournament.club)
    attendance.set_present(team_id=Team.objects.get(number=1).pk, present=False, by=person)
    page = browser_page()
    sign_in(page, live_server, person)
    page.goto(live_server.url + reverse("undo", args=[tournament.pk]))
    fold = page.locator("details.undo").first
    fold.locator("summary").click()
    fold.locator("form button").click()
    fold.get_by_text("Indiquez le motif en quelques mots").wait_for()
    field = fold.locator("input[name=reason]")
    assert field.evaluate("field => field === document.activeElement") and field.get_attribute("aria-invalid") == "true"
    field.press_sequentially("erreur")
    assert not fold.locator(".field-error").count() and field.get_attribute("aria-invalid") is None
    field.press("Enter")
    page.get_by_text("Annulé\u00a0:").first.wait_for()


def test_the_api_takes_back_as_the_page_does(concours, odile):
    api = api_for(odile)
    type_in(table(concours), 1012, by=odile)
    number = last(concours).number
    (line, *_others) = api.ask(f"concours/{concours.pk}/undo/").json()["lines"]
    assert (line["number"], line["act"]) == (number, "enter_sheet") and line["does"]
    said = {"line": number, "reason": "so"}
    shown = api.send(f"concours/{concours.pk}/undo/effects/", said).json()
    assert [(one["table"], one["now"]) for one in shown["tables"]] == [(1, "")]
    assert api.send(f"concours/{concours.pk}/undo/", said).json() == {"line": number + 1}
    assert not table(concours).sheets.filter(counted=True).exists()
    refused = api.send(f"concours/{concours.pk}/undo/", said | {"line": 9_999})
    assert (refused.status_code, refused.json()["code"]) == (409, "undo_unknown")


def test_what_the_list_costs(concours, odile):
    """Each line that is offered is tried, and nothing else is asked for another line."""
    page = logged_in(odile)

    def cost():
        page.get(reverse("undo", args=[concours.pk]))
        with CaptureQueriesContext(connection) as queries:
            page.get(reverse("undo", args=[concours.pk]))
        return len(queries)

    team = Team.objects.get(tournament=concours, number=5)
    paying.set_paid(team_id=team.pk, paid_cents=1400, by=odile)
    one = cost()
    paying.set_paid(team_id=team.pk, paid_cents=700, by=odile)
    paying.set_paid(team_id=team.pk, paid_cents=1400, by=odile)
    assert cost() == one, "a line that another changed since is not tried"
    other = Team.objects.get(tournament=concours, number=4)
    paying.set_paid(team_id=other.pk, paid_cents=1400, by=odile)
    assert cost() <= one + 40


def test_a_registration_is_offered_back_until_it_is_drawn():
    concours = builders.concours(teams=6)
    odile = account("odile", concours.club)
    registration.register_team(tournament_id=concours.pk, players=["Zoé Tard", "Luc Petit"], number=7, by=odile)
    assert lines_for(odile, concours)[0].does
    drawn = rounds.open_next_round(tournament_id=concours.pk, by=odile, seed="7♣")
    publish_draw(draw_id=drawn.pk, by=odile)
    (line,) = [one for one in lines_for(odile, concours) if one.line.entry.act == "register_team"]
    assert not line.does and "table" in line.why_not


@pytest.mark.parametrize("seed", range(tries(2, 60)))
def test_what_is_offered_is_done_and_what_is_not_is_refused(seed):
    """After acts of every kind, whatever came after them."""
    chance = random.Random(seed)
    concours = builders.concours(teams=9, parties=4, max_teams=10)
    odile = account("odile", concours.club)
    people = list(Team.objects.filter(tournament=concours))
    acts = [
        lambda: registration.register_team(
            tournament_id=concours.pk, players=[f"Ada {chance.random()}", f"Bob {chance.random()}"], by=odile
        ),
        lambda: attendance.withdraw_team(
            team_id=chance.choice(people).pk, from_round=next_number(concours), reason="tired", by=odile
        ),
        lambda: attendance.return_team(team_id=chance.choice(people).pk, by=odile),
        lambda: attendance.exclude_team(team_id=chance.choice(people).pk, reason="rude", by=odile),
        lambda: paying.set_paid(team_id=chance.choice(people).pk, paid_cents=1400, by=odile),
        lambda: publish_draw(
            draw_id=rounds.open_next_round(tournament_id=concours.pk, by=odile, seed="7♣").pk, by=odile
        ),
        lambda: [
            type_in(one, chance.randint(900, 1040), key=f"k{one.pk}", by=odile)
            for one in Table.objects.filter(round__tournament=concours)
            if not one.sheets.exists()
        ],
        lambda: take_back(concours, odile),
        lambda: clock.start_clock(tournament_id=concours.pk, number=max(1, next_number(concours) - 1), by=odile),
        lambda: closing.show_message(tournament_id=concours.pk, text="Bonsoir", by=odile),
    ]
    for _turn in range(14):
        with contextlib.suppress(TournamentError), transaction.atomic():
            chance.choice(acts)()
    for one in lines_for(odile, concours):
        with contextlib.suppress(TournamentError), transaction.atomic():
            undo(tournament_id=concours.pk, line=one.number, reason="erreur", by=odile)
            transaction.set_rollback(True)
            assert one.does, (one.line.entry.act, one.why_not)
            continue
        assert not one.does, one.line.entry.act


@pytest.mark.parametrize("state", ["playing", "drawn", "closed"])
def test_of_every_act_of_the_api_what_is_offered_is_done(state):
    """Each done once on an evening, in an order of its own; the acts that end an evening come last."""
    evening = make_evening(state)
    concours, odile = evening.tournament, evening.people[0]
    names = [name for name, act in pairs.ACTS.items() if act.state == state]
    random.Random(5).shuffle(names)
    for name in sorted(names, key=lambda name: name in pairs.ENDS):
        with contextlib.suppress(TournamentError), transaction.atomic():
            pairs.ACTS[name].prepare(evening, 0)()
    lines = lines_for(odile, concours, shown=500)
    assert any(one.does for one in lines) and len({one.line.entry.act for one in lines}) > 8
    for one in lines:
        with contextlib.suppress(TournamentError), transaction.atomic():
            undo(tournament_id=concours.pk, line=one.number, reason="erreur", by=odile)
            transaction.set_rollback(True)
            assert one.does, (one.line.entry.act, one.why_not)
            continue
        assert not one.does, one.line.entry.act
