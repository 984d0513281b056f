"""The Kivy app over a running table."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.engine.signals import Signal, Tag
from companion.engine.update import Notice, Update
from companion.options import KioskOptions
from companion.presentation.refusals import READER_TYPES
from kiosk.display import memory
from kiosk.sound.director import Mute
from kiosk.table.runtime import Runtime

log = logging.getLogger(__name__)

READER_TYPES_S = 30.0
"""How long the notice of a reader that types is shown."""
PICTURE_S = 10.0
"""How long a picture of the window may take, seconds."""


class Kiosk:
    """The Kivy app, the table and the sound, put together. `prepare` builds without running (tests, demo).

    :param sounds: a `kiosk.sound.remote.RemotePlayer` or a substitute; None starts the sound's process with the window.
    """

    def __init__(self, runtime: Runtime, options: KioskOptions, sounds: Any = None) -> None:
        from companion.engine.requests import PostNotice
        from companion.presentation import i18n
        from kiosk.doctor.diagnostics import Diagnostics
        from kiosk.sound.director import Director
        from kiosk.sound.speaker import Speaker
        from kiosk.storage.own_data import OwnData
        from kiosk.storage.settings import SettingsFile
        from kiosk.table.context import KioskContext
        from kiosk.table.game_uis import spoken_of
        from kiosk.table.hub_link import HubLink
        from kiosk.table.link import TableLink
        from kiosk.table.machine import find_machine
        from kiosk.table.memories import TableMemories
        from kiosk.table.owner import later
        from kiosk.table.phones import Phones
        from kiosk.table.services import Services
        from kiosk.table.typed_reader import TypedReader
        from kiosk.window.learning import Learning
        from kiosk.window.pages import GAME_PAGES

        self.runtime, self.options = runtime, options
        self.settings = SettingsFile(options.data)
        now = self.settings.now
        i18n.set_language(options.lang or now.language)
        i18n.set_token_names(now.token_names)
        self._own_sounds = sounds is None
        self.sounds = sounds if sounds is not None else Mute()
        director = Director(self.sounds, now.profile, now.volume, runtime.light)
        self.speaker = Speaker(lambda: self.settings.now.voice, spoken_of)
        self.link = TableLink(runtime.table.post, self.on_updates, runtime.table.ask)
        notify = lambda notice: runtime.table.post(PostNotice(notice))  # noqa: E731
        own = OwnData(options.config, options.data, self.catch)
        phones = Phones(runtime.pages, self.post, notify, later)
        services = Services(
            phones=phones,
            hub=HubLink(runtime.outbox, self.post, notify, later),
            machine=find_machine(options.machine, later),
            doctor=Diagnostics(runtime.examine, lambda: runtime.live, self._hook_signals, runtime.support, self.post),
            own=own,
            try_again=runtime.try_again,
            box_changed=runtime.renew,
            voice_sample=self.speaker.sample,
            typed_reader=TypedReader(runtime.adopt_reader, self.post),
        )
        if services.machine is not None:
            services.machine.tell = notify
        memories = TableMemories(runtime.table.ask)
        self.context = KioskContext(
            self.link, self.settings, memories, director, runtime.clock.now_ms, GAME_PAGES, services
        )
        self.context.table.simulated = runtime.reader is not None
        self.context.table.books, self.context.table.owner_of = runtime.books, runtime.owner_of
        self.context.owner.follow(self.speaker.renew, "voice", "language", "token_names")
        self.context.owner.follow(lambda: phones.switch(self.settings.now.phones), "phones")
        self._take_language(options)
        self.learning = Learning(own, runtime.owner_of, learns=runtime.reader is None)
        self.app: Any = None
        self.root: Any = None
        self.ticker: Any = None
        self.dimmer: Any = None
        self.textures: Any = None
        self.painter: Any = None
        self.fingers: Any = None
        """A `kiosk.window.touch_source.Fingers`, once the window is open; None where no touchscreen has to be read."""

    def _take_language(self, options: KioskOptions) -> None:
        """Apply the language from the card's settings until one is chosen here."""
        machine = self.context.services.machine
        given = machine.status.language if machine is not None else None
        if given is not None and options.lang is None and not self.settings.known:
            self.context.owner.set(language=given)

    # ------------------------------------------------------------ life

    def prepare(self) -> Any:
        """Start the table, build the widgets and the app. Returns the app."""
        from kivy.app import App
        from kivy.core.window import Window

        from kiosk.display.look import look
        from kiosk.display.renderer import frames
        from kiosk.table import orientation as display
        from kiosk.table.owner import later
        from kiosk.widgets import paint
        from kiosk.widgets.kept_textures import KeptTextures

        kiosk = self
        look.set(Window.width, Window.height, motion=self.settings.now.motion)
        look.buttons = self.runtime.buttons
        display.apply_orientation(self.context.owner.display.saved)
        self.textures = KeptTextures(self.options.data / "textures", later)
        paint.keep_in(self.textures)

        class CompanionApp(App):
            """The App that Kivy requires; it only holds the root widget."""

            title = "Infernal Companion"

            def build(self) -> Any:
                return kiosk.build()

            def on_stop(self) -> None:
                kiosk.stop()

            def open_settings(self, *_args: Any) -> bool:
                """Open nothing: Kivy's own settings, on F1, do not belong to the kiosk."""
                return False

            def close_settings(self, *_args: Any) -> bool:
                """Close nothing."""
                return False

        Window.clearcolor = (0.051, 0.027, 0.024, 1)
        Window.bind(on_resize=lambda _w, width, height: look.set(width, height))
        Window.show_cursor = self.runtime.reader is not None or not self.options.fullscreen
        self.start()
        self.app = CompanionApp()
        frames.install()
        Window.bind(on_flip=self._first_seen)
        self.app.bind(on_start=lambda _app: self.bring_sounds())
        self.app.bind(on_start=lambda _app: self.dim())
        self.app.bind(on_start=lambda _app: self.paint_ahead())
        self.app.bind(on_start=lambda _app: self.root.offer())
        return self.app

    def start(self) -> None:
        """Start the table and receive its updates."""
        from companion.engine.requests import Now

        # On the engine thread: no sound waits for a drawing.
        self.runtime.table.listen(self.context.owner.director.hear)
        self.runtime.table.listen(self.speaker.hear)  # after its cues
        self.runtime.table.listen(self.link.receive)
        self.runtime.start()
        if self.runtime.reader is None and self.runtime.has_readers:
            self.context.owner.keep(replace(self.settings.now, reader_known=True))
        if self.settings.now.phones and self.context.services.phones is not None:
            self.context.services.phones.switch(True)
        self.runtime.table.post(Now())

    def build(self) -> Any:
        from kivy.core.window import Window

        from kiosk.touch.quick_typing import QuickTyping
        from kiosk.window.root_widget import RootWidget
        from kiosk.window.ticker import Ticker

        self.root = RootWidget(self.context, self._hands())
        self.ticker = Ticker(self.context, self.root.second)
        QuickTyping(self._reader_types).bind(Window, self.runtime.clock.now_ms)
        return self.root

    def _reader_types(self) -> None:
        """Show for a while that there is an unadopted reader that types."""
        from companion.engine.requests import PostNotice
        from kiosk.table.owner import later

        self.link.send(PostNotice(Notice(READER_TYPES)))
        later(lambda: self.link.send(PostNotice(Notice(READER_TYPES, gone=True))), READER_TYPES_S)

    def dim(self) -> None:
        """Dim the screen from now on when nothing is touched or read."""
        from kivy.core.window import Window

        from kiosk.display.dim import Dimmer, best_light
        from kiosk.table.owner import later

        context = self.context
        after = lambda: context.owner.now.dim_after_min  # noqa: E731
        self.dimmer = Dimmer(best_light(), after, lambda: context.table.watched, self.runtime.clock.now_ms, later)
        self.dimmer.bind(Window)
        context.owner.follow(self.dimmer.plan, "dim_after_min")
        self.runtime.on_activity = self._noticed

    def _noticed(self) -> None:
        """Keep the screen lit and put off what is painted ahead: a reader or a button was used. Called by a driver's
        thread."""
        self.dimmer.noticed(self.post)
        if self.painter is not None:
            self.painter.interrupt()

    def paint_ahead(self) -> None:
        """Prepare from now on what will be shown, while the screen is not touched."""
        from kivy.core.window import Window

        from companion.games.registry import MODULES
        from kiosk.table.owner import later
        from kiosk.widgets.paint_ahead import PaintAhead
        from kiosk.window.root_widget import modules_of_screens

        modules = (*MODULES.values(), *modules_of_screens(self.context.go.game_pages))
        self.painter = PaintAhead(Window.width, Window.height, later, modules, shown_next=self.root.ahead)
        if self.context.table.update is not None:
            self.painter.prepare(self.context.table.update.game)
        Window.bind(on_touch_down=self.painter.touched)

    def _hands(self) -> Any:
        """The virtual reader and panel, if this table has them."""
        runtime = self.runtime
        return None if runtime.reader is None or runtime.panel is None else (runtime.reader, runtime.panel)

    def run(self) -> None:
        """Prepare, and run until the window closes or a signal comes."""
        from kiosk.display import loop
        from kiosk.window.signals import LeaveOnSignal

        app = self.prepare()
        self.fingers = self._open_fingers()
        if self.fingers is not None and self.fingers.devices is not None:
            self.context.services.fingers = self.fingers
        devices = self.fingers.devices if self.fingers is not None else None
        if devices is not None:  # whose keyboards the window does not know, if they came later
            devices.reader_types = self._reader_types
        loop.install_loop("stock" if self.options.stock_loop else "blocking", devices=devices)
        app.bind(on_start=lambda _app: self.runtime.open_control(self.picture, self.touch, self.keys, self.leave))
        app.bind(on_start=lambda _app: self.post(lambda: self.runtime.ready(self.post)))
        with LeaveOnSignal(self.leave):
            try:
                app.run()
            finally:
                self.stop()

    def _open_fingers(self) -> Any:
        from kiosk.window.touch_source import open_fingers

        return open_fingers(self.options.input_devices, self.settings)

    def _first_seen(self, window: Any) -> None:
        """Handle the first shown screen: from now on memory is given back at quiet moments."""
        from kiosk.display.renderer import frames
        from kiosk.table.owner import later

        window.unbind(on_flip=self._first_seen)
        later(memory.keep_standing, 0)  # not here: Kivy flips the buffers after its listeners
        memory.sweeper.start(later, frames.forget)

    def leave(self) -> None:
        """End the app. From any thread; returns at once."""
        from kivy.clock import Clock

        Clock.schedule_once(lambda _dt: self.app.stop())

    @staticmethod
    def post(call: Callable[[], object]) -> None:
        """Let the window's loop make a call in its next turn. From any thread; returns at once."""
        from kivy.clock import Clock

        Clock.schedule_once(lambda _dt: call(), -1)

    def picture(self, path: Path) -> None:
        """Write what the window shows to a PNG file, after every earlier update. From any thread but the UI's.

        :raises OSError: if it cannot be written.
        :raises TimeoutError: if the window does not draw.
        """
        from kiosk.window.picture import shoot_soon

        shoot_soon(path).result(PICTURE_S)

    def touch(self, x: float, y: float) -> None:
        """Put a finger on the window at px from its upper left corner and lift it. From any thread but the UI's.

        :raises TimeoutError: if the window does not draw.
        """
        from kiosk.window.control_fingers import touch_soon

        touch_soon(x, y).result(PICTURE_S)

    def keys(self) -> list[dict[str, Any]]:
        """Return what can be touched on the window, and where. From any thread but the UI's.

        :raises TimeoutError: if the window does not draw.
        """
        from kiosk.window.control_fingers import keys_soon

        return keys_soon().result(PICTURE_S)

    def bring_sounds(self) -> None:
        """Start the sound's process once the window is open. The first screen does not wait for it."""
        if self._own_sounds and isinstance(self.sounds, Mute):
            self.sounds = self._make_sounds()
            self.context.owner.director.use(self.sounds)
            self.speaker.use(self.sounds)

    def stop(self) -> None:
        """Stop the sound and the table with the window. May be called twice."""
        self.context.owner.close()
        self.learning.close()
        if self.dimmer is not None:
            self.dimmer.close()
        if self.fingers is not None:
            self.fingers.close()
        memory.sweeper.stop()
        if self.painter is not None:
            self.painter.close()
        if self.textures is not None:
            self.textures.close()
        close = getattr(self.sounds, "close", None)
        if close is not None:
            close()

    # ------------------------------------------------------------ what comes in

    def catch(self, taker: Callable[[str], object] | None) -> None:
        """Send tags to `taker` (their UIDs, on the UI thread) instead of the table; None: to the table again."""
        from kivy.clock import Clock

        def caught(tag: Tag) -> bool:
            if tag.present and taker is not None:
                Clock.schedule_once(lambda _dt: taker(tag.uid), -1)
            return True

        self.runtime.tag_hook = caught if taker is not None else None

    def _hook_signals(self, taker: Callable[[Signal], bool] | None) -> None:
        self.runtime.signal_hook = taker

    def on_updates(self, updates: Sequence[Update]) -> None:
        """Receive the updates since the last frame, on the UI thread: learnt from one by one, shown as one."""
        from kiosk.widgets.ambient import ambient
        from kiosk.window.merging import merged
        from kiosk.window.root_widget import base_of

        update = merged([self.learning.seen(update) for update in updates], base_of)
        self.context.table.update = update
        running = update.face is not None and update.face.running
        if ambient.clock is not running:
            ambient.clock = running
        if self.painter is not None:
            self.painter.prepare(update.game)
        if self.root is not None:
            self.root.on_update(update, away=any(base_of(one) != base_of(update) for one in updates))
        if self.ticker is not None:
            self.ticker.on_update()

    def _make_sounds(self) -> Any:
        from companion.engine.requests import PostNotice
        from kiosk.sound.remote import RemotePlayer

        if os.environ.get("COMPANION_NO_SOUND"):
            return Mute()
        now = self.settings.now
        player = RemotePlayer(
            self.options.data / "sound",
            self.options.lang or now.language,
            now.profile,
            now.volume / 10,
            self.runtime.clock,
            self._sound_config(),
            report=lambda notice: self.runtime.table.post(PostNotice(notice)),
        )
        player.start()
        return player

    def _sound_config(self) -> Any:
        from companion.engine.config import ConfigError
        from kiosk.sound.config import load_sound_config

        try:
            return load_sound_config(self.options.config / "sound.toml")
        except ConfigError:  # `companion.runtime` reports it
            return None
