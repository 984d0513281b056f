"""Turns of Cerbère in the real process: opened by touch, then tags and buttons alone, to a chase that catches two."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.presentation.colours import SEATS, C
from drivers.readers import KEYBOARD
from tests.patience import until
from tests.process import readers
from tests.process.cerbere_hands import MARK, Hands, track
from tests.process.hands import recorded, replays
from tests.process.machine import Kiosk
from tests.process.pictures import Picture
from tests.process.readers import Hand

pytestmark = pytest.mark.process


@pytest.fixture
def wire() -> Iterator[Hand]:
    """A reader that types."""
    (made,) = readers.hands(1, KEYBOARD)
    yield made
    made.close()


def test_a_chase_catches_two_and_nobody_touches_the_screen(tmp_path: Path, wire: Hand) -> None:
    hands = Hands(tmp_path, wire)
    with hands.kiosk as kiosk:
        hands.listen()
        hands.open()
        home = hands.shows(lambda p: p.share(SEATS["red"].colour, MARK) > 0.15, "Ana's turn")
        assert home.share(C.bone, track(3)) > 0.3, "the die begins at label 4"

        six_turns(hands)
        last_turn(hands)
        chase(hands)
        caught_pictures(hands)
        the_other_face(hands)
        assert kiosk.end(signal.SIGTERM) == 0, kiosk.said
    assert "Traceback" not in kiosk.said
    journal(kiosk)


def six_turns(hands: Hands) -> None:
    """Six turns bring the die one space before the Hunt; one of them turns it, one is begun wrongly and taken back."""
    hands.card("Ana", 4)
    hands.push("undo", lambda v: v["play"] is None, "the wrong card taken back")
    hands.plays("Ana", 2, "a")
    hands.plays("Bo", 1, "a")
    hands.card("Cy", 3)
    begun = hands.pause()
    hands.push("a", lambda v: v["rage"]["speed"] == 4, "one faster")
    hands.hears(("growl", 4), since=begun)
    hands.ends("Cy")
    hands.plays("Dan", 1, "a")
    hands.plays("Ana", 1, "a")
    hands.lit("rage_2")
    hands.plays("Bo", 4, "a")
    view = hands.view
    assert (view["rage"]["steps"], view["rage"]["speed"], view["turn"]["player"]) == (1, 4, "Cy")
    assert [seat["survival"] for seat in view["seats"]] == [2, 3, 0, 2]
    hands.lit("rage_1")
    hands.shows(
        lambda p: p.share(SEATS["green"].colour, MARK) > 0.15 and p.share(C.bone, track(8)) > 0.3,
        "Cy's turn, and the die at the last space before the Hunt",
    )


def last_turn(hands: Hands) -> None:
    """The card tag, the option by a button, two players by their pawns' tags: the die comes onto the Hunt."""
    table = hands.kiosk.picture()
    hands.card("Cy", 1)
    assert hands.prompt["id"] == "option"
    begun = hands.pause()
    options = hands.shows(lambda p: p.changed(table) > 0.1, "the two options")
    hands.push("b", lambda v: v["play"] is not None and v["play"]["option"] == "b", "option b")
    hands.hears(("chain_up", 1), ("bark", None), since=begun)
    hands.lit("armed")
    assert hands.prompt["id"] == "target"
    hands.shows(lambda p: p.changed(options) > 0.1, "who is meant")
    hands.names("Bo", "x")
    hands.names("Dan", "y")
    until(lambda: hands.view["play"] is None, "the cards drawn")
    assert [seat["survival"] for seat in hands.view["seats"]][1:] == [4, 1, 3]
    assert not hands.view["turn"]["chasing"], "the chase comes with the end of the turn"


def chase(hands: Hands) -> None:
    """The end of the turn by a button; who was caught, in their order, by pawns; where, by buttons."""
    begun = hands.pause()
    hands.push("start", lambda _v: hands.prompt["id"] == "caught", "the Chasse")
    hands.hears(("chase", 4), since=begun)
    hands.lit("chase")
    jaws = hands.shows(lambda p: p.share(C.danger) > 0.01 and p.share(C.brim) > 0.01, "the jaws and four spaces")
    hands.pawn("pink", lambda v: v["picked"] == ["Dan"])
    hands.pawn("blue", lambda v: v["picked"] == ["Dan", "Bo"])
    hands.shows(lambda p: p.share(C.blood) > jaws.share(C.blood) + 0.02, "two who are marked")
    hands.pawn("cerberus", lambda v: v["picked"] == ["Dan", "Bo"] and hands.prompt["id"] == "zone")
    hands.push("a", lambda v: not v["turn"]["chasing"], "the zone")
    hands.hears(("capture", None), ("growl", 3), since=begun)
    hands.lit("rage_4")


def caught_pictures(hands: Hands) -> None:
    """Both pawns stand on the track in their order, the die after them; it is the turn of the first of the two."""
    view = hands.view
    rage = view["rage"]
    assert (rage["caught"], rage["die"], rage["speed"], rage["steps"]) == (["Dan", "Bo"], 5, 3, 4)
    assert [seat["side"] for seat in view["seats"]] == ["runner", "cerberus", "runner", "cerberus"]
    assert tuple(view["seats"][i]["betrayal"] for i in (1, 3)) == (2, 2), "by the zone where they were caught"
    assert view["seats"][1]["survival"] == view["seats"][3]["survival"] == 0
    assert (view["turn"]["player"], view["turn"]["n"]) == ("Dan", 8)

    def stands(p: Picture) -> bool:
        """Pawns on labels 4 and 3, the die on 2, a dog's head for Dan."""
        return (
            p.share(SEATS["pink"].colour, track(3)) > 0.03
            and p.share(SEATS["blue"].colour, track(4)) > 0.03
            and p.share(C.bone, track(5)) > 0.3
            and p.share(C.danger, MARK) > 0.15
        )

    hands.card("Dan", 1)  # what hands do after a capture stays to be read until somebody goes on
    hands.push("undo", lambda v: v["play"] is None, "the card taken back")
    hands.shows(stands, "the track after the capture, and Dan as a dog")


def the_other_face(hands: Hands) -> None:
    """The tag that was a runner's card before the capture is Cerberus's now."""
    hands.card("Dan", 1)
    assert hands.view["play"]["card"] == "act1_cer"
    begun = hands.pause()
    hands.push("a", lambda v: v["rage"]["speed"] == 4, "one faster")
    hands.hears(("growl", 4), since=begun)
    hands.ends("Dan")
    assert hands.view["turn"]["player"] == "Ana"
    hands.shows(lambda p: p.share(SEATS["red"].colour, MARK) > 0.15, "Ana's turn again")


def journal(kiosk: Kiosk) -> None:
    """Everything stands in the journal, and playing it again leads to the same."""
    told, _result, _status = recorded(kiosk)
    caught = [(e["pawn"], e["index"], e["label"], e["zone"], e["role"]) for e in told if e["type"] == "captured"]
    assert caught == [("Dan", 3, 4, "gates", "cerberus"), ("Bo", 4, 3, "gates", "cerberus")]
    kinds = [event["type"] for event in told]
    assert (kinds.count("turn_started"), kinds.count("hunt_started"), kinds.count("hunt_armed")) == (8, 1, 1)
    assert "corrected" not in kinds
    assert "undo" in replays(kiosk)
