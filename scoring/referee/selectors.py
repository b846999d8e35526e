"""Questions about what referees decide: what waits for them, the case of a table, what was decided and about whom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules import RULE_SETS
from scoring.ranking.results import settle_table
from scoring.rulebook.bibliography import bibliography
from scoring.sheets.models import Penalty, Reading, Ruling, ScoreSheet
from scoring.sheets.selectors import (
    CAMPS,
    Side,
    credited_text,
    figures_text,
    known_name,
    marks_of,
    shown_name,
    sides_of_seats,
)
from scoring.sheets.terms import CANCELLED, GIVEN_BACK, SheetTerms
from scoring.standings.selectors import caps_of
from tournament.concours.models import Tournament
from tournament.concours.structured import PENALTY_WAYS
from tournament.registration.models import Team, TeamMember
from tournament.registration.selectors import team_title
from tournament.rounds.models import Seat, Table

# What a referee decides.
KINDS = {
    "keep": gettext_lazy("one version is kept"),
    "correct": gettext_lazy("score set right"),
    CANCELLED: gettext_lazy("donne cancelled"),
    GIVEN_BACK: gettext_lazy("cancelled donne counts again"),
    "penalty": gettext_lazy("penalty"),
    "penalty_back": gettext_lazy("penalty taken back"),
    "forfeit": gettext_lazy("forfeit"),
    "exclusion": gettext_lazy("exclusion"),
}


@dataclass(frozen=True)
class RulingLine:
    """A decision as everyone may read it: `text` says what was decided, without names of persons.

    `who` is the account that decided, for the organiser's pages; `taken_back` why a penalty is no more, empty while it
    stands.
    """

    ruling: Ruling
    round: int
    table: int
    kind: str
    text: str
    reason: str
    article: str
    who: str
    at: datetime
    teams: tuple[int, ...]
    taken_back: str = ""

    @property
    def number(self) -> int:
        """Its number at the table."""
        return self.ruling.number

    @property
    def penalty(self) -> Penalty | None:
        """The penalty given or taken back."""
        return self.ruling.penalty


@dataclass(frozen=True)
class Faults:
    """What a team did wrong so far: `warnings` cost nothing, `penalties` did; `by_label` how often each."""

    warnings: int = 0
    penalties: int = 0
    points: int = 0
    by_label: Mapping[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """All of them."""
        return self.warnings + self.penalties


@dataclass(frozen=True)
class CaseLine:
    """A table that waits for the referee, and why: "called", "disputed", "late"; `since` when."""

    table: Table
    sides: dict[str, Side]
    why: tuple[str, ...]
    waiting: list[tuple[str, str]]
    counted: str
    since: datetime | None
    rulings: int


@dataclass(frozen=True)
class Cases:
    """The referee's list: `open` waits for a decision, the longest waiting first; `decided` every decision, newest first."""

    open: list[CaseLine]
    late: list[CaseLine]
    decided: list[RulingLine]


def waiting_count(tournament: Tournament) -> int:
    """How many tables wait for the referee: contested, or called from; one query."""
    return _waiting(tournament).count()


def _waiting(tournament: Tournament) -> QuerySet[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__state="published")
    disputed = ScoreSheet.objects.filter(table__round__tournament=tournament, state="disputed", late=False)
    return tables.filter(Q(called_at__isnull=False) | Q(pk__in=disputed.values("table")))


def cases_of(tournament: Tournament) -> Cases:
    """What waits for the referee and what was decided; a constant number of queries."""
    late = ScoreSheet.objects.filter(table__round__tournament=tournament, late=True)
    wanted = Q(pk__in=_waiting(tournament).values("pk")) | Q(pk__in=late.values("table"))
    members = Prefetch("team__members", TeamMember.objects.select_related("player").order_by("position"))
    seats = Seat.objects.select_related("team").prefetch_related(members)
    sheets = ScoreSheet.objects.prefetch_related("marks").order_by("version")
    tables = (
        Table.objects.filter(wanted, round__state="published", round__tournament=tournament)
        .select_related("round")
        .prefetch_related(Prefetch("seats", seats), Prefetch("sheets", sheets), "rulings")
        .order_by("round__number", "number")
    )
    lines = [_case_line(table) for table in tables]
    urgent = [
        (line.since, n, line) for n, line in enumerate(lines) if line.since and {"called", "disputed"} & set(line.why)
    ]
    return Cases(
        open=[line for _since, _n, line in sorted(urgent)],
        late=[line for line in lines if line.why == ("late",)],
        decided=lines_of(rulings_in(tournament)),
    )


