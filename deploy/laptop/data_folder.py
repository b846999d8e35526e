"""The folder of a laptop's data: apart from the program, so that a new version can replace its folder."""

import contextlib
import os
import shutil
from pathlib import Path

import platformdirs

from deploy.lock import Lock, LockHeldError
from tournament import durable

DATABASE = "dix.sqlite3"
PROGRAM = Path(__file__).resolve().parents[2]
FORMER = PROGRAM / ".data"  # inside the program's folder, where the first versions kept them
# Before the settings are read there is no catalogue to take the sentence from.
UNWRITABLE = (
    "Le dossier des données ne peut pas être écrit. Rien n’a été changé. Libérez de la place, ou rendez-le "
    "accessible, ou choisissez-en un autre avec DIX_DATA, puis relancez."
)
KEPT = PROGRAM / ".data-copied"


def own_folder() -> Path:
    """Return the folder that this system gives an account's programs for their data."""
    return Path(platformdirs.user_data_dir("dix-de-der", appauthor=False))


def data_folder() -> Path:
    """Return the folder that DIX_DATA names, else the account's own; while data stand in the former place alone, that."""
    if given := os.environ.get("DIX_DATA"):
        return Path(given).resolve()
    own = own_folder()
    is_former = (FORMER / DATABASE).exists() and not (own / DATABASE).exists()
    return FORMER if is_former else own


def leave_program_folder() -> Path | None:
    """Copy data that stand inside the program's folder to the account's own, once; return where the old copy is kept.

    Return None when there is nothing to copy, or a program is at work there. Raises OSError; then nothing has changed.
    """
    if data_folder() != FORMER or os.environ.get("DIX_DATA"):
        return None
    try:
        lock = Lock(FORMER / f"{DATABASE}.lock")
    except LockHeldError:
        return None  # the start says at which address it is open
    own = own_folder()
    aside = own.with_name(f"{own.name}.part")
    shutil.rmtree(aside, ignore_errors=True)
    shutil.copytree(FORMER, aside)
    durable.sync_tree(aside)
    if own.exists():
        durable.move(own, _unused(own.with_name(f"{own.name}-without-database")))
    durable.move(aside, own)
    # The former folder is renamed only once the copy is on the disk under its name.
    durable.sync_folder(own.parent)
    del lock
    return FORMER.rename(_unused(KEPT))


def keep_to_this_account(folder: Path) -> None:
    """Restrict to this account *folder*: names, scores and hashed passwords; what is written from now on, too."""
    os.umask(0o077)
    for path in (folder, folder / "backups", *folder.glob(f"{DATABASE}*"), *folder.glob("backups/*")):
        with contextlib.suppress(OSError):  # a stick knows no accounts
            path.chmod(0o700 if path.is_dir() else 0o600)


def _unused(path: Path) -> Path:
    number = 2
    candidate = path
    while candidate.exists():
        candidate = path.with_name(f"{path.name}-{number}")
        number += 1
    return candidate
