"""Importing a list, from the file to the teams: what the preview says, what is answered, all or nothing."""

import re

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook

from tests.support.import_pages import (
    account,
    concours,  # noqa: F401
    hall,  # noqa: F401
    melee,  # noqa: F401
    odile,  # noqa: F401
    sent_back,
    start,
)
from tests.support.refusals import refuses
from tests.tournament.registration import import_files as files
from tournament import names
from tournament.errors import TournamentError
from tournament.models import (
    Club,
    ImportDraft,
    JournalEntry,
    Player,
    Round,
    Team,
    TeamMember,
    Tournament,
)
from tournament.registration import attendance, selectors as roster, services as registration
from tournament.registration.imports import services as acts
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.selectors import MOST_TICKS, AlikeQuestion, plan_import, still_true, with_spellings

pytestmark = pytest.mark.django_db


def upload(hall, data: bytes, name="inscriptions.xlsx"):
    return hall.post(hall.at("import-new"), {"file": SimpleUploadedFile(name, data), "pasted": ""})


def said(draft) -> dict[int, tuple[str, list[str]]]:
    """For each row of the plan that is a team: its state and the codes of what is said."""
    plan = plan_import(draft)
    return {
        line.entry.row: (line.state, [say.code for say in line.says])
        for line in plan.lines
        if line.entry.kind == "team" and (line.state != "register" or line.says)
    }


def test_an_evening_list_from_the_file_to_the_teams(hall, concours):
    answer = upload(hall, files.evening_list())
    draft = ImportDraft.objects.get()
    assert answer["Location"] == hall.at("import-preview", draft.pk)
    page = hall.get(answer["Location"]).content.decode()
    for sentence in (
        "6 inscriptions à faire",
        "3 lignes attendent votre réponse",
        "Feuille lue\u00a0: «\u00a0Inscrits\u00a0»",
        "Ligne vide\u00a0: ignorée",
        "Ligne de total\u00a0: ignorée",
        "Le nom du joueur 2 est une formule, =2+3",
        "colette KERMARREC figure aussi à la ligne 7",
        "Bonnafous Jeanine n’a pas de partenaire",
        "Le numéro 4 est déjà pris à la ligne 9\u00a0: cette ligne reçoit le numéro 8",
        "Téléphone\u00a0: le 0 initial, perdu par le tableur, est remis.",
        "Catégorie «\u00a0M\u00a0»\u00a0: masculine ou mixte\u202f? Laissée vide",
        "sera inscrit, numéro 1",
    ):
        assert sentence in page, sentence
    assert not Team.objects.exists() and JournalEntry.objects.count() == 0
    # One partner is typed, one namesake confirmed; the formula stays out.
    changes = {"player_2__12": "Odile Roux", "take__11": "on", "import": "1"}
    after = hall.post(hall.at("import-preview", draft.pk), sent_back(page, **changes), follow=True)
    assert "8 inscriptions faites depuis la liste" in after.content.decode()
    assert [(team.number, roster.team_title(team)) for team in roster.teams_of(concours)] == [
        (1, "Lucien Labat / Mickaël d'Aubigné"),
        (2, "Ducasse Michel / Lucien Marty"),
        (3, "Colette Kermarrec / Trébuchet Josette"),
        (4, "Étchegaray Gérard / Cœuret Josette"),
        (6, "colette KERMARREC / CŒURET Loïc"),
        (7, "Bonnafous Jeanine / Odile Roux"),
        (8, "Jeanine Garcia / WEISS Loïc"),
        (9, "Maïté Fabre / Lucien Castéran"),
    ]
    assert Player.objects.filter(key="colette kermarrec").count() == 2
    first = Team.objects.get(number=1)
    assert (first.paid_cents, first.origin, first.present) == (1400, "Amis du Temps libre", False)
    assert first.members.get(position=1).player.phone == "06 12 34 56 78"
    assert Team.objects.get(number=4).category == "" and Team.objects.get(number=9).paid_cents is None
    assert Team.objects.get(number=4).remark == "arrive à 20 h 45"
    (line,) = JournalEntry.objects.all()
    assert line.act == "import_teams" and line.after["numbers"] == [1, 2, 3, 4, 6, 7, 8, 9]
    assert "Kermarrec" not in str(line.after)
    assert not ImportDraft.objects.exists()


MAIL = """Bonjour Soizic,

Voici comme promis la liste des équipes pour le concours de samedi.

1. Yann Le Bras / Gwenaëlle Le Bras - Lannilis - 06 12 34 56 78
2) Hervé Abgrall et Marie-Thérèse Abgrall, Plouguerneau
- Équipe "Les Goélands" (Alain Bernard / Bernard Morvan)
4. « Les As de l'Aber » : Patrick Uguen / Serge Bleunven
- Soazig Roudaut / Enora Kerbrat (Saint-Pabu)
• Yann et Gwenaëlle LE BRAS-COAT – Lannilis
7 Jean-Yves Le Goff-Kermarrec + Annick Cabon – Ploudalmézeau, tél. 06.22.33.44.55
Paul Martin - Anne Roux (Brest)
→ Michel Quéré & Odile Cariou — Guissény 07 11 22 33 44
n° 10) Loïc Tanguy, Gaël Tanguy
11/ M. et Mme Alain ROBERT - Plouvien
* Équipe Les Korrigans : Denis Corre et Yves Salaün, Landéda
Yvonne Prigent / Jeanne Le Hir - 06 55 44 33 22 - Lannilis
Yvonne Prigent est en fauteuil roulant, penser à lui garder une table près de l'entrée.
– Christian Jaffrès (06 98 76 54 32) / Nathalie Jaffrès, Kernilis
Fañch Kerjean - Maëlle Kerjean - Bourg-Blanc
Erwan Le Bihan - Kernouës
Sébastien Guéguen / Ronan
ABALAIN Claude / ABALAIN Josiane (Plabennec) 02 98 04 00 00
Plabennec : Ronan Jaouen / Loeiza Jaouen
20. Katell Mével et Riwal Mével, Tréglonou, payé

Deux équipes paieront sur place.
Il reste peut-être une équipe à confirmer
Kenavo et à samedi,
Jean-Luc
"""


