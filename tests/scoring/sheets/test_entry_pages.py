"""The pages of entry through the client: two steps without a script, refusals that keep the figures, who may."""

import datetime
import json
import re

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Photo, RunningDonne, ScoreSheet, TableDevice
from scoring.referee import rulings
from scoring.sheets import selectors as questions
from scoring.sheets.entry import start_typing, submit_sheet
from scoring.sheets.forms import FigureField, TableField
from scoring.sheets.views.recording import receipt_text
from tests.scoring import builders
from tests.scoring.phones import builders as phones
from tests.scoring.referee import builders as referees
from tests.support.accounts import account
from tests.support.html import laid_out
from tests.support.phases import play, set_up
from tournament.models import Membership, Round, Seat, Table, Tournament
from tournament.registration.forms import EurosField, WholeNumberField

pytestmark = pytest.mark.django_db
FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def concours():
    return builders.seated(2, forfeit_points=1100)


@pytest.fixture
def anne(concours):
    return account("anne", concours.club, "scorer")


@pytest.fixture
def hall(client, concours, anne):
    client.force_login(anne)
    client.at = lambda name, *more: reverse(name, args=[concours.pk, *more])
    return client


def hidden(page, name):
    found = re.search(rf'<input type="hidden" name="{name}"([^>]*)>', page)
    value = re.search(r'value="([^"]*)"', found[1])
    return value[1] if value else ""


def typed(page, **figures):
    """A post as a browser makes it from *page*."""
    names = ("key", "base_version", "sure", "opened")
    return {name: hidden(page, name) for name in names} | {"csrfmiddlewaretoken": "x"} | figures


def text(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_two_steps_without_a_script(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    assert "autofocus" in page
    first = hall.post(hall.at("entry-round", 1), typed(page, table="2"))
    assert first.status_code == 302
    page = laid_out(hall.get(first.url).content.decode())
    assert "3 ·" in page
    assert "4 ·" in page
    assert Table.objects.get(number=2).typist.username == "anne"
    done = hall.post(hall.at("entry-round", 1), typed(page, table="2", points_NS="1012", points_EO=" 932 "))
    assert done.status_code == 302
    page = laid_out(hall.get(done.url).content.decode())
    sheet = ScoreSheet.objects.get()
    assert questions.figures_text(sheet) == "1012–932"
    assert sheet.receipt in page
    assert "1012–932" in page


@pytest.mark.parametrize(
    ("points", "said", "kind"),
    [
        ((1012, 932), "1944 : aucune belote, aucun capot.", "success"),
        ((1052, 932), "1984 : 2 belotes, aucun capot.", "success"),
        ((1122, 932), "2054 : 1 belote, 1 capot.", "success"),
        ((1112, 932), "2044 : 5 belotes, aucun capot. Cela fait beaucoup", "warning"),
    ],
)
def test_a_saved_line_says_what_it_understood(hall, points, said, kind):
    figures = {"table": "1", "points_NS": points[0], "points_EO": points[1]}
    check = hall.get(hall.at("entry-check", 1), figures).json()
    assert said in text(check["said"]) and check["state"] == ("ok" if kind == "success" else "wait")
    recorded = hall.post(hall.at("entry-round", 1), {"key": "k" * 20, **figures}, headers=FETCH).json()["said"]
    assert said in text(recorded[kind]) and bool(recorded["warning"]) == (kind == "warning")


def test_a_saved_line_counts_the_penalty_of_its_table(concours):
    anne = account("anne", concours.club)
    table = Table.objects.get(number=1)
    figures = {camp: {"points": points} for camp, points in (("NS", 1012), ("EO", 932))}
    sent = {"table_id": table.pk, "by": anne, "kind": "totals", "marks": figures}
    submit_sheet(key="a" * 20, **sent)
    ruling = {"table_id": table.pk, "by": anne, "reason": "x", "seen": 0, "base_version": 1}
    referees.give_penalty(team=1, label="Renonce", way="on_top", points=162, **ruling)
    figures["NS"]["points"] = 1032
    said = receipt_text(submit_sheet(key="b" * 20, base_version=1, reason="relu", **sent), 1)["success"]
    assert "1032–932" in said and "NS 1032, EO 1094" in said and "1964\xa0: 1 belote, aucun capot." in said


def test_two_who_came_alone_are_named_each_with_one_number(client):
    """In a mêlée a camp is two people: « 10 · Anne + 12 · Lou », never « 10 + 12 · Anne + 12 · Lou »."""
    tournament = set_up("melee", 8)
    client.force_login(account("odile", tournament.club))
    play(tournament)
    for name in ("entry", "whole-evening"):
        page = text(client.get(reverse(name, args=[tournament.pk])).content.decode())
        side = re.search(r"(\d+) (?:· )?Joueur \1-1 \+ (\d+) · Joueur \2-1", page)
        assert side and not re.search(r"(?<![-\d])\d+ \+ \d+ (?:· )?Joueur", page), name


def test_an_empty_line_asks_for_a_table(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    answer = hall.post(hall.at("entry-round", 1), typed(page, table=""))
    assert "Tapez le numéro d’une table." in answer.content.decode()


@pytest.mark.parametrize("figures", [("1000", "954"), ("1000", "944")])
def test_points_that_stand_under_a_changed_number_are_asked_about(hall, figures):
    """Without a script nothing empties the fields: a sheet that came back, or stood open, and another table's number."""
    points = dict(zip(("points_NS", "points_EO"), figures, strict=True))
    page = laid_out(hall.get(f"{hall.at('entry-round', 1)}?table=2").content.decode())
    if figures == ("1000", "954"):
        page = laid_out(hall.post(hall.at("entry-round", 1), typed(page, table="2", **points)).content.decode())
        assert "errorlist" in page, "this sheet came back"
    asked = hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="1000", points_EO="944"))
    page = laid_out(asked.content.decode())
    assert "la table 2 qui était là" in text(page)
    assert not ScoreSheet.objects.exists()
    hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="1000", points_EO="944"))
    assert ScoreSheet.objects.get().table.number == 1


