"""Telephones, communes, money and states beside the names reach the people that they belong to, or are asked about."""

import pytest

from tests.support.import_pages import concours, odile, start  # noqa: F401
from tests.support.lists import teams
from tournament.registration.imports import services as acts
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.selectors import plan_import
from tournament.registration.imports.side_by_side import tables_of


def lines(*rows: str) -> str:
    return "\n".join(rows)


def told(pasted: str):
    return [(entry.phone, entry.origin) for entry in teams(pasted)]


def asked(pasted: str):
    return [(entry.players, [say.code for say in (*entry.problems, *entry.questions)]) for entry in teams(pasted)]


def roles(pasted: str, *, singles: bool = False):
    return guess_layout(read_pasted(pasted).sheets[0], singles=singles).roles


@pytest.mark.parametrize(
    ("titles", "first", "second", "expected"),
    [
        # Of two communes the one that is not alike in each line; of several telephones any that is there.
        ("Origine;Ville de résidence", "Widget;Nort", "Widget;Viry", [("", "Nort"), ("", "Viry")]),
        ("Club;Commune", ";Nort", ";Viry", [("", "Nort"), ("", "Viry")]),
        ("Club;Commune", "SV Bray;Nort", "AS Pons;Viry", [("", "SV Bray"), ("", "AS Pons")]),
        ("Quartier;Commune", "Le Bourg;Nort", "La Gare;Viry", [("", "Nort"), ("", "Viry")]),
        ("Canton;Ville", "Le Bourg;Nort", "La Gare;Viry", [("", "Nort"), ("", "Viry")]),
        ("De;Club", "Le Bourg;Nort", "La Gare;Viry", [("", "Nort"), ("", "Viry")]),
        ("Hameau;Provenance", "Le Bourg;Nort", "La Gare;Viry", [("", "Nort"), ("", "Viry")]),
        ("Quartier", "Le Bourg", "La Gare", [("", "Le Bourg"), ("", "La Gare")]),
        ("Site;Web", "roux.test;oui", "faure.test;non", [("", ""), ("", "")]),
        ("Club;Ville", "SV Bray;", "SV Bray;", [("", "SV Bray"), ("", "SV Bray")]),
        ("Tél fixe;Tél portable", ";0610203040", "0210203041;", [("06 10 20 30 40", ""), ("02 10 20 30 41", "")]),
        ("Phone 1 - Label;Phone 1 - Value", "Mobile;0610203040", "Fixe;0210203041", [("06 10 20 30 40", ""), ("02 10 20 30 41", "")]),
        # Under a title that nobody knows telephones are some, a commune beside them or not; a licence is none.
        ("Contact", "06 10 20 30 40", "+41 79 123 45 60", [("06 10 20 30 40", ""), ("+41791234560", "")]),
        ("Coordonnées", "06 10 20 30 40 Nort", "0610203041", [("06 10 20 30 40", "Nort"), ("06 10 20 30 41", "")]),
        ("Badge", "20345678", "20345679", [("", ""), ("", "")]),
        # Where somebody comes from, however it is asked.
        ("D'où venez-vous ?", "Nort", "Viry", [("", "Nort"), ("", "Viry")]),
        ("Address 1 - City", "Nort", "Viry", [("", "Nort"), ("", "Viry")]),
        ("Commune", "Nort", '"""', [("", "Nort"), ("", "Nort")]),
        ("Commune", "Nort", "idem", [("", "Nort"), ("", "Nort")]),
    ],
)  # fmt: skip
def test_a_telephone_and_a_commune_are_found(titles, first, second, expected):
    listed = lines(
        f"Joueur 1;Joueur 2;{titles}", f"Orlanc Julie;Pastrel Denis;{first}", f"Quincet Luc;Rouvel Anne;{second}"
    )
    assert told(listed) == expected  # fmt: skip


def test_the_other_telephone_of_one_person_is_kept_as_a_remark_and_is_not_the_partners():
    [team] = teams(
        lines("Joueur 1;Joueur 2;Fixe : tél;Tél portable", "Orlanc Julie;Pastrel Denis;0210203040;0610203040")
    )
    assert (team.phone, team.phone_2, team.remark) == ("02 10 20 30 40", "", "06 10 20 30 40")


