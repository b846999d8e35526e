"""One function behind both: each act before the first score, by the page and by the API, leaves the same state."""

import base64
import datetime

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.accounts import account, logged_in
from tests.support.api import PASSWORD, Api, api_for, assert_same
from tests.support.kept import kept
from tournament.concours.services import create_tournament, remove_tournament
from tournament.models import Club, ImportDraft, JournalEntry, Membership, Team, Tournament
from tournament.registration import attendance, series, services as registration
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.services import start_import

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
LIST = "n;joueur 1;joueur 2\n12;Aimé Bon;Bob Cru\n13;Carl Dru;\n14;Michel Ducasse;Zoé Roux\n"


@pytest.fixture(autouse=True)
def forget():
    cache.clear()


@kept
def club_and_concours(*, begun: bool) -> tuple[Club, User, Tournament | None]:
    """A club with its organiser and, where it has *begun*, a concours with three teams."""
    club = Club.objects.create(name="Amicale de Casson")
    odile = account("odile", club)
    if not begun:
        return club, odile, None
    made = create_tournament(
        club=club,
        preset="4x12-points",
        name="Concours d’automne",
        date=datetime.date(2026, 11, 21),
        by=odile,
        overrides={"fee_cents": 1400},
    )
    for number, players in (
        (1, ("Michel Ducasse", "Aimé Muñoz")),
        (3, ("Jean Roux", "Paul Roux")),
        (4, ("A B", "C D")),
    ):
        registration.register_team(tournament_id=made.pk, players=players, number=number, present=False, by=odile)
    return club, odile, made


@pytest.fixture
def evening(request) -> tuple[Club, User, Tournament | None]:
    return club_and_concours(begun="concours" in request.fixturenames)


@pytest.fixture
def club(evening) -> Club:
    return evening[0]


@pytest.fixture
def odile(evening) -> User:
    return evening[1]


@pytest.fixture
def concours(evening) -> Tournament:
    return evening[2]


@pytest.fixture
def page(odile) -> Client:
    return logged_in(odile)


@pytest.fixture
def api(odile) -> Api:
    return api_for(odile)


def team(number: int) -> Team:
    return Team.objects.get(number=number)


TEAM_ACTS = {
    "present": ({"mark": "present:{pk}:1"}, "door-mark", "present/", {"present": True}),
    "paid": ({"mark": "paid:{pk}:1"}, "door-mark", "paid/", {"paid_cents": 1400}),
    "withdraw": ({"from_round": "1", "reason": "malade"}, "team-withdraw", "withdraw/", {"from_round": 1, "reason": "malade"}),
    "exclude": ({"from_round": "1", "reason": "triche"}, "team-exclude", "exclude/", {"from_round": 1, "reason": "triche"}),
    "delete": ({}, "team-delete", "", None),
}  # fmt: skip


@pytest.mark.parametrize("name", TEAM_ACTS)
def test_a_mark_on_a_team(name, concours, page, api):
    form, view, address, sent = TEAM_ACTS[name]
    pk = team(3).pk
    form = {key: value.format(pk=pk) for key, value in form.items()}
    arguments = [concours.pk] if view == "door-mark" else [concours.pk, pk]
    assert_same(
        lambda: page.post(reverse(view, args=arguments), form),
        lambda: api.send(
            f"concours/{concours.pk}/teams/{pk}/{address}", sent, "POST" if sent is not None else "DELETE"
        ),
    )


def test_a_team_is_registered(concours, page, api):
    form = {"player_1": "Bob Cru", "player_2": "Zoé  Roux", "origin": "Nort", "category": "mixed", "present": "on", "paid": "on"}  # fmt: skip
    sent = {"players": ["Bob Cru", "Zoé  Roux"], "origin": "Nort", "category": "mixed", "present": True, "paid_cents": 1400}  # fmt: skip
    assert_same(
        lambda: page.post(reverse("door", args=[concours.pk]), form),
        lambda: api.send(f"concours/{concours.pk}/teams/", sent),
    )


