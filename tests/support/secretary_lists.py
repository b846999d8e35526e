"""Lists that a secretary makes in a hurry: names that are hard to tell apart, states in every wording, years side by side."""

from collections.abc import Iterable

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.support.untidy_lists import capitals, halves, turned, untidy

TEAMS = [
    ("Le Hénault Anne-Cécile", "Dubreil Bernard"),
    ("de Kersabec Martin", "N'Dour Aminata"),
    ("Martin Gilles", "Simon Thomas"),
    ("Van den Broucke Jean-Luc", "D'Almeras Chloé"),
    ("Bouvrel Françoise", "Tissandru Hervé"),
    ("Grandjean-Moutel Noëlle", "Laurent Denis"),
]
EACH = [(who,) for team in TEAMS for who in team]
TOWNS = ["Vernoux", "Saint-Agrève", "Le Cheylard", "Vernoux", "Lamastre", "Désaignes"]


def secretary(*, singles: bool = False, right: Iterable[tuple[str, ...]] = tuple(TEAMS), may_ask: bool = False):
    """Enter a list under the name of its function, of these teams where it does not name others."""
    return untidy(singles=singles, right=right, may_ask=may_ask)


def mail(who: str) -> str:
    return "".join(c for c in turned(who).lower().replace(" ", ".") if c.isascii()) + "@exemple.test"


def phone(n: int) -> str:
    return f"06 40 50 6{n} 7{n}"


def csv_of(rows: list[list[object]], separator: str = ";") -> str:
    return "\n".join(separator.join("" if cell is None else str(cell) for cell in row) for row in rows)


@secretary()
def club_of_the_elders_with_two_names_each():
    book = Workbook()
    sheet = book.active
    sheet.append(["CLUB DES AÎNÉS RURAUX DE VERNOUX"])
    sheet.append(["Concours de belote du samedi 28 novembre 2026 - 14 h 30"])
    sheet.append([])
    sheet.append(["N°", "NOM", "Prénom", "NOM", "Prénom", "Tél.", "Réglé"])
    for n, (one, two) in enumerate(TEAMS, 1):
        sheet.append([n, *halves(one), *halves(two), phone(n), "X" if n % 2 else None])
    sheet.append([])
    sheet.append(["Total équipes :", len(TEAMS), None, None, "Reste à encaisser", None, 36])
    sheet.append(["Prévoir 2 tables de plus"])
    sheet.merge_cells("A1:G1")
    sheet.merge_cells("A2:G2")
    return book


@secretary(may_ask=True)
def orders_of_two_and_of_four_tickets():
    rows: list[list[object]] = [["Référence commande", "Date de la commande", "Statut de la commande", "Nom participant", "Prénom participant",
             "Nom payeur", "Prénom payeur", "Email payeur", "Raison sociale", "Moyen de paiement", "Billet", "Numéro de billet",
             "Tarif", "Montant tarif", "Code Promo", "Montant code promo", "Nom de votre équipe"]]  # fmt: skip
    orders = [[TEAMS[0], TEAMS[1]], *([team] for team in TEAMS[2:])]
    for n, teams in enumerate(orders):
        for k, team in enumerate(teams):
            for which, who in enumerate(team):
                last, first = halves(who)
                rows.append([f"1204455{n}", f"0{n + 1}/11/2026 21:14", "Validé", last, first, "Mairie", "Odette", "o@exemple.test", "",
                             "Carte bancaire", "https://exemple.test/b", f"12044{n}{k}{which}", "Joueur", "10,00", "", "0,00",
                             f"Les {'ABCDEFG'[n + k + (n > 0)]}igles"])  # fmt: skip
    return csv_of(rows)


