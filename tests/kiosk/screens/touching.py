"""A kiosk in the hands of a test that only sees and touches: what shows can be touched, nothing else."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.clock import Clock
from companion.engine.prompt import Prompt
from companion.engine.requests import Now, Open
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.presentation.i18n import Language
from companion.runtime import Runtime
from kiosk.display.look import look
from kiosk.sound.director import Mute
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Touchable
from kiosk.window.app import Kiosk
from tests.kiosk.eyes import SeenClock, eyes
from tests.kiosk.remembered import settled
from tests.kiosk.screens.fitting import faults
from tests.patience import PATIENCE_S

TABLE = """
[[readers]]
name = "table"
port = ""
protocol = "id12la"
duplicate_ms = 0
"""
"""A reader that tells of each arrival once: nobody waits until a tag that was taken away is believed to be gone."""


def lying(kiosk: Any) -> set[str]:
    """What its readers believe to lie on them: a tag that is put down anew is heard once it was gone."""
    return {uid for reader in kiosk.runtime.hardware.readers.values() for uid in reader.presence.present}


class Stuck(AssertionError):
    """A touch did not lead where it should; the message says where the hand was."""


@dataclass
class Diary:
    """What was seen on the way. `faults`: texts that do not fit or meet each other, with the place, once each."""

    touches: int = 0
    drawn: int = 0
    """Things laid on the virtual reader."""
    faults: dict[str, str] = field(default_factory=dict)
    stuck: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)


class Hand:
    """A kiosk in the window of this process. `pictures`: a folder for one after each beat.

    :param options: how it is started; None: with its virtual table.
    """

    told_by = ("label", "figure", "name")
    """Where the words of a key, a tile or a field are."""

    def __init__(
        self,
        data: Path,
        window: Any,
        seed: int = 7,
        pictures: Path | None = None,
        options: KioskOptions | None = None,
        language: Language | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.window, self.pictures = window, pictures
        if options is None:
            config = data.with_name(f"{data.name}-config")
            shutil.copytree(PACKAGED_CONFIG, config, dirs_exist_ok=True)
            (config / "table.toml").write_text(TABLE, encoding="utf-8")
            options = KioskOptions(data=data, config=config, simulate=True, lang=language)
        self.kiosk = Kiosk(Runtime(options, clock or SeenClock()), options, Mute())
        self.opened: Open | None = None
        self._seed, self._post = seed, self.kiosk.link._post
        self.kiosk.link._post = self._send
        look.now = eyes.now
        self.kiosk.start()
        self.root: Any = self.kiosk.build()
        window.add_widget(self.root)
        self.diary = Diary()
        self.rng = Random(seed)
        self._shot = 0
        self.sync()

    def close(self) -> None:
        """Put everything away."""
        self.window.remove_widget(self.root)
        self.kiosk.runtime.close()

    def _send(self, request: Any) -> None:
        """Chance is the story's: the same boats lie there."""
        if isinstance(request, Open):
            from msgspec.structs import replace

            request = self.opened = replace(request, seed=self._seed)
        self._post(request)

    # ------------------------------------------------------------ eyes

    @property
    def view(self) -> Any:
        return self.kiosk.context.table.update.view if self.kiosk.context.table.update is not None else None

    @property
    def prompt(self) -> Prompt | None:
        """What can be chosen now, as the protocol has it."""
        prompt: Prompt | None = self.kiosk.runtime.table.ask(Now(), PATIENCE_S).answer.prompt
        return prompt

    @property
    def screen(self) -> Any:
        return self.root.screen

    @property
    def place(self) -> str:
        """Where the eyes are, in a word or two."""
        sheet = getattr(self.screen, "place", None)
        prompt = self.prompt
        parts = (self.root.name, sheet.kind if sheet else "", prompt.id if prompt is not None else "")
        return ".".join(part for part in parts if part)

    def seen(self) -> Iterator[Any]:
        """What can be touched now, on the screen or on the drawer over it."""
        drawn = self.root.drawn if self.root.base in self.kiosk.context.table.ui.playing else None
        top = self.root if drawn is None else drawn
        for widget in top.walk(restrict=True):
            if widget is self.root.help:
                continue  # whoever plays on does not ask
            if isinstance(widget, Touchable) and widget.enabled and self._shown(widget, top):
                yield widget

    @staticmethod
    def _shown(widget: Any, top: Any) -> bool:
        while isinstance(widget, Drawn):
            if not widget.visible:
                return False
            if widget is top:
                return True
            widget = widget.parent
        return False

    def find(self, words: str) -> Any:
        """The key, tile or field with these words."""
        for widget in self.seen():
            if words in (getattr(widget, name, None) for name in self.told_by):
                return widget
        there = sorted({str(getattr(w, "label", "") or type(w).__name__) for w in self.seen()})
        raise Stuck(f"nothing says {words!r} at {self.place}; there are: {', '.join(there)}")

    def shoot(self, name: str) -> None:
        """A picture, if anybody wants pictures; and what does not fit there is noted."""
        where = f"{name} {self.place}"
        for fault in faults(self.root, *self.window.size):
            self.diary.faults.setdefault(fault, where)
        self.diary.places[self.place] = self.diary.places.get(self.place, 0) + 1
        if self.pictures is not None:
            from kiosk.window.picture import shoot

            self._shot += 1
            self.pictures.mkdir(parents=True, exist_ok=True)
            shoot(self.pictures / f"{self._shot:03d}-{name}-{self.place}.png")

    # ------------------------------------------------------------ fingers

    def pump(self, frames: int = 2) -> None:
        """Layouts and drawings, without showing them."""
        from kivy.clock import Clock

        for _i in range(frames):
            Clock.tick()
            Clock.tick_draw()

    def sync(self) -> None:
        """Until the engine has done all it was asked and the screen has heard of it."""
        self.kiosk.runtime.table.ask(Now(), PATIENCE_S)
        self.pump()
        if self.kiosk.context.table.memories.late:
            settled(self.kiosk.context.table.memories)
            self.pump()

    def wait(self, condition: Callable[[], object], what: str = "it") -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end:
                raise Stuck(f"it never came: {what}, at {self.place}")
            time.sleep(0.002)
            self.pump(1)

    def lay(self, piece: Any) -> None:
        """Click a piece of the virtual table onto the reader, until the table has heard of it."""
        before = self.kiosk.context.table.update
        self.touch(piece)
        self.wait(lambda: self.kiosk.context.table.update is not before, "news of the piece")
        self.sync()

    def touch(self, widget: Any, hold: float = 0.0) -> None:
        """A finger on the middle of a widget."""
        self.touch_at(widget.center_x, widget.center_y, hold)

    def touch_at(self, x: float, y: float, hold: float = 0.0) -> None:
        """A finger at px from the lower left corner."""
        from kivy.tests.common import UnitTestTouch

        wide, high = self.window.size
        if not (0 <= x < wide and 0 <= y < high):
            raise Stuck(f"a touch outside of the window ({x:.0f}, {y:.0f}) at {self.place}")
        self.pump()
        eyes.look_on()
        finger = UnitTestTouch(x, y)
        finger.touch_down()
        if hold:
            from kivy.clock import Clock

            end = Clock.time() + hold
            self.wait(lambda: Clock.time() > end, "the thumb to have waited")
            self.sync()
            self.shoot("held")
        finger.touch_up()
        self.diary.touches += 1
        self.sync()

    def press(self, *words: str) -> None:
        """One key after the other."""
        for one in words:
            self.touch(self.find(one))
