"""The map on the playing screen: what a finger chooses there is what the real table takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.requests import MakeMove
from companion.engine.update import Update
from companion.games.hellrail.game import HellRail
from kiosk import i18n
from kiosk.screens.hellrail.map import MapView
from kiosk.screens.hellrail.map_picture import hops_of, picture_of
from kiosk.screens.hellrail.map_tasks import BranchTask, CardTask, LayTask, MoveTask, lying
from kiosk.widgets.rail_picture import Hop
from tests.gallery.played_hellrail import move, played_hellrail
from tests.gallery.root import context_for, stand
from tests.gallery.scene import Scene
from tests.gallery.scenes_hellrail_map import CARD, PLACES, mapped


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Words are compared in English."""
    before = i18n.language()
    i18n.set_language("en")
    yield
    i18n.set_language(before)


def sheet(window: Any, make: Any, size: tuple[int, int] = (800, 480)) -> tuple[MapView, list[Any]]:
    """The map of a scene's last update, and what it sends."""
    sent: list[Any] = []
    updates: tuple[Update, ...] = make()
    context = context_for(Scene("map", lambda: updates), sent)
    context.update = updates[-1]
    made = MapView(context, lambda _place: None)
    made.size = size
    window(made, size)
    view: Any = updates[-1].view
    made.news(updates[-1])
    made.update(view, updates[-1].choice)
    return made, sent


def moves(sent: list[Any]) -> list[dict[str, Any]]:
    return [request.move for request in sent if isinstance(request, MakeMove)]


def taken(updates: Any, made: dict[str, Any], **how: Any) -> Update:
    """The move as the real table takes it."""
    *_before, last = updates(made, **how)()
    assert last.refusal is None, last.refusal
    return last


def test_touching_the_end_finds_the_way(window: Any) -> None:
    made, sent = sheet(window, mapped())
    made.begin("move", CARD, [])
    made._touched("node", "C5")
    task = made.task
    assert isinstance(task, MoveTask) and task.figure == "4"
    assert task.routing.path == ("3,2:W", "3,2:EW.2", "3,2:EW.1", "3,2:E", "C5")
    assert made.done.label == "Circle 5"
    made._done()
    wire = moves(sent)[-1]
    assert wire["path"][-1] == "C5" and wire["card"] == CARD
    last = taken(mapped, wire)
    assert next(seat for seat in last.view.seats if seat.name == "Cy").node == "C5"  # type: ignore[union-attr]


def test_tie_after_tie_and_back(window: Any) -> None:
    made, _sent = sheet(window, mapped())
    made.begin("move", CARD, [])
    for name in ("3,2:W", "3,2:EW.2"):
        made._touched("node", name)
    task = made.task
    assert isinstance(task, MoveTask) and task.figure == "7"
    made._touched("node", "3,2:EW.2")
    assert list(task.routing.path) == ["3,2:W"] and made.done.label == "Drive"
    made._touched("node", "3,2:W")
    assert not task.routing.path and not made.done.enabled
    made._touched("node", "C7")
    assert task.routing.path[-1] == "C7"
    made._touched("node", "2,1:S")
    assert list(task.routing.path) == ["2,1:S"], "another way begins at the engine"


def test_only_what_the_card_reaches_is_offered(window: Any) -> None:
    made, _sent = sheet(window, mapped())
    made.begin("move", {"car": 2, "brimstone": 5}, [])
    task = made.task
    assert isinstance(task, MoveTask)
    assert "C5" not in task.ask.nodes and "3,2:EW.2" in task.ask.nodes
    made._touched("node", "C5")
    assert not task.routing.path


def test_nobody_derails_by_a_slip(window: Any) -> None:
    west = {"Cy": {"hand": 5, "at": "C6", "loaded": []}}
    make = mapped(trains=west)
    made, sent = sheet(window, make)
    made.begin("move", CARD, [])
    task = made.task
    assert isinstance(task, MoveTask) and "off" not in task.ask.nodes
    made._touched("node", "0,3:W")
    assert "off" in task.ask.nodes and task.ask.off == "0,3:W"
    made._touched("node", "off")
    assert made.done.label == "Off the rail" and "lost" in task.hint
    made._done()
    assert moves(sent)[-1]["path"][-1] == "off"


def test_who_is_rammed_is_said_before(window: Any) -> None:
    ram = {"Bo": {"hand": 3, "at": "3,2:EW.2", "heading": "E", "loaded": ["R03"]}}
    made, _sent = sheet(window, mapped(trains=ram))
    made.begin("move", CARD, [])
    made._touched("node", "3,2:E")
    assert made.task is not None and made.task.hint == "Rams Bo"
    assert made.map.engines["Bo"].ringed


