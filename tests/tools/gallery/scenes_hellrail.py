"""The screens of HellRail in every state worth seeing; map, placing, reveal, recap and capture stand in a file of
their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.engine.requests import Choose, Undo
from companion.games.hellrail.virtual import VirtualHands
from kiosk.screens.hellrail import routing
from kiosk.screens.sheet import SheetKey
from kiosk.storage.settings import SavedSeat
from tests.tools.gallery.played_hellrail import COLOURS, NAMES, move, people, played_hellrail
from tests.tools.gallery.scene import Scene, list_of_steps
from tests.tools.gallery.scenes_hellrail_map import scenes as mapped
from tests.tools.gallery.scenes_tables import CALLING

CARS = ("R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10")


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield from _setups()
    yield from _turns()
    yield from _light()
    yield from _cards()
    yield from _entries()
    yield from _questions()
    yield from _sheets()
    yield from _corrections()
    yield from _drawers()
    yield from mapped()


# ---------------------------------------------------------------- set-up


def _setups() -> Iterator[Scene]:
    yield Scene("hellrail-setup", act=_entering("hellrail_setup"))
    full = _entering("hellrail_setup", count=4, level="map", variants=["secret_effects", "devils_advocate"])
    yield Scene("hellrail-setup-four", act=full)
    yield Scene("hellrail-setup-table", act=list_of_steps(full))
    yield Scene("hellrail-players", act=_entering("hellrail_players", count=4, first="Bo"))
    yield Scene("hellrail-deal", _new())


def _entering(screen: str, count: int = 3, **wish: Any) -> Callable[[Any], object]:
    """Through the gate, with a wish of last time, to one of the set-up pages."""

    def enter(root: Any) -> None:
        from msgspec.structs import replace

        context = root.context
        seats = tuple(SavedSeat(name, colour) for name, colour in zip(NAMES, COLOURS, strict=True))
        context.owner.settings.now = replace(context.owner.now, seats=seats, table=count, options={"hellrail": wish})
        context.enter("hellrail")
        root.open(screen)

    return enter


def _new(*inputs: dict[str, Any], n: int = 3, **options: Any) -> Callable[[], Any]:
    return partial(played_hellrail, *inputs, n=n, options=options)


# ---------------------------------------------------------------- turns

MIDDLE: dict[str, Any] = {
    "seats": people(
        3,
        Ana={"train": ["R02"], "delivered": ["R20", "R21"], "hand": 3, "at": "C2"},
        Bo={"delivered": ["R22", "R23", "R24", "R25"], "hand": 5, "at": "rail"},
        Cy={"train": ["R01", "R05", "R09"], "delivered": ["R26", "R27", "R28"], "tender": True, "at": "C6", "hand": 4},
    ),
    "active": "Cy",
    "discard": ["R30", "R31", "R32", "R33"],
    "table": ["R34", "R35", "R36"],
}
"""The middle of a game: the train of the mock-up."""


def _middle(*inputs: dict[str, Any] | Choose | Undo, **more: Any) -> Callable[[], Any]:
    return partial(played_hellrail, *inputs, **{**MIDDLE, **more})


def four(**more: dict[str, Any]) -> list[dict[str, Any]]:
    """Four players with everything that there is."""
    usual = {
        "Ana": {
            "train": ["R02", "R03", "R04", "R06", "R07"], "delivered": ["R20", "R21"], "hand": 3, "at": "C2",
            "soul_catcher": True, "tender": True, "boatman": True, "heresy": "heresy_redirect",
        },
        "Bo": {"delivered": ["R22", "R23"], "hand": 11, "at": "rail", "tender": True, "train": ["R10", "R11"]},
        "Cy": {"train": ["R01", "R05"], "at": "C5", "hand": 0, "boatman": True, "heresy": "heresy_cancel"},
        "Éléonore": {"train": ["R08", "R12", "R13"], "delivered": ["R24"], "soul_catcher": True, "held": "boatmen"},
    }  # fmt: skip
    return people(4, **{name: {**seat, **more.get(name, {})} for name, seat in usual.items()})


def _crowd(*inputs: dict[str, Any] | Choose, **more: Any) -> Callable[[], Any]:
    return partial(played_hellrail, *inputs, **{"n": 4, "seats": four(), "cerberus": "C2", **more})


def _light() -> Iterator[Scene]:
    """Level light."""
    middle: dict[str, Any] = {"level": "light", "seats": MIDDLE["seats"], "active": "Cy", "turn": {"n": 7}}

    def at(*inputs: dict[str, Any] | Choose, **more: Any) -> Callable[[], Any]:
        return partial(played_hellrail, *inputs, **{**middle, **more})

    boat = people(3, Cy={"boatman": True, "at": "C6"})
    level = [move("setout", car=7), move("end_turn"), move("setout", car=7), move("report", what="no_cards")]
    yield Scene("hellrail-light", at())
    yield Scene("hellrail-light-four", partial(played_hellrail, n=4, seats=four(), cerberus="C2", level="light"))
    yield Scene("hellrail-light-arrived", at(move("report", what="arrived", circle="C5")))
    yield Scene("hellrail-light-used", at(move("report", what="arrived", circle="C1"), move("use", source="circle")))
    yield Scene("hellrail-light-gluttony", at(turn={"gluttony": True}))
    yield Scene("hellrail-light-boat", at(seats=boat))
    yield Scene("hellrail-light-deliver", at(*keys("deliver")))
    yield Scene("hellrail-light-menu", at(), act=_go(routing.MORE))
    yield Scene("hellrail-light-menu-call", at(), act=_go(routing.MORE), link=CALLING)
    yield Scene("hellrail-light-report", at(*keys("report")))
    yield Scene("hellrail-light-no-cards", at(*keys("no_cards")))
    caught = people(3, Cy={"soul_catcher": True, "at": "C6"})
    yield Scene("hellrail-light-derailed", at(move("report", what="derailed"), seats=caught))
    yield Scene("hellrail-light-menu-todo", at(move("report", what="derailed")), act=_after_order)
    yield Scene("hellrail-light-sealed", at(*level))
    yield Scene("hellrail-light-level", at(*level, move("reveal"), seats=people(3)))
    won = [move("setout", car=9), *level[1:], move("reveal")]
    yield Scene("hellrail-light-won", at(*won, seats=people(3)))
    yield Scene("hellrail-light-recap", at(*won, seats=people(3)), over="hellrail_recap")


def _turns() -> Iterator[Scene]:
    yield Scene("hellrail-turn", _middle())
    yield Scene("hellrail-undone", _middle(move("end_turn"), Undo()))
    yield Scene("hellrail-turn-draw", _middle(phase="start", active="Ana"))
    yield Scene("hellrail-turn-tender", _middle(phase="start"))
    yield Scene("hellrail-turn-four", _crowd())
    yield Scene("hellrail-turn-long", _crowd(active="Éléonore", cerberus=None))
    yield Scene("hellrail-turn-empty", _middle(active="Bo", seats=people(2, Bo={"hand": 0, "at": "rail"}), n=2))
    yield Scene("hellrail-turn-gluttony", _middle(turn={"gluttony": True, "drawn": True}))
    yield Scene("hellrail-turn-rail", _middle(active="Bo"))
    yield Scene("hellrail-delivered", _middle(move("setout", card="R05")))
    yield Scene("hellrail-fresh", _new(move("deal")))
    yield Scene("hellrail-refused", _middle(move("pickup", card={"pickup": "9", "brimstone": 1})))
    yield Scene("hellrail-secret", _middle(variants=["secret_effects"]))


# ---------------------------------------------------------------- cards


def _go(*place: str) -> Callable[[Any], object]:
    """A finger opens one of the screen's own sheets."""
    return lambda root: root.screen.go(SheetKey(*place))


