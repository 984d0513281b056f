"""Boxes are enrolled on the real screen: fingers touch what shows, cards are tapped, and time passes as for people."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from companion.engine.clock import ManualClock
from companion.engine.signals import Tag
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.presentation.i18n import Language
from companion.runtime import Runtime
from companion.tools.enrol.state import Enrolment, WorkTally
from tests.kiosk.screens.touching import Hand
from tests.patience import PATIENCE_S

TAP_MS, TOUCH_MS = 2_500, 1_500
"""What a person needs to take the next card and lay it down, and to find and touch a key. Assumed, not measured."""


def uid(n: int) -> str:
    """The tags of a new bag of stickers: ten hex digits, none like another."""
    return f"3A{(n * 2654435761 + 97) % 2**32:08X}"


class Enroller(Hand):
    """A kiosk with a config folder of its own, and one pair of hands.

    :param machine: root of a machine that is started for the first time and asks for its language; None: there is none
        to be set up, and English is spoken.
    :param table: the text of table.toml, if not the packaged one.
    :param simulate: with the virtual table.
    """

    told_by = ("label", "figure", "value")

    def __init__(
        self,
        folder: Path,
        window: Any,
        machine: Path | None = None,
        table: str = "",
        simulate: bool = False,
        lang: Language = "en",
    ) -> None:
        self.config, self.data = folder / "config", folder / "data"
        if not self.config.exists():
            shutil.copytree(PACKAGED_CONFIG, self.config)
        if table:
            (self.config / "table.toml").write_text(table, encoding="utf-8")
        self.clock = ManualClock(1000)
        options = KioskOptions(data=self.data, config=self.config, lang=lang, simulate=simulate)
        if machine is not None:
            options = replace(options, lang=None, machine=machine)
        self.taps = self.touches = self.ms = 0
        self.noted: tuple[int, int, float, WorkTally] = (0, 0, 0.0, WorkTally())
        super().__init__(self.data, window, options=options, clock=self.clock)

    # ------------------------------------------------------------ eyes

    @property
    def page(self) -> Any:
        return self.screen.page

    @property
    def e(self) -> Enrolment:
        found: Enrolment = self.screen.book.e
        return found

    @property
    def tally(self) -> WorkTally:
        return self.e.tally

    # ------------------------------------------------------------ hands

    def tap(self, tag: str) -> None:
        """The next card on the reader, and off again."""
        self._work(TAP_MS)
        self.taps += 1
        cast(Runtime, self.kiosk.runtime).receive(Tag("table", tag))
        cast(Runtime, self.kiosk.runtime).receive(Tag("table", tag, present=False))
        self.pump(1)

    def touch(self, widget: Any, hold: float = 0.0) -> None:
        """A finger on the middle of a widget."""
        there = widget.enabled and self._shown(widget, self.root)
        assert there, f"{widget} cannot be touched at {self.root.name}"
        self._work(TOUCH_MS)
        self.touches += 1
        super().touch(widget, hold)

    def type(self, text: str) -> None:
        """On the keyboard of the screen."""
        for letter in text:
            self.press("Space" if letter == " " else letter.upper())

    def _work(self, ms: int) -> None:
        self.ms += ms
        self.clock.set_ms(self.clock.now_ms() + ms)

    def sync(self) -> None:
        """Until the engine has done what it was asked, the screen has heard of it, and what was learnt is written."""
        super().sync()
        self.kiosk.learning.close(PATIENCE_S)

    # ------------------------------------------------------------ a heap with fields

    def tell(self, values: Mapping[str, str]) -> None:
        """Make the form say this, with as few touches as it takes."""
        if values.get("cross") != self._form().get("cross"):
            self.touch(self.page.tiles["cross"])
        for name, value in values.items():
            if name in ("cross", "arrow") or self._form().get(name) == value:
                continue
            if self.page.field is None or self.page.field.name != name:
                self.touch(self.page.tiles[name])
            self.touch(next(key for key in self.page.pad if key.value == value))
        if values.get("arrow") != self._form().get("arrow") and "arrow" in self.page.tiles:
            self.touch(self.page.tiles["arrow"])
        told = {name: value for name, value in self._form().items() if value}
        assert told == dict(values), (told, values)

    def _form(self) -> Mapping[str, str]:
        return self.e.form.get(self.e.heap, {})

    def note(self) -> None:
        """The box is enrolled: so much it took, from the first screen on."""
        self.noted = (self.taps, self.touches, self.ms / 60_000, self.tally)

    def report(self, game: str) -> str:
        """What it took."""
        taps, touches, minutes, tally = self.noted
        return (
            f"{game}: {taps} taps, {touches} touches, {minutes:.1f} min at {TAP_MS / 1000} s a tap and "
            f"{TOUCH_MS / 1000} s a touch; the screen counted {tally.taps}, {tally.touches}, {tally.minutes:.1f}"
        )
