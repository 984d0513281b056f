"""Cerbère's board, its end and its player aid in every state worth seeing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.game import UndoLabel
from tests.tools.gallery.played_cerbere import NAMES, played_cerbere, players
from tests.tools.gallery.scene import Make, Scene

RUN = {"type": "play", "card": "act2_adv", "option": "a"}
OTHERS = {"type": "play", "card": "act2_adv", "option": "b"}
OK = {"type": "ok"}
END = {"type": "end_turn"}


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield from _boards()
    yield from _recaps()


def _board(*moves: dict[str, Any], at: tuple[int, ...], **position: Any) -> Make:
    """Pawns on these spaces; the first player is active."""
    pos = dict(zip(NAMES, at, strict=False))
    laid = {"level": "board", "players": players(len(at)), "pos": pos, **position}
    return partial(played_cerbere, *moves, seats=len(at), **laid)


def _boards() -> Iterator[Scene]:
    yield Scene("cerbere-board-start", _board(at=(2,) * 7))
    portal = ["S4", "PORTAL", "NACELLE", "E3"]
    yield Scene("cerbere-board-target", _board(OTHERS, at=(7, 8, 9, 10, 10), faces=portal, cerberus=5))
    yield Scene("cerbere-board-path", _board(RUN, OK, at=(8, 10, 12, 15), cerberus=3))
    yield Scene("cerbere-board-nacelle", _board(RUN, OK, at=(13, 15, 15, 12), faces=portal, cerberus=9))
    climb = ["S2", "FUNICULAR", "STILTS", "E3"]
    boat: dict[str, Any] = {"boats": {"revealed": 3, "aboard": [NAMES[3]]}, "bridge": False}
    yield Scene("cerbere-board-boat", _board(at=(17, 8, 20, 22, 17), faces=climb, cerberus=14, boats={"revealed": 2}))
    yield Scene("cerbere-board-end", _board(RUN, OK, at=(20, 21, 18, 22, 17), cerberus=15, **boat))
    chase = {"die": 9, "speed": 5, "cerberus": 4, "turn": {"active": NAMES[0], "action_done": True}}
    picked = {"type": "answer", "value": NAMES[2]}
    met = _board(END, picked, at=(9, 9, 9, 9, 12), **chase)
    yield Scene("cerbere-board-chase", met)
    yield Scene("cerbere-board-order", met, act=lambda root: root.screen.order_over())
    draws = {"type": "play", "card": "act1_adv", "option": "b"}
    yield Scene("cerbere-board-lines", _board(draws, at=(7, 8, 9, 10, 10)))
    alone = {"players": players(3, Bo="cerberus", Cy="out"), "boats": {"revealed": 1}}
    both = {"type": "play", "card": "act3_adv", "option": "a"}
    yield Scene("cerbere-board-nobody", _board(both, at=(7,), cerberus=2, **alone))


def _tally(turns: int, steps: int, captures: tuple[tuple[int, int, str], ...], chases: int) -> dict[str, Any]:
    """The books of an evening: the die goes forward a step a turn and home when it has come to the Hunt."""
    marks = []
    for turn in range(1, turns + 1):
        gone = (turn - 1) * 2 % (steps * 2 - 1) // 2
        marks.append({"turn": turn, "die": 9 - steps + gone, "home": 9 - steps, "speed": 3 + turn // 9})
    caught = [{"turn": turn, "seat": NAMES[seat], "role": role} for turn, seat, role in captures]
    return {"marks": marks, "captures": caught, "chases": chases, "misses": chases - 1, "corrected": False}


def _over(n: int, side: str, winners: list[str], **position: Any) -> Make:
    over = {"side": side, "winners": winners}
    return partial(played_cerbere, seats=n, level="tracker", over=over, **position)


def _undoable(root: Any) -> None:
    """As it is where the last act can be taken back: a position has none."""
    update = replace(root.context.table.update, undo=UndoLabel("caught", "the capture of {name}", {"name": NAMES[4]}))
    root.context.table.update = update
    root.screen.on_update(update)


def _recaps() -> Iterator[Scene]:
    first, second, third = NAMES[0], NAMES[4], NAMES[6]
    tally = _tally(14, 5, ((9, 1, "cerberus"),), 3)
    boat = {"revealed": 1, "aboard": [first]}
    sides = players(3, Bo="cerberus")
    yield Scene("cerbere-out", _over(3, "runners", [first], players=sides, boats=boat, tally=tally, turn={"n": 14}))
    many = _tally(58, 8, ((11, 1, "cerberus"), (12, 2, "cerberus"), (30, 3, "cerberus"), (31, 5, "out")), 7)
    away = [first, second, third]
    crew = {"revealed": 3, "aboard": away}
    sides = players(7, Bo="cerberus", Cy="cerberus", Dan="cerberus", Flo="out")
    seven = _over(7, "runners", away, players=sides, boats=crew, tally=many, turn={"n": 58}, box="demo")
    yield Scene("cerbere-out-seven", seven)
    lost = _tally(26, 7, ((8, 1, "cerberus"), (19, 2, "cerberus"), (26, 3, "out"), (26, 4, "out")), 6)
    sides = players(5, Bo="cerberus", Cy="cerberus", Dan="out", **{second: "out"})
    hunted = _over(
        5, "cerberus", ["Bo", "Cy"], players=sides, boats={"revealed": 3}, tally=lost, turn={"active": "Bo", "n": 26}
    )
    yield Scene("cerbere-lost", hunted)
    yield Scene("cerbere-lost-undo", hunted, act=_undoable)
    out = players(3, Ana="out", Bo="out", Cy="out")
    none = _tally(7, 5, ((7, 0, "out"), (7, 1, "out"), (7, 2, "out")), 1)
    yield Scene("cerbere-lost-all", _over(3, "cerberus", [], players=out, tally=none, turn={"n": 7}))
    kept = {"players": out, "boating": "kept", "tally": none, "turn": {"n": 7}}
    yield Scene("cerbere-lost-boats", _over(3, "cerberus", [], boats={"slots": [2, 1, 3]}, **kept))
    shown = _over(3, "cerberus", [], boats={"slots": [2, 1, 3], "shown": True}, **kept)
    yield Scene("cerbere-lost-boats-shown", shown)
    over = {"slots": [1, 3, 2], "revealed": 1, "aboard": [first], "shown": True}
    away_then = {"players": players(3, Bo="cerberus"), "boating": "kept", "boats": over, "tally": tally}
    yield Scene("cerbere-out-boats-shown", _over(3, "runners", [first], turn={"n": 14}, **away_then))
