"""Entering scores at the table de marque: what is typed there becomes a version of a table's sheet."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from scoring.sheets import reception
from scoring.sheets.feuille import feuille_of
from scoring.sheets.lifecycle import SecondReading, TypedReport
from scoring.sheets.models import ScoreSheet
from scoring.sheets.reception import Receipt, Submission
from scoring.sheets.reports import (
    Figures,
    NewSheet,
    check_forfeit,
    check_kind,
    players_of,
    read_report,
    reason_of,
    words,
)
from scoring.sheets.selectors import CAMPS, TYPING
from scoring.sheets.terms import SheetTerms
from tournament.rounds.models import Table


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
