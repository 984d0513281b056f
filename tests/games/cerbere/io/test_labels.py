"""What stands on the Undo key."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from companion.engine.printed_names import named
from companion.games.cerbere import events, words
from companion.games.cerbere import moves as mv
from companion.games.cerbere.events import CerbereEvent
from companion.games.cerbere.names import DeckKind, OpName
from tests.games.cerbere.io.hand import BOARD, FOUR, GAME, MIDWAYS, STARTS, joined, made

HUNTED: dict[str, Any] = {"players": [*FOUR, "Eli"], "die": 9, "turn": {"active": "Ana", "action_done": True}}
RICH: dict[str, Any] = {"players": FOUR, "seats": {name: {"survival": 2} for name in FOUR}}
NACELLE = {
    **MIDWAYS["path"],
    "options": {"level": "board", "mids": ["NACELLE", "STILTS"]},
    "seats": {"Ana": {"at": 8}, "Bo": {"at": 10}},
    "agenda": [{"type": "walk", "pawn": "Ana", "left": 2, "ahead": True, "asked": "nacelle"}],
}
SEVERAL = {
    **MIDWAYS["several"],
    "seats": {"Ana": {"side": "cerberus"}, "Bo": {"at": 12}, "Dan": {"at": 12}},
}
HUNTED_BOARD = {**HUNTED, **BOARD, "players": [*FOUR, "Eli"]}
START = mv.Answer("start")


def said(position: dict[str, Any], *moves: Any) -> tuple[str, str]:
    """The last move's name and words."""
    state = joined(position)
    for move in moves:
        before = state
        state, events = made(state, move)
    label = GAME.label(before, moves[-1], events, 0)
    return label.name, named(label.text, "en").format(**label.facts)


