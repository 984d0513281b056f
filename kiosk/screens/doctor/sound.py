"""The sound test: a tone, how loud it is, and what to do if nobody heard it."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.doctor.entry import BOOT
from companion.doctor.finding import Finding, Level
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.told import Told
from kiosk.screens.doctor.words import of_group, on_screen
from kiosk.screens.tiles import Stepper
from kiosk.settings import VOLUME_STEPS
from kiosk.theme import C, Metrics
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.panel import put_panel
from kiosk.widgets.stack import row


class Loudness(Drawn):
    """The volume as a row of bars that grow."""

    def __init__(self, level: int, **kwargs: Any) -> None:
        self.level = level
        super().__init__(**kwargs)

    def show(self, level: int) -> None:
        """Another volume."""
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


class Sounding(DoctorPage):
    """`heard` is None before anybody said."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _("Sound"), **kwargs)
        self.heard: bool | None = None
        now = context.settings.now.volume
        self.sign = Icon("sound", C.ember)
        self.loudness = Loudness(now)
        self.volume = Stepper(self.louder, str(now))
        self.ask = Text("", "event", lines=2)
        self.advice = Told()
        self.play = Key(_("Test tone"), "sound", kind="prime", icon_size=3.4, action=self.tone)
        self.yes = Key(_("Heard"), "check", icon_size=3, icon_colour=C.ok, action=partial(self.answer, True))
        self.no = Key(_("Not heard"), "cross", icon_size=3, icon_colour=C.danger, action=partial(self.answer, False))
        self.found = Key(_("Findings"), "list", icon_size=3, action=partial(context.open_screen, "doctor:found:sound"))
        self.played = False
        self._tell()

    def louder(self, step: int) -> None:
        """One step of volume, and the tone at it."""
        now = max(0, min(VOLUME_STEPS, self.context.settings.now.volume + step))
        self.context.set(volume=now)
        self.loudness.show(now)
        self.volume.show(str(now), now <= 0, now >= VOLUME_STEPS)
        self.tone()

    def tone(self) -> None:
        """Play it and ask."""
        self.context.director.sample()
        self.played, self.heard = True, None
        self._tell()

    def answer(self, heard: bool) -> None:
        """Somebody heard it, or nobody did."""
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
        self.ask.show(words[self.heard], C.ok if self.heard else C.bone)
        self.advice.show(self._why() if self.heard is False else None)

    def _why(self) -> Any:
        """The trouble that was found; if there was none: volume and cable, then the card."""
        found = [one for one in of_group(self.findings, "sound") if one.level > Level.OK]
        if found:
            return found[0]
        silent = Finding("no_sound_card", {"file": BOOT})
        if self.context.settings.now.volume == 0 or self.context.settings.now.profile == "silent":
            silent = Finding("sound_chosen_off")
        return on_screen(silent)

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        self.put_title(m)
        wide = m.wide
        top = 10.5 if wide else 14
        self.put(self.sign, left=4.5, width=10, top=top, height=10)
        self.put(self.loudness, left=18, width=m.columns - 18 - (36 if wide else 4), top=top + 1, height=8.4)
        if wide:
            self.put(self.volume, right=4, width=28, top=top + 1, height=8.4)
        else:
            self.put(self.volume, left=4, right=4, top=top + 13, height=8.4)
        top += 12.5 if wide else 25
        self.put(self.ask, left=4, width=44 if wide else m.columns - 8, top=top, height=7.6)
        keys = [self.yes, self.no]
        row(self, keys, top=top if wide else top + 9, height=7.8, left=50 if wide else 4)
        self.put(self.advice, left=4, right=4, top=top + (0.5 if wide else 2), bottom=11.4 if wide else 22)
        if wide:
            row(self, [self.back, self.found, self.play], bottom=1.4, height=8.2, weights=[22, 30, 36])
        else:
            row(self, [self.back, self.found], bottom=11, height=8.4)
            row(self, [self.play], bottom=1.4, height=8.4)
