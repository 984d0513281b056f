"""Home: three gates on one rail, the game that waits, the memories."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.requests import Resume
from companion.figures.marks import Rail, rail
from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from companion.presentation.words import names, names_and_day, when
from kiosk.display.theme import Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.screen import Screen
from kiosk.table.context import KioskContext
from kiosk.table.evenings import game_count, player_groups, this_evening
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory
from kiosk.table.owner import later
from kiosk.widgets.background import HOME, Background, Sparks
from kiosk.widgets.gate import Gate
from kiosk.widgets.key import CornerKey, Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Layers, Leaf, Row, Split

LOOK_S = 4.0
"""How long until a stick with an invitation is noticed, where no link is switched on."""


def _rail() -> FigureView:
    return FigureView(rail, view=Rail())


class HomeScreen(Screen):
    """Nothing here moves once the fire sleeps."""

    remembers = True

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self._looking: Any = None
        self._look()
        paused = context.table.memories.paused()
        self.waiting: Memory | None = next(iter(paused), None)
        self.sparks = Sparks(9)
        self.title = Text(_("Where to tonight?"), "title", lines=2)
        self.language = CornerKey("language", language().upper(), action=context.owner.next_language)
        self.gear = CornerKey("gear", action=lambda: context.go.open("settings"))
        self.uis = tuple(GAME_UIS.values())
        self.gates = [
            Gate(ui.icon, ui.title, lit=self._leads_on(ui.game), action=partial(context.enter, ui.game))
            for ui in self.uis
        ]
        self.background = Background(HOME)
        self.add_widget(self.background)
        self.add_widget(self.sparks)
        self.resume: Key | None = None
        if self.waiting is not None:
            who = names_and_day(self.waiting.names, when(self.waiting.wall, context.table.wall_now()))
            ui = GAME_UIS.get(self.waiting.game)
            label = _("Resume {game}").format(game=self.waiting.game if ui is None else ui.title)
            waiting = self.waiting.id
            self.resume = Key(label, "play", who, action=lambda: context.ask.send(Resume(waiting)))
        self.others: Key | None = None
        """The list of all games that wait; there if there is more than one."""
        if len(paused) > 1:
            self.others = Key(str(len(paused)), "list", icon_size=3.4, action=lambda: context.go.open("paused"))
        told = context.owner.now.evenings
        finished = context.table.memories.finished()
        last = next(iter(player_groups(finished)), None) if told else None
        memories = Key(_("Memories"), "crown", action=partial(context.go.open, "evenings" if told else "history"))
        self.played = Text("", "body", C.ash, lines=2)
        """Who of the last players won how often."""
        if last is not None:
            memories.show(second=(f"{names(last.names)} · {last.count()}", game_count(len(finished))))
            if self.resume is None:
                self.played.show(last.short())
        tonight = this_evening(finished, context.table.wall_now())
        self.tonight: Key | None = None
        """This evening as a card; there once a game of it has ended."""
        if tonight:
            label = _("This evening")
            count = game_count(len(tonight))
            open_it = partial(context.go.open, "tonight")
            short = self.resume is not None  # there is no room for words
            self.tonight = Key(icon="flame", action=open_it) if short else Key(label, "flame", count, action=open_it)
            self.played.show("")
        others = Leaf(self.others, 12)
        evening = Leaf(self.tonight, 8.4) if self.resume is not None else self.tonight
        below = Row(self.resume, others) if self.resume is not None else evening
        beside = evening if self.resume is not None else None  # wide, the row below is full
        corner = Leaf(self.language, 13.5), Leaf(self.gear, 8)
        head = Split(
            wide=Row(self.title, beside, *corner, gap=0.4, size=8, pad=(0, 0, -1, 0)),
            upright=Row(self.title, *corner, gap=0.4, size=11, pad=(0, 0, -1, 0)),
        )
        self.compose(
            Split(
                wide=Column(
                    head,
                    FreeSpace(1.3),
                    Row(*self.gates, gap=3.4),
                    Row(_rail(), size=1.3, pad=(-4.2, 0, -4.2, 0)),
                    FreeSpace(2.45),
                    Row(
                        Leaf(Layers(below, self.played), weight=2.12, kept=True),
                        memories,
                        gap=3.4,
                        size=8.5,
                    ),
                    gap=0,
                    pad=(4.2, 1.2, 4.2, 2),
                ),
                upright=Column(
                    head,
                    FreeSpace(2),
                    *(Column(gate, Row(Leaf(_rail(), 18), FreeSpace(), size=1.3), gap=0) for gate in self.gates),
                    Leaf(Layers(self.resume or self.tonight, self.played), 8.8, kept=True),
                    Row(memories, others, evening if self.resume is not None else None, size=8.8),
                    gap=1,
                    pad=(4, 3.6, 4, 1.8),
                ),
            )
        )

    def _look(self) -> None:
        hub = self.context.services.hub
        if hub is not None and not hub.on:
            hub.look()
            self._looking = later(self._look, LOOK_S)

    def closed(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def _leads_on(self, game: str) -> bool:
        """Whether a gate is lit: every gate that opens; once a game waits to be resumed, its gate alone."""
        return self.waiting is None or self.waiting.game == game

    def arrange(self, metrics: Metrics) -> None:
        for gate, ui in zip(self.gates, self.uis, strict=True):
            count = f"{ui.least}–{ui.most}" if ui.least < ui.most else str(ui.most)
            inside = (f"{count} · {_(ui.inside)}",)
            beside = (_("{count} players").format(count=count), _(ui.line))
            gate.show(lines=inside if metrics.wide else beside, beside=not metrics.wide)
        self.title.show(_("Where to tonight?") if metrics.wide else _("Where to\ntonight?"))
        self.put(self.sparks, left=0, right=0, top=31 if metrics.wide else 84, height=15 if metrics.wide else 12)
        super().arrange(metrics)
