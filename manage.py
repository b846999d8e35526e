"""The one entry of the program, in a checkout and installed (``dix-de-der``): its own acts, then Django's commands."""

import importlib
import os
import sys
from pathlib import Path

# Commands that begin before Django is set up, or without it; all others are Django's.
ACTS = {
    "serve": "deploy.laptop.serve",
    "worker": "deploy.laptop.worker",
    "pages": "deploy.hosting.pages",
    "jobs": "deploy.hosting.jobs",
    "version": "deploy.version",
    "--version": "deploy.version",
    "read-list": "tournament.registration.imports.child",
    "read-photo": "scoring.sheets.photo_child",
}
# Children that open one file and write no sentence: to look at the languages takes longer than to open a small file.
WITHOUT_WORDS = ("read-list", "read-photo")
# Django's own help knows its commands alone.
USE = """dix-de-der serve             open the program on this computer (--browser: and its first page)
dix-de-der backup FOLDER     copy everything into one file
dix-de-der restore FILE      put such a copy back
dix-de-der check             check the settings and every journal
dix-de-der check FILE        check the file of a concours
dix-de-der password          give an account another password
dix-de-der version           say which version this is
dix-de-der pages, jobs       hosted: the pages, the jobs
dix-de-der worker, read-list, read-photo    are started by the others
"""


REFUSED = 3  # the exit status of what was not begun, the reason printed


def complete_languages() -> None:
    """Compile the catalogues of a checkout that changed: otherwise its pages would be half English, without an error."""
    from deploy.web.languages import stale_catalogues

    if stale_catalogues():
        from deploy.catalogue import compile_catalogues

        compile_catalogues()


def main() -> int | None:
    """Run the act that the first argument names; return its exit status."""
    folder = Path(__file__).resolve().parent
    # Installed, the packages stand together in a folder that Python does not search; in a starter, all others beside it.
    for place in (folder.parent, folder) if folder.name == "dix_de_der" else (folder,):
        if str(place) not in sys.path:
            sys.path.insert(0, str(place))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    act = sys.argv[1] if len(sys.argv) > 1 else ""
    if act not in WITHOUT_WORDS:
        complete_languages()
    try:
        if act in ACTS:
            del sys.argv[1]
            return importlib.import_module(ACTS[act]).main()
        return run_command(act)
    except OSError:
        from django.conf import settings

        if settings.configured:
            raise
        # The settings make the data folder.
        from deploy.laptop.data_folder import UNWRITABLE

        print(UNWRITABLE, file=sys.stderr)
        return REFUSED


def run_command(act: str) -> int | None:
    """Run a command of Django, or one of ours that is like it; where the data cannot be read, state why."""
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    if act in ("", "help", "--help", "-h") and len(sys.argv) < 3:
        print(USE)
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError:
        from deploy.database.checks import unready_words

        words = unready_words()
        if not words:
            raise
        print(words, file=sys.stderr)
        return REFUSED
    return None


if __name__ == "__main__":
    sys.exit(main())
