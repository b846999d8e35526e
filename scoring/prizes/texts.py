"""Texts and papers made from the ranking: the call list, the poster of the palmarès, diplomas, a text for the
newspaper.

No figure and no name is copied by hand: a correction that is published makes them anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from scoring.prizes.selectors import Ceremony, PrizeCall, PrizeSlotLine, by_bracket, called, ceremony_of
from scoring.prizes.winners import PhaseWinner, rank_words
from scoring.ranking.ranking import first_and_equals
from scoring.standings import boards
from scoring.standings.selectors import Label, labels
from tournament.concours.lot_lines import CATEGORIES, CATEGORY
from tournament.concours.models import Tournament
from tournament.figures import date_words, minus
from tournament.names import PAIR
from tournament.paper import ROOM, PaperPage, paper_pages, text_lines
from tournament.people.naming import public_audience
from tournament.prizes.selectors import prize_list

SHORT, LONG = 3, 10  # teams that the texts name
DIPLOMAS = 3  # made where nobody says for how many


@dataclass(frozen=True)
class NewspaperText:
    """A short and a long text; `initials`: names are not shown outside the hall, so that initials stand in their place."""

    short: str = ""
    long: str = ""
    initials: bool = False


@dataclass(frozen=True)
class PosterLine:
    """A line of the palmarès: its place in words, the team, its names, points (None where a bracket decided), its prize."""

    place: str
    number: int
    names: Sequence[str]
    origin: str
    points: int | None
    prize: str


@dataclass(frozen=True)
class Diploma:
    """A diploma: for whom, its place in words, of how many."""

    names: Sequence[str]
    place: str
    teams: int


def outside_labels(tournament: Tournament) -> Mapping[int, Label]:
    """Return the names as they may leave the hall: initials, unless the organiser says that names are shown on the web."""
    return labels(tournament, public_audience(online=tournament.names_online, leaves=True))


def inside_labels(tournament: Tournament) -> Mapping[int, Label]:
    """Return the names as papers in the hall may show them."""
    return boards.public_labels(tournament)


def poster_lines(tournament: Tournament, *, most: int) -> tuple[list[PosterLine], list[PhaseWinner]]:
    """Return the first *most* lines of the palmarès and those that have a prize, and who won each phase."""
    ceremony = ceremony_of(tournament)
    named = inside_labels(tournament)
    brackets = by_bracket(ceremony.calls)
    shown = {call.row.number for call in first_and_equals(ceremony.calls, most)}
    # Without prizes all are called: the first ones are enough.
    shown |= {call.row.number for call in called(ceremony.calls) if call.slots or call.given}
    lines = [
        PosterLine(
            call.place or rank_words(call.row),
            call.row.number,
            _parts(named[call.row.number]),
            named[call.row.number].origin,
            None if brackets else call.row.points,
            "" if call.undecided else call.lot,
        )
        for call in ceremony.calls
        if call.row.number in shown
    ]
    return lines, [winner for winner in ceremony.winners if not winner.place]


def diplomas(tournament: Tournament, *, first: int, each_player: bool) -> list[Diploma]:
    """Return the diplomas of the *first* teams of the ranking, of who won a bracket and of the first of each category.

    *each_player*: one for each player instead of one for each team.
    """
    ceremony = ceremony_of(tournament)
    named, teams = inside_labels(tournament), len(ceremony.calls)
    made = []
    best = first_and_equals(ceremony.calls, first)
    for call in ceremony.calls:
        titles = [call.place] if call.place else [rank_words(call.row)] if call in best else []
        titles += _categories_won(ceremony, call.row.number)
        for title in titles:
            names = _parts(named[call.row.number])
            people = [[name] for name in names] if each_player else [names]
            made += [Diploma(one, title, teams) for one in people]
    return made


def newspaper(tournament: Tournament) -> NewspaperText:
    """Return the texts for the newspaper, made from the ranking as it stands; empty while none is final."""
    ceremony = ceremony_of(tournament)
    if not ceremony.calls:
        return NewspaperText()
    named = outside_labels(tournament)
    begins = _begins(tournament, len(ceremony.calls))
    points = not by_bracket(ceremony.calls)
    winners = first_and_equals(ceremony.calls, 1)
    short = [begins, _won_by(winners, named, points=points)]
    if followers := first_and_equals(ceremony.calls, SHORT)[len(winners) :]:
        short.append(
            _("Then come %(teams)s.") % {"teams": _listed([_who(call, named, points=points) for call in followers])}
        )
    long = [" ".join(short[:2]), _ranking(first_and_equals(ceremony.calls, LONG), named, points=points)]
    long += [_of_phases(ceremony, named), _of_categories(ceremony, named), _thanks(tournament)]
    return NewspaperText(" ".join(short), "\n\n".join(filter(None, long)), initials=not tournament.names_online)


def _begins(tournament: Tournament, teams: int) -> str:
    words = {
        "club": tournament.club.name,
        "date": date_words(tournament.date, "l j F Y"),
        "place": tournament.place,
        "name": tournament.name,
        "n": teams,
    }
    if tournament.singles:
        many = ngettext("%(n)s player", "%(n)s players", teams) % words
    else:
        many = ngettext("%(n)s team", "%(n)s teams", teams) % words
    words["many"] = many
    if tournament.place:
        return _("On %(date)s, %(many)s took part in “%(name)s”, the belote concours of %(club)s (%(place)s).") % words
    return _("On %(date)s, %(many)s took part in “%(name)s”, the belote concours of %(club)s.") % words


def _won_by(winners: Sequence[PrizeCall], named: Mapping[int, Label], *, points: bool) -> str:
    words = {"teams": _listed([_who(call, named) for call in winners]), "points": minus(winners[0].row.points)}
    if winners[0].row.unwon:
        return _("The final has no winner: %(teams)s are second.") % words
    if len(winners) > 1:
        if points:
            return _("%(teams)s come first, equal with %(points)s points.") % words
        return _("%(teams)s come first, equal.") % words
    return (_("It was won by %(teams)s with %(points)s points.") if points else _("It was won by %(teams)s.")) % words


def _ranking(calls: Sequence[PrizeCall], named: Mapping[int, Label], *, points: bool) -> str:
    lines = [_line(call.place or rank_words(call.row), _who(call, named, points=points)) for call in calls]
    return "\n".join([_("The ranking:"), *lines])


def _line(label: str, said: str) -> str:
    return _("%(label)s: %(said)s") % {"label": label, "said": said}


def _of_phases(ceremony: Ceremony, named: Mapping[int, Label]) -> str:
    """Return a line for who won each bracket or pool beside the first ranks."""
    said = [
        _line(winner.place or winner.title, _name(named[winner.number]))
        for winner in ceremony.winners
        if winner.number in named
        and winner.number not in {call.row.number for call in first_and_equals(ceremony.calls, LONG) if call.place}
    ]
    return "\n".join(said)


def _of_categories(ceremony: Ceremony, named: Mapping[int, Label]) -> str:
    said = [
        _line(title, _name(named[call.row.number]))
        for call in ceremony.calls
        for title in _categories_won(ceremony, call.row.number)
    ]
    return "\n".join(said)


def _categories_won(ceremony: Ceremony, number: int) -> list[str]:
    """Return the categories of which a team is the first, alone or with its equals, where a prize is for that."""
    awards = ceremony.awards
    if awards is None:
        return []
    wanted = {lot.of for lot in awards.lots.special if lot.award == CATEGORY}
    ranks = {row.number: row.rank for row in awards.rows}
    first = {
        slot.family.partition(":")[2]: [team for team in slot.line if ranks[team] == ranks[slot.line[0]]]
        for slot in awards.slots
        if slot.family.startswith("category:") and slot.line
    }
    words = {
        "women": _("First women’s team"),
        "mixed": _("First mixed team"),
        "men": _("First men’s team"),
        "young": _("First young team"),
    }
    return [
        _("%(place)s equal") % {"place": words[of]} if len(first[of]) > 1 else words[of]
        for of in CATEGORIES
        if of in wanted and number in first.get(of, ())
    ]


def _thanks(tournament: Tournament) -> str:
    givers = [line.giver for line in prize_list(tournament).givers if line.giver]
    return _("The club thanks those who gave the prizes: %(givers)s.") % {"givers": _listed(givers)} if givers else ""


def _parts(label: Label) -> list[str]:
    return label.name.split(PAIR) if label.name else []


def _name(label: Label) -> str:
    """Return the names of a team as a sentence has them: "Michel Le Goff et Jeanne Martin (Casson)"."""
    names = _listed(_parts(label))
    return f"{names} ({label.origin})" if label.origin else names


def _who(call: PrizeCall, named: Mapping[int, Label], *, points: bool = False) -> str:
    name = _name(named[call.row.number])
    said = _("%(points)s points") % {"points": minus(call.row.points)}
    return f"{name}, {said}" if points else name


def _listed(parts: Sequence[str]) -> str:
    """Return *parts* as a sentence lists them: "A, B et C"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