def _after_order(root: Any) -> None:
    """Somebody goes on, and looks into the menu."""
    root.screen.order_over()
    root.screen.go(SheetKey(routing.MORE))


def keys(*path: str) -> tuple[Choose, ...]:
    """What a finger chooses one after the other."""
    return tuple(map(Choose, path))


def _cards() -> Iterator[Scene]:
    boat = people(3, Cy={"train": ["R01", "R05", "R09"], "at": "C6", "hand": 4, "boatman": True})
    yield Scene("hellrail-card-read", _middle(*keys("tag:R10"), seats=boat))
    yield Scene("hellrail-card-pickup", _middle(*keys("pickup", "s7")))
    yield Scene("hellrail-card-move", _middle(*keys("move", "b4")))
    yield Scene("hellrail-card-boat", _middle(*keys("boat", "b4"), seats=boat))
    yield Scene("hellrail-card-fan", _middle(*keys("fan"), seats=boat))
    yield Scene("hellrail-card-lay", _middle(*keys("lay")))
    yield Scene("hellrail-card-upgrade", _middle(*keys("upgrade")))
    yield Scene("hellrail-card-throw", _middle(*keys("throw"), turn={"gluttony": True, "drawn": True}))
    yield Scene("hellrail-toll", _middle(*keys("move", "c2"), cerberus="C6"))
    two = people(3, Cy={"train": ["R05", "R13", "R01"], "at": "C6", "hand": 2})
    yield Scene("hellrail-cars", _middle(*keys("deliver"), seats=two))
    unsaid = move("pickup", card={"setout": "6", "brimstone": 2})
    yield Scene("hellrail-covered", _middle(unsaid, *keys("deliver", "#4")))


