"""Undo keeps its place, bands have theirs, and tiles fill their room: on the pictures of the gallery."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.update import Notice
from companion.presentation.colours import C, Colour
from companion.presentation.observers import Observers
from kiosk.picture import pixels
from kiosk.root_widget import place
from kiosk.screens.cerbere.drama import BITE
from kiosk.screens.hellrail.marks import Crews
from kiosk.widgets import pawns as pawn_file
from kiosk.widgets.fangs import DEEPEST, TEETH, Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text, capital, width
from kiosk.widgets.look import look
from kiosk.widgets.niche import Niche
from kiosk.widgets.pawns import Pawn
from kiosk.widgets.rail import Rail
from kiosk.widgets.tile import Tile
from tests.kiosk.base.test_theme import luminance
from tests.kiosk.screens.fitting import Ink, below_band, ink, visible
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes

PLAYING = (
    *("wagon-calm", "wagon-l0", "cerbere-turn", "cerbere-turn-armed", "cerbere-board-boat", "cerbere-board-target"),
    *("cerbere-board-order", "cerbere-hand", "cerbere-boats", "hellrail-turn", "hellrail-turn-draw", "hellrail-map"),
    *("hellrail-map-lay", "hellrail-map-draw", "hellrail-more", "hellrail-card-move", "hellrail-report"),
)
REFUSED = ("hellrail-refused", "cerbere-refused", "wagon-alarm")
GRIDS = ("cerbere-reports", "cerbere-boats-or-not", "cerbere-report-symbol", "cerbere-zone", "hellrail-more",
         "hellrail-report", "hellrail-redirect")  # fmt: skip


@cache
def _scenes() -> dict[str, Any]:
    return {scene.name: scene for scene in scenes()}


@pytest.fixture(params=[(800, 480), (720, 1280)], ids=["wide", "upright"])
def floor_of(request: Any, window: Any) -> Any:
    """`floor_of(name)`: a scene laid out in the window."""
    size = request.param
    shown = window(None, size)

    def made(name: str) -> Any:
        look._observers = Observers()  # the screens of earlier scenes are garbage
        root = stand(_scenes()[name])
        shown.add_widget(root)
        for _pass in range(3):
            place(root)
        made.size = size  # type: ignore[attr-defined]
        return root

    return made


def _undo(root: Any) -> Any:
    keys = [w for w in visible(root) if isinstance(w, Key) and w.icon == "undo"]
    assert len(keys) == 1, keys
    return keys[0]


def test_undo_never_moves(floor_of: Any) -> None:
    """E5: its lower left corner and its height are the same on every playing screen; its word is always there (E10)."""
    places = {}
    for name in PLAYING:
        root = floor_of(name)
        undo = _undo(root)
        places[name] = (undo.x, undo.y, undo.height)
        assert undo.label, name
        root.parent.remove_widget(root)
    assert len(set(places.values())) == 1, places


@pytest.mark.parametrize("name", REFUSED)
def test_the_band_covers_no_name_title_figure_or_key(name: str, floor_of: Any) -> None:
    """F2."""
    root = floor_of(name)
    _nothing_below(root.screen.band, root)


def _nothing_below(band: Any, root: Any) -> None:
    """No name, title, figure, key or mark meets the band; other words are wholly below it or not at all."""
    assert band.visible and band.fits
    assert below_band(root) == []


def test_a_turn_of_hellrail_is_about_one_figure(floor_of: Any) -> None:
    """F1: one figure of nearly a quarter of the height; the players' counts are read at the table."""
    for name in [name for name in _scenes() if name.startswith("hellrail-turn") and name != "hellrail-turn-rail-card"]:
        root = floor_of(name)
        capitals = sorted(w.capital() for w in visible(root) if isinstance(w, Figures) and w.text)
        assert capitals[-1] >= 0.21 * floor_of.size[1], name
        assert all(size < 0.5 * capitals[-1] for size in capitals[:-1]), name
        (crews,) = (w for w in visible(root) if isinstance(w, Crews))
        assert capital("black", crews.figure()) >= 20, name
        assert crews.width >= len(crews.seats) * crews.step(), name
        root.parent.remove_widget(root)


