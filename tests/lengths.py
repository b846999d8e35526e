"""How long the tests try, and which of the slow ones `make test` keeps.

Three lengths: `make test`, what everybody runs before a commit; `make test-long`, the rest of the same tests, as the
continuous integration runs them after it; `make torture` (DIX_TORTURE=1), those that have counts with large ones,
and with DIX_TORTURE=0.1 a tenth of these: what works, and what the whole would take. It tries what docs/reliability.md
promises; with DIX_TORTURE_OF=all, once a week, also what is COMPUTED. A test with many cases alike is marked
`spread(n)`: one of each n in `make test`, the others in `make test-long`.
"""

import math
import os
from collections.abc import Sequence

SHARE = float(os.environ.get("DIX_TORTURE") or 0)
TORTURE = SHARE > 0
# Rules, draws, rankings, plans and lists, held against engines of their own, and great evenings in a browser: as long as
# all that is broken on purpose, and the same on every engine and machine.
COMPUTED = (
    "rules",
    "scoring/clock",
    "scoring/phases",
    "scoring/planner",
    "scoring/ranking",
    "test_evening.py",
    "test_evenings.py",
    "tournament/registration",
    "tournament/tirages",
)
WITH_COMPUTED = os.environ.get("DIX_TORTURE_OF") == "all"
POSTGRESQL = bool(os.environ.get("DATABASE_URL"))
TIER = os.environ.get("DIX_TEST_TIER", "")  # "short", "long", or "" for both: pytest by itself

_PROMISED = os.environ.get("DIX_REQUIRE", "").split(",")
_CLIENTS = "tests/deploy/test_api_clients.py"

# A browser and a real process cost a hundred times what a page costs: these show each kind once, the others are in
# `make test-long`. Each is among the cheapest of its kind; the name without brackets is all its cases.
SAMPLES = frozenset(
    {
        f"{_CLIENTS}::test_a_python_client_of_the_schema_plays_an_evening",
        "tests/deploy/test_api_page.py::test_the_page_is_for_who_has_an_account",
        "tests/deploy/test_axe.py::test_the_doors_of_the_program",
        "tests/deploy/test_hosted.py::test_the_units_start_what_there_is",
        "tests/deploy/test_hosted.py::test_the_containers_wait_for_what_they_need_and_say_how_they_are",
        "tests/deploy/test_package.py::test_all_lies_under_one_name_and_nothing_else_comes_along",
        "tests/deploy/test_processes.py::test_a_body_too_large_is_answered_413_before_any_view",
        "tests/deploy/test_processes.py::test_a_busy_port_is_said",
        "tests/deploy/test_processes.py::test_a_stranger_host_is_refused_in_a_sentence",
        "tests/deploy/test_redis.py::test_jobs_that_nobody_rang_are_found",
        "tests/deploy/test_reliability_laptop.py::test_row_23_a_second_program_on_the_same_file_is_refused_while_scores_go_on",
        "tests/scoring/phones/test_phones_donnes_browser.py::test_donnes_noted_without_wifi_leave_when_it_is_back",
        "tests/scoring/public/test_standings_live.py::test_row_5_without_workers_the_display_follows_slowly_and_says_so[-360]",
        "tests/scoring/public/test_walls_browser.py::test_the_pages_of_a_wall_are_turned_by_hand_both_ways",
        "tests/scoring/public/test_words_browser.py::"
        "test_a_telephone_knows_its_team_and_goes_from_its_table_to_its_score_in_one_tap",
        "tests/scoring/sheets/test_desk_browser.py::test_what_both_telephones_said_takes_one_key",
        "tests/scoring/sheets/test_early_keys_browser.py::test_a_donne_whole_before_the_script_is_marked_when_it_comes",
        "tests/scoring/sheets/test_entry_browser.py::test_names_control_refusal_and_override",
        "tests/scoring/sheets/test_paper_browser.py::test_two_sheets_to_a_page_and_one_table_alone",
        "tests/tournament/registration/test_door_browser.py::test_players_who_enter_alone_without_the_mouse",
    }
    # Where npm is promised, as in .ci/run: eight seconds of processor, the fetching of its packages included.
    | ({f"{_CLIENTS}::test_a_typescript_client_of_the_schema_plays_an_evening"} if "npm" in _PROMISED else set())
    | (
        {
            "tests/test_browsers.py::test_no_script_uses_what_a_browser_of_the_baseline_lacks",
            "tests/test_oldest.py::test_a_telephone_proposes_its_score",
        }
        if "npm" in _PROMISED
        else set()
    )
)


def tries(quick: int, long: int, *, short: int | None = None, hosted: int | None = None) -> int:
    """Return how often to try something: *long* in `make torture`, else *quick*; in `make test` *short*, if given.

    *hosted*: in `make torture` on PostgreSQL, where each statement travels and the same try takes four times as long.
    """
    if TIER == "short" and short is not None:
        return short
    return max(quick, math.ceil((hosted if POSTGRESQL and hosted is not None else long) * SHARE))


def some(things: Sequence, *, turn: int, quick: int, short: int | None = None) -> list:
    """Return *quick* of *things*, the next ones for the next *turn*; `make test` *short*, if given.

    `make torture` gives all, and on PostgreSQL a quarter, in turn too.
    """
    quick = min(tries(quick, len(things), short=short, hosted=len(things) // 4), len(things))
    return [things[(turn * quick + place) % len(things)] for place in range(quick)]