# Of each team its number: players, commune, own name, telephone of each.
TEAMS_OF_THE_MAIL = {
    1: ("Yann Le Bras / Gwenaëlle Le Bras", "Lannilis", "", "06 12 34 56 78", ""),
    2: ("Hervé Abgrall / Marie-Thérèse Abgrall", "Plouguerneau", "", "", ""),
    3: ("Alain Bernard / Bernard Morvan", "", "Les Goélands", "", ""),
    4: ("Patrick Uguen / Serge Bleunven", "", "Les As de l'Aber", "", ""),
    5: ("Soazig Roudaut / Enora Kerbrat", "Saint-Pabu", "", "", ""),
    6: ("Yann LE BRAS-COAT / Gwenaëlle LE BRAS-COAT", "Lannilis", "", "", ""),
    7: ("Jean-Yves Le Goff-Kermarrec / Annick Cabon", "Ploudalmézeau", "", "06 22 33 44 55", ""),
    8: ("Paul Martin / Anne Roux", "Brest", "", "", ""),
    9: ("Michel Quéré / Odile Cariou", "Guissény", "", "07 11 22 33 44", ""),
    10: ("Loïc Tanguy / Gaël Tanguy", "", "", "", ""),
    11: ("M. Alain ROBERT / Mme ROBERT", "Plouvien", "", "", ""),
    12: ("Denis Corre / Yves Salaün", "Landéda", "Les Korrigans", "", ""),
    13: ("Yvonne Prigent / Jeanne Le Hir", "Lannilis", "", "", "06 55 44 33 22"),
    14: ("Christian Jaffrès / Nathalie Jaffrès", "Kernilis", "", "06 98 76 54 32", ""),
    15: ("Fañch Kerjean / Maëlle Kerjean", "Bourg-Blanc", "", "", ""),
    16: ("Sébastien Guéguen / Ronan Guéguen", "", "", "", ""),
    17: ("ABALAIN Claude / ABALAIN Josiane", "Plabennec", "", "02 98 04 00 00", ""),
    20: ("Katell Mével / Riwal Mével", "Tréglonou", "", "", ""),
}


def test_a_mail_as_it_is_from_the_paste_to_the_teams(hall, concours):
    """Each line written in its own way: what is ticked is right, what cannot be told is asked, a sentence is no team."""
    answer = hall.post(hall.at("import-new"), {"pasted": MAIL}, follow=True)
    draft = ImportDraft.objects.get()
    assert {line.entry.text: line.says[0].code for line in plan_import(draft).asking} == {
        "Erwan Le Bihan - Kernouës": "row_alone",
        "Plabennec : Ronan Jaouen / Loeiza Jaouen": "row_line_unclear",
    }
    page = answer.content.decode()
    assert "Loeiza Jaouen\u00a0»\u00a0: lu comme Ronan Jaouen / Loeiza Jaouen. Cochez la ligne" in page
    hall.post(hall.at("import-preview", draft.pk), sent_back(page, **{"import": "1"}))
    assert {
        team.number: (names.together(people := dict(members_of(team))), team.origin, team.name, *people.values())
        for team in roster.teams_of(concours)
    } == TEAMS_OF_THE_MAIL


def members_of(team):
    return [(member.player.name, member.player.phone) for member in team.members.order_by("position")]


def test_the_own_name_of_a_team_is_kept(hall, concours, odile):
    text = "Joueur 1;Joueur 2;Nom équipe\nRoux Zoé;Petit Léa;Les Tontons du Bourg\nDupont Jean;Martin Paul;\n"
    draft = start(concours, odile, text)
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert "Nom de l’équipe\u00a0: Les Tontons du Bourg" in page
    hall.post(hall.at("import-preview", draft.pk), sent_back(page, **{"import": "1"}))
    assert [roster.team_title(team) for team in roster.teams_of(concours)] == [
        "Les Tontons du Bourg",
        "Dupont Jean / Martin Paul",
    ]
    first = Team.objects.get(number=1)
    assert [member.player.name for member in first.members.order_by("position")] == ["Roux Zoé", "Petit Léa"]


LIST = "N°;Joueur 1;Joueur 2;Payé\n1;Ann Albe;Bob Bor;oui\n2;Cal Cor;Dan Dol;7,50\n3;Eve Est;Fay Fol;non\n"


def test_a_pasted_list(hall, concours):
    answer = hall.post(hall.at("import-new"), {"pasted": LIST.replace(";", "\t")})
    page = hall.get(answer["Location"]).content.decode()
    assert "3 inscriptions à faire" in page and "La liste collée" in page
    hall.post(answer["Location"], sent_back(page, **{"take__3": None, "import": "1"}))
    assert list(Team.objects.values_list("number", "paid_cents")) == [(1, 1400), (3, None)]


def test_somebody_registered_meanwhile(hall, concours, odile):
    draft = start(concours, odile, LIST)
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    registration.register_team(tournament_id=concours.pk, players=["BOR Bob", "Zoé Zut"], by=odile)
    sent = sent_back(page, **{"import": "1", "take__4": None})
    answer = hall.post(hall.at("import-preview", draft.pk), sent, follow=True)
    page = answer.content.decode()
    assert "rien n’a été importé" in page and Team.objects.count() == 1
    assert (
        "BOR Bob est déjà inscrit\u00a0: n°\u00a01" not in page and "Bob Bor est déjà inscrit\u00a0: n°\u00a01" in page
    )
    # The tick that was there before anybody knew is not a confirmation; the line unticked stays so.
    assert sent_back(page).get("take-2") is None and sent_back(page).get("take-4") is None
    assert "take-3" in sent_back(page)
    hall.post(hall.at("import-preview", draft.pk), sent_back(page, **{"import": "1"}))
    assert sorted(Team.objects.values_list("number", flat=True)) == [1, 2]


def test_a_name_typed_that_is_a_namesake_is_shown_before_it_is_taken(hall, concours, odile):
    draft = start(concours, odile, "Joueur 1;Joueur 2\nAnn Albe;Bob Bor\nCal Cor;\n")
    address = hall.at("import-preview", draft.pk)
    page = hall.get(address).content.decode()
    page = hall.post(
        address, sent_back(page, **{"player_2__3": "albe ANN", "take__3": "on", "import": "1"}), follow=True
    ).content.decode()
    assert "Rien n’a encore été importé\u00a0: vérifiez la ligne 3" in page and not Team.objects.exists()
    assert "albe ANN figure aussi à la ligne 2" in page
    hall.post(address, sent_back(page, **{"take__3": "on", "import": "1"}))
    assert Team.objects.count() == 2


