"""Acts for tests of the journal."""

from tournament.journal.acts import A_FACT, ACTS, Act


def stranger(key: str) -> Act:
    """Return an act that this version does not know, as a later one may write."""
    act = Act(key, words=A_FACT, right=None, seals=(), moves_ranking=True, undo=A_FACT)
    del ACTS[key]
    return act
