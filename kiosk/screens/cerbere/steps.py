"""What any sheet for a played card knows: its costs and effects line by line, and which of them can be chosen now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.data.card_words import sign
from companion.games.cerbere.data.cards import Card, CardOption, Catalogue, Op
from companion.games.cerbere.names import From, OpName, Who
from companion.games.cerbere.prompts.tree import OF_TABLE
from companion.games.cerbere.rules.targets import slot_of
from companion.games.cerbere.view import CerbereView, PlayView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.screens.cerbere.sheet import Sheet
from kiosk.screens.cerbere.words import say
from kiosk.widgets.key import Key
from kiosk.widgets.step_line import State, StepLine

Words = Callable[[Op, str | None, bool], str]


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
    return play.player if op.who is Who.SELF and op.op not in OF_TABLE else None


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
    """What a sheet for a played card knows: the card, its lines, its keys.

    A line that the prompt offers is a key: that cost or effect comes first then (CB-047).
    """

    def __init__(self, context: KioskContext, catalogue: Catalogue) -> None:
        super().__init__(context)
        self.catalogue = catalogue
        self.words: Words = say
        """How its lines speak."""
        self.view: CerbereView | None = None
        self.prompt: Prompt | None = None
        self.lines: list[StepLine] = []
        self.done = Key("", "check", kind="prime", action=partial(context.choose, "ok"))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.back)
        self._shown: object = None

    def take(self, view: CerbereView, prompt: Prompt) -> None:
        """How things stand now."""
        self.view, self.prompt = view, prompt

    def answers(self) -> tuple[Option, ...]:
        """The options of the prompt that are neither lines nor keys: players, and all of them."""
        options = self.prompt.options if self.prompt is not None else ()
        return tuple(o for o in options if o.key not in ("ok", "report") and not o.key.startswith(("cost", "effect")))

    def card_keys(self) -> tuple[Key, ...]:
        """The keys while a card is played or the board asks something."""
        main = self.prompt.option("ok") if self.prompt is not None else None
        if main is not None:
            self.done.show(label=spoken(main.label), icon=main.icon)
        update = self.context.update
        back = update is not None and bool(update.path)
        return (*((self.back,) if back else ()), *((self.done,) if main is not None else ()))

    def option(self, play: PlayView) -> tuple[Card | None, CardOption | None]:
        """The card that is played, and its option."""
        card = self.catalogue.cards.get(play.card)
        return card, card.option(play.option or "") if card is not None else None

    # ------------------------------------------------------------ lines

    def show_lines(self) -> None:
        """Lines of costs and effects; those that may be done now are keys."""
        play = self.view.play if self.view is not None else None
        option = self.option(play)[1] if play is not None else None
        now = self.focus()
        shown = (play, self.prompt, now)
        if shown == self._shown:
            return
        self._shown = shown
        for line in self.lines:
            self.remove_widget(line)
        self.lines = []
        if play is None or option is None:
            return
        words = iter(lines_of(option, play, self.words))
        for kind, ops, waiting in (("cost", option.cost, play.owed), ("effect", option.effect, play.left)):
            for i, op in enumerate(ops):
                state: State = "done" if i not in waiting else "now" if now == (kind, i) else "open"
                if state != "done" and kind == "effect" and void(op, play):
                    state = "void"
                key = f"{kind}{i}"
                offered = self.prompt is not None and self.prompt.option(key) is not None
                action = partial(self.context.choose, key) if offered else None
                self.lines.append(StepLine(sign(op)[0], next(words), state, action))
        for line in self.lines:
            self.add_widget(line)
        self.rearrange()

    def focus(self) -> tuple[str, int] | None:
        """The cost or effect that the table is at."""
        play = self.view.play if self.view is not None else None
        if play is None:
            return None
        path = self.context.update.path if self.context.update is not None else ()
        for kind in ("cost", "effect"):
            if path and path[-1].startswith(kind):
                return kind, int(path[-1].removeprefix(kind))
        if play.owed:
            return "cost", play.owed[0] if play.focus is None else play.focus
        if play.focus is not None:
            return "effect", play.focus
        option = self.option(play)[1]
        worth = [i for i in play.left if option is None or not void(option.effect[i], play)]
        return ("effect", (worth or play.left)[0]) if play.left else None