@pytest.mark.django_db
def test_two_columns_may_be_chosen_as_telephones(concours, odile):
    listed = lines("Joueur 1;Joueur 2;A;B", "Orlanc Julie;Pastrel Denis;0210203040;0610203040")
    draft, chosen = start(concours, odile, listed), ["player_1", "player_2", "phone", "phone"]
    draft = acts.set_layout(draft_id=draft.pk, sheet=None, header=1, roles=chosen, by=odile)
    [*_titles, team] = plan_import(draft).lines
    assert (team.entry.phone, team.entry.remark) == ("02 10 20 30 40", "06 10 20 30 40")


def test_a_telephone_on_a_line_of_its_own_is_that_of_the_team_above():
    text = lines(
        "Orlanc Julie / Pastrel Denis", "Tél : 0610203040", "", "Quincet Luc / Rouvel Anne", "", "06 10 20 30 41"
    )
    assert told(text) == [("06 10 20 30 40", ""), ("", "")]


@pytest.mark.parametrize("title", ["Annulé", "Forfait", "Liste d'attente", "Désisté(e)", "Remboursé"])
@pytest.mark.parametrize("mark", ["x", "F", "oui", "1", "12/11/2026"])
def test_a_mark_below_a_state_is_asked(title, mark):
    listed = [f"Joueur 1;Joueur 2;{title}", "Orlanc Julie;Pastrel Denis;", f"Quincet Luc;Rouvel Anne;{mark}"]
    listed += ["Savet Marc;Tervino Rosa;non", "Yvrel Noé;Zubec Zoé;"]
    assert [codes for _players, codes in asked(lines(*listed))] == [[], ["state"], [], []]


def test_a_price_below_forfait_is_no_state():
    listed = ["Joueur 1;Joueur 2;Forfait", "Orlanc Julie;Pastrel Denis;20 €", "Quincet Luc;Rouvel Anne;20 €"]
    assert [codes for _players, codes in asked(lines(*listed))] == [[], []]


@pytest.mark.parametrize("said", ["30.-", "30.00", "30 CHF", "30 fr."])
def test_swiss_sums_are_paid(said):
    [team, _other] = teams(
        lines("Joueur 1;Joueur 2;Payé", f"Orlanc Julie;Pastrel Denis;{said}", "Quincet Luc;Rouvel Anne;0.-")
    )
    assert team.paid == 3000


def test_a_name_that_nobody_fills_in_is_none():
    """A form has a « Nom » of its own, empty where it asks nobody to log in."""
    listed = ["ID;Nom;Nom d'équipe;Joueur 1 (NOM Prénom);Joueur 2 (NOM Prénom)", "1;;Les As;ORLANC Julie;PASTREL Denis"]
    assert roles(lines(*listed)) == ("ignore", "ignore", "team_name", "player_1", "player_2")


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        ("Nom de l'équipe;Membres", ("team_name", "both")),
        ("Nom de l'équipe;Équipiers", ("team_name", "both")),
        ("Name;Équipiers", ("team_name", "both")),
    ],
)
def test_the_column_of_pairs_holds_the_names_whatever_its_title(titles, expected):
    pairs = ["Julie Orlanc / Denis Pastrel", "Luc Quincet / Anne Rouvel", "Marc Savet / Rosa Tervino"]
    listed = [
        f"{titles};Montant",
        *(f"{word};{pair};20" for word, pair in zip(("Les As", "Les Rois", "Les Pics"), pairs, strict=True)),
    ]
    sheet = read_pasted(lines(*listed)).sheets[0]
    layout = guess_layout(sheet)
    assert layout.roles == (*expected, "paid") and layout.sure
    assert [entry.players for entry in read_entries(sheet, layout)][1] == ("Julie Orlanc", "Denis Pastrel")


def test_what_stands_in_each_line_is_no_commune_and_pairs_are_the_names_wherever_they_stand():
    pairs = ["Julie Orlanc / Denis Pastrel", "Luc Quincet / Anne Rouvel", "Marc Savet / Rosa Tervino"]
    listed = [
        "Référence;Somme;Campagne;Détail",
        *(f"55{n};20,00;Belote;Doublette : {pair}" for n, pair in enumerate(pairs)),
    ]
    assert roles(lines(*listed))[2:] == ("ignore", "both")
    assert asked(lines(*listed))[0] == (("Julie Orlanc", "Denis Pastrel"), [])


