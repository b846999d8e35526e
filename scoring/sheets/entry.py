"""Scores at the table de marque: what the figures of a report mean under the règlement, and the control that they
fail, if any; what is typed there becomes a version of a table's sheet.
"""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from rules import NULLE, Result, RuleError, Winners, feuille, score_sheet, winners_of
from scoring.errors import ScoringError
from scoring.ranking import winner_of
from scoring.sheets import controls, reception
from scoring.sheets.lifecycle import SecondReading, TypedReport
from scoring.sheets.models import ScoreSheet
from scoring.sheets.reception import Receipt, Submission
from scoring.sheets.selectors import CAMPS, TYPING
from scoring.sheets.shown import feuille_of
from scoring.sheets.table_scores import Report
from scoring.sheets.terms import SheetTerms, TableTotals, penalty_instead
from tournament import names
from tournament.concours.models import Tournament
from tournament.rounds.models import Seat, Table

KINDS = ("totals", "donnes", "forfeit")
BOTH = " ".join(CAMPS)  # both camps are absent
LIMITS = {"points": 99_999, "belotes": 200, "capots": 50}
MOST_LOST = 999  # where points are only lost

Figures = Mapping[str, Mapping[str, int | None]]


@dataclass(frozen=True, kw_only=True)
class NewSheet:
    """Represent a sheet as it is entered, not read yet: both totals, or donne by donne, or the camp that is *absent*, or both.

    *override* is why a failed control is passed over; *litige_lost* says that points of litiges were lost at the end.
    *winner* is the camp that won, or `NULLE`, where both totals leave it open.
    """

    kind: str
    marks: Figures | None = None
    donnes: Sequence[Mapping] | None = None
    coupure: Mapping | None = None
    absent: str = ""
    override: str = ""
    litige_lost: bool = False
    winner: str = ""


def reason_of(report: Report, override: str, *, litige_lost: bool) -> str:
    """Return why a failed control is passed over: as it was written, or what was ticked."""
    if report.doubtful and litige_lost and not override:
        return str(_("points of a litige were lost at the end"))
    return override


def check_kind(kind: object, kinds: Sequence[str] = KINDS) -> None:
    """Raise ScoringError for no way to report a table."""
    if kind not in kinds:
        raise ScoringError("sheet_kind_unknown", field="kind", kind=str(kind)[:40])


def words(text: object, field: str, *, most: int = 200) -> str:
    """Return a reason as it is kept: one line of at most *most* characters. Raises ScoringError."""
    if not isinstance(text, str) or "\x00" in text:
        raise ScoringError("words_wrong", field=field)
    line = names.clean(text)
    if len(line) > most:
        raise ScoringError("words_long", field=field, length=len(line), most=most)
    return line


def players_of(table_id: int) -> list[str]:
    """Return the camps seated at a table, in order."""
    return sorted(Seat.objects.filter(table_id=table_id).values_list("camp", flat=True))


def read_report(
    sheet: NewSheet,
    *,
    tournament: Tournament,
    players: Sequence[str] = CAMPS,
    terms: SheetTerms,
    in_turn: bool = True,
) -> Report:
    """Return what *sheet* means under the concours' règlement; asks the database nothing.

    *players* are the camps of the table where everybody plays for himself (escalier). *terms* are those of the table.
    The control of totals waits for its turn (`checks`) unless *in_turn* is False: who holds a lock waits for nobody.

    A total that no sequence of donnes can give, or only with litiges lost at the end, is no error here: it is the
    report's `check_code`, with its sentence `message`. Raises ScoringError for figures that cannot be kept at all.
    """
    if sheet.kind == "forfeit":
        absent = sheet.absent.split()
        if not (sheet.absent in players or set(absent) == set(players)):
            raise ScoringError("forfeit_camp", field="absent")
        points = forfeit_marks(tournament, terms.own)
        marks = {camp: {"points": points[camp in absent], "belotes": 0, "capots": 0} for camp in players}
        return Report("forfeit", {"forfeit": sheet.absent}, marks)
    return (
        _read_totals(terms, sheet.marks, sheet.winner, in_turn=in_turn)
        if sheet.kind == "totals"
        else _read_donnes(terms, sheet, players)
    )


def gone_camps(table_id: int) -> dict[str, int]:
    """Return each camp of a table whose teams have all left the concours, or are excluded → the number of one of them."""
    seats = Seat.objects.filter(table_id=table_id).order_by("camp", "team__number").select_related("team", "round")
    camps: dict[str, int] = {}
    here = set()
    for seat in seats:
        if seat.team.gone(seat.round.number) or seat.team.excluded:
            camps.setdefault(seat.camp, seat.team.number)
        else:
            here.add(seat.camp)
    return {camp: number for camp, number in camps.items() if camp not in here}


