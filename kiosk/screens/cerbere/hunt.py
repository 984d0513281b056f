"""Who was caught, and in which order: pawns as big buttons, nobody, and a lit key that says the result in words.

`HuntSheet` is the same at the chase: fangs from above, the dog, how far he runs; the pawns stand below the rail.
"""

from __future__ import annotations

from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.figures.marks import Rail, rail
from companion.games.cerbere.data.card_words import caught_words
from companion.games.cerbere.names import CaptureZone
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext, spoken
from companion.presentation.skins import JAW
from kiosk.display.look import look
from kiosk.display.theme import MOTION, Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.words import Sheet, foot, lay_head
from kiosk.screens.sheet import band_foot
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Layers, Leaf, Node, Row
from kiosk.widgets.motion import appear

FIRE = Fire(C.danger, 0.5, 0.2, 0.5, 0.6, 0.7, C.jawpit)
BITE = 0.72


class CatchSheet(Sheet):
    """The pawns to choose from, and the keys. Picks are the table's: a pawn's tag and a finger do the same.

    While no pawn is picked the large key says so: a finger too many catches no player.
    """

    title: Text

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.grid = PlayerGrid(context.ask.choose)
        self.nobody = Key("", align="center", action=partial(context.ask.choose, "none"))
        self.done = Key("", align="center", kind="danger", action=partial(context.ask.on, "ok"))
        self.zones: dict[str, Key] = {}
        """Where on the path: the key says it and ends the picking."""

    def offer(self, view: CerbereView, prompt: Prompt | None) -> None:
        """Show the question, the pawns and what the lit key says."""
        self.title.show("" if prompt is None else spoken(prompt.text) or spoken(prompt.title))
        pawns = [option for option in prompt.options if option.seat] if prompt is not None else []
        self.grid.offer(view, pawns)
        self.grid.mark(view.picked)
        self.done.show(label=spoken(caught_words(view.picked)))
        nobody = prompt.option("none") if prompt is not None else None
        words = spoken(nobody.label) if nobody is not None else ""
        self.nobody.show(label=words, kind="plain" if view.picked else "prime")
        zones = [o for o in prompt.options if o.key in tuple(CaptureZone)] if prompt is not None else []
        self.zones = {option.key: self.zones.get(option.key) or self._zone(option) for option in zones}
        done = [] if not view.picked else [*self.zones.values()] or [self.done]
        self.set_keys(*([] if zones else [self.nobody]), *done)
        self.rearrange()

    def _zone(self, option: Option) -> Key:
        choose = partial(self.context.ask.on, option.key)
        return Key(spoken(option.label), option.icon, kind="danger", icon_size=3, stacked=True, action=choose)


class CaughtSheet(CatchSheet):
    """The prompts `caught` and `capture_order`."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.sign = Icon("cerberus", C.danger)
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)

    @property
    def burning(self) -> Fire:
        return fires.ALARM

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        if prompt is None or prompt.id not in ("caught", "capture_order"):
            return
        self.offer(view, prompt)
        self.who.show(spoken(prompt.hint))
        if prompt.id == "capture_order":
            self.set_keys()

    def lay(self, metrics: Metrics) -> None:
        first = lay_head(self, metrics, self.sign, self.who, self.title)
        self.put(self.grid, left=4, right=4, top=first, height=metrics.rows - band_foot(metrics) - 1 - first)


class HuntSheet(CatchSheet):
    """The prompt `caught` at the chase. What to move on the table comes first; nobody is an answer like the others."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.skin = JAW
        self.fangs = Fangs(0.0 if look.motion else BITE, lower=0.0)
        self.head = Icon("cerberus", C.bone)
        self.steps = Figures("", size=33, colour=C.brim)
        self.spaces = Text("", "event", size=5)
        self.run = Text(_("{cb.cerberus} runs.\nHe stops at the\nfirst he meets."), "body", size=3.9, lines=4)
        self.rail = FigureView(rail, view=Rail())
        self.title = Text("", "event", size=3.75)
        self.add_widget(self.fangs)
        self.raise_undo()
        self.fangs.bite(BITE)
        for widget in (self.head, self.steps):
            appear(widget, MOTION.fangs)

    @property
    def burning(self) -> Fire:
        return FIRE

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        run = view.rage.run
        self.steps.show(str(run))
        self.spaces.show(ngettext("space", "spaces", run))
        self.offer(view, prompt)

    def lay(self, metrics: Metrics) -> None:
        many = len(self.grid.tiles) > 5
        rail = (27.0 if many else 33.6) if metrics.wide else (44.0 if many else 55.0)
        self.steps.resize((24.0 if many else 31.0) if metrics.wide else (22.0 if many else 33.0))
        run = self._wide(metrics, rail - 9.6) if metrics.wide else self._upright(many)
        below = Column(
            Leaf(self.title, 5.8),
            self.grid,
            gap=(0.8, 2.2),
            pad=(4, (0, 0.6), 4, foot(metrics) + (0.8 if metrics.wide else 1.6)),
        )
        tree = Layers(
            Column(Leaf(self.fangs, rail + 0.6), FreeSpace(), gap=0),
            Column(Leaf(run, rail), Leaf(self.rail, 1.3), below, gap=0),
        )
        self.put(tree, left=0, top=0)

    def _wide(self, metrics: Metrics, head: float) -> Node:
        """The dog, how far he runs, and what that means."""
        dog = Column(FreeSpace(8.6), Leaf(self.head, head), FreeSpace(), gap=0, size=0.355 * metrics.columns - 5.5)
        figure = Column(FreeSpace(), Leaf(self.steps, NATURAL), gap=0, pad=(0, 0, 0, 2.6), size=NATURAL)
        words = Column(FreeSpace(), Leaf(self.spaces, NATURAL), Leaf(self.run, NATURAL), gap=3, pad=(0, 0, 0, 2.6))
        return Row(dog, figure, words, gap=2.6, pad=(5.5, 0, 4, 0))

    def _upright(self, many: bool) -> Node:
        head = 17.0 if many else 24.0
        dog = Row(Leaf(self.head, head), Leaf(self.steps, NATURAL), self.spaces if many else None, gap=4, size=head)
        spaces = None if many else Row(FreeSpace(head + 4), self.spaces, size=5)
        return Column(FreeSpace(11), dog, spaces, FreeSpace(), Leaf(self.run, 12), gap=0, pad=(4, 0, 4, 1))
