"""Questions about the sheets being kept on telephones: what each camp wrote, what the règlement makes of it so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import get_language, gettext as _

from rules import Result, RuleError
from scoring.sheets.entry import sheet_content
from scoring.sheets.models import RunningDonne
from scoring.sheets.shown import DonneLine, marked_sheet
from scoring.sheets.terms import SheetTerms
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
