"""Read the pages of the tirages: exempt teams and their points, each table with its reason, the minutes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import get_language, gettext as _

from scoring.clock.selectors import clock_state
from scoring.rounds.minutes import (
    SeatedPart,
    cuts_in_words,
    entering_sides,
    method_label,
    named_codes,
    proof_of,
    quality_of,
    ranks_of,
    seated_parts,
    seated_teams,
    shown_before,
    waiting_parts,
    waiting_teams,
    with_waiting,
)
from scoring.rounds.next_draw import NextDraw, announcement
from scoring.rounds.services import draw_job as job_of
from scoring.standings.reading import evening
from scoring.standings.results import exempt_policy
from tournament import names, tirages
from tournament.concours.models import Tournament
from tournament.concours.selectors import phase_titles
from tournament.figures import ordinal
from tournament.finals.formula import KNOCK_OUT, PLANNED
from tournament.finals.outstanding import matches_for_places
from tournament.finals.played import played_phases
from tournament.jobs.models import Job
from tournament.languages import spoken_language
from tournament.people.naming import REFUSED
from tournament.prepared import prepared
from tournament.registration.models import Team
from tournament.registration.selectors import players_named
from tournament.rounds import selectors as questions
from tournament.rounds.latecomers import late_teams, takes_latecomers
from tournament.rounds.models import Draw, Round, Table, UsedSeed
from tournament.rounds.seating import cost_of
from tournament.rounds.selectors import LookupLine, SeatedTable, Seating, Side
from tournament.rounds.services import check_pool
from tournament.tirages.errors import sentence
from tournament.tirages.poules import pool_letter
from tournament.tirages.recorded import Minutes


@dataclass(frozen=True)
class ExplainedTable:
    """A table of a tirage, its camps each with its rank when it was drawn (in a mêlée with those of
    both players), and the sentence that says why it is so."""

    table: SeatedTable
    sides: list[tuple[Side, int | None, list[int], str]]  # the last: the place in the pool, in words, for pages alone
    reason: str
    by_hand: bool
    rematch: bool
    phase: str = ""
    missing: int = 0  # cells to the table with most camps


@dataclass(frozen=True)
class DrawPage:
    """One tirage as the organiser looks at it. `seating` is None once it is cancelled: its tables are gone."""

    seating: Seating | None
    lines: list[ExplainedTable]
    exempt: list[tuple[Side, str]]
    rules: Mapping[int, str]  # exempt team -> what it marks, "" where it waits for its next match in a bracket
    method: str
    ranked: bool
    ties_only: bool  # the seed decides between equals and nothing else
    finer: bool  # the ranks shown separate some whom the draw took for equal
    after_pools: bool  # a bracket is made from the places in the pools
    wins_first: bool
    seeks_equals: bool  # a bracket or a plan says who meets, whatever the gap between them
    quality: str
    proof: str
    rematches: list[tuple[int, int]]
    unavoidable: list[tuple[int, int]]  # those that the draw could not avoid, outside brackets
    cost: Mapping[str, int]
    has_records: bool
    came: list[int]
    left: list[int]
    late_teams: list[Team]
    exempt_awaits: bool  # a latecomer, once registered, may play an exempt team
    beside: list["PartLine"]
    camps: int
    cuts: list[str]
    shown: list[tuple[str, str]]  # the name of a bracket, and the fingerprint that the room saw before the cards
    seeds: list[tuple[str, UsedSeed]]  # of each phase, by its title; one without a title where all have the same
    byes: list[tuple[str, list[Side]]]  # bracket by bracket, those who wait for their next match
    entering: list[tuple[str, list[Team]]]  # those who wait for a consolante, under the words that say from when on

    @property
    def stale(self) -> bool:
        """Return whether a team came or left since it was drawn."""
        return bool(self.came or self.left)

    @property
    def exempt_rule(self) -> str:
        """Return in words what those without a table get; empty where there are none."""
        return _said_once(self.rules.values())

    @property
    def free(self) -> list[Side]:
        """Return those against whom a latecomer may still be seated: the exempt, and whoever waits for that very team."""
        late = {0, *(team.number for team in self.late_teams)}
        return [side for side, _reason in self.exempt if side.forfeited_by in late]

    @property
    def resting(self) -> list[tuple[Side, str, str]]:
        """Return those who sit out otherwise, each with what that brings and why."""
        found = [(side, self.rules.get(side.teams[0].number), reason) for side, reason in self.exempt]
        return [(side, rule, reason) for side, rule, reason in found if rule]


@dataclass(frozen=True)
class PartLine:
    """One phase of a draw where several are drawn side by side."""

    title: str
    method: str
    teams: int
    tables: int
    exempt: int
    quality: str = ""
    optimal: bool = True


def exempt_rule(tournament: Tournament, phase: int = 0) -> str:
    """Describe what a team without opponent in a *phase* marks."""
    own = tournament.formula.lengths.get(phase, {})
    policy = exempt_policy(tournament, own)
    if tournament.exempt_policy == "catch_up":
        return (
            _("It plays a catch-up game against a team that has finished; without one it marks half of a partie.")
            if policy.half
            else _("It plays a catch-up game against a team that has finished; without one it marks its mean.")
        )
    if tournament.exempt_policy == "relay":
        return _("Those who rest make it up against each other; one left over, against a team that has finished.")
    sentences = {
        "zero": _("It marks nothing for this partie."),
        "half": _("It marks half of the points of a partie: %(points)s.") % {"points": policy.half},
        "mean": _("It marks the mean of its other parties."),
        "flat": _("It marks %(points)s points.") % {"points": policy.flat},
    }
    said = sentences[policy.kind]
    return said + " " + _("The partie counts as won.") if policy.wins else said


def forfeit_rule(tournament: Tournament, absent: int, phase: int = 0) -> str:
    """Describe what a team marks whose opponent in a *phase*, no. *absent*, is not there."""
    own = tournament.formula.lengths.get(phase, {})
    words = {"absent": absent, "points": tournament.forfeit_points_in(own)}
    return _("No. %(absent)s is not there: won by forfeit, %(points)s points.") % words


def next_exempt_rule(tournament: Tournament, next_draw: NextDraw) -> str:
    """Describe what those without a table in the next draw get; nothing where all have one."""
    resting = [part for part, size in zip(next_draw.parts, next_draw.sizes, strict=False) if size.exempt]
    return _said_once("" if part.method == KNOCK_OUT else exempt_rule(tournament, part.phase) for part in resting)


def _said_once(rules: Iterable[str]) -> str:
    """Return different rules one after the other, an empty one in the words of a bracket."""
    return " ".join(dict.fromkeys(rule or _("No match in this partie, on to the next round.") for rule in rules))


@prepared
def _recorded(partie: int) -> QuerySet[Table, int]:
    return questions.tables_with_records().filter(round=partie).order_by().values_list("pk", flat=True)[:1]


def draw_page(tournament: Tournament, draw: Draw) -> DrawPage:
    """Read everything the page of *draw* shows; a constant number of queries."""
    minutes = draw.main
    live = draw.state != "cancelled"
    seating = questions.seating(draw.round) if live else None
    by_hand = {place["table"] for change in draw.changes for place in change["before"] + change["after"]}
    titles = phase_titles(tournament)
    several = len(draw.parts) > 1
    reasons: dict[int, str] = {}
    exempt_reasons: dict[int, str] = {}
    ranks: dict[int, int] = {}
    phase_of: dict[int, str] = {}
    rematches: list[tuple[int, int]] = []
    sought: list[tuple[int, int]] = []
    for phase, part, numbers in questions.numbered_parts(draw):
        of_tables, of_exempt = _reasons(part)
        fixed = _fixed_tables(part, numbers)
        reasons |= {numbers[table]: f"{reason} {fixed.get(table, '')}".strip() for table, reason in of_tables.items()}
        phase_of |= {number: titles.get(phase, "") for number in numbers.values() if several}
        exempt_reasons |= of_exempt
        ranks |= ranks_of(part)
        rematches += part.rematches
        # A bracket says who meets: there is nothing to avoid, and nothing to prove.
        sought += part.rematches if part.method != KNOCK_OUT else ()
    shown = _ranks_shown(tournament, draw, ranks)
    in_pools = {} if shown is ranks else _places_in_pools(tournament, draw)
    beside = any(part.beside for _phase, part in draw.parts)
    places = matches_for_places(evening(tournament.pk), draw.round.number, spoken_language()) if beside and live else {}
    by_rank = [part for _phase, part in draw.parts if part.by_rank]
    lined = {team for part in by_rank for team in part.numbers} & ranks.keys()
    met_again = {number for pair in sought for number in pair}
    lines = []
    for table in seating.tables if seating else []:
        changed = table.number in by_hand
        reason = _("changed by hand after the draw") if changed else reasons.get(table.number, "")
        seated = {team.number for side in table.sides for team in side.teams}
        if place := places.get(frozenset(seated)):
            reason = f"{reason} {place}."
        sides = [
            (
                side,
                shown.get(side.teams[0].number),
                [shown[team.number] for team in side.teams if team.number in shown],
                in_pools.get(side.teams[0].number, ""),
            )
            for side in table.sides
        ]
        again = len(seated & met_again) > 1
        missing = (seating.camps if seating else 0) - len(sides)
        lines.append(ExplainedTable(table, sides, reason, changed, again, phase_of.get(table.number, ""), missing))
    drawn = [[[team.number for team in side.teams] for side in line.table.sides] for line in lines]
    takes_late = live and takes_latecomers(tournament, draw)
    came, left = check_pool(draw, tournament) if draw.state == "draft" else ([], [])
    return DrawPage(
        seating=seating,
        lines=lines,
        exempt=[(side, exempt_reasons.get(side.teams[0].number, "")) for side in (seating.exempt if seating else [])],
        rules=_rules_of(tournament, draw, seating) if seating else {},
        method=method_label(minutes.method),
        ranked=bool(ranks),
        ties_only=bool(ranks) and minutes.seed_for_ties,
        finer=len({shown[number] for number in lined}) > len({ranks[number] for number in lined}),
        seeks_equals=bool(ranks) and any(part.method not in PLANNED for _phase, part in draw.parts),
        after_pools=bool(in_pools),
        wins_first=(by_rank or [minutes])[0].wins_first,
        quality=quality_of(minutes),
        proof=proof_of(minutes),
        rematches=rematches,
        unavoidable=sought,
        cost=cost_of(draw.entrants, drawn) if drawn else minutes.cost,
        has_records=live and _recorded.first(partie=draw.round_id) is not None,
        came=came,
        left=left,
        late_teams=_late_teams(tournament, draw, seating) if seating and takes_late else [],
        exempt_awaits=bool(seating and takes_late and any(not side.forfeited_by for side in seating.exempt)),
        beside=[
            PartLine(
                titles.get(phase, ""),
                method_label(part.method),
                len(part.entrants),
                len(part.tables),
                len(part.exempt),
                quality_of(part),
                part.optimal,
            )
            for phase, part in (draw.parts if several else [])
        ],
        camps=seating.camps if seating else 2,
        cuts=cuts_in_words(tournament, draw),
        shown=named_codes([titles.get(phase, "") for phase, _part in draw.parts], shown_before(draw)),
        seeds=_seeds(draw, titles),
        byes=[(part.phase, part.waiting) for part in waiting_parts(tournament, draw, seating)] if seating else [],
        entering=waiting_teams((side.waits, side.teams[0]) for side in entering_sides(tournament, seating))
        if seating
        else [],
    )


def _seeds(draw: Draw, titles: Mapping[int, str]) -> list[tuple[str, UsedSeed]]:
    """Return the seeds of *draw* with the title of their phase; all by one seed, once and without a title."""
    seeds = draw.seeds
    if len({seed[1:] for seed in seeds}) < 2:
        return [("", seed) for seed in seeds[:1]]
    return [(titles.get(seed.phase, ""), seed) for seed in seeds]


def _fixed_tables(part: Minutes, numbers: Mapping[int, int]) -> dict[int, str]:
    """State of each table of *part* which team sits at its fixed table, or has it elsewhere, where a team of another part sits."""
    fixed = {entrant["number"]: entrant.get("fixed_table") for entrant in part.entrants}
    kept = _("Table %(asked)s is the fixed table of no. %(team)s.")
    left = _("No. %(team)s leaves table %(asked)s: another team that keeps it sits there.")
    return {
        table["table"]: (kept if fixed[team] == numbers[table["table"]] else left)
        % {"team": team, "asked": fixed[team]}
        for table in part.tables
        for camp in table["camps"]
        for team in camp
        if fixed.get(team) in (table["table"], numbers[table["table"]])
    }


def _late_teams(tournament: Tournament, draw: Draw, seating: Seating) -> list[Team]:
    """Return the teams come late to whom a place may still be given: beside an exempt one, or two of them together.

    Those who are there come first: an absent one of a smaller number is hardly the one that has just come in.
    """
    late = sorted(late_teams(tournament, draw), key=lambda team: not team.present)
    awaited = {0, *(team.number for team in late)}
    return late if len(late) > 1 or any(side.forfeited_by in awaited for side in seating.exempt) else []


def parts_to_draw(tournament: Tournament, next_draw: NextDraw) -> list[PartLine]:
    """List the parts of the next draw, where it is more than one draw for all."""
    titles = phase_titles(tournament)
    return [
        PartLine(titles[part.phase], method_label(part.method), size.teams, size.tables, size.exempt + size.by_forfeit)
        for part, size in zip(next_draw.parts, next_draw.sizes, strict=False)
        if part.phase or part.teams is not None
    ]


def titles_of(tournament: Tournament, next_draw: NextDraw) -> list[str]:
    """Return the name of each part of the next draw."""
    titles = phase_titles(tournament)
    return [titles[part.phase] for part in next_draw.parts]


def draw_job(tournament: Tournament) -> Job | None:
    """Return the job that computes the next draw, or that failed to."""
    return job_of(tournament, questions.next_number(tournament))


def _reasons(minutes: Minutes) -> tuple[dict[int, str], dict[int, str]]:
    """Explain each table, by its number, and each exemption, by the number of the team."""
    lang = get_language() or "fr"
    tables: dict[int, str] = {}
    exempt: dict[int, str] = {}
    for reason in tirages.explain(dict(minutes.written)):
        if reason["table"] is None:
            exempt |= dict.fromkeys(reason["teams"], sentence(reason["code"], lang, **reason["params"]))
        else:
            tables[reason["table"]] = sentence(reason["code"], lang, **reason["params"])
    return tables, exempt


def _ranks_shown(tournament: Tournament, draw: Draw, ranks: Mapping[int, int]) -> Mapping[int, int]:
    """Return the ranks of the standings from which *draw* was made; *ranks*, its own, where sheets were corrected
    since.
    """
    if not ranks:
        return ranks
    rows = {row.number: row for row in evening(tournament.pk).after(draw.round.number - 1).rows}
    for _phase, part in draw.parts:
        for entrant in part.entrants:
            row = rows.get(entrant["number"])
            if row is None or (row.wins, row.points) != (entrant["wins"], entrant["points"]):
                return ranks
    return {number: rows[number].rank for number in ranks}


def _places_in_pools(tournament: Tournament, draw: Draw) -> dict[int, str]:
    """Return the place of each team in its pool, in words, where *draw* has a bracket made from those places."""
    placed_by = {phase.index: phase.placed_by for phase in tournament.formula.phases}
    if "pools" not in {placed_by.get(phase) for phase, part in draw.parts if part.method == KNOCK_OUT}:
        return {}
    results = evening(tournament.pk)
    return {
        row.number: _("%(place)s of pool %(pool)s") % {"place": ordinal(row.rank), "pool": pool_letter(pool)}
        for pool, rows in enumerate(results.pool_rows(played_phases(results)[0]))
        for row in rows
    }


def tables_page(tournament: Tournament, asked: str = "") -> dict[str, object]:
    """Read the partie being played for a telephone, and the places of the team it *asked* for."""
    round_ = questions.current_round(tournament)
    if (cancelled := questions.cancelled_partie(tournament)) or round_ is None:
        return {"tournament": tournament, "round": None, "asked": asked, "cancelled": cancelled}
    audience = questions.audience_of(tournament)
    seating = with_waiting(tournament, questions.seating(round_, audience=audience), audience=audience)
    found = _found(seating, asked) if asked else []
    return {
        "tournament": tournament,
        "round": round_,
        "asked": asked,
        "found": found,
        "told": _told(tournament, round_, seating, found),
        "places": questions.places_by_team(seating),
        "seating": seating,
        "announcement": announcement(tournament),
        "clock": clock_state(tournament),
    }


def _rules_of(tournament: Tournament, draw: Draw, seating: Seating) -> dict[int, str]:
    """Return each team without a table → what it marks, "" where it goes on to the next round of a bracket."""
    part_of = {team: part for part in draw.parts for team in part[1].numbers}
    rules = {}
    for side in seating.exempt:
        number = side.teams[0].number
        phase, minutes = part_of.get(number, draw.parts[0])
        if side.waits:
            rules[number] = side.waits
        elif side.forfeited_by:
            rules[number] = forfeit_rule(tournament, side.forfeited_by, phase)
        else:
            rules[number] = "" if minutes.method == KNOCK_OUT else exempt_rule(tournament, phase)
    return rules


def _exempt_rules(tournament: Tournament, round_: Round, seating: Seating) -> dict[int, str]:
    """Return the same of the published draw of the partie; one query."""
    drawn = Draw.objects.filter(round=round_, state="published").first()
    return _rules_of(tournament, drawn, seating) if drawn else {}


def _parts_now(tournament: Tournament, round_: Round, seating: Seating) -> list[SeatedPart]:
    """Return the published draw of the partie, bracket by bracket; one query."""
    drawn = Draw.objects.filter(round=round_, state="published").first()
    return seated_parts(tournament, drawn, seating) if drawn else []


def _told(
    tournament: Tournament, round_: Round, seating: Seating, places: Sequence[LookupLine]
) -> list[tuple[LookupLine, str]]:
    """Return each of *places* with what it marks where it has no table, by the phase that it plays."""
    rules = {} if all(place.table for place in places) else _exempt_rules(tournament, round_, seating)
    return [(place, _said_once([rules[place.number]]) if place.number in rules else "") for place in places]


def _found(seating: Seating, asked: str) -> list[LookupLine]:
    """Return the teams that answer to a number, or to words that each begin a word of a player's name."""
    if asked.isdecimal():
        return [place for place in questions.places_by_team(seating) if place.number == int(asked)]
    words = names.key(asked).split()
    if not words:
        return []
    hits = []
    for team in seated_teams(seating):
        for member, player in zip(team.members.all(), players_named(team), strict=True):
            if player.naming == REFUSED:
                continue  # found by its number alone
            said = member.player.key.split()
            if all(any(part.startswith(word) for part in said) for word in words):
                hits.append(team.number)
                break
    return [place for place in questions.places_by_team(seating) if place.number in hits]


