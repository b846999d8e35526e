"""Files that outlive a power cut or a stick that is pulled out: synced, then their folder too, before anything is said."""

import contextlib
import errno
import os
import sqlite3
import time
from pathlib import Path

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}
_CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EBADF}
# Windows' errors of a drive that is empty, pulled out or failing: Python takes them all for a missing right.
_NOT_READY = range(20, 32)
# A virus scanner of Windows, or OneDrive, opens a file that was just written: until it is done, nothing may be renamed.
HELD_SECONDS = 4.0 if os.name == "nt" else 0.0


def refusal_of(error: BaseException) -> str:
    """Return why a disk or stick took nothing: "full", "read_only", or "gone" where it does not answer.

    *error* is of the system or of SQLite, which Django may have wrapped: their own words are English, and stay in the log.
    """
    cause = error.__cause__ if isinstance(error.__cause__, sqlite3.Error) else error
    name, number = getattr(cause, "sqlite_errorname", ""), getattr(cause, "errno", None)
    if getattr(cause, "winerror", None) in _NOT_READY:
        return "gone"
    if name == "SQLITE_FULL" or number in _FULL:
        return "full"
    return "read_only" if name.startswith("SQLITE_READONLY") or number in _READ_ONLY else "gone"


def sync(path: Path) -> None:
    """Wait until the content of the file *path* is on its disk, where the disk can be asked. Raises OSError."""
    # Windows syncs only what is open for writing.
    _sync(os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0)))


def sync_folder(folder: Path) -> None:
    """Wait until the names in *folder* are on its disk; Windows and some network shares cannot, and do it themselves."""
    if os.name == "nt":
        return
    _sync(os.open(folder, os.O_RDONLY))


def _sync(descriptor: int) -> None:
    """Wait for what is open as *descriptor*, and close it."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    finally:
        os.close(descriptor)


def sync_tree(folder: Path) -> None:
    """Wait until *folder* with all that it holds is on its disk. Raises OSError."""
    for path in folder.rglob("*"):
        (sync_folder if path.is_dir() else sync)(path)
    sync_folder(folder)


def keep_to_owner(path: Path) -> None:
    """Restrict *path* to this account, where the disk knows accounts: a stick may not."""
    with contextlib.suppress(OSError):
        path.chmod(0o600)


def move(path: Path, target: Path) -> None:
    """Rename *path* to *target*, in its place; wait a moment while another program has one of them open. Raises OSError."""
    end = time.monotonic() + HELD_SECONDS
    while True:
        try:
            path.replace(target)
            return
        except PermissionError:
            if time.monotonic() >= end:
                raise
        time.sleep(0.05)


def put(aside: Path, target: Path) -> None:
    """Rename the whole file *aside* to *target*, both on the disk when this returns. Raises OSError."""
    sync(aside)
    move(aside, target)
    sync_folder(target.parent)
