"""Scores from telephones: a score proposed for a camp, and the other camp's answer. Everything arrives once.

Each entry carries a key made by the telephone when the entry begins: the same key with the same figures gives the same
receipt, whatever happened meanwhile. A score that comes too late is kept to be read, and never counts by itself.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from scoring.access.models import TableDevice
from scoring.errors import ScoringError
from scoring.phones.running_sheets import cutoff_of
from scoring.sheets import reception
from scoring.sheets.entry import Figures, NewSheet, check_kind, players_of, read_report, reason_of
from scoring.sheets.lifecycle import PhoneAnswer, PhoneReport
from scoring.sheets.models import ScoreSheet
from scoring.sheets.reception import Receipt, Submission
from scoring.sheets.selectors import CAMPS
from scoring.sheets.shown import feuille_of
from scoring.sheets.table_scores import Report, Version, counted_fields
from scoring.sheets.terms import SheetTerms
from tournament.concours.models import Tournament

HIGHEST_SEQUENCE = 2**53 - 1  # what a telephone can count to


def propose_sheet(
    *,
    device: TableDevice,
    key: str,
    kind: str = "totals",
    marks: Figures | None = None,
    donnes: Sequence[Mapping] | None = None,
    sequence: int = 0,
    litige_lost: bool = False,
    winner: str = "",
) -> Receipt:
    """Return the receipt of the score that a telephone proposes for its camp.

    *sequence* is when the entry began, in milliseconds: of two entries of one telephone the later one holds, in
    whatever order they arrive. *litige_lost* says that points of a litige were lost at the end, *winner* who won
    where the totals leave it open. The same figures as the
    other camp's are its confirmation; other figures are a dispute. Raises ScoringError; then nothing is written.
    """
    table = device.access.table
    tournament = table.round.tournament
    sheet_of_game = feuille_of(tournament)
    by_manches = sheet_of_game.by_manches
    reception.check_key(key)
    check_kind(kind, ("donnes",) if by_manches else ("totals",) if sheet_of_game.totals_alone else ("totals", "donnes"))
    if type(sequence) is not int or not 0 <= sequence <= HIGHEST_SEQUENCE:
        raise ScoringError("sheet_key_wrong", field="sequence")
    players = players_of(table.pk) if by_manches else CAMPS

    def read(terms: SheetTerms) -> Submission:
        coupure = cutoff_of(terms) if kind == "donnes" else None
        sheet = NewSheet(kind=kind, marks=marks, donnes=donnes, coupure=coupure, winner=winner)
        report = read_report(sheet, tournament=tournament, players=players, terms=terms)
        why = reason_of(report, "", litige_lost=litige_lost)
        combine = partial(_combined, tournament, terms, report)
        proposal = PhoneReport(
            report=report, camp=device.camp, device=device.pk, sequence=sequence, override=why, combine=combine
        )
        return Submission(table=table, act=proposal, key=key, terms=terms, device=device, override=why)

    return reception.receive_together(table, read)


def answer_sheet(*, device: TableDevice, key: str, version: int, agrees: bool) -> ScoreSheet:
    """Return the version that the other camp's telephone confirms, or contests.

    Raises ScoringError `own_proposal` for a camp's own figures, `sheet_changed` where *version* no longer waits,
    `already_counted` for a contest of what counts.
    """
    reception.check_key(key)
    answer = PhoneAnswer(version=version, agrees=agrees, camp=device.camp, device=device.pk)
    return reception.receive(Submission(table=device.access.table, act=answer, key=key, device=device)).sheet


def _combined(tournament: Tournament, terms: SheetTerms, report: Report, known: Version) -> Report | None:
    """Return what two reports of the same points tell together, where *report* tells what *known* left out.

    A camp that counts no belotes or capots contests none: what the other one counted stands.
    """
    content, before = report.content, known.report
    if not counted_fields(content) - counted_fields(before.content):
        return None
    names = counted_fields(before.content) - counted_fields(content)
    if not names:
        return report
    marks = {
        camp: dict(mark) | {name: before.marks[camp][name] for name in names} for camp, mark in report.marks.items()
    }
    counted = ("points", *counted_fields(content), *names)
    figures = {camp: {name: marks[camp][name] for name in counted} for camp in marks}
    sheet = NewSheet(kind="totals", marks=figures, winner=report.winner or before.winner)
    combined = read_report(sheet, tournament=tournament, terms=terms, in_turn=False)
    return None if combined.check_code or combined.question else combined
