"""The table of a season computed a second time, from nothing but the workbooks of its evenings."""

from fractions import Fraction
from itertools import combinations

import pytest

import scoring.tasks  # noqa: F401  registers the kinds of jobs
from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.models import Mark
from scoring.public.pages import refresh_pages
from scoring.seasons import services
from scoring.seasons.selectors import read_season
from tests.scoring.seasons.evenings import make_evening, names, play
from tests.support.workbooks import account, made_book, rows_of
from tournament.models import Club, Person, Table
from tournament.people import services as people

pytestmark = pytest.mark.django_db
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
def test_the_workbooks_alone_give_the_table_under_six_scales():
    club = Club.objects.create(name="Casson")
    here = names(10)
    pairs = [here[at : at + 2] for at in range(0, 10, 2)]
    evenings = [
        play(make_evening(club, "4x12-points", pairs, 6, parties=3), 1),
        play(make_evening(club, "melee", [[name] for name in here], 13, parties=3), 2),
        play(make_evening(club, "elimination", pairs[:4], 20), 3),
        play(make_evening(club, "4x12-points", [*pairs[:3], [here[6], here[8]]], 20, parties=2), 4),
        play(make_evening(club, "comptoir", [[name] for name in here[2:]], 27, parties=2), 5),
    ]
    weights = [1, 1, 2, 1, 1]
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
    marks = Mark.objects.filter(sheet__table=table, sheet__counted=True)
    marks.filter(camp="NS").update(points=1900)
    marks.filter(camp="EO").update(points=44)
    close_tournament(tournament_id=first.pk, by=None, reason="misread")
    refresh_pages(tournament_id=first.pk)
    compare(evenings, weights, seasons, again="b")
    people.correct_person(
        club_id=club.pk, by=None, person_id=Person.objects.get(club=club, name=here[0]).pk, name="Aline Corrigée"
    )
    compare(evenings, weights, seasons, again="c")


def compare(evenings, weights, seasons, again="a"):
    books = []
    for one in evenings:
        one.refresh_from_db()
        books.append(read_book(made_book(one, account(f"o{one.pk}{again}", one, "organiser"))))
    for name, rules in SCALES.items():
        standing = read_season(seasons[name])
        found = {
            tuple(sorted(standing.people[pk].name for pk in row.who)): standing.table.points(row.total)
            for row in standing.table.rows
            if row.rank
        }
        expected = totals_from(books, weights, rules)
        assert found == expected, name
        ranks = {
            tuple(sorted(standing.people[pk].name for pk in row.who)): row.rank
            for row in standing.table.rows
            if row.rank
        }
        assert ranks == {
            key: 1 + sum(other > total for other in expected.values()) for key, total in expected.items()
        }, name
