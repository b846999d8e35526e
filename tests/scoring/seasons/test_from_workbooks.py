"""The table of a season computed a second time, from nothing but the workbooks of its evenings."""

import io
from fractions import Fraction
from itertools import combinations

import openpyxl
import pytest

from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.people.services import erase_whole_person
from scoring.public.pages import refresh_pages
from scoring.seasons import services
from scoring.seasons.selectors import read_season
from scoring.workbook.services import ask_workbook, build_workbook
from tests.scoring.seasons.evenings import make_evening, names, person, play
from tests.support.accounts import account
from tests.support.corrections import correction
from tests.support.workbooks import rows_of
from tournament.models import Club, Table
from tournament.people import services as people

pytestmark = pytest.mark.django_db
MISSPELT = "Bruno Lebihant"
RANKS = [12, 9, 7, 5, 3, 2, 1]
SCALES = {
    "points": {"best": 3},
    "per_donne": {"scale": "per_donne", "minimum": 3},
    "results": {"scale": "results", "presence": 1, "best": 2},
    "rank": {"scale": "rank", "ranks": RANKS, "final_won": 5, "final_lost": 3},
    "one a day": {"scale": "rank", "ranks": RANKS, "one_a_day": True, "best": 2, "presence": 2},
    "pairs": {"by_pair": True, "scale": "results", "best": 2},
}


def read_book(book) -> dict:
    """Read an evening as its workbook tells it: (names, rank, points, won, lost, donnes, final) a line."""
    about = {row["Objet"]: row for row in rows_of(book["Concours"])}
    called = {row["Noms"] if "Noms" in row else row["Nom"]: row["Finales"] for row in rows_of(book["Palmarès"])}
    lines = []
    for row in rows_of(book[book.sheetnames[0]]):
        name = row["Noms"] if "Noms" in row else row["Nom"]
        parties = [value for key, value in row.items() if key and key.startswith("Partie ") and value is not None]
        won = row["Gagnées"]
        final = {"Vainqueur": "won", "Finaliste": "lost"}.get(called.get(name) or "", "")
        lost = len(parties) - won - (row["Exempt"] or 0)
        donnes = len(parties) * (about["Donnes par partie"]["Nombre"] or 0)
        lines.append((name.split(" / "), row["Rang"], row["Points"], won, lost, donnes, final))
    day = about["Date"]["Texte"]
    return {"day": day, "lines": lines}


def totals_from(evenings: list[dict], weights: list[int], rules: dict) -> dict[tuple[str, ...], Fraction]:
    """Add up the evenings by the rules; the best of them are found by trying every choice."""
    brought: dict[tuple[str, ...], dict[object, list]] = {}
    for place, (one, weight) in enumerate(zip(evenings, weights, strict=True)):
        for players, rank, points, won, lost, donnes, final in one["lines"]:
            value = {
                "points": Fraction(points),
                "per_donne": Fraction(points * bool(donnes), donnes or 1),
                "results": Fraction(4 * won + 2 * lost),
                "rank": Fraction(RANKS[rank - 1] if rank <= len(RANKS) else 0),
            }[rules.get("scale", "points")]
            value += {"won": rules.get("final_won", 0), "lost": rules.get("final_lost", 0), "": 0}[final]
            slot = one["day"] if rules.get("one_a_day") else place
            who = [tuple(sorted(players))] if len(players) == 2 else []
            for key in who if rules.get("by_pair") else [(player,) for player in players]:
                brought.setdefault(key, {}).setdefault(slot, []).append((weight, value))
    totals = {}
    for key, slots in brought.items():
        values = [
            sum(weight * value for weight, value in parts) + rules.get("presence", 0) * max(w for w, _ in parts)
            for parts in slots.values()
        ]
        size = min(rules.get("best") or len(values), len(values))
        if len(values) >= rules.get("minimum", 0):
            totals[key] = max(sum(chosen) for chosen in combinations(values, size))
    return totals