@pytest.mark.parametrize("title", ["Partenaires", "Avec qui ?"])
@pytest.mark.parametrize("first", ["Joueurs", "Nom et prénom"])
def test_a_partner_in_the_next_column_is_one(first, title):
    listed = [f"{first};{title}", "Orlanc Julie;Pastrel Denis", "Quincet Luc;seul", "Savet Marc;Tervino Rosa"]
    assert asked(lines(*listed))[0] == (("Orlanc Julie", "Pastrel Denis"), [])
    assert asked(lines(*listed))[1] == (("Quincet Luc", ""), ["alone"])


@pytest.mark.parametrize("title", ["N° paire", "N° de binôme", "Num équipe"])
def test_the_number_of_a_pair_joins_its_two_lines(title):
    listed = [f"{title};Nom;Prénom", "1;Orlanc;Julie", "1;Pastrel;Denis", "2;Quincet;Luc", "2;Rouvel;Anne"]
    assert asked(lines(*listed))[0] == (("Orlanc Julie", "Pastrel Denis"), ["two_lines"])


def test_who_names_whom_by_small_numbers_is_a_pair_where_both_do():
    listed = [
        "N°;Nom;Prénom;Joue avec le n°",
        "1;Orlanc;Julie;3",
        "2;Pastrel;Denis;4",
        "3;Quincet;Luc;1",
        "4;Rouvel;Anne;2",
    ]
    assert [players for players, _codes in asked(lines(*listed))] == [
        ("Orlanc Julie", "Quincet Luc"),
        ("Pastrel Denis", "Rouvel Anne"),
    ]
    one_sided = [*listed[:3], "3;Quincet;Luc;2", "4;Rouvel;Anne;1"]
    assert {codes[0] for _players, codes in asked(lines(*one_sided))} == {"alone"}


@pytest.mark.parametrize("name", ['" Marie', "idem Marie", "Marie idem"])
def test_a_ditto_mark_is_no_name(name):
    listed = ["Nom;Prénom;Partenaire", f"Orlanc;Julie;{name}".replace('"', '""""'), "Quincet;Luc;Rouvel Anne"]
    assert [codes for _players, codes in asked(lines(*listed))] == [["not_a_name"], []]


@pytest.mark.parametrize("note", ["vert = payé", "https://exemple.test/sondage", "Sondage de novembre"])
def test_a_legend_and_an_address_are_no_team(note):
    assert len(teams(lines("Joueur 1;Joueur 2", "Orlanc Julie;Pastrel Denis", "Quincet Luc;Rouvel Anne", note))) == 2


def test_communes_in_capitals_head_their_teams_and_a_lone_player_is_asked():
    listed = [
        "Joueur;Partenaire;Tél",
        "PLABENNEC",
        "Orlanc Julie;Pastrel Denis;",
        "Quincet Luc;Rouvel Anne;",
        "KERBRAT;;06 10 20 30 40",
    ]
    assert [(entry.players, bool(entry.questions)) for entry in teams(lines(*listed))] == [
        (("Orlanc Julie", "Pastrel Denis"), False),
        (("Quincet Luc", "Rouvel Anne"), False),
        (("KERBRAT", ""), True),
    ]


def test_days_beside_the_title_of_the_names_are_titles_too():
    listed = ["Nom Prénom;05/11;12/11;Total", "Orlanc Julie;x;;1", "Pastrel Denis;x;x;2", "Présents;2;1;3"]
    sheet = read_pasted(lines(*listed)).sheets[0]
    layout = guess_layout(sheet, singles=True)
    kinds = [entry.kind for entry in read_entries(sheet, layout, singles=True)]
    assert layout.sure and kinds == ["header", "team", "team", "total"]


