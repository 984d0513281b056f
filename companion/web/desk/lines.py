"""What the host's page sets up or puts right: lines of small keys, made of the same declarations as the kiosk's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.engine.correction import ChoiceRow, CorrectionRow, KeysRow, StepRow, Switch
from companion.engine.prompt import Option
from companion.engine.text import Text
from companion.web.desk.state import SetUpLine

Translated = Callable[[Text], str]


class PageKey(Struct, omit_defaults=True):
    """`closed`: it cannot be chosen now."""

    key: str
    label: str
    icon: str = ""
    chosen: bool = False
    closed: bool = False


class PageLine(Struct, omit_defaults=True):
    label: str = ""
    value: str = ""
    icon: str = ""
    keys: list[PageKey] = []


def of_corrections(lines: Sequence[CorrectionRow], say: Translated) -> list[PageLine]:
    """Return the lines of a page of corrections; a key is the line's place and what `moved` takes."""
    return [_line(number, line, say) for number, line in enumerate(lines)]


def of_set_up(lines: Sequence[SetUpLine], say: Translated) -> list[PageLine]:
    """Return the choices of a set-up; a key is the choice's and its value."""
    return [
        PageLine(
            say(line.label),
            keys=[
                PageKey(f"{line.key}:{value}", say(words), chosen=value == line.chosen) for value, words in line.values
            ],
        )
        for line in lines
    ]


def _line(number: int, line: CorrectionRow, say: Translated) -> PageLine:
    match line:
        case StepRow(label=label, value=value, less=less, more=more, icon=icon):
            steps = ("less", "−", less), ("more", "+", more)
            keys = [PageKey(f"{number}:{key}", sign, closed=move is None) for key, sign, move in steps]
            return PageLine(say(label), value, icon, keys)
        case ChoiceRow(label=label, options=options):
            named = [_key(f"{number}:{option.key}", option, say) for option in options]
            for place, key in enumerate(named):
                key.label = key.label or str(place + 1)
            return PageLine(say(label), keys=named)
        case KeysRow(keys=parts):
            return PageLine(keys=[_key(f"{number}:{place}", part, say) for place, part in enumerate(parts)])


def _key(key: str, part: Switch | Option, say: Translated) -> PageKey:
    if isinstance(part, Switch):
        return PageKey(key, say(part.label), chosen=part.on, closed=part.move is None)
    return PageKey(key, say(part.label), part.icon, part.chosen, part.move is None)