def check_forfeit(table_id: int, table: int, absent: str) -> None:
    """Raise ScoringError `forfeit_gone` where the camp that would win as the other is *absent* is gone itself."""
    for camp, number in gone_camps(table_id).items() if absent in CAMPS else ():
        if camp != absent:
            raise ScoringError("forfeit_gone", field="absent", table=table, team=number)


def forfeit_marks(tournament: Tournament, limits: Mapping[str, int | None]) -> tuple[int, int]:
    """Return what those who are there mark at a forfeit table with *limits* of its own, and what the absent one marks.

    # Question: where a game only takes points away (escalier) nobody may gain from a partie that was not played, or he
    # would be ahead of all who played well: the points of the setting are what the absent one loses.
    """
    if feuille_of(tournament).by_manches:
        return 0, -min(tournament.forfeit_points, MOST_LOST)
    return tournament.forfeit_points_in(limits), 0


def _read_totals(terms: SheetTerms, marks: Figures | None, answer: str, *, in_turn: bool) -> Report:
    """Read two totals, controlled against what the règlement lets a partie add up to; *answer* says who won."""
    figures = {name: _figures(marks, name) for name in LIMITS}
    totals = TableTotals(figures["points"] or {}, figures["belotes"], figures["capots"])
    with controls.in_turn() if in_turn else nullcontext():
        check = terms.control(totals)
        winners = terms.winners(totals)
    winner, question = _winner(winners, totals, answer, possible=check.ok)
    rules = {"ruleset": terms.ruleset, "options": terms.options}
    content = {**rules, "totals": totals.points, "belotes": totals.belotes, "capots": totals.capots}
    if answer and answer in winners.answers and winners.asks:
        content["winner"] = answer
    counted = {camp: {name: (figures[name] or {}).get(camp, 0) for name in LIMITS} for camp in CAMPS}
    if check.ok and not check.doubtful:
        return Report("totals", content, counted, winner=winner, question=question, answers=winners.answers)
    # As the database keeps them: a range of donnes by its two ends.
    params = {
        name: [value[0], value[-1]] if isinstance(value, range) else value for name, value in check.params.items()
    }
    message = terms.message(check, totals)
    return Report("totals", content, counted, check.code, params, message, winner, question, winners.answers)


def _winner(winners: Winners, totals: TableTotals, answer: str, *, possible: bool) -> tuple[str, str]:
    """Return the camp that won where the points do not say it, and the question where nobody answered it.

    Raises ScoringError `winner_wrong` for an *answer* that totals which are *possible* exclude.
    """
    if answer and answer not in winners.answers and (possible or winners.answers):
        points = totals.points
        known = ", ".join(_("no winner") if camp == NULLE else camp for camp in winners.answers) or "–"
        raise ScoringError("winner_wrong", field="winner", winners=known, NS=points["NS"], EO=points["EO"])
    return _ruled_winner(winners, totals, answer), ("" if answer else winners.question(get_language() or "fr"))


def winner_by_totals(terms: SheetTerms, totals: TableTotals, answer: str) -> str:
    """Return the camp that wins by the *totals* of both camps, penalties and the *answer* to the question of the winner
    counted; "" where nobody does.
    """
    with controls.in_turn():
        winners = terms.winners(totals)
    return winner_of(totals.points, terms.credited, _ruled_winner(winners, totals, answer))


def _ruled_winner(winners: Winners, totals: TableTotals, answer: str) -> str:
    """Return the camp that the règlement, or the *answer* where it asks, lets win against the points; "" elsewhere."""
    if winners.asks:
        return answer if answer in CAMPS else ""
    camp = next((camp for camp in winners.answers if camp in CAMPS), "")
    return "" if camp == winner_of(totals.points) else camp


def _winner_by_donnes(terms: SheetTerms, result: Result, *, cut: bool) -> str:
    """Return the camp that the donnes let win, where its points do not say it; "" where they do."""
    camp, totals = result.vainqueur or "", dict(result.total)
    if not camp:
        return ""
    rules: dict[str, Any] = {"ruleset": terms.ruleset, "options": terms.options}
    by_totals = winners_of(**rules, totals=totals, donnes=1 if cut else None, exact=False)
    return camp if by_totals.asks or camp != winner_of(totals) else ""


