"""Start the program of an evening without one of its measured decisions: `serve_without.py NAME [OPTIONS of serve.py]`."""

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from deploy.laptop import serve


def group_commit() -> None:
    """Let each request have a transaction of its own."""
    from tournament.group_commit import GroupCommit

    def alone(self: GroupCommit, question: object, *, queue: object = None) -> object:
        (answer,) = self._many([question])
        if isinstance(answer, Exception):
            raise answer
        return answer

    GroupCommit.__call__ = alone


WITHOUT: dict[str, Callable[[], None]] = {"group_commit": group_commit}

if __name__ == "__main__":
    WITHOUT[sys.argv.pop(1)]()
    sys.exit(serve.main())
