"""Files to lines: what clubs send is read as it is, what is hostile or foreign is refused in words."""

import io
import sys
import time
import tracemalloc
import unicodedata
import zipfile

import pytest

from tests.support.counts import spread
from tests.support.fixtures import busyness
from tests.support.lists import read, teams
from tests.support.refusals import refuses
from tests.tournament.registration import import_files as files
from tournament import limited_child
from tournament.errors import TournamentError
from tournament.registration.imports import child, telephones, words
from tournament.registration.imports.columns import guess_layout, names_left_out
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.headers import header_role
from tournament.registration.imports.reading import read_file, read_pasted
from tournament.registration.imports.side_by_side import tables_of


def refusal(data: bytes) -> TournamentError:
    with pytest.raises(TournamentError) as raised:
        read_file(data)
    return raised.value


def test_an_evening_list_row_by_row():
    sheet, layout, entries = read(files.evening_list())
    assert sheet.name == "Inscrits" and layout.header == 4
    assert layout.roles == ("number", "player_1", "player_2", "origin", "paid", "phone", "category", "remark")
    assert [(entry.row, entry.kind) for entry in entries] == [
        (1, "title"), (2, "title"), (3, "blank"), (4, "header"), (5, "team"), (6, "team"), (7, "team"), (8, "blank"),
        (9, "team"), (10, "team"), (11, "team"), (12, "team"), (13, "team"), (14, "team"), (15, "total"),
    ]  # fmt: skip
    by_row = {entry.row: entry for entry in entries}
    first = by_row[5]
    assert first.players == ("Lucien Labat", "Mickaël d'Aubigné")
    assert (first.number, first.paid, first.phone) == (1, True, "06 12 34 56 78")
    assert [note.code for note in first.notes] == ["phone_zero"]
    assert (by_row[6].paid, by_row[6].category) == (1400, "mixed")
    assert by_row[9].players == ("Étchegaray Gérard", "Cœuret Josette")
    assert unicodedata.is_normalized("NFC", by_row[9].players[0])
    assert (by_row[9].category, by_row[9].remark) == ("", "arrive à 20 h 45")
    assert "category_ambiguous" in [note.code for note in by_row[9].notes]
    assert [(p.code, p.params["read"]) for p in by_row[10].problems] == [("formula", "=2+3")]
    assert [(q.code, q.params["read"]) for q in by_row[12].questions] == [("alone", "Bonnafous Jeanine")]
    assert by_row[13].remark == "" and [n.code for n in by_row[13].notes] == ["cell_left_out"]
    assert by_row[14].paid is False


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("cp1252", b""), ("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"), ("utf-16-le", b""), ("utf-16-be", b""),
    ],
)  # fmt: skip
def test_text_in_every_encoding_and_separator(encoding, mark, delimiter):
    found = teams(files.four_columns(encoding, delimiter, mark))
    assert [entry.players for entry in found] == [
        ("Crozatier Colette", "Castéran Marie-Claude"),
        ("N'Guyen Bernard", "Étchegaray Aimé"),
        ("Roux Maurice", "Bonnafous Solange"),
    ]
    assert [(entry.number, entry.paid, entry.origin) for entry in found] == [
        (1, False, "Géraudot Loisirs"), (2, False, "Géraudot Loisirs"), (3, 1400, "Casson Belote"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pasted", "players"),
    [
        ("Dupont Jean / Martin Paul\nRoux Anne / Petit Luc", ("Dupont Jean", "Martin Paul")),
        ("1\tDupont Jean\tMartin Paul\n2\tRoux Anne\tPetit Luc", ("Dupont Jean", "Martin Paul")),
        ("Équipe;Joueurs\n1;Dupont Jean et Martin Paul\n2;Roux Anne - Petit Luc", ("Dupont Jean", "Martin Paul")),
        ("Nom;Prénom;Nom;Prénom\nDupont;Jean;Martin;Paul", ("Dupont Jean", "Martin Paul")),
        ("NOM;PARTENAIRE;Ville\nDupont Jean;Martin Paul;Pons", ("Dupont Jean", "Martin Paul")),
        ("sep=,\nNom joueur 1,Nom joueur 2\nDupont Jean,Martin Paul", ("Dupont Jean", "Martin Paul")),
        ('Joueur 1;Joueur 2\n"Dupont; Jean";"Martin ""Popaul"" Paul"', ("Dupont; Jean", 'Martin "Popaul" Paul')),
        ("Doublette;Club\nDupont Jean / Martin Paul;Pons\nRoux Anne / Petit Luc;Pons", ("Dupont Jean", "Martin Paul")),
        ("Dupont;Jean;Martin;Paul\nRoux;Anne;Petit;Luc", ("Dupont Jean", "Martin Paul")),
        ("M. et Mme DUPONT Jean et Marie\nRoux Anne / Petit Luc", ("DUPONT Jean", "DUPONT Marie")),
        ("Mr & Mme Jean-Pierre DE LA TOUR\nA / B", ("Mr Jean-Pierre DE LA TOUR", "Mme DE LA TOUR")),
        ("Monsieur et Madame Dupont Alain\nA / B", ("Monsieur Dupont Alain", "Madame Dupont")),
        ("1) Dupont Jean / Martin Paul\n2) Roux Anne / Petit Luc", ("Dupont Jean", "Martin Paul")),
        ("Joueur A;Joueur B\nN° 12 - Dupont Jean;Martin Paul", ("Dupont Jean", "Martin Paul")),
    ],
)
def test_two_names_wherever_they_stand(pasted, players):
    assert teams(pasted)[0].players == players
    assert not teams(pasted)[0].problems


@pytest.mark.parametrize("list_sign", ["{}) ", "{}. ", "{} - ", "N° {} ", "{} ", "{}"])
def test_a_number_written_before_the_names_is_the_number_of_the_team(list_sign):
    names = ("Dupont Jean / Martin Paul", "Roux Anne / Petit Luc", "Blanc Tom / Noir Ida")
    found = teams("\n".join(list_sign.format(number) + name for number, name in zip((1, 2, 31), names, strict=True)))
    assert [(team.number, " / ".join(team.players)) for team in found] == list(zip((1, 2, 31), names, strict=True))


@pytest.mark.parametrize(
    ("pasted", "left_out"),
    [
        ("Eq;Noms;Eq;Noms\n1;Dupont Jean / Martin Paul;2;Roux Anne / Petit Luc\n3;Roy Guy / Noir Ida;4;Faure Léo / Gris Max", [3]),
        ("Joueurs;Autres joueurs\nDupont Jean et Martin Paul;Roux Anne et Petit Luc\nRoy Guy et Noir Ida;Faure Léo et Le Gris Max\nBlin Luc et Roy Ida;Petit Guy et Roux Max", [1]),
    ],
)  # fmt: skip
def test_a_second_column_of_pairs_is_never_left_out_silently(pasted, left_out):
    sheet, layout, _entries = read(pasted)
    assert names_left_out(sheet, layout) == left_out


@pytest.mark.parametrize(
    ("written", "players", "origin", "paid"),
    [
        ("Fournier Alain / Roux Anne payé", ("Fournier Alain", "Roux Anne"), "", True),
        ("Fournier Alain payé / Roux Anne payé", ("Fournier Alain", "Roux Anne"), "", True),
        ("Fournier Alain payé / Roux Anne", ("Fournier Alain", "Roux Anne"), "", False),
        ("Fournier Alain / Roux Anne (réglé)", ("Fournier Alain", "Roux Anne"), "", True),
        ("Fournier Alain / Roux Anne pas payé", ("Fournier Alain", "Roux Anne"), "", False),
        ("Fournier Alain / Roux Anne (impayé)", ("Fournier Alain", "Roux Anne"), "", False),
        ("Fournier Alain payé", ("Fournier Alain", ""), "", True),
        ("Fournier Alain / Roux Anne (Nort) payé", ("Fournier Alain", "Roux Anne"), "Nort", True),
        ("Fournier Alain (Nort) / Roux Anne (Nort)", ("Fournier Alain", "Roux Anne"), "Nort", False),
        ("Fournier Alain (Nort) / Roux Anne (Pons)", ("Fournier Alain", "Roux Anne"), "Nort et Pons", False),
        ("Fournier Alain / Roux Jean (fils)", ("Fournier Alain", "Roux Jean (fils)"), "", False),
        ("PAYE Alain / Roux PAYE", ("PAYE Alain", "Roux PAYE"), "", False),
    ],
)
def test_payment_and_commune_written_behind_the_names(written, players, origin, paid):
    first, _other = teams(f"{written}\nDurand Luc / Blin Max")
    assert (first.players, first.origin, first.paid) == (players, origin, paid)
    assert ("paid_unread" in [note.code for note in first.notes]) == (" payé / Roux Anne" == written[14:])
    # With columns of their own, what stands behind a name is part of it.
    named = teams(f"Joueurs;Club;Payé\n{written};Pons;non\nDurand Luc / Blin Max;Pons;oui")[0]
    assert (named.origin, named.paid) == ("Pons", False)


@pytest.mark.parametrize("second", ["1", ""])
@pytest.mark.parametrize("title", ["N°;Nom;Prénom;Club;Payé", "1"])
def test_lines_of_one_player_with_the_number_of_a_team_are_joined_by_a_question(second, title):
    names = ["Dupont;Jean", "Martin;Paul", "Roux;Anne", "Petit;Luc", "Roy;Guy", "Noir;Ida"]
    lines = [
        f"{place // 2 + 1 if second or place % 2 == 0 else ''};{name};Nort;oui" for place, name in enumerate(names)
    ]
    if title == "1":
        lines = [f"{place // 2 + 1}) {name.replace(';', ' ')}" for place, name in enumerate(names)]
    found = teams("\n".join([title, *lines] if title != "1" else lines))
    assert [(team.number, team.players) for team in found] == [
        (1, ("Dupont Jean", "Martin Paul")),
        (2, ("Roux Anne", "Petit Luc")),
        (3, ("Roy Guy", "Noir Ida")),
    ]
    assert all([say.code for say in team.questions] == ["two_lines"] for team in found)
    assert all(team.last_row == team.row + 1 for team in found)
    if title != "1":
        assert {(team.origin, team.paid) for team in found} == {("Nort", True)}


@pytest.mark.parametrize(
    "numbers", [(1, 2, 3, 4, 5, 6), (1, 1, 1, 2, 2, 2), (1, "", "", 2, "", ""), ("", "", "", "", "", "")]
)
def test_people_alone_are_never_joined_where_the_numbers_do_not_say_so(numbers):
    names = ["Dupont;Jean", "Martin;Paul", "Roux;Anne", "Petit;Luc", "Roy;Guy", "Noir;Ida"]
    lines = [f"{number};{name}" for number, name in zip(numbers, names, strict=True)]
    assert [team.players[1] for team in teams("\n".join(["N°;Nom;Prénom", *lines]))] == [""] * 6


OVER_TWO_LINES = (
    "{} /\n{}",
    "{}/\n   {}",
    "{} et\n{}",
    "{} &\n{}",
    "{}\net {}",
    "{}\n  / {}",
    "{}\n& {}",
    "{}\navec {}",
)


@pytest.mark.parametrize("start", ["", "{}. ", "Équipe {} : ", "{}) "])
@pytest.mark.parametrize("form", OVER_TWO_LINES)
def test_a_team_typed_over_two_lines_is_one(form, start):
    """« Équipe 1 : Jean Roux » above « et Luc Petit » lost the first, whose line was read as a title."""
    pairs = [("Jean Roux", "Luc Petit"), ("Anne Le Goff", "Yann Le Bras"), ("Guy Noir", "Ida Roy")]
    lines = [start.format(number) + form.format(*pair) for number, pair in enumerate(pairs, 1)]
    found = teams("\n".join(["Bonjour, voici nos équipes", "", *lines, "", "Merci"]))
    assert [(team.players, team.number) for team in found] == [
        (pair, number if start else None) for number, pair in enumerate(pairs, 1)
    ]
    assert [(team.row, team.last_row) for team in found] == [(3, 4), (5, 6), (7, 8)]
    assert not [team.text for team in found if team.problems]


def test_a_line_that_looks_for_a_partner_does_not_take_one_of_the_next_team():
    found = teams(
        "1. Jean Roux / Luc Petit\n2. Guy Noir /\n3. Ida Roy / Anne Le Goff\n4. Max Blin /\nAde Colin / Eva Bon"
    )
    assert [team.players for team in found] == [
        ("Jean Roux", "Luc Petit"),
        ("Guy Noir", ""),
        ("Ida Roy", "Anne Le Goff"),
        ("Max Blin", ""),
        ("Ade Colin", "Eva Bon"),
    ]


def test_two_names_between_empty_lines_are_asked_about():
    found = teams("Jean Roux\nLuc Petit\n\nAnne Le Goff\nYann Le Bras\n\nGuy Noir\nIda Roy")
    assert [team.players for team in found] == [
        ("Jean Roux", "Luc Petit"),
        ("Anne Le Goff", "Yann Le Bras"),
        ("Guy Noir", "Ida Roy"),
    ]
    assert all([say.code for say in team.questions] == ["two_lines"] for team in found)


@pytest.mark.parametrize("header", ["N°,Noms,Club", "N°,Joueurs,Club", "Équipe,Nom,Commune"])
def test_the_partner_behind_a_comma_is_never_the_club(header):
    found = teams(f"{header}\n1,Dupont Jean,Martin Paul,Nort\n2,Roux Anne,Petit Luc,Pons\n3,Roy Guy,Noir Ida,")
    assert [(team.players, team.origin) for team in found] == [
        (("Dupont Jean", "Martin Paul"), "Nort"),
        (("Roux Anne", "Petit Luc"), "Pons"),
        (("Roy Guy", "Noir Ida"), ""),
    ]
    # Pairs in one cell stay so.
    paired = teams(f"{header}\n1,Dupont Jean et Martin Paul,Nort\n2,Roux Anne et Petit Luc,Pons")
    assert [team.origin for team in paired] == ["Nort", "Pons"]


MAIL = """Bonjour Monique, voici la liste pour vendredi :

1. Jean-Pierre Le Goff et Odile Le Goff (Saint-Plouc) 06 12 34 56 78
2. René Guégan / Yvette Guégan, Belval
3. André Perrot (Trégarvan) et Colette Perrot
4. {pair}
5. Louis Quellec (seul)
6. Marie Stervinou, La Roche Bernard

{end}
"""


@pytest.mark.parametrize(
    ("pair", "players", "origin"),
    [
        ("Loïc Tanguy, Gaël Tanguy", ("Loïc Tanguy", "Gaël Tanguy"), ""),
        ("Tanguy Loïc, Gaël Tanguy (Pons)", ("Tanguy Loïc", "Gaël Tanguy"), "Pons"),
        ("Yves Roux, Petit Luc, Pons", ("Yves Roux", "Petit Luc"), "Pons"),
        ("Mme Lefèvre, M. Dupont", ("Mme Lefèvre", "M. Dupont"), ""),
        ("Mme Quéré, Mme Odile Cariou 06 45 67 89 01", ("Mme Quéré", "Mme Odile Cariou"), ""),
        ("Roux Jean, Port Louis", ("Roux Jean", ""), "Port Louis"),
        ("Anne Pont, Pont Croix", ("Anne Pont", ""), "Pont Croix"),
    ],
)
def test_a_comma_between_two_people_parts_players_and_no_commune(pair, players, origin):
    found = {team.number: (team.players, team.origin) for team in teams(MAIL.format(pair=pair, end=""))}
    assert found == {
        1: (("Jean-Pierre Le Goff", "Odile Le Goff"), "Saint-Plouc"),
        2: (("René Guégan", "Yvette Guégan"), "Belval"),
        3: (("André Perrot", "Colette Perrot"), "Trégarvan"),
        4: (players, origin),
        5: (("Louis Quellec", ""), ""),
        6: (("Marie Stervinou", ""), "La Roche Bernard"),
    }


def test_the_pair_is_told_without_number_or_telephone():
    pair = "Mme Quéré 06 12 34 56 78, Mme Odile Cariou 06 45 67 89 01"
    team = next(team for team in teams(MAIL.format(pair=pair, end="")) if team.number == 4)
    assert [note.params for note in team.notes] == [{"read": "Mme Quéré / Mme Odile Cariou"}]
    assert (team.phone, team.phone_2) == ("06 12 34 56 78", "06 45 67 89 01")


def test_two_people_in_the_cell_of_one_are_a_pair():
    found = teams("Joueur 1;Joueur 2\nLoïc Tanguy, Gaël Tanguy;\nDucasse, Michel;\nRoux Anne;Petit Luc")
    assert [team.players for team in found] == [
        ("Loïc Tanguy", "Gaël Tanguy"),
        ("Ducasse Michel", ""),
        ("Roux Anne", "Petit Luc"),
    ]


@pytest.mark.parametrize(
    "end",
    [
        "Merci, Jojo", "Merci d'avance Monique", "Cordialement", "Bonne soirée", "À bientôt", "Bises", "A vendredi !",
        "Cordialement,\nMonique Le Goff", "Bonne soirée\n\nJojo", "Nous serons là vers 19 h", "Envoyé de mon iPhone",
        "De : Jojo Floc'h\nÀ : Monique\nObjet : liste", "Voici la liste :", "Les équipes de Belval :",
    ],
)  # fmt: skip
def test_the_text_of_a_mail_is_no_player(end):
    entries = read(MAIL.format(pair="Bonjour Paul et Merci Luc", end=end))[2]
    kinds = [(entry.row, entry.kind) for entry in entries if entry.kind != "blank"]
    last = 10 + len(end.split("\n"))
    assert kinds == [
        (1, "title"),
        *((row, "team") for row in range(3, 9)),
        *((row, "title") for row in range(10, last) if (row, "title") in kinds or end.split("\n")[row - 10]),
    ]


@pytest.mark.parametrize("line", ["Bonjour Paul / Martin Luc", "Merci Paul & Cher Anne", "Bonnefoy Luc"])
def test_a_surname_like_a_greeting_is_a_player(line):
    assert [team.players[0] for team in teams(f"Roux Anne / Petit Luc\n{line}")][1:] == [
        line.split(" /")[0].split(" &")[0]
    ]
    assert len(teams("Nom;Prénom;Nom;Prénom\nBonjour;Paul;Merci;Anne")) == 1


def test_the_name_below_the_end_of_a_mail_is_kept_where_others_follow():
    found = teams("Roux Anne / Petit Luc\nMerci\nNoir Ida\nRoy Guy / Colin Yves")
    assert [team.players for team in found][1] == ("Noir Ida", "")


@pytest.mark.parametrize("title", ["Payé 10€", "Payé (oui/non)", "Réglé le", "A payé", "Payée 8 € par personne"])
def test_a_header_that_says_how_much_is_paid_is_that_of_payments(title):
    assert header_role(title) == "paid"


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Repas (€)", None), ("Repas (prix)", None), ("Table souhaitée (n°)", None), ("Covoiturage (ville)", None),
        ("Accompagnants (noms)", None), ("Enfant (prénom)", None), ("Personne à prévenir (nom)", None),
        ("Taille T-shirt (joueur 2)", None), ("Dessert ? (prix)", None), ("Votre enfant (prénom)", None),
        ("Où logez-vous ? (commune)", "origin"), ("Votre résidence (ville)", "origin"), ("Contact ? (portable)", "phone"),
    ],
)  # fmt: skip
def test_a_bracket_says_of_a_question_where_somebody_comes_from_and_nothing_else(title, role):
    assert header_role(title) == role


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("oui", True), ("OUI", True), ("x", True), ("chèque", True), ("✓", True), ("Réglé", True), ("espèces", True),
        ("14,00", 1400), ("14", 1400), ("14.00 €", 1400), ("7,5", 750), ("1", 100),
        ("non", False), ("0", False), ("0,00", False), ("", False), ("-", False), ("à voir", None), ("-5", None),
        ("payé 7 € en espèces pour Luc", None), ("payé 10 € par chèque, 4 € à venir", None), ("réglé 10 € cb sur 20", None),
        ("payé 1 chèque sur 2", None), ("payé en chèque pour Luc seulement", None), ("payé arrhes espèces 5", None),
        ("payé 7€ espèces (Luc), Léa paiera sur place", None), ("payé 10€ cb + 4 espèces", None),
        ("payé cash 3 fois, espèces", None), ("payé chèque n° 12 le 03/11", True), ("réglée le 12/11 en espèces", True),
        ("１４", None), ("réglé par chèque n° 1234", True), ("14 € CB", 1400), ("à payer en espèces", None),
    ],
)  # fmt: skip
def test_what_paid_means(written, read_as):
    if written == "１４":
        # Compatibility forms are folded: a full-width amount is the same amount.
        read_as = 1400
    assert words.paid_in(written) is read_as or words.paid_in(written) == read_as


