"""Lists of clubs of many provinces with all that is right of each: who plays, from where, telephones, money and remarks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.tournament.registration import import_files as files


@dataclass(frozen=True)
class Duo:
    """A team as a careful person registers it. `paid`: None where it does not matter; `remark`: words that stand in it;
    `ask`: nobody could know without asking.
    """

    one: str
    two: str = ""
    town: str = ""
    tel: str = ""
    tel2: str = ""
    paid: bool | int | None = None
    name: str = ""
    remark: str = ""
    ask: bool = False


@dataclass(frozen=True)
class Province:
    """A list: its bytes, its teams, and those that it says not to come. `once`: what may be asked once for all of it;
    `others`: how many lines may be asked about that are no team.
    """

    data: bytes
    right: list[Duo]
    away: list[tuple[str, ...]]
    once: frozenset[str]
    others: int


PROVINCE: dict[str, Callable[[], Province]] = {}


def province(right: Iterable[Duo], *, away: Iterable[tuple[str, ...]] = (), once: str = "", others: int = 0):
    """Enter a list under the name of its function, which returns bytes, rows or a text."""

    def enter(make):
        def made() -> Province:
            data = make()
            if isinstance(data, str):
                data = data.encode()
            elif isinstance(data, list):
                data = files.workbook(*data)
            elif isinstance(data, Workbook):
                data = files.saved(data)
            return Province(data, list(right), list(away), frozenset(once.split()), others)

        PROVINCE[make.__name__] = made
        return make

    return enter


# Nord: pairs coded A1/A2, a person a line.
@province([
    Duo("Delattre Francis", "Wacquez Nadine", "Bully"), Duo("Lecocq Régis", "Lecocq Mauricette", "Hersin"),
    Duo("Dhénin Bruno", "Carpentier Ghislain", "Barlin"), Duo("Flament Joël", "Vasseur Odette", "Bully"),
], once="two_lines")  # fmt: skip
def nord_codes_a1_a2():
    return """Code;NOM;Prénom;Ville
A1;DELATTRE;Francis;Bully
A2;WACQUEZ;Nadine;Bully
B1;LECOCQ;Régis;Hersin
B2;LECOCQ;Mauricette;Hersin
C1;DHÉNIN;Bruno;Barlin
C2;CARPENTIER;Ghislain;Barlin
D1;FLAMENT;Joël;Bully
D2;VASSEUR;Odette;Bully"""


# The same sorted by name, the code behind.
@province([
    Duo("Carpentier Ghislain", "Dhénin Bruno"), Duo("Delattre Francis", "Wacquez Nadine"),
    Duo("Flament Joël", "Vasseur Odette"), Duo("Lecocq Mauricette", "Lecocq Régis"),
], once="two_lines")  # fmt: skip
def nord_codes_sorted_by_name():
    return [
        ["Nom et prénom", "Équipe", "Repas"],
        ["CARPENTIER Ghislain", "C2", 1], ["DELATTRE Francis", "A1", 0], ["DHÉNIN Bruno", "C1", 1], ["FLAMENT Joël", "D1", 1],
        ["LECOCQ Mauricette", "B2", 0], ["LECOCQ Régis", "B1", 0], ["VASSEUR Odette", "D2", 1], ["WACQUEZ Nadine", "A2", 0],
    ]  # fmt: skip


# Text with codes and no titles, as somebody types it in a mail.
@province([
    Duo("Delattre Francis", "Wacquez Nadine"), Duo("Lecocq Régis", "Lecocq Mauricette"),
    Duo("Dhénin Bruno", "Carpentier Ghislain"),
], once="two_lines")  # fmt: skip
def nord_codes_in_a_text():
    return """A1 Delattre Francis
A2 Wacquez Nadine
B1 Lecocq Régis
B2 Lecocq Mauricette
C1 Dhénin Bruno
C2 Carpentier Ghislain"""


# Corsica: SMS copied one below the other.
@province([
    Duo("Dumè Santucci", "Ange Leca", ask=True), Duo("Letizia Poggioli", "Marie-Do Poggioli", ask=True),
    Duo("François-Xavier Colombani", "Pascal Ottavi", tel2="06 22 33 44 55", ask=True),
])  # fmt: skip
def corsica_sms_copied():
    return """ven. 20 nov. 18:32
Bonsoir c'est pour s'inscrire samedi Dumè Santucci et Ange Leca merci

