"""Explain the place of one team: its parties one by one, the teams above and below, what decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _, gettext_lazy

from scoring.ranking import Gap, PartieResult, Row, gaps
from scoring.ranking.results import ABSENT, EXEMPT, FORFEIT, LOST, PENDING, PLAYED, TWO_CAMPS, WON
from scoring.standings.boards import marked
from scoring.standings.pictures import RankPicture, SpreadPicture, rank_picture, spread_picture
from scoring.standings.results import EveningResults, Fault, PoolPlace, Standing, exempt_policy, pool_place
from scoring.standings.selectors import Label
from tournament.concours.criteria import CRITERIA
from tournament.concours.models import Tournament
from tournament.figures import minus, ordinal
from tournament.finals.formula import KNOCK_OUT
from tournament.finals.outstanding import all_cuts, last_matches, match_place, settled_ties
from tournament.finals.words import ruled_words
from tournament.languages import LazyText, spoken_language

_ABOVE = {
    "phase": gettext_lazy("Above, at rank %(rank)s: %(team)s, which came further in the finals or the knock-out."),
    "excluded": gettext_lazy("Above, at rank %(rank)s: %(team)s. Excluded teams come after all the others."),
    "withdrawn": gettext_lazy("Above, at rank %(rank)s: %(team)s. Those who left come after all those who stay."),
    "": gettext_lazy("Above, at rank %(rank)s: %(team)s, by “%(criterion)s”: %(theirs)s against %(mine)s."),
}
_BELOW = {
    "phase": gettext_lazy("Below, at rank %(rank)s: %(team)s, which came less far in the finals or the knock-out."),
    "excluded": gettext_lazy("Below, at rank %(rank)s: %(team)s. Excluded teams come after all the others."),
    "withdrawn": gettext_lazy("Below, at rank %(rank)s: %(team)s. Those who left come after all those who stay."),
    "": gettext_lazy("Below, at rank %(rank)s: %(team)s, by “%(criterion)s”: %(theirs)s against %(mine)s."),
}


class PartieStory(NamedTuple):
    """One partie in the story of a team; `said` is a sentence where it was not simply played.

    `opponents` and `partners` are (number, name); `partners` share the camp, () where a team sits there alone.

    `parts` say what else than the sheet has its part in the points: penalties of both camps, a cap, an exclusion.
    `played_in` is the partie of its table, `place` its phase and round while it is played. `annulled`: it does not count in
    the ranking of its pool.
    """

    result: PartieResult
    opponents: list[tuple[int, str]]
    said: str
    parts: list[str]
    played_in: int
    partners: Sequence[tuple[int, str]] = ()
    place: str = ""
    annulled: bool = False

    @property
    def marked(self) -> str:
        """Return its points as the ranking shows them."""
        return marked(self.result)

    @property
    def beside(self) -> str:
        """Return the partners in words: « Jeanne Martin (4) », the numbers alone where names are not shown."""
        return ", ".join(f"{name} ({number})" if name else str(number) for number, name in self.partners)


class Story(NamedTuple):
    """State why a team has its rank: its parties, its figures, who stands above, beside and below it, and by what.

    `finals`: the place reached in a bracket comes before the criteria; `bracket` says which that is. `pool` is its place in
    its pool, where the concours has pools.
    """

    row: Row
    teams: int
    figures: list[tuple[str, int | None]]
    parties: list[PartieStory]
    above: str
    beside: str
    below: str
    picture: RankPicture | None = None
    spread: SpreadPicture | None = None
    cuts: Sequence[str] = ()
    finals: bool = False
    bracket: Sequence[str] = ()
    pool: PoolPlace | None = None


def story(evening: EveningResults, standing: Standing, labels: Mapping[int, Label], number: int) -> Story | None:
    """Return the story of team *number* in *standing*; None where the team is not in it."""
    row = next((row for row in standing.rows if row.number == number), None)
    if row is None:
        return None
    above, beside, below = gaps(standing.rows, number)
    single, ties = evening.tournament.singles, settled_ties(evening, spoken_language())
    pool = pool_place(evening, number, before=standing.after_round + 1)
    has_played = any(result.kind == PLAYED for result in row.results)

    def who(other: int) -> str:
        return team_name(other, labels, single=single)

    return Story(
        row=row,
        teams=len(standing.rows),
        figures=[(str(CRITERIA[key].label), row.values[key]) for key in standing.criteria],
        parties=[
            _in_pool(pool, number, _with_tie(ties, evening.articles, number, partie))
            for partie in (_partie(evening, number, result, labels, mean=has_played) for result in row.results)
        ],
        above=_neighbour(_ABOVE, above, who),
        beside=_beside(row, [who(other.number) for other in beside]),
        below=_neighbour(_BELOW, below, who),
        picture=rank_picture(evening, number, until=standing.after_round),
        spread=spread_picture(standing.rows, _last_played(row) or standing.after_round, team=number),
        cuts=[cut.words for cut in all_cuts(evening, spoken_language()) if number in cut.teams],
        finals=any(part.minutes.method == KNOCK_OUT for part in evening.parts),
        bracket=[
            (_("%(phase)s, last match won: “%(match)s”.") if won else _("%(phase)s, last match lost: “%(match)s”."))
            % {"phase": phase, "match": match}
            for phase, match, won in last_matches(evening, number, spoken_language(), before=standing.after_round + 1)
        ],
        pool=pool,
    )


def _last_played(row: Row) -> int:
    """Return the last partie that a team played and of which the score is known; 0 before the first."""
    return max((result.round for result in row.results if result.kind == PLAYED), default=0)


def current_partie(evening: EveningResults, labels: Mapping[int, Label], number: int) -> PartieStory | None:
    """Return where team *number* sits in the partie being played; None where none is, or its sheet is in already."""
    now = evening.seat_now(number)
    if now is None or evening.tournament.closed_at is not None:
        return None
    partie, result = now
    if result is not None and result.kind != PENDING and result.table is not None:
        return None
    if result is None:
        seats = (seated.get(partie) for seated in evening.seated.values())
        if all(seat is None or seat.kind != PENDING for seat in seats):
            return None  # every sheet of the partie is in
        bracket = [part.minutes for part in evening.parts if part.number == partie and part.minutes.method == KNOCK_OUT]
        if any(number in minutes.exempt for minutes in bracket):
            said = _("No match in this partie, on to the next round.")
        else:
            said = _("Exempt in this partie: nothing to play.")
        story = PartieStory(PartieResult(partie, EXEMPT), [], said, [], partie)
    else:
        story = _partie(evening, number, result, labels)
    return story._replace(place=match_place(evening, partie, number, spoken_language())) if evening.parts else story


def team_name(number: int, labels: Mapping[int, Label], *, single: bool = False) -> str:
    """Write « équipe 12 (Michel Le Goff / Jeanne Martin) », « joueur n° 12 (Michel Le Goff) » for a *single*.

    The number alone where names are not shown.
    """
    params = {"number": number, "name": labels[number].name}
    if single:
        return (_("player no. %(number)s (%(name)s)") if params["name"] else _("player no. %(number)s")) % params
    return (_("team %(number)s (%(name)s)") if params["name"] else _("team %(number)s")) % params


def _partie(
    evening: EveningResults, number: int, result: PartieResult, labels: Mapping[int, Label], *, mean: bool = True
) -> PartieStory:
    """Explain one partie of a team; *mean*: it has played parties of which there is a mean."""
    sentence = ""
    if result.kind == EXEMPT:
        sentence = exempt_sentence(evening.tournament, result, mean=mean)
    elif result.kind == FORFEIT:
        sentence = _("Won by forfeit.") if result.outcome == "won" else _("Lost by forfeit.")
        if result.table is None:
            sentence = _("Won by forfeit: the other camp was not there.")
        elif result.outcome == LOST and any(_lost(evening, other, result.round) for other in result.opponents):
            sentence = _("Lost by forfeit by both camps: neither was there.")
    elif result.kind == ABSENT and result.points:
        sentence = _("Not played: %(points)s points, as much as an exempt team.") % {"points": result.points}
    elif result.kind == ABSENT:
        common = {part.number for part in evening.parts if not part.phase and part.minutes.method != KNOCK_OUT}
        # A team that is out of a bracket has missed nothing.
        missed = not evening.parts or result.round in common
        sentence = _("Not played: 0 points.") if missed else _("No match in this partie.")
    opponents = [(other, labels[other].name) for other in result.opponents]
    partners = [(other, labels[other].name) for other in result.partners]
    played_in = evening.played_in(number, result.round)
    return PartieStory(result, opponents, sentence, _parts(evening, number, result), played_in, partners)


def _lost(evening: EveningResults, number: int, partie: int) -> bool:
    result = evening.seated.get(number, {}).get(partie)
    return result is not None and result.outcome == LOST


def _with_tie(
    ties: Mapping[tuple[int, int], tuple[int, str]],
    articles: Mapping[tuple[int, int], str],
    number: int,
    partie: PartieStory,
) -> PartieStory:
    """Add to *partie* who won where the totals do not say it: its match, as *ties* tell, or by one of the *articles*."""
    winner, decision = ties.get((partie.played_in, partie.result.table or 0), (0, ""))
    if not winner:
        if not partie.result.decided_by_rule:
            return partie
        text = _("Won (%(decision)s).") if partie.result.outcome == WON else _("Lost (%(decision)s).")
        decision = ruled_words(articles.get((partie.played_in, partie.result.table or 0), ""), spoken_language())
        return partie._replace(parts=[*partie.parts, text % {"decision": decision}])
    text = _("Match won (%(decision)s).") if winner == number else _("Match lost (%(decision)s).")
    return partie._replace(parts=[*partie.parts, text % {"decision": decision}])


def _in_pool(pool: PoolPlace | None, number: int, partie: PartieStory) -> PartieStory:
    """State of *partie* of team *number* that it does not count in its pool, where somebody left that too early."""
    gone = pool.annulled.get(partie.result.round, ()) if pool else ()
    if not gone:
        return partie
    if number in gone:
        text = _("Annulled in the ranking of the pool: left before it had met all the others.")
    else:
        text = _("Annulled in the ranking of the pool: no. %(team)s left before it had met all the others.")
    return partie._replace(parts=[*partie.parts, text % {"team": gone[0]}], annulled=True)


def _parts(evening: EveningResults, number: int, result: PartieResult) -> list[str]:
    """Explain the points of *result* that are not on the sheet, a sentence each, in the order they are reckoned."""
    if result.table is None:
        return []
    parts = []
    here = (evening.played_in(number, result.round), result.table)
    faults = [fault for fault in evening.faults if (fault.round, fault.table) == here]
    if result.noted:
        parts.append(_("On the sheet: %(points)s.") % {"points": result.on_sheet})
    parts += [_fault(fault, result.camp) for fault in faults]
    if result.capped:
        # Without the points awarded, this is the cap itself, as it was before an exclusion changed the partie.
        most = result.points - result.awarded
        params = {"points": result.capped, "most": most}
        parts.append(
            _("−%(points)s: the loser keeps %(most)s at most.") % params
            if most == evening.tournament.caps["loser"]
            else _("−%(points)s: the winner keeps %(most)s at most.") % params
        )
    out = {team.number for team in evening.teams if team.excluded}
    if result.kind == PLAYED and result.camp in TWO_CAMPS and evening.tournament.excluded_policy == "forfeit":
        if number in out:
            parts.append(_("Excluded: nothing is kept of this partie."))
        elif result.outcome == WON and out.intersection(result.opponents):
            parts.append(_won_against_excluded(result))
    return parts


def _won_against_excluded(result: PartieResult) -> str:
    """Explain a partie against a team that was excluded since: won by forfeit, unless it was won at the table."""
    if result.by_exclusion and result.awarded:
        text = _("+%(points)s: the other camp was excluded, the partie is won by forfeit.")
    elif result.by_exclusion:
        text = _("The other camp was excluded: the partie is won by forfeit.")
    elif result.awarded:
        text = _("+%(points)s: the other camp was excluded, a forfeit brings more than the partie that was won.")
    else:
        text = _("The other camp was excluded: the partie stays won.")
    return text % {"points": result.awarded}


def _fault(fault: Fault, camp: str) -> str:
    """Describe a penalty to a team of *camp*."""
    params = {"team": fault.team, "label": fault.label, "points": fault.points}
    if not fault.points:
        text = _("Warning to no. %(team)s: %(label)s") % params
    elif fault.to_camp == camp:
        text = _("+%(points)s: penalty of no. %(team)s, %(label)s") % params
    else:
        text = _("%(points)s to the other camp: penalty of no. %(team)s, %(label)s") % params
    return f"{text} ({fault.article})." if fault.article else f"{text}."


def exempt_sentence(tournament: Tournament, result: PartieResult, *, mean: bool) -> str:
    """Describe what an exemption brings; without a *mean* of other parties it is half of one."""
    kind = exempt_policy(tournament).kind
    params = {"points": result.points}
    if kind == "zero":
        sentence = _("Exempt: it brings no points.")
    elif kind == "flat":
        sentence = _("Exempt: it brings %(points)s points, fixed beforehand.") % params
    elif kind == "mean" and mean:
        sentence = _("Exempt: it brings %(points)s points, the mean of the other parties played.") % params
    else:
        sentence = _("Exempt: it brings %(points)s points, half of those of a partie.") % params
    return sentence + " " + _("It counts as won.") if tournament.exempt_wins else sentence


def _neighbour(sentences: Mapping[str, LazyText], gap: Gap | None, name: Callable[[int], str]) -> str:
    """Describe the gap to a neighbour; empty where there is none."""
    if gap is None:
        return ""
    criterion = CRITERIA[gap.criterion].label if gap.criterion in CRITERIA else ""
    params = {"rank": gap.other.rank, "team": name(gap.other.number), "criterion": criterion}
    figures = {"theirs": minus(gap.theirs), "mine": minus(gap.mine)}
    return sentences.get(gap.criterion, sentences[""]) % (params | figures)


def _beside(row: Row, others: Sequence[str]) -> str:
    if not others:
        return ""
    params = {"count": len(others), "place": ordinal(row.rank), "teams": ", ".join(others)}
    if row.unwon:
        return _("Neither this team nor %(teams)s won their match for the place before: equal %(place)s.") % params
    if len(others) > 5:
        return _("Equal on all criteria with %(count)s others: equal %(place)s.") % params
    return _("Equal on all criteria with %(teams)s: equal %(place)s.") % params
