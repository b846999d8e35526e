"""Clauses of a règlement that several games share; each game adds its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.games.base import Clause, Terms
from rules.games.two_camps import BeloteTerms, TwoCampsTerms


def belote_clauses(terms: BeloteTerms) -> Iterator[Clause]:
    """Say what a belote is worth, and when it counts."""
    article = terms.article
    yield Clause(
        f"La belote (roi et dame d'atout dans une main) vaut {terms.belote} points, annoncée en jouant la première carte.",
        f"The belote (king and queen of atout in one hand) is worth {terms.belote} points, announced on the first card.",
        article["belote"],
    )
    rebelote = {
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
    }[terms.rebelote]
    yield Clause(*rebelote, article["rebelote"])


def rounding_clauses(terms: TwoCampsTerms) -> Iterator[Clause]:
    """Say whether marks are rounded."""
    if terms.arrondi == "dizaine":
        yield Clause(
            "La marque de chaque donne est arrondie à la dizaine la plus proche, 5 montant : 84 fait 80, 85 fait 90.",
            "The mark of each donne is rounded to the nearest ten, 5 going up: 84 gives 80, 85 gives 90.",
            terms.article["arrondi"],
        )
    else:
        yield Clause("Les points sont marqués sans arrondi.", "Points are marked unrounded.", terms.article["arrondi"])


def end_clauses(
    terms: TwoCampsTerms, winner: Iterable[Clause] = (), *, unit: str = "points", litige: bool = False
) -> Iterator[Clause]:
    """Say when the partie ends: by donnes, by points of *unit*, and who is the *winner* by these."""
    article = terms.article
    donnes, points = terms.limite_donnes, terms.limite_points
    if donnes is not None:
        yield Clause(
            f"La partie se joue en {donnes} donnes : le plus haut total gagne.",
            f"The partie is played in {donnes} donnes: the higher total wins.",
            article["limite_donnes"],
        )
        yield Clause(
            "Une donne passée n'est pas comptée." + (" Une donne en litige l'est." if litige else ""),
            "A passed donne is not counted." + (" A donne in litige is." if litige else ""),
            article["limite_donnes"],
        )
        yield Clause(
            "Totaux égaux à la dernière donne : partie nulle.",
            "Equal totals at the last donne: a drawn partie.",
            article["nulle"],
        )
    if points is not None:
        yield Clause(
            f"La partie se joue en {points} {unit}"
            + (", la première limite atteinte y met fin." if donnes is not None else "."),
            f"The partie is played to {points} {unit}"
            + (", the first limit met ends it." if donnes is not None else "."),
            article["limite_points"],
        )
        yield from winner
    if donnes is None and points is None:
        yield Clause(
            "Ni nombre de donnes ni nombre de points : la partie ne finit pas d'elle-même.",
            "Neither a number of donnes nor of points: the partie does not end by itself.",
            article["limite_points"],
        )


def taker_wins(terms: TwoCampsTerms) -> Clause:
    """Say that the taker's camp wins where both reach the limit."""
    return Clause(
        "Les deux camps l'atteignent à la même donne : le camp du preneur gagne.",
        "Both camps reach it in the same donne: the taker's camp wins.",
        terms.article["fin"],
    )


def higher_wins(terms: TwoCampsTerms) -> Clause:
    """Say that the higher total wins where both reach the limit."""
    return Clause(
        "Les deux camps l'atteignent à la même donne : le plus haut total gagne ; à égalité, une donne de plus.",
        "Both camps reach it in the same donne: the higher total wins; equal, one more donne.",
        terms.article["limite_points"],
    )


def play_clauses(terms: Terms) -> Iterator[Clause]:
    """Say which cards may be played."""
    article = terms.article
    if terms.cartes_par_pli == 2:
        yield Clause(
            "À deux joueurs : 16 plis de 2 cartes, personne n'a de partenaire.",
            "Two players: 16 tricks of 2 cards, nobody has a partner.",
            article["cartes_par_pli"],
        )
    yield Clause(
        "On fournit la couleur demandée ; à l'atout on monte si on le peut.",
        "The suit led is followed; at atout one goes above if able.",
        article["coupe_sur_partenaire"],
    )
    partner = ("", "")
    if terms.partenaires and terms.coupe_sur_partenaire:
        partner = (", même si son partenaire est maître", ", even when the partner is master")
    elif terms.partenaires:
        partner = (", sauf si son partenaire est maître", ", unless the partner is master")
    under = (
        (" ; s'il ne peut pas monter, il met un atout plus faible.", "; who cannot go above plays a lower atout.")
        if terms.pisser
        else (" ; s'il ne peut pas surcouper, il joue la carte qu'il veut.", "; who cannot go above plays any card.")
    )
    yield Clause(
        f"Un joueur qui ne peut pas fournir coupe{partner[0]}{under[0]}",
        f"Who cannot follow trumps{partner[1]}{under[1]}",
        article["pisser"],
    )
