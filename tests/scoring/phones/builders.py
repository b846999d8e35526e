"""Telephones at tables, for tests."""

from django.test import Client
from django.urls import reverse

from scoring.access import services as tokens
from scoring.models import TableDevice
from scoring.phones import services as proposals
from scoring.sheets.reception import Receipt
from tournament.models import Table


def way(table: Table, camp: str) -> tokens.CampSecrets:
    """Return what is printed for *camp* on the sheet of *table*."""
    return tokens.codes_of(round_id=table.round_id)[table.number][camp]


def phone(table: Table, camp: str) -> TableDevice:
    """A telephone let in at *table* for *camp*."""
    return tokens.let_in(access=way(table, camp).access, camp=camp)[0]


def comes_in(table: Table, camp: str, client: Client | None = None) -> tuple[Client, str]:
    """A browser in the hall that scanned the QR of *camp* and came in; the address of its table."""
    client = client or Client(REMOTE_ADDR="192.168.1.20")
    mine = way(table, camp)
    answer = client.post(reverse("phone-come-in", args=[mine.access.pk]), {"token": mine.token})
    assert answer.status_code == 303
    return client, answer["Location"]


def propose(device: TableDevice, north: int, *, key: str, sequence: int = 0, total: int = 1944) -> Receipt:
    """Propose from *device*: *north* for NS, the rest of *total* for EO."""
    marks = {"NS": {"points": north}, "EO": {"points": total - north}}
    return proposals.propose_sheet(device=device, key=key.ljust(20, "k"), marks=marks, sequence=sequence)


def answer(device: TableDevice, version: int, *, key: str, agrees: bool = True):
    """Answer *version* from *device*."""
    return proposals.answer_sheet(device=device, key=key.ljust(20, "a"), version=version, agrees=agrees)
