"""A sheet read under the terms of its table: donnes that penalties take, last donnes imposed, parties that they end."""

import pytest
from django.urls import reverse

from rules import check_totals
from scoring.errors import ScoringError
from scoring.models import Penalty, ScoreSheet
from scoring.sheets import controls, reception, selectors as questions, shown
from scoring.sheets.entry import NewSheet, read_report
from scoring.sheets.terms import SheetTerms, terms_by_table, terms_of
from tests.scoring import builders
from tests.support.accounts import account
from tests.support.refusals import refuses
from tests.support.rulings import DONNE, counted, type_donnes, type_in
from tournament.models import Round, Table, Tournament
from tournament.rounds import clock

pytestmark = pytest.mark.django_db


def hall(**settings):
    builders.seated(2, **settings)
    return Table.objects.select_related("round__tournament").order_by("number").first()


def penalty(table, *, to="NS", way="instead", points=162, number=1):
    seat = table.seats.exclude(camp=to).get()
    return Penalty.objects.create(
        table=table,
        number=number,
        camp=seat.camp,
        to_camp=to,
        team=seat.team,
        label="renonce",
        way=way,
        points=points,
        reason="so",
        at=table.round.published_at,
    )


def marks(north, east):
    return {camp: {"points": points, "belotes": None, "capots": None} for camp, points in (("NS", north), ("EO", east))}


def refused(code, act, *args, **given):
    with refuses(code, ScoringError) as caught:
        act(*args, **given)
    return str(caught.value)


@pytest.mark.parametrize("way", ["instead", "as_donne"])
def test_a_penalty_takes_a_donne_and_says_so(way):
    table = hall()
    penalty(table, way=way)
    refused("control_failed", type_in, table, 1012)
    type_in(table, 850, 932, key="ok")
    assert counted(table) == ("validated", {"NS": 850, "EO": 932})
    said = controls.terms_text(terms_of(table))
    assert said[0].startswith("11 donnes") and "162" in said[1]


def test_a_penalty_counted_in_is_recognised():
    table = hall()
    penalty(table)
    said = refused("control_failed", type_in, table, 850 + 162, 932)
    assert "850–932" in said
    said = refused("control_failed", type_in, table, 850 + 162, 931)
    assert "850" not in said.replace("1012", "")


KEPT = {"rule_options": {"limite_donnes": 12, "limite_points": None, "litige_derniere_donne": "garde"}}
COINCHE = {"rule_set": "coinche", "rule_options": {"limite_donnes": 6, "limite_points": None}}


@pytest.mark.parametrize(
    ("settings", "typed", "code", "hinted"),
    [
        ({}, (850, 932), "control_doubtful", True),  # 11 donnes of 162, or a litige lost
        ({}, (850, 770), "control_doubtful", False),  # 10 donnes
        ({}, (1012, 1094), "control_failed", False),  # 13 donnes
        (KEPT, (850, 932), "control_failed", True),
        (KEPT, (850, 931), "control_failed", False),
        (COINCHE, (500, 310), "control_failed", True),
        (COINCHE, (310, 50), "control_failed", False),
    ],
)
def test_totals_of_one_donne_fewer_lead_to_the_page_of_the_referee(settings, typed, code, hinted):
    """« La somme est trop petite … » alone left the desk without a way on where a renonce had ended a donne."""
    said = refused(code, type_in, hall(**settings), *typed)
    assert ("L’arbitre la donne d’abord, sur la page « Arbitre »" in said.replace("\xa0", " ")) is hinted, said


@pytest.mark.parametrize(("count", "hinted"), [(11, True), (10, False)])
def test_a_sheet_of_one_donne_fewer_leads_to_the_page_of_the_referee(count, hinted):
    said = refused("control_failed", type_donnes, hall(), count)
    assert ("L’arbitre la donne d’abord" in said) is hinted, said


def test_a_penalty_on_top_counted_in_is_recognised():
    table = hall()
    penalty(table, way="on_top")
    assert "1012–932" in refused("control_failed", type_in, table, 1012 + 162, 932)
    type_in(table, 1012, key="ok")


def test_penalties_taken_back_and_warnings_take_nothing():
    table = hall()
    penalty(table, points=0)
    gone = penalty(table, number=2)
    Penalty.objects.filter(pk=gone.pk).update(cancelled_at=table.round.published_at)
    assert (terms_of(table).taken, dict(terms_of(table).credited)) == (0, {})
    type_in(table, 1012)