def test_a_comma_is_read_as_in_the_rest_of_its_column():
    filed = ["Joueur 1;Joueur 2", "Orlanc, Julie;Pastrel, Denis", "Quincet, Gwendalys;Rouvel, Anne"]
    assert teams(lines(*filed))[1].players == ("Quincet Gwendalys", "Rouvel Anne")
    joined = [
        "Équipiers;Tél",
        "Julie Orlanc, Denis Pastrel;06 10 20 30 40",
        "Gwendalys Quincet, Solveig Rouvel;06 10 20 30 41",
    ]
    assert teams(lines(*joined))[1].players == ("Gwendalys Quincet", "Solveig Rouvel")
    placed = ["Joueur 1;Joueur 2", "Orlanc, Nort;Pastrel, Viry"]
    assert teams(lines(*placed))[0].players == ("Orlanc, Nort", "Pastrel, Viry")


def test_a_team_called_by_its_name_is_not_counted_as_a_total():
    listed = ["Équipe;Joueur 1;Joueur 2", "Équipe Vasnier;Orlanc Julie;Pastrel Denis", "Équipe Rocard;Quincet Luc;"]
    assert [entry.team_name for entry in teams(lines(*listed))] == ["Équipe Vasnier", "Équipe Rocard"]


# Texts -----------------------------------------------------------------------------------------------------------------


def test_what_was_answered_to_a_form_is_a_line_for_each():
    answers = lines(
        "Nouvelle inscription",
        "Nom : Orlanc",
        "Prénom : Julie",
        "Âge : 40",
        "Partenaire : Denis Pastrel",
        "Tél : 0610203040",
    )
    text = lines(answers, "--", answers.replace("Orlanc", "Quincet").replace("40", "41"))
    assert [(entry.players, entry.phone) for entry in teams(text)] == [
        (("Orlanc Julie", "Denis Pastrel"), "06 10 20 30 40"),
        (("Quincet Julie", "Denis Pastrel"), "06 10 20 30 41"),
    ]
    labelled = lines("Joueurs : Orlanc Julie / Pastrel Denis", "Joueurs : Quincet Luc / Rouvel Anne")
    assert len(teams(labelled)) == 2


def test_dots_lead_from_one_column_to_the_next():
    text = lines(
        "1 ...... Orlanc Julie ...... Pastrel Denis",
        "2 ..... Quincet Luc ........ Rouvel Anne",
        "3 ...... Savet Marc ....... Tervino Rosa",
        "4 ........",
    )
    assert [entry.players for entry in teams(text)][:2] == [
        ("Orlanc Julie", "Pastrel Denis"),
        ("Quincet Luc", "Rouvel Anne"),
    ]


def test_recipients_filed_by_their_family_names_are_people():
    text = "ORLANC, Julie <julie@exemple.test>; PASTREL, Denis <denis@exemple.test>; QUINCET, Luc <luc@exemple.test>"
    sheet = read_pasted(text).sheets[0]
    found = read_entries(sheet, guess_layout(sheet, singles=True), singles=True)
    assert [entry.players for entry in found] == [("ORLANC Julie",), ("PASTREL Denis",), ("QUINCET Luc",)]


def test_brothers_have_their_name_and_are_asked():
    [team, *_others] = teams(lines("Les frères Orlanc : Alain et Jean-Louis", "Quincet Luc / Rouvel Anne"))
    assert team.players == ("Orlanc Alain", "Orlanc Jean-Louis") and [say.code for say in team.questions] == [
        "line_unclear"
    ]


def test_who_writes_moi_meme_has_no_name():
    [team, *_others] = teams(lines("moi-même avec Anne Rouvel", "Quincet Luc / Savet Marc"))
    assert team.players == ("Anne Rouvel", "")


def test_teams_in_columns_are_read_as_lines():
    listed = [
        ";Équipe 1;Équipe 2",
        "Joueur 1;Orlanc Julie;Quincet Luc",
        "Joueur 2;Pastrel Denis;Rouvel Anne",
        "Payé;oui;non",
    ]
    [sheet] = tables_of(read_pasted(lines(*listed)).sheets[0])
    found = [entry for entry in read_entries(sheet, guess_layout(sheet)) if entry.kind == "team"]
    assert [(entry.players, entry.paid) for entry in found] == [
        (("Orlanc Julie", "Pastrel Denis"), True),
        (("Quincet Luc", "Rouvel Anne"), False),
    ]
