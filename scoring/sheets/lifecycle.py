"""The life of a score: what each event makes of the sheet of one table, as one table of states × events.

Plain Python: no Django, no database. A version is open while it waits to count. A dispute does not heal by itself: only
the table de marque or the referee settles it, with a reason.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from scoring.sheets.table_scores import (
    COUNTING_STATES,
    Endorsement,
    Report,
    TableScores,
    TableState,
    Version,
    has_quorum,
    has_substance,
    repeats,
    same_report,
)


class SheetAct(StrEnum):
    """The acts on a sheet that the lifecycle decides, by their keys in the journal (`scoring.sheets.acts`)."""

    ENTER = "enter_sheet"
    CORRECT = "correct_sheet"
    VALIDATE = "validate_sheet"
    PROPOSE = "propose_sheet"
    CONFIRM = "confirm_sheet"
    CONTEST = "contest_sheet"
    KEEP_LATE = "keep_late_sheet"


# --- The table of states × events -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SheetOutcome:
    """Describe one cell: the state of the version written, what becomes of the open ones, or the code of a refusal."""

    writes: str = ""
    open_become: str = ""
    late: bool = False
    endorses: bool = False
    contests: bool = False
    keeps: bool = False
    withdraws: bool = False
    unites: bool = False
    refusal: str = ""


COUNT = SheetOutcome(writes="validated", open_become="replaced")
RULE = SheetOutcome(writes="ruled", open_become="replaced")
PROPOSE = SheetOutcome(writes="proposed", open_become="replaced")
DISPUTE = SheetOutcome(writes="disputed", open_become="disputed")
UNITE = SheetOutcome(writes="proposed", open_become="replaced", unites=True)  # it tells more than the one it replaces
STORE_LATE = SheetOutcome(writes="proposed", late=True)
ARCHIVE = SheetOutcome(writes="replaced")
ENDORSE = SheetOutcome(endorses=True)
CONTEST = SheetOutcome(open_become="disputed", contests=True)
KEEP = SheetOutcome(open_become="replaced", keeps=True)
VOID = SheetOutcome(open_become="replaced")
WITHDRAW = SheetOutcome(withdraws=True)
KNOWN = SheetOutcome()
NEVER = SheetOutcome(refusal="never")  # cannot come to pass: the test walks through all that can


def no(code: str) -> SheetOutcome:
    """Return the refusal with that code."""
    return SheetOutcome(refusal=code)


ONLY_REFEREE = (no("dispute_referee"), no("correction_referee"), no("ruled_referee"))  # where others have settled


class Event(Enum):
    """Name what comes to a table, as its act finds it, and what it makes of the sheet in each state of the table."""

    outcomes: Mapping[TableState, SheetOutcome]

    def __new__(cls, *row: SheetOutcome) -> "Event":
        """Make the event of one *row*: an outcome for each state, in their order."""
        event = object.__new__(cls)
        event._value_ = len(cls.__members__)
        event.outcomes = dict(zip(TableState, row, strict=True))
        return event

    # fmt: off
    #                  EMPTY     PROPOSED  CONFIRMED DISPUTED  VALIDATED RULED

    # Typed at the table de marque.
    REPEATED =         NEVER,    NEVER,    NEVER,    NEVER,    KNOWN,    KNOWN      # the figures that count, once more
    UNSEEN =           *4 * (NEVER,), *2 * (no("sheet_already_recorded"),)          # first entry, another one counts
    OUTDATED =         *4 * (NEVER,), *2 * (no("sheet_conflict"),)                  # corrects what counts no more
    SEEN_GONE =        *4 * (no("sheet_changed"),), NEVER, NEVER                    # corrects one, and none counts now
    IMPOSSIBLE =       6 * (no("control_failed"),)                                  # figures that fail their control
    DOUBTFUL =         6 * (no("control_doubtful"),)                                # only with litiges that were lost
    WINNER_UNKNOWN =   6 * (no("winner_asked"),)                                    # the totals do not say who won
    FORCED_IDLY =      6 * (no("control_reason"),)                                  # impossible, the reason says nothing
    FORCED =           6 * (no("control_right"),)                                   # impossible, by one who may not
    WITHOUT_REASON =   *3 * (NEVER,), no("dispute_reason"), *2 * (no("sheet_reason_missing"),)
    FORFEIT_WITHOUT_REASON = *4 * (no("forfeit_reason_missing"),), *2 * (no("sheet_reason_missing"),)
    TYPED_ALONE =      COUNT,    COUNT,    COUNT,    COUNT,    COUNT,    no("ruled_referee")  # one typist suffices
    TYPED_BY_REFEREE = RULE,     RULE,     RULE,     RULE,     RULE,     RULE       # who settles it alone
    TYPED_FORFEIT =    *3 * (no("forfeit_referee"),), *ONLY_REFEREE                 # where both camps must agree
    TYPED_NEW =        PROPOSE,  PROPOSE,  NEVER,    *ONLY_REFEREE                  # nobody else's figures wait
    TYPED_SAME =       NEVER,    ENDORSE,  ENDORSE,  no("dispute_referee"), NEVER, NEVER  # as another has reported
    TYPED_OTHER =      NEVER,    DISPUTE,  DISPUTE,  no("dispute_referee"), NEVER, NEVER  # otherwise than another
    READ_AGAIN =       NEVER,    ENDORSE,  ENDORSE,  no("sheet_disputed"), *2 * (no("already_counted"),)
    READ_OWN =         NEVER,    *2 * (no("own_reading"),), no("sheet_disputed"), NEVER, NEVER  # by its own reader
    READ_GONE =        *4 * (no("sheet_changed"),), NEVER, NEVER                    # it waits no more

    # Sent by a telephone.
    SENT_UNFINISHED =  6 * (no("proposal_unfinished"),)                             # a partie that is not over
    SENT_TIED =        6 * (no("proposal_tied"),)                                   # a partie that ends in a tie
    SENT_IMPOSSIBLE =  6 * (no("proposal_control"),)                                # figures that fail their control
    SENT_DOUBTFUL =    6 * (no("proposal_doubtful"),)                               # only with litiges that were lost
    SENT_NEW =         PROPOSE,  PROPOSE,  NEVER,    DISPUTE,  NEVER,    NEVER      # nothing else waits
    SENT_SAME =        NEVER,    ENDORSE,  ENDORSE,  ENDORSE,  ENDORSE,  ENDORSE    # as another has reported
    SENT_MORE =        NEVER,    UNITE,    UNITE,    NEVER,    NEVER,    NEVER      # the same, with more counted
    SENT_OTHER =       NEVER,    DISPUTE,  DISPUTE,  DISPUTE,  NEVER,    NEVER      # otherwise than another
    SENT_EARLIER =     ARCHIVE,  ARCHIVE,  ARCHIVE,  ARCHIVE,  NEVER,    NEVER      # begun before one that came first
    SENT_LATE =        6 * (STORE_LATE,)                                            # it cannot count any more
    CONFIRMED =        NEVER,    ENDORSE,  ENDORSE,  no("sheet_disputed"), ENDORSE, ENDORSE  # by the other camp
    CONTESTED =        NEVER,    CONTEST,  CONTEST,  CONTEST,  *2 * (no("already_counted"),)  # by the other camp
    ANSWERED_OWN =     NEVER,    *5 * (no("own_proposal"),)                         # an answer to one's own proposal
    ANSWERED_GONE =    6 * (no("sheet_changed"),)                                   # to a version that waits no more

    # Decided by a referee.
    DECIDED =          RULE,     RULE,     RULE,     RULE,     RULE,     RULE       # a sheet as the referee decides it
    KEPT =             NEVER,    KEEP,     KEEP,     KEEP,     KEEP,     KEEP       # a version that he keeps
    KEPT_AGAIN =       RULE,     RULE,     RULE,     RULE,     RULE,     RULE       # one that was replaced, or late
    KEPT_UNKNOWN =     6 * (no("ruling_version"),)                                  # one that there is not
    TERMS_CHANGED =    VOID,     VOID,     VOID,     VOID,     *2 * (no("ruling_sheet_needed"),)  # without a new sheet
    TERMS_OF_FORFEIT = NEVER,    NEVER,    NEVER,    NEVER,    KNOWN,    KNOWN      # the same, where a forfeit counts

    # Put on its right table, or its camps the right way round.
    MOVED =            *5 * (no("correction_referee"),), no("ruled_referee")        # by one who may not
    WITHDRAWN =        NEVER,    NEVER,    NEVER,    NEVER,    WITHDRAW, WITHDRAW   # a sheet taken away
    # fmt: on


# --- What comes -----------------------------------------------------------------------------------------------------

EventAndSubject = tuple[Event, Version | None]  # the row of the table, and the version it is about


def _nobody() -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class TypedReport:
    """Bring a report typed at the table de marque by account *by*; *seen* is the version that was seen counting.

    *may_rule* is asked only where it decides.
    """

    report: Report
    by: int | None
    may_rule: Callable[[], bool] = _nobody
    reason: str = ""
    override: str = ""
    seen: int | None = None

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event: refused as it is, settled alone, or compared with what waits."""
        current, state, report = scores.current, scores.state, self.report
        if current is not None and current.number != self.seen:
            if repeats(report, current.report):
                return Event.REPEATED, current
            return (Event.UNSEEN if self.seen is None else Event.OUTDATED), current
        if current is None and self.seen is not None:
            return Event.SEEN_GONE, None
        if current is not None and report.content == current.report.content:
            return Event.REPEATED, current
        if report.check_code and not self.override:
            return (Event.DOUBTFUL if report.doubtful else Event.IMPOSSIBLE), current
        if report.check_code and report.kind == "totals" and not report.doubtful:
            if not has_substance(self.override):
                return Event.FORCED_IDLY, current
            if self.by is not None and not self.may_rule():
                return Event.FORCED, current
        if report.question:
            return Event.WINNER_UNKNOWN, current
        forfeit = report.kind == "forfeit"
        if not self.reason and forfeit:
            return Event.FORFEIT_WITHOUT_REASON, current
        if not self.reason and state in (TableState.DISPUTED, TableState.VALIDATED, TableState.RULED):
            return Event.WITHOUT_REASON, current
        alone = scores.counts_when == "typist"
        settles = state in (TableState.DISPUTED, TableState.RULED)
        settles = settles or (not alone and (state is TableState.VALIDATED or self._needs_both_camps(scores)))
        if settles and self.may_rule():
            return Event.TYPED_BY_REFEREE, current
        if alone:
            proposed = next((version for version in scores.open if repeats(report, version.report)), None)
            same = proposed if state is not TableState.DISPUTED else None
            # Without a name that is new to it nobody more would stand for the version, and it would go on waiting.
            confirms = same is not None and self.by is not None and self.by not in same.readers
            return (Event.TYPED_SAME, same) if confirms else (Event.TYPED_ALONE, current)
        if self._needs_both_camps(scores):
            return Event.TYPED_FORFEIT, current
        match, same = scores.match(report, self._only_mine)
        return {"new": Event.TYPED_NEW, "same": Event.TYPED_SAME, "other": Event.TYPED_OTHER}[match], same

    def _needs_both_camps(self, scores: TableScores) -> bool:
        return self.report.kind == "forfeit" and scores.counts_when == "both_camps"

    def _only_mine(self, version: Version) -> bool:
        """Return whether nobody but this account endorses *version*, so that it may take it back."""
        return self.by is not None and not version.camps and version.readers == {self.by}


