"""`companion readers`: every reader is recognised by its bytes, and its entry changes nothing else in the file."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.__main__ import main
from companion.engine.config import ConfigError
from companion.presentation import i18n
from drivers.config import ReaderConfig, load_table
from drivers.discovery import probe
from drivers.discovery.command import FOUND, NOT_FOUND, NOT_WRITTEN, Search
from drivers.discovery.entry import NotWritten, free_name, of_port, put_entry
from drivers.discovery.probe import sockets
from drivers.discovery.recognise import PROBES, Recogniser
from drivers.readers import BOARD, PROTOCOLS
from drivers.simulated.encoders import EXAMPLES, encode
from drivers.simulated.reader import VirtualReader, peer
from tests.drivers.uids import ASKED
from tests.patience import PATIENCE_S, until

DATA = Path(__file__).parents[1] / "data" / "rfid_vectors.toml"
VECTORS: list[dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))["vector"]
MORE_S = 3.0
"""A reader that repeats itself is heard again by then, even if its thread is kept from the processor for long."""
OWNERS = Path(__file__).parents[2] / "config" / "table.toml"


def recognised(*pieces: bytes) -> list[tuple[str, str]]:
    seen = Recogniser()
    for piece in pieces:
        seen.feed(piece)
    return [(one.protocol, one.uid or one.version) for one in seen.found()]


# --- Bytes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["id"]))
def test_a_vector_is_of_its_protocol_or_of_none(vector: dict[str, Any]) -> None:
    """However it is split. RDM6300 and ID-12LA without CR LF are told apart by the repetition only."""
    data = bytes.fromhex(" ".join(vector["chunks"]))
    for pieces in ([data], [bytes([byte]) for byte in data], [data[: len(data) // 2], data[len(data) // 2 :]]):
        found = recognised(*pieces)
        if not vector["expect"]:
            assert {name for name, _told in found} <= {*ASKED, "text_line"}, found
            continue
        assert (vector["protocol"], vector["expect"][-1]) in found
        twins = {"rdm6300", "id12la"} if vector["protocol"] in ("rdm6300", "id12la") else {vector["protocol"]}
        assert {name for name, _uid in found} <= twins


@pytest.mark.parametrize("name", sorted(set(PROTOCOLS) - {BOARD}))
def test_what_comes_again_and_again_is_certain(name: str) -> None:
    assert recognised(encode(name, EXAMPLES[name][0]) * 3) == [(name, EXAMPLES[name][0])]


def test_lines_of_hex_are_no_parallax() -> None:
    """LF 10 hex CR again and again is the same as text, but for its very end."""
    assert recognised(b"62E3086CED\r\n" * 5) == [("text_line", "62E3086CED")]
    assert recognised(b"\n62E3086CED\r" * 5) == [("parallax28140", "62E3086CED")]


@pytest.mark.parametrize("name", ASKED)
def test_its_answer_to_the_questions_names_it(name: str) -> None:
    """Also if it is still reading for an earlier program."""
    other = peer(name)
    now = 0
    seen = Recogniser(ASKED)
    for _name, words, wait_s in PROBES:
        other.hear(words, now)
        for _ in range(int(1000 * wait_s)):
            now += 1
            seen.feed(other.turn(now))
    assert [one.protocol for one in seen.found()] == [name]
    assert (
        seen.found()[0].version
        == {"pn532_hsu": "PN532 1.6", "r200": "M100 26dBm V1.0", "m6e_nano": "M6E 01.03.01.47"}[name]
    )


def test_noise_is_nothing() -> None:
    seen = Recogniser()
    seen.feed(bytes(range(256)) * 20)
    seen.feed(b"")
    assert seen.found() == () and seen.received == 5120


# --- The owner's file ----------------------------------------------------------------------------------------------


def entry(name: str = "table", port: str = "/dev/ttyUSB0", protocol: str = "rdm6300", baud: int | None = None) -> Any:
    return ReaderConfig(name=name, port=port, protocol=protocol, baud=baud)


def test_the_entry_goes_into_the_chapter_of_the_readers(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    before = OWNERS.read_text(encoding="utf-8")
    file.write_text(before, encoding="utf-8")
    put_entry(file, entry())
    put_entry(file, entry("second", "/dev/ttyUSB1", "pn532_hsu"))
    text = file.read_text(encoding="utf-8")
    assert [line for line in before.splitlines() if line not in text.splitlines()] == [], "no line is lost"
    assert text.index('"/dev/ttyUSB0"') < text.index('"/dev/ttyUSB1"') < text.index("# --- Pins")
    table = load_table(file)
    assert [reader.name for reader in table.readers] == ["table", "second"]
    assert table.panel == load_table(OWNERS).panel and table.lamps == load_table(OWNERS).lamps


MINE = """\
# my table
[[readers]] # the first
name = "draw"
port = ""   # not here yet
protocol = "id12la"  # perhaps
ghost_reads = 3
# below the first

[panel]
start = 17

