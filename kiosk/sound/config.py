"""`config/sound.toml`, typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.config import BadValue, load_toml, need_file
from companion.engine.text import N_, Text


class SoundConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """How the box plays.

    device: name of the sound card as SDL calls it ("" = the system's choice). block: samples a card takes at a time.
    ahead: blocks that are mixed ahead and wait for the card. lead: how many of them stay when a sound is requested
    while the others are mixed anew; it is heard that much later. rest_after_s: the card is closed after so much silence
    without a running clock (0 = never); an open card costs .3 % of a core.
    extra_latency_ms: a screen or an amplifier that plays later than the card; time cues leave so much earlier.
    render_limit_s: after this the notice says that the sound is late. voice: does the companion speak?
    ahead_idle: of earlier releases, which mixed a few blocks ahead; a file that has it is taken without its `ahead`.
    """

    device: str = ""
    block: Annotated[int, Meta(ge=64, le=4096)] = 512
    ahead: Annotated[int, Meta(ge=1, le=512)] = 144
    lead: Annotated[int, Meta(ge=1, le=64)] = 1
    rest_after_s: Annotated[float, Meta(ge=0, le=86_400)] = 20.0
    extra_latency_ms: Annotated[float, Meta(ge=-500, le=500)] = 0.0
    render_limit_s: Annotated[float, Meta(gt=0, le=600)] = 30.0
    voice: bool = True
    own_file: str = ""
    ahead_idle: Annotated[int, Meta(ge=1, le=64)] | None = None


def _check(config: SoundConfig) -> None:
    if config.ahead_idle is None and config.lead >= config.ahead:
        raise BadValue(("ahead",), Text(N_("more blocks than `lead` ({least})"), {"least": config.lead}))


def load_sound_config(path: Path) -> SoundConfig:
    """Read and check the file.

    :raises companion.engine.config.ConfigError: naming file, line and key.
    """
    found = load_toml(path, SoundConfig, _check)
    if found.ahead_idle is None:
        return found
    return replace(found, ahead=SoundConfig().ahead, ahead_idle=None)


def check_files(path: Path) -> None:
    """Check whether the files that it names are there. Without them it plays all the same, and says so.

    :raises companion.engine.config.ConfigError: as `load_sound_config`.
    """
    load_toml(path, SoundConfig, lambda config: need_file(("own_file",), config.own_file))
