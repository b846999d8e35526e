"""Lists of which much stands beside, above and between the people: those who wait or do not come, merged titles, remarks."""

import pytest

from tests.support.lists import read, teams
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.states import state_of


def asked(entry) -> list[str]:
    return [say.code for say in (*entry.problems, *entry.questions)]


def people(text: str):
    """Return the rows of people of *text* where everyone enters alone."""
    sheet = read_pasted(text).sheets[0]
    entries = read_entries(sheet, guess_layout(sheet, singles=True), singles=True)
    return [entry for entry in entries if entry.kind == "team"]


FULL = (
    "COMPLET", "Complet !", "--- Concours complet ---", "Liste complète", "Salle pleine", "Inscriptions closes", "complet - 32 équipes",
    "Si désistement :", "Plus de place", "Suite (si désistements)", "Remplaçants éventuels", "Au-delà de 32", "Équipes en attente",
)  # fmt: skip


@pytest.mark.parametrize("line", FULL)
def test_people_below_a_line_that_says_full_wait(line):
    found = teams(f"Roux Léa / Petit Luc\nBrun Guy / Noir Anne\n{line}\nBlanc Tom / Roy Paul")
    assert [asked(entry) for entry in found] == [[], [], ["state"]]
    assert state_of(found[2].questions[0].params["read"]) == "waiting"
    assert [asked(entry) for entry in people(f"Roux Léa\nBrun Guy\n{line}\nBlanc Tom")] == [[], [], ["state"]]


def test_full_above_all_teams_and_in_a_column_says_nothing_of_any():
    above = read("Concours complet\nRoux Léa / Petit Luc\nBrun Guy / Noir Anne\nBlanc Tom / Roy Paul")[2]
    beside = teams("Joueur 1;Joueur 2;État\nRoux Léa;Petit Luc;complet\nBrun Guy;Noir Anne;complet")
    assert not any(asked(entry) for entry in (*above, *beside))


@pytest.mark.parametrize(
    "said",
    [
        "(annulé le 12)", "(annulation le 3 nov.)", "(ont annulé)", "(désistés hier)", "(forfait, grippe)", "[annulé]", "(malades)", "(plus disponibles)", "(reporté à l'an prochain)", "DÉSINSCRITS",
        "(ne viendront pas finalement)", "annulé le 12/11", "- désistement le 12/11/2026", ": annulé par tél.", ", annulé cause grippe",
    ],
)  # fmt: skip
def test_who_does_not_come_since_when_and_why(said):
    found = teams(f"Roux Léa / Petit Luc {said}\nBrun Guy / Noir Anne\nBlanc Tom / Roy Paul (Nort)")
    assert (found[0].players, found[0].origin, asked(found[0])) == (("Roux Léa", "Petit Luc"), "", ["state"])
    assert found[0].remark and not asked(found[1]) and found[2].origin == "Nort"


def test_a_state_behind_the_commune_or_in_another_line_is_asked_about():
    rows = "Joueur 1;Joueur 2;Commune\nRoux Léa;Petit Luc;Nort (annulé le 3)\nBrun Guy;Noir Anne;Pons"
    assert [(entry.origin, asked(entry)) for entry in teams(rows)] == [("Nort", ["state"]), ("Pons", [])]
    below = teams("Roux Léa / Petit Luc\nBrun Guy / Noir Anne\nBlanc Tom / Roy Paul\nAnnulé : Brun Guy / Noir Anne")
    assert [asked(entry) for entry in below] == [[], ["state"], [], ["state"]]
    reserve = teams("N°;Joueur 1;Joueur 2\n1;Roux Léa;Petit Luc\n2;Brun Guy;Noir Anne\nR1;Blanc Tom;Roy Paul")
    assert [asked(entry) for entry in reserve] == [[], [], ["state"]]


@pytest.mark.parametrize(
    "said",
    ["forfait 10 €", "2 choucroutes", "remplaçante : Faure Luce", "rempl. Morel Jean", "allergie gluten", "végétarienne", "sans repas", "table 4"],
)  # fmt: skip
def test_what_stands_in_brackets_and_is_no_commune_is_a_remark(said):
    first, second = teams(f"Roux Léa / Petit Luc ({said})\nBrun Guy / Noir Anne (Nort)")
    assert (first.players, first.origin, first.remark, asked(first)) == (("Roux Léa", "Petit Luc"), "", said, [])
    assert second.origin == "Nort"