# ---------------------------------------------------------------- circles and their effects

GO: dict[str, Any] = {"car": 6, "brimstone": 5}


def at(circle: str, *more: dict[str, Any] | Choose, **position: Any) -> Callable[[], Any]:
    """Cy drives into a circle."""
    return _middle(move("move", card=GO, to=circle), *more, **position)


def use(**fields: Any) -> dict[str, Any]:
    """The circle's effect."""
    return move("use", **fields)


def _entries() -> Iterator[Scene]:
    for name, circle in (
        ("abyss", "C1"), ("thievery", "C2"), ("lust", "C3"), ("geryon", "C4"), ("guard", "C5"), ("shift", "C6"),
        ("tenders", "C7"), ("gluttony", "C8"), ("heresy", "C9"),
    ):  # fmt: skip
        yield Scene(f"hellrail-entry-{name}", at(circle))
    six = ("boatmen", "chaos_reigns", "delinquency", "false_path", "infernal_power", "soul_catcher")
    spare = dict(zip((f"C{i}" for i in range(1, 10)), (*six, "abyss", "lust", "geryon"), strict=True))
    for i, name in enumerate(six, 1):
        yield Scene(f"hellrail-entry-{name}", at(f"C{i}", effects=spare))
    held = people(3, Cy={"hand": 4, "held": "infernal_power", "at": "rail"})
    yield Scene("hellrail-entry-held", at("C3", seats=held))
    yield Scene("hellrail-entry-gates", at("CG", seats=held))
    secret = {"variants": ["secret_effects"], "seats": held}
    yield Scene("hellrail-entry-secret", at("C3", **secret))
    yield Scene("hellrail-look", at("C3", move("look"), **secret))
    yield Scene("hellrail-which", at("C3", *keys("circle"), **secret))
    for name, circle in (
        ("thievery", "C2"), ("lust", "C3"), ("geryon", "C4"), ("guard_duty", "C5"), ("shift_change", "C6"),
        ("gluttony", "C8"), ("heresy", "C9"),
    ):  # fmt: skip
        yield Scene(f"hellrail-fields-{name}", at(circle, *keys("circle")))
    come = move("move", card={"car": 6, "brimstone": 6}, toll=[{"car": 9}], to="C2")
    yield Scene("hellrail-fields-spare", at("C6", *keys("circle", "spare")))
    yield Scene("hellrail-fields-thievery-four", _crowd(come, *keys("circle"), active="Ana"))


