"""What has just appeared is deaf for a moment: the second half of a double touch never does what it did not aim at."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from companion.engine.prompt import MAIN, Option, Prompt
from companion.engine.text import Text
from kiosk.display.theme import MOTION
from kiosk.screens.prompt_sheet import PromptSheet
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key, Touchable
from tests.kiosk.eyes import eyes
from tests.kiosk.screens.cerbere_positions import Cerbere

MOMENT = MOTION.deaf + 0.01


class Row(Container):
    """Keys in a row; `swap` puts others in their places."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        self.keys: list[Key] = []

    def swap(self, *labels: str, left: float = 10) -> None:
        for key in self.keys:
            self.remove_widget(key)
        self.keys = [Key(label, action=partial(self.done.append, label)) for label in labels]
        for i, key in enumerate(self.keys):
            self.put(key, left=left + 25 * i, width=20, top=10, height=8.2)


@pytest.fixture
def row(window: Any, pump: Any) -> Row:
    made = Row()
    window(made)
    made.swap("End of turn")
    pump(3)
    return made


def twice(touch: Any, pump: Any, place: tuple[float, float], after: float = 0.2) -> None:
    """A double touch: the second finger comes `after` s, where the first one was."""
    touch(*place).lift()
    pump(3)
    eyes.look_on(after)
    touch(*place, again=True).lift()
    pump(2)


def test_another_key_under_the_finger_is_deaf(row: Row, touch: Any, pump: Any) -> None:
    key = row.keys[0]

    def end() -> None:
        row.done.append("end")
        row.swap("Play again")

    key.action = end
    twice(touch, pump, key.center)
    assert row.done == ["end"]
    eyes.look_on(MOMENT)
    touch(*row.keys[0].center, again=True).lift()
    assert row.done == ["end", "Play again"], "after the moment it hears"


def test_a_finger_that_comes_too_soon_is_noticed(row: Row, touch: Any, pump: Any) -> None:
    """A dim ring answers it: no press."""
    row.swap("Play again")
    pump(3)
    eyes.look_on(MOTION.deaf - 0.01)
    touch(*row.keys[0].center, again=True).lift()
    assert row.keys[0].noticed and not row.keys[0].pressed and row.done == []


def test_the_moment_begins_with_the_frame_that_shows_it(row: Row, touch: Any, pump: Any) -> None:
    """A slow frame takes nothing from it: touches that waited for it were made before it."""
    row.swap("Play again")
    eyes.look_on(5)
    touch(*row.keys[0].center, again=True)
    assert not row.keys[0].pressed
    pump(2)
    eyes.look_on(MOMENT)
    touch(*row.keys[0].center, again=True).lift()
    assert row.done == ["Play again"]


def test_a_key_that_stays_hears_every_touch(row: Row, touch: Any, pump: Any) -> None:
    twice(touch, pump, row.keys[0].center)
    assert row.done == ["End of turn"] * 2


def test_a_key_made_anew_in_its_place_hears_every_touch(row: Row, touch: Any, pump: Any) -> None:
    """Rows are built anew with each update: whoever presses plus five times means it."""
    pressed: list[int] = []

    def again() -> None:
        pressed.append(1)
        row.swap("plus")
        row.keys[0].action = again

    again()
    pump(3)
    eyes.look_on()
    for _i in range(4):
        twice(touch, pump, row.keys[0].center, after=0.1)
        eyes.look_on(0.1)
    assert len(pressed) == 9


def test_another_word_on_the_same_key_is_another_key(row: Row, touch: Any, pump: Any) -> None:
    key = row.keys[0]

    def other() -> None:
        row.done.append(key.label)
        key.show(label="Start again")

    key.action = other
    twice(touch, pump, key.center)
    assert row.done == ["End of turn"]


def test_what_changes_under_a_held_finger_does_nothing(row: Row, touch: Any, pump: Any) -> None:
    finger = touch(*row.keys[0].center)
    row.keys[0].show(label="Start again")
    finger.lift()
    assert row.done == []
    pump(3)
    finger = touch(*row.keys[0].center)
    row.swap("Play again")
    finger.lift()
    assert row.done == [], "the key that was touched is gone"


def test_a_page_shown_again_is_deaf(row: Row, touch: Any, pump: Any) -> None:
    """Also where its keys are the same objects as before."""
    pump(3)
    row.visible = False
    pump(3)
    row.visible = True
    pump(3)
    eyes.look_on(0.2)
    touch(*row.keys[0].center, again=True).lift()
    assert row.done == []


# ------------------------------------------------------------ in the kiosk


