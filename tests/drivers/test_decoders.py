"""The wire protocols: published vectors however the bytes are split, noise, bounds."""

from __future__ import annotations

import gc
import random
import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readers import PROTOCOLS, Read, UnknownProtocol, new_decoder
from drivers.simulated.encoders import EXAMPLES, NotEncodable, encode
from tests.drivers.uids import UNCHECKED

DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "rfid_vectors.toml").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = DATA["vector"]
GOOD = bytes.fromhex("02 36 31 30 30 38 45 42 32 46 39 41 34 03")  # 61008EB2F9


def uids(name: str, *chunks: bytes) -> list[str]:
    fresh = new_decoder(name)
    return [read.uid for chunk in chunks for read in fresh.feed(chunk)]


def by_id(vector: dict[str, Any]) -> str:
    return str(vector["id"])


@pytest.mark.parametrize("vector", VECTORS, ids=by_id)
def test_vector_however_split(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(" ".join(vector["chunks"]))
    name, expect = vector["protocol"], vector["expect"]
    assert uids(name, *(bytes([byte]) for byte in data)) == expect, "byte by byte"
    for cut in range(len(data) + 1):
        assert uids(name, data[:cut], b"", data[cut:]) == expect, f"cut at {cut}"
    chance = random.Random(data)
    for _ in range(20):
        cuts = sorted(chance.choices(range(len(data) + 1), k=5))
        pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert uids(name, *pieces) == expect, pieces


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["expect"]], ids=by_id)
def test_a_stream_goes_on_after_a_vector(vector: dict[str, Any]) -> None:
    """No vector leaves the decoder deaf: the same again gives the same again."""
    chunks = [bytes.fromhex(chunk) for chunk in vector["chunks"]]
    assert uids(vector["protocol"], *chunks, *chunks) == vector["expect"] * 2


@pytest.mark.parametrize("name", sorted(PROTOCOLS))
def test_reset_forgets_half_a_frame(name: str) -> None:
    uid = EXAMPLES[name][0]
    good = encode(name, uid)
    half = new_decoder(name)
    half.feed(good[:9])
    half.reset()
    assert half.feed(good[9:]) == [] and [read.uid for read in half.feed(good)] == [uid]


@pytest.mark.parametrize(
    ("body", "expect"),
    [
        (b"61008EB2F9A4", ["61008EB2F9"]),
        (b"61008EB2F9A4\r\n", []),  # that is id12la's frame
        (b"61008EB2F9A40", []),
        (b"61008EB2F9A", []),
        (b"61008EB2G9A4", []),
        (b" 1008EB2F9A4", []),
        (b"6100 8EB2F9A4", []),
        (b"61008EB2F9A5", []),
        (b"6\x0201008EB2F9A4", []),
        (b"\xff1008EB2F9A4", []),
    ],
)
def test_rdm6300_frames(body: bytes, expect: list[str]) -> None:
    assert uids("rdm6300", b"\x02" + body + b"\x03", GOOD) == [*expect, "61008EB2F9"]


@pytest.mark.parametrize(
    ("body", "expect"),
    [
        (b"4500B8F08489\r\n", ["4500B8F084"]),
        (b"4500b8f08489\r\n", ["4500B8F084"]),
        (b"4500B8F08489", ["4500B8F084"]),
        (b"4500B8F08489\r\n\r\n", []),
        (b"4500B8F08489\n\r", []),
        (b"\r\n4500B8F08489", []),
        (b"4500B8F0848900\r\n", []),
        (b"4500B8F08488\r\n", []),
    ],
)
def test_id12la_frames(body: bytes, expect: list[str]) -> None:
    assert uids("id12la", b"\x02" + body + b"\x03", GOOD) == [*expect, "61008EB2F9"]


