"""A played card line by line, on any sheet: what it costs and does, and which of it can be chosen now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.data.card_words import op_sign
from companion.games.cerbere.data.cards import Card, CardCatalogue, CardOption, Op, slot_of
from companion.games.cerbere.names import From, OpName, Who
from companion.games.cerbere.prompts.tree import OF_TABLE
from companion.games.cerbere.view import CerbereView, PlayView
from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from companion.presentation.i18n import _, spoken
from kiosk.display import theme
from kiosk.screens.cerbere.words import say
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Container
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import TextFit, capital_height, fit, overflow, put_line
from kiosk.widgets.panel import put_panel

StepWords = Callable[[Op, str | None, bool], str]


def void(op: Op, play: PlayView) -> bool:
    """Whether no player is left whom it could be about."""
    slot = slot_of(op)
    return slot is not None and slot not in play.targets and play.meant.get(slot) == ""


def target_name(op: Op, play: PlayView) -> str | None:
    """Return whom an op of the played card is about, if known. A player who gives cards to a common price is not."""
    slot = slot_of(op)
    if slot is not None:
        return play.targets.get(slot) or play.meant.get(slot) or None
    if op.op is OpName.DISCARD and op.source is From.POOL:
        return None
    return play.player if op.who is Who.SELF and op.op not in OF_TABLE else None


def lines_of(option: CardOption, play: PlayView, words: StepWords = say) -> list[str]:
    """Return all costs and effects, in order."""
    made: list[str] = []
    unnamed: set[str] = set()
    for op in (*option.cost, *option.effect):
        slot = slot_of(op)
        made.append(words(op, target_name(op, play), bool(unnamed) and slot is not None and slot not in unnamed))
        if slot is not None and not target_name(op, play):
            unnamed.add(slot)
    return made


KINDS = ("cost", "effect")
"""What the keys of lines begin with."""


class CardSteps:
    """What a sheet knows of a card that is played: its lines and its keys.

    A line that the prompt offers is a key: that cost or effect comes first then (CB-047).

    :param sheet: has the lines as children, and is laid out again when they are others.
    """

    def __init__(self, sheet: Container, context: KioskContext, catalogue: CardCatalogue) -> None:
        self.sheet, self.context, self.catalogue = sheet, context, catalogue
        self.words: StepWords = say
        """How its lines speak."""
        self.view: CerbereView | None = None
        self.prompt: Prompt | None = None
        self.lines: list[StepLine] = []
        self.done = Key("", "check", kind="prime", action=partial(context.ask.choose, "ok"))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.ask.back)
        self._shown: object = None

    def take(self, view: CerbereView, prompt: Prompt) -> None:
        self.view, self.prompt = view, prompt

    def answers(self) -> tuple[Option, ...]:
        """Return the options of the prompt that are neither lines nor keys: players, and all of them."""
        options = self.prompt.options if self.prompt is not None else ()
        return tuple(o for o in options if o.key not in ("ok", "report") and not o.key.startswith(KINDS))

    def keys(self) -> tuple[Key, ...]:
        """Return the keys while a card is played or the board asks something."""
        main = self.prompt.option("ok") if self.prompt is not None else None
        if main is not None:
            self.done.show(label=spoken(main.label), icon=main.icon)
        update = self.context.table.update
        back = update is not None and bool(update.path)
        return (*((self.back,) if back else ()), *((self.done,) if main is not None else ()))

    def option(self, play: PlayView) -> tuple[Card | None, CardOption | None]:
        """Return the card that is played, and its option."""
        card = self.catalogue.cards.get(play.card)
        return card, card.option(play.option or "") if card is not None else None

    # ------------------------------------------------------------ lines

    def show_lines(self) -> None:
        """Show lines of costs and effects; those that may be done now are keys."""
        play = self.view.play if self.view is not None else None
        option = self.option(play)[1] if play is not None else None
        now = self.focus()
        shown = (play, self.prompt, now)
        if shown == self._shown:
            return
        self._shown = shown
        old, self.lines = self.lines, []
        self._make(play, option, now)
        self.sheet.exchange(old, self.lines)

    def _make(self, play: PlayView | None, option: CardOption | None, now: tuple[str, int] | None) -> None:
        if play is None or option is None:
            return
        words = iter(lines_of(option, play, self.words))
        for kind, ops, waiting in (("cost", option.cost, play.owed), ("effect", option.effect, play.left)):
            for i, op in enumerate(ops):
                state: StepState = "done" if i not in waiting else "now" if now == (kind, i) else "open"
                if state != "done" and kind == "effect" and void(op, play):
                    state = "void"
                key = f"{kind}{i}"
                offered = self.prompt is not None and self.prompt.option(key) is not None
                action = partial(self.context.ask.choose, key) if offered else None
                self.lines.append(StepLine(op_sign(op)[0], next(words), state, action))

    def focus(self) -> tuple[str, int] | None:
        """Return the cost or effect that the table is at."""
        play = self.view.play if self.view is not None else None
        if play is None:
            return None
        path = self.context.table.update.path if self.context.table.update is not None else ()
        options = self.prompt.options if self.prompt is not None else ()
        asked = next((o.key for o in options if o.tone == "ember" and o.key.startswith(KINDS)), "")
        for kind in KINDS:
            for key in (*path[-1:], asked):
                if key.startswith(kind):
                    return kind, int(key.removeprefix(kind))
        if play.owed:
            return "cost", play.owed[0] if play.focus is None else play.focus
        if play.focus is not None:
            return "effect", play.focus
        option = self.option(play)[1]
        worth = [i for i in play.left if option is None or not void(option.effect[i], play)]
        return ("effect", (worth or play.left)[0]) if play.left else None


StepState = Literal["done", "now", "open", "void"]


class StepLine(Touchable):
    """done: ticked and ash; now: what the table is at; open: still to come; void: crossed and ash, it leads to nothing.

    It is a key only with an action.
    """

    def __init__(
        self, icon: str, label: str, state: StepState = "open", action: Action | None = None, **kwargs: object
    ):
        self.icon, self.label, self.state = icon, label, state
        super().__init__(action=action, **kwargs)
        self.enabled = action is not None

    def label_fit(self) -> TextFit:
        u = self.m.u
        room = self.width - 7.6 * u
        sizes = tuple(s * u for s in (3.25, 2.9, 2.7, 2.5, 2.2))
        one = fit(self.label, self._face, sizes[:3], room)
        if one.fits or self.height < 6 * u:
            return one if one.fits else fit(self.label, self._face, sizes, room)
        low = tuple(size for size in sizes if 2.32 * size <= self.height - 0.9 * u) or sizes[-1:]
        return fit(self.label, self._face, low, room, 2)

    @property
    def _face(self) -> FontFace:
        return "text_bold" if self.state == "now" else "text"

    @property
    def fits(self) -> bool:
        return self.label_fit().fits

    def _tones(self) -> tuple[Colour, Colour]:
        """Return the colours of sign and words."""
        if self.state == "done":
            return C.ok, self.skin.second
        if self.state == "now":
            return C.ember, self.skin.first
        if self.state == "void":
            return self.skin.second, self.skin.second
        return self.skin.second, self.skin.first

    def draw(self) -> None:
        u = self.m.u
        if self.width < 8:
            return
        radius = theme.CORNER_KEY * u
        if self.action is not None:
            fill = self.skin.key_down if self._pressed else self.skin.key
            put_panel(self.x, self.y, self.width, self.height, fill, radius)
            edge = C.ember if self.state == "now" else self.skin.key_line
            put_panel(self.x, self.y, self.width, self.height, edge, radius, theme.LINE)
        self.put_ring(radius)
        laid = self.label_fit()
        if not laid.fits:
            overflow(self.label, self.width)
        sign, words = self._tones()
        side = max(theme.ICON_LEAST_PX, min(3.6 * u, self.height - 0.8 * u))
        icon = {"done": "check", "void": "cross"}.get(self.state, self.icon)
        put_icon(icon, self.x + 1.4 * u, self.center_y - side / 2, side, sign)
        tall = capital_height("text", laid.size)
        step = 1.16 * laid.size
        base = self.center_y - (tall + step * (len(laid.lines) - 1)) / 2
        for i, line in enumerate(reversed(laid.lines)):
            put_line(line, self._face, laid.size, self.x + 6.4 * u, base + i * step, words)