def _read_donnes(terms: SheetTerms, sheet: NewSheet, players: Sequence[str]) -> Report:
    """Read a sheet given donne by donne; a partie that is not over is its failed control."""
    donnes, coupure = sheet.donnes, sheet.coupure
    if not isinstance(donnes, list | tuple) or not donnes:
        raise ScoringError("donnes_missing", field="donnes")
    if len(donnes) > 200:
        raise ScoringError("donnes_many", field="donnes", count=len(donnes))
    if coupure and not terms.agrees(coupure, donnes):
        raise ScoringError("cutoff_other", field="coupure", cutoff=terms.cutoff, after=terms.cutoff_after or "?")
    coupure = coupure or terms.coupure(donnes)
    content = sheet_content(terms, donnes, coupure=coupure, players=players)
    try:
        result = score_sheet(content, explain=False)
    except RuleError as error:
        raise shape_error(error) from None
    if result.errors:
        wrong = result.errors[0]
        said = wrong.message(get_language() or "fr")
        raise ScoringError(
            "donne_wrong", field="donnes", donne=wrong.donne, champ=wrong.field, check=wrong.code, said=said
        )
    # A litige that is dealt again marks nothing: what was announced in it did not count either.
    marked = [donne.issue != "litige" or any(donne.marque.values()) for donne in result.donnes]
    entered: list[Mapping] = list(compress(content.get("donnes", ()), marked))
    counted = {
        camp: {
            "points": result.total[camp],
            "belotes": sum(_belotes(donne).count(camp) for donne in entered),
            "capots": sum(donne.get("capot") == camp for donne in entered),
        }
        for camp in result.total
    }
    cut = sum(coupure.values()) if coupure else None
    tied = cut is not None and result.donnes_comptees >= cut and len(set(result.total.values())) == 1
    if result.terminee or terms.ended_by_penalty(result.total) or (tied and terms.apart):
        winner = _winner_by_donnes(terms, result, cut=bool(coupure))
        return Report("donnes", content, counted, winner=winner)
    due = feuille(terms.ruleset, terms.options, players=len(players))
    params: dict[str, Any] = {"played": result.donnes_comptees, "expected": len(due.manches) or due.limit}
    code = "donnes_unfinished" if params["expected"] else "partie_unfinished"
    if tied:
        code, params = "donnes_tied", {"points": next(iter(result.total.values()))}
    elif terms.cutoff is not None and not coupure:
        code, params = "donnes_uncut", params | {"cutoff": terms.cutoff}
    message = str(ScoringError(code, **params))
    if code == "donnes_unfinished" and params["played"] == params["expected"] - 1 and not due.manches:
        message = f"{message} {penalty_instead()}"
    return Report("donnes", content, counted, code, params, message)


def shape_error(error: RuleError) -> ScoringError:
    """Return the error of what is no sheet at all, as *error* says it."""
    return ScoringError("donnes_shape", field="donnes", said=error.message(get_language() or "fr"))


def sheet_content(
    terms: SheetTerms, donnes: Sequence[Mapping], *, coupure: Mapping | None, players: Sequence[str]
) -> dict:
    """Return *donnes* as a whole sheet of docs/rules.md 3: manches of *players* where the rule set has them."""
    lines = [dict(donne) if isinstance(donne, Mapping) else donne for donne in donnes]
    content = {"ruleset": terms.ruleset, "options": terms.options}
    if feuille(terms.ruleset, terms.options).by_manches:
        return content | {"joueurs": list(players), "manches": lines}
    return content | {"donnes": lines} | ({"coupure": dict(coupure)} if coupure else {})


def _belotes(donne: Mapping) -> list:
    """Return the camps of a donne's belotes; the sheet may give one as a lone word."""
    belote = donne.get("belote") or []
    return [belote] if isinstance(belote, str) else list(belote)


def _figures(marks: Figures | None, name: str) -> dict[str, int] | None:
    """Return one figure of both camps; None where nobody counted it."""
    figures = {camp: _figure(marks, camp, name) for camp in CAMPS}
    if set(figures.values()) == {None}:
        return None
    return {camp: figure or 0 for camp, figure in figures.items()}


def _figure(marks: Figures | None, camp: str, name: str) -> int | None:
    """Return one figure of one camp; the points must be there, belotes and capots may be None."""
    of_camp = marks.get(camp) if isinstance(marks, Mapping) else None
    figure = of_camp.get(name) if isinstance(of_camp, Mapping) else None
    if figure is None and name != "points":
        return None
    if type(figure) is not int or not 0 <= figure <= LIMITS[name]:
        code = "points_missing" if figure is None else "figure_wrong"
        raise ScoringError(code, field=f"{name}.{camp}", camp=camp, value=str(figure)[:20], highest=LIMITS[name])
    return figure


