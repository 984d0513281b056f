"""An antenna board: one port, several readers of the table, each with its zone; nothing else is a tag."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import TableConfig, load_table
from drivers.discovery import probe
from drivers.discovery.command import FOUND, Search
from drivers.discovery.recognise import Recogniser
from drivers.light_table import LightTable
from drivers.presence import TagPlaced
from drivers.readers import BOARD, Read, new_decoder
from drivers.readers.antenna_board import LONGEST, AntennaBoard, Health, board_line
from drivers.readers.board_listener import SILENT_MS, BoardListener
from drivers.readers.polled_reader import ReaderWishes
from drivers.readers.session import ReaderSession
from drivers.simulated.board_peer import BoardPeer
from drivers.simulated.reader import VirtualReader
from drivers.table import Hardware
from tests.drivers.inbox import Inbox, Lived
from tests.tools.soak.lines import soak_lines

ONE, OTHER = "04A1B2C3D4E5F6", "B0864D25"
ZONES = ("draw", "play", "discard", "train", "deliver", "flip")


def table(folder: Path, *more: str) -> TableConfig:
    """Six antennas, each with a zone, on one port."""
    rows = [
        f'[[readers]]\nname = "a{n}"\nport = "{folder / "board"}"\nprotocol = "antenna_board"\nantenna = {n}\n'
        f'zone = "{zone}"\n'
        for n, zone in enumerate(ZONES, 1)
    ]
    (folder / "table.toml").write_text("".join((*rows, *more)))
    return load_table(folder / "table.toml")


def wrong(folder: Path, *more: str) -> str | None:
    with pytest.raises(ConfigError) as refused:
        table(folder, *more)
    return refused.value.key


def of_board(folder: Path, name: str, antenna: int, more: str = "") -> str:
    port = folder / "board"
    return f'[[readers]]\nname = "{name}"\nport = "{port}"\nprotocol = "antenna_board"\nantenna = {antenna}\n{more}'


# --- lines ----------------------------------------------------------------------------------------------------------


def test_what_its_page_and_its_sketch_say() -> None:
    for told, read in (
        (b"$+2,04A1B2C3D4E5F6*104B\r\n", Read(ONE, antenna=2)),
        (b"$-2,04A1B2C3D4E5F6*7207\r\n", Read(ONE, antenna=2, present=False)),
    ):
        assert new_decoder(BOARD).feed(told) == [read] and told == board_line(told[1:-7].decode())
    board = AntennaBoard()
    assert board.feed(b"$=6,2B*CF3E\n") == [] and board.health == Health(6, frozenset({1, 2, 4, 6}))


@pytest.mark.parametrize(
    "said",
    [
        "+0,04A1B2C3", "+17,04A1B2C3", "+1,04A1B2", "+1,04A1B2C", "+1,", "+1", "+,04A1B2C3", "*1,04A1B2C3",
        "+1,04A1B2C3 ", " +1,04A1B2C3", "+1,04A1B2CG", "+1,04A1B2C3,5", "+1,04:A1:B2:C3",
        "+1," + "A" * 66, "=99,1", "=0,0",
    ],
)  # fmt: skip
def test_a_sound_line_that_means_nothing(said: str) -> None:
    board = AntennaBoard()
    assert board.feed(board_line(said)) == [] and board.health is None
    assert [read.uid for read in board.feed(board_line(f"+1,{ONE}"))] == [ONE]


def test_chatter_noise_and_length() -> None:
    board = AntennaBoard()
    assert board.feed(b"ets Jul 29 2019 12:21:46\r\n" + board_line(f"+1,{ONE}")[:-3] + b"\r\n" + bytes(1000)) == []
    assert board.feed(b"\n" + b"x" * (LONGEST + 1) + board_line(f"+1,{ONE}")) == []
    assert [
        read.uid for read in board.feed(b"boot: " + board_line(f"+1,{ONE}") + board_line(f"+1,{OTHER.lower()}"))
    ] == [
        ONE,
        OTHER,
    ]
    assert board.feed(board_line(f"+1,{ONE}")[:-2] + b"!\r\n") == []


def test_random_and_damaged_lines_are_no_tags() -> None:
    """`make soak` does 2,000,000."""
    finding = soak_lines(20_000, seed=3)
    assert finding.figures["reads"] > 100 and finding.broken is None


# --- who is there ---------------------------------------------------------------------------------------------------


class Board:
    """A board and who hears it, in a time of their own."""

    def __init__(self, folder: Path) -> None:
        settings = [reader.settings() for reader in table(folder).readers]
        rules = {one.antenna: one.rules for one in settings}
        self.session = ReaderSession(rules, BoardListener(ReaderWishes()), lambda _uid: True)
        self.peer = BoardPeer()
        self.now = 10_000
        self.lost = False
        """What it says is lost on the way."""
        self.changes: list[tuple[int, bool]] = []
        self.peer.power(self.now)
        self.session.opened(self.now)
        self.run(100)

    def run(self, ms: int) -> None:
        for _ in range(0, ms, 10):
            self.now += 10
            self.session.say(self.now)
            data = self.peer.turn(self.now)
            for change in self.session.hear(b"" if self.lost else data, self.now):
                self.changes.append((change.antenna, isinstance(change, TagPlaced)))

    @property
    def working(self) -> set[int]:
        return {n for n in range(1, 7) if self.session.works(n)}


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_a_tag_comes_and_goes_on_its_antenna(board: Board) -> None:
    assert board.working == {1, 2, 3, 4, 5, 6}
    board.peer.antenna = 4
    board.peer.lay((ONE,), board.now)
    board.run(1_000)
    assert board.changes == [(4, True)]
    board.peer.lay((), board.now)
    board.run(20)
    assert board.changes == [(4, True), (4, False)], "it says so at once"


def test_a_going_that_was_lost_is_missed_a_second_later(board: Board) -> None:
    board.peer.lay((ONE,), board.now)
    board.run(1_000)
    board.lost = True
    board.peer.lay((), board.now)
    board.run(10)
    board.lost = False
    board.run(600)
    assert board.changes == [(1, True)]
    board.run(2_000)
    assert board.changes == [(1, True), (1, False)]


def test_a_board_that_hangs_removes_nothing(board: Board) -> None:
    board.peer.lay((ONE,), board.now)
    board.run(1_000)
    board.lost = True
    board.run(SILENT_MS + 100)
    assert board.working == set() and board.session.trouble
    board.lost = False
    board.run(2_000)
    assert board.working == {1, 2, 3, 4, 5, 6} and board.changes == [(1, True)]


def test_an_antenna_that_does_not_answer_is_lost_alone(board: Board) -> None:
    board.peer.antenna = 2
    board.peer.lay((ONE,), board.now)
    board.run(500)
    board.peer.working.discard(2)
    board.run(3_000)
    assert board.working == {1, 3, 4, 5, 6} and board.changes == [(2, True)]
    board.peer.working.add(2)
    board.run(2_000)
    assert board.working == {1, 2, 3, 4, 5, 6} and board.changes == [(2, True)]


# --- at a table -----------------------------------------------------------------------------------------------------


@pytest.fixture
def wired(tmp_path: Path, lights: LightTable, inbox: Inbox) -> Iterator[tuple[VirtualReader, Hardware]]:
    config = table(tmp_path)
    reader = VirtualReader(BOARD, tmp_path, "board")
    clock = Lived()
    clock.readers.append(reader)
    hardware = Hardware(config, lights, inbox.post, clock, lambda _uid: True)
    hardware.start()
    yield reader, hardware
    hardware.stop()
    reader.close()


def states(signals: list[Signal]) -> dict[str, bool]:
    return {one.reader: one.connected for one in signals if isinstance(one, ReaderState)}


def test_one_port_is_six_readers(wired: tuple[VirtualReader, Hardware], inbox: Inbox) -> None:
    reader, hardware = wired
    assert states([inbox.next() for _ in ZONES]) == dict.fromkeys((f"a{n}" for n in range(1, 7)), True)
    assert hardware.notices == []
    assert isinstance(reader.peer, BoardPeer)
    for n in range(1, 7):
        reader.peer.antenna = n
        reader.place(f"{ONE[:-2]}{n:02}")
        came = inbox.until(lambda signal: isinstance(signal, Tag) and signal.present)[-1]
        assert isinstance(came, Tag) and (came.reader, came.uid) == (f"a{n}", f"{ONE[:-2]}{n:02}")
        assert hardware.readers[f"a{n}"].counters.last == came.uid
    reader.unplug()
    assert set(states([inbox.next() for _ in ZONES]).values()) == {False}
    assert {notice.code for notice in hardware.notices} == {"reader_missing"}
    reader.plug()
    inbox.until(lambda signal: isinstance(signal, ReaderState) and signal.connected)


def test_an_antenna_that_is_gone_is_told_of_its_reader(wired: tuple[VirtualReader, Hardware], inbox: Inbox) -> None:
    reader, hardware = wired
    for _ in ZONES:
        inbox.next()
    assert isinstance(reader.peer, BoardPeer)
    reader.peer.working.discard(3)
    lost = inbox.next()
    assert isinstance(lost, ReaderState) and (lost.reader, lost.connected) == ("a3", False)
    assert "antenna 3 does not answer" in hardware.readers["a3"].detail
    assert [notice.facts["reader"] for notice in hardware.notices] == ["a3"]


def test_what_cannot_be_of_a_board(tmp_path: Path) -> None:
    assert wrong(tmp_path, of_board(tmp_path, "again", 6)) == "readers[6].antenna"
    assert wrong(tmp_path, of_board(tmp_path, "other", 7, "baud = 9600\n")) == "readers[6].baud"
    assert wrong(tmp_path, of_board(tmp_path, "more", 17)) == "readers[6].antenna"
    text = f'[[readers]]\nname = "x"\nport = "{tmp_path / "board"}"\nprotocol = "rdm6300"\n'
    assert wrong(tmp_path, text) == "readers[6].port"
    assert wrong(tmp_path, '[[readers]]\nname = "x"\nport = "/dev/ttyUSB0"\nprotocol = "rdm6300"\nantenna = 1\n') == (
        "readers[6].antenna"
    )
    assert table(tmp_path, of_board(tmp_path, "seventh", 7)).readers[6].on_board == 7


# --- found ----------------------------------------------------------------------------------------------------------


def test_its_signs_of_life_name_it() -> None:
    seen = Recogniser()
    seen.feed(board_line(f"+1,{ONE}"))
    assert seen.found() == (), "how many it has is not known yet"
    seen.feed(board_line("=6,2B"))
    (found,) = seen.found()
    assert (found.protocol, found.antennas, found.version) == (BOARD, 6, "4/6")


def test_each_antenna_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And another look changes nothing; a reader that was on that port before becomes the first."""
    monkeypatch.setattr(probe, "PROBES", [("antenna_board", b"", 5.0)])
    reader = VirtualReader(BOARD, tmp_path, "board")
    file = tmp_path / "table.toml"
    file.write_text(f'[[readers]]\nname = "mine"\nport = "{reader.port}"\nprotocol = "text_line"\nzone = "play"\n')
    said: list[str] = []
    try:
        for _ in range(2):
            assert Search(file, str, say=said.append, name="mine").run([reader.port], write=True) == FOUND
            names = [(one.name, one.antenna, one.protocol) for one in load_table(file).readers]
            assert names[:2] == [("mine", 1, BOARD), ("table", 2, BOARD)] and len(names) == 6
            assert len({name for name, _, _ in names}) == 6
        assert load_table(file).readers[0].zone == "play"
        assert sum("already" in words for words in said) == 6
        said.clear()
        file.unlink()
        Search(file, str, say=said.append).run([reader.port], write=False)
        assert "\n".join(said).count("antenna = ") == 6 and 'name = "reader6"' in "\n".join(said)
    finally:
        reader.close()


def test_a_virtual_table_has_a_board_for_each(tmp_path: Path, lights: LightTable, inbox: Inbox) -> None:
    from drivers.simulated import SimulatedTable

    config = replace(table(tmp_path), readers=table(tmp_path).readers[1:3])
    virtual = SimulatedTable(config)
    hardware = Hardware(virtual.config, lights, inbox.post, Lived(), lambda _uid: True)
    hardware.start()
    try:
        for name in ("a2", "a3"):
            virtual.readers[name].place(ONE)
            came = inbox.until(lambda signal: isinstance(signal, Tag))[-1]
            assert isinstance(came, Tag) and came.reader == name
            virtual.readers[name].lift()
            inbox.until(lambda signal: isinstance(signal, Tag) and not signal.present)
    finally:
        hardware.stop()
        virtual.close()
