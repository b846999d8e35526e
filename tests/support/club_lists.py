"""More untidy lists, of clubs of several countries and of the telephones of their members, entered among the others."""

from tests.support.untidy_lists import turned, untidy

OF = [
    ("Orsolet Bruno", "Tanvier Mélanie"),
    ("Pennors Théo", "Vasseline Inès"),
    ("Mardivel Ghislaine", "Coudrec Raymonde"),
    ("Bizoux Jean-Pierre", "Queffurus Ewen"),
]
EACH = [(who,) for pair in OF for who in pair]


def first(who: str) -> str:
    return who.rsplit(" ", 1)[1]


def last(who: str) -> str:
    return who.rsplit(" ", 1)[0]


def rows(title: str, *lines: str) -> str:
    return "\n".join([title, *lines])


@untidy(right=OF)
def english_sheet_with_a_title_of_two_rows():
    return rows(
        "Whist & Belote Night – sign-up sheet;;;;;;\nPlease pay at the door (£8 per pair);;;;;;\n;;;;;;\n;Player A;;Player B;;;Paid?",
        "Pair;First name;Surname;First name;Surname;Mobile;",
        *(f"{n};{first(one)};{last(one)};{first(two)};{last(two)};07700 90012{n};Y" for n, (one, two) in enumerate(OF, 1)),
        "Total pairs;4;;;;;£32",
    )  # fmt: skip


@untidy(right=OF)
def german_club_with_commas_in_the_names():
    return rows(
        "Lfd. Nr.;Mannschaft;Spieler/in 1;Spieler/in 2;Verein;Startgeld bezahlt;Anmerkungen",
        *(f"{n};Die {word};{last(one)}, {first(one)};{last(two)}, {first(two)};SV Bray;ja;kommt später"
          for n, (word, (one, two)) in enumerate(zip(("Asse", "Damen", "Buben", "Zehner"), OF, strict=True), 1)),
    )  # fmt: skip


@untidy(right=OF)
def german_partner_beside_two_columns():
    return rows("Vorname,Nachname,Partner/in,Ort,Bezahlt",
                *(f"{first(one)},{last(one)},{turned(two)},Bray,nein" for one, two in OF))  # fmt: skip


@untidy(singles=True, right=EACH)
def polish_people_with_their_own_telephones():
    return rows("Lp.;Imię i nazwisko;Miejscowość;Telefon;Wpisowe",
                *(f"{n};{turned(who)};Bray;50{n} 234 567;tak" for n, (who,) in enumerate(EACH, 1)))  # fmt: skip


@untidy(right=OF)
def polish_teams():
    return rows("Drużyna;Zawodnik 1;Zawodnik 2;Miejscowość;Opłacone",
                *(f"Asy {'ABCD'[n]};{turned(one)};{turned(two)};Bray;nie" for n, (one, two) in enumerate(OF)))  # fmt: skip


@untidy(right=OF)
def italian_family_and_given_names():
    return rows("N.;Cognome 1;Nome 1;Cognome 2;Nome 2;Circolo;Quota versata",
                *(f"{n};{last(one)};{first(one)};{last(two)};{first(two)};ARCI Bray;sì" for n, (one, two) in enumerate(OF, 1)))  # fmt: skip


@untidy(right=OF)
def dutch_teams_with_the_word_team_before_the_number():
    return rows("Team;Speler A;Speler B;Woonplaats;Betaald;Opmerking",
                *(f"Team {n};{turned(one)};{turned(two)};Breda;ja;" for n, (one, two) in enumerate(OF, 1)))  # fmt: skip


@untidy(right=[OF[0], OF[1], OF[3]], may_ask=True)
def tickets_of_teams_with_a_partner_and_one_cancelled():
    return rows(
        "Numéro de billet;Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;"
        "Prénom payeur;Email payeur;Tarif;Montant tarif;Nom du partenaire;Prénom du partenaire;Téléphone du partenaire;Nom d'équipe",
        *(f"10{n};900{n};02/11/2026 10:2{n};{'Annulé' if n == 2 else 'Validé'};{last(one)};{first(one)};Kermoal;Titouan;k@exemple.test;"
          f"Équipe;16,00;{last(two)};{first(two)};06 11 22 33 4{n};Les {'Pies Rois Merles Grives'.split()[n]}" for n, (one, two) in enumerate(OF)),
    )  # fmt: skip


@untidy(right=OF)
def cells_of_two_lines_broken_by_a_document():
    return rows("N°\tÉquipe\tJoueurs\tPayé",
                *(f"{n}\tLes Copains {'ABCD'[n - 1]}\t{turned(one)}\n{turned(two)}\tX" for n, (one, two) in enumerate(OF, 1)))  # fmt: skip


@untidy(right=OF)
def numbers_as_pictures_of_keys():
    return rows(
        "Inscrits pour samedi 🃏🃏",
        *(f"{n}\ufe0f\u20e3 {one} & {two}" for n, (one, two) in enumerate(OF, 1)),
        "5\ufe0f\u20e3",
    )


@untidy(singles=True, right=EACH[:7], may_ask=True)
def sheet_of_presence_with_one_excused():
    said = ["X", "X", "", "", "X", "", "", "Excusé"]
    return rows("CLUB DES AÎNÉS DE BRAY;;\nFeuille de présence du jeudi 19/11/2026;;\nNOM Prénom;Présent;Signature",
                *(f"{who};{is_there};" for (who,), is_there in zip(EACH, said, strict=True)), "Total présents;3;")  # fmt: skip


