"""Lists of the week before a concours: the notebook typed again, the bar's sheet, forms of small sites, mail and papers copied."""

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import PatternFill

from tests.support.untidy_lists import capitals, halves, turned, untidy

DUOS = [
    ("Pouzenc Martine", "Cassagne Roland"),
    ("Le Bihannic Gwenn", "Ropartz Annick"),
    ("Dos Reis Manuel", "Ferrandon Guy"),
    ("Ben Youssouf Karim", "Blanchemain Lucette"),
    ("Tournadre Jean-Noël", "Tournadre Sylvie"),
    ("O'Kellan Patrick", "Vaissade Émilienne"),
]
ALL = [(who,) for duo in DUOS for who in duo]
VILLAGES = ["Aubin-le-Vieux", "St Cirgues", "Marvézac", "Marvézac", "La Roche-Bleue", "Aubin-le-Vieux"]


def hall(*, singles=False, right=tuple(DUOS), may_ask=False):
    """Enter a list of these pairs under the name of its function."""
    return untidy(singles=singles, right=right, may_ask=may_ask)


def tel(n: int) -> str:
    return f"06.7{n}.11.2{n}.3{n}"


def lines(*given: str) -> str:
    return "\n".join(given)


@hall()
def notebook_with_dashes_and_price():
    return lines("Concours belote sam. 28/11 - salle des fêtes", "(8€ / joueur)", "",
                 *(f"{n}- {capitals(a)} – {capitals(b)} : 16€" for n, (a, b) in enumerate(DUOS, 1)),
                 "", "soit 6 équipes = 96 €")  # fmt: skip


@hall()
def town_hall_table_with_two_lines_of_address():
    rows = [["Mairie de Marvézac", "", "", "", ""], ["5 place de l'Église", "", "", "", ""], ["Tél : 05 65 00 11 22", "", "", "", ""], [],
            ["Équipe", "Premier joueur", "Second joueur", "Contact", "Règlement"]]  # fmt: skip
    return rows + [
        [n, turned(a), turned(b), tel(n), ("Chèque", "Espèces", "")[n % 3]] for n, (a, b) in enumerate(DUOS, 1)
    ]


@hall(may_ask=True)
def paying_by_who_and_cheque_number():
    rows = [["Nom - Prénom", "Partenaire", "N° chèque", "Banque", "Montant"]]
    return rows + [[capitals(a), capitals(b), f"000{n}482", "Crédit Agricole", 16] for n, (a, b) in enumerate(DUOS, 1)]


@hall()
def sumup_sales_with_a_note():
    said = lines("Date,Référence,Description,Quantité,Prix (TTC),Note")
    return lines(said, *(f'2026-11-1{n} 10:1{n},TX{n}8KQ2,Équipe belote,1,"16,00","{turned(a)} / {turned(b)}"'
                         for n, (a, b) in enumerate(DUOS)))  # fmt: skip


