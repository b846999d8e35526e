"""The sheet that a camp keeps on its telephone, donne by donne, while it plays; a score only once it is proposed.

Each donne arrives by itself: late, twice, in any order. Of two accounts of a donne the one begun later holds, so that
whatever the Wi-Fi did, what is kept is the same (docs/reliability.md 10, row 33). None of this is journalled.
"""

import json
import time
from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.access.models import TableDevice
from scoring.errors import ScoringError
from scoring.phones.running_sheets import kept_by_camp
from scoring.phones.services import HIGHEST_SEQUENCE
from scoring.sheets.models import RunningDonne
from scoring.sheets.reception import check_key, check_open
from tournament.prepared import prepared
from tournament.rounds.models import Table

HIGHEST_NUMBER = 200
LONGEST = 4_000  # characters; a donne of four annonces each has a tenth of it


@transaction.atomic
def note_donne(*, device: TableDevice, number: int, key: str, sequence: int, content: Mapping | None) -> RunningDonne:
    """Note donne *number* as *device* says it: in the format of docs/rules.md 3, None where it was taken back.

    *sequence* is when it was begun or changed on the telephone, in milliseconds; *key* decides between equals. Raises
    ScoringError `sheet_key_wrong`, `donne_number`, `donnes_shape`, `closed`.
    """
    check_key(key)
    if type(sequence) is not int or not 0 <= sequence <= HIGHEST_SEQUENCE:
        raise ScoringError("sheet_key_wrong", field="sequence")
    if type(number) is not int or not 1 <= number <= HIGHEST_NUMBER:
        raise ScoringError("donne_number", field="number", read=str(number)[:20], most=HIGHEST_NUMBER)
    if content is not None and (not isinstance(content, Mapping) or len(json.dumps(dict(content))) > LONGEST):
        raise ScoringError("donnes_shape", field="donnes", said="")
    _open(device)
    row = RunningDonne.objects.filter(device=device, number=number).first()
    if row is None:
        row = RunningDonne(device=device, number=number)
    elif (row.sequence, row.key) >= (sequence, key):
        return row
    row.key, row.sequence, row.at = key, sequence, timezone.now()
    row.content = None if content is None else dict(content)
    row.save()
    return row


@transaction.atomic
def take_over(*, device: TableDevice, camp: str) -> int:
    """Make the sheet kept by *camp* that of the telephone's camp too; return how many donnes it has.

    Raises ScoringError `running_none` where that camp keeps none, `closed`.
    """
    _open(device)
    kept = kept_by_camp(Table.objects.get(access=device.access_id))
    theirs = {} if camp == device.camp else kept.get(camp, {})
    donnes = {number: row for number, row in theirs.items() if row.content is not None}
    if not donnes:
        raise ScoringError("running_none")
    ours = kept.get(device.camp, {})
    # Later than whatever this camp's telephones said before, however wrong their clocks are.
    begun = max([time.time_ns() // 1_000_000, *(row.sequence + 1 for row in ours.values())])
    begun = min(begun, HIGHEST_SEQUENCE)
    for number in sorted(donnes.keys() | ours.keys()):
        RunningDonne.objects.update_or_create(
            device=device,
            number=number,
            defaults={
                "key": f"taken-over-{camp}-{begun}-{number}",
                "sequence": begun,
                "content": donnes[number].content if number in donnes else None,
                "at": timezone.now(),
            },
        )
    return len(donnes)


def _open(device: TableDevice) -> None:
    """Lock the telephone's row, so that two of its messages follow one another. Raises `closed` after the palmarès."""
    check_open(_locked_devices.get(pk=device.pk).access.table.round.tournament)


@prepared
def _locked_devices(pk: int) -> QuerySet[TableDevice]:
    locked = TableDevice.objects.select_for_update(of=("self",)).select_related("access__table__round__tournament")
    return locked.filter(pk=pk)
