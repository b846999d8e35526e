"""Telephones that send at the same moment to a real program, and what became of it: for tests that break something."""

import http.client
import json
import random
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.support.fixtures import PATIENCE, ROOT, Hall
from tests.support.nginx import SITE, Nginx

TOKEN = "x" * 32  # of the CSRF cookie and the form: the same, as the browser would send them
TOTAL = 12 * 162


@dataclass(frozen=True)
class Phone:
    """A telephone let in at a table, and the one score it sends, always with the same key."""

    table: int
    access: int
    camp: str
    secret: str
    north: int

    @property
    def key(self) -> str:
        return f"{self.camp}-{self.access:016d}"

    @property
    def request(self) -> tuple[str, str, str]:
        """The address, the cookie and the form of its proposal."""
        points = {"points_NS": self.north, "points_EO": TOTAL - self.north}
        form = {"csrfmiddlewaretoken": TOKEN, "key": self.key, "sequence": 1, **points}
        cookie = f"dix_csrf={TOKEN}; dix_table={self.secret}"
        return f"/t/{self.access}/proposer/", cookie, urllib.parse.urlencode(form)


def phones_of(hall: Hall, *, tables: int) -> tuple[int, list[Phone]]:
    """(the number of a new concours, its telephones): one partie of *tables* tables, a telephone for each camp.

    The two camps of a table send the same figures.
    """
    return next(evenings(hall, 1, tables=tables))


def evenings(hall: Hall, count: int, *, tables: int) -> Iterator[tuple[int, list[Phone]]]:
    """As `phones_of`, *count* times; ten are made at a time, since the program that makes them takes long to start."""
    for begun in range(0, count, 10):
        told = hall.python(
            "import json\n"
            "from scoring.access import services as tokens\n"
            "from tests.scoring import builders\n"
            "def made():\n"
            f"    concours = builders.seated({tables}, counts_when='both_camps')\n"
            "    ways = tokens.codes_of(round_id=concours.rounds.get().pk).items()\n"
            "    return concours.pk, [\n"
            "        (table, way[camp].access.pk, camp, tokens.let_in(access=way[camp].access, camp=camp)[1])\n"
            "        for camp in ('NS', 'EO') for table, way in ways]\n"
            f"print(json.dumps([made() for _ in range({min(10, count - begun)})]))"
        )
        for concours, phones in json.loads(told):
            chance = random.Random(concours)
            north = {table: chance.randint(400, 1500) for table in range(1, tables + 1)}
            yield concours, [Phone(*phone, north=north[phone[0]]) for phone in phones]


def send(port: int, phone: Phone, *, seconds: float = PATIENCE) -> tuple[int, dict]:
    """The status and the answer to a proposal. Raises OSError where no whole answer came."""
    address, cookie, form = phone.request
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        headers = {
            "Cookie": cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Requested-With": "fetch",
            "Connection": "close",
        }
        link.request("POST", address, form, headers)
        answer = link.getresponse()
        body = answer.read()
        try:
            return answer.status, json.loads(body)
        except ValueError:
            return answer.status, {"retry": answer.headers.get("Retry-After")}
    except http.client.HTTPException as error:
        raise OSError("no whole answer") from error
    finally:
        link.close()


