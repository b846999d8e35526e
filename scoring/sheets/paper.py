"""The sheet of paper of a table: who sits there, how many donnes, the total to find, the way in for telephones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import segno
from django.utils.translation import gettext as _, gettext_lazy

from rules import check_totals, feuille, is_int
from scoring.access.services import CampSecrets
from scoring.sheets.selectors import CAMPS, SeatedCamp, tables_of_round
from scoring.sheets.shown import LABELS, feuille_of, labels_of
from tournament.concours.models import Tournament
from tournament.finals.words import length_words
from tournament.languages import spoken_language
from tournament.rounds.models import Round

MOST_LINES = 20
LINES = 16  # where a partie ends by points
# The columns of a camp on a line, in order; a narrow column is headed by a short word.
WRITTEN = ("points", "plis", "dernier_pli", "belote", "capot")
# Those of both camps before them, where there are bids.
SHARED = ("preneur", "enchere", "contre")
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
    """Represent one sheet to be printed: a table's, or a blank one whose `number` is None.

    `donnes` are its lines, `control` the total to find, `length` what ends the partie where that is not as usual.
    `equal` is what to do on equal totals in a bracket, `match` which match of it this is. `ways` is empty where no
    telephone can come in. `manches` are the cards of each manche where everybody plays for himself, else ().
    """

    round: int | None
    number: int | None
    sides: Mapping[str, SeatedCamp]
    donnes: range
    control: str
    length: str = ""
    equal: str = ""
    match: str = ""
    ways: Sequence[PaperWay] = ()
    manches: tuple[int, ...] = ()

    @property
    def lines(self) -> list[tuple[int, int]]:
        """Return the lines of a sheet by manches: (number, cards)."""
        return list(enumerate(self.manches, start=1))


def donne_numbers(options: Mapping[str, object]) -> range:
    """Return the lines to print; a partie longer than the sheet goes on overleaf."""
    donnes = options.get("limite_donnes")
    return range(1, min(donnes if is_int(donnes) else LINES, MOST_LINES) + 1)


def columns_of(tournament: Tournament) -> list[PaperColumn]:
    """Return what each camp writes on a donne, as the rule set asks."""
    asked = feuille_of(tournament).fields
    written = [name for name in WRITTEN if name in asked] or ["points"]
    return [PaperColumn(name, SHORT.get(name, LABELS[name]), name not in ("points", "plis")) for name in written]


def shared_columns_of(tournament: Tournament) -> list[PaperColumn]:
    """Return what is written once of a donne: who took it and at what bid, where the rule set has bids."""
    sheet = feuille_of(tournament)
    labels = labels_of(sheet)
    return [PaperColumn(name, labels[name], tick=False) for name in SHARED if {name, "enchere"} <= {*sheet.fields}]


def control_text(rule_set: str, options: Mapping[str, object]) -> str:
    """Return the total that both camps must find together, as the engine confirms it; "" where there is none.

    With bids or annonces the sum of a donne is not always the same: no total can be promised.
    """
    donnes = options.get("limite_donnes")
    if not is_int(donnes) or feuille(rule_set, options).sum is None:
        return ""
    rules: dict[str, Any] = {"ruleset": rule_set, "options": options}
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
        text += _(", +\u00a020 for each belote")
    if holds(total + 90, capots=1):
        text += _(", +\u00a090 for each capot")
    return text + "."


def qr_of(address: str) -> str:
    """Return the square of one camp, as it is printed."""
    return segno.make_qr(address, error="m").svg_inline(border=2, light="#fff", omitsize=True)


def sheets_of(
    tournament: Tournament,
    round_: Round,
    codes: Mapping[int, Mapping[str, CampSecrets]],
    address_of: Callable[[str], str | None],
    equal: Mapping[int, str],
    matches: Mapping[int, str],
) -> list[PaperSheet]:
    """Return the sheets of a partie in order of table; *address_of* gives what the QR of a token opens, if anything.

    *equal* says for tables of a bracket what is done on equal totals, *matches* which match of it they play.
    """
    sheets = []
    for line in tables_of_round(round_):
        ways = []
        for camp, side in line.sides.items():
            printed = codes.get(line.number, {}).get(camp)
            address = address_of(printed.token) if printed else None
            if printed and address:
                ways.append(PaperWay(camp, side.numbers, qr_of(address), printed.shown_code))
        manches = () if set(line.sides) == set(CAMPS) else feuille_of(tournament, players=len(line.sides)).manches
        sheet_of = partial(PaperSheet, round_.number, line.number, line.sides, ways=ways, manches=manches)
        sheet_of = partial(sheet_of, equal=equal.get(line.number, ""), match=matches.get(line.number, ""))
        sheets.append(sheet_of(**_length(tournament, line.table.limits)))
    return sheets


def blank_sheets(tournament: Tournament) -> list[PaperSheet]:
    """Return two sheets to be filled in by hand, as many as a page holds."""
    manches = feuille_of(tournament).manches
    sides = {camp: SeatedCamp(camp, 0, "") for camp in feuille_of(tournament).camps} if manches else {}
    return [PaperSheet(None, None, sides, manches=manches, **_length(tournament, {}))] * 2


def _length(tournament: Tournament, limits: Mapping[str, int | None]) -> dict[str, Any]:
    """Return what a sheet says of the length of its partie, where *limits* are its own."""
    options = {**tournament.rule_options, **limits}
    return {
        "donnes": donne_numbers(options),
        "control": control_text(tournament.rule_set, options),
        "length": length_words(limits, spoken_language()),
    }
