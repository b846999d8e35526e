"""Lists as they stand in a mail: each line is written in its own way, and read for itself or asked about."""

import contextlib
import itertools
import random
import time

import pytest

from tests.support.counts import tries
from tests.support.fixtures import busyness
from tests.support.lists import read, teams
from tournament.errors import TournamentError
from tournament.registration.imports.lines import read_line
from tournament.registration.imports.reading import read_pasted

PLAYERS = (
    ("Alain Bernard", "Marie-Thérèse Abgrall"),
    ("Yvette Le Goff-Kermarrec", "Le Bras Yann"),
    ("Gwenaëlle LE BRAS", "Jean-Yves Cabon"),
    ("Hervé Abgrall", "Odile Abgrall"),
)
JOINED = ("{} / {}", "{}/{}", "{} + {}", "{} & {}", "{} et {}", "{} - {}", "{} – {}", "{} — {}", "{}, {}")
PLACES = ("", " - {}", " – {}", " — {}", ", {}", " ({})")
PHONE = "06 12 34 56 78"
# The text behind the names, the commune being "@", and whose the telephone is; a team's is its first player's.
TELEPHONES = (
    ("@", 0), (f"@ - {PHONE}", 1), (f"@ – {PHONE}", 1), (f"@ {PHONE}", 1), ("@, tél. 06.12.34.56.78", 1),
    ("@ (06 12 34 56 78)", 1), (f" {PHONE}@", 2), (" - 0612345678@", 2), (f", {PHONE}@", 1),
)  # fmt: skip
NUMBERS = ("", "7. ", "7) ", "7/ ", "7 - ", "n° 7) ", "N°7 ", "#7 ", "Équipe 7 : ", "(7) ", "7.\t")
BULLETS = ("", "- ", "– ", "• ", "* ", "· ", "→ ", "•\t", "> ")
OWN = ("{}", "« Les As » : {}", 'Équipe "Les As" : {}', "Équipe Les As : {}", "“Les As” – {}", "Les As : {}")
AROUND = ('Équipe "Les As" ({})', "Les As ({})", "« Les As » ({})")
TOWNS = ("Lannilis", "Saint-Pabu", "Le Folgoët", "Bourg-Blanc")


def line_of(joined, place, phone, start, own, which):
    """A line, and what is to be read in it."""
    players, town = PLAYERS[which % len(PLAYERS)], TOWNS[which % len(TOWNS)] if place else ""
    behind, owner = phone
    names = joined.format(*players)
    if own in AROUND:
        line = own.format(names) + behind.replace("@", place.format(town))
        owner = owner and 1
    else:
        line = own.format(names + behind.replace("@", place.format(town)))
        if owner == 1 and not place and "," not in behind:
            owner = 2  # directly behind the second name
    phones = tuple(PHONE if owner == player else "" for player in (1, 2))
    named = "" if own == "{}" else "Les As"
    return f"{start}{line}", (players, town, *phones, named, 7 if "7" in start else None)


def read_as(entry):
    return entry.players, entry.origin, entry.phone, entry.phone_2, entry.team_name, entry.number


def written():
    """Every way to join, place, telephone and beginning beside each other, the rest in turn."""
    starts = [bullet + number for bullet, number in itertools.product(BULLETS, NUMBERS)]
    turns = zip(itertools.cycle(starts), itertools.cycle((*OWN, *AROUND)), itertools.count(), strict=False)
    forms = itertools.product(JOINED, PLACES, TELEPHONES, range(11))
    return [
        line_of(joined, place, phone, start, own, which)
        for (joined, place, phone, _again), (start, own, which) in zip(forms, turns, strict=False)
    ]


def are_read(text, meant):
    """Each line of *text* is a team, read as it is meant and not asked about."""
    found = teams(text)
    assert [read_as(entry) for entry in found] == meant, text
    assert not [entry.text for entry in found if entry.questions or entry.problems]


def test_every_line_of_a_mail_is_read_for_itself():
    """Mails of twenty lines, each written otherwise: all are read, and none is asked about."""
    lines = random.Random(7).sample(written(), 20 * tries(30, 260))
    for mail in (lines[first : first + 20] for first in range(0, len(lines), 20)):
        text = "\n".join(line for line, _meant in mail)
        are_read(f"Bonjour,\n\n{text}\n\nMerci !", [meant for _line, meant in mail])


def test_lists_in_which_all_lines_are_written_alike():
    """Where a comma parts them they are columns, and the same is read."""
    ways = [*itertools.product(JOINED, PLACES, TELEPHONES, ("", "- ", "7. "), (*OWN[:4], *AROUND))]
    for joined, place, phone, start, own in random.Random(7).sample(ways, tries(60, 4000)):
        lines = [line_of(joined, place, phone, start, own, which) for which in range(4)]
        are_read("\n".join(line for line, _meant in lines), [meant for _line, meant in lines])


