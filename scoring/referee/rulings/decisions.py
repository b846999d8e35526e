"""Decisions of each kind, declared once with its act, what it needs and what it may have; pages and API carry it out
by kind.

About the sheet itself: a version kept, the score set right, a donne cancelled or given back; about a team: a partie
lost by forfeit, an exclusion; penalties and warnings, lines of their own beside the sheet, given and taken back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from rules import is_int
from scoring.errors import ScoringError
from scoring.referee.rulings.context import (
    LABEL_LENGTH,
    Decision,
    OpenRuling,
    RulingAct,
    RulingContext,
    RulingEffect,
    carry_out_ruling,
)
from scoring.sheets.entry import BOTH, NewSheet, check_forfeit, gone_camps, players_of, words
from scoring.sheets.lifecycle import RefereeChoice
from scoring.sheets.models import Penalty, Ruling, ScoreSheet
from scoring.sheets.selectors import figures_text
from scoring.sheets.terms import CANCELLED, GIVEN_BACK, TAKING, SheetTerms
from tournament.concours.structured import PENALTY_WAYS
from tournament.registration import attendance, selectors as roster
from tournament.rounds.models import Seat, Table

MOST_DONNES = 200


def keep_version(context: RulingContext, *, version: int) -> Decision:
    """Rule that *version* is right and counts, whatever else was proposed.

    A version that was replaced or came too late counts again as a new version. Raises ScoringError `ruling_version`
    where there is none, `keep_terms` where it was counted under other terms than those of today, and as
    `carry_out_ruling`.
    """

    def write(ruling: OpenRuling) -> RulingEffect:
        case = ruling.case
        sheet = next((sheet for sheet in case.sheets if sheet.version == version), None)
        if sheet is None:
            return RulingEffect(sheet=ruling.settle(RefereeChoice(version=version)))
        options = sheet.content.get("options")
        if options is not None and dict(options) != dict(ruling.terms.options):
            raise ScoringError("keep_terms", table=case.table.number, version=version, recorded=figures_text(sheet))
        return RulingEffect(sheet=ruling.settle(RefereeChoice(version=version), override=sheet.override))

    def same(ruling: Ruling) -> bool:
        if ruling.sheet is None:
            return False
        sheets = ScoreSheet.objects.filter(table=ruling.table_id, version=version)
        content = sheets.values_list("content", flat=True).first()
        return ruling.sheet.version == version or content == ruling.sheet.content

    return carry_out_ruling(context, RulingAct(kind="keep", on_version=False, write=write, same=same))


def correct_sheet(context: RulingContext, *, sheet: NewSheet) -> Decision:
    """Rule that the score is that of *sheet*. Raises as `submit_sheet` and `carry_out_ruling`."""
    return carry_out_ruling(context, RulingAct(kind="correct", sheet=lambda _versions: sheet, write=write_sheet))


def cancel_donne(context: RulingContext, *, donne: int, sheet: NewSheet | None = None) -> Decision:
    """Cancel donne number *donne*, which is not played again: the sheet has one fewer.

    *sheet* is the whole sheet, donne by donne with that one in its place, or its new totals; without it, what counts
    donne by donne is computed again. Raises as `correct_sheet`, `ruling_sheet_needed`, `ruling_donne`,
    `no_donne_left`.
    """
    check_donne(donne)
    act = RulingAct(
        kind=CANCELLED,
        donne=donne,
        terms=lambda known: fewer(known, 1, cancelled=1),
        sheet=lambda versions: passing(sheet, donne) if sheet else without_donne(versions, donne),
        write=write_sheet,
    )
    return carry_out_ruling(context, act)


def give_donne_back(context: RulingContext, *, donne: int, sheet: NewSheet | None = None) -> Decision:
    """Count a donne after all that was cancelled before: what `cancel_donne` did, undone.

    *sheet* is the sheet with it, found again in an earlier version where that was donne by donne. Raises as
    `cancel_donne`, and `donne_not_cancelled`.
    """
    check_donne(donne)

    def terms(known: SheetTerms) -> SheetTerms:
        if not known.cancelled:
            raise ScoringError("donne_not_cancelled", field="donne", donne=donne)
        return fewer(known, -1, cancelled=-1)

    act = RulingAct(
        kind=GIVEN_BACK,
        donne=donne,
        terms=terms,
        sheet=lambda versions: sheet or with_donne(versions, donne),
        write=write_sheet,
    )
    return carry_out_ruling(context, act)


# --- What decisions do to the sheet ---------------------------------------------------------------------------------


def check_donne(donne: object) -> None:
    """Raise ScoringError for what is no number of a donne."""
    if type(donne) is not int or not 1 <= donne <= MOST_DONNES:
        raise ScoringError("ruling_donne", field="donne", donne=str(donne)[:20], last=MOST_DONNES)


def fewer(terms: SheetTerms, taken: int, *, cancelled: int = 0) -> SheetTerms:
    """Return *terms* with so many donnes more taken from the sheet. Raises ScoringError where none would be left."""
    options = dict(terms.options)
    limit = options.get("limite_donnes")
    if isinstance(limit, int) and is_int(limit):
        if limit - taken < 1:
            raise ScoringError("no_donne_left", limit=limit)
        options["limite_donnes"] = limit - taken
    return replace(terms, options=options, taken=terms.taken + taken, cancelled=terms.cancelled + cancelled)


PASSED: Mapping = {"passe": True}


def _counted(versions: Sequence[ScoreSheet]) -> tuple[ScoreSheet, list[Mapping]] | None:
    """Return the sheet that counts and its donnes; None where it is not told donne by donne."""
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is None or current.kind != "donnes" or "donnes" not in current.content:
        return None
    return current, [dict(donne) for donne in current.content["donnes"]]


def passing(sheet: NewSheet, donne: int) -> NewSheet:
    """Return *sheet* with donne number *donne* written as passed, the last one left out; as it is where it is not told donne
    by donne.

    With one donne fewer the partie is over before its last line. Raises ScoringError `ruling_donne` where it has no such
    donne.
    """
    if sheet.kind != "donnes":
        return sheet
    donnes = list(sheet.donnes or ())
    if donne > len(donnes):
        raise ScoringError("ruling_donne", field="donne", donne=donne, last=len(donnes))
    last = donne == len(donnes)
    donnes[donne - 1] = dict(PASSED)
    while last and donnes and donnes[-1].get("passe"):
        donnes.pop()
    return replace(sheet, donnes=donnes)


def without_donne(versions: Sequence[ScoreSheet], donne: int) -> NewSheet | None:
    """Return the sheet that counts, donne number *donne* written as passed; None where it is not told donne by donne.

    Raises ScoringError `ruling_donne` where it has no such donne, or that one was passed.
    """
    counted = _counted(versions)
    if counted is None:
        return None
    current, donnes = counted
    if donne <= len(donnes) and donnes[donne - 1].get("passe"):
        raise ScoringError("ruling_donne", field="donne", donne=donne, last=len(donnes))
    return passing(_as_new(current, donnes), donne)


def with_donne(versions: Sequence[ScoreSheet], donne: int) -> NewSheet | None:
    """Return the sheet that counts, donne number *donne* as the newest version had it that was not passed."""
    counted = _counted(versions)
    if counted is None:
        return None
    current, donnes = counted
    for sheet in sorted(versions, key=lambda sheet: -sheet.version):
        earlier = sheet.content.get("donnes", [])
        if sheet.version < current.version and len(earlier) >= donne and not earlier[donne - 1].get("passe"):
            donnes += [PASSED] * (donne - len(donnes))  # the last ones were left out
            if donnes[donne - 1].get("passe"):
                donnes[donne - 1] = dict(earlier[donne - 1])
                return _as_new(current, donnes)
    return None


def _as_new(current: ScoreSheet, donnes: Sequence[Mapping]) -> NewSheet:
    return NewSheet(kind="donnes", donnes=donnes, coupure=current.content.get("coupure"), override=current.override)


def write_sheet(ruling: OpenRuling) -> RulingEffect:
    """Count the new sheet; where a donne was taken or given back without one, what waits is to be proposed again."""
    return RulingEffect(sheet=ruling.settle_sheet())


# --- About a team -----------------------------------------------------------------------------------------------------


def give_forfeit(context: RulingContext, *, absent: str) -> Decision:
    """Rule that camp *absent*, or both ("NS EO"), loses the partie by forfeit.

    Raises as `correct_sheet`, `forfeit_camp`, `forfeit_gone`.
    """
    check_forfeit(context.table_id, Table.objects.get(pk=context.table_id).number, absent)
    return carry_out_ruling(context, RulingAct(kind="forfeit", absent=absent, write=write_sheet))


def exclude_team(context: RulingContext, *, team: int, forfeit: bool = True) -> Decision:
    """Exclude team number *team*: it plays no more after this partie; *forfeit*: it loses this one too.

    Raises as `give_forfeit`, `penalty_team`, and TournamentError as `attendance.exclude_team`.
    """
    seat = Seat.objects.select_related("team").filter(table_id=context.table_id, team__number=team).first()
    if seat is None:
        raise ScoringError("penalty_team", field="team", team=team)

    def write(ruling: OpenRuling) -> RulingEffect:
        case, context = ruling.case, ruling.context
        # At a table of an earlier partie it is out of the one that is played now: it sits there already.
        following = max(case.table.round.number + 1, roster.last_published_round(case.tournament))
        attendance.exclude_team(team_id=seat.team_id, from_round=following, reason=context.reason, by=context.by)
        # That act wrote its own line: what follows stands on the concours as it is after it.
        case.tournament.refresh_from_db(fields=["journal_number", "journal_hash", "changed_at"])
        after = {"team": seat.team_id, "number": seat.team.number}
        return RulingEffect(ruling.settle_sheet() if ruling.report else case.current, after=after)

    absent = (BOTH if gone_camps(context.table_id).keys() - {seat.camp} else seat.camp) if forfeit else None
    return carry_out_ruling(
        context, RulingAct(kind="exclusion", on_version=forfeit, team_id=seat.team_id, absent=absent, write=write)
    )


# --- Penalties and warnings -------------------------------------------------------------------------------------------

HIGHEST_POINTS = 9999


def give_penalty(
    context: RulingContext,
    *,
    team: int,
    label: str,
    way: str,
    points: int,
    to_camp: str = "",
    donne: int | None = None,
    sheet: NewSheet | None = None,
) -> Decision:
    """Rule that team number *team* is at fault, and give the other camp *points* beside the sheet.

    0 points are a warning. *way* is a key of PENALTY_WAYS: in two of them the sheet has one donne fewer, so that a
    sheet that counts is given anew: computed without *donne* where it is donne by donne, else as *sheet* says.
    *to_camp* is asked where more than two camps sit at the table. Raises as `cancel_donne`, `penalty_team`,
    `penalty_way`, `penalty_points`, `penalty_camp`, `penalty_label`.
    """
    label = words(label, "label", most=LABEL_LENGTH)
    if not label:
        raise ScoringError("penalty_label", field="label")
    if way not in PENALTY_WAYS:
        raise ScoringError("penalty_way", field="way")
    if type(points) is not int or not 0 <= points <= HIGHEST_POINTS:
        raise ScoringError("penalty_points", field="points", value=str(points)[:20], highest=HIGHEST_POINTS)
    if donne is not None:
        check_donne(donne)
    if points == 0:
        way, donne, sheet = "on_top", None, None
    seat = Seat.objects.select_related("team").filter(table_id=context.table_id, team__number=team).first()
    if seat is None:
        raise ScoringError("penalty_team", field="team", team=team)
    others = sorted(set(players_of(context.table_id)) - {seat.camp})
    to_camp = others[0] if len(others) == 1 else to_camp
    if points and to_camp not in others:
        raise ScoringError("penalty_camp", field="to_camp", camps=", ".join(others))
    if way in TAKING and len(others) > 1:
        raise ScoringError("penalty_way", field="way")
    takes = way in TAKING

    def write(ruling: OpenRuling) -> RulingEffect:
        case, context = ruling.case, ruling.context
        last = case.table.penalties.order_by("-number").values_list("number", flat=True).first()
        penalty = Penalty.objects.create(
            table=case.table,
            number=(last or 0) + 1,
            camp=seat.camp,
            to_camp=to_camp,
            team=seat.team,
            label=label,
            way=way,
            points=points,
            donne=donne,
            article=context.article,
            reason=context.reason,
            by=context.by,
            at=timezone.now(),
        )
        return _beside(penalty, ruling, takes=takes)

    def same(ruling: Ruling) -> bool:
        written = ruling.penalty
        wanted = (seat.team_id, label, way, points, to_camp)
        return (
            written is not None
            and (written.team_id, written.label, written.way, written.points, written.to_camp) == wanted
        )

    def again(versions: Sequence[ScoreSheet]) -> NewSheet | None:
        if not takes or not donne:
            return sheet if takes else None
        return passing(sheet, donne) if sheet else without_donne(versions, donne)

    act = RulingAct(
        kind="penalty",
        on_version=takes,
        donne=donne,
        team_id=seat.team_id,
        terms=lambda known: _credit(fewer(known, 1) if takes else known, to_camp, points),
        sheet=again,
        write=write,
        same=same,
    )
    return carry_out_ruling(context, act)


def take_penalty_back(context: RulingContext, *, penalty: int, sheet: NewSheet | None = None) -> Decision:
    """Take back penalty number *penalty* of the table: it stays readable and gives nothing.

    One that took the place of a donne gives it back to the sheet: found again in an earlier version where that was
    donne by donne, else as *sheet* says. Raises as `cancel_donne`, `penalty_unknown`, `penalty_gone`.
    """
    row = Penalty.objects.filter(table_id=context.table_id, number=penalty).first()
    if row is None:
        raise ScoringError("penalty_unknown", penalty=penalty)
    takes = row.way in TAKING and row.points > 0

    def write(ruling: OpenRuling) -> RulingEffect:
        row.refresh_from_db()
        if row.cancelled_at is not None:
            raise ScoringError("penalty_gone", table=ruling.case.table.number, label=row.label)
        row.cancelled_at, row.cancelled_by = timezone.now(), ruling.context.by
        row.cancel_reason = ruling.context.reason
        row.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
        return _beside(row, ruling, takes=takes)

    def again(versions: Sequence[ScoreSheet]) -> NewSheet | None:
        if not takes:
            return None
        return sheet or (with_donne(versions, row.donne) if row.donne else None)

    def terms(known: SheetTerms) -> SheetTerms:
        if row.cancelled_at is not None:
            return known
        return _credit(fewer(known, -1) if takes else known, row.to_camp, -row.points)

    act = RulingAct(
        kind="penalty_back",
        on_version=takes,
        donne=row.donne,
        team_id=row.team_id,
        terms=terms,
        sheet=again,
        write=write,
        same=lambda ruling: ruling.penalty_id == row.pk,
    )
    return carry_out_ruling(context, act)


def _beside(penalty: Penalty, ruling: OpenRuling, *, takes: bool) -> RulingEffect:
    """Return what was written with *penalty* given or taken back: the sheet too where a donne goes or comes back."""
    sheet = ruling.settle_sheet() if takes else ruling.case.current
    after = {
        "team": penalty.team_id,
        "number": penalty.team.number,
        "penalty": penalty.number,
        "way": penalty.way,
        "penalty_points": penalty.points,
        "to_camp": penalty.to_camp,
    }
    return RulingEffect(sheet, penalty, after)


def _credit(terms: SheetTerms, camp: str, points: int) -> SheetTerms:
    """Return *terms* with what a penalty gives, or no longer gives, to *camp*."""
    credited = dict(terms.credited)
    credited[camp] = credited.get(camp, 0) + points
    return replace(terms, credited={name: sum_ for name, sum_ in credited.items() if sum_})


# --- The kinds of rulings ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RulingKind:
    """A kind of ruling: its act, the arguments that it needs and those that it may have, beside the context."""

    act: Callable[..., Decision]
    needed: tuple[str, ...]
    optional: tuple[str, ...] = ()


RULING_KINDS = {
    "keep": RulingKind(keep_version, ("version",)),
    "correct": RulingKind(correct_sheet, ("sheet",)),
    "cancel_donne": RulingKind(cancel_donne, ("donne",), ("sheet",)),
    "donne_back": RulingKind(give_donne_back, ("donne",), ("sheet",)),
    "penalty": RulingKind(give_penalty, ("team", "label", "way", "points"), ("to_camp", "donne", "sheet")),
    "penalty_back": RulingKind(take_penalty_back, ("penalty",), ("sheet",)),
    "forfeit": RulingKind(give_forfeit, ("absent",)),
    "exclusion": RulingKind(exclude_team, ("team",), ("forfeit",)),
}


def rule(context: RulingContext, kind: str, arguments: Mapping[str, Any]) -> Decision:
    """Carry out the ruling *kind* with those of *arguments* that it takes. Raises ScoringError `ruling_missing`, and as
    its act.
    """
    ruling = RULING_KINDS[kind]
    if missing := next((name for name in ruling.needed if arguments.get(name) is None), None):
        raise ScoringError("ruling_missing", field=missing, name=missing)
    taken = {name: arguments[name] for name in (*ruling.needed, *ruling.optional) if name in arguments}
    return ruling.act(context, **taken)