ven. 20 nov. 19:05
Bonsoir Letizia Poggioli et Marie-Do Poggioli pour la belote svp

sam. 21 nov. 08:14
Salut une équipe : François-Xavier Colombani / Pascal Ottavi 06 22 33 44 55"""


# Réunion: Google form, telephones of there, ages.
@province([
    Duo("Payet Marie-Josée", "Hoarau Jean-Yves", "Le Tampon", "+262 692 11 22 33"), Duo("Grondin Fabrice", "Técher Ludovic", "Saint-Pierre", "0693 22 33 44"),
    Duo("Fontaine Expédite", "Boyer Rose-May", "L'Étang-Salé", "0262 33 44 55"),
])  # fmt: skip
def reunion_google_form():
    return """"Horodateur","Nom et prénom","Âge","Ton dalon (nom et prénom)","Ou sa ou reste ? (commune)","Téléphone / WhatsApp","Règlement lu et accepté"
"2026/11/12 7:01:22 PM UTC+4","Payet Marie-Josée","61","Hoarau Jean-Yves","Le Tampon","+262 692 11 22 33","Oui"
"2026/11/12 8:11:02 PM UTC+4","Grondin Fabrice","34","Técher Ludovic","Saint-Pierre","0693 22 33 44","Oui"
"2026/11/13 6:40:59 AM UTC+4","Fontaine Expédite","70","Boyer Rose-May","L'Étang-Salé","0262 33 44 55","Oui\""""


# Jura: the text of a PDF, heading again on the second page.
@province([
    Duo("BOUVERET Jean-Paul", "BOUVERET Lucette", "Arbois"), Duo("CRETIN Denis", "PROST Marie-Noëlle", "Poligny"),
    Duo("VUILLERMOZ Guy", "JACQUIER Éric", "Arbois"), Duo("MOREL-FOURRIER Alain", "TISSOT Ginette", "Molain"),
])  # fmt: skip
def jura_text_of_a_pdf_on_two_pages():
    return """Foyer rural d'Arbois                                     Édité le 24/11/2026
Concours de belote du 28/11/2026                                   Page 1/2
N°   Joueur 1                  Joueur 2                  Commune
1    BOUVERET Jean-Paul        BOUVERET Lucette          Arbois
2    CRETIN Denis              PROST Marie-Noëlle        Poligny
Foyer rural d'Arbois                                     Édité le 24/11/2026
Concours de belote du 28/11/2026                                   Page 2/2
N°   Joueur 1                  Joueur 2                  Commune
3    VUILLERMOZ Guy            JACQUIER Éric             Arbois
4    MOREL-FOURRIER Alain      TISSOT Ginette            Molain"""


# Savoie: two blocks side by side, titles above the first alone.
@province([
    Duo("Favre Albert", "Blanc-Gonnet Josiane"), Duo("Perrier du Clos Anne", "Chedal Yvon"), Duo("Ougier Simone", "Ougier Firmin"),
    Duo("Viard-Crétat Luc", "Rey Patrick"), Duo("Jay Éliane", "Villard Rose-Marie"), Duo("Berthod Jo", "Empereur Lilou"),
])  # fmt: skip
def savoie_two_blocks_of_which_one_has_titles():
    return [
        ["BELOTE CLUB DES MARMOTTES"], ["N°", "Joueur", "Joueur", "", "", "", ""],
        [1, "Favre Albert", "Blanc-Gonnet Josiane", "", 4, "Viard-Crétat Luc", "Rey Patrick"],
        [2, "Perrier du Clos Anne", "Chedal Yvon", "", 5, "Jay Éliane", "Villard Rose-Marie"],
        [3, "Ougier Simone", "Ougier Firmin", "", 6, "Berthod Jo", "Empereur Lilou"],
    ]  # fmt: skip


# Landes: a thread of mails with quotes.
@province([
    Duo("Jean-Luc Dupouy", "Maïté Dupouy", ask=True), Duo("Serge Lafitte", "Colette Darrieus", ask=True), Duo("Régine Labadie", "Pierrette Castaing", ask=True),
])  # fmt: skip
def landes_thread_of_mails():
    return """De: Régine Labadie <regine.l@exemple.test>
À: Comité des fêtes <comite@exemple.test>
Date: 22 nov. 2026 à 21:03
Objet: Re: Re: Belote du 28

Et rajoute-nous aussi stp :
- Régine Labadie / Pierrette Castaing
Bises, Régine

Le 22 nov. 2026 à 09:12, Serge Lafitte <serge.l@exemple.test> a écrit :
> Bonjour, pour nous c'est ok :
> - Serge Lafitte / Colette Darrieus
>
> Le 21 nov. 2026 à 19:47, Jean-Luc Dupouy <jl@exemple.test> a écrit :
>> Voici la première équipe :
>> - Jean-Luc Dupouy / Maïté Dupouy
>> Qui d'autre ?"""


