"""RuleSet, its options, and rule_set() which builds one: values beside their articles, "the same, except"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple

from rules.errors import OptionError
from rules.sources import ARTICLES, article_text


class Cited(NamedTuple):
    """A value and the article that gives it."""

    value: Any
    article: str


@dataclass(frozen=True, slots=True)
class Option:
    """What a tournament may choose: ``kind`` is ``bool``, ``int`` or ``choice``.

    ``choices`` are the allowed values of a ``choice`` (and of a ``bool``); an ``int`` is at least ``minimum`` and may
    be None where ``nullable``. ``means`` translates the choice into the value the engine reads, when they differ.
    """

    name: str
    kind: str
    default: Any
    article: str
    label_fr: str
    label_en: str
    choices: tuple[Any, ...] = ()
    choice_labels: Mapping[Any, tuple[str, str]] = field(default_factory=dict)
    minimum: int = 1
    nullable: bool = False
    means: Mapping[Any, Any] | None = None
    bases: frozenset[str] = frozenset()

    def label(self, lang: str = "fr") -> str:
        return self.label_en if lang == "en" else self.label_fr

    def choice_label(self, value: Any, lang: str = "fr") -> str:
        labels = self.choice_labels.get(value)
        return labels[lang == "en"] if labels else str(value)

    def accepts(self, value: Any) -> bool:
        """Whether *value* is allowed, types included: 1 is no True, 12.0 is no 12."""
        if value is None:
            return self.nullable
        if self.kind == "int":
            return type(value) is int and value >= self.minimum
        return any(type(value) is type(choice) and value == choice for choice in self.choices)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One règlement: its values, each with its article, its options, and the game it is played as."""

    id: str
    source: str
    game: str
    title_fr: str
    title_en: str
    values: Mapping[str, Cited]
    options: Mapping[str, Option]
    bases: Mapping[str, RuleSet] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)  # a club's own: key -> what it says

    def title(self, lang: str = "fr") -> str:
        return self.title_en if lang == "en" else self.title_fr

    @property
    def partners(self) -> bool:
        """Whether two players make a camp; False where everybody plays alone (comptoir, escalier)."""
        return self.values["partenaires"].value

    def article(self, name: str) -> str:
        return self.values[name].article

    def article_text(self, key: str, lang: str = "fr") -> str:
        """What an article says, a club's own included."""
        return self.articles.get(key) or article_text(key, lang)


def rule_set(
    id: str,
    title_fr: str,
    title_en: str,
    *,
    source: str = "",
    game: str = "",
    base: RuleSet | None = None,
    options: Iterable[Option] | None = None,
    defaults: Mapping[str, Any] | None = None,
    bases: Iterable[RuleSet] = (),
    articles: Mapping[str, str] | None = None,
    **values: tuple[Any, str],
) -> RuleSet:
    """A rule set, from nothing or "the same as *base*, except". Raises OptionError for a value without article.

    ``defaults`` changes the default of options of the base; ``articles`` are a club's own: key -> what it says.
    """
    known = ARTICLES.keys() | (articles or {}).keys()
    merged: dict[str, Cited] = dict(base.values) if base else {}
    for name, cited in values.items():
        if not isinstance(cited, tuple) or len(cited) != 2 or cited[1] not in known:
            raise OptionError("sans_source", champ=name, ruleset=id)
        if base and name not in base.values:
            raise OptionError("valeur_inconnue", champ=name, ruleset=id)
        merged[name] = Cited(*cited)
    chosen = {
        option.name: option for option in (options if options is not None else base.options.values() if base else ())
    }
    for name, default in (defaults or {}).items():
        if name not in chosen:
            raise OptionError("option_inconnue", champ=f"options.{name}", ruleset=id, option=name)
        if not chosen[name].accepts(default):
            raise OptionError("option_valeur", champ=f"options.{name}", ruleset=id, option=name, lu=default)
        old = chosen[name]
        chosen[name] = Option(
            **{slot: getattr(old, slot) for slot in old.__dataclass_fields__ if slot != "default"}, default=default
        )
    return RuleSet(
        id=id,
        source=source or (base.source if base else ""),
        game=game or (base.game if base else ""),
        title_fr=title_fr,
        title_en=title_en,
        values=MappingProxyType(merged),
        options=MappingProxyType(chosen),
        bases=MappingProxyType({b.id: b for b in bases} or (dict(base.bases) if base else {})),
        articles=MappingProxyType({**(base.articles if base else {}), **(articles or {})}),
    )


# The words a value may be where it is a word the engine acts on.
WORDS: dict[str, tuple[str, ...]] = {
    "egalite": ("chute", "reussite"),
    "belote_chute": ("garde", "adverse"),
    "rebelote": ("due", "facultative", "une_fois"),
    "annonces": ("aucune", "toutes", "meilleure"),
    "arrondi": ("point", "dizaine"),
    "litige_derniere_donne": ("perdu", "garde"),
    "decompte": ("annonces", "faits", "faits_et_annonces"),
    "fin": (
        "plus_haut",
        "plus_haut_non_capot",
        "preneur",
        "preneur_ou_plus_haut",
        "trois_conditions_reels",
        "trois_conditions_arrondis",
    ),
}
SETTINGS = ("id", "title", "base", "articles", "values", "options")