def test_half_an_answer_is_not_passed_over(hall, concours, odile):
    draft = start(concours, odile, "Joueur 1;Joueur 2\nAnn Albe;Bob Bor\nCal Cor;=A1\n;Dan Dol\n")
    address = hall.at("import-preview", draft.pk)
    page = hall.get(address).content.decode()
    page = hall.post(address, sent_back(page, **{"player_2__3": "12", "import": "1"}), follow=True).content.decode()
    assert "la ligne 3" in page and not Team.objects.exists()
    assert sent_back(page)["player_2-3"] == "12"


def test_a_doubtful_row_whose_name_is_mended_is_registered(concours, odile):
    """The box beside it was empty because of the doubt, and goes on being sent empty."""
    draft = start(concours, odile, "Joueur 1;Joueur 2\nAnne Cordier;Bob Bor\nAnne Cordier;Dan Dol\n")
    assert [(line.state, line.taken) for line in plan_import(draft).lines[1:]] == [("register", True), ("doubt", False)]
    mended = {"player_1": "Annie Cordier", "player_2": "Dan Dol", "take": False, "shown": ["row_player_in_row"]}
    draft = acts.answer_import(draft_id=draft.pk, answers={3: mended}, by=odile)
    line = plan_import(draft).lines[2]
    assert (line.state, line.taken, line.players) == ("register", True, ("Annie Cordier", "Dan Dol"))
    draft = acts.answer_import(draft_id=draft.pk, answers={3: mended | {"shown": []}}, by=odile)
    assert not plan_import(draft).lines[2].taken, "once it is ticked, whoever takes the tick away is believed"
    same = {"player_1": "Anne Cordier", "player_2": "Dan Dol", "take": False, "shown": ["row_player_in_row"]}
    draft = acts.answer_import(draft_id=draft.pk, answers={3: same}, by=odile)
    assert not plan_import(draft).lines[2].taken, "sent back as it was: nothing is decided"


@pytest.mark.parametrize("rows", [100, 400])
def test_a_name_in_every_row_is_said_of_the_first_ones_and_counted(concours, odile, rows):
    """Couples with "Invité Club": the message of a row does not grow with the list."""
    letters = [f"{'abcdefghij'[i // 100]}{'abcdefghij'[i // 10 % 10]}{'abcdefghij'[i % 10]}" for i in range(rows)]
    draft = start(concours, odile, "Joueur 1;Joueur 2\n" + "".join(f"Ann B{one};Invité Club\n" for one in letters))
    for row, (_state, says) in said(draft).items():
        assert says[-4:] == ["row_also_in"] * 3 + ["row_also_in_more"] and len(says) <= 5, row
    line = plan_import(draft).lines[-1]
    assert [say.params.get("row") for say in line.says[-4:-1]] in ([2, 3, 4], [3, 4, 5])
    # The header, the row itself, three that are named, and the first, where it is doubted as the one taken already.
    assert line.says[-1].params["count"] == rows - 4 - (line.says[0].code == "row_player_in_row")


def test_a_line_whose_team_has_left_asks_to_take_it_back(concours, odile):
    gone = registration.register_team(tournament_id=concours.pk, players=["Ann Albe", "Bob Bor"], number=5, by=odile)
    draft = start(concours, odile, "N°;Joueur 1;Joueur 2\n1;bor BOB;Albe Ann\n2;Eve Est;Dan Dol\n")
    seen = plan_import(draft)
    attendance.withdraw_team(team_id=gone.pk, from_round=1, reason="fatigue", by=odile)
    assert said(draft) == {2: ("doubt", ["row_team_left"])}
    assert [line.entry.row for line in plan_import(draft).asking] == [2] and not still_true(seen, concours)


def test_one_who_left_alone_asks_too_and_one_who_was_excluded_is_registered_already(concours, odile):
    Tournament.objects.filter(pk=concours.pk).update(first_method="melee", next_method="melee")
    concours.refresh_from_db()
    pks = [
        registration.register_team(tournament_id=concours.pk, players=[name], by=odile).pk
        for name in ("Ann Albe", "Bob Bor")
    ]
    draft = start(concours, odile, "Joueur\nAnn Albe\nBob Bor\nEve Est\n")
    attendance.withdraw_team(team_id=pks[0], from_round=1, reason="fatigue", by=odile)
    attendance.exclude_team(team_id=pks[1], reason="injures", by=odile)
    assert said(draft) == {2: ("doubt", ["row_team_left"]), 3: ("doubt", ["row_person_registered"])}


def test_what_is_doubtful_and_why(concours, odile):
    registration.register_team(tournament_id=concours.pk, players=["Ann Albe", "Bob Bor"], number=5, by=odile)
    draft = start(
        concours,
        odile,
        "N°;Joueur 1;Joueur 2;Remarque\n1;bor BOB;Albe Ann;\n2;Ann Albe;Cal Cor;\n3;Eve Est;Éve ÉST;\n5;Dan Dol;Fay Fol;\n"
        f"6;FOL Fay;dol dan;\nx;Guy Gel;Hal Hic;{'r' * 130}\n;{'a' * 70};Ida Ivy;\n",
    )
    assert said(draft) == {
        2: ("doubt", ["row_team_registered", "row_also_in"]),
        3: ("doubt", ["row_player_registered", "row_also_in"]),
        4: ("doubt", ["row_same_twice"]),
        5: ("register", ["row_also_in", "row_also_in", "row_number_registered"]),
        6: ("doubt", ["row_team_in_row", "row_also_in", "row_also_in"]),
        7: ("register", ["row_number_unread", "row_cut"]),
        8: ("refused", ["player_name_long"]),
    }
    assert {line.entry.row: line.number for line in plan_import(draft).taken} == {5: 4, 7: 7}