@dataclass(frozen=True, kw_only=True)
class PhoneReport:
    """Bring a report that a telephone proposes for its camp.

    Of two entries of one telephone the one of the later *sequence* holds.
    *combine* gives what this report and a version that agrees with it tell together, None where it adds nothing.
    *override* says that litiges were lost, where the telephone was asked.
    """

    report: Report
    camp: str
    device: int
    sequence: int = 0
    override: str = ""
    combine: Callable[[Version], Report | None] = lambda _version: None

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event: refused by its control, too late, or compared with what waits."""
        current, report = scores.current, self.report
        if report.doubtful and not self.override:
            return Event.SENT_DOUBTFUL, None
        if report.check_code and not report.doubtful:
            return _UNSENDABLE.get(report.check_code, Event.SENT_IMPOSSIBLE), None
        if report.question:
            return Event.WINNER_UNKNOWN, None
        if current is not None and same_report(report, current.report):
            return Event.SENT_SAME, current
        if current is not None or scores.over:
            return Event.SENT_LATE, current
        mine = [version for version in scores.versions if version.device == self.device and not version.late]
        if any(version.sequence > self.sequence for version in mine):
            return Event.SENT_EARLIER, None
        match, same = scores.match(report, self._only_mine)
        if same is not None and scores.state is not TableState.DISPUTED and self.combine(same) is not None:
            return Event.SENT_MORE, same
        return {"new": Event.SENT_NEW, "same": Event.SENT_SAME, "other": Event.SENT_OTHER}[match], same

    def _only_mine(self, version: Version) -> bool:
        """Return whether only this telephone said *version*; what the other camp confirmed it may not take back."""
        return version.device == self.device and version.camps == {self.camp} and not version.readers


# Findings with which the table de marque may record a sheet all the same, and a telephone may not send it.
_UNSENDABLE = {
    "donnes_unfinished": Event.SENT_UNFINISHED,
    "partie_unfinished": Event.SENT_UNFINISHED,
    "donnes_tied": Event.SENT_TIED,
}


@dataclass(frozen=True, kw_only=True)
class PhoneAnswer:
    """Bring a camp's answer to a version, from its telephone."""

    version: int
    agrees: bool
    camp: str
    device: int

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event: the version confirmed or contested, if it is one to answer."""
        version = scores.version(self.version)
        if version is None or not (version.counted or version.open):
            return Event.ANSWERED_GONE, None
        if version.camp == self.camp or version.device == self.device:
            return Event.ANSWERED_OWN, version
        return (Event.CONFIRMED if self.agrees else Event.CONTESTED), version


@dataclass(frozen=True, kw_only=True)
class SecondReading:
    """Confirm a version read again at the table de marque by account *by*; *signed*: both camps signed the paper."""

    version: int
    by: int
    signed: bool = False

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event: the version endorsed, if it still waits and its reader is another."""
        version = scores.version(self.version)
        if scores.current is not None:
            return Event.READ_AGAIN, scores.current
        if version is None or not version.open:
            return Event.READ_GONE, None
        own = scores.counts_when == "two_readers" and self.by in version.readers
        return (Event.READ_OWN if own else Event.READ_AGAIN), version


