"""Telephones at tables, for tests."""

from scoring.access import services as tokens
from scoring.models import TableDevice
from scoring.phones import services as proposals
from scoring.sheets.reception import Receipt
from tournament.models import Table


def phone(table: Table, camp: str) -> TableDevice:
    """A telephone let in at *table* for *camp*."""
    way = tokens.codes_of(round_id=table.round_id)[table.number]
    return tokens.let_in(access=way.access, camp=camp)[0]


def propose(device: TableDevice, north: int, *, key: str, sequence: int = 0, total: int = 1944) -> Receipt:
    """What *device* proposes: *north* for NS, the rest of *total* for EO."""
    marks = {"NS": {"points": north}, "EO": {"points": total - north}}
    return proposals.propose_sheet(device=device, key=key.ljust(20, "k"), marks=marks, sequence=sequence)


def answer(device: TableDevice, version: int, *, key: str, agrees: bool = True):
    """What *device* says of *version*."""
    return proposals.answer_sheet(device=device, key=key.ljust(20, "a"), version=version, agrees=agrees)
