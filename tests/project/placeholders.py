"""What each place of a msgid can hold, by its name: the one list that the test of the seams fills sentences from.

A name holds one kind of thing everywhere. `n` is a number in every sentence; whoever wants to put a person in calls it
`name`. A name that is not here fails the test.
"""

from __future__ import annotations

from enum import Enum

from companion.engine.text import Text
from companion.games.hellrail.names import CIRCLES, NUMBERED
from companion.games.hellrail.prompts.parts import circle_within

Value = str | int | Text


class Kind(Enum):
    """What is put in, as examples that differ in what matters beside them."""

    PERSON = ("Élise", "Ana", "Wilhelmine", "Maximilienne-Zoé", "Hélène", "Yves", "Bo", "Hugo", "Le Roi")
    PEOPLE = ("Élise", "Ana, Bo", "Élise, Wilhelmine, Hélène")
    NUMBER = (0, 1, 2, 3, 21)
    SEVERAL = (2, 3, 21)
    """A number that is never 0 or 1 where it is said."""
    ORDINAL = (4, 12)
    """The number of a thing: a card, a place, a board, a page. No noun beside it is of that many."""
    SIGN = ("G", "4", "9", "*", "B", "2,-4")
    """A letter or figure as it is printed."""
    CIRCLE = tuple(circle_within(circle) for circle in CIRCLES)
    NUMBERED_CIRCLE = tuple(circle_within(circle) for circle in NUMBERED)
    TITLE = (
        Text("{hr.abyss}"), Text("{hr.infernal_power}"), Text("{hr.heresy}"), Text("{hr.boatman}"),
        Text("{cb.sur_egoisme}"), Text("{cb.bet_embuscade}"), Text("{cb.action}"), Text("{iw.exit}"),
        Text("{iw.curse}"), Text("{iw.oceans_5}"),
    )  # fmt: skip
    """The printed name of a card, a token, an effect, a board; a label of its own."""
    WORDS = ("mot", "chose", "5 – 7")
    """Words that stand for themselves, after a colon or in brackets."""
    CLOCK = ("0:00", "1:00", "6:59")
    DATA = ("x1", "yz", "7")
    """Of a machine or a file: a path, a port, an address, what a person wrote there."""


PERSON, PEOPLE, NUMBER, SEVERAL, ORDINAL = Kind.PERSON, Kind.PEOPLE, Kind.NUMBER, Kind.SEVERAL, Kind.ORDINAL
SIGN, CIRCLE, NUMBERED_CIRCLE, TITLE, WORDS = Kind.SIGN, Kind.CIRCLE, Kind.NUMBERED_CIRCLE, Kind.TITLE, Kind.WORDS
CLOCK, DATA = Kind.CLOCK, Kind.DATA

KINDS: dict[str, Kind] = {
    **dict.fromkeys(("name", "seat", "pawn", "player", "by", "source", "target"), PERSON),
    **dict.fromkeys(("names", "who"), PEOPLE),
    **dict.fromkeys(("n", "points", "has", "needs", "more_than", "value", "limit", "gap"), NUMBER),
    **dict.fromkeys(("won", "lost", "all", "games", "entries", "whole", "wanted", "free", "minutes", "m"), NUMBER),
    **dict.fromkeys(("count", "one", "two", "three", "least", "most", "packet"), SEVERAL),
    **dict.fromkeys(("slot", "tie", "turn", "a", "b", "day", "year"), ORDINAL),
    **dict.fromkeys(("at", "cell", "zone", "face"), SIGN),
    "place": CIRCLE,
    "circle": NUMBERED_CIRCLE,
    **dict.fromkeys(("effect", "token", "card", "cards", "kind", "module", "boards", "game", "other", "length"), TITLE),
    **dict.fromkeys(
        ("what", "parts", "values", "circles", "skulls", "month", "key", "reason", "word", "mine", "theirs", "tag"),
        WORDS,
    ),
    "effects": TITLE,
    **dict.fromkeys(("clock", "time"), CLOCK),
    **dict.fromkeys(("kept", "path", "part", "fault", "file", "files", "line", "lines", "port", "status"), DATA),
    **dict.fromkeys(("table", "topics"), DATA),
}
"""Name of a place -> what it holds, in what is said at the table."""

NUMBERS_OF_A_MACHINE = (
    "n", "seconds", "minutes", "games", "entries", "bytes", "reads", "dropped", "count", "free", "current", "megabytes",
    "pages", "buttons", "encoders", "lamps", "tags", "seats", "playing", "middle", "low", "high", "all", "received",
    "bound", "described", "checked", "lost", "value", "volts", "rate", "unread",
)  # fmt: skip
FIGURES_OF_A_MACHINE = ("id", "pin", "line", "column", "number", "x", "y", "odd")
MANY_OF_A_MACHINE = ("packet", "baud", "most", "least", "limit", "gap", "width", "height", "total", "size")
WORDS_OF_A_MACHINE = (
    "seen",
    "amps", "better", "box", "broker", "built", "bus", "button", "check", "colour", "companion", "copy", "deck",
    "antenna", "antennas", "detail", "device", "driver", "entry", "error", "factory", "fault", "field", "file", "files",
    "first", "folder",
    "format", "found", "group", "groups", "guess", "holder", "known", "label", "last", "like", "lines", "link", "list",
    "message", "model", "names", "now", "numbers", "others", "overlay", "package", "packaged", "packages", "part",
    "path", "pid",
    "port", "ports", "program", "protocol", "python", "reader", "rest", "rx", "sample", "sound", "status", "stick",
    "sticks", "table", "terminal", "topic", "tx", "type", "uid", "user", "version", "where", "word", "words", "name",
    "other", "what", "who", "place", "circle", "card", "face", "game", "key", "one", "reason", "slot", "whole",
    "mine", "theirs", "figures", "wanted", "tag", "topics", "socket", "kept", "root", "wall", "text",
)  # fmt: skip
OF_A_MACHINE: dict[str, Kind] = {
    **dict.fromkeys(WORDS_OF_A_MACHINE, DATA),
    **dict.fromkeys(NUMBERS_OF_A_MACHINE, NUMBER),
    **dict.fromkeys(FIGURES_OF_A_MACHINE, ORDINAL),
    **dict.fromkeys(MANY_OF_A_MACHINE, SEVERAL),
}
"""The same in what is said to whoever sets a table up: findings, faults of files, commands."""
