"""Frames: what is hidden costs nothing, only what changed is drawn anew, and the renderer gets its work in time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.graphics import opengl
from kivy.graphics.opengl import GL_COLOR_BUFFER_BIT, GL_RGBA, GL_UNSIGNED_BYTE, glClear, glClearColor, glReadPixels

from companion.presentation.colours import C
from kiosk.display import renderer
from kiosk.display.renderer import MOST_FRAMES, PLACES, WindowFrames
from kiosk.screens.infernal_wagon.counts import CountTile
from kiosk.screens.sheet import fit_undo
from kiosk.widgets import partial_frames as module
from kiosk.widgets.all_on import all_on
from kiosk.widgets.ambient import ambient
from kiosk.widgets.background import CALM, Background
from kiosk.widgets.base import Container
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from tests.kiosk.conftest import Open, Pump

WIDE, HIGH = 800, 480


STALE = (255, 0, 255)


class Face(Container):
    """A clock before a fire, and a number beside it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.background = Background(CALM)
        self.clock, self.number = Figures("6:47", "clock"), Figures("12", "count")
        self.add_widget(self.background)

    def arrange(self, metrics: Any) -> None:
        self.put(self.clock, left=3, top=3, width=60, height=24)
        self.put(self.number, right=3, top=30, width=20, height=10)


