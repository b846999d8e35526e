"""The scores of one table as values: the reports, the versions made of them, and the state that these leave the table in.

Plain Python: no Django, no database.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

OPEN_STATES = ("proposed", "confirmed", "disputed")
COUNTING_STATES = ("validated", "ruled")
DOUBTFUL = ("litige_perdu", "litige_arrondi")  # controls that a tick answers: litiges were lost
FEWEST_LETTERS, FEWEST_WORDS = 10, 2  # of a reason why figures that cannot be are right
Marks = Mapping[str, Mapping[str, int]]  # camp -> points, belotes, capots


@dataclass(frozen=True)
class Report:
    """Represent a report as it was read: its content, each camp's mark, and the control that failed, with its message.

    `winner` is the camp that the règlement names where the points do not; `question` asks for it where it is not known, with the
    `answers` that there are.
    """

    kind: str
    content: Mapping[str, object]
    marks: Marks
    check_code: str = ""
    check_params: Mapping[str, object] | None = None
    message: str = ""
    winner: str = ""
    question: str = ""
    answers: tuple[str, ...] = ()

    @property
    def doubtful(self) -> bool:
        """Return whether the figures can be, but only with points of litiges that were lost at the end."""
        return self.check_code in DOUBTFUL


def has_substance(reason: str) -> bool:
    """Return whether *reason* says something: “because” does not.
    >>> has_substance("parce que"), has_substance("relu deux fois")
    (False, True)
    """
    return len(reason) >= FEWEST_LETTERS and len(reason.split()) >= FEWEST_WORDS


def counted_fields(content: Mapping[str, object]) -> frozenset[str]:
    """Return what a report counts beside the points: belotes and capots may have been counted by nobody."""
    return frozenset(name for name in ("belotes", "capots") if "totals" not in content or content.get(name) is not None)


def same_report(first: Report, second: Report) -> bool:
    """Return whether two reports agree: the same points, the same of whatever both have counted, no two winners."""
    if first.winner and second.winner and first.winner != second.winner:
        return False
    if ("forfeit" in first.content or "forfeit" in second.content) and first.content != second.content:
        return False
    names = ("points", *(counted_fields(first.content) & counted_fields(second.content)))
    marks, others = first.marks, second.marks
    return set(marks) == set(others) and all(
        marks[camp][name] == others[camp][name] for camp in marks for name in names
    )


def repeats(report: Report, known: Report) -> bool:
    """Return whether *report* says nothing that *known* does not: the same entry, or totals that agree with it."""
    if same_entry(report.content, known.content):
        return True
    covered = counted_fields(report.content) <= counted_fields(known.content)
    return report.kind == "totals" and covered and same_report(report, known)


def same_entry(first: Mapping[str, object], second: Mapping[str, object]) -> bool:
    """Return whether two contents were entered alike; the terms under which they are read may have changed since."""
    names = (first.keys() | second.keys()) - {"options", "coupure"}
    return all(name in first and name in second and first[name] == second[name] for name in names)


class TableState(StrEnum):
    """Name where the sheet of a table stands: what waits there, or what counts."""

    EMPTY = "empty"
    PROPOSED = "proposed"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    VALIDATED = "validated"
    RULED = "ruled"


@dataclass(frozen=True)
class Version:
    """Describe one version of a sheet; `camps` and `readers` are those that endorse it, its author among them."""

    number: int
    state: str
    report: Report
    counted: bool = False
    late: bool = False
    camp: str = ""
    device: int | None = None
    sequence: int = 0
    camps: frozenset[str] = frozenset()
    readers: frozenset[int] = frozenset()

    @property
    def open(self) -> bool:
        """Return whether it waits to count."""
        return is_open(self.state, late=self.late)

    def endorsed(self, endorsement: "Endorsement") -> "Version":
        """Return it with one more endorsement."""
        camps = self.camps | ({endorsement.camp} if endorsement.camp else set())
        readers = self.readers | ({endorsement.reader} if endorsement.reader is not None else set())
        return replace(self, camps=camps, readers=readers)


def is_open(state: str, *, late: bool) -> bool:
    """Return whether a version waits to count; one that came too late is only kept."""
    return state in OPEN_STATES and not late


def has_quorum(counts_when: str, camps: frozenset[str], readers: frozenset[int], seated: Iterable[str]) -> bool:
    """Return whether these endorsements suffice for a version to count under the setting of the concours.

    *seated* are the camps of the table: where everybody plays for himself, all of them must agree.
    """
    return {
        "typist": len(readers) >= 1,
        "two_readers": len(readers) >= 2,
        "both_camps": camps >= set(seated),
    }[counts_when]


@dataclass(frozen=True)
class TableScores:
    """Represent what is known of a table: its versions, when one counts, and whether a later partie is drawn (`over`)."""

    versions: tuple[Version, ...]
    counts_when: str
    over: bool = False

    @property
    def current(self) -> Version | None:
        """Return the version that counts."""
        return next((version for version in self.versions if version.counted), None)

    @property
    def open(self) -> list[Version]:
        """Return the versions that wait to count, in order."""
        return [version for version in self.versions if version.open]

    @property
    def next_number(self) -> int:
        """Return the number of the next version."""
        return max((version.number for version in self.versions), default=0) + 1

    @property
    def state(self) -> TableState:
        """Return where the sheet stands."""
        if self.current is not None:
            return TableState(self.current.state)
        states = {version.state for version in self.open}
        return next((TableState(state) for state in reversed(OPEN_STATES) if state in states), TableState.EMPTY)

    def version(self, number: int) -> Version | None:
        """Return the version of that number."""
        return next((version for version in self.versions if version.number == number), None)

    def match(self, report: Report, own: Callable[[Version], bool]) -> tuple[str, Version | None]:
        """Return how *report* stands to what waits: "new", "same" as a version, or "other"; *own* may be replaced."""
        same = next((version for version in self.open if same_report(report, version.report)), None)
        others = any(version is not same and not own(version) for version in self.open)
        if same is not None and (not others or self.state is TableState.DISPUTED):
            return "same", same
        return ("other" if others else "new"), None


@dataclass(frozen=True)
class Endorsement:
    """Name who agrees to a version: a camp, or a reader of the table de marque; *signed*: the paper of both camps."""

    camp: str = ""
    reader: int | None = None
    signed: bool = False
