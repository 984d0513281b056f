"""What the readers of box files say is wrong, in the language of the screen; see `companion.doctor.phrases`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from companion.doctor.phrases import phrase
from companion.engine.config import ConfigError
from companion.engine.prompt import N_

PHRASES: tuple[str, ...] = (
    # any box
    N_("the file is far too long for a box"),
    N_("this is no box file of any game"),
    N_("this is an enrolment of {word}, not of {other}"),
    N_("the tag {word} is on {one} and on {other}"),
    N_("the file has no room for all of it: {words}"),
    N_("there is no {word} here; known are {words}"),
    # Infernal Wagon
    N_("a box has 2 to 9 symbols, not {n}"),
    N_("a symbol's id is neither empty nor the joker"),
    N_("two symbols have this id"),
    N_("an icon's number is 0 or more"),
    N_("a colour is written #rrggbb"),
    N_("a slot's name is neither empty nor begins or ends with a space"),
    N_("two cards have this slot"),
    N_("a box has no more than {n} cards of this kind"),
    N_("only a rail card can be an intersection"),
    N_("only rail and danger cards can bear an arrow"),
    N_("only danger cards have a special"),
    N_("the card is {word}, but its ends are missing"),
    N_("only rail and danger cards have a penalty"),
    N_("how many cards to discard is missing"),
    N_("only a discard has a number"),
    N_("a card discards 1 to 9, not {n}"),
    N_("there is no symbol {word}"),
    N_("this card has {words} ends, not {n}"),
    N_("this card has only the joker"),
    N_("this name is kept for a start card"),
    N_("this name is kept for the exit"),
    N_("the card is {word}, but it has no tag"),
    N_("a uid is neither empty nor contains a space"),
    N_("the uid {word} is the name of a slot"),
    N_("this card has no ends to put a tag at"),
    N_("an end is 0 to {most}, not {n}"),
    N_("this field is missing"),
    # Cerbère
    N_('a colour has 4 cards, not {n}; write "" for one without a tag'),
    N_("there are {most} copies, but {n} tags"),
    # HellRail
    N_("that is no rail drawing"),
    N_("there are {most} rail cards, not {n}"),
    N_("there are {most} of {word}, but {n} tags"),
    N_("there are {most} of {word}, not {n}; missing: {words}"),
    N_("there are {most}, not {n}; missing: {words}"),
    N_("card {word} is there twice"),
    N_("the circle {word} is there twice"),
    N_("the circle effect {word} is there twice"),
    N_("the layout {word} is there twice"),
    N_("the segment {word} is there twice"),
    N_("`{word}` is no segment; known are {words}, letters in any order"),
    N_("the segments are {words}"),
    N_("the smaller number comes first, not {n} before {most}"),
    N_("an id has no blanks, does not begin with ~ or # and is not `none`"),
    N_("the tag {word} of {one} is already that of {other}"),
    N_("{word} is the tag of {other}"),
    N_("a card is there twice, or a tag is on a card that is not"),
)
_GAP = re.compile(r"\{(\w+)\}")


def spoken(text: str, translate: Callable[[str], str]) -> str:
    """`text` in the language of `translate`; as it is where it is none of the phrases."""
    for pattern, template in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            words = translate(template)
            return text if words == template else words.format_map(found.groupdict())
    return phrase(text, translate)


def fault(error: ConfigError, translate: Callable[[str], str]) -> str:
    """What is wrong with a file, and where."""
    return f"{place(error)}: {spoken(error.message, translate)}"


def place(error: ConfigError) -> str:
    """Where in a file something is wrong: its name without its folder, line, key."""
    where = f"{error.file.name}:{error.line}" if error.line else error.file.name
    return f"{where}: {error.key}" if error.key else where


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with the most words of their own first."""
    ordered = sorted(PHRASES, key=lambda one: len(_GAP.sub("", one)), reverse=True)
    return tuple((re.compile(_pattern(template), re.DOTALL), template) for template in ordered)


def _pattern(template: str) -> str:
    parts = _GAP.split(template)
    return "".join(f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
