"""The screen of a box: pages that take the tags while they are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.update import Update
from companion.enrol.plan import CardGroup
from companion.enrol.session import chosen
from companion.enrol.state import Means, Tapped
from kiosk.context import KioskContext
from kiosk.game_ui import GameUi
from kiosk.i18n import _
from kiosk.screens.box.book import Book
from kiosk.screens.box.damaged import Damaged
from kiosk.screens.box.heap import HeapPage
from kiosk.screens.box.hub import Hub
from kiosk.screens.box.page import Host, Page
from kiosk.screens.box.taken import Taken
from kiosk.screens.box.words import BoxWords
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import band_high, foot
from kiosk.theme import Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.band import Band
from kiosk.words import Said


class BoxScreen(Screen):
    """`page` is the one that shows. Whoever makes it says how its cards are called."""

    def __init__(self, context: KioskContext, words: BoxWords, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.words = words
        self.book = Book(context, words.game)
        self.background = Background(SETUP)
        self.band = Band(room_right=4)
        self.add_widget(self.background)
        self.page: Page | None = None
        self.add_widget(self.band)
        self._warned = False
        if context.own is not None:
            context.own.catch(self.read)
        self.home()

    def closed(self) -> None:
        if self.context.own is not None:
            self.context.own.catch(None)

    # ------------------------------------------------------------ pages

    def go(self, make: Callable[[Host], Page]) -> None:
        """Another page."""
        if self.page is not None:
            self.remove_widget(self.page)
        self.page = make(self)
        self.add_widget(self.page, 1)
        self.page.refresh()
        self.rearrange()

    def home(self) -> None:
        """The page with all heaps."""
        self.go(Damaged if self.book.damaged else Hub)

    def heap(self, heap: str | None = None) -> None:
        """Cards of this heap come now, or go on with the heap of the moment."""
        if heap is not None:
            self.change(lambda plan, e: chosen(plan, e, heap))
        group = self.book.heap.group or self.book.heap.id
        if group in self.words.elsewhere:
            self.context.open_screen(self.words.elsewhere[group])
        else:
            self.go(HeapPage)

    def leave(self) -> None:
        """Back to where it came from; games are played with the box from now on."""
        if not self.book.settle() and not self._warned:
            self._warned = True
            self.tell(self.book.trouble)
            return
        if self.book.touched:
            self.context.box_changed()
            self.words_changed()
        self.context.open_screen(self.words.back)

    def words_changed(self) -> None:
        """The box is another one now: whoever keeps what was read of it reads it again."""

    def told(self, update: Update) -> None:
        if update.notices and self.page is not None:  # a reader came or went
            self.context.card_read = self.context.card_read and not any(n.code == "reader_lost" for n in update.notices)
            self.page.refresh()

    # ------------------------------------------------------------ tags and fingers

    def read(self, uid: str) -> None:
        """A tag on the reader."""
        self.context.card_read = True
        if self.page is not None and self.page.takes_tags:
            self.answer(self.book.tap(uid, self.page.looks))

    def typed(self, text: str) -> None:
        """A number was typed as it is printed on a tag."""
        self.answer(self.book.typed(text, self.page is not None and self.page.looks))

    def answer(self, tapped: Tapped | None) -> None:
        """What a tag did goes to the page, or to the page that asks."""
        self.band.hush()
        self.tell(self.book.trouble)
        if tapped is not None and tapped.means is Means.TAKEN:
            self.go(Taken)
        elif tapped is not None and self.page is not None:
            self.page.met(tapped)
            self.page.refresh()

    def change(self, make: Any) -> bool:
        """Change the enrolment and show it."""
        done = self.book.change(make)
        self.band.hush()
        self.tell(self.book.trouble)
        if self.page is not None:
            self.page.refresh()
        return done

    def tell(self, said: Said | None, icon: str = "warning") -> None:
        """Over the page, for a while."""
        if said is not None:
            self.band.say(said.title, said.hint, icon)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None and self.collide_point(touch.x, touch.y):
            self.book.count_touch()
        return bool(super().on_touch_up(touch))

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        if self.page is not None:
            self.put(self.page, left=0, right=0, top=0, bottom=0)
        self.put(self.band, left=0, right=0, bottom=foot(m) - 0.4, height=band_high(m))


class SharedBox(BoxScreen):
    """A piece is called by its group and what follows the last "-" of its slot: "Bag 3" is `bag-3`."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _words(context.ui), **kwargs)


def _words(ui: GameUi) -> BoxWords:
    def group(heap: CardGroup) -> str:
        return _(ui.groups[heap.id][1])

    def piece(heap: CardGroup, slot: str) -> str:
        return f"{group(heap)} {slot.rpartition('-')[2]}"

    def icon(heap: CardGroup, _slot: str) -> str:
        return ui.groups[heap.id][0]

    return BoxWords(ui.game, f"{ui.game}_setup", ui.groups, group, piece, icon)
