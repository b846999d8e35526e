"""The palmarès with its prizes."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.prizes.awards import awards_of
from scoring.prizes.selectors import called, prize_calls
from scoring.prizes.winners import phase_winners
from scoring.standings.selectors import labels
from scoring.workbook import columns as shared
from scoring.workbook.columns import Field, Tab, tab
from scoring.workbook.source import WorkbookSource
from tournament.prizes.selectors import prize_list


def tabs(source: WorkbookSource) -> list[Tab]:
    """List the teams called for a prize, and who won each phase. Empty while no ranking is final."""
    fields = [
        Field(_("Rank"), "row.rank", "number", 7),
        *shared.entrant(source.tournament, "row.number", "label.name"),
        Field(_("Finals"), "place", width=30),
        Field(_("Points"), "row.points", "figure", 11),
        Field(_("Prize"), "lot", "lines", 40),
    ]
    evening, shown = source.evening, labels(source.tournament, source.audience)
    ranking = evening.after()
    awards = awards_of(evening, ranking.rows) if ranking.final else None
    calls = called(prize_calls(evening, ranking, shown, awards=awards))
    tabs = [tab(_("Palmarès and prizes"), _("Calling the prizes"), calls, fields)]
    if winners := phase_winners(evening, shown, awards=awards):
        phases = [Field(_("Phase"), "title", width=34), *shared.entrant(source.tournament, "number", "name")]
        tabs.append(tab(_("Winners"), _("Winners of each phase"), winners, phases))
    if source.tournament.lots:
        tabs.append(_listed(source, {} if awards is None else awards.holders()))
    return tabs


def _listed(source: WorkbookSource, holders: Mapping[int, Sequence[int]]) -> Tab:
    """Return the list of the prizes: for whom, what, its value, who gives it, who has it."""
    fields = [
        Field(_("No."), "number", "number", 7),
        Field(_("For whom"), "who", width=36),
        Field(_("Prize"), "what", "lines", 40),
        Field(_("Copies"), "copies", "number", 9),
        Field(_("Value"), lambda lot: lot.value_cents / 100 if lot.value_cents else None, "money", 11),
        Field(_("Given by"), "giver", width=28),
        Field(_("Taken by"), lambda lot: ", ".join(map(str, holders.get(lot.number, ()))), width=28),
    ]
    return tab(_("Prizes"), _("The list of the prizes"), prize_list(source.tournament).lines, fields)
