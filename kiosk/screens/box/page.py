"""The pages of the box: what all of them have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.engine.text import TitleAndHint
from companion.tools.enrol.plan import CardGroup
from companion.tools.enrol.state import Tapped
from kiosk.display.theme import Metrics
from kiosk.screens.box.book import EnrolmentBook
from kiosk.screens.box.words import BoxWords
from kiosk.screens.sheet import place_keys
from kiosk.table.context import KioskContext
from kiosk.widgets.band import Band
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key
from kiosk.widgets.layout import Row

TOP = 3.0
"""u free at the top of an upright page."""


class Host(Protocol):
    """The screen of a box, as its pages know it."""

    context: KioskContext
    words: BoxWords
    book: EnrolmentBook
    band: Band
    page: BoxPage | None

    def go(self, make: Callable[[Host], BoxPage]) -> None:
        """Show another page."""

    def home(self) -> None:
        """Show the page with all heaps."""

    def page_of(self, heap: CardGroup) -> Callable[[Host], BoxPage]:
        """Return what makes the page on which its cards are enrolled."""

    def heap(self, heap: str | None = None) -> None:
        """Enrol cards of this heap now, or go on with the current heap."""

    def leave(self) -> None:
        """Go back to where it was opened."""

    def read(self, uid: str) -> None:
        """Handle a tag on the reader."""

    def typed(self, text: str) -> None:
        """Handle a typed number of a tag."""

    def answer(self, tapped: Tapped | None) -> None:
        """Pass the result of a tag to the page, or to the page that asks."""

    def change(self, make: Any) -> bool:
        """Change the enrolment and show it."""

    def tell(self, said: TitleAndHint | None, icon: str = "warning") -> None:
        """Show a message over the page, for a while."""


class BoxPage(Container):
    """Compose what is above the keys; override `refresh`, and `met` if a tag means something here."""

    takes_tags = True
    looks = False
    """No heap is at hand: any card shows its record."""

    def __init__(self, screen: Host, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.screen = screen
        self._keys: tuple[Key, ...] = ()

    @property
    def book(self) -> EnrolmentBook:
        return self.screen.book

    @property
    def words(self) -> BoxWords:
        return self.screen.words

    def name_of(self, slot: str) -> str:
        return self.words.slot(self.book.heap_of(slot), slot)

    def add(self, *widgets: Any) -> None:
        for widget in widgets:
            self.add_widget(widget)

    def met(self, tapped: Tapped) -> None:
        """Handle the result of a tag that was read."""

    def refresh(self) -> None:
        """Show the present state."""

    def set_keys(self, *keys: Key) -> None:
        """Show other keys; the main one last."""
        if keys != self._keys:
            self.exchange(self._keys, keys)
            self._keys = keys

    def arrange(self, metrics: Metrics) -> None:
        self.lay(metrics)
        if self._in_two_rows(metrics):
            self.put(Row(*self._keys[1:-1]), left=4, right=4, bottom=10.7, height=8.4)
            self.put(Row(self._keys[0], self._keys[-1], weights=[22, 30]), left=4, right=4, bottom=1.33, height=8.4)
        else:
            place_keys(self, metrics, None, self._keys)

    def _in_two_rows(self, metrics: Metrics) -> bool:
        """Whether three keys with words are too many for a row of an upright page: back and the main key go below."""
        return not metrics.wide and (len(self._keys) > 3 or sum(bool(key.label) for key in self._keys) > 2)

    def lay(self, metrics: Metrics) -> None:
        """Place what is above the keys."""
        self._take_members()
        self.put(self._tree, left=4, right=4, top=0, height=self.end(metrics))

    def end(self, metrics: Metrics) -> float:
        """Return the u from the top at which the keys begin."""
        return metrics.rows - (10.6 if metrics.wide else 20.8 if self._in_two_rows(metrics) else 11.4)
