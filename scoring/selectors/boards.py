"""A standing as it is shown: lines with names, movement and a cell for each partie; and why a team has its rank."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.selectors.standings import Evening, Label, Standing
from scoring.standings import Gap, Result, Row, gaps
from scoring.standings.results import ABSENT, EXEMPT, FORFEIT, PENDING
from tournament.criteria import CRITERIA
from tournament.models import CATEGORIES, Tournament

# What a phone has room for beside the rank and the names; and a wall.
PUBLIC_CRITERIA = ("points", "wins", "match_points", "difference")
WALL_CRITERIA = ("points", "wins", "match_points")


class Cell(NamedTuple):
    """A partie in a line: the points, or a sign; `kind` is that of the result."""

    text: str
    kind: str


class Line(NamedTuple):
    """One team's line; `moved` is the places gained since the partie before, None where there was none."""

    rank: int
    tied: bool
    number: int
    name: str
    origin: str
    category: str
    moved: int | None
    points: int
    wins: int
    figures: list[tuple[str, int | None]]
    cells: list[Cell]
    withdrawn: bool
    category_rank: int | None

    @property
    def wall_figures(self) -> list[tuple[str, int | None]]:
        """The figures that are read from far."""
        return [figure for figure in self.figures if figure[0] in WALL_CRITERIA]

    @property
    def players(self) -> list[str]:
        """The name in its parts, each a line of its own where there is room."""
        return self.name.split(" – ")

    @property
    def movement(self) -> str:
        """The places gained or lost, as ▲3 or ▼2; nothing for the same place."""
        return f"{'▲' if self.moved > 0 else '▼'}{abs(self.moved)}" if self.moved else ""


class Board(NamedTuple):
    """A standing ready to be shown; `columns` are the (key, short label) of the lines' figures."""

    standing: Standing
    columns: list[tuple[str, str]]
    rounds: tuple[int, ...]
    lines: list[Line]


def names_shown(tournament: Tournament) -> bool:
    """Whether public pages give names: in the hall always, on the web where the organiser says so (RELIABILITY 4.1)."""
    return settings.EMBEDDED or tournament.names_online


def public_labels(tournament: Tournament, labels: Mapping[int, Label]) -> Mapping[int, Label]:
    """*labels* as public pages may show them: elsewhere than in the hall initials, and no commune to guess from."""
    if names_shown(tournament):
        return labels
    return {
        number: label._replace(name=label.initials, players=label.initials, origin="")
        for number, label in labels.items()
    }


def columns(criteria: Sequence[str], only: Sequence[str] | None = None) -> list[tuple[str, str]]:
    """The (key, short label) of *criteria*, points among them in any case; *only* keeps those of a narrow page."""
    keys = [key for key in criteria if only is None or key in only]
    if "points" not in keys:
        keys.append("points")
    return [(key, str(CRITERIA[key].short)) for key in keys]


def asked_round(evening: Evening, number: int | None) -> int | None:
    """The partie after which a ranking is asked for, where it has been played; else None, the last one."""
    if number not in evening.rounds:
        return None
    return min(number, evening.last) or None


def board(
    evening: Evening,
    labels: Mapping[int, Label],
    *,
    after_round: int | None = None,
    only: Sequence[str] | None = None,
    category: str = "",
    origin: str = "",
) -> Board:
    """The standing after a partie with names and movement, narrowed to a *category* or an *origin*.

    In a narrowed board the line keeps its rank in the whole concours and has its rank in the category beside it.
    """
    standing = evening.after(after_round)
    before = {}
    if standing.after_round > 1:
        before = {row.number: row.rank for row in evening.after(standing.after_round - 1).rows}
    # A criterion that nobody needed, as the direct meeting where no team was equal, takes no column.
    used = [key for key in standing.criteria if any(row.values[key] is not None for row in standing.rows)]
    shown = columns(used, only)
    lines: list[Line] = []
    shared = within = 0
    for row in standing.rows:
        label = labels[row.number]
        if (category and label.category != category) or (origin and label.origin != origin):
            continue
        within += 1
        if not lines or lines[-1].rank != row.rank:
            shared = within
        lines.append(_line(row, label, before.get(row.number), shown, shared if category or origin else None))
    rounds = tuple(number for number in evening.rounds if number <= standing.after_round)
    return Board(standing, shown, rounds, lines)


def _line(
    row: Row, label: Label, before: int | None, shown: Sequence[tuple[str, str]], category_rank: int | None
) -> Line:
    return Line(
        rank=row.rank,
        tied=row.tied,
        number=row.number,
        name=label.name,
        origin=label.origin,
        category=label.category,
        moved=None if before is None else before - row.rank,
        points=row.points,
        wins=row.wins,
        figures=[(key, row.values.get(key, row.points)) for key, _label in shown],
        cells=[cell(result) for result in row.results],
        withdrawn=row.withdrawn,
        category_rank=category_rank,
    )


def cell(result: Result) -> Cell:
    """The partie in three or four characters."""
    if result.kind == PENDING:
        return Cell("…", result.kind)
    if result.kind == ABSENT:
        return Cell("–", result.kind)
    return Cell(str(result.points), result.kind)


class Partie(NamedTuple):
    """One partie in the story of a team; `said` is a sentence where it was not simply played."""

    result: Result
    opponents: list[tuple[int, str]]
    said: str