@pytest.fixture
def face(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> Face:
    monkeypatch.setattr(ambient, "poke", ambient.stop)  # the fire flickers only where a test lets it
    face = Face()
    window(face, motion=True)
    pump(5)
    face.clock.show("6:46")
    pump(2)  # from now on the frames are known
    face.number.redraw()
    pump(2)
    for _ in range(100):  # whatever an earlier test left to be drawn comes first
        stain()
        pump(3)
        if stale().all():
            break
    return face


def seen() -> Any:
    """The pixels of the window's own buffer."""
    return np.frombuffer(glReadPixels(0, 0, WIDE, HIGH, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8).reshape(HIGH, WIDE, 4)


def stain() -> None:
    """Fill the buffer with a colour that nothing has."""
    glClearColor(*(part / 255 for part in STALE), 1)
    glClear(GL_COLOR_BUFFER_BIT)


def stale() -> Any:
    """Where the stain still is."""
    return (seen()[:, :, :3] == STALE).all(axis=2)


def whole(pump: Any) -> Any:
    """The pixels when all is drawn anew."""
    from kivy.core.window import Window

    Window.canvas.ask_update()
    pump(2)
    assert not stale().any()
    return seen()


def same_where_drawn(pump: Any) -> Any:
    """Where something was drawn; there it is as in a whole frame."""
    there, old = ~stale(), seen()
    assert (whole(pump)[there] == old[there]).all()
    return there


def all_that_changed(before: Any, pump: Any) -> Any:
    """Where something was drawn: wherever the window looks otherwise than before, at least."""
    there = same_where_drawn(pump)
    changed = (seen() != before).any(axis=2)
    assert changed.any()
    assert there[changed].all(), "all that changed was drawn"
    return there


def test_other_figures_are_drawn_alone_and_look_the_same(face: Face, pump: Any) -> None:
    before = whole(pump)
    stain()
    face.clock.show("6:35")
    pump(2)
    there = all_that_changed(before, pump)
    assert 0 < there.mean() < 0.25, "and little else"


def test_what_is_not_in_the_window_asks_for_nothing_of_it(face: Face, pump: Any) -> None:
    gone = Figures("8", "count")
    gone.size = (100, 100)
    whole(pump)
    stain()
    face.clock.show("6:35")
    gone.redraw()
    pump(2)
    assert 0 < (~stale()).mean() < 0.25


def test_a_beat_and_a_flare_are_drawn_where_they_are(face: Face, pump: Any) -> None:
    before = whole(pump)
    stain()
    face.number.beat = 1.14
    pump(2)
    there = all_that_changed(before, pump)
    assert there.mean() < 0.1
    face.number.beat = 1.0
    pump(2)
    assert (seen() == before).all(), "nothing of the larger one is left"
    stain()
    face.background._flare = 1.0
    face.background._light()
    pump(2)
    there = all_that_changed(before, pump)
    assert there.mean() < 0.8


def test_with_any_other_change_all_is_drawn(face: Face, pump: Any) -> None:
    for change in (lambda: face.number.show("7"), lambda: face.clock.show(colour=C.ok)):
        stain()
        face.clock.show("5:00")
        change()
        pump(2)
        assert not stale().any()
        face.clock.show("6:46", C.bone)
        pump(2)


def test_a_buffer_of_two_frames_ago_gets_what_both_changed(
    face: Face, pump: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole(pump)
    monkeypatch.setattr(module.change_within, "_age", lambda: 2)
    stain()
    face.clock.show("6:45")
    pump(2)
    assert not stale().any(), "the frame before was a whole one"
    stain()
    face.number.show("13")
    pump(2)
    there = same_where_drawn(pump)
    x, y = face.clock.cells()[-1]
    assert there[round(y) + 9, round(x) + 9], "also the figure of the clock that changed before"
    for age in (0, 9):
        monkeypatch.setattr(module.change_within, "_age", lambda age=age: age)
        stain()
        face.number.show("14" if age else "15")
        pump(2)
        assert not stale().any(), age


# ---------------------------------------------------------------- what is hidden


@pytest.fixture
def page(window: Open) -> Any:
    """A container, on it another one, on that a text."""
    from kiosk.widgets.base import Container
    from kiosk.widgets.label import Text

    page, inner, text = Container(), Container(), Text("hell")
    page.add_widget(inner)
    inner.add_widget(text)
    text.size = (200, 40)
    window(page)
    page.inner, page.text = inner, text
    return page


def is_in_frames(widget: Any) -> bool:
    """Whether frames draw what it draws."""
    while (parent := widget.parent) is not Window:
        if parent.canvas.indexof(widget.canvas) < 0:
            return False
        widget = parent
    return True


@pytest.fixture
def drawn(page: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The text of the page, each time that it is drawn."""
    drawn: list[Any] = []
    draw = page.text.draw

    def drawing() -> None:
        drawn.append(page.text)
        draw()

    monkeypatch.setattr(page.text, "draw", drawing)
    return drawn


def test_it_is_not_drawn_while_what_it_lies_on_is_hidden(page: Any, drawn: list[Any], pump: Pump) -> None:
    assert is_in_frames(page.text)
    page.inner.visible = False
    pump()
    assert not is_in_frames(page.text)
    page.text.show("heaven")
    pump()
    assert not drawn
    page.inner.visible = True
    pump()
    assert drawn and is_in_frames(page.text)


def test_all_that_is_on_a_widget_comes_after_it(page: Any) -> None:
    page.inner.add_widget(other := Container())
    assert all_on(page) == [page, page.inner, other, page.text]


def test_what_was_hidden_and_has_not_changed_is_not_drawn_again(page: Any, drawn: list[Any], pump: Pump) -> None:
    page.inner.visible = False
    pump()
    page.inner.visible = True
    pump()
    assert not drawn and is_in_frames(page.text)


def test_it_stays_undrawn_while_another_one_above_is_hidden(page: Any, drawn: list[Any], pump: Pump) -> None:
    page.visible = page.inner.visible = False
    page.text.show("heaven")
    pump()
    page.visible = True
    pump()
    assert not drawn and not is_in_frames(page.text)
    page.inner.visible = True
    pump()
    assert drawn and is_in_frames(page.text)


def test_widgets_are_over_each_other_as_before_when_they_are_seen_again(window: Open, pump: Pump) -> None:
    """Also one that was added among hidden ones."""
    ground, parts = Container(), [Container() for _ in range(5)]
    for part in (parts[0], parts[1], parts[3], parts[4]):
        ground.add_widget(part)
    window(ground)
    parts[0].visible = parts[1].visible = parts[4].visible = False
    ground.add_widget(parts[2], 2)
    parts[2].visible = False
    for part in (parts[4], parts[2], parts[0], parts[1]):
        part.visible = True
    pump()
    assert ground.children == parts[::-1]
    places = [ground.canvas.indexof(part.canvas) for part in parts]
    assert places == sorted(places) and places[0] >= 0


def test_taken_from_something_hidden_to_something_seen_it_is_drawn(page: Any, pump: Pump) -> None:
    page.inner.visible = False
    pump()
    page.inner.remove_widget(page.text)
    page.add_widget(page.text)
    pump()
    assert is_in_frames(page.text)


def test_what_is_said_again_is_not_drawn_again(window: Open, pump: Pump) -> None:
    """Undo tries its words until they fit: what comes of it counts."""
    line, undo = EventLine(size=3.4), Key("Undo", "undo")
    for widget in (line, undo):
        widget.size = (260, 60)
        window(widget)
    words = "Ana: a rail of three that turns twice, and then once more"
    for said, redrawn in ((words, True), (words, False), ("Bo: a rail", True)):
        line.say(said, "list")
        fit_undo(undo, said)
        assert (line.redraw.waits, undo.redraw.waits) == (redrawn, redrawn)
        pump(2)
    assert undo.second == "Bo: a rail"


def test_what_is_shaped_again_is_not_laid_out_again(window: Open, pump: Pump) -> None:
    tile = CountTile("pile", "left in the pile")
    window(tile)
    for text, laid in (("12", True), ("13", False), ("9", True)):
        tile.show(text, "pile")
        tile.shape(5.75, "beside")
        assert tile.rearrange.waits is laid
        pump(2)


# ---------------------------------------------------------------- the renderer


@pytest.fixture
def flips(window: Any) -> Iterator[list[Any]]:
    """The frames. Whoever listened before `install` is still told of them, after it."""
    window()
    from kivy.core.window import Window

    seen: list[Any] = []
    note = seen.append
    Window.bind(on_flip=note)
    yield seen
    Window.unbind(on_flip=note)


@pytest.fixture
def frames(flips: list[Any]) -> Iterator[WindowFrames]:
    made = WindowFrames()
    yield made
    made.remove()


@pytest.fixture
def flushed(flips: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many frames had been told of when the renderer got its work."""
    at: list[int] = []
    monkeypatch.setattr(opengl, "glFlush", lambda: at.append(len(flips)))
    return at


def test_frames_are_flushed_when_no_other_follows(frames: WindowFrames, flushed: list[int], until: Any) -> None:
    from kivy.core.window import Window

    frames.install()
    for _ in range(MOST_FRAMES - 1):
        Window.dispatch("on_flip")
    assert not flushed
    assert until(lambda: len(flushed) == 1), "the renderer keeps the last one's commands"


def test_of_many_frames_in_a_row_some_wait_until_all_are_drawn(
    frames: WindowFrames, flips: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else those of a dial that is turned fast wait in the renderer's queue, megabytes each."""
    from kivy.core.window import Window

    finished: list[int] = []
    monkeypatch.setattr(renderer, "wait_until_drawn", lambda: finished.append(len(flips)))
    frames.install()
    for _ in range(2 * MOST_FRAMES + 1):
        Window.dispatch("on_flip")
    assert len(flips) == 2 * MOST_FRAMES + 1
    assert finished == [MOST_FRAMES - 1, 2 * MOST_FRAMES - 1], "before its other listeners are told"


def test_the_queue_forgets(frames: WindowFrames, flips: list[Any], flushed: list[int]) -> None:
    """A frame of the window first: it keeps the renderer busy while the other places are taken."""
    frames.forget()
    assert not flips, "nothing is installed"
    frames.install()
    frames.forget()
    assert flushed == [1] * (1 + PLACES)
