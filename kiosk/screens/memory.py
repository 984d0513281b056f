"""One finished game of the memories: how it ended, who won if that was wrong, and the way out of the memories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.requests import Amend, Forget
from companion.engine.summary import Ending
from companion.engine.text import NOTHING
from companion.engine.update import Update
from companion.games.registry import show_of
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from companion.presentation.words import elapsed, names, when
from kiosk.display.theme import Metrics
from kiosk.screens.screen import Screen, Title, page
from kiosk.table.context import KioskContext
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text
from kiosk.widgets.layout import FreeSpace, Leaf, Row, Split


class EndMark(Drawn):
    """The icon of how a game ended."""

    def __init__(self, ended: Ending, **kwargs: Any) -> None:
        self.ended = ended
        super().__init__(**kwargs)

    def draw(self) -> None:
        tone = C.brim if self.ended.good else C.danger
        put_icon(self.ended.icon, self.x, self.center_y - self.width / 2, self.width, tone)


class MemoryPage(Screen):
    """The winners can be corrected, one touch each; leaving the memories asks once more on its key."""

    remembers = True

    def __init__(self, context: KioskContext, game: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.game = game
        self.memory: Memory | None = None
        self.add_widget(Background(HOME))
        self.title = Title()
        self.how = Text("", "title", lines=2)
        self.who = Text("", "body", lines=2)
        self.facts = Text("", "body", C.ash, lines=2)
        self.question = Text(_("Who won, if that is wrong:"), "small")
        self.mark = EndMark(Ending(NOTHING, icon="cross", good=False))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.recap = Key(_("Recap"), "list", action=lambda: context.go.open(f"recalled:{game}"))
        self.delete = Key(_("Delete"), "cross", action=self.forget)
        self._read()

    def on_update(self, update: Update) -> None:
        if update.refusal is not None:
            self._read()

    def _read(self) -> None:
        self.memory = next((one for one in self.context.table.memories.finished() if one.id == self.game), None)
        self._fill()

    def amend(self, result: Mapping[str, Any]) -> None:
        """Correct who won. The table's answer holds no result: what it was asked for is shown."""
        if self.memory is None:
            return
        self.context.ask.send(Amend(self.game, result))
        self.memory = replace(self.memory, result={**self.memory.result, **result})
        self._fill()

    def forget(self) -> None:
        """Ask once more; then leave the game out. Nothing of it is deleted from the journal."""
        if not self.context.armed.take(self.delete):
            self.context.armed.arm(self.delete, partial(self.delete.show, label=_("Delete"), kind="plain"))
            self.delete.show(label=_("Really?"), kind="danger")
            return
        self.context.ask.send(Forget(self.game))
        self.context.go.close()

    def _fill(self) -> None:
        memory = self.memory
        ui = GAME_UIS.get(memory.game) if memory is not None else None
        self.delete.visible = memory is not None
        self.question.visible = self.mark.visible = ui is not None
        if memory is None or ui is None:
            late = self.context.table.memories.late
            self.title.show("" if late else _("This game is not in the memories any more."))
            self.compose(page(self.title, Leaf(self.back, 7.8)))
            return
        self.mark.ended = ended = show_of(memory.game).ending(memory.result)
        self.mark.redraw()
        self.title.show(ui.title)
        self.how.show(spoken(ended.in_words))
        self.who.show(names(memory.names))
        took = int(memory.result.get("elapsed_ms") or 0)
        day = when(memory.wall, self.context.table.wall_now())
        facts = [day, *map(spoken, ended.more), elapsed(took) if took else ""]
        self.facts.show(" · ".join(fact for fact in facts if fact))
        self.choices = []
        for label, result in ui.outcomes(memory):
            now = all(memory.result.get(name) == value for name, value in result.items())
            key = Key(label, "check" if now else "", align="center", action=partial(self.amend, result))
            self.choices.append(key)
        self.question.visible = bool(self.choices)
        self.compose(
            page(
                self.title,
                FreeSpace((0.5, 2)),
                Row(Leaf(self.mark, 8), self.how, gap=2, size=(8, 12)),
                Leaf(self.who, (5, 8)),
                Leaf(self.facts, (4, 8)),
                FreeSpace(),
                Leaf(self.question, 3.4),
                Row(*self.choices, size=8.2),
                Split(upright=FreeSpace()),
                Row(self.back, self.recap, Leaf(self.delete, (31.5, 21)), size=7.8),
                gap=0.8,
            )
        )


class Recalled(Screen):
    """The game's own recap without its keys, and a way back to the memory."""

    remembers = True

    def __init__(self, context: KioskContext, game: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.recap: Any = None
        update = context.table.memories.recall(game)
        ui = GAME_UIS.get(update.game or "") if update is not None else None
        if update is None or ui is None or not ui.recapped(update.view):
            self.add_widget(Background(HOME))
            told = _("This game cannot be read any more.") if update is None else _("It was left before its recap.")
            self.lost = Text("" if update is None and context.table.memories.late else told, "title", lines=3)
            return
        context.table.chosen = ui.game
        self.recap = context.go.game_pages[ui.game].screens[ui.recap](context)
        self.recap.on_update(update)
        for widget in vars(self.recap).values():  # also of keys that are placed later
            if isinstance(widget, Touchable):
                widget.visible = False
        self.add_widget(self.recap)

    def arrange(self, metrics: Metrics) -> None:
        if self.recap is not None:
            self.put(self.recap, left=0, right=0, top=0, bottom=0)
        else:
            self.put(self.lost, left=4, right=4, top=10, height=20)
        self.put(self.back, left=4, width=26, bottom=1.75, height=8.75)
