"""What a table may want besides the screen, offered once: the voice, with a sample, and phones."""

from __future__ import annotations

from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from kiosk.screens.screen import Screen, Title, page
from kiosk.table.context import KioskContext
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import CornerKey, Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Node, Row, Split, middle


def any_offer(context: KioskContext) -> bool:
    """Whether there is anything that this table was not offered yet."""
    return not context.owner.now.offered and (context.services.voice_there() or context.services.phones is not None)


class Offers(Screen):
    """One row for each; both are in the settings afterwards. Where nothing speaks, no voice is offered."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        self.voice = Key(_("Switch on"), align="center", action=self._switch_voice)
        self.hear = Key(_("Listen"), "sound", icon_size=3, action=context.services.voice_sample)
        self.phones = Key(_("Switch on"), align="center", action=self._switch_phones)
        self.done = Key("", "check", kind="prime", action=self._close)
        tongue = CornerKey("language", language().upper(), action=context.owner.next_language)
        rows = []
        if context.services.voice_there():
            said = _("It says what the table must do: nobody has to look at the screen.")
            rows.append(_offer("sound", _("A voice"), said, self.hear, self.voice))
        if context.services.phones is not None:
            said = _("Hand, secrets and questions on the phone of each player, the game on a television.")
            rows.append(_offer("phone", _("Phones and a television"), said, None, self.phones))
        later = Text(_("In the settings, too, whenever you want."), "small", lines=2)
        head = Row(Title(_("Do you want these?")), Leaf(tongue, 13.5))
        keys = Split(wide=Row(later, Leaf(self.done, 34), size=8.4), upright=Column(Leaf(later, 5), self.done, size=15))
        self.compose(page(head, *rows, FreeSpace(), keys, gap=(2.4, 3)))
        self.refresh()

    def refresh(self) -> None:
        now = self.context.owner.now
        for key, on in ((self.voice, now.voice != "off"), (self.phones, now.phones)):
            key.show(label=_("On") if on else _("Switch on"), icon="check" if on else "", kind="ok" if on else "plain")
        if now.voice != "off" or now.phones:
            self.done.show(label=_("Done"), icon="check", kind="prime")
        else:
            self.done.show(label=_("Not now"), icon="next", kind="plain")

    def _switch_voice(self) -> None:
        self.context.owner.set(voice="orders" if self.context.owner.now.voice == "off" else "off")
        self.refresh()

    def _switch_phones(self) -> None:
        self.context.owner.set(phones=not self.context.owner.now.phones)
        self.refresh()

    def _close(self) -> None:
        """Record the offer: it does not come again."""
        self.context.owner.set(offered=True)
        self.context.go.open(None)


def _offer(icon: str, title: str, said: str, more: Key | None, switch: Key) -> Node:
    """Return what is offered, in words, and its keys."""
    told = Text(said, "body", C.ash, lines=4)
    words = Column(Leaf(Text(title, "event", size=4), 4.4), Leaf(told, (12, 14)), FreeSpace(), gap=0.8)
    keys = Row(*((more,) if more is not None else ()), switch)
    beside = Column(FreeSpace(), Leaf(keys, 8.2), FreeSpace(), size=34)
    return Split(
        wide=Row(middle(Icon(icon, C.ember), 7), words, beside, gap=2.4, size=17.4),
        upright=Column(Row(middle(Icon(icon, C.ember), 7), words, gap=2, size=20), Leaf(keys, 8.6), gap=1.6, size=30.2),
    )
