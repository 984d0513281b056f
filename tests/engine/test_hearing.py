"""What has changed its meaning does not hear for a moment: keys of the panel, tags that answer a question."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine.codec import private_json
from companion.engine.hearing import DEAF_MS
from companion.engine.prompt import BADGES, MAIN
from companion.engine.requests import Advance, Choose, Undo
from companion.engine.signals import Button
from companion.games.registry import GAMES
from tests.engine.driver import Driver
from tests.engine.subjects import Subject, names, subject
from tests.games.cerbere.place import place
from tests.games.scenario import TableDesk

NAMES = ("Ana", "Bo", "Cy", "Dan")


@pytest.fixture
def desk() -> TableDesk:
    return TableDesk({name: make(None) for name, make in GAMES.items()})


def cerbere(desk: TableDesk) -> None:
    """Everybody holds a Survival card; it is Ana's turn."""
    seats = zip(NAMES, ("red", "pink", "green", "blue"), strict=True)
    players = [{"seat": name, "colour": colour, "survival": 1} for name, colour in seats]
    position = place(players, box="demo", turn={"active": "Ana"})
    answer = desk.ask({"open": {"game": "cerbere", "seats": list(NAMES), "position": position}})
    assert answer["ok"], answer


def sacrifice(desk: TableDesk) -> Any:
    """Ana plays a card that asks for somebody."""
    for key in ("card", "sur_sacrifice"):
        desk.ask({"choose": {"key": key}})
    return desk.ask({"choose": {"key": "a"}})


def press(desk: TableDesk, name: str, **more: Any) -> Any:
    return desk.ask({"signal": {"type": "button", "name": name, "pressed": True, **more}})


def code(answer: Any) -> str:
    return "" if answer["ok"] else str(answer["error"]["code"])


def wait(desk: TableDesk, ms: int) -> None:
    desk.ask({"clock": {"advance": ms / 1000}})


def test_a_double_press_of_the_panel_ends_no_turn(desk: TableDesk) -> None:
    """Ana holds a Survival card: after her card the turn is hers until she ends it."""
    cerbere(desk)
    desk.ask({"signal": {"type": "tag", "reader": "table", "uid": "CB5C8DD803"}})  # her second card: which half?
    assert code(press(desk, "a")) == "too_soon"
    wait(desk, DEAF_MS)
    assert code(press(desk, "a")) == ""
    assert code(press(desk, "a")) in ("too_soon", "not_allowed_now")
    wait(desk, 10 * DEAF_MS)
    answer = desk.ask({"prompt": {}})
    assert answer["view"]["turn"]["player"] == "Ana" and answer["prompt"]["id"] == "turn"
    assert not any(option.get("badge") == "a" for option in answer["prompt"]["options"])
    assert code(press(desk, "a")) == "not_allowed_now", "no option bears it"
    assert code(press(desk, "end_turn")) == "" and desk.ask({"prompt": {}})["view"]["turn"]["player"] == "Bo"


def test_a_double_press_names_nobody(desk: TableDesk) -> None:
    """The second half of a key's double press would answer whom the card is about."""
    cerbere(desk)
    asked = sacrifice(desk)
    badges = {option["badge"]: option["key"] for option in asked["prompt"]["options"] if "badge" in option}
    assert "b" in badges, asked["prompt"]
    before = desk.ask({"view": {}})["view"]
    for late in (0, 300, DEAF_MS - 301):
        wait(desk, late)
        assert code(press(desk, "b")) == "too_soon" and desk.ask({"view": {}})["view"] == before
    wait(desk, 1)
    assert code(press(desk, "b")) == "", "after the moment it hears"


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("key", ["start", "end_turn", "a", "b", "rage_up", "speed_down", "somewhere"])
def test_a_panel_key_without_a_meaning_is_refused(desk: TableDesk, name: str, key: str) -> None:
    """docs/protocol.md: `not_allowed_now` where no option bears it and the game does not count with it."""
    opened = desk.ask({"open": {"game": name, "seats": ["Ana", "Bo", "Cy"], "seed": 3}})
    wait(desk, DEAF_MS)
    known = {option.get("badge", ""): option for option in opened["prompt"]["options"]}
    option = known.get("end_turn" if key == "start" else key)
    counts = name == "cerbere" and key in ("rage_up", "speed_down")
    why = option["why"]["code"] if option is not None and "why" in option else ""
    want = why if option is not None or counts else "not_allowed_now"
    assert code(press(desk, key)) == want


