"""Rule sets, options, règlement, sources: every value beside its article, every option stated."""

import re
from pathlib import Path

import pytest

from rules import (
    ARTICLES,
    NOT_COVERED,
    RULE_SETS,
    SOURCES,
    OptionError,
    article_text,
    complete_options,
    feuille,
    house_rules,
    reglement,
    rule_set,
    score_sheet,
)
from rules.annonces import Annonce, best_camp, points_that_count
from rules.cards import CARDS, possible_points, values
from rules.control import CAUSES, MESSAGES
from rules.explain import LABELS
from rules.form import EVERY_KEY
from rules.messages import ERRORS
from rules.rule_set import value_names, words_of
from rules.sentences import typeset
from rules.sets import game_of
from rules.sets.ffb_classique import FFB_CLASSIQUE

DEFAULTS = {
    "ffb-classique": {
        "litige": True,
        "egalite": "chute",
        "arrondi": False,
        "sans_atout_tout_atout": False,
        "limite_donnes": 12,
        "limite_points": None,
        "capot": 252,
        "litige_derniere_donne": "perdu",
        "comparaison": "avec_belote",
        "litige_suite": "report",
    },
    "departement-classique": {"annonces": False, "limite_donnes": None, "limite_points": 1000},
    "departement-contree": {"fin": "reels", "limite_donnes": None, "limite_points": 2000},
    "annonces": {"limite_donnes": None, "limite_points": 1000},
    "traditionnelle": {"annonces": False, "limite_donnes": None, "limite_points": 1000},
    "junior-plis": {},
    "junior-encheres": {},
    "junior-classique": {"limite_donnes": None, "limite_points": 1000},
    "coinche": {
        "decompte": "faits",
        "marque_club": "",
        "chute": 160,
        "chute_contrat": False,
        "coinche": "double",
        "surcoinche": "non",
        "capot_fait": 250,
        "capot_demande": 350,
        "belote_aide": True,
        "arrondi": False,
        "limite_donnes": None,
        "limite_points": 1000,
    },
    "escalier": {},
    "comptoir": {"base": "junior-classique", "limite_donnes": None, "limite_points": 1000},
}


def test_every_value_of_a_rule_set_has_its_article():
    assert RULE_SETS.keys() == DEFAULTS.keys()
    for rules in RULE_SETS.values():
        assert rules.source in SOURCES and rules.title("fr") and rules.title("en")
        assert rules.values.keys() <= rules.cites.keys()
        for name, article in rules.cites.items():
            assert article in ARTICLES, (rules.id, name)
        if rules.game is not None:
            assert rules.values.keys() == value_names(rules.game)
            assert rules.cites.keys() == value_names(rules.game) | rules.game.articles


@pytest.mark.parametrize("ruleset", DEFAULTS)
def test_defaults(ruleset):
    assert complete_options(ruleset) == DEFAULTS[ruleset]
    assert complete_options(ruleset, DEFAULTS[ruleset]) == DEFAULTS[ruleset]


def test_choices_are_said_in_both_languages():
    for rules in RULE_SETS.values():
        for option in rules.options.values():
            assert option.label("fr") and option.label("en")
            assert option.choice_label(7) == "7"
            for choice in option.choices:
                assert option.choice_label(choice, "fr") and option.choice_label(choice, "en")
    arrondi = RULE_SETS["ffb-classique"].options["arrondi"]
    assert (arrondi.choice_label(True), arrondi.choice_label(True, "en")) == ("oui", "yes")


