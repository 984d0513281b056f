"""A state as the patch that makes it of another one, and what such a patch may say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.correction import ChoiceRow, KeysRow, StepRow
from companion.engine.correction_pages import Corrections, Field, pages
from companion.engine.game import Event, GameSetup, Player
from companion.engine.patch import (
    BY_SEAT,
    MOMENT,
    OPENING,
    SEALED,
    SEAT,
    Patches,
    differences,
    patched,
    seat_names,
    setup_of_position,
    unknown,
)
from companion.engine.refused import BadInput, Refused
from companion.engine.requests import Correct, Open, Position
from companion.engine.secret import Secret
from companion.engine.text import Text
from tests.engine.driver import Driver
from tests.engine.random_patch import random_patch
from tests.engine.subjects import Subject, subject
from tests.example_game.game import Correct as PutRight
from tests.example_game.painted import PaintedCoins
from tests.thorough import rounds

Count = Annotated[int, Meta(ge=0, le=9)]


class Walk(Struct, frozen=True, tag="walk"):
    who: Annotated[int, SEAT]
    left: Count = 1


class Stop(Struct, frozen=True, tag="stop"):
    why: str = ""


class Hand(Struct, frozen=True):
    name: Annotated[str, OPENING]
    cards: Count = 0
    known: Secret[frozenset[str]] = Secret(frozenset())


class Table(Struct, frozen=True):
    box: Annotated[str, OPENING]
    hands: Annotated[tuple[Hand, ...], BY_SEAT]
    counts: Annotated[tuple[Count, ...], BY_SEAT]
    active: Annotated[int, SEAT] = 0
    first: Annotated[int, SEAT] | None = None
    out: frozenset[Annotated[int, SEAT]] = frozenset()
    places: dict[str, Annotated[int, SEAT]] = {}
    tasks: tuple[Walk | Stop, ...] = ()
    until: Annotated[int, MOMENT] | None = None
    deck: Secret[tuple[int, ...]] = Secret(())
    open: bool = False

    @property
    def seats(self) -> tuple[Player, ...]:
        return (Player("Ana", "red"), Player("B.o"))


FRESH = Table("box", (Hand("Ana"), Hand("B.o")), (1, 2))
LATE = replace(
    FRESH,
    hands=(Hand("Ana", 3, Secret(frozenset({"x"}))), Hand("B.o")),
    counts=(1, 7),
    active=1,
    first=0,
    out=frozenset({1}),
    places={"gate": 1},
    tasks=(Walk(1, 4), Stop("tired")),
    until=1_500,
    deck=Secret((3, 4)),
)


def test_what_differs_is_written_by_the_names_of_things() -> None:
    written = json.loads(json.dumps(differences(LATE, FRESH, at=1_000, reveal=True)))
    assert written == {
        "hands": {"Ana": {"cards": 3, "known": ["x"]}, "B.o": {"known": []}},
        "counts": {"B.o": 7},
        "active": "B.o",
        "first": "Ana",
        "out": ["B.o"],
        "places": {"gate": "B.o"},
        "tasks": [{"type": "walk", "who": "B.o", "left": 4}, {"type": "stop", "why": "tired"}],
        "until": 500,
        "deck": [3, 4],
    }
    assert patched(FRESH, written, at=1_000) == LATE
    assert differences(FRESH, unknown(FRESH), reveal=True) == {
        "hands": {"Ana": {"known": []}, "B.o": {"known": []}}, "deck": [],
    }  # fmt: skip


def test_without_leave_a_secret_is_written_as_sealed_whatever_it_is() -> None:
    for deck in ((), (1, 2), (2, 1)):
        assert differences(replace(FRESH, deck=Secret(deck)), FRESH)["deck"] == SEALED
    assert patched(LATE, {"deck": SEALED}).deck == Secret(())


def test_an_object_changes_an_object_and_null_takes_away() -> None:
    made = patched(LATE, {"places": {"gate": None, "den": "Ana"}, "first": None, "counts": {"Ana": 9}})
    assert (made.places, made.first, made.counts, made.active) == ({"den": 0}, None, (9, 7), 1)


@pytest.mark.parametrize(
    ("field", "patch"),
    [
        ("odd", {"odd": 1}),
        ("box", {"box": "mine"}),
        ("active", {"active": "Cy"}),
        ("active", {"active": 0}),
        ("active", {"active": None}),
        ("hands.Cy", {"hands": {"Cy": {"cards": 1}}}),
        ("hands.B.o.cards", {"hands": {"B.o": {"cards": 10}}}),
        ("hands.Ana.cards", {"hands": {"Ana": {"cards": True}}}),
        ("hands.Ana", {"hands": {"Ana": 3}}),
        ("hands.Ana.name", {"hands": {"Ana": {"name": "Bo"}}}),
        ("hands", {"hands": [{"cards": 1}]}),
        ("counts", {"counts": [1, 2]}),
        ("counts.Cy", {"counts": {"Cy": 1}}),
        ("counts.Ana", {"counts": {"Ana": -1}}),
        ("out", {"out": ["Ana", "Ana"]}),
        ("out[0]", {"out": ["Cy"]}),
        ("places.gate", {"places": {"gate": "Cy"}}),
        ("tasks[0].type", {"tasks": [{"type": "run"}]}),
        ("tasks[0].odd", {"tasks": [{"type": "stop", "odd": 1}]}),
        ("tasks[0].who", {"tasks": [{"type": "walk"}]}),
        ("tasks[1].left", {"tasks": [{"type": "stop"}, {"type": "walk", "who": "Ana", "left": 10}]}),
        ("until", {"until": "soon"}),
        ("deck", {"deck": "sealed:AAAA"}),
        ("deck[0]", {"deck": ["sealed"]}),
        ("patch", []),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_is_named_by_its_path(field: str, patch: Any) -> None:
    with pytest.raises(BadInput) as caught:
        patched(LATE, patch)
    assert caught.value.facts["field"] == field and caught.value.facts["reason"]


def test_a_declared_field_is_a_line_by_its_type_and_a_secret_is_none() -> None:
    fields = [Field(path, Text(path)) for path in ("hands.NAME.cards", "active", "first", "open")]
    table, ana, bo = pages(Corrections(tuple(fields)), LATE)
    active, first, shut = table.lines
    assert isinstance(active, ChoiceRow) and isinstance(first, ChoiceRow) and isinstance(shut, KeysRow)
    assert [(option.key, option.chosen, option.move) for option in active.options] == [
        ("Ana", False, {"active": "Ana"}), ("B.o", True, {"active": "B.o"}),
    ]  # fmt: skip
    assert [option.move for option in first.options] == [{"first": None}, {"first": "Ana"}, {"first": "B.o"}]
    assert [key.move for key in shut.keys] == [{"open": True}]
    assert (ana.seat, ana.colour, bo.seat) == ("Ana", "red", "B.o")
    (cards,), (none,) = ana.lines, bo.lines
    assert isinstance(cards, StepRow) and isinstance(none, StepRow)
    assert (cards.less, cards.more) == ({"hands": {"Ana": {"cards": 2}}}, {"hands": {"Ana": {"cards": 4}}})
    assert (none.value, none.less) == ("0", None)
    with pytest.raises(TypeError):
        pages(Corrections((Field("deck", Text("deck")),)), LATE)


# -- a new field of a game ---------------------------------------------------------------------------------------------


def test_a_new_field_is_written_read_and_put_right_with_no_line_but_its_own() -> None:
    coins = Subject(make=PaintedCoins, openings=[(Open("coins", (Player("Ana"), Player("Bo"))), [])])
    driver = Driver(coins, coins.openings[0][0])
    driver.ask(Correct({"paint": 4}))
    assert driver.state.paint == 4
    position = driver.engine.handle(Position()).answer
    assert position["paint"] == 4
    again = Driver(coins, Open("coins", position=position))
    assert again.state == driver.state
    with pytest.raises(BadInput) as caught:
        driver.ask(Correct({"paint": 6}))
    assert caught.value.facts["field"] == "paint"


class StuckCoins(PaintedCoins):
    """Once all is painted, everything is refused."""

    def decide(self, state: Any, move: Any, at: int, rng: Random) -> Sequence[Event]:
        if state.paint == 5 and not isinstance(move, PutRight):
            raise Refused("game_over")
        return super().decide(state, move, at, rng)


def test_a_game_that_nothing_leads_on_from_is_not_opened_and_no_correction_makes_it() -> None:
    coins = Subject(make=StuckCoins, openings=[(Open("coins", (Player("Ana"), Player("Bo"))), [])])
    position = {"players": ["Ana", "Bo"], "options": {}, "paint": 5}
    with pytest.raises(BadInput) as caught:
        Driver(coins, Open("coins", position=position))
    assert (caught.value.facts["field"], "leads on" in str(caught.value.facts["reason"])) == ("position", True)
    driver = Driver(coins, Open("coins", position=position | {"paint": 4}))
    with pytest.raises(BadInput) as caught:
        driver.ask(Correct({"paint": 5}))
    assert caught.value.facts["field"] == "patch" and driver.state.paint == 4


def test_a_colour_that_a_position_does_not_say_is_the_orders() -> None:
    order = GameSetup((Player("Ana", "blue"), Player("Bo", "red")))
    said = {"players": ["Bo", {"name": "Ana"}, {"name": "Cy", "colour": "red"}], "bags": 2}
    made, patch = setup_of_position(order, said)
    assert [(seat.name, seat.colour) for seat in made.seats] == [("Bo", ""), ("Ana", "blue"), ("Cy", "red")]
    assert patch == {"bags": 2}


# -- random states of the games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["coins", "cerbere", "infernal_wagon", "hellrail"])
@pytest.mark.parametrize("seed", range(rounds(2, 50)))
def test_random_states_are_written_read_and_played_on(name: str, seed: int) -> None:
    """In the middle of acts, too; in a thorough run more than a thousand of each game."""
    game = subject(name)
    rng = Random(f"{name} {seed}")
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    for _ in range(30):
        request = driver.random_request(rng)
        if request is None:
            break
        driver.attempt(request)
        place = written(driver)
        other = Driver(game, Open(name, position=place))
        assert other.state == again(driver)
        assert written(other) == place
    for _ in range(10):
        request = other.random_request(rng)
        if request is None:
            break
        other.attempt(request)


def written(driver: Driver) -> Any:
    return json.loads(json.dumps(driver.engine.handle(Position(reveal=True)).answer))


def again(driver: Driver) -> Any:
    """The state as its position has it: session time 0 is now."""
    return driver.game.import_position(GameSetup(), driver.game.position(driver.state, driver.at, True))


@pytest.mark.parametrize("name", ["cerbere", "hellrail", "infernal_wagon"])
@pytest.mark.parametrize("seed", range(rounds(10, 200)))
def test_a_random_correction_is_refused_by_its_field_or_keeps_what_is_always_so(name: str, seed: int) -> None:
    game = subject(name)
    codes = {"not_allowed_now", *game.refusals}
    rng = Random(seed)
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    patches: Patches[Any] = driver.game.patches  # type: ignore[attr-defined]
    for _ in range(25):
        before = driver.state
        patch: Mapping[str, Any] = random_patch(before, seat_names(before), game.words, rng)
        try:
            driver.ask(Correct(patch))
        except Refused as refused:
            assert driver.state == before
            assert refused.facts["field"] if isinstance(refused, BadInput) else refused.code in codes
        else:
            assert list(patches.invariants(driver.state)) == []
        driver.wander(rng, 2)
        if driver.game.result(driver.state, driver.at) is not None:
            break
