"""The black window of Windows: neither a click in it nor the sleep of the computer may stop an evening.

A click selects text, and until a key is pressed every line that the program writes waits, and with it what wrote it. A
missing card in a reader opens a window of the system that waits for an answer.
"""

import atexit
import ctypes
from typing import Any

_NO_WINDOW_FOR_DISKS = 0x0001  # SEM_FAILCRITICALERRORS
_STAY_AWAKE = 0x80000001  # ES_CONTINUOUS | ES_SYSTEM_REQUIRED: the screen may go dark, the telephones are served
_INPUT = -10  # STD_INPUT_HANDLE
_SELECTS_BY_CLICK, _EXTENDED = 0x0040, 0x0080  # ENABLE_QUICK_EDIT_MODE, ENABLE_EXTENDED_FLAGS


def keep_going(kernel: Any) -> None:
    """Ask Windows, whose *kernel* is `ctypes.windll.kernel32`, for all of that; the window is put back at the end."""
    kernel.SetErrorMode(kernel.GetErrorMode() | _NO_WINDOW_FOR_DISKS)
    kernel.SetThreadExecutionState(ctypes.c_uint(_STAY_AWAKE))
    handle, mode = ctypes.c_void_p(kernel.GetStdHandle(_INPUT)), ctypes.c_uint()
    if kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        kernel.SetConsoleMode(handle, ctypes.c_uint(mode.value & ~_SELECTS_BY_CLICK | _EXTENDED))
        atexit.register(kernel.SetConsoleMode, handle, ctypes.c_uint(mode.value | _EXTENDED))
