"""libpcsclite by ctypes: the few calls of PC/SC that a reader of cards needs.

Its numbers are those of winscard.h and pcsclite.h; what goes wrong is an `OSError` with a number of the system, so that
a PC/SC reader fails as a serial port does.
"""

from __future__ import annotations

import ctypes
import errno
import typing
from collections.abc import Sequence
from functools import cache

LIBRARY = "libpcsclite.so.1"
UNAWARE = 0x0000
CHANGED, UNKNOWN, UNAVAILABLE, PRESENT, MUTE = 0x0002, 0x0004, 0x0008, 0x0020, 0x0200
"""Bits of a reader's state; the upper 16 count the cards that came and went."""
NEVER_MS = 0xFFFFFFFF  # INFINITE: a wait that ends with a change only
CANCELLED, TIMEOUT, NO_SERVICE, NO_READERS = 0x80100002, 0x8010000A, 0x8010001D, 0x8010002E
CARD_WENT = frozenset({0x8010000C, 0x80100066, 0x80100067, 0x80100068, 0x80100069, 0x8010000F, 0x80100016, 0x8010002F})
"""No card, or one that is silent, without power, was reset, removed, or speaks no protocol: it is looked at again."""
_ERRNO = {
    CANCELLED: errno.ECANCELED,
    TIMEOUT: errno.ETIMEDOUT,
    0x80100009: errno.ENODEV,  # unknown reader
    0x80100017: errno.ENODEV,  # reader unavailable
    NO_READERS: errno.ENODEV,
    0x8010000B: errno.EBUSY,  # sharing violation
    0x8010006A: errno.EACCES,  # security violation
    NO_SERVICE: errno.ECONNREFUSED,
    0x8010001E: errno.ECONNREFUSED,  # service stopped
    0x80100013: errno.ECONNREFUSED,  # internal communications error
}
_SYSTEM, _SHARED, _ANY_PROTOCOL, _LEAVE = 2, 2, 3, 0
_ATR = 33  # MAX_ATR_SIZE of pcsclite.h
_LONG, _DWORD = ctypes.c_long, ctypes.c_ulong
MOST_ANSWER = 258  # 256 bytes and the two of the status (ISO 7816-4)


class ScardReaderState(ctypes.Structure):
    """SCARD_READERSTATE."""

    _fields_ = (
        ("reader", ctypes.c_char_p),
        ("user", ctypes.c_void_p),
        ("current", _DWORD),
        ("event", _DWORD),
        ("atr_size", _DWORD),
        ("atr", ctypes.c_ubyte * _ATR),
    )


class IoRequest(ctypes.Structure):
    """SCARD_IO_REQUEST."""

    _fields_ = (("protocol", _DWORD), ("size", _DWORD))


class PcscError(OSError):
    """What PC/SC says. `code`: its number; `errno`: what that is for a port."""

    def __init__(self, code: int) -> None:
        self.code = code & 0xFFFFFFFF
        super().__init__(_ERRNO.get(self.code, errno.EIO), f"PC/SC says {self.code:08X}")


@cache
def functions() -> typing.Any:
    """The library of this machine.

    :raises OSError: with ENOPKG if it is not installed.
    """
    try:
        loaded = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise OSError(errno.ENOPKG, str(error)) from error
    for name in ("EstablishContext", "ReleaseContext", "ListReaders", "GetStatusChange", "Cancel"):
        getattr(loaded, f"SCard{name}").restype = _LONG
    for name in ("Connect", "Disconnect", "Transmit"):
        getattr(loaded, f"SCard{name}").restype = _LONG
    return loaded


class Context:
    """A conversation with pcscd. One thread at a time, but for `cancel`.

    :raises OSError: with ENOPKG without the library, ECONNREFUSED without pcscd, EACCES if it does not let us in.
    """

    def __init__(self, calls: typing.Any = None) -> None:
        """
        :param calls: has the functions of the library.
        """
        self._calls = functions() if calls is None else calls
        self._context = _LONG()
        _checked(self._calls.SCardEstablishContext(_DWORD(_SYSTEM), None, None, ctypes.byref(self._context)))

    def close(self) -> None:
        self._calls.SCardReleaseContext(self._context)

    def cancel(self) -> None:
        """End a `changed` of another thread."""
        self._calls.SCardCancel(self._context)

    def readers(self) -> list[str]:
        """Their names.

        :raises OSError: if pcscd is gone.
        """
        size = _DWORD()
        try:
            _checked(self._calls.SCardListReaders(self._context, None, None, ctypes.byref(size)))
            names = ctypes.create_string_buffer(size.value)
            _checked(self._calls.SCardListReaders(self._context, None, names, ctypes.byref(size)))
        except PcscError as error:
            if error.code == NO_READERS:
                return []
            raise
        return [name.decode("utf-8", "replace") for name in names.raw[: size.value].split(b"\0") if name]

    def changed(self, states: Sequence[tuple[str, int]], wait_ms: int) -> list[int]:
        """Sleep until one of these readers is in another state than that; the new states.

        :raises OSError: with ETIMEDOUT after so long, ECANCELED by `cancel`; if pcscd is gone.
        """
        array = (ScardReaderState * len(states))()
        for one, (name, current) in zip(array, states, strict=True):
            one.reader, one.current = name.encode("utf-8"), current
        _checked(self._calls.SCardGetStatusChange(self._context, _DWORD(wait_ms), array, _DWORD(len(states))))
        return [int(one.event) for one in array]

    def ask(self, reader: str, command: bytes) -> bytes:
        """What the card on a reader answers to one command; other programs may use it, too.

        :raises OSError: if there is none, another program has it for itself, or pcscd is gone.
        """
        card, spoken = _LONG(), _DWORD()
        name = ctypes.c_char_p(reader.encode("utf-8"))
        _checked(
            self._calls.SCardConnect(
                self._context, name, _DWORD(_SHARED), _DWORD(_ANY_PROTOCOL), ctypes.byref(card), ctypes.byref(spoken)
            )
        )
        try:
            header = IoRequest(spoken.value, ctypes.sizeof(IoRequest))
            answer, size = (ctypes.c_ubyte * MOST_ANSWER)(), _DWORD(MOST_ANSWER)
            words = (ctypes.c_ubyte * len(command))(*command)
            _checked(
                self._calls.SCardTransmit(
                    card, ctypes.byref(header), words, _DWORD(len(command)), None, answer, ctypes.byref(size)
                )
            )
            return bytes(answer[: size.value])
        finally:
            self._calls.SCardDisconnect(card, _DWORD(_LEAVE))


def _checked(code: int) -> None:
    if code:
        raise PcscError(code)
