"""Read the prizes as they were typed: line n is for rank n; lines that begin with the name of a bracket are for it.
Store them as rows, one for each line.

The first line of a bracket is for its winner, the next for its finalist, then for its third and so on. A line may say
its place, or several, in a bracket or in the ranking: "Consolante, 3rd and 4th: a sausage" is for each of the two.
"Last: noodles" is for the last team.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _, ngettext, pgettext

from tournament import names
from tournament.concours.lot_lines import (
    ASKED,
    CATEGORIES,
    CATEGORY,
    CLUB,
    COMMUNE,
    DRAWN,
    LAST_TEAM,
    PLACE,
    RANK,
    YOUNGEST,
    line_of,
    read_special,
    split_details,
)
from tournament.concours.lot_places import (
    LAST,
    NAMES_LAST,
    THIRD,
    LineHead,
    brackets_of,
    plain_text,
    ranks_of,
    read_head,
    winner_of,
)
from tournament.concours.models import Prize, Tournament
from tournament.errors import TournamentError
from tournament.figures import ordinal
from tournament.finals.formula import KNOCK_OUT, Phase
from tournament.finals.words import phase_title
from tournament.languages import spoken_language

# Words of brackets that a concours may not have.
_BRACKET_WORDS = (
    "consolante",
    "consolation",
    "finale",
    "finales",
    "final",
    "finals",
    "tableau",
    "principal",
    "poule",
    "pool",
)


@dataclass(frozen=True)
class ListedPrize:
    """A prize of a concours; `line` as typed, `what` is won. `award` says for whom it is: a word of `lot_lines`.

    One for each of `places`: ranks of the whole ranking, places of the bracket of phase number `phase` (1 its winner),
    the first ones of category or commune `of`; how many are drawn. `who` says it in words that follow "the", or "each"
    where they are several. `number` is the one it has for good.
    """

    line: str
    what: str
    award: str = ASKED
    places: Sequence[int] = ()
    phase: int = 0
    of: str = ""
    value_cents: int = 0
    giver: str = ""
    number: int = 0
    who: str = ""

    @property
    def titled(self) -> str:
        """Return its line without value and giver: for whom it is where the line says it, and what is won."""
        if not self.value_cents and not self.giver:
            return self.line
        head, colon, rest = self.line.partition(":")
        return names.clean(f"{head.rstrip()} : {self.what}") if colon and rest.strip() else self.what

    @property
    def named(self) -> str:
        """Return what is won, with for whom it is where that is no rank."""
        return self.what if self.award in (RANK, LAST_TEAM) else self.titled

    @property
    def copies(self) -> int:
        """Count how many of it there are."""
        return max(len(self.places), 1)

    @property
    def family(self) -> str:
        """Return the family of its slots (`scoring.prizes.attribution`): what its award names, with of what where there are several."""
        of = {PLACE: self.phase, CATEGORY: self.of, COMMUNE: names.place_key(self.of), DRAWN: self.number}
        of[CLUB] = next(iter(self.places), 0)
        return f"{self.award}:{of[self.award]}" if self.award in of else self.award

    @property
    def slots(self) -> list[str]:
        """Return the keys of its slots, one for each copy."""
        return [f"{self.family}:{place}" for place in ((1,) if self.award in (LAST_TEAM, CLUB) else self.places)]


@dataclass(frozen=True)
class Lots:
    """The prizes of a concours, in the order in which they were typed."""

    all: list[ListedPrize] = field(default_factory=list)

    @property
    def by_rank(self) -> list[ListedPrize]:
        """Return those of the whole ranking, the first one first and the last one's last."""
        ranked = [lot for lot in self.all if lot.award in (RANK, LAST_TEAM)]
        return sorted(ranked, key=lambda lot: (lot.award == LAST_TEAM, lot.places[0] if lot.places else 0))

    @property
    def by_phase(self) -> list[ListedPrize]:
        """Return those of brackets."""
        return [lot for lot in self.all if lot.award == PLACE]

    @property
    def special(self) -> list[ListedPrize]:
        """Return those of categories, communes and clubs, of the youngest, and those that are drawn."""
        return [lot for lot in self.all if lot.award in (CATEGORY, COMMUNE, CLUB, YOUNGEST, DRAWN)]

    @property
    def asked(self) -> list[ListedPrize]:
        """Return those of which nobody knows for whom they are."""
        return [lot for lot in self.all if lot.award == ASKED]

    @property
    def apart(self) -> list[str]:
        """Return the lines of those: no rank has them."""
        return [lot.line for lot in self.asked]


