"""The counts put right by hand, and what rarely happens by touch: the Exit laid, a Curse laid open, giving up."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.update import Update
from companion.games.infernal_wagon.names import Level
from companion.games.infernal_wagon.view import WagonView
from kiosk.context import KioskContext
from kiosk.i18n import _, clock_text
from kiosk.icons import Icon
from kiosk.screens.screen import Screen
from kiosk.screens.tiles import Stepper
from kiosk.theme import C, Metrics
from kiosk.widgets.background import CALM, Background
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.stack import row
from kiosk.words import elapsed


class Correct(Screen):
    """A stepper for the pile, for the oldest cards of the track, and for each hand. The clock runs on."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: WagonView | None = None
        self.add_widget(Background(CALM))
        self.title = Text(_("Put the counts right"), "title", size=4.25)
        self.clock = Figures("", size=8, align="right")
        self.lines: list[tuple[Any, Text, Stepper]] = []
        self.pile = Stepper(lambda step: self.adjust(pile=self.shown().pile + step))
        self.behind = Stepper(lambda step: self.adjust(discard=1) if step < 0 else None)
        self.hands: list[Stepper] = []
        self.leave = Key(_("Give up"), "cross", icon_colour=C.danger, action=self.give_up)
        self.exit = Key(_("Exit laid"), "gates", action=self.lay_exit)
        self.curse = Key(_("Curse lifted"), "curse", icon_colour=C.hex, action=lambda: self.rare("curse"))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen(None))
        self.asked = self.exit_asked = False

    def shown(self) -> WagonView:
        """The view that is on the screen."""
        assert self.view is not None
        return self.view

    def adjust(self, **fields: Any) -> None:
        """One count, by one."""
        shown = self.shown()
        if "pile" in fields:  # a second touch may come before the table's answer
            self.view = replace(shown, pile=fields["pile"])
        elif "player" in fields:
            hands = (replace(h, cards=fields["hand"]) if h.name == fields["player"] else h for h in shown.hands)
            self.view = replace(shown, hands=tuple(hands))
        self.context.move("adjust", **fields)

    def rare(self, move: str) -> None:
        """A move that the tags usually make."""
        self.context.move(move)
        self.context.open_screen(None)

    def lay_exit(self) -> None:
        """It ends the game: while cards are left it asks once more on the key itself."""
        if self.shown().pile > 0 and not self.exit_asked:
            self.exit_asked = True
            self.exit.show(label=_("Really?"), kind="danger")
            return
        self.rare("exit_laid")

    def give_up(self) -> None:
        """Asks once more on the key itself."""
        if not self.asked:
            self.asked = True
            self.leave.show(label=_("Really?"), kind="danger", icon_colour=C.pit)
            return
        self.rare("give_up")

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, WagonView):
            return
        first = self.view is None
        self.view = view
        if first:
            self._build(view)
        self.pile.show(str(view.pile), view.pile <= 0)
        self.behind.show(str(view.behind), view.behind <= 0, True)
        for hand, stepper in zip(view.hands, self.hands, strict=True):
            stepper.show(str(hand.cards), hand.cards <= 0, hand.cards >= 9)
        self.curse.visible = view.curses_left > 0
        self.second()
        if first:
            self.rearrange()

    def _build(self, view: WagonView) -> None:
        self.lines = [
            (Icon("pile", C.ash), Text(_("Pile"), "body"), self.pile),
        ]
        if view.setup.level is not Level.L0:  # there nobody knows what lies on the track
            self.lines.append((Icon("wagon", C.ember), Text(_("Behind the wagon"), "body", lines=2), self.behind))
        for hand in view.hands:
            stepper = Stepper(
                lambda step, name=hand.name: self.adjust(player=name, hand=self._cards(name) + step)  # type: ignore[misc]
            )
            self.hands.append(stepper)
            mark = SeatMark(hand.colour or "white", hand.name[:1])
            self.lines.append((mark, Text(hand.name, "body"), stepper))

    def _cards(self, name: str) -> int:
        return next(h.cards for h in self.shown().hands if h.name == name)

    def second(self) -> None:
        left = self.context.remaining()
        self.clock.show(elapsed(self.context.elapsed()) if left is None else clock_text(left))

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.title.lines = 1 if wide else 2
        self.put(self.title, left=4, width=m.columns - 30, top=3.4 if wide else 2, height=6 if wide else 10)
        self.put(self.clock, right=4, baseline=8.25 if wide else 10, width=22)
        per = 2 if wide else 1
        half = (m.columns - 8 - (3 if wide else 0)) / per
        for i, (mark, text, stepper) in enumerate(self.lines):
            x = 4 + (i % per) * (half + 3)
            y = (11 if wide else 13) + (i // per) * (9.1 if wide else 8.8)
            self.put(mark, left=x, width=5, top=y + 1.6, height=5)
            self.put(text, left=x + 6.4, width=half - 31, top=y, height=8.2)
            self.put(stepper, left=x + half - 24, width=24, top=y, height=8.2)
        if wide:
            row(self, [self.leave, self.curse, self.exit, self.done], bottom=1.4, height=8.2, weights=[20, 25, 22, 22])
        else:
            row(self, [self.leave, self.curse], bottom=20.6, height=8.2)
            row(self, [self.exit], bottom=11, height=8.2)
            row(self, [self.done], bottom=1.4, height=8.2)
