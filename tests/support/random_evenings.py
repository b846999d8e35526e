"""Evenings at random: any format and game, every act at any moment, through the services alone."""

import datetime
import json
import random
from collections.abc import Callable, Iterator
from functools import partial

from scoring.clock import services as clock
from scoring.corrections import services as corrections
from scoring.corrections.selectors import dry_run, effects_of
from scoring.evening import closing
from scoring.evening.selectors import evening_of
from scoring.models import Penalty, Ruling, ScoreSheet
from scoring.phones.services import answer_sheet, propose_sheet
from scoring.referee import rulings
from scoring.rounds import services as rounds
from scoring.rounds.services import catch_up_guests
from scoring.rounds.ties import settle_tie, ties
from scoring.sheets import entry
from scoring.sheets.shown import feuille_of
from scoring.undo.services import undo
from tests.scoring.phones.builders import phone
from tests.scoring.referee import builders as referees
from tests.support.api import account
from tests.support.finals import FORMATS
from tournament.concours import services as concours
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS
from tournament.errors import TournamentError
from tournament.models import Club, Draw, JournalEntry, Round, Seat, Table, Team
from tournament.registration import attendance, services as registration
from tournament.rounds import clock as partie_clock, services as draws

WHY = "figures read the wrong way round"
ESCALIER = {3: 10, 4: 7, 5: 6, 6: 5}  # the most cards of a manche, by how many play
MOST_PARTIES = 14
Acts = Callable[[], object]
KINDS = [*((preset, {}) for preset in sorted(PRESETS)), *FORMATS.values()]
CRITERIA = [
    "points",
    "wins",
    "difference",
    "conceded",
    "direct",
    "buchholz",
    "best_round",
    "first_round",
    "match_points",
]


def overrides(chance: random.Random, preset: str) -> dict[str, object]:
    """Return settings at random for *preset*."""
    given: dict[str, object] = {
        "counts_when": chance.choice(["typist", "typist", "two_readers", "both_camps"]),
        "excluded_policy": chance.choice(["kept", "forfeit"]),
        "missed_policy": chance.choice(["zero", "exempt"]),
        "changed_results": chance.choice(["stays", "refused"]),
        "leavers": chance.choice(["last", "ranked"]),
        "knock_out_tie": chance.choice(["best_cut", "better", "donne", "cut"]),
    }
    if chance.random() < 0.5 and preset != "escalier":
        given["criteria"] = chance.sample(CRITERIA, 3)
    if preset != "relais":
        given["exempt_policy"] = chance.choice(["half", "zero", "mean", "flat"])
    if chance.random() < 0.2:
        given["caps"] = {"from": 2, "winner": 1280, "loser": 664}
    return given


class NothingThereError(Exception):
    """An act that has nothing to be done to at this moment."""


