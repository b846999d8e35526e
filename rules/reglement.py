"""The règlement of a concours in full sentences, each with its article, to be printed on one sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.rule_set import RuleSet, Terms, terms
from rules.sheet import find_rule_set


class Sentence(NamedTuple):
    """One sentence and the article it stands on."""

    text: str
    article: str


class Section(NamedTuple):
    """A titled group of sentences."""

    title: str
    sentences: tuple[Sentence, ...]


class Said(NamedTuple):
    """One sentence in French and in English, and its article."""

    fr: str
    en: str
    article: str


PLAY, CONTRACT, MARKS, END = (
    ("Le jeu de la carte", "The play of the cards"),
    ("Le contrat", "The contract"),
    ("La marque", "The marks"),
    ("La partie", "The partie"),
)

Part = tuple[tuple[str, str], Iterator[Said]]


def reglement(ruleset: str | RuleSet, options: Mapping[str, Any] | None = None, lang: str = "fr") -> list[Section]:
    """The sections of the règlement of *ruleset* under *options*, every option stated. Raises RuleError."""
    rules = ruleset if isinstance(ruleset, RuleSet) else find_rule_set(ruleset)
    agreed = terms(rules, options)
    english = lang == "en"
    sections = []
    for title, said in GAMES[agreed.game](agreed):
        sentences = tuple(Sentence(one.en if english else one.fr, one.article) for one in said)
        if sentences:
            sections.append(Section(title[english], sentences))
    return sections


def _points_game(agreed: Terms) -> list[Part]:
    return [
        (CONTRACT, _classic_contract(agreed)),
        (MARKS, _classic_marks(agreed)),
        (END, _end(agreed)),
        (PLAY, _play(agreed)),
    ]


def _auction_game(agreed: Terms) -> list[Part]:
    marks = _contree_marks if agreed.game == "contree" else _coinche_marks
    return [
        (CONTRACT, _auction_contract(agreed)),
        (MARKS, marks(agreed)),
        (END, _end(agreed)),
        (PLAY, _play(agreed)),
    ]


def _tricks_game(agreed: Terms) -> list[Part]:
    return [(MARKS, _trick_marks(agreed)), (END, _end(agreed)), (PLAY, _play(agreed))]


def _escalier_game(agreed: Terms) -> list[Part]:
    return [(MARKS, _escalier_marks(agreed)), (PLAY, _play(agreed))]


GAMES: dict[str, Callable[[Terms], list[Part]]] = {
    "points": _points_game,
    "contree": _auction_game,
    "coinche": _auction_game,
    "plis": _tricks_game,
    "encheres": _tricks_game,
    "escalier": _escalier_game,
}


# The contract


def _classic_contract(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    if agreed.seuil is None:
        bonus = ("belote et annonces comprises", "belote and annonces included")
        if agreed.annonces == "aucune":
            bonus = ("belote comprise", "belote included")
        yield Said(
            f"Le contrat est réussi si le preneur a plus de points que la défense, {bonus[0]}.",
            f"The contract is made when the taker has more points than the defence, {bonus[1]}.",
            article["seuil"],
        )
        yield from _equality(agreed)
    else:
        yield Said(
            f"Le contrat est réussi à {agreed.seuil} points de plis ou plus ; la belote n'aide pas, "
            f"{agreed.seuil - 1} est une chute.",
            f"The contract is made at {agreed.seuil} points of tricks or more; the belote does not help, "
            f"{agreed.seuil - 1} is a chute.",
            article["seuil"],
        )
    yield Said(
        "Si les quatre joueurs passent deux fois, la donne ne marque rien et ne compte pas.",
        "When all four pass twice, the donne marks nothing and does not count.",
        article["passe"],
    )
    yield from _variant(agreed)


def _equality(agreed: Terms) -> Iterator[Said]:
    if agreed.litige:
        yield Said(
            "À égalité il y a litige : la défense marque ses points ; ceux du preneur restent en jeu et vont au gagnant "
            "de la prochaine donne décidée. Un nouveau litige s'y ajoute, une donne passée les laisse.",
            "Equality is a litige: the defence marks its points; the taker's stay in play and go to the winner of the "
            "next decided donne. Another litige adds to them, a passed donne leaves them.",
            agreed.article["litige"],
        )
        if agreed.litige_derniere_donne == "garde" and agreed.limite_donnes is not None:
            yield Said(
                "Litige à la dernière donne : le preneur garde ses points.",
                "Litige on the last donne: the taker keeps its points.",
                agreed.article["litige_derniere_donne"],
            )
        else:
            yield Said(
                "Litige à la dernière donne : les points du preneur sont perdus et ne passent jamais à une autre partie.",
                "Litige on the last donne: the taker's points are lost, and never pass to another partie.",
                agreed.article["litige"],
            )
    else:
        made = agreed.egalite == "reussite"
        yield Said(
            f"La règle du litige n'est pas jouée : à égalité le contrat est {'réussi' if made else 'chuté'}.",
            f"The litige rule is not played: at equality the contract is {'made' if made else 'lost'}.",
            agreed.article["egalite"],
        )


def _variant(agreed: Terms) -> Iterator[Said]:
    article = agreed.article["sans_atout_tout_atout"]
    if not agreed.sans_atout_tout_atout:
        yield Said(
            "On ne joue ni à Sans Atout ni à Tout Atout.", "Neither Sans Atout nor Tout Atout is played.", article
        )
        return
    yield Said("On peut prendre aussi à Sans Atout et à Tout Atout.", "Sans Atout and Tout Atout are played.", article)
    yield Said(
        "Sans Atout : as 19, dix 10, roi 4, dame 3, valet 2 ; pas de coupe, pas de belote.",
        "Sans Atout: ace 19, ten 10, king 4, queen 3, jack 2; no trumping, no belote.",
        "S0 11.2",
    )
    yield Said(
        "Tout Atout : les 258 points sont ramenés à 162 par la table de conversion, puis les belotes s'ajoutent "
        f"(quatre au plus) ; un capot marque {agreed.capot}.",
        "Tout Atout: the 258 points are brought to 162 by the conversion table, then the belotes are added "
        f"(four at most); a capot marks {agreed.capot}.",
        "S0 11.3",
    )


def _auction_contract(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    low, high = agreed.enchere_min, agreed.enchere_max
    yield Said(
        f"Les enchères vont de {low} à {high} de dix en dix, puis capot ; ni Sans Atout ni Tout Atout.",
        f"Bids go from {low} to {high} by tens, then capot; neither Sans Atout nor Tout Atout.",
        article["enchere_max"],
    )
    if "surcontre" in agreed.contres:
        yield Said(
            "Une enchère peut être contrée, puis surcontrée ; les enchères sont alors closes.",
            "A bid may be contré, then surcontré; the auction is then closed.",
            article["contres"],
        )
    else:
        yield Said(
            "Une enchère peut être coinchée, ce qui clôt les enchères ; on ne surcoinche pas.",
            "A bid may be coinché, which closes the auction; there is no surcoinche.",
            article["contres"],
        )
    yield Said(
        "Le contrat est réussi si le preneur atteint son enchère en points réels, sa belote comprise ; "
        "un capot du preneur le réussit toujours.",
        "The contract is made when the taker reaches its bid in real points, its belote included; "
        "a capot by the taker always makes it.",
        article["reussite"],
    )
    yield Said(
        "Si les quatre joueurs passent, la donne ne marque rien et ne compte pas.",
        "When all four pass, the donne marks nothing and does not count.",
        article["passe"],
    )


# The marks


def _classic_marks(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    annonces = agreed.annonces != "aucune"
    own = ("points, sa belote et ses annonces", "points, its belote and its annonces")
    if not annonces:
        own = ("points et sa belote", "points and its belote")
    yield Said(
        "À l'atout : valet 20, neuf 14, as 11, dix 10, roi 4, dame 3 ; ailleurs : as 11, dix 10, roi 4, dame 3, valet 2. "
        f"Le dernier pli vaut {agreed.der} points de plus : 162 points en tout.",
        "At atout: jack 20, nine 14, ace 11, ten 10, king 4, queen 3; elsewhere: ace 11, ten 10, king 4, queen 3, jack 2. "
        f"The last trick is worth {agreed.der} more points: 162 in all.",
        article["der"],
    )
    yield Said(
        f"Contrat réussi : chaque camp marque ses {own[0]}.",
        f"Contract made: each camp marks its {own[1]}.",
        article["faits"],
    )
    plus = (" avec les annonces qui comptent, des deux camps", " with the annonces that count, of both camps")
    if not annonces:
        plus = ("", "")
    lost = agreed.belote_chute == "adverse"
    yield Said(
        f"Contrat chuté : la défense marque {agreed.chute}{plus[0]}"
        + (
            ", et la belote du preneur s'il l'a annoncée."
            if lost
            else " et sa belote ; le preneur ne garde que la sienne."
        ),
        f"Contract lost: the defence marks {agreed.chute}{plus[1]}"
        + (", and the taker's belote if announced." if lost else " and its belote; the taker keeps only its own."),
        article["chute"],
    )
    same = agreed.capot == agreed.chute
    yield Said(
        f"Capot (tous les plis) : {agreed.capot} points{', sans supplément' if same else ''}{plus[0].rstrip(',')}.",
        f"Capot (every trick): {agreed.capot} points{', no bonus' if same else ''}{plus[1].rstrip(',')}.",
        "D22" if same else article["capot"],
    )
    yield from _belote(agreed)
    if annonces:
        yield from _annonces(agreed)
    else:
        yield Said("On joue sans annonces.", "There are no annonces.", article["annonces"])
    yield from _rounding(agreed)


def _belote(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    yield Said(
        f"La belote (roi et dame d'atout dans une main) vaut {agreed.belote} points, annoncée en jouant la première carte.",
        f"The belote (king and queen of atout in one hand) is worth {agreed.belote} points, announced on the first card.",
        article["belote"],
    )
    said = {
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
    }[agreed.rebelote]
    yield Said(*said, article["rebelote"])


def _annonces(agreed: Terms) -> Iterator[Said]:
    yield Said(
        "Annonces : carré de valets 200, de neuf 150, d'as, de dix, de rois ou de dames 100 ; cent 100 ; cinquante 50 ; "
        "tierce 20. Une carte ne sert que dans une.",
        "Annonces: four jacks 200, nines 150, aces, tens, kings or queens 100; cent 100; cinquante 50; tierce 20. "
        "A card serves in one only.",
        "S2 A",
    )
    if agreed.annonces == "meilleure":
        yield Said(
            "Seule compte l'annonce la plus élevée de toutes.",
            "Only the single highest annonce counts.",
            "S3 Les annonces",
        )
    else:
        yield Said(
            "Le camp de la meilleure annonce marque toutes les siennes, l'autre aucune.",
            "The camp of the best annonce marks all of its own, the other none.",
            "S2 C",
        )
    yield Said(
        "À égalité : la plus haute carte, puis l'atout, puis aucune annonce ne compte.",
        "When equal: the higher card, then atout, then no annonce counts.",
        "S2 C",
    )
    if agreed.renonce:
        yield Said(
            "Renonce : le camp qui ne peut montrer ses annonces les laisse toutes à l'adversaire.",
            "Renonce: a camp that cannot show its annonces leaves them all to the adversary.",
            agreed.article["renonce"],
        )


def _rounding(agreed: Terms) -> Iterator[Said]:
    if agreed.arrondi == "dizaine":
        yield Said(
            "La marque de chaque donne est arrondie à la dizaine la plus proche, 5 montant : 84 fait 80, 85 fait 90.",
            "The mark of each donne is rounded to the nearest ten, 5 going up: 84 gives 80, 85 gives 90.",
            agreed.article["arrondi"],
        )
    else:
        yield Said("Les points sont marqués sans arrondi.", "Points are marked unrounded.", agreed.article["arrondi"])


def _contree_marks(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    yield Said(
        "Contrat réussi, non contré : chaque camp marque ses points et sa belote.",
        "Contract made, not contré: each camp marks its points and its belote.",
        article["faits"],
    )
    yield Said(
        f"Contrat chuté : l'adversaire marque {agreed.chute}, ou {agreed.capot} s'il a fait capot, plus la belote annoncée.",
        f"Contract lost: the adversary marks {agreed.chute}, or {agreed.capot} if it made capot, plus any belote.",
        article["chute"],
    )
    yield Said(
        f"Capot non demandé : {agreed.capot} ; un camp capot garde sa belote, sauf s'il chute son contrat.",
        f"Capot not bid: {agreed.capot}; a capot camp keeps its belote, unless it fails its own contract.",
        article["capot"],
    )
    yield Said(
        f"Contre {agreed.contre}, surcontre {agreed.surcontre}, au gagnant du contrat, plus {agreed.belote} si une belote "
        f"a été annoncée et {agreed.contre_capot} s'il a fait capot ; l'autre camp ne marque rien.",
        f"Contre {agreed.contre}, surcontre {agreed.surcontre}, to the winner of the contract, plus {agreed.belote} if a "
        f"belote was announced and {agreed.contre_capot} if it made capot; the other camp marks nothing.",
        article["contre"],
    )
    yield Said(
        f"Capot demandé {agreed.capot_demande}, contré {agreed.capot_contre}, surcontré {agreed.capot_surcontre}.",
        f"Capot bid {agreed.capot_demande}, contré {agreed.capot_contre}, surcontré {agreed.capot_surcontre}.",
        article["capot_demande"],
    )
    yield Said(
        "Manqué, il va à l'adversaire avec la belote ; réussi sans contre, la belote va à qui l'a annoncée.",
        "Missed, it goes to the adversary with the belote; made without contre, the belote goes to who announced it.",
        article["capot_manque"],
    )
    yield from _belote(agreed)
    yield from _rounding(agreed)


def _coinche_marks(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    counting = article[f"decompte_{agreed.decompte}"]
    asked = agreed.capot_demande_annonces if agreed.decompte == "annonces" else agreed.capot_demande
    if agreed.decompte == "annonces":
        yield Said(
            f"On compte les points annoncés : le preneur qui réussit marque son enchère (capot {asked}), l'autre camp rien.",
            f"Points bid are counted: a taker that makes it marks its bid (capot {asked}), the other camp nothing.",
            counting,
        )
        yield Said(
            "La belote aide à réussir le contrat, sans rien marquer.",
            "The belote helps to make the contract and marks nothing.",
            counting,
        )
    elif agreed.decompte == "faits":
        yield Said(
            "On compte les points faits : contrat réussi, chaque camp marque ses points et sa belote.",
            "Points made are counted: contract made, each camp marks its points and its belote.",
            counting,
        )
        yield Said(f"Capot {agreed.capot}, annoncé {asked}.", f"Capot {agreed.capot}, announced {asked}.", counting)
    else:
        yield Said(
            "On compte les points faits et annoncés : le preneur qui réussit marque ses points, son enchère et sa belote, "
            "l'autre camp ses points et sa belote.",
            "Points made and bid are counted: a taker that makes it marks its points, its bid and its belote, the other "
            "camp its points and its belote.",
            counting,
        )
        yield Said(
            f"Capot {agreed.capot} et l'enchère ; annoncé {asked}, enchère comprise.",
            f"Capot {agreed.capot} and the bid; announced {asked}, bid included.",
            counting,
        )
    yield Said(
        f"Contrat chuté : l'adversaire marque {agreed.chute}.",
        f"Contract lost: the adversary marks {agreed.chute}.",
        article["chute"],
    )
    yield Said(
        f"Coinché : le gagnant du contrat marque le double de l'enchère (capot {asked * agreed.contre}), l'autre rien.",
        f"Coinché: the winner of the contract marks twice the bid (capot {asked * agreed.contre}), the other nothing.",
        article["contre"],
    )
    if agreed.decompte != "annonces":
        yield Said(
            "Chaque camp garde sa belote, même en cas de chute.",
            "Each camp keeps its belote, even on a chute.",
            article["belote_chute"],
        )
    yield from _belote(agreed)
    yield from _rounding(agreed)


def _trick_marks(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    total = agreed.plis + agreed.dernier_pli
    yield Said(
        f"On compte les plis, le dernier double : {total} en tout.",
        f"Tricks are counted, the last one double: {total} in all.",
        article["dernier_pli"],
    )
    if agreed.game == "plis":
        yield Said(
            f"Le camp qui a le plus de plis marque {agreed.manche} point.",
            f"The camp with most tricks marks {agreed.manche} point.",
            article["manche"],
        )
        return
    yield Said(
        f"On parie de 1 à {agreed.pari_max} plis ou capot, à une couleur, à Sans Atout ou à Tout Atout.",
        f"Bids are 1 to {agreed.pari_max} tricks or capot, in a suit, in Sans Atout or in Tout Atout.",
        article["pari_max"],
    )
    yield Said(
        f"Pari tenu : {agreed.manche} point ; perdu : {agreed.manche} point aux autres, {agreed.capot_manque} si c'était un capot.",
        f"Bet kept: {agreed.manche} point; lost: {agreed.manche} point to the others, {agreed.capot_manque} if it was a capot.",
        article["manche"],
    )
    yield Said(
        f"Tous les plis : {agreed.capot} point de plus ; annoncé : {agreed.capot_demande} encore ; coinche : {agreed.contre} de plus.",
        f"Every trick: {agreed.capot} more point; announced: {agreed.capot_demande} again; coinche: {agreed.contre} more.",
        article["capot"],
    )
    yield Said(
        "La belote, « belote » puis « rebelote », compte un pli de plus ; pas à Sans Atout ni à Tout Atout.",
        "The belote, “belote” then “rebelote”, counts one more trick; not in Sans Atout nor Tout Atout.",
        article["belote"],
    )


def _escalier_marks(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    most = ", ".join(f"{cards} cartes à {players}" for players, cards in agreed.cartes_max.items())
    most_en = ", ".join(f"{cards} for {players}" for players, cards in agreed.cartes_max.items())
    yield Said(
        f"De 3 à 6 joueurs, chacun pour soi. De 1 carte au maximum ({most}), puis retour à 1.",
        f"3 to 6 players, each alone. From 1 card to the maximum ({most_en}), then back to 1.",
        article["cartes_max"],
    )
    yield Said(
        "Chacun annonce ses plis ; le total annoncé doit différer du nombre de cartes.",
        "Each announces its tricks; the announced total must differ from the number of cards.",
        article["ecart"],
    )
    yield Said(
        "On perd 1 point par pli d'écart ; qui en a perdu le moins gagne.",
        "A point is lost per trick of difference; who lost least wins.",
        article["ecart"],
    )


# The end


def _end(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    donnes, points = agreed.limite_donnes, agreed.limite_points
    if donnes is not None:
        yield Said(
            f"La partie se joue en {donnes} donnes : le plus haut total gagne.",
            f"The partie is played in {donnes} donnes: the higher total wins.",
            article["limite_donnes"],
        )
        yield Said(
            "Une donne passée n'est pas comptée."
            + (" Une donne en litige l'est." if getattr(agreed, "litige", False) else ""),
            "A passed donne is not counted." + (" A donne in litige is." if getattr(agreed, "litige", False) else ""),
            article["limite_donnes"],
        )
        yield Said(
            "Totaux égaux à la dernière donne : partie nulle.",
            "Equal totals at the last donne: a drawn partie.",
            article["nulle"],
        )
    if points is not None:
        unit = ("manches", "manches") if agreed.game == "plis" else ("points", "points")
        yield Said(
            f"La partie se joue en {points} {unit[0]}"
            + (", la première limite atteinte y met fin." if donnes is not None else "."),
            f"The partie is played to {points} {unit[1]}"
            + (", the first limit met ends it." if donnes is not None else "."),
            article["limite_points"],
        )
        yield from _winner(agreed)
    if donnes is None and points is None:
        yield Said(
            "Ni nombre de donnes ni nombre de points : la partie ne finit pas d'elle-même.",
            "Neither a number of donnes nor of points: the partie does not end by itself.",
            article["limite_points"],
        )


def _winner(agreed: Terms) -> Iterator[Said]:
    """Who wins when the limit of points is met."""
    article = agreed.article
    fin = agreed.fin
    if agreed.game in ("plis", "encheres"):
        return
    if fin.startswith("trois_conditions"):
        yield Said(
            "Pour gagner : atteindre la limite, avoir plus de points que l'autre camp, et n'être sur cette donne ni capot "
            "ni en chute dans son contrat.",
            "To win: reach the limit, have more points than the other camp, and be in that donne neither capot nor down "
            "on its own contract.",
            article["fin"],
        )
        if fin == "trois_conditions_reels":
            yield Said(
                "Fin en points réels : la dernière donne compte sans arrondi pour gagner ; la marque reste arrondie.",
                "End in real points: the last donne counts unrounded towards winning; the mark stays rounded.",
                "S1 §2 fin de partie A",
            )
        else:
            yield Said(
                "Fin arrondie : la dernière donne compte comme elle est marquée.",
                "Rounded end: the last donne counts as it is marked.",
                "S1 §2 fin de partie B",
            )
        return
    if fin == "preneur" or (fin == "preneur_ou_plus_haut" and agreed.decompte != "annonces"):
        yield Said(
            "Les deux camps l'atteignent à la même donne : le camp du preneur gagne.",
            "Both camps reach it in the same donne: the taker's camp wins.",
            article["fin"],
        )
        return
    yield Said(
        "Les deux camps l'atteignent à la même donne : le plus haut total gagne ; à égalité, une donne de plus.",
        "Both camps reach it in the same donne: the higher total wins; equal, one more donne.",
        article["limite_points"],
    )
    if fin == "plus_haut_non_capot":
        yield Said(
            "Un camp capot ne finit pas sur sa belote : il lui faut un pli de plus dans une donne suivante.",
            "A capot camp does not finish on its belote: it must take one more trick in a later donne.",
            article["fin"],
        )


# The play


def _play(agreed: Terms) -> Iterator[Said]:
    article = agreed.article
    if agreed.cartes_par_pli == 2:
        yield Said(
            "À deux joueurs : 16 plis de 2 cartes, personne n'a de partenaire.",
            "Two players: 16 tricks of 2 cards, nobody has a partner.",
            article["cartes_par_pli"],
        )
    yield Said(
        "On fournit la couleur demandée ; à l'atout on monte si on le peut.",
        "The suit led is followed; at atout one goes above if able.",
        article["coupe_sur_partenaire"],
    )
    if not agreed.partenaires:
        master = ("Qui ne peut fournir coupe", "Who cannot follow trumps")
    elif agreed.coupe_sur_partenaire:
        master = (
            "Qui ne peut fournir coupe, même si son partenaire est maître",
            "Who cannot follow trumps, even when the partner is master",
        )
    else:
        master = (
            "Qui ne peut fournir coupe, sauf si son partenaire est maître",
            "Who cannot follow trumps, unless the partner is master",
        )
    under = (
        (" ; qui ne peut monter met un atout plus faible.", "; who cannot go above plays a lower atout.")
        if agreed.pisser
        else (" ; qui ne peut surcouper joue ce qu'il veut.", "; who cannot go above plays any card.")
    )
    yield Said(master[0] + under[0], master[1] + under[1], article["pisser"])