# Provence: a column says who replaces a player.
@province([
    Duo("Mistral Gérard", "Roumanille Aline", "Rognes"), Duo("Blanc Marius", "Brunet Jean", "Lambesc", ask=True),
    Duo("Arène Paulin", "Giéra Honorine", "Rognes"), Duo("Mathieu Anselme", "Tavan Alphonse", "La Roque", ask=True),
])  # fmt: skip
def provence_replaced_by():
    return [
        ["N°", "Joueur 1", "Joueur 2", "Commune", "Changement"],
        [1, "Mistral Gérard", "Roumanille Aline", "Rognes", ""],
        [2, "Blanc Marius", "Brunet Jean", "Lambesc", "Brunet remplacé par Aubanel Sylvette"],
        [3, "Arène Paulin", "Giéra Honorine", "Rognes", ""],
        [4, "Mathieu Anselme", "Tavan Alphonse", "La Roque", ""],
    ]


# Auvergne: a name struck in the text, another behind it.
@province([
    Duo("Chassagne Luc", "Faye Marc", ask=True), Duo("Vigier Annie", "Rouchon Paule"), Duo("Malbec Fernand", "Chalier Thérèse"),
])  # fmt: skip
def auvergne_one_player_struck_in_a_message():
    return """Chassagne Luc / ~Vidal René~ Faye Marc
Vigier Annie / Rouchon Paule
Malbec Fernand / Chalier Thérèse"""


# Auvergne: the cells of one player and of one team are struck in a workbook.
@province(
    [
        Duo("Chassagne Luc", "Vidal René", ask=True),
        Duo("Vigier Annie", "Rouchon Paule"),
        Duo("Malbec Fernand", "Chalier Thérèse"),
    ],
    away=[("Besse Ludovic", "Besse Karine")],
)
def auvergne_struck_cells():
    book = Workbook()
    sheet = book.active
    for row in (["Joueur 1", "Joueur 2"], ["Chassagne Luc", "Vidal René"], ["Vigier Annie", "Rouchon Paule"],
                ["Besse Ludovic", "Besse Karine"], ["Malbec Fernand", "Chalier Thérèse"]):  # fmt: skip
        sheet.append(row)
    struck = Font(strike=True)
    sheet["B2"].font = struck
    sheet["A4"].font = sheet["B4"].font = struck
    return book


# Perche: remarks between and behind the names.
@province([
    Duo("Gesbert Alain", "Gesbert Monique", remark="retard"), Duo("Pottier Luc", "Launay Éric", remark="table 3"), Duo("Cottin Berthe", "Guérin Raymonde", remark="radiateur"),
    Duo("Bigot Jean", "Leroux Armand"), Duo("Chartrain Léa", "Rousseau Tom", remark="chien"),
])  # fmt: skip
def perche_remarks_behind_the_names():
    return """1. Gesbert Alain / Gesbert Monique (arrive en retard)
2. Pottier Luc / Launay Éric - table 3
3. Cottin Berthe / Guérin Raymonde (près du radiateur)
4. Bigot Jean / Leroux Armand
5. Chartrain Léa / Rousseau Tom (vient avec son chien)"""


