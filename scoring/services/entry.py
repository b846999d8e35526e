"""Entering scores: what a table reports becomes a version of its sheet; nothing is overwritten, nothing doubled."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import get_language

from rules import RuleError, score_sheet
from scoring.errors import ScoringError
from scoring.models import Mark, ScoreSheet
from scoring.selectors.entry import CAMPS, TYPING, author_of, figures_text, marks_of
from scoring.selectors.feuille import feuille, feuille_of
from scoring.selectors.terms import SheetTerms, terms_of
from scoring.services import counting
from tournament import journal
from tournament.models import Round, Seat, Table, Tournament

KINDS = ("totals", "donnes", "forfeit")
TRIES = 3
LIMITS = {"points": 99_999, "belotes": 200, "capots": 50}
MOST_LOST = 999  # where points are only lost
_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

Figures = Mapping[str, Mapping[str, int | None]]


class TermsChanged(Exception):
    """A penalty or a cutoff changed what a table's sheet is read under between its control and the lock."""


@dataclass(frozen=True)
class Receipt:
    """What the typist is given: the version that is recorded, and whether this very call recorded it.

    `seated_since` is the latest partie already drawn when an earlier one was corrected: its tables do not move.
    """

    sheet: ScoreSheet
    created: bool
    seated_since: int | None = None


@dataclass(frozen=True)
class Report:
    """What a table reports, read and computed: the sheet's content, each camp's mark, and the failed control if any."""

    kind: str
    content: dict
    marks: dict[str, dict[str, int]]
    check_code: str = ""
    check_params: dict | None = None
    said: str = ""


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
    reason: str = "",
    by: AbstractBaseUser | None,
    base_version: int | None = None,
) -> Receipt:
    """The receipt of what table *table_id* reports. It replaces the version that counted.

    It counts at once where one typist suffices; else it is a proposal, a reading of the same figures, or a dispute.

    *kind* says which of the three is given: "totals", *marks* by camp as ``{"points": 1012, "belotes": 1, "capots":
    0}`` (belotes and capots of both camps None where nobody counted them); "donnes", a list as in RULES.md 3 (of
    manches in escalier), with the *coupure* that the organiser imposed, if any; "forfeit", the camp that is *absent*.
    *key* is made by the device when the entry begins: the same key with the same figures gives the same receipt. *base_version* is the version that the typist saw, None where he saw none: to
    change what is recorded he must have seen it, and say why (*reason*). *override* is why a failed control is passed
    over; it stays on the version for ever.

    Raises ScoringError, TournamentError("closed"), Table.DoesNotExist; then nothing is written.
    """
    check_key(key)
    if kind not in KINDS:
        raise ScoringError("sheet_kind_unknown", field="kind", kind=str(kind)[:40])
    override, reason = words(override, "override"), words(reason, "reason")

    for _try in range(TRIES):
        table = Table.objects.select_related("round__tournament").get(pk=table_id)
        tournament = table.round.tournament
        # The control may take a moment, so it is asked before the lock.
        players = players_of(table_id) if feuille_of(tournament).by_manches else CAMPS
        terms = terms_of(table)
        report = read_report(
            tournament=tournament,
            kind=kind,
            marks=marks,
            donnes=donnes,
            coupure=coupure,
            absent=absent,
            players=players,
            terms=terms,
        )
        try:
            return _settle(
                tournament_id=tournament.pk,
                table_id=table_id,
                key=key,
                report=report,
                terms=terms,
                override=override,
                reason=reason,
                by=by,
                base_version=base_version,
            )
        except TermsChanged:
            continue  # a penalty or a cutoff came meanwhile: the same figures are read again, under it
    raise ScoringError("terms_changing", table=table.number)