def test_options_of_comptoir_are_those_of_its_base():
    assert complete_options("comptoir", {"base": "coinche"})["decompte"] == "faits"
    assert complete_options("comptoir", {"base": "junior-plis"}) == {"base": "junior-plis"}
    for wrong in ({"base": "junior-plis", "limite_points": 5}, {"decompte": "faits"}, {"base": "escalier"}):
        with pytest.raises(OptionError):
            complete_options("comptoir", wrong)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("ffb-classique", {"litige": 1}),
        ("ffb-classique", {"litige": "oui"}),
        ("ffb-classique", {"limite_donnes": 0}),
        ("ffb-classique", {"limite_donnes": 12.0}),
        ("ffb-classique", {"limite_donnes": True}),
        ("ffb-classique", {"capot": 250}),
        ("ffb-classique", {"capot": 252.0}),
        ("ffb-classique", {"egalite": ["chute"]}),
        ("ffb-classique", {"annonces": False}),
        ("departement-contree", {"fin": "reel"}),
        ("junior-plis", {"limite_points": 5}),
        ("escalier", {"limite_points": 5}),
    ],
)
def test_options_refused(ruleset, options):
    with pytest.raises(OptionError) as refused:
        complete_options(ruleset, options)
    assert refused.value.field.startswith("options.")
    assert refused.value.message("fr") != refused.value.message("en")


def test_null_removes_a_limit_and_is_absent_elsewhere():
    assert complete_options("ffb-classique", {"limite_donnes": None, "litige": None}) == {
        **DEFAULTS["ffb-classique"],
        "limite_donnes": None,
    }
    assert complete_options("coinche", {"arrondi": None}) == DEFAULTS["coinche"]


def test_a_value_without_article_does_not_load():
    for values_ in ({"capot": 250}, {"capot": (250,)}, {"capot": (250, "S9 3")}, {"capto": (250, "S0 9.2")}):
        with pytest.raises(OptionError):
            rule_set("club", "Club", "Club", base=FFB_CLASSIQUE, **values_)
    with pytest.raises(OptionError):
        rule_set("club", "Club", "Club", base=FFB_CLASSIQUE, defaults={"limite_donnes": 0})
    with pytest.raises(OptionError):
        rule_set("club", "Club", "Club", base=FFB_CLASSIQUE, defaults={"x": 0})


def test_a_value_that_a_rule_set_fixes_is_no_longer_an_option():
    club = rule_set("club", "Club", "Club", base=FFB_CLASSIQUE, articles={"club 3": "…"}, capot=(250, "club 3"))
    assert "capot" not in club.options and "litige" in club.options
    assert game_of(club).terms.capot == 250 and game_of(club).terms.article["capot"] == "club 3"
    with pytest.raises(OptionError):
        game_of(club, {"capot": 252})


def test_house_rules_are_made_from_settings():
    club = house_rules(
        {
            "id": "club",
            "title": "Règlement du club",
            "base": "ffb-classique",
            "articles": {"club 3": "Un capot vaut 250 points."},
            "values": {"capot": [250, "club 3"]},
            "options": {"limite_donnes": 10},
        },
        RULE_SETS,
    )
    sheet = {"ruleset": "club", "donnes": [{"preneur": "NS", "capot": "NS"}]}
    (donne,) = score_sheet(sheet, rule_sets={**RULE_SETS, "club": club}).donnes
    assert donne.marque == {"NS": 250, "EO": 0} and "club 3" in donne.articles
    assert club.article_text("club 3") == "Un capot vaut 250 points."
    assert club.article_text("S0 8", "en") == article_text("S0 8", "en")
    assert "capot" not in club.options and club.options["limite_donnes"].default == 10
    assert any("250" in sentence.text for section in reglement(club) for sentence in section.sentences)


@pytest.mark.parametrize(
    "settings",
    [
        {"base": "x"},
        {"base": "ffb-classique", "x": 1},
        {"base": "ffb-classique", "values": {"capot": 250}},
        {"base": "ffb-classique", "values": {"capot": ["250", "S0 9.2"]}},
        {"base": "ffb-classique", "values": {"rebelote": ["jamais", "S0 7"]}},
        {"base": "ffb-classique", "values": {"capto": [250, "S0 9.2"]}},
    ],
)
def test_house_rules_refused(settings):
    with pytest.raises(OptionError) as refused:
        house_rules({"id": "club", **settings}, RULE_SETS)
    assert refused.value.message("fr")