@hall(singles=True, right=ALL)
def club_members_with_card_and_fee():
    rows = [
        [
            "N° carte",
            "M/Mme",
            "Nom",
            "Prénom",
            "Nom de jeune fille",
            "Adresse",
            "Code postal",
            "Commune",
            "Fixe",
            "Portable",
            "Cotis.",
        ]
    ]
    for n, (who,) in enumerate(ALL):
        last, first = halves(who)
        rows.append([100 + n, ("Mme", "M.")[n % 2], last.upper(), first, ("Delbos", "")[n % 2], f"{n + 1} rue du Lavoir", "12110",
                     VILLAGES[n // 2], f"05 65 43 2{n % 10} 10", tel(n % 10), 15])  # fmt: skip
    return rows


@hall()
def whatsapp_poll_copied():
    return lines("📊 Qui vient samedi ? Mettez vos 2 noms",
                 *(f"✅ {turned(a)} + {turned(b)}" for a, b in DUOS), "", "6 votes")  # fmt: skip


@hall(right=[*DUOS[:5]], may_ask=True)
def whatsapp_list_with_a_team_to_be_confirmed():
    out = [f"{n}. {turned(a)} / {turned(b)}" for n, (a, b) in enumerate(DUOS[:5], 1)]
    return lines("*Liste belote samedi* 🃏", *out, "6. ", "7. ", "8. ", "Copiez-collez et ajoutez-vous !")


@hall(may_ask=True)
def sms_transferred_one_after_another():
    return lines(*(f"Bonjour, j'inscris une équipe pour samedi : {turned(a)} et {turned(b)}. Merci" for a, b in DUOS))


@hall(right=DUOS, may_ask=True)
def answers_to_a_mail_quoted():
    return lines("De : Club des Genêts <genets@exemple.test>", "Envoyé : jeudi 19 novembre 2026 10:22", "À : belote@exemple.test",
                 "Objet : RE: inscriptions", "", "Bonjour,", "Voici nos équipes :", "",
                 *(f"> * {capitals(a)} / {capitals(b)}" for a, b in DUOS), "", "Cordialement,", "Huguette Labastie", "06 55 44 33 22")  # fmt: skip


@hall(may_ask=True)
def libreoffice_with_team_number_on_the_first_line_only():
    rows = [["Équipe", "Joueur", "Ville", "Payé"]]
    for n, (a, b) in enumerate(DUOS, 1):
        rows += [[n, capitals(a), VILLAGES[n - 1], "oui"], ["", capitals(b), VILLAGES[n - 1], "oui"]]
    return rows


@hall()
def first_names_in_the_first_column_and_initials():
    rows = [["Prénom", "Nom", "Prénom du co-équipier", "Nom du co-équipier", "GSM"]]
    return rows + [[halves(a)[1], halves(a)[0], halves(b)[1], halves(b)[0], tel(n)] for n, (a, b) in enumerate(DUOS)]


@hall()
def jotform_with_ip_and_id():
    rows = ["Submission Date,Prénom,Nom,E-mail,Prénom (2),Nom (2),Repas,IP,Submission ID"]
    for n, (a, b) in enumerate(DUOS):
        rows.append(
            f'"Nov {n + 3}, 2026",{halves(a)[1]},{halves(a)[0]},x{n}@exemple.test,{halves(b)[1]},{halves(b)[0]},Sans,192.0.2.{n},56012{n}77'
        )
    return lines(*rows)


@hall(singles=True, right=ALL)
def senior_club_with_year_of_birth_and_table():
    rows = [["Table", "Nom et prénom", "Année naiss.", "Transport", "Repas midi"]]
    return rows + [[n // 4 + 1, capitals(who), 1938 + n, ("car", "perso")[n % 2], 1] for n, (who,) in enumerate(ALL)]


@hall()
def excel_with_a_date_and_hour_of_inscription_and_who_took_it():
    rows = [["Le", "à", "Pris par", "Équipe inscrite", "", "Tel"]]
    return rows + [
        [f"1{n}/11", f"1{n}h30", ("Odile", "Marcel")[n % 2], capitals(a), capitals(b), tel(n)]
        for n, (a, b) in enumerate(DUOS)
    ]


@hall()
def semicolon_list_with_quotes_and_spaces():
    return lines('"N° "; "Joueur 1 " ;"Joueur 2";"Observations "',
                 *(f'"{n} ";" {turned(a)}";"{turned(b)} ";""' for n, (a, b) in enumerate(DUOS, 1)))  # fmt: skip


@hall(right=[*DUOS], may_ask=True)
def yellow_lines_are_those_who_paid():
    book = Workbook()
    sheet = book.active
    sheet.append(["Équipes", "", "Remarque (jaune = payé)"])
    for n, (a, b) in enumerate(DUOS):
        sheet.append([turned(a), turned(b)])
        if n % 2:
            for cell in sheet[n + 2]:
                cell.fill = PatternFill("solid", fgColor="FFFF00")
    sheet["A2"].comment = Comment("vient avec son chien", "Odile")
    return book


@hall()
def firms_tournament_with_employee_number():
    rows = [["Matricule", "Nom Prénom", "Service", "Matricule équipier", "Nom Prénom équipier", "Service équipier"]]
    return rows + [
        [f"M{4400 + n}", capitals(a), "Logistique", f"M{5500 + n}", capitals(b), "Achats"]
        for n, (a, b) in enumerate(DUOS)
    ]


@hall(may_ask=True, right=[*DUOS[:4], (DUOS[4][0],), (DUOS[5][0],)])
def cherche_partenaire_in_the_partner_cell():
    said = [b for _a, b in DUOS[:4]] + ["CHERCHE PARTENAIRE", "cherche équipier !"]
    return [
        ["Joueur", "Partenaire", "Tél"],
        *([a, b, tel(n)] for n, ((a, _b), b) in enumerate(zip(DUOS, said, strict=True))),
    ]


@hall()
def village_in_brackets_after_each_pair():
    return lines("INSCRITS", *(f"{turned(a)} / {turned(b)} ({v})" for (a, b), v in zip(DUOS, VILLAGES, strict=True)))


@hall()
def two_first_names_joined_by_a_couple_and_others():
    out = []
    for a, b in DUOS:
        if halves(a)[0] == halves(b)[0]:
            out.append(f"{halves(a)[1]} et {halves(b)[1]} {halves(a)[0].upper()}")
        else:
            out.append(f"{turned(a)} et {turned(b)}")
    return lines(*out)


@hall(right=[*DUOS[:5]], may_ask=True)
def column_annulation_with_a_date():
    rows = [["N° insc.", "Joueur 1", "Joueur 2", "Date d'inscription", "Date d'annulation"]]
    return rows + [[n, a, b, f"0{n}/11/2026", "18/11/2026" if n == 6 else ""] for n, (a, b) in enumerate(DUOS, 1)]


@hall()
def numbers_written_no_and_team_word():
    return lines(
        *(f"Équipe n°{n} : {capitals(a)} - {capitals(b)} [{VILLAGES[n - 1]}]" for n, (a, b) in enumerate(DUOS, 1))
    )


@hall()
def libre_office_csv_with_a_line_of_separator():
    return lines("sep=;", "Équipe;Nom 1;Prénom 1;Nom 2;Prénom 2;Commune;Total",
                 *(f"{n};{halves(a)[0].upper()};{halves(a)[1].upper()};{halves(b)[0].upper()};{halves(b)[1].upper()};{VILLAGES[n - 1].upper()};16,00 €"
                   for n, (a, b) in enumerate(DUOS, 1)), ";;;;;TOTAL;96,00 €")  # fmt: skip


@hall(singles=True, right=ALL)
def members_app_with_family_links():
    rows = [
        "Id;Actif;Nom usuel;Prénom usuel;Conjoint;Courriel;Tél. mobile;Tél. domicile;Date d'entrée;Type d'adhésion;Newsletter"
    ]
    for n, (who,) in enumerate(ALL):
        last, first = halves(who)
        rows.append(
            f"{n + 31};Vrai;{last};{first};;{'abcdefghijkl'[n]}@exemple.test;{tel(n % 10)};;01/09/201{n % 10};Individuelle;Faux"
        )
    return lines(*rows)


@hall()
def who_invites_whom_in_a_mail_with_phone_after():
    return lines(*(f"{turned(a)} ({tel(n)}) avec {turned(b)}" for n, (a, b) in enumerate(DUOS)))


@hall()
def ranked_list_of_last_time():
    rows = [["Class.", "Noms", "", "P1", "P2", "P3", "P4", "Total", "Lot"]]
    return rows + [[n, capitals(a), capitals(b), 1012 - n, 988, 1120, 970 + n, 4090 - n, ("Jambon", "Rosette", "")[n % 3]]
                   for n, (a, b) in enumerate(DUOS, 1)]  # fmt: skip


@hall()
def email_column_first_and_full_names_last():
    rows = [
        "Adresse e-mail,Horodateur,Tarif choisi,J'atteste avoir lu le règlement,Joueur n°1 (Prénom NOM),Joueur n°2 (Prénom NOM),Comment avez-vous connu le concours ?"
    ]
    for n, (a, b) in enumerate(DUOS):
        rows.append(
            f"z{n}@exemple.test,2026/11/1{n} 8:0{n}:11 PM UTC+1,Normal 16€,Oui,{halves(a)[1]} {halves(a)[0].upper()},{halves(b)[1]} {halves(b)[0].upper()},Bouche à oreille"
        )
    return lines(*rows)


@hall(may_ask=True, right=[*DUOS[:3], ("Coste Alain père", "Coste Alain fils"), *DUOS[3:]])
def father_and_son_of_one_name():
    return [
        ["Joueur 1", "Joueur 2"],
        *map(list, DUOS[:3]),
        ["Coste Alain (père)", "Coste Alain (fils)"],
        *map(list, DUOS[3:]),
    ]


@hall()
def latin1_tabs_with_crlf():
    text = "Numero\tJoueur1\tJoueur2\tLocalite\tPaye O/N\r\n" + "".join(
        f"{n}\t{capitals(a)}\t{capitals(b)}\t{VILLAGES[n - 1]}\t{'ON'[n % 2]}\r\n" for n, (a, b) in enumerate(DUOS, 1))  # fmt: skip
    return text.encode("cp1252")


@hall()
def mac_csv_with_carriage_returns_alone():
    text = "No;Joueur A;Joueur B\r" + "".join(f"{n};{turned(a)};{turned(b)}\r" for n, (a, b) in enumerate(DUOS, 1))
    return text.encode("mac_roman")


@hall()
def team_name_made_of_the_two_family_names():
    rows = [["Nom de l'équipe", "Joueur 1", "Joueur 2", "Niveau"]]
    return rows + [
        [f"{halves(a)[0]}/{halves(b)[0]}", turned(a), turned(b), ("loisir", "confirmé")[n % 2]]
        for n, (a, b) in enumerate(DUOS)
    ]


@hall()
def stars_for_the_members_and_money_by_status():
    rows = [["", "Equipes", "adh.", "ext.", "à payer"]]
    for n, (a, b) in enumerate(DUOS, 1):
        rows.append([n, f"{capitals(a)}* / {capitals(b)}", 1, 1, "5 € + 8 €"])
    return [*rows, ["", "", 6, 6, "78 €"], ["", "* adhérent", "", "", ""]]


@hall(may_ask=True, right=DUOS)
def a_child_of_twelve_and_a_wheelchair_in_remarks():
    rows = [["Equipe (2 noms)", "Remarques"]]
    said = ["", "fauteuil roulant, près de la porte svp", "", "12 ans, accompagnée", "arrivera à 14h15", ""]
    return rows + [[f"{a}, {b}", text] for (a, b), text in zip(DUOS, said, strict=True)]


@hall(right=DUOS[:4], may_ask=True)
def reserves_after_the_word_suppleants():
    rows = [["", "Titulaires", ""]]
    rows += [[n, *duo] for n, duo in enumerate(DUOS[:4], 1)]
    return rows + [["", "Suppléants (si désistement)", ""], *([n, *duo] for n, duo in enumerate(DUOS[4:], 1))]


HALL = [
    ("Arbousset Ginette", "Campredon Lucien"),
    ("Villaret Thibault", "Bonnal Chantal"),
    ("Gouzy Henri", "Pradel Marie-Claude"),
    ("Da Costa Luis", "Serieys Nadège"),
    ("Ginestet Paul", "Ginestet Paulette"),
    ("Roumégous Alain", "Cayla Bernadette"),
    ("Delpuech Eva", "Izard Raymond"),
]
TOWNS = ["Najac", "Laguépie", "Varen", "Najac", "St-Antonin", "Parisot", "Varen"]


@hall(right=HALL)
def sums_due_paid_and_left():
    return [
        ["Equipes", "Nb repas", "Total dû", "Acompte versé", "Reste"],
        *([f"{turned(a)} / {turned(b)}", n % 3, 16 + 12 * (n % 3), 16, 12 * (n % 3)] for n, (a, b) in enumerate(HALL)),
        ["TOTAL", 9, 200, 112, 88],
    ]


@hall(right=HALL)
def courtesy_before_capitals():
    return lines(*(f"{n}/ Mme {capitals(a)} - M. {capitals(b)}" for n, (a, b) in enumerate(HALL, 1)))


@hall(right=HALL)
def terminal_of_cards():
    return lines(
        "Heure;Montant;Mode;Libellé;Statut",
        *(f"14:0{n};16,00;CB;{turned(a)} + {turned(b)};OK" for n, (a, b) in enumerate(HALL)),
    )


@hall(right=HALL)
def form_whose_titles_are_sentences():
    return [
        [
            "Horodateur",
            "Nom et prénom du premier joueur ou de la première joueuse",
            "Nom et prénom du deuxième joueur ou de la deuxième joueuse",
            "Un numéro où vous joindre le jour du concours",
            "D'où venez-vous ?",
            "Avez-vous besoin d'un covoiturage ?",
        ],
        *([f"0{n + 1}/11/2026 10:00:0{n}", a, b, tel(n), TOWNS[n], "Non"] for n, (a, b) in enumerate(HALL)),
    ]


@hall(right=HALL)
def sum_behind_an_equals_sign():
    return lines(*(f"{capitals(a)} / {capitals(b)} = 16" for a, b in HALL))


@hall(right=HALL)
def day_of_registration_in_front():
    return lines(*(f"{10 + n}/11 {turned(a)} / {turned(b)}" for n, (a, b) in enumerate(HALL)))


@hall(right=HALL)
def telephones_and_villages_of_both():
    return [
        ["Joueur 1", "Tél 1", "Joueur 2", "Tél 2", "Commune 1", "Commune 2"],
        *([a, tel(n), b, tel(n + 2), TOWNS[n], TOWNS[(n + 1) % 7]] for n, (a, b) in enumerate(HALL)),
    ]


@hall(right=HALL[:6], may_ask=True)
def registration_confirmed_or_not():
    return [
        ["Joueur 1", "Joueur 2", "Inscription validée"],
        *([a, b, "non" if n == 6 else "oui"] for n, (a, b) in enumerate(HALL)),
    ]


@hall(right=HALL)
def boxes_to_tick():
    return lines(*(f"- [{'x' if n % 2 else ' '}] {turned(a)} / {turned(b)}" for n, (a, b) in enumerate(HALL)))


@hall(right=HALL)
def hour_of_arrival_and_cashier():
    return [
        ["Arrivée", "N°", "Équipe", "Caisse"],
        *(
            [f"13:{20 + n}", n, f"{turned(a)} / {turned(b)}", ("Odile", "Jo")[n % 2]]
            for n, (a, b) in enumerate(HALL, 1)
        ),
    ]


@hall(right=HALL, may_ask=True)
def leader_and_mate():
    return [
        ["Responsable", "Équipier", "Responsable tél", "Amicale"],
        *([a, b, tel(n), TOWNS[n]] for n, (a, b) in enumerate(HALL)),
    ]


@hall(right=HALL)
def players_under_a_merged_title():
    return [
        ["", "JOUEURS", "", "LOCALITÉ", "MISE"],
        *([n, a, b, TOWNS[n - 1], 16] for n, (a, b) in enumerate(HALL, 1)),
        ["", "", "", "", 112],
    ]
