"""Check who may register in a concours: members, ages, a category, those who are qualified; and say why not."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.entry_choices import ENTRY_CATEGORIES
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.keys import Keys
from tournament.people.models import Person
from tournament.people.recognition import NamedPlace, match_people
from tournament.qualification.answers import ACCEPTED, DECLINED, LAPSED, OPEN
from tournament.qualification.models import QualifiedPlace

AS_TEAM, NOBODY = "team", "no"  # keys of QUALIFIED_AS
ANYBODY = "all"  # of ENTRY_CATEGORIES
Refusals = list[TournamentError]


class Candidate(NamedTuple):
    """A team that wants to register, as it is typed; *known*: who some of its players are, by their places in it."""

    players: Sequence[str]
    commune: str = ""
    category: str = ""
    known: Mapping[int, Person | None] = {}


class _Qualified(NamedTuple):
    """Sort the called by their answers: each person alone, or the two of a team together."""

    there: Collection[frozenset[int]]
    declined: Collection[frozenset[int]]
    lapsed: Collection[frozenset[int]]

    def against(self, who: frozenset[int]) -> str:
        """Return the code of why *who* has no place; "" for one who has, or a team each of whose players has one."""
        if who in self.there or all(frozenset([one]) in self.there for one in who):
            return ""
        if who in self.declined:
            return "qualified_declined"
        return "qualified_lapsed" if who in self.lapsed else "not_qualified"


def has_conditions(tournament: Tournament) -> bool:
    """Return whether it is checked here who may register; nobody is asked in a rehearsal, of which no person is known."""
    return _asks(tournament) and not tournament.rehearsal and _knows_people(tournament)


def unchecked_here(tournament: Tournament) -> bool:
    """Return whether the conditions cannot be checked: members and the qualified stayed where the concours was made."""
    return _asks(tournament) and not tournament.rehearsal and not _knows_people(tournament)


def _knows_people(tournament: Tournament) -> bool:
    keys = Keys.of(tournament.keys)
    return keys.own or keys.people


def _asks(tournament: Tournament) -> bool:
    asked = (
        tournament.entry_members,
        tournament.entry_age_from,
        tournament.entry_age_to,
        tournament.entry_category != ANYBODY,
        tournament.entry_qualified != NOBODY,
    )
    return any(asked)


def refusals_of(tournament: Tournament, candidates: Iterable[Candidate], *, from_home: bool = False) -> list[Refusals]:
    """Return for each of *candidates* why it may not register; at most four queries, none where everybody may.

    *from_home*: anybody may type any name there, so that neither its age nor its category is answered: the desk asks.
    """
    candidates = list(candidates)
    if not has_conditions(tournament):
        return [[] for _candidate in candidates]
    typed = [place for one in candidates for at, place in enumerate(_places(one)) if at not in one.known]
    persons = iter(match_people(tournament=tournament, places=typed) if typed else ())
    qualified = _qualified(tournament) if tournament.entry_qualified != NOBODY else None
    found = []
    for one in candidates:
        known = [one.known[at] if at in one.known else next(persons) for at in range(len(one.players))]
        found.append(_refusals(tournament, one, known, qualified, from_home=from_home))
    return found


def check_admission(tournament: Tournament, candidate: Candidate, let_in: str = "") -> list[str]:
    """Check that a team may register, or is let in all the same for the reason *let_in*.

    Return the codes of what speaks against it, for the journal. Raises TournamentError `not_admitted`.
    """
    return check_admissions(tournament, [candidate], let_in)


def check_admissions(tournament: Tournament, candidates: Iterable[Candidate], let_in: str = "") -> list[str]:
    """Check several teams as `check_admission` does; the sentences of all of them stand in one refusal."""
    refusals = [refusal for one in refusals_of(tournament, candidates) for refusal in one]
    if refusals and not let_in:
        raise TournamentError("not_admitted", field="let_in", why=told(refusals))
    return list(dict.fromkeys(refusal.code for refusal in refusals))


def told(refusals: Iterable[TournamentError]) -> str:
    """Return what speaks against a team, a sentence each; the same one once."""
    return " ".join(dict.fromkeys(map(str, refusals)))


def _places(candidate: Candidate) -> list[NamedPlace]:
    keys = [names.key(player)[:80] for player in candidate.players]
    return [
        NamedPlace(player, candidate.commune, candidate.category, next((key for key in keys if key != own), ""))
        for player, own in zip(candidate.players, keys, strict=True)
    ]


def _refusals(
    tournament: Tournament,
    candidate: Candidate,
    persons: Sequence[Person | None],
    qualified: _Qualified | None,
    *,
    from_home: bool,
) -> Refusals:
    """Return a refusal for each condition, which names all whom it refuses."""
    against: dict[str, list[str]] = {}
    for player, person in zip(candidate.players, persons, strict=True):
        if tournament.entry_members and not (person and person.member):
            against.setdefault("not_member", []).append(player)
        if not from_home and (code := _against_age(tournament, person)):
            against.setdefault(code, []).append(player)
    if qualified is not None:
        for who, key in _asked(tournament, candidate, persons):
            if code := qualified.against(key):
                against.setdefault(code, []).append(who)
    # The age itself is nobody's business at the door.
    ages = {"ages": ages_in_words(tournament.entry_age_from, tournament.entry_age_to)}
    found = [
        TournamentError(code, who=", ".join(who), **(ages if code == "not_of_age" else {}))
        for code, who in against.items()
    ]
    wanted = tournament.entry_category
    if wanted != ANYBODY and not from_home and not _of_category(wanted, candidate, persons):
        found.append(TournamentError("not_of_category", category=str(ENTRY_CATEGORIES[wanted])))
    return found


def _against_age(tournament: Tournament, person: Person | None) -> str:
    lowest, highest = tournament.entry_age_from, tournament.entry_age_to
    if not lowest and not highest:
        return ""
    if person is None or person.birth_year is None:
        return "age_unknown"
    return "" if lowest <= tournament.date.year - person.birth_year <= (highest or 999) else "not_of_age"


def ages_in_words(lowest: int, highest: int) -> str:
    """Return the ages that may register, 0 for no limit."""
    words = {"lowest": lowest, "highest": highest}
    if lowest and highest:
        return _("from %(lowest)s to %(highest)s years") % words
    return (_("from %(lowest)s years on") if lowest else _("up to %(highest)s years")) % words


def _of_category(wanted: str, candidate: Candidate, persons: Sequence[Person | None]) -> bool:
    """Return whether a team is of the category: as it is typed, else as the club knows its people."""
    if candidate.category:
        return candidate.category == wanted
    known = sorted(person.category if person else "" for person in persons)
    return known == ["men", "women"] if wanted == "mixed" else set(known) == {wanted}


def _qualified(tournament: Tournament) -> _Qualified:
    rows = QualifiedPlace.objects.filter(tournament=tournament).order_by()
    by_answer: dict[str, set[frozenset[int]]] = {}
    for row in rows.select_related("person__merged_into", "partner__merged_into"):
        if not row.gone:
            by_answer.setdefault(OPEN if row.answer == ACCEPTED else row.answer, set()).add(frozenset(row.who))
    return _Qualified(by_answer.get(OPEN, ()), by_answer.get(DECLINED, ()), by_answer.get(LAPSED, ()))


def _asked(
    tournament: Tournament, candidate: Candidate, persons: Sequence[Person | None]
) -> list[tuple[str, frozenset[int]]]:
    """Return who must have a place: the team together, or each of its players."""
    pks = [person.pk if person else 0 for person in persons]
    if tournament.entry_qualified == AS_TEAM and not tournament.singles:
        return [(names.together(candidate.players), frozenset(pks))]
    return [(player, frozenset([pk])) for player, pk in zip(candidate.players, pks, strict=True)]
