"""The log file: whoever logs never waits for the disk."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import logs
from tests.patience import PATIENCE_S


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    logger = logging.getLogger()
    before, level = list(logger.handlers), logger.level
    yield logger
    close(logger, before)
    logger.setLevel(level)


def close(logger: logging.Logger, before: list[logging.Handler] | None = None) -> None:
    for handler in set(logger.handlers) - set(before or ()):
        if type(handler).__module__ == logs.__name__ or before is not None:
            logger.removeHandler(handler)
            handler.close()


def test_a_disk_that_does_not_answer_stops_nobody_who_logs(
    root: logging.Logger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, asked = threading.Event(), threading.Event()
    write = os.write

    def hung(file: int, data: bytes) -> int:
        if threading.current_thread().name == "log":
            asked.set()
            answers.wait(PATIENCE_S)
        return write(file, data)

    monkeypatch.setattr(os, "write", hung)
    logs.set_up_logs(tmp_path)
    done = threading.Event()

    def log() -> None:
        for number in range(3 * logs.MOST_WAITING):
            logging.getLogger("x").info("line %d", number)
        done.set()

    threading.Thread(target=log, daemon=True).start()
    assert done.wait(PATIENCE_S), "it waited for the disk"
    assert asked.wait(PATIENCE_S)
    answers.set()
    close(root)
    lines = (tmp_path / "companion.log").read_text().splitlines()
    assert [line.rpartition(" ")[2] for line in lines[:3]] == ["0", "1", "2"]


def test_a_folder_that_does_not_answer_stops_no_start(
    root: logging.Logger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    opened = os.open

    def hung(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).name == "companion.log":
            answers.wait(PATIENCE_S)
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", hung)
    done = threading.Event()

    def begin() -> None:
        logs.set_up_logs(tmp_path)
        done.set()

    threading.Thread(target=begin, daemon=True).start()
    assert done.wait(PATIENCE_S / 2), "it waited for the disk"
    answers.set()


def test_a_full_file_becomes_an_older_one(
    root: logging.Logger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LARGEST", 200)
    logs.set_up_logs(tmp_path)
    for number in range(40):
        logging.getLogger("x").info("line %02d", number)
    close(root)
    names = ["companion.log", *(f"companion.log.{number}" for number in range(1, logs.OLD + 1))]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert "line 39" in (tmp_path / names[0]).read_text()
    numbers = [
        int(line.rpartition(" ")[2]) for name in reversed(names) for line in (tmp_path / name).read_text().splitlines()
    ]
    assert numbers == list(range(numbers[0], 40))
    assert all(path.stat().st_size <= 200 and path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


def test_a_pipe_in_its_place_is_no_log(root: logging.Logger, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "companion.log")
    logs.set_up_logs(tmp_path)
    logging.getLogger("x").info("a line")
    close(root)
    assert "no log file" in capfd.readouterr().err


def test_what_other_code_tells_of_each_connection_is_not_on_stderr(
    root: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up_logs(None, logging.INFO)
    for name in ("websockets.server", "companion.hub.command"):
        logging.getLogger(name).info("from %s", name)
        logging.getLogger(name).warning("of %s", name)
    close(root)
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "companion: WARNING: of websockets.server",
        "companion: INFO: from companion.hub.command",
        "companion: WARNING: of companion.hub.command",
    ]
