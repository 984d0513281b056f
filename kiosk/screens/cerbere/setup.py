"""Cerbère is set up before it is opened: how many, on which boards, how fast the dog is. The rest is one touch away."""

from __future__ import annotations

from functools import partial
from typing import Any

from kiosk.context import KioskContext
from kiosk.i18n import N_, _
from kiosk.icons import Icon
from kiosk.screens.cerbere.places import face_words
from kiosk.screens.cerbere.setup_options import Wishes
from kiosk.screens.first_game import FirstGame
from kiosk.screens.screen import Screen
from kiosk.screens.seats import PlayersKey
from kiosk.screens.tiles import Stepper
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile

LEVELS = {"tracker": N_("Rage and cards"), "board": N_("Whole board")}
BOATS = {"unknown": N_("your boats"), "tagged": N_("boats with tags"), "kept": N_("boats on the screen")}
ADVISED = 10
"""Skulls of a first game, as the rules advise (CB-004)."""


class Setup(Screen):
    """The first page, and with everything as last time the only one."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        room = context.room
        self.add_widget(Background(SETUP))
        self.title = Text(_("How many flee?"), "title", size=4.75)
        self.counts = [Tile(figure=str(n), action=partial(self.set_count, n)) for n in range(room.least, room.most + 1)]
        self.players = PlayersKey(action=lambda: context.open_screen("cerbere_players"))
        self.first_game = FirstGame(context, room.game)
        self.board = Key(_("Boards"), "map", " ", action=lambda: context.open_screen("cerbere_boards"))
        self.die_mark = Icon("die", C.ash)
        self.die_title = Text(_("The die starts on"), "body", C.ash, lines=2)
        self.die = Stepper(self.faster)
        self.skull = Icon("skull", C.brim)
        self.skulls = Figures("", size=9, colour=C.brim)
        self.advice = Text("", "small", lines=3)
        self.follow = Key("", "eye", " ", action=lambda: context.open_screen("cerbere_follow"))
        self.rules = Key(_("House rules"), "list", action=lambda: context.open_screen("cerbere_rules"))
        self.box = Key(_("Box"), "tag", icon_size=3.6, action=lambda: context.open_screen("cerbere_box"))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(None))
        self.start = Key(_("Open the gates"), "play", kind="prime", action=self.begin)
        self.refresh()

    # ------------------------------------------------------------ fingers

    def set_count(self, n: int) -> None:
        """So many play."""
        self.context.set_count(n)
        self.refresh()

    def faster(self, step: int) -> None:
        """The die's least face, one up or down."""
        self.wishes.change(m=self.wishes.now.m + step)
        self.refresh()

    def begin(self) -> None:
        """Open the game; a board that is missing is asked for first."""
        if self.wishes.difficulty() is None:
            self.context.open_screen("cerbere_boards")
            return
        self.wishes.open()

    # ------------------------------------------------------------ what it shows

    def refresh(self) -> None:
        """Show the wish as it is now."""
        wish, context = self.wishes.now, self.context
        seats = context.seats()
        for tile in self.counts:
            tile.show(chosen=tile.figure == str(len(seats)))
        self.first_game.refresh()
        begins = _("{name} begins").format(name=wish.first)
        self.players.show([(s.colour, s.name[:1]) for s in seats], ("", begins))
        mids = " · ".join(face_words(self.wishes.book, id).name for id in wish.mids or ())
        self.board.show(second=mids or _("choose two"))
        least, most = self.wishes.limits()
        self.die.show(str(wish.m), wish.m <= least, wish.m >= most)
        total = self.wishes.difficulty()
        self.skulls.show("–" if total is None else str(total))
        self.advice.show(self._advice(total))
        self.start.show(label=_("Choose the boards") if total is None else _("Open the gates"))
        self.follow.show(label=_(LEVELS[wish.level]), second=_(BOATS[wish.boats]))

    def _advice(self, total: int | None) -> str:
        """One line beside the skulls."""
        if total is None:
            return _("a board is missing")
        if total == ADVISED and self.wishes.now.m == self.wishes.limits()[0]:
            return _("right for a first game")
        return _("for a first game: {n}").format(n=ADVISED)

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        self.put(self.title, left=4, baseline=7, width=cols - 40)
        for i, tile in enumerate(self.counts):
            self.put(tile, left=4 + i * 10.2, width=9, top=9.6, height=12.4)
        self.first_game.place(self, m, self.players, left=4 + 5 * 10.2 + 0.4, top=9.6, height=12.4)
        self._danger(m, 4, 24)
        row(self, [self.board, self.follow], top=37.4, height=9.6)
        row(self, [self.back, self.box, self.rules, self.start], bottom=1.6, height=8.6, weights=[17, 17, 25, 36])

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

    def _upright(self, m: Metrics) -> None:
        self.put(self.title, left=4, baseline=9, width=52)
        for i, tile in enumerate(self.counts):
            self.put(tile, left=4 + i * 10.62, width=9.5, top=13, height=13)
        self.first_game.place(self, m, self.players, left=4, top=28, height=13)
        self._danger(m, 4, 42.4)
        for i, key in enumerate((self.board, self.follow)):
            self.put(key, left=4, right=4, top=65 + i * 10.4, height=9.2)
        row(self, [self.box, self.rules], bottom=11.6, height=8.6, weights=[21, 32])
        row(self, [self.back, self.start], bottom=1.6, height=8.6, weights=[21, 32])
