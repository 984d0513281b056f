"""Back goes where one came from, on every page and from every place that opens it; what is paused says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.requests import Resume
from companion.presentation.i18n import _
from kiosk.widgets.key import Touchable
from kiosk.window.root_widget import lay_out_now
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes

LEAVES = 4
"""Pages deep."""
ASKS = ("phones",)
"""Pages whose keys ask something of threads of their own."""


def opened(root: Any) -> Iterator[tuple[Any, ...]]:
    """What can be touched on the page that shows, by its words."""
    for widget in list(root.screen.walk(restrict=True)):
        if isinstance(widget, Touchable) and widget.stands() and widget.enabled and widget.action is not None:
            yield widget.face(), widget


def back_of(root: Any) -> Any:
    """The key that leads back: the one with its sign, else the main one of a page that is only looked at."""
    found = dict(opened(root))
    for words in ("Back", "Done", "Later"):
        for face, widget in found.items():
            if _(words) in face:
                return widget
    raise AssertionError(f"no way back from {root.name}: {[face[1:3] for face in found]}")


@pytest.mark.parametrize("name", ["home", "wagon-held", "cerbere-reports", "hellrail-more", "hellrail-correct"])
def test_back_goes_where_one_came_from(name: str, window: Any) -> None:
    """Every key of every page that opens another one, from home and over each game, and from each of those again."""
    scene = next(scene for scene in scenes() if scene.name == name)
    seen: set[tuple[str, str]] = set()

    def explore(trail: list[str]) -> None:
        here = trail[-1] if trail else root.base
        for face in [face for face, _widget in opened(root)]:
            widget = dict(opened(root)).get(face)
            if widget is None or widget is back_or_none(root):
                continue
            sent.clear()
            before = list(root.trail)
            widget.action()
            lay_out_now(root)
            if root.aid is not None:
                root.close_aid()
            if sent or len(root.trail) != len(before) + 1 or root.trail[:-1] != before:
                restore(before)
                continue
            there = root.trail[-1]
            if (here, there) not in seen:
                seen.add((here, there))
                if len(root.trail) < LEAVES and there not in ASKS:
                    explore(list(root.trail))
                back_of(root).action()
                lay_out_now(root)
                assert root.trail == before, f"back from {there}, opened from {here}"
            restore(before)

    def restore(trail: list[str]) -> None:
        """As it was, with the sheet that a finger had opened."""
        root.trail = list(trail)
        root._show()
        if not trail and scene.act is not None:
            scene.act(root)
        lay_out_now(root)

    sent: list[Any] = []
    root: Any = stand(scene, sent)
    window(root, (800, 480))
    explore(list(root.trail))
    root.screen.closed()
    assert seen, "no page was opened: the test looks at nothing"


def back_or_none(root: Any) -> Any:
    try:
        return back_of(root)
    except AssertionError:
        return None


def test_a_page_that_is_on_the_way_already_is_gone_back_to(window: Any) -> None:
    root: Any = stand(next(scene for scene in scenes() if scene.name == "home"))
    window(root, (800, 480))
    for page in ("settings", "display", "settings"):
        root.open(page)
    assert root.trail == ["settings"]
    for page in ("notices", "name:0", "name:1"):
        root.open(page)
    assert root.trail == ["settings", "notices", "name:1"], "another number of the same page takes its place"
    root.close_page()
    root.close_page()
    assert root.name == "settings"
    root.open(None)
    assert root.name == "home"


def test_what_is_paused_says_so_whoever_comes_back(play: Any) -> None:
    play.open("L1")
    play.press("Hold")
    paused = play.screen.page.line.text
    assert paused == "On hold"
    for page in ("correct", "settings"):
        play.root.open(page)
        play.sync()
        play.root.close_page()
        play.sync()
        assert play.screen.page.line.text == paused
    play.press("Counts")
    play.root.open("settings")
    play.press("Done")
    assert play.root.name == "correct", "the settings were opened from there"
    play.press("Done")
    assert play.screen.page.line.text == paused
    play.press("Leave")
    assert play.root.name == "home"
    play.kiosk.context.ask.send(Resume())
    play.sync()
    assert play.screen.page.line.text == paused