@secretary(right=TEAMS[:5], may_ask=True)
def tickets_of_another_shop():
    rows: list[list[object]] = [["Code-barres", "Type de billet", "Prix", "Nom", "Prénom", "Email", "Société", "Acheteur - Nom",
             "Acheteur - Prénom", "Acheteur - Email", "Date de création", "Statut", "Scanné", "N° de commande"]]  # fmt: skip
    for n, team in enumerate(TEAMS):
        for k, who in enumerate(team):
            rows.append([f"39000{n}{k}77", "Inscription", "9.00", *halves(who), mail(who), "", *halves(team[0]), mail(team[0]),
                         f"2026-11-0{n + 1} 18:00:12", "Remboursé" if n == 5 else "Payé", "Non", f"C-77{n}"])  # fmt: skip
    return csv_of(rows)


@secretary(may_ask=True)
def last_year_in_the_sheet_beside():
    book = Workbook()
    stats = book.active
    stats.title = "Bilan"
    for row in (["Année", "Équipes", "Recette"], [2024, 31, 434], [2025, 28, 392], ["Moyenne", "=AVERAGE(B2:B3)"]):
        stats.append(row)
    for title, teams in (("2025", [(two, one) for one, two in zip(["Ponsart Régis", "Vialatte Josette", "Rieu Camille", "Escoffard Louis"],
                                   ["Chabal Odile", "Fayolle Maxime", "Bosc Paulette", "Junique Lucie"], strict=True)]), ("2026", TEAMS)):  # fmt: skip
        sheet = book.create_sheet(title)
        sheet.append(["N°", "Joueur 1", "Joueur 2", "Commune"])
        for n, (one, two) in enumerate(teams, 1):
            sheet.append([n, one, two, TOWNS[n % 6]])
    return book


@secretary(may_ask=True)
def last_year_in_the_columns_beside():
    old = [("Ponsart Régis", "Chabal Odile"), ("Vialatte Josette", "Fayolle Maxime"), ("Rieu Camille", "Bosc Paulette")]
    rows: list[list[object]] = [
        ["ÉDITION 2026", "", "", "", "ÉDITION 2025"],
        ["N°", "Joueur 1", "Joueur 2", "", "N°", "Joueur 1", "Joueur 2"],
    ]
    for n, team in enumerate(TEAMS):
        rows.append([n + 1, *team, "", *([n + 1, *old[n]] if n < len(old) else [])])
    return rows


STATES = ["annulé le 12/11", "Remboursée par chèque", "liste d'attente n°1", "ne vient plus", "", "désistement"]


@secretary(right=[TEAMS[4]], may_ask=True)
def states_in_as_many_words_as_lines():
    return [
        ["N°", "Joueur 1", "Joueur 2", "Situation"],
        *([n, *team, said] for n, (team, said) in enumerate(zip(TEAMS, STATES, strict=True), 1)),
    ]


@secretary(right=[TEAMS[4]], may_ask=True)
def states_in_a_column_without_a_title():
    return [["N°", "Équipe", "Commune"], *([n, f"{one} / {two}", town, said] for n, ((one, two), town, said) in
                                          enumerate(zip(TEAMS, TOWNS, STATES, strict=True), 1))]  # fmt: skip


@secretary(right=[team for n, team in enumerate(TEAMS) if n not in (1, 3)], may_ask=True)
def lines_struck_out():
    book = Workbook()
    sheet = book.active
    sheet.append(["Joueur 1", "Joueur 2", "Téléphone"])
    for n, team in enumerate(TEAMS):
        sheet.append([*team, phone(n)])
        if n in (1, 3):
            for cell in sheet[n + 2]:
                cell.font = Font(strike=True)
    return book


@secretary()
def table_numbers_and_an_ampersand():
    return [
        ["N° table", "Joueurs", "Payé"],
        *([n, f"{capitals(one)} & {capitals(two)}", 14] for n, (one, two) in enumerate(TEAMS, 1)),
    ]


@secretary(may_ask=True)
def every_sign_between_two_people():
    signs = [" / ", " et ", " & ", " + ", " - ", "/"]
    return csv_of([["Doublettes inscrites", "Versé"], *([f"{capitals(one)}{sign}{capitals(two)}", "10 €"] for (one, two), sign in zip(TEAMS, signs, strict=True))])  # fmt: skip