def test_a_team_is_corrected(concours, page, api):
    form = {"player_1": "Jean Rous", "player_2": "Paul Roux", "number": "7", "name": "Les Roux", "origin": "Pons", "present": "on", "paid_cents": "7,50", "fixed_table": "2", "remark": "canne"}  # fmt: skip
    sent = {"players": ["Jean Rous", "Paul Roux"], "number": 7, "name": "Les Roux", "origin": "Pons", "category": "", "present": True, "paid_cents": 750, "fixed_table": 2, "remark": "canne"}  # fmt: skip
    pk = team(3).pk
    assert_same(
        lambda: page.post(reverse("team", args=[concours.pk, pk]), form),
        lambda: api.send(f"concours/{concours.pk}/teams/{pk}/", sent, "PATCH"),
    )


def test_a_team_comes_back(concours, page, api, odile):
    attendance.withdraw_team(team_id=team(3).pk, from_round=1, reason="malade", by=odile)
    assert_same(
        lambda: page.post(reverse("team-return", args=[concours.pk, team(3).pk])),
        lambda: api.send(f"concours/{concours.pk}/teams/{team(3).pk}/return/"),
    )


def test_a_team_that_waited_has_a_place(concours, page, api, odile):
    waiting = team(3)
    waiting.waiting = True
    waiting.save()
    assert_same(
        lambda: page.post(reverse("team-admit", args=[concours.pk, waiting.pk])),
        lambda: api.send(f"concours/{concours.pk}/teams/{waiting.pk}/admit/"),
    )


def test_an_exclusion_is_taken_back(concours, page, api, odile):
    attendance.exclude_team(team_id=team(3).pk, reason="triche", by=odile)
    assert_same(
        lambda: page.post(reverse("team-readmit", args=[concours.pk, team(3).pk]), {"reason": "erreur"}),
        lambda: api.send(f"concours/{concours.pk}/teams/{team(3).pk}/readmit/", {"reason": "erreur"}),
    )


@pytest.mark.parametrize(("view", "address"), [("door-all-present", "all-present"), ("door-renumber", "renumber")])
def test_an_act_on_all_teams(view, address, concours, page, api):
    assert_same(
        lambda: page.post(reverse(view, args=[concours.pk])),
        lambda: api.send(f"concours/{concours.pk}/teams/{address}/"),
    )


def test_a_twin_is_said_and_confirmed(concours, page, api):
    sent = {"players": ["MICHEL DUCASSE", "Bob Cru"]}
    answer = api.send(f"concours/{concours.pk}/teams/", sent)
    assert answer.status_code == 409
    assert answer.json()["code"] == "player_already_there"
    assert answer.json()["params"]["number"] == 1
    twins = api.ask(f"concours/{concours.pk}/twins/", player_1="ducasse michel", player_2="Bob Cru").json()
    assert [(twin["number"], twin["player"]) for twin in twins["twins"]] == [(1, "Michel Ducasse")]
    form = {"player_1": "MICHEL DUCASSE", "player_2": "Bob Cru", "confirm": "on"}
    assert_same(
        lambda: page.post(reverse("door", args=[concours.pk]), form),
        lambda: api.send(f"concours/{concours.pk}/teams/", sent | {"confirm_twin": True, "present": False}),
    )


def test_the_door_is_asked(concours, api):
    counts = api.ask(f"concours/{concours.pk}/teams/counts/").json()
    assert (counts["registered"], counts["present"], counts["expected"]) == (3, 0, 4200)
    regulars = api.ask(f"concours/{concours.pk}/regulars/", search="duc").json()
    known = {"name": "Michel Ducasse", "origin": "", "times": 1, "fixed_table": None, "needs": "", "partner": ""}
    assert regulars == {"players": [known]}
    found = api.ask(f"concours/{concours.pk}/teams/", search="rou", order="name").json()
    assert [line["number"] for line in found["results"]] == [3]
    assert found["results"][0]["title"] == "Jean Roux / Paul Roux"


# --- The import -------------------------------------------------------------------------------------------------------


