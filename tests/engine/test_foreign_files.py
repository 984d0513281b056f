"""A folder, a pipe, a socket or a device lies where the journal, or something of it, should be."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.journal import Journal, JournalError
from companion.engine.lock import WriterLock
from companion.engine.mark import read_mark
from companion.engine.update import Notice
from companion.options import JOURNAL
from tests.engine.tables import move, opened, toy
from tests.open_files import copied

ENDINGS = ("", "-wal", "-shm", "-journal", ".lock", ".mark", ".copy-1", ".copy-2", ".copy", ".draft", ".copy-1-wal")


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "kept").touch()


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as ear:
        home = Path.cwd()
        os.chdir(path.parent)  # the name of a socket is short
        try:
            ear.bind(path.name)
        finally:
            os.chdir(home)


KINDS: dict[str, Callable[[Path], None]] = {
    "folder": _folder,
    "pipe": os.mkfifo,
    "socket": _socket,
    "device": lambda path: path.symlink_to("/dev/null"),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "data" / JOURNAL
    path.parent.mkdir()
    return path


def play(journal: Journal) -> None:
    table = toy(journal)
    move(table, "start")
    move(table, "add", n=1)


def with_a_copy(journal: Journal) -> None:
    journal.copy()
    assert journal._writer is not None
    copied(journal)


def take_news(journal: Journal) -> dict[str, Notice]:
    return {notice.code: notice for notice in journal.take_news() if not notice.gone}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_no_file_is_put_aside_and_told_and_games_are_saved(path: Path, ending: str, kind: str) -> None:
    place = path.with_name(path.name + ending)
    KINDS[kind](place)
    was = place.lstat().st_ino
    with opened(path) as journal:
        news = take_news(journal)
        play(journal)
        journal.flush()
        assert journal.saved
        with_a_copy(journal)
        assert take_news(journal) == {}
        assert set(news) == {"journal_foreign_aside"}
        kept = Path(str(news["journal_foreign_aside"].facts["kept"]))
        assert kept.name == f"{place.name}.foreign-1" and kept.lstat().st_ino == was
    with opened(path) as journal:
        assert [row.entries for row in journal.games()] == [2] and take_news(journal) == {}
    assert path.with_name(f"{path.name}.copy-1").is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_copied_comes_back_where_something_else_lies_in_the_journals_place(path: Path, kind: str) -> None:
    with opened(path) as journal:
        play(journal)
        with_a_copy(journal)
    path.unlink()
    KINDS[kind](path)
    with opened(path) as journal:
        assert [row.entries for row in journal.games()] == [2]
        assert "journal_foreign_aside" in take_news(journal)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ENDINGS[:5])
def test_where_it_cannot_be_put_aside_the_table_plays_on_and_is_told(
    path: Path, ending: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = path.with_name(path.name + ending)
    KINDS[kind](place)

    def busy(self: Path, target: Path) -> Path:
        raise OSError(16, os.strerror(16), str(self))

    monkeypatch.setattr(Path, "rename", busy)
    journal = Journal(path)
    play(journal)
    assert not journal.saved
    with pytest.raises(JournalError) as caught:
        journal.close()
    assert (caught.value.code, caught.value.path) == ("journal_foreign", str(place))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", (".copy-1", ".copy-2", ".copy"))
def test_where_a_copy_cannot_be_made_for_it_that_is_told(
    path: Path, ending: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = path.with_name(path.name + ending)
    with opened(path) as journal:
        play(journal)
        KINDS[kind](place)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(OSError(16, os.strerror(16))))
            with_a_copy(journal)
        news = take_news(journal)
        assert set(news) == {"no_copy_foreign"} and news["no_copy_foreign"].facts["path"] == str(place)
        take_news(journal)
        with_a_copy(journal)
        assert [(n.code, n.gone) for n in journal.take_news() if n.code == "no_copy_foreign"] == [
            ("no_copy_foreign", True)
        ]
        journal.flush()
        assert journal.saved


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ("", "-wal", "-shm", "-journal"))
def test_whoever_only_looks_is_told_and_does_not_wait(path: Path, ending: str, kind: str) -> None:
    if ending:
        Journal(path).close()
    place = path.with_name(path.name + ending)
    KINDS[kind](place)
    with pytest.raises(JournalError) as caught:
        Journal(path, read_only=True)
    assert (caught.value.code, caught.value.path) == ("journal_foreign", str(place))
    assert place.exists(), "nothing is renamed by looking"


@pytest.mark.parametrize("kind", KINDS)
def test_a_lock_and_a_mark_that_are_no_files_are_never_opened(path: Path, kind: str) -> None:
    for ending in (".lock", ".mark"):
        KINDS[kind](path.with_name(path.name + ending))
    assert read_mark(path) == {}
    with pytest.raises(JournalError) as caught:
        WriterLock(path)
    assert caught.value.code == "journal_foreign"
