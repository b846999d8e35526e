"""Make a concours in mid-evening, to look around in, by the same acts as a real one."""

import datetime
import random

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, override

from rules import score_sheet
from scoring.rounds.services import open_next_round
from scoring.sheets.entry import submit_sheet
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import CAMPS, tables_of_round
from tournament.clubs.models import Club
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.concours.services import create_tournament
from tournament.journal.services import seal_all
from tournament.registration.services import register_team
from tournament.rounds.clock import start_clock
from tournament.rounds.models import Draw, Round
from tournament.rounds.services import publish_draw

TEAMS = 33  # an odd number: somebody is exempt
SHEETS_OF_LAST = 9  # typed of the sixteen of the partie being played
SEEDS = ("R♥ 7♣ 10♠ D♦", "V♠ 9♥ A♣", "8♦ R♣ 10♥")
FEE_CENTS = 1400
# Minutes: how long the partie being played has run, from one partie to the next, how long a table plays.
RUNNING, APART, PLAYED = 41, 64, (31, 52)

GIVEN = (
    "Colette", "Bernard", "Marie-Claude", "Aimé", "Noëlle", "Maurice", "Solange", "Loïc", "Josette", "Océane", "Émile",
    "Kévin", "Suzanne", "Paulette", "Michel", "Cédric", "Gérard", "Mickaël", "Ghislaine", "Andrée", "Yvette", "Jeanine",
    "Maïté", "Odette", "Thérèse", "Monique", "René", "Élodie", "Hervé", "Roland", "Éric", "Lucien", "Fernand",
)  # fmt: skip
FAMILY = (
    "Crozatier", "N'Guyen", "De La Tour", "Roux", "Marty", "Bonnafous", "Pélissier", "Muñoz", "Quéméner", "Garcia",
    "Fabre", "Haddad", "Delpech", "Labat", "Sarrazin", "Muller", "Trébuchet", "Étchegaray", "Castéran", "Lefèvre",
    "Ferreira", "Bouët", "Chassagne", "Ducasse", "Kermarrec", "Weiß", "Vidal", "Cœuret", "d'Aubigné", "Le Goff", "Dubois",
)  # fmt: skip
ORIGINS = ("Casson", "Pons", "Géraudot", "Varennes", "Plouay", "Viry")
CATEGORIES = ("", "mixed", "", "women", "", "men")
LOTS = ("2 jambons", "2 canards", "2 paniers garnis", "2 pintades", "2 bouteilles", "2 boîtes de biscuits")


class Command(BaseCommand):
    help = "Makes a demonstration concours: two parties played, the third under way. Does nothing where there is one."

    def handle(self, *args: object, **options: object) -> None:
        if Tournament.objects.filter(is_demo=True).exists():
            self.stdout.write("The demonstration is there already.")
            return
        with override("fr"):
            tournament = make_demo()
        self.stdout.write(f"Demonstration made: {tournament.name}.")


@transaction.atomic
def make_demo(
    *, teams: int = TEAMS, sheets_of_last: int = SHEETS_OF_LAST, seeds: tuple[str, ...] = SEEDS
) -> Tournament:
    """Make a demonstration concours of *teams* teams, a partie for each of *seeds*, *sheets_of_last* typed in the
    last.
    """
    chance = random.Random(teams)
    club = Club.objects.create(name=_("Demonstration club"))
    tournament = create_tournament(
        club=club,
        preset="4x12-points",
        name=_("Demonstration: the autumn concours"),
        date=datetime.date.today(),
        place=_("Village hall"),
        by=None,
        overrides={"fee_cents": FEE_CENTS, "lots": list(LOTS)},
        is_demo=True,
    )
    people = [f"{given} {family}" for family in FAMILY for given in GIVEN]
    chance.shuffle(people)
    for index in range(teams):
        register_team(
            tournament_id=tournament.pk,
            players=[people.pop(), people.pop()],
            origin=chance.choice(ORIGINS),
            category=chance.choice(CATEGORIES),
            paid_cents=None if index % 11 == 5 else FEE_CENTS,
            confirm_twin=True,
            by=None,
        )
    for number, seed in enumerate(seeds, start=1):
        draw = open_next_round(tournament_id=tournament.pk, by=None, seed=seed)
        publish_draw(draw_id=draw.pk, by=None)
        start_clock(tournament_id=tournament.pk, number=number, by=None)
        lines = tables_of_round(Round.objects.get(tournament=tournament, number=number))
        chance.shuffle(lines)
        for line in lines[: sheets_of_last if number == len(seeds) else None]:
            submit_sheet(
                table_id=line.table.pk,
                key=f"demonstration-table-{line.table.pk}",
                kind="totals",
                marks=marks(tournament, chance),
                by=None,
            )
    _spread(tournament, len(seeds), chance)
    seal_all(lock_tournament(tournament.pk), None)
    tournament.refresh_from_db()
    return tournament


def _spread(tournament: Tournament, last: int, chance: random.Random) -> None:
    """Spread the parties, all made in this moment, over the hours of an evening whose partie *last* is under way."""
    now = timezone.now()
    for round_ in Round.objects.filter(tournament=tournament):
        since = RUNNING + APART * (last - round_.number)
        start = now - datetime.timedelta(minutes=since)
        seated = start - datetime.timedelta(minutes=5)
        Round.objects.filter(pk=round_.pk).update(published_at=seated, started_at=start)
        Draw.objects.filter(round=round_).update(created_at=seated, published_at=seated)
        sheets = list(ScoreSheet.objects.filter(table__round=round_).order_by("pk"))
        first, longest = PLAYED
        lengths = sorted(chance.uniform(first, min(longest, since)) for _sheet in sheets)
        for sheet, minutes in zip(sheets, lengths, strict=True):
            sheet.at = start + datetime.timedelta(minutes=minutes)
        ScoreSheet.objects.bulk_update(sheets, ["at"])


def marks(tournament: Tournament, chance: random.Random) -> dict[str, dict[str, int]]:
    """Play a partie at random under the rules of *tournament*; return the marks of both camps."""
    donnes = [_donne(chance) for _number in range(tournament.donnes or 0)]
    sheet = {"ruleset": tournament.rule_set, "options": tournament.rule_options, "donnes": donnes}
    total = score_sheet(sheet).to_dict()["total"]
    return {
        camp: {
            "points": total[camp],
            "belotes": sum(donne.get("belote") == [camp] for donne in donnes),
            "capots": sum(donne.get("capot") == camp for donne in donnes),
        }
        for camp in CAMPS
    }


def _donne(chance: random.Random) -> dict[str, object]:
    taker = chance.choice(CAMPS)
    donne: dict[str, object] = {"preneur": taker}
    if chance.random() < 0.03:
        donne["capot"] = taker
    else:
        # The preneur holds good cards: about one chute in five. No cards make 1 or 161 points.
        raw = min(152, max(10, round(chance.gauss(100, 22))))
        donne["points"] = {taker: raw}
    if chance.random() < 0.3:
        donne["belote"] = [taker if chance.random() < 0.7 else CAMPS[taker == "NS"]]
    return donne
