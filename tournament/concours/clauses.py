"""The sentences of the règlement that a setting needs more than one line of the table for.

Each function takes the value of its setting and the concours, and returns the sentences about it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import accumulate
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from rules import Sentence
from tournament.concours.criteria import CRITERIA
from tournament.concours.kinds import Text, euros
from tournament.concours.lot_lines import LAST_TEAM
from tournament.concours.lots import lots_of
from tournament.concours.models import Tournament
from tournament.concours.money import prices
from tournament.concours.selectors import entered, entered_announcements
from tournament.concours.structured import PENALTY_WAYS
from tournament.finals.formula import KNOCK_OUT, POOLS, Phase
from tournament.finals.plan import Course, plan
from tournament.finals.words import length_words, phase_heading, phase_title
from tournament.languages import spoken_language
from tournament.tirages import TIRAGES

# The whole must stay on one sheet of paper: the first prizes are named, the others counted.
LETTERS_OF_PRIZES = 400

EVERYONE = "toutes_rondes"
CHAMPIONSHIP = "S1 incidents D"


@dataclass(frozen=True)
class SettingClause:
    """Write what the règlement says of a setting, in the section of this key."""

    section: str
    sentences: Callable[[Any, Tournament], Iterable[Sentence]]


def sentence(text: Text, article: str = "") -> Sentence:
    """Return one sentence and the article it comes from ("" where the organiser alone decides)."""
    return Sentence(str(text), article)


def by_choice(sentences: Mapping[str, Text]) -> Callable[[str, Tournament], list[Sentence]]:
    """Return the sentences of a choice, one for each word."""
    return lambda value, tournament: [sentence(sentences[value])]


def if_set(text: Text) -> Callable[[Any, Tournament], list[Sentence]]:
    """Return the sentence of a number, with %(value)s in it; none where it is 0."""
    return lambda value, tournament: [sentence(text % {"value": value})] if value else []


def fee(cents: int, tournament: Tournament) -> list[Sentence]:
    """State what taking part costs."""
    if not cents:
        return [sentence(_("Taking part is free."))]
    share = (
        _("The share in the costs is %(fee)s for each player.")
        if tournament.singles or tournament.fee_per == "player"
        else _("The share in the costs is %(fee)s for each team.")
    )
    return [sentence(share % {"fee": euros(cents)})]


def entries(days: int, tournament: Tournament) -> list[Sentence]:
    """State until when people may register from home."""
    if not days:
        return []
    end = tournament.date - timedelta(days=tournament.entries_end_days)
    when = {"day": date_format(end, "j F"), "hour": tournament.entries_end_hour}
    told = _("People may register from home until %(day)s at %(hour)s h; places go by the order of arrival.")
    return [sentence(told % when)]


def reductions(lines: list[str], tournament: Tournament) -> list[Sentence]:
    """State who pays less."""
    if not lines or not tournament.fee_cents:
        return []
    words = ", ".join(f"{one.name} − {euros(one.cents)}" for one in prices(lines).values())
    return [sentence(_("Reductions: %(reductions)s.") % {"reductions": words})]


def parties(number: int, tournament: Tournament) -> list[Sentence]:
    """State how many parties are played and what ends one."""
    donnes, points = (tournament.rule_options.get(limit) for limit in ("limite_donnes", "limite_points"))
    if tournament.formula.follows:
        return _to_the_final(donnes, points, tournament)
    if donnes and points:
        text = ngettext(
            "The concours is played in %(parties)s partie of %(donnes)s donnes or %(points)s points, whichever is "
            "reached first.",
            "The concours is played in %(parties)s parties of %(donnes)s donnes or %(points)s points, whichever is "
            "reached first.",
            number,
        )
    elif donnes:
        text = ngettext(
            "The concours is played in %(parties)s partie of %(donnes)s donnes.",
            "The concours is played in %(parties)s parties of %(donnes)s donnes.",
            number,
        )
    elif points:
        text = ngettext(
            "The concours is played in %(parties)s partie of %(points)s points.",
            "The concours is played in %(parties)s parties of %(points)s points.",
            number,
        )
    else:
        text = ngettext(
            "The concours is played in %(parties)s partie.",
            "The concours is played in %(parties)s parties.",
            number,
        )
    return [sentence(text % {"parties": number, "donnes": donnes, "points": points}, "S0 10.4")]


def _to_the_final(donnes: int | None, points: int | None, tournament: Tournament) -> list[Sentence]:
    """State what ends a partie, and that the number of parties follows from the teams."""
    if donnes and points:
        length = _("A partie has %(donnes)s donnes, or ends at %(points)s points if that comes first.")
    elif donnes:
        length = _("A partie has %(donnes)s donnes.")
    else:
        length = _("A partie ends at %(points)s points.") if points else ""
    follow = _("The number of parties follows from the number of teams: every phase is played to its final.")
    known = entered_announcements(tournament)
    sentences = [sentence(length % {"donnes": donnes, "points": points}, "S0 10.4")] if length else []
    return [*sentences, sentence(f"{follow} {' '.join(known)}", "S0 10.4")]


def counts_when(value: str, tournament: Tournament) -> list[Sentence]:
    """State how a sheet is checked and when its score counts."""
    counts = {
        "typist": _("A score counts once the table de marque has typed it."),
        "two_readers": _("A score counts once two persons of the table de marque have read the same figures."),
        "both_camps": _(
            "A score counts once both camps have agreed to it, on their telephones or by signing the sheet."
        ),
    }
    check = _(
        "Both camps check the score sheet before handing it in. A sheet whose total is impossible under these "
        "rules is counted again with both camps."
    )
    return [sentence(check), sentence(counts[value])]


def partie_minutes(minutes: int, tournament: Tournament) -> list[Sentence]:
    """State what happens when a partie lasts; nothing in a game that has no donnes to impose, or without a limit."""
    if not minutes or tournament.rule_set == "escalier":
        return []
    donnes = tournament.cutoff_donnes
    text = ngettext(
        "A partie that lasts more than %(minutes)s minutes may be cut short by the organisers: they announce how many "
        "donnes are still to play, the one in hand counted (%(donnes)s donne as a rule). The higher total then wins; "
        "equal totals play one donne more.",
        "A partie that lasts more than %(minutes)s minutes may be cut short by the organisers: they announce how many "
        "donnes are still to play, the one in hand counted (%(donnes)s donnes as a rule). The higher total then wins; "
        "equal totals play one donne more.",
        donnes,
    )
    sentences = [sentence(text % {"minutes": minutes, "donnes": donnes}, CHAMPIONSHIP)]
    lang = spoken_language()
    every = [phase.limits(final=final) for phase in tournament.formula.phases for final in (False, True)]
    own = {length_words(limits, lang): tournament.partie_minutes_in(limits) for limits in every if limits}
    lengths = [
        ngettext("%(length)s, %(minutes)s minute", "%(length)s, %(minutes)s minutes", other)
        % {"length": length, "minutes": other}
        for length, other in own.items()
        if other != minutes
    ]
    if lengths:
        text = _("For a partie of another length that time is in proportion: %(lengths)s.")
        sentences.append(sentence(text % {"lengths": " ; ".join(lengths)}))
    return sentences


def methods(first: str, tournament: Tournament) -> list[Sentence]:
    """State how the tables of the parties common to all are drawn, and which parties these are."""
    lang = get_language() or "fr"
    following = tournament.next_method
    others = [phase.start for phase in tournament.formula.phases[1:] if phase.who != "beaten"]
    if first == following and tournament.phases and not others:
        text = _("From the first partie on, for all: %(method)s")
        return [sentence(text % {"method": TIRAGES[first].about(lang)})]
    if first == following and tournament.parties > 1 and not others:
        return [sentence(_("All parties: %(method)s") % {"method": TIRAGES[first].about(lang)})]
    last = _courses(tournament)[0].last if others and _courses(tournament) else min(others, default=0) - 1
    if first == following and last > 1:
        return [_drawn_by(1, last, first)]
    sentences = [sentence(_("First partie: %(method)s") % {"method": TIRAGES[first].about(lang)})]
    if last > 1:
        sentences.append(_drawn_by(2, last, following))
    elif not others and tournament.parties > 1:
        text = _("From partie 2 on, for all: %(method)s") if tournament.phases else _("Following parties: %(method)s")
        sentences.append(sentence(text % {"method": TIRAGES[following].about(lang)}))
    return sentences


def _drawn_by(first: int, last: int, method: str) -> Sentence:
    """State by what *method* the parties from *first* to *last* are drawn."""
    text = _("Parties %(first)s to %(last)s: %(method)s") if first < last else _("Partie %(first)s: %(method)s")
    return sentence(text % {"first": first, "last": last, "method": TIRAGES[method].about(get_language() or "fr")})


def _courses(tournament: Tournament) -> Sequence[Course]:
    """Return the course of each phase for the teams entered; none while there are too few to tell."""
    teams = entered(tournament).first if tournament.phases else 0
    return plan(tournament.formula, teams).courses if teams > 1 else ()


def phases(lines: list[dict[str, Any]], tournament: Tournament) -> list[Sentence]:
    """State what follows the parties common to all, who plays it, and how a knock-out goes."""
    lang = get_language() or "fr"
    every = tournament.formula.phases
    begins = {course.phase.index: course.first for course in _courses(tournament)}
    alike: dict[tuple[int, bool, str, bool], list[str]] = {}
    for phase in every[1:]:
        # Where byes make the first round longer, the consolante begins later than was set.
        after_round = phase.who == "beaten" and phase.index not in begins
        key = (begins.get(phase.index, phase.start), after_round, phase.method, _may_have_byes(phase, tournament))
        alike.setdefault(key, []).append(phase_heading(phase, lang))
    sentences = []
    for (start, after_round, method, byes), headings in alike.items():
        text = (
            _("Once all have played a match (from partie %(start)s at the earliest), %(phase)s: %(method)s")
            if after_round
            else _("From partie %(start)s, %(phase)s: %(method)s")
        )
        about = TIRAGES[method].about(lang, byes=byes)
        words = {"start": start, "phase": "\u00a0; ".join(headings), "method": about}
        sentences.append(sentence(text % words))
    sentences += [sentence(text) for phase in every for text in _lengths(phase)]
    if tournament.parties_fixed and tournament.formula.has_finals:
        sentences.append(sentence(_("The concours ends after its last partie, even if the finals are not played.")))
    knock_outs = [phase for phase in every if phase.method == KNOCK_OUT]
    third = [phase for phase in knock_outs if phase.placed == 1]
    for played_on in PLAY_OFF_CLAUSES:
        placed = [phase for phase in knock_outs if phase.play_offs == played_on]
        if placed:
            titles = ", ".join(phase_title(phase, lang) for phase in placed)
            sentences.append(sentence(PLAY_OFF_CLAUSES[played_on] % {"title": titles}))
    if third and third == knock_outs:
        sentences.append(sentence(_("Those beaten in the semi-finals play the third-place match, beside the final.")))
    elif third:
        text = _("%(title)s: those beaten in the semi-finals play the third-place match, beside the final.")
        sentences.append(sentence(text % {"title": ", ".join(phase_title(phase, lang) for phase in third)}))
    if tournament.formula.has_places:
        sentences.append(sentence(TIES[tournament.knock_out_tie]))
        sentences.append(sentence(CHANGED_RESULTS[tournament.changed_results]))
        sentences.append(sentence(_("In a knock-out a camp whose opponents are gone goes on.")))
    return sentences


def _may_have_byes(phase: Phase, tournament: Tournament) -> bool:
    """Return whether teams may be exempt from the first round of *phase*: not where 4, 8, 16… are known to enter it."""
    if phase.method != KNOCK_OUT or phase.who != "first" or phase.count.bit_count() != 1:
        return True
    teams = entered(tournament)
    return teams.drawn and teams.all < phase.count


def _lengths(phase: Phase) -> list[str]:
    """State what ends a partie of *phase* and its final, where that is not as in the others."""
    lang, own, final = spoken_language(), phase.limits(final=False), phase.limits(final=True)
    sentences = []
    if own:
        sentences.append(
            _("%(title)s: a partie ends after %(length)s.")
            % {"title": phase_title(phase, lang), "length": length_words(own, lang)}
        )
    if final != own:
        sentences.append(
            _("%(title)s: the final ends after %(length)s.")
            % {"title": phase_title(phase, lang), "length": length_words(final, lang)}
        )
    return sentences


PLAY_OFF_CLAUSES = {
    "quarters": gettext_lazy(
        "%(title)s: those beaten from the quarter-finals on play on for their places, beside the following rounds."
    ),
    "all": gettext_lazy("%(title)s: whoever is beaten plays on for a place, beside the following rounds."),
}

CHANGED_RESULTS = {
    "stays": gettext_lazy(
        "A result of a knock-out that is set right once its winner has sat down in the next round moves nobody: the teams "
        "seated play on."
    ),
    "refused": gettext_lazy(
        "In a knock-out the winner of a match stays the winner once it has sat down in the next round, unless the draw of "
        "that round is taken back."
    ),
}

TIES = {
    "better": gettext_lazy(
        "In a knock-out, of two camps with as many points the one better placed before the partie goes on; if still "
        "equal, the one with the lower number."
    ),
    "best_cut": gettext_lazy(
        "In a knock-out, of two camps with as many points the one better placed before the partie goes on; if still "
        "equal, they cut the cards: the higher card goes on."
    ),
    "donne": gettext_lazy(
        "In a knock-out, two camps with as many points play one more donne, and another while it is equal: its winner "
        "goes on. That donne counts for nothing else."
    ),
    "cut": gettext_lazy("In a knock-out, two camps with as many points cut the cards: the higher card goes on."),
}


def draw_options(options: dict[str, Any], tournament: Tournament) -> list[Sentence]:
    """State whether two teams may meet twice, and whether those of one club may meet."""
    rematch = {
        "never": _("Two teams never meet twice."),
        "least": _("Two teams meet again as seldom as possible."),
    }
    apart = {
        "no": _("Teams of the same club or commune may meet."),
        "soft": _("Teams of the same club or commune are kept apart where possible."),
        "hard": _("Teams of the same club or commune never meet."),
    }
    sentences = []
    seats_teams = TIRAGES[tournament.next_method].seats == "teams"
    if not tournament.formula.has_places and tournament.parties > 1 and seats_teams:
        sentences.append(sentence(rematch[options.get("rematch", "never")]))
    text = apart[options.get("club_apart", "no")]
    if options.get("club_apart", "no") != "no" and options.get("apart_when") == "first":
        text += " " + _("This holds for the first partie.")
    elif options.get("club_apart", "no") != "no" and _placements(tournament, tournament.formula.phases) - {"lot"}:
        text += " " + _("In a bracket made from the ranking they may meet.")
    return [*sentences, sentence(text)]


def _placements(tournament: Tournament, phases: Iterable[Phase]) -> set[str]:
    """Return what gives the places in the knock-outs among *phases*: "lot", "ranking", or the "pools" before it."""
    found = {phase.placed_by for phase in phases if phase.method == KNOCK_OUT}
    return found | {"lot"} if tournament.first_method == KNOCK_OUT else found


def half_of_a_partie(tournament: Tournament) -> int:
    """Return half of the points of a partie, belotes and capots apart."""
    donnes, points = (tournament.rule_options.get(limit) for limit in ("limite_donnes", "limite_points"))
    return 81 * donnes if donnes else (points or 0) // 2


def _who_rests(tournament: Tournament) -> list[Sentence]:
    """State who has no table in a partie, and how often, in each method that the evening is drawn by."""
    every = tournament.formula.phases
    first = tournament.first_method
    used = dict.fromkeys([first, *(phase.method for phase in every)])
    phases_with_byes = [phase for phase in every if _may_have_byes(phase, tournament)]
    placements = _placements(tournament, phases_with_byes)
    sentences = []
    if tournament.rule_set == "escalier":
        text = _(
            "Tables are of 3 to 6 players, so that everyone plays every partie; whoever rests all the same is exempt."
        )
        return [sentence(text)]
    if POOLS in used:
        sentences.append(
            _(
                "In a pool of an odd number each is exempt once; a team come since, for which no pool has a place, at "
                "each turn."
            )
        )
    if EVERYONE in used:
        sentences.append(_("When the number is odd, one is exempt at each turn of the round robin, nobody twice."))
    if {"lot", "ranking"} <= placements:
        sentences.append(_("In a knock-out the byes are drawn by lot, or go to the best of the ranking."))
    elif "ranking" in placements:
        sentences.append(_("In a knock-out the byes go to the best of the ranking."))
    elif "lot" in placements:
        sentences.append(_("In a knock-out the byes are drawn by lot."))
    if "pools" in placements:
        sentences.append(
            _(
                "In a knock-out after pools the byes go to the best placed of their pools, at the same place to the "
                "best of the ranking; those of one pool are kept apart."
            )
        )
    others = [method for method in used if method not in (POOLS, EVERYONE, KNOCK_OUT)]
    if any(TIRAGES[method].seats == "players" for method in others):
        sentences.append(
            _(
                "Those whom the tables of four leave over are exempt from the partie; nobody is exempt twice while "
                "another who could be has not been."
            )
        )
    elif others:
        sentences.append(
            _(
                "When the number is odd, one is exempt from the partie; nobody is exempt twice while another who could "
                "be has not been."
            )
        )
    return [sentence(text) for text in sentences]


def _replacement(tournament: Tournament) -> str:
    """State who rests in a relay in the place of a team that has left, as the method of the parties chooses it."""
    how = TIRAGES[tournament.next_method].reasons
    if how == "lot":
        return _("Where the number is still odd, one of those who have rested least, drawn by lot, rests in its place.")
    if how == "line" and tournament.next_method == "inscription":
        return _(
            "Where the number is still odd, the last registered of those who have rested least rests in its place."
        )
    if how == "line":
        return _("Where the number is still odd, the lowest ranked of those who have rested least rests in its place.")
    return _(
        "Where the number is still odd, one of those who have rested least, as the plan allows, rests in its place."
    )


def exempt(policy: str, tournament: Tournament) -> list[Sentence]:
    """State who is exempt and what an exempt team marks."""
    if policy == "relay":
        return [
            sentence(
                _(
                    "When the number of teams is odd, as many teams as there are parties are drawn by lot with the first "
                    "one (A, B, C, D) and rest in turn, one at each partie. A and B make it up against each other after "
                    "partie 2, C and D after partie 4, so that all play as many parties. When a team has left, those who "
                    "have rested and have not met make it up two by two all the same, and one left over against a team "
                    "that has finished and that it has not met, for which that partie does not count."
                ),
                "ASCE 79 art. 6",
            ),
            sentence(_replacement(tournament)),
            sentence(
                _(
                    "Where a draw without a rematch is left only if another than the one whose turn it is rests, that "
                    "other rests."
                )
            ),
        ]
    marks = {
        "zero": _("It marks nothing for that partie."),
        "half": _("It marks half of the points of a partie, that is %(half)s points."),
        "mean": _("It marks the mean of the parties it really plays, to the nearest point."),
        "flat": _("It marks %(flat)s points."),
        "catch_up": _(
            "It plays a catch-up game against the first team to have finished that it has not met, which plays it for "
            "nothing; without one it marks half of the points of a partie, that is %(half)s points."
        ),
    }
    if policy == "catch_up":
        counts = ""
    elif tournament.exempt_wins:
        counts = _("Its partie counts as won.")
    elif "match_points" in tournament.criteria:
        counts = _("It counts 2 match points, between those of a partie won and of a partie lost.")
    else:
        counts = _("Its partie counts neither as won nor as lost.")
    points = {"half": half_of_a_partie(tournament), "flat": tournament.exempt_points}
    return [*_who_rests(tournament), sentence(f"{marks[policy] % points} {counts}".strip())]


def ready_minutes(minutes: int, tournament: Tournament) -> list[Sentence]:
    """State when a team that is not ready has lost."""
    if not minutes:
        text = _("A team that is not there when its partie is played has lost it, as the organisers decide.")
    else:
        text = ngettext(
            "A team that is not ready %(minutes)s minute after the start has lost that partie.",
            "A team that is not ready %(minutes)s minutes after the start has lost that partie.",
            minutes,
        ) % {"minutes": minutes}
    return [sentence(text, CHAMPIONSHIP)]


def forfeit(points: int, tournament: Tournament) -> list[Sentence]:
    """State what is marked against those who are absent."""
    text = (
        _("The absent player marks −%(points)s for that partie, the others 0.")
        if tournament.rule_set == "escalier"
        else _("The team present wins that partie and marks %(points)s points; the absent one marks nothing.")
    )
    sentences = [sentence(text % {"points": points})]
    if tournament.formula.keeps_pairs:
        kept = _("The same holds where the opponent was known beforehand and has left.")
        sentences.append(sentence(kept))
    if any(phase.limits(final=True) for phase in tournament.formula.phases):
        sentences.append(
            sentence(_("Where a partie is longer or shorter than the others, its points follow its length."))
        )
    return sentences


def leavers(policy: str, tournament: Tournament) -> list[Sentence]:
    """State how a team that leaves is ranked, and who enters the finals in its stead."""
    ranked = {
        "last": _("A team that leaves before the end keeps its results and is ranked after all the others."),
        "ranked": _("A team that leaves before the end keeps its results and the rank that they give it."),
    }
    sentences = [ranked[policy]]
    for phase in tournament.formula.phases:
        if phase.who == "first":
            text = _("%(title)s: in place of a team gone before the draw enters the next of the ranking.")
        elif phase.who == "pool_first" and phase.method == KNOCK_OUT and phase.placed_by == "pools":
            # Nobody moves up to the place of a team that has left: see PhaseEntry.
            text = _(
                "%(title)s: in place of a team gone before the draw enters the next of its pool, with the rank it has there."
            )
        elif phase.who == "pool_first":
            text = _("%(title)s: in place of a team gone before the draw enters the next of its pool.")
        else:
            continue
        sentences.append(text % {"title": phase_title(phase, spoken_language())})
    return [sentence(text) for text in sentences]


def pool_leavers(policy: str, tournament: Tournament) -> list[Sentence]:
    """Return the sentence on the matches of a team that leaves its pool; nothing where there are no pools."""
    if POOLS not in tournament.formula.methods:
        return []
    said = {
        "annulled": _(
            "The matches of a team that leaves its pool before it has met all the others are annulled in the ranking of the pool."
        ),
        "stand": _(
            "The matches of a team that leaves its pool stand; the forfeits of the others count in the difference too."
        ),
        "played": _(
            "The matches of a team that leaves its pool stand; the forfeits of the others do not count in the difference."
        ),
    }
    return [sentence(said[policy])]


def exclusion(policy: str, tournament: Tournament) -> list[Sentence]:
    """State what an exclusion costs, and what those met before keep."""
    met = {
        "kept": _("those it has met keep what they marked against it."),
        "forfeit": _(
            "those it has met have won against it, with what they marked or %(points)s points, whichever is more, and it "
            "keeps nothing of these parties."
        )
        % {"points": tournament.forfeit_points},
    }
    rank = _("The organisers may exclude a team whose conduct disturbs the concours: it is ranked last;")
    return [sentence(f"{rank} {met[policy]}", CHAMPIONSHIP)]


def ranking(criteria: list[str], tournament: Tournament) -> list[Sentence]:
    """State what teams are ranked by, and what separates those still equal."""
    words = [CRITERIA[criterion].sentence for criterion in criteria if criterion in CRITERIA]
    sentences = [sentence(_("Teams are ranked by %(criterion)s.") % {"criterion": word}) for word in words[:1]]
    if tournament.formula.has_places:
        sentences.insert(
            0,
            sentence(
                _(
                    "The ranking goes first by how far a team came: those of the finals or of the main table before the "
                    "others, and in a knock-out whoever went out later before whoever went out earlier."
                )
            ),
        )
    return sentences + [sentence(_("If still equal, by %(criterion)s.") % {"criterion": word}) for word in words[1:]]


def caps(most: dict[str, int], tournament: Tournament) -> list[Sentence]:
    """State the most that the winner and the loser of a partie keep."""
    text = _(
        "From partie %(from)s on the winner of a partie keeps %(winner)s points at most and the loser "
        "%(loser)s, whatever they marked."
    )
    return [sentence(text % most)] if most else []


def penalties(lines: list[dict[str, Any]], tournament: Tournament) -> list[Sentence]:
    """State what each fault costs, from which fault on, and how it is marked; faults that cost the same together."""
    if not lines:
        return []
    sentences = [sentence(_("A penalty goes to the other camp, on a line of its own beside the score."))]
    alike: dict[tuple[int, str, int, str], list[str]] = {}
    for line in lines:
        cost = (line["points"], line["way"] if line["points"] else "", line["from_fault"], line["article"])
        alike.setdefault(cost, []).append(line["label"])
    for (points, way, first, article), labels in alike.items():
        if not points:
            text = _("%(faults)s: a warning.")
        elif first > 1:
            text = _(
                "%(faults)s: first a warning; from fault no. %(first)s of the evening on, %(points)s points, %(way)s."
            )
        else:
            text = _("%(faults)s: %(points)s points, %(way)s.")
        words = {"faults": "\u00a0; ".join(labels), "points": points, "first": first, "way": PENALTY_WAYS.get(way, "")}
        sentences.append(sentence(text % words, article))
    return sentences


PRIZE_RULES = {
    "every": gettext_lazy("has all of them"),
    "ranking": gettext_lazy("has one: that of the ranking, else of a bracket, else another"),
    "special": gettext_lazy("has one: that of a bracket, a category or another, else of the ranking"),
    "value": gettext_lazy("has one: that of the greatest value"),
}
PRIZE_RULE_SENTENCES = {
    "ranking": gettext_lazy(
        "Nobody has two prizes: those of the ranking are given first, then those of the brackets, then the others. A prize "
        "whose winner has one already goes to the next that may have it."
    ),
    "special": gettext_lazy(
        "Nobody has two prizes: those of the brackets, of categories and the others are given first, then those of the "
        "ranking, in its order, to whoever has none. A prize whose winner has one already goes to the next."
    ),
    "value": gettext_lazy(
        "Nobody has two prizes: whoever has won several has that of the greatest value. A prize whose winner has another "
        "goes to the next that may have it."
    ),
}


def prize_rule(rule: str, tournament: Tournament) -> list[Sentence]:
    """State who has which prize where a team has won two; nothing where it has both, or there are no prizes."""
    said = PRIZE_RULE_SENTENCES.get(rule)
    return [sentence(said)] if said and tournament.lots else []


def prizes(lots: list[str], tournament: Tournament) -> list[Sentence]:
    """Name the first prizes and count the others."""
    if not lots:
        return [sentence(_("The prizes are shown in the hall before the first partie."))]
    shared = lots_of(tournament)
    lines, last = [], _("last of those who stayed")
    for lot in shared.by_rank:
        if lot.award == LAST_TEAM:
            lines.append(f"{lot.titled} ({last})")
        else:
            lines.append(lot.titled if lot.titled != lot.what else f"{lot.places[0]}. {lot.what}")
    lines += [f"{lot.named} ({lot.who})" for lot in shared.by_phase]
    lines += [lot.titled for lot in (*shared.special, *shared.asked)]
    letters = accumulate(map(len, lines))
    first = [line for line, so_far in zip(lines, letters, strict=True) if so_far <= LETTERS_OF_PRIZES]
    more = len(lines) - len(first)
    if more:
        first.append(ngettext("%(count)s more prize", "%(count)s more prizes", more) % {"count": more})
    return [sentence(_("Prizes: %(lots)s.") % {"lots": "\u00a0; ".join(first).rstrip(".")})]


# The sentence for everybody at the door: on the screen, on the poster and on the list that is printed.
INFORMATION = gettext_lazy(
    "The club keeps names and results for its concours and their rankings. Whoever does not want to be named or seen in "
    "pictures says so at the door or later; everybody may ask to see, correct or erase what is kept."
)


def names(public: bool, tournament: Tournament) -> list[Sentence]:
    """State who keeps names and results, and where they are shown."""
    if not public:
        shown = _("The ranking is shown in the hall and not on the Internet.")
    elif tournament.names_online:
        shown = _("Tables and ranking are shown, with names, in the hall and on a page for telephones.")
    else:
        shown = _(
            "Tables and ranking are shown in the hall and on a page for telephones; outside the hall only initials "
            "are shown."
        )
    club = tournament.club
    keeper = _("The club (%(club)s) keeps names and results to run this concours.") % {"club": club.name}
    told = [sentence(f"{keeper} {shown}")]
    if club.people_years:
        years = ngettext(
            "A person who has not played for %(years)s year is erased from all concours.",
            "A person who has not played for %(years)s years is erased from all concours.",
            club.people_years,
        )
        told.append(sentence(years % {"years": club.people_years}))
    return told
