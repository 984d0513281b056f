"""HellRail: the map, the placing of circles, the reveal, the recap and the capture of a deck, worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.engine.requests import Choose
from companion.games.hellrail.events import RevealMismatch
from kiosk.screens.hellrail.reveal_story import beats
from tests.games.hellrail.place import laid
from tests.tools.gallery.played_hellrail import move, people, played_hellrail
from tests.tools.gallery.scene import Scene

LYING = (
    ("R02", "2,1", 0), ("R17", "1,2", 0), ("R11", "3,2", 0), ("R13", "2,3", 0), ("R12", "1,0", 1), ("R20", "3,0", 0),
    ("R24", "3,4", 0), ("R10", "4,3", 3), ("R06", "0,3", 0), ("R19", "1,4", 2), ("R26", "4,1", 0), ("R27", "4,1", 0),
)  # fmt: skip
PLACES = {
    "CG": "2,0", "C1": "1,1", "C2": "3,1", "C3": "0,2", "C4": "2,2", "C5": "4,2", "C6": "1,3", "C7": "3,3",
    "C8": "2,4", "C9": "4,4",
}  # fmt: skip
TRAINS: dict[str, dict[str, Any]] = {
    "Ana": {"at": "1,2:EW.1", "heading": "W", "train": ["R01"]},
    "Bo": {"hand": 3, "at": "3,2:NS.1", "heading": "S", "train": ["R03", "R05"]},
    "Cy": {"hand": 5, "at": "C4", "train": ["R07", "R09", "R08"], "tender": True},
    "Éléonore": {"hand": 2, "at": "C4"},
}


def lying(*more: tuple[str, str, int]) -> dict[str, Any]:
    """The table with these cards more."""
    return {"circles": PLACES, "stacks": laid(*LYING, *more)}


def mapped(*inputs: dict[str, Any] | Choose, n: int = 4, trains: dict[str, Any] | None = None, **more: Any) -> Any:
    """A game at Map level, Cy's turn."""
    position = {
        "level": "map",
        "seats": people(n, **{**TRAINS, **(trains or {})}),
        "active": "Cy",
        "turn": {"n": 7, "drawn": True},
        "grid": lying(),
        "markers": ["2,3:NE.1"],
        "cerberus": "C9",
        **more,
    }
    return partial(played_hellrail, *inputs, n=n, **position)


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield from _maps()
    yield from _placings()
    yield from _reveals()
    yield from _recaps()
    yield from _captures()


# ---------------------------------------------------------------- the map

CARD = {"car": 9, "brimstone": 5}


def keys(*path: str) -> tuple[Choose, ...]:
    """What a finger chooses one after the other."""
    return tuple(map(Choose, path))


def _maps() -> Iterator[Scene]:
    yield Scene("hellrail-map", mapped())
    yield Scene("hellrail-map-draw", mapped(phase="start", turn={"n": 8}))
    yield Scene("hellrail-map-secret", mapped(variants=["secret_effects"]))
    yield Scene("hellrail-map-circle", mapped(), act=lambda root: root.screen.sheet._touched("C5"))
    yield Scene("hellrail-map-long", mapped(active="Éléonore"))
    entered = "move", "b5", "c9"
    yield Scene("hellrail-map-long-route", mapped(*keys(*entered), active="Éléonore"))
    yield Scene("hellrail-map-move", mapped(*keys(*entered)))
    yield Scene("hellrail-map-route", mapped(*keys(*entered, "C5")))
    ram = {"Bo": {"hand": 3, "at": "2,1:SW.1", "heading": "W", "train": ["R03", "R05"]}}
    yield Scene("hellrail-map-ram", mapped(*keys(*entered, "C1"), trains=ram))
    west = {"Cy": {**TRAINS["Cy"], "at": "C6"}}
    yield Scene("hellrail-map-off", mapped(*keys(*entered, "0,3:W", "off"), trains=west))
    over = {"Cy": {**TRAINS["Cy"], "at": "C7", "boatman": True}}
    bare = {"circles": PLACES, "stacks": laid(*LYING[:3])}
    gap = mapped(*keys("boat", "b5"), trains=over, grid=bare, markers=[])
    yield Scene("hellrail-map-boat", gap, act=_touching("C6"))
    yield Scene("hellrail-map-lay", mapped(*keys("lay", "tag:R04", "2,5")), act=_touching("2,5"))
    yield Scene("hellrail-map-upgrade", mapped(*keys("upgrade", "tag:R31")), act=_touching("1,0"))
    yield Scene("hellrail-map-drawings", mapped(*keys("lay", "2,5")))
    yield from _map_questions()