@transaction.atomic
def _settle(
    *,
    tournament_id: int,
    table_id: int,
    key: str,
    report: Report,
    terms: SheetTerms,
    override: str,
    reason: str,
    by: AbstractBaseUser | None,
    base_version: int | None,
) -> Receipt:
    """Under the lock: whether *report* is new, known already or refused; what is new is written."""
    tournament = journal.lock_tournament(tournament_id)
    table = seated_table(table_id, set(report.marks))
    table.round.tournament = tournament
    versions = []
    found = ScoreSheet.objects.filter(Q(table=table) | Q(key=key)).order_by("version")
    for sheet in found.select_related("by").prefetch_related("marks", "readings"):
        if sheet.table_id == table.pk:
            versions.append(sheet)
        elif sheet.key == key:
            raise ScoringError("sheet_key_elsewhere", field="key", table=table.number)
    for sheet in versions:
        if sheet.key == key:
            if _entered(sheet.content) == _entered(report.content):
                return Receipt(sheet, created=False)
            raise ScoringError(
                "sheet_key_used", field="key", table=table.number, recorded=figures_text(sheet), receipt=sheet.receipt
            )

    if tournament.closed_at:
        raise ScoringError("closed")
    if table.round.state != "published":
        raise ScoringError("round_not_published", round=table.round.number)
    if terms_of(table) != terms:
        raise TermsChanged
    current = next((sheet for sheet in versions if sheet.counted), None)
    if current is not None and current.version != base_version:
        if _adds_nothing(report, current):
            return Receipt(current, created=False)
        raise ScoringError(
            "sheet_already_recorded" if base_version is None else "sheet_conflict",
            field="base_version",
            round=table.round.number,
            table=table.number,
            recorded=figures_text(current),
            version=current.version,
            base=base_version,
            who=author_of(current),
            at=timezone.localtime(current.at).strftime("%H:%M"),
        )
    if current is not None and report.content == current.content:
        return Receipt(current, created=False)
    if report.check_code and not override:
        raise ScoringError(
            "control_failed", field="override", table=table.number, said=report.said, check=report.check_code
        )
    if current is not None and not reason:
        raise ScoringError("sheet_reason_missing", field="reason", table=table.number, recorded=figures_text(current))
    if report.kind == "forfeit" and not reason:
        raise ScoringError("forfeit_reason_missing", field="reason", table=table.number)
    waiting = counting.open_versions(versions)
    state, same = counting.typed_state(
        tournament=tournament,
        table=table,
        kind=report.kind,
        marks=report.marks,
        content=report.content,
        current=current,
        waiting=waiting,
        by=by,
        reason=reason,
    )
    if same is not None:
        pen = counting.Pen(tournament)
        agreed = counting.agree(pen=pen, table=table, sheet=same, key=key, by=by)
        pen.flush()
        return Receipt(agreed, created=False)
    counting.set_waiting(table, "disputed" if state == "disputed" else "replaced", waiting)
    return _record(
        tournament=tournament,
        table=table,
        report=report,
        current=current,
        version=max((sheet.version for sheet in versions), default=0) + 1,
        state=state,
        key=key,
        override=override if report.check_code else "",
        reason=reason,
        by=by,
    )


def _record(
    *,
    tournament: Tournament,
    table: Table,
    report: Report,
    current: ScoreSheet | None,
    version: int,
    state: str,
    key: str,
    override: str,
    reason: str,
    by: AbstractBaseUser | None,
) -> Receipt:
    """Write the version and its journal line; the lock is held and everything is checked."""
    sheet = write_version(
        table=table,
        report=report,
        current=current,
        version=version,
        state=state,
        key=key,
        override=override,
        reason=reason,
        by=by,
    )
    seated_since = seated_after(table) if current is not None else None
    after = {"round": table.round.number, "table": table.number, **for_journal(sheet, report.marks)}
    if seated_since is not None:
        after["seated_since"] = seated_since
    if not sheet.counted:
        after["sheet_state"] = state
    if state == "ruled":
        counting.write_ruling(
            table=table, kind="forfeit" if report.kind == "forfeit" else "correct", sheet=sheet, reason=reason, by=by
        )
    journal.write(
        tournament=tournament,
        act="correct_sheet" if current is not None else "enter_sheet" if sheet.counted else "propose_sheet",
        by=by,
        before=for_journal(current, marks_of(current)) if current is not None else None,
        after=after,
        reason=reason or override,
    )
    return Receipt(sheet, created=True, seated_since=seated_since)


