"""A card is being played at Tracker level: what the table does now, who is meant, what is done and what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.choice import Choice
from companion.games.cerbere.cards import Card, CardOption, Catalogue, Op
from companion.games.cerbere.names import OpName, Ordering, Question, Who
from companion.games.cerbere.view import CerbereView, PlayView
from kiosk.house import House
from kiosk.i18n import _
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.sheet import Sheet, foot, seat_of
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import ask, card_name, say, sign
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.screens.cerbere.order_words import OrderWords
from kiosk.widgets.step_line import State, StepLine

PAID_AT_ONCE = (OpName.RAGE_FORWARD, OpName.SPEED_UP, OpName.SPEED_DOWN)
"""Costs that the companion keeps by itself."""


def slot_of(op: Op) -> str | None:
    """The letter of the pawn that an effect is about; for one of two lists that of its first pawn."""
    return op.slot or next((inner.slot for ops in op.of for inner in ops if inner.slot), None)


def named(op: Op, play: PlayView) -> str | None:
    """Whom an op of the played card is about, as far as known."""
    slot = slot_of(op)
    if slot is not None:
        return play.targets.get(slot)
    return play.player if op.who is Who.SELF and op.op not in (*PAID_AT_ONCE, OpName.RAGE_BACK) else None


def spoken(op: Op, play: PlayView, again: bool = False) -> str:
    """An op of the played card in words, with the names that are known."""
    return say(op, named(op, play), again)


def lines_of(option: CardOption, play: PlayView) -> list[str]:
    """All costs and effects, in order."""
    made: list[str] = []
    unnamed: set[str] = set()
    for op in (*option.cost, *option.effect):
        slot = slot_of(op)
        made.append(spoken(op, play, bool(unnamed) and slot is not None and slot not in unnamed))
        if slot is not None and slot not in play.targets:
            unnamed.add(slot)
    return made


class Steps(Sheet):
    """What a sheet for a played card knows: the card, its lines, the question, the order."""

    def __init__(self, house: House, catalogue: Catalogue) -> None:
        super().__init__(house)
        self.catalogue = catalogue
        self.lines: list[StepLine] = []
        self._shown: object = None

    def option(self, play: PlayView) -> tuple[Card | None, CardOption | None]:
        """The card that is played, and its option."""
        card = self.catalogue.cards.get(play.card)
        return card, card.option(play.option or "") if card is not None else None

    def show_lines(self, view: CerbereView, choice: Choice | None) -> None:
        """Lines of costs and effects; those that may be done now, without naming anybody, are keys."""
        play = view.play
        option = self.option(play)[1] if play is not None else None
        shown = (play, choice)
        if shown == self._shown:
            return
        self._shown = shown
        for line in self.lines:
            self.remove_widget(line)
        self.lines = []
        if play is None or option is None:
            return
        words = lines_of(option, play)
        now = self.focus(view, choice)
        for i, op in enumerate(option.cost):
            done = i not in play.owed
            state: State = "done" if done else "now" if now == ("cost", i) else "open"
            self.lines.append(StepLine(sign(op)[0], words[i], state))
        for i, op in enumerate(option.effect):
            state = "done" if i not in play.left else "now" if now == ("effect", i) else "open"
            action = self._doing(i) if self._doable(play, option, i) and state != "done" else None
            self.lines.append(StepLine(sign(op)[0], words[len(option.cost) + i], state, action))
        for line in self.lines:
            self.add_widget(line)
        self.rearrange()

    def _doable(self, play: PlayView, option: CardOption, i: int) -> bool:
        """CB-047: in any order, unless the card says which; nobody is left to be named for it."""
        if play.owed or i not in play.left or len(play.left) < 2:
            return False
        if option.order is Ordering.LISTED and i != play.left[0]:
            return False
        slot = slot_of(option.effect[i])
        return slot is None or slot in play.targets

    def _doing(self, i: int) -> Callable[[], object]:
        return partial(self.house.move, "resolve" if self.on_board else "done", effect=i)

    on_board = False

    def focus(self, view: CerbereView, choice: Choice | None) -> tuple[str, int] | None:
        """The cost or effect that the table is at."""
        play = view.play
        if play is None:
            return None
        if choice is not None and "cost" in choice.facts:
            return "cost", int(choice.facts["cost"])
        if choice is not None and "effect" in choice.facts:
            return "effect", int(choice.facts["effect"])
        if play.owed:
            return "cost", play.owed[0]
        return ("effect", play.left[0]) if play.left else None

    def headline(self, view: CerbereView, choice: Choice | None) -> str:
        """The question, or the order to the table."""
        play = view.play
        option = self.option(play)[1] if play is not None else None
        at = self.focus(view, choice)
        if play is None or option is None or at is None:
            return ""
        ops = option.cost if at[0] == "cost" else option.effect
        op = ops[at[1]]
        if choice is None:
            return spoken(op, play)
        if choice.question == Question.PAY and "n" in choice.facts:
            from msgspec.structs import replace

            op = replace(op, n=int(choice.facts["n"]))
        return ask(op)

    def title(self, play: PlayView) -> str:
        """Who plays what."""
        card = self.option(play)[0]
        return _("{name}: {card}").format(name=play.player, card=card_name(card) if card else play.card)


class PlaySheet(Steps):
    """Tracker: a huge order, or a question with its players."""

    def __init__(self, house: House, catalogue: Catalogue) -> None:
        super().__init__(house, catalogue)
        self.mark = PlayerMark()
        self.who = Text("", "body", C.ash, size=3.6)
        self.question = Text("", "name", face="bold", size=7.5, lines=2)
        self.order = OrderWords("", size=14)
        self.grid = PlayerGrid(lambda value: house.move("answer", value=value), most=12.4)
        self.done = Key(_("It is done"), "check", kind="prime", action=lambda: house.move("ok"))
        for widget in (self.mark, self.who, self.question, self.order, self.grid):
            self.add_widget(widget)
        self.asking = False

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        play = view.play
        if play is None:
            return
        seat = seat_of(view, play.player)
        if seat is not None:
            self.mark.show(seat)
        self.who.show(self.title(play))
        self.asking = choice is not None
        head = self.headline(view, choice)
        self.question.visible = self.grid.visible = self.asking
        self.order.visible = not self.asking
        self.question.show(head if self.asking else "")
        self.order.show("" if self.asking else head)
        self.grid.offer(view, choice if self.asking else None)
        self.show_lines(view, choice)
        keys: Sequence[Key] = (self.done,) if choice is None or choice.default is not None else ()
        self.done.show(label=self._done_words(choice))
        self.set_keys(*keys)
        self.rearrange()

    @staticmethod
    def _done_words(choice: Choice | None) -> str:
        if choice is not None and choice.default is not None:
            return _("{name} pays").format(name=choice.default)
        return _("It is done")

    def lay(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        self.put(self.mark, left=4, width=5.2, top=2.6, height=5.2)
        self.put(self.who, left=10.6, right=4, baseline=6.5)
        end = m.rows - foot(m) - 0.8
        if self.asking:
            self.put(self.question, left=4, right=4, baseline=16.4)
            top = 20.2
            half = 0.42 * (cols - 8)
            self.put(self.grid, left=4 + half + 3, right=4, top=top, height=end - top)
            self._put_lines(4, half, top, end)
            return
        top = self._put_order(9.6)
        self._put_lines(4, min(cols - 8, 64.0), top + 2, end)

    def _put_order(self, top: float) -> float:
        """The order below `top`; returns where it ends (u)."""
        self.put(self.order, left=4, right=4, top=top, height=20)
        laid = self.order.fit()
        size = laid.size / self.m.u
        high = 0.72 * size + 1.02 * size * (len(laid.lines) - 1)
        self.put(self.order, left=4, right=4, top=top, height=high)
        return top + high

    def _put_lines(self, left: float, wide: float, top: float, end: float) -> None:
        if not self.lines:
            return
        gap = 0.9
        high = min(7.0, (end - top - gap * (len(self.lines) - 1)) / len(self.lines))
        for i, line in enumerate(self.lines):
            self.put(line, left=left, width=wide, top=top + i * (high + gap), height=high)

    def _upright(self, m: Metrics) -> None:
        self.put(self.mark, left=4, width=7, top=7, height=7)
        self.put(self.who, left=12.6, right=4, baseline=11.8)
        end = m.rows - foot(m) - 1.5
        lines = len(self.lines) * 7.4
        if self.asking:
            self.put(self.question, left=4, right=4, top=17, height=17)
            self.put(self.grid, left=4, right=4, top=36, height=end - lines - 3 - 36)
            self._put_lines(4, m.columns - 8, end - lines, end)
            return
        top = self._put_order(19)
        self._put_lines(4, m.columns - 8, top + 5, min(end, top + 5 + len(self.lines) * 8.4))