def _map_questions() -> Iterator[Scene]:
    effects = dict(zip((f"C{i}" for i in range(1, 10)), _effects(), strict=True))
    south = {"Cy": {"hand": 5, "at": "C1", "train": []}}
    enter = move("move", card=CARD, path=["2,1:W", "2,1:SW.1", "2,1:S", "C4"])

    def entered(first: str, *more: dict[str, Any] | Choose) -> Any:
        dealt = {**effects, "C4": first, **{k: effects["C4"] for k, v in effects.items() if v == first and k != "C4"}}
        return mapped(enter, *more, trains=south, effects=dealt)

    paid = move("discard", cards=[{"brimstone": 2}])
    yield Scene(
        "hellrail-map-turn-card", entered("false_path", move("use"), paid, *keys("2,3"))
    )  # fmt: skip
    yield Scene("hellrail-map-pick", entered("abyss", move("use"), paid), act=_touching("2,3"))
    tie = entered("delinquency", *keys("circle"))
    yield Scene("hellrail-map-tie", tie, act=_touching("3,2:EW.1"))
    pushed = {
        "Bo": {"hand": 3, "at": "2,1:W", "heading": "in"},
        "Cy": {"hand": 5, "at": "C1", "train": []},
    }
    yield Scene("hellrail-map-branch", mapped(move("move", card=CARD, path=["2,1:W"]), trains=pushed))


def _effects() -> tuple[str, ...]:
    return (
        "lust",
        "thievery",
        "geryon",
        "abyss",
        "guard_duty",
        "shift_change",
        "false_path",
        "gluttony",
        "delinquency",
    )


def _touching(*touches: str) -> Callable[[Any], object]:
    def act(root: Any) -> None:
        for touch in touches:
            root.screen.sheet._touched(touch)

    return act


# ---------------------------------------------------------------- placing

ADVOCATE = {"level": "map", "variants": ["devils_advocate"]}
PUT = (("Bo", "CG", "0,0"), ("Cy", "C4", "1,1"), ("Éléonore", "C7", "-1,1"), ("Ana", "C2", "2,0"), ("Bo", "C9", "0,2"))


def _placed(n: int) -> Any:
    moves = [move("place_circle", seat=seat, circle=circle, cell=cell) for seat, circle, cell in PUT[:n]]
    return partial(played_hellrail, *moves, n=4, options=ADVOCATE)


def _placings() -> Iterator[Scene]:
    yield Scene("hellrail-placing-gates", _placed(0))
    yield Scene("hellrail-placing-dealt", partial(played_hellrail, move("deal_circles"), n=4, options=ADVOCATE))

    def choose(root: Any) -> None:
        root.screen.choose("C5")
        root.screen._touched("3,1")

    yield Scene("hellrail-placing", _placed(5), act=choose)


# ---------------------------------------------------------------- the reveal


def ended(delivered: dict[str, list[str]], loaded: dict[str, list[str]] | None = None, **more: Any) -> dict[str, Any]:
    """The position of a game that is over: who delivered what."""
    trains = loaded or {}
    used = {card for cards in (*delivered.values(), *trains.values()) for card in cards}
    hands = {
        name: {"hand": 0, "delivered": cards, "train": trains.get(name, [])} for name, cards in delivered.items()
    }  # fmt: skip
    rest = [f"R{i:02d}" for i in range(1, 46) if f"R{i:02d}" not in used]
    seats = people(len(delivered), **hands)
    return {"seats": seats, "phase": "ended", "reason": "no_cards", "draw": 0, "table": rest, **more}


THREE = {"Ana": ["R01", "R05"], "Bo": ["R02", "R06", "R14", "R08"], "Cy": ["R09", "R12", "R03", "R16"]}
MANY = [f"R{i}" for i in range(30, 43)]
FOUR = {"Ana": ["R01", "R05", "R21", "R22", "R23", "R24"], "Bo": MANY, "Cy": [], "Éléonore": ["R09", "R12", "R03"]}
TIED = {"Ana": ["R01", "R05"], "Bo": ["R02", "R11"]}


def _over(delivered: dict[str, list[str]], *inputs: dict[str, Any], **more: Any) -> Any:
    return partial(played_hellrail, *inputs, **ended(delivered, **more))


def _playing(n: int) -> Callable[[Any], object]:
    """So many beats of the opening, the last car half open."""

    def act(root: Any) -> None:
        screen = root.screen
        screen._beats = list(beats(screen.view.scores))
        screen.over = False
        screen.sparks.visible = False
        for row in screen.rows.values():
            row.show(note="", won=False)
            row.total.show("")
            for car in row.cars:
                car.shown, car.lid = None, 0
        for _ in range(n):
            screen._beat()
            screen._stop()
        last = [car for row in screen.rows.values() for car in row.cars if car.shown is not None]
        last[-1].lid = 0.45
        screen._show()
        screen.rearrange()

    return act


