"""Games as files: without secrets as records, with them as whole games; bad files are named by line."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.export import BadExport, export_lines, import_lines
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.replay import Replay
from companion.engine.requests import Advance, Export, Resume, Undo
from tests import open_files
from tests.engine.tables import move, toy
from tests.engine.toy import Toy

GAMES: dict[str, Any] = {"toy": Toy()}


def played(secret: int = 7, journal: Journal | None = None) -> Any:
    """A desk with a game that ended, its Ana having hidden `secret`."""
    table = toy(journal)
    move(table, "hide", seat="Ana", value=secret)
    move(table, "start")
    move(table, "add", n=4)
    table.handle(Undo())
    table.handle(Advance(1_500))
    move(table, "add", n=3)
    table.handle(Advance(20_000))
    return table


def lines(table: Any, reveal: bool = False) -> list[bytes]:
    return list(table.handle(Export(reveal=reveal)).answer)


def test_a_whole_game_goes_out_and_comes_in_and_replays_to_the_same_state() -> None:
    table = played()
    out = lines(table, reveal=True)
    journal = open_files.journal()
    number = journal.keep(import_lines(out, GAMES))
    saved = journal.load(number)
    assert saved is not None
    assert Replay(GAMES["toy"]).run(saved) == table._session.state
    assert journal.results("toy", "table") == [{"won": False, "elapsed_ms": 10_000}]
    record = journal.record(number)
    assert record is not None and list(export_lines(record, GAMES, reveal=True)) == out


def test_a_public_game_comes_in_as_a_record_with_everything_that_was_told() -> None:
    out = lines(played())
    journal = open_files.journal()
    number = journal.keep(import_lines(out, GAMES))
    record = journal.record(number)
    assert record is not None and record.views is not None
    assert list(export_lines(record, GAMES)) == out, "out again as it came in"
    assert msgspec.json.decode(record.views[-1])["over"] is False
    assert not journal.paused()
    with pytest.raises(BadExport):
        export_lines(record, GAMES, reveal=True)
    table = toy(journal)
    with pytest.raises(Refused) as caught:
        table.handle(Resume(number))
    assert caught.value.code == "journal_record"


def broken(number: int, change: Any, reveal: bool) -> tuple[list[bytes], int]:
    out = [msgspec.json.decode(line) for line in lines(played(), reveal)]
    change(out[number - 1])
    return [msgspec.json.encode(line) for line in out], number


@pytest.mark.parametrize("reveal", [False, True])
@pytest.mark.parametrize(
    ("number", "change", "code"),
    [
        (1, lambda head: head.update(format="chess"), "export_syntax"),
        (1, lambda head: head.update(version=9), "export_version"),
        (1, lambda head: head.update(game="chess"), "export_unknown_game"),
        (1, lambda head: head.pop("seats"), "export_syntax"),
        (1, lambda head: head.update(secrets="some"), "export_syntax"),
        (3, lambda line: line.update(seq=9), "export_entry"),
        (3, lambda line: line.update(kind="guess"), "export_entry"),
        (3, lambda line: line.update(at="noon"), "export_entry"),
        (3, lambda line: line.update(events=[{"type": "stolen"}]), "export_entry"),
        (3, lambda line: line.pop("events"), "export_entry"),
    ],
)
def test_a_bad_line_is_named(number: int, change: Any, code: str, reveal: bool) -> None:
    out, line = broken(number, change, reveal)
    with pytest.raises(BadExport) as caught:
        import_lines(out, GAMES)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_game_that_cannot_have_happened_is_refused() -> None:
    out, _ = broken(1, lambda head: head.update(result={"won": True, "elapsed_ms": 1}), True)
    with pytest.raises(BadExport) as caught:
        import_lines(out, GAMES)
    assert caught.value.code == "export_replay"
    out, line = broken(3, lambda line: line.update(kind="redo"), True)
    with pytest.raises(BadExport) as caught:
        import_lines(out, GAMES)
    assert (caught.value.code, caught.value.line) == ("export_replay", line)


@pytest.mark.parametrize(
    "text", [b"", b"\n", b"[]", b"{", b"\xff\xfe", b"null", b'{"format":"infernal-companion-game"}']
)
def test_no_game_file_at_all(text: bytes) -> None:
    with pytest.raises(BadExport):
        import_lines(text.splitlines(keepends=True), GAMES)


def test_a_file_cut_short_is_refused() -> None:
    for reveal in (False, True):
        with pytest.raises(BadExport) as caught:
            import_lines(lines(played(), reveal)[:-1], GAMES)
        assert caught.value.code == "export_entry"