_LETTERS, _LINE = 11, 5.2  # points; millimetres
_NAMES, _PRIZE = 44, 51  # millimetres, in bold letters the names
_CARD = 12  # what a card decides among equals, and who was absent
_WHOM, _WHAT, _TEAM, _WHY, _WHY_LETTERS, _WHY_LINE = 32, 44, 54, 40, 10.5, 4.7  # of who has what, and why
_TOP, _WINNER = 35, 7  # what stands above the list
_FEW, _LARGE, _SMALL = 8, 15, 11.5  # a poster of few lines has large letters
_POSTER_LINE = 0.53  # millimetres for a point of its letters
_POSTER_PLACE, _POSTER_NAMES, _POSTER_PRIZE, _POSTER_TOP = 22, 66, 57, 48


def call_pages(calls: Sequence[PrizeCall], *, winners: int) -> list[PaperPage[PrizeCall]]:
    """Return the pages of *calls*, above whose first one stand so many *winners* of phases."""

    def height(call: PrizeCall) -> float:
        named = _LINE * text_lines(f"{call.label.name} {call.label.origin}", _NAMES, _LETTERS)
        prize = _LINE * text_lines(call.lot, _PRIZE, _LETTERS)
        said = bool(call.undecided or call.card) + bool(call.absent_at and call.waits)
        return 2.5 + max(named + _CARD * said, prize, _LINE * 4 if call.last else 0)

    return paper_pages(calls, height, before=_TOP + _WINNER * winners)


