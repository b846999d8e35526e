"""The golden cases of finals: who is expected next, what is still to be played, who wins. Data that a referee can read.

A case is a formula and its parties. Of each stands first what was drawn (phase 0 is the one that all begin together),
the results ("3. 4-7 1204:740" is table 3) and what happened after it; then what the finals must say of it. "-" is nobody,
"?" a team to come, "1=2" are equals, "(4)" has left. The cases were written from evenings played through the program.
"""

import pytest

from tests.support.final_cases import evening_of_case, observed, read_cases

GIVEN = ("drawn", "results", "goes_on", "leave", "excluded", "come", "changed", "ranking", "pools", "annulled")


@pytest.mark.parametrize("case", read_cases())
def test_case(case):
    evening = evening_of_case(case)
    for number, partie in enumerate(case["partie"], 1):
        evening.play(partie)
        expected = {key: value for key, value in partie.items() if key not in GIVEN}
        assert observed(evening, partie) == expected, f"after partie {number}"
