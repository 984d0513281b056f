"""What the owner chose for this box: language, type, sound, motion, and who played last. One small JSON file."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from companion.engine import typed
from companion.engine.atomic_file import write_whole
from companion.engine.files import read_file
from kiosk.storage.keeper import Keeper
from kiosk.touch.calibration import Axes

log = logging.getLogger(__name__)

Language = Literal["fr", "en"]
TypeSize = Literal["normal", "large"]
ProfileName = Literal["timed", "quiet", "silent"]
VoiceSetting = Literal["off", "orders", "all"]
"""What is spoken: nothing, what the table must do, or also all that the screen asks."""
Rotation = Literal[0, 90, 180, 270]
"""Degrees against the clock by which the picture is turned."""

LANGUAGES: tuple[Language, ...] = ("fr", "en")
PROFILES: tuple[ProfileName, ...] = ("timed", "quiet", "silent")
VOICES: tuple[VoiceSetting, ...] = ("off", "orders", "all")
ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)
DIM_AFTER = (0, 5, 10, 30)
"""Minutes that may be chosen."""
VOLUME_STEPS = 10
"""The volume goes from 0 to this."""


class SavedSeat(Struct, frozen=True):
    """A player as last named on the set-up screens. `new`: has never played this game."""

    name: str
    colour: str
    new: bool = False


class FirstGame(Struct, frozen=True):
    """Whether a game explains itself, as chosen. It holds for one game: while `after` games have ended."""

    on: bool
    after: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class Settings(Struct, frozen=True):
    """Everything that is stored between two evenings. Frozen: change with `msgspec.structs.replace`."""

    language: Language = "fr"
    token_names: Language | None = None
    """The language of the words printed on the tokens of the table's box; None: that of the screen."""
    type_size: TypeSize = "normal"
    profile: ProfileName = "timed"
    volume: Annotated[int, Meta(ge=0, le=VOLUME_STEPS)] = 7
    voice: VoiceSetting = "off"
    motion: bool = True
    rotation: Rotation = 0
    touch_axes: Axes = Axes()
    """The orientation of the touch panel's axes on the picture."""
    finger_seen: bool = False
    """Whether a finger has ever arrived from a touchscreen."""
    evenings: bool = True
    """Whether the memories begin with who played together, and how often who won."""
    dim_after_min: Annotated[int, Meta(ge=0, le=DIM_AFTER[-1])] = 10
    """Minutes without input after which the screen gets dim; 0: never."""
    reader_known: bool = False
    """Whether this table ever had a card reader."""
    offered: bool = False
    """Whether what a table may want besides was offered: it is offered once."""
    phones: bool = False
    """Whether phones and televisions may show this table."""
    seats: tuple[SavedSeat, ...] = ()
    table: Annotated[int, Meta(ge=0, le=99)] = 0
    """Number of the seats that were at the table last, in any game; 0: never set."""
    options: dict[str, dict[str, Any]] = {}
    """Game -> how it is set up: as the last finished game of these players, or as chosen since."""
    taken: dict[str, str] = {}
    """Game -> when the finished game began whose choices its options were taken from last."""
    first_games: dict[str, FirstGame] = {}
    """Game -> whether the next one explains itself, where that was chosen."""
    explained: tuple[str, ...] = ()
    """What a first game has explained already: game and hint, as `cerbere:captured`."""
    names: tuple[str, ...] = ()
    """Names that were written, those of the last players first."""


class SettingsFile:
    """The settings and their file. Saving never raises: a full disk costs the memory, not the game."""

    def __init__(self, folder: Path | None) -> None:
        self.path = folder / "settings.json" if folder is not None else None
        self.known = False
        """Whether there were settings before."""
        self.now = self._read()
        self._keeper = None if self.path is None else Keeper("settings.json", partial(_write, self.path))

    @property
    def saved(self) -> bool:
        """False if the last change could not be written, or is not written yet."""
        return self._keeper is None or self._keeper.saved

    def change(self, settings: Settings) -> None:
        """Use `settings` from now on and write them."""
        if settings == self.now:
            return
        self.now = settings
        if self._keeper is not None:
            self._keeper.put(settings)

    def close(self) -> None:
        """Wait until all is written, unless the disk does not answer."""
        if self._keeper is not None:
            self._keeper.close()

    def _read(self) -> Settings:
        if self.path is None:
            return Settings()
        try:
            found = typed.from_json(read_file(self.path), Settings)
        except FileNotFoundError:
            return Settings()
        except (OSError, msgspec.MsgspecError) as fault:
            log.warning("%s cannot be used (%s): the settings start anew", self.path, fault)
            return Settings()
        self.known = True
        return found


def _write(path: Path, settings: Settings) -> None:
    write_whole(path, msgspec.json.format(msgspec.json.encode(settings)))
