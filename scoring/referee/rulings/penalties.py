"""Penalties and warnings: lines of their own beside the sheet, given and taken back."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

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
from scoring.referee.rulings.sheets import check_donne, fewer, passing, with_donne, without_donne
from scoring.sheets.entry import NewSheet, players_of, words
from scoring.sheets.models import Penalty, Ruling, ScoreSheet
from scoring.sheets.terms import TAKING, SheetTerms
from tournament.concours.structured import PENALTY_WAYS
from tournament.rounds.models import Seat

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
