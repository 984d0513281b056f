"""A reader that types into the kiosk is noticed by its pace; somebody who writes is not."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from companion.engine.evdev import (
    EV_KEY,
    EV_SYN,
    KEY_1,
    KEY_ENTER,
    KEY_KPENTER,
    KEY_LEFTSHIFT,
    KEYPAD_DIGITS,
    SYN_REPORT,
    Description,
    InputEvent,
    pack_events,
)
from kiosk.touch.devices import InputDevices
from kiosk.touch.quick_typing import QuickTyping

DISC = [*map(ord, "0009351929"), 13]


def noticed(keys: list[int], gap_ms: int, slow: int = 0) -> int:
    """How often it is noticed; `slow`: so long before the fourth key."""
    count, now = 0, 1_000

    def tell() -> None:
        nonlocal count
        count += 1

    typing = QuickTyping(tell)
    for n, key in enumerate(keys):
        now += slow if n == 3 and slow else gap_ms
        typing.key_down(key, now)
    return count


@pytest.mark.parametrize("gap_ms", [0, 8, 50])
def test_a_reader_is_noticed_each_time(gap_ms: int) -> None:
    assert noticed(DISC * 2, gap_ms) == 2
    assert noticed([*range(256, 266), 271], gap_ms) == 1


def test_a_hand_is_not() -> None:
    assert noticed(DISC, 90) == 0
    assert noticed([*map(ord, "12345"), 13], 8) == 0
    assert noticed([*map(ord, "ANNA"), 8, 8, 13], 8) == 0
    assert noticed(DISC[:-1], 8) == 0
    assert noticed([*map(ord, "12345678"), 13], 8, slow=300) == 0


def typed(folder: Path, keys: Sequence[int], gap_ms: int, number: int, asleep: bool) -> int:
    """How often a reader is noticed whose device sends these keys, with Shift before each."""
    path = folder / f"event{number}"
    keyboard = Description("A reader", frozenset([KEY_ENTER, *range(KEY_1, KEY_1 + 10), KEY_LEFTSHIFT]))
    path.with_suffix(".json").write_bytes(msgspec.json.encode(keyboard))
    os.mkfifo(path)
    devices, count = InputDevices(folder), 0

    def tell() -> None:
        nonlocal count
        count += 1

    devices.reader_types = tell
    fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    for n, key in enumerate(keys):
        at = n * gap_ms * 1000
        events = [InputEvent(EV_KEY, code, value, at) for code in (KEY_LEFTSHIFT, key) for value in (1, 0)]
        os.write(fd, pack_events([*events, InputEvent(EV_SYN, SYN_REPORT, 0, at)]))
        if asleep:
            for ready, _ in devices.poll.poll(0):
                devices.drain(ready)
        else:
            assert devices.contacts() == []
    os.close(fd)
    devices.close()
    return count


@pytest.mark.parametrize("asleep", [True, False])
@pytest.mark.parametrize(("gap_ms", "times"), [(0, 1), (8, 1), (50, 1), (90, 0)])
def test_on_a_display_of_its_own_the_kiosk_reads_the_keyboards_itself(
    tmp_path: Path, gap_ms: int, times: int, asleep: bool
) -> None:
    """There SDL hands out no key of a keyboard that was plugged in later. A window that is late never sleeps."""
    disc = [*range(KEY_1, KEY_1 + 10), KEY_ENTER]
    assert typed(tmp_path, disc, gap_ms, 4, asleep) == times
    assert typed(tmp_path, [*KEYPAD_DIGITS, KEY_KPENTER], gap_ms, 5, asleep) == times


def test_two_keyboards_of_one_hub_go_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = Description("A reader", frozenset([KEY_ENTER, *range(KEY_1, KEY_1 + 10)]))
    paths = [tmp_path / f"event{number}" for number in (4, 5)]
    for path in paths:
        path.with_suffix(".json").write_bytes(msgspec.json.encode(keyboard))
        os.mkfifo(path)
    devices = InputDevices(tmp_path)
    for path in paths:
        path.unlink()

    def gone(_fd: int, _size: int) -> bytes:
        raise OSError(errno.ENODEV, "No such device")

    monkeypatch.setattr(devices, "_has_changed", lambda: False)  # the read comes before the folder's news
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", gone)
        assert devices.contacts() == []
    assert devices.contacts() == []
    devices.close()
