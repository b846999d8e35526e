"""Store the list of prizes: add lines, change one, take some off, answer for whom one is."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from tournament import names
from tournament.concours.lock import lock_open_tournament
from tournament.concours.lot_lines import GIVER_LENGTH, MOST_CENTS, RANK, WHAT_LENGTH, in_one_line, line_of
from tournament.concours.lots import ListedPrize, check_not_handed, forget, keep_rows, lots_of, read_one
from tournament.concours.models import Prize, Tournament
from tournament.errors import TournamentError
from tournament.figures import ordinal
from tournament.journal import services as journal
from tournament.prizes import acts

MOST_PRIZES, LINE_LENGTH, FOR_LENGTH = 300, 120, 80


@transaction.atomic
def add_prizes(*, tournament_id: int, lines: Sequence[str], by: User | None) -> list[int]:
    """Add prizes to the list, each a line of text, and return their numbers.

    "1er : jambon (50 €, Boucherie Morel)" says for whom it is, what, its value and who gives it; of a line that does not
    say for whom it is asked afterwards. Raises TournamentError `closed`, `prizes_none`, `lots_many`, `text_long`.
    """
    tournament = lock_open_tournament(tournament_id)
    typed = [line for text in lines if (line := names.clean(in_one_line(text)))]
    if not typed:
        raise TournamentError("prizes_none", field="lines")
    if len(tournament.lots) + len(typed) > MOST_PRIZES:
        raise TournamentError("lots_many", field="lines", count=len(tournament.lots) + len(typed), most=MOST_PRIZES)
    for line in typed:
        if len(line) > LINE_LENGTH:
            raise TournamentError("text_long", field="lines", length=len(line), longest=LINE_LENGTH)
    with_rows(tournament)
    before = {lot.number for lot in lots_of(tournament).all}
    count = len(tournament.lots)
    _keep(tournament, [*tournament.lots, *typed])
    added = [lot.number for lot in lots_of(tournament).all if lot.number not in before]
    after = {"lots": len(tournament.lots), "prizes": len(tournament.lots), "added": added}
    journal.write(tournament=tournament, act=acts.ADD_PRIZES, by=by, before={"lots": count}, after=after)
    return added


@transaction.atomic
def change_prize(
    *,
    tournament_id: int,
    number: int,
    whom: str | None = None,
    what: str | None = None,
    value_cents: int | None = None,
    giver: str | None = None,
    by: User | None,
) -> ListedPrize:
    """Change prize *number*: for whom it is, in the words of a line, what it is, its value, who gives it; None: it stays.

    Raises TournamentError `closed`, `prize_unlisted`, `prize_whom` for words that are not understood, `prize_what` for a
    description without words, `text_long`, `setting_range`, `prize_handed`.
    """
    tournament = lock_open_tournament(tournament_id)
    lot = _lot(tournament, number)
    head = _whom_of(lot) if whom is None else names.clean(whom).rstrip(" :")
    said = lot.what if what is None else names.clean(what)
    cents = lot.value_cents if value_cents is None else value_cents
    given = lot.giver if giver is None else names.clean(giver)
    _check(head, said, cents, given)
    line = line_of(head, said, cents, given)
    read = read_one(tournament, line)
    # The line must be read again as it was written: a colon in a description would say for whom it is.
    if head and not read.award:
        raise TournamentError("prize_whom", field="whom", read=head)
    if (read.what, read.value_cents, read.giver) != (said, cents, given) or bool(head) != bool(read.award):
        raise TournamentError("prize_what", field="what", read=said)
    with_rows(tournament)
    _rewrite(tournament, {one.number: one.line for one in lots_of(tournament).all} | {number: line})
    journal.write(
        tournament=tournament, act=acts.CHANGE_PRIZE, by=by, after={"lot": number, "prizes": len(tournament.lots)}
    )
    return _lot(tournament, number)


@acts.REMOVE_PRIZES.service
@transaction.atomic
def remove_prizes(*, tournament_id: int, numbers: Sequence[int], by: User | None) -> None:
    """Take prizes off the list, by their numbers. Raises TournamentError `closed`, `prize_unlisted`, `prize_handed`."""
    tournament = lock_open_tournament(tournament_id)
    for number in numbers:
        _lot(tournament, number)
    with_rows(tournament)
    lots, count = lots_of(tournament).all, len(tournament.lots)
    rows = tournament.prizes.filter(number__in=numbers)
    check_not_handed(tournament, rows)
    rows.delete()
    _keep(tournament, [lot.line for lot in lots if lot.number not in numbers])
    before = {"lots": count, "removed": sorted(numbers)}
    journal.write(
        tournament=tournament,
        act=acts.REMOVE_PRIZES,
        by=by,
        before=before,
        after={"lots": len(tournament.lots), "prizes": len(tournament.lots)},
    )


@transaction.atomic
def rank_prizes(*, tournament_id: int, by: User | None) -> list[int]:
    """Assign the prizes of which nobody knows for whom they are to the free ranks, in their order; return their numbers.

    Raises TournamentError `closed`, `prizes_none` where there are none.
    """
    tournament = lock_open_tournament(tournament_id)
    if not lots_of(tournament).asked:
        raise TournamentError("prizes_none")
    with_rows(tournament)
    lots = lots_of(tournament)
    taken = {place for lot in lots.by_rank for place in lot.places}
    free = (rank for rank in range(1, MOST_PRIZES + len(taken) + 1) if rank not in taken)
    lines = {lot.number: lot.line for lot in lots.all}
    numbers = [lot.number for lot in lots.asked]
    for lot in lots.asked:
        lines[lot.number] = line_of(ordinal(next(free)), lot.what, lot.value_cents, lot.giver)
    _rewrite(tournament, lines)
    journal.write(
        tournament=tournament, act=acts.RANK_PRIZES, by=by, after={"ranked": numbers, "prizes": len(tournament.lots)}
    )
    return numbers


def with_rows(tournament: Tournament) -> None:
    """Make a row of each prize of *tournament*, which is locked, and a line that says itself for whom it is."""
    if not tournament.lots:
        return
    if not tournament.prizes.exists():
        keep_rows(tournament, before=tournament.lots)
    lots = lots_of(tournament).all
    lines = {lot.number: _said(lot) for lot in lots}
    if any(lines[lot.number] != lot.line for lot in lots):
        _rewrite(tournament, lines)


def _said(lot: ListedPrize) -> str:
    """Return the line of *lot* with its rank, where the whole list said it by its order."""
    in_order = lot.award == RANK and lot.titled == lot.what
    return line_of(ordinal(lot.places[0]), lot.what, lot.value_cents, lot.giver) if in_order else lot.line


def _rewrite(tournament: Tournament, lines: Mapping[int, str]) -> None:
    """Write the *lines* of prizes anew, by their numbers; each keeps its row."""
    order = [lot.number for lot in lots_of(tournament).all]
    rows = list(tournament.prizes.all())
    for row in rows:
        row.line = lines[row.number]
    Prize.objects.bulk_update(rows, ["line"])
    _keep(tournament, [lines[number] for number in order])


def _keep(tournament: Tournament, lines: list[str]) -> None:
    tournament.lots = lines
    tournament.save(update_fields=["lots"])
    forget(tournament)
    keep_rows(tournament)


def _lot(tournament: Tournament, number: int) -> ListedPrize:
    lot = next((lot for lot in lots_of(tournament).all if lot.number == number), None)
    if lot is None:
        raise TournamentError("prize_unlisted", field="number", number=number)
    return lot


def _whom_of(lot: ListedPrize) -> str:
    """Return for whom *lot* is, in the words of its line; "" where it says it not."""
    return names.clean(_said(lot).partition(":")[0]) if lot.award else ""


def _check(head: str, what: str, cents: int, giver: str) -> None:
    for field, text, longest in (
        ("whom", head, FOR_LENGTH),
        ("what", what, WHAT_LENGTH),
        ("giver", giver, GIVER_LENGTH),
    ):
        if len(text) > longest:
            raise TournamentError("text_long", field=field, length=len(text), longest=longest)
    if not what:
        raise TournamentError("prize_what", field="what", read=what)
    if (length := len(line_of(head, what, cents, giver))) > LINE_LENGTH:
        raise TournamentError("text_long", field="what", length=length, longest=LINE_LENGTH)
    if not 0 <= cents <= MOST_CENTS:
        raise TournamentError("setting_range", field="value_cents", value=cents, lowest=0, highest=MOST_CENTS)
