"""Any act in any order: whatever people do, what must hold holds (docs/reliability.md 11).

Hypothesis plays evenings of a few teams through the services alone, right and wrong moves alike, and after each move the
laws are looked at. `make test` plays the same evenings each time, `make torture` many new and longer ones.
"""

import functools
import io
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, seed, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from PIL import Image

from scoring.clock import services as scored_clock
from scoring.corrections import services as corrections
from scoring.corrections.draw_effects import DrawEffect
from scoring.corrections.selectors import Effects, dry_run, effects_of
from scoring.evening import closing
from scoring.history.check import check
from scoring.models import (
    Mark,
    Palmares,
    Penalty,
    Photo,
    Reading,
    RunningDonne,
    ScoreSheet,
    TableDevice,
)
from scoring.phones import services as proposals
from scoring.phones.services import donnes_in_order, kept_by_camp
from scoring.referee import rulings
from scoring.rounds import services as rounds
from scoring.sheets import entry, lifecycle, photos, reception
from scoring.sheets.terms import terms_of
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from tests.scoring.builders import concours
from tests.scoring.phones.builders import phone
from tests.scoring.referee import builders as referees
from tests.scoring.sheets.expected_lifecycle import EXPECTED
from tests.support.accounts import account
from tests.support.counts import TORTURE, tries
from tournament import tirages
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.models import Draw, JournalEntry, Round, Seat, Table, Team, Tournament
from tournament.registration import attendance, services as registration
from tournament.rounds import clock, services as draws
from tournament.rounds.selectors import drawn_tables

TOTAL = 12 * 162
PARTIES = 3
SEED = "R♥ 7♣"
DONNES = (
    {"preneur": "NS", "points": {"NS": 100, "EO": 62}},
    {"preneur": "EO", "points": {"NS": 40, "EO": 122}},
    None,  # taken back
)


# The tables that the lifecycle changed since the laws were last checked: table -> (before, after).
STEPS: defaultdict[int, set[tuple[str, str]]] = defaultdict(set)