def test_columns_and_sheets_are_corrected(hall, concours, odile):
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "Vendredi"
    for row in (["A", "B", "C"], ["Ann Albe", "Pons", "Bob Bor"], ["Cal Cor", "Pons", "Dan Dol"]):
        book.active.append(row)
    other = book.create_sheet("Samedi")
    for row in (["Joueur 1", "Joueur 2"], ["Eve Est", "Fay Fol"]):
        other.append(row)
    draft = start(concours, odile, files.saved(book))
    assert plan_import(draft).sheet_place is None
    draft = acts.set_layout(draft_id=draft.pk, sheet=1, header=None, roles=None, by=odile)
    assert plan_import(draft).sheet.name == "Samedi"
    layout = hall.at("import-layout", draft.pk)
    hall.post(layout, {"sheet": "0", "header": "1"})
    draft.refresh_from_db()
    assert plan_import(draft).sheet.name == "Vendredi"
    hall.post(layout, {"sheet": "0", "header": str(plan_import(draft).layout.header or 0), "role-0": "player_1",
                       "role-1": "origin", "role-2": "player_2"})  # fmt: skip
    hall.post(layout, {"sheet": "0", "header": "1"})
    draft.refresh_from_db()
    hall.post(layout, {"sheet": "0", "header": "1", "role-0": "player_1", "role-1": "origin", "role-2": "player_2"})
    draft.refresh_from_db()
    plan = plan_import(draft)
    assert [(line.players, line.entry.origin) for line in plan.taken] == [
        (("Ann Albe", "Bob Bor"), "Pons"),
        (("Cal Cor", "Dan Dol"), "Pons"),
    ]
    kept = draft.layout
    for wrong in (
        {"sheet": "9", "header": "1"},
        {"sheet": "0", "header": "1", "role-0": "player_1", "role-1": "player_1", "role-2": "ignore"},
        {"sheet": "0", "header": "1", "role-0": "evil", "role-1": "ignore", "role-2": "ignore"},
        {"sheet": "0", "header": "1", "role-0": "player_1"},
    ):
        page = hall.post(layout, wrong, follow=True).content.decode()
        assert "notice error" in page
        draft.refresh_from_db()
        assert draft.layout == kept


def test_late_closed_and_nothing_ticked_write_nothing(hall, concours, odile):
    draft = start(concours, odile, LIST)
    address = hall.at("import-preview", draft.pk)
    page = hall.get(address).content.decode()
    unticked = {f"take__{row}": None for row in (2, 3, 4)}
    answer = hall.post(address, sent_back(page, **unticked, **{"import": "1"}), follow=True)
    assert "il n’y a rien à importer" in answer.content.decode()
    hall.post(address, sent_back(page, look="1"))
    Round.objects.create(tournament=concours, number=1, state="published")
    draft.refresh_from_db()
    acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    assert set(Team.objects.values_list("first_round", flat=True)) == {2}
    draft = start(concours, odile, "Joueur 1;Joueur 2\nGuy Gel;Hal Hic\n")
    for number in (2, 3, 4):
        Round.objects.create(tournament=concours, number=number, state="published")
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    answer = hall.post(hall.at("import-preview", draft.pk), sent_back(page, **{"import": "1"}), follow=True)
    assert "sont toutes tirées" in answer.content.decode()
    Tournament.objects.update(closed_at=timezone.now())
    answer = hall.post(hall.at("import-preview", draft.pk), sent_back(page, **{"import": "1"}), follow=True)
    assert "palmarès" in answer.content.decode()
    assert Team.objects.count() == 3


def test_a_list_imported_twice_is_imported_once(hall, concours, odile):
    draft = start(concours, odile, LIST)
    address = hall.at("import-preview", draft.pk)
    sent = sent_back(hall.get(address).content.decode(), **{"import": "1"})
    hall.post(address, sent)
    page = hall.post(address, sent, follow=True).content.decode()
    assert "Cette liste n’est plus en attente" in page and Team.objects.count() == 3
    again = start(concours, odile, LIST)
    assert {state for state, _ in said(again).values()} == {"doubt"} and not plan_import(again).taken


def test_of_a_list_sent_again_only_what_is_new_or_changed_asks(hall, concours, odile):
    first = start(concours, odile, "Joueur 1;Joueur 2\nAnne Cordier;Bob Bor\nDan Dol;Eve Est\nFred Fol;\n")
    answers = {4: {"take": True, "shown": ["row_alone"]}}
    first = acts.answer_import(draft_id=first.pk, answers=answers, by=odile)
    acts.import_teams(draft_id=first.pk, seen=plan_import(first).seen, by=odile)
    again = start(
        concours, odile, "Joueur 1;Joueur 2\nAnne Cordier;Bob Bor\nDan Dol;Eve Est\nFred Fol;Guy Gal\nHal Hue;Ivy Iff\n"
    )
    plan = plan_import(again)
    assert [line.entry.row for line in plan.repeated] == [2, 3]
    assert [line.entry.row for line in plan.asking] == [4] and [line.entry.row for line in plan.taken] == [5]
    page = hall.get(hall.at("import-preview", again.pk)).content.decode()
    assert "2 lignes répètent des équipes inscrites" in page and "1 ligne attend votre réponse" in page
    ticked = {2: {"take": True, "shown": ["row_team_registered"]}}
    plan = plan_import(acts.answer_import(draft_id=again.pk, answers=ticked, by=odile))
    assert [line.entry.row for line in plan.taken] == [2, 5], "a tick is believed"


def test_a_spelling_just_typed_stands_before_an_older_one(concours, odile):
    older = Player.objects.create(club=concours.club, name="Loïc gauthier", key=roster.player_key("Loïc gauthier"))
    known = Player.objects.create(club=concours.club, name="Celine Dumas", key=roster.player_key("Celine Dumas"))
    draft = start(concours, odile, "Joueur 1;Joueur 2\nloïc gauthier;Céline Dumas\n")
    draft = acts.answer_import(draft_id=draft.pk, answers={2: {"player_1": "Loïc Gauthier"}}, by=odile)
    acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    older.refresh_from_db()
    known.refresh_from_db()
    assert (older.name, known.name) == ("Loïc Gauthier", "Céline Dumas"), "typed, or an accent more"