def values_of(option):
    """Some values of an option that is no choice among a few."""
    return ("Un jeton", "Deux") if option.kind == "text" else (7, 8, *([None] if option.nullable else []))


def every_option():
    for ruleset, rules in RULE_SETS.items():
        yield ruleset, {}
        for name, option in rules.options.items():
            alone = {"base": next(iter(option.bases))} if option.bases else {}
            for choice in option.choices or values_of(option):
                yield ruleset, {**alone, name: choice}


@pytest.mark.parametrize(("ruleset", "options"), list(every_option()))
def test_reglement_states_everything_with_its_article(ruleset, options):
    french, english = reglement(ruleset, options), reglement(ruleset, options, "en")
    assert [len(section.sentences) for section in french] == [len(section.sentences) for section in english]
    for here, there in zip(french, english, strict=True):
        assert here.title != there.title
        for said, sentence in zip(here.sentences, there.sentences, strict=True):
            assert said.article == sentence.article and said.article in ARTICLES
            assert said.text != sentence.text and said.text.endswith(".")
    # One printed sheet: some 3 000 signs.
    assert sum(len(sentence.text) for section in french for sentence in section.sentences) < 3000


@pytest.mark.parametrize("ruleset", sorted(set(RULE_SETS) - {"escalier", "junior-plis", "junior-encheres"}))
def test_each_choice_changes_what_the_reglement_says(ruleset):
    for name, option in RULE_SETS[ruleset].options.items():
        if name == "egalite":
            around = {"litige": False}
        elif option.bases:
            around = {"base": sorted(option.bases)[0]}
        else:
            around = {}
        around |= {"decompte": "club"} if option.kind == "text" else {}
        said = [reglement(ruleset, {**around, name: choice}) for choice in option.choices or values_of(option)]
        assert all(one != other for n, one in enumerate(said) for other in said[n + 1 :]), (ruleset, name)


def test_bibliography():
    for key, text in ARTICLES.items():
        assert key.split()[0] in SOURCES or re.fullmatch(r"D\d+", key)
        assert text.in_lang("fr") != text.in_lang("en")
        assert text.fr.endswith(".") and text.en.endswith(".")
    assert all(source.address and source.read for source in SOURCES.values())
    assert all(key.split()[0] in SOURCES and text.fr != text.en for key, text in NOT_COVERED.items())
    assert article_text("club 3") == "club 3"


def test_every_article_cited_in_the_code_is_in_the_bibliography():
    for path in {*Path("rules").rglob("*.py")} - {Path("rules/articles.py"), Path("rules/sources.py")}:
        for key in re.findall(r'(?<!")"((?:S[0-4] [^"{]+)|D\d+)"(?!")', path.read_text("utf-8")):
            assert key in ARTICLES, (path, key)


def test_every_sentence_is_in_both_languages():
    for table in (LABELS, MESSAGES, CAUSES, ERRORS):
        for text in table.values():
            assert text.fr and text.en and text.fr == typeset(text.fr)
    assert all(text.fr != text.en for text in ERRORS.values())


def test_words_of_values_are_those_in_use():
    for rules in RULE_SETS.values():
        for name, value in rules.values.items() if rules.game else ():
            words = words_of(rules.game, name)
            assert not words or value in words, (rules.id, name)
    assert words_of(FFB_CLASSIQUE.game, "rebelote") == ("due", "facultative", "une_fois")


def test_the_form_knows_every_key_of_every_game():
    for rules in RULE_SETS.values():
        assert getattr(rules.game, "keys", frozenset()) <= EVERY_KEY


def test_a_game_is_made_once():
    assert game_of(FFB_CLASSIQUE, {"litige": True}) is game_of("ffb-classique", {"litige": True})
    assert game_of(FFB_CLASSIQUE, None) is game_of(FFB_CLASSIQUE, {})
    with pytest.raises(OptionError):
        game_of(FFB_CLASSIQUE, {"litige": 1})


