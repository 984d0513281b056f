"""The sound test: a tone, how loud it is, and what to do if it was not heard."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.tools.doctor.entry import BOOT
from companion.tools.doctor.finding import Finding, Severity
from kiosk.screens.doctor.finding_row import FindingRow
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.words import of_group, on_screen
from kiosk.screens.screen import page
from kiosk.screens.tiles import Stepper
from kiosk.storage.settings import VOLUME_STEPS
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Leaf, Row, Split
from kiosk.widgets.panel import put_panel


class Loudness(Drawn):
    """The volume as a row of bars that grow."""

    def __init__(self, level: int, **kwargs: Any) -> None:
        self.level = level
        super().__init__(**kwargs)

    def show(self, level: int) -> None:
        self.level = level
        self.redraw()

    def draw(self) -> None:
        u = self.m.u
        step = self.width / VOLUME_STEPS
        for i in range(VOLUME_STEPS):
            high = self.height * (0.25 + 0.75 * (i + 1) / VOLUME_STEPS)
            lit = i < self.level
            tone = (C.danger if i >= 9 else C.ember if i >= 5 else C.brim) if lit else C.basalt
            put_panel(self.x + i * step, self.y, step - 0.8 * u, high, tone, 0.6 * u)


class SoundPage(DoctorPage):
    """`heard` is None until that was answered."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _("Sound"), **kwargs)
        self.heard: bool | None = None
        now = context.owner.now.volume
        self.sign = Icon("sound", C.ember)
        self.loudness = Loudness(now)
        self.volume = Stepper(self.louder, str(now))
        self.ask = Text("", "event", lines=2)
        self.advice = FindingRow()
        self.play = Key(_("Test tone"), "sound", kind="prime", icon_size=3.4, action=self.tone)
        self.yes = Key(_("Heard"), "check", icon_size=3, icon_colour=C.ok, action=partial(self.answer, True))
        self.no = Key(_("Not heard"), "cross", icon_size=3, icon_colour=C.danger, action=partial(self.answer, False))
        found = Key(_("Findings"), "list", icon_size=3, action=partial(context.go.open, "doctor:found:sound"))
        self.played = False
        self.compose(
            page(
                self.title,
                Row(Leaf(self.sign, 10), self.loudness, Split(wide=Leaf(self.volume, 28)), gap=4, size=9.4),
                Split(upright=Leaf(self.volume, 8.4)),
                Split(
                    wide=Row(self.ask, self.yes, self.no, size=7.8, weights=(2, 1, 1)),
                    upright=Column(Leaf(self.ask, 7.6), Row(self.yes, self.no, size=7.8)),
                ),
                Column(self.advice, pad=(0, 1, 0, 0)),
                Split(
                    wide=Row(self.back, found, self.play, size=8.2, weights=(22, 30, 36)),
                    upright=Column(Row(self.back, found), self.play, size=18),
                ),
            )
        )
        self._tell()

    def louder(self, step: int) -> None:
        """Change the volume by a step, and play the tone at it."""
        now = max(0, min(VOLUME_STEPS, self.context.owner.now.volume + step))
        self.context.owner.set(volume=now)
        self.loudness.show(now)
        self.volume.show(str(now), now <= 0, now >= VOLUME_STEPS)
        self.tone()

    def tone(self) -> None:
        """Play the tone and ask."""
        self.context.owner.director.sample()
        self.played, self.heard = True, None
        self._tell()

    def answer(self, heard: bool) -> None:
        """Store whether the tone was heard."""
        self.heard = heard
        self._tell()

    def _tell(self) -> None:
        waiting = self.played and self.heard is None
        self.yes.visible = self.no.visible = waiting
        words = {
            None: _("Did you hear it?") if waiting else _("Play the tone."),
            True: _("The sound is well."),
            False: "",
        }
        self.ask.visible = self.heard is not False
        self.ask.show(words[self.heard], C.ok if self.heard else C.bone)
        self.advice.show(self._why() if self.heard is False else None)

    def _why(self) -> Any:
        """Return the trouble that was found; if there was none: volume and cable, then the card."""
        found = [one for one in of_group(self.findings, "sound") if one.level > Severity.OK]
        if found:
            return found[0]
        silent = Finding("no_sound_card", {"file": BOOT})
        if self.context.owner.now.volume == 0 or self.context.owner.now.profile == "silent":
            silent = Finding("sound_chosen_off")
        return on_screen(silent)