def write_version(
    *,
    table: Table,
    report: Report,
    current: ScoreSheet | None,
    version: int,
    state: str,
    key: str,
    override: str = "",
    reason: str = "",
    by: AbstractBaseUser | None,
) -> ScoreSheet:
    """*report* as version number *version* of a table's sheet, *current* the one that counted replaced by it.

    The lock is held and everything is checked; the caller writes the journal.
    """
    if current is not None:
        ScoreSheet.objects.filter(pk=current.pk).update(counted=False, state="replaced")
    sheet = ScoreSheet(
        table=table,
        version=version,
        kind=report.kind,
        state=state,
        counted=state in ("validated", "ruled"),
        key=key,
        receipt=receipt_code(table.pk, version, key),
        content=report.content,
        check_code=report.check_code,
        check_params=report.check_params or {},
        override=override,
        reason=reason,
        by=by,
        at=timezone.now(),
    )
    sheet.save(force_insert=True)
    Mark.objects.bulk_create(Mark(sheet=sheet, camp=camp, **figures) for camp, figures in report.marks.items())
    if table.typist_id is not None:
        Table.objects.filter(pk=table.pk).update(typist=None, typing_since=None)
    return sheet


def seated_after(table: Table) -> int | None:
    """The number of the latest partie already drawn after the table's own; None where there is none."""
    rounds = Round.objects.filter(tournament=table.round.tournament_id, state="published")
    latest = rounds.aggregate(last=Max("number"))["last"]
    return latest if latest is not None and latest > table.round.number else None


def read_report(
    *,
    tournament: Tournament,
    kind: str,
    marks: Figures | None = None,
    donnes: Sequence[Mapping] | None = None,
    coupure: Mapping | None = None,
    absent: str = "",
    players: Sequence[str] = CAMPS,
    terms: SheetTerms | None = None,
) -> Report:
    """What the figures mean under the concours' règlement; asks the database nothing.

    *players* are the camps of the table where everybody plays for himself (escalier). *terms* are those of the table;
    without them the règlement alone counts.

    A total that no sequence of donnes can give is no error here: it is the report's `check_code`, with its sentence
    `said`. Raises ScoringError for figures that cannot be kept at all.
    """
    if kind == "forfeit":
        if absent not in players:
            raise ScoringError("forfeit_camp", field="absent")
        points = forfeit_marks(tournament)
        marks = {camp: {"points": points[camp == absent], "belotes": 0, "capots": 0} for camp in players}
        return Report(kind, {"forfeit": absent}, marks)
    terms = terms or SheetTerms(ruleset=tournament.rule_set, options=tournament.rule_options)
    return _read_totals(terms, marks) if kind == "totals" else _read_donnes(terms, donnes, coupure, players)


def forfeit_marks(tournament: Tournament) -> tuple[int, int]:
    """What those who are there mark at a forfeit table, and what the absent one marks.

    # Question: where a game only takes points away (escalier) nobody may gain from a partie that was not played, or he
    # would be ahead of all who played well: the points of the setting are what the absent one loses.
    """
    if feuille_of(tournament).by_manches:
        return 0, -min(tournament.forfeit_points, MOST_LOST)
    return tournament.forfeit_points, 0


