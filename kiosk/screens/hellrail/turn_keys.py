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
DEEDS = ("lay", "pickup", "deliver", "move", "end")
"""Options of a turn that have a key of their own; `more` shows the others."""


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
        self.lay = Key(_("{hr.lay_rail:short}"), "rail")
        self.end = Key(_("End"), "next", icon_size=3)
        self.deliver = Key(_("{hr.set_out:short}"), "deliver")
        keys = (
            self.lay,
            Key(_("{hr.pick_up:short}"), "draw"),
            self.deliver,
            Key(_("{hr.move:short}"), "move"),
            self.end,
        )
        self.deeds = dict(zip(DEEDS, keys, strict=True))
        """By the option of a turn that each chooses."""
        for name, key in self.deeds.items():
            key.action = partial(context.act, name)

    def keys(self, view: HellRailView) -> tuple[Key, ...]:
        """What stands there now; nothing can be done with them while something else is asked."""
        prompt = self.context.prompt
        if prompt is not None and prompt.id == "draw":
            return self._drawing(prompt)
        options = {} if prompt is None or prompt.id not in REST else {option.key: option for option in prompt.options}
        self.more.show(label=_("Menu"))
        for name, key in self.deeds.items():
            option = options.get(name)
            key.enabled = False
            key.when_dim = partial(self.explain, _("Not now"), _("First finish what the screen asks."))
            if option is not None:
                explains(key, option, self.explain)
        ready, act = view.turn.setout, self.lay.enabled
        self.deliver.show(kind="ok" if ready else "plain")
        self.end.show(kind="prime" if self.end.enabled and not act and not ready else "plain")
        self.lay.show(kind="prime" if act and not ready else "plain")
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