# Guadeloupe: HelloAsso with options and the team-mate in an added field.
@province([
    Duo("Bazile Rosemonde", "Zandwonis Harry", "Le Moule", "0690 10 20 30", paid=2400), Duo("Lubin Max", "Lubin Ketty", "Morne-à-l'Eau", "0690 10 20 31", paid=2000),
    Duo("Chipotel Guylène", "Nanor Franciane", "Le Moule", "0690102032", paid=2400),
], away=[("Dorville Éric", "Dorville Josy")])  # fmt: skip
def guadeloupe_helloasso_with_options():
    head = ["Référence commande", "Date de la commande", "Statut de la commande", "Nom participant", "Prénom participant", "Nom payeur", "Prénom payeur",
            "Email payeur", "Moyen de paiement", "Billet", "Numéro de billet", "Tarif", "Montant tarif", "Code Promo", "Montant code promo",
            "Option : Bokit", "Montant option : Bokit", "Champ complémentaire 1 Nom et prénom du coéquipier", "Champ complémentaire 2 Commune", "Champ complémentaire 3 Téléphone"]  # fmt: skip

    def line(n, last, first, mate, town, tel, state="Validé", price="20,00", option="Non", more="0,00"):
        return [f"7110{n}", f"0{n}/11/2026 09:12", state, last, first, last, first, f"p{n}@exemple.test", "Carte bancaire", "https://www.helloasso.com/x",
                f"5550{n}", "Équipe", price, "", "", option, more, mate, town, tel]  # fmt: skip

    rows = [head, line(1, "Bazile", "Rosemonde", "Zandwonis Harry", "Le Moule", "0690 10 20 30", price="24,00"),
            line(2, "Lubin", "Max", "Lubin Ketty", "Morne-à-l'Eau", "0690 10 20 31"),
            line(3, "Dorville", "Éric", "Dorville Josy", "Le Moule", "", state="Remboursé"),
            line(4, "Chipotel", "Guylène", "Nanor Franciane", "Le Moule", "0690102032", price="24,00", option="Oui", more="4,00")]  # fmt: skip
    return "\n".join(";".join(row) for row in rows)


# Var: the second sheet holds who helps.
@province([
    Duo("Giraud Antonin", "Pignatel Rosette", "Cuers", paid=True), Duo("Bérenguier Max", "Jourdan Babeth", "Pierrefeu", paid=False), Duo("Roux Maryse", "Hermitte Gaby", "Cuers", paid=True),
])  # fmt: skip
def var_players_and_helpers():
    book = Workbook()
    sheet = book.active
    sheet.title = "Équipes"
    for row in (["Joueur 1", "Joueur 2", "Ville", "PAF"], ["Giraud Antonin", "Pignatel Rosette", "Cuers", "OK"],
                ["Bérenguier Max", "Jourdan Babeth", "Pierrefeu", ""], ["Roux Maryse", "Hermitte Gaby", "Cuers", "OK"]):  # fmt: skip
        sheet.append(row)
    helpers = book.create_sheet("Bénévoles")
    for row in (
        ["Nom", "Prénom", "Poste", "Heures"],
        ["Sicard", "Norbert", "Buvette", "18h-22h"],
        ["Auzende", "Mado", "Crêpes", "20h-24h"],
        ["Faraut", "Loule", "Accueil", "19h-20h"],
    ):
        helpers.append(row)
    return book


# Bouches-du-Rhône: a summary to the right.
@province([
    Duo("Abeille Norbert", "Abeille Mireille", "Eyguières", paid=1600), Duo("Chabaud Guy", "Sabatier Paul", "Lamanon", paid=0), Duo("Tronc Henriette", "Icard Zoé", "Eyguières", paid=1600),
    Duo("Reboul Fanny", "Gros César", "Aureille", paid=1600),
], once="columns")  # fmt: skip
def bouches_du_rhone_summary_at_the_right():
    return [
        ["Equipe", "", "Commune", "Mise", "", "RÉCAP", ""],
        ["Abeille Norbert", "Abeille Mireille", "Eyguières", 16, "", "Nb équipes", 4],
        ["Chabaud Guy", "Sabatier Paul", "Lamanon", 0, "", "Encaissé", 48],
        ["Tronc Henriette", "Icard Zoé", "Eyguières", 16, "", "Reste dû", 16],
        ["Reboul Fanny", "Gros César", "Aureille", 16, "", "Fond de caisse", 100],
    ]


# Lorraine: .ods, the reserves numbered below.
@province([
    Duo("Thiébaut Roland", "Thiébaut Chantal", "Toul"), Duo("Schweitzer Guy", "Mangin Francine", "Foug"), Duo("Noël Étienne", "Pierson Gilberte", "Toul"),
], away=[("Grosjean Kévin", "Lallement Axel"), ("Husson Odile", "Husson Émile")])  # fmt: skip
def lorraine_reserves_in_an_ods():
    return files.ods(("Feuille1", [
        ["N°", "Joueur 1", "Joueur 2", "Commune"],
        ["1", "Thiébaut Roland", "Thiébaut Chantal", "Toul"], ["2", "Schweitzer Guy", "Mangin Francine", "Foug"], ["3", "Noël Étienne", "Pierson Gilberte", "Toul"],
        ["Réserve 1", "Grosjean Kévin", "Lallement Axel", "Écrouves"], ["Réserve 2", "Husson Odile", "Husson Émile", "Toul"],
    ]))  # fmt: skip