class RandomEvening:
    """An evening of *teams* of a *preset*, of which *chance* decides everything; `refused` counts refusals by code."""

    def __init__(
        self, chance: random.Random, preset: str, teams: int, *, acts: float = 0.6, **overrides: object
    ) -> None:
        self.chance, self.acts = chance, acts
        club = Club.objects.create(name="Belote de Borgo")
        self.by, self.other = (account(f"{name}{club.pk}", club) for name in ("odile", "paul"))
        day = datetime.date(2026, 11, 20)
        self.pk = concours.create_tournament(
            club=club, preset=preset, name="Concours", date=day, by=self.by, overrides=overrides
        ).pk
        self.keys = 0
        self.after_each: Callable[[], object] = lambda: None  # what is looked at after each act
        self.refused: list[str] = []
        for _team in range(teams):
            self.register()
        self.moves = [getattr(self, name) for name in MOVES]

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.select_related("club").get(pk=self.pk)

    def key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}-".ljust(20, "k")

    def attempt(self, act: Acts) -> object:
        """Do *act*; a refusal in a sentence is an answer too, anything else is a fault of the program."""
        try:
            return act()
        except TournamentError as refused:
            assert refused.code and str(refused)
            self.refused.append(refused.code)
        except NothingThereError:
            pass
        return None

    # --- The evening --------------------------------------------------------------------------------------------------

    def play(self) -> Iterator[str]:
        """Play to the end, any act between any two steps; yield where all that was drawn is played."""
        for _partie in range(MOST_PARTIES):
            if evening_of(self.tournament).stage not in ("door", "next"):
                break
            if not self.next_partie():
                break
            self.complete()
            yield "played"
            self.something()
            self.complete()
        yield "over"

    def next_partie(self) -> bool:
        for _try in range(4):
            drawn = self.draw()
            if drawn is None:
                return False
            self.something()
            self.attempt(lambda drawn=drawn: draws.publish_draw(draw_id=drawn.pk, by=self.by))
            drawn = Draw.objects.filter(pk=drawn.pk).first()
            if drawn and drawn.state == "published":
                break
            if drawn and drawn.state == "draft":
                self.attempt(lambda drawn=drawn: draws.cancel_draw(draw_id=drawn.pk, reason=WHY, by=self.by))
            self.complete()
        else:
            return False
        self.something()
        tables = list(Table.objects.filter(round=drawn.round))
        for place, table in enumerate(tables):
            # An act in the middle may have taken the draw back.
            if self.chance.random() < 0.9 and Table.objects.filter(pk=table.pk).exists():
                self.attempt(lambda table=table: self.type_in(table))
            if place == len(tables) // 2:
                self.something()
        return True

    def draw(self) -> Draw | None:
        for options in ({}, {"rematch": "least"}, {"rematch": "least", "club_apart": "no"}):
            given = {"tournament_id": self.pk, "by": self.by, "seed": f"{self.chance.random()}"}
            drawn = self.attempt(
                lambda options=options, given=given: rounds.open_next_round(
                    **given, **({"options": options} if options else {})
                )
            )
            if drawn is not None:
                return drawn
        return None

    def something(self) -> None:
        """Do none, one or several acts, whatever is about."""
        while self.chance.random() < self.acts:
            self.attempt(self.chance.choice(self.moves))
            self.after_each()

    def complete(self) -> None:
        """Type what is missing, and settle what is asked, so that the next partie can be drawn."""
        for _try in range(3):
            missing = Table.objects.filter(round__tournament=self.pk, round__state="published")
            for table in missing.exclude(sheets__counted=True):
                self.attempt(lambda table=table: self.type_in(table))
            waiting = ScoreSheet.objects.filter(table__in=missing, state__in=("proposed", "confirmed"), late=False)
            for sheet in waiting:
                given = {"sheet_id": sheet.pk, "key": self.key(), "by": self.other, "signed": True}
                self.attempt(lambda given=given: entry.read_again(**given))
            for match in ties(self.tournament):
                team = self.chance.choice([side for side in match.sides if side])
                given = {"tournament_id": self.pk, "number": match.partie, "team": team, "by": self.by}
                self.attempt(lambda given=given: settle_tie(**given))

    # --- Scores -------------------------------------------------------------------------------------------------------

    def figures(self, table: Table) -> dict[str, object]:
        """Return what is typed for *table*: totals as the game has them, or the manches of an escalier."""
        camps = sorted({seat.camp for seat in table.seats.all()})
        tournament = table.round.tournament
        if feuille_of(tournament).by_manches:
            top = ESCALIER.get(len(camps), 5)
            manches = [self.manche(cards, camps) for cards in [*range(1, top), *range(top, 0, -1)]]
            return {"kind": "donnes", "donnes": manches}
        options = tournament.rule_options
        whole = 162 * (options.get("limite_donnes") or 0) or (options.get("limite_points") or 10) * 2
        north = self.chance.choice(
            [whole // 2, *(self.chance.randint(whole // 4, 3 * whole // 4) for _one in range(4))]
        )
        return {"kind": "totals", "marks": {"NS": {"points": north}, "EO": {"points": whole - north}}}

    def manche(self, cards: int, camps: list[str]) -> dict[str, object]:
        taken = [self.chance.choice(camps) for _trick in range(cards)]
        return {
            "cartes": cards,
            "annonces": dict.fromkeys(camps, 0),
            "plis": {camp: taken.count(camp) for camp in camps},
        }

    def type_in(
        self, table: Table, *, by: object = None, base: int | None = None, key: str = "", figures: dict | None = None
    ) -> None:
        given = figures or self.figures(table)
        given |= {"table_id": table.pk, "key": key or self.key(), "override": WHY, "reason": WHY}
        given |= {"by": by or self.by, "base_version": base, "litige_lost": True}
        try:
            entry.submit_sheet(**given)
        except TournamentError as refused:
            if refused.code != "winner_asked":
                raise
            entry.submit_sheet(**given | {"winner": "EO" if len(given["key"]) % 2 else "NS"})

    def table(self, *, counted: bool | None = True) -> Table:
        """Return a table, of the last partie more often; one whose score counts, or waits, as *counted* says."""
        tables = Table.objects.filter(round__tournament=self.pk, round__state="published").order_by(
            "round__number", "number"
        )
        if counted is not None:
            tables = tables.filter(sheets__counted=True) if counted else tables.exclude(sheets__counted=True)
        here = list(tables.select_related("round__tournament"))
        if not here:
            raise NothingThereError
        return self.chance.choice(here)

    def team(self) -> Team:
        return self.chance.choice(list(Team.objects.filter(tournament=self.pk)))

    def version(self, table: Table) -> int | None:
        return table.sheets.filter(counted=True).values_list("version", flat=True).first()

    def correct(self) -> None:
        table = self.table()
        self.type_in(table, base=self.version(table))

    def correct_as_shown(self) -> None:
        """Correct a score with the effects seen, the draws that would differ kept or made again; either may be refused."""
        table = self.table()
        act = partial(self.type_in, table, base=self.version(table), key=self.key(), figures=self.figures(table))
        effects = effects_of(*dry_run(self.pk, act))
        for effect in effects.draws:
            if effect.may_cancel:
                assert not ScoreSheet.objects.filter(table__round__draws=effect.draw_id).exists(), (
                    "who sat there has played"
                )
        given = {"draws": self.chance.choice([corrections.KEEP, corrections.REDRAW]), "seen": effects.token}
        corrections.record(tournament_id=self.pk, act=act, by=self.by, reason=WHY, **given)

    def second_typist(self) -> None:
        self.type_in(self.table(counted=False), by=self.other)

    def swap_camps(self) -> None:
        table = self.table()
        rulings.swap_camps(table_id=table.pk, key=self.key(), base_version=self.version(table), reason=WHY, by=self.by)

    def take_off(self) -> None:
        table = self.table()
        rulings.withdraw_sheet(table_id=table.pk, base_version=self.version(table), reason=WHY, by=self.by)
        if self.chance.random() < 0.5:
            self.type_in(table)

    def exchange(self) -> None:
        table = self.table()
        other = self.chance.choice(list(Table.objects.filter(round=table.round).exclude(pk=table.pk)) or [table])
        versions = {"base_version": self.version(table), "other_version": self.version(other)}
        given = {"table_id": table.pk, "other_id": other.pk, "key": self.key(), "reason": WHY, "by": self.by}
        rulings.exchange_sheets(**given, **versions)

    def read_again(self) -> None:
        waiting = ScoreSheet.objects.filter(table__round__tournament=self.pk, state__in=("proposed", "confirmed"))
        sheet = self.chance.choice(list(waiting) or [None])
        if sheet is not None:
            entry.read_again(sheet_id=sheet.pk, key=self.key(), by=self.other, signed=self.chance.random() < 0.5)

    def telephones(self) -> None:
        """Propose from one telephone; the other camp's confirms, or contests."""
        table = self.table(counted=None)
        camps = sorted({seat.camp for seat in table.seats.all()})
        figures, first, second = self.figures(table), *self.chance.sample(camps, 2)
        sheet = propose_sheet(
            device=phone(table, first), key=self.key(), sequence=self.keys, litige_lost=True, **figures
        ).sheet
        agrees = self.chance.random() < 0.7
        answer_sheet(device=phone(table, second), key=self.key(), version=sheet.version, agrees=agrees)

    # --- The referee --------------------------------------------------------------------------------------------------

    def ruling(self, table: Table) -> dict[str, object]:
        seen = Ruling.objects.filter(table=table).order_by("-number").values_list("number", flat=True).first() or 0
        return {"table_id": table.pk, "seen": seen, "base_version": self.version(table), "reason": WHY, "by": self.by}

    def penalise(self) -> None:
        table = self.table(counted=None)
        seat = self.chance.choice(list(table.seats.all()))
        camps = sorted({one.camp for one in table.seats.all()} - {seat.camp})
        points = self.chance.choice([0, 50, 1500])
        said = {"team": seat.team.number, "label": "renonce", "way": "on_top", "points": points, "to_camp": camps[0]}
        referees.give_penalty(**self.ruling(table), **said)

    def penalty_back(self) -> None:
        given = Penalty.objects.filter(table__round__tournament=self.pk, cancelled_at=None)
        penalty = self.chance.choice(list(given) or [None])
        if penalty is not None:
            referees.take_penalty_back(**self.ruling(penalty.table), penalty=penalty.number)

    def forfeit(self) -> None:
        table = self.table(counted=None)
        camp = self.chance.choice(sorted({seat.camp for seat in table.seats.all()}))
        referees.give_forfeit(**self.ruling(table), absent=camp)

    def keep_version(self) -> None:
        table = self.table(counted=None)
        versions = list(table.sheets.values_list("version", flat=True)) or [1]
        referees.keep_version(**self.ruling(table), version=self.chance.choice(versions))

    def exclude_at_table(self) -> None:
        table = self.table(counted=None)
        seat = self.chance.choice(list(table.seats.all()))
        referees.exclude_team(**self.ruling(table), team=seat.team.number, forfeit=self.chance.random() < 0.5)

    # --- The teams ----------------------------------------------------------------------------------------------------

    def register(self) -> Team:
        size = 1 if self.tournament.singles else 2
        players = [f"Joueur {self.chance.getrandbits(40):x}" for _player in range(size)]
        return registration.register_team(tournament_id=self.pk, players=players, confirm_twin=True, by=self.by)

    def late(self) -> None:
        """Register a team that comes late, and seat it at once where somebody is exempt."""
        team = self.register()
        draw = (
            Draw.objects.filter(round__tournament=self.pk).exclude(state="cancelled").order_by("round__number").last()
        )
        if draw is not None and self.chance.random() < 0.7:
            draws.seat_late_team(draw_id=draw.pk, team=team.number, by=self.by, confirm=True)

    def leave(self) -> None:
        drawn = Round.objects.filter(tournament=self.pk, state="published").count()
        first = drawn + self.chance.choice([0, 1])
        attendance.withdraw_team(team_id=self.team().pk, from_round=max(first, 1), reason=WHY, by=self.by)

    def come_back(self) -> None:
        gone = Team.objects.filter(tournament=self.pk).exclude(withdrawn_from=None)
        if team := self.chance.choice(list(gone) or [None]):
            attendance.return_team(team_id=team.pk, by=self.by)

    def away(self) -> None:
        number = Round.objects.filter(tournament=self.pk, state="published").count() + 1
        given = {"tournament_id": self.pk, "number": self.team().number, "by": self.by}
        attendance.set_away(**given, round_number=self.chance.choice([number, None]))

    def exclude(self) -> None:
        attendance.exclude_team(team_id=self.team().pk, reason=WHY, by=self.by)

    def readmit(self) -> None:
        out = Team.objects.filter(tournament=self.pk, excluded=True)
        if team := self.chance.choice(list(out) or [None]):
            attendance.take_back_exclusion(team_id=team.pk, reason=WHY, by=self.by)

    # --- The draws, the clock, the journal ----------------------------------------------------------------------------

    def change_draft(self) -> None:
        draw = Draw.objects.filter(round__tournament=self.pk, state="draft").first()
        if draw is not None:
            numbers = [seat.team.number for seat in Seat.objects.filter(round=draw.round).select_related("team")]
            first, second = self.chance.sample(numbers, 2)
            draws.swap_teams(draw_id=draw.pk, first=first, second=second, by=self.by, confirm=True)

    def cancel_draw(self) -> None:
        live = Draw.objects.filter(round__tournament=self.pk).exclude(state="cancelled")
        if draw := live.order_by("round__number").last():
            draws.cancel_draw(draw_id=draw.pk, reason=WHY, by=self.by)

    def catch_up(self) -> None:
        draw = Draw.objects.filter(round__tournament=self.pk, state="published").order_by("round__number").last()
        guests = catch_up_guests(self.tournament, draw) if draw is not None else []
        if guests := [(exempt, free) for exempt, free in guests if free]:
            exempt, free = self.chance.choice(guests)
            draws.seat_catch_up(draw_id=draw.pk, exempt=exempt, guest=self.chance.choice(free), by=self.by)

    def settle_tie(self) -> None:
        if matches := list(ties(self.tournament)):
            match = self.chance.choice(matches)
            team = self.chance.choice([side for side in match.sides if side])
            settle_tie(tournament_id=self.pk, number=match.partie, team=team, by=self.by)

    def impose_cutoff(self) -> None:
        number = Round.objects.filter(tournament=self.pk, state="published").count()
        given = {"tournament_id": self.pk, "number": number, "by": self.by}
        partie_clock.start_clock(**given)
        partie_clock.impose_cutoff(**given, donnes=2)
        clock.take_back_cutoff(**given)

    def close(self) -> None:
        closing.close_tournament(tournament_id=self.pk, by=self.by)
        closing.reopen_tournament(tournament_id=self.pk, reason=WHY, by=self.by)

    def take_back(self) -> None:
        """Take back one of the last acts; half of the time that too."""
        lines = list(JournalEntry.objects.filter(tournament=self.pk).order_by("-number")[:8])
        line = self.chance.choice(lines).number
        for _time in range(self.chance.choice([1, 2])):
            line = undo(tournament_id=self.pk, line=line, reason=WHY, by=self.by).number


# The acts that change a result come more often than the others.
MOVES = [
    *("correct", "correct_as_shown", "swap_camps", "take_off", "exchange", "penalise", "forfeit", "take_back") * 3,
    *("second_typist", "read_again", "telephones", "penalty_back", "keep_version", "exclude_at_table") * 1,
    *("late", "leave", "come_back", "away", "exclude", "readmit", "settle_tie") * 1,
    *("change_draft", "cancel_draw", "catch_up", "impose_cutoff", "close") * 1,
]


def exported(tournament_id: int) -> tuple[list[dict], dict[tuple[int, int], dict]]:
    """Return the journal and the draws of a concours as the files that anybody may have."""
    lines = JournalEntry.objects.filter(tournament=tournament_id).order_by("number")
    told = [{"act": line.act, "before": line.before, "after": line.after} for line in lines]
    drawn = {
        (draw.round.number, draw.number): {
            "parts": [(phase, part.written) for phase, part in draw.parts],
            "forfeits": draw.forfeits,
        }
        for draw in Draw.objects.filter(round__tournament=tournament_id).select_related("round")
    }
    return json.loads(json.dumps(told)), drawn