def _case_line(table: Table) -> CaseLine:
    sheets = list(table.sheets.all())
    rulings = list(table.rulings.all())
    counted = next((sheet for sheet in sheets if sheet.counted), None)
    # A late score about which a ruling was given since is no question any more.
    settled = max((ruling.at for ruling in rulings), default=None)
    late = [sheet for sheet in sheets if sheet.late and (settled is None or sheet.at > settled)]
    waiting = [sheet for sheet in sheets if sheet.is_open]
    disputed = [sheet for sheet in waiting if sheet.state == "disputed"]
    why = [("called", table.called_at is not None), ("disputed", bool(disputed)), ("late", bool(late))]
    since = [moment for moment in (table.called_at, *(sheet.at for sheet in disputed[-1:])) if moment is not None]
    return CaseLine(
        table=table,
        sides=sides_of_seats(table.seats.all()),
        why=tuple(name for name, holds in why if holds),
        waiting=[(sheet.camp, figures_text(sheet)) for sheet in waiting or late],
        counted=figures_text(counted) if counted else "",
        since=min(since, default=late[-1].at if late else None),
        rulings=len(rulings),
    )


def rulings_in(tournament: Tournament) -> QuerySet[Ruling]:
    """Every decision of the concours, the newest first."""
    return _rulings().filter(table__round__tournament=tournament).order_by("-at", "-pk")


def rulings_of(table: Table) -> list[RulingLine]:
    """What was decided at *table*, in order; two queries."""
    return lines_of(_rulings().filter(table=table).order_by("number"))


def rulings_by_team(tournament: Tournament) -> dict[int, list[RulingLine]]:
    """What was decided at the tables of each team, by its number, in order of partie; two queries."""
    found: dict[int, list[RulingLine]] = {}
    for line in lines_of(_rulings().filter(table__round__tournament=tournament).order_by("table__round__number", "pk")):
        for team in line.teams:
            found.setdefault(team, []).append(line)
    return found


def _rulings() -> QuerySet[Ruling]:
    seats = Prefetch("table__seats", Seat.objects.select_related("team").order_by("camp", "team__number"))
    rows = Ruling.objects.select_related("table__round__tournament", "by", "team", "sheet", "penalty__team")
    return rows.prefetch_related(seats, "sheet__marks")


def lines_of(rulings: Iterable[Ruling]) -> list[RulingLine]:
    """*rulings* in words."""
    return [
        RulingLine(
            ruling=ruling,
            round=ruling.table.round.number,
            table=ruling.table.number,
            kind=str(KINDS.get(ruling.kind, ruling.kind)),
            text=ruling_text(ruling),
            reason=ruling.reason,
            article=ruling.article,
            who=shown_name(ruling.by),
            at=ruling.at,
            teams=tuple(sorted(seat.team.number for seat in ruling.table.seats.all())),
            taken_back=ruling.penalty.cancel_reason if ruling.kind == "penalty" and ruling.penalty else "",
        )
        for ruling in rulings
    ]


def ruling_text(ruling: Ruling) -> str:
    """Return what was decided as a sentence that names each by number."""
    recorded = camps_text(ruling.sheet) if ruling.sheet is not None else ""
    team = ruling.team.number if ruling.team is not None else None
    forfeit = _("Lost by forfeit: %(recorded)s.") % {"recorded": recorded}
    if ruling.kind in ("penalty", "penalty_back") and ruling.penalty is not None:
        text = penalty_text(ruling.penalty)
        return text if ruling.kind == "penalty" else _("Taken back: %(penalty)s") % {"penalty": text}
    if ruling.kind == CANCELLED:
        return _("Donne %(donne)s is cancelled: nobody marks for it.") % {"donne": ruling.donne}
    if ruling.kind == GIVEN_BACK:
        return _("Donne %(donne)s counts after all.") % {"donne": ruling.donne}
    if ruling.kind == "exclusion":
        text = _("No. %(team)s is excluded.") % {"team": team}
        return f"{text} {forfeit}" if ruling.sheet is not None else text
    if ruling.kind == "forfeit":
        return forfeit
    if ruling.kind == "keep":
        return _("The score %(recorded)s is kept.") % {"recorded": recorded}
    return _("The score is %(recorded)s.") % {"recorded": recorded}


