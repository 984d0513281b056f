"""Sets a game up before it is opened: number of players, their seats, and the options that it declares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from companion.engine.correction import ChoiceRow, CorrectionRow, KeysRow, StepRow, Switch, touch_move
from companion.engine.guide import SetupStep
from companion.engine.prompt import Option
from companion.engine.setup_option import NumberOption, OneOf, SetupOption, YesNoOption, fitted_options
from companion.engine.text import N_
from companion.presentation.i18n import _
from kiosk.display.theme import GAP
from kiosk.screens.correction_lines import LineView, made
from kiosk.screens.first_game import FirstGameSwitch, heading, players_row
from kiosk.screens.screen import Screen, Title, page
from kiosk.screens.seats import PlayersKey, seat_mark
from kiosk.screens.table_setup import TableSetup
from kiosk.table.context import KioskContext
from kiosk.table.game_pages import RemoteSetUp
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Column, Grid, Row, Split
from kiosk.widgets.tile import Tile


class Wishes:
    """The last choices for the open set-up, made to fit its players."""

    def __init__(self, context: KioskContext) -> None:
        self.context = context

    @property
    def now(self) -> Wishes:
        return self

    @property
    def first(self) -> str:
        return self.context.set_up.first_player(self.context.table.ui.game)

    @property
    def chosen(self) -> dict[str, Any]:
        """Option -> value."""
        ui = self.context.table.ui
        return fitted_options(ui.options, dict(self.context.owner.now.options.get(ui.game, {})))

    def change(self, **new: Any) -> None:
        self.context.set_up.remember(self.context.table.ui.game, **new)


class SetupPage(Screen):
    """The parts of every set-up page: the players, the box, back and start. A game adds its own options below.

    `wishes` is what was chosen last; its `change` remembers it.
    """

    QUESTION = N_("How many are you?")
    READY = N_("We are ready")

    def __init__(self, context: KioskContext, wishes: Any, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        ui = context.table.ui
        self.wishes = wishes
        self.add_widget(Background(SETUP))
        self.title = Title(_(self.QUESTION))
        counts = range(ui.least, ui.most + 1)
        self.counts = [Tile(figure=str(n), style="fill", action=partial(self.set_count, n)) for n in counts]
        self.players = PlayersKey(action=partial(context.go.open, ui.naming))
        self.first_game = FirstGameSwitch(context, ui.game)
        self.box = Key(_("Box"), "tag", icon_size=3.6, action=partial(context.go.open, f"{ui.game}_box"))
        self.back = Key(_("Back"), "back", icon_size=3, action=partial(context.go.open, None))
        self.start = Key(_(self.READY), "play", kind="prime", action=self._start)
        self.table = TableSetup(self, context, ui.game, self.start, self.steps)
        self.make()
        self.refresh()

    # ------------------------------------------------------------ what a game has of its own

    def make(self) -> None:
        raise NotImplementedError

    def show_options(self) -> None:
        """Show its widgets, as the wish is now."""
        raise NotImplementedError

    def begin(self) -> None:
        raise NotImplementedError

    def steps(self) -> Iterable[SetupStep]:
        """Return what the players do by hand before it begins."""
        return ()

    def note(self) -> str:
        """Return what else is to be known of tonight's cards."""
        return ""

    def first(self) -> str:
        """Return who begins; "" if that is unknown."""
        found: str = self.wishes.now.first
        return found

    # ------------------------------------------------------------ fingers

    def set_count(self, count: int) -> None:
        self.context.set_up.set_count(count)
        self.refresh()

    def _start(self) -> None:
        if not self.table.comes_first():
            self.begin()

    def change(self, **new: Any) -> None:
        self.wishes.change(**new)
        self.refresh()

    # ------------------------------------------------------------ what it shows

    def refresh(self) -> None:
        seats = self.context.set_up.seats()
        for tile in self.counts:
            tile.show(chosen=tile.figure == str(len(seats)))
        self.first_game.refresh()
        self.table.refresh()
        first = self.first()
        begins = _("{name} begins").format(name=first) if first else ""
        told = " · ".join(words for words in (begins, self.note()) if words)
        self.players.show([seat_mark(seat) for seat in seats], ("", told))
        self.show_options()

    def page_of(self, *parts: Any, more: Sequence[Key] = ()) -> Column:
        """Return the whole page: the game's own `parts`, and `more` keys beside the box."""
        each = 11.0 if len(self.counts) < 5 else 9.0
        row = [self.back, self.box, *more, self.start]
        keys = Split(
            wide=Row(*row, size=8.6, weights=[17, 17, *[27] * len(more), 36]),
            upright=Column(
                Row(self.box, *more, weights=[21, *[32] * len(more)]), Row(self.back, self.start, weights=[21, 32]),
                gap=1, size=17.4,
            ),
        )  # fmt: skip
        who = players_row(self.counts, self.players, self.first_game, each, (11.4, 11))
        self.table.page = page(heading(self.title, self.first_game, self.table.open), who, *parts, keys, gap=(2, 1.6))
        return self.table.page


class SharedSetup(SetupPage):
    """One line for each option that the game declares."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, Wishes(context), **kwargs)

    def make(self) -> None:
        self.box.visible = bool(self.context.table.ui.groups)
        self.lines: list[LineView] = [made(line, partial(self.touch, i), "") for i, line in enumerate(self.declared())]
        rows = -(-len(self.lines) // 2)
        size = rows * 9.6 - GAP, len(self.lines) * 9.6 - GAP
        self.compose(self.page_of(Grid(*self.lines, columns=(2, 1), gap=GAP, size=size)))

    def declared(self) -> list[CorrectionRow]:
        """Return the options as lines; the result of a move is stored."""
        chosen = self.wishes.chosen
        return [option_row(option, chosen[option.key]) for option in self.context.table.ui.options]

    def touch(self, line: int, key: str) -> None:
        change = touch_move(self.declared()[line], key)
        if change is not None:
            self.change(**change)

    def begin(self) -> None:
        open_shared(self.context, self.wishes)

    def show_options(self) -> None:
        for view, line in zip(self.lines, self.declared(), strict=True):
            view.show(line)


def open_shared(context: KioskContext, wishes: Wishes) -> None:
    """Open the game with the player who begins in the first seat."""
    players = context.set_up.players()
    at = [player.name for player in players].index(wishes.first)
    context.ask.open_for(context.table.ui.game, players[at:] + players[:at], wishes.chosen)


def shared_remote(context: KioskContext) -> RemoteSetUp:
    """Return the set-up of a game that declares its options, for a host who has no set-up page."""
    wishes = Wishes(context)
    return RemoteSetUp(partial(open_shared, context, wishes), context.table.ui.options, wishes.chosen, wishes.change)


def option_row(option: SetupOption, value: Any) -> CorrectionRow:
    """Return an option as a line, with what each touch makes of it."""
    key = option.key
    match option:
        case YesNoOption(label=label):
            return KeysRow((Switch(label, bool(value), {key: not value}),))
        case NumberOption(label=label, least=least, most=most, icon=icon):
            less = {key: value - 1} if value > least else None
            more = {key: value + 1} if value < most else None
            return StepRow(label, str(value), less, more, icon or "list")
        case OneOf(label=label, values=values):
            options = (Option(v, words, chosen=v == value, move={key: v}) for v, words in values)
            return KeysRow(tuple(options)) if len(values) < 4 else ChoiceRow(label, tuple(options))
