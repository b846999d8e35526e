"""Write a concours as one file, and read such a file: its chain is checked before anything else of it is believed."""

import datetime
import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.ranking import FIGURES
from scoring.standings.selectors import evening
from scoring.transfer.archive import HIGHEST_BYTES, VERSION, Archive, pack, unpack
from scoring.transfer.rows import (
    TABLES,
    WITH_PHOTO,
    FileRows,
    Row,
    account_names,
    checked_rows,
    columns_of,
    defaults,
    read_rows,
)
from tournament.concours.models import Tournament
from tournament.journal import seals
from tournament.journal.epochs import Epoch
from tournament.journal.keys import Keys
from tournament.people.naming import REFUSED
from tournament.registration.models import TeamMember
from tournament.rounds.models import Draw
from tournament.snapshot_reads import read_one_snapshot

log = logging.getLogger("dix.transfer")

JOURNAL = "journal.jsonl"
SUFFIX = ".belote"
CHUNK = 2_000
_FACTS = ("number", "at", "by", "act", "before", "after", "reason", "seals", "previous")
_HASHED = (*_FACTS[:-1], "epoch", _FACTS[-1])
_TYPES: tuple[type | tuple[type, ...], ...] = (int, str, (int, type(None)), str, dict, dict, str, dict, str)


@dataclass(frozen=True)
class WrittenConcours:
    """A concours file, and the line of the journal on which it stands."""

    content: bytes
    journal_number: int
    journal_hash: str


@dataclass(frozen=True)
class ConcoursFile:
    """A concours file that was read: its lines are a whole chain, its rows have the columns of their models."""

    name: str
    date: str
    club: str
    lines: Sequence[Mapping[str, Any]]
    rows: Mapping[str, Sequence[Row]]
    unknown: Mapping[str, Mapping[str, Row]]
    photos: Mapping[str, bytes]
    accounts: Sequence[tuple[int, Mapping[str, str]]]
    ranking: Sequence[Sequence[int]]
    unnamed: frozenset[tuple[int, int]] = frozenset()  # (team number, place) of who does not want to be named

    @property
    def identity(self) -> str:
        """Return the hash of the first line, which names the concours wherever it goes."""
        return str(self.lines[0]["hash"])

    @property
    def head(self) -> str:
        """Return the hash of the last line."""
        return str(self.lines[-1]["hash"])

    @property
    def epoch(self) -> Epoch:
        """Return the epoch of the last line: of the home that wrote the file, or of which it is a copy."""
        return Epoch.read(self.lines[-1].get("epoch", ""))

    @property
    def day(self) -> datetime.date:
        """Return its day."""
        return datetime.date.fromisoformat(self.date)

    @property
    def last_at(self) -> datetime.datetime:
        """Return when its last act was done."""
        return datetime.datetime.fromisoformat(self.lines[-1]["at"])

    @property
    def teams(self) -> int:
        """Return how many teams there are."""
        return len(self.rows["tournament.Team"])