def test_a_table_whose_score_a_penalty_changes_is_marked_and_names_who_wins_by_it(hall, concours):
    for number in (1, 2):
        builders.sheet(Table.objects.get(number=number), north=1012, east=932)
    table = Table.objects.get(number=2)
    said = {"label": "Renonce", "way": "on_top", "points": 100, "reason": "seen"}
    referees.give_penalty(
        table_id=table.pk, team=3, by=account("rene", concours.club, "referee"), seen=0, base_version=1, **said
    )
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    lists = page[page.index('id="entry-tables"') :]
    assert text(lists).count("compte 1012–1032, pénalité comprise") == 2, (
        "among the last recorded and in the table of all"
    )
    recent, rows = lists.split("<summary>", 1)
    assert text(recent).count("gagne") == 2 and re.search(r"932 4 · [^·]* gagne compte", text(recent))
    winners = re.findall(r'class="winner">(\d+)', rows)
    assert winners == ["1", "4"]
    partie = laid_out(hall.get(hall.at("whole-evening")).content.decode()).split("<h2>Partie 1</h2>")[1]
    assert (partie.count("<b>1012</b>"), partie.count("<b>932</b>")) == (1, 1), "of table 1, and of table 2"


def test_a_team_stands_for_its_table(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    for word in ("e4", "E 4", "équipe 4", "eq.4"):
        answer = hall.post(hall.at("entry-round", 1), typed(page, table=word))
        assert answer.url.endswith("?table=2")
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="e9"))
    assert answer.status_code == 422
    assert "9" in text(answer.content.decode())


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("1 012", "1012"),
        ("1\u202f012", "1012"),
        ("1_012", "1012"),
        ("１０１２", "１０１２"),
        ("١٢", "١٢"),
        ("10,12", "10,12"),
        ("1e3", "1e3"),
        ("-12", "-12"),
        ("1012.0", "1012.0"),
        ("999999", "999999"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_what_is_not_plainly_a_number_is_said_back(hall, written, said):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="2", points_NS=written, points_EO="932"))
    assert answer.status_code == 422
    page = laid_out(answer.content.decode())
    assert said in re.search(r'<ul class="errorlist".*?</ul>', page, re.DOTALL)[0]
    assert 'value="932"' in page
    assert not ScoreSheet.objects.exists()


def test_an_unknown_table_is_said_with_those_there_are(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="7", points_NS="1012", points_EO="932"))
    assert answer.status_code == 422
    assert "7" in text(answer.content.decode())
    assert 'value="1012"' in answer.content.decode()


@pytest.mark.parametrize("figures", [{"points_NS": "1012"}, {"points_EO": "1012"}, {"belotes_NS": "1"}])
@pytest.mark.parametrize(
    "length", [{"limite_donnes": 12, "limite_points": None}, {"limite_donnes": None, "limite_points": 1000}]
)
def test_half_a_line_keeps_its_figures_and_says_what_is_missing(hall, concours, figures, length):
    Tournament.objects.update(rule_options=length)
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="2", **figures))
    assert answer.status_code == 422 and not ScoreSheet.objects.exists()
    page = laid_out(answer.content.decode())
    assert 'role="alert"' in page
    for name, written in figures.items():
        assert re.search(rf'name="{name}"[^>]*value="{written}"|value="{written}"[^>]*name="{name}"', page)


def test_an_impossible_total_keeps_the_figures_and_asks_why(hall, anne):
    Membership.objects.filter(user=anne).update(role="referee")
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="1012", points_EO="933"))
    assert answer.status_code == 422
    page = laid_out(answer.content.decode())
    assert 'value="1012"' in page
    assert 'value="933"' in page
    assert 'name="override"' in page
    done = hall.post(
        hall.at("entry-round", 1),
        typed(page, table="1", points_NS="1012", points_EO="933", override="agreed by both camps"),
        follow=True,
    )
    sheet = ScoreSheet.objects.get()
    assert sheet.override == "agreed by both camps"
    assert reverse("overrides", args=[sheet.table.round.tournament_id]) in done.content.decode()
    listed = laid_out(hall.get(hall.at("overrides")).content.decode())
    assert "agreed by both camps" in listed
    assert "agreed by both camps" in hall.get(hall.at("table", 1, 1)).content.decode()


