"""What moves: it arrives, it hears fingers meanwhile, and then nothing runs any more."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from companion.presentation.colours import C, Colour
from kiosk.display.theme import MOTION
from kiosk.screens.infernal_wagon.falling import FallingCards
from kiosk.widgets import ambient as ambient_file
from kiosk.widgets import background
from kiosk.widgets.ambient import ambient
from kiosk.widgets.background import CALM, Background, Sparks
from kiosk.widgets.band import Band
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.hold_field import HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.motion import appear, leave
from kiosk.widgets.order import Order
from kiosk.widgets.question import AnswerKey, Question
from kiosk.window.picture import pixels
from tests.kiosk.kivy_time import FRAME_S, KivyTime


class Page(Container):
    """A key on a screen."""

    def __init__(self, action: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.key = Key("Go", action=action)

    def arrange(self, metrics: Any) -> None:
        self.put(self.key, left=20, width=20, bottom=10, height=8)


def _swap(ground: Container, old: Container, new: Container) -> None:
    leave(old)
    ground.add_widget(new)
    appear(new, MOTION.cross_fade)


def test_screens_fade_into_each_other_and_the_new_one_hears_at_once(
    window: Any, pump: Any, until: Any, touch: Any
) -> None:
    heard: list[str] = []
    ground, old, new = Container(), Page(lambda: heard.append("old")), Page(lambda: heard.append("new"))
    ground.add_widget(old)
    window(ground, motion=True)
    _swap(ground, old, new)
    assert (old.opacity, new.opacity) == (1, 0)
    assert ground.canvas.indexof(old.canvas) >= 0
    assert ground.canvas.indexof(new.canvas) < 0, "a frame that shows nothing of it does not draw it"
    touch(new.key.center_x, new.key.center_y).lift()
    assert heard == ["new"]
    assert until(lambda: new.opacity == 1 and ground.canvas.indexof(old.canvas) < 0)
    assert ground.canvas.indexof(new.canvas) >= 0
    assert old.opacity == 1, "it may be shown again"


def test_a_screen_that_comes_back_while_it_fades_is_whole(window: Any, pump: Any, until: Any) -> None:
    ground, old, new = Container(), Page(), Page()
    ground.add_widget(old)
    window(ground, motion=True)
    _swap(ground, old, new)
    pump(2)
    _swap(ground, new, old)
    assert until(lambda: old.opacity == 1)
    assert until(lambda: ground.canvas.indexof(new.canvas) < 0)
    assert ground.canvas.indexof(old.canvas) >= 0
    leave(old)
    assert until(lambda: ground.canvas.indexof(old.canvas) < 0)


def test_what_may_show_a_secret_goes_at_once(window: Any) -> None:
    ground, old = Container(), Page()
    old.add_widget(HoldField("boat", "1", lambda: None, lambda: None))
    ground.add_widget(old)
    window(ground, motion=True)
    leave(old)
    assert ground.canvas.indexof(old.canvas) < 0


@pytest.mark.parametrize("motion", [True, False])
def test_bands_and_questions_do_not_appear_at_once(motion: bool, window: Any, until: Any) -> None:
    ground = Container()
    window(ground, motion=motion)
    band = Band(size=(800, 82), pos=(0, 160))
    ground.add_widget(band)
    band.say("This card lies there already")
    question = Question("Bo", "Does it fit?", [AnswerKey("a", "A", "check"), AnswerKey("b", "B", "cross")])
    ground.add_widget(question)
    assert (band.opacity, question.opacity) == ((0, 0) if motion else (1, 1))
    assert until(lambda: band.opacity == 1 and question.opacity == 1)
    band.say("And this one too")
    assert band.opacity == 1, "it stands there already"
    band.hush()
    assert not band.visible and band.opacity == 0


@pytest.mark.parametrize("motion", [True, False])
def test_the_clock_slides_to_its_corner(motion: bool, window: Any, pump: Any, until: Any) -> None:
    clock = Figures("4:12", size=35, slides=True, size_hint=(None, None))
    clock.size, clock.pos = (700, 200), (30, 250)
    window(clock, motion=motion)
    cells = clock.cells()
    clock.resize(13)
    clock.pos = (500, 400)
    pump(1)
    assert clock.cells() != cells, "laid out once, in its place"
    assert (clock.away > 0.5) == motion
    assert (clock._scale.x > 1.5) == motion
    clock.show("4:11")
    assert until(lambda: clock.away == 0)
    assert clock._scale.x == 1 and tuple(clock._shift.xy) == (0, 0)
    beats: list[float] = []
    clock.fbind("beat", lambda _clock, beat: beats.append(beat))
    clock.pulse()
    pump(1)
    assert (clock._scale.x > 1) == motion
    assert until(lambda: clock._scale.x == 1)
    assert len(beats) <= MOTION.heartbeat * MOTION.heartbeat_rate + 2, "not sixty frames a second"


@pytest.mark.parametrize("motion", [True, False])
def test_the_fire_flares_once(motion: bool, window: Any, pump: Any, until: Any) -> None:
    ground, fire = Container(), Background(CALM)
    ground.add_widget(fire)
    window(ground, motion=motion)
    calm = fire._glow.a
    fire.flare()
    pump(1)
    assert (fire._glow.a > 1.5 * calm) == motion
    assert until(lambda: fire._flaring is None)
    assert fire._glow.a == pytest.approx(calm, rel=0.3)
    assert not [event for event in Clock.get_events() if event.get_callback() == fire._fade]


def test_turned_cards_have_no_stairs(window: Any, pump: Any) -> None:
    """F8: along a turned edge most pixels are between the two colours."""

    class Ground(Drawn):
        def draw(self) -> None:
            Color(*C.pit)
            Rectangle(pos=self.pos, size=self.size)

    cards = FallingCards(("",), size=(80, 70), pos=(60, 100))
    ground = Ground(size=(800, 480))
    ground.add_widget(cards)
    window(ground)
    wide, _high, data = pixels(ground)

    def near(i: int, tone: Colour) -> bool:
        return sum(abs(data[i + k] - 255 * tone[k]) for k in range(3)) < 24

    between = pure = 0
    for y in range(280, 400):
        for x in range(40, 160):
            i = 4 * (y * wide + x)
            if near(i, C.danger):
                pure += 1
            elif not near(i, C.pit) and not near(i, C.blood):
                between += 1
    assert pure > 50
    assert between > 0.8 * pure, (between, pure)


# ---------------------------------------------------------------- the ground


class Ground(Container):
    def __init__(self) -> None:
        super().__init__()
        self.fire, self.sparks = Background(background.CALM), Sparks()
        self.add_widget(self.fire)

    def arrange(self, metrics: Any) -> None:
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