def test_a_card_is_laid_and_turned(window: Any) -> None:
    make = mapped()
    made, sent = sheet(window, make)
    made.begin("lay", "R04", [])
    task = made.task
    assert isinstance(task, LayTask) and not made.done.enabled
    made._touched("cell", "2,5")
    made._touched("cell", "2,5")
    assert task.ask.ghost == ("2,5", lying(("NS", "EW", "NE"), 1))
    made.turn_it.action()  # type: ignore[misc]
    made._done()
    wire = moves(sent)[-1]
    assert wire == {"type": "lay", "card": "R04", "cell": "2,5", "rotation": 2}
    last = taken(mapped, wire)
    laid = next(rail for rail in last.view.map if rail.cell == "2,5")  # type: ignore[union-attr]
    assert laid.rails == lying(("NS", "EW", "NE"), 2)


def test_a_straight_track_has_two_turns(window: Any) -> None:
    made, _sent = sheet(window, mapped())
    made.begin("lay", {"rails": ["NS"]}, [])
    task = made.task
    assert isinstance(task, LayTask)
    seen = []
    for _ in range(4):
        made._touched("cell", "2,5")
        seen.append(task.q)
    assert seen == [0, 1, 0, 1]


def test_an_upgrade_offers_what_fits(window: Any) -> None:
    made, sent = sheet(window, mapped())
    made.begin("upgrade", "R31", [])
    task = made.task
    assert isinstance(task, LayTask)
    assert "1,2" not in task.places and "3,2" not in task.places and "2,3" not in task.places
    made._touched("cell", "1,2")
    assert task.cell is None
    made._touched("cell", "0,3")
    made._done()
    taken(mapped, moves(sent)[-1])


def test_a_card_without_a_tag_shows_its_drawing_first(window: Any, pump: Any) -> None:
    made, sent = sheet(window, mapped())
    made.begin("lay", {"brimstone": 2}, [])
    assert made.busy and made.drawings.visible and not made.map.visible
    made.drawings.tiles[2].action()  # type: ignore[misc]
    assert made.map.visible and isinstance(made.task, LayTask)
    made._touched("cell", "2,5")
    made._done()
    wire = moves(sent)[-1]
    assert wire["card"] == {"brimstone": 2, "rails": ["NS", "EW"]}
    taken(mapped, wire)


def test_boatmen_land_where_the_card_pays(window: Any) -> None:
    people = {name: {"hand": 2, "at": "C1"} for name in ("Ana", "Bo", "Éléonore")}
    trains = {**people, "Cy": {"hand": 5, "at": "C7", "boatman": True, "loaded": []}}
    how: dict[str, Any] = {"trains": trains, "grid": {"circles": PLACES, "cards": []}, "markers": []}
    made, sent = sheet(window, mapped(**how))
    made.begin("boat", {"brimstone": 3}, [])
    made._touched("node", "C6")
    made._done()
    wire = moves(sent)[-1]
    assert wire["direction"] == "W"
    taken(mapped, wire, **how)


def test_branch_is_one_touch(window: Any) -> None:
    pushed = {"Bo": {"hand": 3, "at": "2,1:W", "heading": "in"}, "Cy": {"hand": 5, "at": "C1", "loaded": []}}
    how: dict[str, Any] = {"trains": pushed}
    first = move("move", card=CARD, path=["2,1:W"])
    made, sent = sheet(window, mapped(first, **how))
    assert isinstance(made.task, BranchTask) and made.busy
    assert made.column.title.text == "Which way is Bo pushed?"
    made._touched("node", "2,1:SW.1")
    *_before, last = mapped(first, moves(sent)[-1], **how)()
    assert next(seat for seat in last.view.seats if seat.name == "Bo").node == "2,1:SW.1"


def _effects(first: str) -> dict[str, str]:
    rest = [e for e in ("lust", "thievery", "geryon", "abyss", "false_path", "shift_change", "gluttony", "heresy",
                        "delinquency") if e != first]  # fmt: skip
    return {"C4": first, **dict(zip([f"C{i}" for i in range(1, 10) if i != 4], rest, strict=False))}


ENTER = move("move", card=CARD, path=["2,1:W", "2,1:SW.1", "2,1:S", "C4"])
SOUTH = {"Cy": {"hand": 5, "at": "C1", "loaded": []}}


@pytest.mark.parametrize(("effect", "name"), [("false_path", "turn_rail"), ("abyss", "pick")])
def test_a_card_is_turned_or_taken_away(effect: str, name: str, window: Any) -> None:
    how: dict[str, Any] = {"trains": SOUTH, "effects": _effects(effect)}
    before = (ENTER, move("use"), move("discard", cards=[{"brimstone": 2}]))
    made, sent = sheet(window, mapped(*before, **how))
    task = made.task
    assert isinstance(task, CardTask) and task.figure == "2"
    assert {rail.brimstone for rail in task.free.values()} == {2}
    made._touched("cell", "2,3")
    made._done()
    wire = moves(sent)[-1]
    assert wire["type"] == name and wire["card"] == "R13"
    *_before, last = mapped(*before, wire, **how)()
    assert last.refusal is None
    assert (name == "pick") is not any(rail.cell == "2,3" for rail in last.view.map)