@pytest.mark.parametrize("key", ["bo", MAIN])
def test_the_same_words_of_another_question_are_another_key(
    key: str, play: Any, window: Any, touch: Any, pump: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a held finger nor the second of a double touch answers what was not asked when it set out."""
    chosen: list[str] = []
    monkeypatch.setattr(play.kiosk.context.ask, "choose", chosen.append)
    options = Option("bo", Text("Bo"), move=1), Option(MAIN, Text("Go on"), badge=MAIN, move=2)
    sheet = PromptSheet(play.kiosk.context, undo=False)
    sheet.show(None, Prompt("one", Text("Who gives?"), options), ())
    window(sheet)
    place = (sheet.main if key == MAIN else sheet.tiles[0]).center
    finger = touch(*place)
    sheet.show(None, Prompt("one", Text("Who gives?"), options, text=Text("A card.")), ())
    finger.touch_up()
    assert chosen == [key], "the same question, though told anew"
    finger = touch(*place)
    sheet.show(None, Prompt("other", Text("Who takes?"), options), ())
    finger.touch_up()
    pump(3)
    eyes.look_on(0.2)
    touch(*place, again=True).lift()
    assert chosen == [key]
    eyes.look_on(MOMENT)
    touch(*place, again=True).lift()
    assert chosen == [key, key], "after the moment it hears"


def test_every_key_of_every_page_on_the_way_is_deaf(play: Any, touch: Any, pump: Any) -> None:
    """From home to the first card: after each step all keys of what has come are touched at once; nothing happens."""
    steps = [lambda: play.tap(play.screen.gates[0]), lambda: play.tap(play.screen.ready)]
    steps += [lambda: play.press("Hold"), lambda: play.press("Leave"), lambda: play.tap(play.screen.gear)]
    for step in steps:
        before = faces(play)
        step()
        play.sync()
        all_deaf(play, touch, before)


def faces(play: Any) -> set[Any]:
    """What can be touched now, and where."""
    return {(w.face(), *w.pos, w.right, w.top) for w in play.root.walk() if isinstance(w, Touchable) and w.stands()}


def stood(key: Any, before: set[Any]) -> bool:
    """Whether it stood `before` where its middle is now."""
    x, y = key.center
    face = key.face()
    return any(known == face and left <= x <= right and low <= y <= top for known, left, low, right, top in before)


def all_deaf(play: Any, touch: Any, before: set[Any]) -> None:
    """Touch every key that was not there `before`, in their first moment: nothing happens."""
    name, view = play.root.name, play.view
    fresh = [w for w in play.root.walk() if isinstance(w, Touchable) and w.stands() and w.enabled]
    for key in fresh:
        if not stood(key, before):
            touch(*key.center, again=True).lift()
            play.sync()
            assert (play.root.name, play.view) == (name, view), f"{key.face()} was not deaf on {name}"


def test_a_turn_that_ends_by_itself_gives_the_next_one_nothing(play: Any, touch: Any) -> None:
    """Cerbère: the same card lies open for the next player where it was played a moment ago."""
    table, half = next_turn(play)
    place = half.center
    play.tap(half)
    assert table.view.turn.player == "Bo"
    again = next(key for key in table.screen.sheet.halves.keys if key.hit(*place))
    assert again.name == half.name
    eyes.look_on(0.2)
    touch(*place, again=True).lift()
    play.sync()
    assert table.view.turn.player == "Bo" and not table.view.turn.action_done
    eyes.look_on(MOMENT)
    touch(*place, again=True).lift()
    play.sync()
    assert table.view.turn.player == "Cy", "after the moment it hears"


def test_a_finger_on_its_way_to_the_end_of_a_turn_meets_no_card_of_the_next(play: Any, touch: Any) -> None:
    """The turn ended by itself; Bo has not played, so that another key stands where its end would be."""
    table, half = next_turn(play, survival=1)
    play.tap(half)
    assert table.view.turn.player == "Bo"
    cards = table.screen.sheet.turn_keys.by_option["card"]
    eyes.look_on(MOTION.deaf - 0.01)
    touch(*cards.center, again=True).lift()
    play.sync()
    assert play.kiosk.context.table.update.path == () and table.screen.sheet.open
    touch(*table.screen.sheet.undo.center, again=True).lift()
    play.sync()
    assert table.view.turn.player == "Ana", "what was done a moment ago can be taken back at once"


def next_turn(play: Any, survival: int = 0) -> tuple[Cerbere, Any]:
    """Ana has a card to play and nothing after it; Bo is next with `survival` cards. The half that ends her turn."""
    table = Cerbere(play)
    names = ("Ana", "Bo", "Cy", "Dan")
    players = [{"seat": name, "survival": survival if name == "Bo" else 0} for name in names]
    table.open(4, level="board", pos=dict.fromkeys(names, 3), die=3, players=players, turn={"active": "Ana"})
    play.pump(2)
    return table, play.key("Run A")
