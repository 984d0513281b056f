"""Each thing is broken in turn: the doctor names it, says its mend in both languages, and whether one can play."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.journal import Journal
from companion.engine.journal_file import VERSION, application
from companion.engine.program import ProgramResult
from companion.options import JOURNAL
from tests.doctor.conftest import Visit
from tests.open_files import copied

PINS = '[pins]\nfactory = "lgpio"\n[panel]\nstart = 17\n'
READER = '[[readers]]\nname = "table"\nport = "/dev/ttyUSB0"\nprotocol = "rdm6300"\n'


class Broken(NamedTuple):
    """What is done to a table, the one code that must come of it, the exit status, and words of the mends (no English
    ones: the same).
    """

    code: str
    status: int
    do: Callable[[Visit], object]
    french: str
    english: str = ""


def _reader(visit: Visit, error: OSError | None = None) -> None:
    visit.table(READER)
    visit.system.write("dev/ttyUSB0", "")
    visit.system.port_error = error
    visit.quick = True


def _built_in(visit: Visit, port: str = "/dev/ttyAMA0", config: str = "enable_uart=1\n") -> None:
    visit.table(READER.replace("/dev/ttyUSB0", port))
    visit.system.write(port, "")
    visit.system.write("boot/firmware/config.txt", config)
    visit.system.port_error = None
    visit.system.port = _Port()
    visit.quick = True


class _Port:
    timeout: float | None = None
    in_waiting = 0

    def read(self, size: int = 1, /) -> bytes:
        return b""

    def write(self, data: bytes, /) -> int:
        return len(data)

    def cancel_read(self) -> None: ...
    def close(self) -> None: ...


def _pins(visit: Visit, text: str = PINS) -> None:
    visit.table(text)


def _journal(visit: Visit, version: int) -> None:
    Journal(visit.data / JOURNAL).close()
    db = sqlite3.connect(visit.data / JOURNAL)
    db.execute(f"PRAGMA user_version={version}")
    db.execute(f"PRAGMA application_id={application(version)}")
    db.close()


def _sql(visit: Visit, *words: str) -> None:
    Journal(visit.data / JOURNAL).close()
    with contextlib.closing(sqlite3.connect(visit.data / JOURNAL)) as db:
        for sentence in words:
            db.execute(sentence)
        db.commit()


def _flipped(visit: Visit) -> None:
    """A game of which one byte is not what was written."""
    with contextlib.closing(Journal(visit.data / JOURNAL)) as journal:
        for number in (1, 2, 3):
            journal.begin("hellrail", "", (), b"{}", "")
            journal.commit(number, Entry(1, 0, EntryKind.MOVE, None, b"{}", b"[]"), None, Status.OPEN)
    _sql(visit, "UPDATE entry SET events = x'5b5c' WHERE game = 3")


def _copied(visit: Visit) -> Path:
    """A journal and its copy; the journal's path."""
    with contextlib.closing(Journal(visit.data / JOURNAL)) as journal:
        journal.begin("hellrail", "", (), b"{}", "")
        journal.commit(1, Entry(1, 0, EntryKind.MOVE, None, b"{}", b"[]"), None, Status.OPEN)
        journal.flush()
        journal.copy()
        assert journal._writer is not None
        copied(journal)
    return visit.data / JOURNAL


def _pipe(ending: str, visit: Visit) -> None:
    if ending:
        Journal(visit.data / JOURNAL).close()
    (visit.data / f"{JOURNAL}{ending}").unlink(missing_ok=True)
    os.mkfifo(visit.data / f"{JOURNAL}{ending}")


def _closed_journal(visit: Visit) -> None:
    """Root has started it once."""
    Journal(visit.data / JOURNAL).close()
    visit.system.closed.add(str(visit.data / JOURNAL))


def _file(visit: Visit, name: str, text: str) -> None:
    (visit.config / name).parent.mkdir(exist_ok=True)
    (visit.config / name).write_text(text, encoding="utf-8")


def _throttled(visit: Visit, word: int) -> None:
    visit.system.write("sys/devices/platform/soc/soc:firmware/get_throttled", f"{word:x}\n")


def _all_games(visit: Visit) -> None:
    _file(visit, "infernal_wagon/box.json", "{")
    _file(visit, "cerbere/box.toml", "[pawns]\nred = 3\n")
    _file(visit, "hellrail/deck.toml", "no toml")


def _set(name: str, value: object) -> Callable[[Visit], None]:
    return lambda visit: setattr(visit.system, name, value)


def _both(*steps: Callable[[Visit], object]) -> Callable[[Visit], object]:
    return lambda visit: [step(visit) for step in steps]


