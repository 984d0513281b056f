"""The keys of a turn: reports, a card to play, the end of the turn. The one that comes next is lit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.prompt import Prompt
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.screens.cerbere.routing import MENU, SheetKey
from kiosk.widgets.key import Key

Go = Callable[[SheetKey | None], object]


class TurnKeys:
    """Made once for a sheet; `keys` says which of them stand there now."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        self.context, self.go = context, go
        self.reports = Key(_("Menu"), "list", action=self._menu)
        self.cards = Key("", "hand", action=partial(context.choose, "card"))
        self.end = Key("", "next", icon_size=3, action=partial(context.choose, "end"))

    def _menu(self) -> None:
        """What can be told of the table is a prompt; where nothing can, the other screens are still wanted."""
        prompt = self.context.prompt
        if prompt is not None and prompt.option("report") is not None:
            self.context.choose("report")
        else:
            self.go(SheetKey(MENU))

    def keys(self, prompt: Prompt | None) -> tuple[Key, ...]:
        """The main key last. Of many, the way to the reports is an icon alone: Undo needs its words.

        The end of the turn is lit as soon as it is allowed; before that, the card.
        """
        offered = {option.key: option for option in prompt.options if option.why is None} if prompt is not None else {}
        card, end = offered.get("card"), offered.get("end")
        if card is not None:
            self.cards.show(label=spoken(card.label), kind="plain" if end is not None else "prime")
        if end is not None:
            self.end.show(label=spoken(end.label), kind="prime")
        keys = [self.reports, *([self.cards] if card is not None else []), *([self.end] if end is not None else [])]
        self.reports.show(label=_("Menu") if len(keys) < 3 else "")
        return tuple(keys)