def test_a_list_is_sent(concours, page, api):
    assert_same(
        lambda: page.post(reverse("import-new", args=[concours.pk]), {"pasted": LIST}),
        lambda: api.send(f"concours/{concours.pk}/imports/", {"pasted": LIST}),
    )


def test_a_list_goes_through_the_api_from_the_file_to_the_teams(concours, api):
    file = base64.b64encode(LIST.encode("cp1252")).decode()
    plan = api.send(f"concours/{concours.pk}/imports/", {"file": file, "file_name": "liste.csv"}).json()
    assert plan["roles"] == ["number", "player_1", "player_2"]
    states = {line["row"]: line["state"] for line in plan["results"] if line["kind"] == "team"}
    assert states == {2: "register", 3: "doubt", 4: "doubt"}
    doubt = next(line for line in plan["results"] if line["row"] == 4)
    assert "Michel Ducasse" in doubt["says"][0]["message"]
    at = f"concours/{concours.pk}/imports/{plan['id']}"
    assert Team.objects.count() == 3
    answers = [
        {"row": 3, "player_2": "Eva Fay"},
        {"row": 4, "take": True, "shown": doubt["doubts"]},
    ]
    plan = api.send(f"{at}/answers/", {"answers": answers}).json()
    assert plan["taken"] == 3
    assert plan["unsettled"] == []
    stale = api.send(f"{at}/confirm/", {"seen": "0" * 64})
    assert stale.status_code == 409
    assert stale.json()["code"] == "import_changed"
    done = api.send(f"{at}/confirm/", {"seen": plan["seen"], "present": True})
    assert done.status_code == 201
    assert [line["number"] for line in done.json()["teams"]] == [12, 13, 14]
    assert team(13).members.count() == 2
    assert api.send(f"{at}/confirm/", {"seen": plan["seen"]}).status_code == 404, "it is no longer waiting"


def test_a_list_is_imported_as_by_the_page(concours, page, api, odile):
    draft = start_import(tournament_id=concours.pk, book=read_pasted(LIST), file_name="", by=odile)
    at = f"concours/{concours.pk}/imports/{draft.pk}/"
    seen = api.ask(at).json()["seen"]
    assert_same(
        lambda: page.post(
            reverse("import-preview", args=[concours.pk, draft.pk]), {"import": "1", "seen": seen, "take-2": "on"}
        ),
        lambda: api.send(f"{at}confirm/", {"seen": seen}),
    )
    columns = {"sheet": "0", "header": "1", "role-0": "ignore", "role-1": "player_2", "role-2": "player_1"}
    layout = {"sheet": 0, "header": 1, "roles": ["ignore", "player_2", "player_1"]}
    assert_same(
        lambda: page.post(reverse("import-layout", args=[concours.pk, draft.pk]), columns),
        lambda: api.send(f"{at}layout/", layout),
    )
    assert_same(
        lambda: page.post(reverse("import-drop", args=[concours.pk, draft.pk])),
        lambda: api.send(at, method="DELETE"),
    )


