"""The control channel by itself: lines over a socket, fingers, a lamp; whoever comes and goes."""

from __future__ import annotations

import json
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers.simulated.control import LONGEST_LINE, Control, ControlActions, ControlUnavailable
from tests.patience import PATIENCE_S


class Panel:
    """What a VirtualPanel is to the channel."""

    buttons = ("start", "a")
    encoders = ("rage",)
    colour = (0.5, 0.25, 0.0)

    def __init__(self) -> None:
        self.done: list[str] = []

    def press(self, name: str) -> None:
        self.done.append(f"+{name}")

    def release(self, name: str) -> None:
        self.done.append(f"-{name}")

    def turn(self, name: str, steps: int) -> None:
        self.done.append(f"{name} {steps}")


class Peer:
    def __init__(self, path: Path) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(PATIENCE_S)
        self._line.connect(str(path))
        self._lines = self._line.makefile("rb")

    def say(self, line: bytes) -> Any:
        self._line.sendall(line + b"\n")
        return json.loads(self._lines.readline())

    def close(self) -> None:
        self._lines.close()
        self._line.close()


@pytest.fixture
def panel() -> Panel:
    return Panel()


@pytest.fixture
def pictures() -> list[Path]:
    return []


@pytest.fixture
def control(tmp_path: Path, panel: Panel, pictures: list[Path]) -> Iterator[Control]:
    def shoot(path: Path) -> None:
        if path.name == "late.png":
            raise TimeoutError
        if path.name == "full.png":
            raise OSError(28, "No space left on device")
        pictures.append(path)

    def touch(x: float, y: float) -> None:
        if x == 999:
            raise TimeoutError
        panel.done.append(f"{x},{y}")

    def keys() -> list[dict[str, Any]]:
        if "no frame" in panel.done:
            raise TimeoutError
        return [{"words": ["Menu"], "at": [1, 2]}]

    def table(line: bytes) -> bytes:
        return b'{"table":%d}' % len(line)

    hands = ControlActions(panel, shoot, touch, keys, pictures.clear, table)  # type: ignore[arg-type]
    made = Control(tmp_path / "control", hands.answer)
    yield made
    made.close()


@pytest.fixture
def peer(tmp_path: Path, control: Control) -> Iterator[Peer]:
    made = Peer(tmp_path / "control")
    yield made
    made.close()


def test_fingers_lamp_and_window(peer: Peer, panel: Panel, pictures: list[Path], tmp_path: Path) -> None:
    assert peer.say(b'{"press":"start"}') == peer.say(b'{"release":"start"}') == {"ok": True}
    assert panel.done == ["+start", "-start"]
    assert peer.say(b'{"turn":{"rage":-2}}') == {"ok": True}
    assert panel.done.pop() == "rage -2"
    assert peer.say(b'{"touch":[400,12.5]}') == {"ok": True}
    assert panel.done.pop() == "400,12.5"
    assert peer.say(b'{"keys":{}}') == {"ok": True, "keys": [{"words": ["Menu"], "at": [1, 2]}]}
    assert peer.say(b'{"lamp":{}}') == {"ok": True, "colour": [0.5, 0.25, 0.0]}
    target = str(tmp_path / "x.png")
    assert peer.say(json.dumps({"picture": target}).encode()) == {"ok": True, "picture": target}
    assert pictures == [Path(target)]
    assert peer.say(b'{"quit":{}}') == {"ok": True}
    assert pictures == []


@pytest.mark.parametrize("line", [b'{"view":{}}', b"nonsense", b"{}", b'{"press":"a","lamp":{}}', b"\xff\xfe"])
def test_all_else_goes_to_the_table(peer: Peer, panel: Panel, line: bytes) -> None:
    assert peer.say(line) == {"table": len(line)}
    assert panel.done == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"press":"undo"}', "no_button"),
        (b'{"press":["a"]}', "bad_input"),
        (b'{"turn":{"speed":1}}', "no_encoder"),
        (b'{"turn":"rage"}', "bad_input"),
        (b'{"turn":{"rage":true}}', "bad_input"),
        (b'{"turn":{"rage":1.5}}', "bad_input"),
        (b'{"turn":{"rage":1,"speed":1}}', "bad_input"),
        (b'{"turn":{"rage":1000000000}}', "bad_input"),
        (b'{"touch":[1]}', "bad_input"),
        (b'{"touch":[1,"2"]}', "bad_input"),
        (b'{"touch":[true,2]}', "bad_input"),
        (b'{"touch":[-1,2]}', "bad_input"),
        (b'{"touch":[1,100000]}', "bad_input"),
        (b'{"touch":[999,1]}', "no_picture"),
        (b'{"keys":1}', "bad_input"),
        (b'{"lamp":1}', "bad_input"),
        (b'{"quit":null}', "bad_input"),
        (b'{"picture":""}', "bad_input"),
        (b'{"picture":"late.png"}', "no_picture"),
        (b'{"picture":"full.png"}', "no_picture"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(peer: Peer, panel: Panel, line: bytes, code: str) -> None:
    answer = peer.say(line)
    assert (answer["ok"], answer["error"]["code"]) == (False, code)
    assert answer["error"]["message"]
    assert panel.done == []


def test_a_window_that_does_not_draw_has_no_keys(peer: Peer, panel: Panel) -> None:
    panel.done.append("no frame")
    assert peer.say(b'{"keys":{}}')["error"]["code"] == "no_picture"


def test_without_mock_pins_there_is_nothing_to_press() -> None:
    hands = ControlActions(None, lambda _path: None, lambda _x, _y: None, list, lambda: None, lambda line: line)
    assert json.loads(hands.answer(b'{"press":"a"}'))["error"]["code"] == "no_panel"


def test_a_fault_of_ours_is_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    hands = ControlActions(None, lambda _path: None, lambda _x, _y: None, list, lambda: 1 / 0, lambda line: line)  # type: ignore[arg-type]
    assert json.loads(hands.answer(b'{"quit":{}}'))["error"]["code"] == "internal"


def test_one_client_after_the_other(control: Control, tmp_path: Path, panel: Panel) -> None:
    for _ in range(3):
        peer = Peer(tmp_path / "control")
        assert peer.say(b'{"press":"a"}') == {"ok": True}
        peer.close()
    assert panel.done == ["+a"] * 3


def test_an_endless_line_is_refused(peer: Peer) -> None:
    assert peer.say(b"x" * LONGEST_LINE)["error"]["code"] == "bad_input"


def test_the_socket_is_the_owners_and_goes_with_the_channel(control: Control, peer: Peer, tmp_path: Path) -> None:
    path = tmp_path / "control"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    control.close()
    control.close()
    assert not path.exists()


def test_a_dead_socket_is_replaced_a_living_one_is_not(tmp_path: Path, control: Control) -> None:
    with pytest.raises(ControlUnavailable, match="another companion"):
        Control(tmp_path / "control", lambda line: line)
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(tmp_path / "dead"))
    dead.close()
    Control(tmp_path / "dead", lambda line: line).close()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ControlUnavailable, match="no socket"):
        Control(tmp_path / "file", lambda line: line)
    assert (tmp_path / "file").read_text() == "mine"
    with pytest.raises(ControlUnavailable):
        Control(tmp_path / "no/such/folder", lambda line: line)
    with pytest.raises(ControlUnavailable, match="too long"):
        Control(tmp_path / ("x" * 200), lambda line: line)
