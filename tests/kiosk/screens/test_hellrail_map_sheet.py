"""The map on the playing screen: what a finger chooses there is what the real table takes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.engine.requests import Choose
from companion.engine.update import Update
from companion.figures.hellrail.rails import Hop, picture_of
from companion.games.hellrail.board.segments import DRAWINGS, canonical
from companion.games.hellrail.data.deck_file import DEMO, load_deck
from companion.games.hellrail.events import FuelSpent
from companion.games.hellrail.prompts.map import as_it_lies as lying
from companion.presentation import i18n
from companion.presentation.i18n import spoken
from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.map import MapView
from kiosk.screens.hellrail.map_picture import hops_of
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.tools.gallery.played_hellrail import move
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_hellrail_map import CARD, TRAINS, mapped
from tests.tools.gallery.scenes_hellrail_map import lying as grid_lying

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def begin(table: HellRailTable, *keys: str, trains: dict[str, Any] | None = None, **more: Any) -> None:
    """Cy's turn on the map of the gallery; then these keys are chosen."""
    usual = {"turn": {"n": 7, "drawn": True}, "grid": grid_lying(), "markers": ["2,3:NE.1"], "cerberus": "C9"}
    table.open(4, seats={**TRAINS, **(trains or {})}, level="map", **{**usual, **more})
    choose(table, *keys)


def choose(table: HellRailTable, *keys: str) -> None:
    for key in keys:
        table.play.kiosk.context.ask.choose(key)
        table.play.sync()


def touch(table: HellRailTable, *names: str) -> None:
    """Fingers on the map."""
    for name in names:
        table.sheet._touched(name)
        table.play.sync()


def done(table: HellRailTable) -> None:
    """The lit key."""
    table.play.pump(2)
    table.tap(table.sheet.done)


def sheet(window: Any, make: Any, size: tuple[int, int] = (800, 480)) -> MapView:
    """The map of a scene's last update."""
    updates: tuple[Update, ...] = make()
    context = context_for(Scene("map", lambda: updates), [])
    context.table.update = updates[-1]
    made = MapView(context, lambda _place: None, lambda _title, _hint: None, lambda: None)
    made.size = size
    window(made, size)
    view: Any = updates[-1].view
    made.news(updates[-1])
    made.update(view, updates[-1].prompt)
    return made


DRIVE = ("move", "b5", "c9")


