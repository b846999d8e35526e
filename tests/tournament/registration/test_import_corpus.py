"""A corpus of lists of every shape and make: what is ticked is right, and nobody vanishes."""

from random import Random

import pytest

from tests.support.counts import spread, tries
from tests.support.import_corpus import MAKES, SHAPES, corpus, made_list, people, score, untidy_list
from tests.support.lists import opened_here  # noqa: F401
from tests.support.untidy_lists import UNTIDY
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_pasted

pytestmark = pytest.mark.usefixtures("opened_here")


@pytest.mark.parametrize("name", spread(4, corpus()))
def test_each_list_is_right_or_asks_one_question(name):
    found = score(corpus()[name]())
    assert found.outcome != "wrong", found


@pytest.mark.parametrize("name", UNTIDY)
def test_an_untidy_list_is_right_and_asks_only_what_nobody_could_know(name):
    made = UNTIDY[name]()
    found = score(untidy_list(made))
    assert not found.added and found.outcome in ("right", *["question"] * made.may_ask), found


@pytest.mark.parametrize("name", SHAPES)
def test_the_same_cells_in_another_kind_of_file_give_the_same_result(name):
    scores = {make: score(made_list(name, make, 7)) for make in MAKES}
    assert len(set(scores.values())) == 1, scores


FOREIGN = [
    ("Droit à l'image", lambda who: "Oui"),
    ("Zufriedenheit", lambda who: "3"),
    ("Licence fédérale", lambda who: f"0389{who.phone}"),
    ("Mot de passe", lambda who: f"Xk{who.phone[-4:]}dPq"),
    ("Courriel", lambda who: who.mail),
    ("Né(e) le", lambda who: who.born),
]


@pytest.mark.parametrize("seed", range(tries(8, 400)))
def test_laws_of_lists_under_titles(seed):
    """Foreign columns and the order of columns change nothing; titles are never a team; nobody vanishes."""
    random = Random(seed)
    singles = random.random() < 0.5
    of = people(random, 8)
    if singles:
        columns = [["Nom", *(who.last for who in of)], ["Prénom", *(who.first for who in of)]]
        who_first = of
    else:
        who_first = of[::2]
        columns = [[f"Joueur {n}", *(f"{who.last} {who.first}" for who in of[n - 1 :: 2])] for n in (1, 2)]
    columns.append(["Commune", *(who.place for who in who_first)])
    plain = _read(columns, singles)
    foreign = [
        [title, *map(cell, who_first)] for title, cell in random.sample(FOREIGN, random.randint(1, len(FOREIGN)))
    ]
    mixed = [*columns, *foreign]
    random.shuffle(mixed)
    # Of the columns of the two players the first stays the first.
    if not singles:
        places = sorted(mixed.index(column) for column in columns[:2])
        for place, column in zip(places, columns[:2], strict=True):
            mixed[place] = column
    assert _read(mixed, singles) == plain
    assert [kind for kind, *_rest in plain] == ["header", *["team"] * len(who_first)]
    assert all(not asked for *_rest, asked in plain)


def _read(columns, singles):
    rows = zip(*columns, strict=True)
    sheet = read_pasted("\n".join(map("\t".join, rows))).sheets[0]
    layout = guess_layout(sheet, singles=singles)
    assert layout.sure
    return [
        (entry.kind, entry.players, entry.origin, entry.phone, entry.paid, entry.problems + entry.questions)
        for entry in read_entries(sheet, layout, singles=singles)
    ]
