"""Questions about scores on their way: what a telephone shows of its table, what waits at the table de marque."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules import Feuille, feuille
from scoring.access.models import TableDevice
from scoring.access.services import ALIVE
from scoring.clock.selectors import ClockState
from scoring.phones.services import RunningSheet, cutoff_of, kept_by_camp, running_sheets
from scoring.ranking import winner_of
from scoring.sheets.models import RunningDonne, ScoreSheet
from scoring.sheets.selectors import SeatedCamp, points_of, sides_of
from scoring.sheets.shown import donne_lines, donnes_of
from scoring.sheets.terms import SheetTerms, terms_of
from tournament.concours.models import Tournament
from tournament.people.naming import Audience
from tournament.prepared import prepared
from tournament.rounds.models import Round, Seat, Table

MAX_LIMIT = 200


@dataclass(frozen=True)
class PhonePage:
    """Represent what a telephone shows: its camp `us`, the `others`, the score that counts and those that wait.

    `state` is "none", "ours" (our proposal waits for them), "theirs" (theirs, or what the table de marque typed, waits
    for us), "agreed", "typed" (it waits for the table de marque), "disputed" or "counted". `running` are the sheets
    being kept by camp, `noted` how many donnes ours had when the last ones were announced. `missing` are those of whom
    we said that they are not here; `taken_off` is the last score that counted, where it was taken off since.
    """

    tournament: Tournament
    table: Table
    camp: str
    us: SeatedCamp
    others: list[SeatedCamp]
    state: str
    shown: ScoreSheet | None
    waiting: list[ScoreSheet]
    taken_off: ScoreSheet | None
    phones: int
    over: bool
    feuille: Feuille
    terms: SheetTerms
    face: ClockState | None
    running: dict[str, RunningSheet]
    noted: int | None
    missing: list[SeatedCamp]

    @property
    def them(self) -> SeatedCamp:
        """Return the camp across the table; the first of the others where everybody plays for himself."""
        return self.others[0]

    @property
    def camps(self) -> list[str]:
        """Return the camps of the table, ours first."""
        return [self.camp, *(side.camp for side in self.others)]

    @property
    def shown_donnes(self) -> RunningSheet | None:
        """Return the version to look at, donne by donne if it was entered so; a camp confirms the version that it sees."""
        if self.shown is None or self.shown.kind != "donnes":
            return None
        content = self.shown.content
        return RunningSheet(self.shown.camp, donnes_of(content), lines=donne_lines(content))

    @property
    def pair(self) -> bool:
        """Return whether two camps play each other."""
        return len(self.others) == 1

    @property
    def words(self) -> dict[str, object]:
        """Return the word for each camp as this telephone's player says it."""
        if self.pair:
            return {self.camp: _("Us"), self.them.camp: _("Them")}
        return {self.camp: _("Me"), **{side.camp: side.title for side in self.others}}

    @property
    def figures(self) -> str:
        """Return the points of the version shown, from our side."""
        return self._figures(self.shown) if self.shown else ""

    @property
    def ends_at(self) -> Mapping[str, int]:
        """Return the points of the version shown, else those of our own sheet where it is over; empty before."""
        return points_of(self.shown) if self.shown else dict(self.ours.total) if self.ours.over else {}

    @property
    def level(self) -> bool:
        """Return whether two camps end the partie with nobody ahead: by the points, what penalties give and the rule."""
        if self.shown and self.shown.kind == "forfeit":
            return False  # though it may bring no points
        ruled = self.shown.winner if self.shown else self.ours.winner
        return self.pair and bool(self.ends_at) and not winner_of(self.ends_at, self.terms.credited, ruled)

    @property
    def with_penalties(self) -> str:
        """Return the points of the version shown and what penalties credit, from our side; "" where none stands."""
        if not (self.shown and self.pair and any(self.terms.credited.values())):
            return ""
        points = points_of(self.shown)
        return " – ".join(str(points.get(camp, 0) + self.terms.credited.get(camp, 0)) for camp in self.camps)

    @property
    def gone_figures(self) -> str:
        """Return the points of the score that was taken off, from our side; "" where none was."""
        return self._figures(self.taken_off) if self.taken_off else ""

    @property
    def proposals(self) -> list[tuple[str, str]]:
        """Return every score that waits: (its camp, the points from our side)."""
        return [(one.camp, self._figures(one)) for one in self.waiting]

    @property
    def proposer(self) -> SeatedCamp | None:
        """Return who proposes the version shown; None for the table de marque."""
        return next((side for side in [self.us, *self.others] if self.shown and side.camp == self.shown.camp), None)

    @property
    def ours(self) -> RunningSheet:
        """Return the sheet that our camp keeps, empty where it keeps none."""
        return self.running.get(self.camp) or RunningSheet(self.camp, [])

    @property
    def theirs(self) -> list[tuple[SeatedCamp, RunningSheet]]:
        """Return the sheets that the others keep."""
        return [(side, self.running[side.camp]) for side in self.others if side.camp in self.running]

    @property
    def limit(self) -> int | None:
        """Return how many donnes (or manches) the sheet will have, where that is known."""
        if self.feuille.by_manches:
            return len(self.feuille.manches)
        if cut := cutoff_of(self.terms):
            return min(cut["apres_donne"] + cut["donnes_restantes"], self.feuille.limit or MAX_LIMIT)
        return self.feuille.limit

    @property
    def most(self) -> int | None:
        """Return the highest donne that a telephone may note without Wi-Fi; None where only points end the partie."""
        if self.ours.over or self.limit is None:
            return self.ours.done if self.ours.over else None
        # Passed donnes count for no limit, and equal totals after the last ones ask for one more.
        return max(self.ours.open_until, self.limit + sum(bool(donne.get("passe")) for donne in self.ours.donnes))

    @property
    def asks_cutoff(self) -> bool:
        """Return whether this table must still say how many donnes were finished when the last ones were announced."""
        return self.terms.cutoff is not None and self.state != "counted" and not self.over

    @property
    def may_propose(self) -> bool:
        """Return whether our running sheet says something that does not wait already."""
        if self.state in ("counted", "agreed") or not self.ours.done or self.ours.error:
            return False
        return self.state == "disputed" or dict(self.ours.total) not in map(points_of, self.waiting)

    def total(self, sheet: RunningSheet) -> list[tuple[object, int]]:
        """Return the running total of *sheet*, ours first: (word, points)."""
        return [(word, sheet.total.get(camp, 0)) for camp, word in self.words.items()]

    def _figures(self, sheet: ScoreSheet) -> str:
        points = points_of(sheet)
        if self.pair:
            shown = " – ".join(str(points.get(camp, 0)) for camp in self.camps)
            if not sheet.winner:
                return shown
            return _("%(figures)s, winner: %(camp)s") % {"figures": shown, "camp": str(self.words[sheet.winner])}
        figures = {camp: str(points.get(camp, 0)).replace("-", "−") for camp in self.camps}
        return " · ".join(f"{word} {figures[camp]}" for camp, word in self.words.items())