@untidy(right=[OF[0], (OF[1][0],), OF[2], (OF[3][0],)], may_ask=True)
def form_of_those_who_do_not_know_their_partner_yet():
    partner = [OF[0][1], "Je ne sais pas encore", OF[2][1], "personne pour l'instant"]
    return rows(
        "Horodateur;Nom;Prénom;Nom et prénom de votre partenaire (si équipe);Régime alimentaire",
        *(f"2026/11/0{n} 9:12:33;{last(one)};{first(one)};{with_whom};" for n, ((one, _two), with_whom) in enumerate(zip(OF, partner, strict=True), 1)),
    )  # fmt: skip


@untidy(right=OF)
def the_till_by_means_of_payment():
    paid = ["16;;;16", ";16;;16", ";;16;16", "16;;;16"]
    return rows("Date;Équipe;Espèces;Chèque;CB;Total",
                *(f"21/11;{one} / {two};{money}" for (one, two), money in zip(OF, paid, strict=True)), ";TOTAL;32;16;16;64")  # fmt: skip


@untidy(right=OF)
def clubs_above_their_teams_with_bullets():
    lines = [f"- {one} / {two}" for one, two in OF]
    return rows("BRAY", *lines[:2], "", "SANS CLUB", *lines[2:])


@untidy(singles=True, right=EACH)
def all_people_in_one_line():
    return ", ".join(who for (who,) in EACH) + "."


@untidy(right=OF)
def results_of_an_evening_of_bridge():
    return rows(
        "Rg;Paire;NS/EO;Score %;PE",
        *(f"{n};{one} - {two};{'NS EO'.split()[n % 2]};6{n},2;4{n}" for n, (one, two) in enumerate(OF, 1)),
    )


@untidy(singles=True, right=EACH)
def ages_in_brackets():
    return rows(
        "#;Participant;Taille T-shirt;Arrivée",
        *(f"{n};{turned(who)} (5{n} ans);L;14h" for n, (who,) in enumerate(EACH, 1)),
    )


@untidy(right=OF)
def who_comes_with_whom():
    return rows("Prénom,NOM,Téléphone,E-mail,Je viens avec",
                *(f"{first(one)},{last(one)},061122334{n},c{n}@exemple.test,{turned(two)}" for n, (one, two) in enumerate(OF)))  # fmt: skip


@untidy(right=OF)
def payments_and_oks_beside_the_names():
    beside = [" ✅ payé", " (chèque)", " ok", " réglé CB"]
    return rows(
        "Liste belote 28/11",
        *(f"{n}. {one} / {two}{said}" for n, ((one, two), said) in enumerate(zip(OF, beside, strict=True), 1)),
    )


@untidy(right=OF, may_ask=True)
def states_beside_the_names():
    return rows("N°;Joueur 1;Joueur 2", *(f"{n};{one} ✅;{two} (sous réserve)" for n, (one, two) in enumerate(OF, 1)))


@untidy(right=OF[:3])
def teams_struck_out_in_a_message():
    lines = [f"{one} / {two}" for one, two in OF]
    return rows("*Liste de samedi*", *lines[:3], f"~{lines[3]}~")


@untidy(singles=True, right=EACH, may_ask=True)
def pairs_where_everyone_enters_alone():
    return rows("N°;Joueur 1;Joueur 2;Commune", *(f"{n};{one};{two};Bray" for n, (one, two) in enumerate(OF, 1)))


@untidy(singles=True, right=EACH, may_ask=True)
def pairs_in_lines_where_everyone_enters_alone():
    return rows(
        "Bonjour, voici les inscrits :", *(f"{n}) {one} / {two} - Bray" for n, (one, two) in enumerate(OF, 1)), "Bises"
    )


COMMENTS = [
    ("Bruno Orsolet", "Moi et Mélanie Tanvier on est là !"),
    ("Théo Pennors", "Théo Pennors / Inès Vasseline 😊"),
    ("Amicale de Bray", "Noté 👍"),
    ("Ghislaine Mardivel", "Présente avec Raymonde Coudrec, on mange sur place"),
    ("Titouan Kermoal", "Super affiche !"),
    ("Jean-Pierre Bizoux", "inscris-nous avec Ewen Queffurus stp"),
]


def thread() -> str:
    post = "Amicale de Bray\nAdmin · 12 novembre, 18:20\nGrand concours de belote samedi 28 !\nJ'aime\nCommenter\nPartager\n24\n18 commentaires"
    return rows(
        post, *(f"{writer}\n{said}\nJ'aime\nRépondre\n3 j" for writer, said in COMMENTS), "Écrire un commentaire..."
    )


@untidy(right=OF, may_ask=True)
def comments_below_a_post():
    return thread()


@untidy(singles=True, right=EACH, may_ask=True)
def comments_below_a_post_where_everyone_enters_alone():
    return thread()


@untidy(right=OF, may_ask=True)
def chat_of_those_who_write_moi():
    notices = '12/11/2026, 18:04 - Thierry a créé le groupe "Belote Bray"'
    return rows(notices, *(f"12/11/2026, 18:0{n} - {writer}: {said}" for n, (writer, said) in enumerate(COMMENTS)),
                "12/11/2026, 18:22 - Marc: <Médias omis>")  # fmt: skip
