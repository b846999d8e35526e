"""Acts let go at the same moment, for tests of what happens when two people do something at once."""

import threading
from collections.abc import Callable

from django.db import Error, connection

from tournament.errors import TournamentError
from tournament.models import Table
from tournament.services.draws import AlreadyDrawn


def at_once(*acts: Callable[[], object]) -> list:
    """Run *acts* each in a thread of its own, let go at the same moment; what each gave or raised, in order.

    A row that another act took away meanwhile is an answer too; anything else that is raised fails the test.
    """
    gate = threading.Barrier(len(acts))
    given: list = [AssertionError("it did not end")] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            gate.wait(10)
            given[place] = act()
        except (TournamentError, AlreadyDrawn, Table.DoesNotExist, Error) as error:
            given[place] = error
        except BaseException as error:
            given[place] = AssertionError(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    broken = [one for one in given if isinstance(one, AssertionError)]
    assert not broken, broken
    return given


def refusals(given: list) -> list[str]:
    """The codes of the acts that were refused."""
    return [one.code for one in given if isinstance(one, TournamentError)]
