"""An antenna board: the doctor tells an antenna that is silent from a board that is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.tools.doctor.finding import FindingFact
from companion.tools.doctor.live import ReaderNow
from drivers.doctor import readers as reader_checks
from drivers.doctor.readers import _live
from drivers.doctor.system import HardwareSystem
from drivers.readers import BOARD
from drivers.simulated.board_peer import BoardPeer
from drivers.simulated.reader import VirtualReader
from tests.doctor.conftest import Visit

PORT = "/dev/ttyUSB0"


@pytest.fixture
def board(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualReader]:
    """A board whose antenna 2 is the table's, at its place in the pretended system."""
    path: Path = visit.system.at(PORT)
    path.parent.mkdir(parents=True, exist_ok=True)
    visit.table(f'[[readers]]\nname = "two"\nport = "{path}"\nprotocol = "antenna_board"\nantenna = 2\n')
    monkeypatch.setattr(visit.system, "at", Path)
    made = VirtualReader(BOARD, path.parent, path.name)
    monkeypatch.setattr(reader_checks, "SEEK_S", 0.1)
    yield made
    made.close()


def test_an_antenna_that_answers(visit: Visit, board: VirtualReader) -> None:
    assert "reader_answers" in visit.look()


def test_an_antenna_that_does_not(visit: Visit, board: VirtualReader) -> None:
    assert isinstance(board.peer, BoardPeer)
    board.peer.working.discard(2)
    assert visit.look()["antenna_silent"].facts["antenna"] == 2
    assert "SDA" in visit.mend("antenna_silent", "fr") and "SDA" in visit.mend("antenna_silent", "en")


def test_what_the_running_companion_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HardwareSystem, "holders", lambda *_: [])
    for name in ("exists", "is_serial", "may"):
        monkeypatch.setattr(HardwareSystem, name, lambda *_: True)
    facts: dict[str, FindingFact] = {"reader": "two", "port": PORT, "antenna": 2}
    assert _live(HardwareSystem(), ReaderNow("two", PORT, BOARD, True), dict(facts)).code == "reader_open"
    assert _live(HardwareSystem(), ReaderNow("two", PORT, BOARD, False), dict(facts)).code == "antenna_silent"
