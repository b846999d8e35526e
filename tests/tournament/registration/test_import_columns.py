"""Columns known by what they hold: nothing is ticked that is no team, whatever a list has beside its names."""

from random import Random

import pytest

from tests.support import lists
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_pasted

TICKETS = [
    "N° billet;Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;"
    "Email payeur;Tarif;Montant tarif;Repas",
    "71001;8101;03/11/2026 20:14;Validé;Orlanc;Julie;Orlanc;Julie;julie@exemple.test;Doublette;20,00;Oui",
    "71002;8101;03/11/2026 20:14;Validé;Pastrel;Denis;Orlanc;Julie;julie@exemple.test;Doublette;20,00;",
    "71003;8102;05/11/2026 09:02;Validé;Quincet;Fabien;Quincet;Fabien;fabien@exemple.test;Doublette;20,00;",
    "71004;8102;05/11/2026 09:02;Remboursé;Rouvel;Patricia;Quincet;Fabien;fabien@exemple.test;Doublette;20,00;Oui",
]  # fmt: skip
PEOPLE = [("Orlanc", "Julie"), ("Pastrel", "Denis"), ("Quincet", "Fabien"), ("Rouvel", "Patricia")]


def entries_of(pasted: str, *, singles: bool = False):
    sheet = read_pasted(pasted).sheets[0]
    return read_entries(sheet, guess_layout(sheet, singles=singles), singles=singles)


def outcome(pasted: str, *, singles: bool = False):
    """The names of each team, and the codes of what is asked about it."""
    return [
        (entry.players, tuple(say.code for say in (*entry.problems, *entry.questions)))
        for entry in entries_of(pasted, singles=singles)
        if entry.kind == "team"
    ]


def test_tickets_of_one_order_are_offered_as_a_pair_and_refunds_are_asked():
    assert outcome("\n".join(TICKETS)) == [
        (("Orlanc Julie", "Pastrel Denis"), ("two_lines",)),
        (("Quincet Fabien", "Rouvel Patricia"), ("state",)),
    ]
    first = next(entry for entry in entries_of("\n".join(TICKETS)) if entry.kind == "team")
    assert (first.paid, first.phone, first.number) == (4000, "", None)
    assert [codes for _players, codes in outcome("\n".join(TICKETS), singles=True)] == [(), (), (), ("state",)]


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_columns_changes_nothing(seed):
    rows = [line.split(";") for line in TICKETS]
    order = list(range(len(rows[0])))
    Random(seed).shuffle(order)
    moved = "\n".join(";".join(row[place] for place in order) for row in rows)
    assert outcome(moved) == outcome("\n".join(TICKETS))


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("title", "cells"),
    [
        ("Identifiant", ["jorlanc", "dpastrel", "fquincet", "prouvel"]),
        ("Mot de passe", ["Xk9dPq2a", "b7TrwQ1z", "Zp4kLm8n", "q2WsEd5r"]),
        ("Charte signée", ["Oui", "Non", "Oui", "Oui"]),
        ("Droit à l'image", ["Oui", "Oui", "Oui", "Oui"]),
        ("Né(e) le", ["14/02/1961", "02/07/1958", "11/11/1970", "30/01/1972"]),
        ("Civilité", ["Mme", "M.", "M.", "Mme"]),
        ("Saison", ["2026", "2026", "2026", "2026"]),
        ("Adresse e-mail", ["a@exemple.test", "b@exemple.test", "c@exemple.test", "d@exemple.test"]),
        ("Licence", ["03890000001", "03890000002", "03890000003", "03890000004"]),
        ("Truc", ["True", "False", "False", "True"]),
    ],
)
def test_a_column_that_is_none_of_ours_changes_nothing(title, cells, place):
    rows = [["Nom", "Prénom"], *map(list, PEOPLE)]
    plain = "\n".join(map(";".join, rows))
    for row, cell in zip(rows, [title, *cells], strict=True):
        row.insert(place, cell)
    with_it = entries_of("\n".join(map(";".join, rows)), singles=True)
    teams = [entry for entry in with_it if entry.kind == "team"]
    assert outcome("\n".join(map(";".join, rows)), singles=True) == outcome(plain, singles=True)
    assert {(entry.paid, entry.phone, entry.origin, entry.number) for entry in teams} == {(False, "", "", None)}


@pytest.mark.parametrize(
    "titles",
    ["Last name;First name;Country", "Nachname;Vorname;Verein", "Achternaam;Voornaam;Opmerking", "Apellidos;Nombre;Equipaje",
     "Cognome;Given name;Nota", "Фамилия;Имя;Страна", "Nom de famille;Prénom usuel;Régime", "Surname;First name *;Diet"],
)  # fmt: skip
@pytest.mark.parametrize("singles", [True, False])
def test_the_row_of_titles_is_never_ticked(titles, singles):
    rows = "\n".join(f"{last};{first};x{place}y" for place, (last, first) in enumerate(PEOPLE))
    read = outcome(f"{titles}\n{rows}", singles=singles)
    assert [players[0] for players, _codes in read] == [f"{last} {first}" for last, first in PEOPLE]
    assert all(codes == (() if singles else ("alone",)) for _players, codes in read)