def test_a_list_is_its_senders_alone(concours, api, club, odile):
    other = account("paul", club)
    draft = start_import(tournament_id=concours.pk, book=read_pasted(LIST), file_name="", by=other)
    for part, method in (("", "GET"), ("", "DELETE"), ("layout/", "POST"), ("answers/", "POST"), ("confirm/", "POST")):
        assert api.send(f"concours/{concours.pk}/imports/{draft.pk}/{part}", {}, method).status_code == 404
    assert ImportDraft.objects.get() == draft


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, 400),
        ({"file": "AAAA", "pasted": "x"}, 400),
        ({"file": "not base64!"}, 400),
        ({"file": ""}, 400),
        ({"file": base64.b64encode(b"PK\x03\x04 broken").decode()}, 422),
        ({"file": base64.b64encode(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old").decode()}, 422),
        ({"pasted": "<html>"}, 422),
    ],
)
def test_what_is_no_list_is_said(sent, code, concours, api):
    answer = api.send(f"concours/{concours.pk}/imports/", sent)
    assert answer.status_code == code
    assert answer.json()["message"]
    assert not ImportDraft.objects.exists()


# --- The concours -----------------------------------------------------------------------------------------------------


def fields_of(page) -> dict[str, object]:
    """The form of a page as a browser would send it untouched."""
    data = {}
    for bound in page.context["form"]:
        value = bound.value()
        if not bound.field.disabled and value is not None and not (bound.widget_type == "checkbox" and not value):
            data[bound.html_name] = value
    return data


def test_a_concours_is_made(concours, club, page, api):
    url = reverse("concours-new") + "?preset=5x10-classement"
    form = fields_of(page.get(url)) | {"name": "Saint-Martin", "date": "2026-11-11", "place": "Salle"}
    sent = {"club": club.pk, "preset": "5x10-classement", "name": "Saint-Martin", "date": "2026-11-11", "place": "Salle"}  # fmt: skip
    assert_same(lambda: page.post(url, form), lambda: api.send("concours/new/", sent))


def test_a_concours_is_removed_restored_and_erased(concours, page, api, odile):
    def address(act: str) -> str:
        return reverse(f"concours-{act}", args=[concours.pk])

    pk = concours.pk
    assert_same(lambda: page.post(address("remove")), lambda: api.send(f"concours/{pk}/remove/"))
    remove_tournament(tournament_id=pk, by=odile)
    assert [line["id"] for line in api.ask("removed/").json()["results"]] == [pk]
    assert_same(lambda: page.post(address("restore")), lambda: api.send(f"removed/{pk}/restore/"))
    name = {"name": concours.name}
    assert_same(lambda: page.post(address("purge"), name), lambda: api.send(f"removed/{pk}/purge/", name))
    assert api.send(f"removed/{pk}/purge/", {"name": "autre"}).json()["code"] == "name_differs"


def test_a_rehearsal_is_erased(concours, page, api):
    pk = concours.pk
    assert api.send(f"concours/{pk}/erase/").json()["code"] == "not_rehearsal"
    Tournament.objects.filter(pk=pk).update(rehearsal=True)
    address = reverse("rehearsal-erase", args=[pk])
    assert_same(lambda: page.post(address), lambda: api.send(f"concours/{pk}/erase/"))


def test_a_concours_is_made_as_an_earlier_one(concours, club, page, api):
    form = fields_of(page.get(reverse("concours-new") + f"?comme={concours.pk}")) | {"name": "X", "date": "2027-01-09"}
    sent = {"club": club.pk, "preset": concours.preset, "like": concours.pk, "name": "X", "date": "2027-01-09"}
    assert_same(
        lambda: page.post(reverse("concours-new") + f"?comme={concours.pk}", form),
        lambda: api.send("concours/new/", sent),
    )


def test_a_series_is_made_with_the_teams_of_before(concours, club, page, api, monkeypatch):
    address = reverse("concours-new") + f"?comme={concours.pk}"
    form = fields_of(page.get(address)) | {"name": "X", "date": "2027-01-09"}
    form |= {"evenings": "3", "every_days": "14", "with_teams": "1"}
    sent = {"club": club.pk, "preset": concours.preset, "like": concours.pk, "name": "X", "date": "2027-01-09"}
    sent |= {"evenings": 3, "every_days": 14, "teams": True}
    monkeypatch.setattr(series.secrets, "token_hex", lambda size: "7c1f")
    assert_same(lambda: page.post(address, form), lambda: api.send("concours/series/", sent))
    answer = api.send("concours/series/", sent)
    assert answer.status_code == 201, answer.content
    made = answer.json()["series"]
    assert [line["date"] for line in made] == ["2027-01-09", "2027-01-23", "2027-02-06"]
    assert [Team.objects.filter(tournament=line["id"]).count() for line in made] == [3, 3, 3]
    for wrong in ({"evenings": 61}, {"every_days": 0}, {"like": 0}, {"teams": "oui"}):
        assert api.send("concours/series/", sent | wrong).status_code == 400
    before = Tournament.objects.count()
    melee = api.send("concours/series/", sent | {"first_method": "melee", "next_method": "melee"})
    assert melee.json()["code"] == "teams_not_alike" and Tournament.objects.count() == before


def test_settings_are_changed(concours, page, api):
    url = reverse("concours-settings", args=[concours.pk])
    form = fields_of(page.get(url)) | {"place": "Salle des fêtes", "parties": "5", "lots": "Un jambon\nDu vin"}
    form["max_teams"] = "32"
    sent = {"place": "Salle des fêtes", "parties": 5, "max_teams": 32, "lots": ["Un jambon", "Du vin"]}
    assert_same(lambda: page.post(url, form), lambda: api.send(f"concours/{concours.pk}/settings/", sent, "PATCH"))


def test_penalties_caps_and_the_clock_are_set(concours, page, api):
    url = reverse("concours-settings", args=[concours.pk])
    form = fields_of(page.get(url)) | {
        "penalty_1_label": "Renonce", "penalty_1_points": "162", "penalty_1_from_fault": "2", "caps_from": "3",
        "caps_winner": "1280", "caps_loser": "664", "leavers": "ranked", "missed_policy": "exempt", "ready_minutes": "15",
    }  # fmt: skip
    form |= {f"penalty_{line}_{part}": "" for line in (2, 3) for part in ("label", "points")}
    line = {"label": "Renonce", "points": 162, "from_fault": 2}
    sent = {"penalties": [line], "caps": {"from": 3, "winner": 1280, "loser": 664}, "leavers": "ranked"}
    sent |= {"missed_policy": "exempt", "ready_minutes": 15}
    assert_same(lambda: page.post(url, form), lambda: api.send(f"concours/{concours.pk}/settings/", sent, "PATCH"))
    api.send(f"concours/{concours.pk}/settings/", sent, "PATCH")
    told = api.ask(f"concours/{concours.pk}/").json()
    assert told["penalties"] == [line | {"way": "instead", "article": ""}]
    assert (told["caps"], told["ready_minutes"], told["cutoff_donnes"]) == (sent["caps"], 15, 2)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"caps": {"from": 3}}, 422, "caps_half"),
        ({"caps": {"from": 3, "winner": 664, "loser": 1280}}, 422, "caps_order"),
        ({"caps": {"to": 3}}, 400, "invalid"),
        ({"penalties": [{"label": "Renonce"}]}, 400, "invalid"),
        ({"penalties": [{"label": "Renonce", "points": 162.0}]}, 400, "invalid"),
        ({"rule_options": {"capot": 252.0}}, 422, "rule_option"),
        ({"rule_options": {"capot": "252"}}, 422, "rule_option"),
        ({"rule_options": {"nothing": 1}}, 422, "rule_option"),
        ({"rule_options": {"limite_donnes": 101}}, 422, "setting_range"),
        ({"criteria": ["points", "points"]}, 422, "criterion_twice"),
        ({"parties": 21}, 400, "invalid"),
        ({"draw_options": {"ranking": "wins"}}, 400, "invalid"),
        ({"lots": ["x"] * 301}, 400, "invalid"),
    ],
)
def test_a_wrong_setting_is_said_and_nothing_is_kept(sent, status, code, concours, api):
    answer = api.send(f"concours/{concours.pk}/settings/", sent | {"place": "Ailleurs"}, "PATCH")
    assert answer.status_code == status, answer.content
    assert answer.json()["code"] == code
    concours.refresh_from_db()
    assert concours.place == ""


