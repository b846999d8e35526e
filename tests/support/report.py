"""A report of a long run: what each file of tests tried, what failed and what was not tried; `--report FILE` adds to it.

A test adds its own figures with pytest's `record_property("kill cycles", 120)`.
"""

import os
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.counts import SHARE


@dataclass
class Line:
    """Count what one file of tests did."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0.0
    figures: dict[str, object] = field(default_factory=dict)


class Report:
    """Collect what is told of each test, by this process or by its workers."""

    def __init__(self, path: Path) -> None:
        self._path, self._begun = path, time.monotonic()
        self._lines: defaultdict[str, Line] = defaultdict(Line)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        line = self._lines[report.nodeid.split("::")[0]]
        line.seconds += report.duration
        if report.failed:
            line.failed.append(report.nodeid)
            # An hour may pass until the end of the run.
            print(f"\n== Failed: {report.nodeid}\n{report.longreprtext}", flush=True)
        elif report.skipped:
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            line.skipped.append(f"{report.nodeid}: {why}")
        elif report.when == "call":
            line.passed += 1
        # Report the tries of a test before it failed too.
        if report.when == "call":
            for name, value in report.user_properties:
                before = line.figures.get(name, 0)
                line.figures[name] = before + value if isinstance(value, int) and isinstance(before, int) else value

    def pytest_sessionfinish(self) -> None:
        engine = "PostgreSQL" if "postgres" in os.environ.get("DATABASE_URL", "") else "SQLite"
        minutes = (time.monotonic() - self._begun) / 60
        counts = f"counts × {SHARE:g}" if SHARE else "short counts"
        lines = [f"## {engine}, {time.strftime('%Y-%m-%d %H:%M')}, {minutes:.0f} minutes, {counts}", ""]
        lines += ["| tests | passed | failed | skipped | seconds | tried |", "|---|---|---|---|---|---|"]
        for name, line in sorted(self._lines.items()):
            figures = ", ".join(f"{value} {figure}" for figure, value in line.figures.items())
            counts = f"{line.passed} | {len(line.failed)} | {len(line.skipped)} | {line.seconds:.0f}"
            lines.append(f"| {name} | {counts} | {figures} |")
        every = self._lines.values()
        failed = [nodeid for line in every for nodeid in line.failed]
        skipped = [told for line in every for told in line.skipped]
        counts = f"{sum(line.passed for line in every)} | {len(failed)} | {len(skipped)}"
        lines += [f"| all | {counts} | {sum(line.seconds for line in every):.0f} | |", ""]
        lines += [f"- failed: {nodeid}" for nodeid in failed] + [f"- not tried: {told}" for told in skipped] + [""]
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--report", metavar="FILE", help="add a report of the run to FILE")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("report")
    # A worker tells its figures to the process that started it.
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report(Path(path)), "long run report")
