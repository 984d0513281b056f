"""Lines of the usual sketches: the number of the tag is read, and nothing else that they print."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.engine.config import ConfigError
from drivers.config import load_table
from drivers.discovery import probe
from drivers.discovery.command import FOUND, NOT_FOUND, Search
from drivers.discovery.entry import put_entry
from drivers.discovery.recognise import Recogniser
from drivers.doctor.readers import _sample
from drivers.readers import ReaderWishes, new_decoder, talker
from drivers.readers.sketch import Learner, labelled, number_in
from drivers.simulated.reader import VirtualReader
from tests.patience import PATIENCE_S

UID = "DEADBEEF"
LINES = {
    "Card UID: DE AD BE EF": UID,  # MFRC522, DumpInfo
    "UID tag : DE AD BE EF": UID,
    "UID tag :\tDE AD BE EF": UID,
    "+UID=DEADBEEF": UID,
    "UID:de:ad:be:ef": UID,
    "  UID Value: 0xDE 0xAD 0xBE 0xEF": UID,  # Adafruit PN532
    "UID Value: 0xDE 0xAD 0xBE 0xEF 0x01 0x02 0x03": "DEADBEEF010203",
    "In hex:  DE AD BE EF": UID,  # MFRC522, ReadNUID
    "UID: 222 173 190 239": UID,
    "Scanned PICC's UID: 4 A1 B2 C3": "04A1B2C3",
    "Card UID: DE-AD-BE-EF (4 bytes)": UID,
    "Tag: 0009351929": "#0009351929",
    "Card detected: DEADBEEF": UID,
    "ID: 142,45817": "8EB2F9",
    '{"uid": "DE:AD:BE:EF"}': UID,
    '{"event":"tag","UID":"deadbeef","present":true}': UID,
    '{"uid": 9351929}': "008EB2F9",
}
CHATTER = (
    "Card SAK: 08", "PICC type: MIFARE 1KB", "Sector Block   0  1  2  3   4  5  6  7  AccessBits",
    "  15     63   00 00 00 00  00 00 FF 07  80 69 FF FF  FF FF FF FF  [ 0 0 1 ]", "Firmware Version: 0x92 = v2.0",
    "Found chip PN532", "Firmware ver. 1.6", "UID Length: 4 bytes", "Seems to be a Mifare Classic card (4 byte UID)",
    "The NUID tag is:", "In dec:  222 173 190 239", "Key A: FF FF FF FF FF FF", "Block 4: DE AD BE EF 00 11 22 33",
    "Chip ID: 0x00A1B2C3", "Reader UID: DE AD BE EF", "Scan PICC to see UID, SAK, type, and data blocks...",
    "Message : Authorized access", "12:34:56 ready", "SSID: DEADBEEF", "IP: 192.168.178.120", "MAC: DE:AD:BE:EF:00:11",
    "Tag type: 12345678", "UID: ", "UID: none", "UID: 00 00 00 00", "UID: DE AD", '{"uid": ""}',
    '{"temperature": 21.5}',
    '{"uid": "DE:AD:BE:EF", "present": false}', '{"uid": ', "Card read previously.",
)  # fmt: skip


def uids(text: str, label: str = "") -> list[str]:
    asked = talker("text_line", ReaderWishes(label=label))
    asked.start(0)
    return [read.uid for read in asked.feed(text.encode(), 0)]


@pytest.mark.parametrize(("line", "uid"), LINES.items())
def test_a_usual_line(line: str, uid: str) -> None:
    assert uids(f"{line}\r\n") == [uid]


def test_what_else_such_sketches_print_is_no_tag() -> None:
    assert [line for line in CHATTER if uids(f"{line}\r\n")] == []
    talk = "\r\n".join([*CHATTER, "Card UID: DE AD BE EF", *CHATTER, ""])
    assert uids(talk) == [UID]


def test_a_label_of_ones_own() -> None:
    talk = "Tarjeta: DE AD BE EF\nCard UID: 11 22 33 44\n62E3086CED\n"
    assert uids(talk) == ["11223344", "62E3086CED"]
    assert uids(talk, label="Tarjeta") == [UID, "62E3086CED"]
    assert uids("+TARJETA=DEADBEEF\n", label="tarjeta") == [UID]


def test_bytes_however_they_are_written() -> None:
    for text in ("DE AD BE EF", "de:ad:be:ef", "0xDE,0xAD,0xBE,0xEF", "DEADBEEF", "0xDEADBEEF", "222.173.190.239"):
        assert number_in(text) == UID, text
    for text in ("", "hello", "DE AD", "300 1 2 3", "999 999 999 999"):
        assert number_in(text) in ("",), text


# --- learnt from two taps -------------------------------------------------------------------------------------------


def test_two_taps_teach_the_label() -> None:
    seen = Recogniser(learner=(learner := Learner()))
    seen.feed(b"Listo\r\nTarjeta: DE AD BE EF\r\nBloque 0: 1\r\n")
    assert seen.found() == () and list(learner.strange) == ["Listo", "Tarjeta: DE AD BE EF", "Bloque 0: 1"]
    again = Recogniser(learner=learner)  # the next time at this speed
    again.feed(b"Tarjeta: 11 22 33 44\r\n")
    (found,) = again.found()
    assert (found.protocol, found.label, found.uid) == ("text_line", "tarjeta", "11223344")


def test_what_is_no_number_of_a_tag_teaches_nothing() -> None:
    learner = Learner()
    for _ in range(3):
        for line in CHATTER:
            learner.hear(line)
    assert learner.label in ("", "ip", "mac", "ssid") and len(learner.strange) == 5


def sought(folder: Path, sends: bytes, wait_s: float) -> tuple[int, str]:
    """The search on a reader that sends this when a tag is asked for."""
    reader = VirtualReader("text_line", folder, "sketch")
    told: list[str] = []

    def say(line: str) -> None:
        told.append(line)
        if "Lay a tag" in line:
            reader.send(sends)

    try:
        search = Search(folder / "table.toml", lambda text: text, wait_s, say=say, inputs=folder / "input")
        return search.run([reader.port], write=True), "\n".join(told)
    finally:
        reader.close()


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for readers that must be asked."""
    monkeypatch.setattr(probe, "PROBES", ())
    monkeypatch.setattr(probe, "LAST_S", 0.0)


