"""What moves (ui.md, section 9): it arrives, it hears fingers meanwhile, and then nothing runs any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from companion.presentation.colours import C, Colour
from kiosk.picture import pixels
from kiosk.theme import MOTION
from kiosk.widgets import card
from kiosk.widgets.background import CALM, Background
from kiosk.widgets.band import Band
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.card import Track
from kiosk.widgets.figures import Figures
from kiosk.widgets.hold_field import HoldField
from kiosk.widgets.key import Key
from kiosk.widgets.motion import appear, leave
from kiosk.widgets.order import FallingCards
from kiosk.widgets.question import Answer, Question


class Page(Container):
    """A key on a screen."""

    def __init__(self, action: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.key = Key("Go", action=action)

    def arrange(self, m: Any) -> None:
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
    touch(new.key.center_x, new.key.center_y).lift()
    assert heard == ["new"]
    assert until(lambda: new.opacity == 1 and ground.canvas.indexof(old.canvas) < 0)
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
    question = Question("Bo", "Does it fit?", [Answer("a", "A", "check"), Answer("b", "B", "cross")])
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
def test_a_new_card_slides_along_the_rail_and_the_wagon_hops_onto_it(motion: bool, window: Any, until: Any) -> None:
    track = Track(("", "tunnel"), size=(700, 100), pos=(30, 90))
    window(track, motion=motion)
    track.show(("explosion", "", "tunnel"))
    assert (track.slid, track.hopped) == ((0, 0) if motion else (1, 1))
    if motion:
        assert until(lambda: track.slid == 1 and 0 < track.hopped < 1)
        assert track._shifts[2].y > 0, "in the air"
    track.show(ringed=1)  # drawn anew meanwhile: it goes on
    assert until(lambda: track.hopped == 1)
    assert [tuple(shift.xy) for shift in track._shifts] == [(0, 0)] * 3


def test_a_card_at_the_edge_is_seen_whole_or_not_at_all(
    window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F6."""
    put: list[float] = []
    monkeypatch.setattr(card, "put_card", lambda x, *_: put.append(x))
    window(Track(("",) * 30, size=(715, 100), pos=(30, 90)))
    assert len(put) > 5
    assert min(put) >= 30


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
