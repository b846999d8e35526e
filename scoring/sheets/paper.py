"""The sheet of paper of a table: who sits there, how many donnes, the total to find, the way in for telephones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import check_totals
from scoring.access.services import CampSecrets
from scoring.sheets.feuille import LABELS, feuille_of
from scoring.sheets.selectors import CAMPS, SeatedCamp, tables_of_round
from tournament.concours.models import Tournament
from tournament.rounds.models import Round

MOST_LINES = 20
LINES = 16  # where a partie ends by points
# What each camp writes on a line, in order; a narrow column is headed by a short word.
WRITTEN = ("points", "plis", "dernier_pli", "belote", "capot")
SHORT = {"belote": gettext_lazy("Bel."), "capot": gettext_lazy("Cap.")}


@dataclass(frozen=True)
class PaperColumn:
    """Describe a column of each camp: its heading, and whether it is a box to tick."""

    name: str
    label: object
    tick: bool


@dataclass(frozen=True)
class PaperWay:
    """Describe the coupon of one camp, to be cut off: the square that lets its telephones in, and the code below."""

    camp: str
    numbers: str
    qr: str
    code: str


@dataclass(frozen=True)
class PaperSheet:
    """Hold one sheet to be printed: a table's, or a blank one whose `number` is None.

    `ways` is empty where no telephone can come in. `manches` are the cards of each manche where everybody plays for
    himself, else ().
    """

    round: int | None
    number: int | None
    sides: Mapping[str, SeatedCamp]
    ways: Sequence[PaperWay] = ()
    manches: tuple[int, ...] = ()

    @property
    def lines(self) -> list[tuple[int, int]]:
        """Return the lines of a sheet by manches: (number, cards)."""
        return list(enumerate(self.manches, start=1))


def donne_numbers(tournament: Tournament) -> range:
    """Return the lines to print; a partie longer than the sheet goes on overleaf."""
    return range(1, min(tournament.donnes or LINES, MOST_LINES) + 1)


def columns_of(tournament: Tournament) -> list[PaperColumn]:
    """Return what each camp writes on a donne, as the rule set asks."""
    asked = feuille_of(tournament).fields
    written = [name for name in WRITTEN if name in asked]
    return [PaperColumn(name, SHORT.get(name, LABELS[name]), name not in ("points", "plis")) for name in written]


def control_text(tournament: Tournament) -> str:
    """Return the total that both camps must find together, as the engine confirms it; "" where there is none."""
    donnes = tournament.donnes
    if not donnes:
        return ""
    rules = {"ruleset": tournament.rule_set, "options": tournament.rule_options}
    total = 162 * donnes

    def holds(points: int, belotes: int = 0, capots: int = 0) -> bool:
        check = check_totals(
            **rules,
            totals={"NS": points - 81, "EO": 81} if capots else {"NS": points - total // 2, "EO": total // 2},
            belotes={"NS": belotes, "EO": 0},
            capots={"NS": capots, "EO": 0},
        )
        return check.ok and not check.doubtful and not check.code

    if not holds(total) or holds(total + 1):
        return ""
    text = _("%(donnes)s donnes of 162: the two totals together make %(total)s") % {"donnes": donnes, "total": total}
    if holds(total + 20, belotes=1):
        text += _(", + 20 for each belote")
    if holds(total + 90, capots=1):
        text += _(", + 90 for each capot")
    return text + "."


def sheets_of(
    tournament: Tournament,
    round_: Round,
    codes: Mapping[int, Mapping[str, CampSecrets]],
    address_of: Callable[[str], str | None],
) -> list[PaperSheet]:
    """Return the sheets of a partie in order of table; *address_of* gives what the QR of a token opens, if anything."""
    sheets = []
    for line in tables_of_round(round_):
        ways = []
        for camp, side in line.sides.items():
            printed = codes.get(line.number, {}).get(camp)
            address = address_of(printed.token) if printed else None
            if printed and address:
                qr = segno.make(address, error="m").svg_inline(border=2, light="#fff", omitsize=True)
                ways.append(PaperWay(camp, side.numbers, qr, printed.shown_code))
        manches = () if set(line.sides) == set(CAMPS) else feuille_of(tournament, players=len(line.sides)).manches
        sheets.append(PaperSheet(round_.number, line.number, line.sides, ways, manches))
    return sheets


def blank_sheets(tournament: Tournament, count: int) -> list[PaperSheet]:
    """Return sheets to be filled in by hand."""
    manches = feuille_of(tournament).manches
    sides = {camp: SeatedCamp(camp, 0, "") for camp in feuille_of(tournament).camps} if manches else {}
    return [PaperSheet(None, None, sides, manches=manches)] * count
