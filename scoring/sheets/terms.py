"""Under what terms the sheet of one table is read: the règlement, less what penalties take, and the last donnes
imposed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.utils.translation import get_language, gettext as _

from rules import (
    CAMPS,
    MOST_DONNES,
    TotalsCheck,
    Winners,
    check_totals,
    find_rule_set,
    is_int,
    limit_of_points,
    winners_of,
)
from scoring.sheets.models import Penalty, Ruling
from tournament.concours.models import Tournament
from tournament.rounds.models import Round, Table

# Ways of a penalty that take the place of a donne: the sheet has one fewer.
TAKING = ("instead", "as_donne")
# Rulings that take a donne off the sheet without anything in its place, and that give it back.
CANCELLED, GIVEN_BACK = "cancel_donne", "donne_back"
# The length that one table has of its own, beside what was decided there.
OWN_LENGTH = "length"


class TableTotals(NamedTuple):
    """Represent what a sheet of totals says of each camp; belotes and capots are None where nobody counted them."""

    points: Mapping[str, int]
    belotes: Mapping[str, int] | None
    capots: Mapping[str, int] | None


@dataclass(frozen=True, kw_only=True)
class SheetTerms:
    """Represent what a table's sheet is read under.

    `options` are those of the concours, the limit of donnes lowered by the `taken` ones: those that penalties stand
    for, and the `cancelled` ones that nothing stands for. `credited` is what penalties give each camp beside the sheet.
    `own` is what ends the partie of this table alone, among the options: a longer final.
    `cutoff` are the last donnes that the organiser imposed on the partie, None where none were, `cutoff_after` how many
    this table had played then, where known.
    """

    ruleset: str
    options: Mapping[str, object]
    taken: int = 0
    cancelled: int = 0
    credited: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int | None] = field(default_factory=dict)
    cutoff: int | None = None
    cutoff_after: int | None = None

    @property
    def donnes(self) -> range | None:
        """Return how many counted donnes the sheet may have where the last ones were imposed; None: as the options say.

        Donnes that nobody wrote down are possible up to the limit; a tie at the end is played on, one donne at a time.
        """
        if self.cutoff is None:
            return None
        limit = self._most_donnes
        least = self.cutoff if self.cutoff_after is None else max(self.cutoff_after - self.taken, 0) + self.cutoff
        most = limit if self.cutoff_after is None else min(least, limit)
        return range(min(least, limit), most + 1)

    @property
    def _most_donnes(self) -> int:
        limit = self.options.get("limite_donnes")
        return limit if is_int(limit) else MOST_DONNES

    @property
    def limit_points(self) -> int | None:
        """Return the points that end the partie; None where there are none to reach."""
        return limit_of_points(self.ruleset, self.options)

    @property
    def apart(self) -> bool:
        """Return whether penalties credit one camp more, so that equal totals on the sheet are no tie."""
        return self.credited.get(CAMPS[0], 0) != self.credited.get(CAMPS[1], 0)

    def ended_by_penalty(self, totals: Mapping[str, int]) -> bool:
        """Return whether what penalties credit brings a camp to the points that end the partie."""
        limit = self.limit_points
        reached = [totals[camp] + self.credited.get(camp, 0) for camp in totals]
        return limit is not None and bool(self.credited) and max(reached) >= limit > max(totals.values())

    def control(self, totals: TableTotals) -> TotalsCheck:
        """Return what the règlement says of both totals of the sheet, penalties left out, under these terms.

        A partie that a penalty ended need not have reached its points on the sheet; equal totals after the last donnes
        stand, and are not played on, where penalties made the difference.
        """
        points, belotes, capots = totals
        check_under = partial(check_totals, ruleset=self.ruleset, totals=points, belotes=belotes, capots=capots)
        check = check_under(options=self.options, donnes=self.donnes, nulle=self.apart)
        if check.code == "litige_perdu" and self.options.get("litige_derniere_donne") == "garde":
            # Where the last litige is kept, only several in a row at the very end lose points: a slip is likelier, so
            # that a reason in words is asked for instead of a tick.
            code = "totaux_impossibles" if sum(points.values()) in check.expected else "somme_impossible"
            cause = "" if check.cause == check.code else check.cause
            return replace(check, ok=False, doubtful=False, code=code, cause=cause)
        if check.ok or not self.ended_by_penalty(points):
            return check
        if "limite_points" not in find_rule_set(self.ruleset).options:
            return TotalsCheck(True) if check.code == "non_terminee" else check
        endless = {**self.options, "limite_points": None}
        return check_under(options=endless, donnes=range(1, self._most_donnes + 1), nulle=True)

    def winners(self, totals: TableTotals) -> Winners:
        """Return who may have won with both totals of the sheet; nothing where a penalty ended the partie."""
        if self.ended_by_penalty(totals.points):
            return Winners()
        points, belotes, capots = totals
        rules: dict[str, Any] = {"ruleset": self.ruleset, "options": self.options}
        return winners_of(**rules, totals=points, belotes=belotes, capots=capots, donnes=self.donnes)

    def message(self, check: TotalsCheck, totals: TableTotals) -> str:
        """Return the sentence of *check*, and the slip that these terms alone explain: a penalty in the totals, or one
        that took the place of a donne and was not given.
        """
        message = check.message(get_language() or "fr")
        if check.ok and not check.doubtful:
            return message
        credited = [camp for camp in CAMPS if self.credited.get(camp) and not check.ok]
        for counted in product((True, False), repeat=len(credited)):
            inside = {camp: self.credited[camp] for camp, there in zip(credited, counted, strict=True) if there}
            without = {camp: totals.points[camp] - inside.get(camp, 0) for camp in CAMPS}
            if not inside or min(without.values()) < 0:
                continue
            likely = self.control(totals._replace(points=without))
            if likely.ok and not likely.doubtful:
                text = _(
                    "Was the penalty counted in? The sheet without it is %(NS)s–%(EO)s: "
                    "the program adds the penalty itself."
                )
                return f"{message} {text % without}"
        return f"{message} {penalty_instead()}" if self._one_donne_less(totals) else message

    def _one_donne_less(self, totals: TableTotals) -> bool:
        """Return whether *totals* would be those of a sheet with one donne fewer."""
        limit = self.options.get("limite_donnes")
        if not is_int(limit) or limit < 2 or self.donnes is not None:
            return False
        fewer = replace(self, options={**self.options, "limite_donnes": limit - 1}).control(totals)
        return fewer.ok and not fewer.doubtful

    def coupure(self, donnes: Sequence[object]) -> dict[str, int] | None:
        """Return the last donnes imposed as a sheet of *donnes* states them; None where it is not known when."""
        if self.cutoff is None or not self.cutoff_after:
            return None
        due = max(self.cutoff_after - self.taken, 1)
        played = [number for number, donne in enumerate(donnes, start=1) if not _is_passed(donne)]
        return {"apres_donne": played[due - 1] if len(played) >= due else due, "donnes_restantes": self.cutoff}

    def agrees(self, coupure: Mapping[str, object], donnes: Sequence[object]) -> bool:
        """Return whether the *coupure* that a sheet states is the one announced; anything is, where none was."""
        if self.cutoff is None:
            return True
        after = coupure.get("apres_donne")
        if coupure.get("donnes_restantes") != self.cutoff or not is_int(after):
            return False
        if self.cutoff_after is None:
            return True
        played = sum(not _is_passed(donne) for donne in donnes[:after])
        return self.cutoff_after in (played, after) or self.cutoff_after - self.taken <= played <= self.cutoff_after


def penalty_instead() -> str:
    """State where the penalty is given that explains why a sheet has one donne fewer than the partie."""
    return _("Does a penalty stand for a donne? The referee gives it first, on the page “Referee”.")


def _is_passed(donne: object) -> bool:
    return isinstance(donne, Mapping) and bool(donne.get("passe"))


def has_decided_terms() -> Q:
    """Return the condition that something was decided at a table which changes the terms of its sheet."""
    stand = Penalty.objects.filter(table=OuterRef("pk"), cancelled_at=None)
    decided = Ruling.objects.filter(table=OuterRef("pk"), kind__in=(CANCELLED, GIVEN_BACK))
    return Q(Exists(stand)) | Q(Exists(decided))


def terms_of(table: Table) -> SheetTerms:
    """Return the terms of *table*, its partie and concours at hand; one query."""
    return _terms(table, _decisions(table=table).get(table.pk, []))


def known_terms(table: Table) -> SheetTerms:
    """Return the terms of a *table* that was read with its `decided_terms`; no query where nothing was decided there."""
    return terms_of(table) if vars(table)["decided_terms"] else undecided_terms(table)


def terms_by_table(round_: Round) -> dict[int, SheetTerms]:
    """Return the terms of the tables of *round_* by number, where they are not simply those of the concours.

    One query, or three.
    """
    own = Table.objects.filter(round=round_).exclude(limits={}).order_by()
    lengths = own.values_list("pk", Value(OWN_LENGTH), Value(""), Value(0))
    decisions = _decisions(lengths, table__round=round_)
    if not decisions and round_.cutoff_donnes is None:
        return {}
    tables = round_.tables.select_related("round__tournament")
    if round_.cutoff_donnes is None:
        tables = tables.filter(pk__in=decisions)
    return {table.number: _terms(table, decisions.get(table.pk, [])) for table in tables}


def _decisions(*more: QuerySet[Any, Any], **where: object) -> dict[int, list[tuple[str, str, int]]]:
    """Return by table what was decided there, and *more* such rows; one query.

    A row is (way of a penalty or kind of a ruling, camp, points).
    """
    stand = Penalty.objects.filter(cancelled_at=None, **where).order_by()
    rulings = Ruling.objects.filter(kind__in=(CANCELLED, GIVEN_BACK), **where).order_by()
    rows = stand.values_list("table", "way", "to_camp", "points")
    decisions: dict[int, list[tuple[str, str, int]]] = {}
    for table, way, camp, points in rows.union(
        rulings.values_list("table", "kind", Value(""), Value(0)), *more, all=True
    ):
        decisions.setdefault(table, []).append((way, camp, points))
    return decisions


def undecided_terms(table: Table) -> SheetTerms:
    """Return the terms of *table* as if nothing were decided there; asks the database nothing."""
    return _terms(table, [])


def plain_terms(tournament: Tournament) -> SheetTerms:
    """Return the terms of a sheet that is no table's: the règlement alone."""
    return SheetTerms(ruleset=tournament.rule_set, options=tournament.rule_options)


def _terms(table: Table, rows: list[tuple[str, str, int]]) -> SheetTerms:
    """Return the terms from what was decided at the table, as `_decisions` gives it."""
    tournament = table.round.tournament
    credited: dict[str, int] = {}
    for _way, camp, points in rows:
        if points:
            credited[camp] = credited.get(camp, 0) + points
    ways = [way for way, _camp, points in rows if points or way not in TAKING]
    cancelled = max(ways.count(CANCELLED) - ways.count(GIVEN_BACK), 0)
    taken = cancelled + sum(way in TAKING for way in ways)
    options = {**tournament.rule_options, **table.limits}
    if taken and is_int(options.get("limite_donnes")):
        options["limite_donnes"] = max(options["limite_donnes"] - taken, 1)
    return SheetTerms(
        ruleset=tournament.rule_set,
        options=options,
        taken=taken,
        cancelled=cancelled,
        credited=credited,
        own=table.limits,
        cutoff=table.round.cutoff_donnes,
        cutoff_after=table.cutoff_after,
    )


def terms_at(table: Table, *, decided: bool) -> SheetTerms:
    """Return the terms of *table*; at most tables nothing was *decided* that changes them, which saves a query."""
    return terms_of(table) if decided else undecided_terms(table)
