"""The play screen of Cerbère: every sheet and every question, at Tracker level; the board's own are with the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.engine.requests import Choose, Undo
from tests.tools.gallery.played_cerbere import played_cerbere, players
from tests.tools.gallery.scene import Scene

Input = dict[str, Any] | Choose | Undo


def move(kind: str, /, **fields: Any) -> Input:
    """A move by its name."""
    return {"type": kind, **fields}


def answer(value: str) -> Input:
    """An answer to the open question."""
    return move("answer", value=value)


OK = move("ok")
PLAYED = {"active": "Ana", "action_done": True, "n": 3}


def people(n: int, cards: int = 2, **sides: str) -> list[dict[str, Any]]:
    """Players with so many bonus cards each."""
    deck = {"runner": "survival", "cerberus": "betrayal"}
    return [p if p["side"] == "out" else {**p, deck[p["side"]]: cards} for p in players(n, **sides)]


def _game(*inputs: Input, n: int = 5, **position: Any) -> Callable[[], Any]:
    position.setdefault("players", people(n))
    return partial(played_cerbere, *inputs, **position)


def _hunter(*inputs: Input, **position: Any) -> Callable[[], Any]:
    """Éléonore is on Cerberus's side, and it is her turn."""
    turn = {"turn": {"active": "Éléonore"}, **position}
    return _game(*inputs, players=people(5, Éléonore="cerberus"), **turn)


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield from _turns()
    yield from _cards()
    yield from _plays()
    yield from _questions()
    yield from _chases()
    yield from _boats()
    yield from _reports()


HAND = Choose("card")


def _turns() -> Iterator[Scene]:
    hunted = people(5, Éléonore="cerberus")
    yield Scene("cerbere-turn", _game(die=6, speed=5, players=hunted))
    drawn = (move("play", card="act1", option="a"), OK)
    yield Scene("cerbere-turn-done", _game(*drawn, die=5, speed=5))
    yield Scene("cerbere-turn-seven", _game(n=7))
    late = people(7, Cy="cerberus", Flo="cerberus", Maximilien="out")
    yield Scene("cerbere-turn-late", _game(players=late, die=5, speed=7, boats={"revealed": 3, "aboard": ["Bo"]}))
    yield Scene("cerbere-turn-moved", _game(die=5, speed=5, turn={**PLAYED, "moved": True}))
    ran = {"turn": {**PLAYED, "moved": True, "bonus_done": True}, "boats": {"revealed": 3, "aboard": ["Bo"]}}
    yield Scene("cerbere-turn-moved-seven", _game(n=7, die=4, **ran))
    yield Scene("cerbere-turn-armed", _game(n=4, die=9, speed=6, turn={**PLAYED, "active": "Bo"}))
    yield Scene("cerbere-turn-hunter", _hunter(die=6))
    yield Scene("cerbere-turn-three", _game(n=3, m=5, speed=5))
    yield Scene("cerbere-refused", _game(move("end_turn")))
    yield Scene("cerbere-undone", _game(drawn[0], Undo()))


def _cards() -> Iterator[Scene]:
    yield Scene("cerbere-hand", _game(HAND))
    yield Scene("cerbere-hand-hunter", _hunter(HAND))
    few = [{**p, "hand": [2, 4]} for p in people(5, 0)]
    yield Scene("cerbere-turn-few", _game(players=few))
    for card in ("sur_opportunisme", "sur_favoritisme", "sur_couardise"):
        yield Scene(f"cerbere-option-{card}", _game(HAND, Choose(card), die=6, speed=8))
    for card in ("bet_sabotage", "bet_fourberie"):
        yield Scene(f"cerbere-option-{card}", _hunter(HAND, Choose(card), die=9))
    yield Scene("cerbere-option-asked", _game(move("play", card="act2")))


def _plays() -> Iterator[Scene]:
    run = move("play", card="act2", option="b")
    yield Scene("cerbere-target", _game(run, n=7))
    yield Scene("cerbere-target-second", _game(run, answer("Bo")))
    yield Scene("cerbere-order-own", _game(move("play", card="act2", option="a")))
    yield Scene("cerbere-pay-cards", _game(move("play", card="sur_favoritisme", option="b"), n=6))
    yield Scene("cerbere-pay-own", _game(move("play", card="sur_sacrifice", option="b")))
    yield Scene("cerbere-pay-move", _hunter(move("play", card="act2", option="a")))
    yield Scene("cerbere-order-boats", _game(move("play", card="act4", option="b")))


def _questions() -> Iterator[Scene]:
    two = (move("play", card="sur_opportunisme", option="b"), OK, answer("Bo"))
    yield Scene("cerbere-lists", _game(*two))
    yield Scene("cerbere-lists-each", _hunter(move("play", card="bet_sabotage", option="b"), OK, OK))
    back = (move("play", card="sur_sacrifice", option="a"), answer("Bo"))
    yield Scene("cerbere-caught-back", _game(*back))
    prowl = (move("play", card="act3", option="a"), OK)
    yield Scene("cerbere-caught", _hunter(*prowl, answer("Bo"), answer("Ana")))


def _chases() -> Iterator[Scene]:
    five = people(5, Éléonore="cerberus")
    chase = partial(_game, OK, players=five, die=9, speed=5, turn=PLAYED)
    seven = partial(_game, OK, n=7, die=9, speed=8, turn=PLAYED)
    yield Scene("cerbere-hunt", chase())
    yield Scene("cerbere-hunt-picked", chase(answer("Bo")))
    yield Scene("cerbere-hunt-seven", seven(answer("Bo"), answer("Maximilien")))
    yield Scene("cerbere-zone", chase(answer("Bo"), OK))
    yield Scene("cerbere-captured", chase(answer("Bo"), answer("start")))
    both = (answer("Bo"), answer("Maximilien"), answer("start"))
    yield Scene("cerbere-captured-two", seven(*both))
    every = [answer(name) for name in ("Ana", "Bo", "Cy", "Dan", "Éléonore", "Flo", "Maximilien")]
    yield Scene("cerbere-captured-many", seven(*every[:5], answer("start")))
    yield Scene("cerbere-missed", chase(answer("none")))


def _boats() -> Iterator[Scene]:
    there = move("end_board_reached", pawn="Bo")
    yield Scene("cerbere-seats", _game(there))
    yield Scene("cerbere-revealed", _game(there, answer("2")))
    coward = (move("play", card="sur_couardise", option="a"), OK)
    yield Scene("cerbere-boats", _game(*coward))
    yield Scene("cerbere-boats-swap", _game(*coward, Choose("swap"), Choose("2")))
    symbol = move("symbol", pawn="Bo", op="peek_or_swap_boat")
    yield Scene("cerbere-boats-or-not", _game(symbol))
    kept = partial(_game, *coward, boating="kept", boats={"slots": [2, 1, 3]})
    yield Scene("cerbere-peek", kept())
    yield Scene("cerbere-peek-swap", kept(Choose("swap"), Choose("2")))
    yield Scene("cerbere-peek-seen", kept(Choose("peek"), Choose("2")))


def _reports() -> Iterator[Scene]:
    menu = Choose("report")
    yield Scene("cerbere-reports", _game(menu))
    yield Scene("cerbere-reports-boat", _game(menu, boats={"revealed": 2, "aboard": ["Bo"]}))
    several = (Choose("capture"), Choose("Bo"), Choose("Maximilien"))
    yield Scene("cerbere-report-capture", _game(menu, *several, n=7))
    yield Scene("cerbere-report-symbol", _game(menu, Choose("symbol"), Choose("Bo")))
    yield Scene("cerbere-report-end", _game(menu, Choose("end")))
