"""Switches that are touched quickly: one thing after the other, and the last wish holds."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.update import Notice
from companion.uplink.link.settings import LinkSettings
from companion.uplink.outbox.standing import Standing
from companion.web.desk.host import PagesHost
from companion.web.desk.state import PagesState, SetUpTable
from kiosk.table.hub_link import HubLink
from kiosk.table.phones import Phones
from kiosk.table.worker import Worker
from tests.engine.tables import table
from tests.patience import PATIENCE_S


def now(call: Callable[[], object]) -> object:
    return call()


class SlowPages:
    """Pages that take as long as a gate is shut; two at once are noted."""

    def __init__(self) -> None:
        self.on = False
        self.state = PagesState()
        self.changed: Callable[[], object] = lambda: None
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        self.gate = threading.Event()
        self.done: list[bool] = []
        self.inside = self.most = 0

    def switch(self, on: bool) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        assert self.gate.wait(PATIENCE_S)
        self.on = on
        self.done.append(on)
        self.inside -= 1

    def mint(self, seat: str, then: Callable[[str], object]) -> None: ...
    def admit(self, arrival: int, yes: bool) -> None: ...
    def admit_everybody(self, yes: bool) -> None: ...
    def name_host(self, seat: str) -> None: ...
    def prepare(self, table: SetUpTable) -> None: ...
    def revoke(self, seat: str) -> None: ...
    def end_all(self) -> None: ...


@pytest.mark.parametrize("wishes", [*itertools.product((True, False), repeat=4)], ids=str)
def test_of_several_wishes_the_last_one_holds(wishes: tuple[bool, ...]) -> None:
    pages = SlowPages()
    phones = Phones(pages, now, lambda _notice: None, lambda _call, _s: None)
    for wish in wishes:
        phones.switch(wish)
    pages.gate.set()
    assert phones._worker.wait(PATIENCE_S)
    assert pages.on is wishes[-1] and pages.most == 1
    assert set(pages.done[1:]) <= {wishes[-1]}, "what is not wished any more is not begun"


class SlowOutbox:
    def __init__(self) -> None:
        self.settings = LinkSettings()
        self.changed: Callable[[], object] = lambda: None
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        self.on = self.calling = False
        self.standing = Standing()
        self.gate = threading.Event()
        self.chosen: list[str] = []
        self.inside = self.most = 0

    def choose(self, settings: LinkSettings) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        assert self.gate.wait(PATIENCE_S)
        self.chosen.append(settings.title)
        self.inside -= 1

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def test_the_link_takes_what_was_chosen_last() -> None:
    outbox = SlowOutbox()
    link = HubLink(outbox, now, lambda _notice: None, lambda _call, _s: None)
    for title in "abcdef":
        link.choose(title=title)
    outbox.gate.set()
    assert link._worker.wait(PATIENCE_S)
    assert outbox.chosen[-1] == "f" and outbox.most == 1


@pytest.mark.parametrize("seed", range(6))
def test_real_pages_open_and_close_in_order(tmp_path: Path, seed: int, short: Path) -> None:
    """Nobody is told that another companion answers there."""
    told: list[Notice] = []
    playing = table(None, ManualClock())
    playing.start()
    host = PagesHost(playing, tmp_path, tmp_path, short / "pages.sock")
    phones = Phones(host, now, told.append, lambda _call, _s: None)
    rng = Random(seed)
    wishes = [rng.random() < 0.5 for _ in range(12)]
    for wish in wishes:
        phones.switch(wish)
    assert phones._worker.wait(PATIENCE_S)
    assert host.on is wishes[-1] and (short / "pages.sock").exists() is wishes[-1]
    assert [notice for notice in told if not notice.gone] == []
    host.close()
    host.switch(True)
    assert not host.on, "closed for good"
    playing.close()


def test_a_job_that_fails_keeps_no_other_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: said.append(str(args.exc_value)))
    worker, done = Worker("test"), threading.Event()

    def fail() -> None:
        raise ValueError("no")

    worker.do(fail)
    worker.do(done.set)
    assert done.wait(PATIENCE_S) and worker.wait(PATIENCE_S) and said == ["no"]
