"""The page on which a game is played: whose turn it is, one large figure, what counts, the picture, and the keys.

A game gives the state of a turn (`TurnStatus`), draws its picture and its players,
and that is all: which options have a
key here is said by the prompt (`Option.prominent`, lit by its tone), the others are in the menu. `PlayPage` has a
picture as wide as a rail, `BoardPage` one that fills the screen, with everything else in a column beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.engine.prompt import Option, Prompt
from companion.engine.text import NOTHING
from companion.presentation.colours import C, Colour, colour
from companion.presentation.i18n import _, spoken
from companion.presentation.show import Fact, TurnShown
from kiosk.display.theme import CAPITAL, GAP, KEY_LEAST, Metrics
from kiosk.screens.prompt_sheet import Explain, explains
from kiosk.screens.screen import Region
from kiosk.screens.sheet import KEYS_BOTTOM, Sheet, band_high, key_wide, least_wide, put_ends, put_undo, rooms
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.counters import Counter, CounterRow
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.help_tab import WIDE as HELP_WIDE
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key, KeyKind
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Layers, Leaf, Node, Row, length, middle
from kiosk.widgets.seat import BareMark

MANY = 4
"""Keys from which on they share one row with their words below their icons; upright they take two rows."""
LINES = 4
"""Rows of keys that have room in the column of a board."""
FEW = 15
"""Letters of words about the large figure from which on they take two lines."""
ROW_GAP = 1.0
"""u between the keys of a full row."""
COUNTS = 36.0
"""u of the column of the players, wide."""
KINDS: dict[str, KeyKind] = {"ember": "prime", "ok": "ok", "danger": "danger"}
"""How a key looks whose option has this tone."""


class TurnStatus(NamedTuple):
    """The state of a turn.

    `figure` is what the turn is about, `words` (two lines at most) what it counts, `sign` the icon before it, or
    instead of it where it is empty. `warning` (icon and words) weighs on the turn whatever just happened, `idle` is
    said while nothing has happened. `note` says that something of the table is no more than a trial.
    """

    seat: Any
    name: str
    figure: str = ""
    sign: str = ""
    words: str = ""
    tone: Colour = C.bone
    sign_tone: Colour = C.ash
    words_tone: Colour = C.bone
    counters: tuple[Counter, ...] = ()
    warning: tuple[str, str] = ("", "")
    idle: str = ""
    note: str = ""


def status_of(turn: TurnShown | None, seats: Sequence[Any], name: str = "") -> TurnStatus:
    """Return the state of a turn as this page shows it.

    :param name: whose it is where there is none.
    """
    now = turn or TurnShown(name)
    seat, about = next((seat for seat in seats if seat.name == now.player), None), now.about or Fact("", NOTHING)
    tone = colour(about.tone) if about.tone else None
    return TurnStatus(
        seat,
        now.player,
        about.figure,
        about.icon,
        in_two(spoken(about.text)),
        tone or C.bone,
        tone or C.ash,
        C.bone if about.figure or tone is None else tone,
        tuple(_counter(fact) for fact in now.counts if fact.icon != "die"),
        next(((one.icon, spoken(one.text)) for one in now.warnings), ("", "")),
        spoken(now.idle),
        spoken(now.trial),
    )


def _counter(fact: Fact) -> Counter:
    return Counter(fact.icon, colour(fact.tone) if fact.tone else C.rim, fact.figure, spoken(fact.text))


def in_two(words: str) -> str:
    r"""Return words in two lines, parted nearest to their middle; few of them in one.

    >>> in_two("steps to the Hunt")
    'steps to\nthe Hunt'
    """
    gaps = [place for place, sign in enumerate(words) if sign == " "]
    if not gaps or len(words) < FEW:
        return words
    at = min(gaps, key=lambda place: abs(place - len(words) / 2))
    return f"{words[:at]}\n{words[at + 1 :]}"


class TurnKeys:
    """The menu, and a key for each prominent option without a place in the picture. What cannot be done now is dim,
    and says why when it is touched.

    :param menu: opens what has no key here.
    """

    def __init__(self, context: KioskContext, explain: Explain, menu: Callable[[], object]) -> None:
        self.context, self.explain = context, explain
        self.menu = Key(_("Menu"), "list", action=menu)
        self.by_option: dict[str, Key] = {}
        """The keys by the options that they choose."""

    def keys(self, prompt: Prompt | None, hold: Callable[[Sequence[Key]], bool]) -> tuple[Key, ...]:
        """Return the keys now, what ends the turn last; where nothing of a turn is asked, the ones before, dim.

        :param hold: whether the page has room for these. If not, the last that ends nothing is left to the menu.
        """
        found = prompt.options if prompt is not None else ()
        options = {option.key: option for option in found if option.prominent and option.listed and not option.place}
        turn = any(option.prominent for option in found)
        if turn:
            known = self.by_option
            self.by_option = {
                name: known.get(name) or Key(action=partial(self.context.ask.act, name), icon_size=3)
                for name in options
            }
        self._show(options)
        while turn and len(self.by_option) > 1 and not hold((self.menu, *self.by_option.values())):
            others = [name for name, key in self.by_option.items() if not key.ends]
            del self.by_option[others[-1]]
        return (self.menu, *sorted(self.by_option.values(), key=lambda key: key.ends))

    def _show(self, options: Mapping[str, Option]) -> None:
        update = self.context.table.update
        for name, key in self.by_option.items():
            option = options.get(name)
            if option is None:
                key.enabled = False
                key.when_dim = partial(self.explain, _("Not now"), _("First finish what the screen asks."))
                key.show(kind="plain")
            else:
                tone = option.tone if option.why is None else ""
                key.ends = option.ends
                key.show(label=spoken(option.label), icon=option.icon, kind=KINDS.get(tone, "plain"))
                explains(key, option, self.explain, update.game if update is not None else None)


class PlayPage(Sheet):
    """Status, a picture across the page, and keys."""

    sparks = True
    beside = False
    """Upright the picture is beside the status, not below it."""
    aside_below = False
    """What says more about whose turn it is is below the name, not beside it."""
    counts_wide = COUNTS
    """u of the players and their counts, wide."""
    top = 3.4
    head_high: tuple[float, float] = (7.4, 9.6)
    """u above the head, wide, and of the head."""
    figure_top = 18.0
    """u above the large figure, wide."""
    figure_right = COUNTS
    """u that its words leave free at the right, wide."""
    figure_high: tuple[float, float] = (14.4, 22.6)
    """u of a capital of the large figure, wide and upright."""
    beside_high: tuple[float, float, float] = (6.5, 9.6, 1.2)
    """u, upright where the picture is beside the status: of the line, of the figure's words, between them all."""

    def __init__(
        self, context: KioskContext, explain: Explain, menu: Callable[[], object], mark: BareMark, picture: Any
    ) -> None:
        super().__init__(context)
        self.turn_keys = TurnKeys(context, explain, menu)
        self.view: Any = None
        self.status = TurnStatus(None, "")
        self.mark, self.picture = mark, picture
        self.name = Text("", "name")
        self.aside: Any = None
        """What is shown below the name."""
        self.sign = Icon("")
        self.figure = Figures("")
        self.words = Text("", "body", size=4, lines=2)
        self.counters = CounterRow()
        self.note = Text("", "small", size=2.5)
        self.line = EventLine(size=3.4)
        self._last_prompt: Prompt | None = None
        self._shape: Metrics | None = None
        """The measures for which its keys were chosen."""

    # ------------------------------------------------------------ news

    def status_of(self, view: Any) -> TurnStatus:
        """Return the state of the turn. Override."""
        raise NotImplementedError

    def show(self, view: Any) -> None:
        """Show what is beside the status: picture, players, what is below the name. Override."""

    def update(self, view: Any, prompt: Prompt | None) -> None:
        self.view = view
        before = self.status.seat
        now = self.status = self.status_of(view)
        self.mark.show(now.seat)
        self.name.show(now.name)
        self.sign.show(now.sign, now.sign_tone)
        self.figure.show(now.figure, now.tone)
        self.see_figure()
        self.words.show(now.words, now.words_tone)
        self.counters.show(now.counters)
        self.note.show(now.note)
        self.note.visible = bool(now.note)
        self.show(view)
        self._last_prompt, self._shape = prompt, self.m
        self.show_keys(prompt)
        self.rearrange()
        if before is not None and now.seat is not None and before.name != now.seat.name:
            self._pass_on()

    def see_figure(self) -> None:
        """Show the large figure and its sign, as far as the turn has them."""
        self.sign.visible = bool(self.status.sign)
        self.figure.visible = bool(self.status.figure)

    def _pass_on(self) -> None:
        """Make all but Undo appear anew for the next player: no touch that was meant for the turn before reaches it."""
        for part in self.children:
            if isinstance(part, Drawn) and part is not self.undo:
                part.appear()

    def show_keys(self, prompt: Prompt | None) -> None:
        """Show the keys of the turn. What has no room here is in the menu."""
        keys = self.turn_keys.keys(self.context.table.prompt, self.holds)
        for key in keys:
            key.stack(True if not key.ends and len(other_keys(keys)) >= MANY else None)
        self.set_keys(*keys)

    def holds(self, keys: Sequence[Key]) -> bool:
        """Whether so many keys have room, their words at the smallest size."""
        m, keys = self.m, other_keys(keys)
        if m.wide:
            return _taken(keys, m, ROW_GAP) <= rooms(m, self.places)[0][1]
        half = self._upper(keys)
        return all(_taken(row, m, GAP) <= m.columns - 8 for row in (keys[:half], keys[half:]))

    def say(self, text: str, icon: str, tone: str) -> None:
        sign, words = self.status.warning
        if words:
            self.line.say(words, sign, C.danger)
        elif text or not self.status.idle:
            self.line.say(text, icon, colour(tone) if tone else None)
        else:
            self.line.say(self.status.idle, "next", C.ash)

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        return (self.line,)

    # ------------------------------------------------------------ layout

    def arrange(self, metrics: Metrics) -> None:
        """Choose the keys anew in a window of another shape, which has another room for them."""
        if self._shape is not None and self._shape != metrics:
            self._shape = metrics
            self.show_keys(self._last_prompt)
        super().arrange(metrics)

    def band_box(self, metrics: Metrics) -> Region | None:
        high = length(self.head_high, metrics.wide)
        return Region(0, 0, (self.top if metrics.wide else 4.4) + high + 0.1, 7)

    def players(self, metrics: Metrics) -> Sequence[Any]:
        """The players and their counts, from above: in a column of their own, upright below the figure. Override."""
        return ()

    def lay(self, metrics: Metrics) -> None:
        self.figure.resize(length(self.figure_high, metrics.wide) / CAPITAL["black"])
        self.put(self._wide(metrics) if metrics.wide else self._upright(metrics), left=0, top=0)
        self._put_note()

    def _put_note(self) -> None:
        self.put(self.note, left=8, width=26, top=0.6, height=3)

    def head(self, metrics: Metrics, mark: float) -> Node:
        name = Leaf(self.name, NATURAL)
        aside = () if self.aside is None else (Leaf(self.aside, NATURAL),)
        if self.aside_below:
            below = Row(*aside, FreeSpace(), gap=0, size=NATURAL)
            words: Node = Column(FreeSpace(), name, FreeSpace((1.8, 1.8)), below, FreeSpace(weight=(1, 0.1)), gap=0)
        else:
            words = Row(name, *aside, FreeSpace(), gap=2)
        return Row(middle(self.mark, mark), words, gap=2.2)

    def figures(self, metrics: Metrics) -> tuple[Any, ...]:
        """Return the large figure between its sign and its words."""
        high = length(self.figure_high, metrics.wide)
        sign = middle(self.sign, min(10.4, 0.72 * high) if self.figure.visible else min(11.5, high))
        return (sign, Leaf(self.figure, NATURAL), self.words)

    def figure_left(self, metrics: Metrics) -> float:
        """Return the u before the figure, wide: the picture may want its place."""
        return 4.0

    def _wide(self, metrics: Metrics) -> Node:
        top, high = self.picture_box(metrics)
        left = self.figure_left(metrics)
        room = metrics.columns - left - 4 - self.figure_right
        status = Column(
            Leaf(self.head(metrics, min(9.0, self.head_high[0])), self.head_high),
            Leaf(self.line, 4.4),
            FreeSpace(),
            gap=0.2,
        )
        return Layers(
            Column(FreeSpace(top), Leaf(self.picture, high), FreeSpace(), gap=0),
            Row(
                status,
                Column(*self.players(metrics), FreeSpace(), size=self.counts_wide),
                gap=2,
                pad=(4, self.top, 4, 0),
            ),
            Column(
                FreeSpace(self.figure_top),
                Row(
                    FreeSpace(left),
                    Row(*self.figures(metrics), gap=1.4, size=room),
                    FreeSpace(),
                    gap=0,
                    size=self.figure_high[0],
                ),
                FreeSpace(),
                gap=0,
            ),
        )

    def picture_box(self, metrics: Metrics) -> tuple[float, float]:
        """Return the u above the picture and its height, wide."""
        raise NotImplementedError

    def _upright(self, metrics: Metrics) -> Node:
        high = self.figure_high[1]
        sign, figure, words = self.figures(metrics)
        head = (Leaf(self.head(metrics, 9.4), self.head_high), Leaf(self.line, 6.5))
        below = metrics.rows - self.foot(metrics)
        if self.beside:
            line, below_figure, gap = self.beside_high
            block = Row(sign, figure, FreeSpace(), size=high)
            status = Column(
                head[0], Leaf(self.line, line), block, Leaf(words, below_figure), *self.players(metrics), FreeSpace(),
                gap=gap, pad=(4, 4.4, metrics.columns - 42, 0),
            )  # fmt: skip
            return Layers(Row(FreeSpace(37), self.picture, gap=0, pad=(0, 0, 1, self.foot(metrics))), status)
        shown = Row(sign, figure, words, gap=1.4, size=high) if self.status.figure else None
        status = Column(*head, shown, *self.players(metrics), gap=0.4, pad=(4, 4.4, 4, 0), size=NATURAL)
        return Column(status, self.picture, FreeSpace(metrics.rows - below), gap=0.6)

    def foot(self, metrics: Metrics) -> float:
        """Return the u that the keys take upright."""
        return 30.6 if len(other_keys(self.keys)) >= MANY else 20.2

    def lay_keys(self, metrics: Metrics) -> None:
        keys = other_keys(self.keys)
        if len(keys) < MANY:
            super().lay_keys(metrics)
            return
        self._keys_laid = None
        self.undo_note.visible = False
        put_undo(self, metrics, self.undo, self.places)
        put_ends(self, metrics, [key for key in self.keys if key.ends], self.places)
        if metrics.wide:
            left, room = rooms(metrics, self.places)[0]
            weights = _weights(keys, [key_wide(key, metrics) for key in keys], room, metrics, ROW_GAP)
            self.put(Row(*keys, weights=weights, gap=ROW_GAP), left=left, width=room, bottom=1, height=8.2)
        else:
            half = self._upper(keys)
            for row, bottom in ((keys[half:], KEYS_BOTTOM), (keys[:half], 20.3)):
                wants = [key_wide(key, metrics) for key in row]
                tree = Row(*row, weights=_weights(row, wants, metrics.columns - 8, metrics, GAP))
                self.put(tree, left=4, right=4, bottom=bottom, height=8.6)

    def _upper(self, keys: Sequence[Key]) -> int:
        """Return how many of them are in the upper row, upright."""
        return -(-len(keys) // 2)


def other_keys(keys: Sequence[Key]) -> tuple[Key, ...]:
    """Return the keys that end no turn."""
    return tuple(key for key in keys if not key.ends)


def _least(key: Key, metrics: Metrics) -> float:
    """Return the u of a key whose label, below its icon, just fits at the smallest size."""
    return least_wide(key, metrics) - 0.5


def _taken(keys: Sequence[Key], metrics: Metrics, gap: float) -> float:
    """Return the u of a row of keys that are as narrow as their words allow."""
    return sum(_least(key, metrics) for key in keys) + gap * (len(keys) - 1)


def _weights(keys: Sequence[Key], wants: list[float], room: float, metrics: Metrics, gap: float) -> list[float]:
    """Return the shares of a row's keys: as much as they want (u); if that is too much, by what each needs."""
    return wants if sum(wants) + gap * (len(keys) - 1) <= room else [_least(key, metrics) for key in keys]


class BoardPage(PlayPage):
    """A board or a map; the rest is in a column beside it, upright above and below it."""

    sparks = False
    side = 30.0
    """u of the column."""
    head_high = (6.8, 6.8)
    above, below = 16.6, 38.6
    """u above and below the picture, upright."""
    figure_high = (4.7, 4.7)

    def __init__(
        self, context: KioskContext, explain: Explain, menu: Callable[[], object], mark: BareMark, picture: Any
    ) -> None:
        super().__init__(context, explain, menu, mark, picture)
        self.name = Text("", "event", face="black", size=5)
        self.line = EventLine(size=3.1)
        self.title = Text("", "name", face="bold", size=4.6, lines=3)
        self.text = Text("", "body", C.ash, lines=5)
        self.asking = False
        """The prompt is answered here."""

    def update(self, view: Any, prompt: Prompt | None) -> None:
        super().update(view, prompt)
        self.line.visible = self.line_shown or (self.m.wide and not any(key.ends for key in self.keys))

    @property
    def line_shown(self) -> bool:
        """Whether there is room for what happened, upright."""
        return not self.asking

    # ------------------------------------------------------------ layout

    def band_box(self, metrics: Metrics) -> Region | None:
        if metrics.wide:
            return Region(HELP_WIDE + 0.6, self.side + 2.6, 0, band_high(metrics))
        return Region(0, 0, metrics.rows - self.below - band_high(metrics), band_high(metrics))

    def strip(self, metrics: Metrics) -> Sequence[Any]:
        """Return what is below the head."""
        return ()

    def answers(self, metrics: Metrics) -> Sequence[Any]:
        """Return what is below the question. Override."""
        return ()

    def _question(self, metrics: Metrics) -> Sequence[Any]:
        return (
            Leaf(self.title, NATURAL) if self.title.visible else None,
            Leaf(self.text, NATURAL) if self.text.visible else None,
            *self.answers(metrics),
        )

    def in_rows(self, keys: Sequence[Key]) -> list[list[Key]]:
        """Return keys in rows of two (upright: in two rows); a lit one, or one over, has a row of its own."""
        keys = list(other_keys(keys[1:] if self._aside(keys) else keys))
        if not self.m.wide:
            each = max(1, len(keys) if len(keys) < MANY else -(-len(keys) // 2))
            return [keys[i : i + each] for i in range(0, len(keys), each)]
        last = len(keys) - 1
        lit = next((i for i, key in enumerate(keys) if key.kind == "prime"), None) if len(keys) < MANY + 2 else None
        alone = lit if lit is not None else last if len(keys) % 2 else None
        own = [] if alone is None else [[keys.pop(alone)]]
        first = [[keys.pop(0)]] if len(keys) % 2 else []
        pairs = [keys[i : i + 2] for i in range(0, len(keys), 2)]
        above = pairs if alone == last else pairs[:-1]  # a lit key that is not the last is above the last pair
        return [*first, *above, *own, *pairs[len(above) :]]

    def rows(self, metrics: Metrics) -> list[Row]:
        """Return its keys in their rows."""
        return [Row(*keys, weights=self._weights(keys, metrics), size=8.2) for keys in self.in_rows(self.keys)]

    def _weights(self, keys: Sequence[Key], metrics: Metrics) -> Sequence[float]:
        if not metrics.wide:
            return _weights(keys, [key_wide(key, metrics) for key in keys], metrics.columns - 8, metrics, GAP)
        wants = [least_wide(key, metrics) for key in keys]
        return () if max(wants) < (self.side - 4.2 - GAP) / 2 else wants  # alike unless one of them has a long word

    def lay(self, metrics: Metrics) -> None:
        self.figure.resize(self.figure_high[0] / CAPITAL["black"])
        if metrics.wide:
            left = metrics.columns - self.side
            self.put(self.picture_tree(metrics), left=0, right=self.side, top=0, bottom=0)
            if not self.line_aside:
                beside = self.places.undo + 5.6 + (KEY_LEAST + 0.8 if self.menu_aside(metrics) else 0)
                end = left - 2.4 - (self.places.zone if any(key.ends for key in self.keys) else 0)
                self.put(self.line, left=beside, width=end - beside, bottom=1, height=8.2)
            self.put(self._column(metrics), left=left, right=0, top=0, bottom=0)
        else:
            self.put(self.picture_tree(metrics), left=0, right=0, top=self.above, bottom=self.below)
            head = Column(
                Leaf(self.head(metrics, 7.4), self.head_high), *self.strip(metrics), gap=0.6, pad=(4, 3.8, 3, 0)
            )
            self.put(head, left=0, right=0, top=0, height=self.above)
            self.put(self._foot(metrics), left=0, right=0, bottom=10.9, height=self.below - 10.9)
        self._put_note()

    @property
    def line_aside(self) -> bool:
        """Whether what happened is in the column, wide: what ends the turn has its place below the picture."""
        return any(key.ends for key in self.keys)

    def picture_tree(self, metrics: Metrics) -> Node:
        """Return the picture in the room that it has."""
        return Column(self.picture)

    def _column(self, metrics: Metrics) -> Node:
        line = (Leaf(self.line, 5.8),) if self.line_aside else ()
        body = self._question(metrics) if self.asking else (*self.players(metrics), FreeSpace(), *line)
        return Column(
            Leaf(self.head(metrics, 6.4), self.head_high),
            *self.strip(metrics),
            Column(*body, gap=2.0),
            *self.rows(metrics),
            gap=1.2,
            pad=(1.6, 2.4, 2.6, 1),
        )

    def _foot(self, metrics: Metrics) -> Node:
        body = self._question(metrics) if self.asking else (Leaf(self.line, 3.6), *self.players(metrics), FreeSpace())
        return Column(Column(*body, gap=1.6), *self.rows(metrics), gap=1.2, pad=(4, 1.8, 4, 0))

    def holds(self, keys: Sequence[Key]) -> bool:
        m, lines = self.m, self.in_rows(keys)
        room = self.side - 4.2 if m.wide else m.columns - 8
        return len(lines) <= (LINES if m.wide else 2) and all(_taken(line, m, GAP) <= room for line in lines)

    def _aside(self, keys: Sequence[Key]) -> bool:
        """Whether there are so many keys that the menu is beside Undo, as its icon alone."""
        return self.m.wide and len(keys) > MANY + 2

    def menu_aside(self, metrics: Metrics) -> bool:
        """Whether the menu is beside Undo."""
        return self._aside(self.keys)

    def lay_keys(self, metrics: Metrics) -> None:
        put_undo(self, metrics, self.undo, self.places)
        put_ends(self, metrics, [key for key in self.keys if key.ends], self.places)
        aside = self.menu_aside(metrics)
        self.turn_keys.menu.show(label="" if aside else _("Menu"))
        if aside:
            self.put(self.keys[0], left=self.places.undo + 5, width=KEY_LEAST + 0.2, bottom=1, height=8.2)