def test_titles_in_an_unknown_language_are_known_by_what_stands_below():
    rows = "\n".join(
        f"{last} {first};14/02/19{60 + place};a{place}@exemple.test" for place, (last, first) in enumerate(PEOPLE)
    )
    entries = entries_of(f"Nimi;Syntymä;Osoite\n{rows}", singles=True)
    assert [entry.kind for entry in entries] == ["header", "team", "team", "team", "team"]


@pytest.mark.parametrize(
    "name",
    [
        "rita@exemple.test",
        "Roux 1976",
        "12/02/1961",
        "M. et Mme",
        "True",
        "Validé Roux",
        "03890000001A",
        "F",
        "Email Téléphone",
    ],
)
def test_what_is_no_name_is_never_ticked(name):
    for read in (
        outcome(f"Joueur 1;Joueur 2\n{name};Orlanc Julie"),
        outcome(f"Joueur 1;Joueur 2\nOrlanc Julie;{name}"),
    ):
        assert all(codes for _players, codes in read), read


def test_a_family_name_and_a_first_name_are_one_person_without_titles():
    people = "\n".join(
        f"COD{place}X0199;{last};{first};{first}.{last}@exemple.test" for place, (last, first) in enumerate(PEOPLE)
    )
    assert outcome(people) == [((f"{last} {first}", ""), ("alone",)) for last, first in PEOPLE]


def test_a_grid_of_presence_is_no_list():
    assert (
        outcome("Date;Basile;Claude;Denis;Hervé\n01/09/2021;E1;E1;E1;\n08/09/2021;E1;E1;;E2\n15/09/2021;;E1;E1;E2")
        == []
    )


@pytest.mark.parametrize("title", ["Joueur 3", "Player C", "Équipier 3"])
def test_a_third_player_is_told_to_be_too_many(title):
    rows = f"Joueur 1;Joueur 2;{title}\nOrlanc Julie;Pastrel Denis;Quincet Fabien\nRouvel Luc;Savet Odile;"
    assert outcome(rows) == [
        (("Orlanc Julie", "Pastrel Denis"), ("too_many",)),
        (("Rouvel Luc", "Savet Odile"), ()),
    ]


@pytest.mark.parametrize("title", ["Équipe n°", "N° équipe", "Table n°"])
def test_the_number_of_a_team_in_both_its_lines_pairs_them(title):
    rows = "\n".join(f"{place // 2 + 1};{last} {first}" for place, (last, first) in enumerate(PEOPLE))
    assert [codes for _players, codes in outcome(f"{title};Joueur\n{rows}")] == [("two_lines",), ("two_lines",)]


def test_two_surnames_under_the_players_are_a_pair_that_is_asked_about():
    rows = "N°|Joueurs\n1|Brivel, Cadoux-Lemon\n2|Delmot, Ervan"
    assert outcome(rows)[0] == (("Brivel", "Cadoux-Lemon"), ("line_unclear",))
    assert [codes for _players, codes in outcome(rows, singles=True)] == [("two_people",)] * 4


def test_one_title_that_is_known_above_names_of_several_words_is_enough():
    rows = "\n".join(f"{first} {last};La mer" for last, first in PEOPLE)
    read = outcome(f"Participant;Chanson\n{rows}", singles=True)
    assert [players for players, _codes in read] == [(f"{first} {last}",) for last, first in PEOPLE]


def test_a_code_in_two_lines_pairs_them():
    rows = "Code;Équipier;Statut\nA1;Orlanc Julie;Annulé\nA1;Pastrel Denis;Confirmé\nB2;Quincet Luc;Confirmé\nB2;Rouvel Odile;Confirmé"
    assert outcome(rows) == [
        (("Orlanc Julie", "Pastrel Denis"), ("state",)),
        (("Quincet Luc", "Rouvel Odile"), ("two_lines",)),
    ]


@pytest.mark.parametrize(("cells", "codes"), [(2, ()), (3, ("too_many",))])
def test_players_under_one_title_over_several_cells_are_read(cells, codes):
    people = ["Julie Orlanc", "Denis Pastrel", "Fabien Quincet"][:cells]
    rows = "\n".join(f"{n};{';'.join(people)};9{n}" for n in range(1, 4))
    read = outcome(f"N°;Joueurs{';' * cells}Points\n{rows}")
    assert read == [(("Julie Orlanc", "Denis Pastrel"), codes)] * 3


