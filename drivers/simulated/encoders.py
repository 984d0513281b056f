"""A uid -> the bytes that a reader of that protocol sends for it; the reverse of `drivers.readers`."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Sequence

from companion.engine.evdev import EV_KEY, EV_SYN, KEY_ENTER, KEY_LEFTSHIFT, SYN_REPORT, InputEvent, pack_events
from drivers.readers import BOARD, KEYBOARD, UnknownProtocol, m6e_nano, pn532_frames, r200
from drivers.readers.antenna_board import board_line
from drivers.readers.keyboard import KEYPAD, SIGNS

_EM4100 = re.compile(r"[0-9A-Fa-f]{10}")
_TYPE_A = re.compile(r"(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20})")
_BYTES = re.compile(r"(?:[0-9A-Fa-f]{2}){4,32}")
_EPC = re.compile(r"(?:[0-9A-Fa-f]{4}){1,31}")
_ANIMAL = re.compile(r"[0-9]{15}")
_SENS_RES = {4: b"\x00\x04\x08", 7: b"\x00\x44\x00", 10: b"\x00\x84\x00"}  # with SEL_RES, of common cards


_EM = ("62E3086CED", "61008EB2F9")
_UHF = ("30751FEB705C5904E3D50D70", "E200001D7315016521408FC6")
EXAMPLES: dict[str, tuple[str, str]] = {
    "rdm6300": _EM,
    "id12la": _EM,
    "parallax28140": _EM,
    "text_line": _EM,
    "fdxb_wl134": ("900250000023921", "250269800001234"),
    "pn532_hsu": ("04A1B2C3D4E5F6", "B0864D25"),
    "r200": _UHF,
    "m6e_nano": _UHF,
    BOARD: ("04A1B2C3D4E5F6", "B0864D25"),
    KEYBOARD: _EM,
}
"""Two uids that each protocol can carry, the first of the usual length: for tests and benches."""


def blank(protocol: str, number: int) -> str:
    """Return the uid of a tag that is on no piece yet, 0 to 9999, as a reader of that protocol sees it."""
    return f"{EXAMPLES[protocol][0][:-4]}{number:04d}"


class NotEncodable(ValueError):
    """This protocol cannot carry this uid."""


def encode(protocol: str, uid: str) -> bytes:
    """One frame with `uid`.

    :raises UnknownProtocol: if there is no encoder of that name.
    :raises NotEncodable: if the protocol cannot carry the uid (rdm6300, id12la, parallax28140: 10 hex digits;
        pn532_hsu: 8, 14 or 20; r200, m6e_nano: whole words of 4; fdxb_wl134: 15 decimal digits).
    """
    try:
        encoder = _ENCODERS[protocol]
    except KeyError:
        raise UnknownProtocol(protocol) from None
    return encoder(uid)


def listed_tags(uids: Sequence[str]) -> bytes:
    """A PN532's answer to InListPassiveTarget with these cards, at most two.

    :raises NotEncodable: if a uid has not 4, 7 or 10 bytes.
    """
    targets = b""
    for number, uid in enumerate(uids, 1):
        raw = _hex(uid, _TYPE_A, "a type A uid has 8, 14 or 20 hex digits")
        targets += bytes([number]) + _SENS_RES[len(raw)] + bytes([len(raw)]) + raw
    return pn532_frames.frame(bytes([pn532_frames.CHIP, pn532_frames.LIST_REPLY, len(uids)]) + targets)


def _keyboard(uid: str) -> bytes:
    try:
        return pack_events(typed(uid))
    except KeyError as sign:
        raise NotEncodable(f"a keyboard cannot type {sign}") from None


_KEY_OF = {
    sign: (code, bool(n)) for code, pair in SIGNS.items() if code not in KEYPAD for n, sign in enumerate(pair)
} | {" ": (57, False)}


def typed(text: str, at_us: int = 0, gap_us: int = 8_000) -> list[InputEvent]:
    """The events of a reader that types a line and Enter, a key each `gap_us`.

    :raises KeyError: for a sign that it cannot type.
    """
    events: list[InputEvent] = []
    for code, shifted in [*(_KEY_OF[sign] for sign in text), (KEY_ENTER, False)]:
        shift = (KEY_LEFTSHIFT,) if shifted else ()
        for value, keys, at in ((1, (*shift, code), at_us), (0, (code, *shift), at_us + gap_us // 2)):
            events += [InputEvent(EV_KEY, key, value, at) for key in keys]
            events.append(InputEvent(EV_SYN, SYN_REPORT, 0, at))
        at_us += gap_us
    return events


def _rdm6300(uid: str) -> bytes:
    return b"\x02" + _em4100(uid) + b"\x03"


def _id12la(uid: str) -> bytes:
    return b"\x02" + _em4100(uid) + b"\r\n\x03"


def _parallax28140(uid: str) -> bytes:
    return b"\n" + _em4100(uid)[:10] + b"\r"


def _text_line(uid: str) -> bytes:
    if not uid or not uid.isprintable():
        raise NotEncodable(f"text_line cannot carry {uid!r}")
    return f"SCAN\tuid={uid}\tremovable=no\r\n".encode()


def _fdxb_wl134(uid: str) -> bytes:
    if not _ANIMAL.fullmatch(uid):
        raise NotEncodable(f"an animal tag has 15 digits, not {uid!r}")
    text = f"{int(uid[3:]):010X}"[::-1] + f"{int(uid[:3]):04X}"[::-1] + "01" + "0" * 10
    check = 0
    for byte in text.encode("ascii"):
        check ^= byte
    return b"\x02" + text.encode("ascii") + bytes([check, check ^ 0xFF, 0x03])


def _pn532_hsu(uid: str) -> bytes:
    return listed_tags([uid])


def _r200(uid: str) -> bytes:
    return r200.frame(r200.NOTICE, r200.INVENTORY, b"\xc9" + _stored(uid))


def _m6e_nano(uid: str) -> bytes:
    stored = _stored(uid)
    seen = bytes.fromhex("10 00 1B 01 FF 01 01 C4 11 0D F7 32 00 00 01 27 00 00 05 00 00 0F")
    return m6e_nano.answer_frame(m6e_nano.TAG_READ, seen + (8 * len(stored)).to_bytes(2) + stored)


def _stored(uid: str) -> bytes:
    """PC, EPC and CRC, as a UHF tag has them in its memory."""
    epc = _hex(uid, _EPC, "an EPC has whole words of 4 hex digits, at most 31")
    told = bytes([len(epc) // 2 << 3, 0]) + epc
    return told + (binascii.crc_hqx(told, 0xFFFF) ^ 0xFFFF).to_bytes(2)


def _hex(uid: str, form: re.Pattern[str], rule: str) -> bytes:
    if not form.fullmatch(uid):
        raise NotEncodable(f"{rule}, not {uid!r}")
    return bytes.fromhex(uid)


def _antenna_board(uid: str) -> bytes:
    return board_line(f"+1,{_hex(uid, _BYTES, 'a uid has whole bytes in hex, 4 to 32').hex().upper()}")


def _em4100(uid: str) -> bytes:
    check = 0
    for byte in _hex(uid, _EM4100, "an EM4100 uid has 10 hex digits"):
        check ^= byte
    return f"{uid.upper()}{check:02X}".encode("ascii")


_ENCODERS: dict[str, Callable[[str], bytes]] = {
    "rdm6300": _rdm6300,
    "id12la": _id12la,
    "parallax28140": _parallax28140,
    "text_line": _text_line,
    "fdxb_wl134": _fdxb_wl134,
    "pn532_hsu": _pn532_hsu,
    "r200": _r200,
    "m6e_nano": _m6e_nano,
    BOARD: _antenna_board,
    KEYBOARD: _keyboard,
}
