"""The prover without its machine: what it is asked, how it tells, what it reads from QEMU."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.tools.pi import roots
from tests.tools.pi.__main__ import main
from tests.tools.pi.machine import AXIS, Boot, Lines, Machine, _ppm
from tests.tools.pi.patience import MachineError, PatientClock
from tests.tools.pi.session import NotProven
from tests.tools.pi.steps import Step, chosen, play, report


def test_the_list_names_every_step_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names[:2] == ["boot", "units"]
    assert len(names) == len(set(names)) >= 15


def test_a_step_that_is_not_there_ends_it_before_anything_is_built(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "boot,nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().out


def test_without_root_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(roots.Missing, match="root"):
        roots.check_host()


def test_what_is_missing_is_a_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(roots.Missing, match=r"apt-get install .*mmdebstrap.*qemu-user-static"):
        roots.check_host()


def test_the_steps_are_played_in_their_order_whatever_the_order_of_the_names() -> None:
    assert [step.name for step in chosen(["units", "boot"])] == ["boot", "units"]


def test_the_usual_steps_are_some_of_all() -> None:
    usual, everything = ([step.name for step in chosen([], everything)] for everything in (False, True))
    assert usual[0] == "boot"
    assert "cuts" in usual
    assert set(usual) < set(everything)
    assert "update" in everything


class NoMachine:
    """A session in which nothing runs."""

    on = False
    card = None

    def __init__(self, out: Path) -> None:
        self.out = out

    def power_off(self) -> None:
        """Nothing is on."""


def failing(_session: object) -> str:
    raise MachineError("the machine is gone")


def impossible(_session: object) -> str:
    raise NotProven("QEMU has no vc4")


def test_a_step_that_fails_or_cannot_be_shown_does_not_pass(tmp_path: Path) -> None:
    steps = [Step("a", "", lambda _s: "3 s"), Step("b", "", failing), Step("c", "", impossible)]
    session: Any = NoMachine(tmp_path)
    results = play(session, steps, lambda _text: None)
    assert [result.verdict for result in results] == ["passed", "FAILED", "not proven"]
    text = report(results, ["head"], tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == text
    assert text.splitlines()[-1] == "1 passed, 1 FAILED, 1 not proven"
    assert "QEMU has no vc4" in text


def test_a_file_is_made_once_and_never_half(tmp_path: Path) -> None:
    made = []

    def broken(path: Path) -> None:
        path.write_text("half")
        raise RuntimeError("no room")

    with pytest.raises(RuntimeError):
        roots.keep(tmp_path, "thing", broken)
    assert not (tmp_path / "thing").exists()
    for _ in range(2):
        roots.keep(tmp_path, "thing", lambda path: made.append(path.write_text("whole")))
    assert (len(made), (tmp_path / "thing").read_text()) == (1, "whole")


def test_a_picture_of_qemu() -> None:
    pixels = bytes(range(2 * 3 * 3))
    assert _ppm(b"P6\n2 3\n255\n" + pixels) == (2, 3, pixels)


@pytest.fixture
def monitor(tmp_path: Path) -> Any:
    """A machine whose QEMU is a socket that says yes to everything, and the list of what it was asked."""
    asked: list[Any] = []
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "qmp"))
    server.listen()

    def answer() -> None:
        line, _ = server.accept()
        with line, line.makefile("rwb") as lines:
            for request in lines:
                asked.append(json.loads(request))
                lines.write(b'{"event": "NOISE"}\n{"return": {}}\n')
                lines.flush()

    thread = threading.Thread(target=answer)
    thread.start()
    boot = Boot(tmp_path, tmp_path, "", size=(800, 480))
    machine = Machine(([], {}), boot, tmp_path)
    machine._qmp = Lines(tmp_path / "qmp")
    yield machine, asked
    machine._qmp.close()
    thread.join()
    server.close()


def test_two_fingers_are_frames_of_protocol_b(monitor: Any) -> None:
    machine, asked = monitor
    machine.fingers((0, 400, 240))
    machine.fingers((1, 800, 0))
    machine.lift(0)
    machine.lift(1)
    frames = [[_short(event) for event in request["arguments"]["events"]] for request in asked]
    half, full = round(AXIS / 2), AXIS
    assert frames == [
        [("begin", 0, 1), ("data", 0, "x", half), ("data", 0, "y", half), ("touch", True)],
        [("begin", 1, 2), ("data", 1, "x", full), ("data", 1, "y", 0)],
        [("end", 0, -1)],
        [("end", 1, -1), ("touch", False)],
    ]


def _short(event: dict[str, Any]) -> tuple[Any, ...]:
    data = event["data"]
    if event["type"] == "btn":
        return (data["button"], data["down"])
    if data["type"] == "data":
        return ("data", data["slot"], data["axis"], data["value"])
    return (data["type"], data["slot"], data["tracking-id"])


class Host:
    """A /proc in which one process has threads that wait for a processor."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.time = folder, 100.0

    def waits(self, **seconds: float) -> None:
        """So long each thread has been ready without a processor."""
        for thread, waited in seconds.items():
            (self.folder / f"7/task/{thread}").mkdir(parents=True, exist_ok=True)
            (self.folder / f"7/task/{thread}/schedstat").write_text(f"12345 {waited * 1e9:.0f} 3\n")


def test_patience_stands_still_while_the_emulator_has_no_processor(tmp_path: Path) -> None:
    host = Host(tmp_path)
    clock = PatientClock(tmp_path, lambda: host.time)
    host.waits(a=50, b=7)  # before it is followed
    clock.follow(7)
    begun = clock()
    host.time += 10
    assert clock() - begun == pytest.approx(10)
    host.time += 10
    host.waits(a=54, b=14)  # the longer one counts
    assert clock() - begun == pytest.approx(13)
    host.time += 1
    host.waits(a=54, b=14, c=30)  # a new thread has no time before
    assert clock() - begun == pytest.approx(14)
    host.time += 2
    host.waits(a=64, b=14)  # never more than has passed
    assert clock() - begun == pytest.approx(14)
    assert clock.lost == pytest.approx(9)
    clock.follow(None)
    host.time += 5
    assert clock() - begun == pytest.approx(19)


def test_a_process_that_has_ended_takes_no_patience(tmp_path: Path) -> None:
    host = Host(tmp_path)
    clock = PatientClock(tmp_path, lambda: host.time)
    clock.follow(8)
    host.time += 3
    assert (clock(), clock.lost) == (103.0, 0.0)
