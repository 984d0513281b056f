"""The settings are written by a thread of their own: a disk that does not answer keeps nobody waiting."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from kiosk.storage import keeper, settings
from kiosk.storage.settings import SettingsFile
from tests.patience import PATIENCE_S


def test_a_disk_that_does_not_answer_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, begun = threading.Event(), threading.Event()
    write = settings._write

    def hung(path: Path, now: settings.Settings) -> None:
        begun.set()
        answers.wait(PATIENCE_S)
        write(path, now)

    monkeypatch.setattr(settings, "_write", hung)
    file = SettingsFile(tmp_path)
    done = threading.Event()

    def change() -> None:
        for volume in range(7):
            file.change(replace(file.now, volume=volume))
        done.set()

    threading.Thread(target=change, daemon=True).start()
    assert done.wait(PATIENCE_S / 2), "it waited for the disk"
    assert begun.is_set() and not file.saved and file.now.volume == 6
    answers.set()
    file.close()
    assert file.saved
    assert SettingsFile(tmp_path).now.volume == 6


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever changes something waits for the disk, however busy the machine is."""
    monkeypatch.setattr(keeper, "ANSWER_S", PATIENCE_S)


@pytest.mark.usefixtures("patient")
def test_what_was_changed_is_there_at_once_on_a_disk_that_answers(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.change(replace(file.now, volume=3))
    assert file.saved and SettingsFile(tmp_path).now.volume == 3


@pytest.mark.usefixtures("patient")
def test_a_disk_that_refuses_is_told_and_later_ones_are_written(tmp_path: Path) -> None:
    place = tmp_path / "folder"
    place.write_text("a file")
    file = SettingsFile(place)
    file.change(replace(file.now, volume=3))
    assert not file.saved
    place.unlink()
    file.change(replace(file.now, volume=4))
    assert file.saved and SettingsFile(place).now.volume == 4
