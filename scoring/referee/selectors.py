"""Read what referees decide: what waits for them, the case of a table, what was decided and about whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules import RULE_SETS
from scoring.ranking.results import settle_table
from scoring.referee.acts import OF_RULING
from scoring.rulebook.bibliography import bibliography
from scoring.sheets.acts import KEEP_LATE_SHEET
from scoring.sheets.controls import credited_text, winner_text
from scoring.sheets.models import Penalty, Reading, Ruling, ScoreSheet
from scoring.sheets.selectors import (
    CAMPS,
    SeatedCamp,
    figures_text,
    known_name,
    marks_of,
    shown_name,
    sides_of_seats,
    with_outcome,
)
from scoring.sheets.terms import CANCELLED, GIVEN_BACK, SheetTerms
from scoring.standings.reading import caps_of
from tournament.concours.models import Tournament
from tournament.concours.structured import PENALTY_WAYS
from tournament.journal.models import JournalEntry
from tournament.prepared import prepared
from tournament.registration.acts import TAKE_BACK_EXCLUSION
from tournament.registration.models import Team, TeamMember
from tournament.registration.selectors import team_title
from tournament.rounds.models import Seat, Table

# The kinds of a referee's decisions, in words.
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

    `teams` are those of its table, `who` the account that decided, for the organiser's pages; `taken_back` why a
    penalty is no more, empty while it stands.
    """

    ruling: Ruling
    kind: str
    text: str
    who: str
    teams: tuple[int, ...]
    taken_back: str


@dataclass(frozen=True)
class Faults:
    """Represent what a team did wrong so far: `warnings` cost nothing, `penalties` did."""

    warnings: int = 0
    penalties: int = 0
    points: int = 0

    @property
    def text(self) -> str:
        """Write how many, in words; empty for none."""
        parts = []
        if self.warnings:
            parts.append(ngettext("%(n)s warning", "%(n)s warnings", self.warnings) % {"n": self.warnings})
        if self.penalties:
            parts.append(ngettext("%(n)s penalty", "%(n)s penalties", self.penalties) % {"n": self.penalties})
        return ", ".join(parts)


@dataclass(frozen=True)
class CaseLine:
    """A table that waits for the referee, and why: "called", "disputed", "absent", "late"; `since` when.

    `absent` are the camps that their opponents said are not at the table, while it has no score.
    """

    table: Table
    sides: dict[str, SeatedCamp]
    why: tuple[str, ...]
    waiting: list[tuple[str, str]]
    counted: str
    since: datetime | None
    absent: tuple[SeatedCamp, ...] = ()


@dataclass(frozen=True)
class OpenCases:
    """The cases of the referee, the longest waiting first, and every decision, the newest first."""

    open: list[CaseLine]
    late: list[CaseLine]
    decided: list[RulingLine]


def waiting_count(tournament: Tournament) -> int:
    """Count the tables that wait for the referee: contested, called from, or with a camp that is not there; one query."""
    return len(_waiting_keys(tournament=tournament.pk))


@prepared
def _waiting_keys(tournament: int) -> QuerySet[Table, int]:
    return _waiting(tournament).values_list("pk", flat=True)


def _waiting(tournament: Tournament | int) -> QuerySet[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__state="published")
    disputed = ScoreSheet.objects.filter(table__round__tournament=tournament, state="disputed", late=False)
    missing = Seat.objects.filter(round__tournament=tournament, missing_at__isnull=False)
    scored = ScoreSheet.objects.filter(table=OuterRef("pk")).exclude(state="withdrawn")
    absent = Q(pk__in=missing.values("table")) & ~Exists(scored)
    return tables.filter(Q(called_at__isnull=False) | Q(pk__in=disputed.values("table")) | absent)


def cases_of(tournament: Tournament) -> OpenCases:
    """Return what waits for the referee and what was decided; a constant number of queries."""
    late = ScoreSheet.objects.filter(table__round__tournament=tournament, late=True)
    lines = _case_lines(tournament, Q(pk__in=_waiting(tournament).values("pk")) | Q(pk__in=late.values("table")))
    return OpenCases(
        open=_longest_first(lines),
        late=[line for line in lines if line.why == ("late",)],
        decided=lines_of(rulings_in(tournament)),
    )


def open_cases(tournament: Tournament) -> list[CaseLine]:
    """Return the tables that wait for the referee, the longest waiting first; one query where none does."""
    return _longest_first(_case_lines(tournament, Q(pk__in=_waiting(tournament).values("pk"))))


