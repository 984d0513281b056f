"""The virtual table: cards shuffled, dealt and moved as people would. It knows no rule but dealing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.history import Redone, Undone
from companion.engine.message import Line, Messages
from companion.engine.text import N_, Text
from companion.engine.update import Update
from companion.engine.virtual import Piece, PieceMark, Pile, TableLine, VirtualTable
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.box import find_box
from companion.games.infernal_wagon.data.cards import CardBox
from companion.games.infernal_wagon.events import kind_word
from companion.games.infernal_wagon.guide import HINTS
from companion.games.infernal_wagon.names import KINDS, CardKind, Module, Phase
from companion.games.infernal_wagon.view import SPECIALS, WagonView, symbol_mark
from companion.games.infernal_wagon.words import tell

PLAYED = (CardKind.RAIL, CardKind.DANGER)
SWITCHES = (CardKind.SILENCE, CardKind.UTURN)
MATCHED = (*PLAYED, CardKind.CURSE)
"""Kinds of cards with symbols at their ends."""
HEAPS = (CardKind.RAIL, CardKind.DANGER, CardKind.EASY, CardKind.SILENCE, CardKind.UTURN, CardKind.CURSE, CardKind.EXIT)
MODULE_OF = {CardKind.EASY: Module.EASY, CardKind.SILENCE: Module.SILENCE, CardKind.UTURN: Module.UTURN}


class PaperCard(Struct, frozen=True):
    """A card on the table: what is printed on it, and the tag under it."""

    slot: str
    kind: CardKind
    uid: str
    icon: str = ""
    ends: tuple[str, ...] = ()


class VirtualLay(Struct, frozen=True):
    """How the cards lie. Frozen, so that undo can put an earlier lay back."""

    hands: tuple[tuple[PaperCard, ...], ...] = ()
    pile: tuple[PaperCard, ...] = ()
    """The next card first."""
    curses: tuple[PaperCard | None, ...] = ()
    tunnel: bool = False
    """The pile's top card is to be laid on the track."""
    switch: int | None = None
    """The hand that turned up a switch card and is to draw another."""
    last: int = 0
    """The hand that played last."""


