"""Figures for a Prometheus of the host's, on an address of their own: off unless DIX_METRICS names one.

Each process of the pages and of the workers takes the first free port from the one that is named; the figures of the
evening are the same on each. Nothing in them is of a person: pages by their names, no addresses, no identifiers.
"""

import logging
from collections.abc import Iterator

from django.db import DatabaseError, connection
from django.db.models import Max
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from scoring.sheets.models import ScoreSheet
from tournament.jobs.models import Job
from tournament.jobs.selectors import longest_wait, unfinished
from tournament.journal.models import JournalEntry

log = logging.getLogger("dix.metrics")

PORTS_TRIED = 20


class ProgramCollector(Collector):
    """Ask the database for the jobs, the scores and the journal, each time the figures are read."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Return the figures, or that the database is away."""
        try:
            figures = self._figures()
        except DatabaseError:
            figures = {"dix_database_up": ("Whether the database answers.", 0)}
        finally:
            connection.close()  # of this thread, which ends with the answer
        for name, (help_text, value) in figures.items():
            yield GaugeMetricFamily(name, help_text, value=value)

    def _figures(self) -> dict[str, tuple[str, float]]:
        return {
            "dix_database_up": ("Whether the database answers.", 1),
            "dix_jobs_unfinished": ("Jobs that wait or are being done.", unfinished()),
            "dix_jobs_longest_wait_seconds": ("For how long the oldest waiting job has been due.", longest_wait()),
            "dix_jobs_failed": (
                "Jobs set aside after their tries.",
                Job.objects.filter(state=Job.State.FAILED).count(),
            ),
            "dix_scores_counted": ("Tables whose score counts.", ScoreSheet.objects.filter(counted=True).count()),
            "dix_journal_lines": (
                "Lines ever written in the journals of all concours.",
                JournalEntry.objects.aggregate(last=Max("id"))["last"] or 0,
            ),
        }


def serve(address: str, registry: CollectorRegistry = REGISTRY) -> int:
    """Serve the figures at *address*, host:port, or the next free port; return that port, 0 where none is free."""
    host, _colon, first = address.rpartition(":")
    for port in range(int(first), int(first) + PORTS_TRIED):
        try:
            start_http_server(port, host or "127.0.0.1", registry=registry)
        except OSError:
            continue
        registry.register(ProgramCollector())
        return port
    log.error("no port is free for the metrics from %s on", first)
    return 0