def camps_text(sheet: ScoreSheet) -> str:
    """The points of a version with the camp of each, "NS 280 – EO 368": telephones show their own camp first."""
    marks = marks_of(sheet)
    if set(marks) != set(CAMPS):
        return figures_text(sheet)
    return " – ".join(f"{camp} {marks[camp]['points']}" for camp in CAMPS)


def penalty_text(penalty: Penalty) -> str:
    """Return a penalty as a sentence: who by number, the fault, the points, how they are marked."""
    said = {
        "who": _("No. %(team)s") % {"team": penalty.team.number},
        "team": penalty.team.number,
        "label": penalty.label,
        "points": penalty.points,
        "camp": penalty.to_camp,
    }
    if not penalty.points:
        return _("Warning to no. %(team)s: %(label)s.") % said
    # How often is said by the code of penalties; here it is this once.
    said["way"] = _("on top of the donnes") if penalty.way == "on_top" else PENALTY_WAYS.get(penalty.way, penalty.way)
    if penalty.donne:
        said["donne"] = penalty.donne
        text = _("%(who)s, %(label)s, donne %(donne)s: %(points)s points to %(camp)s, %(way)s.")
        return text % said
    return _("%(who)s, %(label)s: %(points)s points to %(camp)s, %(way)s.") % said


def cancelled_donnes(rulings: Iterable[RulingLine]) -> set[int]:
    """The donnes that *rulings* of one table took off its sheet, with a penalty in their place or without."""
    found: set[int] = set()
    for line in rulings:
        ruling = line.ruling
        number = ruling.donne or (ruling.penalty.donne if ruling.penalty else None)
        if number is None:
            continue
        instead = (
            ruling.kind == "penalty"
            and ruling.penalty is not None
            and ruling.penalty.way == "instead"
            and not line.taken_back
        )
        if ruling.kind == CANCELLED or instead:
            found.add(number)
        elif ruling.kind == GIVEN_BACK:
            found.discard(number)
    return found


def faults_of(tournament: Tournament, teams: Iterable[int] | None = None) -> dict[int, Faults]:
    """The faults of the evening by number of team, those taken back left out; of all teams, or of *teams*; one query."""
    rows = Penalty.objects.filter(table__round__tournament=tournament, cancelled_at=None)
    if teams is not None:
        rows = rows.filter(team__number__in=list(teams))
    given: dict[int, list[tuple[str, int]]] = {}
    for number, label, points in rows.order_by("pk").values_list("team__number", "label", "points"):
        given.setdefault(number, []).append((label, points))
    return {
        number: Faults(
            warnings=sum(not points for _label, points in faults),
            penalties=sum(points > 0 for _label, points in faults),
            points=sum(points for _label, points in faults),
            by_label=Counter(label for label, _points in faults),
        )
        for number, faults in given.items()
    }


def faults_text(faults: Faults) -> str:
    """How many faults, in words; empty for none."""
    parts = []
    if faults.warnings:
        parts.append(ngettext("%(n)s warning", "%(n)s warnings", faults.warnings) % {"n": faults.warnings})
    if faults.penalties:
        parts.append(ngettext("%(n)s penalty", "%(n)s penalties", faults.penalties) % {"n": faults.penalties})
    return ", ".join(parts)


def due_points(line: Mapping[str, int | str], faults: Faults) -> int:
    """What a line of the concours' code costs a team that has *faults* already: 0, a warning, before `from_fault`.

    # Question: whether the fault counted is any fault or the same one again; the printed rules of clubs say
    # "at the 2nd fault" of the code as a whole, so every fault of the evening counts.
    """
    return int(line["points"]) if faults.count + 1 >= int(line.get("from_fault") or 1) else 0


def penalties_of(table: Table) -> list[Penalty]:
    """Every penalty of *table*, those taken back too, in order; one query."""
    return list(table.penalties.select_related("team", "by", "cancelled_by").order_by("number"))