@pytest.mark.parametrize(
    "before",
    [
        "Inscription de ", "> Inscription de ", "inscription pour ", "Réservation pour ", "Merci d'inscrire ", "Inscrivez-nous ", "Inscription : ",
        "Je voudrais inscrire ", "Inscription de l'équipe ", "Inscription ", "Notez ",
    ],
)  # fmt: skip
def test_the_words_that_ask_to_register_are_no_name(before):
    first, alone, _last = teams(f"{before}Roux Léa et Petit Luc svp\n{before}Brun Guy\nBlanc Tom et Roy Paul")
    assert (first.players, asked(first)) == (("Roux Léa", "Petit Luc"), [])
    assert (alone.players, asked(alone)) == (("Brun Guy", ""), ["alone"])


@pytest.mark.parametrize(
    "line",
    [
        "Roux Léa - Petit Luc // Brun Guy - Noir Anne", "Roux Léa et Petit Luc // Brun Guy et Noir Anne", "Roux Léa / Petit Luc || Brun Guy / Noir Anne",
        "Roux Léa / Petit Luc, Brun Guy / Noir Anne", "Table 1 : Roux Léa / Petit Luc // Brun Guy / Noir Anne",
    ],
)  # fmt: skip
def test_two_teams_of_a_line_are_two_teams_beside_lines_of_one(line):
    found = teams(f"Bonjour\n{line}\nBlanc Tom / Roy Paul")
    assert [entry.players for entry in found] == [
        ("Roux Léa", "Petit Luc"),
        ("Brun Guy", "Noir Anne"),
        ("Blanc Tom", "Roy Paul"),
    ]


def test_a_team_in_the_place_of_a_commune_is_asked_about():
    in_column = teams("Équipe;Club\nRoux Léa / Petit Luc;Brun Guy / Noir Anne\nBlanc Tom / Roy Paul;Pons")
    in_line = teams("Roux Léa / Petit Luc, Brun Guy / Noir Anne\nBlanc Tom / Roy Paul, Pons\nFaure Marc (seul)")
    assert asked(in_column[0]) == asked(in_line[0]) == ["too_many"] and not asked(in_column[1])


@pytest.mark.parametrize(
    ("titles", "row", "meant"),
    [
        ("Joueur 1;;Joueur 2;", "Roux;Léa;Petit;Luc", (("Roux Léa", "Petit Luc"), "", "", "", False)),
        ("Nom et prénom;;Nom et prénom;", "Léa;Roux;Luc;Petit", (("Roux Léa", "Petit Luc"), "", "", "", False)),
        ("Joueur 1;;Joueur 2;", "Roux Léa;0612345678;Petit Luc;0612345679", (("Roux Léa", "Petit Luc"), "", "06 12 34 56 78", "06 12 34 56 79", False)),
        ("Joueurs;;Tél.;", "Roux Léa;Petit Luc;0612345678;0612345679", (("Roux Léa", "Petit Luc"), "", "06 12 34 56 78", "06 12 34 56 79", False)),
        ("Joueur 1;Joueur 2;Commune;", "Roux Léa;Petit Luc;44390;Nort", (("Roux Léa", "Petit Luc"), "Nort", "", "", False)),
        ("Joueur 1;Joueur 2;Payé;", "Roux Léa;Petit Luc;7;7", (("Roux Léa", "Petit Luc"), "", "", "", 1400)),
    ],
)  # fmt: skip
def test_a_title_merged_over_two_columns_is_of_both(titles, row, meant):
    others = [row.replace("Roux", name).replace("Petit", f"{name}et") for name in ("Blanc", "Noir")]
    entry = teams("\n".join([titles, row, *others]))[0]
    assert (entry.players, entry.origin, entry.phone, entry.phone_2, entry.paid) == meant and not asked(entry)


def test_a_title_merged_over_the_two_communes_and_a_column_of_remarks_without_a_title():
    head = "Joueur 1;Joueur 2;Commune;;"
    rows = [
        "Roux Léa;Petit Luc;Nort;Pons;Avec plaisir !",
        "Brun Guy;Noir Anne;Pons;Pons;",
        "Blanc Tom;Roy Paul;Nort;Nort;2 repas",
    ]
    assert [(entry.origin, entry.remark) for entry in teams("\n".join([head, *rows]))] == [
        ("Nort et Pons", "Avec plaisir !"), ("Pons", ""), ("Nort", "2 repas"),
    ]  # fmt: skip