@pytest.mark.parametrize(
    ("line", "uid"),
    [
        ("0009351929", "#0009351929"),
        ("  0009351929 ", "#0009351929"),
        ("0009351929\t", "#0009351929"),  # keyboard wedges end with a TAB, too
        ("\t04:A1:B2:C3", "04A1B2C3"),
        ("62e3086ced", "62E3086CED"),
        ("04:a1:b2:c3", "04A1B2C3"),
        ("74-10-37-94", "74103794"),
        ("04 A1 B2 C3 D4 E5 F6", "04A1B2C3D4E5F6"),
        ("E200001D7315016521408FC6", "E200001D7315016521408FC6"),
        ("142,45817", "142,45817"),
        ("SCAN\tuid=04a1b2c3", "04A1B2C3"),
        ("SCAN\tuid=04:A1:B2:C3\tremovable=no", "04A1B2C3"),
        ("SCAN\tremovable=yes\ttext=hello\tuid=04A1B2C3", "04A1B2C3"),
        ("SCAN\ttext=hello", "hello"),
        ("SCAN\tGenesis/Sonic 2", "Genesis/Sonic 2"),
        ("SCAN\tuid=Müller", "Müller"),
        ("uid=04A1B2C3\ttext=hello", "04A1B2C3"),
        # chatter
        ("", None),
        ("SCAN", None),
        ("SCAN\t", None),
        ("SCAN\tremovable=no", None),
        ("SCAN\tuid=\ttext=", None),
        ("ets Jul 29 2019 12:21:46", None),
        ("12:21:46", None),
        ("rst:0x1 (POWERON_RESET)", None),
        ("load:0x3fff0030,len:1184", None),
        ("entry 0x400805e4", None),
        ("bad", None),
        ("facade", None),
        ("04:A1-B2:C3", None),
        ("04A1B2C", None),
        ("12", None),
        ("hello", None),
        ("\x00" + "0009351929", None),
        ("\x1b[0m0009351929", None),
        ("١٢٣٤٥٦٧٨٩٠", None),
        ("1" * 600, None),
        ("SCAN\ttext=" + "x" * 600, None),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_text_lines(line: str, uid: str | None, end: str) -> None:
    expect = [] if uid is None else [uid]
    assert uids("text_line", (line + end).encode()) == expect
    assert uids("text_line", *(bytes([byte]) for byte in (line + end + "0009351929" + end).encode())) == [
        *expect,
        "#0009351929",
    ]


def test_text_line_keeps_what_simple_serial_says() -> None:
    lines = b"SCAN\tuid=04A1B2C3\ttext=hello\nSCAN\ttext=a\tremovable=no\n0009351929\n"
    assert new_decoder("text_line").feed(lines) == [
        Read("04A1B2C3", "hello", repeats=True),
        Read("a", "a", repeats=False),
        Read("#0009351929"),
    ]


def held() -> int:
    """Bytes that the decoders hold; other threads of the test process hold theirs."""
    ours = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/drivers/*")])
    return sum(trace.size for trace in ours.traces)


def test_noise_is_no_tag_and_leaves_no_trace() -> None:
    """No exception, no tag, no growth; the decoder hears the next good frame."""
    chance = random.Random(6300)
    decoders = {name: new_decoder(name) for name in PROTOCOLS}
    block = chance.randbytes(250_000)
    tracemalloc.start()
    try:
        for name, fuzzed in decoders.items():
            assert fuzzed.feed(block) == [], name
        gc.collect()
        before = held()
        for name, fuzzed in decoders.items():
            for _ in range(2):  # `make soak` does all ten million
                assert fuzzed.feed(chance.randbytes(250_000)) == [], name
        gc.collect()
        assert held() - before < 20_000
    finally:
        tracemalloc.stop()
    for name in ("rdm6300", "id12la"):
        assert [read.uid for read in decoders[name].feed(GOOD)] == ["61008EB2F9"]
    for name in PROTOCOLS:
        uid = EXAMPLES[name][0]
        decoders[name].reset()  # as the loop does after a silence; noise may have announced a frame
        assert [read.uid for read in decoders[name].feed(encode(name, uid))] == [uid]


@pytest.mark.parametrize("start", [b"\x02", b"0", b"SCAN\t", b"\xff"])
@pytest.mark.parametrize("name", sorted(PROTOCOLS))
def test_a_frame_without_an_end_does_not_grow(name: str, start: bytes) -> None:
    endless = new_decoder(name)
    tracemalloc.start()
    try:
        for _ in range(200):
            assert endless.feed(start + b"0" * 1000) == []
        assert held() < 20_000
    finally:
        tracemalloc.stop()


noise = st.binary(max_size=60)
pieces_of_frames = st.sampled_from([bytes.fromhex(" ".join(vector["chunks"])) for vector in VECTORS]).flatmap(
    lambda data: st.tuples(st.integers(0, len(data)), st.integers(0, len(data))).map(
        lambda cut: data[min(cut) : max(cut)]
    )
)
near_frames = st.lists(
    st.one_of(noise, pieces_of_frames, st.sampled_from([GOOD, b"\x02", b"\x03", b"\r", b"\n", b"0009351929\r\n"])),
    max_size=12,
)


@pytest.mark.parametrize("name", sorted(PROTOCOLS))
@given(pieces=near_frames)
def test_splitting_never_matters(name: str, pieces: list[bytes]) -> None:
    """Nor is any byte an error."""
    data = b"".join(pieces)
    assert uids(name, *pieces) == uids(name, data) == uids(name, *(bytes([byte]) for byte in data))


@given(st.integers(0, 2**40 - 1), st.sampled_from(["rdm6300", "id12la"]), noise.map(lambda b: b.replace(b"\x02", b"")))
def test_every_em4100_uid_survives_the_wire(number: int, name: str, before: bytes) -> None:
    uid = f"{number:010X}"
    assert uids(name, before + encode(name, uid)) == [uid]


def test_encoders_refuse_what_the_wire_cannot_carry() -> None:
    for name, uid in [
        ("rdm6300", "04A1B2C3"), ("id12la", "not a uid"), ("parallax28140", "62E3086CE"), ("text_line", ""),
        ("text_line", "a\nb"), ("fdxb_wl134", "62E3086CED"), ("pn532_hsu", "62E3086CED"), ("r200", "E2000"),
        ("r200", ""), ("m6e_nano", "E2" * 64),
    ]:  # fmt: skip
        with pytest.raises(NotEncodable):
            encode(name, uid)
    with pytest.raises(UnknownProtocol):
        encode("pigeon", "62E3086CED")


@given(st.integers(0, 999), st.integers(0, 2**38 - 1), st.integers(0, 29))
def test_every_animal_survives_the_wire_and_a_cut_frame(country: int, number: int, cut: int) -> None:
    """Also where the raw check bytes look like STX or ETX."""
    uid = f"{country:03}{number:012}"
    good = encode("fdxb_wl134", uid)
    assert uids("fdxb_wl134", good[:cut], good) == [uid]


def fdxb(text: bytes, check: int | None = None) -> bytes:
    if check is None:
        check = 0
        for byte in text:
            check ^= byte
    return b"\x02" + text + bytes([check, check ^ 0xFF, 0x03])


@pytest.mark.parametrize(
    ("frame", "expect"),
    [
        (fdxb(b"171A9253A3" + b"4830" + b"0" + b"1" + b"0" * 10), ["900250000023921"]),  # of its manual
        (fdxb(b"171a9253a3" + b"4830" + b"0" + b"1" + b"0" * 10), ["900250000023921"]),
        (fdxb(b"171A9253A3" + b"4830" + b"0" + b"0" + b"0" * 10), ["900250000023921"]),
        (fdxb(b"1000000000" + b"1000" + b"0" + b"1" + b"0" * 10), ["001000000000001"]),
        (fdxb(b"171A9253A3" + b"4830" + b"0" + b"1" + b"0" * 10, 0x06), []),
        (fdxb(b"171A9253G3" + b"4830" + b"0" + b"1" + b"0" * 10), []),
        (fdxb(b"171A9253A3" + b"483F" + b"0" + b"1" + b"0" * 10), []),  # no country has more than 10 bits
        (fdxb(b"FFFFFFFFF3" + b"4830" + b"0" + b"1" + b"0" * 10), ["900274877906943"]),
        (fdxb(b"FFFFFFFFF4" + b"4830" + b"0" + b"1" + b"0" * 10), []),  # no number more than 38
        (fdxb(b"171A9253A3" + b"4830" + b"0" + b"1" + b"0" * 10)[:-1] + b"\x04", []),
        (fdxb(b"171A9253A3" + b"4830" + b"0" + b"1" + b"0" * 11), []),
    ],
)
def test_fdxb_frames(frame: bytes, expect: list[str]) -> None:
    after = encode("fdxb_wl134", "250269800001234")
    assert uids("fdxb_wl134", frame, after) == [*expect, "250269800001234"]


@pytest.mark.parametrize("body", ["0F0184F07", "0F0184F07AA", "0F0184F07G", "0F0184F07 ", "", "0F0184F0\t7"])
def test_parallax_frames(body: str) -> None:
    good = b"\n0f0184f07a\r"
    assert uids("parallax28140", b"\n" + body.encode() + b"\r", good) == ["0F0184F07A"]


@pytest.mark.parametrize("name", sorted(set(PROTOCOLS) - set(UNCHECKED)))
def test_no_single_wrong_byte_passes_a_checksum(name: str) -> None:
    good = encode(name, EXAMPLES[name][0])
    for at in range(len(good)):
        for bit in range(8):
            bad = good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :]
            assert set(uids(name, bad)) <= {EXAMPLES[name][0]}, (at, bit)
