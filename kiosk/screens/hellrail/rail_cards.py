"""The rail cards of the box: each is tapped, its four values typed, its drawing touched and turned."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from msgspec.structs import replace

from companion.engine.text import TitleAndHint
from companion.games.hellrail.board.segments import DRAWINGS, SHAPES, drawing
from companion.games.hellrail.data.card_remarks import Remark, lacking, odd
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.data.deck_file import own_deck
from companion.games.hellrail.data.enrol import RAIL, card_of_record, draft_of, rails_of
from companion.games.hellrail.names import CARDS
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from companion.tools.enrol import session
from companion.tools.enrol.plan import CardField, EnrolmentPlan
from companion.tools.enrol.state import Enrolment, Means, Tapped
from kiosk.display.theme import Metrics
from kiosk.screens.box.heap import HeapPage
from kiosk.screens.box.page import BoxPage
from kiosk.screens.hellrail.map_picture import Drawings, put_card
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Layers, Leaf, Node
from kiosk.widgets.niche import Niche

RAILS = "rails"


class RailNiche(Niche):
    """A card by its drawing, if it has one."""

    rails: tuple[str, ...] = ()

    def show_rails(self, rails: tuple[str, ...]) -> None:
        if rails != self.rails:
            self.rails = rails
            self.redraw()

    def put_picture(self, x: float, y: float, side: float) -> None:
        if self.rails:
            put_card(x, y, side, self.rails, C.ember, C.pit, C.ember, 2)
        else:
            super().put_picture(x, y, side)


class RailCards(HeapPage):
    """The heap of the rail cards, which are described one by one. Those of a shared deck have values and no tags."""

    NICHE = RailNiche

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.drawings = Drawings(self.draw_shape, len(SHAPES))
        self.also.show(label=_("Turn"), icon="redo")
        self.also.action = self.turn_drawing
        self.plain = Key(_("Without a tag"), "plus", icon_size=3, action=self.add_plain)
        self.next = Key(_("Next card"), "tag", kind="prime", action=self.go_on)
        self.add(self.drawings)

    # ------------------------------------------------------------ cards

    @property
    def there(self) -> list[str]:
        """The cards of which something is known, and the one in hand."""
        known, opened = self.book.e.records, self.slot
        return [slot for slot in self.heap.slots if slot == opened or (slot in known and not known[slot].empty)]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card_of_record(self.book.record(slot)) for slot in self.there)

    @property
    def rails(self) -> tuple[str, ...]:
        return rails_of(self._values().get(RAILS, ""))

    def met(self, tapped: Tapped) -> None:
        super().met(tapped)
        if tapped.means is Means.BOUND and len(self.there) == CARDS and tapped.slot is not None:
            bare = [slot for slot in self.there if not self.book.record(slot).tags]
            later = [slot for slot in bare if self.heap.slots.index(slot) > self.heap.slots.index(tapped.slot)]
            if session.described(self.book.plan, self.book.e, tapped.slot) and bare:
                self._open((later or bare)[0])

    def _open(self, slot: str) -> None:
        self.screen.change(lambda plan, e: session.open_card(plan, e, slot))
        self._first_field()
        self.refresh()

    def add_plain(self) -> None:
        self._open(next(slot for slot in self.heap.slots if slot not in self.there))

    def step(self, by: int) -> None:
        there = self.there
        at = there.index(self.slot) if self.slot is not None else len(there) if by < 0 else -1
        self._open(there[min(max(at + by, 0), len(there) - 1)])

    def go_on(self) -> None:
        """The card is done. With all of them there: the first one that lacks something, or the end."""
        there = self.there
        gap = next((there[remark.n - 1] for remark in lacking(self.cards) if remark.n), None)
        if len(there) < CARDS:
            self.screen.change(lambda _plan, e: session.close_card(e))
        elif gap is not None and gap != self.slot:
            self._open(gap)
        else:
            self.finish()

    def finish(self) -> None:
        """What is missing, and the key that writes the file."""
        self.screen.go(DeckEnd)

    def _first_field(self) -> None:
        values, fields = self._values(), self._fields()
        empty = [field for field in fields if not values.get(field.name)]
        if empty or self.field not in fields:
            self.field = next(iter(empty or fields), None)

    # ------------------------------------------------------------ the drawing

    @property
    def _drawing(self) -> bool:
        """Whether the field that is being entered is the drawing."""
        return self.slot is not None and self.field is not None and self.field.name == RAILS

    def draw_shape(self, shape: int) -> None:
        """The drawing that looks like it; touched again it turns."""
        if DRAWINGS.get(self.rails, (None,))[0] == shape:
            self.turn_drawing()
        else:
            self._draw(drawing(shape, 0))

    def turn_drawing(self) -> None:
        """A quarter turn more, or as many as another drawing needs."""
        shape, turn = DRAWINGS[self.rails]
        turned = (drawing(shape, turn + by) for by in (1, 2, 3))
        other = next((rails for rails in turned if rails != self.rails), None)
        if other is not None:
            self._draw(other)

    def _draw(self, rails: tuple[str, ...]) -> None:
        field = self.heap.field(RAILS)
        if field is not None:
            self.tell(field, ",".join(rails))

    # ------------------------------------------------------------ what it shows

    def _show_progress(self, place: int | None) -> None:
        whole = [session.described(self.book.plan, self.book.e, slot) for slot in self.heap.slots]
        there = self.there
        states = ["whole" if w else "begun" if s in there else "" for w, s in zip(whole, self.heap.slots, strict=True)]
        name = self.book.e.name
        self.progress.show(sum(whole), CARDS, _("deck “{name}”").format(name=name) if name else "", states, place)

    def _show_picture(self, shown: str | None) -> None:
        super()._show_picture(shown)
        values = self.book.record(shown).values if shown is not None else {}
        cast(RailNiche, self.niche).show_rails(rails_of(values.get(RAILS, "")))

    def _title(self) -> str:
        if self.slot is None:
            return super()._title()
        n = self.there.index(self.slot) + 1
        remarks = odd(self.cards, (slot for slot in self.there if self.book.record(slot).tags))
        return next((spoken(remark.text) for remark in remarks if remark.n == n and not self._drawing), "")

    def _show_fields(self) -> None:
        super()._show_fields()
        self.drawings.visible = self._drawing
        self.drawings.offer(SHAPES, DRAWINGS[self.rails][0] if self.rails else None)

    def _choices(self, field: CardField | None) -> tuple[str, ...]:
        return () if field is not None and field.name == RAILS else super()._choices(field)

    def _show_also(self) -> None:
        self.also.visible, self.also.enabled = self._drawing, bool(self.rails)

    def _show_keys(self, enrolment: Any) -> None:
        self._show_undo(enrolment)
        whole = len(self.there) == CARDS and not any(lacking(self.cards))
        self.next.show(label=_("To the end") if whole else _("Next card"))
        stepping = (self.before, self.after) if self.there else ()
        if self.slot is None:
            self.set_keys(self.back, *stepping, self.undo, self.next if len(self.there) == CARDS else self.plain)
        else:
            if not self.m.wide:  # the drawings want the height of a second row
                self.undo.show(label="" if self._drawing else None, second="")
            self.set_keys(self.forget, *(() if self._drawing else stepping), self.undo, self.next)

    # ------------------------------------------------------------ layout

    def lay(self, metrics: Metrics) -> None:
        self.title.role = "body" if self.tiles else "title"
        self.title.visible = bool(self.title.text)
        super().lay(metrics)

    def _keypad(self, metrics: Metrics) -> Node:
        return Layers(super()._keypad(metrics), self.drawings)


class DeckEnd(BoxPage):
    """What the deck still lacks; whole, its cards are compared once more, and it is written."""

    takes_tags = False

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.title = Text("", "title", face="bold", lines=2)
        self.list = Text("", "body", C.ash, lines=7)
        self.compared = Key(_("All compared"), "check", action=self.compare)
        self.write = Key(_("Write the deck"), "check", kind="prime", action=self.write_deck)
        said = (Leaf(self.title, (9, 12)), Leaf(self.list, NATURAL))
        self.compose(Column(*said, FreeSpace(), gap=3, pad=(0, (6, 12), 0, 0)))
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=screen.heap), self.compared, self.write)

    @property
    def missing(self) -> list[Remark]:
        return list(lacking(draft_of(self.book.e).cards))

    @property
    def verified(self) -> bool:
        """The owner has compared all cards with this list."""
        return all(self.book.record(slot).checked for slot in self.book.heap.slots)

    def compare(self) -> None:
        on = not self.verified
        self.screen.change(partial(_checked, on))

    def write_deck(self) -> None:
        """As the file that games are played with."""
        own = self.book.own
        if own is None:
            self.screen.tell(TitleAndHint(_("There is no place for the deck")))
        elif self.book.settle():
            self.screen.tell(TitleAndHint(_("The deck is written"), str(own_deck(own.config))), "check")
        else:
            self.screen.tell(self.book.trouble)

    def refresh(self) -> None:
        missing = self.missing
        self.title.show(_("Not whole yet") if missing else _("All {n} are here").format(n=CARDS))
        lines = []
        for remark in missing[:6]:
            words = spoken(remark.text)
            lines.append(f"{_('Card {n}').format(n=remark.n)} · {words}" if remark.n else words)
        compare = _("Compare each card once more with what stands here; then write the file.")
        self.list.show("\n".join(lines) or compare)
        self.compared.show(icon="check" if self.verified else "thumb", kind="ok" if self.verified else "plain")
        self.write.enabled = self.compared.enabled = not missing
        self.rearrange()


def _checked(on: bool, plan: EnrolmentPlan, enrolment: Enrolment) -> Enrolment:
    cards = {
        slot: replace(enrolment.records[slot], checked=on)
        for slot in plan.by_id[RAIL].slots
        if slot in enrolment.records
    }
    return replace(enrolment, records={**enrolment.records, **cards})
