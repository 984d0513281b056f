"""The real kiosk over a real table: a manual clock, the demo box, no hardware but what a test brings."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import Clock, ManualClock, RealClock
from companion.engine.requests import Advance, MakeMove, Now
from companion.engine.signals import Tag
from companion.games.infernal_wagon.virtual import PaperCard, WagonTable, demo_paper
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from kiosk.screens.infernal_wagon.pieces import VisiblePieces
from kiosk.sound.director import Mute
from kiosk.storage import keeper
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Touchable
from kiosk.window.app import Kiosk
from tests.kiosk.remembered import settled
from tests.kiosk.screens.touching import Hand
from tests.patience import PATIENCE_S


class Unpainted:
    """Textures without a shape, and a sheet with them."""

    def __init__(self) -> None:
        from kiosk.widgets import paint
        from kiosk.widgets.atlas import TextureSheet

        self.cache = paint.TextureCache(paint._cache.limit)
        self.sheet: TextureSheet | None = None


@pytest.fixture(scope="session")
def _unpainted(_kivy: Any) -> Unpainted:
    return Unpainted()


@pytest.fixture(autouse=True)
def _pictures_only(
    _kivy: Any, _unpainted: Unpainted, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """No frames, no drawings and no shapes in them: nobody sees them. A module that looks at `pixels` has them all; one
    with `drawings` has these without shapes."""
    from kivy.graphics.texture import Texture

    from kiosk.widgets import paint
    from kiosk.widgets.atlas import atlas

    monkeypatch.setattr(_kivy, "on_draw", lambda: None)
    if hasattr(request.module, "pixels") or "COMPANION_PICTURES" in os.environ:
        yield
        return
    if not hasattr(request.module, "drawings"):
        monkeypatch.setattr(Drawn, "repaint", undrawn)
    monkeypatch.setattr(paint, "_cache", _unpainted.cache)
    monkeypatch.setattr(paint, "_paint", lambda width, height, *_: Texture.create(size=(width, height)))
    painted, atlas._sheet = atlas._sheet, _unpainted.sheet
    yield
    _unpainted.sheet, atlas._sheet = atlas._sheet, painted


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a screen keeps is on the disk when the act is over, however busy the machine is."""
    monkeypatch.setattr(keeper, "ANSWER_S", PATIENCE_S)


def undrawn(widget: Drawn) -> None:
    """`Drawn.repaint` that draws nothing."""
    widget._left_out = not widget._on_visible()


class Recorder(Mute):
    """A player that writes down what it was asked for."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def cue(self, name: str, count: int | None = None) -> None:
        self.heard.append(name if count is None else f"{name} {count}")

    def silence(self, on: bool) -> None:
        self.heard.append(f"silence {on}")


class Play:
    """A kiosk in the hands of a test: fingers, cards and time."""

    def __init__(self, kiosk: Kiosk, root: Any, touch: Any, until: Any, pump: Any) -> None:
        self.kiosk, self.root = kiosk, root
        self._touch, self._until, self.pump = touch, until, pump
        self._post, self._posts = kiosk.link._post, 0
        kiosk.link._post = self._send
        self.cards = {card.slot: card for card in demo_paper()}

    def _send(self, request: Any) -> None:
        self._posts += 1
        self._post(request)

    @property
    def screen(self) -> Any:
        return self.root.screen

    @property
    def view(self) -> Any:
        return self.kiosk.context.table.update.view if self.kiosk.context.table.update else None

    @property
    def face(self) -> VisiblePieces:
        face: VisiblePieces = self.screen.page.face
        return face

    def tap(self, widget: Any) -> None:
        """Press and lift a finger on the middle of a widget, and let the screen hear what the engine says to it."""
        assert widget is not None
        self.pump(2)
        self._touch(widget.center_x, widget.center_y).lift()
        self.sync()

    def found(self, label: str) -> Any:
        """The visible key with this label (or tile, or seat), or None."""
        for widget in self.root.walk():
            if isinstance(widget, Touchable) and shown(widget):
                words = (getattr(widget, "label", ""), getattr(widget, "name", ""), getattr(widget, "figure", ""))
                answer = getattr(widget, "answer", None)
                if label in words or (answer is not None and answer.label == label):
                    return widget
        return None

    def key(self, label: str) -> Any:
        """The key that is there now."""
        widget = self.found(label)
        assert widget is not None, f"no key {label!r} on {self.root.name}"
        return widget

    def press(self, *labels: str) -> None:
        """One key after the other; each is waited for, since a thread may have to answer before it comes."""
        for label in labels:
            if self.found(label) is None:
                assert self._until(lambda: self.found(label)), f"no key {label!r} came on {self.root.name}"  # noqa: B023
            self.tap(self.key(label))

    def card(self, slot: str) -> None:
        """Lay a card of the demo box on the reader."""
        self.uid(self.cards[slot].uid)

    def uid(self, uid: str) -> None:
        self.kiosk.runtime.table.post(Tag("table", uid))
        self.sync()

    def of_kind(self, kind: str, place: int = 0) -> PaperCard:
        return [c for c in self.cards.values() if str(c.kind) == kind][place]

    def sync(self) -> None:
        """Wait until the engine has done all it was asked, the screen has heard of it, and asks for nothing more."""
        posts = -1
        while posts != self._posts:
            posts = self._posts
            self.kiosk.runtime.table.ask(Now(), PATIENCE_S)
            memories = self.kiosk.context.table.memories
            late = memories.late  # before the frames: an answer that comes among them may be told after the last
            self.pump(3)
            if late or memories.late:
                settled(memories)
                self.pump(3)

    def advance(self, ms: int) -> None:
        """Let the table's time pass."""
        self.kiosk.runtime.table.ask(Advance(ms), PATIENCE_S)
        self.sync()
        self.root.second()
        self.pump(2)

    def wait(self, condition: Callable[[], object]) -> None:
        assert self._until(condition), condition

    def move(self, name: str, /, **fields: Any) -> None:
        """What no test of the screen is about: make the move directly."""
        self.kiosk.context.ask.send(MakeMove({"type": name, **fields}))
        self.sync()

    def open(self, level: str = "L2", **modules: bool) -> None:
        """Set up and start a game for three."""
        self.tap(self.screen.gates[0])
        self.move("prepare", level=level)
        for module, on in modules.items():
            self.move("prepare", **{module: on})
        self.tap(self.screen.ready)


