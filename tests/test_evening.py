"""One evening as the secretary of a club lives it, in a real browser on the real program, to the call of the prizes.

47 teams come from a workbook as clubs hold them, one arrives late, one leaves; three or four parties of twelve donnes are drawn,
played and typed by the keyboard; a telephone and the wall are looked at on the way; the workbook is opened at the end. The
ranking is computed a second time here, from nothing but what was typed. The pictures of the guide are of this evening.
"""

import io
import re
from functools import partial
from pathlib import Path

import openpyxl
import pytest

from tests.scoring.guide.pictures import picture
from tests.support.counts import TORTURE, tries
from tests.support.secretary import PARTIES, TABLES, Secretary


def look_around(secretary: Secretary, phone, public: str, hall) -> None:
    """Take the pictures of a partie under way: the clock runs, two tables call the referee."""
    hall.python(
        "from tournament.models import Table; from tournament.rounds import clock\n"
        "for table in Table.objects.filter(round__number=3, sheets=None).order_by('number')[:2]:\n"
        "    clock.call_referee(table_id=table.pk)"
    )
    secretary.go("chronometre/")
    secretary.page.get_by_role("button", name="Lancer le chronomètre").click()
    secretary.page.wait_for_load_state()
    picture(secretary.page, "clock")
    pages = {"evening": "", "entry": "saisie/", "cases": "arbitrage/", "standings": "classement/"}
    for name, path in pages.items():
        secretary.go(path)
        picture(secretary.page, name)
    phone.goto(hall.url + public)
    picture(phone, "phone", width=400)


@pytest.mark.slow
def test_an_evening_from_the_door_to_the_workbook(make_hall, browser_page, tmp_path):
    hall = make_hall()
    hall.start()
    secretary = Secretary(browser_page(width=1366, height=768), hall.url)
    secretary.settle_first_run()
    secretary.create()
    secretary.import_list()
    secretary.go("inscriptions/")
    assert secretary.page.locator("#door-counts .big-number").first.inner_text() == "47"
    picture(secretary.page, "door")
    secretary.page.goto(f"{hall.url}/concours/nouveau/formules/")
    picture(secretary.page, "plan")

    phone = browser_page(width=360, height=740)
    wall = browser_page(width=1920, height=1080)
    secretary.go()
    slug = re.search(r"/p/([a-z0-9]+)/", secretary.page.content())[1]

    secretary.draw(1, "R♥ 7♣ 10♠")
    secretary.register_late_team()
    assert phone.goto(f"{hall.url}/p/{slug}/tables/").status == 200
    wall.goto(f"{hall.url}/p/{slug}/mur/")
    secretary.type_sheets(wrong_first=True, by_keyboard=tries(3, TABLES))

    # 48 with the late team: nobody is exempt any more, until somebody leaves.
    secretary.draw(2, "V♠ 9♥ A♣")
    picture(secretary.page, "draws")
    assert len(secretary.tables) == 24
    secretary.type_sheets(by_keyboard=TORTURE * TABLES)
    secretary.withdraw(20)
    secretary.draw(3, "8♦ R♣ 10♥")
    look = partial(look_around, secretary, phone, f"/p/{slug}/", hall)
    secretary.type_sheets(by_keyboard=TORTURE * TABLES, halfway=look)
    secretary.draw(PARTIES, "")
    assert all(20 not in table for table in secretary.tables)
    secretary.type_sheets(by_keyboard=TORTURE * TABLES)

    expected = dict(secretary.points)
    shown = secretary.ranking()
    assert {team: points for _rank, team, points in shown} == {team: expected.get(team, 0) for _r, team, _p in shown}
    assert len(shown) == 48
    staying = [(rank, team, points) for rank, team, points in shown if team != 20]
    assert [points for _rank, _team, points in staying] == sorted((p for _r, _t, p in staying), reverse=True)

    secretary.go()
    secretary.page.get_by_role("button", name="Publier le palmarès").click()
    secretary.page.wait_for_load_state()
    secretary.go("palmares/")

    # The telephone and the wall come to the same first team by themselves.
    winner = staying[0][1]
    phone.goto(f"{hall.url}/p/{slug}/")
    phone.get_by_text(str(staying[0][2])).first.wait_for()
    wall.get_by_text(str(staying[0][2])).first.wait_for()
    assert phone.goto(f"{hall.url}/p/{slug}/equipe/{winner}/").status == 200

    secretary.go("classeur/")
    secretary.page.get_by_role("button", name="Préparer le classeur").click()
    link = secretary.page.locator("table a[download]").first
    link.wait_for()
    with secretary.page.expect_download() as taken:
        link.click()
    book = openpyxl.load_workbook(io.BytesIO(Path(taken.value.path()).read_bytes()))
    sheet = book[f"Classement {PARTIES}"]
    heading = [cell.value for cell in sheet[2]]
    written = [
        (row[heading.index("Rang")], row[heading.index("Équipe")], row[heading.index("Points")])
        for row in sheet.iter_rows(min_row=3, values_only=True)
    ]
    assert written == shown
    for page in (phone, wall, secretary.page):
        page.close()
    assert hall.stop() == 0
