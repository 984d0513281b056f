"""What a picture of the gallery is made of: a name, the game that leads there, and the screen over it if any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.engine.update import Notice, Update
from companion.web.desk.state import PagesState

if TYPE_CHECKING:
    from tests.tools.gallery.scenes_tables import NoOutbox

Make = Callable[[], tuple[Update, ...]]


def _nothing() -> tuple[Update, ...]:
    return ()


def list_of_steps(enter: Callable[[Any], object] | None = None) -> Callable[[Any], object]:
    """Opens the list of what hands do, on the set-up page that `enter` leads to."""

    def act(root: Any) -> None:
        if enter is not None:
            enter(root)
        root.screen.table.show()

    return act


@dataclass(frozen=True)
class Scene:
    """One picture. `act` is called with the floor when it stands (open a sheet, the drawer)."""

    name: str
    make: Make = _nothing
    """Plays the game; only once, and only for who asks for the updates."""
    over: str | None = None
    act: Callable[[Any], object] | None = None
    waiting: bool | int = False
    """How many games wait to be taken up."""
    """An unfinished game waits at home."""
    played: bool = True
    """There are games to remember."""
    first: bool = False
    """The game explains itself."""
    notices: tuple[Notice, ...] = ()
    pages: PagesState | None = None
    """Pages for phones, where they are switched on."""
    speaks: bool = False
    """What speaks is installed."""
    link: NoOutbox | None = None
    """The link to a hub, where the machine has one."""

    @cached_property
    def updates(self) -> tuple[Update, ...]:
        """What the screens are told, first to last."""
        return self.make()