@pytest.mark.parametrize(
    "title",
    [
        "Liste mêlée du 25 nov.",
        "LISTE DES INSCRITS",
        "Concours du 25/11/2026",
        "Inscriptions – soirée belote",
        "Participants :",
    ],
)
@pytest.mark.parametrize(
    "listed", ["DUPONT Jean\nMARTIN Luc\nROUX Paul", "DUPONT Jean / MARTIN Luc\nROUX Paul / ÉTIENNE Rose"]
)
def test_a_line_that_says_what_the_list_is_is_no_player(title, listed):
    for singles in (False, True):
        book = read_pasted(f"{title}\n{listed}")
        sheet = book.sheets[0]
        kinds = [entry.kind for entry in read_entries(sheet, guess_layout(sheet), singles=singles)]
        assert (kinds[0], {*kinds[1:]}) == ("title", {"team"})


def test_repeated_headers_notes_and_totals_are_no_teams():
    text = (
        "N°;Joueur 1;Joueur 2\n1;Ann A;Bob B\n\n;Liste d'attente;\nN°;Joueur 1;Joueur 2\n2;Cal C;Dan D\n"
        ";;\nTotal;;28\nNombre d'équipes : 2;;\n;TOTAL DES INSCRITS;\n3;Total Jean;Roux Paul"
    )
    kinds = [(entry.row, entry.kind) for entry in read(text)[2]]
    assert kinds == [
        (1, "header"), (2, "team"), (3, "blank"), (4, "title"), (5, "header"), (6, "team"), (7, "blank"), (8, "total"),
        (9, "total"), (10, "total"), (11, "team"),
    ]  # fmt: skip
    waiting, last = [entry for entry in read(text)[2] if entry.row in (6, 11)]
    assert [question.code for question in waiting.questions] == ["state"]
    assert last.players == ("Total Jean", "Roux Paul") and not last.problems