def bare_lot(line: str) -> str:
    """Return the lot of a line that begins with the name of a bracket.
    >>> bare_lot("Consolante : 2 jambons")
    '2 jambons'
    """
    return names.clean(line.partition(":")[2])


def lots_of(tournament: Tournament) -> Lots:
    """Return the prizes of *tournament*; no query where it has none, one where they are read for the first time."""
    if not tournament.lots:
        return Lots()
    if tournament.pk is None:
        return Lots(read_lines(tournament, tournament.lots))
    prefetch_related_objects([tournament], "prizes")
    rows: defaultdict[str, list[Prize]] = defaultdict(list)
    for row in tournament.prizes.all():
        rows[row.line].append(row)
    if not rows:
        return as_read_before(tournament)
    known = brackets_of(tournament)
    # A line without a row was written by a program of before.
    return Lots(
        [
            of_row(tournament, rows[line].pop(0))
            if rows.get(line)
            else read_line(line, known, singles=tournament.singles)
            for line in tournament.lots
        ]
    )


def of_row(tournament: Tournament, row: Prize) -> ListedPrize:
    """Return a prize as its row keeps it."""
    places = range(row.first, row.last + 1) if row.first or row.award == LAST_TEAM else ()
    phase = next((one for one in tournament.formula.phases if one.index == row.phase), None)
    if row.award == PLACE and (phase is None or phase.method != KNOCK_OUT):
        return ListedPrize(row.line, row.what, value_cents=row.value_cents, giver=row.giver, number=row.number)
    lot = ListedPrize(
        row.line, row.what, row.award, places, row.phase, row.of, row.value_cents, row.giver, row.number,
    )  # fmt: skip
    return replace(lot, who=_who(lot, phase))


def read_line(line: str, known: Mapping[str, tuple[Phase, bool]], *, singles: bool = False) -> ListedPrize:
    """Return the prize that *line* says; one that says no place, or is not understood, is for nobody yet."""
    head, colon, rest = line.partition(":")
    what, details = split_details(names.clean(rest if colon and rest.strip() else line))
    lot = ListedPrize(line, what, value_cents=details.value_cents, giver=details.giver)
    if not colon or not rest.strip():
        return lot
    if bracket := read_head(line, known):
        places = bracket.places or [THIRD if bracket.third else 1]
        return replace(
            lot,
            award=PLACE,
            places=places,
            phase=bracket.phase.index,
            who=winner_of(bracket, places),
        )
    if ranks := ranks_of(line):
        lot = replace(lot, award=LAST_TEAM if ranks[0] == LAST else RANK, places=ranks)
    elif special := read_special(plain_text(head), names.clean(head), singles=singles):
        # A bracket that there is not is no commune.
        if not any(f" {word} " in f" {plain_text(head)} " for word in (*known, *_BRACKET_WORDS)):
            lot = replace(lot, award=special.award, places=special.places, of=special.of)
    return replace(lot, who=_who(lot, None)) if lot.award else replace(lot, what=lot.what)


def read_one(tournament: Tournament, line: str) -> ListedPrize:
    """Return the prize that *line* says by itself."""
    return read_line(line, brackets_of(tournament), singles=tournament.singles)


def read_lines(tournament: Tournament, lines: Sequence[str]) -> list[ListedPrize]:
    """Return the prizes of newly typed *lines*: where none says a rank, those that say nothing are for the ranks in order.

    Several lines that begin with a bracket and say no place are for its best places in order.
    """
    known = brackets_of(tournament)
    lots = [read_line(line, known, singles=tournament.singles) for line in lines]
    said = {(lot.phase, place) for lot in lots if lot.award == PLACE for place in lot.places if _says_place(lot, known)}
    for at, lot in enumerate(lots):
        if lot.award == PLACE and not _says_place(lot, known):
            start = lot.places[0]
            place = next(place for place in count(start) if (lot.phase, place) not in said)
            said.add((lot.phase, place))
            head = read_head(lot.line, known)
            assert head is not None
            lots[at] = replace(lot, places=[place], who=winner_of(head, [place]))
    if not any(lot.award == RANK for lot in lots):
        ranks = count(1)
        for at, lot in enumerate(lots):
            if lot.award == ASKED and not _seems_for_somebody(lot.line, known):
                lots[at] = replace(lot, award=RANK, places=[next(ranks)])
                lots[at] = replace(lots[at], who=_who(lots[at], None))
    return lots


