"""A report of a long run: what each file of tests tried, and what failed. Written where DIX_REPORT says.

A test adds its own figures with pytest's `record_property("kill cycles", 120)`.
"""

import os
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest


@dataclass
class Line:
    """What one file of tests did."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: int = 0
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
        elif report.skipped:
            line.skipped += 1
        elif report.when == "call":
            line.passed += 1
            for name, value in report.user_properties:
                before = line.figures.get(name, 0)
                line.figures[name] = before + value if isinstance(value, int) and isinstance(before, int) else value

    def pytest_sessionfinish(self) -> None:
        engine = "PostgreSQL" if "postgres" in os.environ.get("DATABASE_URL", "") else "SQLite"
        lines = [
            f"## {engine}, {time.strftime('%Y-%m-%d %H:%M')}, {(time.monotonic() - self._begun) / 60:.0f} minutes",
            "",
        ]
        lines += ["| tests | passed | failed | skipped | seconds | tried |", "|---|---|---|---|---|---|"]
        for name, line in sorted(self._lines.items()):
            figures = ", ".join(f"{value} {figure}" for figure, value in line.figures.items())
            counts = f"{line.passed} | {len(line.failed)} | {line.skipped} | {line.seconds:.0f}"
            lines.append(f"| {name} | {counts} | {figures} |")
        every = self._lines.values()
        failed = [nodeid for line in every for nodeid in line.failed]
        counts = f"{sum(line.passed for line in every)} | {len(failed)} | {sum(line.skipped for line in every)}"
        lines += [f"| all | {counts} | {sum(line.seconds for line in every):.0f} | |", ""]
        lines += [f"- failed: {nodeid}" for nodeid in failed] + [""] * bool(failed)
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    path = os.environ.get("DIX_REPORT")
    # A worker tells its figures to the process that started it.
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report(Path(path)), "long run report")