def test_the_preview_says_how_the_club_writes_a_name(concours, odile):
    for name in ("Céline Dumas", "Jean-Paul Roy", "Anne Cordier", "Eve Est"):
        Player.objects.create(club=concours.club, name=name, key=roster.player_key(name))
    rows = "Celine Dumas;Jean Paul Roy\nCORDIER Anne;Ève Est\nDan Dol;Bob Bor\n"
    draft = start(concours, odile, f"Joueur 1;Joueur 2\n{rows}")
    plan = with_spellings(plan_import(draft), concours)
    said = [[str(say.params["known"]) for say in line.says if say.code == "row_spelled"] for line in plan.taken]
    assert said == [["Céline Dumas", "Jean-Paul Roy"], [], []]
    acts.import_teams(draft_id=draft.pk, seen=plan.seen, by=odile)
    assert sorted(TeamMember.objects.filter(team__tournament=concours).values_list("player__name", flat=True)) == [
        "Anne Cordier", "Bob Bor", "Céline Dumas", "Dan Dol", "Jean-Paul Roy", "Ève Est",
    ]  # fmt: skip


def test_bad_files_are_refused_on_the_page_and_nothing_is_kept(hall, concours):
    for data, sentence in (
        (files.old_excel(), "abîmé"),
        (files.encrypted(), "mot de passe"),
        (files.entities(), "refusé sans être lu"),
        (b"", "Il n’y a rien à lire"),
        (b"a" * 2_000_001, "trop gros"),
        (bytes(range(256)) * 40, "ni un classeur ni un texte"),
    ):
        answer = upload(hall, data, "liste.xls")
        assert answer.status_code == 422 and sentence in answer.content.decode(), sentence
    assert hall.post(hall.at("import-new"), {"pasted": ""}).status_code == 422
    assert not ImportDraft.objects.exists()


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "{{x}} x", "=HYPERLINK", "O'Brien", "ʻOkina", "ﬀ Ñ", "x\u202egnp.exe", "a\u200bb"],
)
def test_odd_names_stand_inertly_in_the_preview(hall, concours, odile, name):
    draft = start(concours, odile, f"Joueur 1;Joueur 2\n{name};Bob Bor\n")
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert "<script>alert" not in page and "\u202e" not in page and "\u200b" not in page
    if not name.startswith("="):
        hall.post(hall.at("import-preview", draft.pk), sent_back(page, take__2="on", **{"import": "1"}))
        assert Team.objects.count() == 1


def test_a_draft_is_its_account_s_own(client, concours, odile):
    draft = start(concours, odile, LIST)
    addresses = [
        ("import-new", ()), ("import-preview", (draft.pk,)), ("import-layout", (draft.pk,)), ("import-drop", (draft.pk,)),
    ]  # fmt: skip
    at = lambda name, more: reverse(name, args=[concours.pk, *more])  # noqa: E731
    client.force_login(account("voisin", Club.objects.create(name="Autre")))
    assert {client.post(at(name, more)).status_code for name, more in addresses} == {404}
    client.force_login(account("lectrice", concours.club, "reader"))
    assert {client.post(at(name, more)).status_code for name, more in addresses} == {403}
    client.force_login(account("second", concours.club))
    assert client.get(at("import-preview", (draft.pk,))).status_code == 404
    assert client.post(at("import-layout", (draft.pk,))).status_code == 404
    client.post(at("import-drop", (draft.pk,)))
    assert ImportDraft.objects.filter(pk=draft.pk).exists()
    client.force_login(odile)
    client.post(at("import-drop", (draft.pk,)))
    assert not ImportDraft.objects.exists() and not Team.objects.exists()


def test_what_was_left_lying_is_forgotten(concours, odile):
    old = start(concours, odile, LIST)
    other = start(concours, account("second", concours.club), LIST)
    ImportDraft.objects.filter(pk=other.pk).update(created_at=timezone.now() - acts.KEPT_FOR * 2)
    new = start(concours, odile, LIST)
    assert list(ImportDraft.objects.values_list("pk", flat=True)) == [new.pk] != [old.pk]


def test_importing_many_costs_hardly_more_queries(concours, odile):
    def queries(count):
        Team.objects.all().delete()
        draft = start(concours, odile, files.many_rows(count))
        assert not plan_import(draft).asking
        with CaptureQueriesContext(connection) as captured:
            acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
        assert Team.objects.count() == count
        return len(captured)

    few = queries(5)
    assert few <= 28
    # Databases take so many values at a time: only the insertions are cut in parts.
    assert queries(150) <= few + 12


def test_a_very_long_list_shows_no_tick_for_each_line(hall, concours, odile):
    draft = start(concours, odile, files.many_rows(900) + b"\n901;Seul Jean;\n")
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    sent = sent_back(page, **{"import": "1"})
    assert len(sent) < 20 and "player_2-902" in sent
    hall.post(hall.at("import-preview", draft.pk), sent)
    assert Team.objects.count() == 900


ALONE = {
    "one column": "Joueur\nLe Goff Yannick\nRoux Émile\n",
    "no header": "LE GOFF Yannick\nROUX Émile\n",
    "family name and first name": "Nom;Prénom;Commune\nLe Goff;Yannick;Nort\nRoux;Émile;Héric\n",
    "two columns without header": "LEGOFF;Yannick\nROUX;Émile\n",
    "numbers": "N°;Noms\n4;Le Goff Yannick\n7;Roux Émile\n",
}


@pytest.mark.parametrize("text", ALONE.values(), ids=ALONE)
def test_where_people_enter_alone_each_line_is_one_person(melee, odile, client, text):
    client.force_login(odile)
    draft = acts.start_import(tournament_id=melee.pk, book=read_pasted(text), file_name="", by=odile)
    page = client.get(reverse("import-preview", args=[melee.pk, draft.pk])).content.decode()
    assert "2 inscriptions à faire" in page and "Joueur 2" not in page
    teams = acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    said = [[member.player.key for member in team.members.all()] for team in teams]
    assert [len(names) for names in said] == [1, 1]
    assert [set(key.split()) for (key,) in said] == [
        {"yannick", *(("le", "goff") if "Goff" in text or "GOFF" in text and "LE" in text.split() else ("legoff",))},
        {"emile", "roux"},
    ]
    if "N°" in text:
        assert [team.number for team in teams] == [4, 7]
    if "Commune" in text:
        assert [team.origin for team in teams] == ["Nort", "Héric"]