def articles_of(ruleset: str, lang: str) -> list[tuple[str, str]]:
    """The articles that the engine cites under *ruleset*, each with what it says, for the referee to choose from."""
    title = RULE_SETS[ruleset].title(lang)
    chapters = bibliography(lang)
    return [(one.key, one.text) for chapter in chapters for one in chapter.articles if title in one.rule_sets]


def counts_text(tournament: Tournament, table: Table, terms: SheetTerms, sheet: ScoreSheet | None) -> list[str]:
    """What the table counts for where that is not what *sheet* says, in sentences: with penalties, then with the caps."""
    caps = caps_of(tournament)
    said = credited_text(terms, sheet)
    if sheet is None or sheet.kind == "forfeit" or caps is None:
        return said
    marks = {camp: (figures["points"], figures["capots"]) for camp, figures in marks_of(sheet).items()}
    camps = {camp: (place,) for place, camp in enumerate(marks)}
    settled = settle_table(table.round.number, table.number, camps, marks, credited=terms.credited, caps=caps)
    results = [result for _team, result in settled]
    if any(result.capped for result in results):
        shown = ", ".join(f"{result.camp} {result.points}" for result in results)
        said.append(_("The most that a partie may count leaves %(points)s in the ranking.") % {"points": shown})
    return said


# --- The case of one table ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """Something that happened at the table: who, when, what in a few words."""

    at: datetime
    who: str
    what: str


@dataclass(frozen=True)
class CaseTeam:
    """A team at the table, with its faults of the evening."""

    team: Team
    camp: str
    title: str
    faults: Faults

    @property
    def faults_text(self) -> str:
        """Its faults in words; empty for none."""
        return faults_text(self.faults)


def teams_of_case(tournament: Tournament, table: Table) -> list[CaseTeam]:
    """The teams at *table*, NS first, each with its faults; four queries."""
    members = Prefetch("team__members", TeamMember.objects.select_related("player").order_by("position"))
    seats = list(Seat.objects.filter(table=table).select_related("team").prefetch_related(members))
    faults = faults_of(tournament, [seat.team.number for seat in seats])
    return [
        CaseTeam(seat.team, seat.camp, team_title(seat.team), faults.get(seat.team.number, Faults()))
        for seat in sorted(seats, key=lambda seat: (seat.camp != "NS", seat.camp, seat.team.number))
    ]


def story_of(table: Table, versions: Sequence[ScoreSheet]) -> list[Said]:
    """Who said what when: each version as it came, and each who agreed to it or contested it; one query."""
    told = [
        Said(sheet.at, _speaker(sheet.camp, sheet.by), _("%(recorded)s, version %(version)s") % _version(sheet))
        for sheet in versions
    ]
    readings = Reading.objects.filter(sheet__table=table).select_related("sheet", "by")
    for reading in readings.prefetch_related("sheet__marks"):
        text = (
            _("agrees to version %(version)s (%(recorded)s)")
            if reading.agrees
            else _("contests version %(version)s (%(recorded)s)")
        )
        told.append(Said(reading.at, _speaker(reading.camp, reading.by), text % _version(reading.sheet)))
    return sorted(told, key=lambda one: one.at)


def _version(sheet: ScoreSheet) -> dict[str, object]:
    return {"version": sheet.version, "recorded": figures_text(sheet)}


def _speaker(camp: str, by: User | None) -> str:
    return _("camp %(camp)s") % {"camp": camp} if camp else known_name(by)


def differing_camps(versions: Sequence[ScoreSheet]) -> set[str]:
    """The camps whose points the *versions* do not agree about."""
    marks = [marks_of(sheet) for sheet in versions]
    camps = {camp for one in marks for camp in one}
    return {camp for camp in camps if len({one.get(camp, {}).get("points") for one in marks}) > 1}


def differing_donnes(versions: Sequence[ScoreSheet]) -> set[int]:
    """The numbers of the donnes that the *versions* told donne by donne do not agree about."""
    told = [sheet.content.get("manches", sheet.content.get("donnes")) for sheet in versions if sheet.kind == "donnes"]
    if len(told) < 2:
        return set()
    longest = max(map(len, told))
    level = [list(one) + [None] * (longest - len(one)) for one in told]
    return {
        number for number, donnes in enumerate(zip(*level, strict=True), 1) if donnes.count(donnes[0]) < len(donnes)
    }