def test_a_partie_of_points_that_a_penalty_ends():
    table = hall(rule_set="departement-classique", rule_options={"limite_points": 1000})
    refused("control_failed", type_in, table, 900, 396)
    penalty(table)
    type_in(table, 900, 396, key="ok")
    assert counted(table)[1] == {"NS": 900, "EO": 396}
    refused("control_failed", type_in, table, 800, 496, key="no", base_version=1, reason="x")  # 962: not over
    refused("control_failed", type_in, table, 900, 397, key="sum", base_version=1, reason="x")  # no sum of donnes


def test_a_partie_of_points_that_a_penalty_ends_donne_by_donne():
    table = hall(rule_set="departement-classique", rule_options={"limite_points": 1000})
    assert terms_of(table).ended_by_penalty({"NS": 900, "EO": 396}) is False
    refused("control_failed", type_donnes, table, 9)
    penalty(table, way="on_top")
    type_donnes(table, 9)
    assert counted(table)[1]["NS"] == 900


def announce(table, *, donnes=2, after=None):
    clock.impose_cutoff(tournament_id=table.round.tournament_id, number=1, donnes=donnes, by=None)
    if after is not None:
        clock.record_cutoff_after(table_id=table.pk, donnes=after, by=None)
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


def test_totals_after_the_last_donnes_were_announced():
    table = announce(hall(), after=7)
    refused("control_failed", type_in, table, 1012)  # twelve donnes
    type_in(table, 900, 558, key="ok")  # nine
    assert counted(table)[1] == {"NS": 900, "EO": 558}


def test_totals_forced_after_a_cutoff_are_explained_ever_after():
    table = announce(hall(), after=7)
    type_in(table, 1012, key="f", override="they say so")
    (forced,) = questions.overrides(table.round.tournament)
    assert "9" in shown.check_text(forced)
    told = {name: forced.content[name] for name in ("ruleset", "options", "totals", "belotes", "capots")}
    assert check_totals(**told).ok  # without the cutoff there would be nothing to say


def test_donnes_after_the_last_ones_are_refused():
    table = announce(hall(), after=7)
    refused("donne_wrong", type_donnes, table, 12)
    type_donnes(table, 9, key="ok")
    assert ScoreSheet.objects.get().content["coupure"] == {"apres_donne": 7, "donnes_restantes": 2}


def test_the_coupure_stated_is_the_one_announced():
    table = announce(hall(), after=7)
    other = {"apres_donne": 8, "donnes_restantes": 1}
    refused("cutoff_other", type_donnes, table, 9, coupure=other)
    type_donnes(table, 9, key="ok", coupure={"apres_donne": 7, "donnes_restantes": 2})


def test_where_it_is_not_known_how_many_were_played_the_sheet_says_it():
    table = announce(hall())
    assert "2" in refused("control_failed", type_donnes, table, 9)
    refused("cutoff_other", type_donnes, table, 9, coupure={"apres_donne": 8, "donnes_restantes": 1})
    type_donnes(table, 9, key="ok", coupure={"apres_donne": 7, "donnes_restantes": 2})


def test_a_sheet_of_all_its_donnes_needs_no_cutoff():
    type_donnes(announce(hall()), 12)


def test_terms_that_change_between_the_control_and_the_lock_are_read_again(monkeypatch):
    table = hall()
    receive, came = reception._receive, []

    def slow(submissions):
        if not came:
            came.append(penalty(table))
        return receive(submissions)

    monkeypatch.setattr(reception, "_receive", slow)
    refused("control_failed", type_in, table, 1012)
    assert not ScoreSheet.objects.exists()
    assert type_in(table, 850, 932, key="ok").created


def test_a_form_sent_again_after_a_penalty_gives_its_receipt_again():
    table = hall()
    first = type_in(table, 1012)
    penalty(table)
    again = type_in(table, 1012)
    assert (again.created, again.sheet.pk) == (False, first.sheet.pk)
    refused("sheet_key_used", type_in, table, 850, 932)


def test_terms_that_never_stand_still_are_said(monkeypatch):
    table = hall()
    receive, count = reception._receive, iter(range(1, 10))

    def slow(submissions):
        penalty(table, way="on_top", number=next(count))
        return receive(submissions)

    monkeypatch.setattr(reception, "_receive", slow)
    refused("terms_changing", type_in, table, 1012)


