"""One function behind both: each act of the evening, by the page and by the API, leaves the same state."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.evening.closing import close_tournament, show_message
from scoring.models import Export, ScoreSheet
from scoring.public.serving import public_live
from scoring.rounds import services as rounds
from scoring.sheets.entry import start_typing, submit_sheet
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import Api, api_for, assert_same
from tests.support.kept import kept
from tests.support.phases import play, set_up
from tournament import tirages
from tournament.jobs import services as jobs
from tournament.models import Draw, Job, JournalEntry, Table, Team, Tournament
from tournament.rounds import services as draws

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
KEY = "k" * 22
GOOD = {"NS": {"points": 1012, "belotes": None, "capots": None}, "EO": {"points": 932}}
OPTIONS = {"rule_options": {"limite_donnes": 12, "limite_points": None, "litige": True, "arrondi": False}}


@pytest.fixture(autouse=True)
def forget():
    cache.clear()
    public_live.forget()


@kept
def evening_at(stage: str) -> dict[str, object]:
    """A concours with its organiser, and its first tirage, a draft or published, where *stage* asks for it."""
    concours = builders.concours(teams=9, forfeit_points=1100, **OPTIONS)
    evening = {"concours": concours, "odile": account("odile", concours.club)}
    if stage in ("draft", "playing"):
        evening["draft"] = rounds.open_next_round(tournament_id=concours.pk, by=evening["odile"], seed="R♥ 7♣ 10♠")
    if stage == "playing":
        evening["playing"] = draws.publish_draw(draw_id=evening["draft"].pk, by=evening["odile"])
    return evening


@pytest.fixture
def evening(request) -> dict[str, object]:
    return evening_at(next((stage for stage in ("playing", "draft") if stage in request.fixturenames), "door"))


@pytest.fixture
def concours(evening) -> Tournament:
    return evening["concours"]


@pytest.fixture
def odile(evening):
    return evening["odile"]


@pytest.fixture
def page(odile) -> Client:
    return logged_in(odile)


@pytest.fixture
def api(odile) -> Api:
    return api_for(odile)


@pytest.fixture
def draft(evening) -> Draw:
    return evening["draft"]


@pytest.fixture
def playing(evening) -> Draw:
    return evening["playing"]


def at(concours, address: str) -> str:
    return f"concours/{concours.pk}/{address}"


# --- The tirages ------------------------------------------------------------------------------------------------------


def test_the_next_draw_is_shown_and_made(concours, page, api):
    shown = page.get(reverse("draws", args=[concours.pk])).context
    ready = api.ask(at(concours, "tirages/next/")).json()
    assert ready["ready"] is True
    assert (ready["number"], ready["odd"], ready["tables"]) == (1, True, 4)
    assert ready["fingerprint"] == shown["fingerprint"]
    assert ready["seed_from"] == "cards"
    assert [team["number"] for team in ready["teams"]] == list(range(1, 10))
    sent = {"seed": "r co 7 tr 10p", "fingerprint": ready["fingerprint"]}
    assert_same(
        lambda: page.post(reverse("draw-make", args=[concours.pk]), sent),
        lambda: api.send(at(concours, "tirages/"), sent),
    )


def test_another_method_has_another_fingerprint_on_both(concours, page, api):
    asked = {"method": "inscription", "rematch": "least"}
    shown = page.get(reverse("draws", args=[concours.pk]), asked).context["fingerprint"]
    ready = api.ask(at(concours, "tirages/next/"), **asked).json()
    assert ready["fingerprint"] == shown
    assert ready["seed_from"] == "none"
    assert_same(
        lambda: page.post(reverse("draw-make", args=[concours.pk]), asked),
        lambda: api.send(at(concours, "tirages/"), asked),
    )


def test_a_pool_changed_meanwhile_is_not_drawn(concours, api):
    shown = api.ask(at(concours, "tirages/next/")).json()["fingerprint"]
    Team.objects.filter(tournament=concours, number=9).update(present=False)
    answer = api.send(at(concours, "tirages/"), {"fingerprint": shown})
    assert answer.status_code == 409
    assert answer.json()["code"] == "pool_changed"
    assert not Draw.objects.exists()


def test_the_second_organiser_is_given_the_first_ones_draw(concours, draft, api):
    answer = api.send(at(concours, "tirages/"), {"seed": "A♠"})
    assert answer.status_code == 409
    assert answer.json()["code"] == "already_drawn"
    assert answer.json()["params"]["id"] == draft.pk
    assert Draw.objects.count() == 1


def test_a_draw_is_read_with_its_reasons(concours, draft, page, api):
    read = api.ask(at(concours, f"tirages/{draft.pk}/")).json()
    lines = page.get(reverse("draw", args=[concours.pk, draft.pk])).context["page"].lines
    assert [(table["table"], table["reason"]) for table in read["tables"]] == [
        (line.table.number, line.reason) for line in lines
    ]
    assert len(read["exempt"]) == 1
    assert read["exempt"][0]["reason"]
    minutes = api.ask(at(concours, f"tirages/{draft.pk}/minutes/")).json()
    about = minutes.pop("about")
    assert about["state"] == "draft"
    assert tirages.replay(minutes) is not None


@pytest.mark.parametrize("act", ["publish", "cancel"])
def test_a_draft_is_settled(act, concours, draft, page, api):
    sent = {"reason": "une équipe oubliée"} if act == "cancel" else {}
    assert_same(
        lambda: page.post(reverse(f"draw-{act}", args=[concours.pk, draft.pk]), sent),
        lambda: api.send(at(concours, f"tirages/{draft.pk}/{act}/"), sent),
    )


def test_two_teams_are_swapped_after_a_look(concours, draft, page, api):
    one, two = (table["camps"][0][0] for table in draft.minutes["tables"][:2])
    teams = {"first": one, "second": two}
    before = JournalEntry.objects.count()
    effects = api.ask(at(concours, f"tirages/{draft.pk}/swap/"), **teams).json()
    assert JournalEntry.objects.count() == before
    assert {table["table"] for table in effects["after"]} == {1, 2}
    shown = page.get(reverse("draw-swap", args=[concours.pk, draft.pk]), teams).context["effects"]
    assert effects["breaks_a_rule"] == shown.breaks_a_rule
    assert_same(
        lambda: page.post(reverse("draw-swap", args=[concours.pk, draft.pk]), teams | {"confirm": "on"}),
        lambda: api.send(at(concours, f"tirages/{draft.pk}/swap/"), teams | {"confirm": True}),
    )


def test_a_late_team_plays_the_exempt_one(concours, playing, page, api):
    team = Team.objects.create(tournament=concours, number=30, first_round=2)
    assert_same(
        lambda: page.post(reverse("draw-late", args=[concours.pk, playing.pk]), {"team": "30"}),
        lambda: api.send(at(concours, f"tirages/{playing.pk}/late/"), {"team": 30}),
    )
    assert api.send(at(concours, f"tirages/{playing.pk}/late/"), {"team": 30}).json() == {"table": 5}
    team.refresh_from_db()
    assert team.first_round == 1


def test_a_catch_up_game_is_seated(concours, playing, page, api):
    Tournament.objects.filter(pk=concours.pk).update(exempt_policy="catch_up")
    first = Table.objects.filter(round=playing.round).order_by("number").first()
    builders.sheet(first, north=1000, east=944)
    (told,) = api.ask(at(concours, f"tirages/{playing.pk}/")).json()["guests"]
    assert set(told["guests"]) == set(first.seats.values_list("team__number", flat=True))
    sent = {"exempt": told["exempt"], "guest": told["guests"][0]}
    assert_same(
        lambda: page.post(reverse("draw-catch-up", args=[concours.pk, playing.pk]), sent),
        lambda: api.send(at(concours, f"tirages/{playing.pk}/catch-up/"), sent),
    )


def test_a_team_is_away_for_one_partie(concours, playing, page, api):
    pk = Team.objects.get(tournament=concours, number=3).pk
    assert_same(
        lambda: page.post(reverse("draw-away", args=[concours.pk]), {"team": "3", "round": "2"}),
        lambda: api.send(at(concours, f"teams/{pk}/away/"), {"round": 2}),
    )
    assert api.send(at(concours, f"teams/{pk}/away/"), {"round": 2}).json()["away_in"] == 2
    assert [team["number"] for team in api.ask(at(concours, "tirages/next/")).json()["away"]] == [3]
    assert api.send(at(concours, f"teams/{pk}/away/"), {"round": None}).json()["away_in"] is None
    assert api.send(at(concours, f"teams/{pk}/away/"), {"round": 1}).status_code == 422


def test_phases_are_set_and_read(concours, api):
    phase = {"method": "elimination", "start": 3, "who": "first", "count": 4, "third_place": True}
    sent = {"phases": [phase], "draw_options": {"third_place": "no", "table_one": "lot"}}
    answer = api.send(at(concours, "settings/"), sent, "PATCH")
    assert answer.status_code == 200, answer.json()
    kept = answer.json()["phases"]
    silent = {"play_offs": "no", "donnes": 0, "points": 0, "final_donnes": 0, "final_points": 0}
    assert kept == [phase | {"parties": 0, "options": {"placement": "classement"}} | silent]
    assert api.ask(at(concours, "")).json()["phases"] == kept
    wrong = api.send(at(concours, "settings/"), {"phases": [phase | {"method": "sort"}]}, "PATCH")
    assert wrong.json()["code"] == "phase_third_place"
    unknown = api.send(at(concours, "settings/"), {"phases": [phase | {"kind": 1}]}, "PATCH")
    assert unknown.status_code == 400


def test_pools_and_brackets_are_read(api, odile):
    made = set_up("elimination", 5, club=odile.memberships.get().club)
    waiting = "Pas de match à cette partie\u00a0: passage direct au tour suivant."
    assert api.ask(at(made, "tirages/next/")).json()["exempt_rule"] == waiting, "no points, as a team that rests"
    drawn = play(made)
    assert api.ask(at(made, f"tirages/{drawn.pk}/")).json()["exempt_rule"] == waiting
    for asked in (api.ask(at(made, "phases/")), Api().ask(f"public/{made.slug}/phases/")):
        (board,) = asked.json()["phases"]
        assert board["title"] == "Élimination directe" and board["winner"] == ""
        assert [turn["name"] for turn in board["rounds"]] == ["Cadrage", "Demi-finales", "Finale"]
        real = [match for match in board["rounds"][0]["matches"] if not match["bye"]]
        assert [[side["number"] for side in match["sides"]] for match in real] == [
            [camp[0] for camp in table["camps"]] for table in drawn.minutes["tables"]
        ]
        assert all(sum(side["won"] for side in match["sides"]) == 1 for match in real)
        assert board["places"] == [] and board["pools"] == []
    second = play(made)
    assert api.ask(at(made, f"tirages/{second.pk}/")).json()["parts"] == [], "the consolante has one team as yet"
    assert api.ask(at(made, f"tirages/{second.pk}/minutes/"), part=2).status_code == 404


def test_one_partie_more(concours, playing, page, api):
    sent = {"parties": 5, "reason": "il est tôt"}
    assert_same(
        lambda: page.post(reverse("draw-parties", args=[concours.pk]), sent),
        lambda: api.send(at(concours, "parties/change/"), sent),
    )


def test_a_draft_is_for_who_draws(concours, draft):
    reader = api_for(account("rene", concours.club, "reader"))
    assert reader.ask(at(concours, f"tirages/{draft.pk}/")).status_code == 404
    assert reader.ask(at(concours, "tirages/")).json()["count"] == 0
    assert Api().ask(f"public/{concours.slug}/tirages/1-1/").status_code == 404
    hidden = Api().ask(f"public/{concours.slug}/tirages/").json()["results"][0]
    assert (hidden["state"], hidden["tables"]) == ("draft", [])
    draws.publish_draw(draw_id=draft.pk, by=None)
    assert reader.ask(at(concours, f"tirages/{draft.pk}/")).status_code == 200
    page = Client().get(reverse("public-minutes-file", args=[concours.slug, 1, 1])).json()
    assert Api().ask(f"public/{concours.slug}/tirages/1-1/").json() == page


def test_nothing_is_drawn_while_a_table_is_awaited(concours, playing, api):
    ready = api.ask(at(concours, "tirages/next/")).json()
    assert (ready["ready"], ready["awaited"]) == (False, [1, 2, 3, 4])
    answer = api.send(at(concours, "tirages/"))
    assert answer.status_code == 409
    assert answer.json()["code"] == "tables_awaited"


# --- The scores -------------------------------------------------------------------------------------------------------


def sheet(**more) -> dict[str, object]:
    return {"key": KEY, "kind": "totals", "marks": GOOD} | more


def test_totals_are_recorded(concours, playing, page, api):
    form = {"key": KEY, "table": "2", "points_NS": "1012", "points_EO": "932", "base_version": "", "sure": "1012-932"}
    assert_same(
        lambda: page.post(reverse("entry-round", args=[concours.pk, 1]), form),
        lambda: api.send(at(concours, "parties/1/tables/2/sheets/"), sheet()),
    )


def test_a_forfeit_is_recorded(concours, playing, page, api):
    form = {"key": KEY, "absent": "EO", "reason": "pas là"}
    assert_same(
        lambda: page.post(reverse("sheet-forfeit", args=[concours.pk, 1, 2]), form),
        lambda: api.send(at(concours, "parties/1/tables/2/sheets/"), form | {"kind": "forfeit"}),
    )


def donnes(count: int = 12) -> list[dict]:
    return [{"preneur": "NS", "points": {"NS": 100}}] * (count - 1) + [{"preneur": "EO", "capot": "EO", "belote": ["EO"]}]  # fmt: skip


def test_donnes_are_recorded(concours, playing, page, api):
    form = {"key": KEY, "rows": "12", "act": "save"}
    for number in range(1, 12):
        form |= {f"d{number}-preneur": "NS", f"d{number}-points_NS": "100"}
    form |= {"d12-preneur": "EO", "d12-capot": "EO", "d12-belote": "EO"}
    assert_same(
        lambda: page.post(reverse("sheet-donnes", args=[concours.pk, 1, 2]), form),
        lambda: api.send(
            at(concours, "parties/1/tables/2/sheets/"), {"key": KEY, "kind": "donnes", "donnes": donnes()}
        ),
    )


def test_a_correction_needs_the_version_seen_and_a_reason(concours, playing, page, api):
    address = at(concours, "parties/1/tables/2/sheets/")
    first = api.send(address, sheet())
    assert first.status_code == 201
    assert first.json()["created"] is True
    again = api.send(address, sheet())
    assert again.status_code == 200
    assert again.json()["sheet"]["receipt"] == first.json()["sheet"]["receipt"]
    other = {"NS": {"points": 1032}, "EO": {"points": 912}}
    used = api.send(address, sheet(marks=other))
    assert (used.status_code, used.json()["code"]) == (422, "sheet_key_used")
    blind = api.send(address, sheet(marks=other, key="m" * 22))
    assert (blind.status_code, blind.json()["code"]) == (409, "sheet_already_recorded")
    assert blind.json()["params"]["version"] == 1
    mute = api.send(address, sheet(marks=other, key="m" * 22, base_version=1))
    assert (mute.status_code, mute.json()["code"]) == (422, "sheet_reason_missing")
    elsewhere = api.send(at(concours, "parties/1/tables/3/sheets/"), sheet())
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (422, "sheet_key_elsewhere")
    form = {"key": "m" * 22, "table": "2", "points_NS": "1032", "points_EO": "912", "base_version": "1", "reason": "mal lu", "sure": "1032-912"}  # fmt: skip
    assert_same(
        lambda: page.post(reverse("entry-round", args=[concours.pk, 1]), form),
        lambda: api.send(address, sheet(marks=other, key="m" * 22, base_version=1, reason="mal lu")),
    )


def test_an_impossible_total_needs_a_reason_that_stays(concours, playing, api):
    address = at(concours, "parties/1/tables/2/sheets/")
    wrong = {"NS": {"points": 1013}, "EO": {"points": 932}}
    check = api.send(at(concours, "totals/check/"), {"marks": wrong}).json()
    assert check["ok"] is False
    assert check["message"]
    refused = api.send(address, sheet(marks=wrong))
    assert (refused.status_code, refused.json()["code"]) == (422, "control_failed")
    assert check["message"] in refused.json()["message"]
    assert not ScoreSheet.objects.exists()
    assert api.send(address, sheet(marks=wrong, override="relu deux fois")).status_code == 201
    forced = api.ask(at(concours, "overrides/")).json()["results"]
    assert [(one["table"], one["override"]) for one in forced] == [(2, "relu deux fois")]
    assert forced[0]["check"] == check["message"]
    forced = api.ask(at(concours, "parties/1/tables/"), state="forced").json()
    assert [line["table"] for line in forced["results"]] == [2]


def test_the_other_total_follows(concours, playing, page, api):
    marks = {"NS": {"points": 1012, "belotes": 1, "capots": 0}, "EO": {"belotes": 0, "capots": 0}}
    typed = {"points_NS": "1012", "belotes_NS": "1", "belotes_EO": "0", "capots_NS": "0", "capots_EO": "0"}
    shown = page.get(reverse("entry-check", args=[concours.pk, 1]), typed).json()
    answer = api.send(at(concours, "totals/complete/"), {"marks": marks}).json()
    assert {answer["camp"]: answer["points"]} == shown["fill"] == {"EO": 952}
    uncounted = {"NS": {"points": 1012}, "EO": {}}
    answer = api.send(at(concours, "totals/complete/"), {"marks": uncounted}).json()
    assert answer == {"camp": None, "points": None}, "nobody counted the belotes"
    fits = api.send(at(concours, "totals/check/"), {"marks": GOOD}).json()
    assert (fits["ok"], fits["message"]) == (True, "")


def test_donnes_are_explained_without_being_recorded(concours, playing, api):
    told = api.send(at(concours, "donnes/check/"), {"donnes": donnes(2)}).json()
    assert [donne["issue"] for donne in told["donnes"]] == ["reussi", "reussi"]
    assert told["donnes"][0]["lines"][0]["article"].startswith("S0")
    assert told["marks"]["EO"] == {"points": 62 + 252 + 20, "belotes": 1, "capots": 1}
    assert told["check_code"] == "donnes_unfinished"
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        [{"preneur": "NS", "points": {"NS": 100.0}}],
        [{"preneur": "NS", "points": {"NS": "100"}}],
        [{"preneur": "NS", "points": {"NS": True}}],
        [{"preneur": "NS", "points": {"NS": 100, "EO": 61}}],
        [{"preneur": "NS", "points": {"NS": -1}}],
        [{"preneur": ["NS"], "points": {"NS": 100}}],
        [{"preneur": "NS", "points": []}],
        [{"preneur": "NS", "belote": ["NS", "EO"], "points": {"NS": 100}}],
        [{"validated": True}],
        [{}],
        [{"preneur": "NS", "points": {"NS": 10**17}}],
        [{"preneur": "NS", "capot": {"NS": 1}, "belote": {"a": []}, "atout": 3}],
        [{"preneur": "NS", "points": {"NS": 100}, "plis": {"NS": [1]}, "annonces": [[]]}],
    ],
)
@pytest.mark.parametrize("act", ["donnes/check/", "parties/1/tables/2/sheets/"])
def test_a_wrong_donne_is_said(wrong, act, concours, playing, api):
    sent = {"donnes": wrong} if act.startswith("donnes") else {"donnes": wrong, "kind": "donnes", "key": KEY}
    answer = api.send(at(concours, act), sent)
    assert answer.status_code == 422, answer.content
    assert answer.json()["code"] in ("donne_wrong", "donnes_shape")
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"key": "short", "kind": "totals", "marks": GOOD},
        {"key": "é" * 20, "kind": "totals", "marks": GOOD},
        {"key": KEY, "kind": "nothing", "marks": GOOD},
        {"key": KEY, "kind": "totals"},
        {"key": KEY, "kind": "donnes"},
        {"key": KEY, "kind": "forfeit"},
        {"key": KEY, "kind": "totals", "marks": {"NS": {"points": 1012}}},
        {"key": KEY, "kind": "totals", "marks": {"NS": {"points": 100_000}, "EO": {"points": 0}}},
        {"key": KEY, "kind": "totals", "marks": {"NS": {"points": 1012, "wins": 1}, "EO": {"points": 932}}},
        {"key": KEY, "kind": "totals", "marks": GOOD, "counted": True},
        {"key": KEY, "kind": "totals", "marks": GOOD, "base_version": "1"},
        {"key": KEY, "kind": "totals", "marks": {"NS": {"points": 1012.0}, "EO": {"points": 932}}},
    ],
)
def test_a_wrong_sheet_is_refused(sent, concours, playing, api):
    answer = api.send(at(concours, "parties/1/tables/2/sheets/"), sent)
    assert answer.status_code in (400, 422), answer.content
    assert answer.json()["message"]
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize("table", ["parties/2/tables/1/", "parties/1/tables/99/", "parties/0/tables/1/"])
def test_a_table_that_is_not_seated_is_not_there(table, concours, playing, api):
    assert api.ask(at(concours, table)).status_code == 404
    assert api.send(at(concours, f"{table}sheets/"), sheet()).status_code == 404


def test_a_draft_partie_takes_no_score(concours, draft, api):
    assert api.send(at(concours, "parties/1/tables/1/sheets/"), sheet()).status_code == 404


def test_a_table_tells_its_versions_and_who_types(concours, playing, page, api):
    anne = account("anne", concours.club, "scorer")
    table = Table.objects.get(number=2)
    submit_sheet(table_id=table.pk, key=KEY, kind="totals", marks={"NS": {"points": 1012}, "EO": {"points": 932}}, by=anne)  # fmt: skip
    start_typing(table_id=table.pk, by=anne)
    read = api.ask(at(concours, "parties/1/tables/2/")).json()
    assert [side["camp"] for side in read["sides"]] == ["NS", "EO"]
    assert read["typist"] == "Anne"
    assert [(one["version"], one["counted"], one["by"]) for one in read["versions"]] == [(1, True, "Anne")]
    assert read["versions"][0]["content"]["totals"] == {"NS": 1012, "EO": 932}
    lines = api.ask(at(concours, "parties/1/tables/")).json()["results"]
    assert lines[1]["sheet"]["marks"][0] == {"camp": "NS", "points": 1012, "belotes": 0, "capots": 0}
    missing = api.ask(at(concours, "parties/1/tables/"), state="missing").json()
    assert [line["table"] for line in missing["results"]] == [1, 3, 4]
    busy = api.send(at(concours, "parties/1/tables/2/typing/"), {"typing": True})
    assert busy.json() == {"typist": "Anne"}
    assert_same(
        lambda: page.post(reverse("entry-typing", args=[concours.pk, 1]), {"table": "3", "typing": "yes"}),
        lambda: api.send(at(concours, "parties/1/tables/3/typing/"), {"typing": True}),
    )
    assert [one["number"] for one in api.ask(at(concours, "parties/")).json()["results"]] == [1]


# --- The ranking and the end ------------------------------------------------------------------------------------------


@pytest.fixture
def played(concours):
    """Two parties of nine teams, all sheets in."""
    builders.partie(
        concours, 1, [(1, 1200, 2, 744), (3, 1000, 4, 944), (5, 972, 6, 972), (7, 900, 8, 1044)], exempt=[9]
    )
    builders.partie(
        concours, 2, [(1, 1100, 3, 844), (2, 1000, 4, 944), (5, 972, 7, 972), (6, 900, 9, 1044)], exempt=[8]
    )
    return concours


def test_the_ranking_says_what_the_page_says(played, page, api):
    board = page.get(reverse("standings", args=[played.pk])).context["board"]
    told = api.ask(at(played, "standings/")).json()
    assert [(row["rank"], row["number"], row["points"]) for row in told["results"]] == [
        (line.row.rank, line.row.number, line.row.points) for line in board.lines
    ]
    assert told["after_round"] == 2
    assert told["criteria"] == ["points", "wins", "difference"]
    first = told["results"][0]
    assert first["number"] == 1
    assert first["values"] == {"points": 2300, "wins": 2, "difference": 712}
    assert [(one["round"], one["points"], one["opponents"]) for one in first["results"]] == [
        (1, 1200, [2]),
        (2, 1100, [3]),
    ]
    before = api.ask(at(played, "standings/"), after=1).json()
    assert before["after_round"] == 1
    assert len(before["results"][0]["results"]) == 1
    casson = api.ask(at(played, "standings/"), origin="Casson", limit=1).json()
    assert casson["count"] == 3
    assert casson["results"][0]["category_rank"] == 1


def test_why_a_rank_says_what_the_page_says(played, page, api):
    story = page.get(reverse("why", args=[played.pk, 3])).context["story"]
    told = api.ask(at(played, "standings/3/")).json()
    assert told["rank"] == story.row.rank
    assert (told["above"], told["beside"], told["below"]) == (story.above, story.beside, story.below)
    assert [partie["result"]["points"] for partie in told["parties"]] == [1000, 844]
    assert api.ask(at(played, "standings/99/")).status_code == 404


def test_the_public_ranking_is_the_same_without_an_account(played, api):
    inside, outside = api.ask(at(played, "standings/")).json(), Api().ask(f"public/{played.slug}/standings/").json()
    assert [row["rank"] for row in inside["results"]] == [row["rank"] for row in outside["results"]]
    team = Api().ask(f"public/{played.slug}/teams/3/").json()
    assert team["above"] == api.ask(at(played, "standings/3/")).json()["above"]
    found = Api().ask(f"public/{played.slug}/tables/", search="7").json()
    assert found["round"] == 2
    assert [(place["number"], place["table"]) for place in found["results"]] == [(7, 3)]


def test_the_copy_is_made_again(played, page, api):
    Job.objects.all().delete()
    assert_same(
        lambda: page.post(reverse("standings-redo", args=[played.pk])),
        lambda: api.send(at(played, "standings/redo/")),
    )


def test_the_hall_is_told_and_the_prizes_are_called_alike(played, page, api, odile):
    told = {"text": "Soupe dans dix minutes", "minutes": 0}
    assert_same(
        lambda: page.post(reverse("hall-message", args=[played.pk]), told),
        lambda: api.send(at(played, "message/"), told),
    )
    show_message(tournament_id=played.pk, text="Soupe", by=odile)
    assert_same(
        lambda: page.post(reverse("hall-message-clear", args=[played.pk])),
        lambda: api.send(at(played, "message/"), method="DELETE"),
    )
    Tournament.objects.filter(pk=played.pk).update(hold_ranking=True)
    assert_same(
        lambda: page.post(reverse("ranking-show", args=[played.pk])),
        lambda: api.send(at(played, "show-ranking/")),
    )
    close_tournament(tournament_id=played.pk, by=odile, reason="panne")
    called = {"called": True, "prize": "le jambon"}
    assert_same(
        lambda: page.post(reverse("prize-turn", args=[played.pk, 1]), called),
        lambda: api.send(at(played, "prizes/1/"), called),
    )
    wrong = api.send(at(played, "prizes/order/"), {"teams": [1, 2]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "tie_teams")


def test_the_palmares_is_published_and_taken_back(played, page, api, odile):
    assert api.ask(at(played, "evening/")).json()["stage"] == "next"
    early = api.send(at(played, "close/"))
    assert (early.status_code, early.json()["code"]) == (422, "parties_left")
    sent = {"reason": "panne de chauffage"}
    assert_same(
        lambda: page.post(reverse("concours-close", args=[played.pk]), sent),
        lambda: api.send(at(played, "close/"), sent),
    )
    close_tournament(tournament_id=played.pk, by=odile, reason="panne")
    assert api.ask(at(played, "evening/")).json()["stage"] == "closed"
    prizes = api.ask(at(played, "prizes/")).json()["results"]
    assert prizes[0]["number"] == 1
    (published,) = api.ask(at(played, "palmares/")).json()["results"]
    assert (published["number"], published["stands"], published["rows"][0]["number"]) == (1, True, 1)
    refused = api.send(at(played, "parties/2/tables/1/sheets/"), sheet())
    assert (refused.status_code, refused.json()["code"]) == (409, "closed")
    assert_same(
        lambda: page.post(reverse("concours-reopen", args=[played.pk]), sent),
        lambda: api.send(at(played, "reopen/"), sent),
    )


# --- The workbook and the journal -------------------------------------------------------------------------------------


def test_the_workbook_is_asked_for_watched_and_taken(played, page, api, run_jobs):
    assert_same(
        lambda: page.post(reverse("export-ask", args=[played.pk])),
        lambda: api.send(at(played, "workbooks/")),
    )
    asked = api.send(at(played, "workbooks/"), {"language": "fr"})
    assert asked.status_code == 202
    job = asked.json()["id"]
    assert api.ask(f"jobs/{job}/").json()["state"] == "queued"
    run_jobs()
    done = api.ask(f"jobs/{job}/").json()
    assert (done["state"], done["progress"]) == ("done", 100)
    listed = api.ask(at(played, "workbooks/")).json()["results"]
    assert [one["id"] for one in listed] == [done["result"]["export"]]
    file = api.ask(at(played, f"workbooks/{listed[0]['id']}/"))
    assert file.status_code == 200
    assert file.content == bytes(Export.objects.get().content)
    assert file.content[:2] == b"PK"
    assert "attachment" in file["Content-Disposition"]
    stranger = api_for(account("etienne", builders.concours(teams=0).club))
    assert stranger.ask(f"jobs/{job}/").status_code == 404
    assert stranger.ask(at(played, f"workbooks/{listed[0]['id']}/")).status_code == 404


def test_a_failed_job_is_tried_again(played, page, api, odile):
    job = jobs.enqueue("workbook", tournament=played, by=odile)
    Job.objects.filter(pk=job.pk).update(state="failed", error="panne")
    assert api.ask(f"jobs/{job.pk}/").json()["error"] == "panne"
    assert_same(
        lambda: page.post(reverse("job-retry", args=[job.pk])),
        lambda: api.send(f"jobs/{job.pk}/retry/"),
    )


def test_the_journal_is_read_filtered_and_checked(concours, playing, api, odile):
    api.send(at(concours, "parties/1/tables/2/sheets/"), sheet())
    lines = api.ask(at(concours, "journal/")).json()
    assert [line["act"] for line in lines["results"]] == ["enter_sheet", "publish_draw", "make_draw"]
    assert lines["results"][0]["who"] == "Odile"
    assert lines["results"][0]["previous"] == lines["results"][1]["hash"]
    assert api.ask(at(concours, "journal/"), table=2).json()["count"] == 1
    assert api.ask(at(concours, "journal/"), act="make_draw", by=odile.pk).json()["count"] == 1
    assert api.ask(at(concours, "journal/"), act="password").status_code == 400
    checked = api.ask(at(concours, "journal/check/")).json()
    assert (checked["whole"], checked["broken_at"], checked["lines"], checked["differences"]) == (True, None, 3, [])
    line = JournalEntry.objects.get(number=2)
    JournalEntry.objects.filter(pk=line.pk).update(reason="autre")
    assert api.ask(at(concours, "journal/check/")).json()["broken_at"] == 2


# --- Speed ------------------------------------------------------------------------------------------------------------

LISTS = ("tirages/", "tirages/next/", "parties/", "parties/1/tables/", "overrides/", "standings/", "standings/1/", "prizes/", "palmares/", "evening/", "journal/")  # fmt: skip


@pytest.mark.parametrize("address", LISTS)
def test_a_question_asks_the_database_as_often_whatever_the_size(address, client):
    asked = []
    for teams in (6, 40):
        concours = builders.evening(teams=teams, parties=2, missing=1)
        client = api_for(account(f"odile{teams}", concours.club))
        with CaptureQueriesContext(connection) as queries:
            assert client.ask(at(concours, address)).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1], json.dumps(asked)
