"""The same companion on this computer, drawn without a screen: what the emulated one shows is compared with it."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import msgspec

from companion.options import PACKAGED_CONFIG
from tests.patience import until
from tests.process.machine import TABLE, Kiosk
from tests.process.pictures import Picture
from tests.process.readers import hands

BOXES = {
    "infernal_wagon/box.json": "infernal_wagon/demo.json",
    "cerbere/box.toml": "cerbere/demo.toml",
}
"""Files of the owner, and the invented decks that take their place."""
SETTINGS = {"language": "en", "motion": False, "dim_after_min": 0, "offered": True}


class Hands(Protocol):
    """People at a table, emulated or not."""

    @property
    def view(self) -> Any: ...
    @property
    def prompt(self) -> Any: ...
    def ask(self, **request: Any) -> dict[str, Any]: ...
    def choose(self, x: float, y: float, done: Callable[[Any], object] | None = None, what: str = "") -> None: ...
    def tap(self, uid: str, done: Callable[[Any], object], what: str = "", reader: int = 0) -> Any: ...
    def push(self, button: str, done: Callable[[Any], object], what: str) -> Any: ...
    def sees(self, condition: Callable[[Any], object], what: str) -> Any: ...
    def still(self, name: str) -> Picture: ...


class Twin:
    """A `Hands` on the real process here, with readers of these names, mock pins and a window of this size."""

    def __init__(self, *readers: str, size: str = "800x480", settings: dict[str, Any] | None = None) -> None:
        self._stack = ExitStack()
        self.folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="pi-twin-")))
        self._wires = hands(len(readers))
        config = self.folder / "config"
        shutil.copytree(PACKAGED_CONFIG, config)
        for own, demo in BOXES.items():
            shutil.copy(config / demo, config / own)
        ports = [wire.entry(name) for name, wire in zip(readers, self._wires, strict=True)]
        (config / "table.toml").write_text(
            TABLE.replace("[panel]", "[panel]\ndebounce_ms = 1") + "".join(ports), encoding="utf-8"
        )
        (self.folder / "data").mkdir()
        (self.folder / "data/settings.json").write_bytes(msgspec.json.encode(settings or SETTINGS))
        self._kiosk = Kiosk(self.folder, env={"SDL_AUDIODRIVER": "dummy", "COMPANION_NO_SOUND": "1"}, size=size)

    def __enter__(self) -> Twin:
        self._stack.enter_context(self._kiosk)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        for wire in self._wires:
            wire.close()

    @property
    def view(self) -> Any:
        answer = self._kiosk.line(b'{"view": {}}')
        return answer["view"] if answer["ok"] else None

    @property
    def prompt(self) -> Any:
        return self._kiosk.say(view={})["prompt"]

    def ask(self, **request: Any) -> dict[str, Any]:
        return self._kiosk.say(**request)

    def choose(self, x: float, y: float, done: Callable[[Any], object] | None = None, what: str = "") -> None:
        before = self.still("now")
        self._kiosk.say(touch=[x, y])
        if done is not None:
            self.sees(done, what)
        else:
            self._kiosk.shows(lambda picture: picture.changed(before) > 0.01, what)

    def tap(self, uid: str, done: Callable[[Any], object], what: str = "", reader: int = 0) -> Any:
        """`what` is told by the machine alone."""
        return self._kiosk.tap(self._wires[reader], uid, done)

    def push(self, button: str, done: Callable[[Any], object], what: str) -> Any:
        self._kiosk.say(press=button)
        try:
            return self.sees(done, what)
        finally:
            self._kiosk.release(button)

    def sees(self, condition: Callable[[Any], object], what: str) -> Any:
        until(lambda: condition(self.view), what)
        return self.view

    def still(self, name: str) -> Picture:
        before = self._kiosk.picture()
        for _ in range(40):
            time.sleep(0.1)
            after = self._kiosk.picture()
            if (after.pixels == before.pixels).all():
                break
            before = after
        return before