@pytest.mark.parametrize(
    ("atout", "impossible"),
    [
        (None, [1, 161]),
        ("coeur", [1, 161]),
        ("sans-atout", [1, 161]),
        ("tout-atout", [1, 2, 5, 253, 256, 257]),
    ],
)
def test_points_no_cards_make(atout, impossible):
    total = 258 if atout == "tout-atout" else 162
    assert sorted(set(range(total + 1)) - possible_points(atout)) == impossible
    assert sum(values(atout).values()) == total - 10
    assert possible_points(atout, 2) >= possible_points(atout)


def hand(text):
    return [CARDS[card] for card in text.split()]


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("passe", 1, "passe"),
        ("preneur", "N", "preneur"),
        ("atout", "cœur", "atout"),
        ("capot", True, "capot"),
        ("points", 95, "points"),
        ("points", {"NS": "95"}, "points.NS"),
        ("belote", "nord", "belote"),
        ("annonces", "tierce", "annonces"),
        ("annonces", ["NS"], "annonces"),
        ("annonces", {"NS": 5}, "annonces.NS"),
        ("annonces", {"NS": [5]}, "annonces.NS.0"),
        ("annonces", {"NS": [{"type": "quinte", "hauteur": "R", "couleur": "coeur"}]}, "annonces.NS.0.type"),
    ],
)
def test_a_fact_of_a_wrong_kind_is_refused_at_its_place(field, value, where):
    donne = {"preneur": "NS", "points": {"NS": 95}, field: value}
    (error,) = score_sheet({"ruleset": "annonces", "donnes": [donne]}).errors
    assert (error.code, error.field) == ("type", where)


def test_annonces_compared():
    tierce, other = Annonce("tierce", "A", "coeur"), Annonce("tierce", "A", "pique")
    assert best_camp({"NS": (tierce,), "EO": (other,)}, None) is None
    assert best_camp({"NS": (tierce,), "EO": (other,)}, "pique") == "EO"
    assert best_camp({"NS": (), "EO": ()}, None) is None
    assert points_that_count({"NS": (tierce, Annonce("cent", "V", "pique")), "EO": ()}, None) == {"NS": 120}
    assert points_that_count({"NS": (tierce, Annonce("cent", "V", "pique")), "EO": ()}, None, best_only=True) == {
        "NS": 100
    }


@pytest.mark.parametrize(
    ("ruleset", "fields", "belotes"),
    [
        ("ffb-classique", "preneur points belote capot", 1),
        ("annonces", "preneur atout points belote capot annonces", 1),
        ("departement-contree", "preneur enchere contre points belote capot", 1),
        ("coinche", "preneur enchere contre points belote capot", 1),
        ("junior-plis", "plis dernier_pli", 1),
        ("junior-encheres", "preneur enchere contre atout plis dernier_pli belote", 1),
        ("escalier", "annonces plis", 0),
    ],
)
def test_the_columns_of_a_sheet(ruleset, fields, belotes):
    asked = feuille(ruleset)
    assert asked.fields == tuple(fields.split())
    assert asked.belotes == belotes
    assert asked.by_manches == (ruleset == "escalier")


def test_the_columns_of_a_sheet_follow_its_options():
    variant = feuille("ffb-classique", {"sans_atout_tout_atout": True, "arrondi": True})
    assert variant.atouts == ("sans-atout", "tout-atout") and variant.belotes == 4 and variant.sum is None
    assert (feuille("ffb-classique").sum, feuille("ffb-classique").capot_more) == (162, 90)
    assert feuille("comptoir", {"base": "junior-encheres"}).bids == (*range(1, 19), "capot")
    assert len(feuille("escalier", players=6).manches) == 9 and feuille("escalier", players=9).camps == ("A", "B", "C")
