"""Frames of the readers that must be asked, made by hand after their manuals: lengths, statuses, what may follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readers import new_decoder
from drivers.readers.m6e_nano import answer_frame, crc
from drivers.readers.pn532_frames import frame as pn532_frame
from drivers.readers.r200 import frame as r200_frame
from drivers.simulated.encoders import EXAMPLES, encode


def uids(name: str, *chunks: bytes) -> list[str]:
    fresh = new_decoder(name)
    return [read.uid for chunk in chunks for read in fresh.feed(chunk)]


def r200(kind: int, command: int, parameters: str) -> bytes:
    return r200_frame(kind, command, bytes.fromhex(parameters))


def pn532(payload: str) -> bytes:
    return pn532_frame(bytes.fromhex(payload))


@pytest.mark.parametrize(
    ("payload", "expect"),
    [
        ("D5 4B 00", []),
        ("D5 4B 01 01 00 04 08 04 B0 86 4D 25", ["B0864D25"]),
        ("D5 4B 01 01 00 84 00 0A 01 02 03 04 05 06 07 08 09 0A", ["0102030405060708090A"]),
        # SEL_RES says ISO 14443-4: an ATS follows, or it could not be had
        ("D5 4B 01 01 03 44 20 07 04 73 68 A2 C7 22 80 06 75 77 81 02 80", ["047368A2C72280"]),
        ("D5 4B 01 01 03 44 20 07 04 73 68 A2 C7 22 80 01", ["047368A2C72280"]),
        ("D5 4B 01 01 03 44 20 07 04 73 68 A2 C7 22 80", ["047368A2C72280"]),
        ("D5 4B 01 01 03 44 28 04 B0 86 4D 25 05 78 33 94 02", ["B0864D25"]),
        ("D5 4B 01 01 03 44 20 07 04 73 68 A2 C7 22 80 06 75 77 81 02", []),
        ("D5 4B 01 01 03 44 20 07 04 73 68 A2 C7 22 80 06 75 77 81 02 80 90", []),
        ("D5 4B 01 01 03 44 20 07 04 73 68 A2 C7 22 80 00", []),
        # it does not say so: nothing may follow
        ("D5 4B 01 01 00 04 08 04 B0 86 4D 25 06 75 77 81 02 80", []),
        # two targets, either with an ATS
        ("D5 4B 02 01 03 44 20 04 B0 86 4D 25 02 75 77 02 00 04 08 04 24 D3 4F 59", []),
        ("D5 4B 02 01 03 44 20 04 B0 86 4D 25 03 75 77 02 00 04 08 04 24 D3 4F 59", ["B0864D25", "24D34F59"]),
        ("D5 4B 02 01 03 44 20 04 B0 86 4D 25 02 00 04 08 04 24 D3 4F 59", ["B0864D25", "24D34F59"]),
        ("D5 4B 02 01 00 04 08 04 B0 86 4D 25 02 03 44 20 07 04 73 68 A2 C7 22 80 06 75 77 81 02 80",
         ["B0864D25", "047368A2C72280"]),
        ("D5 4B 02 01 00 04 08 04 B0 86 4D 25 01 00 04 08 04 24 D3 4F 59", []),
        ("D5 4B 02 01 00 04 08 04 B0 86 4D 25", []),
        ("D5 4B 01 01 00 04 08 05 B0 86 4D 25 00", []),
        ("D5 4B 01 01 00 04 08 00", []),
        ("D5 4B 01 02 00 04 08 04 B0 86 4D 25", []),
        ("D5 4B 03 01 00 04 08 04 B0 86 4D 25", []),
        ("D5 4B", []), ("D5", []), ("7F", []), ("D5 15", []), ("D5 33", []),
        ("D4 4B 01 01 00 04 08 04 B0 86 4D 25", []),
        ("D4 4A 01 00", []),
        # InAutoPoll: MIFARE, type A with an ATS, FeliCa
        ("D5 61 01 10 09 01 00 04 08 04 B0 86 4D 25", ["B0864D25"]),
        ("D5 61 02 10 09 01 00 04 08 04 B0 86 4D 25 20 0E 02 03 44 20 04 24 D3 4F 59 05 78 33 94 02",
         ["B0864D25", "24D34F59"]),
        ("D5 61 01 11 05 01 01 02 03 04", []),
        ("D5 61 00", []),
        ("D5 61 01 10 09 01 00 04 08 04 B0 86 4D", []),
        ("D5 61 01 10 09 01 00 04 08 04 B0 86 4D 25 00", []),
    ],
)  # fmt: skip
def test_pn532_answers(payload: str, expect: list[str]) -> None:
    assert uids("pn532_hsu", pn532(payload), pn532("D5 4B 01 01 00 04 08 04 24 D3 4F 59")) == [*expect, "24D34F59"]


def test_pn532_extended_frames() -> None:
    card = "01 03 44 20 04 B0 86 4D 25 FE" + "75" * 253
    other = "02 03 44 20 04 24 D3 4F 59"
    payload = bytes.fromhex("D5 4B 02" + card + other)
    long = bytes([0, 0, 0xFF, 0xFF, 0xFF, *len(payload).to_bytes(2), -sum(len(payload).to_bytes(2)) & 0xFF])
    long += payload + bytes([-sum(payload) & 0xFF, 0])
    assert uids("pn532_hsu", long) == []  # 275 bytes: more than the chip can send
    short = bytes.fromhex("D5 4B 01 01 00 04 08 04 B0 86 4D 25")
    good = bytes([0, 0, 0xFF, 0xFF, 0xFF, 0, len(short), -len(short) & 0xFF]) + short + bytes([-sum(short) & 0xFF, 0])
    assert uids("pn532_hsu", good, good) == ["B0864D25"] * 2
    assert uids("pn532_hsu", good[:7] + b"\x00" + good[8:], good) == ["B0864D25"]


@pytest.mark.parametrize(
    ("frame", "expect"),
    [
        (r200(2, 0x22, "C9 10 00 59 6F 59 6F F3 13"), ["596F596F"]),
        (r200(2, 0x22, "C9 34 00 59 6F 59 6F F3 13"), []),  # PC speaks of 6 words
        (r200(2, 0x22, "C9 00 00 F3 13"), []),
        (r200(2, 0x22, "C9 00 00 F3"), []),
        (r200(1, 0x22, "C9 10 00 59 6F 59 6F F3 13"), []),  # no notice
        (r200(2, 0x27, "C9 10 00 59 6F 59 6F F3 13"), []),
        (r200(2, 0x22, "C9 10 00 59 6F 59 6F F3 13")[:-1] + b"\x7f", []),
        (r200(2, 0x22, "C9 10 00 59 6F 59 6F F3 13 01 02"), []),
        # of a module with four antennas, which names the one behind the CRC
        (bytes.fromhex("BB 02 22 00 12 CD 34 00 E2 00 47 15 51 A0 64 26 5C B7 01 0B B3 7D 01 40 7E"),
         ["E200471551A064265CB7010B"]),
        (r200(2, 0x22, "C9 F8 00" + "7E" * 62 + "F3 13 01"), ["7E" * 62]),
        (r200(3, 0x22, "C9 10 00 59 6F 59 6F F3 13"), []),
        (r200(1, 0x03, "00 4D 31 30 30 20 32 36 64 42 6D 20 56 31 2E 30"), []),
    ],
)  # fmt: skip
def test_r200_frames(frame: bytes, expect: list[str]) -> None:
    after = encode("r200", EXAMPLES["r200"][0])
    assert uids("r200", frame, after) == [*expect, EXAMPLES["r200"][0]]


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("r200", "BB 02 22 00 40"),
        ("r200", "BB 02 22 00 43 C9 34 00"),
        ("m6e_nano", "FF 28"),
        ("m6e_nano", "FF 7F"),
        ("pn532_hsu", "00 00 FF 40 C0"),
        ("pn532_hsu", "00 00 FF FF FF 01 00 FF"),
    ],
)
def test_a_cut_frame_does_not_keep_the_next_one_waiting(name: str, cut: str) -> None:
    """It promises more bytes than come, but what comes cannot be its own."""
    uid = EXAMPLES[name][0]
    assert uids(name, bytes.fromhex(cut) + encode(name, uid)) == [uid]


@given(st.binary(min_size=2, max_size=130))
def test_the_crc_of_an_m6e_is_that_of_its_half_byte_table(data: bytes) -> None:
    value = 0xFFFF
    for nibble in data.hex():
        value = (value << 4 & 0xFFFF | int(nibble, 16)) ^ (value >> 12) * 0x1021
    assert crc(data) == value


def m6e(data: str, opcode: int = 0x22, status: int = 0) -> bytes:
    return answer_frame(opcode, bytes.fromhex(data), status)


SEEN = "10 00 1B 01 FF 01 01 C4 11 0E 16 40 00 00 01 27 00 00 05"


@pytest.mark.parametrize(
    ("frame", "expect"),
    [
        # of SparkFun's logs: an EPC of 4 bytes
        ("FF 20 22 00 00 10 00 1B 01 FF 01 01 C7 11 0E 08 30 00 00 00 0F 00 00 05 00 00 0F 00 40 10 00 59 6F 59 6F"
         "F3 13 89 90", ["596F596F"]),
        (m6e(SEEN + "00 00 0F 00 40 10 00 59 6F 59 6F F3 13").hex(), ["596F596F"]),
        # with a part of the tag's memory: 20 bits are 3 bytes
        (m6e(SEEN + "00 14 AA BB CC 0F 00 40 10 00 59 6F 59 6F F3 13").hex(), ["596F596F"]),
        # with fewer fields: count and RSSI only
        (m6e("10 00 1B 00 03 01 01 C4 00 40 10 00 59 6F 59 6F F3 13").hex(), ["596F596F"]),
        (m6e(SEEN + "00 00 0F 00 40 30 00 59 6F 59 6F F3 13").hex(), []),  # PC speaks of 6 words
        (m6e(SEEN + "00 00 0F 00 80 10 00 59 6F 59 6F F3 13").hex(), []),  # the bits of 12 bytes
        (m6e(SEEN + "00 00 0F 00 20 00 00 F3 13").hex(), []),
        (m6e(SEEN + "00 00 0F").hex(), []),
        (m6e("10 00").hex(), []),
        (m6e("").hex(), []),
        (m6e("", status=0x0400).hex(), []),
        (m6e(SEEN + "00 00 0F 00 40 10 00 59 6F 59 6F F3 13", status=0x0504).hex(), []),
        (m6e(SEEN + "00 00 0F 00 40 10 00 59 6F 59 6F F3 13", opcode=0x29).hex(), []),
        # answers to the set-up
        ("FF 04 2F 00 00 01 22 00 00 6D C3", []),
        ("FF 14 03 00 00 14 12 08 00 30 00 00 02 20 15 03 10 01 03 01 47 00 00 00 10 EB FF", []),
        ("FF FF FF FF", []),
    ],
)  # fmt: skip
def test_m6e_frames(frame: str, expect: list[str]) -> None:
    after = encode("m6e_nano", EXAMPLES["m6e_nano"][0])
    assert uids("m6e_nano", bytes.fromhex(frame), after) == [*expect, EXAMPLES["m6e_nano"][0]]