# Limousin: payments in all words.
@province([
    Duo("Mazaud Léon", "Mazaud Ginou", paid=True), Duo("Lascaux Roger", "Peyrichout Simone", paid=True), Duo("Dupuy Alain", "Rebeyrol Jean-Marc", paid=False),
    Duo("Chambon Élise", "Nadaud Félix", paid=True), Duo("Faucher Raymond", "Lacoste Annette", paid=1000), Duo("Vergne Paulette", "Vergne Louis", paid=False),
])  # fmt: skip
def limousin_payments_in_words():
    return """Joueurs;Paiement
Mazaud Léon / Mazaud Ginou;payé chèque n° 0045871 CA
Lascaux Roger / Peyrichout Simone;espèces
Dupuy Alain / Rebeyrol Jean-Marc;pas payé
Chambon Élise / Nadaud Félix;virement reçu le 14/11
Faucher Raymond / Lacoste Annette;10 € (reste 4 €)
Vergne Paulette / Vergne Louis;paiera sur place"""


# Dordogne: family names first of one, last of the other.
@province([
    Duo("LAGORCE Denis", "Michel FARGE"), Duo("DELBARY Jeanine", "Colette CHAUSSADE"), Duo("BOUYSSOU Patrick", "Aurélie DE SAINT-EXUPÈRE"), Duo("LABROUSSE André", "Jean-Loup LABROUSSE"),
], once="columns")  # fmt: skip
def dordogne_two_orders_of_names():
    return [["Equipe", "Inscrit par", "Joue avec"], [1, "LAGORCE Denis", "Michel FARGE"], [2, "DELBARY Jeanine", "Colette CHAUSSADE"],
            [3, "BOUYSSOU Patrick", "Aurélie DE SAINT-EXUPÈRE"], [4, "LABROUSSE André", "Jean-Loup LABROUSSE"]]  # fmt: skip


# Ardèche: Messenger copied from the site.
@province([
    Duo("Coralie Vernet", "Sylvain Vernet", ask=True), Duo("Bruno Chanéac", "Josette Ollier", ask=True),
], others=2)  # fmt: skip
def ardeche_messenger():
    return """Coralie Vernet
Coucou tu peux nous noter Coralie Vernet et Sylvain Vernet pour la belote ?
Vous avez envoyé
Oui c'est noté !
Bruno Chanéac
Bonjour, Bruno Chanéac / Josette Ollier 😀
Vous avez envoyé
👍"""


# Bresse: teams below one another, « Équipe n° » above two names.
@province([
    Duo("Guillermin Paul", "Guillermin Rose"), Duo("Convert Thierry", "Pobel Marc"), Duo("Buathier Line", "Perdrix Aimée"),
], once="two_lines")  # fmt: skip
def bresse_blocks_below_their_number():
    return """Équipe n°1
Guillermin Paul
Guillermin Rose

Équipe n°2
Convert Thierry
Pobel Marc

Équipe n°3
Buathier Line
Perdrix Aimée"""


# Anjou: all in one line of a mail.
@province([
    Duo("Gautier Roland", "Gautier Josette"), Duo("Ménard Luc", "Oger Patrick"), Duo("Davy Christine", "Chauvin Marie-Paule"), Duo("Raimbault Didier", "Thibault Guy"),
])  # fmt: skip
def anjou_all_in_one_sentence():
    return "Voici nos équipes : Gautier Roland / Gautier Josette ; Ménard Luc / Oger Patrick ; Davy Christine / Chauvin Marie-Paule ; Raimbault Didier / Thibault Guy."


# Somme: clubs as headings with their counts.
@province([
    Duo("Dacheux Jules", "Dacheux Marie"), Duo("Froment Luc", "Lefèvre Ginette"), Duo("Cagny Irène", "Bocquet Suzanne"),
    Duo("Vasseur Henri", "Ternois Noël"),
])  # fmt: skip
def somme_clubs_with_counts_above_their_teams():
    return """CLUB DE PÉRONNE (2 équipes)
1. Dacheux Jules / Dacheux Marie
2. Froment Luc / Lefèvre Ginette
AMICALE D'ALBERT (2 équipes)
3. Cagny Irène / Bocquet Suzanne
4. Vasseur Henri / Ternois Noël
TOTAL : 4 équipes"""


