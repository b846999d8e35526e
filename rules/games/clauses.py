"""Clauses of a règlement that several games share; each game adds its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.games.base import Clause, Terms
from rules.games.two_camps import BeloteTerms, TwoCampsTerms
from rules.sentences import Text, text, texts

REBELOTE = texts(
    {
        "due": (
            "Sans « rebelote » à la seconde carte elle ne compte pas.",
            "Without “rebelote” on the second card it does not count.",
        ),
        "facultative": (
            "Dire « rebelote » à la seconde carte est facultatif.",
            "Saying “rebelote” on the second card is optional.",
        ),
        "une_fois": (
            "Un « rebelote » oublié est pardonné une fois par camp et par partie.",
            "A forgotten “rebelote” is forgiven once per camp and partie.",
        ),
    }
)
TIED_PARTIE = text(
    "Totaux égaux à la dernière donne{where} : partie nulle.",
    "Equal totals at the last donne{where}: a drawn partie.",
)
LITIGE_COUNTS = text(" Une donne en litige l'est.", " A donne in litige is.")
FIRST_LIMIT = text(", la première limite atteinte y met fin.", ", the first limit met ends it.")
EVEN_OVER_PARTNER = text(", même si son partenaire est maître", ", even when the partner is master")
UNLESS_PARTNER = text(", sauf si son partenaire est maître", ", unless the partner is master")
LOWER_ATOUT = text(
    " ; s'il ne peut pas monter, il met un atout plus faible.", "; who cannot go above plays a lower atout."
)
ANY_CARD = text(" ; s'il ne peut pas surcouper, il joue la carte qu'il veut.", "; who cannot go above plays any card.")


def belote_clauses(terms: BeloteTerms) -> Iterator[Clause]:
    """State what a belote is worth, and when it counts."""
    article = terms.article
    yield terms.clause(
        "La belote (roi et dame d'atout dans une main) vaut {belote} points, annoncée en jouant la première carte.",
        "The belote (king and queen of atout in one hand) is worth {belote} points, announced on the first card.",
        "belote",
    )
    yield Clause(REBELOTE[terms.rebelote], article["rebelote"], {})


def rounding_clauses(terms: TwoCampsTerms) -> Iterator[Clause]:
    """State whether marks are rounded."""
    if terms.arrondi == "dizaine":
        yield terms.clause(
            "La marque de chaque donne est arrondie à la dizaine la plus proche, 5 montant : 84 fait 80, 85 fait 90.",
            "The mark of each donne is rounded to the nearest ten, 5 going up: 84 gives 80, 85 gives 90.",
            "arrondi",
        )
    else:
        yield terms.clause("Les points sont marqués sans arrondi.", "Points are marked unrounded.", "arrondi")


def end_clauses(
    terms: TwoCampsTerms, winner: Iterable[Clause] = (), *, unit: str = "points", litige: bool = False
) -> Iterator[Clause]:
    """State when the partie ends: by donnes, by points of *unit*, and who is the *winner* by these."""
    article = terms.article
    donnes, points = terms.limite_donnes, terms.limite_points
    if donnes is not None:
        yield terms.clause(
            "La partie se joue en {donnes} donnes : le plus haut total gagne.",
            "The partie is played in {donnes} donnes: the higher total wins.",
            "limite_donnes",
            donnes=donnes,
        )
        yield terms.clause(
            "Une donne passée n'est pas comptée.{litige}",
            "A passed donne is not counted.{litige}",
            "limite_donnes",
            litige=LITIGE_COUNTS if litige else "",
        )
        yield Clause(TIED_PARTIE, article["nulle"], {"where": ""})
    if points is not None:
        yield terms.clause(
            "La partie se joue en {points} {unit}{end}",
            "The partie is played to {points} {unit}{end}",
            "limite_points",
            points=points,
            unit=unit,
            end=FIRST_LIMIT if donnes is not None else ".",
        )
        yield from winner
    if donnes is None and points is None:
        yield terms.clause(
            "Ni nombre de donnes ni nombre de points : la partie ne finit pas d'elle-même.",
            "Neither a number of donnes nor of points: the partie does not end by itself.",
            "limite_points",
        )


def taker_wins(terms: TwoCampsTerms) -> Clause:
    """State that the taker's camp wins where both reach the limit."""
    return terms.clause(
        "Les deux camps l'atteignent à la même donne : le camp du preneur gagne.",
        "Both camps reach it in the same donne: the taker's camp wins.",
        "fin",
    )


def higher_wins(terms: TwoCampsTerms) -> Clause:
    """State that the higher total wins where both reach the limit."""
    return terms.clause(
        "Les deux camps l'atteignent à la même donne : le plus haut total gagne ; à égalité, une donne de plus.",
        "Both camps reach it in the same donne: the higher total wins; equal, one more donne.",
        "limite_points",
    )


def play_clauses(terms: Terms) -> Iterator[Clause]:
    """State which cards may be played."""
    if terms.cartes_par_pli == 2:
        yield terms.clause(
            "À deux joueurs : 16 plis de 2 cartes, personne n'a de partenaire.",
            "Two players: 16 tricks of 2 cards, nobody has a partner.",
            "cartes_par_pli",
        )
    yield terms.clause(
        "On fournit la couleur demandée ; à l'atout on monte si on le peut.",
        "The suit led is followed; at atout one goes above if able.",
        "coupe_sur_partenaire",
    )
    partner: Text | str = ""
    if terms.partenaires:
        partner = EVEN_OVER_PARTNER if terms.coupe_sur_partenaire else UNLESS_PARTNER
    yield terms.clause(
        "Un joueur qui ne peut pas fournir coupe{partner}{under}",
        "Who cannot follow trumps{partner}{under}",
        "pisser",
        partner=partner,
        under=LOWER_ATOUT if terms.pisser else ANY_CARD,
    )
