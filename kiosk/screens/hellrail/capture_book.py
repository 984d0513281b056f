"""The deck that is being taken down, and where it is kept. Every change is on disk before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.engine.atomic_file import NoRoom
from companion.engine.config import ConfigError
from companion.engine.foreign import of_system
from companion.engine.refused import Refused
from companion.engine.text import N_, Said
from companion.games.hellrail.data import capture as store
from companion.games.hellrail.data.capture import Capture, begin, finished, worked
from companion.games.hellrail.data.capture_checks import Remark, complete, faults, remarks
from companion.games.hellrail.data.deck import Card, Deck
from companion.games.hellrail.data.deck_file import own_deck, write_deck
from companion.presentation.i18n import _, spoken
from companion.presentation.words import say
from kiosk.context import KioskContext

NOT_SAVED = Said(N_("This is not being saved"), N_("Disk full or locked."))
DAMAGED = Said(N_("What was taken down is damaged"), N_("Begin anew; the old file is kept."))
WRITTEN = Said(N_("The deck is written"), "{file}")
ELSEWHERE = Said(N_("The settings folder is locked"), N_("The deck is here: {file}"))


class Book:
    """`trouble` is what could not be done last, for the band."""

    def __init__(self, context: KioskContext) -> None:
        self.context = context
        self.own = context.own
        self.trouble: Said | None = None
        self.damaged = False
        self._keeper = context.keeper("capture", self._save)
        self._keeper.close()  # what was changed on an earlier screen is read now
        self.capture = self._resume()

    def _resume(self) -> Capture:
        found: Capture | None = None
        if self.own is not None:
            try:
                found = store.resume(self.own.data)
            except ConfigError:
                self.trouble, self.damaged = Said(_(DAMAGED.title), _(DAMAGED.hint)), True
        return found if found is not None else begin(self.deck)

    @property
    def deck(self) -> Deck | None:
        """The deck that is played with now: layouts and rulings come from it."""
        try:
            deck = self.context.books["hellrail"]
        except (KeyError, ConfigError):
            return None
        return deck if isinstance(deck, Deck) else None

    # ------------------------------------------------------------ the card of the moment

    @property
    def n(self) -> int | None:
        """Number of the card in hand."""
        return self.capture.open

    @property
    def card(self) -> Card | None:
        n = self.capture.open
        return None if n is None else self.capture.cards[n - 1]

    @property
    def uid(self) -> str:
        """The tag of the card in hand."""
        card = self.card
        return next((uid for uid, on in self.capture.tags.items() if card is not None and on.card == card.id), "")

    @property
    def done(self) -> int:
        """Cards that have all that a deck file wants."""
        return complete(self.capture.cards)

    def whole(self, n: int) -> bool:
        """Whether card `n` has all."""
        return complete(self.capture.cards[n - 1 : n]) == 1

    def odd(self) -> tuple[Remark, ...]:
        """What is odd about the card in hand."""
        return tuple(r for r in remarks(self.capture.cards, self.capture.tags) if r.n == self.n)

    def missing(self) -> tuple[Remark, ...]:
        """All that keeps the deck from being finished."""
        return tuple(faults(self.capture.cards))

    # ------------------------------------------------------------ changes

    def change(self, make: Callable[[Capture], Capture]) -> bool:
        """Change it and keep it; False and `trouble` if it is refused."""
        self.trouble = None
        try:
            new = make(self.capture)
        except Refused as refused:
            self.trouble = Said(say(str(refused.facts.get("msgid", "")), refused.facts))
            return False
        self._keep(new)
        return True

    def _save(self, capture: Capture) -> None:
        if self.own is not None:
            store.save(capture, self.own.data)

    def _keep(self, new: Capture) -> None:
        self.capture = new
        if self.own is None or self.damaged:
            return
        self._keeper.put(new)
        if self._keeper.lost:
            self.trouble = Said(_(NOT_SAVED.title), _(NOT_SAVED.hint))

    def count(self, taps: int = 0, touches: int = 0) -> None:
        """Taps and touches are counted; they are kept with the next change."""
        if not self.damaged:
            self.capture = worked(self.capture, self.context.now(), taps, touches)

    def anew(self) -> None:
        """Begin once more; what there was is kept as `.bak`."""
        self.trouble = None
        if self.own is not None:
            self._keeper.close()
            try:
                store.forget(self.own.data)
            except OSError:
                self.trouble = Said(_(NOT_SAVED.title), _(NOT_SAVED.hint))
        self.damaged = False
        self.capture = begin()

    # ------------------------------------------------------------ the end

    def write(self, verified: bool) -> Said:
        """The deck file, in the folder of settings or, where that is locked, in the data folder."""
        base = self.deck
        if base is None or self.own is None:
            return Said(_("There is no place for the deck"))
        try:
            deck = finished(self.capture, base, verified)
            path = self._write(deck, own_deck(self.own.config), self.own.data / "deck.toml")
        except Refused as refused:
            n = refused.facts.get("card", 0)
            why = say(str(refused.facts.get("msgid", "")), refused.facts)
            return Said(_("Card {n}").format(n=n) if n else _("Not whole yet"), why)
        except ConfigError as error:
            return Said(_("No deck file can be made of it"), error.told(_))
        except NoRoom as error:
            return Said(_("No deck file can be made of it"), spoken(error.what))
        except OSError as error:
            return Said(_(NOT_SAVED.title), spoken(of_system(error)))
        words = WRITTEN if path == own_deck(self.own.config) else ELSEWHERE
        return Said(_(words.title), say(words.hint, {"file": str(path)}))

    @staticmethod
    def _write(deck: Deck, wanted: Path, instead: Path) -> Path:
        try:
            wanted.parent.mkdir(parents=True, exist_ok=True)
            write_deck(deck, wanted)
        except OSError:
            write_deck(deck, instead)
            return instead
        return wanted