def test_a_correction_whose_score_was_taken_away_keeps_its_figures_and_is_sent_again(hall, concours):
    table = Table.objects.get(number=1)
    marks = {camp: {"points": points} for camp, points in (("NS", 1012), ("EO", 932))}
    submit_sheet(table_id=table.pk, key="paul" * 5, kind="totals", marks=marks, by=None)
    page = laid_out(hall.get(hall.at("entry-round", 1) + "?table=1").content.decode())
    assert hidden(page, "base_version") == "1"
    rulings.withdraw_sheet(table_id=table.pk, base_version=1, reason="autre table", by=None)
    told = {"table": "1", "points_NS": "932", "points_EO": "1012", "reason": "camps inversés"}
    answer = hall.post(hall.at("entry-round", 1), typed(page, **told))
    assert answer.status_code == 422 and not ScoreSheet.objects.filter(counted=True).exists()
    page = laid_out(answer.content.decode())
    assert "a changé entre-temps" in page.replace("\xa0", " ")
    assert 'name="points_NS" id="id_points_NS" value="932"' in page
    assert hidden(page, "base_version") == ""
    hall.post(hall.at("entry-round", 1), typed(page, **told))
    assert questions.figures_text(ScoreSheet.objects.get(counted=True)) == "932–1012"


def test_two_typists_the_second_is_told_and_may_correct(hall, concours):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    paul = account("paul", concours.club, "scorer")
    table = Table.objects.get(number=1)
    marks = {camp: {"points": points} for camp, points in (("NS", 1012), ("EO", 932))}
    submit_sheet(table_id=table.pk, key="paul" * 5, kind="totals", marks=marks, by=paul)
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="932", points_EO="1012"))
    assert answer.status_code == 409
    page = laid_out(answer.content.decode())
    assert "Paul" in page
    assert "1012–932" in page
    assert 'name="points_NS" id="id_points_NS" value="932"' in page
    assert hidden(page, "base_version") == "1"
    without = hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="932", points_EO="1012"))
    assert without.status_code == 422
    hall.post(
        hall.at("entry-round", 1),
        typed(page, table="1", points_NS="932", points_EO="1012", reason="camps inversés"),
    )
    assert [questions.figures_text(sheet) for sheet in ScoreSheet.objects.all()] == ["1012–932", "932–1012"]
    page = laid_out(hall.get(hall.at("table", 1, 1)).content.decode())
    assert "camps inversés" in page
    assert "Paul" in page
    assert "Anne" in page


