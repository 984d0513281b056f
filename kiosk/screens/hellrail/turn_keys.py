"""The keys of a turn: draw, then pick up, deliver, move, more, the end. What cannot be done now is dim."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.screens.hellrail.prompts import Explain, explains
from kiosk.screens.hellrail.routing import MORE, REST, SheetKey
from kiosk.widgets.key import Key

Go = Callable[[SheetKey | None], object]


class TurnKeys:
    """Made once for a sheet; `keys` says which of them stand there now, the main one last."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        self.context = context
        self.explain: Explain = lambda _title, _hint: None
        """Shows why a key cannot be used now: what is missing, and what to do."""
        self.more = Key(_("Menu"), "list", action=lambda: go(SheetKey(MORE)))
        self.draw = Key("", "pile", kind="prime")
        self.fewer = Key(_("Draw 1"), "draw")
        self.tender = Key(_("Give back"), "tender", action=partial(context.act, "tender"))
        self.deeds: dict[str, Key] = {}
        """By the option of a turn that each chooses."""

    def keys(self, view: HellRailView) -> tuple[Key, ...]:
        """What stands there now; nothing can be done with them while something else is asked."""
        prompt = self.context.prompt
        if prompt is not None and prompt.id == "draw":
            return self._drawing(prompt)
        asks = prompt is not None and prompt.id in REST
        options = {option.key: option for option in prompt.options if option.prominent} if prompt and asks else {}
        if options and list(options) != list(self.deeds):
            self.deeds = {
                name: Key(spoken(option.label), option.icon, action=partial(self.context.act, name))
                for name, option in options.items()
            }
        self.more.show(label=_("Menu"))
        able = [name for name, option in options.items() if option.why is None]
        lit = "deliver" if view.turn.setout else next((name for name in ("lay", "end") if name in able), "")
        for name, key in self.deeds.items():
            key.enabled = False
            key.when_dim = partial(self.explain, _("Not now"), _("First finish what the screen asks."))
            key.show(kind="plain" if name != lit else "ok" if name == "deliver" else "prime")
            if name in options:
                explains(key, options[name], self.explain)
        return (self.more, *self.deeds.values())

    def _drawing(self, prompt: Prompt) -> tuple[Key, ...]:
        """Few of them: they bear more words."""
        found: list[Key] = [self.more]
        for option in prompt.options:
            found.append(self.tender if option.key == "tender" else self._drawn(option))
        self.more.show(label="" if self.tender in found else _("Menu"))
        return tuple(found)

    def _drawn(self, option: Option) -> Key:
        if not option.badge:
            self.fewer.action = partial(self.context.act, option.key)
            return self.fewer
        self.draw.show(label=spoken(option.label))
        self.draw.action = partial(self.context.act, option.key)
        return self.draw
