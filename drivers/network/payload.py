"""What a reader says over MQTT: one message of Tasmota, ESPHome or a program of one's own. Pure, never an exception.

    tasmota   {"Time": "2026-11-26T21:00:00", "RDM6300": {"UID": "0079C2B3"}}, likewise PN532, RC522
              {"Wiegand": {"UID": 7979699, "Size": 26}}, "UID": "79C2B3h" with SetOption123; Size 4 and 8: a keypad
    esphome   7979699   -120   74-10-37-94   0x0079C2B3   {"uid": 7979699}
    plain     {"uid": "61008EB2F9", "present": true}   {"present": false}   61008EB2F9   142,45817

A number is decimal, digits in quotes are hex or decimal. ESPHome's bare digits are decimal, but eight of them may be
`uint32_to_string` (rdm6300), which writes hex.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.engine.uid import from_decimal
from drivers.spelling import LONGEST_UID, uid_of

Format = Literal["tasmota", "esphome", "plain"]
LONGEST = 4096
"""Bytes of a message."""
_DIGITS = re.compile(r"[0-9]+")
_EIGHT = re.compile(r"[0-9]{8}")
_WIEGAND_HEX = re.compile(r"([0-9A-Fa-f]{1,9})[hH]")
_KEYPAD_BITS = (4, 8)
_SIGNED = re.compile(r"[+-]?[0-9]{1,14}")
_NAMES = ("uid", "tag", "tag_id", "id")


class PayloadFault(Enum):
    """Why a message contains no tag though it should."""

    EMPTY = auto()
    TOO_LONG = auto()
    NOT_UTF8 = auto()
    NOT_JSON = auto()
    NO_UID = auto()
    BAD_UID = auto()
    BAD_PRESENT = auto()
    OTHER_FORMAT = auto()


class Tap(Struct, frozen=True):
    """A tag. `present`: None if the reader does not say when it goes; False: it went ("": all of them did)."""

    uid: str
    present: bool | None = None


class ReaderMessage(Struct, frozen=True):
    """`time`: what the reader's own clock says, as it wrote it; "" if it says nothing."""

    taps: tuple[Tap, ...] = ()
    time: str = ""


class Wrong(Struct, frozen=True):
    """`like`: the format that it looks like."""

    fault: PayloadFault
    like: Format | None = None


def read_message(payload: bytes, format: Format) -> ReaderMessage | Wrong:
    """One message of a tag."""
    if len(payload) > LONGEST:
        return Wrong(PayloadFault.TOO_LONG)
    try:
        text = payload.decode("utf-8-sig").strip().strip("\0").strip()
    except UnicodeDecodeError:
        return Wrong(PayloadFault.NOT_UTF8)
    if not text:
        return Wrong(PayloadFault.EMPTY)
    told: Any = text
    if text[0] in '{["':
        try:
            told = typed.from_json(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return Wrong(PayloadFault.NOT_JSON)
    if format == "tasmota":
        return _tasmota(told)
    if isinstance(told, dict):
        return _named(told, format)
    return _taps(told, format)


def online(payload: bytes) -> bool | None:
    """What a will or a birth says: whether the reader is there; None for what says nothing of it."""
    try:
        text = payload[:64].decode("utf-8-sig").strip().strip('"').casefold()
    except UnicodeDecodeError:
        return None
    if text in {"online", "on", "1", "true"}:
        return True
    return False if text in {"offline", "off", "0", "false", ""} else None


def _tasmota(message: Any) -> ReaderMessage | Wrong:
    if not isinstance(message, dict):
        return (
            Wrong(PayloadFault.OTHER_FORMAT, "esphome")
            if isinstance(_uid(message, "esphome"), str)
            else Wrong(PayloadFault.NOT_JSON)
        )
    if _of_name(message, _NAMES[:2]) is not None:
        return Wrong(PayloadFault.OTHER_FORMAT, "plain")
    time = message.get("Time")
    taps: list[Tap] = []
    for sensor in message.values():
        written = _of_name(sensor, ("uid",)) if isinstance(sensor, dict) else None
        bits = _of_name(sensor, ("size",)) if written is not None else None
        if written is None or (bits is not None and bits[0] in _KEYPAD_BITS):
            continue
        uid = _uid(written[0], "tasmota") if bits is None else _wiegand(written[0])
        if isinstance(uid, PayloadFault):
            return Wrong(uid)
        taps.append(Tap(uid))
    return ReaderMessage(tuple(taps), time if isinstance(time, str) else "")


def _wiegand(written: Any) -> str | PayloadFault:
    """A number, or its hex digits without leading zeros."""
    found = _WIEGAND_HEX.fullmatch(written) if isinstance(written, str) else None
    if found is not None:
        return from_decimal(int(found[1], 16)) or PayloadFault.BAD_UID
    if isinstance(written, str) and _DIGITS.fullmatch(written) and len(written) <= LONGEST_UID:
        return from_decimal(int(written)) or PayloadFault.BAD_UID
    return _uid(written, "tasmota")


def _named(message: dict[str, Any], format: Format) -> ReaderMessage | Wrong:
    if any(isinstance(sensor, dict) and _of_name(sensor, ("uid",)) for sensor in message.values()):
        return Wrong(PayloadFault.OTHER_FORMAT, "tasmota")
    uid, present = _of_name(message, _NAMES), _of_name(message, ("present",))
    there = None if present is None else _there(present[0])
    if present is not None and there is None:
        return Wrong(PayloadFault.BAD_PRESENT)
    if uid is None or (there is False and uid[0] in (None, "")):
        if there is False:
            return ReaderMessage((Tap("", False),))
        return (
            Wrong(PayloadFault.OTHER_FORMAT, "tasmota")
            if isinstance(message.get("Time"), str)
            else Wrong(PayloadFault.NO_UID)
        )
    return _taps(uid[0], format, there)


def _taps(written: Any, format: Format, present: bool | None = None) -> ReaderMessage | Wrong:
    uid = _uid(written, format)
    return Wrong(uid) if isinstance(uid, PayloadFault) else ReaderMessage((Tap(uid, present),))


def _of_name(message: dict[str, Any], names: tuple[str, ...]) -> tuple[Any] | None:
    """The value of the first of these keys, however they are capitalised."""
    keys = {key.casefold(): value for key, value in message.items()}
    return next(((keys[name],) for name in names if name in keys), None)


def _there(value: Any) -> bool | None:
    return bool(value) if isinstance(value, bool | int) and value in (0, 1) else None


def _uid(written: Any, format: Format) -> str | PayloadFault:
    """The uid as it is enrolled, or with `#` where it may be hex or decimal."""
    if isinstance(written, bool):
        return PayloadFault.BAD_UID
    if isinstance(written, int):
        return from_decimal(written) or PayloadFault.BAD_UID
    if not isinstance(written, str) or len(written) > 3 * LONGEST_UID:
        return PayloadFault.BAD_UID
    text = written.strip()
    if format == "esphome" and _SIGNED.fullmatch(text) and not _EIGHT.fullmatch(text):
        return from_decimal(int(text)) or PayloadFault.BAD_UID
    if format == "esphome" and _EIGHT.fullmatch(text) and text.startswith("0"):
        return text if text.strip("0") else PayloadFault.BAD_UID  # a decimal number has no leading zero
    return uid_of(text, digits_may_be_hex=format != "tasmota") or PayloadFault.BAD_UID
