"""Measure the strict reading of a request beside Python's own library, for growing and for hostile texts."""

import json
import time

import pytest
from rest_framework.exceptions import ParseError

from tournament.api import strict

SIZES = (250_000, 500_000, 1_000_000, 2_000_000)  # characters
TIMES = 60  # how much dearer than json.loads of an honest text as long
HOSTILE = {
    "quotes": lambda size: '{"a": "' + '\\"' * (size // 2),
    "backslashes": lambda size: '{"a": "' + "\\" * size,
    "brackets in a string": lambda size: '{"a": "' + '[]"' * (size // 3),
    "depth": lambda size: "[" * size,
    "objects in objects": lambda size: '{"a":' * (size // 5),
    "a key twice": lambda size: "{" + ",".join(f'"{key}":1' for key in [*range(size // 9), 7]) + "}",
}


def seconds(read, text):
    """The least processor time of three readings."""
    took = []
    for _ in range(3):
        begun = time.process_time()
        read(text)
        took.append(time.process_time() - begun)
    return min(took)


def refused(text):
    with pytest.raises(ParseError):
        strict.loads(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_costs_what_its_length_costs(name):
    for size in SIZES:
        honest = json.dumps(["Ann A"] * (size // 9))
        ratio = seconds(refused, HOSTILE[name](size)) / seconds(json.loads, honest)
        print(f"{name:22} {size:9,} characters: {ratio:5.1f} x json.loads of an honest text as long")
    assert ratio < TIMES
