"""The owner's deck is taken down: each card is tapped, its four values typed, its drawing touched and turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.printed_number import meant
from companion.engine.text import Said
from companion.games.hellrail.board.segments import SHAPES
from companion.games.hellrail.data import capture as cap
from companion.games.hellrail.data.capture import Means, Tapped
from companion.games.hellrail.data.capture_checks import next_open
from companion.games.hellrail.data.deck import Card, TagOf
from companion.games.hellrail.data.enrol import PIECE_NAMES as PIECES
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CARDS, Effect
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.words import say
from kiosk.context import KioskContext
from kiosk.screens.box.others import owner_among, tags_of_others
from kiosk.screens.box.words import tag_of
from kiosk.screens.hellrail.capture_book import Book
from kiosk.screens.hellrail.capture_page import FIELDS, ORDER, RAILS, Page
from kiosk.screens.hellrail.values import show_value
from kiosk.screens.hellrail.words import sign
from kiosk.widgets.key import Key


class Capture(Page):
    """A card in hand, or none: then the next one is laid on the reader. `finish` shows what is still missing."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.book = Book(context)
        self.others = tags_of_others(context.own, "hellrail")
        self.field = ORDER[0]
        self.finishing = False
        self.verified = False
        self.back = Key(_("Back"), "back", icon_size=3, action=self.leave)
        self.forget = Key(_("Forget it"), "cross", icon_size=3, action=self.forget_card)
        self.plain = Key(_("Without a tag"), "plus", icon_size=3, action=self.add_plain)
        self.next = Key(_("Next card"), "tag", kind="prime", action=self.go_on)
        self.compared = Key(_("All compared"), "check", action=self.compare)
        self.write = Key(_("Write the deck"), "check", kind="prime", action=self.write_deck)
        self.anew = Key(_("Begin anew"), "redo", action=self.begin_anew)
        if context.own is not None:
            context.own.catch(self.read)
        self._tell(self.book.trouble)
        self._show()

    def closed(self) -> None:
        if self.context.own is not None:
            self.context.own.catch(None)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is None and self.collide_point(touch.x, touch.y):
            self.book.count(touches=1)
        return bool(super().on_touch_up(touch))

    # ------------------------------------------------------------ cards

    def read(self, uid: str) -> None:
        """A tag on the reader: a new card, or one that is known."""
        self.context.card_read = True
        if self.book.damaged:
            return
        known = bool(meant(uid, self.book.capture.tags))
        owner = None if known else owner_among(uid, self.others) or self.context.owner_of(uid)
        if owner not in (None, "hellrail"):
            self.band.hush()
            self._tell(tag_of(owner))
            return
        self.book.count(taps=1)
        met: list[Tapped] = []
        bare = self._bare(uid)

        def make(capture: cap.Capture) -> cap.Capture:
            if bare is not None:  # all cards are there, and the one in hand has no tag: it gets this one
                return _next_bare(cap.retag(capture, bare, uid), bare)
            new, tapped = cap.tapped(capture, uid)
            met.append(tapped)
            return new

        self.finishing = False
        if self._change(make) and met and met[0].means is Means.PIECE:
            on = met[0].on
            self._tell(Said(_("That is no rail card"), _piece(on)))
        self._first_gap()

    def _bare(self, uid: str) -> int | None:
        """The card in hand, if it waits for this tag: the deck is whole (somebody shared it), but not tagged."""
        capture, n = self.book.capture, self.book.n
        if n is None or len(capture.cards) < CARDS or meant(uid, capture.tags):
            return None
        return n if n in _bare_cards(capture) else None

    def add_plain(self) -> None:
        """A card that bears no tag."""
        self.finishing = False
        self._change(cap.without_tag)
        self._first_gap()

    def forget_card(self) -> None:
        """The card in hand was a mistake."""
        n = self.book.n
        if n is not None:
            self._change(lambda capture: cap.removed(capture, n))

    def step(self, by: int) -> None:
        """The card before or after."""
        cards = len(self.book.capture.cards)
        if cards:
            n = min(max((self.book.n or (cards + 1 if by < 0 else 0)) + by, 1), cards)
            self.finishing = False
            self._change(lambda capture: cap.opened(capture, n))
            self._first_gap()

    def go_on(self) -> None:
        """The card is done. With all of them there: the first one that lacks something, or the end."""
        if len(self.book.capture.cards) < CARDS:
            self.book.change(_closed)
            self._show()
            return
        lacking = next_open(self.book.capture.cards)
        if lacking is not None and lacking != self.book.n:
            self._change(lambda capture: cap.opened(capture, lacking))
            self._first_gap()
        else:
            self.finish()

    def _first_gap(self) -> None:
        """The first field that is empty."""
        card = self.book.card
        if card is not None:
            self.field = next((f for f in ORDER if not _told(card, f)), self.field)
        self._show()

    # ------------------------------------------------------------ values

    def turn_to(self, field: str) -> None:
        """Enter this one."""
        self.field = field
        self._show()

    def enter(self, digit: str) -> None:
        """A value of the card in hand; then the next field."""
        n, field = self.book.n, self.field
        value = int(digit) if field in ("car", "brimstone") else digit
        if n is not None and self._change(lambda capture: cap.told(capture, n, field, value)):
            self.field = ORDER[ORDER.index(field) + 1]
            self._show()

    def draw_shape(self, shape: int) -> None:
        """The drawing that looks like it; touched again it turns."""
        n, card = self.book.n, self.book.card
        if n is None or card is None:
            return
        found = cap.shape_of(card.rails) if card.rails else None
        if found is not None and found[0] == shape:
            self.turn_drawing()
        else:
            self._change(lambda capture: cap.drawn(capture, n, shape))

    def turn_drawing(self) -> None:
        """A quarter turn more."""
        n, card = self.book.n, self.book.card
        found = cap.shape_of(card.rails) if card is not None and card.rails else None
        if n is not None and found is not None:
            shape, turn = found
            now = cap.drawing(shape, turn)
            turns = [(turn + by) % 4 for by in (1, 2, 3)]
            other = next((t for t in turns if cap.drawing(shape, t) != now), turn)
            self._change(lambda capture: cap.drawn(capture, n, shape, other))

    # ------------------------------------------------------------ the end

    def finish(self) -> None:
        """What is missing, and the key that writes the file."""
        self.finishing = True
        self._show()

    def compare(self) -> None:
        """The owner has compared the cards with what stands here."""
        self.verified = not self.verified
        self._show()

    def write_deck(self) -> None:
        """As a file."""
        said = self.book.write(self.verified)
        done = not self.book.missing()
        self.band.say(said.title, said.hint, "check" if done else "warning", C.ok if done else C.brim, None)

    def begin_anew(self) -> None:
        """What was taken down could not be read."""
        self.book.anew()
        self.band.hush()
        self._tell(self.book.trouble)
        self._show()

    def leave(self) -> None:
        """Back to the cards, or to the whole box."""
        self.band.hush()
        if self.finishing:
            self.finishing = False
            self._show()
        else:
            self.context.open_screen("hellrail_box")

    def _change(self, make: Callable[[cap.Capture], cap.Capture]) -> bool:
        done = self.book.change(make)
        self.band.hush()
        self._tell(self.book.trouble)
        self._show()
        return done

    def _tell(self, said: Said | None) -> None:
        if said is not None:
            self.band.say(said.title, said.hint)

    # ------------------------------------------------------------ what it shows

    def _show(self) -> None:
        book, card = self.book, self.book.card
        here = card is not None and not self.finishing and not book.damaged
        drawing = here and self.field == RAILS
        self.card.visible = here
        self.reader.visible = not here
        self.card.show(card.rails if card is not None else ())
        self.name.show("" if not here else _("Card {n}").format(n=book.n))
        self.tag_text.show(book.uid if here else "")
        name = book.capture.name
        deck = _("deck “{name}”").format(name=name) if name else ""
        self.progress.show(book.done, CARDS, deck, self._states(), book.n if here else None)
        for field, _word, _keys in FIELDS:
            value = getattr(card, field) if card is not None else None
            self.tiles[field].visible = here
            show_value(self.tiles[field], "–" if value is None else str(value))
            self.tiles[field].show(chosen=field == self.field)
        self.rails.visible = here
        self.rails.show(chosen=drawing, icon="rail" if card is not None and card.rails else "")
        found = cap.shape_of(card.rails) if card is not None and card.rails else None
        self.drawings.visible = self.turn.visible = drawing
        self.drawings.offer(SHAPES, found[0] if found is not None else None)
        self.turn.enabled = found is not None
        odd = book.odd() if here and not drawing else ()
        self.remark.show(say(odd[0].msgid, odd[0].facts) if odd else "")
        self.title.visible = not here
        self.title.show(self._title())
        self.list.visible = self.finishing
        self.list.show(self._missing() if self.finishing else "")
        self._deal_digits(() if not here or drawing else next(keys for f, _w, keys in FIELDS if f == self.field))
        stepping = not book.damaged and bool(book.capture.cards) and not self.finishing and not drawing
        self.before.visible = self.after.visible = stepping
        self._set_keys(self._which())
        self.rearrange()

    def _title(self) -> str:
        if self.book.damaged:
            return _("What was taken down cannot be read")
        if not self.finishing:
            return _("Lay the next card on the reader") if self.context.reads else _("First plug in a card reader")
        return _("All {n} are here").format(n=CARDS) if not self.book.missing() else _("Not whole yet")

    def _missing(self) -> str:
        lines = []
        for fault in self.book.missing()[:6]:
            words = say(fault.msgid, fault.facts)
            lines.append(f"{_('Card {n}').format(n=fault.n)} · {words}" if fault.n else words)
        return "\n".join(lines) or _("Compare each card once more with what stands here; then write the file.")

    def _states(self) -> list[str]:
        there = len(self.book.capture.cards)
        return ["" if n > there else "whole" if self.book.whole(n) else "begun" for n in range(1, CARDS + 1)]

    def _which(self) -> tuple[Key, ...]:
        book = self.book
        if book.damaged:
            return (self.back, self.anew)
        if self.finishing:
            self.compared.show(icon="check" if self.verified else "thumb", kind="ok" if self.verified else "plain")
            self.write.enabled = self.compared.enabled = not book.missing()
            return (self.back, self.compared, self.write)
        full = len(book.capture.cards) >= CARDS
        self.next.show(label=_("To the end") if full and not book.missing() else _("Next card"))
        if book.card is None:
            return (self.back, self.next) if full else (self.back, self.plain)
        return (self.back, self.forget, self.next)


def _piece(on: TagOf) -> str:
    """What is no rail card, in words."""
    if on.circle:
        return _("{hr.circle} {n}").format(n=sign(on.circle))
    return _(EFFECTS[Effect(on.effect)].name) if on.effect else _(PIECES[on.piece][1])


def _told(card: Card, field: str) -> bool:
    """Whether this is known of a card."""
    return bool(card.rails) if field == RAILS else getattr(card, field) is not None


def _closed(capture: cap.Capture) -> cap.Capture:
    """No card in hand."""
    from msgspec.structs import replace

    return replace(capture, open=None)


def _bare_cards(capture: cap.Capture) -> list[int]:
    """The numbers of the cards without a tag."""
    tagged = {on.card for on in capture.tags.values()}
    return [n for n, card in enumerate(capture.cards, 1) if card.id not in tagged]


def _next_bare(capture: cap.Capture, after: int) -> cap.Capture:
    """With the next card that has no tag in hand, if there is one."""
    bare = _bare_cards(capture)
    following = next((n for n in bare if n > after), bare[0] if bare else after)
    return cap.opened(capture, following)
