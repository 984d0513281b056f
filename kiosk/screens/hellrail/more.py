"""The menu of a turn: its options that are no keys of the page, and the ways to other screens."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import Any

from companion.engine.prompt import Option, Prompt
from companion.engine.text import N_, Text
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.context import KioskContext
from kiosk.screens.hellrail.prompts import HellRailPrompt
from kiosk.screens.hellrail.routing import CIRCLES, LOOK, Go, SheetKey
from kiosk.screens.menu import ways
from kiosk.screens.prompt_sheet import Explain
from kiosk.widgets.key import Key
from kiosk.widgets.tile import Tile

TITLE = Text(N_("What else?"))


class More(HellRailPrompt):
    """What cannot be done now is dim.

    :param on_page: the keys of the options that the page of the turn had room for.
    """

    def __init__(self, context: KioskContext, explain: Explain, go: Go, on_page: Callable[[], Container[str]]) -> None:
        super().__init__(context, explain)
        self.go, self.on_page = go, on_page
        self.held: str | None = None
        """Whose token is held face down."""
        self._shown: Any = None
        self.close = Key(_("Back"), "back", icon_size=3, action=lambda: go(None))

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        prompt = self.context.prompt
        self.held = view.turn.player if view.active.held_down else None
        shown = (prompt, self.held)
        if prompt is None or shown == self._shown:
            return
        self._shown = shown
        turn = prompt.options if prompt.id == "turn" else ()
        page = self.on_page()
        rest = (option for option in turn if not option.place and option.key not in page)
        self.show(view, Prompt("turn", TITLE, tuple(rest)), ())
        self.set_keys(self.close)

    @property
    def crowded(self) -> bool:
        return True

    def choose(self, option: Option) -> None:
        self.context.act(option.key)

    def more(self) -> list[Any]:
        tiles = []
        if self.held is not None:
            look = partial(self.go, SheetKey(LOOK, self.held, "held"))
            tiles.append(Tile(_("Look at the own token"), "lock", tone=C.hex, action=look))
        circles = Tile(_("{hr.circle:many}"), "map", tone=C.ash, action=partial(self.go, SheetKey(CIRCLES)))
        return [*tiles, circles, *ways(self.context, "hellrail_correct")]
