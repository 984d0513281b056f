"""No thread and no process of ours ends unseen: the table's end ends the process, a service begins again and then stays
off until somebody tries it again, a job is logged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from companion import child as child_module
from companion.child import Child
from companion.engine import supervised
from companion.engine.supervised import RESTARTS, STATUS, WITHIN_S, Restarts, Service, off, try_again
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from companion.web.desk.socket_loop import SocketLoop
from tests.patience import until
from tests.tools.bench.engine.phones import free_port


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """How the process was ended."""
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    said: list[str] = []
    remove = supervised.supervise_threads(end=lambda status: said.append(f"the process ends: {status}"))
    yield said
    remove()


def fail() -> None:
    raise RuntimeError("a fault")


class Body:
    """Of a service: it raises while it is broken, then it waits for its end."""

    def __init__(self, real: Callable[[], None] = lambda: None) -> None:
        self.broken, self.begun, self.real = True, 0, real

    def __call__(self) -> None:
        self.begun += 1
        if self.broken:
            fail()
        self.real()


def test_a_service_begins_again_then_stays_off_and_is_tried_again(ended: list[str]) -> None:
    body = Body()
    service = Service("lamps", body)
    service.start()
    until(lambda: off() == ("lamps",), "it stays off")
    assert body.begun == RESTARTS + 1
    try_again()
    until(lambda: body.begun == 2 * (RESTARTS + 1) and off() == ("lamps",), "it has its tries again")
    body.broken = False
    try_again()
    until(lambda: body.begun == 2 * (RESTARTS + 1) + 1, "it is begun")
    assert service.end() and off() == () and ended == []


def test_a_service_that_is_ended_is_not_tried_again(ended: list[str]) -> None:
    body = Body()
    service = Service("lamps", body)
    service.start()
    until(lambda: off() == ("lamps",), "it stays off")
    service.end()
    assert off() == ()
    service.start()
    assert body.begun == RESTARTS + 1 and ended == []


def test_a_service_that_ends_by_itself_has_ended(ended: list[str]) -> None:
    service = Service("lamps", lambda: None)
    service.start()
    assert service.end() and off() == () and ended == []


def test_faults_far_apart_are_none_too_many() -> None:
    now = [0.0]
    restarts = Restarts(lambda: now[0])
    for _ in range(3 * RESTARTS):
        assert restarts.once_more()
        now[0] += WITHIN_S / RESTARTS
    assert [restarts.once_more() for _ in range(RESTARTS + 1)][-1] is False


@pytest.mark.parametrize("name", sorted(supervised.TABLE))
def test_the_process_ends_with_the_table(ended: list[str], name: str) -> None:
    thread = threading.Thread(target=fail, name=name)
    thread.start()
    thread.join()
    assert ended == [f"the process ends: {STATUS}"]


def test_a_job_is_logged_alone(ended: list[str], caplog: pytest.LogCaptureFixture) -> None:
    thread = threading.Thread(target=fail, name="backup")
    thread.start()
    thread.join()
    assert ended == [] and off() == () and "backup has ended by a fault" in caplog.text


# --- a table ------------------------------------------------------------------------------------------------


LINK = "on = true\nhome_assistant = true\n"
SERVICES = {"outbox", "outbox door", "home", "lamps", "reader-table", "virtual-table", "control", "pages"}


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short enough for a socket's path."""
    made = Path(tempfile.mkdtemp(prefix="sup"))
    copytree(PACKAGED_CONFIG, made / "config")
    (made / "config" / "link.toml").write_text(LINK)
    yield made
    rmtree(made)


def notices_of(runtime: Runtime) -> list[Any]:
    """What the table is told of parts that are off, from now on."""
    heard: list[Any] = []
    runtime.table.listen(lambda update: heard.extend(one for one in update.notices if one.code == "parts_off"))
    return heard


