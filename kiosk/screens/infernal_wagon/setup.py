"""The pages on which Infernal Wagon is set up: the game, who plays, what is followed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.guide import SetupStep
from companion.engine.requests import Leave
from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.infernal_wagon.guide import LEVELS, steps
from companion.games.infernal_wagon.memory import next_step
from companion.games.infernal_wagon.names import Attribution, Level, Module, Timer
from companion.games.infernal_wagon.prompts.tree import clock_begins
from companion.games.infernal_wagon.rules.prepare import MOST_EASY
from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES
from companion.games.infernal_wagon.view import SetupView, WagonView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext, spoken
from kiosk.screens.first_game import FirstGameSwitch, heading, players_row
from kiosk.screens.infernal_wagon.ui import GAME
from kiosk.screens.screen import Screen, Title, page, two_choices
from kiosk.screens.seats import PlayersKey, seat_mark
from kiosk.screens.table_setup import TableSetup
from kiosk.screens.tiles import ChoiceKeys
from kiosk.storage.settings import SavedSeat
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Layers, Leaf, Row, Split
from kiosk.widgets.tile import Tile

MODULES = (
    (Module.EASY, "joker", "{iw.easy}", C.ember),
    (Module.SILENCE, "silence", "{iw.silence}", C.ice),
    (Module.UTURN, "uturn", "{iw.uturn}", C.brim),
    (Module.CURSE, "curse", "{iw.curse}", C.hex),
)
LEVEL_LABELS = {words.level: words.label for words in LEVELS}


class Setup(Screen):
    """The first of the set-up pages."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.background = Background(SETUP)
        self.add_widget(self.background)
        self.title = Title(_("How many are you?"))
        self.counts = [
            Tile(figure=str(n), style="fill", action=partial(context.set_up.set_count, n)) for n in range(2, 6)
        ]
        self.players = PlayersKey(action=lambda: context.go.open("players"))
        self.first_game = FirstGameSwitch(context, GAME)
        self.modules_title = Text(_("{iw.branches}"), "body", C.ash)
        self.advice = Key("", second=" ", action=self.take_advice)
        self.modules = {
            m: Tile(_(label), icon, tone=tone, mark="ring", style="line", action=partial(self.toggle, m))
            for m, icon, label, tone in MODULES
        }
        self.less = Key(icon="minus", icon_size=3, action=lambda: self.easy(-1))
        self.more = Key(icon="plus", icon_size=3, action=lambda: self.easy(1))
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.ask.send(Leave(for_good=True)))
        self.timer = Key("7:00", "clock", icon_size=3.8, action=lambda: context.go.open("minutes"))
        self.level = Key(_("Tracking"), "tag", "", icon_size=3.6, action=lambda: context.go.open("tracking"))
        self.ready = Key(_("Start"), "play", kind="prime", action=self.begin)
        self.setup: SetupView | None = None
        self.table = TableSetup(self, context, GAME, self.ready, self.steps)
        self.table.page = self._layout()
        self.compose(self.table.page)

    def _layout(self) -> Column:
        easy, *others = self.modules.values()
        steps = Column(
            Row(Leaf(self.less, 6.3), FreeSpace(), Leaf(self.more, 6.3), size=7.6), FreeSpace(), pad=(0.8, 0.7, 0.8, 0)
        )
        tiles = Layers(easy, steps), *others
        modules = Split(
            wide=Column(Row(self.modules_title, Leaf(self.advice, 27.5, kept=True), size=7.6), Row(*tiles), size=22.8),
            upright=Column(
                Row(self.modules_title, Leaf(self.advice, 25.4, kept=True), size=7.6),
                Row(*tiles[:2]),
                Row(*tiles[2:]),
                size=38.4,
            ),
        )
        keys = Split(
            wide=Row(self.back, self.timer, self.level, self.ready, size=8.6, weights=[20, 21, 25, 30]),
            upright=Column(Row(self.timer, self.level), Row(self.back, self.ready, weights=[21, 32]), size=18.4),
        )
        who = players_row(self.counts, self.players, self.first_game, 12.4, (14.5, 15))
        return page(heading(self.title, self.first_game, self.table.open), who, modules, keys, gap=(1.7, 1.6))

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, WagonView):
            return
        first = self.setup is None
        was_easy = self.setup is not None and Module.EASY in self.setup.modules
        setup = self.setup = view.setup
        n = len(view.hands)
        for tile, count in zip(self.counts, range(2, 6), strict=True):
            tile.show(chosen=count == n)
        each = ngettext("{n} card each", "{n} cards each", setup.hand).format(n=setup.hand)
        pile = _("{n} in the pile").format(n=setup.p0)
        self.players.show([(h.colour or "white", h.name[:1]) for h in view.hands], (each, pile))
        for module, tile in self.modules.items():
            tile.show(chosen=module in setup.modules)
        easy = self.modules[Module.EASY]
        on = Module.EASY in setup.modules
        easy.show(figure=str(setup.easy), icon="" if on else "joker", mark="" if on else "ring", chosen=on)
        self.less.visible = self.more.visible = on
        self.more.enabled = setup.easy < MOST_EASY
        self._advise(setup)
        self.first_game.refresh()
        self.table.refresh()
        self.timer.show(spoken(clock_begins(setup.timer, setup.minutes)))
        self.level.show(second=_(LEVEL_LABELS[setup.level]))
        if first or on != was_easy:
            self.rearrange()

    def steps(self) -> Iterable[SetupStep]:
        """Return what the players do by hand before it starts."""
        return steps(self.setup) if self.setup is not None else ()

    def _advise(self, setup: SetupView) -> None:
        """Show at most one proposed step."""
        step = next_step(setup)
        self.advice.visible = step is not None
        if step is None:
            return
        module, cards = step
        if module is not Module.EASY:
            label = _("{module}?").format(module=_(next(label for m, _i, label, _t in MODULES if m is module)))
        else:
            label = _("{n} {iw.easy}?").format(n=cards) if cards else _("Without {iw.easy}?")
        lost = Module.EASY in setup.advice
        self.advice.show(label=label, second=_("After a defeat") if lost else _("After a win"))

    def take_advice(self) -> None:
        """Take the step that is proposed; its tile takes it back."""
        step = next_step(self.setup) if self.setup is not None else None
        if step is not None:
            module, cards = step
            self._choose(*(("easy", str(cards)) if module is Module.EASY else (str(module),)))

    def _choose(self, *keys: str) -> None:
        """Choose modules."""
        self.context.set_up.by_hand = True
        self.context.ask.act(*keys)

    def toggle(self, module: Module) -> None:
        if self.setup is None:
            return
        if module is Module.EASY:
            easy = 0 if module in self.setup.modules else max(1, self.setup.easy_suggested)
            self._choose("easy", str(easy))
        else:
            self._choose(str(module))

    def easy(self, step: int) -> None:
        """Add or remove an Easy card; below one the module goes."""
        if self.setup is None:
            return
        k = max(0, min(MOST_EASY, self.setup.easy + step))
        self.setup = replace(self.setup, easy=k)  # a second touch may come before the table's answer
        self._choose("easy", str(k))

    def begin(self) -> None:
        """Start the clock. Whether the sound track plays is sent now: an exploit asks for it."""
        if self.table.comes_first():
            return
        self.context.ask.correct(sound=self.context.owner.director.audible)
        self.context.ask.act("confirm", "start")