@dataclass(frozen=True, kw_only=True)
class RefereeSheet:
    """Bring the sheet as a referee decides it; None: the decision changes its terms, and no new sheet was given."""

    report: Report | None

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event."""
        if self.report is not None:
            return Event.DECIDED, scores.current
        forfeit = scores.current is not None and scores.current.report.kind == "forfeit"
        return (Event.TERMS_OF_FORFEIT if forfeit else Event.TERMS_CHANGED), scores.current


@dataclass(frozen=True, kw_only=True)
class RefereeChoice:
    """Store a version, as a referee decides."""

    version: int

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event: it counts as it is, or once more as a new version."""
        version = scores.version(self.version)
        if version is None:
            return Event.KEPT_UNKNOWN, None
        return (Event.KEPT if version.counted or version.open else Event.KEPT_AGAIN), version


@dataclass(frozen=True, kw_only=True)
class SheetMove:
    """Bring the sheet that belongs here, its camps swapped or from another table; None: the table is left without."""

    report: Report | None
    may_rule: Callable[[], bool] = _nobody

    def find(self, scores: TableScores) -> EventAndSubject:
        """Return the event: a correction, by one who may make it."""
        alone = scores.counts_when == "typist" and scores.state is not TableState.RULED
        if not alone and not self.may_rule():
            return Event.MOVED, scores.current
        if self.report is None:
            return Event.WITHDRAWN, scores.current
        return (Event.TYPED_ALONE if alone else Event.TYPED_BY_REFEREE), scores.current


