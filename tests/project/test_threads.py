"""docs/internals/hardware.md lists every thread and process of ours, with what its end by a fault means."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.engine.supervised import TABLE
from companion.parts import PARTS, READERS
from tests.program_source import ROOT, module, nodes, python_files

DOC = ROOT / "docs" / "internals" / "hardware.md"
FILES = [file for file in python_files() if "measure" not in file.parts]
CLASSES = {"the table": "table", "a service": "service", "a part of a process": "process", "a job": "job"}
"""By the first column of the table."""
ONE_THING = ("companion/hub/", "companion/uplink/link/command.py", "companion/uplink/link/prober.py")
"""Processes that end with any of their threads."""


def called(call: ast.Call) -> str:
    """What is called: the last part of its name."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def constants(tree: ast.Module) -> dict[str, str]:
    return {
        target.id: one.value.value
        for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
        for target in one.targets
        if isinstance(target, ast.Name)
    }


def name_of(node: ast.expr | None, known: dict[str, str]) -> str | None:
    """A name as it is written down, NAME for a part that differs; None: a variable."""
    match node:
        case ast.Constant(value=str(name)):
            return name
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "NAME" for part in parts)
        case ast.Name(id=name):
            return known.get(name)
    return None


def named(file: Path) -> Iterator[tuple[str, str]]:
    """Each thread, service and child that a file begins: its name and its class."""
    known, where = constants(module(file)), file.relative_to(ROOT).as_posix()
    for node in nodes(file):
        if not isinstance(node, ast.Call):
            continue
        what, keywords = called(node), {word.arg: word.value for word in node.keywords}
        first = node.args[0] if node.args else None
        if what in ("Service", "Child", "stays_off"):
            name = name_of(first, known)
            if name is not None:  # a variable: what another file begins
                yield name, "service"
        elif what == "Worker":
            yield str(name_of(first, known)), "job"
        elif what == "Timer":
            yield "timer", "job"
        elif what == "Thread":
            name = name_of(keywords.get("name"), known)
            if name is None and where in ("companion/engine/supervised.py", "kiosk/table/worker.py"):
                continue  # of a Service, a Worker
            assert name is not None, f"{where}:{node.lineno}: a thread without a name"
            kind = "table" if name in TABLE else "process" if where.startswith(ONE_THING) else "job"
            yield name, kind


@cache
def of_code() -> dict[str, set[str]]:
    found = defaultdict(set)
    for file in FILES:
        for name, kind in named(file):
            found[kind].add(name)
    found["job"] -= found["service"]  # `pages`: its host begins it again
    return dict(found)


def of_doc() -> dict[str, set[str]]:
    rows = re.findall(r"^\| ([a-z ]+) \| (.+?) \| .+ \|$", DOC.read_text(), re.M)
    return {CLASSES[row]: set(re.findall(r"`([^`]+)`", which)) for row, which in rows if row in CLASSES}


@pytest.mark.parametrize("kind", CLASSES.values())
def test_the_list_of_threads_and_processes_is_whole(kind: str) -> None:
    assert of_doc()[kind] == of_code()[kind]


def test_every_program_that_is_started_is_waited_for_by_one_of_these() -> None:
    starts = {
        file.relative_to(ROOT).as_posix()
        for file in FILES
        for node in nodes(file)
        if isinstance(node, ast.Call) and called(node) in ("Popen", "fork", "posix_spawn", "create_subprocess_exec")
    }
    (told,) = re.findall(r"^A process of ours is started in .+?\n\n", DOC.read_text(), re.M | re.S)
    assert starts == set(re.findall(r"`(\w+/[\w/]+\.py)`", told))


def test_every_service_has_a_word_for_the_table() -> None:
    begins = {f"{begin}NAME" for begin in READERS}
    assert of_code()["service"] == {*PARTS, *begins}
