"""Polls of one day and of several: who has not said yes for the day of the concours is asked about."""

import pytest

from tests.support.import_pages import concours, hall, odile, start  # noqa: F401
from tests.support.lists import read
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.selectors import plan_import

POLL = ""","samedi 21 novembre 2026","samedi 28 novembre 2026"
,"20h","20h"
"Roux Léa / Petit Luc","Oui","Non"
"Roy Guy / Brun Anne","Oui","Oui"
"Blanc Tom / Noir Marie","Non","Si nécessaire\""""


@pytest.mark.django_db
def test_a_poll_of_several_days_asks_which_one_and_ticks_nobody_before(hall, concours, odile):
    draft = start(concours, odile, POLL)
    plan = plan_import(draft)
    assert (plan.columns_unsure, plan.taken) == (True, [])
    titles = [day.title for day in plan.layout.days]
    assert titles == ["samedi 21 novembre 2026 20h", "samedi 28 novembre 2026 20h"]
    page = hall.get(hall.at("import-preview", draft.pk)).content.decode()
    assert all(title in page for title in titles)
    hall.post(hall.at("import-layout", draft.pk), {"day": str(plan.layout.days[1].place)})
    draft.refresh_from_db()
    plan = plan_import(draft)
    assert not plan.columns_unsure and [line.players for line in plan.taken] == [("Roy Guy", "Brun Anne")]
    assert [line.alike for line in plan.asking] == ["not_coming", "unsure"]
    assert plan.asking[0].entry.questions[0].params["read"] == "samedi 28 novembre 2026 20h : Non", "not of which day"
    hall.post(hall.at("import-layout", draft.pk), {"day": ""})
    draft.refresh_from_db()
    assert len(plan_import(draft).taken) == 3


def test_the_only_day_of_a_poll_is_that_of_the_concours():
    text = "Joueurs;samedi 28\nRoux Léa / Petit Luc;Oui\nRoy Guy / Brun Anne;Non\nBlanc Tom / Noir Marie;"
    _sheet, layout, entries = read(text)
    teams = [entry for entry in entries if entry.kind == "team"]
    assert (layout.roles, layout.days) == (("both", "comes"), ())
    assert [[say.params["read"] for say in entry.questions] for entry in teams] == [
        [], ["samedi 28 : Non"], ["samedi 28 : –"]
    ]  # fmt: skip


@pytest.mark.parametrize(
    "columns",
    [
        ["Repas;Dessert", "oui;non", "non;oui"],  # no day
        ["05/11;12/11", "x;", ";x"],  # crosses of a season
        ["Repas du samedi;Repas du dimanche", "oui;non", "non;oui"],
        ["samedi;dimanche", "16;20", "18;12"],
    ],
)
def test_other_columns_of_answers_are_no_poll(columns):
    titles, *said = columns
    text = "\n".join([f"Joueur 1;Joueur 2;{titles}", f"Roux Léa;Petit Luc;{said[0]}", f"Roy Guy;Brun Anne;{said[1]}"])
    layout = guess_layout(read_pasted(text).sheets[0])
    assert layout.days == () and "comes" not in layout.roles
