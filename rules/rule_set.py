"""RuleSet, and rule_set() which builds one: values beside their articles, "the same as another, except"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.articles import ARTICLES
from rules.errors import OptionError
from rules.games.base import Game
from rules.games.two_camps import TwoCamps
from rules.options import Option
from rules.sentences import Text, text
from rules.sources import article_text

SETTINGS = ("id", "title", "base", "articles", "values", "options")
MOST_GAMES = 4096  # kept; no club has as many


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One règlement: its values and the article of each, its options, and the game it is played as.

    ``cites`` also holds what the règlement says without a value. ``game`` is None where the option ``base`` chooses
    among ``bases``. ``articles`` are a club's own: key -> text.
    """

    id: str
    source: str
    words: Text
    game: type[Game[Any]] | None
    values: Mapping[str, Any]
    cites: Mapping[str, str]
    options: Mapping[str, Option]
    bases: Mapping[str, RuleSet] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)

    def title(self, lang: str = "fr") -> str:
        """Return its title."""
        return self.words.in_lang(lang)

    @property
    def partners(self) -> bool:
        """Return whether two players make a camp; False where everybody plays alone (comptoir, escalier)."""
        return bool(self.values["partenaires"])

    @property
    def two_camps(self) -> bool:
        """Return whether two camps meet; False where each of 3 to 6 players marks for himself (escalier)."""
        return self.game is None or issubclass(self.game, TwoCamps)

    def article_text(self, key: str, lang: str = "fr") -> str:
        """Return the text of an article, a club's own included."""
        return self.articles.get(key) or article_text(key, lang)

    def cited_articles(self) -> set[str]:
        """Return every article it stands on, through its values, its options or its bases."""
        own = {*self.cites.values(), *(option.article for option in self.options.values())}
        return own.union(*(base.cited_articles() for base in self.bases.values()))

    def complete(self, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return *options* with the defaults filled in, in the order of the rule set. Raises OptionError.

        An option that counts for nothing beside the others has its default.
        """
        given = dict(options or {})
        specs = self._options_under(given.get("base"))
        for name, value in given.items():
            if name not in specs:
                if value is None:
                    continue
                known = ", ".join(specs) or "—"
                raise OptionError(
                    "option_inconnue", field=f"options.{name}", option=name, ruleset=self.id, expected=known
                )
            # A null key is as good as absent, save where null says something: no limit.
            if value is not None and not specs[name].accepts(value):
                raise _wrong_option(self.id, specs[name], value)
        completed = {}
        for name, spec in specs.items():
            value = given.get(name)
            completed[name] = spec.default if value is None and not (spec.nullable and name in given) else value
        return {
            name: value if specs[name].counts(completed) else specs[name].default for name, value in completed.items()
        }

    def _options_under(self, base: Any) -> Mapping[str, Option]:
        """Return the options there are: where a *base* is chosen, its own."""
        if not self.bases:
            return self.options
        choice = self.options["base"]
        base = choice.default if base is None else base
        return {"base": choice, **self.bases[base].options} if choice.accepts(base) else self.options

    def under(self, options: Mapping[str, Any] | None) -> Game[Any]:
        """Return the game under *options*, made once. Raises OptionError."""
        try:
            # Types too: 1 and 1.0 are equal to True, and no option.
            key = (self, *((name, value.__class__, value) for name, value in (options or {}).items()))
            game = _GAMES.get(key)
        except (TypeError, AttributeError):  # a value that cannot be a key is no option either, and is refused
            return self._make(options)
        if game is None:
            game = self._make(options)
            if len(_GAMES) > MOST_GAMES:
                _GAMES.clear()
            _GAMES[key] = game
        return game

    def _make(self, options: Mapping[str, Any] | None) -> Game[Any]:
        completed = self.complete(options)
        base = self.bases[completed["base"]] if self.bases else self
        assert base.game is not None
        own = {name: value for name, value in self.values.items() if name in base.values}
        chosen = {name: base.options[name].value_of(value) for name, value in completed.items() if name in base.options}
        cites = {name: self.cites[name] if name in own else article for name, article in base.cites.items()}
        return base.game(base.game.terms_class(article=cites, **{**base.values, **own, **chosen}))


_GAMES: dict[tuple[Any, ...], Game[Any]] = {}


def rule_set(
    id: str,
    title_fr: str,
    title_en: str,
    *,
    source: str = "",
    game: type[Game[Any]] | None = None,
    base: RuleSet | None = None,
    cites: Mapping[str, str] | None = None,
    options: Iterable[Option] | None = None,
    defaults: Mapping[str, Any] | None = None,
    bases: Iterable[RuleSet] = (),
    articles: Mapping[str, str] | None = None,
    **values: tuple[Any, str],
) -> RuleSet:
    """Make a rule set, from nothing or "the same as *base*, except".

    *values* are ``name=(value, article)``. *cites* maps an article to names, spaces between: what the règlement says
    without a value, and values kept from the base that this règlement states too. *defaults* changes the default of
    options; *articles* are a club's own: key -> text. Raises OptionError for a value without article.
    """
    known = ARTICLES.keys() | (articles or {}).keys()
    game = game or (base.game if base else None)
    made = dict(base.values) if base else {}
    cited = dict(base.cites) if base else {}
    for name, pair in values.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise OptionError("sans_source", field=name, ruleset=id)
        made[name], cited[name] = pair
    for article, names in (cites or {}).items():
        cited.update(dict.fromkeys(names.split(), article))
    for name, article in cited.items():
        if article not in known:
            raise OptionError("sans_source", field=name, ruleset=id)
        if game is not None and name not in (game.articles | value_names(game)):
            raise OptionError("valeur_inconnue", field=name, ruleset=id)
    for name in made.keys() - cited.keys():
        raise OptionError("sans_source", field=name, ruleset=id)
    if options is None and base:  # a value that the règlement fixes is no longer an option
        options = [option for option in base.options.values() if option.name not in values]
    chosen = {option.name: option for option in options or ()}
    for name, default in (defaults or {}).items():
        if name not in chosen:
            raise OptionError("option_inconnue", field=f"options.{name}", ruleset=id, option=name, expected="—")
        if not chosen[name].accepts(default):
            raise _wrong_option(id, chosen[name], default)
        chosen[name] = replace(chosen[name], default=default)
    return RuleSet(
        id=id,
        source=source or (base.source if base else ""),
        words=text(title_fr, title_en),
        game=game,
        values=MappingProxyType(made),
        cites=MappingProxyType(cited),
        options=MappingProxyType(chosen),
        bases=MappingProxyType({b.id: b for b in bases} or (dict(base.bases) if base else {})),
        articles=MappingProxyType({**(base.articles if base else {}), **(articles or {})}),
    )


def value_names(game: type[Game[Any]]) -> set[str]:
    """Return the names of the values that a rule set of *game* states."""
    return {spec.name for spec in fields(game.terms_class)} - {"article"}


def words_of(game: type[Game[Any]], name: str) -> tuple[str, ...]:
    """Return the words that a value may be, where it is a word the game acts on; else ()."""
    hint = get_type_hints(game.terms_class).get(name)
    return get_args(hint) if get_origin(hint) is Literal else ()


def house_rules(settings: Mapping[str, Any], rule_sets: Mapping[str, RuleSet]) -> RuleSet:
    """Make a club's own règlement from its settings: "the same as *base*, except". Raises OptionError.

    ``{"id": "club", "title": "Règlement du club", "base": "ffb-classique", "values": {"capot": [250, "club 3"]},
    "articles": {"club 3": "Le capot vaut 250."}, "options": {"limite_donnes": 10}}``: ``options`` are new defaults.
    """
    unknown = [key for key in settings if key not in SETTINGS]
    base = settings.get("base")
    if unknown or not isinstance(base, str) or base not in rule_sets:
        raise OptionError("ruleset_inconnu", field="base", read=unknown or base, expected=", ".join(rule_sets))
    parent = rule_sets[base]
    values: dict[str, Any] = {}
    for name, cited in dict(settings.get("values") or {}).items():
        if not isinstance(cited, list | tuple) or len(cited) != 2:
            raise OptionError("sans_source", field=name, ruleset=settings.get("id"))
        value, article = cited
        words = words_of(parent.game, name) if parent.game else ()
        kind = type(parent.values.get(name, value))
        if (words and value not in words) or (not words and type(value) is not kind):
            raise OptionError("valeur_refusee", field=name, read=value, expected=words or kind.__name__)
        values[name] = (value, article)
    title = str(settings.get("title") or settings.get("id"))
    return rule_set(
        str(settings.get("id")),
        title,
        title,
        base=parent,
        defaults=settings.get("options"),
        articles=settings.get("articles"),
        **values,
    )


def _wrong_option(ruleset: str, option: Option, value: Any) -> OptionError:
    return OptionError(
        "option_valeur",
        field=f"options.{option.name}",
        option=option.name,
        ruleset=ruleset,
        read=value,
        expected=option,
    )