def test_back_and_sent_again_makes_no_second_version(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    line = typed(page, table="1", points_NS="1012", points_EO="932")
    hall.post(hall.at("entry-round", 1), line)
    hall.post(hall.at("entry-round", 1), line)
    assert ScoreSheet.objects.count() == 1
    # The form found again with Back, used for the next table: refused once, with a new key and the figures kept.
    again = hall.post(hall.at("entry-round", 1), line | {"table": "2"})
    assert again.status_code == 422
    page = laid_out(again.content.decode())
    assert hidden(page, "key") != line["key"]
    hall.post(hall.at("entry-round", 1), typed(page, table="2", points_NS="1012", points_EO="932"))
    assert ScoreSheet.objects.count() == 2


def test_a_recorded_table_opens_with_its_figures_and_asks_a_reason(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    figures = {"points_NS": "1012", "points_EO": "952", "belotes_NS": "1"}
    hall.post(hall.at("entry-round", 1), typed(page, table="1", **figures))
    page = laid_out(hall.get(hall.at("entry-round", 1) + "?table=1").content.decode())
    assert 'id="id_points_NS" value="1012"' in page
    assert 'id="id_belotes_NS" value="1"' in page
    assert 'id="id_belotes_EO" value="0"' in page
    assert 'name="reason"' in page
    assert hidden(page, "base_version") == "1"


def test_the_script_is_told_of_its_table_alone(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    known = json.loads(re.search(r'<script id="entry-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
    assert known["teams"]["4"] == 2
    line = typed(page, table="1", points_NS="1012", points_EO="932")
    answer = hall.post(hall.at("entry-round", 1), line, headers=FETCH)
    assert (answer.status_code, answer["X-Entry"]) == (200, "done")
    change = answer.json()
    assert (change["table"], change["recorded"]) == (1, "1012–932")
    assert "1012–932" in change["said"]["success"] and not change["said"]["warning"]
    # A list that was asked for before stands on an earlier line of the journal; the next one on this.
    assert known["number"] < change["number"] == Tournament.objects.get().journal_number
    lists = laid_out(hall.get(hall.at("entry-tables", 1)).content.decode())
    assert f'"number": {change["number"]}, "tables"' in lists
    figures = {"points_NS": "1012", "points_EO": "933", "key": "another-key-of-this-table"}
    refused = hall.post(hall.at("entry-round", 1), line | {"table": "2"} | figures, headers=FETCH)
    assert (refused.status_code, refused["X-Entry"]) == (200, "look")
    fragment = laid_out(refused.content.decode())
    assert "<html" not in fragment and "entry-tables" not in fragment
    assert hidden(fragment, "key") == figures["key"]
    opened = hall.get(hall.at("entry-round", 1), {"table": "1"}, headers=FETCH)
    assert opened["X-Entry"] == "open"
    change = json.loads(re.search(r'<script id="entry-change"[^>]*>(.*?)</script>', opened.content.decode())[1])
    assert (change["table"], change["recorded"]) == (1, "1012–932")


def test_what_the_script_gets_does_not_grow_with_the_tables(client):
    """As many queries and bytes for a table that is opened, for a line that comes back and for a score."""

    def costs(teams):
        tournament = builders.evening(teams=teams, parties=1, missing=2)
        client.force_login(account(f"typist{teams}", tournament.club, "scorer"))
        address = reverse("entry-round", args=[tournament.pk, 1])
        line = {"points_NS": "1012", "points_EO": "932", "key": f"key-of-a-table-of-{teams:02}"}
        opened, wrong, right = {"table": teams // 2 - 1}, {"table": teams // 2, "points_EO": "1"}, {"table": teams // 2}
        for ask in (
            lambda: client.get(address, opened, headers=FETCH),
            lambda: client.post(address, line | wrong, headers=FETCH),
            lambda: client.post(address, line | right, headers=FETCH),
        ):
            with CaptureQueriesContext(connection) as queries:
                answer = ask()
            yield len(queries), len(answer.content)
        assert answer["X-Entry"] == "done"

    few, many = list(costs(4)), list(costs(40))
    # Numbers of two figures are the longer ones.
    assert [(queries, pytest.approx(length, abs=50)) for queries, length in few] == many
    # Session and account, concours, table, the lock with what it reads, the rows, the journal, the job.
    assert few[-1] == (13, pytest.approx(200, abs=50))


def test_the_desk_is_not_made_again_while_nothing_happens(hall, concours):
    """The script asks about every second; what has no line in the journal changes the answer too."""
    lists = hall.at("entry-tables", 1)

    def tag(known=""):
        answer = hall.get(lists, headers=FETCH | ({"If-None-Match": known} if known else {}))
        assert answer.status_code == 200 or (answer.status_code, answer.content) == (304, b"")
        return answer.get("ETag", known)

    before = tag()
    with CaptureQueriesContext(connection) as queries:
        assert tag(before) == before
    assert len(queries) <= 10
    table = Table.objects.get(number=1)
    berthe = account("berthe", concours.club, "scorer")
    start_typing(table_id=table.pk, by=berthe)
    typed_by_berthe = tag(before)
    assert typed_by_berthe != before
    Table.objects.update(typing_since=timezone.now() - datetime.timedelta(hours=1))
    assert tag(typed_by_berthe) != typed_by_berthe, "she is gone"
    telephone = phones.phone(Table.objects.get(number=2), "NS")
    noted = {"device": telephone, "number": 1, "key": "k" * 20, "sequence": 1, "content": {}, "at": timezone.now()}
    for change in (
        lambda: Table.objects.update(called_at=timezone.now()),
        lambda: Seat.objects.filter(camp="NS").update(missing_at=timezone.now()),
        lambda: TableDevice.objects.update(seen_at=timezone.now() - datetime.timedelta(days=1)),
        lambda: RunningDonne.objects.create(**noted),
        lambda: Photo.objects.create(table=table, content=b"", width=1, height=1, digest="0" * 64, at=timezone.now()),
        lambda: builders.sheet(table, north=1012, east=932),
    ):
        before = tag()
        change()
        assert tag(before) != before


def test_the_control_answers_while_figures_are_typed(hall):
    check = lambda **figures: hall.get(hall.at("entry-check", 1), figures).json()  # noqa: E731
    assert check(points_NS="1012", points_EO="932")["state"] == "ok"
    assert check(points_NS="1012", points_EO="933")["state"] == "bad"
    assert check(points_NS="1012", points_EO="9x")["field"] == "points_EO"
    assert check(points_NS="1012", points_EO="952", belotes_NS="1")["state"] == "ok"
    assert check(points_NS="1012", points_EO="952", belotes_NS="0")["state"] == "bad"
    assert check()["said"] == ""


def test_the_other_total_is_filled_in_where_it_follows(hall, concours):
    concours.rule_options = {"limite_donnes": 12, "litige_derniere_donne": "garde"}
    concours.save()
    figures = {"points_NS": "1012", "belotes_NS": "1", "belotes_EO": "0", "capots_NS": "0", "capots_EO": "0"}
    assert hall.get(hall.at("entry-check", 1), figures).json()["fill"] == {"EO": 952}
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="1", points_EO="", **figures))
    page = laid_out(answer.content.decode())
    assert answer.status_code == 200
    assert 'id="id_points_EO" value="952"' in page
    assert not ScoreSheet.objects.exists()
    hall.post(hall.at("entry-round", 1), typed(page, table="1", points_EO="952", **figures))
    assert questions.figures_text(ScoreSheet.objects.get()) == "1012–952"


def test_a_sum_that_loses_a_litige_needs_the_tick_and_no_second_enter(hall, concours):
    concours.rule_options = {"limite_donnes": 12, "litige_derniere_donne": "perdu"}
    concours.save()
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    line = {"table": "1", "points_NS": "1012", "points_EO": "851"}
    answer = hall.post(hall.at("entry-round", 1), typed(page, **line))
    for _enter in range(2):
        assert answer.status_code == 422
        assert "ont été perdus à la fin" in answer.content.decode()
        assert 'name="litige_lost"' in answer.content.decode()
        assert re.findall(r'name="(\w+)"[^>]* autofocus', laid_out(answer.content.decode()))[0] == "points_EO"
        assert not ScoreSheet.objects.exists()
        answer = hall.post(hall.at("entry-round", 1), typed(answer.content.decode(), **line))
    hall.post(hall.at("entry-round", 1), typed(answer.content.decode(), **line, litige_lost="on"))
    assert ScoreSheet.objects.get().check_code == "litige_perdu"


def test_typing_is_told_to_the_others(hall, concours):
    hall.post(hall.at("entry-typing", 1), {"table": "2"})
    paul = account("paul", concours.club, "scorer")
    assert questions.tables_of_round(Round.objects.get(), viewer=paul)[1].typist.username == "anne"
    hall.post(hall.at("entry-typing", 1), {"table": "2", "typing": "no"})
    start_typing(table_id=Table.objects.get(number=2).pk, by=paul)
    assert "Paul" in hall.get(hall.at("entry-tables", 1)).content.decode()
    assert hall.post(hall.at("entry-typing", 1), {"table": "2"}).json() == {"typist": "Paul"}
    assert hall.post(hall.at("entry-typing", 1), {"table": "99"}).status_code == 404


def row(number, **fields):
    return {f"d{number}-{name}": value for name, value in fields.items()}


def twelve(**more):
    rows = {}
    for number in range(1, 13):
        rows |= row(number, preneur="NS", points_NS="100")
    return rows | more


def test_donne_by_donne_without_a_script(hall):
    page = laid_out(hall.get(hall.at("sheet-donnes", 1, 1)).content.decode())
    post = {"key": hidden(page, "key"), "base_version": "", "rows": hidden(page, "rows")}
    seen = laid_out(hall.post(hall.at("sheet-donnes", 1, 1), post | twelve(act="check")).content.decode())
    assert 'id="total-NS">1200' in seen
    assert 'id="total-EO">744' in seen
    assert "S0 10" in seen
    assert not ScoreSheet.objects.exists()
    more = laid_out(hall.post(hall.at("sheet-donnes", 1, 1), post | twelve(act="more")).content.decode())
    assert "d13-preneur" in more
    hall.post(hall.at("sheet-donnes", 1, 1), post | twelve(act="save"))
    sheet = ScoreSheet.objects.get()
    assert (sheet.kind, questions.figures_text(sheet), sheet.check_code) == ("donnes", "1200–744", "")
    shown = laid_out(hall.get(hall.at("table", 1, 1)).content.decode())
    assert shown.count("S0 10.2") >= 24
    again = laid_out(hall.get(hall.at("sheet-donnes", 1, 1)).content.decode())
    assert 'name="d12-points_NS" value="100"' in again


@pytest.mark.parametrize("name", ["entry-round", "sheet-donnes"])
def test_why_figures_are_right_is_kept_where_something_else_is_refused(hall, name):
    """The table has a score already, which wants a reason of its own: what was said of the control is not lost."""
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="1012", points_EO="932"))
    address = hall.at(name, 1) if name == "entry-round" else hall.at(name, 1, 1)
    page = laid_out(hall.get(address, {"table": "1"}).content.decode())
    post = {"key": hidden(page, "key"), "base_version": "1", "override": "counted twice", "rows": "12", "sure": ""}
    figures = {"table": "1", "points_NS": "900", "points_EO": "1044"} if name == "entry-round" else twelve(act="save")
    answer = hall.post(address, post | figures)
    assert answer.status_code == 422
    assert 'name="override"' in answer.text and 'value="counted twice"' in answer.text


def test_a_wrong_donne_keeps_the_grid_and_points_to_its_row(hall):
    page = laid_out(hall.get(hall.at("sheet-donnes", 1, 1)).content.decode())
    post = {"key": hidden(page, "key"), "base_version": "", "rows": "12"}
    wrong = twelve(act="save") | row(4, preneur="NS", points_NS="100", points_EO="61")
    answer = hall.post(hall.at("sheet-donnes", 1, 1), post | wrong)
    assert answer.status_code == 422
    page = laid_out(answer.content.decode())
    assert '<tr id="donne-4" class="wrong">' in page
    assert "161" in page
    assert 'name="d9-points_NS" value="100"' in page
    for fields in ({"preneur": "NS", "points_NS": "1x"}, {"preneur": "passe", "points_NS": "3"}, {"points_NS": "100"}):
        rows = {name: value for name, value in twelve(act="save").items() if not name.startswith("d5-")}
        answer = hall.post(hall.at("sheet-donnes", 1, 1), post | rows | row(5, **fields))
        assert answer.status_code == 422
        assert '<tr id="donne-5" class="wrong">' in answer.content.decode()
    hole = {name: value for name, value in twelve(act="save").items() if not name.startswith("d5-")}
    answer = hall.post(hall.at("sheet-donnes", 1, 1), post | hole)
    assert '<tr id="donne-5" class="wrong">' in answer.content.decode()
    assert not ScoreSheet.objects.exists()


def test_a_sheet_of_belotes_capots_litiges_and_passes(hall):
    page = laid_out(hall.get(hall.at("sheet-donnes", 1, 1)).content.decode())
    post = {"key": hidden(page, "key"), "base_version": "", "rows": "12"}
    rows = twelve(act="check") | row(2, preneur="EO", points_EO="81", points_NS="")
    rows |= row(3, preneur="passe", points_NS="") | row(4, preneur="NS", points_NS="", capot="NS", belote="NS")
    data = hall.post(hall.at("sheet-donnes", 1, 1), post | rows, headers=FETCH).json()
    assert data["rows"]["2"]["pot"] == 81
    assert data["rows"]["2"]["points"] == {"NS": 81, "EO": 81}
    assert data["rows"]["4"]["marks"] == {"NS": str(252 + 20 + 81), "EO": "0"}
    assert data["said"] == ""
    why = data["rows"]["4"]["why"]
    assert why.count("<li>") == why.count('class="article') > 3, "each line of the mark with its article"


@pytest.mark.parametrize("rows", ["0", "61", "x", "", "99999999999999999999"])
def test_a_forged_number_of_rows_is_refused(hall, rows):
    answer = hall.post(hall.at("sheet-donnes", 1, 1), {"key": "k" * 20, "rows": rows, "act": "save"})
    assert answer.status_code == 422


def test_four_belotes_only_in_tout_atout(hall, concours):
    concours.rule_options = {"limite_donnes": 12, "sans_atout_tout_atout": True}
    concours.save()
    page = laid_out(hall.get(hall.at("sheet-donnes", 1, 1)).content.decode())
    assert "d1-atout" in page
    assert 'value="NS NS EO EO"' in page
    post = {"key": hidden(page, "key"), "base_version": "", "rows": "12", "act": "check"}
    one = row(1, preneur="NS", atout="tout-atout", points_NS="200", belote="NS NS EO")
    data = hall.post(hall.at("sheet-donnes", 1, 1), post | one, headers=FETCH).json()
    assert data["rows"]["1"]["marks"]["EO"] == str(36 + 20)


def test_a_forfeit(hall):
    page = laid_out(hall.get(hall.at("sheet-forfeit", 1, 1)).content.decode())
    (reason,) = re.findall(r'<input type="text" name="reason"[^>]*>', page)
    assert 'value="absents à l’appel"' in reason and "placeholder" not in reason, "what is read there is sent"
    assert "1100" in page
    post = {"key": hidden(page, "key"), "base_version": ""}
    assert hall.post(hall.at("sheet-forfeit", 1, 1), post | {"reason": "late"}).status_code == 422
    assert hall.post(hall.at("sheet-forfeit", 1, 1), post | {"absent": "EO"}).status_code == 422
    hall.post(hall.at("sheet-forfeit", 1, 1), post | {"absent": "EO", "reason": "absents après dix minutes"})
    assert questions.figures_text(ScoreSheet.objects.get()) == "1100–0"
    page = laid_out(hall.get(hall.at("table", 1, 1)).content.decode())
    assert "absents après dix minutes" in page


def test_correcting_an_earlier_partie_warns_that_seated_tables_stay(hall, concours):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="1012", points_EO="932"))
    builders.partie(concours, 2, [(1, None, 3, None), (2, None, 4, None)])
    page = laid_out(hall.get(hall.at("entry-round", 1) + "?table=1").content.decode())
    assert 'class="notice warning"' in page
    done = hall.post(
        hall.at("entry-round", 1),
        typed(page, table="1", points_NS="932", points_EO="1012", reason="inversés"),
        follow=True,
    )
    assert "2" in text(re.findall(r'<p class="notice warning">.*?</p>', done.content.decode(), re.DOTALL)[0])
    assert hall.get(hall.at("entry")).content.decode().count("aria-current") >= 1