class Minutes(Screen):
    """How long the countdown lasts: rows of five, as where cards are removed; no limit in the place of 1 and 2."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(SETUP))
        self.calm = Tile(_("No limit"), "clock", style="fill", action=self.choose)
        self.lengths = {
            k: Tile(figure=str(k), style="fill", action=partial(self.choose, k))
            for k in range(FEWEST_MINUTES, MOST_MINUTES + 1)
        }
        self.done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        tiles = list(self.lengths.values())
        rows = (Row(Leaf(self.calm, weight=TWO_PLACES), *tiles[:3]), Row(*tiles[3:8]), Row(*tiles[8:]))
        hint = Text(_("7 as the book has it, 10 for children"), "small", lines=2)
        end = Split(wide=Row(hint, Leaf(self.done, 30), size=7.8), upright=Column(Leaf(hint, 4), self.done, size=13.8))
        self.compose(page(Title(_("How many minutes?")), *rows, end, gap=(1.6, 2)))

    def on_update(self, update: Update) -> None:
        if isinstance(update.view, WagonView):
            setup = update.view.setup
            timed = setup.timer is Timer.TIMED
            self.calm.show(chosen=not timed)
            for k, tile in self.lengths.items():
                tile.show(chosen=timed and k == setup.minutes)

    def choose(self, minutes: int | None = None) -> None:
        """Choose so many minutes, or None for a game without the clock."""
        if minutes is None:
            self.context.set_up.remember(GAME, timer=str(Timer.CALM))
        else:
            self.context.set_up.remember(GAME, timer=str(Timer.TIMED), minutes=minutes)
        self.context.ask.act("timer", "calm" if minutes is None else str(minutes))


TWO_PLACES = (2.07, 2.13)
"""Width of two tiles and the gap between them, in tiles, wide and upright."""


class PlayersPage(Screen):
    """One row for each seat."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(SETUP))
        hint = Text(_("Touch a shape to change it, a name to write it"), "small", lines=2)
        self.rows: list[tuple[Tile, Key, Key]] = []
        for i, seat in enumerate(context.set_up.seats()):
            colour = Tile(seat=seat_mark(seat), action=partial(self.recolour, i))
            name = Key(seat.name, action=partial(context.go.open, f"name:{i}"))
            new = Key(_("First game"), action=partial(self.switch_new, i))
            self.rows.append((colour, name, new))
        self.done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        lines = (Row(Leaf(row[0], 10), row[1], Leaf(row[2], (25, 19.5)), size=(7.2, 10)) for row in self.rows)
        end = Split(wide=Row(hint, Leaf(self.done, 30), size=7.4), upright=Column(Leaf(hint, 6), self.done, size=15.6))
        self.compose(page(Title(_("Who are you?")), *lines, end, gap=(0.8, 3)))
        self.refresh()

    def refresh(self) -> None:
        for seat, (colour, name, new) in zip(self.context.set_up.seats(), self.rows, strict=False):
            colour.show(seat=seat_mark(seat))
            name.show(seat.name)
            new.show(
                icon="check" if seat.new else "",
                icon_colour=C.ok,
                label=_("First game") if seat.new else _("Has played"),
            )

    def recolour(self, index: int) -> None:
        self.context.set_up.next_colour(index)
        self.refresh()

    def switch_new(self, index: int) -> None:
        seats = self.context.set_up.seats()
        seats[index] = replace(seats[index], new=not seats[index].new)
        self._keep(seats)

    def _keep(self, seats: list[SavedSeat]) -> None:
        self.context.set_up.set_seats(seats)
        self.refresh()