def write_concours(tournament_id: int) -> WrittenConcours:
    """Return the file of a concours as it is at one moment; the same rows give the same bytes.

    A constant number of queries. Raises Tournament.DoesNotExist, and ScoringError transfer_photos.
    """
    with read_one_snapshot():
        tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
        keys = Keys.of(tournament.keys)
        members: dict[str, Sequence[Row]] = {JOURNAL: _journal(tournament, keys)}
        members |= {one.member: read_rows(one, tournament_id, keys) for one in TABLES}
        photos: dict[str, bytes] = {}
        for one in (one for one in TABLES if one.model in WITH_PHOTO):
            kept = one.table._base_manager.filter((one.concours, tournament_id)).values_list("digest", "content")
            photos |= {digest: bytes(content) for digest, content in kept.iterator(chunk_size=4)}
        draws = Draw.objects.filter(round__tournament=tournament_id).select_related("round").order_by("pk")
        forfeits = [[draw.round.number, draw.number, *pair] for draw in draws for pair in draw.forfeits.items()]
        results = evening(tournament_id)
        # That of the journal: who reads the file works it out again, and finds the palmarès among the rows.
        ranking = [[row.rank, row.number, row.points] for row in results.computed(results.last).rows]
        refused = TeamMember.objects.filter(team__tournament=tournament_id, person__naming=REFUSED)
        unnamed = [
            list(place)
            for place in refused.order_by("team__number", "position").values_list("team__number", "position")
        ]
    lines = members[JOURNAL]
    here = {line["by"] for line in lines[keys.lines_elsewhere :] if line["by"] is not None}
    manifest = {
        "concours": {"name": tournament.name, "date": tournament.date.isoformat(), "club": tournament.club.name},
        "journal": {"lines": len(lines), "hash": tournament.journal_hash},
        "accounts": [*keys.accounts, (len(lines), account_names(here))],
        "defaults": defaults(),
        "former": {its.model: dict(its.former) for models in seals.KINDS.values() for its in models if its.former},
        "ranking": ranking,
        "figures": FIGURES,
        "forfeits": forfeits,
        # Left out where nobody refused, so that such a file is as those of before.
        **({"unnamed": unnamed} if unnamed else {}),
    }
    content = pack(manifest, members, photos)
    if len(content) > HIGHEST_BYTES:
        # A file that nobody takes in would be a copy only by its name.
        raise ScoringError("transfer_photos", most=HIGHEST_BYTES // 1_000_000)
    return WrittenConcours(content, tournament.journal_number, tournament.journal_hash)


def lines_of(archive: Archive, rows: FileRows) -> Sequence[Any]:
    """Return the lines of the member of *rows*; none where the file was written before there were such rows."""
    return archive.lines.get(rows.member, ()) if rows.later else archive.lines[rows.member]


def _journal(tournament: Tournament, keys: Keys) -> list[dict[str, Any]]:
    columns = ("number", "at", "by_number", "act", "before", "after", "reason", "seals", "epoch", "previous", "hash")
    lines = tournament.journal.order_by("number").values_list(*columns)
    return [
        {
            "number": number,
            "at": at.isoformat(),
            "by": by,
            "act": act,
            "before": keys.line_with_keys(before),
            "after": keys.line_with_keys(after),
            "reason": reason,
            "seals": keys.seals_with_keys(seals),
            **({"epoch": epoch} if epoch else {}),
            "previous": previous,
            "hash": hash_,
        }
        for number, at, by, act, before, after, reason, seals, epoch, previous, hash_ in lines.iterator(
            chunk_size=CHUNK
        )
    ]


def read_concours(data: bytes) -> ConcoursFile:
    """Read a concours file. Raises ScoringError transfer_foreign, _large, _altered, _newer, _chain, _unfit."""
    archive = unpack(data)
    lines = _checked_chain(archive)
    try:
        return _read(archive, lines)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        log.warning("a concours file was refused: %s", error)
        raise ScoringError("transfer_unfit") from error


def _checked_chain(archive: Archive) -> Sequence[Mapping[str, Any]]:
    """Return the lines of the journal. Raises ScoringError transfer_chain with the first line that is not whole."""
    lines, previous, epoch = archive.lines.get(JOURNAL, ()), "", Epoch()
    for number, line in enumerate(lines, 1):
        if not _is_line(line) or line["number"] != number or line["previous"] != previous:
            raise ScoringError("transfer_chain", line=number)
        if line["hash"] != hash_of(line):
            raise ScoringError("transfer_chain", line=number)
        if (of_line := _epoch_of(line)) is None or of_line.number < epoch.number:
            raise ScoringError("transfer_chain", line=number)
        previous, epoch = line["hash"], of_line
    said = archive.manifest.get("journal")
    if not lines or said != {"lines": len(lines), "hash": previous}:
        raise ScoringError("transfer_chain", line=len(lines))
    return lines


def _is_line(line: Any) -> bool:
    return isinstance(line, dict) and all(
        isinstance(line.get(name), kind) for name, kind in zip(_FACTS, _TYPES, strict=True)
    )


def _epoch_of(line: Mapping[str, Any]) -> Epoch | None:
    """Return the epoch that a line of a file names, None where it names none that can be."""
    try:
        return Epoch.read(line.get("epoch", ""))
    except (ValueError, AttributeError):
        return None


def hash_of(line: Mapping[str, Any]) -> str:
    """Return the hash of a line of a file, as `journal.entry_hash` makes it of a row."""
    named = {**line, "epoch": line.get("epoch", "")}
    facts = [named[name] for name in _HASHED if name not in ("seals", "epoch") or named[name]]
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def _read(archive: Archive, lines: Sequence[Mapping[str, Any]]) -> ConcoursFile:
    manifest = archive.manifest
    found: dict[str, Sequence[Row]] = {}
    unknown: dict[str, Mapping[str, Row]] = {}
    known = {JOURNAL, *(one.member for one in TABLES)}
    if strange := archive.lines.keys() - known:
        if manifest["version"][1] > VERSION[1]:
            raise ScoringError("transfer_newer", version=".".join(map(str, manifest["version"])))
        raise ValueError(f"a member of no model: {min(strange)}")
    for one in TABLES:
        stated = manifest["defaults"].get(one.model, {})
        found[one.model], others = checked_rows(one, lines_of(archive, one), stated)
        unknown |= {one.model: others} if others else {}
    _check_references(found)
    (concours,) = found["tournament.Tournament"]
    digests = {photo["digest"] for model in WITH_PHOTO for photo in found[model]}
    if digests != archive.photos.keys():
        raise ValueError("the photos are not those of the rows")
    accounts = [
        (int(last), {str(by): str(name)[:150] for by, name in names.items()}) for last, names in manifest["accounts"]
    ]
    return ConcoursFile(
        name=concours["name"],
        date=concours["date"].isoformat(),
        club=str(manifest["concours"]["club"])[:80],
        lines=lines,
        rows=found,
        unknown=unknown,
        photos=archive.photos,
        accounts=accounts,
        ranking=manifest["ranking"],
        unnamed=frozenset((int(team), int(place)) for team, place in manifest.get("unnamed", ())),
    )


def _check_references(found: Mapping[str, Sequence[Row]]) -> None:
    """Raise ValueError where a row refers to one that is not in the file."""
    there = {model: {row["id"] for row in its} for model, its in found.items()}
    for one in TABLES:
        for column in columns_of(one):
            if column.target in there and column.field.is_relation:
                used = {row[column.name] for row in found[one.model]} - {None}
                if missing := used - there[column.target]:
                    raise ValueError(f"{one.model}.{column.name} names {min(missing)}, which is not there")