Act = TypedReport | PhoneReport | PhoneAnswer | SecondReading | RefereeSheet | RefereeChoice | SheetMove


def reported(act: Act) -> Report | None:
    """Return the report that *act* brings, if it brings one."""
    return act.report if isinstance(act, TypedReport | PhoneReport | RefereeSheet | SheetMove) else None


# --- The transition ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Transition:
    """Describe what an event makes of the sheet of a table.

    `subject` is the version that it is about; `states` are the new states of versions that are there, `counts` the one
    of them that counts from now on; `written` is the new version. `reads` says that one more person agrees to the
    subject, or contests it. `act` is the act of the journal, None for what its caller journals, or changes nothing.
    """

    outcome: SheetOutcome
    subject: Version | None = None
    states: Mapping[int, str] = field(default_factory=dict)
    counts: int | None = None
    written: Version | None = None
    reads: bool = False
    act: SheetAct | None = None

    @property
    def refusal(self) -> str:
        """Return the code of the refusal; empty where the act stands."""
        return self.outcome.refusal


def decide(scores: TableScores, act: Act) -> Transition:
    """Return what *act* makes of a table's sheet: the cell of the table, carried out on its versions."""
    event, subject = act.find(scores)
    outcome = event.outcomes[scores.state]
    if outcome is NEVER:
        raise LookupError(f"{event.name} at a table that is {scores.state}")
    if outcome.refusal:
        return Transition(outcome, subject)
    if outcome.endorses:
        assert subject is not None
        return endorse(scores, subject, endorsement_of(scores, act), again=event is Event.SENT_SAME)
    states = {version.number: outcome.open_become for version in scores.open} if outcome.open_become else {}
    counts = subject.number if outcome.keeps and subject is not None else None
    written = _written(scores, act, subject, outcome) if outcome.writes else None
    current = scores.current
    if current is not None and outcome.withdraws:
        states[current.number] = "withdrawn"
    elif current is not None and (counts is not None or (written is not None and written.counted)):
        states[current.number] = "replaced"
    if counts is not None:
        states[counts] = "ruled"
    return Transition(
        outcome,
        subject,
        states={
            one.number: states[one.number] for one in scores.versions if states.get(one.number, one.state) != one.state
        },
        counts=counts,
        written=written,
        reads=outcome.contests,
        act=SheetAct.CONTEST if outcome.contests else _journal_act(scores, act, written),
    )