ASKED = (
    (Attribution.NONE, "cross", N_("Never"), N_("no names")),
    (Attribution.ON_LOSS, "nodraw", N_("On a loss"), N_("one touch")),
    (Attribution.EACH_PLAY, "hand", N_("Each card"), N_("a touch a card")),
)


class Tracking(Screen):
    """Two rows of three."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(SETUP))
        self.title = Title(_("Do your cards bear tags?"))
        self.levels = ChoiceKeys(LEVELS, lambda level: self.choose(level=Level(level)))
        asked = Text(_("Ask whose card it was?"), "body", C.ash, sit="baseline")
        self.asked = ChoiceKeys(ASKED, lambda attribution: self.choose(attribution=attribution))
        self.box = Key(_("The box"), "tag", icon_size=3.6, action=lambda: context.go.open("box"))
        self.done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        self.compose(two_choices(self.title, self.levels.values(), asked, self.asked.values(), self.box, self.done))

    def on_update(self, update: Update) -> None:
        if isinstance(update.view, WagonView):
            self.levels.show(str(update.view.setup.level))
            self.asked.show(update.view.setup.attribution)

    def choose(self, level: Level | None = None, attribution: Attribution | None = None) -> None:
        update = self.context.table.update
        if update is None or not isinstance(update.view, WagonView):
            return
        now = update.view.setup
        self.context.set_up.remember(
            GAME, level=str(level or now.level), attribution=str(attribution or now.attribution)
        )
        self.context.ask.act(*(("asked", str(attribution)) if level is None else ("level", str(level))))
