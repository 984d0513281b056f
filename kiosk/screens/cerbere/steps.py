"""What any sheet for a played card knows: its costs and effects line by line, the question, the order to the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.engine.choice import Choice
from companion.games.cerbere.data.card_words import sign
from companion.games.cerbere.data.cards import Card, CardOption, Catalogue, Op
from companion.games.cerbere.names import From, OpName, Ordering, Question, Who
from companion.games.cerbere.rules.targets import slot_of
from companion.games.cerbere.view import CerbereView, PlayView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.cerbere.sheet import Sheet
from kiosk.screens.cerbere.words import ask, card_name, say
from kiosk.widgets.step_line import State, StepLine

Words = Callable[[Op, str | None, bool], str]
PAID_AT_ONCE = (OpName.RAGE_FORWARD, OpName.SPEED_UP, OpName.SPEED_DOWN)
"""Costs that the companion keeps by itself."""


def void(op: Op, play: PlayView) -> bool:
    """Nobody is left whom it could be about."""
    slot = slot_of(op)
    return slot is not None and slot not in play.targets and play.meant.get(slot) == ""


def named(op: Op, play: PlayView) -> str | None:
    """Whom an op of the played card is about, as far as known. Whoever gives cards to a common price is not."""
    slot = slot_of(op)
    if slot is not None:
        return play.targets.get(slot) or play.meant.get(slot) or None
    if op.op is OpName.DISCARD and op.source is From.POOL:
        return None
    return play.player if op.who is Who.SELF and op.op not in (*PAID_AT_ONCE, OpName.RAGE_BACK) else None


def lines_of(option: CardOption, play: PlayView, words: Words = say) -> list[str]:
    """All costs and effects, in order."""
    made: list[str] = []
    unnamed: set[str] = set()
    for op in (*option.cost, *option.effect):
        slot = slot_of(op)
        made.append(words(op, named(op, play), bool(unnamed) and slot is not None and slot not in unnamed))
        if slot is not None and not named(op, play):
            unnamed.add(slot)
    return made


class Steps(Sheet):
    """What a sheet for a played card knows: the card, its lines, the question, the order.

    A touch on a line does that effect first (CB-047); if it needs a pawn it is asked for that one first.
    """

    on_board = False

    def __init__(self, context: KioskContext, catalogue: Catalogue) -> None:
        super().__init__(context)
        self.catalogue = catalogue
        self.words: Words = say
        """How its lines speak."""
        self.view: CerbereView | None = None
        self.choice: Choice | None = None
        self.lines: list[StepLine] = []
        self.first: int | None = None
        """The effect that a finger put first; its pawn is still to be named."""
        self._shown: object = None

    def take(self, view: CerbereView, choice: Choice | None) -> None:
        """How things stand now. What a finger had put first is forgotten once anything was done."""
        before = self.view.play if self.view is not None else None
        if view.play != before:
            self.first = None
        self.view, self.choice = view, choice

    def option(self, play: PlayView) -> tuple[Card | None, CardOption | None]:
        """The card that is played, and its option."""
        card = self.catalogue.cards.get(play.card)
        return card, card.option(play.option or "") if card is not None else None

    # ------------------------------------------------------------ answers

    def answer(self, value: str) -> None:
        """A pawn or a player was touched."""
        play = self.view.play if self.view is not None else None
        asked = self.choice is not None and self.choice.question == Question.TARGET
        if self.first is None or play is None or not asked:
            self.context.move("answer", value=value)
        elif self.on_board:
            self.context.move("resolve", effect=self.first, pawn=value)
        else:
            self.context.move("done", effect=self.first, targets=value)

    def _touch(self, i: int) -> None:
        """A line was touched: do it, or ask for its pawn before the others."""
        play = self.view.play if self.view is not None else None
        option = self.option(play)[1] if play is not None else None
        if self.view is None or play is None or option is None:
            return
        op = option.effect[i]
        slot = slot_of(op)
        if slot is None or slot in play.targets or slot in play.meant:
            self.context.move("resolve" if self.on_board else "done", effect=i)
        else:
            self.first = i
            self._shown = None
            self.update(self.view, self.choice)

    # ------------------------------------------------------------ lines

    def show_lines(self) -> None:
        """Lines of costs and effects; those that may be done now are keys."""
        play = self.view.play if self.view is not None else None
        option = self.option(play)[1] if play is not None else None
        shown = (play, self.choice, self.first)
        if shown == self._shown:
            return
        self._shown = shown
        for line in self.lines:
            self.remove_widget(line)
        self.lines = []
        if play is None or option is None:
            return
        words = lines_of(option, play, self.words)
        now = self.focus()
        for i, op in enumerate(option.cost):
            done = i not in play.owed
            state: State = "done" if done else "now" if now == ("cost", i) else "open"
            self.lines.append(StepLine(sign(op)[0], words[i], state))
        for i, op in enumerate(option.effect):
            state = "done" if i not in play.left else "now" if now == ("effect", i) else "open"
            if state != "done" and void(op, play):
                state = "void"
            action = partial(self._touch, i) if self._doable(play, option, i) else None
            self.lines.append(StepLine(sign(op)[0], words[len(option.cost) + i], state, action))
        for line in self.lines:
            self.add_widget(line)
        self.rearrange()

    def _doable(self, play: PlayView, option: CardOption, i: int) -> bool:
        """CB-047: in any order, unless the card says which."""
        if play.owed or i not in play.left or len(play.left) < 2:
            return False
        if option.order is Ordering.LISTED:
            return i == play.left[0]
        return self.choice is None or self.choice.question == Question.TARGET

    # ------------------------------------------------------------ words

    def focus(self) -> tuple[str, int] | None:
        """The cost or effect that the table is at."""
        play, choice = (self.view.play if self.view is not None else None), self.choice
        if play is None:
            return None
        if self.first is not None and self.first in play.left:
            return "effect", self.first
        for kind in ("cost", "effect"):
            if choice is not None and kind in choice.facts:
                return kind, int(choice.facts[kind])
        if play.owed:
            return "cost", play.owed[0]
        option = self.option(play)[1]
        worth = [i for i in play.left if option is None or not void(option.effect[i], play)]
        return ("effect", (worth or play.left)[0]) if play.left else None

    def headline(self) -> str:
        """The question, or the order to the table."""
        play = self.view.play if self.view is not None else None
        option = self.option(play)[1] if play is not None else None
        at = self.focus()
        if play is None or option is None or at is None:
            return ""
        op = (option.cost if at[0] == "cost" else option.effect)[at[1]]
        choice = self.choice
        if choice is None:
            return _("Nobody is left for it") if void(op, play) else say(op, named(op, play))
        if choice.question == Question.PAY and "n" in choice.facts:
            op = replace(op, n=int(choice.facts["n"]))
        return ask(op)

    def title(self, play: PlayView) -> str:
        """Who plays what."""
        card = self.option(play)[0]
        return _("{name}: {card}").format(name=play.player, card=card_name(card) if card else play.card)