BOTH_WAYS = [("Martin Bernard", "Simon Alain"), ("Vincent Paul", "Robert Denise"), ("Thomas Julien", "Gilbert Anne"),
             ("Laurent Michel", "André Rose")]  # fmt: skip


@secretary(right=BOTH_WAYS)
def first_names_that_are_family_names():
    return [["Nom 1", "Prénom 1", "Nom 2", "Prénom 2"], *([*halves(one), *halves(two)] for one, two in BOTH_WAYS)]


@secretary(right=BOTH_WAYS)
def first_names_that_are_family_names_with_a_dash():
    return [["Équipes", "Payé"], *([f"{one} - {two}", "X"] for one, two in BOTH_WAYS)]


@secretary(singles=True, right=[(who,) for team in BOTH_WAYS for who in team])
def first_names_that_are_family_names_without_titles():
    return [[*halves(who), TOWNS[0]] for team in BOTH_WAYS for who in team]


@secretary()
def accents_written_twice():
    text = csv_of(
        [
            ["N°", "Nom Prénom joueur 1", "Nom Prénom joueur 2", "Réglé"],
            *([n, *team, "oui"] for n, team in enumerate(TEAMS, 1)),
        ]
    )
    return text.encode().decode("cp1252", "replace").replace("\ufffd", "?").encode()


@secretary(right=[tuple(who.encode("ascii", "replace").decode() for who in team) for team in TEAMS], may_ask=True)
def accents_lost():
    text = csv_of([["N°", "Joueur 1", "Joueur 2", "Réglé"], *([n, *team, "X"] for n, team in enumerate(TEAMS, 1))])
    return text.encode("ascii", "replace")


@secretary()
def english_pairs_with_a_number_sign():
    return csv_of([["Pair #", "Player one", "Player two", "E-mail", "Phone", "Paid (Y/N)", "Notes"],
                   *([n, turned(one), turned(two), mail(one), phone(n), "Y" if n % 2 else "N", ""] for n, (one, two) in enumerate(TEAMS, 1))], ",")  # fmt: skip


@secretary()
def spanish_pairs():
    return csv_of([["Pareja", "Jugador 1", "Jugador 2", "Localidad", "Teléfono", "Pagado"],
                   *([n, turned(one), turned(two), town, phone(n), "sí"] for n, ((one, two), town) in enumerate(zip(TEAMS, TOWNS, strict=True), 1))])  # fmt: skip


@secretary()
def german_pairs_in_four_columns():
    return csv_of([["Paar Nr.", "Name", "Vorname", "Name Partner", "Vorname Partner", "Wohnort", "Bezahlt"],
                   *([n, *halves(one), *halves(two), town, "ja"] for n, ((one, two), town) in enumerate(zip(TEAMS, TOWNS, strict=True), 1))])  # fmt: skip


@secretary(may_ask=True)
def each_says_with_whom():
    rows: list[list[object]] = [["Nom", "Prénom", "Joue avec", "Téléphone"]]
    for n, (one, two) in enumerate(TEAMS):
        rows += [[*halves(one), turned(two), phone(n)], [*halves(two), turned(one), ""]]
    return rows


@secretary(may_ask=True)
def licences_and_birthdays_two_lines_a_team():
    rows: list[list[object]] = [["Équipe", "N° licence", "Nom", "Prénom", "Date naiss.", "Club", "Catégorie", "Mail"]]
    for n, team in enumerate(TEAMS, 1):
        rows += [[n, f"0{n}440{k}871", *(part.upper() for part in halves(who)), f"1{n}/0{k}/195{n}", f"BC {TOWNS[n - 1]}", "Senior", mail(who)]
                 for k, who in enumerate(team, 1)]  # fmt: skip
    return rows


