"""The settings of a hall whose computer shows the hour that a test wants, in every process of the program.

The file named by DIX_TEST_HOUR holds how far the hour shown is from the true one, in seconds. The clock that only counts
seconds (monotonic) stays honest, as it does where somebody sets the hour of a real computer.
"""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

from tests.deploy.hall_settings import *  # noqa: F403

_true = time.time
_jump = Path(os.environ["DIX_TEST_HOUR"])


def _shown() -> float:
    return _true() + float(_jump.read_text())


time.time = _shown
timezone.now = lambda: datetime.fromtimestamp(_shown(), UTC)
