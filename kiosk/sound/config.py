"""`config/sound.toml`, typed."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from companion.engine.config import BadValue, load_toml


class SoundConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """How the box plays.

    device: name of the sound card as SDL calls it ("" = the system's choice). block: samples a card takes at a time.
    ahead: blocks kept waiting (`ahead_idle` while the game's clock stands: a tap then sounds sooner). rest_after_s: the
    card is closed after so much stillness without a running clock (0 = never); an open card costs .4 % of a core.
    extra_latency_ms: a screen or an amplifier that plays later than the card; time cues leave so much earlier.
    render_limit_s: after this the notice says that the sound is late. voice: does the companion speak?
    """

    device: str = ""
    block: int = 256
    ahead: int = 6
    ahead_idle: int = 2
    rest_after_s: float = 20.0
    extra_latency_ms: float = 0.0
    render_limit_s: float = 30.0
    voice: bool = True
    own_file: str = ""


def _check(config: SoundConfig) -> None:
    if not 64 <= config.block <= 4096:
        raise BadValue(("block",), "between 64 and 4096 samples")
    if not 1 <= config.ahead_idle <= config.ahead <= 64:
        raise BadValue(("ahead",), "1 <= ahead_idle <= ahead <= 64 blocks")
    if config.rest_after_s < 0:
        raise BadValue(("rest_after_s",), "0 s (never) or more")
    if config.render_limit_s <= 0:
        raise BadValue(("render_limit_s",), "more than 0 s")
    if not -500 <= config.extra_latency_ms <= 500:
        raise BadValue(("extra_latency_ms",), "between -500 and 500 ms")


def load(path: Path) -> SoundConfig:
    """The file, checked.

    :raises companion.engine.config.ConfigError: naming file, line and key.
    """
    return load_toml(path, SoundConfig, _check)