def test_a_late_press_is_judged_at_its_own_stamp(desk: TableDesk) -> None:
    """It was made before the question came, or soon after; the table hears of it later."""
    cerbere(desk)
    wait(desk, 5_000)
    sacrifice(desk)
    wait(desk, 5_000)
    for at in (4_900, 5_000, 5_799):
        assert code(press(desk, "b", at=at)) == "too_soon"
    assert code(press(desk, "b", at=5_800)) == ""


def test_a_tag_that_answered_answers_nothing_else_at_once(desk: TableDesk) -> None:
    """A pawn on the reader, read once more as it is lifted: it was caught, and is not put back by that."""
    seats = [{"name": n, "colour": c} for n, c in zip(NAMES, ("red", "pink", "green", "blue"), strict=True)]
    position = {"options": {"box": "demo"}, "die": 9, "turn": {"active": "Ana", "action_done": True}}
    desk.ask({"open": {"game": "cerbere", "seats": seats, "position": position}})
    press(desk, "start")
    pawn = {"signal": {"type": "tag", "reader": "table", "uid": "CBE3AD1246"}}
    assert code(desk.ask(pawn)) == "", "a tag is laid because it is asked for: it hears at once"
    picked = desk.ask({"view": {}})["view"]["picked"]
    assert picked
    wait(desk, 200)
    assert code(desk.ask(pawn)) == "too_soon" and desk.ask({"view": {}})["view"]["picked"] == picked


def test_the_wagon_s_cards_are_never_deaf(desk: TableDesk) -> None:
    """IW-026: two within 50 ms count both."""
    desk.ask({"open": {"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}, "seed": 7}})
    desk.ask({"choose": {"key": "confirm"}})
    desk.ask({"choose": {"key": "start"}})
    for uid in ("DE7705A54B", "DE5B7A2B2C"):
        answer = desk.ask({"signal": {"type": "tag", "reader": "table", "uid": uid}})
        assert code(answer) != "too_soon"
        wait(desk, 50)


@pytest.mark.parametrize("name", [name for name in names() if name != "toy"])  # it has no prompts
@pytest.mark.parametrize("seed", range(3))
def test_in_random_games_a_key_hears_as_long_as_it_means_the_same(name: str, seed: int) -> None:
    """A key that says something else is too soon for the moment, and changes nothing; a program that chooses by key is
    never slowed."""
    game: Subject = subject(name)
    opening, moves = game.openings[seed % len(game.openings)]
    driver, rng = Driver(game, opening, moves), Random(seed)
    deaf = 0
    for _ in range(60):
        driver.attempt(Advance(DEAF_MS))
        before = meanings(driver)
        options = [option for option in driver.session.prompt().options if option.open(driver.at)]
        if not options:
            return
        assert driver.attempt(rng.choice([Choose(rng.choice(options).key)] * 5 + [Undo()])) != "too_soon"
        if driver.session.status.value != "open":
            return
        after, state, path = meanings(driver), private_json(driver.state), driver.session.path
        changed = [badge for badge, means in after.items() if before.get(badge) != means]
        for badge in changed:
            assert driver.attempt(Button(badge)) == "too_soon"
            deaf += 1
        assert (private_json(driver.state), driver.session.path) == (state, path)
    assert deaf, "no key changed its meaning: the test looks at nothing"


def meanings(driver: Driver) -> dict[str, Any]:
    """What can be read of the keys of the panel now, and whose turn it is."""
    prompt = driver.session.prompt()
    found: dict[str, Any] = {}
    for badge in (MAIN, *BADGES):
        if prompt is not None and (option := prompt.by_badge(badge)) is not None:
            asked = () if option.prominent else (prompt.id, prompt.title, prompt.hint, option.chosen)
            found[badge] = (prompt.who, option.key, option.label, asked)
    return found