def _write(name: str, text: str = "") -> Callable[[Visit], None]:
    return lambda visit: visit.system.write(name, text)


def _remove(name: str) -> Callable[[Visit], None]:
    return lambda visit: visit.system.remove(name)


def _close(path: str) -> Callable[[Visit], None]:
    return lambda visit: visit.system.closed.add(path)


def _answer(helper: str, status: int, said: str) -> Callable[[Visit], None]:
    """What `kiosk.doctor.window` or `tone` answers."""
    return lambda visit: visit.system.answers.update({f"kiosk.doctor.{helper}": ProgramResult(status, said)})


def _environ(**variables: str) -> Callable[[Visit], None]:
    return lambda visit: visit.system.variables.update(variables)


def _version(package: str, version: str | None) -> Callable[[Visit], object]:
    """Installed in this version, or not at all."""
    if version is None:
        return lambda visit: visit.system.versions.pop(package)
    return lambda visit: visit.system.versions.update({package: version})


def _settings(text: str) -> Callable[[Visit], object]:
    return lambda visit: (visit.data / "settings.json").write_text(text)


def _port_fails(number: int) -> Callable[[Visit], None]:
    return lambda visit: _reader(visit, OSError(number, os.strerror(number)))


SCREEN = '{"width": %d, "height": %d, "driver": "%s"}'
CONSOLE = "console=serial0,115200 console=tty1"
GROUPS = "--groups render,input,audio,dialout,gpio pi"
ESPEAK = "apt-get install --no-install-recommends espeak-ng"
BROKEN = [
    # screen and touch
    Broken("no_screen", 2, _remove("dev/dri/card1"), "nappe", "ribbon"),
    Broken("no_screen", 2, _write("sys/class/drm/card1-DSI-1/status", "disconnected"), "nappe", "ribbon"),
    Broken("screen_not_allowed", 2, _close("/dev/dri/card1"), "video,render pi"),
    Broken("screen_fails", 2, _answer("window", 1, '{"error": "no EGL"}'), "multi-user.target"),
    Broken("screen_fails", 2, _answer("window", -11, ""), "Ferme", "Close"),
    Broken(
        "screen_fails",  # DISPLAY is set, nobody answers, SDL falls back to a window that nobody sees
        2,
        _both(_environ(DISPLAY=":77"), _answer("window", 0, SCREEN % (800, 480, "offscreen"))),
        "Ferme",
        "Close",
    ),
    Broken("screen_small", 1, _answer("window", 0, SCREEN % (480, 320, "kmsdrm")), "définition", "resolution"),
    Broken("no_touch", 1, _write("proc/bus/input/devices"), "nappe", "ribbon"),
    Broken("touch_not_allowed", 1, _close("/dev/input/event2"), "input pi"),
    Broken("touch_never", 1, _settings('{"finger_seen": false}'), "journalctl"),
    # readers
    Broken("reader_absent", 1, lambda v: v.table(READER), "by-id"),
    Broken("reader_not_allowed", 1, _port_fails(errno.EACCES), "--groups dialout pi"),
    Broken("reader_locked", 1, _port_fails(errno.EAGAIN), "fuser"),
    Broken("reader_fails", 1, _port_fails(errno.EIO), "baud"),
    Broken("reader_no_serial", 1, _port_fails(errno.ENOTTY), "by-id"),
    Broken(
        "reader_no_serial",
        1,
        _both(_reader, lambda v: v.system.no_serial.add("/dev/ttyUSB0"), _set("users", [(1, "bash")])),
        "by-id",
    ),
    Broken("reader_no_port", 0, lambda v: v.table(READER.replace("/dev/ttyUSB0", "")), "Branche", "Plug"),
    Broken("uart_off", 1, lambda v: _built_in(v, config="#enable_uart=1\n"), "do_serial_hw 0"),
    Broken(
        "uart_console",
        1,
        _both(_built_in, _write("boot/firmware/cmdline.txt", CONSOLE)),
        "do_serial_cons 1",
        "`console=serial0,115200` out of",
    ),
    Broken("uart_bluetooth", 0, lambda v: _built_in(v, "/dev/ttyS0"), "disable-bt"),
    # pins
    Broken("lgpio_missing", 1, _both(_pins, _version("lgpio", None)), "lgpio==0.2.2.0"),
    Broken("lgpio_stub", 1, _both(_pins, _version("lgpio", "0.0.0.2")), "--force-reinstall"),
    Broken("no_gpiochip", 1, _both(_pins, _remove("dev/gpiochip0")), '"none"'),
    Broken("pins_not_allowed", 1, _both(_pins, _close("/dev/gpiochip0")), "--groups gpio pi"),
    Broken("pins_mock", 0, lambda v: _pins(v, PINS.replace("lgpio", "mock")), "lgpio"),
    # sound
    Broken("no_sound_card", 1, _write("proc/asound/cards", "--- no soundcards ---\n"), "aplay"),
    Broken("sound_not_allowed", 1, _close("/dev/snd/pcmC0D0p"), "audio pi"),
    Broken("sound_fails", 1, _answer("tone", 1, '{"error": "busy"}'), "aplay"),
    Broken("sound_driver", 1, _answer("tone", 0, '{"driver": "dummy"}'), "unset SDL_AUDIODRIVER"),
    Broken(
        "sound_driver",
        1,
        _both(_environ(SDL_AUDIODRIVER="bogus"), _answer("tone", 1, '{"error": "not available"}')),
        "unset SDL_AUDIODRIVER",
    ),
    Broken("sound_chosen_off", 0, _settings('{"volume": 0, "finger_seen": true}'), "Réglages", "Settings"),
    Broken("voice_missing", 1, _settings('{"voice": "orders", "finger_seen": true}'), ESPEAK),
    # system
    Broken("groups_missing", 0, _both(_set("has_groups", {"video"}), _set("will_have", set())), GROUPS),
    Broken("groups_new", 0, _set("has_groups", frozenset()), "session", "Log out"),
    Broken("undervoltage_now", 1, lambda v: _throttled(v, 0x10001), "alimentation officielle", "official power supply"),
    Broken(
        "undervoltage_past", 0, lambda v: _throttled(v, 0x10000), "alimentation officielle", "official power supply"
    ),
    Broken("throttled_now", 1, lambda v: _throttled(v, 0x40004), "radiateur", "heat sink"),
    Broken("throttled_past", 0, lambda v: _throttled(v, 0x40000), "radiateur", "heat sink"),
    Broken("hot_now", 1, lambda v: _throttled(v, 0x8), "ventilateur", "fan"),
    Broken("clock_wrong", 1, _set("day", datetime(1970, 1, 1, tzinfo=UTC)), "set-ntp true"),
    Broken("clock_unset", 0, _remove("dev/rtc0"), "i2c-rtc"),
    Broken("python_wrong", 2, _set("runs", (3, 14)), "make install"),
    Broken("package_missing", 2, _version("kivy", None), "kivy==2.3.1"),
    Broken("package_missing", 1, _version("numpy", None), "numpy"),
    Broken("package_other", 0, _version("numpy", "2.5.0"), "numpy"),
    # games and files
    Broken("journal_newer", 2, lambda v: _journal(v, VERSION + 1), "plus récent", "newer companion"),
    Broken(
        "journal_damaged", 1, lambda v: (v.data / JOURNAL).write_bytes(b"x" * 4096), "companion restore", "damaged-1"
    ),
    Broken("journal_gone", 1, lambda v: _copied(v).unlink(), "companion backup"),
    Broken("journal_game_damaged", 1, _flipped, "companion restore"),
    Broken("journal_in_the_way", 1, lambda v: (v.data / JOURNAL).mkdir(), "journal.db.other"),
    Broken("journal_foreign", 1, lambda v: (v.data / JOURNAL).symlink_to("/nowhere/else"), ".other"),
    *(
        Broken("journal_in_the_way", 1, partial(_pipe, ending), f"{JOURNAL}{ending}.other")
        for ending in ("", "-wal", "-shm", ".lock", ".mark", ".copy-1", ".copy-2")
    ),
    Broken("disk_low", 1, _set("free", 150_000_000), "apt-get clean"),
    Broken("disk_full", 1, _set("free", 5_000_000), "apt-get clean"),
    Broken("state_read_only", 1, _set("unwritable", errno.EROFS), "clé USB", "USB stick"),
    Broken("state_closed", 1, _set("unwritable", errno.EACCES), "chown"),
    Broken("disk_full", 1, _both(_set("free", 0), _set("unwritable", errno.ENOSPC)), "place", "room"),
    Broken("state_file_closed", 1, _closed_journal, "chown --recursive pi"),
    Broken("table_wrong", 1, lambda v: v.table("[pins]\nfactory = 3\n"), "nano"),
    Broken("lamps_wrong", 1, lambda v: _file(v, "lamps.toml", "x ="), "lamps.toml"),
    Broken("web_wrong", 1, lambda v: _file(v, "web.toml", "port = 0"), "web.toml"),
    Broken("link_wrong", 1, lambda v: _file(v, "link.toml", "port = 0"), "link.toml"),
    Broken("hub_wrong", 1, lambda v: _file(v, "hub.toml", "port = 0"), "hub.toml"),
    Broken("sound_wrong", 1, lambda v: _file(v, "sound.toml", "block = 1\n"), "sound.toml"),
    Broken("game_file_wrong", 1, lambda v: _file(v, "infernal_wagon/box.json", "{"), "box.json.off"),
    Broken("game_file_wrong", 1, lambda v: _file(v, "cerbere/cards.toml", "x = 1\n"), "cards.toml.off"),
    Broken("no_game", 2, _all_games, "au moins l’un", "one of them"),
    Broken("settings_wrong", 0, _settings('{"language": "xx"}'), "prochain changement", "next change"),
    Broken("settings_wrong", 0, _settings("{"), "prochain changement", "next change"),
]


