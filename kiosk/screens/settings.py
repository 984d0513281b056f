"""What the owner may choose for this box."""

from __future__ import annotations

from functools import partial
from typing import Any

from kiosk.context import KioskContext
from kiosk.i18n import N_, _, language
from kiosk.screens.screen import Screen
from kiosk.screens.tiles import Stepper
from kiosk.settings import PROFILES, VOLUME_STEPS
from kiosk.theme import C, Metrics
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row

PROFILE_WORDS = {"timed": N_("Full"), "quiet": N_("Quiet"), "silent": N_("None")}
LANGUAGE_WORDS = {"fr": "Français", "en": "English"}
SIZE_WORDS = {"normal": N_("Normal"), "large": N_("Large")}


class SettingsScreen(Screen):
    """One row for each thing; the chosen key is lit."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        now = context.settings.now
        self.add_widget(Background(HOME))
        self.title = Text(_("Settings"), "title", size=4.75)
        self.rows: list[tuple[Text, list[Any]]] = []
        self._choice(_("Language"), "language", language(), LANGUAGE_WORDS, own=True)
        self._choice(_("Text size"), "type_size", now.type_size, SIZE_WORDS)
        self._choice(_("Sound"), "profile", now.profile, {p: PROFILE_WORDS[p] for p in PROFILES})
        self.volume = Stepper(self.louder)
        self.try_it = Key(_("Try"), "sound", action=context.director.sample)
        self.rows.append((Text(_("Volume"), "body", C.ash), [self.volume, self.try_it]))
        self._choice(_("Motion"), "motion", now.motion, {True: N_("On"), False: N_("Off")})
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen(None))
        self.display = Key(_("Display"), "eye", icon_size=3, action=lambda: context.open_screen("display"))
        self.doctor = Key(_("Diagnostics"), "gear", icon_size=3, action=lambda: context.open_screen("doctor"))
        self.doctor.visible = context.doctor is not None
        self.machine = Key(_("Network"), "list", icon_size=3, action=lambda: context.open_screen("machine:network"))
        self.machine.visible = context.machine is not None
        self._say_volume()

    def _choice(self, title: str, field: str, chosen: Any, words: dict[Any, str], own: bool = False) -> None:
        keys = [
            Key(text if own else _(text), align="center", kind="prime" if value == chosen else "plain",
                action=partial(self.choose, field, value))
            for value, text in words.items()
        ]  # fmt: skip
        self.rows.append((Text(title, "body", C.ash), keys))

    def choose(self, field: str, value: Any) -> None:
        """Set it and show the page anew."""
        self.context.set(**{field: value})
        self.context.open_screen("settings")

    def louder(self, step: int) -> None:
        """One step of volume."""
        now = self.context.settings.now.volume
        self.context.set(volume=max(0, min(VOLUME_STEPS, now + step)))
        self._say_volume()
        self.context.director.sample()

    def _say_volume(self) -> None:
        now = self.context.settings.now.volume
        self.volume.show(str(now), now <= 0, now >= VOLUME_STEPS)

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.title, left=4, baseline=7.75 if wide else 9, width=m.columns - 8)
        top, step, high = (9.8, 8.2, 7.2) if wide else (14, 14.7, 8.6)
        for i, (title, keys) in enumerate(self.rows):
            y = top + i * step
            if wide:
                self.put(title, left=4, width=24, top=y, height=high)
                row(self, keys, top=y, height=high, left=29)
            else:
                self.put(title, left=4, right=4, top=y, height=4.5)
                row(self, keys, top=y + 5, height=high)
        more = [self.machine] if self.machine.visible else []
        if wide and more:
            row(self, [self.display, self.doctor, *more, self.done], bottom=1.2, height=7.6, weights=[21, 28, 20, 19])
        elif wide:
            row(self, [self.display, self.doctor, self.done], bottom=1.2, height=7.6, weights=[26, 32, 32])
        else:
            row(self, [self.display, self.doctor, *more], bottom=10.2, height=7.6)
            row(self, [self.done], bottom=1.2, height=7.6)