def test_numbers_as_they_are_written():
    assert [words.number_in(text) for text in ("N° 12", "012", "12.0", "n°7", "équipe 3", "#5", "0", "100000", "12b")] == [
        12, 12, 12, 7, 3, 5, None, None, None,
    ]  # fmt: skip


def test_a_list_without_header_and_columns_in_another_order():
    text = (
        "Pons;0612345678;Ann Albe;Bob Bor;7;oui\nPons;0612345679;Cal Cor;Dan Dol;9;non\nCasson;;Eve Est;Fay Fol;11;oui"
    )
    sheet, layout, _ = read(text)
    assert layout.header is None and layout.roles[1] == "phone" and layout.roles[4] == "number"
    assert layout.roles[5] == "paid"


# A row, and a cell in it, said to stand many times.
REPEATED = (
    '<table:table-row table:number-rows-repeated="{rows}"><table:table-cell office:value-type="string" '
    'table:number-columns-repeated="{cells}"><text:p>Ann</text:p></table:table-cell></table:table-row>'
)


@pytest.mark.parametrize(
    ("make", "code"),
    spread(3, [
        (lambda: b"", "file_empty"),
        (lambda: b" \r\n\t\r\n ", "file_empty"),
        (lambda: b"a;b\n" * 600_000, "file_too_big"),
        (files.old_excel, "file_broken"),
        (lambda: files.old_excel(("L", [["a"]]))[:2_000], "file_broken"),
        (files.encrypted, "file_locked"),
        (files.encrypted_members, "file_locked"),
        (lambda: files.archive(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), "file_no_list"),
        (lambda: files.archive(mimetype=b"application/vnd.oasis.opendocument.text", **{"content.xml": b"<x/>"}), "file_no_list"),
        (lambda: files.ods(("L", [["a"]]))[:-100], "file_broken"),
        (lambda: files.changed(files.ods(("L", [["a"]])), drop=["content.xml"]), "file_no_list"),
        (lambda: files.ods(("L", [["a"]]), **{"Basic/Standard/Module1.xml": b"x"}), "file_macros"),
        (lambda: files.ods(("L", [])), "file_empty"),
        (lambda: files.ods(("L", [["x"]]), after=REPEATED.format(rows=1, cells=20_000)), "file_broken"),
        # Ten thousand rows said in forty letters, and rows of a thousand cells said in as few.
        (lambda: files.ods(("L", []), after=REPEATED.format(rows=1_000_000, cells=1)), "file_rows"),
        (lambda: files.ods(("L", []), after=REPEATED.format(rows=2_000_000_000, cells=16_000)), "file_broken"),
        (lambda: files.ods(("L", []), after=REPEATED.format(rows=10_500, cells=1)), "file_rows"),
        (lambda: files.ods(("L", [["a"]]), Pictures__1=b"0" * 25_000_000), "file_too_heavy"),
        (lambda: files.archive(**{"word/document.xml": b"<x/>"}), "file_no_list"),
        (lambda: files.archive(**{"xl/workbook.bin": b"x"}), "file_xlsb"),
        (lambda: files.changed(files.workbook(["a"]), **{"xl/vbaProject.bin": b"x"}), "file_macros"),
        (lambda: files.changed(files.workbook(["a"]), **{"xl/externalLinks/externalLink1.xml": b"x"}), "file_links"),
        (lambda: files.changed(files.workbook(["a"]), **{"../evil.xml": b"x"}), "file_hostile"),
        (lambda: files.changed(files.workbook(["a"]), **{"/etc/evil": b"x"}), "file_hostile"),
        (lambda: files.changed(files.workbook(["a"]), **{"a\\b": b"x"}), "file_hostile"),
        (lambda: files.changed(files.workbook(["a"]), **{f"x/{i}.xml": b"x" for i in range(60)}), "file_too_heavy"),
        (lambda: files.workbook(["a"])[:-200], "file_broken"),
        (lambda: b"PK\x03\x04 nothing more", "file_broken"),
        (lambda: files.changed(files.workbook(["a"]), drop=["xl/worksheets/sheet1.xml"]), "file_broken"),
        (lambda: files.with_sheet(b"<worksheet"), "file_broken"),
        (files.bomb, "file_too_heavy"),
        (files.entities, "file_hostile"),
        (lambda: b"%PDF-1.7 etc", "file_no_list"),
        (lambda: b"\x89PNG\r\n\x1a\n", "file_no_list"),
        (lambda: b"<html><p>a</p></html>", "file_no_list"),
        (lambda: b"ID;PWXL;N;E\nC;Y1;X1;K\"Ann\"\n", "file_no_list"),
        (lambda: bytes(range(256)) * 40, "file_not_text"),
        (lambda: b"a;b\nc;\x81d\n", "file_encoding"),
        (lambda: b"\xff\xfeabc", "file_encoding"),
        (lambda: b'N;Joueur 1;Joueur 2\n1;"Ann;Bob\n2;Cal;Dan\n', "file_quote"),
        (lambda: files.many_rows(10_000), "file_rows"),
        (lambda: ";".join("a" * 20_000).encode(), "file_columns"),
        (lambda: files.workbook([], []), "file_empty"),
    ]),
)  # fmt: skip
def test_bad_files_are_refused_in_words(make, code):
    refused = refusal(make())
    assert refused.code == code
    assert len(str(refused)) > 40


