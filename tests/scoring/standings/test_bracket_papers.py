"""Brackets on sheets of paper: small ones share a sheet, large ones fill one, none is blown up or runs off."""

import itertools
import random
from dataclasses import replace

from scoring.standings.bracket_papers import APART, HIGH, LARGEST, LINE, SMALLEST, TITLE, WIDE, paper_sheets
from scoring.standings.bracket_pictures import (
    FIGURES,
    GAP,
    INSET,
    NUMBER,
    PAGE_WIDTH,
    REGULAR,
    SIGN,
    Picture,
    letters_width,
    name_lines,
    pictures,
)
from scoring.standings.phase_boards import PhaseBoard, TreeBoard
from scoring.standings.selectors import Label
from tournament.finals.bracket import Match


def phase(*sizes: tuple[float, float]) -> PhaseBoard:
    trees = [TreeBoard("Tableau", [], [Picture("", [], [], [], [], None, *size)]) for size in sizes]
    return PhaseBoard("Tableau", [], [], "7 · Anne", None, False, [], trees, None)


def test_two_small_brackets_share_a_sheet_and_a_match_alone_is_not_blown_up():
    [[main, consolante]] = paper_sheets([phase((628, 350)), phase((628, 350))])
    assert main.millimetres == consolante.millimetres < 628 * LARGEST / 1000
    [[match]] = paper_sheets([phase((300, 136))])
    assert match.millimetres == 300 * LARGEST / 1000
    whole, beside = (len(sheet) for sheet in paper_sheets([phase((1284, 800), (300, 136)), phase((628, 350))]))
    assert (whole, beside) == (1, 2), "a sheet that is full takes nothing more; what follows shares the next"


def test_a_title_longer_than_its_picture_takes_its_further_lines():
    """Everything that a sheet is thought to hold stays on it: the printer would cut the title of the last match."""
    matches = phase(*[(302, 150)] * 9)
    assert len(paper_sheets([matches])) == 1
    long = replace(
        matches, trees=[replace(tree, title="Tableau des équipes du dimanche · 11e place") for tree in matches.trees]
    )
    for sheet in paper_sheets([long]):
        (high,) = {one.picture.height * one.millimetres / one.picture.width for one in sheet}
        rows = -(-len(sheet) // 3)
        assert rows * (high + TITLE + LINE) + (rows - 1) * APART <= HIGH


def test_the_winner_stands_on_the_sheet_of_the_final_alone():
    """Say on each other sheet of a bracket where its winner goes on."""
    begun = [Match((team, 129 - team), None) for team in range(1, 65)]
    rounds = [begun]
    while len(rounds[-1]) > 1:
        rounds.append([Match((None, None), None) for _match in rounds[-1][::2]])
    names = [f"Tour {number}" for number in range(1, len(rounds) + 1)]
    tree = TreeBoard("Tableau", [], pictures(rounds, names, {}, {}, cut=True))
    board = replace(phase(), trees=[tree])
    papers = [one for sheet in paper_sheets([board]) for one in sheet]
    assert len(papers) > 2
    assert [one.winner for one in papers] == [*[""] * (len(papers) - 1), "7 · Anne"]
    final = papers[-1].picture
    for one in papers[:-1]:
        assert one.picture.goes.sheet == final.letter and one.picture.goes.round == final.columns[0][0]
    assert final.goes is None


def test_any_brackets_keep_their_order_and_stay_on_their_sheets():
    chance = random.Random(1)
    for _turn in range(30):
        sizes = [(chance.randint(300, 2000), chance.randint(100, 900)) for _picture in range(chance.randint(1, 9))]
        sheets = paper_sheets([phase(*sizes)])
        assert [(one.picture.width, one.picture.height) for sheet in sheets for one in sheet] == sizes
        assert [one.winner for sheet in sheets for one in sheet] == ["7 · Anne", *[""] * (len(sizes) - 1)]
        for sheet in sheets:
            area = 0.0
            for one in sheet:
                high = one.picture.height * one.millimetres / one.picture.width
                assert one.millimetres <= WIDE and high + TITLE <= HIGH + 0.5
                assert one.millimetres <= one.picture.width * LARGEST / 1000 + 0.1
                assert len(sheet) == 1 or one.millimetres >= one.picture.width * SMALLEST / 1000 - 0.1
                area += one.millimetres * high
            assert area <= WIDE * HIGH


def test_a_name_that_has_room_in_the_letters_of_its_camp_is_not_drawn_out():
    """Only the winner stands in bold letters: the same word may have to be pressed there, and fit beside it."""
    name = "Pélissier-Laborde"
    room = PAGE_WIDTH - NUMBER - GAP - FIGURES - SIGN
    assert letters_width(name) * REGULAR < room < letters_width(name)
    shown = {team: Label(name, name, "", "", ()) for team in (1, 2)}
    (picture,) = pictures([[Match((1, 2), 2, 3, (700, 920))]], ["Finale"], shown, {}, cut=False)
    assert [(side.won, side.names[0].squeezed) for side in picture.matches[0].sides] == [(False, 0), (True, room)]


def test_a_person_stands_on_one_line_where_the_page_has_room_and_is_inset_where_not():
    """On two lines of one edge a person looks like two: « MASSON / Maurice / DUVAL / Jacqueline »."""
    room = PAGE_WIDTH - NUMBER - GAP - letters_width("1004") - SIGN
    usual = ["MASSON Maurice", "DUVAL Jacqueline", "BERNARD Monique", "MARTIN Jean-Pierre", "FONTAINE Ginette"]
    for one, other in itertools.pairwise(usual):
        assert name_lines(f"{one} / {other}", room) == [(one, 0), (other, 0)]
    long = "DE LA TOUR Marie-Christine"
    shown = {team: Label(long, long, "", "", ()) for team in (1, 2)}
    (picture,) = pictures([[Match((1, 2), 2, 3, (700, 1004))]], ["Finale"], shown, {}, cut=False)
    for side in picture.matches[0].sides:
        first, *further = side.names
        assert further and all(line.x == first.x + INSET for line in further)
        assert all(line.x - side.x - NUMBER + (line.squeezed or 0) <= room for line in side.names)


def test_what_decided_a_match_stands_beside_its_table_in_the_room_of_a_telephone():
    match = Match((1, 2), 2, 12, (810, 810))
    for words in ("égalité\u00a0: à la donne de plus", "départ du n°\u00a013"):
        (picture,) = pictures([[match]], ["Finale"], {}, {match: words}, cut=False)
        drawn = picture.matches[0]
        assert drawn.words == f"table 12 · {words}" and not drawn.squeezed
    (picture,) = pictures([[match]], ["Finale"], {}, {match: "égalité, " * 8}, cut=False)
    assert picture.matches[0].squeezed == PAGE_WIDTH