def test_two_names_on_a_line_of_singles_wait_for_an_answer(melee, odile, client):
    client.force_login(odile)
    text = "Joueur 1;Joueur 2\nAnne Roux;Marc Petit\nZoé Morin;\n"
    draft = acts.start_import(tournament_id=melee.pk, book=read_pasted(text), file_name="", by=odile)
    plan = plan_import(draft)
    assert [(line.players, line.state, line.entry.line) for line in plan.lines if line.entry.kind == "team"] == [
        (("Anne Roux",), "doubt", 2), (("Marc Petit",), "doubt", 2), (("Zoé Morin",), "register", 3),
    ]  # fmt: skip
    url = reverse("import-preview", args=[melee.pk, draft.pk])
    page = client.get(url).content.decode()
    assert "Anne Roux / Marc Petit sont sur une même ligne" in page and "2 personnes écrites à deux" in page
    client.post(url, sent_back(page, alike="row_two_people"))
    draft.refresh_from_db()
    plan = plan_import(draft)
    assert not plan.asking
    acts.import_teams(draft_id=draft.pk, seen=plan.seen, by=odile)
    assert set(Player.objects.values_list("name", flat=True)) == {"Anne Roux", "Marc Petit", "Zoé Morin"}


def test_a_single_already_registered_is_asked_about(melee, odile):
    registration.register_team(tournament_id=melee.pk, players=["Anne Roux"], by=odile)
    book = read_pasted("Joueur\nRoux Anne\nMarc Petit\nMarc Petit\n")
    draft = acts.start_import(tournament_id=melee.pk, book=book, file_name="", by=odile)
    lines = [line for line in plan_import(draft).lines if line.entry.kind == "team"]
    assert [line.state for line in lines] == ["doubt", "register", "doubt"]
    assert [line.doubts for line in lines] == [("row_person_registered",), (), ("row_player_in_row",)]
    assert lines[0].repeats and not lines[2].repeats


def test_the_means_of_payment_of_a_list_are_kept(concours, odile):
    draft = start(
        concours,
        odile,
        "Joueur 1;Joueur 2;Payé\nAnn Albe;Bob Bor;chèque\nCal Cor;Dan Dol;14 € CB\nEve Est;Fay Fol;espèces\n"
        "Guy Gel;Hal Hic;oui\nIda Ivy;Jo Juc;non\nKim Kay;Lou Lem;par virement",
    )
    acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    assert list(Team.objects.values_list("paid_cents", "paid_by")) == [
        (1400, "cheque"),
        (1400, "card"),
        (1400, "cash"),
        (1400, ""),
        (None, ""),
        (1400, "other"),
    ]


def two_lists() -> bytes:
    """Two lists whose columns stand in another order, and the lots."""
    book = Workbook()
    first = book.active
    first.title = "Inscrits"
    for row in (["Joueur 1", "Joueur 2", "Commune"], ["Ann Albe", "Bob Bor", "Pons"], ["Cal Cor", "Dan Dol", "Viry"]):
        first.append(row)
    second = book.create_sheet("Suite téléphone")
    for row in (
        ["Tél", "Nom", "Prénom", "Nom partenaire", "Prénom partenaire"],
        ["0612345678", "EST", "Eve", "FOL", "Fay"],
    ):
        second.append(row)
    book.create_sheet("Lots").append(["1er", "2 jambons"])
    return files.saved(book)


def test_no_sheet_of_several_is_read_silently(hall, concours, odile):
    upload(hall, two_lists())
    draft = ImportDraft.objects.get()
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert "2 listes dans ce classeur" in page and "Inscrits (3 lignes)" in page and "Lots" not in page
    plan = plan_import(draft)
    with pytest.raises(TournamentError, match="plusieurs listes"):
        acts.import_teams(draft_id=draft.pk, seen=plan.seen, by=odile)
    hall.post(hall.at("import-layout", draft.pk), {"sheet": "1"})
    draft.refresh_from_db()
    assert [line.players for line in plan_import(draft).taken] == [("EST Eve", "FOL Fay")]
    hall.post(hall.at("import-layout", draft.pk), {"sheet": "-1"})
    draft.refresh_from_db()
    plan = plan_import(draft)
    taken = [(line.players, line.entry.origin, line.entry.phone) for line in plan.taken]
    assert taken == [
        (("Ann Albe", "Bob Bor"), "Pons", ""),
        (("Cal Cor", "Dan Dol"), "Viry", ""),
        (("EST Eve", "FOL Fay"), "", "06 12 34 56 78"),
    ]
    rows = [line.entry.row for line in plan.lines if line.entry.kind != "blank"]
    assert len(rows) == len(set(rows))
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    hall.post(hall.at("import-preview", draft.pk), sent_back(page) | {"import": "1"})
    assert Team.objects.count() == 3


@pytest.mark.parametrize(
    ("cell", "players", "asks"),
    [
        ("DUPONT Jean et Marie", ("DUPONT Jean", "DUPONT Marie"), False),
        ("Jean et Marie DUPONT", ("Jean DUPONT", "Marie DUPONT"), False),
        ("M. et Mme DUPONT", ("M. DUPONT", "Mme DUPONT"), False),
        ("LE GOFF père et fils", ("LE GOFF père", "LE GOFF fils"), False),
        ("Le Goff Yann & Odile", ("Le Goff Yann", "Le Goff Odile"), False),
        ("Dupont Zénaïde et Cunégonde", ("Dupont Zénaïde", "Dupont Cunégonde"), True),
        ("DUPONT Jean / MARTIN", ("DUPONT Jean", "MARTIN"), False),
        ("Dupont Jean / Martin Paul", ("Dupont Jean", "Martin Paul"), False),
        ("Jean / Paul", ("Jean", "Paul"), False),
    ],
)
def test_two_who_share_a_family_name(concours, odile, cell, players, asks):
    draft = start(concours, odile, f"Équipe;Club\n{cell};Pons\nRoux Anne / Petit Luc;Pons")
    line = next(line for line in plan_import(draft).lines if line.entry.kind == "team")
    assert line.players == players
    assert ("row_pair_in_one_cell" in [say.code for say in line.says]) == (
        players[1] in ("DUPONT Marie", "Marie DUPONT", "Mme DUPONT", "LE GOFF fils", "Le Goff Odile")
    )
    assert (line.doubts, line.taken) == ((("row_shared_surname",), False) if asks else ((), True))
    if asks:
        ticked = {line.entry.row: {"take": True, "shown": ["row_shared_surname"]}}
        assert plan_import(acts.answer_import(draft_id=draft.pk, answers=ticked, by=odile)).taken[0].players == players
        mended = {line.entry.row: {"player_2": "Martin Luce", "shown": ["row_shared_surname"]}}
        draft = acts.answer_import(draft_id=draft.pk, answers=mended, by=odile)
        assert plan_import(draft).taken[0].players == (players[0], "Martin Luce")