def test_terms_of_a_whole_partie_cost_the_same_for_any_number(django_assert_max_num_queries):
    table = hall()
    round_ = Round.objects.get()
    with django_assert_max_num_queries(1):
        assert terms_by_table(round_) == {}
    penalty(table)
    expected = {1: terms_of(table)}
    with django_assert_max_num_queries(3):
        assert terms_by_table(round_) == expected


@pytest.fixture
def at_desk(client, django_user_model):
    table = announce(hall(), after=7)
    penalty(table)
    client.force_login(account("anne", table.round.tournament.club, "scorer"))
    return client, table


def at(table, name, *more):
    return reverse(name, args=[table.round.tournament_id, 1, *more])


def test_the_pages_say_the_terms(at_desk):
    client, table = at_desk
    for page in (f"{at(table, 'entry-round')}?table=1", at(table, "sheet-donnes", 1)):
        text = client.get(page).content.decode()
        assert "11 donnes sur la feuille." in text
        assert "Sans la pénalité de 162 pour NS" in text
        assert "Les 2 dernières donnes ont été annoncées après la donne 7." in text
    assert (
        "11 donnes sur la feuille"
        not in client.get(f"{at(table, 'entry-round')}?table=2").content.decode().split('id="entry-data"')[0]
    )


def test_the_live_control_knows_the_terms(at_desk):
    client, table = at_desk
    # 7 donnes played then, one of them taken by the penalty, and two more: eight.
    said = client.get(at(table, "entry-check"), {"table": "1", "points_NS": "764", "points_EO": "532"}).json()
    assert said["state"] == "ok"
    said = client.get(at(table, "entry-check"), {"table": "1", "points_NS": "926", "points_EO": "532"}).json()
    assert said["state"] == "bad" and "764–532" in said["said"]
    counted_too = {"belotes_NS": "0", "belotes_EO": "0", "capots_NS": "0", "capots_EO": "0"}
    said = client.get(at(table, "entry-check"), {"table": "1", "points_NS": "764", **counted_too}).json()
    assert said["fill"] == {"EO": 532}


def test_the_donne_page_fills_in_what_was_announced(at_desk):
    client, table = at_desk
    page = at(table, "sheet-donnes", 1)
    given = {"key": "k" * 20, "rows": "8", "act": "save", "cut_after": "6"}
    for number in range(1, 9):
        given |= {f"d{number}-preneur": "NS", f"d{number}-points_NS": "100"}
    assert client.post(page, given).status_code == 302
    assert counted(table)[1] == {"NS": 800, "EO": 496}
    assert ScoreSheet.objects.get().content["donnes"][0] == DONNE | {"points": {"NS": 100}}


@pytest.mark.parametrize(
    ("credited", "code"), [({}, "donnes_tied"), ({"NS": 100}, ""), ({"NS": 50, "EO": 50}, "donnes_tied")]
)
def test_equal_totals_after_the_last_donnes_are_played_on_unless_a_penalty_parts_them(credited, code):
    tournament = Tournament(rule_set="ffb-classique", rule_options={"limite_donnes": 12, "limite_points": None})
    terms = SheetTerms(
        ruleset=tournament.rule_set, options=tournament.rule_options, credited=credited, cutoff=2, cutoff_after=8
    )
    donnes = [{"preneur": camp, "points": {camp: 100}} for camp in ("NS", "EO") * 5]

    def read(donnes, coupure):
        return read_report(NewSheet(kind="donnes", donnes=donnes, coupure=coupure), tournament=tournament, terms=terms)

    report = read(donnes, terms.coupure(donnes))
    assert report.check_code == code
    if code:
        assert "Égalité à 810" in report.message and "une donne de plus" in report.message
        assert read([*donnes, donnes[0]], terms.coupure(donnes)).check_code == ""


def test_the_belote_of_a_donne_that_is_dealt_again_is_not_counted():
    terms = SheetTerms(ruleset="ffb-classique", options={"limite_donnes": 1, "litige_suite": "redonne"})
    again = {"preneur": "NS", "points": {"NS": 91}, "belote": ["EO"]}
    played = {"preneur": "NS", "points": {"NS": 100}, "belote": ["NS"]}
    report = read_report(NewSheet(kind="donnes", donnes=[again, played]), tournament=Tournament(), terms=terms)
    assert report.check_code == ""
    assert report.marks == {
        "NS": {"points": 120, "belotes": 1, "capots": 0},
        "EO": {"points": 62, "belotes": 0, "capots": 0},
    }
