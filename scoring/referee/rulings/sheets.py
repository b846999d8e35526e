"""Decisions about the sheet itself: a version kept, the score set right, a donne cancelled or given back; about a
team: a partie lost by forfeit, an exclusion.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules import is_int
from scoring.errors import ScoringError
from scoring.referee.rulings.context import (
    Decision,
    OpenRuling,
    RulingAct,
    RulingContext,
    RulingEffect,
    carry_out_ruling,
)
from scoring.sheets.entry import BOTH, NewSheet, check_forfeit, gone_camps
from scoring.sheets.lifecycle import RefereeChoice
from scoring.sheets.models import Ruling, ScoreSheet
from scoring.sheets.selectors import figures_text
from scoring.sheets.terms import CANCELLED, GIVEN_BACK, SheetTerms
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


def _counted(versions: Sequence[ScoreSheet]) -> tuple[ScoreSheet, list[Mapping]] | None:
    """Return the sheet that counts and its donnes; None where it is not told donne by donne."""
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is None or current.kind != "donnes" or "donnes" not in current.content:
        return None
    return current, [dict(donne) for donne in current.content["donnes"]]


def passing(sheet: NewSheet, donne: int) -> NewSheet:
    """Return *sheet* with donne number *donne* written as passed; as it is where it is not told donne by donne.

    Raises ScoringError `ruling_donne` where it has no such donne.
    """
    if sheet.kind != "donnes":
        return sheet
    donnes = list(sheet.donnes or ())
    if donne > len(donnes):
        raise ScoringError("ruling_donne", field="donne", donne=donne, last=len(donnes))
    donnes[donne - 1] = {"passe": True}
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
            if donne <= len(donnes) and donnes[donne - 1].get("passe"):
                donnes[donne - 1] = dict(earlier[donne - 1])
                return _as_new(current, donnes)
    return None


def _as_new(current: ScoreSheet, donnes: Sequence[Mapping]) -> NewSheet:
    return NewSheet(kind="donnes", donnes=donnes, coupure=current.content.get("coupure"), override=current.override)


def write_sheet(ruling: OpenRuling) -> RulingEffect:
    """Count the new sheet; where a donne was taken or given back without one, what waits is to be proposed again."""
    return RulingEffect(sheet=ruling.settle_sheet())


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
