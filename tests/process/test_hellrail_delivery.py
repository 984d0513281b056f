"""The end of a game of HellRail in the real process: by tags on two readers and buttons, sealed until it is opened."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.presentation.colours import C
from tests.patience import PATIENCE_S, until
from tests.process.hands import recorded, replays
from tests.process.hearing import hears
from tests.process.hellrail_hands import NAMES, OPEN_THE_CARS, TAGS, Hands, late
from tests.process.machine import Kiosk
from tests.process.pictures import Box

pytestmark = pytest.mark.process

TRAIN: Box = (0.1, 0.59, 0.98, 0.77)
"""The active player's train on its rail (800 x 480)."""
ANAS, BOS = (0.25, 0.2, 0.75, 0.36), (0.25, 0.42, 0.75, 0.58)
"""Whose sealed wagons stand there at the end."""
SEALED = ("R17", "R28")
"""What Ana and Bo deliver, each worth 4; Ana's train is worth 13 at the end, Bo's nothing."""


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    made = Hands(tmp_path, motion=False)
    yield made
    made.close()


def test_a_game_ends_by_tags_and_buttons(hands: Hands) -> None:
    with hands.kiosk as kiosk:
        hands.listen()
        kiosk.say(open={"game": "hellrail", "seats": list(NAMES), "position": late("R17"), "seed": 1})
        anas_turn(hands)
        taken_back_and_done_again(hands)
        the_pile_is_shuffled(hands)
        nothing_names_them(kiosk, "while it is played")
        the_last_card(hands)
        nothing_names_them(kiosk, "before the wagons are opened")
        the_wagons_open(hands)
        kiosk.say(quit={})
        assert kiosk.process.wait(timeout=PATIENCE_S) == 0, kiosk.said
    assert "Traceback" not in kiosk.said
    assert not any(word in kiosk.said for card in SEALED for word in (card, TAGS[card])), "the log names none"
    journal(kiosk)


def anas_turn(hands: Hands) -> None:
    """A draw by the big button, a card taken up at `train`, a car set out at `deliver`."""
    hands.lit("rail_start")
    hands.push("start", lambda v: v["phase"] == "actions", "the draw")
    assert hands.view["draw"] == 0 and hands.seat("Ana")["hand"] == 3
    hands.lit("rail_fire")
    table = hands.still("the table")
    begun = hands.ear.now()
    hands.tap("train", "R01", lambda _v: [car["id"] for car in hands.seat("Ana")["train"]] == ["R05", "R17", "R01"])
    assert hands.seat("Ana")["hand"] == 2
    hears(hands.ear, (("coupling", None),), begun)
    three = hands.still("three cars")
    assert three.share(C.bone, TRAIN) > table.share(C.bone, TRAIN), "one car more"
    assert three.share(C.ok, TRAIN) > 0.03, "one of them goes here"

    begun = hands.ear.now()
    hands.tap("deliver", "R17", lambda _v: hands.seat("Ana")["delivered"] == 1)
    assert [car["id"] for car in hands.seat("Ana")["train"]] == ["R05", "R01"] and hands.seat("Ana")["hand"] == 2
    hears(hands.ear, (("delivery", None),), begun)
    two = hands.still("two cars")
    assert two.share(C.ok, TRAIN) == 0 and two.changed(three, hands.count_of("Ana")) > 0.02
    assert two.changed(three, hands.count_of("Bo")) == two.changed(three, hands.count_of("Cy")) == 0


def taken_back_and_done_again(hands: Hands) -> None:
    """Undo brings a covered car; the same tag at `deliver` sets it out once more."""
    begun = hands.ear.now()
    hands.push("undo", lambda _v: hands.seat("Ana")["delivered"] == 0, "the delivery taken back")
    hears(hands.ear, (("undo", None),), begun)
    covered = hands.seat("Ana")["train"][1]
    assert covered["covered"] and covered["id"] is covered["car"] is covered["setout"] is covered["brimstone"] is None
    nothing_names_them(hands.kiosk, "after it was taken back", cars=("R17",))
    hands.tap("deliver", "R17", lambda _v: hands.seat("Ana")["delivered"] == 1)


def the_pile_is_shuffled(hands: Hands) -> None:
    """Bo's draw finds no card: the two discards are shuffled first."""
    hands.push("start", lambda v: v["turn"]["player"] == "Bo", "the end of Ana’s turn")
    hands.lit("rail_start")
    begun = hands.ear.now()
    assert (hands.view["draw"], hands.view["discard"]) == (0, 2)
    hands.push("start", lambda v: v["phase"] == "actions", "Bo's draw")
    assert (hands.view["draw"], hands.view["discard"], hands.seat("Bo")["hand"]) == (1, 0, 2)
    hears(hands.ear, (("riffle", None),), begun)
    begun = hands.ear.now()
    hands.tap("deliver", "R28", lambda _v: hands.seat("Bo")["delivered"] == 1)
    hears(hands.ear, (("delivery", None),), begun)


