"""A table on its players' telephones: who comes in, what is seen, what is answered; without JavaScript here."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules import check_totals, complete_options, feuille
from rules.sets import RULE_SETS
from scoring.access import services as tokens
from scoring.models import CampCode, CodeAttempt, ScoreSheet, TableAccess, TableDevice
from scoring.phones import services as proposals
from scoring.phones.views.coming_in import COOKIE
from scoring.sheets.paper import blank_sheets, control_text, qr_of
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone, propose, way
from tests.support.accounts import account, logged_in
from tests.support.html import laid_out
from tournament.concours.presets import PRESETS
from tournament.models import JournalEntry, Round, Table, Tournament

pytestmark = pytest.mark.django_db
HALL = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.fixture
def tables():
    builders.seated(2, counts_when="both_camps")
    return list(Table.objects.order_by("number"))


def send(client, address, north, key="k" * 20, total=1944, **more):
    fields = {"key": key, "sequence": "1", "points_NS": str(north), "points_EO": str(total - north), **more}
    return client.post(f"{address}proposer/", fields, headers={"X-Requested-With": "fetch"})


def test_the_token_is_128_bits_and_only_its_hash_is_kept(tables):
    found = way(tables[0], "NS")
    assert len(found.token) == 22 and len(found.code) == 8
    kept = str(list(TableAccess.objects.values())) + str(list(CampCode.objects.values()))
    assert found.token not in kept and found.code not in kept
    assert way(tables[0], "NS") == found  # a sheet printed again opens the same
    printed = [way(table, camp) for table in tables for camp in ("NS", "EO")]
    assert len({one.token for one in printed}) == len({one.code for one in printed}) == 4


def test_looking_changes_nothing_and_a_tap_lets_in(tables):
    mine = way(tables[0], "EO")
    client = Client(**HALL)
    page = client.get(reverse("phone-enter", args=[mine.token]))
    assert page.status_code == 200 and COOKIE not in page.cookies
    assert page["Referrer-Policy"] == "strict-origin" and "no-store" in page["Cache-Control"]
    assert not TableDevice.objects.exists()
    assert re.findall(r'name="camp" value="(\w+)"', page.text) == ["EO"]
    answer = client.post(reverse("phone-come-in", args=[mine.access.pk]), {"token": mine.token})
    assert answer.status_code == 303 and mine.token not in answer["Location"]
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == answer["Location"]
    assert reverse("phone-come-in", args=[mine.access.pk]).startswith(cookie["path"]), "the browser sends it there"
    assert cookie.value not in str(TableDevice.objects.values().get())
    page = client.get(answer["Location"])
    assert page.status_code == 200 and "table 1" in page.text


@pytest.mark.parametrize("counts_when", ["typist", "two_readers", "both_camps"])
def test_who_holds_one_camps_corner_never_speaks_for_the_other(tables, counts_when):
    """However it is asked: the QR, the code, a forged choice, a second window; so one person with it confirms nothing."""
    table, tournament = tables[0], tables[0].round.tournament
    Tournament.objects.update(counts_when=counts_when)
    mine = way(table, "NS")
    door = reverse("phone-come-in", args=[mine.access.pk])
    code_page = reverse("public-code", args=[tournament.slug])
    assert Client(**HALL).post(code_page, {"code": mine.code, "camp": "EO"}).text.count('name="camp"') == 1
    for carried in ({"token": mine.token}, {"code": mine.code}):
        for chosen in ({}, {"camp": "NS"}, {"camp": "EO"}):
            browser = Client(**HALL)
            address = browser.post(door, carried | chosen)["Location"]
            send(browser, address, 1012, key=f"{len(carried | chosen)}{next(iter(carried))}".ljust(20, "k"))
            browser.post(f"{address}reponse/", {"key": "a" * 20, "version": "1", "answer": "yes"})
    assert set(TableDevice.objects.values_list("camp", flat=True)) == {"NS"}
    assert not ScoreSheet.objects.filter(counted=True).exists(), "all of them are one camp"
    other = Client(**HALL).post(reverse("phone-come-in", args=[way(tables[1], "NS").access.pk]), {"token": mine.token})
    assert other.status_code == 404, "another table's"


def test_a_telephone_that_has_spoken_for_one_camp_is_refused_by_the_other(tables):
    client, address = comes_in(tables[0], "NS")
    send(client, address, 1012)
    other = way(tables[0], "EO")
    answer = client.post(reverse("phone-come-in", args=[other.access.pk]), {"token": other.token})
    assert answer.status_code == 409 and "parle déjà pour l’autre camp" in answer.text
    assert not ScoreSheet.objects.filter(counted=True).exists()


def test_a_sheet_printed_by_an_earlier_version_asks_which_camp(tables):
    mine = way(tables[0], "NS")
    CampCode.objects.create(access=mine.access, token_digest=tokens.digest("common"), code_digest="")
    door = reverse("phone-come-in", args=[mine.access.pk])
    assert Client(**HALL).get(reverse("phone-enter", args=["common"])).text.count('name="camp"') == 2
    assert Client(**HALL).post(door, {"token": "common"}).status_code == 409
    assert Client(**HALL).post(door, {"token": "common", "camp": "EO"}).status_code == 303
    assert TableDevice.objects.get().camp == "EO"
    tokens.renew_codes(tournament_id=tables[0].round.tournament_id, number=1, by=None)
    assert Client(**HALL).post(door, {"token": "common", "camp": "EO"}).status_code == 404


@pytest.mark.parametrize(("role", "led"), [("scorer", True), ("referee", True), ("reader", False), (None, False)])
def test_who_types_scores_is_led_to_the_entry_of_the_table(tables, role, led):
    tournament = tables[1].round.tournament
    client = logged_in(account("anne", tournament.club if role else builders.concours(teams=2).club, role or "scorer"))
    answer = client.get(reverse("phone-enter", args=[way(tables[1], "EO").token]))
    assert answer.status_code == (302 if led else 200)
    if led:
        assert answer["Location"] == reverse("entry-round", args=[tournament.pk, 1]) + "?table=2"
        assert client.get(answer["Location"]).status_code == 200


def test_a_table_is_its_own_telephones_alone(tables):
    client, address = comes_in(tables[0], "NS")
    other = reverse("phone-table", args=[way(tables[1], "NS").access.pk])
    client.cookies[COOKIE]["path"] = "/"
    for place in (other, f"{other}etat/", f"{other}controle/"):
        assert client.get(place).status_code == 404
    assert send(client, other, 1012).status_code == 404
    assert Client(**HALL).get(address).status_code == 404
    page = client.get(address).text
    assert "équipe 3" not in page.lower() and str(tables[1].number) + " table" not in page


def test_a_wrong_and_an_expired_token_are_the_same_404(tables):
    client, address = comes_in(tables[0], "NS")
    link = reverse("phone-enter", args=[way(tables[0], "NS").token])
    wrong = Client(**HALL).get(reverse("phone-enter", args=["A" * 22]))
    builders.partie(tables[0].round.tournament, 2, [(1, None, 2, None)])
    assert client.get(link).status_code == 200  # half an hour of grace
    Round.objects.filter(number=2).update(published_at=timezone.now() - datetime.timedelta(minutes=31))
    expired = Client(**HALL).get(link)
    assert (wrong.status_code, expired.status_code) == (404, 404)
    assert wrong.content == expired.content
    assert client.get(address).status_code == 404
    # Figures typed meanwhile are taken all the same, and kept as late.
    late = send(client, address, 1012)
    assert late.status_code == 409 and late.json()["code"] == "late"
    assert ScoreSheet.objects.get().late


def test_renewed_codes_send_everybody_away(tables, client):
    phone_client, address = comes_in(tables[0], "NS")
    old = way(tables[0], "NS")
    tournament = tables[0].round.tournament
    client.force_login(organiser := account("anne", tournament.club))
    assert client.post(reverse("paper-renew", args=[tournament.pk, 1])).status_code == 302
    assert phone_client.get(address).status_code == 404
    assert send(phone_client, address, 1012).status_code == 404
    assert Client(**HALL).get(reverse("phone-enter", args=[old.token])).status_code == 404
    assert way(tables[0], "NS").code != old.code
    comes_in(tables[0], "NS")
    line = JournalEntry.objects.get(act="renew_table_codes")
    assert line.by == organiser and old.token not in str(line.after)


def test_a_typed_code(tables):
    client = Client(**HALL)
    page = client.get(reverse("phone-start"))
    assert page.status_code == 302
    found = way(tables[0], "NS")
    typed = found.shown_code.lower().replace("0", "o")
    asked = client.post(page["Location"], {"code": typed})
    assert asked.status_code == 200
    answer = client.post(re.search(r'action="([^"]+/entrer/)"', asked.text)[1], {"code": typed, "camp": "NS"})
    assert client.get(answer["Location"]).status_code == 200
    assert not CodeAttempt.objects.exists()  # only wrong ones are counted


def test_a_printed_sheet_names_an_address_that_takes_its_code(tables, client, settings):
    """Hosted, several clubs play on the same evening: the short address cannot know which."""
    tournament = tables[0].round.tournament
    client.force_login(account("anne", tournament.club))
    settings.ALLOWED_HOSTS = ["belote.example.org"]
    for embedded, address in ((True, reverse("phone-start")), (False, reverse("public-code", args=[tournament.slug]))):
        settings.EMBEDDED = embedded
        sheets = reverse("paper-sheets", args=[tournament.pk, 1])
        page = client.get(sheets, headers={"host": "belote.example.org"})
        assert f"ouvrez http://belote.example.org{address} et tapez son code" in page.text
        assert Client(**HALL).get(address, headers={"host": "belote.example.org"}).status_code in (200, 302)


def test_hosted_the_token_of_a_qr_stands_where_no_server_sees_it(tables, settings):
    tournament = tables[1].round.tournament
    settings.EMBEDDED, settings.ALLOWED_HOSTS = False, ["belote.example.org"]
    scorer, stranger = (Client(headers={"host": "belote.example.org"}) for _one in range(2))
    scorer.force_login(account("anne", tournament.club, "scorer"))
    mine, door = way(tables[1], "EO"), reverse("public-code", args=[tournament.slug])
    sheets = scorer.get(reverse("paper-sheets", args=[tournament.pk, 1])).text
    assert qr_of(f"http://belote.example.org{door}#{mine.token}") in sheets
    asked = stranger.post(door, {"token": mine.token, "code": ""})
    assert re.findall(r'name="camp" value="(\w+)"', asked.text) == ["EO"]
    assert re.search(r'name="token" value="([^"]+)"', asked.text)[1] == mine.token
    assert stranger.post(door, {"token": "A" * 22, "code": ""}).status_code == 404
    assert not CodeAttempt.objects.exists()
    assert scorer.post(door, {"token": mine.token})["Location"].endswith("/saisie/1/?table=2")


def test_wrong_codes_are_slowed_down_by_address(tables):
    address = reverse("public-code", args=[tables[0].round.tournament.slug])
    given = [Client(**HALL).post(address, {"code": "ZZZZZZZZ"}).status_code for _turn in range(12)]
    assert given == [404] * 10 + [429] * 2
    assert Client(**HALL).post(address, {"code": way(tables[0], "NS").code}).status_code == 200, "a right one opens"
    elsewhere = Client(REMOTE_ADDR="192.168.1.21")
    assert elsewhere.post(address, {"code": "ZZZZZZZZ"}).status_code == 404
    CodeAttempt.objects.update(at=timezone.now() - datetime.timedelta(seconds=61))
    assert Client(**HALL).post(address, {"code": "ZZZZZZZZ"}).status_code == 404


def test_wrong_codes_are_slowed_down_in_one_concours(tables):
    tournament = tables[0].round.tournament
    address = reverse("public-code", args=[tournament.slug])
    now = timezone.now()
    CodeAttempt.objects.bulk_create(
        CodeAttempt(tournament=tournament, address=f"10.0.0.{turn}", at=now) for turn in range(60)
    )
    answer = Client(**HALL).post(address, {"code": "ZZZZZZZZ"})
    assert answer.status_code == 429 and answer["Retry-After"] == "60"
    other = builders.concours(teams=2)
    assert Client(**HALL).post(reverse("public-code", args=[other.slug]), {"code": "ZZZZZZZZ"}).status_code == 404


def test_a_code_of_another_concours_opens_nothing_here(tables):
    other = builders.concours(teams=2)
    address = reverse("public-code", args=[other.slug])
    assert Client(**HALL).post(address, {"code": way(tables[0], "NS").code}).status_code == 404


def test_one_camp_proposes_and_the_other_confirms_by_plain_forms(tables):
    north, ours = comes_in(tables[0], "NS")
    east, theirs = comes_in(tables[0], "EO")
    page = north.get(ours)
    shown = laid_out(page.text)
    fields = {name: re.search(rf'name="{name}" value="([^"]+)"', shown)[1] for name in ("key", "sequence")}
    answer = north.post(f"{ours}proposer/", fields | {"points_NS": "1012", "points_EO": "932"})
    assert (answer.status_code, answer["Location"]) == (302, ours)
    said = north.get(ours).text
    assert "Reçu, n°" in said and "1012 – 932" in said and "L’équipe 2 confirme" in said
    page = east.get(theirs).text
    assert "932 – 1012" in page and "je confirme" in page
    fields = {
        name: re.search(rf'name="{name}" value="([^"]+)"', page.split("reponse")[1])[1] for name in ("key", "version")
    }
    assert east.post(f"{theirs}reponse/", fields | {"answer": "yes"}).status_code == 302
    assert "Ce score compte" in north.get(ours).text
    assert ScoreSheet.objects.get().counted


def test_nobody_confirms_his_own_by_the_page(tables):
    north, ours = comes_in(tables[0], "NS")
    send(north, ours, 1012)
    assert "je confirme" not in north.get(ours).text
    answer = north.post(f"{ours}reponse/", {"key": "a" * 20, "version": "1", "answer": "yes"})
    assert answer.status_code == 403
    assert not ScoreSheet.objects.get().counted


def test_answers_to_a_queue(tables):
    client, address = comes_in(tables[0], "NS")
    first = send(client, address, 1012)
    assert first.status_code == 200 and len(first.json()["receipt"]) == 4
    assert send(client, address, 1012).json()["receipt"] == first.json()["receipt"]
    again = send(client, address, 932)
    assert (
        again.status_code == 422 and again.json()["code"] == "sheet_key_used" and "1012–932" in again.json()["message"]
    )
    assert send(client, address, 1012, key="").status_code == 400
    assert send(client, address, 1012, key="x" * 65).status_code == 400
    wrong = send(client, address, 1012, key="w" * 20, total=1945)
    assert wrong.status_code == 422 and wrong.json()["code"] == "proposal_control"
    Tournament.objects.update(closed_at=timezone.now())
    assert send(client, address, 1012).status_code == 200
    gone = send(client, address, 992, key="g" * 20)
    assert gone.status_code == 410 and gone.json()["message"]


@pytest.mark.parametrize("text", ["1e2", "1_012", "١٠١٢", "-4", "1012.0", "9" * 30])
def test_figures_that_are_no_figures(tables, text):
    client, address = comes_in(tables[0], "NS")
    answer = send(client, address, 1012, points_NS=text)
    assert answer.status_code == 422 and answer.json()["message"]
    plain = client.post(
        f"{address}proposer/", {"key": "k" * 20, "sequence": "1", "points_NS": text, "points_EO": "932"}
    )
    assert plain.status_code == 422 and 'value="932"' in plain.text


def test_the_control_as_one_types(tables):
    client, address = comes_in(tables[0], "NS")

    def check(**figures):
        return client.get(f"{address}controle/", figures).json()

    assert check(points_NS="1012", points_EO="932")["state"] == "ok"
    assert check(points_NS="1012", points_EO="933")["state"] == "bad"
    assert check(points_NS="x", points_EO="")["state"] == "bad"
    assert check(points_NS="", points_EO="") == {"state": "", "said": ""}


def test_a_telephone_says_that_litiges_were_lost_before_it_sends_such_totals(tables):
    Tournament.objects.update(rule_options={"limite_donnes": 12, "litige_derniere_donne": "perdu"})
    client, address = comes_in(tables[0], "NS")
    asked = client.get(f"{address}controle/", {"points_NS": "1012", "points_EO": "851"}).json()
    assert asked["ask"] and asked["state"] == "wait"
    refused = send(client, address, 1012, total=1863)
    assert refused.status_code == 422 and refused.json()["code"] == "proposal_doubtful"
    assert asked["said"] in refused.json()["message"], "the same sentence"
    plain = client.post(
        f"{address}proposer/", {"key": "p" * 20, "sequence": "2", "points_NS": "1012", "points_EO": "851"}
    )
    assert 'id="phone-lost"><input type="checkbox"' in plain.content.decode()
    assert send(client, address, 1012, key="t" * 20, total=1863, litige_lost="on").status_code == 200
    sheet = tables[0].sheets.get()
    assert (sheet.check_code, bool(sheet.override)) == ("litige_perdu", True)


def test_two_telephones_are_said(tables):
    client, address = comes_in(tables[0], "NS")
    assert "2 téléphones" not in client.get(address).text
    comes_in(tables[0], "EO")
    assert "2 téléphones à cette table" in client.get(f"{address}etat/").text


def test_nothing_but_a_table_opens_from_the_hall(tables):
    client, _address = comes_in(tables[0], "NS")
    pk = tables[0].round.tournament_id
    for name, args in (("desk", [pk]), ("paper-sheets", [pk, 1]), ("paper-blank", [pk]), ("entry", [pk])):
        assert client.get(reverse(name, args=args)).status_code in (302, 403)


# --- The table de marque --------------------------------------------------------------------------------------------


def signed_in(tournament, name, role):
    return logged_in(account(name, tournament.club, role))


def test_the_desk_counts_what_both_signed(tables):
    tournament = tables[0].round.tournament
    client = signed_in(tournament, "anne", "scorer")
    sheet = propose(phone(tables[0], "NS"), 1012, key="one").sheet
    page = client.get(reverse("entry", args=[tournament.pk])).text
    assert "1012" in page and "Les deux ont signé" in page
    answer = client.post(reverse("desk-read", args=[tournament.pk, sheet.pk]), {"key": "r" * 20, "signed": "yes"})
    assert answer.status_code == 302
    sheet.refresh_from_db()
    assert sheet.counted
    reader = signed_in(tournament, "paul", "reader")
    assert reader.get(reverse("entry", args=[tournament.pk])).status_code == 200
    assert reader.post(reverse("desk-read", args=[tournament.pk, sheet.pk]), {"key": "s" * 20}).status_code == 403
    stranger = signed_in(builders.concours(teams=2), "zoe", "organiser")
    assert stranger.get(reverse("desk", args=[tournament.pk])).status_code == 404
    assert stranger.post(reverse("desk-read", args=[tournament.pk, sheet.pk]), {"key": "s" * 20}).status_code == 404


def test_the_former_address_of_the_desk_leads_to_the_scores():
    tournament = builders.concours(teams=2)
    client = signed_in(tournament, "anne", "scorer")
    desk = reverse("desk", args=[tournament.pk])
    assert client.get(desk, follow=True).status_code == 200
    builders.partie(tournament, 1, [(1, None, 2, None)])
    assert client.get(desk, {"partie": "1"}, follow=True).redirect_chain[-1][0].endswith("/saisie/1/")
    assert client.get(desk, {"partie": "7"}, follow=True).status_code == 404


def plain(page):
    """A page with ordinary spaces alone."""
    return page.replace("\xa0", " ").replace("\u202f", " ")


def waiting(client, tournament):
    """Return what the page of scores shows beside its fields, as its script asks for it."""
    return plain(client.get(reverse("entry-tables", args=[tournament.pk, 1])).text)


def test_what_both_telephones_said_is_confirmed_and_not_corrected():
    tournament = builders.seated(2, counts_when="typist")
    first, second = Table.objects.order_by("number")
    client = signed_in(tournament, "anne", "scorer")
    for table in (first, second):
        propose(phone(table, "NS"), 1012, key=f"ns{table.number}")
    propose(phone(first, "EO"), 1012, key="eo")
    page = waiting(client, tournament)
    assert "les deux camps sont d’accord" in page and "NS seul" in page
    assert page.count("gagne") == 2 and "2 feuilles manquent" in page.replace(
        "Il manque 2 feuilles", "2 feuilles manquent"
    )
    opened = client.get(reverse("entry-round", args=[tournament.pk, 1]), {"table": "1"}).text
    assert 'value="1012"' in opened and 'value="932"' in opened and "Les deux téléphones" in opened
    other = client.get(reverse("entry-round", args=[tournament.pk, 1]), {"table": "2"}).text
    assert 'value="1012"' not in other  # one camp alone says it: the typist reads the paper

    def record(table, north, east):
        line = {"key": f"typed-{table}-{north}-abcdefgh", "table": table, "points_NS": north, "points_EO": east}
        return plain(client.post(reverse("entry-round", args=[tournament.pk, 1]), line, follow=True).text)

    assert "Table 1 enregistrée : 1012–932, comme les deux téléphones" in record(1, 1012, 932)
    assert "Table 2 enregistrée : 1012–932, comme le téléphone de NS" in record(2, 1012, 932)
    assert list(ScoreSheet.objects.values_list("version", "counted")) == [(1, True)] * 2
    assert not tournament.journal.filter(act="correct_sheet").exists()


def test_other_figures_than_the_telephones_are_recorded_and_are_no_correction():
    tournament = builders.seated(1, counts_when="typist")
    client = signed_in(tournament, "anne", "scorer")
    propose(phone(Table.objects.get(), "NS"), 1012, key="ns")
    line = {"key": "typed-abcdefghijkl", "table": 1, "points_NS": 932, "points_EO": 1012}
    page = plain(client.post(reverse("entry-round", args=[tournament.pk, 1]), line, follow=True).text)
    assert "Table 1 enregistrée : 932–1012, reçu" in page
    assert tournament.journal.filter(act="enter_sheet").count() == 1


# --- Paper ----------------------------------------------------------------------------------------------------------


def test_the_sheets_of_a_partie(tables):
    tournament = tables[0].round.tournament
    client = signed_in(tournament, "anne", "scorer")
    page = client.get(reverse("paper-sheets", args=[tournament.pk, 1])).text
    assert page.count('class="paper-sheet"') == 2 and page.count("<svg") == 4
    assert way(tables[0], "NS").shown_code in page and way(tables[0], "NS").token not in page
    assert "12 donnes de 162" in page and "1944" in page and "20 par belote" in page
    one = client.get(reverse("paper-sheets", args=[tournament.pk, 1]), {"table": "2"}).text
    assert one.count('class="paper-sheet"') == 1
    assert client.get(reverse("paper-sheets", args=[tournament.pk, 1]), {"table": "9"}).status_code == 404
    assert client.get(reverse("paper-sheets", args=[tournament.pk, 2])).status_code == 404
    blank = client.get(reverse("paper-blank", args=[tournament.pk])).text
    assert blank.count('class="paper-sheet"') == 2 and "<svg" not in blank
    reader = signed_in(tournament, "paul", "reader")
    assert reader.get(reverse("paper-sheets", args=[tournament.pk, 1])).status_code == 403
    assert client.post(reverse("paper-renew", args=[tournament.pk, 1])).status_code == 403


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"limite_donnes": 12, "limite_points": None}, ", +\u00a090"),
        ({"limite_donnes": 20, "limite_points": None, "litige": False, "capot": 162}, "3240"),
        ({"limite_donnes": None, "limite_points": 1000}, ""),
        ({"limite_donnes": 12, "limite_points": None, "arrondi": True}, ""),
    ],
)
def test_the_control_total_is_the_engines(options, expected):
    tournament = builders.concours(teams=2, rule_options=options)
    text = control_text(tournament.rule_set, tournament.rule_options)
    assert (expected in text) if expected else text == ""
    assert ("90" in text) == (expected == ", +\u00a090")


def test_a_control_total_is_printed_only_where_no_other_total_can_be():
    """With bids a failed contract gives 160 to one camp, and a contre doubles it: the sheet of coinche promised 162 a donne."""
    given = [(preset.settings["rule_set"], preset.settings["rule_options"]) for preset in PRESETS.values()]
    given += [(name, {"base": base}) for name, rules in RULE_SETS.items() for base in (rules.bases or [None])]
    printed = set()
    for name, chosen in given:
        options = complete_options(name, {option: value for option, value in chosen.items() if value is not None})
        if "limite_donnes" in options:
            options |= {"limite_donnes": options["limite_donnes"] or 6, "limite_points": None}
        text = control_text(name, options)
        if not text:
            continue
        fields = feuille(name, options).fields
        assert "enchere" not in fields and "annonces" not in fields, name
        printed.add(name)
        total = 162 * options["limite_donnes"]
        none = {"NS": 0, "EO": 0}
        for more in (-162, -160, -80, -20, -10, -2, -1, 1, 2, 10, 20, 80, 160, 162):
            totals = {"NS": total // 2 + more, "EO": total // 2}
            check = check_totals(ruleset=name, options=options, totals=totals, belotes=none, capots=none)
            assert not check.ok or check.doubtful, (name, more)
    assert printed == {"ffb-classique", "departement-classique", "traditionnelle", "junior-classique", "comptoir"}


def test_no_sheet_of_coinche_prints_a_total_to_find():
    coinche = {"limite_donnes": 6, "limite_points": None}
    tournament = builders.concours(teams=2, rule_set="coinche", rule_options=coinche)
    assert [sheet.control for sheet in blank_sheets(tournament)] == ["", ""]


@pytest.mark.parametrize("what", ["proposer", "reponse", "etat"])
def test_a_table_whose_draw_is_cancelled_while_its_telephone_asks_is_gone(tables, monkeypatch, what):
    client, address = comes_in(tables[0], "NS")
    propose(phone(tables[0], "EO"), 1012, key="one")
    seen = tokens.seen

    def cancelled(device):
        seen(device)
        ScoreSheet.objects.all().delete()
        Round.objects.all().delete()

    monkeypatch.setattr(tokens, "seen", cancelled)
    if what == "etat":
        answer = client.get(f"{address}etat/", headers={"X-Requested-With": "fetch"})
    elif what == "reponse":
        fields = {"key": "a" * 20, "version": "1", "answer": "yes"}
        answer = client.post(f"{address}reponse/", fields, headers={"X-Requested-With": "fetch"})
    else:
        answer = send(client, address, 1012)
    assert answer.status_code == 404
    assert answer.json()["code"] == "table_gone"


def test_a_camp_sees_the_donnes_that_it_confirms_and_where_a_score_comes_from(tables):
    Tournament.objects.update(rule_options={"limite_donnes": 2, "limite_points": None})
    table = Table.objects.get(pk=tables[0].pk)
    donnes = [{"preneur": "NS", "points": {"NS": 100, "EO": 62}}, {"preneur": "EO", "points": {"NS": 40, "EO": 122}}]
    proposals.propose_sheet(device=phone(table, "NS"), key="n" * 20, kind="donnes", donnes=donnes, sequence=1)
    client, address = comes_in(table, "EO")
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(address).content.decode()))
    assert "1 Eux 62 100 2 Nous 122 40" in told
    client.post(f"{address}reponse/", {"key": "e" * 20, "version": "1", "answer": "yes"})
    counted = client.get(address).content.decode()
    assert "Donne par donne" in counted
    assert reverse("public-team", args=[table.round.tournament.slug, 2]) in counted