def send_through(nginx: Nginx, phone: Phone) -> tuple[int, dict]:
    """The same through the proxy of a site."""
    address, cookie, form = phone.request
    cookie = cookie.replace("dix_csrf", "__Host-csrftoken").replace("dix_table", "__Secure-dix_table")
    headers = {"Cookie": cookie, "X-Requested-With": "fetch", "Referer": f"https://{SITE}:{nginx.port}/"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    status, _headers, body = nginx.ask("POST", address, form, **headers)
    return status, json.loads(body) if status == 200 else {}


class Burst:
    """All *phones* send, eight at a time, while something is broken; `receipts` are those that were given one.

    *tries*: how often a telephone sends until it has a receipt, a moment apart. *pause_at*: once so many have a receipt
    the others wait until `end`, so that what is to happen in the middle of the burst does, on the slowest machine too.
    """

    def __init__(
        self, phones: Sequence[Phone], port_of: Callable[[Phone], int], *, tries: int = 1, pause_at: int = 10_000
    ) -> None:
        self.phones = list(phones)
        self.port_of = port_of
        self._tries = tries
        self._pause_at = pause_at
        self._broken = threading.Event()
        self.receipts: dict[Phone, str] = {}
        self.statuses: set[int] = set()
        self._changed = threading.Condition()

    def begin(self) -> "Burst":
        self._pool = ThreadPoolExecutor(8)
        self._sent = [self._pool.submit(self._send, phone) for phone in self.phones]
        return self

    def _send(self, phone: Phone) -> None:
        if len(self.receipts) >= self._pause_at:
            self._broken.wait(PATIENCE)
        for number in range(self._tries):
            time.sleep(0.2 if number else 0)
            self._send_once(phone)
            if phone in self.receipts:
                return

    def _send_once(self, phone: Phone) -> None:
        try:
            status, said = send(self.port_of(phone), phone)
        except OSError:
            return  # unknown: it may be recorded or not
        with self._changed:
            self.statuses.add(status)
            if status == 200:
                self.receipts[phone] = said["receipt"]
            self._changed.notify_all()

    def wait_for_receipts(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.receipts) >= count, PATIENCE), "no burst"

    def end(self) -> None:
        self._broken.set()
        for one in self._sent:
            one.result()
        self._pool.shutdown()

    def replay(self) -> None:
        """Every telephone sends again, those that were given a receipt too: it is the same."""
        for phone in self.phones:
            status, said = send(self.port_of(phone), phone)
            assert status == 200, (status, said)
            assert self.receipts.setdefault(phone, said["receipt"]) == said["receipt"]


def lost_and_doubled(hall: Hall, concours: int, burst: Burst) -> tuple[int, int]:
    """(scores acknowledged and not there, tables with more versions than figures)."""
    rows = hall.rows(
        "SELECT t.number, s.receipt, n.points, e.points, s.counted FROM scoring_scoresheet s"
        " JOIN tournament_table t ON t.id = s.table_id JOIN tournament_round r ON r.id = t.round_id"
        " JOIN scoring_mark n ON n.sheet_id = s.id AND n.camp = 'NS'"
        " JOIN scoring_mark e ON e.sheet_id = s.id AND e.camp = 'EO'"
        f" WHERE r.tournament_id = {concours}"
    )
    found = {(table, receipt, north, east) for table, receipt, north, east, _counted in rows}
    lost = sum(
        (phone.table, receipt, phone.north, TOTAL - phone.north) not in found
        for phone, receipt in burst.receipts.items()
    )
    return lost, len(rows) - len({row[0] for row in rows})


def all_count(hall: Hall, concours: int) -> bool:
    """Return whether every table has a score that counts, and its journal a line for each act."""
    ((tables, counted, lines, number),) = hall.rows(
        "SELECT (SELECT COUNT(*) FROM tournament_table t JOIN tournament_round r ON r.id = t.round_id"
        f" WHERE r.tournament_id = {concours}),"
        " (SELECT COUNT(*) FROM scoring_scoresheet s JOIN tournament_table t ON t.id = s.table_id"
        f" JOIN tournament_round r ON r.id = t.round_id WHERE r.tournament_id = {concours} AND s.counted),"
        f" (SELECT COUNT(*) FROM tournament_journalentry WHERE tournament_id = {concours}),"
        f" (SELECT journal_number FROM tournament_tournament WHERE id = {concours})"
    )
    return tables == counted and lines == number


def at_once(port: int, requests: list[tuple[str, str, str]]) -> list[tuple[int, float]]:
    """(status, seconds) of each request, all let go at the same moment by a program beside this one."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "benchmarks" / "burst.py")],
        input=json.dumps({"port": port, "requests": requests}),
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(one) for one in json.loads(done.stdout)]
