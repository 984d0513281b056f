"""The base of every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.engine.update import Update
from kiosk.display.theme import GAP, MARGIN, Metrics
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Length, Node, Row, Split


class Region(NamedTuple):
    """A place on a screen, in u from its edges."""

    left: float
    right: float
    top: float
    height: float


class Title(Text):
    """The heading of a page, on the lower edge of its box."""

    def __init__(self, text: str = "", **kwargs: Any) -> None:
        super().__init__(text, "title", size=4.75, sit="baseline", **kwargs)


def page(head: Any, *parts: Any, gap: Length = GAP) -> Column:
    """A page between its margins: its head, the parts below it, and the last one, its keys, at the lower edge.

    >>> from kiosk.widgets.layout import Rect, place
    >>> tree = page("head", "list", Row("back", FreeSpace(), Leaf("done", 30), size=8.4))
    >>> for thing, rect in place(tree, Rect(0, 0, 100, 60), wide=True):
    ...     print(thing, *(round(side, 1) for side in rect))
    head 4.0 0.0 92.0 7.2
    list 4.0 9.2 92.0 39.8
    back 4.0 50.2 29.8 8.4
    done 66.0 50.2 30.0 8.4
    """
    body = Column(Leaf(Column(*parts[:-1], gap=gap), kept=True), parts[-1], gap=gap)
    return Column(Leaf(head, (7.25, 9)), body, gap=(2, 5), pad=(MARGIN, 0, MARGIN, 1.4))


def setting(title: Text, *keys: Any) -> Node:
    """Return a line of a page: what is chosen, and what may be chosen."""
    return Split(wide=Row(Leaf(title, 24), *keys), upright=Column(Leaf(title, 4.5), Row(*keys), gap=0.5))


def two_choices(head: Any, first: Iterable[Any], between: Any, second: Iterable[Any], *keys: Any) -> Column:
    """Return a page with two questions, `head` and `between`, the tiles of the answers below each, and its keys."""

    def tiles(found: Iterable[Any]) -> Split:
        each = tuple(found)
        return Split(wide=Row(*each), upright=Column(*each, weight=len(each)))

    *others, last = keys
    done = Split(
        wide=Row(*(Leaf(key, 30) for key in others), FreeSpace(), Leaf(last, 30), size=8.4),
        upright=Row(*keys, size=8.6),
    )
    return page(head, tiles(first), Leaf(between, 4.4), tiles(second), done, gap=(1.6, 1.4))


class Screen(Container):
    """A whole display. Built anew when it is opened and when the language changes: words are looked up once."""

    remembers = False
    """It shows memories: built anew, too, when they come late."""

    learns_tags = False
    """Tags that are read come to it: it enrols pieces."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.context = context
        super().__init__(**kwargs)

    @property
    def puts_right(self) -> str | None:
        """Of a page of corrections: which of its pages is open."""
        return None

    def open_page(self, page: str) -> None:
        """Open that page of it."""

    def on_update(self, update: Update) -> None:
        """Receive an update of the table."""

    def second(self) -> None:
        """Show another second of the clock."""

    def ahead(self) -> Iterable[Callable[[], object]]:
        """Return jobs that make what is likely to be shown next."""
        return ()

    def tip_box(self, metrics: Metrics) -> Region | None:
        """Return where a card of a first game may be now, hiding neither clock nor question nor Undo; None: nowhere."""
        return None

    @property
    def below_tip(self) -> tuple[Drawn, ...]:
        """What gives way to a card of a first game that covers half of it."""
        return ()

    def closed(self) -> None:
        """Stop timers: the screen goes away."""


class Following(Screen):
    """A page of a source that calls its `changed` when it has changed: `news` is called then, until the page closes."""

    def __init__(self, context: KioskContext, source: Any, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self._source = source
        self.add_widget(Background(SETUP))
        source.changed = self.news

    def news(self) -> None:
        """Show what has changed."""

    def closed(self) -> None:
        self._source.changed = lambda: None
