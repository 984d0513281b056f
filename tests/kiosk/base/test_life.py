"""What moves, and that it stops."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.presentation.colours import C
from kiosk.picture import pixels
from kiosk.theme import MOTION
from kiosk.widgets import ambient as ambient_file
from kiosk.widgets import background
from kiosk.widgets.ambient import ambient
from kiosk.widgets.background import Background, Sparks
from kiosk.widgets.band import Band
from kiosk.widgets.base import Container
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.order import FallingCards, Order
from tests.kiosk.kivy_time import FRAME_S, KivyTime


class Ground(Container):
    def __init__(self) -> None:
        super().__init__()
        self.fire, self.sparks = Background(background.CALM), Sparks()
        self.add_widget(self.fire)

    def arrange(self, m: Any) -> None:
        self.put(self.sparks, left=0, right=0, top=20, height=20)


Flips = Callable[[float], int]


@pytest.fixture
def flips(_kivy: Any, pump: Any, kivy_time: KivyTime) -> Flips:
    """`flips(seconds)`: how often the window is drawn in so long."""

    def run(seconds: float) -> int:
        drawn: list[Any] = []
        _kivy.bind(on_flip=drawn.append)
        pump(round(seconds / FRAME_S))
        _kivy.unbind(on_flip=drawn.append)
        return len(drawn)

    return run


def test_no_frames_when_nobody_is_there(
    window: Any, pump: Any, until: Any, flips: Flips, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = replace(MOTION, ambient_idle=0.3, background_period=0.5)
    monkeypatch.setattr(ambient_file, "MOTION", quick)
    monkeypatch.setattr(background, "MOTION", quick)
    ground = Ground()
    window(ground, motion=True)
    ambient.poke()
    assert flips(0.5) >= 1, "it breathes"
    assert until(lambda: not ambient.running)
    assert ground.fire._glow.a == pytest.approx(background.CALM.strength, abs=0.02), "asleep between two breaths"
    pump(2)
    own: list[str] = []

    def poke(_ambient: Any) -> None:
        """What an earlier test has left behind may wake it: only what stands here must not."""
        frames = [info.frame for info in inspect.stack()]
        own.extend(f.f_code.co_name for f in frames if any(f.f_locals.get("self") is w for w in ground.walk()))

    monkeypatch.setattr(ambient_file.Ambient, "poke", poke)
    assert flips(60.0) == 0 and not own


def test_a_touch_wakes_it(window: Any, touch: Any) -> None:
    window(Ground(), motion=True)
    ambient.stop()
    touch(10, 10).lift()
    assert ambient.running
    ambient.stop()


def test_motion_off(window: Any, flips: Flips) -> None:
    window(Ground(), motion=False)
    ambient.poke()
    assert not ambient.running
    assert flips(60.0) == 0


def test_fire_turns(window: Any, until: Any) -> None:
    ground = Ground()
    window(ground, motion=True)
    ground.fire.burn(background.SILENCE)
    assert until(lambda: ground.fire.now() == background.SILENCE)
    ambient.stop()


def test_fire_fills_its_parent(window: Any) -> None:
    ground = Ground()
    window(ground, size=(1024, 600))
    assert tuple(ground.fire.size) == (1024, 600)


def test_band_goes_after_its_time(window: Any, until: Any) -> None:
    band = Band(size=(800, 82), pos=(0, 160))
    window(band)
    assert not band.visible
    band.say("Cette carte est déjà sur la voie", "Pose une carte de ta main.", seconds=0.1)
    assert band.visible
    assert until(lambda: not band.visible)


def test_fangs_grow_in_steps(window: Any) -> None:
    fangs = Fangs(size=(800, 390), pos=(0, 90))
    window(fangs)
    grown = []
    for left in range(60, 0, -1):
        fangs.bite_at(left)
        grown.append(fangs.grown)
    assert grown == sorted(grown)
    assert len(set(grown)) == 6 or len(set(grown)) == 7


def test_cards_fall_and_rest(window: Any, until: Any) -> None:
    falling = FallingCards(size=(300, 70), pos=(32, 90))
    window(falling, motion=True)
    falling.fall(("", "tunnel", ""))
    assert until(lambda: falling._event is None)
    angles = [turn.angle for _, turn, *_ in falling._cards]
    assert len(angles) == 3
    assert all(6 <= abs(a) <= 17 for a in angles)


def test_order_arrives(window: Any, until: Any) -> None:
    order = Order(pos=(32, 200))
    order.width, order.height = 700, 150
    window(order, motion=True)
    order.show("Retire 3", C.bone)
    assert order.grown > 1
    assert until(lambda: order.grown == 1)


def test_a_ground_that_hides_all_is_cleared(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ground = Ground()
    window(ground, motion=False)
    ground.fire.burn(background.SILENCE)
    pump(2)
    cleared = pixels()
    assert tuple(ground.fire._floor.size) == (0, 0)
    monkeypatch.setattr(Background, "_covers", lambda _self: False)
    assert pixels() == cleared
    assert tuple(ground.fire._floor.size) == (800, 480)


def test_a_ground_that_fades_is_filled(window: Any, pump: Any) -> None:
    ground: Any = Ground()
    window(ground, motion=False)
    pump(2)
    assert tuple(ground.fire._floor.size) == (0, 0)
    ground.opacity = 0.5
    pump(2)
    assert tuple(ground.fire._floor.size) == (800, 480), "what lies below it shines through"