@pytest.mark.parametrize("name", GRIDS)
def test_tiles_fill_their_room(name: str, floor_of: Any) -> None:
    """F5: rows reach from margin to margin, and all labels are of one size."""
    root = floor_of(name)
    tiles = [w for w in visible(root) if isinstance(w, Tile)]
    assert len(tiles) > 1
    rows: dict[float, list[Any]] = {}
    for tile in tiles:
        rows.setdefault(tile.y, []).append(tile)
    edges = {(min(t.x for t in row), max(t.right for t in row)) for row in rows.values()}
    assert max(a for a, _b in edges) - min(a for a, _b in edges) <= 2
    assert max(b for _a, b in edges) - min(b for _a, b in edges) <= 2
    assert len({tile.text_size for tile in tiles}) == 1
    assert [tile.label for tile in tiles if not tile.fits] == []


def _red(widget: Any) -> bool:
    """Whether it shows something in the colour of the fangs."""
    tones = (getattr(widget, name, None) for name in ("_colour", "_tone", "_text_tone", "tone", "figure_tone"))
    return C.danger in tones


def _tips(fangs: Fangs, bite: float) -> list[tuple[float, float, float, float]]:
    """The upper teeth, fully grown: from x to x, from y to y (px)."""
    wide, high, top = fangs.width / 800, DEEPEST * fangs.m.u, fangs.top - 0.75 * fangs.m.u
    return [((x - w / 2) * wide, (x + w / 2) * wide, top - d / 106 * high * bite, fangs.top) for x, w, d in TEETH]


@pytest.mark.slow
def test_the_jaw_bites_nothing_red_and_no_ties(floor_of: Any) -> None:
    """F4: the lower teeth stand on the rail; the upper ones meet nothing that is as red as they are."""
    seen = 0
    for name in (
        n for n in _scenes() if n.startswith(("wagon-last", "cerbere-hunt", "cerbere-captured", "cerbere-board"))
    ):
        root = floor_of(name)
        jaws = [w for w in visible(root) if isinstance(w, Fangs)]
        for fangs in jaws:
            seen += 1
            rails = [w for w in visible(root) if isinstance(w, Rail)]
            if fangs.lower and rails:
                assert min(abs(fangs.y - rail.top) for rail in rails) <= 1, name
            tips = _tips(fangs, 1.0 if fangs.lower else BITE)
            for widget in visible(root):
                box = ink(widget) or Ink(widget, "", widget.x, widget.y, widget.right, widget.top)
                if _red(widget) and not isinstance(widget, Touchable):
                    for left, right, low, _high in tips:
                        assert not (left < box.right and box.x < right and low < box.top), f"{name}: {widget}"
        root.parent.remove_widget(root)
    assert seen >= 8


LOUD = ("paused", "history", "settings", "exploits", "box-wagon", "box-wagon-rail", "box-wagon-check", "box-cerbere",
        "box-hellrail-effect", "hellrail-capture-card", "cerbere-setup", "hellrail-setup", "wagon-calm", "cerbere-hand",
        "lost-time", "hellrail-placing", "doctor-found-sound")  # fmt: skip


def test_a_notice_covers_no_title_and_no_figure(floor_of: Any) -> None:
    """F3: what is wrong (no reader) is told above whatever the page is about."""
    for name in LOUD:
        root = floor_of(name)
        root.context.notices["no_reader"] = Notice("no_reader", {})
        root._show_strip(fresh=True)
        place(root)
        strip = root.strip
        assert strip.visible and not strip.thin, name
        box = Ink(strip, "", strip.x, strip.y, strip.right, strip.top)
        for widget in visible(root):
            found = ink(widget) if isinstance(widget, Figures | Text) and widget is not strip else None
            if found is not None and not found.words.startswith("jeu d"):
                assert not box.meets(found), f"{name}: {found.words!r}"
        root._make_thin(0)
        root.parent.remove_widget(root)


