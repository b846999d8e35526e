"""Store what an evening brings its teams, so that the table of a season is read without ranking each evening again.

The worker writes the copy after each act, beside the public pages; a reader that finds it behind the journal computes
that evening anew (`selectors.read_season`). Entering a score does nothing for a season.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.ranking import FIGURES
from scoring.ranking.results import LOST, PENDING, PLAYED, WON, PartieResult
from scoring.seasons.models import KeptEvening
from scoring.seasons.scales import SIGNS
from scoring.sheets.models import Ruling, ScoreSheet
from scoring.sheets.shown import donnes_of
from scoring.sheets.terms import CANCELLED, GIVEN_BACK, TAKING
from scoring.standings.donnes import donnes_noted, donnes_played
from scoring.standings.models import Palmares
from scoring.standings.results import EveningResults
from tournament.concours.models import Tournament
from tournament.finals.formula import OTHERS
from tournament.finals.played import played_phases
from tournament.registration.models import Team
from tournament.rounds.models import Table

NOW = 0  # the palmarès of a copy that stands on none


class EveningRow(NamedTuple):
    """The evening of a team, as it is kept: `team` is its key, `results` a sign for each partie.

    `donnes` are those of its parties, 0 where those of one are not known.
    """

    team: int
    rank: int
    points: int
    conceded: int
    donnes: int
    results: str
    capots: int
    final: str
    category: str


def evening_rows(results: EveningResults) -> list[EveningRow]:
    """Return what the evening brought each team that took part; four queries.

    Of a ranking that is held back, the last partie counts once it is shown. A team that was never seated brought
    nothing home, nor one that was excluded.
    """
    shown = min(results.last, results.last_shown)
    standing = results.after(shown)
    donnes = _donnes(results)
    finals = _finalists(results) if shown == results.last else {}
    categories = dict(Team.objects.filter(tournament=results.tournament).order_by().values_list("pk", "category"))
    return [
        EveningRow(
            row.team_id,
            row.rank,
            row.points,
            row.points - row.difference,
            _team_donnes(results, row.number, row.results, donnes),
            "".join(SIGNS[result.outcome] for result in row.results if result.kind != PENDING),
            sum(result.capots for result in row.results),
            finals.get(row.number, ""),
            categories[row.team_id],
        )
        for row in standing.rows
        if not row.excluded and any(result.kind == PLAYED or result.outcome == WON for result in row.results)
    ]


def columns_of(rows: Sequence[EveningRow]) -> list[list]:
    """Return *rows* as they are kept: a list for each field, since thousands of short lists take longer to read."""
    return [list(column) for column in zip(*rows, strict=True)]


def _donnes(results: EveningResults) -> Mapping[tuple[int, int], int]:
    """Return (partie, table) → its donnes: those on the sheet, else those after which it ends; 0 where nobody knows.

    A donne that was passed, or cancelled, is none; one that a penalty stands for is.
    """
    tournament = results.tournament
    usual = tournament.rule_options.get("limite_donnes")
    counted: dict[tuple[int, int], int] = {}
    cancelled = _cancelled(tournament)
    tables = Table.objects.filter(round__tournament=tournament, round__state="published").order_by()
    fields = ("round__number", "number", "limits", "cutoff_after", "round__cutoff_donnes")
    for partie, table, limits, after, last in tables.values_list(*fields):
        own = {"limite_donnes": usual, **limits}
        counted[partie, table] = donnes_played(own, after=after, last=last, cancelled=cancelled[partie, table])
    sheets = ScoreSheet.objects.filter(counted=True, kind="donnes", table__round__tournament=tournament).order_by()
    instead = Counter((fault.round, fault.table) for fault in results.faults if fault.way in TAKING and fault.points)
    for partie, table, content in sheets.values_list("table__round__number", "table__number", "content"):
        counted[partie, table] = donnes_noted(donnes_of(content), instead=instead[partie, table])
    return counted


def _cancelled(tournament: Tournament) -> Counter[tuple[int, int]]:
    """Count the donnes that a referee has taken off at each (partie, table), with nothing in their place."""
    rulings = Ruling.objects.filter(table__round__tournament=tournament, kind__in=(CANCELLED, GIVEN_BACK)).order_by()
    found: Counter[tuple[int, int]] = Counter()
    for partie, table, kind in rulings.values_list("table__round__number", "table__number", "kind"):
        found[partie, table] += 1 if kind == CANCELLED else -1
    return found


def _team_donnes(
    results: EveningResults,
    number: int,
    parties: tuple[PartieResult, ...],
    donnes: Mapping[tuple[int, int], int],
) -> int:
    """Add up the donnes of the parties that gave a team its points; one without a table has as many as usual there."""
    total = 0
    usual = results.tournament.rule_options.get("limite_donnes") or 0
    own = results.lengths.get(number, {})
    for result in parties:
        if result.kind != PLAYED and not result.points:
            continue
        played = results.played_in(number, result.round)
        here = {"limite_donnes": usual, **own.get(result.round, {})}["limite_donnes"] or 0
        if result.table is not None:
            here = donnes.get((played, result.table), here)
        if not here:
            return 0
        total += here
    return total


def _finalists(results: EveningResults) -> dict[int, str]:
    """Return who won and who lost the final of the bracket that decides the first ranks."""
    if not results.parts:
        return {}
    for played in played_phases(results):
        if played.rounds and played.phase.who not in (*OTHERS, "beaten"):
            final = played.rounds[-1][0]
            return {side: WON if side == final.winner else LOST for side in final.sides if side and final.winner}
    return {}


def keep_evening(results: EveningResults) -> None:
    """Store what the evening brings a season, and as it was at its last palmarès beside it."""
    tournament = results.tournament
    kept = KeptEvening(
        tournament=tournament,
        journal_number=results.journal_number,
        figures=FIGURES,
        columns=columns_of(evening_rows(results)),
    )
    KeptEvening.objects.bulk_create(
        [kept],
        update_conflicts=True,
        unique_fields=["tournament", "palmares"],
        update_fields=["journal_number", "figures", "columns"],
    )
    if tournament.closed_at is None:
        return
    # Another may be published since these results were read.
    read = Palmares.objects.filter(tournament=tournament, journal_number__lte=results.journal_number)
    last = read.order_by("-number").values_list("number", flat=True).first()
    if last:
        KeptEvening.objects.get_or_create(
            tournament=tournament,
            palmares=last,
            defaults={"journal_number": results.journal_number, "figures": FIGURES, "columns": kept.columns},
        )


def follow_teams(tournament: Tournament, numbers: Mapping[int, int]) -> None:
    """Refer the copies of *tournament* to its teams, whose rows are other ones now; *numbers*: those of the rows before."""
    now = dict(tournament.teams.values_list("number", "pk"))
    for kept in KeptEvening.objects.filter(tournament=tournament, palmares__gt=NOW):
        teams, *others = kept.columns or [[]]
        kept.columns = [[now.get(numbers.get(team, 0), team) for team in teams], *others]
        kept.save(update_fields=["columns"])