@pytest.mark.usefixtures("unasked")
def test_the_command_learns_and_the_reader_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "MORE_S", 0.0)
    status, told = sought(tmp_path, b"Tarjeta: DE AD BE EF\r\nTarjeta: DE AD BE EF\r\n", PATIENCE_S)
    assert status == FOUND and "“tarjeta”" in told
    file = tmp_path / "table.toml"
    (written,) = load_table(file).readers
    assert (written.protocol, written.label) == ("text_line", "tarjeta")
    put_entry(file, written)
    assert load_table(file).readers == [written]


@pytest.mark.usefixtures("unasked")
def test_what_was_not_understood_is_shown(tmp_path: Path) -> None:
    status, told = sought(tmp_path, b"Hola\r\nSin tarjeta\r\n", 0.2)
    assert status == NOT_FOUND and "Hola · Sin tarjeta" in told


def test_the_doctor_shows_the_words() -> None:
    assert _sample("text_line", b"Hola\r\nSin tarjeta\r\n") == "Hola · Sin tarjeta"
    assert _sample("text_line", b"\xff\x00A") == "FF 00 41" and _sample("rdm6300", b"Hola") == "48 6F 6C 61"


def test_a_label_is_of_lines_of_text_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[[readers]]\nname = "a"\nport = "/dev/ttyUSB0"\nprotocol = "rdm6300"\nlabel = "x"\n')
    with pytest.raises(ConfigError) as refused:
        load_table(file)
    assert (refused.value.key, refused.value.line) == ("readers[0].label", 5)


def test_random_lines_are_no_tags() -> None:
    rng = Random(5)
    words = ["Card", "UID", "hello", ":", "=", " ", "0x", "12", "zz", "{", "}", '"', "tag", "block", "\t"]
    read = new_decoder("text_line")
    for _ in range(3_000):
        line = "".join(rng.choices(words, k=rng.randrange(1, 12)))
        for found in read.feed(f"{line}\n".encode()):
            one = labelled(line.replace("\t", " "))
            assert found.uid and (one is None or one.uid), line
