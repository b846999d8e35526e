"""The settings of a hall whose computer shows the hour that a test wants, in every process of the program.

The file named by DIX_TEST_HOUR holds how far the hour shown is from the true one, in seconds; without it, the hour is
true. The clock that only counts seconds (monotonic) stays honest, as it does where somebody sets the hour of a real computer.
"""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

from tests.deploy.hall_settings import *  # noqa: F403

if named := os.environ.get("DIX_TEST_HOUR"):
    true = time.time

    def shown() -> float:
        return true() + float(Path(named).read_text())

    time.time = shown
    timezone.now = lambda: datetime.fromtimestamp(shown(), UTC)
