"""What readers say over MQTT: real payloads of each firmware, their neighbours, and everything that is none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.printed_number import meant
from drivers.network.payload import LONGEST, Format, PayloadFault, ReaderMessage, Tap, Wrong, online, read_message

DISC = "4A0079C2B3"


def uid(payload: bytes | str, format: Format) -> str | PayloadFault:
    found = read_message(payload.encode() if isinstance(payload, str) else payload, format)
    if isinstance(found, Wrong):
        return found.fault
    return ",".join(tap.uid for tap in found.taps)


@pytest.mark.parametrize(
    ("format", "payload", "expected"),
    [
        ("tasmota", '{"Time":"2026-11-26T21:00:00","RDM6300":{"UID":"0079C2B3"}}', "0079C2B3"),
        ("tasmota", '{"Time":"2026-11-26T21:00:00","RDM6300":{"UID":"12345678"}}', "12345678"),
        ("tasmota", '{"Time":"2026-11-26T21:00:00","PN532":{"UID":"04A1B2C3","DATA":""}}', "04A1B2C3"),
        ("tasmota", '{"Time":"x","PN532":{"UID":"04A1B2C3D4E5F6","Data":"","Auth":"Ok"}}', "04A1B2C3D4E5F6"),
        ("tasmota", '{"Time":"x","RC522":{"UID":"BA839D07","Data":"","Type":"MIFARE 1KB"}}', "BA839D07"),
        ("tasmota", '{"RDM6300":{"UID":7979699}}', "0079C2B3"),
        ("tasmota", '{"Wiegand":{"UID":4302741608,"Size":34}}', "010076A068"),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":7979699,"Size":26}}', "0079C2B3"),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":"79C2B3h","Size":26}}', "0079C2B3"),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":"C2B3h","Size":26}}', "0000C2B3"),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":"10076A068h","Size":34}}', "010076A068"),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":"12345678","Size":34}}', "00BC614E"),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":0,"Size":26}}', PayloadFault.BAD_UID),  # wrong parity
        ("tasmota", '{"Time":"x","Wiegand":{"UID":5,"Size":4}}', ""),
        ("tasmota", '{"Time":"x","Wiegand":{"UID":1234567,"Size":8}}', ""),
        ("tasmota", '{"Time":"x","RDM6300":{"UID":"0079C2B3"},"PN532":{"UID":"04A1B2C3"}}', "0079C2B3,04A1B2C3"),
        ("tasmota", '{"Time":"2026-11-26T21:00:00","AM2301":{"Temperature":21.5},"TempUnit":"C"}', ""),
        ("tasmota", '{"Time":"x","PN532":{"UID":"4A1B2C3"}}', PayloadFault.BAD_UID),  # old firmware left zeros out
        ("tasmota", '{"Time":"x","RDM6300":{"UID":null}}', PayloadFault.BAD_UID),
        ("tasmota", "7979699", PayloadFault.OTHER_FORMAT),
        ("tasmota", '{"uid":"61008EB2F9","present":true}', PayloadFault.OTHER_FORMAT),
        ("esphome", "7979699", "0079C2B3"),
        ("esphome", "0007979699\n", "0079C2B3"),
        ("esphome", '"7979699"', "0079C2B3"),
        ("esphome", "-1", "FFFFFFFF"),
        ("esphome", "4294967295", "FFFFFFFF"),
        ("esphome", "12345678", "#12345678"),  # of a lambda with to_string, or with uint32_to_string
        ("esphome", "00123456", "00123456"),
        ("esphome", "00000000", PayloadFault.BAD_UID),
        ("esphome", '{"uid": 12345678}', "00BC614E"),
        ("esphome", "74-10-37-94", "74103794"),
        ("esphome", "74:10:37:94", "74103794"),
        ("esphome", "04-a1-b2-c3-d4-e5-f6", "04A1B2C3D4E5F6"),
        ("esphome", "0x0079c2b3", "0079C2B3"),
        ("esphome", "\ufeff0079C2B3", "0079C2B3"),
        ("esphome", '{"uid": 7979699}', "0079C2B3"),
        ("esphome", '{"tag": "74-10-37-94"}', "74103794"),
        ("esphome", "0", PayloadFault.BAD_UID),
        ("esphome", "7979699.0", PayloadFault.BAD_UID),
        ("esphome", "-2147483649", PayloadFault.BAD_UID),
        ("esphome", '{"Time":"2026-11-26T21:00:00","RDM6300":{"UID":"0079C2B3"}}', PayloadFault.OTHER_FORMAT),
        ("plain", '{"uid":"4a:00:79:c2:b3","present":true}', DISC),
        ("plain", '{"UID":"0x4A0079C2B3"}', DISC),
        ("plain", '{"uid":7979699}', "0079C2B3"),
        ("plain", '{"uid":"7979699"}', "0079C2B3"),
        ("plain", '{"uid":"12345678"}', "#12345678"),
        ("plain", "0007979699 121,49843", "0079C2B3"),
        ("plain", "121,49843", "79C2B3"),
        ("plain", '{"present":false}', ""),
        ("plain", '{"present":true}', PayloadFault.NO_UID),
        ("plain", '{"uid":"4A0079C2B3","present":"yes"}', PayloadFault.BAD_PRESENT),
        ("plain", '{"uid":{"uid":1}}', PayloadFault.OTHER_FORMAT),
        ("plain", '{"uid":["4A0079C2B3"]}', PayloadFault.BAD_UID),
        ("plain", '{"uid":true}', PayloadFault.BAD_UID),
        ("plain", '{"uid":1.5}', PayloadFault.BAD_UID),
        ("plain", '{"uid":1e400}', PayloadFault.NOT_JSON),
        ("plain", '{"uid":%s}' % ("9" * 400), PayloadFault.BAD_UID),
        ("plain", "{}", PayloadFault.NO_UID),
        ("plain", "hello", PayloadFault.BAD_UID),
        ("plain", "21", PayloadFault.BAD_UID),
        ("plain", "0000000000", PayloadFault.BAD_UID),
    ],
)  # fmt: skip
def test_payloads(format: Format, payload: str, expected: str | PayloadFault) -> None:
    assert uid(payload, format) == expected


@pytest.mark.parametrize("format", ["tasmota", "esphome", "plain"])
@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        (b"", PayloadFault.EMPTY),
        (b" \r\n\0", PayloadFault.EMPTY),
        (b"\xff\xfe\x00", PayloadFault.NOT_UTF8),
        (b"{", PayloadFault.NOT_JSON),
        (b"[" * 4000, PayloadFault.NOT_JSON),
        (b'{"a":' * 800, PayloadFault.NOT_JSON),
        (b"x" * (LONGEST + 1), PayloadFault.TOO_LONG),
    ],
)
def test_what_is_nothing_is_said_to_be(format: Format, payload: bytes, fault: PayloadFault) -> None:
    assert uid(payload, format) == fault


def test_the_same_disc_through_four_sources_is_one_card() -> None:
    tasmota = read_message(b'{"Time":"2026-11-26T21:00:00","RDM6300":{"UID":"0079C2B3"}}', "tasmota")
    esphome, plain = read_message(b"7979699", "esphome"), read_message(b'{"uid":"4A0079C2B3","present":true}', "plain")
    printed = read_message(b"0007979699 121,49843", "plain")
    for found in (tasmota, esphome, plain, printed):
        assert isinstance(found, ReaderMessage)
        for enrolled in (DISC, "0079C2B3", "79C2B3"):
            assert meant(found.taps[0].uid, [enrolled, "610079C2B4"]) == (enrolled,)


def test_that_it_goes() -> None:
    assert read_message(b'{"uid":"4A0079C2B3","present":false}', "plain") == ReaderMessage((Tap(DISC, False),))
    assert read_message(b'{"present":0}', "plain") == ReaderMessage((Tap("", False),))


@pytest.mark.parametrize(
    ("payload", "there"),
    [
        (b"Online", True), (b"online", True), (b"1", True), (b'"online"', True),
        (b"Offline", False), (b"offline\n", False), (b"", False), (b"0", False),
        (b"maybe", None), (b"\xff", None), (b"o" * 9999, None),
    ],
)  # fmt: skip
def test_wills(payload: bytes, there: bool | None) -> None:
    assert online(payload) is there


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("Time", "UID", "uid", "present", "x")), inner)
    ),
    max_leaves=8,
)


@given(
    st.one_of(st.binary(max_size=200), JSON.map(lambda told: json.dumps(told).encode())),
    st.sampled_from(("tasmota", "esphome", "plain")),
)
def test_nothing_is_an_error(payload: bytes, format: Format) -> None:
    found = read_message(payload, format)
    assert isinstance(found, Wrong) or all(tap.uid or tap.present is False for tap in found.taps)
    online(payload)
