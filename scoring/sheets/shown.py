"""Show a version of a sheet: its donnes as the rules mark them, and the control that it passed or failed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language, gettext_lazy as _, ngettext, pgettext_lazy

from rules import (
    SIGNS,
    Feuille,
    Result,
    SheetError,
    article_text,
    check_totals,
    feuille,
    is_int,
    label_text,
    score_sheet,
)
from scoring.messages import sentence
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import author_of, figures_text, marks_of
from tournament.concours.models import Tournament

LABELS = {
    "preneur": _("Preneur"),
    "enchere": _("Bid"),
    "contre": _("Contre"),
    "atout": _("Atout"),
    "points": _("Points"),
    "plis": _("Tricks"),
    "dernier_pli": _("Last trick"),
    "belote": _("Belote"),
    "capot": _("Capot"),
    "annonces": _("Annonces"),
    "renonce": _("Renonce"),
}
TYPE_WORDS = {"tierce": _("tierce"), "cinquante": _("cinquante"), "cent": _("cent"), "carre": _("carré")}


# Coinche has no surcontre, and no contre by that name.
CONTRE_WORDS = {"contre": _("contre"), "surcontre": _("surcontre")}
COINCHE_WORDS = {"contre": pgettext_lazy("bid", "coinché")}


def labels_of(sheet: Feuille) -> Mapping[str, Any]:
    """Return the names of the columns of *sheet*, in the words of its règlement."""
    return LABELS if "surcontre" in sheet.contres else {**LABELS, "contre": pgettext_lazy("column", "Coinche")}


def contre_words(sheet: Feuille) -> Mapping[str, Any]:
    """Return the contres of *sheet* in the words of its règlement."""
    return CONTRE_WORDS if "surcontre" in sheet.contres else COINCHE_WORDS


def annonce_text(annonce: Mapping[str, Any]) -> str:
    """Return an annonce as written on a sheet: « tierce R♥ », « carré V »."""
    card = f"{annonce.get('hauteur') or ''}{SIGNS.get(annonce.get('couleur') or '', '')}"
    return f"{TYPE_WORDS.get(annonce['type'], annonce['type'])} {card}".strip()


def feuille_of(tournament: Tournament, *, players: int = 4) -> Feuille:
    """Return the sheet of the concours' rule set."""
    return feuille(tournament.rule_set, tournament.rule_options, players=players)


@dataclass(frozen=True)
class DonneLine:
    """Show one donne (or manche) of a sheet as entered and as the règlement marks it.

    `points` are both camps' raw points, the one left out filled in; `lines` are (camp, label, points, article, its
    text); `decision` the articles that settle the contract, each with its text. `contres` are the words of
    its règlement for them.
    """

    number: int
    entered: Mapping
    issue: str
    marks: dict[str, int]
    total: dict[str, int]
    pot: int
    points: Mapping[str, int]
    lines: list[tuple[str, str, int, str, str]]
    decision: list[tuple[str, str]]
    contres: Mapping[str, object] = field(default_factory=dict)

    @property
    def contract(self) -> str:
        """Return what was played, in a few words: the preneur, its bid, contre or surcontre, the atout."""
        if self.entered.get("cartes"):
            return ngettext("%(n)s card", "%(n)s cards", self.entered["cartes"]) % {"n": self.entered["cartes"]}
        words = (self.entered.get(name) for name in ("preneur", "enchere", "contre", "atout"))
        return " ".join(SIGNS.get(word, str(self.contres.get(word, word))) for word in words if word)

    def announced(self, camp: str) -> str:
        """Return what *camp* announced: its annonces and belotes in words, the tricks it guessed."""
        annonces = (self.entered.get("annonces") or {}).get(camp)
        if is_int(annonces):
            return str(annonces)
        words = [annonce_text(annonce) for annonce in annonces or ()]
        belotes = self.entered.get("belote") or ()
        words += [str(LABELS["belote"]).lower()] * ([belotes] if isinstance(belotes, str) else [*belotes]).count(camp)
        return ", ".join(words)

    def taken(self, camp: str) -> int | None:
        """Return the raw points that *camp* took, its tricks where tricks are counted; None where that was not written."""
        points = self.points.get(camp)
        return (self.entered.get("plis") or {}).get(camp) if points is None else points

    @property
    def articles(self) -> list[str]:
        """Return the articles that mark it, each once, in order."""
        return list(dict.fromkeys([line[3] for line in self.lines] + [key for key, _text in self.decision]))

    @property
    def reasons(self) -> list[tuple[str, int, list[tuple[str, int, str, str]]]]:
        """Return why each camp marks what it marks: (camp, its mark, its lines without the camp)."""
        return [
            (camp, mark, [(label, points, key, text) for of, label, points, key, text in self.lines if of == camp])
            for camp, mark in self.marks.items()
        ]