@secretary()
def numbers_prepared_for_thirty_two_teams():
    rows: list[list[object]] = [["Équipe", "Joueur A", "Joueur B", "Ville", "Tél", "Payé"]]
    rows += [[n, *TEAMS[n - 1], TOWNS[n - 1], phone(n), "oui"] if n <= 6 else [n] for n in range(1, 33)]
    return rows


COUPLES = [
    ("Bouvrel Gérard", "Bouvrel Françoise"),
    ("Tissandru Hervé", "Tissandru Paulette"),
    ("Laurent Denis", "Laurent Noëlle"),
]


@secretary(right=COUPLES)
def he_and_she():
    return [["Monsieur", "Madame", "Repas"], *([*pair, 2] for pair in COUPLES)]


@secretary()
def team_telephones_in_one_cell():
    return [["Équipe", "Joueurs", "Nom d'équipe"], *([n, f"{turned(one)} {phone(n)}\n{turned(two)} {phone(n + 1)}", f"Les {town}ois"]
                                                    for n, ((one, two), town) in enumerate(zip(TEAMS, TOWNS, strict=True), 1))]  # fmt: skip


@secretary(may_ask=True)
def blocks_one_below_the_other():
    rows: list[list[object]] = []
    for n, (one, two) in enumerate(TEAMS, 1):
        rows += [[f"Équipe {n}"], [turned(one)], [turned(two)], []]
    return rows


@secretary()
def the_till_at_the_right_of_the_list():
    rows: list[list[object]] = [["N°", "Joueur 1", "Joueur 2", "Payé", "", "", "Caisse", ""]]
    till = [
        ["Recettes", 84],
        ["Buvette", 152.5],
        ["Sandwichs", 61],
        ["Fonds de caisse", 100],
        ["Dépenses", -230],
        ["Solde", "=SUM(H2:H6)"],
    ]
    return rows + [[n, *team, "oui", "", "", *till[n - 1]] for n, team in enumerate(TEAMS, 1)]


@secretary()
def licences_in_brackets():
    return csv_of([["Equipe n°", "Joueur 1 (licence)", "Joueur 2 (licence)"],
                   *([n, f"{capitals(one)} (0442{n}87)", f"{capitals(two)} (0442{n}91)"] for n, (one, two) in enumerate(TEAMS, 1))])  # fmt: skip


@secretary(singles=True, right=EACH)
def recipients_of_a_mail():
    return "; ".join(f"{turned(who)} <{mail(who)}>" for (who,) in EACH)


@secretary()
def form_of_a_free_office():
    rows: list[list[object]] = [["N°", "Soumis le", "IP", "Prénom et NOM du joueur 1", "Prénom et NOM du joueur 2", "Courriel", "Commune de résidence",
             "Comment avez-vous connu le concours ?", "J'accepte que mon nom soit affiché"]]  # fmt: skip
    rows += [[n, f"2026-11-0{n} 10:12", f"192.0.2.{n}", turned(one), turned(two), mail(one), town, "affiche", "1"]
             for n, ((one, two), town) in enumerate(zip(TEAMS, TOWNS, strict=True), 1)]  # fmt: skip
    return csv_of(rows, ",")


@secretary(right=[TEAMS[0], TEAMS[2], TEAMS[4], TEAMS[5]], may_ask=True)
def those_who_only_eat():
    return [
        ["Joueur 1", "Joueur 2", "Belote", "Repas"],
        *([*team, "non" if n in (1, 3) else "oui", 2] for n, team in enumerate(TEAMS)),
    ]


@secretary(may_ask=True)
def lists_of_the_morning_and_of_the_afternoon():
    rows: list[list[object]] = [["INSCRIPTIONS PAR TÉLÉPHONE"], ["Joueur 1", "Joueur 2", "Tél"]]
    rows += [[*team, phone(n)] for n, team in enumerate(TEAMS[:3])]
    rows += [[], ["INSCRIPTIONS AU CLUB"], ["Joueur 1", "Joueur 2", "Tél"]]
    return rows + [[*team, phone(n)] for n, team in enumerate(TEAMS[3:], 3)]