def test_a_voice_that_is_wanted_and_installed_is_well(visit: Visit) -> None:
    (visit.data / "settings.json").write_text('{"voice": "all", "finger_seen": true}')
    visit.system.answers["espeak-ng"] = ProgramResult(0, "eSpeak NG text-to-speech: 1.51")
    assert "voice_well" in visit.look()


@pytest.mark.parametrize("broken", BROKEN, ids=[f"{i}-{b.code}" for i, b in enumerate(BROKEN)])
def test_what_is_broken_is_named_with_its_mend_and_whether_one_can_play(visit: Visit, broken: Broken) -> None:
    broken.do(visit)
    found = visit.look()
    assert broken.code in found
    assert visit.status == broken.status
    beside = {"no_reader", "no_pins", "groups_new"} | ({"game_file_wrong"} if broken.code == "no_game" else set())
    assert visit.troubles() - beside <= {broken.code}, "nothing else is blamed"
    french, english = visit.mend(broken.code, "fr"), visit.mend(broken.code, "en")
    assert broken.french in french
    assert (broken.english or broken.french) in english
    assert "?" not in french.replace("\u00a0?", ""), "every fact was given"
    assert french != english or broken.code in {"reader_absent"}


def test_a_pi_on_which_all_is_well_is_well(visit: Visit) -> None:
    found = visit.look()
    assert visit.status == 0
    assert visit.troubles() == {"no_reader", "no_pins"}
    assert {"screen_well", "touch_well", "sound_played", "power_well", "files_well", "disk_well"} <= set(found)


