"""Do one errand at a place, without a database: bring a file there, or look at the one that it has."""

import time
from dataclasses import dataclass
from pathlib import Path

from scoring.copies import folder, program
from scoring.copies.folder import FolderError, FolderName
from scoring.copies.program import OtherProgram, ProgramError


@dataclass(frozen=True)
class Errand:
    """One copy for one place: the bytes to bring, None to look at what it has; where, and under which names.

    *keep*: in a folder it is also kept beside the two files that are written in turn. *copied*: here is a copy itself.
    """

    place: Path | OtherProgram
    name: FolderName
    identity: str
    head: str
    line: int
    content: bytes | None
    slot: str = ""
    keep: bool = False
    copied: bool = False


@dataclass(frozen=True)
class ErrandResult:
    """The end of an errand: *failure* is a key of `sending.FAILURES`, empty where the place has what it should.

    *other*: the file of the later home that was met there; *line*: from which line two homes differ.
    """

    failure: str
    slot: str = ""
    line: int = 0
    other: bytes | None = None
    seconds: float = 0


def go(errand: Errand) -> ErrandResult:
    """Do *errand*; whatever the place does is in the result."""
    begun = time.monotonic()
    try:
        result = (
            _to_folder(errand.place, errand) if isinstance(errand.place, Path) else _to_program(errand.place, errand)
        )
    except (FolderError, ProgramError) as error:
        result = ErrandResult(str(error))
    return ErrandResult(result.failure, result.slot, result.line, result.other, time.monotonic() - begun)


def _to_folder(place: Path, errand: Errand) -> ErrandResult:
    if other := folder.later_home(place, errand.name):
        try:
            return ErrandResult("moved", other=other.read_bytes())
        except OSError as error:
            raise FolderError("gone") from error
    if errand.content is None:
        return ErrandResult("" if folder.is_there(place, errand.name, slot=errand.slot) else "lost", errand.slot)
    slot = folder.SLOTS[errand.slot == folder.SLOTS[0]]
    folder.write(place, errand.name, errand.content, slot=slot)
    if errand.keep:
        folder.keep(place, errand.name, errand.content, line=errand.line)
    return ErrandResult("", slot)


def _to_program(other: OtherProgram, errand: Errand) -> ErrandResult:
    if errand.content is None:
        receipt = program.look(other, errand.identity)
    else:
        receipt = program.send_file(other, errand.content)
    if receipt.state == "moved":
        same = receipt.hash == errand.head
        return ErrandResult("moved", other=None if same else program.fetch(other, errand.identity))
    if receipt.state == "two_homes" and errand.copied:
        # Here somebody chose the other one: it is told so by its own file.
        content = program.fetch(other, errand.identity)
        program.send_file(other, content)
        return ErrandResult("moved", other=content)
    if receipt.state == "two_homes":
        return ErrandResult("two_homes", line=receipt.line)
    if receipt.state == "refused":
        return ErrandResult("not_taken")
    return ErrandResult("" if receipt.lines >= errand.line else "lost")
