"""Cerbère is set up before it is opened: how many, on which boards, how fast the dog is. The rest is one touch away."""

from __future__ import annotations

from typing import Any

from companion.engine.text import N_
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.layout import Row
from kiosk.screens.cerbere.places import face_words
from kiosk.screens.cerbere.setup_options import Wishes
from kiosk.screens.shared_setup import SetupPage
from kiosk.screens.tiles import Stepper
from kiosk.theme import C, Metrics
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

LEVELS = {"tracker": N_("Rage and cards"), "board": N_("Whole board")}
BOATS = {"unknown": N_("your boats"), "tagged": N_("boats with tags"), "kept": N_("boats on the screen")}
ADVISED = 10
"""Skulls of a first game, as the rules advise (CB-004)."""


class Setup(SetupPage):
    """The first page, and with everything as last time the only one."""

    QUESTION = N_("How many flee?")
    READY = N_("Open the gates")

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, Wishes(context), **kwargs)

    def make(self) -> None:
        open_screen = self.context.open_screen
        self.board = Key(_("Boards"), "map", " ", action=lambda: open_screen("cerbere_boards"))
        self.die_mark = Icon("die", C.ash)
        self.die_title = Text(_("The die starts on"), "body", C.ash, lines=2)
        self.die = Stepper(self.faster)
        self.skull = Icon("skull", C.brim)
        self.skulls = Figures("", size=9, colour=C.brim)
        self.advice = Text("", "small", lines=3)
        self.follow = Key("", "eye", " ", action=lambda: open_screen("cerbere_follow"))
        self.rules = Key(_("House rules"), "list", action=lambda: open_screen("cerbere_rules"))

    def faster(self, step: int) -> None:
        """The die's least face, one up or down."""
        self.change(m=self.wishes.now.m + step)

    def begin(self) -> None:
        """A board that is missing is asked for first."""
        if self.wishes.difficulty() is None:
            self.context.open_screen("cerbere_boards")
            return
        self.wishes.open()

    def show_options(self) -> None:
        wish = self.wishes.now
        mids = " · ".join(face_words(self.wishes.book, id).name for id in wish.mids or ())
        self.board.show(second=mids or _("choose two"))
        least, most = self.wishes.limits()
        self.die.show(str(wish.m), wish.m <= least, wish.m >= most)
        total = self.wishes.difficulty()
        self.skulls.show("–" if total is None else str(total))
        self.advice.show(self._advice(total))
        self.start.show(label=_("Choose the boards") if total is None else _(self.READY))
        self.follow.show(label=_(LEVELS[wish.level]), second=_(BOATS[wish.boats]))

    def _advice(self, total: int | None) -> str:
        """One line beside the skulls."""
        if total is None:
            return _("a board is missing")
        if total == ADVISED and self.wishes.now.m == self.wishes.limits()[0]:
            return _("right for a first game")
        return _("for a first game: {n}").format(n=ADVISED)

    def arrange(self, m: Metrics) -> None:
        self.put_head(m)
        self._danger(m, 4, 23.6 if m.wide else 41)
        if m.wide:
            self.put(Row(self.board, self.follow), left=4, right=4, top=37.4, height=9.6)
        else:
            for i, key in enumerate((self.board, self.follow)):
                self.put(key, left=4, right=4, top=65 + i * 10.4, height=9.2)
        self.put_foot(m, self.rules)

    def _danger(self, m: Metrics, left: float, top: float) -> None:
        """The die and the skulls: what is changed on the left makes the number on the right."""
        self.put(self.die_mark, left=left + 0.5, width=6, top=top + 2.2, height=6)
        self.put(self.die_title, left=left + 8, width=15, top=top, height=10.4)
        self.put(self.die, left=left + 24.4, width=24, top=top + 0.9, height=8.6)
        x = left + (52.5 if m.wide else 0.5)
        y = top if m.wide else top + 10.6
        self.put(self.skull, left=x, width=6.4, top=y + 2, height=6.4)
        self.put(self.skulls, left=x + 8, width=10.4, top=y + 0.9, height=8.6)
        self.put(self.advice, left=x + 20, right=4, top=y, height=10.4)
