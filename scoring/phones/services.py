"""Scores from telephones: a score proposed for a camp, and the other camp's answer. Everything arrives once.

Each entry carries a key made by the telephone when the entry begins: the same key with the same figures gives the same
receipt, whatever happened meanwhile. A score that comes too late is kept to be read, and never counts by itself.

The sheet that a camp keeps donne by donne while it plays is a score only once it is proposed. Each donne arrives by
itself: late, twice, in any order. Of two accounts of a donne the one begun later holds, so that whatever the Wi-Fi
did, what is kept is the same (docs/reliability.md 10, row 33). None of this is journalled.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from rules import Result, RuleError
from scoring.access.models import TableDevice
from scoring.errors import ScoringError
from scoring.sheets import reception
from scoring.sheets.entry import Figures, NewSheet, check_kind, players_of, read_report, reason_of, sheet_content
from scoring.sheets.lifecycle import PhoneAnswer, PhoneReport
from scoring.sheets.models import RunningDonne, ScoreSheet
from scoring.sheets.reception import Receipt, Submission, check_key, check_open
from scoring.sheets.selectors import CAMPS
from scoring.sheets.shown import DonneLine, feuille_of, marked_sheet
from scoring.sheets.table_scores import Report, Version, counted_fields
from scoring.sheets.terms import SheetTerms
from tournament.concours.models import Tournament
from tournament.prepared import prepared
from tournament.rounds.models import Table


@dataclass(frozen=True)
class RunningSheet:
    """Represent the sheet of one camp as far as it is kept.

    `donnes` are those without a gap from the first one on; `gap` is the first that has not arrived though a later one
    has. `lines` are those that the règlement marks, up to the first one that it refuses: `wrong` is its number, `error`
    the sentence and `why` the same without the number. `sequence` is when the last of them was written.
    """

    camp: str
    donnes: list[dict]
    gap: int | None = None
    lines: list[DonneLine] = field(default_factory=list)
    total: Mapping[str, int] = field(default_factory=dict)
    pot: int = 0
    wrong: int | None = None
    error: str = ""
    why: str = ""
    over: bool = False
    winner: str = ""
    said: str = ""
    sequence: int = 0

    @property
    def done(self) -> int:
        """Return how many donnes are kept without a gap."""
        return len(self.donnes)

    @property
    def open_until(self) -> int:
        """Return the highest donne that may be noted: the next, unless one is to be mended or the partie is over."""
        return self.done if self.over or self.error else self.done + 1

    @property
    def ready(self) -> bool:
        """Return whether the sheet may be proposed: whole, and the partie over."""
        return self.over and self.gap is None and not self.error


def kept_by_camp(table: Table) -> dict[str, dict[int, RunningDonne]]:
    """Return by camp and number the donnes as telephones last said them, those taken back too; one query."""
    rows = RunningDonne.objects.filter(device__access__table=table).select_related("device")
    found: dict[str, dict[int, RunningDonne]] = {}
    for row in sorted(rows, key=lambda row: (row.sequence, row.key)):
        found.setdefault(row.device.camp, {})[row.number] = row
    return found


def donnes_in_order(rows: Mapping[int, RunningDonne]) -> tuple[list[dict], int | None]:
    """Return the donnes from the first one on, and the number of the first missing one where a later one is there."""
    there = {number: row.content for number, row in rows.items() if row.content is not None}
    donnes: list[dict] = []
    while len(donnes) + 1 in there:
        donnes.append(there[len(donnes) + 1])
    return donnes, len(donnes) + 1 if len(there) > len(donnes) else None


def running_sheets(
    kept: Mapping[str, Mapping[int, RunningDonne]], terms: SheetTerms, camps: Sequence[str]
) -> dict[str, RunningSheet]:
    """Return the sheet that each of *camps* keeps, of those that keep one; asks the database nothing."""
    sheets = {}
    for camp, rows in kept.items():
        donnes, gap = donnes_in_order(rows)
        if (donnes or gap) and camp in camps:
            last = max(row.sequence for row in rows.values())
            sheets[camp] = marked(camp, donnes, terms, camps, gap=gap, sequence=last)
    return sheets


def marked(
    camp: str, donnes: list[dict], terms: SheetTerms, camps: Sequence[str], *, gap: int | None = None, sequence: int = 0
) -> RunningSheet:
    """Return the sheet of *camp* with what the règlement makes of its *donnes*; asks the database nothing."""
    sheet = RunningSheet(camp, donnes, gap, sequence=sequence)
    if not donnes:
        return sheet
    # Ended by the last donnes where they were imposed on the table.
    content = sheet_content(terms, donnes, coupure=cutoff_of(terms), players=sorted(camps))
    lang = get_language() or "fr"
    try:
        whole = marked_sheet(content)
    except RuleError as error:
        message = error.message(lang)
        return replace(sheet, error=message, why=message, wrong=len(donnes))
    sheet = replace(sheet, lines=whole.lines, total=whole.total, pot=whole.pot)
    if wrong := whole.error:
        why = replace(wrong, donne=None).message(lang)
        return replace(sheet, wrong=wrong.donne, error=wrong.message(lang), why=why)
    if not whole.result.terminee:
        return sheet
    return replace(sheet, over=True, winner=whole.result.vainqueur or "", said=_end_text(whole.result))


def cutoff_of(terms: SheetTerms) -> dict[str, int] | None:
    """Return the last donnes imposed on the table as a sheet says them; None where it is not known since when."""
    if terms.cutoff is None or terms.cutoff_after is None:
        return None
    # A donne that a penalty stands for is on no sheet; one that was cancelled is there, as passed.
    after = terms.cutoff_after - (terms.taken - terms.cancelled)
    return {"apres_donne": after, "donnes_restantes": terms.cutoff} if after > 0 else None


def _end_text(told: Result) -> str:
    if told.vainqueurs:
        return _("The partie is over: %(camps)s lost fewest.") % {"camps": ", ".join(told.vainqueurs)}
    return _("The partie is over: propose the sheet.")


# --- Proposals and answers --------------------------------------------------------------------------------------------

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


# --- Donnes noted while the table plays -------------------------------------------------------------------------------

HIGHEST_NUMBER = 200
LONGEST = 4_000  # characters; a donne of four annonces each has a tenth of it


@transaction.atomic
def note_donne(*, device: TableDevice, number: int, key: str, sequence: int, content: Mapping | None) -> RunningDonne:
    """Note donne *number* as *device* says it: in the format of docs/rules.md 3, None where it was taken back.

    *sequence* is when it was begun or changed on the telephone, in milliseconds; *key* decides between equals. Raises
    ScoringError `sheet_key_wrong`, `donne_number`, `donnes_shape`, `closed`.
    """
    check_key(key)
    if type(sequence) is not int or not 0 <= sequence <= HIGHEST_SEQUENCE:
        raise ScoringError("sheet_key_wrong", field="sequence")
    if type(number) is not int or not 1 <= number <= HIGHEST_NUMBER:
        raise ScoringError("donne_number", field="number", read=str(number)[:20], most=HIGHEST_NUMBER)
    if content is not None and (not isinstance(content, Mapping) or len(json.dumps(dict(content))) > LONGEST):
        raise ScoringError("donnes_shape", field="donnes", said="")
    _open(device)
    row = RunningDonne.objects.filter(device=device, number=number).first()
    if row is None:
        row = RunningDonne(device=device, number=number)
    elif (row.sequence, row.key) >= (sequence, key):
        return row
    row.key, row.sequence, row.at = key, sequence, timezone.now()
    row.content = None if content is None else dict(content)
    row.save()
    return row


@transaction.atomic
def take_over(*, device: TableDevice, camp: str) -> int:
    """Make the sheet kept by *camp* that of the telephone's camp too; return how many donnes it has.

    Raises ScoringError `running_none` where that camp keeps none, `closed`.
    """
    _open(device)
    kept = kept_by_camp(Table.objects.get(access=device.access_id))
    theirs = {} if camp == device.camp else kept.get(camp, {})
    donnes = {number: row for number, row in theirs.items() if row.content is not None}
    if not donnes:
        raise ScoringError("running_none")
    ours = kept.get(device.camp, {})
    # Later than whatever this camp's telephones said before, however wrong their clocks are.
    begun = max([time.time_ns() // 1_000_000, *(row.sequence + 1 for row in ours.values())])
    begun = min(begun, HIGHEST_SEQUENCE)
    for number in sorted(donnes.keys() | ours.keys()):
        RunningDonne.objects.update_or_create(
            device=device,
            number=number,
            defaults={
                "key": f"taken-over-{camp}-{begun}-{number}",
                "sequence": begun,
                "content": donnes[number].content if number in donnes else None,
                "at": timezone.now(),
            },
        )
    return len(donnes)


def _open(device: TableDevice) -> None:
    """Lock the telephone's row, so that two of its messages follow one another. Raises `closed` after the palmarès."""
    check_open(_locked_devices.get(pk=device.pk).access.table.round.tournament)


@prepared
def _locked_devices(pk: int) -> QuerySet[TableDevice]:
    locked = TableDevice.objects.select_for_update(of=("self",)).select_related("access__table__round__tournament")
    return locked.filter(pk=pk)