def _says_place(lot: ListedPrize, known: Mapping[str, tuple[Phase, bool]]) -> bool:
    head = read_head(lot.line, known)
    return bool(head and head.places)


def _seems_for_somebody(line: str, known: Iterable[str]) -> bool:
    """Return whether *line* names somebody that nobody here knows: a colon stands behind it, or behind the lot itself."""
    words = plain_text(line)
    return ":" in line or bool(NAMES_LAST.search(words)) or any(f" {name} " in f" {words} " for name in known)


def as_read_before(tournament: Tournament) -> Lots:
    """Return the prizes of a list of an earlier version: a line that says nothing is for the next rank that is free."""
    known = brackets_of(tournament)
    read = [(line, read_head(line, known)) for line in tournament.lots]
    said = {(head.phase.index, place) for _line, head in read if head for place in head.places}
    taken = [ranks for line, head in read if head is None and (ranks := ranks_of(line))]
    free = _free_ranks(taken)
    lots = []
    for line, head in read:
        if head:
            # A line that says no place is for the best one that no other line has.
            places = head.places or [
                next(place for place in count(THIRD if head.third else 1) if (head.phase.index, place) not in said)
            ]
            said |= {(head.phase.index, place) for place in places}
            who = winner_of(head, places)
            lots.append(ListedPrize(line, bare_lot(line), PLACE, places, head.phase.index, who=who))
        elif ranks := ranks_of(line):
            lots.append(ListedPrize(line, bare_lot(line), LAST_TEAM if ranks[0] == LAST else RANK, ranks))
        elif _seems_for_somebody(line, known):
            lots.append(ListedPrize(line, line))
        else:
            lots.append(ListedPrize(line, line, RANK, (next(free),)))
    return Lots([replace(lot, who=lot.who or _who(lot, None), number=at) for at, lot in enumerate(lots, 1)])


def lot_messages(tournament: Tournament, before: Sequence[str]) -> list[str]:
    """State for whom the lines typed since *before* are that name a place or a bracket."""
    new = [lot for lot in lots_of(tournament).all if lot.line not in before]
    in_order = [lot for lot in new if lot.award == RANK and lot.line == lot.what]
    said = [
        (_("“%(line)s” is for %(winner)s.") if len(lot.places) > 1 else _("“%(line)s” is for the %(winner)s."))
        % {"line": lot.line, "winner": lot.who}
        for lot in new
        if lot.award == PLACE
    ]
    said += [_message(lot) for lot in new if lot.award not in (ASKED, PLACE) and lot not in in_order]
    if not tournament.origin_teams:
        said += [
            _("“%(line)s”: for that, set in “The ranking” how many teams of a club or commune count.")
            % {"line": lot.line}
            for lot in new
            if lot.award == CLUB
        ]
    if asked := [lot.line for lot in new if lot.award == ASKED]:
        message = ngettext(
            "For whom is “%(lines)s”? No rank has it until you say so on the page “The list of the prizes”. The line may say "
            "it too: “4th: 2 hams”, “5th and 6th: a ham”, “Last: noodles”, for the winner of a bracket “Consolante: 2 hams”, "
            "for its finalist “Consolante, 2nd: 2 pâtés”.",
            "For whom are “%(lines)s”? No rank has them until you say so on the page “The list of the prizes”, where one button "
            "gives them to the free ranks. A line may say it too: “4th: 2 hams”, “5th and 6th: a ham”, “Last: noodles”, for the "
            "winner of a bracket “Consolante: 2 hams”, for its finalist “Consolante, 2nd: 2 pâtés”.",
            len(asked),
        )
        said.append(message % {"lines": pgettext("between lines", "”, “").join(asked)})
    return said