# Vosges: titles on two lines, empty columns between.
@province([
    Duo("Claudel Marcel", "Claudel Jeanne", "Gérardmer", paid=True), Duo("Petitgenet Éloi", "Grandemange Lydie", "Le Tholy", paid=False), Duo("Xolin Guy", "Thomas Martin", "Gérardmer", paid=True),
])  # fmt: skip
def vosges_titles_on_two_lines_and_empty_columns():
    return [["Nom\n(1er joueur)", "Prénom\n(1er joueur)", "", "Nom\n(2e joueur)", "Prénom\n(2e joueur)", "", "D'où\nvenez-vous", "A\npayé"],
            ["Claudel", "Marcel", "", "Claudel", "Jeanne", "", "Gérardmer", "x"], ["Petitgenet", "Éloi", "", "Grandemange", "Lydie", "", "Le Tholy", ""],
            ["Xolin", "Guy", "", "Thomas", "Martin", "", "Gérardmer", "x"]]  # fmt: skip


# Finistère: « Équipage » and a plus.
@province([
    Duo("Le Gall Yffig", "Kerloc'h Soazig", "Douarnenez"), Duo("Quéré Jos", "Quéré Nolwenn", "Audierne"), Duo("Ar Rouz Fañch", "Moan Lomig", "Audierne"),
], others=1)  # fmt: skip
def finistere_crews_and_ports():
    return """Équipage;Port;Moteur ?
Le Gall Yffig + Kerloc'h Soazig;Douarnenez;non
Quéré Jos + Quéré Nolwenn;Audierne;oui
Ar Rouz Fañch + Moan Lomig;Audierne;non"""


# Aude: each paid for himself.
@province([
    Duo("Fabresse Luc", "Fabresse Odile", paid=1400), Duo("Siau Max", "Siau Reine", paid=700), Duo("Andrieu Tony", "Cros Nelly", paid=0), Duo("Marty Gilles", "Bès Régine", paid=1400),
])  # fmt: skip
def aude_each_pays_his_own():
    return [
        ["Joueur 1", "Payé", "Joueur 2", "Payé"],
        ["Fabresse Luc", 7, "Fabresse Odile", 7],
        ["Siau Max", 7, "Siau Reine", ""],
        ["Andrieu Tony", "", "Cros Nelly", ""],
        ["Marty Gilles", 7, "Bès Régine", 7],
    ]


# Sarthe: prepared lines, some free, one kept for the town hall.
@province([
    Duo("Leffray Guy", "Leffray Nicole"), Duo("Papin Roger", "Chevalier Odette"), Duo("réservé mairie", "", ask=True), Duo("Hatton Louis", "Pichon Rémi"),
])  # fmt: skip
def sarthe_prepared_lines():
    return """1\tLeffray Guy\tLeffray Nicole
2\tPapin Roger\tChevalier Odette
3\tréservé mairie\t
4\tHatton Louis\tPichon Rémi
5\tlibre\tlibre
6\t\t
7\t\t"""


# Tarn: WhatsApp of a telephone, names with phones behind.
@province([
    Duo("Gilles Maffre", "Anaïs Maffre", tel2="06 80 00 11 22"), Duo("Denis Barthès", "Loïc Azémar", tel2="0680001123"), Duo("Cathy Rouquette", "Béa Sompayrac"),
])  # fmt: skip
def tarn_numbered_by_picture():
    return """*BELOTE 🂡 Samedi 20h30*
📍 Salle polyvalente

➡️ Gilles Maffre / Anaïs Maffre 📞 06 80 00 11 22
➡️ Denis Barthès / Loïc Azémar 📞 0680001123
➡️ Cathy Rouquette / Béa Sompayrac

Reste 5 places !!"""


