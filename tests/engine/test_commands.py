"""The command line in the same process, with the toy game: replay, export, import, bad input, help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import commands, opening, runtime
from companion.__main__ import main, parser
from companion.engine.clock import ManualClock
from companion.engine.journal import Journal, JournalError
from companion.engine.player_names import plain
from companion.engine.requests import Advance, Undo
from companion.headless import Headless
from companion.opening import build_table
from companion.options import JOURNAL
from tests.engine.tables import know_only_toy, move, toy

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the journal of one finished game, and a companion that knows the toy."""
    know_only_toy(monkeypatch)
    journal = Journal(tmp_path / JOURNAL)
    engine = toy(journal)
    move(engine, "hide", seat="Ana", value=7)
    move(engine, "start")
    move(engine, "add", n=4)
    engine.handle(Undo())
    engine.handle(Advance(12_000))
    journal.close()
    return tmp_path


@pytest.fixture
def run(data: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str, folder: Path = data) -> tuple[int, str, str]:
        status = main([*words, "--data", str(folder)])
        out, err = capfd.readouterr()
        return status, out, err

    return call


def test_replay_prints_every_entry_and_agrees(run: Run) -> None:
    status, out, err = run("replay")
    assert (status, err) == (0, "")
    assert "Ana's number" in out and "undone label=add" in out and "over won=False elapsed_ms=10000" in out
    assert "7" not in [word for line in out.splitlines() if "hid" in line for word in line.split()], "no secret"
    assert out.endswith("played through again: the same result\n")


def test_replay_finds_a_result_that_does_not_follow(run: Run, data: Path) -> None:
    journal = Journal(data / JOURNAL)
    journal.amend(1, b'{"won":true,"elapsed_ms":1}')
    journal.close()
    status, _, err = run("replay")
    assert status == 1 and "the journal says otherwise" in err


def test_a_game_goes_from_box_to_box(run: Run, tmp_path: Path) -> None:
    file, there = tmp_path / "game.jsonl", tmp_path / "there"
    assert run("export", "1", "--reveal", "-o", str(file))[0] == 0
    status, out, _ = run("import", str(file), folder=there)
    assert (status, out.split(":")[0]) == (0, "game 1")
    assert run("replay", folder=there)[:2][1].endswith("the same result\n")
    _, public, _ = run("export")
    assert json.loads(public.splitlines()[0])["secrets"] == "kept"
    file.write_text(public)
    assert "there already" in run("import", str(file), folder=there)[1]
    third = tmp_path / "third"
    assert "as a record" in run("import", str(file), folder=third)[1]
    status, out, _ = run("replay", "1", folder=third)
    assert status == 0 and "a record from a public export" in out
    assert run("export", "1", "--reveal", folder=third)[0] == 2


def test_a_file_with_secrets_is_its_owners_alone(run: Run, tmp_path: Path) -> None:
    open_to_all, private = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    private.write_text("there before")
    private.chmod(0o644)
    assert run("export", "1", "-o", str(open_to_all))[0] == 0
    for _ in range(2):
        assert run("export", "1", "--reveal", "-o", str(private))[0] == 0
        assert private.stat().st_mode & 0o777 == 0o600
        assert open_to_all.stat().st_mode & 0o044
        private.unlink()


ALIKE = ("Ana ", " Ana", "A\u0301na", "\u00c1na ", "An\ufe0fa", "Ana\u034f")


@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("game", ["hellrail", "cerbere", "infernal_wagon"])
def test_two_names_that_look_the_same_are_one_name(name: str, game: str) -> None:
    table, _ = build_table(None, None, ManualClock())
    table.start()
    first = "\u00c1na" if plain(name) == "\u00c1na" else "Ana"
    answer = json.loads(Headless(table).answer(json.dumps({"open": {"game": game, "seats": [first, "Bo", name]}})))
    table.close()
    assert answer["error"]["facts"]["reason"] == "each seat needs a name of its own", answer


