"""Start a program for which no graphics card of this machine answers, as if there were none.

    python -m tests.process.no_cards PROGRAM WORD ...

Anybody may do so: a filter of its own system calls (seccomp) refuses every request to a card. Its numbers are those of
the machine's architecture.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

_IOCTL = {"x86_64": 16, "aarch64": 29, "riscv64": 29, "armv7l": 54, "i686": 54}
_CARDS = ord("d") << 8
"""In the second byte of a request that is meant for a graphics card (drm.h)."""
_LOAD, _AND, _EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF_0000, 0x0005_0000
_CALL, _REQUEST = 0, 24
"""Where `seccomp_data` has the number of the call, and the lower half of its second word."""
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def refuse_cards() -> None:
    """From now on, for this process and what it starts.

    :raises OSError: if the system has no such filter.
    """
    steps = [
        (_LOAD, 0, 0, _CALL),
        (_EQUAL, 0, 4, _IOCTL[platform.machine()]),
        (_LOAD, 0, 0, _REQUEST),
        (_AND, 0, 0, 0xFF00),
        (_EQUAL, 0, 1, _CARDS),
        (_RETURN, 0, 0, _REFUSE | errno.ENODEV),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = _Program(len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    for words in ((_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)):
        if libc.prctl(*words) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    refuse_cards()
    os.execvp(sys.argv[1], sys.argv[1:])