def wall_page(tournament: Tournament) -> dict[str, object]:
    """Read the partie being played for the wall: its tables, and the table of each player."""
    round_: Round | None = questions.current_round(tournament)
    cancelled = questions.cancelled_partie(tournament)
    if cancelled or round_ is None or tournament.closed_at is not None:
        return {"tournament": tournament, "round": None, "cancelled": cancelled}
    audience = questions.audience_of(tournament)
    seating = with_waiting(tournament, questions.seating(round_, audience=audience), audience=audience)
    whole = audience.whole
    by_name = questions.places_by_player(seating, audience) if whole else questions.places_by_team(seating)
    clock = clock_state(tournament)
    parts = _parts_now(tournament, round_, seating) if tournament.formula.has_places else []
    brackets = [part for part in parts if part.waiting]
    names_of = {table.number: part.title for part in parts for table in part.tables}
    waiting = [side for part in brackets for side in part.waiting]
    return {
        "tournament": tournament,
        "round": round_,
        "seating": seating,
        "tables": [(table, names_of.get(table.number, "")) for table in seating.tables],
        "places": by_name,
        "whole": whole,
        "resting": [side for side in seating.exempt if side not in waiting],
        "waiting": [(part.phase, len(part.waiting)) for part in brackets],
        "clock": clock,
    }