[[readers]]
name = 'play'
port = '/dev/ttyUSB7'
protocol = 'rdm6300'
baud = 19200
"""


def test_a_reader_of_that_name_is_changed_and_keeps_its_own(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(MINE)
    put_entry(file, entry("draw", "/dev/ttyUSB0", "text_line", 9600))
    put_entry(file, entry("play", "/dev/ttyUSB7", "rdm6300"))
    assert file.read_text() == MINE.replace('port = ""', 'port = "/dev/ttyUSB0"').replace(
        '"id12la"', '"text_line"'
    ).replace("ghost_reads = 3\n", "ghost_reads = 3\nbaud = 9600\n").replace("baud = 19200\n", "").replace(
        "'/dev/ttyUSB7'", '"/dev/ttyUSB7"'
    ).replace("'rdm6300'", '"rdm6300"')
    put_entry(file, entry("third", "/dev/ttyUSB3"))
    assert file.read_text().endswith('protocol = "rdm6300"\n\n[[readers]]\nname = "third"\nport = "/dev/ttyUSB3"\n'
                                     'protocol = "rdm6300"\n')  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted", "reason"),
    [
        (MINE, entry("other", "/dev/ttyUSB7"), "is used twice"),
        (MINE, entry("No Name"), "name"),
        ("[panel]\nstart = 99\n", entry(), "panel.start"),
        ("[panel\n", entry(), "table.toml:1"),
        ('readers = [{name = "a", port = "/dev/ttyUSB9", protocol = "rdm6300"}]\n', entry("b"), "line by line"),
        ('readers = [{name = "a", port = "/dev/ttyUSB9", protocol = "rdm6300"}]\n', entry("a"), "line by line"),
    ],
)
def test_a_refusal_changes_nothing(text: str, wanted: ReaderConfig, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises((ConfigError, NotWritten), match=reason) as caught:
        put_entry(file, wanted)
    assert isinstance(caught.value, ConfigError | NotWritten) and caught.value.file == file
    assert file.read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    put_entry(tmp_path / "etc" / "table.toml", entry())
    assert load_table(tmp_path / "etc" / "table.toml").readers == [entry()]


def test_names_and_ports_that_are_there_already(tmp_path: Path) -> None:
    device, link = tmp_path / "ttyUSB0", tmp_path / "by-id"
    device.touch()
    link.symlink_to(device)
    file = tmp_path / "table.toml"
    put_entry(file, entry(port=str(link)))
    table = load_table(file)
    assert of_port(table, str(device)) == table.readers[0] and of_port(table, "/dev/ttyUSB5") is None
    assert free_name(table) == "reader2" and of_port(table, "socket://host:1") is None


# --- The command ----------------------------------------------------------------------------------------------------

Look = Callable[..., tuple[int, str]]


def patient(monkeypatch: pytest.MonkeyPatch, answers: str) -> None:
    """The questions to the reader that `answers` are waited for as long as it takes, the others hardly at all."""
    waits = [(name, words, PATIENCE_S if name == answers else 0.02) for name, words, _wait in PROBES]
    monkeypatch.setattr(probe, "PROBES", waits)


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Look:
    """Run the search in English on given ports; gives the status and what was said."""

    def run(*ports: str, write: bool = False, wait_s: float = PATIENCE_S, answers: str = "") -> tuple[int, str]:
        patient(monkeypatch, answers)
        told: list[str] = []
        search = Search(tmp_path / "table.toml", lambda text: text, wait_s, say=told.append, inputs=tmp_path / "input")
        status = search.run(ports, write)
        return status, "\n".join(told)

    return run


@pytest.fixture
def tapped(tmp_path: Path) -> Iterator[Callable[[str], VirtualReader]]:
    """A virtual reader on which somebody puts the same tag again and again."""
    enough = threading.Event()
    made: list[tuple[VirtualReader, threading.Thread]] = []

    def make(protocol: str) -> VirtualReader:
        reader = VirtualReader(protocol, tmp_path, protocol)

        def hand() -> None:
            while not enough.wait(0.1):
                reader.place(EXAMPLES[protocol][0])

        thread = threading.Thread(target=hand)
        made.append((reader, thread))
        thread.start()
        return reader

    yield make
    enough.set()
    for reader, thread in made:
        thread.join()
        reader.close()


def booted(protocol: str, folder: Path) -> VirtualReader:
    """A virtual reader that has had power for long."""
    reader = VirtualReader(protocol, folder, protocol)
    reader.peer.power(0)
    return reader


@pytest.mark.parametrize("name", sorted(set(PROTOCOLS) - {BOARD, *ASKED}))
def test_a_tag_names_the_reader(
    name: str, look: Look, tapped: Callable[[str], VirtualReader], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "MORE_S", MORE_S if PROTOCOLS[name].repeats else 0.1)
    reader = tapped(name)
    status, told = look(reader.port, write=True)
    assert status == FOUND and EXAMPLES[name][0] in told and f"{name} at 9600" in told
    (written,) = load_table(tmp_path / "table.toml").readers
    assert (written.port, written.protocol, written.settings().baud) == (reader.port, name, 9600)


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_names_the_reader(name: str, look: Look, tmp_path: Path) -> None:
    reader = booted(name, tmp_path)
    try:
        assert look(reader.port, answers=name)[0] == FOUND
        assert not (tmp_path / "table.toml").exists(), "only --write writes"
        status, told = look(reader.port, write=True, answers=name)
        assert status == FOUND and f"{name} answers: " in told
        assert [r.protocol for r in load_table(tmp_path / "table.toml").readers] == [name]
        assert "has it already" in look(reader.port, write=True, answers=name)[1]
    finally:
        reader.close()


def test_one_name_is_for_one_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch, "pn532_hsu")
    readers = [VirtualReader("pn532_hsu", tmp_path, name) for name in ("one", "two")]
    try:
        for reader in readers:
            reader.peer.power(0)
        file = tmp_path / "table.toml"
        search = Search(file, lambda text: text, 1.0, "nfc", say=lambda _line: None)
        assert search.run([reader.port for reader in readers], write=True) == FOUND
        assert [(r.name, r.port) for r in load_table(file).readers] == [
            ("nfc", readers[0].port), ("table", readers[1].port),
        ]  # fmt: skip
    finally:
        for reader in readers:
            reader.close()


def test_what_cannot_be_opened_is_told_with_its_mend(look: Look, tmp_path: Path) -> None:
    reader = VirtualReader("rdm6300", tmp_path, "busy")
    taken = serial.Serial(reader.port, exclusive=True)
    try:
        status, told = look(reader.port, str(tmp_path / "none"), str(tmp_path))
        assert status == NOT_FOUND
        assert "systemctl stop companion" in told and "USB cable" in told and "cannot be opened: " in told
    finally:
        taken.close()
        reader.close()


def test_a_port_that_may_not_be_opened(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(port: str, baud: int) -> None:
        raise serial.SerialException(13, f"could not open port {port}: Permission denied")

    monkeypatch.setattr(probe, "open_port", forbidden)
    monkeypatch.setenv("SUDO_USER", "rosa")
    status, told = look("/dev/ttyUSB0")
    assert status == NOT_FOUND and "sudo usermod -aG dialout rosa" in told


def test_noise_and_silence_are_two_things(look: Look, tmp_path: Path) -> None:
    reader = VirtualReader("rdm6300", tmp_path, "odd")
    try:
        status, told = look(reader.port, wait_s=0.05)
        assert status == NOT_FOUND and "nothing came" in told
        stop = threading.Event()

        def hum() -> None:
            while not stop.wait(0.02):
                reader.send(b"\x55\xaa\x07")

        thread = threading.Thread(target=hum)
        thread.start()
        until(lambda: "Bytes came" in look(reader.port, wait_s=0.2)[1], "some of the noise")
        stop.set()
        thread.join()
    finally:
        reader.close()


def test_a_file_that_cannot_be_changed_is_told(look: Look, tmp_path: Path) -> None:
    reader = booted("pn532_hsu", tmp_path)
    (tmp_path / "table.toml").write_text("[panel\n")
    try:
        status, told = look(reader.port, write=True, answers="pn532_hsu")
        assert status == NOT_WRITTEN and "was not changed" in told
        assert (tmp_path / "table.toml").read_text() == "[panel\n"
    finally:
        reader.close()


def test_a_machine_without_ports(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.discovery.command.sockets", list)
    assert look() == (NOT_FOUND, "There is no serial port on this machine. Is the reader's USB cable in?")


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert all(Path(place.device).exists() for place in sockets())


@pytest.mark.parametrize(("lang", "words"), [("fr", "répond\u00a0: PN532 1.6"), ("en", "answers: PN532 1.6")])
def test_the_command_speaks_both_languages(
    lang: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    patient(monkeypatch, "pn532_hsu")
    reader = booted("pn532_hsu", tmp_path)
    try:
        given = ["readers", "--port", reader.port, "--lang", lang, "--config", str(tmp_path), "--data", str(tmp_path)]
        assert main([*given, "--write", "--name", "nfc"]) == FOUND
        assert words in capsys.readouterr().out
        assert load_table(tmp_path / "table.toml").readers[0].name == "nfc"
    finally:
        i18n.set_language("fr")
        reader.close()


@pytest.mark.parametrize(
    ("lang", "words"), [("fr", "le nom a sert deux fois, d’abord à la ligne 2"), ("en", "first on line 2")]
)
def test_what_is_wrong_with_the_file_is_told_in_both_languages(
    lang: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[[readers]]\nname = "a"\nport = ""\nprotocol = "rdm6300"\n' * 2, encoding="utf-8")
    patient(monkeypatch, "pn532_hsu")
    reader = booted("pn532_hsu", tmp_path)
    try:
        given = ["readers", "--port", reader.port, "--lang", lang, "--config", str(tmp_path), "--data", str(tmp_path)]
        assert main([*given, "--write"]) == NOT_WRITTEN
        assert f"{file}:6: readers[1].name: " in (out := capsys.readouterr().out) and words in out
    finally:
        i18n.set_language("fr")
        reader.close()
