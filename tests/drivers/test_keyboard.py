"""Readers that are keyboards: events of the kernel through a pipe become tags, and nothing else does."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.engine import evdev
from companion.engine.clock import ManualClock
from companion.engine.codec import public_json
from companion.engine.config import ConfigError
from companion.engine.evdev import (
    EV_KEY,
    EV_SYN,
    KEY_ENTER,
    SYN_DROPPED,
    SYN_REPORT,
    Description,
    InputEvent,
    pack_events,
)
from companion.engine.printed_number import meant
from companion.engine.signals import ReaderState, Tag
from drivers.config import ReaderConfig, load_table
from drivers.light_table import LightTable
from drivers.readers import KEYBOARD, UnknownProtocol, new_decoder
from drivers.readers.key_device import KeyDevice, open_keys
from drivers.readers.keyboard import GAP_US, MOST_SIGNS, SIGNS
from drivers.readers.loop import Backoff, ReaderLoop
from drivers.readers.ports import fault_of, why
from drivers.simulated.encoders import encode, typed
from drivers.simulated.reader import VirtualReader
from drivers.table import Hardware
from tests.drivers.inbox import Inbox
from tests.engine.test_printed_number import WAYS
from tests.tools.soak.keys import soak_keys

DISC, OTHER = "61008EB2F9", "62E3086CED"
QUICK = Backoff(first=0.005, longest=0.02)
FULL = frozenset((*SIGNS, KEY_ENTER, 103, 105, 106, 108))


def uids(*events: InputEvent) -> list[str]:
    return [read.uid for read in new_decoder(KEYBOARD).feed(pack_events(events))]


def line(text: str, at_us: int = 0, gap_us: int = 8_000) -> list[str]:
    return uids(*typed(text, at_us, gap_us))


# --- lines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [way for way in WAYS if "\t" not in way])
def test_every_way_to_type_a_disc_is_that_disc(text: str) -> None:
    (uid,) = line(text)
    assert meant(uid, [OTHER, DISC]) == (DISC,)


@pytest.mark.parametrize(
    ("text", "uid"),
    [
        (";0009351929?", "#0009351929"),
        ("https://example.org/Card-7", "HTTPS//EXAMPLE.ORG/CARD7"),
        ("hello world", "HELLOWORLD"),
        ("900250000023921", "900250000023921"),  # of an animal
        ("4006381333931", "4006381333931"),  # a barcode
        ("A" * MOST_SIGNS, "A" * MOST_SIGNS),
    ],
)
def test_what_is_no_number_of_a_disc_is_a_tag_of_its_own(text: str, uid: str) -> None:
    assert line(text) == [uid]


@pytest.mark.parametrize("text", ["", "abc", "12345", "#123", "A" * (MOST_SIGNS + 1), "9" * 500])
def test_too_short_and_too_long_lines_are_none(text: str) -> None:
    assert line(text) == [] and uids(*typed(text), *typed(DISC, 10_000_000)) == [DISC]


def test_a_reader_that_types_as_for_a_french_keyboard() -> None:
    """Digits with Shift; A where Q is."""
    shifted = str.maketrans("1234567890", "!@#$%^&*()")
    assert line("0009351929".translate(shifted)) == ["#0009351929"]
    assert line("61008eb2f9".translate(shifted)) == ["61008EB2F9"]
    assert line("04q1b2c3d4e5f6".translate(shifted)) == ["04A1B2C3D4E5F6"]


def keypad(text: str) -> list[InputEvent]:
    code = {str(n): code for n, code in enumerate(evdev.KEYPAD_DIGITS)}
    keys = [*(code[sign] for sign in text), evdev.KEY_KPENTER]
    return [InputEvent(EV_KEY, key, value) for key in keys for value in (1, 0)]


def test_the_keypad_types_too_and_tab_ends_a_line() -> None:
    assert uids(*keypad("0009351929")) == ["#0009351929"]
    events = [one._replace(code=evdev.KEY_TAB) if one.code == KEY_ENTER else one for one in typed(DISC)]
    assert uids(*events) == [DISC]


def test_num_lock_before_and_after_changes_nothing() -> None:
    lock = [InputEvent(EV_KEY, 69, 1), InputEvent(EV_KEY, 69, 0)]
    assert uids(*lock, *keypad("0009351929"), *lock, *keypad("0006489709")) == ["#0009351929", "#0006489709"]


def spoilt(change: Callable[[list[InputEvent]], Sequence[InputEvent]]) -> list[str]:
    return uids(*change(typed(DISC)), *typed(OTHER, 10_000_000))


@pytest.mark.parametrize(
    "change",
    [
        lambda events: [*events[:12], InputEvent(EV_SYN, SYN_DROPPED, 0), *events[12:]],
        lambda events: [*events[:12], *events[14:]],  # a key that came up twice
        lambda events: events[1:],
        lambda events: [one for one in events if (one.code, one.value) != (42, 0)],
        lambda events: [events[0]._replace(code=42), *events[1:]],
        lambda events: [*events[:12], InputEvent(EV_KEY, 29, 1), *events[12:]],  # Ctrl
        lambda events: [*events[:12], InputEvent(EV_KEY, events[0].code, 2), *events[12:]],
        lambda events: [one._replace(at_us=10 * (GAP_US + 1) * n) for n, one in enumerate(events)],  # a slow hand
        lambda events: [one._replace(at_us=one.at_us + 600_000 * (n > 20)) for n, one in enumerate(events)],
    ],
    ids=[
        "events were lost",
        "a key was lost",
        "the first key was lost",
        "Shift never came up",
        "or was another",
        "Ctrl",
        "a finger rests on a key",
        "too slow",
        "a pause",
    ],
)
def test_what_no_reader_types_spoils_its_line_alone(change: Callable[[list[InputEvent]], Sequence[InputEvent]]) -> None:
    assert spoilt(change) == [OTHER]


def test_the_key_that_started_the_program_may_still_come_up() -> None:
    assert uids(InputEvent(EV_KEY, KEY_ENTER, 0), InputEvent(EV_SYN, SYN_REPORT, 0), *typed(DISC)) == [DISC]


def test_however_the_records_are_split() -> None:
    data = pack_events(typed(DISC))
    fed = new_decoder(KEYBOARD)
    assert [read.uid for byte in data for read in fed.feed(bytes([byte]))] == [DISC]
    fed.feed(data[:100])
    fed.reset()
    assert [read.uid for read in fed.feed(data)] == [DISC]


def test_random_keys_are_no_tags() -> None:
    """`make soak` does 2,000,000."""
    finding = soak_keys(6_000, seed=3)
    assert finding.figures["reads"] > 10 and finding.broken is None


# --- devices --------------------------------------------------------------------------------------------------------


@pytest.fixture
def start(inbox: Inbox) -> Iterator[Callable[[str], ReaderLoop]]:
    loops: list[ReaderLoop] = []

    def make(port: str) -> ReaderLoop:
        settings = ReaderConfig(name="table", port=port, protocol=KEYBOARD).settings()
        loops.append(ReaderLoop(settings, inbox.post, ManualClock(), lambda uid: uid != OTHER, QUICK))
        loops[-1].start()
        return loops[-1]

    yield make
    for loop in loops:
        loop.stop()


def test_two_of_them_at_a_table_each_with_its_zone(tmp_path: Path, lights: LightTable, inbox: Inbox) -> None:
    (tmp_path / "table.toml").write_text(
        "".join(
            f'[[readers]]\nname = "{name}"\nport = "{tmp_path / name}"\nprotocol = "keyboard"\nzone = "{zone}"\n'
            for name, zone in (("one", "draw"), ("two", "play"))
        )
    )
    config = load_table(tmp_path / "table.toml")
    readers = [VirtualReader(KEYBOARD, tmp_path, reader.name) for reader in config.readers]
    table = Hardware(config, lights, inbox.post, ManualClock(), lambda uid: uid in (DISC, OTHER))
    table.start()
    try:
        states = [inbox.next(), inbox.next()]
        assert {one.reader for one in states if isinstance(one, ReaderState) and one.connected} == {"one", "two"}
        for reader, uid in zip(readers, (DISC, OTHER), strict=True):
            reader.tap(uid)
            tag = inbox.next()
            assert isinstance(tag, Tag) and (tag.uid, tag.present) == (uid, True)
        assert [reader.zone for reader in config.readers] == ["draw", "play"]
        assert table.notices == []
    finally:
        table.stop()
        for reader in readers:
            reader.close()


def test_a_tag_that_is_not_enrolled_is_tapped_twice(
    start: Callable[[str], ReaderLoop], tmp_path: Path, inbox: Inbox
) -> None:
    reader = VirtualReader(KEYBOARD, tmp_path, "keys")
    start(reader.port)
    inbox.connected()
    for uid in (OTHER, DISC, OTHER, OTHER):
        reader.tap(uid)
    found = [inbox.next(), inbox.next()]
    assert [one.uid for one in found if isinstance(one, Tag)] == [DISC, OTHER]
    reader.close()


def test_pulled_out_and_put_in_it_goes_on(start: Callable[[str], ReaderLoop], tmp_path: Path, inbox: Inbox) -> None:
    """Also in the middle of a line: 30 times, none is lost."""
    reader = VirtualReader(KEYBOARD, tmp_path, "keys")
    loop = start(reader.port)
    try:
        inbox.connected()
        for n in range(30):
            reader.send(encode(KEYBOARD, OTHER)[: 24 * n])
            reader.unplug()
            lost = inbox.next()
            assert isinstance(lost, ReaderState) and not lost.connected
            reader.plug()
            inbox.connected()
            uid = f"A{n:07}"
            reader.send(encode(KEYBOARD, uid))
            tag = inbox.next()
            assert isinstance(tag, Tag) and tag.uid == uid
        assert loop.counters.lost == 30
    finally:
        reader.close()


def test_one_that_another_program_has_grabbed_comes_when_it_is_free(
    start: Callable[[str], ReaderLoop], tmp_path: Path, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = [True]

    def grab(_fd: int) -> None:
        if taken[0]:
            raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr("drivers.readers.key_device.grab", grab)
    reader = VirtualReader(KEYBOARD, tmp_path, "keys")
    loop = start(reader.port)
    state = inbox.next()
    assert isinstance(state, ReaderState) and "in use by another program" in state.detail
    assert loop.fault is not None and loop.fault.errno == errno.EBUSY
    taken[0] = False
    inbox.connected()
    reader.close()


def test_a_keyboard_in_its_socket_is_not_grabbed(tmp_path: Path, inbox: Inbox) -> None:
    """By its name: the family's keyboard types on."""
    reader = VirtualReader(KEYBOARD, tmp_path, "keys")
    config = ReaderConfig(name="table", port=reader.port, protocol=KEYBOARD, device="Sycreader")
    loop = ReaderLoop(config.settings(), inbox.post, ManualClock(), lambda _uid: True, QUICK)
    loop.start()
    try:
        state = inbox.next()
        assert isinstance(state, ReaderState) and not state.connected
        assert loop.fault is not None and loop.fault.errno == errno.ENXIO
    finally:
        loop.stop()
        reader.close()
    with pytest.raises(OSError, match="a device is there, not Sycreader"):
        open_keys(str(described(tmp_path / "other", FULL)), "Sycreader")


