"""A turn of HellRail by touch, what it asks, and its values put right."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.requests import Open, Undo
from companion.engine.update import Notice
from companion.games.hellrail.prompts import tree
from companion.games.hellrail.prompts.cards import BOAT, UPGRADE
from companion.presentation import i18n
from companion.presentation.colours import C, Colour
from kiosk.screens.correction_lines import StepView
from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.game import HellRailScreen
from kiosk.screens.sheet import SheetKey
from kiosk.widgets.frame import frame
from kiosk.widgets.label import Text
from kiosk.window.root_widget import lay_out_now
from tests.games.hellrail.place import place as laid_out
from tests.kiosk.screens.fitting import icons_of, visible
from tests.kiosk.screens.hellrail_table import HellRailTable
from tests.patience import PATIENCE_S
from tests.tools.gallery.played_hellrail import EFFECTS
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes


@pytest.fixture
def table(play: Any) -> HellRailTable:
    return HellRailTable(play)


def cars(table: HellRailTable) -> list[Colour]:
    """The tones of the active player's cars, from the engine back."""
    return [icon.tone for icon in icons_of(table.sheet.train) if icon.name == "car"]


def test_the_page_of_a_turn_is_made_while_a_question_shows(
    table: HellRailTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is opened into a question does not make it when it is answered."""
    table.open()
    table.press("Pick-up")
    screen: Any = HellRailScreen(table.screen.context, size=(800, 480))
    screen.on_update(screen.context.table.update)
    made: list[str] = []
    make = screen.make

    def making(place: SheetKey) -> Any:
        made.append(place.kind)
        return make(place)

    monkeypatch.setattr(screen, "make", making)
    for job in screen.ahead():
        job()
    frame.lay_out()
    assert screen.place.kind == routing.CARD and made == [routing.TABLE]
    page = screen.sheet_for(SheetKey(routing.TABLE))
    assert page.parent is None and page.figure.text == "3" and page.figure.width > 0
    for job in screen.ahead():
        job()
    table.press("Back")
    screen.on_update(screen.context.table.update)
    assert screen.sheet is page and made == [routing.TABLE]


def test_what_can_be_done_is_lit(table: HellRailTable) -> None:
    table.open(phase="start")
    menu, draw, end = table.sheet.keys
    assert (menu.label, draw.label, end.label) == ("Menu", "Draw 1 card", "End")
    assert draw.kind == "prime" and not end.enabled
    assert table.sheet.figure.text == "1" and C.ok not in cars(table)
    table.press("Draw 1 card")
    keys = {key.label: key for key in table.sheet.keys}
    assert list(keys) == ["Menu", "Lay", "Pick-up", "Set-out", "Move", "Fan", "End"]
    assert all(key.enabled for key in keys.values()) and keys["Set-out"].kind == "ok"
    assert table.sheet.figure.text == "3" and [tone == C.ok for tone in cars(table)] == [False, True, False]
    table.move("correct", patch={"seats": {"Cy": {"at": "rail"}}})
    assert not keys["Pick-up"].enabled and not keys["Set-out"].enabled and keys["Move"].enabled
    assert table.sheet.where.text == "on the rail" and not table.sheet.chip.visible


def test_a_value_is_entered_again(table: HellRailTable) -> None:
    table.open()
    table.press("Pick-up", "8", "2")
    table.tap(table.sheet.boxes["s"])
    assert table.sheet.boxes["s"].chosen and table.screen.context.table.update.path == ("pickup",)
    table.tap(table.sheet.tiles[0])
    assert table.sheet.boxes["s"].icon == "gates" and table.sheet.boxes["b"].chosen
    table.press("Back", "Back")
    assert table.kind == routing.TABLE and len(table.seat("Cy").train) == 3


def test_too_little_brimstone_is_said(table: HellRailTable) -> None:
    table.open()
    table.press("Move", "1")
    assert table.screen.band.visible and table.screen.band._what == "Too little brimstone: 1"
    assert table.kind == routing.CARD and table.screen.context.table.update.path == ("move",)


def test_cerberus_is_paid_first(table: HellRailTable) -> None:
    table.open(cerberus="C6")
    assert table.sheet.line.text == "Toll: cards worth more than 6"
    table.press("Move")
    assert table.kind == routing.TOLL and table.sheet.title.text == "More than 6"
    table.press("4")
    assert not table.key("Pay").enabled
    table.press("3")
    assert table.sheet.sum.text == "7" and table.sheet.parts.text == "2 cards: 3 + 4"
    table.press("One less", "3", "Pay", "4", "6")
    assert table.view.discard == 3 and table.sheet.title.text == "Where does the engine stop?"


def test_the_demo_deck_is_marked(table: HellRailTable) -> None:
    table.open()
    assert table.sheet.note.visible and table.sheet.note.text == "demo deck"


def test_undo_says_what_and_takes_back(table: HellRailTable) -> None:
    table.open()
    table.press("Set-out")
    assert "Cy" in table.screen.context.table.update.undo.facts.values()
    table.play.kiosk.context.ask.send(Undo())
    table.play.sync()
    assert table.seat("Cy").delivered == 0 and table.sheet.line.text == "Taken back"
    assert cars(table)[1] == C.rim, "what was delivered once shows nothing any more"


def test_another_language_keeps_the_question(table: HellRailTable) -> None:
    table.open()
    table.press("Move", "4", "6")
    table.play.kiosk.context.owner.set(language="fr")
    table.play.pump(2)
    assert table.kind == routing.ASK and table.sheet.title.text == "Où s’arrête la locomotive\u00a0?"
    table.play.kiosk.context.owner.set(language="en")


def test_a_dim_act_says_why(table: HellRailTable) -> None:
    """E6: touched while it cannot be used, a key tells the reason and does nothing else."""
    table.open()
    table.move("correct", patch={"seats": {"Cy": {"at": "rail"}}})
    keys = {key.label: key for key in table.sheet.keys}
    before = table.play.view
    for label, title in (("Pick-up", "Not in a circle"), ("Set-out", "Not in a circle")):
        assert not keys[label].enabled
        table.tap(keys[label])
        assert table.screen.band.visible and table.screen.band._what == title
        assert table.play.view == before


# ---------------------------------------------------------------- questions


DEAL = ("abyss", "thievery", "lust", "geryon", "guard_duty", "shift_change", "brimstone_tenders", "gluttony", "heresy")


OTHERS = (
    "boatmen", "chaos_reigns", "delinquency", "false_path", "infernal_power", "soul_catcher", "abyss", "lust", "geryon",
)  # fmt: skip


USUAL: dict[str, Any] = {
    "Ana": {"train": ["R02"], "hand": 3, "at": "C2"},
    "Bo": {"hand": 5, "at": "rail"},
    "Cy": {"train": ["R01", "R05"], "hand": 4, "at": "C6"},
}


def arrive(table: HellRailTable, effect: str, /, seats: dict[str, Any] | None = None, n: int = 3, **more: Any) -> None:
    """Cy comes to the circle that bears this effect."""
    order = DEAL if effect in DEAL else OTHERS
    effects = {f"C{i}": name for i, name in enumerate(order, 1)}
    table.open(n, seats={**USUAL, **(seats or {})}, effects=effects, **more)
    table.move("move", card={"car": 6, "brimstone": 5}, to=f"C{order.index(effect) + 1}")
    assert table.kind == routing.ASK


def test_tokens_are_taken(table: HellRailTable) -> None:
    arrive(table, "brimstone_tenders")
    table.press("Take it")
    assert table.seat("Cy").tender and table.sheet.figure.text == "3"
    assert "tender" in [icon.name for icon in icons_of(table.sheet.train)]
    assert table.sheet.line.text == "Cy takes: Tender"


def test_thievery_of_a_car(table: HellRailTable) -> None:
    arrive(table, "thievery")
    table.press("Use it")
    (tile,) = table.sheet.tiles
    assert tile.owner == ("red", "A")
    table.tap(tile)
    brimstone = table.seat("Ana").train[0].brimstone
    table.press(str(brimstone))
    assert table.sheet.title.text == "Take the car of Ana?"
    table.press("Yes")
    assert len(table.seat("Cy").train) == 3 and table.seat("Ana").train == ()


def test_an_effect_that_cannot_be_used_is_dim_and_says_why(table: HellRailTable) -> None:
    """HR-Q33: Geryon wants a loaded car; without one there is nothing but to leave it."""
    arrive(table, "geryon", seats={"Cy": {"hand": 4, "at": "rail"}})
    tile = table.key("Use it")
    assert not tile.enabled and tile.second
    table.press("Leave it")
    assert table.kind == routing.TABLE


def test_answers_bear_the_marks_of_the_panel_keys(table: HellRailTable) -> None:
    arrive(table, "abyss")
    marks = {tile.label: tile.badge for tile in table.sheet.tiles}
    assert marks == {"Use it": "disc", "Leave it": "square"}


def test_a_circle_has_its_place_on_every_page(table: HellRailTable) -> None:
    """Five a row, the Gates first, as on the board."""
    signs = ["G", *map(str, range(1, 10))]
    arrive(table, "guard_duty")
    table.press("Use it")
    assert [tile.figure for tile in table.sheet.tiles] == signs
    columns = {round(tile.x) for tile in table.sheet.tiles}
    assert len(columns) == 5
    light = [{"seat": name, "colour": colour} for name, colour in (("Ana", "red"), ("Bo", "blue"), ("Cy", "yellow"))]
    position = laid_out(light, "Cy", level="light", effects=EFFECTS)
    table.play.kiosk.runtime.table.ask(Open("hellrail", position=position, seed=1), PATIENCE_S)
    table.play.sync()
    assert [key.circle.removeprefix("C") for key in table.sheet.circles] == signs
    assert len({round(key.x) for key in table.sheet.circles}) == 5


ASKING = ("hellrail-derailed", "hellrail-pick", "hellrail-turn-rail-card", "hellrail-drop", "hellrail-toll",
          "hellrail-covered", "hellrail-card-move", "hellrail-card-throw")  # fmt: skip


@pytest.fixture
def floor_of(window: Any) -> Any:
    shown = window(None, (800, 480))

    def made(name: str, *codes: str) -> Any:
        scene = next(scene for scene in scenes() if scene.name == name)
        root = stand(dataclasses.replace(scene, notices=tuple(Notice(code, {}) for code in codes)))
        shown.add_widget(root)
        for _pass in range(3):
            lay_out_now(root)
        return root

    return made


@pytest.mark.parametrize("name", ASKING)
def test_without_a_reader_nothing_speaks_of_one(floor_of: Any, name: str) -> None:
    screen = floor_of(name, "no_reader").screen
    said = [widget.text for widget in visible(screen) if isinstance(widget, Text)]
    assert said and not [text for text in said if "reader" in text], said


# ---------------------------------------------------------------- many keys


MORE = (BOAT, UPGRADE)


@pytest.fixture(params=[1, 2], ids=["seven", "eight"])
def prominent(request: pytest.FixtureRequest) -> Iterator[None]:
    """More options of a turn than today are to have a key."""
    with pytest.MonkeyPatch.context() as patch:
        for name in MORE[: request.param]:
            patch.setitem(tree.PLAYS, name, replace(tree.PLAYS[name], prominent=True))
            patch.setitem(tree.OF_A_TURN, name, tree.PLAYS[name])
        tree._refused.cache_clear()
        yield
    tree._refused.cache_clear()


@pytest.mark.parametrize("level", ["keeper", "map"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.usefixtures("prominent")
def test_every_option_has_a_key_that_fits_or_a_place_in_the_menu(
    play: Any, window: Any, level: str, size: tuple[int, int], language: i18n.Language
) -> None:
    table = HellRailTable(play)
    window(size=size)
    i18n.set_language(language)
    table.open(level=level)
    page = table.sheet
    keys = page.keys
    assert [key.label for key in keys if not key.fits] == []
    assert page.keys[-1] is page.turn_keys.by_option[tree.END.key] and len(keys) >= 6
    offered = {option.key for option in play.kiosk.context.table.prompt.options}
    table.tap(page.turn_keys.menu)
    tiles = table.sheet.prompt.options
    assert offered == {*page.turn_keys.by_option, *(option.key for option in tiles)}
    assert {i18n.spoken(option.label) for option in tiles} <= {tile.label for tile in table.sheet.tiles}


def test_beside_many_keys_undo_keeps_its_own_word(play: Any, english: None) -> None:
    """In French it is the longest; what it takes back gives way."""
    i18n.set_language("fr")
    table = HellRailTable(play)
    table.open(2, "Bo", {"Bo": {"tender": True, "hand": 4}}, level="keeper", phase="start")
    table.play.pump(2)
    page = table.sheet
    assert len(page.keys) == 5
    for words in ("Ana : fin du tour", "la donne", "Ana : voiture décrochée"):
        page.say_undo(True, words)
        assert page.undo.label == "Annuler" and page.undo.fits


# ---------------------------------------------------------------- corrections


def test_a_player_is_put_right(table: HellRailTable) -> None:
    table.open()
    table.press("Menu", "Put right")
    table.tap(table.screen.tabs["Bo"])
    lines = {line.words.text: line for line in table.screen.lines if isinstance(line, StepView)}
    table.tap(lines["Hand, via the pile"].stepper.plus)
    table.tap(lines["Place"].stepper.plus)
    table.press("Boatman", "No Heresy", "Own token: none")
    table.tap(table.screen.lines[3].keys[1])
    seat = table.seat("Bo")
    assert (seat.hand, seat.node, seat.boatman, seat.heresy) == (5, "C1", True, "heresy_cancel")
    assert seat.held is not None and table.view.turn.player == "Bo"