@prepared
def _tables(access: int) -> QuerySet[Table]:
    return Table.objects.select_related("round__tournament").filter(access=access)


@prepared
def _versions(table: int) -> QuerySet[ScoreSheet]:
    versions = ScoreSheet.objects.filter(table=table, late=False).order_by("version")
    return versions.select_related("by").prefetch_related("marks", "readings")


@prepared
def _missing_camps(table: int) -> QuerySet[Seat, str]:
    return Seat.objects.filter(table=table, missing_at__isnull=False).values_list("camp", flat=True)


def phone_page(device: TableDevice, *, now: datetime.datetime) -> PhonePage:
    """Return what *device* may see: its own table and nothing else. A constant number of queries."""
    table = _tables.get(access=device.access_id)
    tournament = table.round.tournament
    sides = sides_of(table, Audience.NAMED)
    versions = _versions(table=table.pk)
    for sheet in versions:
        sheet.table = table
    counted = next((sheet for sheet in versions if sheet.counted), None)
    taken_off = versions[-1] if versions and versions[-1].state == "withdrawn" else None
    waiting = [sheet for sheet in versions if sheet.is_open]
    shown = counted or (waiting[-1] if waiting else None)
    later = Round.objects.filter(tournament=tournament, state="published", number__gt=table.round.number)
    terms = terms_of(table)
    kept = kept_by_camp(table)
    missing = set(_missing_camps(table=table.pk)) - {device.camp}
    return PhonePage(
        tournament=tournament,
        table=table,
        camp=device.camp,
        us=sides[device.camp],
        others=[side for camp, side in sides.items() if camp != device.camp],
        state=_phone_state(tournament, device, counted, waiting, set(sides)),
        shown=shown,
        taken_off=taken_off,
        waiting=waiting,
        phones=TableDevice.objects.filter(access=device.access_id, seen_at__gte=now - ALIVE).count(),
        over=later.exists() or tournament.closed_at is not None,
        feuille=feuille(terms.ruleset, terms.options, players=len(sides)),
        terms=terms,
        face=_face(tournament, table, counted),
        running=running_sheets(kept, terms, list(sides)),
        noted=_noted(kept.get(device.camp, {}).values(), table.round.cutoff_at),
        missing=[side for side in sides.values() if side.camp in missing],
    )


def _face(tournament: Tournament, table: Table, counted: ScoreSheet | None) -> ClockState | None:
    """Return the clock while the table plays."""
    round_ = table.round
    if counted is not None or tournament.closed_at or (round_.started_at is None and round_.cutoff_donnes is None):
        return None
    return ClockState(tournament, round_)


def _noted(rows: Iterable[RunningDonne], announced: datetime.datetime | None) -> int | None:
    """Return how many donnes were kept when the last ones were announced; None where that is not known."""
    if announced is None:
        return None
    return max((row.number for row in rows if row.content is not None and row.at <= announced), default=None)


def _phone_state(
    tournament: Tournament,
    device: TableDevice,
    counted: ScoreSheet | None,
    waiting: list[ScoreSheet],
    seated: set[str],
) -> str:
    if counted is not None:
        return "counted"
    if not waiting:
        return "none"
    if any(sheet.state == "disputed" for sheet in waiting):
        return "disputed"
    last = waiting[-1]
    if last.endorsing_camps >= seated:
        return "agreed"
    if device.camp in last.endorsing_camps:
        return "ours"
    return "theirs" if last.camp or tournament.counts_when == "both_camps" else "typed"