LIST = [["N°", "Joueur 1", "Joueur 2", "Payé"], [1, "Ann Albe", "Bob Bor", 14], [None, "Cal Cor", "Dan Dol", "chèque"]]
# As LibreOffice ends a sheet: a million rows that are empty.
REST = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
)


@pytest.mark.parametrize(
    "data", [files.ods(("Inscrits", [[], *LIST]), after=REST), files.old_excel(("Inscrits", [[], *LIST]))]
)
def test_the_workbooks_of_libreoffice_and_of_old_excel(data):
    book = read_file(data)
    assert [(sheet.name, sheet.hidden) for sheet in book.sheets] == [("Inscrits", False)]
    # The numbers of the rows are those that the spreadsheet shows.
    assert [row for row, _cells in book.sheets[0].rows] == [2, 3, 4]
    entries = read_entries(book.sheets[0], guess_layout(book.sheets[0]))
    found = [(entry.players, entry.number, entry.paid, entry.paid_by) for entry in entries if entry.kind == "team"]
    assert found == [(("Ann Albe", "Bob Bor"), 1, 1400, ""), (("Cal Cor", "Dan Dol"), None, True, "cheque")]


def test_entities_of_an_open_document_are_not_told_on():
    laughs = '<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>'
    data = files.ods(("L", [["Cal Cor"]]), before=laughs, after=REPEATED.format(rows=1, cells=1).replace("Ann", "&b;"))
    try:
        cells = [cells for sheet in read_file(data).sheets for _row, cells in sheet.rows]
    except TournamentError as refused:
        assert refused.code in ("file_broken", "file_hostile")
    else:
        assert "haha" not in str(cells)