@secretary(right=[], may_ask=True)
def statistics_of_the_season():
    return [["Joueur", "Concours joués", "Victoires", "Points", "Moyenne"], *([who, n + 3, n, 4000 + 37 * n, 1000.5 + n] for n, (who,) in enumerate(EACH)),
            ["Total", 102, 66, 51000, ""]]  # fmt: skip


@secretary(may_ask=True)
def people_in_the_order_of_their_names_with_the_number_of_their_team():
    of = sorted((who, n) for n, team in enumerate(TEAMS, 1) for who in team)
    return [["Nom", "Prénom", "Équipe n°", "Repas"], *([*halves(who), n, "oui"] for who, n in of)]


@secretary(may_ask=True)
def people_in_the_order_of_their_names_with_the_name_of_their_team():
    of = sorted((who, n) for n, team in enumerate(TEAMS) for who in team)
    return csv_of(
        [
            ["Prénom", "Nom", "Nom de l'équipe", "Tél"],
            *([*halves(who)[::-1], f"Les {TOWNS[n]} {n}", phone(n)] for who, n in of),
        ]
    )


@secretary()
def german_players_with_first_and_family_names():
    return csv_of([["Spieler 1 Vorname", "Spieler 1 Nachname", "Spieler 2 Vorname", "Spieler 2 Nachname", "Handy"],
                   *([*halves(one)[::-1], *halves(two)[::-1], phone(n)] for n, (one, two) in enumerate(TEAMS))])  # fmt: skip


@secretary(right=[team for n, team in enumerate(TEAMS) if n not in (1, 2, 4)], may_ask=True)
def english_captains_and_states():
    said = ["Confirmed", "CANCELLED - refund pending", "Wait-listed", "Confirmed", "Withdrawn 12 Nov", "Confirmed"]
    return csv_of([["Captain", "Partner", "Captain's phone", "Status"], *([turned(one), turned(two), phone(n), said[n]] for n, (one, two) in enumerate(TEAMS))], ",")  # fmt: skip


@secretary()
def spanish_companions_in_four_columns():
    return csv_of([["Nombre", "Apellidos", "Nombre compañero", "Apellidos compañero", "Población", "Correo"],
                   *([*halves(one)[::-1], *halves(two)[::-1], town, mail(one)] for (one, two), town in zip(TEAMS, TOWNS, strict=True))])  # fmt: skip


@secretary()
def pairs_with_a_sum_and_no_titles():
    return [[n, f"{capitals(one)} et {capitals(two)}", "14€"] for n, (one, two) in enumerate(TEAMS, 1)]


@secretary()
def all_in_small_letters():
    return csv_of([["joueur 1", "joueur 2", "commune"], *([one.lower(), two.lower(), town.lower()] for (one, two), town in zip(TEAMS, TOWNS, strict=True))])  # fmt: skip


@secretary()
def teams_below_the_number_of_their_table():
    rows: list[list[object]] = [["Plan de salle"]]
    for n in range(0, 6, 2):
        rows += [[f"Table {n // 2 + 1}"], *([f"{turned(one)} / {turned(two)}"] for one, two in TEAMS[n : n + 2])]
    return rows


@secretary(right=TEAMS[:4], may_ask=True)
def cancellations_below_the_list():
    rows: list[list[object]] = [
        ["N°", "Joueur 1", "Joueur 2", "Tél"],
        *([n, *team, phone(n)] for n, team in enumerate(TEAMS[:4], 1)),
    ]
    return [
        *rows,
        [],
        ["ANNULATIONS"],
        *(["", *team] for team in TEAMS[4:]),
        ["Total : 4 équipes x 14 € = 56 €"],
        ["Le secrétaire"],
    ]