def test_a_table_without_files_of_its_own_says_where_a_mistake_is(visit: Visit) -> None:
    visit.table("\n\n[[readers]]\nname = 'table'\nport = ''\nprotocol = 'rdm6301'\n")
    wrong = visit.look()["table_wrong"]
    assert wrong.facts["where"] == "table.toml:6: readers[0].protocol"


def test_a_bad_box_names_slot_and_field(visit: Visit) -> None:
    _file(
        visit, "infernal_wagon/box.json", '{"box": {"game": "infernal-wagon"}, "cards": [{"slot": "rail-01", "x": 1}]}'
    )
    wrong = visit.look()["game_file_wrong"]
    assert str(wrong.facts["where"]).startswith("box.json, ")
    assert wrong.facts["game"] == "Infernal Wagon"


def test_a_machine_that_is_no_pi_says_so_once_and_quietly(visit: Visit) -> None:
    visit.system.remove("proc/device-tree/model")
    visit.look()
    assert [f.code for f in visit.findings].count("not_a_pi") == 1
    assert visit.status == 0


def test_while_the_companion_runs_its_devices_are_left_to_it(visit: Visit) -> None:
    visit.table(READER + PINS)
    visit.system.write("dev/ttyUSB0", "")
    visit.system.users = [(4711, "python")]
    visit.companion = 4711
    found = visit.look()
    assert {"screen_in_use", "sound_in_use", "reader_taken_by_us", "pins_taken_by_us"} <= set(found)
    assert visit.status == 0


def test_the_running_companion_of_another_user_has_its_reader_though_proc_does_not_say_so(visit: Visit) -> None:
    _reader(visit, OSError(errno.EAGAIN, "locked"))
    visit.companion = 4711
    assert "reader_taken_by_us" in visit.look()
    assert visit.status == 0


def test_a_quick_look_opens_nothing(visit: Visit) -> None:
    visit.quick = True
    visit.system.answers.clear()  # any program that were run would fail
    assert {"screen_found", "sound_found"} <= set(visit.look())
    assert visit.status == 0


def test_beside_a_damaged_journal_its_whole_copy_is_named(visit: Visit) -> None:
    _copied(visit).write_bytes(b"x" * 4096)
    found = visit.look()
    assert {"journal_damaged", "journal_copy"} <= set(found)
    assert visit.status == 1
