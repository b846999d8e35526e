"""The rows that were read are held against the list itself: each that does not fit is asked about, whatever the kind of list."""

import pytest

from tests.support.lists import teams
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.side_by_side import tables_of

OTHERS = "\nBrun Guy / Noir Anne\nBlanc Tom / Roy Paul\nFaure Jean / Petit Rose"


@pytest.mark.parametrize(
    "line",
    ["Ma fille Océane / Théo Barbier", "Roux Léa / Petit Luc P", "Roux Léa / Nort", "Dédé ROUX / Nanou", "Roux Léa / Petit Luc NE JOUE PAS", "ROUX Léa / PETIT Luc PAYE"],
)  # fmt: skip
def test_a_name_unlike_those_of_the_list_is_asked_about(line):
    first, *others = teams(line + OTHERS)
    assert first.questions and not any(entry.questions for entry in others)


def test_a_moved_cell_is_asked_about():
    rows = "Joueur 1;Joueur 2;Commune\nRoux Léa;Petit Luc;Nort\nBrun Guy;Pons;Noir Anne\nBlanc Tom;Roy Paul;Nort\nFaure Jean;Petit Rose;Nort"
    assert [bool(entry.questions) for entry in teams(rows)] == [False, True, False, False]


@pytest.mark.parametrize("said", ["ne viendront finalement pas", "annulent, malades", "viennent pas"])
def test_who_may_not_come_in_any_words_of_any_column_is_asked_about(said):
    rows = f"Joueur 1;Joueur 2;Remarque\nRoux Léa;Petit Luc;{said}\nBrun Guy;Noir Anne;arrivent à 21 h\nBlanc Tom;Roy Paul;"
    assert [[say.code for say in entry.questions] for entry in teams(rows)] == [["state"], [], []]


def test_who_is_cancelled_before_the_names_does_not_come_from_there():
    cancelled = teams("2) Annulé - Roux Léa / Petit Luc" + OTHERS)[0]
    assert ([say.code for say in cancelled.questions], cancelled.origin, cancelled.number) == (["state"], "", 2)


def test_a_first_name_without_its_family_name_is_asked_about():
    rows = "Nom de naissance;Nom d'usage;Prénom;Partenaire\nPetit;Carle;Inès;Roux Léa\nCarle;;Rémi;Brun Guy\nRoux;Lopez;Anne;Noir Ida"
    assert [[say.code for say in entry.questions] for entry in teams(rows)] == [[], ["not_a_name"], []]


def test_two_family_names_in_capitals_are_no_remark():
    listed = "Marie Claude DUPONT MARTIN / Jean Luc PETIT ROUX\nAna Maria GARCIA LOPEZ / Luis Miguel GOMEZ PEREZ"
    assert not any(entry.questions for entry in teams(listed))


def test_who_is_not_there_of_a_column_of_those_present_is_asked_about():
    rows = "Joueur 1;Joueur 2;Présents\nRoux Léa;Petit Luc;oui\nBrun Guy;Noir Anne;non"
    assert [bool(entry.questions) for entry in teams(rows)] == [False, True]


def test_seats_and_two_teams_a_line_are_read_one_below_the_other():
    seats = "Table\tNord\tSud\tEst\tOuest\n1\tRoux Léa\tPetit Luc\tBrun Guy\tNoir Anne\n2\tBlanc Tom\tRoy Paul\tFaure Jean\tMorel Rose"
    [sheet] = tables_of(read_pasted(seats).sheets[0])
    assert [cells[:2] for _row, cells in sheet.rows[1:]] == [
        ("Roux Léa", "Petit Luc"), ("Blanc Tom", "Roy Paul"), ("Brun Guy", "Noir Anne"), ("Faure Jean", "Morel Rose")
    ]  # fmt: skip


@pytest.mark.parametrize("titles", ["Présents\tAbsents", "Vendredi\tSamedi", "Inscrits\tNon inscrits"])
def test_teams_under_titles_of_their_own_are_lists_of_their_own(titles):
    rows = "Roux Léa / Petit Luc\tBrun Guy / Noir Anne\nBlanc Tom / Roy Paul\tFaure Jean / Morel Rose"
    tables = tables_of(read_pasted(f"{titles}\n{rows}").sheets[0])
    assert [table.name.strip(" –") for table in tables] == titles.split("\t")
    assert [cells[0] for _row, cells in tables[1].rows[-2:]] == ["Brun Guy / Noir Anne", "Faure Jean / Morel Rose"]


def test_a_saved_mail_and_the_sign_of_payment_are_read():
    mail = b"From: a@exemple.test\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nRoux L=C3=A9a / Petit Luc\nBrun Guy / Noir Anne\n"
    assert [entry.players[0] for entry in teams(mail)] == ["Roux Léa", "Brun Guy"]
    paid = teams("Roux Léa / Petit Luc P\nBrun Guy / Noir Anne\nBlanc Tom / Roy Paul P\nP = payé")
    assert [entry.paid for entry in paid] == [True, False, True]