def endorse(scores: TableScores, version: Version, endorsement: Endorsement, *, again: bool = False) -> Transition:
    """Return what one more endorsement makes of *version*: it counts if that suffices, unless it is disputed.

    Once a later partie is drawn, a telephone makes nothing count: the table de marque does, which sees the effects. Who stood for it already changes nothing; *again*: that is kept all the same, so that its key is known.
    """
    camp, reader = endorsement.camp, endorsement.reader
    new = (camp and camp not in version.camps) or (reader is not None and reader not in version.readers)
    if not new and not endorsement.signed:
        return Transition(ENDORSE, version, reads=again)
    endorsed = version.endorsed(endorsement)
    confirmed = Transition(ENDORSE, version, reads=True, act=SheetAct.CONFIRM)
    if version.counted or version.state == "disputed":
        return confirmed
    seated = version.report.marks.keys()
    enough = endorsement.signed or has_quorum(scores.counts_when, endorsed.camps, endorsed.readers, seated)
    if enough and not (camp and scores.over):
        states = {other.number: "replaced" for other in scores.open} | {version.number: "validated"}
        return replace(confirmed, states=states, counts=version.number, act=SheetAct.VALIDATE)
    if version.state == "proposed" and endorsed.camps >= seated:
        return replace(confirmed, states={version.number: "confirmed"})
    return confirmed


def after(scores: TableScores, transition: Transition, endorsement: Endorsement | None = None) -> TableScores:
    """Return what is known of the table once *transition* is written; *endorsement*: who agrees to its subject."""
    versions = []
    for version in scores.versions:
        if (
            endorsement is not None
            and transition.reads
            and transition.outcome.endorses
            and version is transition.subject
        ):
            version = version.endorsed(endorsement)
        state = transition.states.get(version.number, version.state)
        counted = state in COUNTING_STATES and (version.counted or version.number == transition.counts)
        versions.append(replace(version, state=state, counted=counted))
    return replace(scores, versions=(*versions, *([transition.written] if transition.written is not None else [])))


def endorsement_of(scores: TableScores, act: Act) -> Endorsement:
    """Return who endorses a version by *act*; nobody for an act that is no endorsement."""
    match act:
        case PhoneReport() | PhoneAnswer():
            return Endorsement(camp=act.camp)
        case SecondReading():
            return Endorsement(reader=act.by, signed=act.signed and scores.counts_when == "both_camps")
        case TypedReport():
            return Endorsement(reader=act.by)
    return Endorsement()


def _written(scores: TableScores, act: Act, subject: Version | None, outcome: SheetOutcome) -> Version:
    number, state = scores.next_number, outcome.writes
    match act:
        case PhoneReport():
            report = (act.combine(subject) if outcome.unites and subject is not None else None) or act.report
            sent = Version(number, state, report, late=outcome.late, device=act.device, sequence=act.sequence)
            return replace(sent, camp=act.camp, camps=frozenset({act.camp}))
        case TypedReport():
            readers = frozenset({act.by}) if act.by is not None else frozenset()
            return Version(number, state, act.report, counted=state in COUNTING_STATES, readers=readers)
        case RefereeChoice():
            assert subject is not None
            return Version(number, state, subject.report, counted=True)
        case RefereeSheet(report=report) | SheetMove(report=report) if report is not None:
            return Version(number, state, report, counted=True)
    raise LookupError(act)


def _journal_act(scores: TableScores, act: Act, written: Version | None) -> SheetAct | None:
    match act:
        case PhoneReport():
            return SheetAct.KEEP_LATE if written is not None and written.late else SheetAct.PROPOSE
        case TypedReport() if written is not None:
            return SheetAct.CORRECT if scores.current else SheetAct.ENTER if written.counted else SheetAct.PROPOSE
    return None
