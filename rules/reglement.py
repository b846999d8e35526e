"""The règlement of a concours in full sentences, each with its article, to be printed on one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.rule_set import RuleSet, Terms, terms
from rules.sheet import find_rule_set
from rules.sources import ARTICLES


class Sentence(NamedTuple):
    """One sentence and the article it stands on."""

    text: str
    article: str


class Section(NamedTuple):
    """A titled group of sentences."""

    title: str
    sentences: tuple[Sentence, ...]


# What each choice means, in French and in English. A number is said by the sentence under `int`.
SAID: dict[tuple[str, Any], tuple[str, str]] = {
    ("litige", True): (
        "À égalité de points (81 à 81, ou 91 à 91 avec une belote), il y a litige : la défense marque ses points, ceux "
        "du preneur sont remis en jeu et vont au camp qui gagne la prochaine donne décidée.",
        "At equal points (81 all, or 91 all with a belote) there is a litige: the defence marks its points, those of "
        "the taker are put back in play and go to the camp that wins the next decided donne.",
    ),
    ("litige", False): ("Il n'y a pas de litige.", "There is no litige."),
    ("egalite", "chute"): ("À égalité de points, le preneur chute.", "At equal points the contract is lost."),
    ("egalite", "reussite"): (
        "À égalité de points, le contrat du preneur est réussi.",
        "At equal points the contract is made.",
    ),
    ("litige_derniere_donne", "perdu"): (
        "Si la dernière donne est un litige, les points du preneur sont perdus.",
        "When the last donne is a litige, the taker's points are lost.",
    ),
    ("litige_derniere_donne", "garde"): (
        "Si la dernière donne est un litige, le preneur garde ses points : chacun marque les siens.",
        "When the last donne is a litige, the taker keeps its points: each marks its own.",
    ),
    ("arrondi", True): (
        "La marque de chaque donne est arrondie à la dizaine la plus proche : 84 donne 80, 85 donne 90.",
        "The mark of each donne is rounded to the nearest ten: 84 gives 80, 85 gives 90.",
    ),
    ("arrondi", False): (
        "Les points sont marqués au point près, sans arrondi.",
        "Points are marked as they are, without rounding.",
    ),
    ("sans_atout_tout_atout", True): (
        "On peut aussi prendre à Sans Atout et à Tout Atout ; la table de conversion est fournie aux joueurs.",
        "Taking at Sans Atout and at Tout Atout is allowed; the conversion table is given to the players.",
    ),
    ("sans_atout_tout_atout", False): (
        "On ne prend qu'à une couleur : ni Sans Atout, ni Tout Atout.",
        "Only a suit can be taken: neither Sans Atout nor Tout Atout.",
    ),
    ("capot", 252): ("Un capot marque 252 points.", "A capot marks 252 points."),
    ("capot", 162): (
        "Un capot marque 162 points comme toute autre donne, même là où la règle générale dit 252.",
        "A capot marks 162 points as any other donne, even where the general rule says 252.",
    ),
    ("annonces", True): (
        "Les annonces (tierce, cinquante, cent, carré) comptent.",
        "Annonces (tierce, cinquante, cent, carré) count.",
    ),
    ("annonces", False): ("On joue sans annonces.", "There are no annonces."),
    ("fin", "reels"): (
        "À la fin de la partie, la dernière donne compte en points réels.",
        "At the end of the partie the last donne counts in real points.",
    ),
    ("fin", "arrondis"): (
        "À la fin de la partie, la dernière donne compte en points arrondis.",
        "At the end of the partie the last donne counts in rounded points.",
    ),
    ("decompte", "annonces"): ("On marque les points annoncés.", "The points bid are marked."),
    ("decompte", "faits"): ("On marque les points faits.", "The points made are marked."),
    ("decompte", "faits_et_annonces"): (
        "On marque les points faits et les points annoncés.",
        "The points made and the points bid are marked.",
    ),
    ("limite_donnes", int): ("Une partie dure {} donnes.", "A partie lasts {} donnes."),
    ("limite_donnes", None): (
        "Le nombre de donnes d'une partie n'est pas limité.",
        "The number of donnes of a partie is not limited.",
    ),
    ("limite_points", int): ("Une partie se joue en {} points.", "A partie is played to {} points."),
    ("limite_points", None): (
        "Aucun nombre de points ne met fin à la partie.",
        "No number of points ends the partie.",
    ),
}

# An option that says nothing under the value of another.
MOOT = {"egalite": ("litige", True), "litige_derniere_donne": ("litige", False)}


def reglement(ruleset: str | RuleSet, options: Mapping[str, Any] | None = None, lang: str = "fr") -> list[Section]:
    """The sections of the règlement of *ruleset* under *options*: the rules that hold, then what was chosen.

    Raises RuleError.
    """
    rules = ruleset if isinstance(ruleset, RuleSet) else find_rule_set(ruleset)
    agreed = terms(rules, options)
    chosen = tuple(_chosen(rules, agreed, lang))
    held = tuple(_held(agreed, {sentence.article for sentence in chosen}, lang))
    sections = [Section(rules.title(lang), held)]
    if chosen:
        sections.append(Section("What was chosen" if lang == "en" else "Ce qui a été choisi", chosen))
    return sections


def _chosen(rules: RuleSet, agreed: Terms, lang: str) -> Iterator[Sentence]:
    """Each option under its value, and the article that says what a limit means."""
    colon = ": " if lang == "en" else " : "
    explained = set()
    for name, spec in rules.options.items():
        if name not in agreed.options:
            continue
        value = agreed.options[name]
        if name in MOOT and agreed.options.get(MOOT[name][0]) == MOOT[name][1]:
            continue
        said = SAID.get((name, int if spec.kind == "int" and value is not None else value))
        if said is None:
            yield Sentence(f"{spec.label(lang)}{colon}{spec.choice_label(value, lang)}.", spec.article)
            continue
        yield Sentence(said[lang == "en"].format(value), spec.article)
        if spec.kind == "int" and value is not None and spec.article not in explained:
            explained.add(spec.article)
            yield Sentence(ARTICLES[spec.article].in_lang(lang), spec.article)


def _held(agreed: Terms, said: set[str], lang: str) -> Iterator[Sentence]:
    """The articles that hold whatever was chosen, in the order of the sources."""
    moot = {
        name for name, limit in (("fin", "limite_points"), ("nulle", "limite_donnes")) if not agreed.options.get(limit)
    }
    own = {article for name, article in agreed.article.items() if name not in agreed.options and name not in moot}
    for article in ARTICLES:
        if article in own - said:
            yield Sentence(ARTICLES[article].in_lang(lang), article)