def why_pages(lines: Sequence[tuple[PrizeSlotLine, str]]) -> list[PaperPage[tuple[PrizeSlotLine, str]]]:
    """Return the pages of *lines*: a prize with who was passed over, and the names of the team that has it."""

    def height(line: tuple[PrizeSlotLine, str]) -> float:
        slot, names = line
        passed = sum(text_lines(f"{team} 00 : {why}", _WHY, _WHY_LETTERS) for team, why in slot.passed)
        team = sum(text_lines(f"{name} 000", _TEAM, _WHY_LETTERS) for name in names.split(" / "))
        others = (text_lines(slot.who, _WHOM, _WHY_LETTERS), text_lines(slot.what, _WHAT, _WHY_LETTERS))
        return 2.2 + _WHY_LINE * max(passed, team, *others)

    return paper_pages(lines, height, before=_TOP)


def poster_pages(lines: Sequence[PosterLine]) -> list[PaperPage[PosterLine]]:
    """Return the pages of the poster of the palmarès."""

    letters = _LARGE if len(lines) <= _FEW else _SMALL

    def height(line: PosterLine) -> float:
        named = f"{' / '.join(line.names)} {line.origin}"
        columns = ((line.place, _POSTER_PLACE), (named, _POSTER_NAMES), (line.prize, _POSTER_PRIZE))
        return 3.4 + _POSTER_LINE * letters * max(text_lines(text, width, letters) for text, width in columns)

    return paper_pages(lines, height, before=_POSTER_TOP, room=ROOM + 8)
