"""The règlement of belote classique and its kin, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.base import CONTRACT, END, MARKS, PLAY, Clause, ReglementPart, clause
from rules.games.classique.marks import ClassiqueTerms
from rules.games.clauses import belote_clauses, end_clauses, higher_wins, play_clauses, rounding_clauses, taker_wins
from rules.sentences import text

WITH_ALL = text("belote et annonces comprises", "belote and annonces included")
WITH_BELOTE = text("belote comprise", "belote included")
WITHOUT_BELOTE = text("belote non comprise", "the belote left out")
MADE, LOST = text("réussi", "made"), text("chuté", "lost")
OWN = text("points et sa belote", "points and its belote")
OWN_WITH_ANNONCES = text("points, sa belote et ses annonces", "points, its belote and its annonces")
COUNTED_ANNONCES = text(
    " avec les annonces qui comptent, des deux camps", " with the annonces that count, of both camps"
)
BELOTE_LOST = text(", et la belote du preneur s'il l'a annoncée.", ", and the taker's belote if announced.")
BELOTE_KEPT = text(
    " et sa belote ; le preneur ne garde que la sienne.", " and its belote; the taker keeps only its own."
)
NO_BONUS = text(", sans supplément", ", no bonus")


def classique_reglement(terms: ClassiqueTerms) -> list[ReglementPart]:
    """Return the clauses under their titles."""
    return [
        (CONTRACT, _contract(terms)),
        (MARKS, _marks(terms)),
        (END, end_clauses(terms, _winner(terms), litige=terms.litige)),
        (PLAY, play_clauses(terms)),
    ]


def _winner(terms: ClassiqueTerms) -> Iterator[Clause]:
    if terms.fin == "preneur":
        yield taker_wins(terms)
        return
    yield higher_wins(terms)
    if terms.fin == "plus_haut_non_capot":
        yield terms.clause(
            "Un camp capot ne finit pas sur sa belote : il lui faut un pli de plus dans une donne suivante.",
            "A capot camp does not finish on its belote: it must take one more trick in a later donne.",
            "fin",
        )


def _contract(terms: ClassiqueTerms) -> Iterator[Clause]:
    if terms.seuil is None:
        bonus = WITH_BELOTE if terms.annonces == "aucune" else WITH_ALL
        if terms.comparaison == "sans_belote":
            bonus = WITHOUT_BELOTE
        yield terms.clause(
            "Le contrat est réussi si le preneur a plus de points que la défense, {bonus}.",
            "The contract is made when the taker has more points than the defence, {bonus}.",
            "comparaison" if terms.comparaison == "sans_belote" else "seuil",
            bonus=bonus,
        )
        yield from _equality(terms)
    else:
        yield terms.clause(
            "Le contrat est réussi à {seuil} points de plis ou plus ; la belote n'aide pas, {under} est une chute.",
            "The contract is made at {seuil} points of tricks or more; the belote does not help, {under} is a chute.",
            "seuil",
            under=terms.seuil - 1,
        )
    yield terms.clause(
        "Si les quatre joueurs passent deux fois, la donne ne marque rien et ne compte pas.",
        "When all four pass twice, the donne marks nothing and does not count.",
        "passe",
    )
    yield from _variant(terms)


def _equality(terms: ClassiqueTerms) -> Iterator[Clause]:
    if terms.litige:
        if terms.litige_suite == "redonne":
            yield terms.clause(
                "À égalité la donne est rejouée par le même donneur : elle ne marque rien et ne compte pas.",
                "At equality the donne is played again by the same dealer: it marks nothing and does not count.",
                "litige_suite",
            )
            return
        yield terms.clause(
            "À égalité il y a litige : la défense marque ses points ; ceux du preneur restent en jeu et vont au gagnant "
            "de la prochaine donne décidée. Un nouveau litige s'y ajoute, une donne passée les laisse.",
            "Equality is a litige: the defence marks its points; the taker's stay in play and go to the winner of the "
            "next decided donne. Another litige adds to them, a passed donne leaves them.",
            "litige",
        )
        if terms.litige_derniere_donne == "garde" and terms.limite_donnes is not None:
            yield terms.clause(
                "Litige à la dernière donne : le preneur garde ses points.",
                "Litige on the last donne: the taker keeps its points.",
                "litige_derniere_donne",
            )
        else:
            yield terms.clause(
                "Litige à la dernière donne : les points du preneur sont perdus et ne passent jamais à une autre partie.",
                "Litige on the last donne: the taker's points are lost, and never pass to another partie.",
                "litige",
            )
    else:
        yield terms.clause(
            "La règle du litige n'est pas jouée : à égalité le contrat est {end}.",
            "The litige rule is not played: at equality the contract is {end}.",
            "egalite",
            end=MADE if terms.egalite == "reussite" else LOST,
        )


def _variant(terms: ClassiqueTerms) -> Iterator[Clause]:
    article = terms.article["sans_atout_tout_atout"]
    if not terms.sans_atout_tout_atout:
        yield clause(
            "On ne joue ni à Sans Atout ni à Tout Atout.", "Neither Sans Atout nor Tout Atout is played.", article
        )
        return
    yield clause(
        "On peut prendre aussi à Sans Atout et à Tout Atout.", "Sans Atout and Tout Atout are played.", article
    )
    yield clause(
        "Sans Atout : as 19, dix 10, roi 4, dame 3, valet 2 ; pas de coupe, pas de belote.",
        "Sans Atout: ace 19, ten 10, king 4, queen 3, jack 2; no trumping, no belote.",
        "S0 11.2",
    )
    yield clause(
        "Tout Atout : les 258 points sont ramenés à 162 par la table de conversion, puis les belotes s'ajoutent "
        "(quatre au plus) ; un capot marque {capot}.",
        "Tout Atout: the 258 points are brought to 162 by the conversion table, then the belotes are added "
        "(four at most); a capot marks {capot}.",
        "S0 11.3",
        capot=terms.capot,
    )


def _marks(terms: ClassiqueTerms) -> Iterator[Clause]:
    article = terms.article
    annonces = terms.annonces != "aucune"
    yield terms.clause(
        "À l'atout : valet 20, neuf 14, as 11, dix 10, roi 4, dame 3 ; ailleurs : as 11, dix 10, roi 4, dame 3, valet 2. "
        "Le dernier pli vaut {der} points de plus : 162 points en tout.",
        "At atout: jack 20, nine 14, ace 11, ten 10, king 4, queen 3; elsewhere: ace 11, ten 10, king 4, queen 3, jack 2. "
        "The last trick is worth {der} more points: 162 in all.",
        "der",
    )
    yield terms.clause(
        "Contrat réussi : chaque camp marque ses {own}.",
        "Contract made: each camp marks its {own}.",
        "faits",
        own=OWN_WITH_ANNONCES if annonces else OWN,
    )
    plus = COUNTED_ANNONCES if annonces else ""
    yield terms.clause(
        "Contrat chuté : la défense marque {chute}{plus}{belotes}",
        "Contract lost: the defence marks {chute}{plus}{belotes}",
        "chute",
        plus=plus,
        belotes=BELOTE_LOST if terms.belote_chute == "adverse" else BELOTE_KEPT,
    )
    same = terms.capot == terms.chute
    yield clause(
        "Capot (tous les plis) : {capot} points{bonus}{plus}.",
        "Capot (every trick): {capot} points{bonus}{plus}.",
        "D22" if same else article["capot"],
        capot=terms.capot,
        bonus=NO_BONUS if same else "",
        plus=plus,
    )
    yield from belote_clauses(terms)
    if annonces:
        yield from _annonces(terms)
    else:
        yield terms.clause("On joue sans annonces.", "There are no annonces.", "annonces")
    yield from rounding_clauses(terms)


def _annonces(terms: ClassiqueTerms) -> Iterator[Clause]:
    yield clause(
        "Annonces : carré de valets 200, de neuf 150, d'as, de dix, de rois ou de dames 100 ; cent 100 ; cinquante 50 ; "
        "tierce 20. Une carte ne sert que dans une.",
        "Annonces: four jacks 200, nines 150, aces, tens, kings or queens 100; cent 100; cinquante 50; tierce 20. "
        "A card serves in one only.",
        "S2 A",
    )
    if terms.annonces == "meilleure":
        yield clause(
            "Seule compte l'annonce la plus élevée de toutes.",
            "Only the single highest annonce counts.",
            "S3 Les annonces",
        )
    else:
        yield clause(
            "Le camp de la meilleure annonce marque toutes les siennes, l'autre aucune.",
            "The camp of the best annonce marks all of its own, the other none.",
            "S2 C",
        )
    yield clause(
        "À égalité : la plus haute carte, puis l'atout, puis aucune annonce ne compte.",
        "When equal: the higher card, then atout, then no annonce counts.",
        "S2 C",
    )
    if terms.renonce:
        yield terms.clause(
            "Renonce : le camp qui ne peut montrer ses annonces les laisse toutes à l'adversaire.",
            "Renonce: a camp that cannot show its annonces leaves them all to the adversary.",
            "renonce",
        )