def test_where_it_goes_wrong_is_said():
    assert refusal(b'N;Joueur 1;Joueur 2\n1;Ann;Bob\n2;"Cal;Dan\n3;Eve;Fay\n').params["line"] == 3
    assert refusal(b"a;b\nc;d\n\x81;e").params["line"] == 3
    assert refusal(b"a;b\n" + b"x;" * 20_000 + b"x").params == {"line": 2, "column": 20_001, "most": 30}
    assert refusal(files.many_rows(10_500)).params["line"] == 10_001


def test_a_declared_dimension_is_not_believed():
    row = files.cell("A1", "Joueur 1") + files.cell("B1", "Joueur 2")
    team = files.cell("A2", "Ann A") + files.cell("B2", "Bob B")
    xml = files.sheet_xml(b'<row r="1">' + row + b'</row><row r="2">' + team + b"</row>", b"A1:XFD1048576")
    started = time.monotonic()
    assert [entry.players for entry in teams(files.with_sheet(xml))] == [("Ann A", "Bob B")]
    assert time.monotonic() - started < 5 * busyness()


def test_a_row_at_the_end_of_the_world_is_refused_quickly():
    far = b'<row r="1048576">' + files.cell("A1048576", "Ann") + b"</row>"
    assert refusal(files.with_sheet(files.sheet_xml(far))).code in ("file_rows", "file_too_heavy")