def _questions() -> Iterator[Scene]:
    yield Scene("hellrail-arrival", _middle(move("move", card=GO)))
    yield Scene("hellrail-price", at("C1", use()))
    yield Scene("hellrail-pick", at("C1", use(), move("discard", cards=["R40"])))
    false_path = {"effects": {**{f"C{i}": e for i, e in enumerate(("false_path", "lust", "geryon", "abyss"), 1)}}}
    more = {**false_path["effects"], "C5": "heresy", "C6": "chaos_reigns", "C7": "infernal_power", "C8": "boatmen"}
    dealt = {"effects": {**more, "C9": "delinquency"}}
    yield Scene("hellrail-turn-rail-card", at("C1", use(), move("discard", cards=["R40"]), **dealt))
    yield Scene("hellrail-flip", at("C3", use(target="Bo")))
    yield Scene("hellrail-heresy", at("C3", use(target="Ana"), seats=_holders()))
    two = _holders(Ana={"hand": 4, "heresy": "heresy_redirect", "at": "rail"})
    yield Scene("hellrail-heresy-two", at("C3", use(target="Éléonore"), n=4, seats=two))
    yield Scene(
        "hellrail-redirect",
        at("C3", use(target="Éléonore"), *keys("seat:Ana"), n=4, seats=two),
    )
    flip = {"brimstone": 2}
    yield Scene("hellrail-give", at("C3", use(target="Bo"), move("flip", card=flip)))
    yield Scene("hellrail-geryon", at("C4", use(car="#1"), move("flip", card={"brimstone": 3})))
    yield Scene("hellrail-take", at("C8", use(target="Bo"), move("take", target="Bo")))
    yield Scene("hellrail-spare", at("C7", use(), **dealt))
    yield Scene("hellrail-chaos", at("C6", use(), **dealt))
    catcher = people(
        3, Cy={"hand": 4, "soul_catcher": True, "at": "rail"}, Bo={"train": ["R01"], "hand": 2, "at": "rail"}
    )
    yield Scene(
        "hellrail-soulcatch", _middle(move("move", card=GO), move("report", what="rammed", target="Bo"), seats=catcher)
    )
    yield Scene("hellrail-derailed", _middle(move("move", card=GO), move("report", what="derailed")))
    empty = people(3, Cy={"train": ["R01"], "soul_catcher": True, "at": "rail"})
    yield Scene("hellrail-derailed-cars", _middle(move("report", what="derailed", target="Cy"), seats=empty))
    hit = (move("report", what="marker"), move("flip", card={"brimstone": 1}))
    yield Scene("hellrail-drop", _middle(*hit, *keys("#2"), markers_out=2))


def _holders(**more: dict[str, Any]) -> list[dict[str, Any]]:
    """Somebody holds a Heresy token."""
    usual: dict[str, dict[str, Any]] = {
        "Bo": {"heresy": "heresy_cancel", "hand": 3},
        "Cy": {"hand": 4, "at": "rail"},
        **more,
    }
    return people(4 if more else 3, **usual)


# ---------------------------------------------------------------- sheets of the screen's own


def _sheets() -> Iterator[Scene]:
    yield Scene("hellrail-more", _middle(), act=_go(routing.MORE))
    yield Scene(
        "hellrail-more-gluttony", _crowd(turn={"gluttony": True, "drawn": True}, active="Ana"), act=_go(routing.MORE)
    )
    yield Scene("hellrail-circles", _middle(cerberus="C4"), act=_go(routing.CIRCLES))
    yield Scene("hellrail-circles-told", _middle(), act=_choose_circle)
    yield Scene("hellrail-report", _middle(*keys("report"), markers_out=2))
    yield Scene("hellrail-report-pushed", _crowd(*keys("report", "pushed")))
    yield Scene("hellrail-report-where", _crowd(*keys("report", "pushed", "Bo")))


def _choose_circle(root: Any) -> None:
    _go(routing.CIRCLES)(root)
    root.screen.sheet.tell("C6")


def _corrections() -> Iterator[Scene]:
    yield Scene("hellrail-correct", _middle(cerberus="C4"), over="hellrail_correct")
    yield Scene(
        "hellrail-correct-player", _crowd(), over="hellrail_correct", act=lambda f: f.screen.open_page("Éléonore")
    )


def _drawers() -> Iterator[Scene]:
    for i, name in enumerate(("hand", "cards", "circles")):
        yield Scene(f"hellrail-drawer-{name}", _middle(), act=_drawer(i))


def _drawer(page: int) -> Callable[[Any], object]:
    def draw(root: Any) -> None:
        drawer = root.drawer
        drawer.table.hands = VirtualHands(drawer.table.deck, seed=4)  # the same cards in every picture
        drawer.table.on_update(root.context.table.update)
        root.open_drawer()
        for _ in range(page):
            drawer.switch()

    return draw