def test_the_first_name_of_the_partner_in_a_column_of_its_own(hall, concours, odile):
    draft = start(
        concours, odile, "Nom;Prénom;Nom partenaire;Prénom partenaire\nColin;André;Hamon;Odile\nRoux;Luc;Vidal;Ève"
    )
    assert [line.players for line in plan_import(draft).taken] == [
        ("Colin André", "Hamon Odile"),
        ("Roux Luc", "Vidal Ève"),
    ]
    # With one family name for both, the question is asked.
    draft = start(concours, odile, "Nom;Prénom;Prénom partenaire\nColin;André;Odile\nRoux;Luc;Ève")
    assert [line.doubts for line in plan_import(draft).lines[1:]] == [("row_shared_surname",)] * 2
    # A column of names that nobody understood is shouted.
    draft = start(concours, odile, "Joueur 1;Joueur 2;Avec;Ville\nColin;Hamon;Odile;Pons\nRoux;Vidal;Marie;Viry")
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert "La colonne «\u00a0Avec\u00a0» n’est pas reprise" in page and "Odile, Marie" in page
    draft = start(concours, odile, "Joueur 1;Joueur 2;Courriel;Ville\nColin;Hamon;a@b.fr;Pons\nRoux;Vidal;c@d.fr;Viry")
    assert "n’est pas reprise" not in hall.get(hall.at("import-preview", draft.pk)).content.decode()


def test_a_line_that_is_right_can_be_mended_too(hall, concours, odile):
    draft = start(concours, odile, "Joueur 1;Joueur 2\nAnn Albe;Bob Bor\nCal Cor;Dan Dol")
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    sent = sent_back(page, player_1__2="Anne Albe", number__3="7") | {"import": "1"}
    hall.post(hall.at("import-preview", draft.pk), sent)
    assert [(team.number, roster.team_title(team)) for team in roster.teams_of(concours)] == [
        (1, "Anne Albe / Bob Bor"),
        (7, "Cal Cor / Dan Dol"),
    ]


def test_a_partner_typed_who_stood_as_the_commune_is_no_commune(hall, concours, odile):
    draft = start(
        concours, odile, "Joueurs;Club\nLuc Tanguy;Gael TANGUY\nAnn Albe / Bob Bor;Nort\nCal Cor / Dan Dol;Pons"
    )
    address = hall.at("import-preview", draft.pk)
    page = hall.get(address).content.decode()
    assert sent_back(page)["origin-2"] == "Gael TANGUY"
    page = hall.post(
        address, sent_back(page, player_2__2="Gaël Tanguy", take__2="on", origin__3="", look="1"), follow=True
    ).content.decode()
    assert [sent_back(page)[f"origin-{row}"] for row in (2, 3, 4)] == ["", "", "Pons"]
    # Sent back as it is shown, it stays so; another commune may be typed.
    hall.post(address, sent_back(page, origin__4="Viry", **{"import": "1"}))
    assert [(roster.team_title(team), team.origin) for team in roster.teams_of(concours)] == [
        ("Luc Tanguy / Gaël Tanguy", ""),
        ("Ann Albe / Bob Bor", ""),
        ("Cal Cor / Dan Dol", "Viry"),
    ]


def test_a_line_that_was_ticked_waits_for_no_answer(hall, concours, odile):
    draft = start(
        concours, odile, "Équipe;Club\nDupont Zénaïde et Cunégonde;Pons\nRoy Guy;Nort\nAnn Albe / Bob Bor;Pons"
    )
    address = hall.at("import-preview", draft.pk)
    page = hall.get(address).content.decode()
    assert "2 lignes attendent votre réponse" in page
    page = hall.post(address, sent_back(page, take__2="on", look="1"), follow=True).content.decode()
    assert "2 inscriptions à faire" in page and "1 ligne attend votre réponse" in page
    assert "take-2" in sent_back(page)
    page = hall.post(address, sent_back(page, take__2=None, take__3="on", look="1"), follow=True).content.decode()
    assert 'href="#row-2"' in page and 'href="#row-3"' not in page


def test_the_longest_list_with_ticks_is_within_what_a_form_may_hold(hall, concours, odile):
    draft = start(concours, odile, files.many_rows(MOST_TICKS))
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert MOST_TICKS * 6 < len(sent_back(page, **{"import": "1"})) < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


def test_a_list_whose_columns_leave_a_doubt_asks_one_question(hall, concours, odile):
    draft = start(concours, odile, "Ixelle;Vantor\nOrlanc;Zubec\nPastrel;Quincet")
    plan = plan_import(draft)
    assert (plan.columns_unsure, plan.taken, plan.layout.roles) == (True, [], ("player_1", "player_2"))
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert page.count('name="role-0"') == 1 and 'for="guess-1"' in page and "import-form" not in page
    with refuses("import_columns"):
        acts.import_teams(draft_id=draft.pk, seen=plan.seen, by=odile)
    hall.post(hall.at("import-layout", draft.pk), {"sheet": "0", "header": "0", "role-0": "last_1", "role-1": "ignore"})
    draft.refresh_from_db()
    plan = plan_import(draft)
    assert not plan.columns_unsure and plan.layout.roles == ("last_1", "ignore")
    assert "import-form" in hall.get(hall.at("import-preview", draft.pk)).content.decode()


def test_what_several_lines_ask_alike_is_answered_at_once(hall, concours, odile):
    rows = "\n".join(
        f"{name} {n};Zoé {name};{state}"
        for n, (name, state) in enumerate(
            [("Orlanc", "Annulé"), ("Pastrel", "Validé"), ("Quincet", "a annulé hier"), ("Rouvel", "Remboursé")]
        )
    ).translate(str.maketrans("0123", "JKLM"))
    draft = start(concours, odile, f"Joueur 1;Joueur 2;Statut\n{rows}")
    plan = plan_import(draft)
    assert plan.alike == [AlikeQuestion("away", (("not_coming", 2), ("refunded", 1)))] and not plan.asking_apart
    address = hall.at("import-preview", draft.pk)
    page = hall.get(address).content.decode()
    assert "absentes ou annulées (2)" in page and "remboursées (1)" in page
    hall.post(address, sent_back(page, alike="not_coming"))
    draft.refresh_from_db()
    plan = plan_import(draft)
    assert [line.entry.row for line in plan.taken] == [2, 3, 4] and plan.alike == []