@dataclass(frozen=True)
class MarkedSheet:
    """Represent a sheet donne by donne as the règlement marks it: its lines up to the first wrong donne, and the whole."""

    lines: list[DonneLine]
    result: Result

    @property
    def total(self) -> dict[str, int]:
        """Return the running total of each camp."""
        return self.lines[-1].total if self.lines else {}

    @property
    def pot(self) -> int:
        """Return the points held over by a litige."""
        return self.lines[-1].pot if self.lines else 0

    @property
    def error(self) -> SheetError | None:
        """Return the first error, None where there is none."""
        return self.result.errors[0] if self.result.errors else None


def marked_sheet(content: Mapping, *, cancelled: Collection[int] = ()) -> MarkedSheet:
    """Return *content* (docs/rules.md 3) marked by the règlement, each mark with its article.

    *cancelled* are the donnes that a referee took off: the sheet has them as passed, the line says what they are. Asks
    the database nothing. Raises RuleError for what is no sheet at all.
    """
    lang = get_language() or "fr"
    result = score_sheet(dict(content))
    contres = contre_words(feuille(content["ruleset"], content.get("options")))
    lines = [
        DonneLine(
            number=number,
            entered=entered,
            issue="annulee" if donne.issue == "passe" and number in cancelled else donne.issue,
            marks=dict(donne.marque),
            total=dict(donne.cumul),
            pot=donne.pot,
            points=donne.points or {},
            lines=[
                (line.camp, label_text(line, lang), line.points, line.article, article_text(line.article, lang))
                for line in donne.lines
            ],
            decision=[
                (article, article_text(article, lang))
                for article in donne.articles
                if article not in {line.article for line in donne.lines}
            ],
            contres=contres,
        )
        for number, (entered, donne) in enumerate(zip(donnes_of(content), result.donnes, strict=False), start=1)
    ]
    return MarkedSheet(lines, result)


def donnes_of(content: Mapping) -> list:
    """Return the donnes, or manches, of a sheet; [] of one that gives totals alone."""
    return content.get("manches") or content.get("donnes") or []


def donne_lines(content: Mapping, *, cancelled: Collection[int] = ()) -> list[DonneLine]:
    """Return the donnes (or manches) of *content* up to the first wrong one, as `marked_sheet` marks them."""
    return marked_sheet(content, cancelled=cancelled).lines


def shown_version(sheet: ScoreSheet, *, cancelled: Collection[int] = ()) -> dict[str, object]:
    """Return a version as a page shows it: its marks, who gave it, what its control said, and its donnes."""
    return {
        "sheet": sheet,
        "marks": marks_of(sheet),
        "recorded": figures_text(sheet),
        "who": author_of(sheet),
        "check": check_text(sheet),
        "unchecked": is_unchecked(sheet),
        "donnes": donne_lines(sheet.content, cancelled=cancelled) if sheet.kind == "donnes" else [],
    }


def check_text(sheet: ScoreSheet) -> str:
    """Return what the control said of a version that failed it; empty for one that passed."""
    if not sheet.check_code:
        return ""
    if sheet.kind == "donnes":
        return sentence(sheet.check_code, sheet.check_params)
    content, ends = sheet.content, sheet.check_params.get("donnes")
    check = check_totals(
        **{name: content[name] for name in ("ruleset", "options", "totals", "belotes", "capots")},
        # The donnes that it was controlled for, by their two ends, where the last ones had been imposed.
        donnes=range(ends[0], ends[1] + 1) if isinstance(ends, list) else None,
    )
    return check.message(get_language() or "fr")


def is_unchecked(sheet: ScoreSheet) -> bool:
    """Return whether nothing was checked of a version, since the club marks in its own way."""
    ruleset = sheet.content.get("ruleset")
    return sheet.kind == "totals" and bool(ruleset) and feuille(ruleset, sheet.content.get("options")).totals_alone