def test_the_touch_test_has_no_key_on_its_fields(floor_of: Any) -> None:
    """F6: and a touch on the keys counts for the fields above them."""
    page = floor_of("doctor-touch").screen
    keys = [w for w in visible(page) if isinstance(w, Key)]
    assert keys and all(key.top <= page.field.y for key in keys)
    page.field.touch(keys[0].center_x, keys[0].center_y)
    assert page.field.hit & {6, 7, 8}


def test_long_names_below_the_hands_are_whole(floor_of: Any) -> None:
    """F3: Maximilien is not cut."""
    root = floor_of("wagon-five")
    hands = root.screen.hands
    if root.m.wide:
        return
    hands.hands = tuple(replace(hand, name=name) for hand, name in zip(hands.hands, LONG, strict=True))
    assert hands.fits and hands._named()[2] > 0
    names = hands.names()
    assert [round(right - left) for left, right in names] == [width(n, "text", 30) for n in LONG]


LONG = ("Maximilien", "Éléonore", "Maximilienne", "Jean-Pierre", "Guillaume")


def test_the_order_of_pawns_is_told_in_their_shapes(monkeypatch: pytest.MonkeyPatch, floor_of: Any) -> None:
    """F6: crowded on a space, no mark lies over a letter, and no pawn over another."""
    root = floor_of("cerbere-board-order")
    pawns = [w for w in visible(root) if isinstance(w, Pawn) and w.ringed]
    assert len(pawns) > 2 and any(pawn.number for pawn in pawns)
    for a in pawns:
        for b in pawns:
            assert a is b or abs(a.center_x - b.center_x) >= a.width - 1 or abs(a.center_y - b.center_y) >= a.width - 1
    shown: list[str] = []
    monkeypatch.setattr(pawn_file, "put_seat", lambda x, y, size, seat, letter: shown.append(letter))
    for pawn in pawns:
        with pawn.canvas:
            pawn.draw()
    assert sorted(letter for letter in shown if letter.isdigit()) == ["1"]


def test_serial_numbers_are_readable(window: Any, pump: Any) -> None:
    """F6: measured on the picture: the light of the figures against what is behind them."""
    shown = window(None, (800, 480))
    for name in ("box-hellrail-effect", "box-wagon-rail", "box-wagon-record", "cerbere-correct"):
        look._observers = Observers()  # the screens of earlier scenes are garbage
        root = stand(_scenes()[name])
        shown.add_widget(root)
        pump(3)
        wide, high, data = pixels(root)
        m = root.m
        for niche in (w for w in visible(root) if isinstance(w, Niche) and w.line):
            rows = range(round(high - niche.y - 3.6 * m.u), round(high - niche.y - 1.9 * m.u))
            columns = range(round(niche.center_x - 7 * m.u), round(niche.center_x + 7 * m.u))
            light = sorted(
                luminance(Colour(*(data[4 * (y * wide + x) + k] / 255 for k in range(3))))
                for y in rows
                for x in columns
            )
            ground, figures = light[len(light) // 3], light[-len(light) // 40]
            assert (figures + 0.05) / (ground + 0.05) >= 4.5, name
        shown.remove_widget(root)


@pytest.mark.parametrize(
    ("draw", "turn"),
    [
        ("hellrail-turn-draw", "hellrail-turn-rail"),
        ("hellrail-turn-tender", "hellrail-turn"),
        ("hellrail-map-draw", "hellrail-map"),
    ],
)
def test_no_key_that_draws_stands_where_the_turn_ends(draw: str, turn: str, floor_of: Any) -> None:
    root = floor_of(turn)
    (end,) = (w for w in visible(root) if isinstance(w, Key) and w.label == "Fin")
    root.parent.remove_widget(root)
    root = floor_of(draw)
    drawing = [w for w in visible(root) if isinstance(w, Key) and w.label.startswith("Piocher")]
    assert drawing and not any(key.collide_widget(end) for key in drawing)
