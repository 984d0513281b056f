"""What the kiosk needs of the table that runs below it. `companion.runtime` has it; the command line hands it over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.engine.clock import Clock
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Game
from companion.engine.signals import Signal, Tag
from companion.options import KioskOptions

if TYPE_CHECKING:
    from companion.doctor.finding import Finding
    from companion.doctor.live import Live


class VirtualReader(Protocol):
    """Cards that are laid down by touches."""

    @property
    def lying(self) -> str | None: ...
    def tap(self, uid: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class VirtualPanel(Protocol):
    """Buttons that are pressed by touches."""

    def press(self, name: str) -> None: ...


class Runtime(Protocol):
    """The engine with its hardware."""

    tag_hook: Callable[[Tag], bool] | None
    signal_hook: Callable[[Signal], bool] | None
    on_activity: Callable[[], None] | None

    @property
    def clock(self) -> Clock: ...
    @property
    def games(self) -> Mapping[str, Game[Any]]: ...
    @property
    def books(self) -> Mapping[str, Any]: ...
    @property
    def table(self) -> EngineThread: ...
    @property
    def reader(self) -> VirtualReader | None: ...
    @property
    def panel(self) -> VirtualPanel | None: ...
    @property
    def buttons(self) -> bool: ...
    @property
    def live(self) -> Live | None: ...

    def light(self, cue: str, n: int | None = None) -> None: ...
    def examine(self) -> list[Finding]: ...
    def support(self, findings: Sequence[Finding]) -> Path: ...
    def owner_of(self, uid: str) -> str | None: ...
    def renew(self) -> None: ...
    def start(self) -> None: ...
    def ready(self, post: Callable[[Callable[[], None]], object]) -> None: ...
    def open_control(
        self, picture: Callable[[Path], None], touch: Callable[[float, float], None], leave: Callable[[], None]
    ) -> None: ...
    def close(self) -> None: ...


RuntimeFactory = Callable[[KioskOptions, Clock | None], Runtime]
"""Makes one; None: the real clock."""
