"""The lifecycle of a score sheet as a person expects it, beside the program's own table.

For each event, by where the sheet stands (Empty, Proposed, Confirmed, Disputed, Validated, Ruled): where it may stand
afterwards; "!" refused, "." cannot come to pass.
"""

from scoring.sheets.lifecycle import Event
from scoring.sheets.table_scores import TableState

_GRID = """
                        E    P    C    D    V    R
REPEATED                .    .    .    .    V    R
UNSEEN                  .    .    .    .    !    !
OUTDATED                .    .    .    .    !    !
SEEN_GONE               !    !    !    !    .    .
IMPOSSIBLE              !    !    !    !    !    !
DOUBTFUL                !    !    !    !    !    !
WINNER_UNKNOWN          !    !    !    !    !    !
FORCED_IDLY             !    !    !    !    !    !
FORCED                  !    !    !    !    !    !
WITHOUT_REASON          .    .    .    !    !    !
FORFEIT_WITHOUT_REASON  !    !    !    !    !    !
TYPED_ALONE             V    V    V    V    V    !
TYPED_BY_REFEREE        R    R    R    R    R    R
TYPED_FORFEIT           !    !    !    !    !    !
TYPED_NEW               P    P    .    !    !    !
TYPED_SAME              .    PV   CV   !    .    .
TYPED_OTHER             .    D    D    !    .    .
READ_AGAIN              .    PV   CV   !    !    !
READ_OWN                .    !    !    !    .    .
READ_GONE               !    !    !    !    .    .
SENT_UNFINISHED         !    !    !    !    !    !
SENT_TIED               !    !    !    !    !    !
SENT_IMPOSSIBLE         !    !    !    !    !    !
SENT_DOUBTFUL           !    !    !    !    !    !
SENT_NEW                P    P    .    D    .    .
SENT_SAME               .    PCV  C    D    V    R
SENT_MORE               .    P    P    .    .    .
SENT_OTHER              .    D    D    D    .    .
SENT_EARLIER            E    P    C    D    .    .
SENT_LATE               E    P    C    D    V    R
CONFIRMED               .    PCV  C    !    V    R
CONTESTED               .    D    D    D    !    !
ANSWERED_OWN            .    !    !    !    !    !
ANSWERED_GONE           !    !    !    !    !    !
DECIDED                 R    R    R    R    R    R
KEPT                    .    R    R    R    R    R
KEPT_AGAIN              R    R    R    R    R    R
KEPT_UNKNOWN            !    !    !    !    !    !
TERMS_CHANGED           E    E    E    E    !    !
TERMS_OF_FORFEIT        .    .    .    .    V    R
MOVED                   !    !    !    !    !    !
WITHDRAWN               .    .    .    .    E    E
"""
LETTERS = {state.name[0]: state for state in TableState}
EXPECTED = {
    (Event[name], state): {LETTERS[letter] for letter in cell if letter in LETTERS} or {cell}
    for name, *cells in map(str.split, _GRID.strip().splitlines()[1:])
    for state, cell in zip(TableState, cells, strict=True)
}