class Story(NamedTuple):
    """Why a team has its rank: its parties, its figures, who stands above, beside and below it, and by what."""

    row: Row
    label: Label
    teams: int
    figures: list[tuple[str, int | None]]
    parties: list[Partie]
    above: str
    beside: str
    below: str


def story(evening: Evening, standing: Standing, labels: Mapping[int, Label], number: int) -> Story | None:
    """The story of team *number* in *standing*; None where the team is not in it."""
    row = next((row for row in standing.rows if row.number == number), None)
    if row is None:
        return None
    above, beside, below = gaps(standing.rows, number)
    return Story(
        row=row,
        label=labels[number],
        teams=len(standing.rows),
        figures=[(str(CRITERIA[key].label), row.values[key]) for key in standing.criteria],
        parties=[_partie(result, labels, evening.tournament) for result in row.results],
        above=_above(above, labels) if above else "",
        beside=_beside(row, beside, labels),
        below=_below(below, labels) if below else "",
    )


def current_partie(evening: Evening, labels: Mapping[int, Label], number: int) -> Partie | None:
    """Where team *number* sits in the partie being played; None where none is, or its sheet is in already."""
    now = evening.seat_now(number)
    if now is None or (now[1] is not None and now[1].kind != PENDING):
        return None
    partie, result = now
    if result is None:
        return Partie(Result(partie, EXEMPT), [], _("Exempt in this partie: nothing to play."))
    return _partie(result, labels, evening.tournament)


def team_name(number: int, labels: Mapping[int, Label]) -> str:
    """« équipe 12 (Michel Le Goff – Jeanne Martin) », or the number alone where names are not shown."""
    name = labels[number].name
    if name:
        return _("team %(number)s (%(name)s)") % {"number": number, "name": name}
    return _("team %(number)s") % {"number": number}


def _partie(result: Result, labels: Mapping[int, Label], tournament: Tournament) -> Partie:
    said = ""
    if result.kind == EXEMPT:
        said = exempt_sentence(tournament, result)
    elif result.kind == FORFEIT:
        said = _("Won by forfeit.") if result.outcome == "won" else _("Lost by forfeit.")
    elif result.kind == ABSENT:
        said = _("Not played: 0 points.")
    return Partie(result, [(other, labels[other].name) for other in result.opponents], said)


def exempt_sentence(tournament: Tournament, result: Result) -> str:
    """What an exemption brings, in words."""
    policy = tournament.exempt_policy
    params = {"points": result.points}
    if policy == "zero":
        said = _("Exempt: it brings no points.")
    elif policy == "flat":
        said = _("Exempt: it brings %(points)s points, fixed beforehand.") % params
    elif policy == "mean":
        said = _("Exempt: it brings %(points)s points, the mean of the other parties played.") % params
    else:
        said = _("Exempt: it brings %(points)s points, half of those of a partie.") % params
    return said + " " + _("It counts as won.") if tournament.exempt_wins else said


def _above(gap: Gap, labels: Mapping[int, Label]) -> str:
    team = team_name(gap.other.number, labels)
    if gap.criterion == "phase":
        return _("Above, at rank %(rank)s: %(team)s, which came further in the finals or the knock-out.") % {
            "rank": gap.other.rank,
            "team": team,
        }
    if gap.criterion == "withdrawn":
        return _("Above, at rank %(rank)s: %(team)s. Teams that left come after all those that stay.") % {
            "rank": gap.other.rank,
            "team": team,
        }
    return _("Above, at rank %(rank)s: %(team)s, by “%(criterion)s”: %(theirs)s against %(mine)s.") % {
        "rank": gap.other.rank,
        "team": team,
        "criterion": CRITERIA[gap.criterion].label,
        "theirs": gap.theirs,
        "mine": gap.mine,
    }


def _beside(row: Row, others: Sequence[Row], labels: Mapping[int, Label]) -> str:
    if not others:
        return ""
    few = ", ".join(team_name(other.number, labels) for other in others[:5])
    if len(others) > 5:
        return _("Equal on all criteria with %(count)s other teams: they share rank %(rank)s.") % {
            "count": len(others),
            "rank": row.rank,
        }
    return _("Equal on all criteria with %(teams)s: they share rank %(rank)s.") % {"teams": few, "rank": row.rank}


def _below(gap: Gap, labels: Mapping[int, Label]) -> str:
    team = team_name(gap.other.number, labels)
    if gap.criterion == "phase":
        return _("Below, at rank %(rank)s: %(team)s, which came less far in the finals or the knock-out.") % {
            "rank": gap.other.rank,
            "team": team,
        }
    if gap.criterion == "withdrawn":
        return _("Below, at rank %(rank)s: %(team)s. Teams that left come after all those that stay.") % {
            "rank": gap.other.rank,
            "team": team,
        }
    return _("Below, at rank %(rank)s: %(team)s, by “%(criterion)s”: %(theirs)s against %(mine)s.") % {
        "rank": gap.other.rank,
        "team": team,
        "criterion": CRITERIA[gap.criterion].label,
        "theirs": gap.theirs,
        "mine": gap.mine,
    }


def category_choices(labels: Mapping[int, Label]) -> list[tuple[str, str]]:
    """The categories that teams of this concours have, as (key, label)."""
    used = {label.category for label in labels.values() if label.category}
    return [(key, str(CATEGORIES[key])) for key in CATEGORIES if key in used]


def origin_choices(labels: Mapping[int, Label]) -> list[str]:
    """The clubs and communes that teams of this concours come from."""
    return sorted({label.origin for label in labels.values() if label.origin}, key=str.casefold)
