"""The articles that results cite, each in our words, and our decisions.

Keys ``D1``, ``D2``… are decisions of this project where a source is silent or contradicts itself.
"""

from __future__ import annotations

from rules.sentences import Text, text

ARTICLES: dict[str, Text] = {
    # S0, French federation
    "S0 3": text(
        "Le donneur mélange, son voisin de gauche coupe, et l'on distribue dans le sens inverse des aiguilles d'une montre.",
        "The dealer shuffles, the left neighbour cuts, and cards are dealt anticlockwise.",
    ),
    "S0 4.1": text(
        "Au premier tour on prend à la couleur de la carte retournée, ou l'on passe.",
        "In the first round a player takes in the suit turned up, or passes.",
    ),
    "S0 4.2": text(
        "Si les quatre joueurs passent deux fois, la donne est finie et le donneur change.",
        "When all four pass twice the donne is over and the deal moves on.",
    ),
    "S0 5.1": text(
        "L'entame est libre ; la plus forte carte d'atout, sinon de la couleur demandée, fait le pli.",
        "The lead is free; the highest atout, or else the highest card of the suit led, takes the trick.",
    ),
    "S0 5.2": text(
        "On fournit la couleur ; sinon on coupe, en montant si on le peut, sauf si le partenaire est maître.",
        "Follow suit; else trump, going above if able, unless the partner is master.",
    ),
    "S0 6": text(
        "Valeurs à l'atout : V 20, 9 14, A 11, 10 10, R 4, D 3 ; hors atout : A 11, 10 10, R 4, D 3, V 2.",
        "Values at atout: V 20, 9 14, A 11, 10 10, R 4, D 3; elsewhere A 11, 10 10, R 4, D 3, V 2.",
    ),
    "S0 7": text(
        "Roi et dame d'atout dans une main valent 20 points si « belote » puis « rebelote » sont dits ; "
        "la belote reste acquise même en cas de chute.",
        "King and queen of atout in one hand give 20 points if “belote” then “rebelote” are said; "
        "they are kept even on a chute.",
    ),
    "S0 8": text("Il n'y a pas d'annonces en belote classique.", "Classic belote has no annonces."),
    "S0 9.1": text(
        "Le dernier pli vaut 10 points de plus : 162 points en tout.",
        "The last trick is worth 10 more points: 162 in all.",
    ),
    "S0 9.2": text(
        "Le camp qui fait les huit plis est payé 100 de der au lieu de 10 : 252 points.",
        "The camp that takes all eight tricks gets 100 for the last instead of 10: 252 points.",
    ),
    "S0 10.1": text(
        "Chaque camp compte les points de ses plis, le dix de der et sa belote.",
        "Each camp counts the points of its tricks, the dix de der and its belote.",
    ),
    "S0 10.1.1": text(
        "Le contrat est réussi si le preneur a plus de points que la défense, belote comprise.",
        "The contract is made when the taker has more points than the defence, belote included.",
    ),
    "S0 10.1.2": text(
        "Le contrat est chuté si le preneur a moins de points que la défense.",
        "The contract is lost when the taker has fewer points than the defence.",
    ),
    "S0 10.1.3": text(
        "À égalité il y a litige : la défense marque ses points, ceux du preneur vont au gagnant de la donne suivante ; "
        "sans litige, l'organisateur dit d'avance si l'égalité est une chute ou une réussite.",
        "Equality is a litige: the defence marks, the taker's points go to the winner of the next donne; "
        "without litige the organiser says beforehand whether equality is lost or made.",
    ),
    "S0 10.2": text(
        "Contrat réussi : chacun marque ses points. Chute : la défense marque 162, ou 252 si elle a fait capot. "
        "La belote va toujours à qui l'a annoncée.",
        "Made: each marks its points. Chute: the defence marks 162, or 252 if it made capot. "
        "The belote always goes to who announced it.",
    ),
    "S0 10.3": text(
        "Le concours peut arrondir la marque à la dizaine la plus proche : 84 donne 80, 85 donne 90.",
        "A concours may round the mark to the nearest ten: 84 gives 80, 85 gives 90.",
    ),
    "S0 10.4": text(
        "L'organisateur fixe d'avance une limite de donnes ou une limite de points.",
        "The organiser sets a limit of donnes or of points beforehand.",
    ),
    "S0 10.4.1": text(
        "Limite de donnes : une donne passée ne compte pas ; un litige compte, la donne suivante aussi.",
        "Limit of donnes: a passed donne does not count; a litige counts, and so does the next donne.",
    ),
    "S0 10.4.2": text(
        "Limite de points : le premier camp qui l'atteint gagne ; les deux ensemble, le plus haut total ; "
        "à égalité on joue encore une donne.",
        "Limit of points: the first camp to reach it wins; both together, the higher total; equal, one more donne.",
    ),
    "S0 11.1": text(
        "Variante : on peut prendre aussi à Sans Atout et à Tout Atout.",
        "Variant: one may also take in Sans Atout and Tout Atout.",
    ),
    "S0 11.2": text(
        "Sans Atout : l'as vaut 19, on ne coupe pas, il n'y a pas de belote.",
        "Sans Atout: the ace is worth 19, no trumping, no belote.",
    ),
    "S0 11.3": text(
        "Tout Atout : 258 points en jeu, ramenés à 162 par la table de conversion, puis les belotes (quatre au plus).",
        "Tout Atout: 258 points in play, brought to 162 by the conversion table, then the belotes (four at most).",
    ),
    # S1 §1, departmental concours, classic
    "S1 §1 La prise": text(
        "Si les quatre joueurs passent deux fois, on redonne sans marque.",
        "When all four pass twice, cards are dealt again and nothing is marked.",
    ),
    "S1 §1 Contrat": text(
        "Le preneur s'engage à faire plus de points que la défense, belote et annonces comprises.",
        "The taker undertakes to make more points than the defence, belote and annonces included.",
    ),
    "S1 §1 Règles": text(
        "Fournir, sinon couper en montant, sinon un atout plus faible ; partenaire maître : toute carte.",
        "Follow suit, else trump going above, else a lower trump; partner master: any card.",
    ),
    "S1 §1 Fin du pli": text(
        "La plus forte carte d'atout, sinon de la couleur demandée, fait le pli.",
        "The highest atout, or else of the suit led, takes the trick.",
    ),
    "S1 §1 Belote": text(
        "La belote vaut 20 points et reste acquise ; dire « rebelote » est facultatif.",
        "The belote is worth 20 points and is kept; saying “rebelote” is optional.",
    ),
    "S1 §1 Dix de Der": text(
        "Le dernier pli vaut 10 points, 100 en cas de capot.",
        "The last trick is worth 10 points, 100 on a capot.",
    ),
    "S1 §1 Contrat réussi": text(
        "Chaque camp marque ses plis, sa belote et ses annonces.",
        "Each camp marks its tricks, its belote and its annonces.",
    ),
    "S1 §1 Litige": text(
        "À égalité la défense marque, les points du preneur vont au gagnant de la prise suivante.",
        "At equality the defence marks, the taker's points go to the winner of the next donne.",
    ),
    "S1 §1 Chute": text(
        "Le preneur ne garde que sa belote ; la défense marque 162 et les annonces des deux camps.",
        "The taker keeps only its belote; the defence marks 162 and the annonces of both camps.",
    ),
    "S1 §1 Capot": text(
        "Huit plis : 252 points et les annonces des deux camps ; l'autre camp ne garde que sa belote.",
        "Eight tricks: 252 points and the annonces of both camps; the other keeps only its belote.",
    ),
    "S1 §1 Fin de la partie": text(
        "Le premier camp au nombre de points fixé gagne ; les deux ensemble, le plus haut ; à égalité, une donne de plus.",
        "The first camp at the set number of points wins; both together, the higher; equal, one more donne.",
    ),
    # S1 §2, contrée
    "S1 §2": text(
        "Contrée : fournir, couper si l'adversaire est maître, surcouper si l'on peut, sinon jeter ce que l'on veut.",
        "Contrée: follow suit, trump when the adversary is master, go above if able, else throw any card.",
    ),
    "S1 §2 les annonces": text(
        "Les enchères vont de 80 à 160 de dix en dix, puis capot ; contre et surcontre ferment les enchères.",
        "Bids go from 80 to 160 by tens, then capot; contre and surcontre close the auction.",
    ),
    "S1 §2 les points": text(
        "Il faut au moins le nombre annoncé en points réels, belote comprise ; un capot réussit toujours le contrat.",
        "At least the bid in real points is needed, belote included; a capot always makes the contract.",
    ),
    "S1 §2 arrondi et capot": text(
        "Points arrondis à la dizaine, 5 montant ; 160 à l'adversaire d'un camp dedans ; capot 250 ; "
        "un camp capot garde sa belote.",
        "Points rounded to the ten, 5 going up; 160 to the adversary on a chute; capot 250; "
        "a camp that took no trick keeps its belote.",
    ),
    "S1 §2 le contre": text(
        "Contre 320, surcontre 640, plus 20 si une belote a été annoncée, plus 100 pour un capot réalisé.",
        "Contre 320, surcontre 640, plus 20 if a belote was announced, plus 100 for a capot made.",
    ),
    "S1 §2 le capot": text(
        "Capot demandé : 500, contré 1000, surcontré 2000.",
        "Capot bid: 500, contré 1000, surcontré 2000.",
    ),
    "S1 §2 la belote": text(
        "La belote annoncée est marquée par son camp, sauf s'il chute dans son contrat : elle va alors à l'adversaire.",
        "An announced belote is marked by its camp, unless it fails its own contract: then by the adversary.",
    ),
    "S1 §2 fin de partie": text(
        "Pour gagner : atteindre 2000 points, en avoir plus que l'autre, et ni capot ni chute sur sa dernière donne.",
        "To win: reach 2000 points, have more than the other, and be neither capot nor down in the last donne.",
    ),
    "S1 §2 fin de partie A": text(
        "Fin en points réels : la dernière donne compte sans arrondi pour finir.",
        "End in real points: the last donne counts unrounded towards winning.",
    ),
    "S1 §2 fin de partie B": text(
        "Fin arrondie : la dernière donne compte comme elle est marquée.",
        "Rounded end: the last donne counts as marked.",
    ),
    "S1 incidents": text(
        "Les équipes peuvent couvrir l'incident et continuer, ou annuler la donne d'un commun accord.",
        "The teams may agree to cover the incident and go on, or to annul the donne.",
    ),
    "S1 incidents A": text(
        "Irrégularité du donneur : il mélange, fait couper et redonne ; à la deuxième un arbitre peut être exigé ; "
        "répétée, l'équipe peut être exclue.",
        "Irregular deal: shuffle, cut and deal again; at the second a referee may be asked for; "
        "repeated, the team may be excluded.",
    ),
    "S1 incidents B": text(
        "Enchère irrégulière : elle est nulle et son camp ne peut plus que passer ; l'adversaire poursuit, joue le contrat "
        "d'avant ou fait annuler la donne avant qu'elle commence.",
        "Irregular bid: it is void and its camp may only pass; the adversary bids on, plays the contract before it, "
        "or has the donne annulled before play starts.",
    ),
    "S1 incidents C": text(
        "Carte irrégulière au pli k : l'adversaire fait corriger et continuer, ou arrête la donne ; le camp fautif garde "
        "ses plis d'avant k, les autres vont à l'adversaire.",
        "Irregular card at trick k: the adversary has it corrected and play goes on, or stops the donne; the camp at fault "
        "keeps its tricks before k, the others go to the adversary.",
    ),
    "S1 incidents D": text(
        "Au-delà d'une heure l'organisation peut imposer les dernières donnes ; équipe absente après 10 minutes : partie "
        "perdue ; changement de joueur avant le premier tirage seulement ; l'arbitre décide sans appel.",
        "Beyond one hour the organiser may impose the last donnes; a team absent after 10 minutes loses the partie; "
        "players change before the first draw only; the referee's decision is final.",
    ),
    "S1 §3": text(
        "Le participant accorde ou refuse son droit à l'image, et dispose d'un droit d'accès, de rectification, d'opposition.",
        "Each participant's image rights, and the rights of access, rectification and opposition.",
    ),
    # S2
    "S2 Prise": text(
        "Si les quatre joueurs passent deux fois, on redonne sans marque.",
        "When all four pass twice, cards are dealt again and nothing is marked.",
    ),
    "S2 Contrat": text(
        "Le preneur s'engage à faire plus de points que la défense, belote et annonces comprises.",
        "The taker undertakes to make more points than the defence, belote and annonces included.",
    ),
    "S2 Règles": text(
        "Fournir, sinon couper en montant, sinon un atout plus faible ; partenaire maître : toute carte.",
        "Follow suit, else trump going above, else a lower trump; partner master: any card.",
    ),
    "S2 Fin du pli": text(
        "La plus forte carte d'atout, sinon de la couleur demandée, fait le pli.",
        "The highest atout, or else of the suit led, takes the trick.",
    ),
    "S2 Belote": text(
        "La belote vaut 20 points, imprenable ; un oubli de « rebelote » est pardonné une fois par équipe et par partie.",
        "The belote is worth 20 points and is kept; a forgotten “rebelote” is forgiven once per team and partie.",
    ),
    "S2 Dix de Der": text(
        "Le dernier pli vaut 10 points, 100 en cas de capot.",
        "The last trick is worth 10 points, 100 on a capot.",
    ),
    "S2 Contrat réussi": text(
        "Chaque camp marque ses plis, sa belote et ses annonces.",
        "Each camp marks its tricks, its belote and its annonces.",
    ),
    "S2 Litige": text(
        "À égalité la défense marque, les points du preneur vont au gagnant de la prise suivante, jamais à une autre partie.",
        "At equality the defence marks, the taker's points go to the winner of the next donne, never to another partie.",
    ),
    "S2 Chute": text(
        "Le preneur ne garde que sa belote ; la défense marque 162 et les annonces des deux camps.",
        "The taker keeps only its belote; the defence marks 162 and the annonces of both camps.",
    ),
    "S2 Capot": text(
        "Huit plis : 252 points et les annonces des deux camps ; l'autre camp ne garde que sa belote.",
        "Eight tricks: 252 points and the annonces of both camps; the other keeps only its belote.",
    ),
    "S2 Fin de la partie": text(
        "Le premier camp au nombre de points fixé gagne ; les deux ensemble, le plus haut ; un nombre de donnes en défi.",
        "The first camp at the set number of points wins; both together, the higher; a number of donnes in challenge mode.",
    ),
    "S2 A": text(
        "Carré de V 200, de 9 150, d'A, 10, R, D 100 ; cent 100, cinquante 50, tierce 20 ; une carte ne sert qu'une fois. "
        "On ne finit pas une partie capot, sur sa belote.",
        "Four V 200, 9 150, A, 10, R or D 100; cent 100, cinquante 50, tierce 20; a card serves once. "
        "A partie is not won on a belote when capot.",
    ),
    "S2 C": text(
        "La meilleure annonce fait compter toutes celles de son camp ; égalité : la plus haute carte, puis l'atout, "
        "puis aucune annonce ne compte.",
        "The best annonce makes all of its camp count; equal: the higher card, then atout, then none count.",
    ),
    "S2 D": text(
        "Renonce : le camp qui ne peut montrer ses annonces les laisse à l'adversaire.",
        "Renonce: the camp that cannot show its annonces leaves them to the adversary.",
    ),
    # S3
    "S3 Début de partie": text(
        "Si personne ne prend en deux tours, on redonne.",
        "When nobody takes in two rounds, cards are dealt again.",
    ),
    "S3 Jeu de la carte": text(
        "Fournir, sinon couper sauf si le partenaire est maître, surcouper si l'on peut.",
        "Follow suit, else trump unless the partner is master, go above if able.",
    ),
    "S3 La belote": text(
        "20 points à qui dit « belote » et « rebelote » ; rien si c'est oublié.",
        "20 points for saying “belote” and “rebelote”; nothing when forgotten.",
    ),
    "S3 Le dix de der": text("Le dernier pli vaut 10 points.", "The last trick is worth 10 points."),
    "S3 Compte des points": text(
        "Il faut plus de la moitié de tout ce qui est en jeu ; chute : tout à l'adversaire (162 ou 182) ; "
        "moitié juste : les points du preneur restent en jeu.",
        "More than half of all in play is needed; chute: everything to the adversary (162 or 182); "
        "exactly half: the taker's points stay in play.",
    ),
    "S3 Capot": text(
        "Toutes les levées : 252 points, 272 avec la belote.",
        "Every trick: 252 points, 272 with the belote.",
    ),
    "S3 Gain de la partie": text(
        "Le premier camp au score fixé, 1000 points d'ordinaire, gagne la partie.",
        "The first camp at the set score, usually 1000, wins the partie.",
    ),
    "S3 Les annonces": text(
        "Variante : seule l'annonce la plus élevée compte.",
        "Variant: only the single highest annonce counts.",
    ),
    # S4
    "S4 Ma première belote": text(
        "Le camp qui a le plus de plis, le dernier comptant double, marque 1 ; cinq points gagnent la partie.",
        "The camp with most tricks, the last counting double, marks 1; five points win the partie.",
    ),
    "S4 Le Jeu": text(
        "Fournir, sinon couper, même si le partenaire est maître ; monter à l'atout si l'on peut.",
        "Follow suit, else trump, even when the partner is master; go above at atout if able.",
    ),
    "S4 La force des cartes": text(
        "Ordre : A 10 R D V 9 8 7 ; à l'atout V 9 A 10 R D 8 7.",
        "Order: A 10 R D V 9 8 7; at atout V 9 A 10 R D 8 7.",
    ),
    "S4 Les variantes avec les points": text(
        "152 points de cartes et 10 de der : 162 par manche ; la belote 20.",
        "152 card points and 10 for the last trick: 162 a manche; the belote 20.",
    ),
    "S4 La variante pour les grands": text(
        "Enchères en nombre de plis ; pari tenu 1 point, perdu 1 point aux adversaires ; partie en 8 points.",
        "Bids in tricks; a bet kept is 1 point, lost 1 point to the adversaries; partie in 8 points.",
    ),
    "S4 Les bonus": text(
        "Belote : un pli de plus. Capot : 1 point de plus, annoncé encore 1. Coinche : 1 point de plus.",
        "Belote: one more trick. Capot: 1 more point, announced 1 more again. Coinche: 1 more point.",
    ),
    "S4 La belote classique": text(
        "82 points pour réussir, sinon 162 à la défense ; belote 20, capot 250 ; limite atteinte ensemble : le preneur gagne.",
        "82 points to make the contract, else 162 to the defence; belote 20, capot 250; both at the limit: the taker wins.",
    ),
    "S4 La coinche": text(
        "Enchères de 80 à 180 de dix en dix, puis capot ; chute 160 à l'adversaire ; coinché : le double de l'annonce.",
        "Bids from 80 to 180 by tens, then capot; chute 160 to the adversary; coinché: twice the bid.",
    ),
    "S4 Aux points annoncés": text(
        "Le preneur marque son annonce, l'autre camp rien ; la belote aide au contrat sans rapporter ; capot annoncé 250.",
        "The taker marks its bid, the other camp nothing; the belote helps but earns nothing; announced capot 250.",
    ),
    "S4 Aux points faits": text(
        "Chaque camp marque ses points et sa belote ; capot 250, annoncé 350.",
        "Each camp marks its points and its belote; capot 250, announced 350.",
    ),
    "S4 Aux points faits et annoncés": text(
        "Le preneur marque ses points et son annonce, l'autre camp ses points ; capot 250 et l'annonce, annoncé 350.",
        "The taker marks its points and its bid, the other camp its points; capot 250 and the bid, announced 350.",
    ),
    "S4 L'escalier": text(
        "Chacun devine ses plis ; un point perdu par pli d'écart ; de 1 carte au maximum, puis retour à 1.",
        "Each guesses its tricks; a point lost per trick of difference; from 1 card up to the maximum and back to 1.",
    ),
    "S4 La belote comptoir": text(
        "Belote à deux, les deux autres joueurs remplacés par des tas ; mêmes règles que la belote choisie.",
        "Belote for two, the other players replaced by piles; same rules as the belote chosen.",
    ),
    # Decisions of this project
    "D1": text(
        "Sans Atout : le valet vaut 2, pour que le total fasse 162 (S0 11.2 l'imprime à 0).",
        "Sans Atout: the valet is worth 2 so that the total is 162 (S0 11.2 prints 0).",
    ),
    "D2": text(
        "Capot en Tout Atout : 252, comme à la couleur.",
        "Capot in Tout Atout: 252, as in a plain suit.",
    ),
    "D3": text(
        "Les points du litige vont au gagnant de la prochaine donne décidée : le preneur s'il réussit, sinon la défense.",
        "Litige points go to the winner of the next decided donne: the taker if it makes it, else the defence.",
    ),
    "D4": text(
        "L'arrondi porte une seule fois, sur toute la marque de la donne, litige compris.",
        "Rounding is done once, on the whole mark of the donne, litige included.",
    ),
    "D5": text(
        "La belote du preneur dans un litige fait partie des 91 remis en jeu.",
        "A taker's belote in a litige is part of the 91 held over.",
    ),
    "D6": text(
        "Contrée : la valeur d'un capot demandé et manqué va à l'adversaire.",
        "Contrée: the value of a capot bid and missed goes to the adversary.",
    ),
    "D7": text(
        "Contrée, exemple « 2020 » du texte : simple erreur, la règle qui le précède s'applique.",
        "Contrée, the “2020” of the example: a slip; the rule before it stands.",
    ),
    "D8": text(
        "Traditionnelle : une défense capot garde sa belote.",
        "Traditionnelle: a defence that was capot keeps its belote.",
    ),
    "D9": text(
        "Traditionnelle : monter et pisser à l'atout comme en S0.",
        "Traditionnelle: going above and playing a lower trump as in S0.",
    ),
    "D10": text(
        "Égalité après les donnes imposées : on en joue une de plus, jusqu'à ce qu'elle soit rompue.",
        "Equal totals after the imposed donnes: one more donne until they differ.",
    ),
    "D11": text(
        "Partenaire maître par un atout : toute carte, même un atout plus faible, comme en S0 5.2.",
        "Partner master by a trump: any card, even a lower trump, as S0 5.2.",
    ),
    "D12": text("Comptoir : 16 plis de 2 cartes.", "Comptoir: 16 tricks of 2 cards."),
    "D13": text(
        "Annonces sans ordre ni départage dans S3 et S1 : ceux de S2.",
        "Annonces without order or ties in S3 and S1: those of S2.",
    ),
    "D14": text(
        "S2 : « rebelote » est due, avec la tolérance d'une fois par camp et par partie.",
        "S2: “rebelote” is due, with its tolerance of once per camp and partie.",
    ),
    "D15": text(
        "Contrée : un camp capot ne perd sa belote que s'il était preneur.",
        "Contrée: a capot camp loses its belote only when it was the taker.",
    ),
    "D16": text(
        "Junior : celui qui ne peut fournir doit couper (« tu peux » puis « ils doivent »).",
        "Junior: a void player must trump (“you can” then “they must”).",
    ),
    "D17": text(
        "Totaux égaux à la limite de donnes : partie nulle.",
        "Equal totals at the donne limit: a drawn partie.",
    ),
    "D18": text(
        "Junior classique : 82 points et 162 à la défense, et non les 80 et 160 du mémo.",
        "Junior classique: 82 points and 162 to the defence, not the memo's 80 and 160.",
    ),
    "D19": text(
        "Coinche : la belote est gardée en cas de chute ; coinché, deux fois l'annonce et rien pour les plis.",
        "Coinche: the belote is kept on a chute; coinché, twice the bid and nothing for tricks.",
    ),
    "D20": text(
        "Des annonces plus fortes qu'un capot ne l'empêchent pas de gagner la donne.",
        "Annonces worth more than a capot do not keep it from winning the donne.",
    ),
    "D21": text(
        "Force des carrés à 100 : as, dix, rois, dames, dans l'ordre de la liste de S2.",
        "Strength of the 100 carrés: aces, tens, kings, queens, in the order of S2's list.",
    ),
    "D22": text(
        "Option de concours : un capot marque 162, comme toute autre donne.",
        "Concours option: a capot marks 162, as any other donne.",
    ),
    "D23": text(
        "Option de concours : litige à la dernière donne, le preneur garde ses points ou ils sont perdus.",
        "Concours option: litige on the last donne, the taker keeps its points or they are lost.",
    ),
    "D24": text(
        "À la dernière des donnes imposées le plus haut total marqué décide, avant la règle de la limite de points.",
        "At the last imposed donne the higher marked total decides, before the rule of the point limit.",
    ),
    "D25": text(
        "Renonce et capot ou chute : tout ce qui compte va au camp qui marque la donne ; un camp sans pli n'a que sa belote.",
        "Renonce and capot or chute: all that counts goes to the camp that marks the donne; a camp without a trick has "
        "its belote alone.",
    ),
    "D26": text(
        "Escalier : on ne peut pas annoncer plus de plis que de cartes.",
        "Escalier: nobody may announce more tricks than cards.",
    ),
    "D27": text(
        "Choix du concours : le contrat se décide aux points des plis, sans la belote ; chaque camp marque la sienne, "
        "même en litige.",
        "The concours' choice: the contract is decided by the points of tricks, without the belote; each camp marks its "
        "own, in a litige too.",
    ),
    "D28": text(
        "Choix du concours : une donne en litige est rejouée par le même donneur ; elle ne marque rien et ne compte pas.",
        "The concours' choice: a donne in litige is played again by the same dealer; it marks nothing and does not count.",
    ),
    "D29": text(
        "Barème de coinche d'un club : chute, surcoinche, capot, aide de la belote et arrondi écrits dans son règlement.",
        "A club's scale of coinche: chute, surcoinche, capot, help of the belote and rounding, written in its règlement.",
    ),
    "D30": text(
        "Marque du club : deux totaux comptés à la table comme le club le dit ; rien n'y est vérifié.",
        "The club's own marks: two totals counted at the table as the club says; nothing of them is checked.",
    ),
}
