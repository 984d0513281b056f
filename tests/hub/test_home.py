"""Home Assistant at the table's socket: what it is told, and what its buttons do."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.game import Player
from companion.engine.requests import Choose, Leave, MakeMove, Now, Open
from companion.uplink.link.frames import BROKER, TABLE, MqttFrame
from companion.uplink.link.wire import discovery_topic
from tests.hub.test_network_readers import House
from tests.patience import until

BIRTH = "homeassistant/status"
SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


class Home(House):
    """A table, and what its link is given for Home Assistant."""

    def __init__(self, folder: Path, names: bool = False) -> None:
        self.said: list[MqttFrame] = []
        super().__init__(folder, f"home_assistant = true\nnames = {str(names).lower()}\n")
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for frame in self.line.frames():
            self.said.append(frame)

    def last(self, topic: str) -> Any:
        found = [frame for frame in list(self.said) if frame.topic == topic]
        return json.loads(found[-1].payload) if found else {}

    @property
    def state(self) -> Any:
        return self.last("companion/t1/home/state")

    @property
    def light(self) -> Any:
        return self.last("companion/t1/home/light")

    @property
    def cues(self) -> list[str]:
        return [json.loads(frame.payload)["cue"] for frame in list(self.said) if frame.topic.endswith("/home/cue")]

    def wait_for(self, **facts: object) -> None:
        until(lambda: all(self.state.get(key) == value for key, value in facts.items()), f"{facts} is told")

    def press(self, button: str, payload: str = "PRESS", retained: bool = False) -> None:
        self.say(f"companion/t1/home/press/{button}", payload, retained)

    def face(self) -> Any:
        return self.runtime.table.ask(Now()).answer.face


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Home]]:
    made: list[Home] = []

    def home(names: bool = False) -> Home:
        made.append(Home(tmp_path, names))
        return made[-1]

    yield home
    for one in made:
        one.close()


def test_what_is_switched_off_hears_nothing_more(make: Callable[..., Home]) -> None:
    home = make()
    engine, outbox = home.runtime.table.engine, home.runtime.outbox
    before = len(engine._listeners), len(engine.journal._watchers)
    for title in ("A", "B", "C"):
        outbox.choose(replace(outbox.settings, title=title))
    assert (len(engine._listeners), len(engine.journal._watchers)) == before
    outbox.choose(replace(outbox.settings, on=False))
    assert len(engine._listeners) == before[0] - 2


def test_an_engine_that_answers_late_once_costs_one_press(
    make: Callable[..., Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 10 s nothing waits any more, and nothing of it has ended."""
    home = make()
    home.play()
    home.tasmota("7705A54B")
    home.wait_for(event="draw_expected")
    number, asked = home.state["number"], home.runtime.table.ask
    late: list[object] = []

    def once(request: Any, timeout: float | None = None) -> Any:
        if timeout is not None and not late:
            late.append(request)
            raise TimeoutError
        return asked(request, timeout)

    monkeypatch.setattr(home.runtime.table, "ask", once)
    home.press("undo")
    until(lambda: late, "it was asked")
    home.press("undo")
    until(lambda: home.state["number"] != number, "taken back")
    assert home.runtime.table.ask(Now()).answer.number == number + 1


def test_it_is_introduced_and_again_when_home_assistant_starts(make: Callable[..., Home]) -> None:
    home = make()

    def introductions() -> list[MqttFrame]:
        return [frame for frame in list(home.said) if frame.topic == discovery_topic("t1")]

    until(lambda: len(introductions()) == 1, "it is introduced")
    [first] = introductions()
    about = json.loads(first.payload)
    assert first.retain and set(about) == {"device", "origin", "availability", "components"}
    kinds = {key: part["platform"] for key, part in about["components"].items()}
    assert kinds == {
        **dict.fromkeys(("game", "phase", "clock", "ends", "turn", "rage", "event", "light"), "sensor"),
        "cue": "event", **dict.fromkeys(("hold", "resume", "undo"), "button"),
    }  # fmt: skip
    assert len({part["unique_id"] for part in about["components"].values()}) == len(kinds)
    home.say(BIRTH, "offline")
    home.say(BIRTH, "online")
    until(lambda: len(introductions()) == 2, "it is introduced again")
    home.say(BROKER, b"1")
    until(lambda: len(introductions()) == 3, "and when the broker is back")
    assert {one.payload for one in introductions()} == {first.payload}