def test_who_may(client, concours):
    addresses = [
        ("entry",),
        ("entry-round", 1),
        ("entry-check", 1),
        ("entry-tables", 1),
        ("table", 1, 1),
        ("sheet-donnes", 1, 1),
        ("sheet-forfeit", 1, 1),
        ("overrides",),
        ("journal",),
    ]
    reading = {"entry", "entry-round", "entry-tables", "table", "overrides", "journal"}
    stranger = account("stranger", builders.concours(teams=2).club)
    roles = {"organiser": 200, "referee": 200, "scorer": 200, "reader": None}
    for name, *more in addresses:
        address = reverse(name, args=[concours.pk, *more])
        client.logout()
        assert client.get(address).status_code == 302
        client.force_login(stranger)
        assert client.get(address).status_code == 404
    for role, expected in roles.items():
        client.force_login(account(f"one-{role}", concours.club, role))
        for name, *more in addresses:
            got = client.get(reverse(name, args=[concours.pk, *more])).status_code
            assert got == (expected or (200 if name in reading else 403)), (role, name)
        for name, *more in (("entry-round", 1), ("entry-typing", 1), ("sheet-donnes", 1, 1), ("sheet-forfeit", 1, 1)):
            got = client.post(reverse(name, args=[concours.pk, *more]), {"table": "1"}).status_code
            assert (got == 403) == (role == "reader"), (role, name)
    assert 'id="entry-form"' not in client.get(reverse("entry", args=[concours.pk])).content.decode()
    assert not ScoreSheet.objects.exists()


