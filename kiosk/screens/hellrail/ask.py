"""A question with a few answers: who, what, one line more, tiles, and perhaps one lit key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.choice import Choice
from companion.games.hellrail.names import Owes
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.questions import Asked, Reply, ask
from kiosk.screens.hellrail.replies import CircleTile, EffectTile, Replies, below
from kiosk.screens.hellrail.routing import REPORT, SheetKey
from kiosk.screens.hellrail.words import seat_of, sign
from kiosk.screens.sheet import Sheet, lay_head
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Badge, Key
from kiosk.widgets.label import Text

Go = Callable[[SheetKey | None], object]


def panel_key(reply: Reply) -> Badge | None:
    """The panel's key that gives this answer, too."""
    match reply.move, dict(reply.fields):
        case ("answer", {"answer": "yes"}) | ("soulcatch", {"use": "yes"}):
            return "disc"
        case ("use", {"source": "circle"}) if reply.go is None:
            return "disc"
        case (("answer" | "soulcatch" | "decline"), _):
            return "square"
        case _:
            return None


class Ask(Sheet):
    """Follows the open question; another one is another sheet."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        super().__init__(context)
        self.go = go
        self.view: HellRailView | None = None
        self.choice: Choice | None = None
        self.asked: Asked | None = None
        self.mark = PlayerMark()
        self.icon = Icon("", C.bone)
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.hint = Text("", "body", C.ash, lines=3)
        self.replies = Replies()
        for widget in (self.mark, self.icon, self.who, self.title, self.hint, self.replies):
            self.add_widget(widget)

    @property
    def burning(self) -> Fire:
        derailed = self.asked is not None and self.asked.icon == "derail"
        return fires.ALARM if derailed else fires.CALM

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        self.view, self.choice = view, choice
        if choice is None:
            return
        asked = ask(view, choice)
        if asked == self.asked:
            return
        self.asked = asked
        seat = seat_of(view, asked.seat)
        if seat is not None:
            self.mark.show(seat)
        self.icon.show(asked.icon)
        self.icon.visible = bool(asked.icon)
        self.who.show(asked.who)
        self.title.show(asked.title)
        self.hint.show(asked.hint)
        self.replies.fill([self._tile(reply) for reply in asked.replies])
        self.set_keys(*self._keys_of(asked))
        self.rearrange()

    def _tile(self, reply: Reply) -> Any:
        action = partial(self.take, reply)
        if reply.circle:
            return CircleTile(sign(reply.circle), cerberus=reply.icon == "dog", action=action)
        seat = seat_of(self.view, reply.seat) if self.view is not None and reply.seat else None
        mark = None if seat is None else (seat.colour, seat.name[:1])
        if self.choice is not None and self.choice.question == Owes.DRAW_TOKEN:
            return EffectTile(reply.label, reply.icon, tone=reply.tone, action=action)
        badge = panel_key(reply)
        tile = BigTile(reply.label, reply.icon, reply.second, reply.tone, action=action, seat=mark, badge=badge)
        tile.enabled = reply.enabled
        return tile

    def _keys_of(self, asked: Asked) -> list[Key]:
        keys = []
        if self.choice is not None and self.choice.question == Owes.ARRIVAL:
            keys.append(
                Key(
                    _("On the way"),
                    "ram",
                    self._on_the_way(),
                    action=lambda: self.go(SheetKey(REPORT, "", "way")),
                )
            )
        for reply, kind in ((asked.rest, "plain"), (asked.key, "prime")):
            if reply is not None:
                lit: Any = kind
                keys.append(Key(reply.label, reply.icon, kind=lit, action=partial(self.take, reply)))
        return keys

    def _on_the_way(self) -> tuple[str, ...] | str:
        """What can happen there, where there is room for it."""
        return (_("a ram, a mark"), _("a ram")) if self.m.wide else ""

    # ------------------------------------------------------------ fingers

    def take(self, reply: Reply) -> None:
        """An answer was touched."""
        if reply.go is not None:
            self.go(reply.go)
        elif reply.move == "heresy:pass":
            for name in self.view.owed.seats if self.view is not None and self.view.owed is not None else ():
                self.context.move("heresy", seat=name, choice="pass")
        elif reply.move == "discard:all":
            seat = None if self.view is None or self.asked is None else seat_of(self.view, self.asked.seat)
            self.context.move("discard", cards=[{} for _card in range(0 if seat is None else seat.hand)])
        else:
            self.context.move(reply.move, **dict(reply.fields))

    # ------------------------------------------------------------ layout

    def lay(self, m: Metrics) -> None:
        wide = m.wide
        self.who.lines, self.title.lines = (1, 1) if wide else (2, 2)
        asked = self.asked
        sign_side = 9.0 if asked is not None and asked.icon else 0.0
        if wide:
            self.put(self.mark, left=4, width=9.2, top=3.4, height=9.2)
            self.put(self.who, left=15.4, right=4 + sign_side + 2, baseline=6)
            self.put(self.title, left=15.4, right=4 + sign_side + 2, baseline=12.2)
            self.put(self.icon, right=4, width=9, top=3.4, height=9)
            first = 15.6
        else:
            lay_head(self, m, self.mark, self.who, self.title)
            self.put(self.icon, right=4, width=9, top=8, height=9)
            if sign_side:
                self.put(self.who, left=15.8, right=15, top=8, height=9.6)
            first = 33.8
        if self.hint.text:
            high = 8.0 if wide else 12.0
            self.put(self.hint, left=4.2, right=4, top=first, height=high)
            first += high + 1.2
        below(self, m, self.replies, first)