def test_the_concours_are_listed_and_read(concours, club, api):
    listed = api.ask("concours/", club=club.pk).json()
    assert [(line["id"], line["name"]) for line in listed["results"]] == [(concours.pk, "Concours d’automne")]
    read = api.ask(f"concours/{concours.pk}/").json()
    assert read["frozen"] is False
    assert read["fee_cents"] == 1400
    assert {preset["key"] for preset in api.ask("presets/").json()["results"]} >= {"4x12-points", "3x20"}
    rules = api.ask(f"concours/{concours.pk}/reglement/").json()["sections"]
    public = Api().ask(f"public/{concours.slug}/reglement/").json()["sections"]
    assert rules == public
    assert any(sentence["article"].startswith("S0") for section in rules for sentence in section["sentences"])


# --- The accounts -----------------------------------------------------------------------------------------------------


def test_an_account_is_made(club, concours, page, api):
    sent = {"name": "Élise Le Goff", "role": "scorer", "password": "un mot de passe long"}
    assert_same(
        lambda: page.post(reverse("club-accounts", args=[club.pk]), sent),
        lambda: api.send(f"clubs/{club.pk}/accounts/", sent),
    )
    given = api.send(f"clubs/{club.pk}/accounts/", {"name": "René Roy", "role": "reader"}).json()
    assert Api().send("session/", {"name": "rené  ROY", "password": given["password"]}).status_code == 200