def test_a_game_with_a_clock_and_its_buttons(make: Callable[..., Home]) -> None:
    home = make()
    home.wait_for(game=None)
    home.play()
    home.wait_for(game="infernal_wagon", phase="open", clock_runs=True, clock_s=420)
    assert home.state["ends"]
    until(lambda: home.light["mood"] == "loop_1", "the light comes after the state")
    home.clock.set_ms(home.clock.now_ms() + 1_000)
    home.press("hold")
    home.wait_for(phase="held", clock_runs=False, ends=None)
    until(lambda: home.light["mood"] == "held", "the light is held, too")
    home.press("hold")
    home.press("resume", retained=True)
    home.press("resume", "on")
    home.press("resume")
    home.wait_for(phase="open", clock_runs=True)
    home.tasmota("7705A54B")
    home.wait_for(event="draw_expected")
    before = home.state["number"]
    home.press("undo", str(before - 1))
    home.press("undo", "9" * 50)
    home.settle()
    assert home.state["number"] == before, "stale, and nonsense"
    home.press("undo", str(before))
    until(lambda: home.state["number"] != before, "taken back")
    assert "tap" in home.cues and "undo" in home.cues


def test_the_light_follows_the_clock_to_its_last_minute(make: Callable[..., Home]) -> None:
    home = make()
    home.play()
    home.wait_for(clock_runs=True)
    seen: list[str] = []
    for second in (121, 241, 301, 361):
        home.clock.set_ms(1_000 + second * 1_000)
        home.runtime.table.ask(Now())
        home.runtime.table.ask(MakeMove({"type": "hold"}))
        home.runtime.table.ask(MakeMove({"type": "resume"}))
        until(lambda: home.light["mood"] not in (*seen, "loop_1", "held"), "another glow")
        seen.append(home.light["mood"])
    assert seen == ["loop_2", "loop_3", "loop_4", "loop_5"]
    assert home.light["rgb"] == [255, 24, 0] and home.light["brightness"] == 204 and home.light["pulse_ms"] == 857


@pytest.mark.parametrize("names", [False, True])
def test_names_are_told_only_if_they_are_shared(make: Callable[..., Home], names: bool) -> None:
    home = make(names)
    home.runtime.table.ask(Open("cerbere", SEATS, seed=1))
    home.wait_for(game="cerbere", turn="Ana" if names else "1", rage=5, clock_s=None)
    home.runtime.table.ask(Choose("act1_adv:a"))
    home.runtime.table.ask(Choose("end"))
    home.wait_for(turn="Bo" if names else "2")
    home.press("hold")
    home.runtime.table.ask(Leave())
    home.wait_for(game=None, turn=None)
    if not names:
        everything = b"".join(frame.payload for frame in home.said if "/home/" in frame.topic)
        assert not any(name in everything for name in (b"Ana", b"Bo", b"Cy"))


def test_too_many_presses_are_left_out(make: Callable[..., Home]) -> None:
    home = make()
    home.play()
    home.wait_for(clock_runs=True)
    for _ in range(200):
        home.press("undo")
    home.settle()
    home.tasmota("7705A54B")
    until(lambda: home.placed, "the game goes on")


def test_what_is_switched_off_is_told_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.play()
    assert not [one for one in house.wanted if "home/press" in one.topic or one.topic == BIRTH]
    house.line.send(MqttFrame(TABLE, b"t1"))
    house.close()
