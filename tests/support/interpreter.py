"""A Python with Django set up, for the data of a running program: each piece of code runs in a process forked from it.

To set Django up takes a second and a half of a processor, the modules that a code imports another, a fork some milliseconds.
"""

import ast
import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Interpreter:
    """Runs code in the environment *env*; begun with the first code, ended with `end` or with the tests."""

    def __init__(self, env: dict[str, str]) -> None:
        self._env = env
        self._process: subprocess.Popen | None = None

    def run(self, code: str, *, seconds: int) -> str:
        """Return what *code* prints; AssertionError with its errors where it fails or is not done within *seconds*."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                cwd=ROOT,
                env=self._env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        self._process.stdin.write(json.dumps([code, seconds]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "Django could not be set up: its error stands above"
        status, printed, errors = json.loads(answer)
        assert status == 0, errors or f"status {status}"
        return printed

    def end(self) -> None:
        """End it at once: it waits for the next code, and holds nothing that would be lost."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


scratch = partial(tempfile.TemporaryFile, "w+", encoding="utf-8")


def load(code: str) -> None:
    """Import the modules that *code* imports first, for those that come after it too; what cannot be is told by its own run."""
    for line in ast.parse(code).body:
        if not isinstance(line, ast.Import | ast.ImportFrom):
            return
        with contextlib.suppress(ImportError):
            exec(compile(ast.Module([line], []), "<the imports of the test>", "exec"), {})


def run_whole(code: str) -> int:
    """Run *code* and end as a process does, threads waited for and what is written flushed; return its status.

    Only the program is not taken apart: two thousand modules took longer than most codes.
    """
    status = 0
    try:
        exec(compile(code, "<the code of the test>", "exec"), {"__name__": "__main__"})
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def serve() -> None:
    """Answer each line of code with its status, what it printed and its errors, until there are no more."""
    for line in sys.stdin:
        code, seconds = json.loads(line)
        load(code)
        with scratch() as printed, scratch() as errors:
            child = os.fork()
            if child == 0:
                signal.alarm(seconds)
                with open(os.devnull) as nothing:
                    for file, place in ((nothing, 0), (printed, 1), (errors, 2)):
                        os.dup2(file.fileno(), place)
                os._exit(run_whole(code))
            _pid, status = os.waitpid(child, 0)
            told = [status]
            for file in (printed, errors):
                file.seek(0)
                told.append(file.read())
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    import django

    django.setup()
    serve()
