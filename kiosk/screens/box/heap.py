"""One heap: what its cards have in common is entered once, then they are laid down one after the other.

With a card in hand its record shows, and what is touched is corrected on that card alone.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.printed_number import printed_forms
from companion.engine.text import TitleAndHint
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.tools.enrol import session
from companion.tools.enrol.plan import CardField, CardGroup
from companion.tools.enrol.state import Means, Tapped
from kiosk.display.theme import Metrics
from kiosk.screens.box.page import TOP, BoxPage
from kiosk.screens.sheet import least_wide
from kiosk.widgets.deck_bar import Progress
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Layers, Leaf, Node, Row, Split
from kiosk.widgets.niche import Niche
from kiosk.widgets.tile import Tile

LEFT = 26.0
"""u of the niche at the left of a wide page."""


class FieldKey(Key):
    """A key of the keypad; `value` is what it enters."""

    value = ""


class HeapLayout(BoxPage):
    """The widgets and their places."""

    NICHE: type[Niche] = Niche

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.niche = self.NICHE()
        self.progress = Progress()
        self.title = Text("", "title", face="bold", lines=3)
        self.card = Text("", "name", C.ember, lines=2, size=9)
        self.tiles: dict[str, Tile] = {}
        self.pad: list[FieldKey] = []
        self.also = Key("", "pile")
        self.add(self.niche, self.progress, self.title, self.card, self.also)

    # ------------------------------------------------------------ layout

    def lay(self, metrics: Metrics) -> None:
        fields, alone = bool(self.tiles), bool(self.card.text)
        self.progress.what.visible = not (self.also.visible and metrics.wide)
        self.title.lines = (2 if fields else 1 if alone else 4) if metrics.wide else 2 if alone and not fields else 4
        left, top = (LEFT + 7, 0.0) if metrics.wide else (4.0, TOP)
        self.put(self.progress, left=left, right=4, top=top, height=12.9)
        self.put(
            (self._wide if metrics.wide else self._upright)(metrics), left=4, right=4, top=0, height=self.end(metrics)
        )

    def _wide(self, metrics: Metrics) -> Row:
        also = Leaf(
            Column(Row(FreeSpace(), Leaf(self.also, 27), size=6.4), FreeSpace(), pad=(0, 3.6, 0, 0)), 13.6, kept=True
        )
        if self.tiles:
            parts = (Leaf(self.title, 6.6), *self._entry(metrics))
        else:
            parts = (Leaf(self.title, 9), Leaf(self.card)) if self.card.text else (Leaf(self.title),)
        return Row(
            Leaf(Column(self.niche, pad=(0, 5, 0, 2)), LEFT), Column(also, *parts, gap=0.6, pad=(0, 0, 0, 1)), gap=3
        )

    def _upright(self, metrics: Metrics) -> Column:
        if not self.tiles:
            words = (Leaf(self.title, 10), Leaf(self.card, 22)) if self.card.text else (Leaf(self.title, 20),)
            picture = Row(FreeSpace(), Leaf(self.niche, 32), FreeSpace(), size=36)
            return Column(picture, *words, FreeSpace(), gap=2, pad=(0, 18, 0, 0))
        head = Row(Leaf(self.niche, 22), Column(Layers(self.title, self.card), Leaf(self.also, 7.6)), gap=2, size=27)
        return Column(head, *self._entry(metrics), gap=2, pad=(0, 17.4, 0, 1))

    def _entry(self, metrics: Metrics) -> tuple[Node, ...]:
        """What is known of the card, and the keypad of one field."""
        tiles = list(self.tiles.values())
        least, half = [least_wide(tile, metrics) for tile in tiles], (len(tiles) + 1) // 2
        fields = Split(
            wide=Row(*tiles, gap=0.8 if len(tiles) > 5 else 1.2, size=9, weights=[max(9, wide) for wide in least]),
            upright=Column(Row(*tiles[:half], size=10.5), Row(*tiles[half:], size=10.5), size=22.2)
            if len(tiles) > 5 or sum(least) > metrics.columns - 8 - 1.2 * len(tiles)
            else Row(*tiles, size=10.5),
        )
        return fields, self._keypad(metrics)

    def _keypad(self, metrics: Metrics) -> Node:
        n = len(self.pad)
        columns = max(1, min(n, (n if n <= 7 else min(6, (n + 1) // 2)) if metrics.wide else 4 if n <= 8 else 5))
        return Row(Grid(*self.pad, columns=columns, gap=1, most=12, size=columns * 17 - 1))


class HeapPage(HeapLayout):
    """`field`: the one that the keypad fills in."""

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.field: CardField | None = None
        self.back = Key(_("Back"), "back", icon_size=3, action=self.close)
        self.undo = Key(_("Undo"), "undo", action=self.take_back)
        self.before = Key(icon="back", icon_size=3, action=partial(self.step, -1))
        self.after = Key(icon="next", icon_size=3, action=partial(self.step, 1))
        self.swap = Key(_("New sticker"), "swap", action=self.new_sticker)
        self.forget = Key(_("Forget it"), "cross", icon_size=3, action=self.forget_card)
        self.done = Key(_("Done"), "check", kind="prime", action=self.close)
        self.next = Key(_("Next heap"), "next", kind="prime", action=self.go_on)
        self.also.action = self.correct_all
        self.stranger = Key("", "tag", action=self.name_stranger)
        self.last = ""
        self._heap = ""
        self._first_entered: CardField | None = None

    # ------------------------------------------------------------ the heap and its card

    @property
    def heap(self) -> CardGroup:
        return self.book.heap

    @property
    def slot(self) -> str | None:
        return self.book.e.open

    def met(self, tapped: Tapped) -> None:
        self.last = tapped.slot or ""
        if tapped.means is Means.FULL:
            self.screen.tell(_full(self.heap, len(self.heap.slots) - self.book.at(self.heap).bound))
        elif tapped.means in (Means.BOUND, Means.DESCRIBED):
            self._same_again()
            self._move_on()

    def _same_again(self) -> None:
        """Turn to the field that was entered first for this card: it will differ first on the next one."""
        if self.slot is not None:
            self._first_field()
        elif self._first_entered is not None:
            self.field = self._first_entered
        self._first_entered = None

    def _move_on(self) -> None:
        """Go on to the next unfinished heap once the heap is tapped to its end."""
        following = self._following()
        waits = self.slot is not None or session.half_tagged(self.book.e, self.heap) is not None
        if not waits and self.book.next_slot is None and following is not None:
            self.book.change(lambda plan, e: session.choose_heap(plan, e, following.id))

    def _following(self) -> CardGroup | None:
        """Return the next heap after this one that has cards without a tag."""
        heaps = self.book.plan.heaps
        at = heaps.index(self.heap)
        later = (*heaps[at + 1 :], *heaps[:at])
        return next((h for h in later if self.book.at(h).bound < len(h.slots)), None)

    def go_on(self) -> None:
        """Open the next heap that is not tapped to its end, or all of them."""
        following = self._following()
        if following is None:
            self.screen.home()
        else:
            self.screen.change(lambda plan, e: session.choose_heap(plan, e, following.id))

    def name_stranger(self) -> None:
        """Handle that the unknown tag of the last game is on the next card of this heap."""
        strangers = self.book.e.strangers
        if strangers:
            self.screen.read(strangers[0])

    def step(self, by: int) -> None:
        """Open the heap before or after this one in its group."""
        heaps = self.book.plan.group(self.heap.group or self.heap.id)
        at = heaps.index(self.heap)
        self.screen.change(lambda plan, e: session.choose_heap(plan, e, heaps[(at + by) % len(heaps)].id))

    # ------------------------------------------------------------ fingers

    def close(self) -> None:
        """Put the card in hand away; without one go back to all heaps."""
        if self.book.e.swap is not None or self.slot is not None:
            self.screen.change(lambda _plan, e: session.close_card(e))
        else:
            self.screen.home()

    def take_back(self) -> None:
        self.screen.change(lambda _plan, e: session.undone(e))

    def new_sticker(self) -> None:
        """Take the next tag for this card."""
        slot = self.slot
        self.screen.change(lambda _plan, e: session.swapping(e, slot))

    def forget_card(self) -> None:
        slot = self.slot
        if slot is not None:
            self.screen.change(lambda _plan, e: session.forgotten(e, slot))

    def correct_all(self) -> None:
        """Correct the cards that are described like this one with it, or not."""
        on = not self.book.e.also
        self.screen.change(lambda plan, e: session.correct_alike(plan, e, on))

    def turn_to(self, name: str) -> None:
        """Turn to this field; one that is only so or not so changes at once."""
        field = self.heap.field(name)
        if field is not None and _toggles(field):
            self.tell(field, field.choices[0])
        else:
            self.field = field
            self.refresh()

    def tell(self, field: CardField, value: str) -> None:
        """Enter a value, then turn to the next field."""
        if self._first_entered is None and not _toggles(field):
            self._first_entered = field
        if self.screen.change(lambda plan, e: session.with_value(plan, e, field.name, value)) and not _toggles(field):
            shown = [f for f in self._fields() if not _toggles(f)]
            self.field = shown[min(shown.index(field) + 1, len(shown) - 1)] if field in shown else None
            self.refresh()

    # ------------------------------------------------------------ what it shows

    def _values(self) -> dict[str, str]:
        e = self.book.e
        return dict(e.record(self.slot).values if self.slot is not None else e.form.get(self.heap.id, {}))

    def _fields(self) -> list[CardField]:
        values = self._values()
        sticks = self.slot is None
        told = (field for field in self.heap.fields if field.choices or field.signs)
        return [field for field in told if field.asked(values) and (field.sticks or not sticks)]

    def _first_field(self) -> None:
        fields = [field for field in self._fields() if not _toggles(field)]
        self.field = fields[0] if fields else None

    def refresh(self) -> None:
        e, heap = self.book.e, self.heap
        if type(self) is not self.screen.page_of(heap):
            self.screen.heap()
            return
        if self._heap != heap.id:
            self._heap, self.last = heap.id, "" if self.last not in heap.slots else self.last
            self._first_field()
        shown = self.slot or session.half_tagged(e, heap) or self.last or None
        self._show_progress(heap.slots.index(shown) + 1 if shown in heap.slots else None)
        self._show_picture(shown)
        self.title.show(self._title())
        self.card.show(self._card())
        self._show_also()
        self._show_fields()
        self._show_keys(e)
        self.rearrange()

    def _show_progress(self, place: int | None) -> None:
        book, slots = self.book, self.heap.slots
        self.progress.show(
            book.at(self.heap).bound, len(slots), self.words.heap(self.heap), map(book.state, slots), place
        )

    def _show_also(self) -> None:
        e = self.book.e
        n = len(e.also or session.like(self.book.plan, e, e.open)) if e.open is not None and e.swap is None else 0
        self.also.visible = n > 0
        self.also.show(
            ngettext("and {n} like it", "and {n} like it", n).format(n=n), kind="prime" if e.also else "plain"
        )

    def _show_picture(self, shown: str | None) -> None:
        heap = self.heap
        if self.book.e.swap is not None:
            self.niche.show("swap", self.name_of(self.book.e.swap))
        elif shown is not None:
            tags = self.book.record(shown).tags
            number = spaced(tags[0].uid) if tags else _("no tag")
            self.niche.show(self.words.icon(heap, shown), self.name_of(shown), number, lit=True)
        else:
            self.niche.show("reader")

    def _title(self) -> str:
        e, heap = self.book.e, self.heap
        if e.swap is not None:
            return _("Lay the new tag of {card} on the reader").format(card=self.name_of(e.swap))
        if self.slot is not None:
            record = self.book.record(self.slot)
            told = self.words.summary(heap, record.values, e)
            if heap.fields and not told:
                return _("Nothing is known of it yet")
            return told or self.name_of(self.slot)
        if session.half_tagged(e, heap) is not None:
            return _("Now the tag at its other end")
        if self.book.next_slot is None:
            return self._full_title()
        if not self.screen.context.table.reads:
            return _("First plug in a card reader")
        return _("Lay the next card on the reader") if heap.alike else _("Lay it on the reader")

    def _card(self) -> str:
        """Return what is to be laid on the reader now."""
        following = self.book.next_slot
        if self.book.e.swap is not None or self.slot is not None or following is None or self.heap.fields:
            return ""
        return self.words.heap(self.heap) if self.heap.alike else self.name_of(following)

    def _full_title(self) -> str:
        at = self.book.at(self.heap)
        if at.described < at.bound:
            n = at.bound - at.described
            return ngettext(
                "Say what is on {n} card, then lay it once more", "Say what is on {n} cards, then lay them once more", n
            ).format(n=n)
        if at.bound < len(self.heap.slots):
            told = any(self._values().values())
            return _("No card like this is left without a tag") if told else _("Say first what is on the card")
        return _("This heap is whole")

    def _show_fields(self) -> None:
        fields = self._fields() if self.book.e.swap is None else []
        names = [field.name for field in fields]
        if list(self.tiles) != names:
            for tile in self.tiles.values():
                self.remove_widget(tile)
            self.tiles = {
                name: Tile(_(self.words.fields[name]), style="line", action=partial(self.turn_to, name))
                for name in names
            }
            self.add(*self.tiles.values())
        if self.field not in fields:
            self._first_field()
        values = self._values()
        for field in fields:
            value = values.get(field.name, "")
            shown = self.words.shown(field, value, self.book.e) if value else None
            icon = shown.icon if shown is not None else ""
            figure = "" if icon else (shown.figure or shown.words[:3]) if shown is not None else "–"
            self.tiles[field.name].show(icon=icon, figure=figure, chosen=field == self.field)

    def lay(self, metrics: Metrics) -> None:
        self._deal_pad()
        super().lay(metrics)

    def _deal_pad(self) -> None:
        """Make the keys of the field's values: once a frame, however many tags were read since the last."""
        field, values = self.field if self.tiles else None, self._values()
        wanted = self._choices(field)
        if [key.value for key in self.pad] != list(wanted) or (self.pad and self.pad[0].action is None):
            for key in self.pad:
                self.remove_widget(key)
            self.pad = [self._pad_key(field, value) for value in wanted] if field is not None else []
            self.add(*self.pad)
        for key in self.pad:
            if field is not None:
                on = values.get(field.name) == key.value
                key.action = partial(self.tell, field, key.value)
                key.icon_colour = C.pit if on else self.words.shown(field, key.value, self.book.e).colour
                key.show(kind="prime" if on else "plain")
                key.redraw()

    def _choices(self, field: CardField | None) -> tuple[str, ...]:
        return session.values_of(field, self.book.e) if field is not None else ()

    def _pad_key(self, field: CardField, value: str) -> FieldKey:
        shown = self.words.shown(field, value, self.book.e)
        if shown.icon:
            key = FieldKey(icon=shown.icon, icon_size=6, icon_colour=shown.colour)
        else:
            key = FieldKey(shown.figure or shown.words, align="center")
        key.value = value
        return key

    def _show_undo(self, enrolment: Any) -> None:
        """Show Undo wherever something was written, typed or forgotten."""
        self.undo.enabled = bool(enrolment.steps)
        step = enrolment.steps[-1].slot if enrolment.steps else ""
        self.undo.show(label=_("Undo"), second=(self.name_of(step), "") if step in self.book.plan.slots else "")

    def _show_keys(self, enrolment: Any) -> None:
        if enrolment.swap is not None:
            self.set_keys(self.back)
            return
        self._show_undo(enrolment)
        if self.slot is not None:
            self.swap.show(label=_("New sticker") if self.book.record(self.slot).tags else _("Give it a tag"))
            self.set_keys(self.forget, self.swap, self.undo, self.done)
            return
        if self.book.next_slot is None:
            self.set_keys(self.back, self.undo, self.next)
            return
        if enrolment.strangers and self.heap.alike:
            self.stranger.show(label=_("It is tag {n}").format(n=spaced(enrolment.strangers[0])))
            self.set_keys(self.back, self.undo, self.stranger)
            return
        several = len(self.book.plan.group(self.heap.group or self.heap.id)) > 1
        self.set_keys(self.back, *((self.before, self.after) if several else ()), self.undo)


def _toggles(field: CardField) -> bool:
    """Whether a field is only so or not so: its tile alone shows it."""
    return len(field.choices) == 1 and not field.signs


def _full(heap: CardGroup, left: int) -> TitleAndHint:
    if left:
        return TitleAndHint(_("Which card is that?"), _("Say first what is on the card"))
    n = len(heap.slots)
    return TitleAndHint(
        _("No card is left for this tag"),
        ngettext("This heap has {n} card.", "This heap has {n} cards.", n).format(n=n),
    )


def spaced(uid: str) -> str:
    """Return a tag's number as it is read from a sticker: with the decimal where it has one."""
    forms = printed_forms(uid)
    return forms.get("dec10") or uid