def test_the_letter_of_a_team_in_two_lines_pairs_them():
    rows = "\n".join(f"{last};{first};Nort;{'AABB'[place]}" for place, (last, first) in enumerate(PEOPLE))
    assert outcome(f"Nom;Prénom;Club;Équipe\n{rows}") == [
        (("Orlanc Julie", "Pastrel Denis"), ("two_lines",)),
        (("Quincet Fabien", "Rouvel Patricia"), ("two_lines",)),
    ]


def test_a_first_name_alone_takes_the_text_beside_it_and_is_never_sure():
    sheet = read_pasted("\n".join(["First name;Xyzname;Mail", *(f"{b};{a};{b}@x.test" for a, b in PEOPLE)])).sheets[0]
    layout = guess_layout(sheet, singles=True)
    assert (layout.roles[:2], layout.sure) == (("first_1", "last_1"), False)


def test_figures_under_a_title_that_is_none_of_ours_are_no_number():
    read = entries_of("nom_complet;âge;ville\nJulie Orlanc;34;Nort\nDenis Pastrel;44;Viry", singles=True)
    assert [entry.number for entry in read if entry.kind == "team"] == [None, None]


def test_one_line_of_unknown_words_above_given_names_is_asked_about():
    rows = "\n".join(f"{first} {last};Nort" for last, first in PEOPLE)
    read = outcome(f"Nimikka;Kylä\n{rows}", singles=True)
    assert [("titles" in codes) for _players, codes in read] == [True, False, False, False, False]


def test_of_prices_and_answers_the_answers_tell_who_paid():
    people = "".join(f"Nom{n};Luc;24;{answer};Anne Roux\n" for n, answer in enumerate(("Oui", "Non", "Oui")))
    assert [entry.paid for entry in lists.teams(f"Nom;Prénom;Prix;Payé;Partenaire\n{people}")] == [True, False, True]


def test_two_first_names_without_a_family_name_are_never_sure():
    _sheet, layout, _entries = lists.read("Prénom 1;Prénom 2;Commune\nLuc;Anne;Bray\nMarc;Zoé;Nort\n")
    assert not layout.sure


def test_the_consent_to_pictures_is_no_payment():
    _sheet, layout, _entries = lists.read(
        "Joueur 1;Joueur 2;Droit image\nLuc Roux;Anne Petit;O\nMarc Brun;Zoé Blanc;O\n"
    )
    assert "paid" not in layout.roles


def test_lines_between_the_comments_of_a_page_are_nobody():
    said = ["J’aime", "Répondre", "Les plus pertinents", "2 h", "1 sem", "Auteur", "Merci c'est noté !"]
    assert not lists.teams("\n".join(["Luc Roux / Anne Petit", *said, "Marc Brun / Zoé Blanc"]))[2:]


def test_the_one_column_of_a_list_is_headed_by_people_alone():
    """« Commentaires » above people is no title of their column, under which all of them would be left out."""
    sheet = read_pasted("Commentaires\nLuc Roux\nAnne Petit\nClub de Nort\nPlaces restantes : 3\n").sheets[0]
    entries = read_entries(sheet, guess_layout(sheet, singles=True), singles=True)
    assert [entry.kind for entry in entries] == ["title", "team", "team", "team", "title"]
    assert [entry.row for entry in entries if entry.kind == "team" and not entry.questions] == [2, 3]


def test_three_and_four_names_in_a_cell_are_told_to_be_too_many():
    listed = (
        "Joueurs;Commune\nLuc Roux / Anne Petit / Marc Brun;Bray\nÉva Bleu - Max Ocre - Théo Brun - Lou Fauve;Nort\n"
    )
    asked = [[(say.code, say.params["read"]) for say in team.questions] for team in lists.teams(listed)]
    assert asked == [[("too_many", "Marc Brun")], [("too_many", "Théo Brun / Lou Fauve")]]


def test_a_whole_name_beside_its_parts_is_left_out():
    rows = "Name;Given Name;Family Name;Phone 1 - Value\nJulie Orlanc;Julie;Orlanc;0610203040\nDenis Pastrel;Denis;Pastrel;"
    assert outcome(rows, singles=True) == [(("Orlanc Julie",), ()), (("Pastrel Denis",), ())]


@pytest.mark.parametrize("titles", ["N°;Équipe 2025;Équipe 2026", "N°;Équipe;Buvette"])
def test_a_second_column_of_teams_is_asked_about(titles):
    rows = (
        "1;Orlanc Julie / Pastrel Denis;Quincet Luc / Rouvel Anne\n2;Savet Noé / Tervino Rosa;Orlanc Julie / Savet Noé"
    )
    assert not guess_layout(read_pasted(f"{titles}\n{rows}").sheets[0]).sure
