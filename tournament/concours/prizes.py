"""Store the prizes of a concours as rows, one for each line of its list of prizes."""

from collections import defaultdict
from collections.abc import Sequence

from tournament.concours.lot_lines import RANK, line_of
from tournament.concours.lots import ListedPrize, as_read_before, read_lines
from tournament.concours.models import Prize, Tournament
from tournament.figures import ordinal

_KEPT = ("line", "what", "award", "first", "last", "phase", "of", "value_cents", "giver")


def keep_rows(tournament: Tournament, *, before: Sequence[str] = ()) -> None:
    """Make the rows those of the lines of *tournament*, which is locked; a line that stays keeps its number.

    *before* are the lines as they were: where a program of before read them, what it gave to a rank is given to it still.
    """
    rows = list(Prize.objects.filter(tournament=tournament).order_by("number"))
    if before and not rows:
        _say_ranks(tournament, before)
    free: defaultdict[str, list[Prize]] = defaultdict(list)
    for row in rows:
        free[row.line].append(row)
    last = max((row.number for row in rows), default=0)
    new, changed = [], []
    for lot in read_lines(tournament, tournament.lots):
        known = free[lot.line].pop(0) if free[lot.line] else None
        if known is None:
            last += 1
            new.append(row_of(tournament, lot, last))
            continue
        read = row_of(tournament, lot, known.number)
        if any(getattr(read, name) != getattr(known, name) for name in _KEPT):
            read.pk = known.pk
            changed.append(read)
    Prize.objects.filter(pk__in=[row.pk for gone in free.values() for row in gone]).delete()
    Prize.objects.bulk_update(changed, _KEPT)
    Prize.objects.bulk_create(new)
    forget(tournament)


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
