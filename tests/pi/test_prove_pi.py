"""The prover without its machine: what it is asked, how it tells, what it reads from QEMU."""

from __future__ import annotations

import ast
import io
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.tools.pi.figures import bench_tar
from tests.tools.pi.patience import MachineError, PatientClock
from tests.tools.pi.session import NotProven
from tests.tools.pi.steps import Step, play, report


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


def test_the_bench_is_carried_with_all_that_it_imports() -> None:
    with tarfile.open(fileobj=io.BytesIO(bench_tar())) as tar:
        carried = {name: tar.extractfile(name) for name in tar.getnames() if name.endswith(".py")}
        texts = {name: file.read().decode() for name, file in carried.items() if file is not None}
    there = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in texts}
    wanted = {
        base if base in there else f"{base}.{alias.name}"
        for text in texts.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (base := node.module or "").startswith("tests")
        for alias in node.names
    }
    assert "tests.tools.bench.kiosk.probe" in there
    assert wanted - there == set()