def _case_lines(tournament: Tournament, wanted: Q) -> list[CaseLine]:
    """Return the tables that are *wanted*, by partie and number."""
    members = Prefetch("team__members", TeamMember.objects.select_related("player").order_by("position"))
    seats = Seat.objects.select_related("team").prefetch_related(members)
    sheets = ScoreSheet.objects.prefetch_related("marks").order_by("version")
    tables = (
        Table.objects.filter(wanted, round__state="published", round__tournament=tournament)
        .select_related("round")
        .prefetch_related(Prefetch("seats", seats), Prefetch("sheets", sheets))
        .order_by("round__number", "number")
    )
    found = list(tables)
    late = late_since_decided(tournament) if any(sheet.late for table in found for sheet in table.sheets.all()) else {}
    return [_case_line(table, late.get((table.round.number, table.number), 0)) for table in found]


def late_since_decided(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Return (partie, table) → the first version that came too late since a referee decided something there; one query.

    The lines of the journal say what came first: the clock of the computer may have been set back in between.
    """
    told = [KEEP_LATE_SHEET.key, *(act.key for act in OF_RULING.values())]
    lines = JournalEntry.objects.filter(tournament=tournament, act__in=told).order_by("number")
    found: dict[tuple[int, int], int] = {}
    for act, after in lines.values_list("act", "after"):
        place = after["round"], after["table"]
        if act != KEEP_LATE_SHEET.key:
            found.pop(place, None)
        else:
            found.setdefault(place, after["version"])
    return found


def _longest_first(lines: Iterable[CaseLine]) -> list[CaseLine]:
    """Return those of *lines* where somebody waits for the referee, the longest waiting first."""
    urgent = [
        (line.since, n, line)
        for n, line in enumerate(lines)
        if line.since and {"called", "disputed", "absent"} & set(line.why)
    ]
    return [line for _since, _n, line in sorted(urgent)]


def _case_line(table: Table, late_from: int) -> CaseLine:
    """Return the line of a *table*; *late_from* is the first late version that is still a question, 0 for none."""
    sheets = list(table.sheets.all())
    counted = next((sheet for sheet in sheets if sheet.counted), None)
    late = [sheet for sheet in sheets if sheet.late and 0 < late_from <= sheet.version]
    waiting = [sheet for sheet in sheets if sheet.is_open]
    disputed = [sheet for sheet in waiting if sheet.state == "disputed"]
    sides = sides_of_seats(table.seats.all())
    missing = (
        {} if counted or waiting else {seat.camp: seat.missing_at for seat in table.seats.all() if seat.missing_at}
    )
    why = [
        ("called", table.called_at is not None),
        ("disputed", bool(disputed)),
        ("absent", bool(missing)),
        ("late", bool(late)),
    ]
    moments = (table.called_at, *(sheet.at for sheet in disputed[-1:]), *missing.values())
    since = [moment for moment in moments if moment is not None]
    return CaseLine(
        table=table,
        sides=sides,
        why=tuple(name for name, holds in why if holds),
        waiting=[(sheet.camp, figures_text(sheet)) for sheet in waiting or late],
        counted=figures_text(counted) if counted else "",
        since=min(since, default=late[-1].at if late else None),
        absent=tuple(sides[camp] for camp in sides if camp in missing),
    )


def rulings_in(tournament: Tournament) -> QuerySet[Ruling]:
    """List every decision of the concours, the newest first."""
    return _rulings().filter(table__round__tournament=tournament).order_by("-pk")


def rulings_of(table: Table) -> list[RulingLine]:
    """List what was decided at *table*, in order; two queries."""
    return lines_of(_rulings_of(table=table.pk))


def rulings_by_team(tournament: Tournament) -> dict[int, list[RulingLine]]:
    """Return team number → what was decided at its tables, in order of partie; two queries."""
    by_team: dict[int, list[RulingLine]] = defaultdict(list)
    for line in lines_of(_rulings_by_partie(tournament=tournament.pk)):
        for team in line.teams:
            by_team[team].append(line)
    return by_team


def rulings_at(teams: Iterable[int]) -> QuerySet[Ruling]:
    """Return what was decided at the tables of some teams, by their keys, in order."""
    return _rulings().filter(table__seats__team__in=list(teams)).distinct().order_by("pk")


@prepared
def _rulings_of(table: int) -> QuerySet[Ruling]:
    return _rulings().filter(table=table).order_by("number")


@prepared
def _rulings_by_partie(tournament: int) -> QuerySet[Ruling]:
    return _rulings().filter(table__round__tournament=tournament).order_by("table__round__number", "pk")


def _rulings() -> QuerySet[Ruling]:
    seats = Prefetch("table__seats", Seat.objects.select_related("team").order_by("camp", "team__number"))
    rows = Ruling.objects.select_related("table__round__tournament", "by", "team", "sheet", "penalty__team")
    return rows.prefetch_related(seats, "sheet__marks")


def lines_of(rulings: Iterable[Ruling]) -> list[RulingLine]:
    """Put *rulings* in words; one query more where a team was excluded."""
    rulings = list(rulings)
    back = _exclusions_back([ruling for ruling in rulings if ruling.kind == "exclusion"])
    return [
        RulingLine(
            ruling=ruling,
            kind=str(KINDS.get(ruling.kind, ruling.kind)),
            text=" ".join(filter(None, (ruling_text(ruling), back.get(ruling.pk, "")))),
            who=shown_name(ruling.by),
            teams=tuple(sorted(seat.team.number for seat in ruling.table.seats.all())),
            taken_back=ruling.penalty.cancel_reason if ruling.kind == "penalty" and ruling.penalty else "",
        )
        for ruling in rulings
    ]


def _exclusions_back(exclusions: Sequence[Ruling]) -> dict[int, str]:
    """Return of each of *exclusions* that was taken back since, by its key, why; a forfeit given with it stands."""
    teams = {ruling.team_id for ruling in exclusions}
    if not teams:
        return {}
    lines = JournalEntry.objects.filter(
        tournament=exclusions[0].table.round.tournament_id, act=TAKE_BACK_EXCLUSION.key, after__team__in=teams
    ).order_by("number")
    ends = list(lines.values_list("after__team", "at", "reason"))
    found = {}
    for ruling in exclusions:
        reason = next((why for team, at, why in ends if team == ruling.team_id and at >= ruling.at), None)
        if reason is not None:
            found[ruling.pk] = _("The exclusion was taken back: “%(reason)s”.") % {"reason": reason}
    return found


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
    """Write the points of a version with the camp of each, "NS 280 – EO 368": telephones show their own camp first."""
    marks = marks_of(sheet)
    if set(marks) != set(CAMPS):
        return figures_text(sheet)
    figures = " – ".join(f"{camp} {marks[camp]['points']}" for camp in CAMPS)
    return with_outcome(figures, sheet)


def penalty_text(penalty: Penalty) -> str:
    """Return a penalty as a sentence: who by number, the fault, the points, how they are marked."""
    params = {
        "who": _("No. %(team)s") % {"team": penalty.team.number},
        "team": penalty.team.number,
        "label": penalty.label,
        "points": penalty.points,
        "camp": penalty.to_camp,
    }
    if not penalty.points:
        return _("Warning to no. %(team)s: %(label)s.") % params
    # How often is said by the code of penalties; here it is this once.
    params["way"] = _("on top of the donnes") if penalty.way == "on_top" else PENALTY_WAYS.get(penalty.way, penalty.way)
    if penalty.donne:
        params["donne"] = penalty.donne
        return _("%(who)s, %(label)s, donne %(donne)s: %(points)s points to %(camp)s, %(way)s.") % params
    return _("%(who)s, %(label)s: %(points)s points to %(camp)s, %(way)s.") % params


def cancelled_donnes(rulings: Iterable[RulingLine]) -> set[int]:
    """Return the donnes that *rulings* of one table took off its sheet, with a penalty in their place or without."""
    cancelled: set[int] = set()
    for line in rulings:
        ruling, penalty = line.ruling, line.ruling.penalty
        number = ruling.donne or (penalty.donne if penalty else None)
        instead = ruling.kind == "penalty" and penalty and penalty.way == "instead" and not line.taken_back
        if number is not None and (ruling.kind == CANCELLED or instead):
            cancelled.add(number)
        elif number is not None and ruling.kind == GIVEN_BACK:
            cancelled.discard(number)
    return cancelled


def faults_of(tournament: Tournament, teams: Iterable[int] | None = None) -> dict[int, Faults]:
    """Return team number → its faults of the evening, those taken back left out; all teams, or *teams*; one query."""
    rows = Penalty.objects.filter(table__round__tournament=tournament, cancelled_at=None)
    if teams is not None:
        rows = rows.filter(team__number__in=list(teams))
    by_team: dict[int, list[int]] = defaultdict(list)
    for number, points in rows.values_list("team__number", "points"):
        by_team[number].append(points)
    return {
        number: Faults(
            warnings=points_given.count(0),
            penalties=len(points_given) - points_given.count(0),
            points=sum(points_given),
        )
        for number, points_given in by_team.items()
    }


def due_points(line: Mapping[str, int | str], faults: Faults) -> int:
    """Return what a line of the concours' code costs a team that has *faults* already: 0, a warning, before
    `from_fault`.

    # Question: whether the fault counted is any fault or the same one again; the printed rules of clubs say
    # "at the 2nd fault" of the code as a whole, so every fault of the evening counts.
    """
    fault = faults.warnings + faults.penalties + 1
    return int(line["points"]) if fault >= int(line.get("from_fault") or 1) else 0


def penalties_of(table: Table) -> list[Penalty]:
    """List every penalty of *table*, those taken back too, in order; one query."""
    return list(table.penalties.select_related("team", "by", "cancelled_by").order_by("number"))


def articles_of(ruleset: str, lang: str) -> list[tuple[str, str]]:
    """List the articles that the engine cites under *ruleset*, each with what it says, to choose from."""
    title = RULE_SETS[ruleset].title(lang)
    articles = [article for chapter in bibliography(lang) for article in chapter.articles]
    return [(article.key, article.text) for article in articles if title in article.rule_sets]


def counts_text(tournament: Tournament, table: Table, terms: SheetTerms, sheet: ScoreSheet | None) -> list[str]:
    """State what the table counts for where that is not what *sheet* says: with penalties, then with the caps."""
    caps = caps_of(tournament)
    sentences = winner_text(sheet) + credited_text(terms, sheet)
    if sheet is None or sheet.kind == "forfeit" or caps is None:
        return sentences
    marks = {camp: (figures["points"], figures["capots"]) for camp, figures in marks_of(sheet).items()}
    camps = {camp: (place,) for place, camp in enumerate(marks)}
    settled = settle_table(
        table.round.number, table.number, camps, marks, credited=terms.credited, caps=caps, ruled=sheet.winner
    )
    results = [result for _team, result in settled]
    if any(result.capped for result in results):
        shown = ", ".join(f"{result.camp} {result.points}" for result in results)
        sentences.append(_("The most that a partie may count leaves %(points)s in the ranking.") % {"points": shown})
    return sentences


# --- The case of one table ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CaseEvent:
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


def teams_of_case(tournament: Tournament, table: Table) -> list[CaseTeam]:
    """List the teams at *table*, NS first, each with its faults; four queries."""
    members = Prefetch("team__members", TeamMember.objects.select_related("player").order_by("position"))
    seats = list(Seat.objects.filter(table=table).select_related("team").prefetch_related(members))
    faults = faults_of(tournament, [seat.team.number for seat in seats])
    return [
        CaseTeam(seat.team, seat.camp, team_title(seat.team), faults.get(seat.team.number, Faults()))
        for seat in sorted(seats, key=lambda seat: (seat.camp != "NS", seat.camp, seat.team.number))
    ]


def story_of(table: Table, versions: Sequence[ScoreSheet]) -> list[CaseEvent]:
    """List who said what when: each version as it came, and each who agreed to it or contested it; one query."""
    events = [
        CaseEvent(sheet.at, _speaker(sheet.camp, sheet.by), _("%(recorded)s, version %(version)s") % _version(sheet))
        for sheet in versions
    ]
    readings = Reading.objects.filter(sheet__table=table).select_related("sheet", "by")
    for reading in readings.prefetch_related("sheet__marks"):
        text = (
            _("agrees to version %(version)s (%(recorded)s)")
            if reading.agrees
            else _("contests version %(version)s (%(recorded)s)")
        )
        events.append(CaseEvent(reading.at, _speaker(reading.camp, reading.by), text % _version(reading.sheet)))
    return sorted(events, key=lambda event: event.at)


def _version(sheet: ScoreSheet) -> dict[str, object]:
    return {"version": sheet.version, "recorded": figures_text(sheet)}


def _speaker(camp: str, by: User | None) -> str:
    return _("camp %(camp)s") % {"camp": camp} if camp else known_name(by)


def differing_camps(versions: Sequence[ScoreSheet]) -> set[str]:
    """Return the camps whose points the *versions* do not agree about."""
    marks = [marks_of(sheet) for sheet in versions]
    camps = {camp for by_camp in marks for camp in by_camp}
    return {camp for camp in camps if len({by_camp.get(camp, {}).get("points") for by_camp in marks}) > 1}


def differing_donnes(versions: Sequence[ScoreSheet]) -> set[int]:
    """Return the numbers of the donnes that the *versions* told donne by donne do not agree about."""
    sheets = [sheet.content.get("manches", sheet.content.get("donnes")) for sheet in versions if sheet.kind == "donnes"]
    return {number for number, donnes in enumerate(zip_longest(*sheets), 1) if donnes.count(donnes[0]) < len(donnes)}
