"""What the owner may choose for this box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.engine.text import N_
from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from kiosk.screens.screen import Screen, Title, page, setting
from kiosk.screens.tiles import Stepper
from kiosk.storage.settings import PROFILES, VOICES, VOLUME_STEPS, VoiceSetting
from kiosk.table.context import KioskContext
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Leaf, Node, Row, Split

PROFILE_WORDS = {"timed": N_("Full"), "quiet": N_("Quiet"), "silent": N_("None")}
VOICE_WORDS = {"off": N_("Off"), "orders": N_("Orders"), "all": N_("All of it")}
LANGUAGE_WORDS = {"fr": "Français", "en": "English"}
BRINGS_VOICE = "sudo apt-get install --no-install-recommends espeak-ng"
SIZE_WORDS = {"normal": N_("Normal"), "large": N_("Large")}


class SettingsScreen(Screen):
    """One row for each thing; the chosen key is lit."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        now = context.owner.now
        self.add_widget(Background(HOME))
        self.volume = Stepper(self.louder)
        display = Key(_("Display"), "eye", icon_size=3, action=lambda: context.go.open("display"))
        doctor = Key(_("Diagnostics"), "gear", icon_size=3, action=lambda: context.go.open("doctor"))
        doctor.visible = context.services.doctor is not None
        machine = Key(_("Network"), "list", icon_size=3, action=lambda: context.go.open("machine:network"))
        machine.visible = context.services.machine is not None
        phones = Key(_("Phones"), "phone", icon_size=3, action=lambda: context.go.open("phones"))
        phones.visible = context.services.phones is not None
        tables = Key(_("Tables"), "rings", icon_size=3, action=lambda: context.go.open("tables:home"))
        tables.visible = context.services.hub is not None
        done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        self.compose(
            page(
                Title(_("Settings")),
                self._choice(_("Language"), "language", language(), LANGUAGE_WORDS, own=True),
                self._choice(_("Text size"), "type_size", now.type_size, SIZE_WORDS),
                self._choice(_("Sound"), "profile", now.profile, {p: PROFILE_WORDS[p] for p in PROFILES}),
                setting(
                    Text(_("Volume"), "body", C.ash),
                    self.volume,
                    Key(_("Try"), "sound", action=context.owner.director.sample),
                ),
                self._voice(now.voice),
                self._choice(_("Motion"), "motion", now.motion, {True: N_("On"), False: N_("Off")}),
                Split(
                    wide=Row(
                        display, doctor, machine, phones, tables, done, size=7.6, weights=(15, 17, 12, 16, 12, 14)
                    ),
                    upright=Column(Row(display, doctor, machine), Row(phones, tables, done), size=16.4),
                ),
                gap=(1, 1.2),
            )
        )
        self._say_volume()

    def _choice(self, title: str, field: str, chosen: Any, words: dict[Any, str], own: bool = False) -> Node:
        return setting(Text(title, "body", C.ash), *self._keys(field, chosen, words, own))

    def _keys(self, field: str, chosen: Any, words: Mapping[Any, str], own: bool = False) -> list[Key]:
        return [
            Key(text if own else _(text), align="center", kind="prime" if value == chosen else "plain",
                action=partial(self.choose, field, value))
            for value, text in words.items()
        ]  # fmt: skip

    def _voice(self, chosen: VoiceSetting) -> Node:
        """Return what is spoken, and a sample; where nothing can speak, the line that installs it."""
        title = Text(_("Voice"), "body", C.ash)
        if self.context.services.voice_there():
            sample = Key(_("Try"), align="center", action=self.context.services.voice_sample)
            return setting(title, *self._keys("voice", chosen, {v: VOICE_WORDS[v] for v in VOICES}), sample)
        missing = Text(_("It comes with: {line}").format(line=BRINGS_VOICE), "small", lines=2)
        off = {v: VOICE_WORDS[v] for v in VOICES if v == "off"} if chosen != "off" else {}
        return setting(title, *self._keys("voice", chosen, off), Leaf(missing, weight=3))

    def choose(self, field: str, value: Any) -> None:
        self.context.owner.set(**{field: value})
        self.context.go.open("settings")

    def louder(self, step: int) -> None:
        now = self.context.owner.now.volume
        self.context.owner.set(volume=max(0, min(VOLUME_STEPS, now + step)))
        self._say_volume()
        self.context.owner.director.sample()

    def _say_volume(self) -> None:
        now = self.context.owner.now.volume
        self.volume.show(str(now), now <= 0, now >= VOLUME_STEPS)