@pytest.mark.parametrize("sign", ["o\t", "o ", "§ ", "Ø ", "ü ", "a) ", "B) ", "II. ", "l. ", "14h30 ", "9h ", "2: "])
def test_bullets_letters_and_hours_before_a_line_are_no_part_of_a_name(sign):
    first = teams(f"{sign}Roux Léa / Petit Luc\nBrun Guy / Noir Anne\nBlanc Tom / Roy Paul")[0]
    assert (first.players, asked(first)) == (("Roux Léa", "Petit Luc"), [])


@pytest.mark.parametrize("line", ["SAMEDI", "Buvette", "Les jeunes"])
def test_a_line_that_is_nobody_among_people_is_asked_about(line):
    found = people(f"Roux Léa\nPetit Luc\n{line}\nBrun Guy\nNoir Anne")
    assert [asked(entry) for entry in found] == [[], [], ["not_a_name"], [], []]


def test_avec_is_a_partner_before_a_name_alone():
    found = teams("Nom;Avec\nRoux Léa;Petit Luc\nBlanc Tom;plaisir\nBrun Guy;son mari")
    assert [asked(entry) for entry in found] == [[], ["not_a_name"], ["alone"]]
    thread = "12/11/2026, 18:06 - Julie Brivel: Avec plaisir !\n12/11/2026, 18:07 - Paul Roy: Avec Luc Petit"
    assert [entry.players for entry in teams(thread)] == [("Paul Roy", "Luc Petit")]


def test_the_state_of_a_payment_is_one_and_a_price_may_be_the_title():
    rows = "Nom;Prénom;Statut du paiement;Partenaire\nRoux;Léa;Payé;Petit Luc\nBrun;Guy;À régler;Noir Anne\nBlanc;Tom;Remboursé;Roy Paul"
    assert [(entry.paid, asked(entry)) for entry in teams(rows)] == [(True, []), (False, []), (False, ["state"])]
    assert [entry.paid for entry in teams("Joueur 1;Joueur 2;14 €\nRoux Léa;Petit Luc;14\nBrun Guy;Noir Anne;")] == [
        1400,
        False,
    ]


def test_a_heading_of_payments_is_of_the_teams_below_it():
    rows = "À PAYER\nRoux Léa / Petit Luc\nONT PAYÉ\nBrun Guy / Noir Anne\nPONS :\nBlanc Tom / Roy Paul"
    assert [(entry.paid, asked(entry)) for entry in teams(rows)] == [(False, []), (True, []), (False, [])]


def test_rows_of_signs_part_the_teams_and_take_none_away():
    rows = "Roux Léa / Petit Luc\n----------\nBrun Guy / Noir Anne\n==========\nBlanc Tom / Roy Paul\n* * *"
    assert [entry.players[0] for entry in teams(rows)] == ["Roux Léa", "Brun Guy", "Blanc Tom"]


def test_people_below_non_in_a_poll_are_asked_about():
    found = teams("Roux Léa / Petit Luc\nBrun Guy / Noir Anne\nNon\nBlanc Tom / Roy Paul")
    assert [asked(entry) for entry in found] == [[], [], ["state"]]


def test_several_things_in_brackets_are_a_commune_and_a_remark_and_a_part_of_the_sum_is_told():
    first, second = teams(
        "Roux Léa / Petit Luc (Nort, 06 12 34 56 78, retard possible)\nBrun Guy / Noir Anne (acompte 10 €)"
    )
    assert (first.origin, first.phone, first.remark) == ("Nort", "06 12 34 56 78", "retard possible")
    assert (second.origin, second.paid, [note.code for note in second.notes]) == ("", False, ["paid_unread"])


def test_a_request_with_a_name_is_no_greeting():
    found = teams(
        "Roux Léa / Petit Luc\nBonjour, c'est Guy Brun, je voudrais m'inscrire avec Anne Noir, merci\nBlanc Tom / Roy Paul"
    )
    assert asked(found[1])


def test_mails_in_the_column_of_contacts_are_no_commune():
    rows = "Équipe;Contact\nRoux Léa / Petit Luc;lea@exemple.test 06 12 34 56 78\nBrun Guy / Noir Anne;06 12 34 56 80 - guy@exemple.test"
    assert [(entry.origin, entry.phone) for entry in teams(rows)] == [("", "06 12 34 56 78"), ("", "06 12 34 56 80")]