def test_tables_and_parties_that_are_not_there(hall, concours):
    for name, *more in (
        ("entry-round", 2),
        ("entry-round", 99999999999999999999),
        ("entry-tables", 2),
        ("table", 1, 9),
        ("table", 2, 1),
        ("table", 1, 99999999999999999999),
        ("sheet-donnes", 1, 9),
        ("sheet-forfeit", 9, 1),
    ):
        assert hall.get(hall.at(name, *more)).status_code == 404, name
    assert hall.get(hall.at("entry-round", 1) + "?table=abc").status_code == 200
    assert hall.get(hall.at("entry-round", 1) + "?table=99").status_code == 200
    Round.objects.update(state="draft")
    assert hall.get(hall.at("table", 1, 1)).status_code == 404
    assert hall.get(hall.at("entry")).status_code == 200


def test_a_closed_concours_shows_and_refuses(hall, concours):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    concours.closed_at = concours.created_at
    concours.save()
    answer = hall.post(hall.at("entry-round", 1), typed(page, table="1", points_NS="1012", points_EO="932"))
    assert answer.status_code == 422
    assert not ScoreSheet.objects.exists()
    assert 'id="entry-form"' not in hall.get(hall.at("entry")).content.decode()


@pytest.mark.parametrize("closed", [False, True])
def test_an_earlier_partie_may_be_corrected_only_until_the_palmares(hall, concours, closed):
    """« Vous pouvez corriger » stood above « Le palmarès est publié : rien ne peut être corrigé »."""
    for table in Table.objects.all():
        builders.sheet(table, north=1012, east=932)
    builders.partie(concours, 2, [(1, 1012, 3, 932), (2, 1012, 4, 932)])
    if closed:
        concours.closed_at = concours.created_at
        concours.save()
    for name, more in (("entry-round", ()), ("table", (1,)), ("sheet-donnes", (1,))):
        page = text(hall.get(hall.at(name, 1, *more)).content.decode())
        assert ("Vous pouvez corriger" in page, "rien ne peut être corrigé" in page) == (not closed, closed), name


