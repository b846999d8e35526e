"""A club with a till: fee, meals, two tills, its own means of payment."""

import datetime

from tests.support.api import account
from tournament.models import Club, Tournament
from tournament.registration.services import register_team

SALES = ["Repas 19 h : 12 €", "Repas 20 h 30 : 12,50", "Café : 1 €"]
PAIRS = [
    ("Anne Roux", "Paul Morel"),
    ("Jean Blanc", "Marie Colin"),
    ("Lise Garnier", "Hugo Faure"),
    ("Noël Vidal", "Rose Caron"),
]


def concours(slug: str = "caisse", club: Club | None = None, **settings) -> Tournament:
    values = {
        "club": club or Club.objects.create(name="Amicale"),
        "name": "Concours de la Saint-Martin",
        "slug": slug,
        "date": datetime.date(2026, 11, 21),
        "preset": "4x12-points",
        "parties": 4,
        "rule_options": {"limite_donnes": 12, "limite_points": None},
        "criteria": ["points", "wins", "difference"],
        "fee_cents": 1400,
        "sales": SALES,
        "tills": ["Entrée", "Buvette"],
        "club_means": ["Chèques-vacances"],
        "reductions": ["Moins de 18 ans : 3 €"],
    }
    return Tournament.objects.create(**values | settings)


def treasurer(tournament: Tournament, name: str = "josette"):
    return account(name, tournament.club, "treasurer")


def teams(tournament: Tournament, count: int, **fields) -> list:
    return [register_team(tournament_id=tournament.pk, players=PAIRS[n], by=None, **fields) for n in range(count)]