class WagonTable(VirtualTable):
    """Follows the updates: deals at the start, draws when the table says so, and puts cards back on undo.

    :param cards: by default those of the demo box.
    """

    def __init__(self, cards: Iterable[PaperCard] | None = None, seed: int | None = None) -> None:
        self.cards = {card.slot: card for card in (demo_paper() if cards is None else cards)}
        self.lay = VirtualLay()
        self.view: WagonView | None = None
        self._rng = Random(seed)
        self._seen: dict[Any, VirtualLay] = {}
        self._story = Messages()
        self._asked = False

    # ------------------------------------------------------------ what is shown

    def report(self) -> TableLine:
        view, story = self.view, self._story
        if view is None:
            return TableLine(clock=True)
        if story.order is not None:
            news: Line | None = Line(story.order.icon, story.order.tone, story.order.text)
        elif self._asked or story.band is None:
            news = None if self._asked else story.line
        else:
            news = story.line or Line("warning", "brim", story.band.title)
        return TableLine(clock=True, count=("wagon", str(view.behind)), news=news)

    def piles(self) -> tuple[Pile, ...]:
        """Return the hands, or one card of each heap."""
        heaps = tuple(self._piece(self.heap_top(kind, self.view), kind_word(kind)) for kind in HEAPS)
        return (Pile(self._hands(), Text(N_("Hands")), "hand"), Pile(heaps, Text(N_("Heaps"))))

    def _hands(self) -> tuple[Piece, ...]:
        lay, view = self.lay, self.view
        pieces = []
        if lay.pile and lay.tunnel:
            pieces.append(self._piece(lay.pile[0], Text(N_("Pile")), tone="brim", lit=True))
        cards = [(i, card) for i, hand in enumerate(lay.hands) for card in hand]
        for i, card in sorted(cards, key=lambda at: at[1].kind not in SWITCHES):
            colour = view.hands[i].colour if view is not None and i < len(view.hands) else ""
            label = Text("{card}", {"card": short_slot(card.slot)})
            pieces.append(self._piece(card, label, colour, "bone", self._fits(card)))
        pieces += [self._piece(curse, Text("{iw.curse}"), tone="hex") for curse in lay.curses if curse is not None]
        return tuple(pieces)

    def _piece(self, card: PaperCard | None, label: Text, colour: str = "", tone: str = "", lit: bool = False) -> Piece:
        if card is None:
            return Piece("", label, "pile", colour, tone)
        return Piece(card.uid, label, card.icon or KINDS[card.kind][0], colour, tone, self._marks(card), lit)

    def _marks(self, card: PaperCard) -> tuple[PieceMark, ...]:
        if self.view is None or card.kind not in MATCHED:
            return ()
        return tuple(symbol_mark(end, self.view.symbols) for end in card.ends)

    def _fits(self, card: PaperCard) -> bool:
        """Return whether a person would see that it fits: a symbol on it is on the gate. Switch cards are to be
        shown."""
        if self.view is None:
            return False
        if card.kind in (*SWITCHES, CardKind.EXIT):
            return True
        wanted = set(self.view.exit.symbols)
        return "*" in wanted or card.kind is CardKind.EASY or bool(wanted & set(card.ends)) or "*" in card.ends

    def of_kind(self, kind: CardKind) -> list[PaperCard]:
        """Return every card of a heap."""
        return [card for card in self.cards.values() if card.kind is kind]

    def heap_top(self, kind: CardKind, view: WagonView | None) -> PaperCard | None:
        """Return a card of that kind that is not on the track: those still in play first."""
        lying = {card.slot for card in view.track} if view else set()
        free = [card for card in self.of_kind(kind) if card.slot not in lying]
        mine = {card.slot for hand in self.lay.hands for card in hand}
        return next((c for c in free if c.slot in mine), free[0] if free else None)

    # ------------------------------------------------------------ following the game

    def on_update(self, update: Update) -> None:
        view = update.view
        self._story, self._asked = Messages(), HINTS.asks(update.prompt)
        self.view = view if isinstance(view, WagonView) else None
        if not isinstance(view, WagonView):
            return
        self._story = tell(update.events, view, update.undo)
        if any(isinstance(event, ev.Started) for event in update.events):
            self.deal(view)
        elif any(isinstance(event, Undone | Redone) for event in update.events):
            self.lay = self._seen.get(_print(view), self.lay)
            return
        elif view.phase not in (Phase.SETUP, Phase.READY, Phase.IDLE) and not self.lay.hands:
            self.deal(view)
        for event in update.events:
            self._follow(event, view)
        if view.phase is Phase.OPEN:
            self._reconcile(view)
        self._seen[_print(view)] = self.lay

    def _reconcile(self, view: WagonView) -> None:
        """Draw until the hands are as full as counted, as a player forgot to draw (a switch card turned up late)."""
        while self.lay.pile and sum(len(hand) for hand in self.lay.hands) < view.hands_total:
            self._draw(self.lay.last)

    def deal(self, view: WagonView) -> None:
        """Hands of base cards; then the modules into the pile; the Exit below. A game taken up: by its counts."""
        used = {card.slot for card in view.track}
        base = [c for c in self.cards.values() if c.kind in PLAYED and c.slot not in used]
        self._rng.shuffle(base)
        hands = []
        for hand in view.hands:
            hands.append(tuple(base[: hand.cards]))
            del base[: hand.cards]
        modules = [
            c for kind, module in MODULE_OF.items() if module in view.setup.modules for c in self._some(kind, view)
        ]
        rest = base + modules
        self._rng.shuffle(rest)
        pile = rest[: max(0, view.pile - 1)] + self.of_kind(CardKind.EXIT)[:1] if view.pile else []
        curses: tuple[PaperCard | None, ...] = ()
        if Module.CURSE in view.setup.modules:
            dealt = self.of_kind(CardKind.CURSE)
            self._rng.shuffle(dealt)
            curses = tuple(card if h.curse else None for card, h in zip(dealt, view.hands, strict=False))
        self.lay = VirtualLay(tuple(hands), tuple(pile), curses)
        self._seen.clear()

    def _some(self, kind: CardKind, view: WagonView) -> Sequence[PaperCard]:
        cards = self.of_kind(kind)
        return cards[: view.setup.easy] if kind is CardKind.EASY else cards

    def _follow(self, event: Any, view: WagonView) -> None:
        lay = self.lay
        match event:
            case ev.CardPlaced(card=card):
                self._take(str(card))
            case ev.TunnelCard(card=card):
                self._lay_in_tunnel(str(card))
            case ev.TunnelExpected():
                self.lay = replace(lay, tunnel=True)
            case ev.DrawExpected(player=player):
                self._draw(self._hand_of(player, view))
            case ev.SilenceOn() | ev.SilenceOff():
                self._turn_up(CardKind.SILENCE)
            case ev.UturnOn() | ev.UturnOff():
                self._turn_up(CardKind.UTURN)
            case ev.ReplacementExpected():
                if self.lay.switch is not None:
                    self._draw(self.lay.switch)
            case ev.CurseCleared():
                self._lift(view)

    def _hand_of(self, player: str | None, view: WagonView) -> int:
        return next((i for i, h in enumerate(view.hands) if h.name == player), self.lay.last)

    def _take(self, slot: str) -> None:
        """A card leaves its hand. If it was in none (a heap was used) the fullest hand gives one for it."""
        hands = list(self.lay.hands)
        owner = next((i for i, hand in enumerate(hands) if any(c.slot == slot for c in hand)), None)
        if owner is None:
            pile = self._without(self.lay.pile, slot)
            owner = max(range(len(hands)), key=lambda i: len(hands[i]), default=None)
            if owner is None or not hands[owner]:
                self.lay = replace(self.lay, pile=pile)
                return
            given, hands[owner] = hands[owner][0], hands[owner][1:]
            back = (given, *pile) if len(pile) < len(self.lay.pile) else pile
            self.lay = replace(self.lay, hands=tuple(hands), pile=back, last=owner)
            return
        hands[owner] = self._without(hands[owner], slot)
        self.lay = replace(self.lay, hands=tuple(hands), last=owner)

    def _lay_in_tunnel(self, slot: str) -> None:
        """The pile's top card goes on the track. If one came from a hand instead, that hand gets the top card."""
        hands = list(self.lay.hands)
        pile = self._without(self.lay.pile, slot)
        for i, hand in enumerate(hands):
            if any(card.slot == slot for card in hand):
                hands[i] = (*self._without(hand, slot), *pile[:1])
                pile = pile[1:]
        self.lay = replace(self.lay, hands=tuple(hands), pile=pile, tunnel=False)

    def _draw(self, hand: int) -> None:
        if not self.lay.pile or not self.lay.hands:
            return
        hands = list(self.lay.hands)
        hand = min(hand, len(hands) - 1)
        hands[hand] = (*hands[hand], self.lay.pile[0])
        self.lay = replace(self.lay, hands=tuple(hands), pile=self.lay.pile[1:], switch=None)

    def _turn_up(self, kind: CardKind) -> None:
        """A switch card is laid open: out of the hand that drew it, or off the pile in a tunnel."""
        if self.lay.tunnel and self.lay.pile and self.lay.pile[0].kind is kind:
            self.lay = replace(self.lay, pile=self.lay.pile[1:])
            return
        for i, hand in enumerate(self.lay.hands):
            found = next((c for c in hand if c.kind is kind), None)
            if found is not None:
                hands = list(self.lay.hands)
                hands[i] = self._without(hand, found.slot)
                self.lay = replace(self.lay, hands=tuple(hands), switch=i)
                return
        self.lay = replace(self.lay, switch=self.lay.last)

    def _lift(self, view: WagonView) -> None:
        still = {h.name for h in view.hands if h.curse}
        kept = tuple(c if h.name in still else None for c, h in zip(self.lay.curses, view.hands, strict=False))
        self.lay = replace(self.lay, curses=kept)

    @staticmethod
    def _without(cards: Sequence[PaperCard], slot: str) -> tuple[PaperCard, ...]:
        return tuple(card for card in cards if card.slot != slot)


def _print(view: WagonView) -> Any:
    """Return what tells two positions apart."""
    return (
        tuple(card.slot for card in view.track), view.pile, view.discarded, view.silence, view.uturn, view.curses_left,
        tuple(h.cards for h in view.hands), view.hands_total, view.tunnel,
    )  # fmt: skip


def paper(box: CardBox) -> list[PaperCard]:
    """Return every card that bears a tag."""
    uids: dict[str, str] = {}
    for uid, tag in box.tags.items():
        uids.setdefault(tag.slot, uid)
    return [
        PaperCard(
            card.slot, card.kind, uids[card.slot], SPECIALS.get(card.special, "") if card.special else "", card.ends
        )
        for card in box.cards.values()
        if card.slot in uids
    ]


def demo_paper() -> list[PaperCard]:
    """Return the invented box that comes with the companion."""
    return paper(find_box("demo"))


def short_slot(slot: str) -> str:
    """Return `rail-07` as on a small card: `R-07`."""
    kind, _dash, number = slot.partition("-")
    return f"{kind[:1].upper()}-{number}" if number else slot
