"""A game is set up before it is opened: how many, who, and the options that it declares."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.correction import Choice, Keys, Line, Step, Switch
from companion.engine.prompt import Option
from companion.engine.setup_option import Count, OneOf, OnOff, SetupOption, fitted
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.correction_lines import LineView, made, moved
from kiosk.screens.first_game import FirstGame
from kiosk.screens.screen import Screen
from kiosk.screens.seats import PlayersKey
from kiosk.theme import Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile

FIRST = "first"
"""Option of every game: who begins."""


class Wishes:
    """What was chosen last for the open set-up, made to fit who sits there."""

    def __init__(self, context: KioskContext) -> None:
        self.context = context

    @property
    def now(self) -> Wishes:
        return self

    @property
    def first(self) -> str:
        kept, names = self._kept.get(FIRST), [seat.name for seat in self.context.seats()]
        return kept if kept in names else names[0]

    @property
    def chosen(self) -> dict[str, Any]:
        """Option -> value."""
        return fitted(self.context.ui.options, self._kept)

    @property
    def _kept(self) -> dict[str, Any]:
        return dict(self.context.settings.now.options.get(self.context.ui.game, {}))

    def change(self, **new: Any) -> None:
        self.context.remember(self.context.ui.game, **new)


class SharedSetup(Screen):
    """Counts, seats, one line for each option."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        ui = context.ui
        self.wishes = Wishes(context)
        self.add_widget(Background(SETUP))
        self.title = Text(_("How many are you?"), "title", size=4.75)
        self.counts = [Tile(figure=str(n), action=partial(self.set_count, n)) for n in range(ui.least, ui.most + 1)]
        self.players = PlayersKey(action=partial(context.open_screen, ui.naming))
        self.first_game = FirstGame(context, ui.game)
        self.lines: list[LineView] = [made(line, partial(self.touch, i)) for i, line in enumerate(self.declared())]
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen(None))
        self.box = Key(_("Box"), "tag", icon_size=3.6, action=lambda: context.open_screen(f"{ui.game}_box"))
        self.start = Key(_("We are ready"), "play", kind="prime", action=self.begin)
        self.refresh()

    def declared(self) -> list[Line]:
        """The options as lines; a move is what is remembered then."""
        chosen = self.wishes.chosen
        return [line_of(option, chosen[option.key]) for option in self.context.ui.options]

    def touch(self, line: int, key: str) -> None:
        """Something of an option."""
        change = moved(self.declared()[line], key)
        if change is not None:
            self.wishes.change(**change)
            self.refresh()

    def set_count(self, n: int) -> None:
        """So many play."""
        self.context.set_count(n)
        self.refresh()

    def begin(self) -> None:
        """Open the game: whoever begins sits first."""
        players = self.context.players()
        at = [player.name for player in players].index(self.wishes.first)
        self.context.open_for(self.context.ui.game, players[at:] + players[:at], self.wishes.chosen)

    def refresh(self) -> None:
        """Show what is chosen now."""
        seats = self.context.seats()
        for tile in self.counts:
            tile.show(chosen=tile.figure == str(len(seats)))
        self.first_game.refresh()
        begins = _("{name} begins").format(name=self.wishes.first)
        self.players.show([(seat.colour, seat.name[:1]) for seat in seats], ("", begins))
        for view, line in zip(self.lines, self.declared(), strict=True):
            view.show(line)

    def arrange(self, m: Metrics) -> None:
        wide, per = m.wide, 2 if m.wide else 1
        n = len(self.counts)
        self.put(self.title, left=4, baseline=7 if wide else 9, width=m.columns - (40 if wide else 8))
        room = 51.0 if wide else m.columns - 8 + 1.2
        for i, tile in enumerate(self.counts):
            self.put(tile, left=4 + i * room / n, width=room / n - 1.2, top=9.6 if wide else 13, height=12.4)
        left, top = (4 + room, 9.6) if wide else (4, 27)
        self.first_game.place(self, m, self.players, left=left, top=top, height=12.4)
        column = (m.columns - 8 - 3 * (per - 1)) / per
        for i, line in enumerate(self.lines):
            x, y = 4 + i % per * (column + 3), (25 if wide else 42) + i // per * 9.6
            self.put(line, left=x, width=column, top=y, height=8.4)
        keys = [(self.back, 20), *([(self.box, 20)] if self.context.ui.groups else []), (self.start, 40)]
        row(self, [key for key, _ in keys], bottom=1.6, height=8.6, weights=[weight for _, weight in keys])


def line_of(option: SetupOption, value: Any) -> Line:
    """An option as a line, with what each touch makes of it."""
    key = option.key
    match option:
        case OnOff(label=label):
            return Keys((Switch(label, bool(value), {key: not value}),))
        case Count(label=label, least=least, most=most, icon=icon):
            less = {key: value - 1} if value > least else None
            more = {key: value + 1} if value < most else None
            return Step(label, str(value), less, more, icon or "list")
        case OneOf(label=label, values=values):
            options = (Option(v, words, chosen=v == value, move={key: v}) for v, words in values)
            return Keys(tuple(options)) if len(values) < 4 else Choice(label, tuple(options))