def test_pages_cost_the_same_for_any_number_of_tables(client):
    costs = []
    for teams in (4, 60):
        tournament = builders.evening(teams=teams, parties=2, missing=1)
        client.force_login(account(f"typist{teams}", tournament.club, "scorer"))
        cost = []
        for name, *more in (("entry",), ("entry-tables", 2), ("table", 1, 1), ("journal",), ("overrides",)):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name, args=[tournament.pk, *more])).status_code == 200
            cost.append(len(queries))
        costs.append(cost)
    assert costs[0] == costs[1]


def test_a_score_through_the_page_is_one_transaction(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    line = typed(page, table="1", points_NS="1012", points_EO="932")
    with CaptureQueriesContext(connection) as queries:
        hall.post(hall.at("entry-round", 1), line)
    writes = [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert len(writes) <= 6, writes


def test_nothing_for_one_camp_is_asked_about_once(hall):
    page = laid_out(hall.get(hall.at("entry")).content.decode())
    asked = hall.post(hall.at("entry-round", 1), typed(page, table="2", points_NS="0", points_EO="1944"))
    assert "ce camp est-il absent" in asked.content.decode()
    assert not ScoreSheet.objects.exists()
    again = typed(asked.content.decode(), table="2", points_NS="0", points_EO="1944")
    assert hall.post(hall.at("entry-round", 1), again).status_code == 302
    assert ScoreSheet.objects.count() == 1


@pytest.mark.parametrize("dash", "-‐‑–—−")
def test_a_dash_is_answered_alike_wherever_a_figure_is_typed(dash):
    """Alone it may mean that nothing was marked; before figures it is asked about. No sign counts as a figure."""
    for field, alone, before in (
        (FigureField(), "tapez 0", "est-ce 20"),
        (TableField(), "tapez 0", "est-ce 20"),
        (WholeNumberField(), "nombre entier", "nombre entier"),
        (EurosField(), "montant", "montant"),
    ):
        for typed, said in ((dash, alone), (f"{dash}20", before), (f"{dash} 20", before)):
            with pytest.raises(ValidationError) as refused:
                field.clean(typed)
            assert said in refused.value.messages[0], (type(field).__name__, typed, refused.value.messages)


def test_a_table_of_which_somebody_has_gone_says_so_with_its_number(hall, concours):
    forfeit = reverse("sheet-forfeit", args=[concours.pk, 1, 2]) + "?absent=EO"
    page = hall.get(hall.at("entry-round", 1), {"table": "2"})
    assert '<p id="entry-forfeit" class="notice warning" hidden>' in page.text
    concours.teams.filter(number=4).update(present=False)
    page = hall.get(hall.at("entry-round", 1), {"table": "2"})
    assert "Le n° 4 n’est pas là" in text(page.text) and f'href="{forfeit}">Un camp est absent' in page.text
    concours.teams.filter(number=4).update(withdrawn_from=1)
    page = hall.get(hall.at("entry-round", 1))
    known = page.context["data"]["tables"]
    assert known[2]["forfeit"]["address"] == forfeit and known[1]["forfeit"] is None
    assert "4 a quitté le concours" in known[2]["forfeit"]["said"]
    form = hall.get(forfeit).context["form"]
    assert (form["absent"].value(), form["reason"].value()) == ("EO", "a quitté le concours")
    builders.sheet(Table.objects.get(number=2), north=1000, east=944)
    assert hall.get(hall.at("entry-round", 1)).context["data"]["tables"][2]["forfeit"] is None


def test_the_points_of_a_forfeit_typed_as_totals_lead_to_it(hall, concours):
    page = hall.get(hall.at("entry-round", 1), {"table": "2"}).text
    figures = {"table": "2", "points_NS": "1100", "points_EO": "0"}
    refused = hall.post(hall.at("entry-round", 1), typed(page, **figures))
    assert refused.status_code == 422 and "Ce sont les points d’un forfait" in text(refused.text)
    assert reverse("sheet-forfeit", args=[concours.pk, 1, 2]) + "?absent=EO" in refused.text
    other = hall.post(hall.at("entry-round", 1), typed(page, **figures | {"points_NS": "1012", "points_EO": "933"}))
    assert other.status_code == 422 and "Ce sont les points d’un forfait" not in text(other.text)


def test_who_leaves_a_table_is_told_where_its_forfeit_is_noted(client, concours):
    client.force_login(account("marie", concours.club))
    team = concours.teams.get(number=4)
    leave = reverse("team-withdraw", args=[concours.pk, team.pk])
    left = client.post(leave, {"from_round": 1, "reason": "malade"}, follow=True)
    forfeit = reverse("sheet-forfeit", args=[concours.pk, 1, 2]) + "?absent=EO"
    assert f'<a href="{forfeit}">Un camp est absent</a>' in left.text
    assert 'name="absent" value="EO" checked' in client.get(forfeit).text


def test_a_second_reader_sees_first_what_he_may_confirm_in_the_order_of_its_typing(client):
    tournament = builders.concours(teams=8, counts_when="two_readers")
    builders.partie(tournament, 1, [(n, None, n + 1, None) for n in (1, 3, 5, 7)])
    anne, paul = account("anne", tournament.club, "scorer"), account("paul", tournament.club, "scorer")
    for number, by in ((3, anne), (1, paul), (4, anne), (2, paul)):
        table = Table.objects.get(round__tournament=tournament, number=number)
        marks = {"NS": {"points": 1000}, "EO": {"points": 944}}
        submit_sheet(table_id=table.pk, key=f"{number}".ljust(20, "k"), kind="totals", marks=marks, by=by)
    client.force_login(paul)
    page = client.get(reverse("entry-round", args=[tournament.pk, 1])).content.decode()
    confirm, own = page.index("À confirmer"), page.index("Lues par vous, à relire par quelqu’un d’autre")
    tables = [page.index(f'id="other-{number}"') for number in (3, 4, 1, 2)]
    assert [confirm, *tables[:2], own, *tables[2:]] == sorted([confirm, own, *tables])
    assert page.count("Relue : pareille") == 2 or page.count('formaction="') == 2
    assert "2 scores à confirmer" in page


def test_a_score_that_waits_is_not_replaced_by_the_same_person_without_a_word(client):
    """In two windows of one account: 900–760 in the first, 850–810 in the second."""
    tournament = builders.seated(1, counts_when="both_camps")
    client.force_login(account("anne", tournament.club, "scorer"))
    address = reverse("entry-round", args=[tournament.pk, 1])
    keys = [client.get(address).context["form"]["key"].value() for _window in range(2)]
    said = [
        client.post(
            address, {"key": key, "table": "1", "points_NS": north, "points_EO": 1944 - north}, follow=True
        ).text
        for key, north in zip(keys, (1012, 902), strict=True)
    ]
    assert "Ce score remplace 1012–932, que vous aviez tapé pour cette table." in said[1]
    assert "Ce score remplace" not in said[0]