def suggested_heads(tournament: Tournament) -> list[str]:
    """Return words for whom a prize may be in *tournament*, each as a line begins with it."""
    lang = spoken_language()
    brackets = [phase_title(phase, lang) for phase in tournament.formula.phases if phase.method == KNOCK_OUT]
    return [
        *(ordinal(place) for place in (1, 2, 3, 4)),
        _("5th to 8th"),
        pgettext("prize", "Last"),
        *brackets,
        *(f"{title}, {ordinal(2)}" for title in brackets),
        _("First women’s team"),
        _("First mixed team"),
        _("First young team"),
        _("Youngest together"),
        _("Best team from …"),
        _("Drawn among those present"),
    ]


def who_of(tournament: Tournament, lot: ListedPrize, place: int) -> str:
    """State for whom one of the copies of *lot* is, that of *place*, in words that follow "the"."""
    phase = next((one for one in tournament.formula.phases if one.index == lot.phase), None)
    return _who(replace(lot, places=(place,)), phase) or lot.line


def _message(lot: ListedPrize) -> str:
    """State for whom *lot* is, which is of no bracket."""
    if lot.award in (RANK, LAST_TEAM):
        return _ranks_message(lot)
    words = {"line": lot.line, "winner": lot.who}
    return (
        _("“%(line)s” is for %(winner)s.") if len(lot.places) > 1 else _("“%(line)s” is for the %(winner)s.")
    ) % words


def _who(lot: ListedPrize, phase: Phase | None) -> str:
    """State for whom *lot* is, in words that follow "the", or that begin with "each" where they are several."""
    if lot.award == PLACE and phase is not None:
        return winner_of(LineHead(phase, bool(phase.placed) and list(lot.places) == [THIRD], lot.places), lot.places)
    if lot.award == ASKED or not lot.places:
        return ""
    first, last = lot.places[0], lot.places[-1]
    words = {"place": ordinal(first), "last": ordinal(last), "of": lot.of, "n": len(lot.places)}
    if lot.award == LAST_TEAM:
        return _("last of those who stayed")
    if lot.award == RANK:
        return (
            _("each rank from the %(place)s to the %(last)s") if first < last else _("%(place)s of the ranking")
        ) % words
    if lot.award == DRAWN:
        return (
            ngettext("one drawn among those present", "each of the %(n)s drawn among those present", len(lot.places))
            % words
        )
    words["of"] = str(CATEGORIES.get(lot.of, lot.of))
    if lot.award == YOUNGEST:
        one, several = _("%(place)s of the youngest, by their ages together"), _("each of the %(last)s youngest")
    elif lot.award == CLUB:
        one, several = _("best team of the %(place)s club or commune"), ""
    elif lot.award == CATEGORY:
        one, several = (
            _("%(place)s of the category “%(of)s”"),
            _("each of the category “%(of)s” from the %(place)s to the %(last)s"),
        )
    else:
        one, several = (
            _("%(place)s of those from %(of)s"),
            _("each of those from %(of)s, from the %(place)s to the %(last)s"),
        )
    return (several if first < last else one) % words


def _ranks_message(lot: ListedPrize) -> str:
    """State for which rank of the whole ranking *lot* is, or for which ranks."""
    first, last = lot.places[0], lot.places[-1]
    if first == LAST:
        return _("“%(line)s” is for the last team of the whole ranking, of those who stayed.") % {"line": lot.line}
    if first < last:
        words = {"line": lot.line, "first": ordinal(first), "last": ordinal(last)}
        return _("“%(line)s” is for each rank from the %(first)s to the %(last)s of the whole ranking.") % words
    return _("“%(line)s” is for rank %(rank)s of the whole ranking.") % {"line": lot.line, "rank": first}


