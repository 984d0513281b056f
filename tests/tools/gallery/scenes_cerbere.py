"""Every screen of Cerbère in every state worth seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kiosk.storage.settings import SavedSeat
from tests.tools.gallery.played_cerbere import COLOURS, NAMES, played_cerbere, players
from tests.tools.gallery.scene import Scene, list_of_steps
from tests.tools.gallery.scenes_cerbere_end import scenes as board_and_end
from tests.tools.gallery.scenes_cerbere_play import scenes as play


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield from _setups()
    yield from play()
    yield from _corrections()
    yield from _drawers()
    yield from board_and_end()


def _setups() -> Iterator[Scene]:
    for name in ("setup", "players", "boards", "follow", "rules"):
        yield Scene(f"cerbere-{name}", act=_entering(f"cerbere_{name}"))
    yield Scene("cerbere-setup-seven", act=_entering("cerbere_setup", count=7, level="board", boats="kept", m=6))
    yield Scene("cerbere-setup-table", act=list_of_steps(_entering("cerbere_setup", count=5)))
    yield Scene("cerbere-setup-harder", act=_entering("cerbere_setup", count=7))
    yield Scene("cerbere-setup-missing", act=_entering("cerbere_setup", count=3, mids=["PORTAL"]))
    yield Scene("cerbere-players-seven", act=_entering("cerbere_players", count=7))
    yield Scene("cerbere-boards-missing", act=_entering("cerbere_boards", mids=["PORTAL"], end="E_UNKNOWN"))


def _entering(screen: str, count: int = 4, **wish: Any) -> Callable[[Any], object]:
    """Through the gate, with a wish of last time, to one of the set-up pages."""

    def enter(root: Any) -> None:
        from msgspec.structs import replace

        context = root.context
        seats = tuple(SavedSeat(name, colour) for name, colour in zip(NAMES, COLOURS, strict=True))
        context.owner.settings.now = replace(context.owner.now, seats=seats, table=count, options={"cerbere": wish})
        context.enter("cerbere")
        root.open(screen)

    return enter


def _corrections() -> Iterator[Scene]:
    tracker = partial(played_cerbere, seats=5, players=players(5, Bo="cerberus", Dan="out"))
    yield Scene("cerbere-correct", tracker, over="cerbere_correct")
    yield Scene("cerbere-correct-player", tracker, over="cerbere_correct", act=lambda f: f.screen.open_page("Éléonore"))
    yield Scene("cerbere-correct-hunter", tracker, over="cerbere_correct", act=lambda f: f.screen.open_page("Bo"))
    board = partial(played_cerbere, seats=7, level="board", boats={"revealed": 2, "aboard": ["Ana"]})
    yield Scene("cerbere-correct-board", board, over="cerbere_correct")
    yield Scene("cerbere-correct-board-player", board, over="cerbere_correct", act=lambda f: f.screen.open_page("Cy"))


def _drawers() -> Iterator[Scene]:
    hunter = partial(played_cerbere, players=players(4, Ana="cerberus"), turn={"active": "Ana"})
    seven = partial(played_cerbere, seats=7)
    for i, (name, make) in enumerate((("actions", seven), ("bonus", seven), ("hunter", hunter), ("pawns", seven))):
        yield Scene(f"cerbere-drawer-{name}", make, act=_drawer((0, 1, 1, 2)[i]))


def _drawer(page: int) -> Callable[[Any], object]:
    def draw(root: Any) -> None:
        root.open_drawer()
        for _ in range(page):
            root.drawer.switch()

    return draw