def test_delinquency_takes_a_tie(window: Any) -> None:
    how: dict[str, Any] = {"trains": SOUTH, "effects": _effects("delinquency")}
    made, sent = sheet(window, mapped(ENTER, **how))
    assert not made.busy, "use or decline is asked on a sheet of its own"
    made.pick_tie("circle")
    made._touched("node", "2,3:NE.1")
    assert not made.done.enabled, "a marker lies there"
    made._touched("node", "3,2:EW.1")
    made._done()
    *_before, last = mapped(ENTER, moves(sent)[-1], **how)()
    assert "3,2:EW.1" in last.view.markers


def test_cancel_gives_the_card_back(window: Any) -> None:
    went: list[Any] = []
    made, sent = sheet(window, mapped())
    made.go = went.append
    made.begin("move", CARD, [])
    made.back.action()  # type: ignore[misc]
    assert went == [None] and not made.busy and not moves(sent)


def test_a_refusal_keeps_the_route_and_news_end_it(window: Any) -> None:
    *_before, refused = mapped(move("end_turn", seat="Ana"))()
    assert refused.refusal is not None
    made, _sent = sheet(window, mapped())
    made.begin("move", CARD, [])
    made.news(refused)
    assert made.busy
    *_before, done = mapped(move("end_turn"))()
    made.news(done)
    assert not made.busy


def test_a_circle_tells_what_it_does(window: Any) -> None:
    made, _sent = sheet(window, mapped())
    made._touched("circle", "C5")
    assert made.column.line.text.startswith("Circle 5 · Guard Duty")
    secret, _sent = sheet(window, mapped(variants=["secret_effects"]))
    secret._touched("circle", "C5")
    assert "Guard" not in secret.column.line.text and "Face down" in secret.column.line.text


def test_face_down_tokens_look_all_the_same(window: Any) -> None:
    one = mapped(variants=["secret_effects"])()[-1]
    other = mapped(variants=["secret_effects"], effects=_effects("gluttony"))()[-1]
    assert picture_of(one.view) == picture_of(other.view)


def test_hops_follow_the_events() -> None:
    *_before, last = mapped(move("move", card=CARD, path=["3,2:W", "3,2:EW.2"]))()
    assert hops_of(last.events) == (Hop("Cy", "3,2:W", "in"), Hop("Cy", "3,2:EW.2", "E"))


def test_the_whole_game_stays_on_the_map(window: Any, pump: Any) -> None:
    """Random moves of the real game: every view is drawn, every question of the map is answered there."""
    from random import Random

    from companion.engine.clock import ManualClock
    from companion.engine.engine import Engine
    from companion.engine.game import Player
    from companion.engine.journal import Journal
    from companion.engine.refused import Refused
    from companion.engine.requests import Legal, Open

    journal = Journal()
    desk = Engine({"hellrail": HellRail(None)}, journal, ManualClock(1000), lambda: "2026-11-20T22:14:00+01:00")
    heard: list[Update] = []
    desk.listen(heard.append)
    players = tuple(Player(n, c) for n, c in (("Ana", "red"), ("Bo", "blue"), ("Cy", "yellow")))
    desk.handle(Open("hellrail", players, {"level": "map", "deck": "demo"}, seed=3))
    made, _sent = sheet(window, lambda: (heard[-1],))
    rng = Random(5)
    for _ in range(160):
        legal = [m for m in desk.handle(Legal()).answer or () if type(m).__name__ not in ("Correct", "SetMode")]
        if not legal:
            break
        try:
            desk.handle(MakeMove(rng.choice(legal)))
        except Refused:
            continue
        update = heard[-1]
        view: Any = update.view
        if view is None or view.ended is not None:
            break
        made.news(update)
        made.update(view, update.choice)
        if made.answers(view, update.choice):
            assert made.task is not None
    pump(2)
    journal.close()
    placed = {seat.node for seat in heard[-1].view.seats}  # type: ignore[union-attr]
    assert placed and set(made.map.engines) >= {"Ana", "Bo", "Cy"}


def test_on_the_playing_screen(window: Any, pump: Any) -> None:
    scene = Scene("map", mapped())
    root: Any = stand(scene)
    window(root)
    assert type(root.screen.sheet).__name__ == "MapView"
    root.screen.submit("move", {"car": 9, "brimstone": 5})
    assert root.screen.sheet.busy
    pump(1)


def test_no_map_at_keeper_level() -> None:
    update = played_hellrail()[-1]
    assert not MapView.answers(update.view, update.choice)  # type: ignore[arg-type]
    assert picture_of(update.view).cards == ()  # type: ignore[arg-type]
