"""The screen of a box: pages that take the tags while they are open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.engine.printed_number import Form
from companion.engine.text import N_, TitleAndHint
from companion.engine.update import Update
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.tools.enrol import session
from companion.tools.enrol.plan import CardGroup
from companion.tools.enrol.session import choose_heap
from companion.tools.enrol.state import Means, Tapped
from kiosk.display.theme import Metrics
from kiosk.screens.box.book import EnrolmentBook
from kiosk.screens.box.heap import HeapPage, spaced
from kiosk.screens.box.hub import BoxHome
from kiosk.screens.box.page import BoxPage, Host
from kiosk.screens.box.words import BoxWords
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import band_high, foot
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.band import Band
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row
from kiosk.widgets.niche import Niche


class BoxScreen(Screen):
    """`page` is the one that shows. The subclass says how its cards are called."""

    learns_tags = True

    def __init__(self, context: KioskContext, words: BoxWords, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.words = words
        self.book = EnrolmentBook(context, words.game)
        self.background = Background(SETUP)
        self.band = Band(room_right=4)
        self.add_widget(self.background)
        self.page: BoxPage | None = None
        self.add_widget(self.band)
        self._warned = False
        if context.services.own is not None:
            context.services.own.catch(self.read)
        self.home()

    def closed(self) -> None:
        if self.context.services.own is not None:
            self.context.services.own.catch(None)

    # ------------------------------------------------------------ pages

    def go(self, make: Callable[[Host], BoxPage]) -> None:
        if self.page is not None:
            self.remove_widget(self.page)
        self.page = make(self)
        self.add_widget(self.page, 1)
        self.page.refresh()
        self.rearrange()

    def home(self) -> None:
        self.go(DamagedPage if self.book.damaged else BoxHome)

    def page_of(self, heap: CardGroup) -> Callable[[Host], BoxPage]:
        return self.words.pages.get(heap.group or heap.id, HeapPage)

    def heap(self, heap: str | None = None) -> None:
        if heap is not None:
            self.change(lambda plan, e: choose_heap(plan, e, heap))
        self.go(self.page_of(self.book.heap))

    def leave(self) -> None:
        """Go back to where it was opened; games are played with the box from now on."""
        if not self.book.settle() and not self._warned:
            self._warned = True
            self.tell(self.book.trouble)
            return
        if self.book.touched:
            self.context.services.box_changed()
            self.words_changed()
        self.context.go.close()

    def words_changed(self) -> None:
        """Announce that the box has changed: what was read of it is read again."""

    def on_update(self, update: Update) -> None:
        if update.notices and self.page is not None:  # a reader came or went
            if any(notice.code == "reader_lost" for notice in update.notices):
                self.context.table.card_read = False
            self.page.refresh()

    # ------------------------------------------------------------ tags and fingers

    def read(self, uid: str) -> None:
        self.context.table.card_read = True
        if self.page is not None and self.page.takes_tags:
            self.answer(self.book.tap(uid, self.page.looks))

    def typed(self, text: str) -> None:
        self.answer(self.book.typed(text, self.page is not None and self.page.looks))

    def answer(self, tapped: Tapped | None) -> None:
        self.band.hush()
        if self.book.choices:
            self.go(WhichTag)
            return
        self.tell(self.book.trouble)
        if tapped is not None and tapped.means is Means.TAKEN:
            self.go(TagTakenPage)
        elif tapped is not None and self.page is not None:
            self.page.met(tapped)
            self.page.refresh()

    def change(self, make: Any) -> bool:
        done = self.book.change(make)
        self.band.hush()
        self.tell(self.book.trouble)
        if self.page is not None:
            self.page.refresh()
        return done

    def tell(self, said: TitleAndHint | None, icon: str = "warning") -> None:
        if said is not None:
            self.band.say(said.title, said.hint, icon)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None and self.collide_point(touch.x, touch.y):
            self.book.count_touch()
        return bool(super().on_touch_up(touch))

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        if self.page is not None:
            self.put(self.page, left=0, right=0, top=0, bottom=0)
        self.put(self.band, left=0, right=0, bottom=foot(metrics) - 0.4, height=band_high(metrics))


def shared_box(context: KioskContext) -> BoxScreen:
    """Make the box of a game without words of its own. A piece is called by its group and what follows the last "-" of
    its slot: "Bag 3" is `bag-3`."""
    ui = context.table.ui

    def group(heap: CardGroup) -> str:
        return _(ui.groups[heap.id][1])

    def piece(heap: CardGroup, slot: str) -> str:
        return f"{group(heap)} {slot.rpartition('-')[2]}"

    words = BoxWords(ui.game, ui.groups, group, piece, lambda heap, _slot: ui.groups[heap.id][0])
    return BoxScreen(context, words)


class DamagedPage(BoxPage):
    """Offers to begin anew, or to go and correct the file."""

    takes_tags = False

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.title = Text(_("The box cannot be read"), "title", face="bold", lines=2)
        self.where = Text(self.book.broken, "body", C.brim, lines=6)
        self.hint = Text(_("If you begin anew, the old file is kept as .bak."), "body", C.ash, lines=2)
        self.add(self.title, self.where, self.hint)
        back = Key(_("Back"), "back", icon_size=3, action=screen.context.go.close)
        self.set_keys(back, Key(_("Begin anew"), "redo", action=self.anew))

    def anew(self) -> None:
        self.book.anew()
        self.screen.tell(self.book.trouble)
        self.screen.home()

    def lay(self, metrics: Metrics) -> None:
        top = 6.0 if metrics.wide else 12.0
        self.put(self.title, left=4, right=4, top=top, height=8)
        self.put(self.where, left=4, right=4, top=top + 9, height=22)
        self.put(self.hint, left=4, right=4, top=top + 32, height=8)


class TagTakenPage(BoxPage):
    """Shows the card that has the tag at the left, the one that wants it at the right."""

    takes_tags = False

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        asked = self.book.e.asked
        on, wanted = (asked.on, asked.wanted) if asked is not None else ("", "")
        self.title = Text("", "title", face="bold", lines=3)
        self.on, self.wanted = Niche(), Niche()
        if asked is not None:
            heaps = self.book.heap_of(on), self.book.heap_of(wanted)
            self.title.show(
                _("This tag is on {card} already; {other} needs another one").format(
                    card=self.name_of(on), other=self.name_of(wanted)
                )
            )
            self.on.show(self.words.icon(heaps[0], on), self.name_of(on), spaced(asked.uid), lit=True)
            self.wanted.show(self.words.icon(heaps[1], wanted), self.name_of(wanted))
        arrow = Column(FreeSpace(), Leaf(Icon("next", C.brim), 6), FreeSpace(), size=6)
        cards = Row(
            FreeSpace(),
            Leaf(self.on, (26, 20)),
            arrow,
            Leaf(self.wanted, (26, 20)),
            FreeSpace(),
            gap=(2, 1.4),
            size=(33.5, 36),
        )
        self.compose(Column(Leaf(self.title, (9, 16)), cards, gap=(1.5, 2), pad=(0, (4, 8), 0, 1.4)))
        move = _("It belongs to {card}").format(card=self.name_of(wanted)) if wanted else ""
        self.set_keys(
            Key(move, "swap", action=self.move), Key(_("Leave it"), "check", kind="prime", action=self.leave_it)
        )

    def move(self) -> None:
        """Move the tag: the other card loses it."""
        self.book.change(session.move_tag)
        self.screen.heap()

    def leave_it(self) -> None:
        self.book.change(lambda _plan, e: session.left(e))
        self.screen.heap()


FORMS: Final[dict[Form, str]] = {
    "hex": N_("hexadecimal"),
    "decimal": N_("decimal"),
    "facility": N_("3 digits and 5"),
}
"""How the digits of a tag are read."""


class WhichTag(BoxPage):
    """Asks which tag it is where the number is ambiguous: a person looks at the card."""

    takes_tags = False
    MOST = 4

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.looks = screen.page is not None and screen.page.looks
        choices = self.book.choices[: self.MOST]
        title = self.book.trouble.title if self.book.trouble is not None else ""
        self.title = Text(title, "title", face="bold", lines=3)
        hint = Text(_("Look at the card, and touch what is right."), "body", C.ash, lines=2)
        self.answers = [Key(self._label(uid), "tag", action=partial(self.choose, uid)) for uid in choices]
        self.compose(Column(Leaf(self.title, (9, 16)), Leaf(hint, 6), Grid(*self.answers, columns=(2, 1), gap=1.2)))
        self.set_keys(Key(_("Leave it"), "back", action=screen.heap))

    def _label(self, uid: str) -> str:
        on = self.book.e.on(uid)
        if on is not None:
            return f"{self.name_of(on)} · {spaced(uid)}"
        form = self.book.form_of(uid)
        return uid if form is None else _(FORMS[form])

    def choose(self, uid: str) -> None:
        """Choose this tag, and read numbers like it in the same way."""
        tapped = self.book.chose(uid, self.looks)
        self.screen.heap()
        self.screen.answer(tapped)