def test_each_service_of_a_table_that_raises_is_told_and_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies: dict[str, Body] = {}
    made = Service.__init__

    def init(self: Service, name: str, body: Callable[[], None], *pause: Any) -> None:
        bodies[name] = Body(body)
        made(self, name, bodies[name], *pause)

    turn, broken = SocketLoop._turn, [True]
    monkeypatch.setattr(threading, "excepthook", lambda _args: None)
    monkeypatch.setattr(Service, "__init__", init)
    monkeypatch.setattr(SocketLoop, "_turn", lambda server: fail() if broken[0] else turn(server))
    options = KioskOptions(
        folder / "data", folder / "config", simulate=True, control=folder / "control",
        pages=folder / "pages", link=folder / "link",
    )  # fmt: skip
    runtime = Runtime(options)
    notices = notices_of(runtime)
    runtime.start()
    runtime.open_control(lambda _path: None, lambda _x, _y: None, list, lambda: None)
    runtime.pages.switch(True)
    try:
        until(lambda: set(off()) == SERVICES, "each stays off")
        assert set(bodies) | {"pages"} == SERVICES
        words = {"the pages for phones", "the link to the hub", "Home Assistant", "the lamps", "the control channel"}
        words |= {"the reader {name}", "the virtual reader {name}"}
        until(lambda: {part.msgid for part in notices[-1].facts["parts"].parts} == words, "the table is told")
        broken.clear()
        broken.append(False)
        for body in bodies.values():
            body.broken = False
        runtime.try_again()
        until(lambda: notices[-1].gone, "the table is told that it is over")
        until(lambda: all(body.begun == RESTARTS + 2 for body in bodies.values()), "all have begun")
        until(lambda: runtime.pages.on, "the pages are on")
        assert off() == ()
    finally:
        runtime.close()
    assert off() == ()


# --- children -----------------------------------------------------------------------------------------------


ALIVE = "from companion.notify import notify; import time; notify('READY=1'); time.sleep(600)"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for between two processes."""
    monkeypatch.setattr(child_module, "AGAIN_S", 0.0)


@pytest.mark.usefixtures("ended", "quick")
def test_a_child_that_ends_at_once_stays_off_and_is_tried_again(tmp_path: Path) -> None:
    """As one whose port another program has."""
    mark, statuses = tmp_path / "mended", list[int]()
    code = f"import sys, time, pathlib\nif not pathlib.Path({str(mark)!r}).exists(): sys.exit(4)\ntime.sleep(600)"
    child = Child("web", ("-c", code), statuses.append, (sys.executable,))
    until(lambda: off() == ("web",), "it stays off")
    assert statuses == [4] * (RESTARTS + 1) and child.pid is None
    mark.touch()
    try_again()
    until(lambda: child.pid, "it runs")
    assert off() == ()
    child.close()
    assert child.pid is None
    assert off() == ()


@pytest.mark.usefixtures("ended", "quick")
def test_a_child_that_cannot_be_started_stays_off() -> None:
    child = Child("link", (), program=("/nowhere/companion",))
    until(lambda: off() == ("link",), "it stays off")
    child.close()
    assert off() == ()


@pytest.mark.usefixtures("ended", "quick")
def test_a_child_that_hangs_is_ended_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its first sign of life it gives none."""
    monkeypatch.setattr(child_module, "LIFE_S", 0.03)
    statuses: list[int] = []
    child = Child("link", ("-c", ALIVE), statuses.append, (sys.executable,))
    until(lambda: off() == ("link",), "it stays off")
    assert statuses == [-signal.SIGKILL] * (RESTARTS + 1)
    child.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.usefixtures("ended", "quick")
def test_the_pages_and_the_link_of_a_table_come_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """The real ones, ended and stopped. However slow this machine is, they are begun again."""
    monkeypatch.setattr(child_module, "LIFE_S", 1.0)
    monkeypatch.setattr(supervised, "RESTARTS", 1_000)
    (folder / "config" / "web.toml").write_text(f'host = "127.0.0.1"\nport = {free_port()}\n')
    runtime = Runtime(KioskOptions(folder / "data", folder / "config"))
    runtime.start()
    runtime.pages.switch(True)
    try:
        works = (lambda: runtime.pages.state.urls), (lambda: runtime.outbox.standing.link)
        children = [child for child in (runtime.pages._child, runtime.outbox._child) if child is not None]
        assert len(children) == 2
        for one in works:
            until(one, "it is there")
        before = [child.pid or 0 for child in children]
        for pid in before:
            os.kill(pid, number)
        for child, pid in zip(children, before, strict=True):
            until(lambda child=child, pid=pid: child.pid not in (None, pid), "another one")  # type: ignore[misc]
        for one in works:
            until(one, "it is there again")
    finally:
        runtime.close()


CODE = """
import sys
from pathlib import Path
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime

runtime = Runtime(KioskOptions(Path(sys.argv[1]), PACKAGED_CONFIG))
runtime.start()
runtime.table.engine.next_due = None  # not callable: the thread of the engine raises
runtime.table._queue.put((None, None))
runtime.table._thread.join()
print("still here")
"""


def test_a_real_process_ends_when_its_engine_does(tmp_path: object) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == STATUS and "still here" not in done.stdout, done.stderr[-2000:]