# Nièvre: maiden names, addresses in the same cell.
@province([
    Duo("Bardin Paulette", "Bardin Maurice", "Clamecy", remark="née Lault"), Duo("Gallois Renée", "Perreau Lucie", "Corbigny"), Duo("Cliquet Guy", "Save Noël", "Clamecy"),
])  # fmt: skip
def nievre_maiden_names():
    return """Joueurs;Ville
Mme Bardin Paulette née Lault / M. Bardin Maurice;Clamecy
Mme Gallois Renée (née Petit) / Mme Perreau Lucie;Corbigny
M. Cliquet Guy / M. Save Noël;Clamecy"""


# Gironde: each with the club in brackets, both clubs alike or not.
@province([
    Duo("Jean-Michel Lalanne", "Bernadette Lalanne", "Bazas"), Duo("Alain Dubourg", "Guy Ferrand", "Langon et Auros"), Duo("Simone Duprat", "Lise Expert", "Bazas"),
])  # fmt: skip
def gironde_a_club_behind_each_name():
    return """Jean-Michel LALANNE (Bazas) / Bernadette LALANNE (Bazas)
Alain DUBOURG (Langon) / Guy FERRAND (Auros)
Simone DUPRAT (Bazas) / Lise EXPERT (Bazas)"""


# Hérault: the tables of last time, two teams a line.
@province([
    Duo("Fabre Lucien", "Fabre Rose"), Duo("Bousquet Guy", "Azéma Max"), Duo("Combes Inès", "Combes Noé"), Duo("Cathala Yves", "Sicard Ida"),
])  # fmt: skip
def herault_two_teams_a_table():
    return """Table 1 : Fabre Lucien / Fabre Rose - Bousquet Guy / Azéma Max
Table 2 : Combes Inès / Combes Noé - Cathala Yves / Sicard Ida"""


# Deux-Sèvres: 1a and 1b.
@province([
    Duo("Baudouin Marc", "Baudouin Line", "Thénezay", "0549001122"), Duo("Guérin Paul", "Moreau Rose", "Parthenay", "", "0612002233"), Duo("Texier Gaby", "Pied Armande", "Thénezay"),
], once="two_lines")  # fmt: skip
def deux_sevres_1a_and_1b():
    return [["N°", "Nom", "Prénom", "Commune", "Tél"], ["1a", "BAUDOUIN", "Marc", "Thénezay", "0549001122"], ["1b", "BAUDOUIN", "Line", "Thénezay", ""],
            ["2a", "GUÉRIN", "Paul", "Parthenay", ""], ["2b", "MOREAU", "Rose", "Parthenay", "0612002233"], ["3a", "TEXIER", "Gaby", "Thénezay", ""], ["3b", "PIED", "Armande", "Thénezay", ""]]  # fmt: skip


# Drôme: two telephones « ou », and the telephone of the partner within his cell.
@province([
    Duo("Arnaud Sylvie", "Bouvier Patrick", "Crest", "06 21 31 41 51", "06 21 31 41 52"), Duo("Morin Jean", "Morin Agnès", "Saillans", "04 75 21 31 41", "", ask=False), Duo("Plèche Odette", "Vieux Émile", "Crest", "06 21 31 41 54", "07 21 31 41 55"),
])  # fmt: skip
def drome_telephone_within_the_cell_of_the_partner():
    return """Nom;Tél;Partenaire (nom + tél);Commune
Arnaud Sylvie;06 21 31 41 51;Bouvier Patrick 06 21 31 41 52;Crest
Morin Jean;04 75 21 31 41 ou 06 21 31 41 53;Morin Agnès;Saillans
Plèche Odette;06 21 31 41 54;Vieux Émile (07 21 31 41 55);Crest"""


# Eure: those alone below the teams.
@province([
    Duo("Langlois Guy", "Langlois Denise"), Duo("Hébert Noël", "Picard Louis"), Duo("Delamare Jo", "Buquet Rémy"), Duo("Vauquelin Lise", "", ask=True), Duo("Toutain Marc", "", ask=True),
])  # fmt: skip
def eure_people_alone_below():
    return """ÉQUIPES COMPLÈTES
Langlois Guy / Langlois Denise
Hébert Noël / Picard Louis
Delamare Jo / Buquet Rémy

CHERCHENT UN PARTENAIRE
Vauquelin Lise
Toutain Marc"""