@pytest.mark.parametrize("own", AROUND)
@pytest.mark.parametrize("place", PLACES)
def test_a_comma_in_brackets_parts_no_columns(own, place):
    """All lines alike, « Les As (Jean Roux, Luc Petit) » was cut in two cells, a bracket in each."""
    lines = [line_of("{}, {}", place, ("@", 0), "7. ", own, which) for which in range(4)]
    are_read("\n".join(line for line, _meant in lines), [meant for _line, meant in lines])


@pytest.mark.parametrize("place", ["", " - Lannilis", ", Lannilis", " (Lannilis)"])
@pytest.mark.parametrize("joined", JOINED)
def test_people_whom_the_names_do_not_tell_are_read_or_asked_about(joined, place):
    """« Kaourantin Roudaut - Plounéour Trez » may be a couple or a commune: no such line is taken without a question."""
    for second in ("Haude Kerbrat", "Haude", "Plounéour Trez", "Kerbrat"):
        mail = f"Alain Bernard / Odile Cabon\n{joined.format('Kaourantin Roudaut', second)}{place}\nPaul Roux & Anne Petit - Nort"
        found = teams(mail)[1]
        right = found.players == ("Kaourantin Roudaut", second) and found.origin == ("Lannilis" if place else "")
        assert found.questions or (right and joined.strip("{} ") in ("/", "+", "&", "et")), found


@pytest.mark.parametrize(
    ("line", "players", "rest"),
    [
        ("Yann et Gwenaëlle LE BRAS – Lannilis – 06 12 34 56 78", ("Yann LE BRAS", "Gwenaëlle LE BRAS"), ("Lannilis", PHONE)),
        ("LE BRAS Yann et Gwenaëlle - Lannilis", ("LE BRAS Yann", "LE BRAS Gwenaëlle"), ("Lannilis", "")),
        ("• M. et Mme Alain ROBERT - Lannilis, 06 12 34 56 78", ("M. Alain ROBERT", "Mme ROBERT"), ("Lannilis", PHONE)),
        ("1 - M. et Mme Alain ROBERT (Lannilis)", ("M. Alain ROBERT", "Mme ROBERT"), ("Lannilis", "")),
        ("Paul Roux - Nort / Anne Petit - Nort", ("Paul Roux", "Anne Petit"), ("Nort", "")),
        ("Paul Roux / Anne Petit (Nort, 06 12 34 56 78)", ("Paul Roux", "Anne Petit"), ("Nort", PHONE)),
        ("Paul Roux / Anne Petit (06 12 34 56 78, Nort)", ("Paul Roux", "Anne Petit"), ("Nort", PHONE)),
        ("Paul Roux / Anne Petit - équipe « Les As » - Nort.", ("Paul Roux", "Anne Petit"), ("Nort", "")),
        ("paul roux / anne petit - nort", ("paul roux", "anne petit"), ("nort", "")),
        ("PAUL ROUX − ANNE PETIT − NORT", ("PAUL ROUX", "ANNE PETIT"), ("NORT", "")),
        ("Paul Roux / Anne Petit - 44390 Nort - payé", ("Paul Roux", "Anne Petit"), ("44390 Nort", "")),
        ("Joueurs : Paul Roux / Anne Petit", ("Paul Roux", "Anne Petit"), ("", "")),
        ("Paul \"Popaul\" Roux - Nort", ('Paul "Popaul" Roux', ""), ("Nort", "")),
    ],
)  # fmt: skip
def test_couples_and_rarer_forms(line, players, rest):
    found = teams(f"{line}\nAlain Bernard / Odile Cabon, Brest")[0]
    assert (found.players, (found.origin, found.phone)) == (players, rest)
    assert [say.code for say in found.questions] == ([] if players[1] else ["alone"])
    assert not found.phone_2 and found.paid is line.endswith("payé")