@secretary(may_ask=True)
def this_year_and_last_year_side_by_side():
    old = [("Ponsart Régis", "Chabal Odile"), ("Vialatte Josette", "Fayolle Maxime"), ("Rieu Camille", "Bosc Paulette")]
    rows: list[list[object]] = [
        ["CETTE ANNÉE", "", "", "L'AN DERNIER"],
        ["Joueur 1", "Joueur 2", "", "Joueur 1", "Joueur 2"],
    ]
    return rows + [[*team, "", *(old[n] if n < len(old) else ())] for n, team in enumerate(TEAMS)]


@secretary()
def birthdays_and_licences_of_both():
    rows: list[list[object]] = [
        ["Club", "Nom J1", "Prénom J1", "Né(e) le", "Lic.", "Nom J2", "Prénom J2", "Né(e) le", "Lic.", "Mail équipe"]
    ]
    return rows + [[f"AS {town}", *halves(one), "12/05/1961", f"44{n}0871", *halves(two), "03/11/1958", f"44{n}0915", mail(one)]
                   for n, ((one, two), town) in enumerate(zip(TEAMS, TOWNS, strict=True))]  # fmt: skip


@secretary()
def who_paid_for_whom():
    return [["Équipe", "Joueur 1", "Joueur 2", "Payé par", "Montant", "Moyen"], *([n, *team, capitals(team[0]), 28, "CHQ 004512" if n % 2 else "ESP"] for n, team in enumerate(TEAMS, 1))]  # fmt: skip


@secretary(may_ask=True, right=[("Tissandru Hervé", "Tissandru Paulette"), ("M. Laurent", "Mme Laurent")])
def couples_without_first_names():
    return [["Inscrits", "Nb"], ["Tissandru Hervé et Paulette", 2], ["M. et Mme Laurent", 2]]


@secretary(may_ask=True)
def merged_headings_over_the_two_players():
    book = Workbook()
    sheet = book.active
    sheet.append(["", "JOUEUR 1", None, None, "JOUEUR 2", None, None, "Divers"])
    sheet.append(["Table", "NOM", "PRÉNOM", "Tél", "NOM", "PRÉNOM", "Tél", "Observations"])
    for n, (one, two) in enumerate(TEAMS, 1):
        sheet.append([n, *halves(one), phone(n), *halves(two), phone(n + 1), "près de la porte" if n == 2 else None])
    sheet.merge_cells("B1:D1")
    sheet.merge_cells("E1:G1")
    return book


@secretary(right=[], may_ask=True)
def payments_by_their_address():
    return csv_of([["Date", "Email", "Montant", "Référence"], *([f"1{n}/11/2026", mail(who), "14,00", f"PAY-000{n}"] for n, (who, _two) in enumerate(TEAMS))])  # fmt: skip


@secretary(may_ask=True)
def a_leader_under_a_title_of_the_club():
    return csv_of([["Meneuse ou meneur", "Téléphone", "Deuxième joueur"], *([turned(one), phone(n), turned(two)] for n, (one, two) in enumerate(TEAMS))])  # fmt: skip


@secretary()
def a_long_remark_beside_two_players_without_titles():
    said = "arriveront à 21 h, prévenir la table de service"
    return csv_of(
        [[*team, town, said if n == 1 else ""] for n, (team, town) in enumerate(zip(TEAMS, TOWNS, strict=True))]
    )


@secretary(may_ask=True)
def two_people_a_table():
    return [["Table", "Nom", "Prénom"], *([n, *halves(who)] for n, team in enumerate(TEAMS, 1) for who in team)]


@secretary()
def a_total_that_counts_teams_below_columns_of_tabs():
    rows: list[list[object]] = [
        [f"{n}.", *map(capitals, team), town, "14€"] for n, (team, town) in enumerate(zip(TEAMS, TOWNS, strict=True), 1)
    ]
    return csv_of([*rows, ["", "Total", "6 équipes", "84€"]], "\t")


@secretary()
def the_day_of_the_payment():
    return [
        ["Joueur 1", "Joueur 2", "Payé le"],
        *([*team, "12/11/2026" if n % 2 else ""] for n, team in enumerate(TEAMS)),
    ]