def _reveals() -> Iterator[Scene]:
    open_ = move("reveal")
    yield Scene("hellrail-sealed", _over(FOUR))
    yield Scene("hellrail-opening", _over(THREE, open_), act=_playing(9))
    yield Scene("hellrail-opening-many", _over(FOUR, open_), act=_playing(14))
    train = {"loaded": {"Ana": ["R06"], "Bo": ["R09"]}}
    yield Scene("hellrail-tie", _over(TIED, open_, **train), act=_playing(7))
    yield Scene("hellrail-won", _over(THREE, open_))
    yield Scene("hellrail-won-many", _over(FOUR, open_))
    yield Scene("hellrail-won-train", _over(TIED, open_, **train))
    yield Scene("hellrail-won-shared", _over(TIED, open_, loaded={"Ana": ["R06"], "Bo": ["R14"]}))

    def check(root: Any) -> None:
        root.screen.begin_check()
        root.screen.check.tapped("R01")
        root.screen.check.tapped("R44")

    def change(root: Any) -> None:
        root.screen.begin_check()
        root.screen.check.choose(1)

    def disagree(root: Any) -> None:
        root.screen.begin_check()
        found = [RevealMismatch("Ana", ("R01",), ("R44",)), RevealMismatch("Bo", ("R02", "R06"), ())]
        root.screen.check.take(root.screen.view, found)

    yield Scene("hellrail-check", _over(THREE, open_), act=check)
    yield Scene("hellrail-check-many", _over({"Ana": MANY, "Bo": []}, open_), act=check)
    yield Scene("hellrail-check-change", _over(THREE, open_), act=change)
    yield Scene("hellrail-check-change-many", _over({"Ana": MANY, "Bo": []}, open_), act=change)
    yield Scene("hellrail-mismatch", _over(THREE, open_), act=disagree)


def _recaps() -> Iterator[Scene]:
    def tally(names: list[str], turns: int) -> dict[str, Any]:
        n, (one, other, *_more) = len(names), names
        return {
            "deliveries": sorted((1 + (i * 7 + i * i) % turns, names[i % n]) for i in range(4 * n)),
            "rams": [(5, one, other), (turns // 2, other, one), (turns // 2 + 1, one, other)],
            "derailments": [(turns // 2 + 1, other), (turns, one)],
            "longest": (5, other),
            "corrected": n == 4,
        }

    open_ = move("reveal")
    for n, scores in ((3, THREE), (4, FOUR)):
        turns = 8 * n
        over = _over(scores, open_, tally=tally(list(scores), turns), turn={"n": turns}, recharges=n - 1)
        yield Scene(f"hellrail-recap-{n}", over, over="hellrail_recap")
    shared = _over(TIED, open_, loaded={"Ana": ["R06"], "Bo": ["R14"]})
    yield Scene("hellrail-recap-shared", shared, over="hellrail_recap")


# ---------------------------------------------------------------- taking a deck down


def _capturing(cards: int, *digits: str, shape: int | None = None, then: str = "") -> Callable[[Any], object]:
    """So many cards are done; then one more is tapped and these values are typed."""

    def act(root: Any) -> None:
        root.context.table.chosen = "hellrail"
        root.open("hellrail_box")
        screen = root.screen
        screen.heap("rail")
        page = screen.page
        for i in range(cards):
            screen.read(f"04{i:02X}5A7E9C1D80")
            for digit in (str(3 + i % 7), str(1 + i % 9), str(1 + (i + 3) % 9), str(1 + i % 5)):
                page.tell(page.field, digit)
            page.draw_shape(i % 21)
            if i < 44:
                page.go_on()
        if digits:
            screen.read("0462E3086CED80")
            for digit in digits:
                page.tell(page.field, digit)
        if shape is not None:
            page.turn_to("rails")
            page.draw_shape(shape)
            page.draw_shape(shape)
        if then:
            getattr(page, then)()

    return act


def _captures() -> Iterator[Scene]:
    yield Scene("hellrail-capture", act=_capturing(0))
    yield Scene("hellrail-capture-card", act=_capturing(22, "6", "4"))
    yield Scene("hellrail-capture-odd", act=_capturing(3, "10", "4", "4", "9"))
    yield Scene("hellrail-capture-drawing", act=_capturing(22, "6", "4", "5", "3", shape=9))
    yield Scene("hellrail-capture-missing", act=_capturing(2, "6", "4", then="finish"))
    yield Scene("hellrail-capture-whole", act=_capturing(45, then="finish"))