def test_a_row_beyond_any_spreadsheet_is_refused_before_it_is_counted_up_to():
    """openpyxl makes a row for each number that is left out: up to 10**12 it would count until its time is over."""
    far = b'<row r="1000000000000">' + files.cell("A1", "Ann") + b"</row>"
    with refuses("file_broken"):
        child.sheets_of(files.with_sheet(files.sheet_xml(far)))


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_nothing_of_an_archive_is_unpacked_in_the_process_of_the_pages(how):
    """A member of 30 MB packed into a few hundred bytes, under the one name that is looked at here."""
    buffer = io.BytesIO(files.workbook(["a"]))
    with zipfile.ZipFile(buffer, "a", how) as archive:
        archive.writestr("mimetype", b"application/vnd.oasis.opendocument" + b" " * 30_000_000)
    tracemalloc.start()
    refused = refusal(buffer.getvalue())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.code in ("file_too_heavy", "file_broken")
    assert peak < 5_000_000


def test_a_heavy_workbook_costs_little():
    resource = pytest.importorskip("resource", reason="this system does not measure what a process costs")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert refusal(files.heavy()).code in ("file_rows", "file_too_heavy")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 10.5


def test_a_system_without_limits_reads_all_the_same(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    limited_child.limit_resources(1, 1)
    assert child.sheets_of(files.evening_list())[0]["name"] == "Inscrits"


def test_a_formula_is_what_it_last_gave_and_its_own_text_where_it_was_never_reckoned():
    rows = b'<row r="1">' + files.cell("A1", "Joueur 1") + files.cell("B1", "Joueur 2") + b"</row>"
    rows += b'<row r="2">' + files.cell("A2", "Ann A") + b'<c r="B2" t="str"><f>1+1</f><v>Bob B</v></c></row>'
    rows += b'<row r="3">' + files.cell("A3", "Cal C") + b'<c r="B3"><f>D3</f><v/></c></row>'
    known, unknown = teams(files.with_sheet(files.sheet_xml(rows)))
    assert known.players == ("Ann A", "Bob B") and not known.problems
    assert unknown.players == ("Cal C", "") and unknown.problems[0].params["read"] == "=D3"


def test_errors_dates_and_long_cells_are_told():
    import datetime

    (team,) = teams(files.workbook(files.HEADER, [datetime.date(2026, 2, 1), "Ann A", "#REF!", "x" * 900, "oui"]))
    assert [p.code for p in team.problems] == ["cell_error"]
    assert [n.code for n in team.notes] == ["number_unread"]
    assert team.number is None and len(team.origin) == 500


def test_a_hidden_or_shorter_sheet_is_not_chosen():
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "Lots"
    book.active.append(["1er", "2 jambons"])
    listed = book.create_sheet("Équipes")
    listed.append(["Joueur 1", "Joueur 2"])
    listed.append(["Ann A", "Bob B"])
    old = book.create_sheet("Ancienne")
    for row in (["Joueur 1", "Joueur 2"], ["Cal C", "Dan D"], ["Eve E", "Fay F"]):
        old.append(row)
    old.sheet_state = "hidden"
    assert read(files.saved(book))[0].name == "Équipes"


@pytest.mark.parametrize(
    ("header", "roles", "origin", "phones"),
    [
        (
            "Joueur A;Tél A;Club A;Joueur B;Tél B;Club B",
            "player_1 phone origin player_2 phone_2 origin_2",
            "Nort et Héric",
            2,
        ),
        (
            "Nom 1;Mobile 1;Ville 1;Nom 2;Mobile 2;Ville 2",
            "player_1 phone origin player_2 phone_2 origin_2",
            "Nort et Héric",
            2,
        ),
        ("Joueur 1;Tél;Commune;Joueur 2;Remarque;Club", "player_1 phone origin player_2 remark remark", "Nort", 1),
    ],
)
def test_each_player_has_a_commune_and_a_telephone(header, roles, origin, phones):
    """A second column headed as the first one is the partner's; another word for where the team comes from is not."""
    text = f"{header}\nDupont Jean;0611223344;Nort;Martin Paul;0699887766;Héric\nRoux Zoé;0612345678;Rezé;Petit Léa;;Reze\n"
    _sheet, layout, entries = read(text)
    assert layout.roles == tuple(roles.split())
    first, second = (entry for entry in entries if entry.kind == "team")
    assert (first.origin, second.origin) == (origin, "Rezé")
    assert [first.phone, first.phone_2][:phones] == ["06 11 22 33 44", "06 99 88 77 66"][:phones]


@pytest.mark.parametrize("title", ["Nom équipe", "Nom de l’équipe", "Nom d'équipe", "Équipe", "Nom de la doublette"])
@pytest.mark.parametrize("place", [0, 2, 4])
@pytest.mark.parametrize("players", ["Joueur 1;Joueur 2", "Nom 1;Nom 2", "Nom;Nom du partenaire"])
def test_the_own_name_of_a_team_is_no_player(title, place, players):
    """Beside the columns of the players: the one team that had a name lost a player to it, on a green line."""
    header = [*players.split(";"), "Commune", "Tél"]
    rows = [["Dupont Jean", "Martin Paul", "Nort", "0611223344"], ["Roux Zoé", "Petit Léa", "Rezé", ""]]
    for cells, own in zip((header, *rows), (title, "Les Tontons du Bourg", ""), strict=True):
        cells.insert(place, own)
    first, second = teams("\n".join(";".join(cells) for cells in (header, *rows)) + "\n")
    assert (first.players, first.team_name) == (("Dupont Jean", "Martin Paul"), "Les Tontons du Bourg")
    assert (second.players, second.team_name) == (("Roux Zoé", "Petit Léa"), "")
    assert not first.problems and not first.questions


@pytest.mark.parametrize("title", ["Nom équipe", "Équipe"])
def test_both_players_may_stand_under_the_name_of_the_team(title):
    (first,) = teams(f"N°;{title};Commune\n1;Dupont Jean / Martin Paul;Nort\n")
    assert (first.players, first.team_name) == (("Dupont Jean", "Martin Paul"), "")


def test_a_form_on_the_web_that_asks_for_both_names():
    text = "Horodateur;Nom et prénom;Nom et prénom du partenaire;Commune\n;Anne-Lise DUPRÉ;Marc TANGUY;Belz\n"
    assert [entry.players for entry in teams(text)] == [("Anne-Lise DUPRÉ", "Marc TANGUY")]


@pytest.mark.parametrize(
    ("pasted", "phones", "origin"),
    [
        ("Jean Morel 06 10 20 30 40 / Marie Durand 06 11 21 31 41 (Casson)", ("06 10 20 30 40", "06 11 21 31 41"), "Casson"),
        ("Jean Morel (06.10.20.30.40) - Marie Durand", ("06 10 20 30 40", ""), ""),
        ("Jean Morel / Marie Durand tél : 0611213141", ("", "06 11 21 31 41"), ""),
        ("1) Jean Morel 06-10-20-30-40 / Marie Durand", ("06 10 20 30 40", ""), ""),
    ],
)  # fmt: skip
def test_a_telephone_beside_a_name_is_no_part_of_it(pasted, phones, origin):
    others = "Paul Petit / Anne Roux\nLuc Blanc / Zoé Noir"
    (first, *_others) = teams(f"{pasted}\n{others}")
    assert first.players == ("Jean Morel", "Marie Durand")
    assert ((first.phone, first.phone_2), first.origin) == (phones, origin)


_WRITTEN = (
    *"06 12 34 56 78|0612345678|06.12.34.56.78|06-12-34-56-78|06/12/34/56/78|06 – 12 – 34 – 56 – 78|0612 345 678|06 12345678".split("|"),
    *"+33612345678|+33 6 12 34 56 78|+33 (0)6 12 34 56 78|+33(0)612345678|+33 (0) 6.12.34.56.78|+33-6-12-34-56-78".split("|"),
    *"0033 6 12 34 56 78|0033612345678|(06) 12 34 56 78|(06 12 34 56 78)|33612345678|612345678".split("|"),
    *(f"{word}06 12 34 56 78" for word in ("tél : ", "tel. ", "Tél.: ", "TEL ", "téléphone : ", "port. ", "portable ")),
    *(f"{word}06 12 34 56 78" for word in ("mobile : ", "GSM ", "☎ ", "n° tél. ", "tél. port. : ", "- ", ": ")),
)  # fmt: skip


@pytest.mark.parametrize("written", _WRITTEN)
def test_a_telephone_is_the_players_however_it_is_written_and_wherever_it_stands(written):
    """It parts no players, makes no column of names or communes, and belongs to the player before it."""
    other = "07 99 88 77 66"
    for pasted, players, phones in (
        (f"DUPONT Jean {written} / MARTIN Luc", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", "")),
        (f"3) DUPONT Jean / MARTIN Luc {written}", ("DUPONT Jean", "MARTIN Luc"), ("", "06 12 34 56 78")),
        (f"{written} DUPONT Jean - MARTIN Luc", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", "")),
        (f"DUPONT Jean {written} et MARTIN Luc {other}", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", other)),
        (f"DUPONT Jean, {written} / MARTIN Luc, {other}", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", other)),
        (f"DUPONT Jean, {written}, MARTIN Luc, {other}", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", other)),
        (f"DUPONT Jean / MARTIN Luc {written} / {other}", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", other)),
        (f"DUPONT Jean, {written}", ("DUPONT Jean", ""), ("06 12 34 56 78", "")),
        (f"DUPONT Jean, {written}\nROUX Léa, PETIT Zoé", ("DUPONT Jean", ""), ("06 12 34 56 78", "")),
        (f"DUPONT Jean / MARTIN Luc, {written}\nA Zoé / B Léa, Nort\nC Zoé / D Léa, Nort", ("DUPONT Jean", "MARTIN Luc"), ("06 12 34 56 78", "")),
    ):  # fmt: skip
        first, *_others = teams(pasted)
        assert (first.players, (first.phone, first.phone_2), first.origin) == (players, phones, ""), pasted


def test_a_number_too_many_is_kept_and_what_is_no_telephone_stays():
    (team,) = teams("DUPONT Jean 06 12 34 56 78 ou 01 23 45 67 89 / PORT Luc +32 470 12 34 56")
    assert (team.players, team.phone, team.phone_2) == (("DUPONT Jean", "PORT Luc"), "06 12 34 56 78", "+32470123456")
    assert team.remark == "01 23 45 67 89"
    (team,) = teams("Joueur 1;Joueur 2;Tél\nDupont Jean;Martin Luc;06 12 34 56 78 / 07 11 22 33 44")
    assert (team.phone, team.phone_2) == ("06 12 34 56 78", "07 11 22 33 44")
    (team,) = teams("Joueur 1;Joueur 2;Observations\nDupont Jean;Martin Luc;vu le 05/10/2026 19:30")
    assert (team.phone, team.remark) == ("", "vu le 05/10/2026 19:30")
    assert telephones.phones_beside("vu le 05/10/2026 19:30") == ("vu le 05/10/2026 19:30", [])


def test_those_below_a_heading_of_a_state_are_asked_about():
    """« Liste d'attente », « Annulés » and « Remplaçants » above lines say what became of them."""
    read = outcome_of(
        "Joueur 1\tJoueur 2\nJulie Brivel\tLuc Cadoux\n\nLISTE D'ATTENTE\nMarc Ervan\tZoé Garrel\n\nRemplaçants\nNoé Hostel\tYann Ivrard"
    )
    assert [(players, codes) for players, codes in read] == [
        (("Julie Brivel", "Luc Cadoux"), []),
        (("Marc Ervan", "Zoé Garrel"), ["state"]),
        (("Noé Hostel", "Yann Ivrard"), ["state"]),
    ]


def test_a_total_of_a_list_of_people_is_nobody():
    assert [who for who, _codes in outcome_of("Nom\tPrix\nJulie Brivel\t8\nTOTAL GÉNÉRAL\t8", singles=True)] == [
        ("Julie Brivel",)
    ]
    assert [who for who, _codes in outcome_of("Nom\tPrix\nTotal Julie\t8\nLuc Ervan\t8", singles=True)][0] == (
        "Total Julie",
    )


def test_a_sentence_in_place_of_a_partner_is_nobody():
    rows = [
        "je cherche un partenaire",
        "Je n'ai personne",
        "on verra sur place",
        "Ma femme",
        "aminata n'dour",
        "Luc Billet",
    ]
    read = outcome_of("Joueur 1\tJoueur 2\n" + "\n".join(f"Julie Brivel\t{partner}" for partner in rows))
    assert read == [(("Julie Brivel", ""), ["alone"])] * 4 + [(("Julie Brivel", partner), []) for partner in rows[4:]]


def test_two_who_name_one_partner_by_a_licence_stay_alone():
    rows = [("Julie Brivel", "0442001", "0442002"), ("Luc Cadoux", "0442002", "0442001"), ("Noé Fauvel", "0442003", "0442004"),
            ("Zoé Garrel", "0442004", "0442003"), ("Marc Ervan", "0442005", "0442001")]  # fmt: skip
    read = outcome_of("\n".join(map("\t".join, [("Nom", "Licence", "Licence du partenaire"), *rows])))
    assert [players for players, _codes in read] == [
        ("Julie Brivel", ""), ("Luc Cadoux", ""), ("Noé Fauvel", "Zoé Garrel"), ("Marc Ervan", ""),
    ]  # fmt: skip
    assert {code for _players, codes in read for code in codes} == {"alone", "two_lines"}


def outcome_of(pasted: str, *, singles: bool = False):
    sheet = read_pasted(pasted).sheets[0]
    entries = read_entries(sheet, guess_layout(sheet, singles=singles), singles=singles)
    return [
        (entry.players, [say.code for say in (*entry.problems, *entry.questions)]) for entry in entries if entry.kind == "team"
    ]  # fmt: skip


def test_tables_side_by_side_are_read_one_below_the_other():
    pasted = "N°\tJoueur 1\tJoueur 2\t\tN°\tJoueur 1\tJoueur 2\n1\tA B\tC D\t\t3\tI J\tK L\n2\tE F\tG H\t\t\t\t"
    [sheet] = tables_of(read_pasted(pasted).sheets[0])
    assert (sheet.tables, [row for row, _cells in sheet.rows]) == (2, [1, 2, 3, 5])
    assert sheet.rows[-1][1][:3] == ("3", "I J", "K L")
    for one in (
        "Nom\tPrénom\tNom\tPrénom\nA\tB\tC\tD",
        "Joueur 1\t€\tJoueur 2\t€\nA B\t6\tC D\t6",
        "N°\tNom\tN°\tNom\n1\tA B\t2\tC D",
    ):
        same = read_pasted(one).sheets[0]
        assert tables_of(same) == [same]


def test_a_one_under_paid_is_a_tick_where_no_other_amount_stands():
    """LibreOffice writes the ticks of a workbook of openpyxl as 1 and 0."""
    lines = "Joueur 1;Joueur 2;Payé\nJulie Brivel;Luc Cadoux;1\nMarc Ervan;Zoé Garrel;0\nNoé Hostel;Yann Ivrard;{}"
    ticks, amounts = ([entry.paid for entry in read(lines.format(last))[2][1:]] for last in ("x", "12"))
    assert (ticks, amounts) == ([True, False, True], [100, False, 1200])