def state_of(sheets: Iterable[ScoreSheet]) -> str:
    """Where the sheet of a table stands, told from its versions without the program."""
    for state in ("ruled", "validated", "disputed", "confirmed", "proposed"):
        if any(sheet.state == state and not sheet.late for sheet in sheets):
            return state
    return "empty"


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold each act against the lifecycle as a person expects it, and note where it leads."""
    decide, settle = lifecycle.decide, reception.settle

    def decide_as_expected(scores, act):
        event, _subject = act.find(scores)
        transition = decide(scores, act)
        after = lifecycle.after(scores, transition).state
        assert ("!" if transition.refusal else after) in EXPECTED[event, scores.state], (event, scores.state, after)
        DONE[event] += 1
        return transition

    def settle_and_note(case, submission):
        before = state_of(case.sheets)
        receipt = settle(case, submission)
        STEPS[case.table.pk].add((before, state_of(case.sheets)))
        return receipt

    monkeypatch.setattr(lifecycle, "decide", decide_as_expected)
    monkeypatch.setattr(reception, "settle", settle_and_note)


def picture(shade: str) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (8, 8), shade).save(written, "PNG")
    return written.getvalue()


PICTURES = [picture(shade) for shade in ("white", "gray", "black")]


def rows_written() -> int | None:
    """How many rows were ever written on this connection, taken back or not; None where the engine does not count."""
    return connection.connection.total_changes if connection.vendor == "sqlite" else None


def law(holds: Callable[["Evening"], None]) -> Callable[["Evening"], None]:
    """An invariant, looked at where the last move wrote anything: else all is as it was when it was looked at before."""

    @functools.wraps(holds)
    def looked_at(evening: "Evening") -> None:
        if evening.written:
            holds(evening)

    return invariant()(looked_at)


# The acts done, and not refused, in all evenings together: an act that never happens proves nothing.
DONE: Counter[str] = Counter()


@dataclass(frozen=True)
class Pick:
    """Choose the objects of a move: a table, a team, an account, figures … each move takes what it needs."""

    place: int
    other: int
    who: int
    nth: int
    number: int
    key: int
    north: int
    camp: str
    reason: str
    sure: bool

    def one_of(self, *words: str) -> str:
        return words[self.nth % len(words)]


PICKS = st.builds(
    Pick,
    place=st.integers(0, 7),
    other=st.integers(0, 7),
    who=st.integers(0, 3),
    nth=st.integers(0, 59),
    number=st.integers(1, PARTIES),
    key=st.integers(0, 3),
    north=st.sampled_from([972, 1012, 1944]),
    camp=st.sampled_from(["NS", "EO"]),
    reason=st.sampled_from(["", "misread"]),
    sure=st.sampled_from([True, True, True, False]),
)
# How often each move is tried, so that an evening gets somewhere.
MOVES = {
    "propose": 5,
    "type_sheet": 4,
    "hand_in_all_that_is_missing": 3,
    "draw": 3,
    "decide": 5,
    "answer": 3,
    "read_again": 2,
    "at_the_door": 2,
    "change_the_draw": 2,
    "at_the_clock": 2,
    "forfeit": 1,
    "put_sheets_right": 2,
    "close_or_reopen": 2,
    "keep_the_sheet": 4,
    "take_a_photo": 2,
    "correct_and_see": 5,
}


class Evening(RuleBasedStateMachine):
    """A concours and all who act on it. What was acknowledged is remembered here, beside the database."""

    def __init__(self) -> None:
        super().__init__()
        self.received: dict[tuple[int, str], str] = {}  # (table, key) -> receipt
        self.versions: dict[int, tuple] = {}  # version -> what it says, for ever
        self.seats: dict[int, tuple] = {}
        self.stood: dict[int, str] = {}  # table -> where its sheet stood after the last move
        self.phones: dict[tuple[int, str, int], TableDevice] = {}  # (table, camp, which)
        self.noted: dict[tuple[int, int], tuple] = {}  # (telephone, donne) -> what it said last
        self.photos: dict[int, tuple] = {}  # photo -> the version it shows, for ever
        self.palmares: list[tuple] = []
        self.written = True  # by the last move, whatever it was
        self.read = 0  # lines of the journal that were looked at
        self.last_hash = ""

    # --- Who is there -----------------------------------------------------------------------------------------------

    @initialize(
        teams=st.integers(4, 7),
        counts_when=st.sampled_from(["typist", "two_readers", "both_camps"]),
        exempt=st.sampled_from(["half", "zero", "flat"]),
        met=st.sampled_from(["never", "least"]),
    )
    def doors_open(self, teams, counts_when, exempt, met):
        self.tournament = concours(
            teams=teams,
            parties=PARTIES,
            counts_when=counts_when,
            exempt_policy=exempt,
            exempt_points=500,
            draw_options={"rematch": met},
            forfeit_points=1000,
            lots=["Jambon", "Vin"],
        )
        self.pk = self.tournament.pk
        journal.seal_all(self.tournament, None)
        roles = (("anne", "scorer"), ("paul", "scorer"), ("rene", "referee"), ("odile", "organiser"))
        self.people = [account(f"{name}{self.pk}", self.tournament.club, role) for name, role in roles]
        drawn = rounds.open_next_round(tournament_id=self.pk, by=None, seed=SEED)
        draws.publish_draw(draw_id=drawn.pk, by=None)
        self.seats = self.seats_now()

    def journal_number(self) -> int:
        return Tournament.objects.values_list("journal_number", flat=True).get(pk=self.pk)

    def attempt(self, act: Callable, /, **given):
        """Return the result of *act*; None where it refuses, and then nothing was written."""
        before, closed = Tournament.objects.values_list("journal_number", "closed_at").get(pk=self.pk)
        try:
            done = act(**given)
        except TournamentError as error:
            assert str(error) and "%(" not in str(error)
            assert self.journal_number() == before, f"{error.code} wrote a line"
            return None
        if closed:
            assert self.journal_number() == before or act is closing.reopen_tournament, "nothing changes after the end"
        DONE[act.__name__] += 1
        return done

    def one_of(self, rows, place: int):
        found = list(rows.order_by("pk"))
        return found[place % len(found)]

    def table(self, place: int) -> Table:
        """A table of the last partie; sometimes any."""
        tables = Table.objects.filter(round__tournament=self.pk)
        last = tables.order_by("-round__number").values_list("round__number", flat=True)[0]
        return self.one_of(tables if place == 7 else tables.filter(round__number=last), place)

    # --- The door ---------------------------------------------------------------------------------------------------

    def at_the_door(self, pick: Pick) -> None:
        teams = Team.objects.filter(tournament=self.pk)
        team = self.one_of(teams, pick.place)
        what = pick.one_of("register", "leave", "return", "there", "not there", "readmit")
        if what == "leave":
            self.attempt(attendance.withdraw_team, team_id=team.pk, from_round=pick.number, reason=pick.reason, by=None)
        elif what == "return":
            self.attempt(attendance.return_team, team_id=team.pk, by=None)
        elif what == "readmit":
            team = teams.filter(excluded=True).first() or team
            self.attempt(attendance.take_back_exclusion, team_id=team.pk, reason=pick.reason, by=None)
        elif what != "register":
            self.attempt(attendance.set_present, team_id=team.pk, present=what == "there", by=None)
        elif (count := teams.count()) < 9:
            names = [f"Zoé Joueuse {count}", f"Yann Joueur {count}"]
            self.attempt(registration.register_team, tournament_id=self.pk, players=names, present=True, by=None)

    # --- Tables -----------------------------------------------------------------------------------------------------

    def draw(self, pick: Pick) -> None:
        made = self.attempt(rounds.open_next_round, tournament_id=self.pk, by=None, seed=SEED)
        if made is not None and pick.sure:
            self.attempt(draws.publish_draw, draw_id=made.pk, by=None)
        self.seats = self.seats_now()

    def change_the_draw(self, pick: Pick) -> None:
        drawn = Draw.objects.filter(round__tournament=self.pk).latest("pk").pk
        what = pick.one_of("publish", "cancel", "swap", "late", "parties")
        if what == "publish":
            self.attempt(draws.publish_draw, draw_id=drawn, by=None)
        elif what == "cancel":
            self.attempt(draws.cancel_draw, draw_id=drawn, reason=pick.reason, by=None)
        elif what == "swap":
            places = {"first": pick.place + 1, "second": pick.other + 1}
            self.attempt(draws.swap_teams, draw_id=drawn, by=None, confirm=True, **places)
        elif what == "late":
            self.attempt(draws.seat_late_team, draw_id=drawn, team=pick.place + 1, by=None, confirm=True)
        else:
            said = {"parties": pick.number, "reason": pick.reason, "by": None}
            self.attempt(draws.change_parties, tournament_id=self.pk, **said)
        self.seats = self.seats_now()

    # --- Scores -----------------------------------------------------------------------------------------------------

    def take(self, table: Table, key: str, receipt: str) -> None:
        """The same key is always given the same receipt."""
        assert self.received.setdefault((table.pk, key), receipt) == receipt

    def marks(self, table: Table, north: int, *, fewer: int = 0) -> dict:
        """Two totals that the table's sheet may have: with fewer donnes where penalties took some.

        A little other at each table, so that not all teams are equal.
        """
        total = 162 * (terms_of(table).options["limite_donnes"] - fewer)
        north += 2 * table.number - 2
        return {"NS": {"points": min(north, total)}, "EO": {"points": total - min(north, total)}}

    def version_of(self, table: Table) -> int | None:
        """The version that counts there."""
        return table.sheets.filter(counted=True).values_list("version", flat=True).first()

    def hand_in_all_that_is_missing(self, pick: Pick) -> None:
        """Play the usual evening: the paper of every table is typed, read, and settled by the referee if need be."""
        tables = Table.objects.filter(round__tournament=self.pk)
        last = tables.order_by("-round__number").first().round
        for table in last.tables.exclude(sheets__counted=True).order_by("pk"):
            for who in self.people[1:]:
                if self.version_of(table) is None:
                    self.attempt(
                        entry.submit_sheet,
                        table_id=table.pk,
                        key=f"all{table.pk}-{who.pk}-{pick.north}".ljust(20, "t"),
                        kind="totals",
                        marks=self.marks(table, pick.north),
                        reason="the paper",
                        by=who,
                    )
            waiting = table.sheets.filter(counted=False, late=False).order_by("-version").first()
            if waiting is not None:
                key = f"signed{table.pk}-{waiting.pk}".ljust(20, "s")
                self.attempt(entry.read_again, sheet_id=waiting.pk, key=key, by=self.people[0], signed=True)

    def propose(self, pick: Pick) -> None:
        table = self.table(pick.place)
        if table.round.state != "published":
            return
        key = f"{pick.camp}{table.pk}-{pick.key}".ljust(20, "p")
        if (device := self.attempt(phone, table=table, camp=pick.camp)) is None:  # so many are in already
            return
        given = self.attempt(
            proposals.propose_sheet,
            device=device,
            key=key,
            marks=self.marks(table, pick.north),
            sequence=pick.other,
        )
        if given is not None:
            self.take(table, key, given.sheet.receipt)
            assert not (given.late and given.sheet.counted)

    def answer(self, pick: Pick) -> None:
        table = self.table(pick.place)
        if table.round.state != "published":
            return
        if (device := self.attempt(phone, table=table, camp=pick.camp)) is None:
            return
        self.attempt(
            proposals.answer_sheet,
            device=device,
            key=f"a{pick.camp}{table.pk}-{pick.key}".ljust(20, "a"),
            version=pick.number,
            agrees=pick.sure,
        )

    def type_sheet(self, pick: Pick) -> None:
        table = self.table(pick.place)
        key = f"t{table.pk}-{pick.key}".ljust(20, "t")
        given = self.attempt(
            entry.submit_sheet,
            table_id=table.pk,
            key=key,
            kind="totals",
            marks=self.marks(table, pick.north),
            reason=pick.reason,
            by=self.people[pick.who],
            base_version=self.version_of(table) if pick.sure else None,
        )
        if given is not None and given.created:
            self.take(table, key, given.sheet.receipt)

    def forfeit(self, pick: Pick) -> None:
        table = self.table(pick.place)
        version = self.version_of(table)
        self.attempt(
            entry.submit_sheet,
            table_id=table.pk,
            key=f"f{table.pk}-{pick.camp}-{version}".ljust(20, "f"),
            kind="forfeit",
            absent=pick.camp,
            reason=pick.reason,
            by=self.people[pick.who],
            base_version=version,
        )

    def read_again(self, pick: Pick) -> None:
        sheets = ScoreSheet.objects.filter(table__round__tournament=self.pk)
        if not sheets.exists():
            return
        sheet, user = self.one_of(sheets, pick.nth), self.people[pick.who]
        key = f"r{user.pk}-{sheet.pk}".ljust(20, "r")
        self.attempt(entry.read_again, sheet_id=sheet.pk, key=key, by=user, signed=pick.sure)

    # --- The referee ------------------------------------------------------------------------------------------------

    def decide(self, pick: Pick) -> None:
        table = self.table(pick.place)
        last = table.rulings.order_by("-number").values_list("number", flat=True).first() or 0
        said = {
            "table_id": table.pk,
            "seen": last if pick.sure else 0,
            "reason": "seen at the table",
            "article": "ffb:59",
            "by": self.people[2 if pick.who else 0],
        }
        version = self.version_of(table)
        based = said | {"base_version": version}
        team = table.seats.get(camp=pick.camp).team.number
        fault = based | {"team": team, "label": "renonce"}
        what = pick.one_of(
            "keep",
            "correct",
            "cancel",
            "give back",
            "penalty",
            "warning",
            "penalty back",
            "forfeit",
            "exclude",
            "penalty",
        )

        def anew(fewer: int) -> rulings.NewSheet | None:
            """The table's sheet with so many donnes fewer, where one counts."""
            marks = self.marks(table, pick.north, fewer=fewer)
            return rulings.NewSheet(kind="totals", marks=marks) if version else None

        if what == "keep":
            self.attempt(referees.keep_version, version=pick.number, **said)
        elif what == "correct":
            sheet = rulings.NewSheet(kind="totals", marks=self.marks(table, pick.north))
            self.attempt(referees.correct_sheet, sheet=sheet, **based)
        elif what == "cancel":
            self.attempt(referees.cancel_donne, donne=pick.number, sheet=anew(1), **based)
        elif what == "give back":
            self.attempt(referees.give_donne_back, donne=pick.number, sheet=anew(-1), **based)
        elif what == "penalty":
            way = ("instead", "as_donne", "on_top")[pick.other % 3]
            sheet = anew(1) if way != "on_top" else None
            self.attempt(referees.give_penalty, way=way, points=162, sheet=sheet, **fault)
        elif what == "warning":
            self.attempt(referees.give_penalty, way="on_top", points=0, **fault)
        elif what == "penalty back":
            self.attempt(referees.take_penalty_back, penalty=pick.number, sheet=anew(-1), **based)
        elif what == "forfeit":
            self.attempt(referees.give_forfeit, absent=pick.camp, **based)
        else:
            self.attempt(referees.exclude_team, team=team, forfeit=pick.number == 1, **based)

    def put_sheets_right(self, pick: Pick) -> None:
        """The sheets of two tables exchanged; of one with itself, its camps the other way round."""
        table, other = self.table(pick.place), self.table(pick.other)
        said = {"base_version": self.version_of(table) or 1, "by": self.people[pick.who], "reason": "mixed up"}
        said |= {"table_id": table.pk, "key": f"x{table.pk}-{other.pk}-{pick.key}".ljust(20, "x")}
        if table == other and pick.number == 1:
            self.attempt(rulings.withdraw_sheet, **{name: said[name] for name in said if name != "key"})
        elif table == other:
            self.attempt(rulings.swap_camps, **said)
        else:
            self.attempt(rulings.exchange_sheets, other_id=other.pk, other_version=self.version_of(other), **said)

    # --- What is kept beside the scores --------------------------------------------------------------------------------

    def telephone(self, table: Table, pick: Pick) -> TableDevice:
        """One of two telephones of a camp."""
        place = (table.pk, pick.camp, pick.who % 2)
        if place not in self.phones:
            self.phones[place] = phone(table, pick.camp)
        return self.phones[place]

    def keep_the_sheet(self, pick: Pick) -> None:
        """Donnes noted on a telephone in any order, early or late; one sheet taken over; a whole one proposed."""
        table = self.table(pick.place)
        if table.round.state != "published":
            return
        device, line = self.telephone(table, pick), self.journal_number()
        if pick.key == 0:
            self.take_the_other_camps(table, device)
        else:
            donnes = list(range(1, 13 if pick.sure else 1 + pick.number))
            random.Random(pick.nth).shuffle(donnes)
            for number in donnes:
                self.note(device, number, pick)
        assert self.journal_number() == line, "what is noted is no score"
        self.propose_what_is_kept(table, device, pick)

    def note(self, device: TableDevice, number: int, pick: Pick) -> None:
        content = DONNES[pick.nth % 3 if number == pick.number else pick.nth % 2]
        said = (pick.other, f"note-{pick.nth}-{number}".ljust(20, "n"), content)
        given = {"number": number, "sequence": said[0], "key": said[1], "content": content}
        if self.attempt(proposals.note_donne, device=device, **given) is not None:
            known = self.noted.get((device.pk, number), (-1, "", None))
            self.noted[device.pk, number] = max(known, said, key=lambda one: one[:2])

    def take_the_other_camps(self, table: Table, device: TableDevice) -> None:
        other = "EO" if device.camp == "NS" else "NS"
        if self.attempt(proposals.take_over, device=device, camp=other) is None:
            return
        kept = kept_by_camp(table)
        assert donnes_in_order(kept[device.camp]) == donnes_in_order(kept[other])
        for row in device.running.all():
            self.noted[device.pk, row.number] = (row.sequence, row.key, row.content)

    def propose_what_is_kept(self, table: Table, device: TableDevice, pick: Pick) -> None:
        donnes, gap = donnes_in_order(kept_by_camp(table).get(device.camp, {}))
        limit = terms_of(table).options["limite_donnes"]
        if gap is not None or len(donnes) < limit:
            return
        key = f"kept{device.pk}-{pick.key}".ljust(20, "k")
        said = {"key": key, "kind": "donnes", "donnes": donnes[:limit], "sequence": pick.other}
        if given := self.attempt(proposals.propose_sheet, device=device, **said):
            self.take(table, key, given.sheet.receipt)
            DONE["a sheet kept on a telephone"] += 1

    def take_a_photo(self, pick: Pick) -> None:
        table, version = self.table(pick.place), pick.number if pick.sure else None
        if table.round.state != "published":
            return
        device = self.telephone(table, pick) if pick.key else None
        given = self.attempt(
            photos.add_photo,
            table_id=table.pk,
            data=PICTURES[pick.nth % 3],
            version=version,
            device=device,
            by=None if device else self.people[pick.who],
        )
        if given is None:
            return
        photo, created = given
        if version is not None:
            assert photo.sheet.version == version
        elif photo.sheet is None:
            assert not created or not table.sheets.exists(), "it waits for the first score"
        shown = (photo.sheet_id, photo.digest, photo.camp)
        assert created == (photo.pk not in self.photos)
        assert self.photos.setdefault(photo.pk, shown) == shown

    # --- What a correction moves, said before it is recorded -----------------------------------------------------------

    def correct_and_see(self, pick: Pick) -> None:
        """A correction as the pages make it: looked at first, then recorded, its later draw kept or made again."""
        if pick.sure:
            self.hand_in_all_that_is_missing(pick)
            self.draw(pick)
        act = self.correction(pick)
        line, was = self.journal_number(), standing(self.tournament)
        try:
            before, after = dry_run(self.pk, act)
        except TournamentError as refused:
            assert self.journal_number() == line
            with pytest.raises(type(refused)):
                act()
            return
        assert self.journal_number() == line, "of the rehearsal nothing stays"
        shown = effects_of(before, after)
        again = shown.redraw if pick.other % 2 else None
        given = {"tournament_id": self.pk, "act": act, "effects": shown, "by": None, "reason": "seen"}
        if again is not None:
            old = Draw.objects.get(pk=again.draw_id)
            assert self.attempt(corrections.record_confirmed, draws=corrections.REDRAW, **given) is not None
            self.seats = self.seats_now()
        else:
            assert self.attempt(corrections.record_confirmed, draws=corrections.KEEP, **given) is not None
            assert effects_of(before, evening(self.pk)) == shown
        self.ranks_moved_as_shown(shown, was, standing(self.tournament))
        if again is not None:
            self.drawn_again_as_shown(again, old)

    def correction(self, pick: Pick) -> Callable[[], object]:
        """Something that changes the score of a table."""
        table = self.table(pick.place)
        if pick.place >= 2:  # of an earlier partie, where later ones may hang on it
            table = self.one_of(Table.objects.filter(round__tournament=self.pk), pick.nth)
        version, key = self.version_of(table), f"c{table.pk}-{pick.nth}-{pick.key}".ljust(20, "c")
        told = {"reason": "misread", "by": self.people[2], "base_version": version}
        what = ("totals", "forfeit", "ruled", "penalty")[pick.key]
        if what == "totals":
            marks = self.marks(table, pick.north)
            return functools.partial(entry.submit_sheet, table_id=table.pk, key=key, kind="totals", marks=marks, **told)
        if what == "forfeit":
            return functools.partial(
                entry.submit_sheet, table_id=table.pk, key=key, kind="forfeit", absent=pick.camp, **told
            )
        told |= {"table_id": table.pk, "seen": table.rulings.count()}
        if what == "ruled":
            sheet = rulings.NewSheet(kind="totals", marks=self.marks(table, pick.north))
            return functools.partial(referees.correct_sheet, sheet=sheet, **told)
        team = table.seats.get(camp=pick.camp).team.number
        fault = {"team": team, "label": "renonce", "way": "on_top", "points": 162}
        return functools.partial(referees.give_penalty, **fault, **told)

    def ranks_moved_as_shown(self, shown: Effects, was, now) -> None:
        if not was.after_round == now.after_round == shown.after_round:
            return
        ranks = {row.number: row.rank for row in was.rows}, {row.number: row.rank for row in now.rows}
        moved = {team: (ranks[0].get(team), ranks[1].get(team)) for team in ranks[0].keys() | ranks[1].keys()}
        moved = {team: pair for team, pair in moved.items() if pair[0] != pair[1]}
        assert {move.number: (move.was, move.now) for move in shown.moves} == moved
        points = {row.number: row.points for row in now.rows}
        assert all(move.points_now == points[move.number] for move in shown.points if move.now is not None)
        changed = {row.number for row in was.rows if row.points != points.get(row.number)}
        assert changed <= {move.number for move in shown.points}
        DONE["ranks moved"] += bool(moved)

    def drawn_again_as_shown(self, shown: DrawEffect, old: Draw) -> None:
        """From the results as they are now: the tables that were shown are others, and no other table is.

        Between teams that are equal the lot falls anew when the draw is made again, so of that one only the cost is as
        shown; what was shown has the lot as it fell.
        """
        new = self.attempt(rounds.open_next_round, tournament_id=self.pk, by=None, seed=SEED)
        self.seats = self.seats_now()
        if new is None or not shown.compared or drawn_from(new) != drawn_from(old):
            return
        entrants = new.minutes["entrants"]
        same_lot = tirages.with_entrants(old.minutes, entrants)
        tables = tables_drawn(old) | {table.number: teams_said(table.now) for table in shown.tables}
        tables = {number: teams for number, teams in tables.items() if teams}
        assert tables == {
            table["table"]: {team for camp in table["camps"] for team in camp} for table in same_lot["tables"]
        }
        assert list(shown.exempt_now) == same_lot["exempt"]
        if same_lot["exempt"] == new.minutes["exempt"]:
            points = {entrant["number"]: entrant["points"] for entrant in entrants}
            gaps = (abs(points[first] - points[second]) for first, second in tables.values())
            assert sum(gaps) == new.minutes["cost"]["points"]
        DONE["drawn again"] += bool(shown.tables)

    # --- The clock --------------------------------------------------------------------------------------------------

    def at_the_clock(self, pick: Pick) -> None:
        table = self.table(pick.place)
        here = {"tournament_id": self.pk, "number": table.round.number, "by": None}
        what = pick.one_of("start", "stop", "cutoff", "no cutoff", "played")
        if what == "start":
            self.attempt(clock.start_clock, **here)
        elif what == "stop":
            self.attempt(clock.stop_clock, **here)
        elif what == "cutoff":
            self.attempt(clock.impose_cutoff, donnes=1 + pick.sure, **here)
        elif what == "no cutoff":
            self.attempt(scored_clock.take_back_cutoff, **here)
        else:
            self.attempt(scored_clock.record_cutoff_after, table_id=table.pk, donnes=9 + pick.number)

    # --- The end ----------------------------------------------------------------------------------------------------

    def close_or_reopen(self, pick: Pick) -> None:
        said = {"tournament_id": self.pk, "by": None, "reason": pick.reason}
        if Tournament.objects.filter(pk=self.pk, closed_at__isnull=False).exists() and pick.sure:
            self.attempt(closing.reopen_tournament, **said)
            if pick.other % 2:
                return
        elif pick.sure:
            self.hand_in_all_that_is_missing(pick)
        self.attempt(closing.close_tournament, **said)

    @rule(move=st.sampled_from([name for name, often in MOVES.items() for _ in range(often)]), pick=PICKS)
    def move(self, move: str, pick: Pick) -> None:
        needs_tables = move not in ("at_the_door", "draw", "change_the_draw", "close_or_reopen", "read_again")
        if needs_tables and not Table.objects.filter(round__tournament=self.pk).exists():
            move = "draw"
        before = rows_written()
        getattr(self, move)(pick)
        self.written = before is None or rows_written() != before

    # --- What holds -------------------------------------------------------------------------------------------------

    @law
    def each_table_has_one_score_and_no_late_one(self):
        by_table = defaultdict(list)
        sheets = ScoreSheet.objects.filter(table__round__tournament=self.pk).order_by("version")
        for sheet in sheets.prefetch_related("marks"):
            by_table[sheet.table_id].append(sheet)
            marks = sorted((mark.camp, mark.points, mark.belotes, mark.capots) for mark in sheet.marks.all())
            said = (sheet.table_id, sheet.version, sheet.key, sheet.receipt, sheet.content, marks)
            assert self.versions.setdefault(sheet.pk, said) == said, "a version never changes"
        assert sum(map(len, by_table.values())) == len(self.versions), "and never goes"
        for versions in by_table.values():
            assert [sheet.version for sheet in versions] == list(range(1, len(versions) + 1))
            counted = [sheet for sheet in versions if sheet.counted]
            assert len(counted) <= 1
            assert not any(sheet.late or sheet.state not in ("validated", "ruled") for sheet in counted)
            waiting = [sheet for sheet in versions if sheet.state in ("proposed", "confirmed") and not sheet.late]
            assert len(waiting) <= 1, "what contradicts is disputed"
            if counted:
                assert not waiting and not any(s.state == "disputed" and not s.late for s in versions), "settled"

    @law
    def a_sheet_goes_only_where_the_lifecycle_leads(self):
        by_table = defaultdict(list)
        for sheet in ScoreSheet.objects.filter(table__round__tournament=self.pk):
            by_table[sheet.table_id].append(sheet)
        for table in by_table.keys() | self.stood.keys():
            reached, left = set(), [self.stood.get(table, "empty")]
            while left:
                reached.add(state := left.pop())
                left += [after for before, after in STEPS[table] if before == state and after not in reached]
            assert (now := state_of(by_table[table])) in reached, (table, self.stood.get(table), STEPS[table])
            self.stood[table] = now
        STEPS.clear()

    @law
    def what_was_acknowledged_is_there(self):
        known = set(
            ScoreSheet.objects.filter(table__round__tournament=self.pk).values_list("table_id", "key", "receipt")
        )
        readings = Reading.objects.filter(sheet__table__round__tournament=self.pk)
        known |= set(readings.values_list("sheet__table_id", "key", "sheet__receipt"))
        assert {(table, key, receipt) for (table, key), receipt in self.received.items()} <= known

    def seats_now(self) -> dict[int, tuple]:
        rows = Seat.objects.filter(round__tournament=self.pk).values_list(
            "pk", "round__number", "team__number", "table", "camp"
        )
        return {row[0]: row[1:] for row in rows}

    @law
    def each_team_sits_once_and_nobody_is_moved(self):
        now = self.seats_now()
        assert now == self.seats, "only the acts of the draw move anybody"
        places = [(number, team) for number, team, _table, _camp in now.values()]
        assert len(places) == len(set(places))
        camps = defaultdict(list)
        for _number, _team, table, camp in now.values():
            if table is not None:
                camps[table].append(camp)
        assert all(sorted(found) == ["EO", "NS"] for found in camps.values())

    def teardown(self):
        if hasattr(self, "tournament"):
            outcome = check(Tournament.objects.get(pk=self.pk))
            assert (outcome.whole, outcome.unsealed) == (True, 0), outcome.differences

    @law
    def the_journal_is_whole(self):
        tournament = Tournament.objects.get(pk=self.pk)
        lines = list(JournalEntry.objects.filter(tournament=tournament, number__gt=self.read).order_by("number"))
        previous = self.last_hash
        for line in lines:
            self.read += 1
            assert (line.number, line.previous) == (self.read, previous)
            previous = journal.entry_hash(line)
            assert line.hash == previous
        self.last_hash = previous
        assert (tournament.journal_number, tournament.journal_hash) == (self.read, previous)

    @law
    def the_standing_is_the_sum_of_what_counts(self):
        """Every team's points, added up here a second time from the rows of the database alone."""
        policy = {"half": TOTAL // 2, "zero": 0, "flat": 500}[self.tournament.exempt_policy]
        counted = ScoreSheet.objects.filter(table__round__tournament=self.pk, counted=True)
        last = max(counted.values_list("table__round__number", flat=True), default=0)
        marks = dict(
            ((table, camp), points)
            for table, camp, points in Mark.objects.filter(sheet__in=counted).values_list(
                "sheet__table_id", "camp", "points"
            )
        )
        credited = defaultdict(int)
        for table, camp, points in Penalty.objects.filter(
            table__round__tournament=self.pk, cancelled_at=None
        ).values_list("table_id", "to_camp", "points"):
            credited[table, camp] += points
        points = defaultdict(int)
        published = set(Round.objects.filter(tournament=self.pk, state="published").values_list("number", flat=True))
        for number, team, table, camp in self.seats.values():
            if number not in published or number > last:
                continue
            if table is None:
                points[team] += policy
            elif (table, camp) in marks:
                points[team] += marks[table, camp] + credited[table, camp]
        found = standing(Tournament.objects.get(pk=self.pk))
        assert found.after_round == last
        assert {row.number: row.points for row in found.rows if row.points} == {t: p for t, p in points.items() if p}
        assert [row.rank for row in found.rows] == sorted(row.rank for row in found.rows)
        if found.final:
            assert not found.missing

    @law
    def every_decision_and_every_palmares_is_numbered_and_says_why(self):
        for table in Table.objects.filter(round__tournament=self.pk, rulings__isnull=False).distinct():
            given = list(table.rulings.order_by("number"))
            assert [one.number for one in given] == list(range(1, len(given) + 1))
            assert all(one.reason for one in given)
        published = list(Palmares.objects.filter(tournament=self.pk).order_by("number"))
        assert [one.number for one in published] == list(range(1, len(published) + 1))
        assert all(one.reason for one in published[1:]), "why it replaces the one before"
        said = [(one.reason, one.rows, one.journal_number) for one in published]
        assert said[: len(self.palmares)] == self.palmares, "what was published stays as it was"
        DONE["a second palmarès"] += len(said) > max(len(self.palmares), 1)
        self.palmares = said
        if Tournament.objects.filter(pk=self.pk, closed_at__isnull=False).exists():
            results = evening(self.pk)
            rows = [[row.rank, row.number, row.points] for row in results.computed(results.last).rows]
            assert [row[:3] for row in published[-1].rows] == rows

    @law
    def a_telephone_keeps_what_it_said_last(self):
        kept = RunningDonne.objects.filter(device__access__table__round__tournament=self.pk)
        found = {(row.device_id, row.number): (row.sequence, row.key, row.content) for row in kept}
        seated = set(Table.objects.filter(round__tournament=self.pk).values_list("pk", flat=True))
        self.phones = {place: device for place, device in self.phones.items() if place[0] in seated}
        there = {device.pk for device in self.phones.values()}
        self.noted = {place: said for place, said in self.noted.items() if place[0] in there}
        assert found == self.noted

    @law
    def a_photo_stays_with_its_version(self):
        """Let one that came before any score wait for the first one of its table, and stay with that."""
        photos = Photo.objects.filter(table__round__tournament=self.pk).select_related("sheet")
        found = {photo.pk: photo for photo in photos}
        for key, (sheet, *same) in self.photos.items():
            if sheet is None and (first := found[key].sheet) is not None:
                assert first.table_id == found[key].table_id
                self.photos[key] = (first.pk, *same)
                DONE["a photo before its score"] += 1
        assert {key: (photo.sheet_id, photo.digest, photo.camp) for key, photo in found.items()} == self.photos
        assert not photos.filter(sheet=None, table__sheets__isnull=False).exists()

    @law
    def a_partie_that_is_not_seated_has_no_clock(self):
        for round_ in Round.objects.filter(tournament=self.pk).exclude(state="published"):
            assert (round_.started_at, round_.cutoff_donnes, round_.published_at) == (None, None, None)


def drawn_from(draw: Draw) -> tuple:
    """Return the facts that a tirage is made from, the ranking apart."""
    told = draw.minutes
    entrants = [{**one, "wins": 0, "points": 0} for one in told["entrants"]]
    return told["method"], told["seed"], told["options"], entrants


def tables_drawn(draw: Draw) -> dict[int, set[int]]:
    return {number: {team for camp in camps for team in camp} for number, camps in drawn_tables(draw)}


def teams_said(text: str) -> set[int]:
    """The teams of a table as an effect names them: "3 – 7"."""
    return {int(team) for team in text.split(" – ")} if text else set()


TURNS = 12
# Two turns that see, together, all that must be reached: with them first the others are seldom needed.
RICH_TURNS = (2, 10)
PARTS = 8 if TORTURE else 1  # so that every worker has some of it


def run(machine: type, runs: int, *, steps: int, phases: list[Phase]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=runs,
            stateful_step_count=steps,
            phases=phases,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_a_few_acts_in_any_order(monkeypatch):
    watch(monkeypatch)
    run(seed(RICH_TURNS[0])(Evening), 2, steps=30, phases=[Phase.generate])


@pytest.mark.engine
@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
def test_any_act_in_any_order(monkeypatch, record_property, part):
    watch(monkeypatch)
    reached = ("a sheet kept on a telephone", "add_photo", "ranks moved", "drawn again", "a second palmarès")
    # The same evenings each time, and as many as it takes to see each of these; which ones, hangs on the seed.
    known = sorted(range(TURNS), key=lambda turn: turn not in RICH_TURNS)
    if TORTURE:
        known = known[: len(RICH_TURNS)] if part == 0 else []
    for number in known:
        run(seed(number)(Evening), 8, steps=30, phases=[Phase.generate])
        record_property("runs of 30 acts in any order", 8)
        if not TORTURE and all(DONE[what] for what in reached):
            return
    if TORTURE:
        # Other evenings each time: two thousand in all on both engines.
        runs = tries(8, 245, hosted=5)
        run(Evening, runs, steps=50, phases=[Phase.generate, Phase.shrink])
        record_property("runs of 50 acts in any order", runs)
    if part == 0 and not all(DONE[what] for what in reached):
        pytest.fail(f"never reached: {[what for what in reached if not DONE[what]]}; {DONE}")
