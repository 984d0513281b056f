"""Phones: switched off and on, without a game, who is here, a code, a second phone; the menus with their way there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.requests import Choose
from companion.web.desk.state import Arrival, PagesState, Phone, SetUpTable, Wish
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_cerbere_play import _game

URL = "http://192.168.178.123:8080/"
TOKEN = "Zm9yIGEgcGljdHVyZSBhbG"
ON = PagesState((URL,), (Phone("Bo", True), Phone("Maximilien", False)))
ARRIVED = (
    Arrival(1, "Éléonore", ("skull", "boat"), Wish.TAKEN),
    Arrival(2, "Bo", ("die", "flame"), Wish.FREE),
    Arrival(3, "Wilhelmine-Marie", ("crown", "cerberus"), Wish.NEW),
    Arrival(4, "Cy", ("hand", "clock"), Wish.HAD),
    Arrival(5, "Dan", ("tunnel", "gates"), Wish.PLAYING),
)
ASKING = PagesState((URL,), (Phone("Éléonore", True),), ARRIVED)
FEW = PagesState((URL,), (Phone("Ana", True),), ARRIVED[1:3], everybody=True)


class NoPages:
    """Pages that nobody serves: as they are in a picture."""

    def __init__(self, state: PagesState | None) -> None:
        self.changed: Callable[[], object] = lambda: None
        self.set_up: Callable[[str, str], object] = lambda _key, _value: None
        self.on = state is not None
        self.state = state or PagesState()

    def switch(self, on: bool) -> None: ...
    def admit(self, arrival: int, yes: bool) -> None: ...
    def admit_everybody(self, yes: bool) -> None: ...
    def name_host(self, seat: str) -> None: ...
    def prepare(self, table: SetUpTable) -> None: ...
    def revoke(self, seat: str) -> None: ...
    def end_all(self) -> None: ...

    def mint(self, seat: str, then: Callable[[str], object]) -> None:
        then(TOKEN)


def scenes() -> Iterator[Scene]:
    """All of them."""
    table = _game(n=7)
    yield Scene("phones-off", over="phones")
    yield Scene("phones-opening", over="phones", pages=PagesState())
    yield Scene("phones-no-game", over="phones", pages=PagesState((URL,)))
    yield Scene("phones-everybody", over="phones", pages=FEW)
    yield Scene("phones-set-up", over="cerbere_setup", pages=ON)
    yield Scene("phones", table, over="phones", pages=ON)
    yield Scene("phones-three", _game(n=3), over="phones", pages=PagesState((URL,)))
    yield Scene("phones-asking", table, over="phones", pages=ASKING)
    yield Scene("phone-code", table, over="phone:1", pages=PagesState((URL,)))
    yield Scene("phone-known", table, over="phone:1", pages=ON)
    yield Scene("phones-menu", _game(Choose("report"), n=5), pages=ON)
