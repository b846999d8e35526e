"""Write the sentences of the règlement about draws, finals and who rests."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import get_language, gettext as _, gettext_lazy

from rules import Sentence
from tournament.concours.clauses import EVERYONE, sentence
from tournament.concours.models import Tournament
from tournament.concours.selectors import entered
from tournament.finals.formula import KNOCK_OUT, POOLS, Course, Phase, plan
from tournament.finals.words import EXAMPLES, length_words, phase_heading, phase_title
from tournament.languages import spoken_language
from tournament.tirages import TIRAGES


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
    # Those after the finals do not wait for the partie that was set, however many teams enter.
    usual = plan(tournament.formula, EXAMPLES[-1]).courses
    begins = {course.phase.index: course.first for course in usual if course.phase.who in ("first", "after")}
    begins |= {course.phase.index: course.first for course in _courses(tournament)}
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
        sentences.append(sentence(_("A final that nobody wins has no first, but two seconds.")))
        sentences.append(sentence(GONE_FINALISTS[tournament.leavers]))
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
        "A result of a knock-out that is set right once its winner has sat down in the next round moves nobody."
    ),
    "refused": gettext_lazy(
        "In a knock-out the winner of a match stays the winner once it has sat down in the next round, unless the draw of "
        "that round is taken back."
    ),
}

GONE_FINALISTS = {
    "last": gettext_lazy("A finalist that leaves or is excluded is ranked after all the others."),
    "ranked": gettext_lazy("A finalist that leaves stays a finalist; one that is excluded is ranked last."),
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
    half = half_of_a_partie(tournament)
    # Where nobody can say what half of a partie is, the mean stands for it, as in the ranking.
    share = (
        _("half of the points of a partie, that is %(half)s points") % {"half": half}
        if half and policy != "mean"
        else _("the mean of the parties it really plays, to the nearest point")
    )
    marks = {
        "zero": _("It marks nothing for that partie."),
        "flat": _("It marks %(flat)s points."),
        "catch_up": _(
            "It plays a catch-up game against the first team to have finished that it has not met, which plays it for "
            "nothing; without one it marks %(share)s."
        ),
    }.get(policy, _("It marks %(share)s."))
    if policy == "catch_up":
        counts = _("Without that game its partie counts as won.") if tournament.exempt_wins else ""
    elif tournament.exempt_wins:
        counts = _("Its partie counts as won.")
    elif "match_points" in tournament.criteria:
        counts = _("It counts 2 match points, between those of a partie won and of a partie lost.")
    else:
        counts = _("Its partie counts neither as won nor as lost.")
    words = {"share": share, "flat": tournament.exempt_points}
    return [*_who_rests(tournament), sentence(f"{marks % words} {counts}".strip())]