def _read_totals(terms: SheetTerms, marks: Figures | None) -> Report:
    """The report of two totals, controlled against what the règlement lets a partie add up to."""
    read = {name: {camp: _figure(marks, camp, name) for camp in CAMPS} for name in LIMITS}
    for name in ("belotes", "capots"):
        if set(read[name].values()) == {None}:
            read[name] = None  # nobody counted them
        else:
            read[name] = {camp: figure or 0 for camp, figure in read[name].items()}
    check = terms.control(read["points"], read["belotes"], read["capots"])
    rules = {"ruleset": terms.ruleset, "options": terms.options}
    content = {**rules, "totals": read["points"], "belotes": read["belotes"], "capots": read["capots"]}
    counted = {
        camp: {
            "points": read["points"][camp],
            "belotes": (read["belotes"] or {}).get(camp, 0),
            "capots": (read["capots"] or {}).get(camp, 0),
        }
        for camp in CAMPS
    }
    if check.ok:
        return Report("totals", content, counted)
    # As the database keeps them: a range of donnes by its two ends.
    params = {
        name: [value[0], value[-1]] if isinstance(value, range) else value for name, value in check.params.items()
    }
    said = terms.said(check, read["points"], read["belotes"], read["capots"])
    return Report("totals", content, counted, check.code, params, said)


def _read_donnes(
    terms: SheetTerms, donnes: Sequence[Mapping] | None, coupure: Mapping | None, players: Sequence[str]
) -> Report:
    """The report of a sheet given donne by donne; a partie that is not over is its failed control."""
    if not isinstance(donnes, list | tuple) or not donnes:
        raise ScoringError("donnes_missing", field="donnes")
    if len(donnes) > 200:
        raise ScoringError("donnes_many", field="donnes", count=len(donnes))
    if coupure and not terms.agrees(coupure, donnes):
        raise ScoringError("cutoff_other", field="coupure", cutoff=terms.cutoff, after=terms.cutoff_after or "?")
    coupure = coupure or terms.coupure(donnes)
    content = sheet_content(terms.ruleset, terms.options, donnes, coupure=coupure, players=players)
    lang = get_language() or "fr"
    try:
        result = score_sheet(content, explain=False)
    except RuleError as error:
        raise ScoringError("donnes_shape", field="donnes", said=error.message(lang)) from None
    if result.errors:
        wrong = result.errors[0]
        raise ScoringError(
            "donne_wrong",
            field="donnes",
            donne=wrong.donne,
            champ=wrong.champ,
            check=wrong.code,
            said=wrong.message(lang),
        )
    told = content.get("donnes", ())
    counted = {
        camp: {
            "points": result.total[camp],
            "belotes": sum(_belotes(donne).count(camp) for donne in told),
            "capots": sum(donne.get("capot") == camp for donne in told),
        }
        for camp in result.total
    }
    tied = bool(coupure) and result.donnes_comptees >= sum(coupure.values()) and len(set(result.total.values())) == 1
    if result.terminee or terms.ended_by_penalty(result.total) or (tied and terms.apart):
        return Report("donnes", content, counted)
    if tied:
        params = {"points": next(iter(result.total.values()))}
        still = ScoringError("donnes_tied", **params)
        return Report("donnes", content, counted, still.code, params, str(still))
    due = feuille(terms.ruleset, terms.options, players=len(players))
    params = {"played": result.donnes_comptees, "expected": len(due.manches) or due.limit}
    if terms.cutoff is not None and not coupure:
        params["cutoff"] = terms.cutoff
        unfinished = ScoringError("donnes_uncut", **params)
    else:
        unfinished = ScoringError("donnes_unfinished" if params["expected"] else "partie_unfinished", **params)
    return Report("donnes", content, counted, unfinished.code, params, str(unfinished))


def sheet_content(
    ruleset: str,
    options: Mapping,
    donnes: Sequence[Mapping],
    *,
    coupure: Mapping | None = None,
    players: Sequence[str] = CAMPS,
) -> dict:
    """*donnes* as a whole sheet of RULES.md 3: manches of *players* where the rule set has them."""
    lines = [dict(donne) if isinstance(donne, Mapping) else donne for donne in donnes]
    content = {"ruleset": ruleset, "options": options}
    if feuille(ruleset, options).by_manches:
        return content | {"joueurs": list(players), "manches": lines}
    return content | {"donnes": lines} | ({"coupure": dict(coupure)} if coupure else {})


def _belotes(donne: Mapping) -> list:
    """The camps of a donne's belotes; the sheet may give one as a lone word."""
    belote = donne.get("belote") or []
    return [belote] if isinstance(belote, str) else list(belote)