def test_who_may_not_read_it_is_told_the_group() -> None:
    told = why("/dev/input/event3", fault_of(PermissionError(errno.EACCES, "Permission denied")), "input")
    assert told.endswith("the user needs the group input")


def described(path: Path, keys: frozenset[int]) -> Path:

    os.mkfifo(path)
    path.with_suffix(".json").write_bytes(public_json(Description("a device", keys=keys)))
    return path


def test_only_a_keyboard_is_opened(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    described(tmp_path / "mouse", frozenset({0x110}))
    for name, number in (("nothing", errno.ENOENT), ("file", errno.ENOTTY), ("mouse", errno.ENOTTY)):
        with pytest.raises(OSError) as refused:
            open_keys(str(tmp_path / name))
        assert refused.value.errno == number, name
    opened: KeyDevice = open_keys(str(described(tmp_path / "keys", FULL)))
    assert opened.description.is_full_keyboard
    opened.close()


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ("baud = 9600\n", "baud"),
        ('region = "eu"\n', "region"),
        ('level = "5v"\n', "level"),
        ('topic = "x"\n', "topic"),
        ('label = "x"\n', "label"),
    ],
)
def test_what_only_a_serial_line_has_is_refused(tmp_path: Path, more: str, key: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'[[readers]]\nname = "table"\nport = "/dev/input/event0"\nprotocol = "keyboard"\n{more}')
    with pytest.raises(ConfigError) as refused:
        load_table(file)
    assert (refused.value.key, refused.value.line) == (f"readers[0].{key}", 5)


def test_it_can_be_found() -> None:
    """On the page, in the table's file as a word to choose, and among the protocols that are known."""
    root = Path(__file__).parents[2]
    assert (root / "docs/readers.md").read_text(encoding="utf-8").count("| `keyboard` |") == 1
    assert " | keyboard | pcsc | mqtt\n" in (root / "config/table.toml").read_text(encoding="utf-8")
    with pytest.raises(UnknownProtocol, match="keyboard"):
        new_decoder("keybord")


def test_the_window_counts_the_keys_that_a_reader_may_type() -> None:
    """The kiosk may not import the driver: it knows the keys by their numbers."""
    assert SIGNS.keys() == evdev.KEY_SIGNS
