"""The player of the demonstration: it opens a game, waits, looks, and takes pictures."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.options import KioskOptions
from kiosk.table.runtime import Runtime

PACE_MS = 5_700
"""A card every so often, as a practised group plays."""
PATIENCE = 15.0
"""s. So long a tap may take through the virtual reader."""
SEED = 7
"""Of the virtual table's shuffle: the same evening each time."""
SHOTS = {
    "silence_on": "silence",
    "uturn_on": "uturn",
    "track_discarded": "missed",
    "tunnel_expected": "tunnel",
    "explosion": "explosion",
}
"""Event -> picture, once each."""


class Demo:
    """Plays one game after the other, each to its end."""

    def __init__(self, runtime: Runtime, options: KioskOptions, folder: Path) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from companion.games.infernal_wagon.virtual import WagonTable
        from kiosk.display.look import look
        from kiosk.sound.director import Mute
        from kiosk.window.app import Kiosk
        from kiosk.window.picture import draw_pictures_only

        EventLoop.ensure_window()
        EventLoop.start()
        draw_pictures_only()
        self.folder, self.taken = folder, list[Path]()
        self.runtime = runtime
        self.kiosk = Kiosk(self.runtime, options, Mute())
        look.set(Window.width, Window.height, motion=False)
        self.kiosk.start()
        self.root = self.kiosk.build()
        self.root.tables["infernal_wagon"] = WagonTable(seed=SEED)
        Window.add_widget(self.root)
        self.seen: set[str] = set()
        self.shown: set[tuple[str, str]] = set()
        """Games and what was seen of them."""
        self.pump()

    # ------------------------------------------------------------ the pieces of a game

    def wish(self, game: str, players: int, options: dict[str, Any]) -> None:
        """Set how many play a game, and its options."""
        from msgspec.structs import replace

        context = self.kiosk.context
        settings = context.owner.settings
        settings.now = replace(settings.now, table=players, options={**settings.now.options, game: options})
        context.set_up.choose_first_game(game, False)  # explanations would cover what is shown

    def look(self, game: str, shots: Mapping[str, str]) -> None:
        """Keep a picture of the first event of the latest update, or else the question, that was not seen yet."""
        update = self.kiosk.context.table.update
        if update is None:
            return
        names = [str(type(event).__struct_config__.tag) for event in update.events]
        if self.kiosk.context.table.asked and update.prompt is not None:
            names.append(update.prompt.id)
        for name in names:
            if name in shots and (game, name) not in self.shown:
                self.shown.add((game, name))
                self.wait()
                self.shoot(f"{game}-{shots[name]}")
                break

    def leave(self) -> None:
        """Go back to the gates."""
        from companion.engine.requests import Leave

        self.kiosk.context.ask.send(Leave())
        self.wait()

    def play_wagon(self) -> None:
        """Play Infernal Wagon: set-up, the game, the end, for three, with every module that has something to show."""
        self.wish("infernal_wagon", 3, {})
        self.kiosk.context.enter("infernal_wagon")
        self.wait()
        for module in ("silence", "uturn"):
            self.act(module)
        self.shoot("setup")
        self.act("confirm")
        self.shoot("ready")
        self.act("start")
        while self._playing() and self._card():
            self._advance(PACE_MS)
        self.pump()
        self.shoot("end")

    def close(self) -> None:
        from kivy.core.window import Window

        Window.remove_widget(self.root)
        self.runtime.close()

    def shoot(self, name: str) -> None:
        from kiosk.window.picture import shoot

        self.pump()
        self.taken.append(shoot(self.folder / f"{len(self.taken) + 1:02d}-{name}.png"))

    def _playing(self) -> bool:
        return self.root.base == "game"

    def _card(self) -> bool:
        """Lay a card: a switch card that was drawn, one that fits, or else any. False: no card is left."""
        drawer = self.root.drawer
        drawer.deal()
        tiles = [tile for tile in drawer.tiles if tile.piece.uid]
        if not tiles:
            return False
        tile = next((t for t in tiles if t.piece.lit), tiles[0])
        if "virtual-table" not in self.seen:
            self.seen.add("virtual-table")
            self.root.drawer.show(True)
            self.shoot("virtual-table")
            self.root.drawer.show(False)
        before = self.kiosk.context.table.update
        drawer.lay_on(tile.piece)
        end = time.monotonic() + PATIENCE
        while self.kiosk.context.table.update is before and time.monotonic() < end:
            self.pump(1)
        self._look(self.kiosk.context.table.update)
        return self.kiosk.context.table.update is not before

    def _look(self, update: Any) -> None:
        """Keep a picture of what was not seen yet."""
        for event in update.events:
            name = SHOTS.get(str(type(event).__struct_config__.tag))
            if name and name not in self.seen:
                self.seen.add(name)
                self.shoot(name)
                break
        if self.kiosk.context.table.asked and "question" not in self.seen:
            self.seen.add("question")
            self.shoot("question")
        left = self.kiosk.context.table.remaining()
        if left is not None and left < 60_000 and "last-minute" not in self.seen:
            self.seen.add("last-minute")
            self.shoot("last-minute")
        elif "playing" not in self.seen:
            self.seen.add("playing")
            self.shoot("playing")

    # ------------------------------------------------------------ time

    def act(self, *keys: str) -> None:
        """Choose options and see what comes of it."""
        self.kiosk.context.ask.act(*keys)
        self.wait()

    def _advance(self, ms: int) -> None:
        from companion.engine.requests import Advance

        self.runtime.table.ask(Advance(ms), 10)
        self.root.second()
        self.pump(1)

    def wait(self) -> None:
        """Wait until the engine has done all requests and the screen has received the updates."""
        from companion.engine.requests import Now

        self.runtime.table.ask(Now(), 10)
        self.pump()

    def pump(self, frames: int = 3) -> None:
        """Let the window draw."""
        from kiosk.window.picture import run_frames

        run_frames(frames)