def _figure(marks: Figures | None, camp: str, name: str) -> int | None:
    """One figure of one camp; the points must be there, belotes and capots may be None."""
    given = marks.get(camp) if isinstance(marks, Mapping) else None
    figure = given.get(name) if isinstance(given, Mapping) else None
    if figure is None and name != "points":
        return None
    if type(figure) is not int or not 0 <= figure <= LIMITS[name]:
        code = "points_missing" if figure is None else "figure_wrong"
        raise ScoringError(code, field=f"{name}.{camp}", camp=camp, value=str(figure)[:20], highest=LIMITS[name])
    return figure


def check_key(key: object) -> None:
    """Raises ScoringError for what no form of ours makes."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise ScoringError("sheet_key_wrong", field="key")


def tournament_of(table_id: int) -> int:
    """The concours of a table; one query. Raises Table.DoesNotExist."""
    return Table.objects.values_list("round__tournament", flat=True).get(pk=table_id)


def words(text: object, field: str, *, most: int = 200) -> str:
    """A reason as it is kept: one line of at most *most* characters. Raises ScoringError."""
    if not isinstance(text, str) or "\x00" in text:
        raise ScoringError("words_wrong", field=field)
    said = " ".join(text.split())
    if len(said) > most:
        raise ScoringError("words_long", field=field, length=len(said), most=most)
    return said


def players_of(table_id: int) -> list[str]:
    """The camps seated at a table, in order."""
    return sorted(Seat.objects.filter(table_id=table_id).values_list("camp", flat=True))


def seated_table(table_id: int, camps: set[str]) -> Table:
    """The table with its round, read under the lock; the *camps* of the report must still sit there."""
    seats = list(Seat.objects.filter(table_id=table_id).select_related("table__round__tournament"))
    if not seats:
        raise ScoringError("table_empty")
    if {seat.camp for seat in seats} != camps:
        raise ScoringError("table_camps", camps=", ".join(seat.camp for seat in seats))
    return seats[0].table


def _entered(content: Mapping) -> dict:
    """What was typed: the terms under which it is read may have changed since."""
    return {name: value for name, value in content.items() if name not in ("options", "coupure")}


def _adds_nothing(report: Report, current: ScoreSheet) -> bool:
    """Whether a second typist, who had not seen *current*, only says what it already says."""
    if report.content == current.content:
        return True
    if report.kind != "totals" or current.kind == "forfeit":
        return False
    told = [name for name in ("belotes", "capots") if report.content[name] is not None]
    known = current.kind == "donnes" or all(current.content.get(name) is not None for name in told)
    recorded = marks_of(current)
    return known and all(
        recorded[camp][name] == report.marks[camp][name] for camp in CAMPS for name in ("points", *told)
    )


def for_journal(sheet: ScoreSheet, marks: dict[str, dict[str, int]]) -> dict[str, object]:
    """A version as a journal line keeps it: identifiers and figures."""
    line = {"version": sheet.version, "kind": sheet.kind, "receipt": sheet.receipt, "marks": marks}
    if sheet.check_code:
        line |= {"check": sheet.check_code, "override": sheet.override}
    return line


def receipt_code(table_id: int, version: int, key: str) -> str:
    """Four characters that cannot be misread (Crockford), the same for the same version always.
    >>> len(receipt_code(12, 1, "k" * 16))
    4
    """
    digest = hashlib.sha256(f"{table_id}:{version}:{key}".encode()).digest()
    number = int.from_bytes(digest[:4], "big")
    return "".join(_CROCKFORD[(number >> shift) & 31] for shift in (15, 10, 5, 0))


def start_typing(*, table_id: int, by: AbstractBaseUser) -> bool:
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


def stop_typing(*, table_id: int, by: AbstractBaseUser) -> None:
    """Take back what `start_typing` showed."""
    Table.objects.filter(pk=table_id, typist=by).update(typist=None, typing_since=None)
