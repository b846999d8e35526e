"""Every rule set through the pages: what is typed donne by donne is marked as the engine marks it, with its articles."""

import itertools
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from rules import RULE_SETS, feuille, score_sheet
from scoring.models import ScoreSheet
from scoring.phones.forms import parts_of, phone_row
from scoring.sheets import selectors as questions, shown
from tests.support.accounts import account
from tests.support.counts import spread
from tests.support.html import laid_out
from tests.support.rule_set_pages import ESCALIER, PARTIES, as_fields, concours, escalier, manches
from tournament.figures import minus

pytestmark = pytest.mark.django_db

_pages = itertools.count()


GAMES = [*PARTIES, "escalier"]


def hidden(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', laid_out(page))[1]


@pytest.fixture
def scorer(client):
    def seat(tournament):
        client.force_login(account("paul", tournament.club, "referee"))
        return client

    return seat


def record(client, tournament, donnes, **more):
    address = reverse("sheet-donnes", args=[tournament.pk, 1, 1])
    key = f"key-of-the-page-{next(_pages):06d}"
    post = {"key": key, "base_version": "", "rows": str(max(len(donnes), 12)), "act": "save"} | more
    for number, donne in enumerate(donnes, start=1):
        post |= as_fields(number, donne)
    return client.post(address, post), post


@pytest.mark.parametrize("rule_set", spread(3, PARTIES))
def test_the_marks_of_the_page_are_those_of_the_engine(rule_set, scorer):
    options, donnes = PARTIES[rule_set]
    tournament = concours(rule_set, options)
    client = scorer(tournament)
    expected = score_sheet({"ruleset": rule_set, "options": tournament.rule_options, "donnes": donnes})
    assert expected.terminee and not expected.errors
    answer, post = record(client, tournament, donnes)
    assert answer.status_code == 302, re.findall(r"wrong-text\">(.*?)<", answer.content.decode())
    sheet = ScoreSheet.objects.get()
    assert sheet.content["donnes"] == donnes
    assert {camp: figures["points"] for camp, figures in questions.marks_of(sheet).items()} == dict(expected.total)
    assert sheet.check_code == ""

    shown = unescape(laid_out(client.get(reverse("table", args=[tournament.pk, 1, 1])).content.decode()))
    for donne in expected.donnes:
        for camp, mark in donne.marque.items():
            assert f"{camp}\u00a0: pourquoi {mark}\u202f?" in shown
        for article in donne.articles:
            assert re.search(
                rf'<a href="/regles/sources/#[^"]+" class="article nowrap">{re.escape(article)}</a>', shown
            )
    # Opened again, every field holds what was typed; saved again, nothing changes.
    again = client.get(reverse("sheet-donnes", args=[tournament.pk, 1, 1])).content.decode()
    post |= {"key": hidden(again, "key"), "base_version": "1", "reason": "relu"}
    assert client.post(reverse("sheet-donnes", args=[tournament.pk, 1, 1]), post).status_code == 302
    assert ScoreSheet.objects.count() == 1


@pytest.mark.parametrize("players", spread(2, [3, 4, 5, 6]))
def test_an_escalier_is_entered_manche_by_manche(players, scorer):
    tournament = escalier(players)
    top = {3: 10, 4: 7, 5: 6, 6: 5}[players]
    told = manches(players, [*range(1, top), *range(top, 0, -1)])
    client = scorer(tournament)
    opened = client.get(reverse("entry-round", args=[tournament.pk, 1]) + "?table=1")
    assert opened.url == reverse("sheet-donnes", args=[tournament.pk, 1, 1])
    answer, posted = record(client, tournament, told)
    assert answer.status_code == 302, re.findall(r"wrong-text\">(.*?)<", answer.content.decode())
    camps = "ABCDEF"[:players]
    expected = score_sheet({"ruleset": "escalier", "options": {}, "joueurs": list(camps), "manches": told})
    marks = {camp: figures["points"] for camp, figures in questions.marks_of(ScoreSheet.objects.get()).items()}
    assert marks == dict(expected.total)
    assert marks["A"] == -sum(manche["cartes"] for manche in told)
    grid = reverse("sheet-donnes", args=[tournament.pk, 1, 1])
    opened = client.get(grid).content.decode()
    assert f">{minus(marks['A'])}</strong>" in opened
    checked = client.post(grid, posted | {"act": "check"}, headers={"X-Requested-With": "fetch"}).json()
    assert checked["total"] == {camp: minus(total) for camp, total in marks.items()}, "the same while it is typed"
    assert not re.search(r">\s*-\d", opened + str(checked))
    for name in ("table", "sheet-donnes"):
        assert "S4 L'escalier" in unescape(client.get(reverse(name, args=[tournament.pk, 1, 1])).content.decode())
    for name in ("entry", "standings", "concours", "journal"):
        assert client.get(reverse(name, args=[tournament.pk])).status_code == 200


def test_an_escalier_whose_guesses_add_up_is_refused_beside_the_field(scorer):
    tournament = escalier(4)
    told = manches(4, ESCALIER)
    told[2]["annonces"]["B"] = 3
    answer, _post = record(scorer(tournament), tournament, told)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert '<tr id="donne-3" class="wrong">' in page
    assert re.search(r'name="d3-annonces_A"[^>]*aria-invalid="true"', page)


@pytest.mark.parametrize("rule_set", spread(3, PARTIES))
def test_a_wrong_donne_says_what_and_where(rule_set, scorer):
    options, donnes = PARTIES[rule_set]
    tournament = concours(rule_set, options)
    client = scorer(tournament)
    wrong = dict(donnes[0])
    by_tricks = "plis" in wrong
    wrong["plis" if by_tricks else "points"] = {"NS": 7, "EO": 3} if by_tricks else {"NS": 100, "EO": 61}
    answer, post = record(client, tournament, [donnes[0], wrong])
    page = answer.content.decode()
    assert answer.status_code == 422
    assert '<tr id="donne-2" class="wrong">' in page
    assert re.search(rf'name="d2-{"plis" if by_tricks else "points"}_NS"[^>]*aria-invalid', page)
    data = client.post(reverse("sheet-donnes", args=[tournament.pk, 1, 1]), post, headers={"X-Requested-With": "fetch"})
    assert data.json()["wrong"] == {"2": f"{'plis' if by_tricks else 'points'}_NS"}
    assert not ScoreSheet.objects.exists()


def test_the_last_donnes_imposed_by_the_organiser_end_the_partie(scorer):
    tournament = concours("departement-contree", {})
    donnes = [{"preneur": "NS", "enchere": 100, "points": {"NS": 104}}] * 3
    client = scorer(tournament)
    refused, _post = record(client, tournament, donnes)
    assert refused.status_code == 422  # nobody has 2000
    half, _post = record(client, tournament, donnes, cut_after="1")
    assert "remplissez les deux cases" in half.content.decode()
    done, _post = record(client, tournament, donnes, cut_after="1", cut_left="2")
    assert done.status_code == 302
    assert ScoreSheet.objects.get().content["coupure"] == {"apres_donne": 1, "donnes_restantes": 2}
    again = client.get(reverse("sheet-donnes", args=[tournament.pk, 1, 1])).content.decode()
    assert re.search(r'name="cut_left" value="2"', again)


@pytest.mark.parametrize("rule_set", ["annonces", "coinche"])
def test_totals_that_no_partie_ends_with_say_so_and_name_the_slip(rule_set, scorer):
    tournament = concours(rule_set, {})
    address = reverse("entry-check", args=[tournament.pk, 1])
    page = scorer(tournament)
    assert page.get(address, {"points_NS": "1210", "points_EO": "640"}).json()["state"] == "ok"
    said = page.get(address, {"points_NS": "12100", "points_EO": "640"}).json()
    assert said["state"] == "bad"
    assert "Un chiffre de trop" in said["said"]


@pytest.mark.parametrize("rule_set", spread(3, GAMES))
def test_the_papers_and_the_text_of_each_rule_set_open_to_everybody(rule_set, client):
    for name in ("public-rule-set", "public-blank-sheet"):
        page = client.get(reverse(name, args=[rule_set]))
        assert page.status_code == 200
        assert RULE_SETS[rule_set].title("fr") in unescape(page.content.decode())


def test_the_bibliography_names_every_article_with_an_anchor(client):
    from rules import ARTICLES, NOT_COVERED, anchor

    page = unescape(client.get(reverse("public-sources")).content.decode())
    anchors = [anchor(article) for article in ARTICLES]
    assert len(set(anchors)) == len(anchors)
    for article, text in ARTICLES.items():
        assert f'id="{anchor(article)}"' in page
        assert text.fr in page
    for text in NOT_COVERED.values():
        assert text.fr in page


def test_the_referee_is_told_what_was_legal_and_why(client):
    asked = {"part": "trick", "rule_set": "ffb-classique", "atout": "coeur", "card_1": "7♠", "card_2": "A♠"}
    page = client.get(reverse("public-referee"), asked | {"hand": ["8♥", "R♦"], "played": "R♦"}).content.decode()
    assert "R♦ n’était pas permise" in page
    assert "S0 5.2" in page
    whole = asked | {"card_3": "10♠", "card_4": "7♥"}
    assert "carte 4" in client.get(reverse("public-referee"), whole).content.decode()
    twice = client.get(reverse("public-referee"), asked | {"hand": ["A♠"]})
    assert twice.status_code == 200 and "notice warning" in twice.content.decode()
    for query in ({"part": "trick"}, {"part": "trick", "hand": "x"}, {"part": "incident"}, {"rule_set": "x"}):
        assert client.get(reverse("public-referee"), query).status_code == 200


@pytest.mark.parametrize("rule_set", spread(3, GAMES))
def test_the_referee_gets_the_marks_of_a_donne_stopped_at_an_irregular_card(rule_set, client):
    asked = {"part": "incident", "rule_set": rule_set, "kind": "card", "at_fault": "EO", "trick": "3", "kept": "2"}
    asked |= {"d1-preneur": "EO", "d1-enchere": "5" if "encheres" in rule_set else "100"}
    page = client.get(reverse("public-referee"), asked).content.decode()
    assert "S1 incidents C" in page
    if rule_set == "ffb-classique":
        assert "NS\u00a0: pourquoi 162\u202f?" in page
    if rule_set != "escalier":
        assert "recopier sur la feuille" in page


@pytest.mark.parametrize(("kind", "article"), [("deal", "S1 incidents A"), ("bid", "S1 incidents B")])
def test_incidents_of_the_deal_and_of_the_auction(kind, article, client):
    asked = {"part": "incident", "rule_set": "departement-contree", "kind": kind, "at_fault": "NS", "times": "3"}
    assert article in client.get(reverse("public-referee"), asked | {"earlier": "NS"}).content.decode()


def test_what_the_referee_reads_in_a_concours_goes_by_its_own_rules(scorer):
    tournament = concours("departement-contree", {})
    client = scorer(tournament)
    page = client.get(reverse("referee", args=[tournament.pk])).content.decode()
    assert re.search(r'<option value="departement-contree" selected', page)
    asked = {"part": "trick", "rule_set": "departement-contree", "atout": "coeur"}
    asked |= {"card_1": "A♠", "card_2": "V♥", "card_3": "8♠", "hand": ["8♥", "R♦"]}
    page = laid_out(client.get(reverse("referee", args=[tournament.pk]), asked).content.decode())
    assert page.count('<strong class="card-face') == 2  # S1 §2 lets any card be thrown
    assert client.get(reverse("print-sheet", args=[tournament.pk])).status_code == 200
    assert client.get(reverse("reglement", args=[tournament.pk])).status_code == 200


def test_a_donne_from_the_referees_page_is_filled_in(scorer):
    tournament = concours("coinche", {})
    client = scorer(tournament)
    address = reverse("sheet-donnes", args=[tournament.pk, 1, 1])
    given = {"donne": "2", "preneur": "EO", "enchere": "110", "points_NS": "128", "points_EO": "34"}
    page = unescape(client.get(address, given).content.decode())
    assert "La donne 2 est remplie" in page
    assert re.search(r'name="d2-points_NS" value="128"', page) and re.search(r'name="d2-points_EO" value="34"', page)
    assert not ScoreSheet.objects.exists()
    for nonsense in ("0", "61", "-1", "²", "9" * 5000, "x"):
        assert "remplie" not in client.get(address, given | {"donne": nonsense}).content.decode()


# Two tricks before a fault at the third: NS leads and takes the first with the as of spades, then leads the second, which
# EO trumps with the 7 of hearts. NS has 11 + 10 + 4 and 0.
FIRST = ("A♠", "7♠", "10♠", "R♠")
SECOND = ("D♠", "7♥", "8♠", "9♠")
BIDS = {"departement-contree": "90", "coinche": "90", "junior-encheres": "4"}


def laid(rule_set, **more):
    """The question about a fault of NS at the third trick, both tricks before it laid card by card."""
    asked = {"part": "incident", "rule_set": rule_set, "kind": "card", "at_fault": "NS", "trick": "3"}
    asked |= {"atout": "coeur", "lead": "NS", "d1-preneur": "NS", "d1-enchere": BIDS.get(rule_set, "")}
    cards = 2 if rule_set == "comptoir" else 4
    for number, trick in enumerate((FIRST, SECOND), start=1):
        asked |= {f"t{number}_{place}": card for place, card in enumerate(trick[:cards], start=1)}
    return asked | more


@pytest.mark.parametrize("rule_set", spread(3, PARTIES))
def test_the_tricks_before_a_fault_are_laid_and_the_donne_goes_into_the_sheet(rule_set, scorer):
    options = {"sans_atout_tout_atout": True} if rule_set == "ffb-classique" else {}
    tournament = concours(rule_set, options)
    client = scorer(tournament)
    asked = laid(rule_set, partie="1", table="1", donne="2")
    asked |= {name.replace("d1-", "d2-"): value for name, value in asked.items() if name.startswith("d1-")}
    page = unescape(client.get(reverse("referee", args=[tournament.pk]), asked).content.decode())
    handed = re.search(r'href="([^"]*donnes[^"]*)"', page)[1]
    assert "Partie 1, table 1" in page and "S1 incidents C" in page
    filled = unescape(client.get(handed).content.decode())
    assert "La donne 2 est remplie" in filled
    if rule_set in ("junior-plis", "junior-encheres"):
        wanted = {"plis_NS": "1", "plis_EO": "7"}
    else:
        kept = 11 if rule_set == "comptoir" else 25
        wanted = {"points_NS": str(kept), "points_EO": str(162 - kept)}
    for name, value in wanted.items():
        assert re.search(rf'name="d2-{name}" value="{value}"', filled), (name, value)


@pytest.mark.parametrize(
    ("rule_set", "atout", "wanted"),
    [
        # Tout Atout: the 9 takes the second trick. Sans Atout: an as is worth 19, the queen takes the second.
        ("ffb-classique", "tout-atout", {"atout": "tout-atout", "points_NS": "25", "points_EO": "233"}),
        ("ffb-classique", "sans-atout", {"atout": "sans-atout", "points_NS": "36", "points_EO": "126"}),
        ("junior-encheres", "sans-atout", {"atout": "sans-atout", "plis_NS": "2", "plis_EO": "6"}),
    ],
)
def test_a_fault_in_sans_atout_and_tout_atout(rule_set, atout, wanted, scorer):
    tournament = concours(rule_set, {"sans_atout_tout_atout": True} if rule_set == "ffb-classique" else {})
    asked = laid(rule_set, atout=atout, partie="1", table="1", donne="1")
    page = unescape(scorer(tournament).get(reverse("referee", args=[tournament.pk]), asked).content.decode())
    handed = parse_qs(urlsplit(re.search(r'href="([^"]*donnes[^"]*)"', page)[1]).query)
    assert wanted.items() <= {name: values[0] for name, values in handed.items()}.items()


@pytest.mark.parametrize(
    "nonsense",
    [{"trick": "²"}, {"trick": "9" * 50}, {"found": "99"}, {"t1_1": "1♠"}, {"kind": "x"}, {"d1-preneur": "x"}],
)
def test_a_question_that_cannot_be_read_is_said_back(nonsense, client):
    answer = client.get(reverse("public-referee"), laid("ffb-classique", **nonsense))
    assert answer.status_code == 200
    page = unescape(answer.content.decode())
    assert "errorlist" in page and "recopier" not in page


def test_who_took_a_trick_may_be_said_and_then_the_other_camps_cards_are_not_needed(client):
    asked = laid("ffb-classique", t1_camp="NS", t2_camp="EO", lead="")
    asked |= {f"t2_{place}": "" for place in range(1, 5)}
    address = reverse("public-referee")
    page = unescape(client.get(address, asked).content.decode())
    assert "Points NS <strong>25</strong>" in page
    assert "il faut dire" not in page
    unsaid = unescape(client.get(address, asked | {"t2_camp": ""}).content.decode())
    assert "Pli 2\u00a0: indiquez quel camp l’a fait" in unsaid and "recopier" not in unsaid
    no_atout = unescape(client.get(address, asked | {"atout": ""}).content.decode())
    assert "Indiquez l’atout" in no_atout
    twice = unescape(client.get(address, asked | {"t1_2": "A♠"}).content.decode())
    assert "la carte A♠ est là deux fois" in twice
    more = laid("junior-plis", kept="3", **{f"t{n}_{p}": "" for n in (1, 2) for p in range(1, 5)})
    assert "3 plis gardés" in unescape(client.get(address, more).content.decode())


def test_a_fault_seen_later_is_judged_from_its_trick(client):
    page = unescape(client.get(reverse("public-referee"), laid("departement-contree", found="9")).content.decode())
    assert "les plis joués depuis sont repris" in page
    assert "ne compte pas, même si elle vient de la première" in page
    assert "Points EO <strong>137</strong>" in page
    impossible = client.get(reverse("public-referee"), laid("departement-contree", found="2"))
    assert impossible.status_code == 200 and "recopier" not in unescape(impossible.content.decode())


def test_the_contract_is_read_from_the_sheet(scorer):
    tournament = concours("departement-contree", {})
    client = scorer(tournament)
    donnes = [{"preneur": "NS", "enchere": 100, "contre": "contre", "points": {"NS": 104}, "belote": ["EO"]}] * 6
    assert record(client, tournament, donnes)[0].status_code == 302
    address = reverse("referee", args=[tournament.pk])
    page = client.get(address, {"partie": "1", "table": "1", "donne": "6"}).content.decode()
    assert re.search(r'<option value="100" selected', page) and re.search(r'<option value="contre" selected', page)
    assert 'name="donne" value="6"' in page and "Donne non saisie" not in unescape(page)
    unwritten = unescape(client.get(address, {"partie": "1", "table": "1", "donne": "9"}).content.decode())
    assert "Donne non saisie" in unwritten
    for nowhere in ({"table": "99"}, {"table": "9" * 9}, {"table": "²"}, {"partie": "7", "table": "1"}):
        assert "Il n’y a pas de table" in unescape(client.get(address, nowhere).content.decode())


@pytest.mark.parametrize(
    ("rule_set", "label", "word"),
    [
        ("departement-contree", "Contre", "contre"),
        ("coinche", "Coinche", "coinchée"),
        ("junior-encheres", "Coinche", "coinchée"),
    ],
)
def test_a_sheet_has_the_word_of_its_reglement_for_the_contre(client, rule_set, label, word):
    """A sheet of coinche asked « Contre », where its règlement says « coinchée »."""
    tournament = concours(rule_set, {})
    sheet = feuille(rule_set)
    us = {"NS": "Nous", "EO": "Eux"}
    (asked,) = (part for part in parts_of(phone_row(sheet, us, number=1), us) if part.label == label)
    assert [str(said) for _value, said in asked.cells[0][1].field.choices][:2] == ["non", word]
    assert f"<th>{label}</th>" in laid_out(client.get(reverse("public-blank-sheet", args=[rule_set])).text)
    donne = {"preneur": "NS", "enchere": sheet.bids[0], "contre": "contre"}
    donne |= {"plis": {"NS": 8, "EO": 0}, "dernier_pli": "NS"} if "plis" in sheet.fields else {"points": {"NS": 130}}
    content = {"ruleset": rule_set, "options": tournament.rule_options, "donnes": [donne]}
    assert shown.marked_sheet(content).lines[0].contract.endswith(f" {word}")