@pytest.mark.slow
def test_the_workbooks_of_twelve_evenings_alone_give_the_table_under_six_scales():
    club = Club.objects.create(name="Casson")
    here = names(12)
    pairs = [here[at : at + 2] for at in range(0, 12, 2)]
    shuffled = [[here[at], here[11 - at]] for at in range(6)]
    alone = [[name] for name in here]
    misspelt = [[MISSPELT, here[3]], *pairs[2:]]
    planned = [
        ("4x12-points", pairs, 3, {"parties": 3}),
        ("melee", alone, 5, {"parties": 3}),
        ("elimination", pairs[:4], 7, {}),
        ("4x12-points", shuffled, 7, {"parties": 2}),
        ("comptoir", alone[2:], 9, {"parties": 2}),
        ("5x10-classement", misspelt, 11, {"parties": 2}),
        ("melee", alone[:8], 13, {"parties": 2}),
        ("elimination", shuffled[:4], 15, {}),
        ("4x12-points", pairs[1:], 17, {"parties": 2}),
        ("comptoir", alone[:6], 19, {"parties": 2}),
        ("4x12-points", [*pairs[:3], [here[6], here[8]]], 21, {"parties": 2}),
        ("melee", alone, 23, {"parties": 2}),
    ]
    evenings = [
        play(make_evening(club, preset, teams, day, **settings), number)
        for number, (preset, teams, day, settings) in enumerate(planned, start=1)
    ]
    weights = [1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2]
    chosen = list(zip([one.pk for one in evenings], weights, strict=True))
    seasons = {
        name: services.make_season(club_id=club.pk, by=None, name=name, ties=[], evenings=chosen, **rules)
        for name, rules in SCALES.items()
    }
    compare(evenings, weights, seasons)

    # Three weeks later a score of the first evening is corrected, and one person turns out to be another one.
    first = evenings[0]
    reopen_tournament(tournament_id=first.pk, by=None, reason="misread")
    table = Table.objects.filter(round__tournament=first).order_by("pk").first()
    correction(table, 1900, 44)()
    close_tournament(tournament_id=first.pk, by=None, reason="misread")
    people.correct_person(club_id=club.pk, by=None, person_id=person(club, here[0]), name="Aline Corrigée")
    # Somebody written otherwise on one evening is brought together with themselves; another one is erased.
    same = [person(club, here[1]), person(club, MISSPELT)]
    people.unite_people(club_id=club.pk, by=None, person_ids=same)
    erase_whole_person(club_id=club.pk, by=None, person_id=person(club, here[4]))
    for one in evenings:
        refresh_pages(tournament_id=one.pk)
    compare(evenings, weights, seasons, again="b", same={MISSPELT: here[1]})


def compare(evenings, weights, seasons, again="a", same: dict[str, str] | None = None):
    """Compare the seasons with the workbooks; *same*: names under which a person was written, and the one that stands."""
    books = []
    for one in evenings:
        one.refresh_from_db()
        job = ask_workbook(tournament=one, by=account(f"o{one.pk}{again}", one.club), language="fr")
        build_workbook(job, lambda _percent, _step="": None)
        job.refresh_from_db()
        book = read_book(openpyxl.load_workbook(io.BytesIO(bytes(job.export.content))))
        written = [([(same or {}).get(name, name) for name in line[0]], *line[1:]) for line in book["lines"]]
        books.append(book | {"lines": written})
    for name, rules in SCALES.items():
        standing = read_season(seasons[name])

        def key(row, standing=standing) -> tuple[str, ...]:
            return tuple(sorted(standing.people[pk].name or "Nom effacé" for pk in row.who))

        found = {key(row): standing.table.points(row.total) for row in standing.table.rows if row.rank}
        expected = totals_from(books, weights, rules)
        assert found == expected, name
        ranks = {key(row): row.rank for row in standing.table.rows if row.rank}
        assert ranks == {
            who: 1 + sum(other > total for other in expected.values()) for who, total in expected.items()
        }, name