def test_how_a_line_is_written_is_no_question_of_its_own_beside_a_state(concours, odile):
    """People alone on their line, some of them cancelled in other words: two questions, none line by line."""
    draft = start(
        concours, odile, "Nom;Prénom;Statut\nOrlanc;Julie;annulée\nPastrel;Denis;désisté\nRouvel;Zoé;\nSavet;Luc;"
    )
    plan = plan_import(draft)
    assert [(question.code, question.count) for question in plan.alike] == [("away", 2), ("row_alone", 2)]
    assert plan.asking_apart == []


def test_the_titles_of_an_unsure_list_are_told_with_its_columns(hall, concours, odile):
    """One form answers both; who does not know is asked about the first line, and who knows is not."""
    draft = start(concours, odile, "Pelaaja;Ystävä\nOrlanc Piotr;Zubec Wojciech\nPastrel Piotr;Quincet Jan")
    roles = {"role-0": "player_1", "role-1": "player_2"}
    layout = hall.at("import-layout", draft.pk)
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert '<option value="" selected>' in page
    for header, rows in (("", [2, 3]), ("0", [1, 2, 3]), ("1", [2, 3])):
        acts.set_layout(draft_id=draft.pk, sheet=None, header=None, roles=None, by=odile)
        hall.post(layout, {"sheet": "0", "header": header, **roles})
        draft.refresh_from_db()
        plan = plan_import(draft)
        assert (plan.columns_unsure, [line.entry.row for line in plan.taken]) == (False, rows)
        assert [line.doubts for line in plan.asking] == ([("row_titles",)] if header == "" else [])


def test_a_team_that_left_is_offered_back_under_a_nearly_alike_spelling(concours, odile):
    gone = registration.register_team(
        tournament_id=concours.pk, players=["Annette Albert", "Bernard Bordier"], by=odile
    )
    registration.register_team(tournament_id=concours.pk, players=["Cécile Corbin", "Didier Dolmet"], by=odile)
    attendance.withdraw_team(team_id=gone.pk, from_round=1, reason="fatigue", by=odile)
    draft = start(
        concours,
        odile,
        "Joueur 1;Joueur 2\nAnette Albert;Bernard Bordié\nCécile Corbin;Didier Dolmer\nEve Est;Bernard Bord",
    )
    assert said(draft) == {
        2: ("doubt", ["row_left_resembles"]),
        3: ("doubt", ["row_team_resembles"]),
    }


def test_who_was_refunded_since_is_said_and_not_folded_away(concours, odile):
    registration.register_team(tournament_id=concours.pk, players=["Ann Albe", "Bob Bor"], number=5, by=odile)
    draft = start(concours, odile, "Joueur 1;Joueur 2;Statut\nAnn Albe;Bob Bor;Remboursé")
    plan = plan_import(draft)
    assert plan.repeated == [] and [line.doubts for line in plan.asking] == [("row_registered_state", "row_state")]


def test_one_who_came_alone_is_completed_by_the_partner_of_the_new_list(hall, concours, odile):
    [alone] = [
        registration.register_team(tournament_id=concours.pk, players=[name], alone=True, by=odile)
        for name in ("Ann Albe",)
    ]
    draft = start(concours, odile, "N°;Joueur 1;Joueur 2\n1;Bob Bor;ALBE Ann\n2;Eve Est;Dan Dol")
    [line] = plan_import(draft).asking
    assert (line.doubts, line.number) == (("row_completes",), alone.number)
    answers = {2: {"take": True, "shown": ["row_completes"]}}
    draft = acts.answer_import(draft_id=draft.pk, answers=answers, by=odile)
    assert "complète le numéro" in hall.get(hall.at("import-preview", draft.pk)).content.decode()
    acts.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=odile)
    alone.refresh_from_db()
    assert not alone.alone and concours.teams.count() == 2
    assert [member.player.name for member in alone.members.order_by("position")] == ["Ann Albe", "Bob Bor"]


def test_the_family_name_stands_first_by_one_click_and_lists_by_name_follow(hall, concours, odile):
    """Of « Tanguy Erwan » nothing tells which is the family name: both are given names."""
    listed = "Nom et prénom;Partenaire\nTanguy Erwan;Garnier Zoé\nMartin Gabriel;Roux Anne\n"
    draft = start(concours, odile, listed)
    at = hall.at("import-preview", draft.pk)
    page = hall.get(at).content.decode()
    assert "les listes par nom les rangent à" in page and "Erwan" in page
    changes = {"player_1__2": "Tanguy Erwann", "surname": "1:first"}
    page = hall.get(hall.post(at, sent_back(page, **changes))["Location"]).content.decode()
    assert 'value="Tanguy Erwann"' in page and re.search(r'value="1:first"\s+aria-pressed="true"', page)
    hall.post(at, sent_back(page, **{"player_1__2": "Tanguy Erwan", "import": "1"}))
    assert set(Player.objects.values_list("name", "surname_first")) == {
        ("Tanguy Erwan", True), ("Martin Gabriel", True), ("Garnier Zoé", None), ("Roux Anne", None)
    }  # fmt: skip
    printed = re.sub(r"<[^>]+>", " ", hall.get(hall.at("door-print")).content.decode())
    assert "Erwan Tanguy" not in printed


def test_two_columns_tell_the_family_name_and_a_name_typed_otherwise_tells_nothing(hall, concours, odile):
    draft = start(concours, odile, "Nom;Prénom;Partenaire\nTanguy;Erwan;Zoé Roux\nGabriel;Martin;Anne Petit\n")
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    changes = {"player_1__3": "Martin Gabriel", "import": "1"}
    hall.post(hall.at("import-preview", draft.pk), sent_back(page, **changes))
    told = dict(Player.objects.values_list("name", "surname_first"))
    assert (told["Tanguy Erwan"], told["Martin Gabriel"], told["Zoé Roux"]) == (True, None, None)