def house_rules(settings: Mapping[str, Any], rule_sets: Mapping[str, RuleSet]) -> RuleSet:
    """A club's own règlement from its settings: "the same as *base*, except". Raises OptionError.

    ``{"id": "club", "title": "Règlement du club", "base": "ffb-classique", "articles": {"club 3": "Le capot vaut 250."},
    "values": {"capot": [250, "club 3"]}, "options": {"limite_donnes": 10}}``: ``options`` are new defaults.
    """
    unknown = [key for key in settings if key not in SETTINGS]
    base = settings.get("base")
    if unknown or not isinstance(base, str) or base not in rule_sets:
        raise OptionError("ruleset_inconnu", champ="base", lu=unknown or base, attendu=", ".join(rule_sets))
    parent = rule_sets[base]
    values = {}
    for name, cited in dict(settings.get("values") or {}).items():
        if not isinstance(cited, list | tuple) or len(cited) != 2:
            raise OptionError("sans_source", champ=name, ruleset=settings.get("id"))
        value, article = cited
        old = parent.values[name].value if name in parent.values else value
        words = WORDS.get(name)
        if (words and value not in words) or (not words and type(value) is not type(old)):
            attendu = ", ".join(words) if words else type(old).__name__
            raise OptionError("valeur_refusee", champ=name, lu=value, attendu=attendu)
        values[name] = (value, article)
    title = str(settings.get("title") or settings.get("id"))
    # A value the club fixes is no longer an option.
    options = [option for option in parent.options.values() if option.name not in values]
    return rule_set(
        str(settings.get("id")),
        title,
        title,
        base=parent,
        options=options,
        defaults=settings.get("options"),
        articles=settings.get("articles"),
        **values,
    )


def complete_options_of(rules: RuleSet, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """*options* with the defaults filled in, in the order of the rule set. Raises OptionError."""
    given = dict(options or {})
    specs = dict(rules.options)
    if rules.bases:
        base = given.get("base")
        base = specs["base"].default if base is None else base
        if specs["base"].accepts(base):
            specs = {"base": specs["base"], **rules.bases[base].options}
    for name, value in given.items():
        if name not in specs:
            if value is None:
                continue
            raise OptionError(
                "option_inconnue",
                champ=f"options.{name}",
                option=name,
                ruleset=rules.id,
                attendu=", ".join(specs) or "—",
            )
        spec = specs[name]
        # A null key is as good as absent, save where null says something: no limit.
        if value is not None and not spec.accepts(value):
            raise OptionError(
                "option_valeur", champ=f"options.{name}", option=name, ruleset=rules.id, lu=value, spec=spec
            )
    completed = {}
    for name, spec in specs.items():
        value = given.get(name)
        completed[name] = spec.default if value is None and not (spec.nullable and name in given) else value
    return completed


class Terms(SimpleNamespace):
    """The values that hold for one partie, options applied, as plain attributes; ``article`` maps a name to its article."""


_TERMS: dict[tuple, Terms] = {}
MOST_TERMS = 4096  # kept; no club has as many


def terms(rules: RuleSet, options: Mapping[str, Any] | None) -> Terms:
    """The terms of one partie under *rules* and *options*, made once. Raises OptionError."""
    try:
        # Types too: 1 and 1.0 are equal to True, and no option.
        key = (
            (id(rules), *((name, value.__class__, value) for name, value in options.items())) if options else id(rules)
        )
        found = _TERMS.get(key)
    except (TypeError, AttributeError):  # what cannot be a key is no option either, and is refused below
        key = found = None
    if found is not None and found.rules is rules:
        return found
    made = _make_terms(rules, options)
    if len(_TERMS) > MOST_TERMS:
        _TERMS.clear()
    if key is not None:
        _TERMS[key] = made
    return made


def _make_terms(rules: RuleSet, options: Mapping[str, Any] | None) -> Terms:
    completed = complete_options_of(rules, options)
    source = rules.bases[completed["base"]] if rules.bases else rules
    cited = {**source.values, **rules.values} if rules.bases else dict(source.values)
    if rules.bases:
        cited = {name: c for name, c in cited.items() if name in source.values}
    values = {name: c.value for name, c in cited.items()}
    article = {name: c.article for name, c in cited.items()}
    for name, value in completed.items():
        spec = source.options.get(name)
        if spec is not None:
            values[name] = spec.means[value] if spec.means else value
            article.setdefault(name, spec.article)
    return Terms(**values, article=article, rules=rules, game=source.game, options=completed)
