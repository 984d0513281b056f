"""The closed vocabularies of Infernal Wagon: kinds of card, phases, modules, ends of a game."""

from __future__ import annotations

from enum import StrEnum


class CardKind(StrEnum):
    """Kinds of card (section 1)."""

    EXIT = "exit"
    START = "start"
    RAIL = "rail"
    DANGER = "danger"
    EASY = "easy"
    CURSE = "curse"
    SILENCE = "silence"
    UTURN = "uturn"


class Special(StrEnum):
    """What a Danger card does on arrival (IW-080)."""

    NONE = "none"
    TUNNEL = "tunnel"
    EXPLOSION = "explosion"


class PenaltyKind(StrEnum):
    """Connection effects (IW-042, IW-044)."""

    DISCARD = "discard"
    NO_DRAW = "no_draw"
    NONE = "none"
    UNKNOWN = "unknown"


class Module(StrEnum):
    """Embranchements (IW-092)."""

    EASY = "easy"
    SILENCE = "silence"
    UTURN = "uturn"
    CURSE = "curse"


class Timer(StrEnum):
    """IW-009, IW-010."""

    TIMED = "timed"
    CALM = "calm"


class Level(StrEnum):
    """What the tags tell (section 3.2)."""

    L0 = "L0"
    L1 = "L1"
    L2 = "L2"


class Attribution(StrEnum):
    """When the companion asks who played."""

    NONE = "none"
    ON_LOSS = "on_loss"
    EACH_PLAY = "each_play"


class Phase(StrEnum):
    """The states of section 3.1. ASK is on top of OPEN or TUNNEL, HELD on top of any of the three."""

    IDLE = "idle"
    SETUP = "setup"
    READY = "ready"
    OPEN = "open"
    TUNNEL = "tunnel"
    ASK = "ask"
    HELD = "held"
    ENDED = "ended"
    EXPLOIT = "exploit"


class Reason(StrEnum):
    """Why a game was lost."""

    WAGON = "wagon"
    NO_HANDS = "no_hands"
    TIME = "time"
    CURSE = "curse"
    GIVEN_UP = "given_up"


class QuestionKind(StrEnum):
    """The questions of section 3.2."""

    MATCHED = "matched"
    WHO = "who"
    SPECIAL = "special"
    DOUBTFUL = "doubtful"
    CURSES = "curses"
    ENDS = "ends"
    """After a correction: no hand has a card any more."""


LAST_CARDS = 4
"""Of the pile: they are announced once."""
STILL = frozenset((QuestionKind.CURSES, QuestionKind.ENDS))
"""The clock is stopped while these are asked, and no card answers them."""


KINDS: dict[str, tuple[str, str]] = {
    CardKind.START: ("play", "{iw.start}"),
    CardKind.RAIL: ("rail", "{iw.rail}"),
    CardKind.EASY: ("joker", "{iw.easy}"),
    CardKind.DANGER: ("warning", "{iw.danger}"),
    CardKind.CURSE: ("curse", "{iw.curse}"),
    CardKind.UTURN: ("uturn", "{iw.uturn}"),
    CardKind.SILENCE: ("silence", "{iw.silence}"),
    CardKind.EXIT: ("gates", "{iw.exit}"),
}
"""Kind of card -> its icon and its name, in the order in which a box is gone through."""