def test_bad_files_and_numbers_are_said_in_one_line(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"{}\n")
    for words, status in (
        (("import", str(bad)), 2),
        (("import", str(tmp_path / "nothing")), 2),
        (("export", "99"), 2),
        (("replay", "99"), 2),
        (("export", "-o", "/proc/nowhere/x"), 2),
    ):
        got, out, err = run(*words)
        assert got == status, words
        assert out == "" and err.startswith("companion: ") and err.count("\n") == 1, err
    assert run("replay", folder=tmp_path / "empty")[0] == 3


def test_a_journal_in_use_is_named(run: Run, data: Path) -> None:
    assert run("export", "-o", str(data / "x.jsonl"))[0] == 0
    journal = Journal(data / JOURNAL)
    status, _, err = run("import", str(data / "x.jsonl"))
    assert status == 3 and "Another companion (process" in err
    assert run("replay")[0] == 0, "looking is allowed"
    journal.close()


def test_an_unwritable_folder_costs_the_memory_not_the_game() -> None:
    journal, notices = opening.open_journal(Path("/proc/nowhere"))
    journal.begin("toy", "table", (), b"{}", "")
    assert notices == () and not journal.saved and [row.entries for row in journal.games()] == [0]
    with pytest.raises(JournalError):
        journal.close()


def test_help_tells_every_command_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert all(title in out for title in ("Infernal Wagon", "Cerbère", "HellRail"))
    for name in ("kiosk", "headless", "replay", "export", "import", "measure", "demo"):
        assert f"  {name}" in out
        with pytest.raises(SystemExit):
            main([name, "--help"])
        text = capsys.readouterr().out
        assert "example:" in text and "%" not in text


@pytest.mark.parametrize(
    "words", [[], ["dance"], ["kiosk", "--size", "big"], ["kiosk", "--size", "1x1"], ["replay", "x"]]
)
def test_wrong_words_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_kiosk_options_reach_the_kiosk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    got: list[Any] = []

    def run_kiosk(options: Any) -> int:
        got.append(options)
        return 0

    monkeypatch.setattr(runtime, "run_kiosk", run_kiosk)
    monkeypatch.setattr(commands, "set_up_logs", lambda data: None)
    words = ["kiosk", "--simulate", "--size", "800x480", "--lang", "en", "--stock-loop", "--data", str(tmp_path)]
    assert main(words) == 0
    assert (got[0].simulate, got[0].size, got[0].lang, got[0].stock_loop) == (True, (800, 480), "en", True)
    assert (got[0].demo, got[0].fullscreen, got[0].data) == (False, False, tmp_path)
    assert main(["demo", "--data", str(tmp_path)]) == 0
    assert got[1].demo and got[1].simulate


def test_data_and_config_have_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/infernal-companion:/var/lib/other")
    assert parser().parse_args(["kiosk"]).data == Path("/var/lib/infernal-companion")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert parser().parse_args(["kiosk"]).data == Path("/data/infernal-companion")
    assert parser().parse_args(["headless"]).data is None


def test_headless_and_the_commands_never_import_kivy() -> None:
    import subprocess
    import sys

    script = "import sys, companion.headless, companion.commands, companion.runtime; print('kivy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_bench_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from kiosk.measure.figure import Measurement
    from tests.tools.bench.row import Row
    from tests.tools.bench.run import bench

    def broken() -> list[Measurement]:
        raise ZeroDivisionError("no lamp")

    rows = [
        Row("test.good", lambda: [Measurement("good", 3, "ms", 5), Measurement("quick", 3, "moves/s", 5, "higher")]),
        Row("test.broken", broken),
    ]
    file = tmp_path / "build" / "bench.json"
    assert bench(file, ("test.",), False, rows) == 1
    out = capsys.readouterr().out
    assert "<= 5: met" in out and ">= 5: MISSED" in out
    written = msgspec.json.decode(file.read_bytes())
    assert [f["met"] for f in written["figures"]] == [True, False] and "no lamp" in written["failed"]["test.broken"]
