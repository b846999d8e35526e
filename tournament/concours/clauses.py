"""The sentences of the règlement that a setting needs more than one line of the table for.

Each function takes the value of its setting and the concours, and returns the sentences about it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules import RULE_SETS, Sentence
from tournament.concours.criteria import CRITERIA
from tournament.concours.kinds import Text, euros
from tournament.concours.lot_lines import LAST_TEAM
from tournament.concours.lots import lots_of
from tournament.concours.models import Tournament
from tournament.concours.money import prices
from tournament.concours.selectors import entered_announcements
from tournament.concours.structured import PENALTY_WAYS
from tournament.figures import date_words
from tournament.finals.formula import KNOCK_OUT, POOLS
from tournament.finals.words import length_words, phase_title
from tournament.languages import spoken_language

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
    when = {"day": date_words(end, "j F"), "hour": tournament.entries_end_hour}
    told = _("People may register from home until %(day)s at %(hour)s h; places go by the order of arrival.")
    return [sentence(told % when)]


def ages(lowest: int, tournament: Tournament) -> list[Sentence]:
    """State from which age, and up to which, people may register."""
    if not lowest:
        return []
    words = {"lowest": lowest, "highest": tournament.entry_age_to}
    if tournament.entry_age_to:
        text = _("Players are %(lowest)s to %(highest)s years old, counted by the year of birth.")
    else:
        text = _("Players are %(lowest)s years old or more, counted by the year of birth.")
    return [sentence(text % words)]


def ages_up_to(highest: int, tournament: Tournament) -> list[Sentence]:
    """State up to which age people may register, where no lowest age says it."""
    if not highest or tournament.entry_age_from:
        return []
    text = _("Players are %(highest)s years old at most, counted by the year of birth.")
    return [sentence(text % {"highest": highest})]


def category(kind: str, tournament: Tournament) -> list[Sentence]:
    """State of which category the teams are, where it is one alone."""
    only = {
        "women": _("The concours is for women."),
        "mixed": _("The concours is for mixed teams."),
        "men": _("The concours is for men."),
        "young": _("The concours is for young people."),
    }
    return [sentence(only[kind])] if kind in only else []


def qualified(way: str, tournament: Tournament) -> list[Sentence]:
    """State that who is qualified may register, until when they answer, and who steps in."""
    if way == "no":
        return []
    who = {
        "person": _("Only players who are qualified may register."),
        "team": _("Only teams that are qualified may register, as they qualified."),
    }
    end = tournament.date - timedelta(days=tournament.answer_end_days)
    when = {"day": date_words(end, "j F"), "days": tournament.answer_days}
    told = _("They answer until %(day)s; then the next of the same ranking is called, who has %(days)s days to answer.")
    return [sentence(who[way]), sentence(told % when)]


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
        else ngettext(
            "The team present wins that partie and marks %(points)s point; the absent one marks nothing.",
            "The team present wins that partie and marks %(points)s points; the absent one marks nothing.",
            points,
        )
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
    # Where each plays for himself against several there is no forfeit: what was marked stands.
    kept = policy if RULE_SETS[tournament.rule_set].two_camps else "kept"
    sentences = [sentence(f"{rank} {met[kept]}", CHAMPIONSHIP)]
    if kept == "forfeit" and "match_points" in tournament.criteria:
        sentences.append(
            sentence(
                _("In match points that is a partie won by forfeit; who had won it at the table keeps the 3 points.")
            )
        )
    return sentences


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


def origins(best: int, tournament: Tournament) -> list[Sentence]:
    """State by what clubs and communes are ranked."""
    if not best:
        return []
    text = {
        "points": ngettext(
            "Clubs and communes are ranked by the points of their best team.",
            "Clubs and communes are ranked by the points of their best %(best)s teams added up.",
            best,
        ),
        "ranks": ngettext(
            "Clubs and communes are ranked by the rank of their best team.",
            "Clubs and communes are ranked by the ranks of their best %(best)s teams added up, the smallest sum first.",
            best,
        ),
    }
    equal = _(
        "Those with fewer teams have no rank, and a team that is excluded counts for nobody; between equals the better best "
        "team decides, then the second."
    )
    return [sentence(text[tournament.origin_by] % {"best": best}), sentence(equal)]


def caps(most: dict[str, int], tournament: Tournament) -> list[Sentence]:
    """State the most that the winner and the loser of a partie keep."""
    text = _(
        "From partie %(from)s on the winner of a partie keeps %(winner)s points at most and the loser "
        "%(loser)s, whatever they marked; after a partie drawn both keep %(winner)s at most."
    )
    return [sentence(text % most)] if most else []


def penalties(lines: list[dict[str, Any]], tournament: Tournament) -> list[Sentence]:
    """State what each fault costs, from which fault on, and how it is marked; faults that cost the same together."""
    if not lines:
        return []
    sentences = [
        sentence(_("A penalty goes to the other camp, on a line of its own beside the score, and counts for who wins."))
    ]
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