# Pyrénées: merged cells of the team over two lines, the commune too.
@province([
    Duo("Abadie Jean", "Abadie Rosine", "Lourdes", paid=True), Duo("Cazaux Paul", "Dulac Henriette", "Argelès", paid=False), Duo("Fourcade Michel", "Soucaze Guy", "Lourdes", paid=True),
], once="two_lines")  # fmt: skip
def pyrenees_merged_over_two_lines():
    book = Workbook()
    sheet = book.active
    sheet.append(["Équipe", "Joueurs", "Commune", "Payé"])
    for n, (one, two, town, paid) in enumerate(
        [
            ("Abadie Jean", "Abadie Rosine", "Lourdes", "oui"),
            ("Cazaux Paul", "Dulac Henriette", "Argelès", "non"),
            ("Fourcade Michel", "Soucaze Guy", "Lourdes", "oui"),
        ],
        1,
    ):
        sheet.append([n, one, town, paid])
        sheet.append([None, two, None, None])
        for column in "ACD":
            sheet.merge_cells(f"{column}{2 * n}:{column}{2 * n + 1}")
    return book


# Territoire de Belfort: comma between people of a cell, the same titles as a house tournament of firms.
@province([
    Duo("KLEIN Francis", "MULLER Anne", name="Les Lions"), Duo("SCHMITT Guy", "SCHMITT Rose", name="Alsthom 2"), Duo("HAAS Denis", "WEBER Luc", name="Sans Atout"),
])  # fmt: skip
def belfort_comma_between_two_people():
    return [["Équipe", "Membres", "Contact"], ["Les Lions", "KLEIN Francis, MULLER Anne", "francis.klein@exemple.test"],
            ["Alsthom 2", "SCHMITT Guy, SCHMITT Rose", "guy@exemple.test"], ["Sans Atout", "HAAS Denis, WEBER Luc", "dh@exemple.test"]]  # fmt: skip


# Hautes-Pyrénées: registered by the bar, price behind each and a total in words.
@province([
    Duo("Dedieu Alain", "Dedieu Sylvie", paid=1600), Duo("Pène Roger", "Lassalle Guy", paid=1600), Duo("Carrère Léa", "Verdier Tom", paid=800, ask=True),
])  # fmt: skip
def bigorre_price_behind_each_team():
    return """Dedieu Alain / Dedieu Sylvie 16€
Pène Roger / Lassalle Guy 16€
Carrère Léa / Verdier Tom 8€ (étudiants)
Total caisse 40€"""


# Seine-et-Marne: mail of a works council with titles of columns in the middle of words.
@province([
    Duo("Pierre Nguyen", "Claire Moreau", "Melun"), Duo("Fatou Diallo", "Sébastien Roy", "Dammarie"), Duo("Hélène Petit", "Mehdi Benali", "Melun"),
])  # fmt: skip
def works_council_first_names_in_a_column():
    return """Prénom 1\tNOM 1\tService 1\tPrénom 2\tNOM 2\tService 2\tSite
Pierre\tNGUYEN\tCompta\tClaire\tMOREAU\tRH\tMelun
Fatou\tDIALLO\tAchats\tSébastien\tROY\tQualité\tDammarie
Hélène\tPETIT\tRH\tMehdi\tBENALI\tSI\tMelun"""


# Haute-Loire: crossed with x's, the partner below in the same column, no numbers.
@province([
    Duo("Chambon Louis", "Chambon Marie"), Duo("Ranc Jean", "Bonnefoy Guy"), Duo("Abrial Rose", "Gagne Odile"),
])  # fmt: skip
def haute_loire_members_and_not_members():
    return [
        ["Equipes", "Adhérent 1", "Adhérent 2", "Prix"],
        ["Chambon Louis - Chambon Marie", "x", "x", 10],
        ["Ranc Jean - Bonnefoy Guy", "x", "", 12],
        ["Abrial Rose - Gagne Odile", "", "", 14],
    ]


# Lot: a mail of one club whose commune stands in the sentence above.
@province([
    Duo("Delrieu Serge", "Delrieu Mado"), Duo("Bories Alain", "Lagarde Yvon"), Duo("Couderc Élise", "Vayssié Jeanne"),
])  # fmt: skip
def lot_mail_of_a_club_with_a_signature():
    return """Bonjour,
Veuillez trouver ci-dessous les équipes du club de Gramat :
DELRIEU Serge et Mado
BORIES Alain et LAGARDE Yvon
COUDERC Élise et VAYSSIÉ Jeanne
Merci de me confirmer la bonne réception.
Cordialement
Yvon Lagarde
Président
Tél. 05 65 00 11 22 - 06 11 22 33 44"""
