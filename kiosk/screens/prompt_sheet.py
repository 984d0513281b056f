"""Any prompt as a sheet: its player, the question, a tile for each option, the main one as a key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.player_names import seats_of
from companion.engine.prompt import MAIN, Keys, Option, Prompt, Why
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from companion.presentation.refusals import why_said
from kiosk.display.theme import Metrics
from kiosk.screens.sheet import HEAD, Sheet, band_foot, foot, head
from kiosk.table.context import KioskContext
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, Grid, Leaf
from kiosk.widgets.parts import Drawing
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.tile import Tile, TileSign

Explain = Callable[[str, str], object]
"""Shows a title and a hint where all see it."""
MANY = 9
"""Tiles that leave the band its place above the keys, at most."""
MOST = 18
"""Tiles of one page; where there are more options, the last tile turns it over."""


def player_mark(view: Any, name: str) -> tuple[str, str] | None:
    """Return colour and letter of a player, from the view of any game."""
    return next(((seat.colour or "white", seat.name[:1]) for seat in seats_of(view) if seat.name == name), None)


def why_words(option: Option, game: str | None) -> str:
    """Return why an option cannot be chosen, in a few words; "" if it can."""
    return why_said(option.why, game).title if option.why is not None else ""


def _quiet(_title: str, _hint: str) -> None:
    """Say nothing."""


def explains(widget: Touchable, option: Option, explain: Explain, game: str | None) -> None:
    """Dim an option that cannot be chosen, and have it say why when it is touched."""
    widget.enabled = option.why is None
    if option.why is not None:
        widget.when_dim = partial(_say_why, option.why, explain, game)


def _say_why(why: Why, explain: Explain, game: str | None) -> None:
    """Return its words when it is touched: most never are."""
    explain(*why_said(why, game))


class PromptSheet(Sheet):
    """It shows the table's prompt and sends the keys of its options; it knows no game.

    A game with marks and tiles of its own for its players overrides `make_mark` and `tile`.
    """

    def __init__(self, context: KioskContext, undo: bool = True, explain: Explain = _quiet) -> None:
        super().__init__(context, undo)
        self.explain = explain
        self.prompt: Prompt | None = None
        self.path: Keys = ()
        self.mark = self.make_mark()
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.text = Text("", "body", C.ash, lines=3)
        self.icon = Icon("", C.bone)
        self.tiles: list[Any] = []
        self._all: list[Any] = []
        self._from = 0
        self.main = Key("", "check", kind="prime")
        self.back = Key(_("Back"), "back", icon_size=3, action=context.ask.back)

    # ------------------------------------------------------------ what a game may draw in its own way

    def make_mark(self) -> Any:
        """Return the mark of the prompt's player; `show_mark` fills it in."""
        return SeatMark()

    def show_mark(self, view: Any, name: str) -> None:
        self.mark.show(*(player_mark(view, name) or ()))

    def tile(self, view: Any, option: Option, number: int, action: Callable[[], object]) -> Any:
        """Return the tile of one option. `number`: its place among those taken together, 0 if it is not chosen."""
        update = self.context.table.update
        why = why_words(option, update.game if update is not None else None)
        seat = player_mark(view, option.seat) if option.seat else None
        tone = colour(option.tone) if option.tone else C.danger if option.seat and option.chosen else C.ember
        words, icon, second, figure = spoken(option.label), option.icon, why or spoken(option.second), option.figure
        lines = [[TileSign(sign.icon, spoken(sign.text), sign.cost) for sign in signs] for signs in option.lines]
        if lines:
            icon = second = ""
            if option.label.parts:
                words = ""
            elif figure:
                lines[0], figure = [TileSign(text=figure), *lines[0]], ""
            if not words:
                lines += [[TileSign("cross", why)]] if why else []
        elif words.isdecimal():
            words, icon, figure = "", "", words
        made = Tile(
            words, icon, second, figure, seat, self.drawing(view, option), lines, tone=tone, chosen=option.chosen,
            corner=str(number) if number and self.prompt is not None and self.prompt.ordered else "", action=action,
        )  # fmt: skip
        explains(made, option, self.explain, update.game if update is not None else None)
        return made

    def drawing(self, view: Any, option: Option) -> Drawing | None:
        """Return what takes the place of an option's icon."""
        return None

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        """Return the options that have a tile."""
        return tuple(option for option in prompt.options if option.listed)

    def more(self) -> list[Any]:
        """Return further tiles that are no options: ways to other screens."""
        return []

    def words_of(self, prompt: Prompt) -> str:
        """Return what explains the question."""
        return spoken(prompt.text)

    def beside(self, prompt: Prompt) -> list[Key]:
        """Return further keys beside the main one, for options without a tile."""
        return []

    # ------------------------------------------------------------ news

    def forget(self) -> None:
        self.prompt = None

    def update(self, view: Any, prompt: Prompt | None) -> None:
        update = self.context.table.update
        if update is not None and prompt is not None and prompt != self.prompt:
            self.show(view, prompt, update.path)

    def show(self, view: Any, prompt: Prompt, path: Keys) -> None:
        """Show a prompt, and how its path led there."""
        self.prompt, self.path = prompt, path
        hint = spoken(prompt.hint)
        self.show_mark(view, prompt.who)
        self.mark.visible = bool(prompt.who)
        self.who.show(hint)
        self.who.visible = bool(hint)
        self.title.show(spoken(prompt.title))
        self.text.show(self.words_of(prompt))
        self.icon.show(prompt.icon)
        self.text.visible, self.icon.visible = bool(self.text.text), bool(prompt.icon)
        main = next((option for option in prompt.options if option.badge == MAIN and option.move is not None), None)
        taken = [key for key in path if (option := prompt.option(key)) is not None and option.chosen]
        self._from = 0
        tiles = {
            option.key: self.tile(
                view, option, taken.index(option.key) + 1 if option.key in taken else 0, self._choose(option)
            )
            for option in self.shown(prompt)
            if option is not main
        }
        asked = prompt.id, prompt.who
        for key, tile in tiles.items():  # of another question it is another key, whatever it says
            tile.about = (*asked, key)
        self._all = [*tiles.values(), *self.more()]
        self._page()
        keys = [*([self.back] if path else []), *self.beside(prompt)]
        if main is not None:
            words = spoken(main.label)
            self.main.action = self._choose(main)
            self.main.show(label=words, icon=main.icon or "check", kind="danger" if main.tone == "danger" else "prime")
            self.main.enabled = main.why is None
            if self.main.about != asked:
                self.main.about = asked
                self.main.redraw()
            keys.append(self.main)
        self.set_keys(*keys)

    def _choose(self, option: Option) -> Callable[[], object]:
        return partial(self.choose, option)

    def choose(self, option: Option) -> None:
        self.context.ask.choose(option.key)

    def _page(self) -> None:
        tiles = self._all
        if len(tiles) > MOST:
            further = Tile(_("More"), "next", tone=C.ash, action=self._turn_over)
            tiles = [*tiles[self._from : self._from + MOST - 1], further]
        self.fill(tiles)

    def _turn_over(self) -> None:
        self._from += MOST - 1
        if self._from >= len(self._all):
            self._from = 0
        self._page()

    def fill(self, tiles: list[Any]) -> None:
        self.exchange(self.tiles, tiles)
        self.tiles = tiles

    # ------------------------------------------------------------ layout

    def lay(self, metrics: Metrics) -> None:
        below = (foot(metrics) if self.crowded else band_foot(metrics)) + 1
        top = head(self.mark, self.who, self.title, self.icon)
        self.text.lines = 3 if metrics.wide else 4
        page = Column(top, Leaf(self.text, NATURAL), self.answers(metrics), gap=(2.4, 3.2), pad=(*HEAD[:3], below))
        self.put(page, left=0, top=0)

    @property
    def crowded(self) -> bool:
        """Whether the tiles need the place of the band: it covers the head then."""
        return len(self.tiles) * self.m.grown > MANY

    def answers(self, metrics: Metrics) -> Any:
        """Return the tiles: those with lines below their label first, twice as high as the others."""
        rich = [tile for tile in self.tiles if isinstance(tile, Tile) and tile.label and tile.lines]
        if not rich:
            return Grid(*self.tiles)
        columns = 4 if metrics.wide else 2
        groups = ((rich, 2), ([tile for tile in self.tiles if tile not in rich], 1))
        grids = (Grid(*tiles, columns=columns, weight=n * -(-len(tiles) // columns)) for tiles, n in groups)
        return Column(*grids, gap=2.4)
