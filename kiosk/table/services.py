"""What some tables have beside the game: phones, a hub, a machine of their own, a doctor, touchscreens, a voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from shutil import which
from typing import Protocol

from kiosk.doctor.diagnostics import Diagnostics
from kiosk.storage.own_data import OwnData
from kiosk.table.hub_link import HubLink
from kiosk.table.machine import Machine
from kiosk.table.phones import Phones
from kiosk.table.typed_reader import TypedReader
from kiosk.touch.calibration import Axes, Point

VOICE_PROGRAM = "espeak-ng"


class TouchPanel(Protocol):
    """The source of fingers, for the page that calibrates it."""

    listener: Callable[[Point], object]
    """Called with the panel's own place of each finger that comes down."""

    @property
    def axes(self) -> Axes:
        """The orientation of the touch panel's axes on the picture."""

    def use_axes(self, axes: Axes) -> None:
        """Use these axes from now on, until the next start."""

    def keep_axes(self, axes: Axes) -> None:
        """Use these axes from now on, and after the next start."""


def _nothing() -> None:
    """Do nothing: the default of a missing service."""


@dataclass
class Services:
    """Each is None, or does nothing, where this table has none.

    :param phones: pages for phones.
    :param hub: the link to a hub.
    :param machine: the machine below a card image.
    :param doctor: says what is wrong with the hardware.
    :param own: the owner's folders, and tags as they are read, for the page that enrols a deck.
    :param fingers: the touchscreens that are read; None where the window gets its touches in another way.
    :param try_again: begins the services again that stay off.
    :param box_changed: whatever keeps what was read of the owner's box reads it again.
    :param voice_there: whether what speaks is installed.
    :param voice_sample: the voice says something, wanted or not.
    :param typed_reader: makes a reader of a keyboard that is one.
    """

    phones: Phones | None = None
    hub: HubLink | None = None
    machine: Machine | None = None
    doctor: Diagnostics | None = None
    own: OwnData | None = None
    fingers: TouchPanel | None = None
    try_again: Callable[[], object] = _nothing
    box_changed: Callable[[], object] = _nothing
    voice_there: Callable[[], bool] = lambda: which(VOICE_PROGRAM) is not None
    voice_sample: Callable[[], object] = _nothing
    typed_reader: TypedReader | None = None
