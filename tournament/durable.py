"""Files that outlive a power cut or a stick that is pulled out: synced, then their folder too, before anything is said."""

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}
_CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EBADF}


def refusal_of(error: BaseException) -> str:
    """Return why a disk or stick took nothing: "full", "read_only", or "gone" where it does not answer.

    *error* is of the system or of SQLite, which Django may have wrapped: their own words are English, and stay in the log.
    """
    cause = error.__cause__ if isinstance(error.__cause__, sqlite3.Error) else error
    name, number = getattr(cause, "sqlite_errorname", ""), getattr(cause, "errno", None)
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


def put(aside: Path, target: Path) -> None:
    """Rename the whole file *aside* to *target*, both on the disk when this returns. Raises OSError."""
    sync(aside)
    aside.replace(target)
    sync_folder(target.parent)
