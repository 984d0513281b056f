"""The screen of a box before somebody: where it is opened, which keys are touched, what is laid on the reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kiosk.screens.box.screen import BoxScreen
from kiosk.screens.cerbere.box import box_screen as cerbere_box
from kiosk.screens.hellrail.box import box_screen as hellrail_box
from kiosk.screens.infernal_wagon.box import WagonBoxScreen
from kiosk.storage.own_data import OwnData
from kiosk.widgets.key import Touchable
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene

SCREENS = {"infernal_wagon": WagonBoxScreen, "cerbere": cerbere_box, "hellrail": hellrail_box}


class Desk:
    """The screen of one game, its folders, and who gets the tags."""

    def __init__(self, folder: Path, window: Any, touch: Any, pump: Any) -> None:
        self.config, self.data = folder / "config", folder / "data"
        self._window, self._touch, self._pump = window, touch, pump
        self.taker: Any = None
        self.left: list[Any] = []
        self.screen: Any = None

    def open(self, game: str = "infernal_wagon") -> BoxScreen:
        """Go there."""
        if self.screen is not None:
            self.screen.closed()
            self.screen.parent.remove_widget(self.screen)
        context = context_for(Scene("box"))
        context.services.own = OwnData(self.config, self.data, self._catch)
        context.go.close = lambda: self.left.append("back")
        self.screen = SCREENS[game](context)
        self._window(self.screen)
        screen: BoxScreen = self.screen
        return screen

    def _catch(self, taker: Any) -> None:
        self.taker = taker

    def tap(self, *uids: str) -> None:
        for uid in uids:
            self.taker(uid)

    def press(self, *labels: str) -> None:
        """Touch the keys and tiles with these words."""
        for label in labels:
            self._pump(2)
            found = [w for w in self.screen.page.walk(restrict=True) if isinstance(w, Touchable) and w.visible]
            widget = next((w for w in found if label in (getattr(w, "label", ""), getattr(w, "value", None))), None)
            assert widget is not None, (label, [getattr(w, "label", "") for w in found])
            self._touch(*widget.center).lift()
        self._pump(1)

    @property
    def page(self) -> Any:
        return self.screen.page