@pytest.mark.parametrize(
    ("act", "form"), [("role", {"role": "referee"}), ("close", None), ("reopen", None)], ids=["role", "close", "reopen"]
)
def test_an_account_changes(act, form, club, concours, page, api):
    member = Membership.objects.get(user=account("sylvie", club, "scorer"))
    if act == "reopen":
        get_user_model().objects.filter(pk=member.user_id).update(is_active=False)
    assert_same(
        lambda: page.post(reverse(f"club-account-{act}", args=[club.pk, member.pk]), form),
        lambda: api.send(f"clubs/{club.pk}/accounts/{member.pk}/{act}/", form),
    )


def test_sessions_are_ended_and_passwords_given(club, concours, api):
    sylvie = account("sylvie", club, "scorer")
    there = api_for(sylvie)
    at = f"clubs/{club.pk}/accounts/{sylvie.memberships.get().pk}"
    assert api.send(f"{at}/end-sessions/").json() == {"sessions": 1}
    assert there.ask("clubs/").status_code == 401
    given = api.send(f"{at}/password/").json()["password"]
    assert there.send("session/", {"name": "sylvie", "password": given}).status_code == 200
    changed = there.send("session/password/", {"current": given, "password": "une autre phrase"})
    assert changed.status_code == 204
    assert there.ask("clubs/").status_code == 200, "one's own session goes on"
    assert there.send("session/password/", {"current": given, "password": PASSWORD}).status_code == 401


def test_the_last_organiser_stays(club, odile, api):
    at = f"clubs/{club.pk}/accounts/{odile.memberships.get().pk}"
    for act, sent in (("close", None), ("role", {"role": "reader"})):
        answer = api.send(f"{at}/{act}/", sent)
        assert answer.status_code == 409
        assert answer.json()["code"] == "last_organiser"


def test_the_first_organiser_is_made_once(db):
    sent = {"club_name": "Belote de Nort", "name": "Élise Le Goff", "password": PASSWORD}
    first = Api()
    assert first.send("welcome/", sent).status_code == 201
    assert first.ask("session/").json()["clubs"][0]["role"] == "organiser"
    again = Api().send("welcome/", sent)
    assert again.status_code == 409
    assert again.json()["code"] == "accounts_exist"


# --- Speed ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["teams/", "teams/counts/", "regulars/?search=a", "twins/?player_1=a+b"])
def test_a_list_asks_the_database_as_often_whatever_its_length(address, concours, api, odile):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert api.get(f"/api/v1/concours/{concours.pk}/{address}").status_code == 200
        return len(asked)

    few = queries()
    for number in range(30):
        registration.register_team(tournament_id=concours.pk, players=[f"Ana {number} X", f"Bea {number} Y"], by=odile)
    assert queries() == few


def test_the_list_of_concours_asks_as_often(concours, club, api, odile):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert api.ask("concours/").status_code == 200
        return len(asked)

    def make(number: int) -> None:
        day = datetime.date(2999 if number % 2 else 2000, 12, 1)
        create_tournament(club=club, preset="3x20", name=f"C {number}", date=day, by=odile)

    make(0)
    make(1)
    few = queries()
    for number in range(2, 12):
        make(number)
    assert queries() == few
    assert JournalEntry.objects.count() > 10