def the_last_card(hands: Hands) -> None:
    """Cy draws the last card; Ana's draw from nothing ends the game.

    A knock waits for no other cue: it is hard to tell beside one that still sounds.
    """
    begun = hands.ear.now()
    hands.push("start", lambda v: v["turn"]["player"] == "Cy", "the end of Bo’s turn")
    hears(hands.ear, (("toot", None),), begun)
    hands.push("start", lambda v: v["phase"] == "actions", "Cy's draw")
    begun = hands.ear.now()
    hands.push("start", lambda v: v["turn"]["player"] == "Ana", "the end of Cy’s turn")
    hears(hands.ear, (("toot", None),), begun)
    assert hands.view["draw"] == hands.view["discard"] == 0 and hands.view["ended"] is None
    begun = hands.ear.now()
    hands.push("start", lambda v: v["ended"] == "no_cards", "the draw from nothing")
    hears(hands.ear, (("knock", None),), begun)
    hands.lit("rail_sealed")
    assert hands.view["scores"] is None and [seat["delivered"] for seat in hands.view["seats"]] == [1, 1, 0]
    sealed = hands.still("the sealed wagons")
    assert abs(sealed.share(C.bone, ANAS) - sealed.share(C.bone, BOS)) < 0.005, "one and one, and they are all alike"
    assert sealed.share(C.bone, ANAS) > 0.05


def the_wagons_open(hands: Hands) -> None:
    """A finger on the lit key: the values, the trains of equals, the winner."""
    begun = hands.ear.now()
    sealed = hands.still("the sealed wagons")
    hands.kiosk.touch(*hands.kiosk.place(OPEN_THE_CARS))
    until(lambda: hands.view["scores"] is not None, "the scores")
    told = [(score["name"], score["delivered"], score["loaded"], score["rank"]) for score in hands.view["scores"]]
    assert told == [("Ana", 4, 13, 1), ("Bo", 4, 0, 2), ("Cy", 0, 0, 3)]
    assert [score["cars"] for score in hands.view["scores"]] == [[["R17", 4]], [["R28", 4]], []]
    hears(hands.ear, (("crown", None),), begun)
    hands.lit("won")
    opened = hands.shows(lambda p: p.share(C.brim) > 0.02, "the winner in gold")
    assert opened.changed(sealed) > 0.05


def nothing_names_them(kiosk: Kiosk, when: str, cars: tuple[str, ...] = ()) -> None:
    """No answer names a delivered car; in the journal's files it stands only where it lay open before."""
    held = {"R17", "R28"} if kiosk.view["seats"][1]["delivered"] else {"R17"}
    for answer in ("view", "position", "export"):
        text = msgspec.json.encode(without_deck(kiosk.say(**{answer: {}}))).decode()
        for card in cars or sorted(held):
            assert not re.search(rf"\b({card}|{TAGS[card]})\b", text), (when, answer, card)
    entries = 0
    with contextlib.closing(sqlite3.connect(f"file:{kiosk.journal}?mode=ro", uri=True)) as journal:
        for label, move, events in journal.execute("SELECT label, move, events FROM entry"):
            entries += 1
            for card in held:
                said = b"".join(bytes(part) for part in (label, move, events) if part is not None)
                said = re.sub(rb'"sealed:[^"]*"', b"", said)  # its letters may be anything
                assert card.encode() not in said and TAGS[card].encode() not in said, (when, card, said)
    assert entries >= 3
    raw = b"".join(file.read_bytes() for file in kiosk.data.glob("journal.db*"))
    assert raw.count(b'"sealed:') > 3
    for card in held:
        left = re.sub(before_it_was_sealed(card), b"", raw)
        at = left.find(card.encode())
        assert at < 0, (when, card, left[max(0, at - 80) : at + 40])
        assert TAGS[card].encode() not in left, (when, card)


def before_it_was_sealed(card: str) -> bytes:
    """What the journal says of a card in the open: its row in the deck, its tag there, and the train at the opening."""
    deck = rf'"{card}":\{{"id":"{card}",'
    tag = rf'"{TAGS[card]}":\{{"card":"{card}",'
    train = rf'"train":\["R05","{card}"\]|"train":\["{card}"\]'
    return f"{deck}|{tag}|{train}".encode()


def without_deck(thing: Any) -> Any:
    """An answer without the list of all cards, which names every one of them in every game."""
    if isinstance(thing, dict):
        return {key: without_deck(part) for key, part in thing.items() if key != "deck"}
    if isinstance(thing, list):
        return [without_deck(msgspec.json.decode(part)) if _is_json(part) else without_deck(part) for part in thing]
    return thing


def _is_json(part: Any) -> bool:
    return isinstance(part, str) and part.startswith("{")


def journal(kiosk: Kiosk) -> None:
    """Everything stands in the journal, and playing it again leads to the same."""
    told, _result, _status = recorded(kiosk)
    kinds = [event["type"] for event in told]
    wanted = {"car_loaded": 1, "car_delivered": 3, "recharged": 1, "game_ended": 1, "scores_shown": 1, "corrected": 0}
    assert {kind: kinds.count(kind) for kind in wanted} == wanted
    replays(kiosk)


def test_the_window_does_not_tell_one_delivered_car_from_another(hands: Hands) -> None:
    """Two games, alike but for the car that goes off: worth 9, or worth 3."""
    pictures, lamps = [], []
    with hands.kiosk as kiosk:
        for car in ("R09", "R24"):
            kiosk.say(open={"game": "hellrail", "seats": list(NAMES), "position": late(car), "seed": 1})
            hands.push("start", lambda v: v["phase"] == "actions", "the draw")
            begun = hands.still("the train with its car")
            hands.tap("deliver", car, lambda _v: hands.seat("Ana")["delivered"] == 1)
            after = hands.still("the train without it")
            pictures.append((begun, after))
            hands.lit("rail_fire")
            lamps.append({key: part for key, part in kiosk.view.items() if key != "table"})
            kiosk.say(leave={"for_good": True})
    (high, without_high), (low, without_low) = pictures
    assert (high.pixels != low.pixels).any(), "a car that is on the train shows what it is"
    assert (without_high.pixels == without_low.pixels).all(), "one that was delivered does not"
    assert lamps[0] == lamps[1]