def test_no_layout_asks_the_journal(table: HellRailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is a thread, and waits for the engine."""
    begin(table)
    asked: list[str] = []
    memories = table.play.kiosk.context.table.memories
    monkeypatch.setattr(memories, "_read", lambda request: asked.append(type(request).__name__))
    choose(table, "lay")
    table.sheet.rearrange()
    table.play.pump(2)
    assert table.kind == routing.MAP and asked == []


def test_touching_the_end_finds_the_way(table: HellRailTable) -> None:
    begin(table, *DRIVE)
    touch(table, "C5")
    assert table.sheet.figure.text == "4"
    assert table.sheet.task.route == ("3,2:W", "3,2:EW.2", "3,2:EW.1", "3,2:E", "C5")
    assert table.sheet.done.label == "Circle 5"
    done(table)
    assert table.seat("Cy").node == "C5" and table.seat("Cy").hand == 4


def test_tie_after_tie_and_back(table: HellRailTable) -> None:
    begin(table, *DRIVE)
    touch(table, "3,2:W", "3,2:EW.2")
    assert table.sheet.figure.text == "7"
    touch(table, "3,2:EW.2")
    assert table.sheet.task.route == ("3,2:W",) and table.sheet.done.label == "Move"
    touch(table, "3,2:W")
    assert not table.sheet.task.route and not table.sheet.done.enabled
    touch(table, "C7")
    assert table.sheet.task.route[-1] == "C7"
    touch(table, "2,1:S")
    assert table.sheet.task.route == ("2,1:S",), "another way begins at the engine"


def test_only_what_the_card_reaches_is_offered(table: HellRailTable) -> None:
    begin(table, "move", "b5", "c2")
    assert "C5" not in table.sheet.task.ask.nodes and "3,2:EW.2" in table.sheet.task.ask.nodes
    touch(table, "C5")
    assert not table.sheet.task.route


def test_nobody_derails_by_a_slip(table: HellRailTable) -> None:
    begin(table, *DRIVE, trains={"Cy": {"hand": 5, "at": "C6", "train": []}})
    assert "off" not in table.sheet.task.ask.nodes
    touch(table, "0,3:W")
    assert "off" in table.sheet.task.ask.nodes and table.sheet.task.ask.off == "0,3:W"
    touch(table, "off")
    assert table.sheet.done.label == "Off the rail" and "lost" in table.sheet.task.hint
    touch(table, "off")
    assert table.sheet.task.route[-1] == "0,3:W", "touched again it is taken back"
    touch(table, "off")
    done(table)
    assert table.screen.context.table.prompt.id == "dump", "the hand goes"


def test_a_card_is_laid_and_turned(table: HellRailTable) -> None:
    begin(table, "lay", "tag:R04")
    assert not table.sheet.done.enabled and not table.sheet.turn_it.enabled
    touch(table, "2,5", "2,5")
    assert table.sheet.task.ask.ghost == ("2,5", lying(("NS", "EW", "NE"), 1))
    table.tap(table.sheet.turn_it)
    done(table)
    laid = next(rail for rail in table.view.map if rail.cell == "2,5")
    assert laid.rails == lying(("NS", "EW", "NE"), 2)


def test_a_card_in_hand_goes_to_another_place_as_it_is_turned(table: HellRailTable) -> None:
    begin(table, "lay", "tag:R04")
    other = sorted(table.sheet.task.ask.cells - {"2,5"})[0]
    touch(table, "2,5", "2,5", other)
    assert table.sheet.task.ask.ghost == (other, lying(("NS", "EW", "NE"), 1))
    done(table)
    assert next(rail for rail in table.view.map if rail.cell == other).rails == lying(("NS", "EW", "NE"), 1)


def test_an_upgrade_offers_what_fits(table: HellRailTable) -> None:
    begin(table, "upgrade", "tag:R31")
    assert not {"1,2", "3,2", "2,3"} & set(table.sheet.task.places)
    touch(table, "1,2")
    assert not table.sheet.done.enabled
    touch(table, "0,3")
    done(table)
    assert next(rail for rail in table.view.map if rail.cell == "0,3").card == "R31"


def _effects(first: str) -> dict[str, str]:
    rest = [e for e in ("lust", "thievery", "geryon", "abyss", "false_path", "shift_change", "gluttony", "heresy",
                        "delinquency") if e != first]  # fmt: skip
    return {"C4": first, **dict(zip([f"C{i}" for i in range(1, 10) if i != 4], rest, strict=False))}


def enter(table: HellRailTable, effect: str) -> None:
    """Cy comes to a circle with this effect."""
    begin(table, trains={"Cy": {"hand": 5, "at": "C1", "train": []}}, effects=_effects(effect))
    table.move("move", card=CARD, path=["2,1:W", "2,1:SW.1", "2,1:S", "C4"])
    table.play.wait(lambda: table.kind == routing.ASK)


def test_the_likeliest_drawings_come_first() -> None:
    """Those that continue the track beside the place, before it those that the deck has most often."""
    prompt = mapped(Choose("lay"), Choose("-1,3"))()[-1].prompt
    assert prompt is not None and prompt.id == "tracks" and len(prompt.options) == len(DRAWINGS)
    continues = [any("E" in segment for segment in option.drawing) for option in prompt.options]
    known = sum(continues)
    assert 0 < known < len(continues) and all(continues[:known]) and not any(continues[known:])
    cards = load_deck(DEMO, None).cards.values()
    printed = Counter(DRAWINGS[canonical(card.rails)][0] for card in cards)
    often = [printed[DRAWINGS[option.drawing][0]] for option in prompt.options[:known]]
    assert often[0] > 0 and often == sorted(often, reverse=True)


def test_delinquency_takes_a_tie(table: HellRailTable) -> None:
    enter(table, "delinquency")
    table.press("Use it")
    assert table.kind == routing.MAP
    marked = table.view.markers.count("2,3:NE.1")
    touch(table, "2,3:NE.1")
    assert marked and table.sheet.done.enabled, "a marker does not occupy its tie"
    touch(table, "3,2:EW.1")
    done(table)
    assert "3,2:EW.1" in table.view.markers


def test_a_refusal_keeps_the_route_and_news_end_it(table: HellRailTable) -> None:
    begin(table, *DRIVE, "C5")
    table.move("draw", seat="Ana")
    assert table.screen.band.visible and table.sheet.asking and table.sheet.task.route
    table.move("end_turn")
    assert not table.sheet.asking


def test_a_circle_tells_what_it_does(window: Any) -> None:
    made = sheet(window, mapped())
    made._touched("C5")
    assert made.text.text.startswith("Circle 5 · Guard Duty")
    secret = sheet(window, mapped(variants=["secret_effects"]))
    secret._touched("C5")
    assert "Guard" not in secret.text.text and "Face down" in secret.text.text


def test_face_down_tokens_look_all_the_same(window: Any) -> None:
    one = mapped(variants=["secret_effects"])()[-1]
    other = mapped(variants=["secret_effects"], effects=_effects("gluttony"))()[-1]
    assert picture_of(one.view) == picture_of(other.view)


def test_hops_follow_the_events() -> None:
    *_before, last = mapped(move("move", card=CARD, path=["3,2:W", "3,2:EW.2"]))()
    assert hops_of(last.events) == (Hop("Cy", "3,2:W", "in"), Hop("Cy", "3,2:EW.2", "E"))


def test_how_far_a_card_goes_is_read_beside_undo_and_menu(table: HellRailTable) -> None:
    """In French, where the line is narrowest: so many keys that the menu has gone down to it."""
    i18n.set_language("fr")
    begin(table)
    table.play.pump(2)
    sheet = table.sheet
    assert sheet.menu_aside(sheet.m)
    told = FuelSpent("Thérèse", "R01", 10).line(None)
    sheet.line.say(spoken(told.text), told.icon)
    assert sheet.line.fit().fits