def shown(widget: Any) -> bool:
    """Whether a widget and all above it are visible."""
    while isinstance(widget, Drawn):
        if not widget.visible:
            return False
        widget = widget.parent
    return widget is not None


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder whose name is short enough for a socket's."""
    with tempfile.TemporaryDirectory(prefix="kiosk") as folder:
        yield Path(folder)


@pytest.fixture
def sit(window: Any, touch: Any, until: Any, pump: Any) -> Iterator[Callable[..., Any]]:
    """`sit(options, clock, sounds, hands=Play, tables={})`: a kiosk in the window and who plays on it, with these
    virtual tables. Closed after the test, or before the next one.
    """
    closing: list[Callable[[], None]] = []

    def down(
        options: KioskOptions,
        clock: Clock | None = None,
        sounds: Any = None,
        hands: Callable[..., Any] = Play,
        tables: Mapping[str, Any] | None = None,
        size: tuple[int, int] = (800, 480),
    ) -> Any:
        while closing:
            closing.pop()()
        kiosk = Kiosk(Runtime(options, clock or ManualClock(1000)), options, sounds or Recorder())
        window(None, size)
        kiosk.start()
        root = kiosk.build()
        root.tables.update(tables or {})
        window(root, size)
        doctor = kiosk.context.services.doctor

        def close() -> None:
            until(lambda: doctor is None or not doctor.looking)  # it reads the journal on a thread of its own
            root.parent.remove_widget(root)
            if kiosk.context.services.machine is not None:
                kiosk.context.services.machine.close()
            kiosk.runtime.close()
            kiosk.context.owner.close()

        closing.append(close)
        player = hands(kiosk, root, touch, until, pump)
        player.sync()
        return player

    yield down
    while closing:
        closing.pop()()


@pytest.fixture
def seat(tmp_path: Path, window: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """`seat(Hand, size, **options)`: somebody who only sees and touches, with the same folder each time.

    COMPANION_PICTURES=FOLDER keeps a picture of every step.
    """
    seated: list[Hand] = []
    folder = os.environ.get("COMPANION_PICTURES")
    pictures = Path(folder) / request.node.name if folder else None

    def down(kind: type[Hand] = Hand, size: tuple[int, int] = (800, 480), **options: Any) -> Any:
        while seated:
            seated.pop().close()
        seated.append(kind(tmp_path / "data", window(None, size), pictures=pictures, **options))
        return seated[-1]

    yield down
    while seated:
        seated.pop().close()


@pytest.fixture
def play(tmp_path: Path, sit: Callable[..., Any]) -> Any:
    """A kiosk with its table, in the window at 800x480, in English."""
    player = sit(KioskOptions(data=tmp_path / "data", config=PACKAGED_CONFIG, lang="en"))
    player.kiosk.context.table.simulated = True
    return player


@pytest.fixture(params=["manual", "real"])
def simulated(request: Any, tmp_path: Path, sit: Callable[..., Any]) -> Any:
    """A kiosk with `--simulate`, where the Wagon's cards lie the same each time."""
    options = KioskOptions(data=tmp_path / "data", config=PACKAGED_CONFIG, lang="en", simulate=True)
    clock = None if request.param == "manual" else RealClock()
    return sit(options, clock, tables={"infernal_wagon": WagonTable(seed=11)})
