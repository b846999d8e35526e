"""The words of finals in French and English: phases, rounds, places, how many parties there are, what decided a match."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.sentences import Text, text, texts
from tournament.finals.bracket import NOBODY, Match, PlayOff
from tournament.finals.formula import KNOCK_OUT, POOLS, Course, Formula, Phase, PhasesPlan, least_parties, plan
from tournament.finals.played import THIRD, PlayedPhase
from tournament.tirages.elimination import round_key, rounds_needed
from tournament.tirages.recorded import Minutes

EXAMPLES = (16, 24, 32)  # teams for which a new concours says how many parties it has
FEW_TEAMS = 8

_TITLES = texts(
    {
        "pool_after": ("Consolante", "Consolante"),
        "beaten": ("Consolante", "Consolante"),
        "first": ("Finales des {count} premières", "Finals of the first {count}"),
        "pool_first": ("Tableau principal", "Main table"),
        "after": ("Les équipes après les {count} premières", "Those after the first {count}"),
        KNOCK_OUT: ("Élimination directe", "Knock-out"),
        POOLS: ("Poules", "Pools"),
        "": ("Tous les inscrits", "All teams"),
    }
)
_HEADINGS = texts(
    {
        "first": ("{title} du classement", "{title} of the ranking"),
        "after": ("{title} du classement", "{title} of the ranking"),
        "beaten": (
            "{title}, pour ceux qui perdent le premier match qu'ils jouent",
            "{title}, for those who lose the first match that they play",
        ),
        "pool_first 1": ("{title}, pour le premier de chaque poule", "{title}, for the first of each pool"),
        "pool_first": (
            "{title}, pour les {count} premiers de chaque poule",
            "{title}, for the first {count} of each pool",
        ),
        "pool_after 1": (
            "{title}, pour ceux qui suivent le premier de leur poule",
            "{title}, for those after the first of their pool",
        ),
        "pool_after": (
            "{title}, pour ceux qui suivent les {count} premiers de leur poule",
            "{title}, for those after the first {count} of their pool",
        ),
        "all": ("{title}, pour tous", "{title}, for all"),
    }
)
_BEGINS = text("{phase} à partir de la partie {n}", "{phase} from partie {n}")
_OR, _AND = text(" ou ", " or "), text(" et ", " and ")
_POINTS = text("{n} points", "{n} points")
_DONNES = text("{n} donne", "{n} donne"), text("{n} donnes", "{n} donnes")
_PARTIES = text("{n} partie", "{n} partie"), text("{n} parties", "{n} parties")
_ONE_OR_OTHER = text("{least} ou {most} parties", "{least} or {most} parties")
_POOLS_OF = text("{n} poule de {size}", "{n} pool of {size}"), text("{n} poules de {size}", "{n} pools of {size}")
_TEAMS = {
    "listed": (text("{n} équipe", "{n} team"), text("{n} équipes", "{n} teams")),
    "drawn": (
        text("{n} équipe au tirage", "{n} team in the draw"),
        text("{n} équipes au tirage", "{n} teams in the draw"),
    ),
    "entered": (text("{n} équipe engagée", "{n} team entered"), text("{n} équipes engagées", "{n} teams entered")),
}
_GONE = (
    text(", dont {n} n'est plus là", ", {n} of them gone"),
    text(", dont {n} ne sont plus là", ", {n} of them gone"),
)
_TO_THE_FINAL = {
    KNOCK_OUT: (text("{teams} : {then}, finales comprises.", "{teams}: {then}, the finals included."),) * 2,
    POOLS: (
        text(
            "{teams} : {pools}{n} partie de poule, puis {then} jusqu'à la finale.",
            "{teams}: {pools}{n} partie of pools, then {then} to the final.",
        ),
        text(
            "{teams} : {pools}{n} parties de poule, puis {then} jusqu'à la finale.",
            "{teams}: {pools}{n} parties of pools, then {then} to the final.",
        ),
    ),
    "": (
        text(
            "{teams} : {n} partie pour toutes, puis {then} jusqu'à la finale.",
            "{teams}: {n} partie for all, then {then} to the final.",
        ),
        text(
            "{teams} : {n} parties pour toutes, puis {then} jusqu'à la finale.",
            "{teams}: {n} parties for all, then {then} to the final.",
        ),
    ),
}
_LEAST = (
    text("Tout le monde joue au moins {n} partie.", "Everyone plays at least {n} partie."),
    text("Tout le monde joue au moins {n} parties.", "Everyone plays at least {n} parties."),
)
_LEAST_WITH_RESTS = (
    text(
        "Tout le monde a au moins {n} partie, exempt compris.",
        "Everyone has at least {n} partie, those in which one is exempt included.",
    ),
    text(
        "Tout le monde a au moins {n} parties, exempt compris.",
        "Everyone has at least {n} parties, those in which one is exempt included.",
    ),
)
_FEW = (
    text(
        "{title} : {teams} équipes, mais {n} seul match au premier tour ; {exempt} équipes attendent le tour suivant "
        "sans jouer. Pour que toutes jouent, choisissez dans les réglages l'élimination directe des {size} premières du "
        "classement, après des poules ou des parties pour toutes.",
        "{title}: {teams} teams, {n} match in the first round; {exempt} teams wait for the next one. For all of them to "
        "play, choose in the settings a knock-out of the first {size} of the ranking, after pools or parties for all.",
    ),
    text(
        "{title} : {teams} équipes, mais {n} matchs au premier tour ; {exempt} équipes attendent le tour suivant "
        "sans jouer. Pour que toutes jouent, choisissez dans les réglages l'élimination directe des {size} premières du "
        "classement, après des poules ou des parties pour toutes.",
        "{title}: {teams} teams, {n} matches in the first round; {exempt} teams wait for the next one. For all of them to "
        "play, choose in the settings a knock-out of the first {size} of the ranking, after pools or parties for all.",
    ),
)
_CUT = text(
    "Arrêt avant la fin, décidé par l'organisateur : {titles}.",
    "Stopped before its end, as the organiser decided: {titles}.",
)

# The words beside the score for what decided a match: after equal totals by the setting for these, else by what happened.
_DECIDED = texts(
    {
        "better": ("égalité : le mieux placé continue", "equal: the better placed goes on"),
        "donne": ("égalité : à la donne de plus", "equal: by one more donne"),
        "cut": ("égalité : à la carte", "equal: by the higher card"),
        "best_cut": (
            "égalité, avant la partie aussi : à la carte",
            "equal, before the partie too: by the higher card",
        ),
        "nobody_sat": (
            "modifié depuis : personne n'était passé au tour suivant",
            "changed since: nobody had gone on",
        ),
        "sat": (
            "modifié depuis : le n°\xa0{winner} était déjà au tour suivant",
            "changed since: no. {winner} had gone on",
        ),
        "both excluded": (
            "les n°\xa0{one} et {other} sont exclus : pas de vainqueur",
            "nos. {one} and {other} are excluded: no winner",
        ),
        "both left": (
            "les n°\xa0{one} et {other} sont partis : pas de vainqueur",
            "nos. {one} and {other} have left: no winner",
        ),
        "both absent": (
            "les n°\xa0{one} et {other} sont absents : pas de vainqueur",
            "nos. {one} and {other} are absent: no winner",
        ),
        "both forfeit": (
            "n°\xa0{one} et {other} forfaits tous deux : pas de vainqueur",
            "nos. {one} and {other} both lose by forfeit: no winner",
        ),
        "both": (
            "n°\xa0{one} : {why}, n°\xa0{other} : {other_why} ; pas de vainqueur",
            "no. {one}: {why}, no. {other}: {other_why}; no winner",
        ),
        "alone": (
            "plus d'adversaire : le n°\xa0{winner} passe",
            "no opponent left: no. {winner} goes on",
        ),
        "excluded": ("exclusion du n°\xa0{loser}", "no. {loser} is excluded"),
        "left": ("départ du n°\xa0{loser}", "no. {loser} has left"),
        "absent": ("absence du n°\xa0{loser}", "no. {loser} is absent"),
    }
)
_RULED = (
    text("selon le règlement", "by the règlement"),
    text("selon le règlement, {article}", "by the règlement, {article}"),
)
_TIED_BEFORE = text("égalité ; {words}", "equal; {words}")
# Why the camp of a match did not play it, as short as a bracket has room for.
_ABSENCES = texts(
    {
        "excluded": ("exclusion", "excluded"),
        "left": ("départ", "left"),
        "absent": ("absence", "absent"),
        "forfeit": ("forfait", "forfeit"),
    }
)
_ROUNDS = texts(
    {
        "final": ("Finale", "Final"),
        "half": ("Demi-finales", "Semi-finals"),
        "quarter": ("Quarts de finale", "Quarter-finals"),
        "eighth": ("Huitièmes de finale", "Last 16"),
        "sixteenth": ("Seizièmes de finale", "Last 32"),
        "cadrage": ("Cadrage", "Cadrage"),
    }
)
_MATCHES = text("{matches} rencontres", "{matches} matches")
_THIRD_PLACE = text("Petite finale", "Third-place match")
_PLACE = text("{first}e place", "Place {first}")
_PLACES = text("Places {first} à {last}", "Places {first} to {last}")
POOL = text("Poule {letter}", "Pool {letter}")
ENTERED = text("{phase} : {teams}", "{phase}: {teams}")
CARDS = text(
    "N°\xa0{teams}, à égalité sur tous les critères : les cartes ont décidé. {places}.",
    "Nos. {teams} were equal on every criterion: the cards decided. {places}.",
)


def _many(both: Sequence[Text], n: int, lang: str, **params: object) -> str:
    """Return the sentence of one or of several, as *n* asks: in French none is one."""
    one, several = both
    return (one if n == 1 or (n == 0 and lang == "fr") else several).say(lang, n=n, **params)


def phase_title(phase: Phase, lang: str) -> str:
    """Return the name of *phase*."""
    words = _TITLES.get(phase.who) or _TITLES.get(phase.method) or _TITLES[""]
    return words.say(lang, count=phase.count)


def phase_heading(phase: Phase, lang: str) -> str:
    """Return the name of *phase* and who plays it; the name alone where that says it."""
    words = _HEADINGS.get(f"{phase.who} {phase.count}") or _HEADINGS.get(phase.who)
    if phase.who == "all" and phase.method not in (KNOCK_OUT, POOLS) or words is None:
        return phase_title(phase, lang)
    return words.say(lang, title=phase_title(phase, lang), count=phase.count)


def phase_begins(course: Course, lang: str) -> str:
    """Return from which partie on the phase of *course* is played."""
    return _BEGINS.say(lang, phase=phase_title(course.phase, lang), n=course.first)


def length_words(limits: Mapping[str, int | None], lang: str) -> str:
    """Return what ends a partie in words, as "15 donnes"; nothing where *limits* say nothing."""
    words = []
    if donnes := limits.get("limite_donnes"):
        words.append(_many(_DONNES, donnes, lang))
    if points := limits.get("limite_points"):
        words.append(_POINTS.say(lang, n=points))
    return _OR.say(lang).join(words)


def announcement(formula: Formula, teams: int, lang: str) -> str:
    """Announce how many parties *teams* teams will play, before the first draw; nothing where that is a setting."""
    return parties_words(formula, teams, plan(formula, teams), plan(formula, teams, most=False).last, lang)


def announcements(formula: Formula, numbers: Sequence[int], lang: str) -> list[str]:
    """Announce how many parties there are for each of the *numbers* of teams, then how many everyone plays at least.

    Nothing where that is a setting.
    """
    known = {teams: words for teams in numbers if (words := announcement(formula, teams, lang))}
    fewest = [least_words(formula, teams, lang) for teams in known]
    if len(set(fewest)) > 1:
        return [f"{words} {each}" for words, each in zip(known.values(), fewest, strict=True)]
    return [*known.values(), *fewest[:1]]


def least_words(formula: Formula, teams: int, lang: str) -> str:
    """Announce how many parties each of *teams* teams plays at least; where one rests, that this counts."""
    common = plan(formula, teams).courses[0].phase
    sizes = formula.pool_sizes(common, teams) or [teams]
    rests = common.method != KNOCK_OUT and any(size % 2 for size in sizes)
    return _many(_LEAST_WITH_RESTS if rests else _LEAST, least_parties(formula, teams), lang)


def parties_words(
    formula: Formula, teams: int, longest: PhasesPlan, fewest: int, lang: str, *, who: str = "listed", gone: int = 0
) -> str:
    """Explain how the parties follow from the number of *teams*; nothing where they do not.

    *fewest* is the last partie of the shortest evening: a consolante may take one partie more or fewer. *who* these
    teams are: "listed", those of the first draw ("drawn"), or all that have "entered" since, *gone* of whom are not
    there any more. A phase that begins in another partie than was set is named with its own.
    """
    if not formula.follows or teams < 2:
        return ""
    common = longest.courses[0]
    known = _many(_TEAMS[who], teams, lang) + (_many(_GONE, gone, lang) if gone else "")
    # A late team has joined one of the pools, or a new one.
    sizes = formula.pool_sizes(common.phase, teams) if teams == common.teams else []
    before = 0 if common.phase.method == KNOCK_OUT else common.last
    words = _many(
        _TO_THE_FINAL.get(common.phase.method, _TO_THE_FINAL[""]),
        common.last,
        lang,
        teams=known,
        then=_count(fewest - before, longest.last - before, lang),
        pools=f"{pools_words(sizes, lang)}, " if sizes else "",
    )
    moved = [course for course in longest.courses[1:] if course.teams > 1 and course.first != course.phase.start]
    return f"{words} {', '.join(phase_begins(course, lang) for course in moved)}." if moved else words


def pools_words(sizes: Sequence[int], lang: str) -> str:
    """Count the pools of each of the *sizes*, in words.

    >>> pools_words([4, 4, 3], "en")
    '2 pools of 4 and 1 pool of 3'
    """
    counts = Counter(sizes)
    return _AND.say(lang).join(_many(_POOLS_OF, counts[size], lang, size=size) for size in sorted(counts, reverse=True))


def few_matches(formula: Formula, teams: int, lang: str) -> str:
    """Warn of a knock-out in which most teams would wait while the first round is played, and what else can be chosen.

    Nothing where there is none. With a few teams the wait is short.
    """
    for course in plan(formula, teams).courses:
        size = 1 << (rounds_needed(course.teams) - 1) if course.teams > FEW_TEAMS else 0
        matches = course.teams - size
        exempt = course.teams - 2 * matches
        if course.phase.method == KNOCK_OUT and exempt > course.teams // 2:
            named = phase_title(course.phase, lang)
            return _many(_FEW, matches, lang, title=named, teams=course.teams, exempt=exempt, size=size)
    return ""


def _count(fewest: int, most: int, lang: str) -> str:
    """Return a number of parties in words: one figure, or two where the results will tell."""
    if fewest < most:
        return _ONE_OR_OTHER.say(lang, least=fewest, most=most)
    return _many(_PARTIES, most, lang)


def cut_words(courses: Sequence[Course], lang: str) -> str:
    """Name the phases that the organiser has cut; nothing where every one is played to its end."""
    titles = ", ".join(dict.fromkeys(phase_title(course.phase, lang) for course in courses))
    return _CUT.say(lang, titles=titles) if titles else ""


def decision(played: PlayedPhase, match: Match, lang: str) -> str:
    """Return what decided *match* of *played* where the points did not, "" otherwise: the règlement, after equal totals
    what it asks for, one that had left or both, nobody that came to meet the winner, or the winner that had sat down in
    the next round when the result was changed.
    """
    one, other = match.sides
    key = _decided_by(played, match)
    if key == "ruled":
        return ruled_words(played.article_of(match), lang)
    words = _DECIDED.get(key)
    if not words:
        return ""
    loser = match.sides[match.sides[0] == match.winner]
    why, other_why = (absence_words(played, match, place, lang) for place in (0, 1))
    said = words.say(lang, winner=match.winner, one=one, other=other, loser=loser, why=why, other_why=other_why)
    return _TIED_BEFORE.say(lang, words=said) if match.tied and key.startswith("both") else said


def ruled_words(article: str, lang: str) -> str:
    """Return that the règlement names the winner, by its *article* where that is known."""
    return _RULED[bool(article)].say(lang, article=article)


def absence_words(played: PlayedPhase, match: Match, place: int, lang: str) -> str:
    """Return why the team of a side did not play *match* of *played*, "" where it did: wherever its match is shown."""
    words = _ABSENCES.get(played.absence(match, place))
    return words.say(lang) if words else ""


def _decided_by(played: PlayedPhase, match: Match) -> str:
    """Return the key of what decided *match*, "" where the points did or it is not decided."""
    if match.sat_down:
        return "sat" if match.winner else "nobody_sat"
    if match.ruled:
        return "ruled"
    if match.tied and match.winner:
        placed = any(one == match and not played.asks(number, one) for number, one in played.matches)
        return "better" if placed else played.tie_rule
    if match.real and match.winner == NOBODY:
        kinds = {played.absence(match, place) for place in (0, 1)}
        return f"both {kinds.pop()}" if len(kinds) == 1 else "both"
    if match.winner and not match.real:
        return "alone" if match.deserted else ""
    return played.absence(match, int(match.sides[0] == match.winner)) if match.winner and match.table is None else ""


def play_off_round(play_off: PlayOff, place: int, lang: str) -> str:
    """Name the round of a play-off at *place* (from 0) by the places for which it is played."""
    last = min(play_off.last, play_off.first + 2 * len(play_off.rounds[place]) - 1)
    return play_off_name(play_off._replace(last=last, rounds=play_off.rounds[place:]), lang)


def play_off_name(play_off: PlayOff, lang: str) -> str:
    """Name the places for which a bracket of beaten teams is played."""
    if play_off.first == THIRD and len(play_off.rounds) == 1:
        return _THIRD_PLACE.say(lang)
    if play_off.last == play_off.first + 1:
        return _PLACE.say(lang, first=play_off.first)
    return _PLACES.say(lang, first=play_off.first, last=play_off.last)


def round_name(played: PlayedPhase, place: int, lang: str) -> str:
    """Name the round of a bracket at *place* (from 0)."""
    matches = played.rounds[place]
    key = round_key(len(matches), byes=place == 0 and any(not match.real for match in matches))
    return _ROUNDS[key].say(lang) if key else _MATCHES.say(lang, matches=len(matches))


def drawn_round_name(minutes: Minutes, lang: str) -> str:
    """Name the round of a bracket that the minutes of a draw are of; nothing where it has no name."""
    teams = len(minutes.pool)
    size = 1 << rounds_needed(teams)
    key = round_key(size >> minutes.round, byes=minutes.round == 1 and teams < size)
    return _ROUNDS[key].say(lang) if key else ""
