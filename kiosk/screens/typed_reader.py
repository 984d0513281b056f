"""A reader types into this window and has not been adopted: a key and a tap adopt it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.text import Text as Words
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.screens.screen import Screen, Title, page
from kiosk.table.context import KioskContext
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row, Split, middle


class TypedReaderPage(Screen):
    """What is so, and the key; then what has to be done, and what came of it."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        self._give_up: Callable[[], None] | None = None
        self.instruction = Text(
            _("A card reader types its numbers into this window. As a reader of the table it plays the cards instead."),
            "body",
            C.bone,
            lines=5,
        )
        self.make = Key(_("Make it a reader"), "reader", kind="prime", action=self._make)
        self.back = Key(_("Back"), "back", action=context.go.close)
        self.compose(
            page(
                Title(_("A reader types here")),
                Row(
                    middle(Icon("reader", C.ember), 9),
                    Column(FreeSpace(), Leaf(self.instruction, (16, 24)), FreeSpace()),
                    gap=3,
                ),
                Split(
                    wide=Row(Leaf(self.back, 30), FreeSpace(), Leaf(self.make, 44), size=8.4),
                    upright=Column(self.make, self.back, gap=1, size=18),
                ),
            )
        )

    def _make(self) -> None:
        waits = self.context.services.typed_reader
        if waits is None or self._give_up is not None:
            return
        self.instruction.show(_("Lay a tag on the reader…"))
        self.make.visible = False
        self._give_up = waits.wait(self._said, self._done)

    def _said(self, words: Words) -> None:
        self.instruction.show(spoken(words))

    def _done(self, made: bool) -> None:
        self._give_up = None
        self.make.visible = not made
        if made:
            self.back.show(label=_("Done"), icon="check", kind="ok")

    def closed(self) -> None:
        """Give up waiting: leaving the page means that no reader is wanted."""
        if self._give_up is not None:
            self._give_up()
            self._give_up = None