@pytest.mark.parametrize(
    ("position", "moves", "label"),
    [
        # cards by what they do
        (BOARD, [mv.PlayCard("act1", "a")], "Ana: draws 2"),
        (BOARD, [mv.PlayCard("act2", "a")], "Ana: forward 2"),
        (BOARD, [mv.PlayCard("act2", "b")], "Ana: others forward"),
        (BOARD, [mv.PlayCard("act3", "a")], "Ana: forward 2"),
        (BOARD, [mv.PlayCard("act4", "a")], "Ana: cards back in hand"),
        (BOARD, [mv.PlayCard("act4", "b")], "Ana: cards back in hand"),
        (STARTS["caught"] | {"turn": {"active": "Dan"}}, [mv.PlayCard("act1", "a")], "Dan: Vitesse +1"),
        (STARTS["caught"] | {"turn": {"active": "Dan"}}, [mv.PlayCard("act2", "a")], "Dan: others back"),
        (STARTS["caught"] | {"turn": {"active": "Dan"}}, [mv.PlayCard("act2", "b")], "Dan: Rage +1"),
        (STARTS["caught"] | {"turn": {"active": "Dan"}}, [mv.PlayCard("act3", "a")], "Dan: Cerbère +1"),
        # cards by their names
        (RICH, [mv.PlayCard("sur_egoisme", "a")], "Ana: Égoïsme"),
        (RICH, [mv.PlayCard("sur_couardise")], "Ana: Couardise"),
        (RICH, [mv.PlayCard("act2")], "Ana: Run"),
        (STARTS["caught"] | {"turn": {"active": "Dan"}}, [mv.PlayCard("act2")], "Dan: Panic"),
        (RICH, [mv.PlayCard("act2"), mv.Answer("a")], "Ana: forward 2"),
        # what a card does
        (RICH, [mv.PlayCard("sur_egoisme", "b"), mv.Pay(0, "Bo")], "the card’s price"),
        (RICH, [mv.PlayCard("sur_egoisme", "b"), mv.Answer("Bo")], "the card’s price"),
        (RICH, [mv.PlayCard("act1", "a"), mv.Resolve(0)], "a card’s effect"),
        (RICH, [mv.PlayCard("act1", "a"), mv.Ok()], "a card’s effect"),
        (BOARD, [mv.PlayCard("act2", "a"), mv.Resolve(0)], "Ana: a move"),
        (BOARD, [mv.PlayCard("act2", "b"), mv.Resolve(0, "Cy")], "Cy: a move"),
        (SEVERAL, [mv.Resolve(0)], "a card’s effect"),
        (MIDWAYS["path"], [mv.Answer("walk")], "Ana: a move"),
        (MIDWAYS["path"], [mv.Answer("bridge")], "Ana: a move"),
        (NACELLE, [mv.Answer("Bo")], "the Nacelle"),
        (NACELLE, [mv.Answer("none")], "Ana: a move"),
        (MIDWAYS["boats"], [mv.BoatSwap(2, 3)], "the swap of Barques 2 and 3"),
        (MIDWAYS["seats"], [mv.Answer("2")], "the Barque in the open"),
        (MIDWAYS["each"], [mv.Answer("0")], "a card’s effect"),
        # turns, chases, captures
        ({"players": FOUR, "turn": {"action_done": True}}, [mv.EndTurn()], "Ana: end of turn"),
        ({"players": FOUR, "turn": {"action_done": True}}, [mv.Ok()], "Ana: end of turn"),
        (HUNTED, [mv.EndTurn()], "Ana: end of turn"),
        (HUNTED, [mv.EndTurn(), mv.Answer("none")], "the Chasse"),
        (HUNTED, [mv.EndTurn(), mv.Ok()], "the Chasse"),
        (HUNTED, [mv.EndTurn(), mv.Answer("Bo"), mv.Ok(), START], "the capture of Bo"),
        (HUNTED, [mv.EndTurn(), mv.Answer("Cy"), mv.Answer("Bo"), mv.Ok(), START], "Cy, Bo caught"),
        (HUNTED_BOARD, [mv.EndTurn()], "Ana: end of turn"),
        (HUNTED_BOARD | {"seats": {"Cy": {"at": 1}}}, [mv.EndTurn()], "the capture of Cy"),
        (HUNTED_BOARD | {"cerberus": 3}, [mv.EndTurn()], "the Chasse"),
        (MIDWAYS["order"], [mv.Answer("Bo")], "Cy and 2 more caught"),
        ({"players": FOUR}, [mv.TakeCapture(("Dan",)), START], "the capture of Dan"),
        ({"players": FOUR}, [mv.TakeCapture(("Dan",))], "the answer"),
        # picks, of which nothing comes yet
        (HUNTED, [mv.EndTurn(), mv.Answer("Bo")], "Bo chosen"),
        (HUNTED, [mv.EndTurn(), mv.Answer("Bo"), mv.Ok()], "the answer"),
        (RICH, [mv.PlayCard("sur_favoritisme", "b"), mv.Answer("Bo")], "Bo chosen"),
        (BOARD, [mv.PlayCard("act2", "b"), mv.Answer("Cy")], "Cy chosen"),
        (MIDWAYS["order"], [mv.Answer("Cy")], "Cy chosen"),
        (MIDWAYS["each"], [mv.Answer("0"), mv.Answer("none")], "nobody caught"),
        # boats, places
        ({"players": FOUR}, [mv.EndBoardReached("Bo")], "Bo: plateau de Fin"),
        (STARTS["hidden"], [mv.EndBoardReached("Bo")], "Bo: plateau de Fin"),
        ({"players": FOUR, "boats": {"revealed": 2}}, [mv.TakeSeat("Bo")], "Bo on board"),
        ({"players": FOUR, "boats": {"revealed": 2, "aboard": ["Bo"]}}, [mv.Unseat("Bo")], "Bo off the Barque"),
        ({"players": FOUR, "options": {"boats": "tagged"}}, [mv.LayBoat(3)], "the Barque in place 1"),
        ({"players": FOUR}, [mv.Symbol("Bo", OpName.DRAW, 1, DeckKind.SURVIVAL)], "the symbol under Bo"),
        ({"players": FOUR}, [mv.BridgeUsed()], "the Pont de Cordes"),
        ({"players": FOUR}, [mv.Correct({"die": 5})], "the correction"),
        ({"players": FOUR}, [mv.Correct({"seats": {"Bo": {"side": "cerberus"}}})], "the correction"),
    ],
)
def test_what_undo_takes_back(position: dict[str, Any], moves: list[Any], label: str) -> None:
    found = said(position, *moves)
    assert found == (type(moves[-1]).__struct_config__.tag, label)


@pytest.mark.parametrize("slot", [1, 2, 3])
@pytest.mark.parametrize("boating", ["tagged", "kept"])
def test_no_label_tells_what_lies_in_a_boat(boating: str, slot: int) -> None:
    labels = []
    for hidden in ([1, 2, 3], [3, 1, 2], [2, 3, 1]):
        place = {
            "players": FOUR,
            "options": {"boats": boating},
            "boats": {"slots": hidden},
            "agenda": [{"type": "boat", "player": "Bo", "asked": True}],
        }
        other = slot % 3 + 1
        labels.append(
            [
                said(place, mv.BoatPeek(slot)),
                said(place, mv.BoatSwap(slot, other)),
                said({**place, "agenda": []}, mv.EndBoardReached("Bo")),
            ]
        )
    assert labels[0] == labels[1] == labels[2]
    assert labels[0][0] == ("boat_peek", f"the look at Barque {slot}")


# -- words -------------------------------------------------------------------------------------------------------------


def labels() -> set[str]:
    """All that can stand on the key."""
    alone = {v for module in (words, events) for k, v in vars(module).items() if k.isupper() and isinstance(v, str)}
    of_events = {kind.undo.msgid for kind in get_args(CerbereEvent) if kind.undo is not None and kind.undo.msgid}
    return alone | of_events | {*events.OF_CARD.values(), *events.OF_OP.values(), *words.OF_MOVE.values()}