def _free_ranks(taken: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yield the ranks from 1 on that no line of *taken* says; each line says ranks in a row."""
    rank = 1
    for ranks in sorted(taken, key=lambda ranks: ranks[0]):
        yield from range(rank, ranks[0])
        rank = max(rank, ranks[-1] + 1)
    yield from count(rank)


_KEPT_ONCE_HANDED = ("what", "award", "first", "last", "phase", "of")
_KEPT = ("line", *_KEPT_ONCE_HANDED, "value_cents", "giver")


def keep_rows(tournament: Tournament, *, before: Sequence[str] = ()) -> None:
    """Make the rows those of the lines of *tournament*, which is locked; a line that stays keeps its number, and one of
    which the value or the giver is another one.

    *before* are the lines as they were: where a program of before read them, what it gave to a rank is given to it still.
    Raises TournamentError prize_handed.
    """
    rows = list(Prize.objects.filter(tournament=tournament).order_by("number"))
    if before and not rows:
        _say_ranks(tournament, before)
    # The winner drawn for a prize that was taken off is not that of another one; a new concours has drawn none.
    drawn = tournament.prize_draws.values_list("prize", flat=True) if tournament.journal_number else ()
    last = max([0, *(row.number for row in rows), *drawn])
    read, left = [row_of(tournament, lot, 0) for lot in read_lines(tournament, tournament.lots)], rows
    known: dict[int, Prize] = {}
    for fields in (("line",), _KEPT_ONCE_HANDED):
        for at, one in enumerate(read):
            row = next((row for row in left if at not in known and _alike(one, row, fields)), None)
            if row is not None:
                known[at] = row
                left.remove(row)
    others = [row for at, row in known.items() if not _alike(read[at], row, _KEPT_ONCE_HANDED)]
    for at, one in enumerate(read):
        last += at not in known
        one.pk, one.number = (known[at].pk, known[at].number) if at in known else (None, last)
    check_not_handed(tournament, [*others, *left])
    Prize.objects.filter(pk__in=[row.pk for row in left]).delete()
    Prize.objects.bulk_update([read[at] for at in known], _KEPT)
    Prize.objects.bulk_create([one for at, one in enumerate(read) if at not in known])
    forget(tournament)


def _alike(one: Prize, other: Prize, fields: Sequence[str]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def check_not_handed(tournament: Tournament, rows: Iterable[Prize]) -> None:
    """Raise TournamentError prize_handed where one of *rows* was handed over: it would be another one's once more."""
    rows = list(rows)
    handed = tournament.handed_prizes.filter(typed=False) if rows else ()
    taken = {key for one in handed for key in one.chosen or [one.slot]}
    for row in rows if taken else ():
        if not taken.isdisjoint([row.number, *of_row(tournament, row).slots]):
            raise TournamentError("prize_handed", prize=row.what)


def row_of(tournament: Tournament, lot: ListedPrize, number: int) -> Prize:
    """Return *lot* as a row that is not saved yet."""
    return Prize(
        tournament=tournament,
        number=number,
        line=lot.line,
        what=lot.what,
        award=lot.award,
        first=lot.places[0] if lot.places else 0,
        last=lot.places[-1] if lot.places else 0,
        phase=lot.phase,
        of=lot.of,
        value_cents=lot.value_cents,
        giver=lot.giver,
    )


def forget(tournament: Tournament) -> None:
    """Forget the rows of *tournament*: they are read anew when they are asked for again."""
    getattr(tournament, "_prefetched_objects_cache", {}).pop("prizes", None)


def _say_ranks(tournament: Tournament, before: Sequence[str]) -> None:
    """Write the rank into those lines of *tournament* that were for the next rank because no other line was for it."""
    old = as_read_before(Tournament(**{name: getattr(tournament, name) for name in _READ} | {"lots": list(before)})).all
    if all(lot.line == lot.what for lot in old if lot.award == RANK):
        return
    said: defaultdict[str, list[str]] = defaultdict(list)
    for lot in old:
        if lot.award == RANK and lot.line == lot.what:
            said[lot.line].append(line_of(ordinal(lot.places[0]), lot.what))
    lines = [said[line].pop(0) if said[line] else line for line in tournament.lots]
    if lines != tournament.lots:
        tournament.lots = lines
        tournament.save(update_fields=["lots"])


# The settings that the reading of a list asks for.
_READ = (
    "club", "rule_set", "first_method", "next_method", "draw_options", "phases", "parties", "parties_fixed", "knock_out_tie",
)  # fmt: skip
