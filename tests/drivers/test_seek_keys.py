"""`companion readers`: a reader that types is found by a tap; a keyboard that somebody writes on is left alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine.codec import public_json
from companion.engine.evdev import KEY_ENTER, KEY_LEFTSHIFT, Description, pack_events
from drivers.config import load_table
from drivers.discovery import command
from drivers.discovery.command import FOUND, NOT_FOUND, Search
from drivers.discovery.keys import Typing, keyboards
from drivers.readers.keyboard import SIGNS
from drivers.simulated.encoders import typed
from tests.patience import PATIENCE_S

DISC, OTHER = "0009351929", "0006489709"
ALL_KEYS = frozenset((*SIGNS, KEY_ENTER, KEY_LEFTSHIFT, 103, 105, 106, 108))
DIGITS = frozenset((*range(2, 12), KEY_ENTER))
Plug = Callable[..., "Device"]


class Device:
    """A keyboard as a FIFO that keeps what was typed before anybody reads."""

    def __init__(self, folder: Path, n: int, name: str, keys: frozenset[int]) -> None:
        self.path = folder / f"event{n}"
        self.path.with_suffix(".json").write_bytes(public_json(Description(name, keys=keys)))
        os.mkfifo(self.path)
        self._fds = [os.open(self.path, mode | os.O_NONBLOCK) for mode in (os.O_RDONLY, os.O_WRONLY)]
        self._at_us = 0

    def type(self, text: str, gap_us: int = 8_000) -> None:
        self._at_us += 1_000_000
        os.write(self._fds[1], pack_events(typed(text, self._at_us, gap_us)))

    def close(self) -> None:
        for fd in self._fds:
            os.close(fd)


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "sockets", list)
    folder = tmp_path / "input"
    folder.mkdir()
    return folder


@pytest.fixture
def plug(inputs: Path) -> Iterator[Plug]:
    made: list[Device] = []

    def make(name: str = "a reader", keys: frozenset[int] = ALL_KEYS) -> Device:
        made.append(Device(inputs, len(made), name, keys))
        return made[-1]

    yield make
    for device in made:
        device.close()


def search(inputs: Path, *ports: str, write: bool = True, wait_s: float = PATIENCE_S) -> tuple[int, str]:
    told: list[str] = []
    file = inputs.parent / "table.toml"
    status = Search(file, lambda text: text, wait_s, say=told.append, inputs=inputs).run(ports, write)
    return status, "\n".join(told)


def test_a_tap_names_the_reader(inputs: Path, plug: Plug) -> None:
    plug("a keyboard")
    plug("a mouse", frozenset({0x110}))
    reader = plug("Sycreader")
    reader.type(DISC)
    status, told = search(inputs)
    assert status == FOUND and f"Sycreader types {DISC}" in told
    (written,) = load_table(inputs.parent / "table.toml").readers
    assert (written.port, written.protocol, written.baud) == (str(reader.path), "keyboard", None)
    assert written.device == "Sycreader"


def test_what_somebody_writes_is_no_reader(inputs: Path, plug: Plug) -> None:
    """By its pace; nor is a short word, however quick."""
    keyboard, other = plug("a keyboard"), plug("another")
    keyboard.type("0123456789", gap_us=120_000)
    other.type("12345")
    status, told = search(inputs, wait_s=0.05)
    assert status == NOT_FOUND and "No reader typed" in told
    assert not (inputs.parent / "table.toml").exists()


def test_the_only_full_keyboard_is_confirmed_twice(inputs: Path, plug: Plug) -> None:
    reader = plug()
    for text in (DISC, DISC, DISC):
        reader.type(text)
    status, told = search(inputs)
    assert status == FOUND and "the only keyboard" in told


@pytest.mark.parametrize("then", [(), (DISC,), (DISC, OTHER), (OTHER, DISC)])
def test_else_it_stays_a_keyboard(then: tuple[str, ...], inputs: Path, plug: Plug) -> None:
    reader = plug()
    for text in (DISC, *then):
        reader.type(text)
    status, told = search(inputs, wait_s=PATIENCE_S if len(then) == 2 else 0.05)
    assert status == NOT_FOUND and "It stays a keyboard" in told
    assert not (inputs.parent / "table.toml").exists()


def test_beside_another_keyboard_or_with_digits_alone_one_tap_does(inputs: Path, plug: Plug) -> None:
    reader = plug("a pad", DIGITS)
    reader.type(DISC)
    assert search(inputs)[0] == FOUND


def test_a_second_one_is_found_beside_the_first(inputs: Path, plug: Plug) -> None:
    first, second, _keyboard = plug(), plug(), plug("a keyboard")
    first.type(DISC)
    assert search(inputs)[0] == FOUND
    second.type(OTHER)
    first.type(OTHER)
    assert search(inputs)[0] == FOUND
    readers = load_table(inputs.parent / "table.toml").readers
    assert [(one.name, one.port) for one in readers] == [("table", str(first.path)), ("reader2", str(second.path))]


def test_one_that_is_in_the_table_is_not_waited_for(inputs: Path, plug: Plug) -> None:
    """The running companion has grabbed it: nothing would come."""
    reader = plug("a pad", DIGITS)
    reader.type(DISC)
    assert search(inputs)[0] == FOUND
    status, told = search(inputs)
    assert status == FOUND and "has it already, as the reader “table”" in told


def test_a_port_that_is_named_is_the_only_one(inputs: Path, plug: Plug) -> None:
    other, reader = plug(), plug()
    other.type(DISC)
    reader.type(OTHER)
    status, told = search(inputs, str(reader.path))
    assert status == FOUND and OTHER in told and DISC not in told


def test_names_that_survive_replugging(inputs: Path, plug: Plug) -> None:
    """One of its kind by its name; of two of a kind each by its socket, since both have one name."""
    alone, one, two = plug("alone"), plug("twin"), plug("twin")
    for folder, name, device in (
        ("by-id", "usb-alone-event-kbd", alone), ("by-path", "usb-0:1-event-kbd", alone),
        ("by-id", "usb-twin-event-kbd", two), ("by-path", "usb-0:2-event-kbd", one),
        ("by-path", "usb-0:3-event-kbd", two),
    ):  # fmt: skip
        (inputs / folder).mkdir(exist_ok=True)
        (inputs / folder / name).symlink_to(device.path)
    found, denied = keyboards(inputs)
    ports = [str(Path(keys.port).relative_to(inputs)) for keys in found]
    assert ports == ["by-id/usb-alone-event-kbd", "by-path/usb-0:2-event-kbd", "by-path/usb-0:3-event-kbd"]
    assert denied == []


def test_who_may_not_read_them_is_told(inputs: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: str, name: str = "", grabbed: bool = True) -> None:
        raise PermissionError(13, "Permission denied", path)

    device = plug()
    monkeypatch.setattr("drivers.discovery.keys.open_keys", forbidden)
    monkeypatch.setenv("SUDO_USER", "rosa")
    status, told = search(inputs)
    assert status == NOT_FOUND and f"{device.path} may not be read" in told and "usermod -aG input rosa" in told


def test_one_that_is_pulled_out_meanwhile(inputs: Path, plug: Plug) -> None:
    device, reader = plug("gone"), plug("there")
    found, _denied = keyboards(inputs)
    device.path.unlink()
    reader.type(DISC)
    typing = Typing(found)
    try:
        tapped = typing.tap(PATIENCE_S)
        assert tapped is not None and tapped[0].name == "there"
    finally:
        typing.close()


def test_a_reader_that_the_screen_found_is_known(inputs: Path, plug: Plug) -> None:
    """Its keys are grabbed while the table runs: a tap would never come; nor has another one its name."""
    found, other, _keyboard = plug("Sycreader"), plug("another"), plug("a keyboard")
    data = inputs.parent / "data"
    data.mkdir()
    entry = f'[[readers]]\nname = "table"\nport = "{found.path}"\nprotocol = "keyboard"\ndevice = "Sycreader"\n'
    (data / "readers.toml").write_text(entry, encoding="utf-8")
    other.type(DISC)
    told: list[str] = []
    file = inputs.parent / "table.toml"
    search = Search(file, lambda text: text, PATIENCE_S, say=told.append, inputs=inputs, data=data)
    assert search.run([], write=True) == FOUND
    assert any(f"{data / 'readers.toml'} has it already, as the reader “table”" in line for line in told)
    (written,) = load_table(file).readers
    assert (written.port, written.name != "table") == (str(other.path), True)
