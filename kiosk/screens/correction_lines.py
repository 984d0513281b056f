"""The lines of a correction page, as the game declares them: a value to step, options to choose, keys side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.correction import ChoiceRow, CorrectionRow, KeysRow, StepRow, Switch
from companion.engine.prompt import Option
from companion.engine.text import Text as Words
from companion.figures.marks import Ringed, ring
from companion.presentation.colours import C, colour
from companion.presentation.i18n import spoken
from kiosk.figures.view import FigureView
from kiosk.screens.tiles import OnOffKey, Stepper
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Action, Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import FreeSpace, Layers, Row, middle
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.tile import Tile

NOWHERE = "–"
Send = Callable[[str], object]
"""Receives the key of what was touched on a line: `less`, `more`, that of an option, or a switch's place ("0")."""


class LineView(Container):
    """One line; `show` follows another declaration of the same shape."""

    def __init__(self, send: Send, about: object) -> None:
        super().__init__(about=about, size_hint=(None, None))
        self.send = send

    def show(self, line: Any) -> None:
        raise NotImplementedError


class StepView(LineView):
    """A mark, words, and a value with minus and plus."""

    def __init__(self, line: StepRow, send: Send, about: object) -> None:
        super().__init__(send, about)
        self.mark: Drawn = (
            SeatMark(line.seat, line.label.msgid[:1])
            if line.seat
            else Icon(line.icon, colour(line.tone) if line.tone else C.ash)
        )
        self.words = Text("", "body", lines=2)
        self.stepper = Stepper(lambda by: send("less" if by < 0 else "more"))
        self.chip = FigureView(ring)
        if line.place:
            self.stepper.minus.show(icon="back")
            self.stepper.plus.show(icon="next")
        value = Layers(self.stepper, Row(FreeSpace(), middle(self.chip, 6), FreeSpace(), gap=0), size=24)
        self.compose(Row(middle(self.mark, 5), self.words, value, gap=1.2))

    def show(self, line: StepRow) -> None:
        ringed = line.place and line.value != NOWHERE
        self.words.show(spoken(line.label))
        self.stepper.show("" if ringed else line.value, line.less is None, line.more is None)
        self.chip.show(Ringed(line.value if ringed else ""))


def _tile(option: Option, action: Action) -> Tile:
    """Return a tile that shows an option by its icon, else by its words as a figure."""
    figure = "" if option.icon else spoken(option.label)
    return Tile(icon=option.icon, figure=figure, tone=C.ember if option.icon else C.bone, style="line", action=action)


class ChoiceView(LineView):
    """Words, and several small tiles or cards, any of which may be chosen."""

    def __init__(self, line: ChoiceRow, send: Send, about: object) -> None:
        super().__init__(send, about)
        self.words = Text("", "body", lines=2)
        self.tiles = {option.key: _tile(option, partial(send, option.key)) for option in line.options}
        self.compose(Row(self.words, Row(*self.tiles.values(), gap=1, size=len(self.tiles) * 8.2 - 1), gap=1))

    def show(self, line: ChoiceRow) -> None:
        self.words.show(spoken(line.label))
        for option in line.options:
            self.tiles[option.key].show(chosen=option.chosen)


class KeysView(LineView):
    """Switches and keys side by side. A key without words is narrow."""

    def __init__(self, line: KeysRow, send: Send, about: object) -> None:
        super().__init__(send, about)
        stacked = len(line.keys) > 2
        self.keys: list[OnOffKey | Key] = [
            OnOffKey(spoken(key.label), action=partial(send, str(i)))
            if isinstance(key, Switch)
            else Key("", key.icon, stacked=stacked, action=partial(send, str(i)))
            for i, key in enumerate(line.keys)
        ]
        self.compose(Row(*self.keys, weights=[1.0 if spoken(key.label) else 0.5 for key in line.keys]))

    def show(self, line: KeysRow) -> None:
        for declared, key in zip(line.keys, self.keys, strict=True):
            key.enabled = declared.move is not None
            match declared, key:
                case Switch(on=on), OnOffKey():
                    key.show(on)
                case Option(label=label, chosen=chosen), Key():
                    key.enabled = key.enabled or chosen
                    key.show(label=spoken(label), kind="prime" if chosen else "plain")


def made(line: CorrectionRow, send: Send, page: str) -> LineView:
    """Return the view of a line of a page."""
    about = (page, *(spoken(label) for label in _labels(line)))
    match line:
        case StepRow():
            return StepView(line, send, about)
        case ChoiceRow():
            return ChoiceView(line, send, about)
        case KeysRow():
            return KeysView(line, send, about)


def _labels(line: CorrectionRow) -> tuple[Words, ...]:
    return tuple(key.label for key in line.keys) if isinstance(line, KeysRow) else (line.label,)


def same_shape(old: Sequence[CorrectionRow], new: Sequence[CorrectionRow]) -> bool:
    """Whether the widgets of `old` can show `new`."""
    return [_shape(line) for line in old] == [_shape(line) for line in new]


def _shape(line: CorrectionRow) -> tuple[Any, ...]:
    match line:
        case StepRow(icon=icon, seat=seat):
            return StepRow, icon, seat
        case ChoiceRow(options=options):
            return (ChoiceRow, *(option.key for option in options))
        case KeysRow(keys=keys):
            return (KeysRow, *(type(key) for key in keys))