@pytest.mark.parametrize(
    "line",
    [
        "Nous sommes deux de plus : Paul Roux et Anne Petit",
        "Paul Roux et Anne Petit paieront sur place, merci de les prévenir", "Les frères Roux (Paul et Luc)", "Paul et Anne, Nort",
        "Équipe de Nort : Paul Roux / Anne Petit", "Lannilis - Paul Roux / Anne Petit", "Lannilis : Paul Roux / Anne Petit", "Lannilis (Paul Roux / Anne Petit)",
        "Paul Roux / Anne Petit / Lannilis", "Paul Roux et Anne Petit / Lannilis", "Paul Roux, Nort / Anne Petit",
        "Paul Roux - Nort / Anne Petit - Brest", "Roux, Paul / Petit, Anne", "Paul Roux / Anne Petit Lannilis", "Paul Roux / Petit Anne  Lannilis",
        "Paul Roux / Anne Petit de Lannilis", "Paul Roux / Anne Petit–Lannilis", "Paul Roux / Anne Petit -Lannilis",
        "Paul Roux / Anne Petit - Lannilis - Nort", "Paul Roux et son fils",
        "Paul Roux / Anne Petit - table près de l'entrée", "Paul Roux / Anne Petit arrivent à 21 h", "Paul Roux + 1",
        "Paul Roux / Anne Petit (Nort) - Lannilis", "Paul Roux / Anne Petit > Nort",
        "3. Yvonne Prigent est en fauteuil roulant", "Rendez-vous à la salle / parking derrière", "Paul Roux / seule",
        "Le tarif est de 10 €/personne.", "Paul Roux / Anne Petit / Luc Blin", 'Paul Roux / Anne "la douce"',
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_asked(line):
    found = teams(f"{line}\nAlain Bernard / Odile Cabon, Brest")[0]
    assert found.text.startswith(line[:20]) and found.questions


@pytest.mark.parametrize(
    "line",
    [
        "Yvonne Prigent est en fauteuil roulant, penser à lui garder une table près de l'entrée.",
        "Merci de prévenir Paul et Anne, ils paieront sur place","Penser à garder une table pour Anne et Paul",
        "- Il y aura sans doute deux équipes de plus.", "Je peux amener des crêpes, si vous voulez.",
        "L'équipe des jeunes n'est pas encore complète", "Les inscriptions se font par téléphone, jusqu'à vendredi soir.",
    ],
)  # fmt: skip
def test_a_sentence_is_no_team(line):
    entries = read(f"Paul Roux / Anne Petit, Nort\n{line}\nAlain Bernard / Odile Cabon (Brest)")[2]
    assert [entry.kind for entry in entries] == ["team", "title", "team"]


@pytest.mark.parametrize("line", ["EST Luc / SERA Anne", "Ana Sera - Paul Est", "Roux Anne (à confirmer) / Petit Luc"])
def test_a_surname_like_a_verb_is_a_player(line):
    assert len([team for team in teams(f"{line}\nAlain Bernard / Odile Cabon") if not team.problems]) == 2


def test_one_line_with_another_separator_makes_no_columns():
    (first, second, _third) = teams(
        "Paul Roux ; Anne Petit\n« Les As » : Luc Blin / Zoé Noir - Nort\nGuy Roy & Ida Faure"
    )
    assert (first.players, first.origin) == (("Paul Roux", "Anne Petit"), "")
    assert (second.players, second.origin, second.team_name) == (("Luc Blin", "Zoé Noir"), "Nort", "Les As")


@pytest.mark.parametrize("title", ["Joueurs / Commune", "Équipe - Club", "Nom et prénom, Ville", "Liste des joueurs"])
def test_the_words_above_the_lines_are_no_team(title):
    entries = read(f"{title}\nPaul Roux / Anne Petit, Nort\nAlain Bernard / Odile Cabon (Brest)\nGuy Roy + Ida Faure")[
        2
    ]
    assert [entry.kind == "team" for entry in entries] == [False, True, True, True]
    assert entries[1].players == ("Paul Roux", "Anne Petit")


@pytest.mark.parametrize("header", ["N°;Équipe", "N°;Joueurs"])
def test_a_whole_line_may_stand_in_the_column_of_both_players(header):
    first, second = teams(f"{header}\n1;Paul Roux / Anne Petit - Nort\n2;« Les As » : Luc Blin et Zoé Noir")
    assert (first.players, first.origin, first.number) == (("Paul Roux", "Anne Petit"), "Nort", 1)
    assert (second.players, second.team_name) == (("Luc Blin", "Zoé Noir"), "Les As")


@pytest.mark.parametrize("separator", [", ", ";", "\t"])
def test_communes_behind_people_alone_are_no_partners(separator):
    people = ("Alain Bernard", "Lannilis"), ("Odile Cabon", "Saint-Pabu"), ("Yvette Le Goff", "Le Folgoët")
    found = teams("\n".join(map(separator.join, people)))
    assert [(team.players, team.origin) for team in found] == [((name, ""), town) for name, town in people]


def test_signs_of_private_use_are_no_telephones():
    assert teams("Paul \ue000Roux / Anne\ue805 Petit\nLuc Blin / Zoé Noir")[0].players == ("Paul Roux", "Anne Petit")


@pytest.mark.parametrize(
    "sign", "a |- |-|(|«|« a|a (|a / |a, |a et |équipe |a : |1) |M. et Mme |0612345678 |. ".split("|")
)
def test_a_long_line_costs_little(sign):
    started = time.process_time()
    with contextlib.suppress(TournamentError):
        read_pasted(sign * (2_000_000 // len(sign.encode())))
    read_line((sign * 500)[:500])
    assert time.process_time() - started < 5 * busyness()


def test_a_category_in_brackets_is_no_commune_and_mme_no_part_of_a_name():
    lines = [
        "- Mme Anne Morel et Mme Julie Petit (dames)",
        "- M. Jean Roux et Luc Blanc (Mixte)",
        "- Paul Noir et Éric Brun (Évran)",
        "- Mme Lefèvre / Mme Le Goff (Pons)",
    ]
    entries = teams("\n".join(lines))
    assert [(one.players, one.category, one.origin) for one in entries] == [
        (("Anne Morel", "Julie Petit"), "women", ""),
        (("Jean Roux", "Luc Blanc"), "mixed", ""),
        (("Paul Noir", "Éric Brun"), "", "Évran"),
        (("Mme Lefèvre", "Mme Le Goff"), "", "Pons"),
    ]