def submit_sheet(
    *,
    table_id: int,
    key: str,
    kind: str,
    marks: Figures | None = None,
    donnes: Sequence[Mapping] | None = None,
    coupure: Mapping | None = None,
    absent: str = "",
    override: str = "",
    litige_lost: bool = False,
    winner: str = "",
    reason: str = "",
    by: User | None,
    base_version: int | None = None,
    read: tuple[Table, SheetTerms] | None = None,
) -> Receipt:
    """Return the receipt of what table *table_id* reports. It replaces the version that counted.

    It counts at once where one typist suffices; else it is a proposal, a reading of the same figures, or a dispute.

    *kind* says which of the three is given: "totals", *marks* by camp as ``{"points": 1012, "belotes": 1, "capots":
    0}`` (belotes and capots of both camps None where nobody counted them); "donnes", a list as in docs/rules.md 3 (of
    manches in escalier), with the *coupure* that the organiser imposed, if any; "forfeit", the camp that is *absent*, or both ("NS EO").
    *key* is made by the device when the entry begins: the same key with the same figures gives the same receipt.
    *base_version* is the version that the typist saw, None where he saw none: to change what is recorded he must have
    seen it, and say why (*reason*). *override* is why a failed control is passed over; it stays for ever. Totals that
    cannot be need the right of an organiser or a referee for it; those that can be only where points of litiges were
    lost at the end need *litige_lost*, which says so. *winner* is the camp that won, or "nulle", where both totals
    leave it open. *read*: the table and its terms, where the caller has just read them.

    Raises ScoringError, TournamentError("closed"), Table.DoesNotExist; then nothing is written.
    """
    reception.check_key(key)
    check_kind(kind)
    override, reason = words(override, "override"), words(reason, "reason")
    sheet = NewSheet(kind=kind, marks=marks, donnes=donnes, coupure=coupure, absent=absent, winner=winner)

    def submit(table: Table, terms: SheetTerms) -> Receipt:
        tournament = table.round.tournament
        players = players_of(table_id) if feuille_of(tournament).by_manches else CAMPS
        if kind == "forfeit":
            check_forfeit(table_id, table.number, absent)
        report = read_report(sheet, tournament=tournament, players=players, terms=terms)
        why = reason_of(report, override, litige_lost=litige_lost)
        typed = TypedReport(
            report=report,
            by=by.pk if by is not None else None,
            may_rule=partial(reception.may_rule, tournament, by),
            reason=reason,
            override=why,
            seen=base_version,
        )
        return reception.receive(
            Submission(table=table, act=typed, key=key, terms=terms, by=by, reason=reason, override=why)
        )

    return reception.with_terms(table_id, submit, read=read)


def read_again(*, sheet_id: int, key: str, by: User, signed: bool = False) -> ScoreSheet:
    """Return the version that *by*, at the table de marque, has read again with the same figures.

    It counts if that suffices. *signed*: both camps have signed the paper, which is their agreement where the règlement
    asks for it. Raises ScoringError `own_reading`, `already_counted`, `sheet_changed`, `sheet_disputed`.
    """
    reception.check_key(key)
    sheet = ScoreSheet.objects.select_related("table__round").get(pk=sheet_id)
    reading = SecondReading(version=sheet.version, by=by.pk, signed=signed)
    return reception.receive(Submission(table=sheet.table, act=reading, key=key, by=by)).sheet


def start_typing(*, table_id: int, by: User) -> bool:
    """Show the others that *by* types this table's sheet; False while somebody else is at it.

    It only tells: two people may still type the same table, and `submit_sheet` sees to it that nothing is lost.
    """
    now = timezone.now()
    free = Q(typist=None) | Q(typist=by) | Q(typing_since=None) | Q(typing_since__lt=now - TYPING)
    free |= Q(typing_since__gt=now + TYPING)  # by a clock that was set back since
    Table.objects.filter(typist=by, round__tournament__rounds__tables=table_id).exclude(pk=table_id).update(
        typist=None, typing_since=None
    )
    return bool(Table.objects.filter(free, pk=table_id).update(typist=by, typing_since=now))


def stop_typing(*, table_id: int, by: User) -> None:
    """Take back what `start_typing` showed."""
    Table.objects.filter(pk=table_id, typist=by).update(typist=None, typing_since=None)
