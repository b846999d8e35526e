"""The règlement says each option in a full sentence, with the article it stands on, in both languages."""

import itertools

import pytest

from rules import ARTICLES, RULE_SETS, OptionError, reglement
from rules.sentences import typeset


def text(ruleset: str, options: dict, lang: str = "fr") -> str:
    return "\n".join(sentence.text for section in reglement(ruleset, options, lang) for sentence in section.sentences)


def values(spec) -> list:
    if spec.kind == "int":
        return [7, 1234, *([None] if spec.nullable else [])]
    return ["Un jeton par pli", ""] if spec.kind == "text" else list(spec.choices)


def around(ruleset: str, name: str) -> dict:
    """The other options under which *name* says something."""
    club = {"decompte": "club"} if name == "marque_club" else {}
    if ruleset == "comptoir" and name != "base":
        return {"base": "coinche"} | club
    # Equality is a question only where litige is not played.
    return {"litige": False} if name == "egalite" else club


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_every_sentence_is_whole_and_cites_a_known_article(ruleset, lang):
    options = RULE_SETS[ruleset].options
    for name, spec in options.items():
        for value in values(spec):
            for section in reglement(ruleset, around(ruleset, name) | {name: value}, lang):
                assert section.sentences
                for sentence in section.sentences:
                    assert not sentence.text[0].islower()
                    assert sentence.text.endswith(".")
                    assert "None" not in sentence.text
                    assert "{" not in sentence.text
                    assert sentence.article in ARTICLES


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_two_values_of_an_option_are_never_said_alike(ruleset, lang):
    for name, spec in RULE_SETS[ruleset].options.items():
        others = around(ruleset, name)
        for one, other in itertools.combinations(values(spec), 2):
            assert text(ruleset, others | {name: one}, lang) != text(ruleset, others | {name: other}, lang), name


@pytest.mark.parametrize("variant", [True, False])
def test_the_variant_is_said_where_it_is_played_and_nowhere_else(variant):
    said = text("ffb-classique", {"sans_atout_tout_atout": variant})
    assert ("On peut prendre aussi à Sans Atout et à Tout Atout." in said) is variant
    assert ("table de conversion" in said) is variant
    assert ("On ne joue ni à Sans Atout ni à Tout Atout." in said) is not variant


WINNERS = {
    "higher": "Les deux camps l'atteignent à la même donne : le plus haut total gagne ; à égalité, une donne de plus.",
    "taker": "Les deux camps l'atteignent à la même donne : le camp du preneur gagne.",
    "no_capot": "Un camp capot ne finit pas sur sa belote",
    "three": "n'être sur cette donne ni capot ni en chute dans son contrat",
}


@pytest.mark.parametrize(
    ("ruleset", "options", "winners"),
    [
        ("ffb-classique", {"limite_points": 1000}, {"higher"}),
        ("departement-classique", {}, {"higher"}),
        ("annonces", {}, {"higher", "no_capot"}),
        ("traditionnelle", {}, {"higher"}),
        ("junior-classique", {}, {"taker"}),
        ("departement-contree", {}, {"three"}),
        ("coinche", {"decompte": "annonces"}, {"higher"}),
        ("coinche", {"decompte": "faits"}, {"taker"}),
        ("comptoir", {"base": "coinche", "decompte": "faits_et_annonces"}, {"taker"}),
        ("junior-plis", {}, set()),
        ("junior-encheres", {}, set()),
    ],
)
def test_who_wins_at_the_limit_is_said(ruleset, options, winners):
    said = text(ruleset, options)
    assert {name for name, sentence in WINNERS.items() if typeset(sentence) in said} == winners


def test_what_another_choice_makes_moot_is_not_said():
    assert "Litige à la dernière donne" in text("ffb-classique", {"litige": True})
    without = text("ffb-classique", {"litige": False, "egalite": "reussite"})
    assert typeset("dernière donne : les points") not in without
    assert "à égalité le contrat est réussi" in without
    assert "à égalité le contrat" not in text("ffb-classique", {"litige": True, "egalite": "reussite"})


def test_an_option_the_rule_set_does_not_have_is_refused():
    with pytest.raises(OptionError):
        reglement("ffb-classique", {"fin": "reels"})


@pytest.mark.parametrize("decompte", ["annonces", "faits", "faits_et_annonces"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_belote_that_does_not_help_is_nowhere_said_to_help(decompte, lang):
    """« sa belote comprise » stood before « la belote n'aide pas »."""
    helped = {"fr": ("belote comprise", "aide à réussir"), "en": ("belote included", "belote helps")}[lang]
    for helps in (True, False):
        said = text("coinche", {"decompte": decompte, "belote_aide": helps}, lang)
        assert any(words in said for words in helped) == helps
        assert ({"fr": "la belote n’aide pas", "en": "belote does not help"}[lang] in said) != helps


@pytest.mark.parametrize("decompte", ["faits", "faits_et_annonces"])
@pytest.mark.parametrize("value", ["capot_fait", "capot_demande"])
def test_the_reglement_cites_a_capot_of_the_club_as_its_marks_do(decompte, value):
    for points, club in ((500, True), ({"capot_fait": 250, "capot_demande": 350}[value], False)):
        options = {"decompte": decompte, value: points}
        sentences = [one for section in reglement("coinche", options, "fr") for one in section.sentences]
        (capot,) = [one for one in sentences if one.text.startswith(f"Capot {options.get('capot_fait', 250)}")]
        assert (capot.article == "D29") == club
