"""The closed vocabularies of HellRail, as the matrix names them."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How much the companion follows: no cards but those delivered; deck and trains; also the place of every card and
    engine."""

    LIGHT = "light"
    KEEPER = "keeper"
    MAP = "map"


class Variant(StrEnum):
    """Section 2.10."""

    SECRET_EFFECTS = "secret_effects"
    SACRILEGE = "sacrilege"
    DEVILS_ADVOCATE = "devils_advocate"


LAYOUTS = frozenset((Variant.SACRILEGE, Variant.DEVILS_ADVOCATE))
"""Variants of which a game has one at most: each is a layout of the circles (HR-121, HR-122)."""


class Phase(StrEnum):
    """The step of the turn (4.3). What is owed inside an effect or a move is on the agenda."""

    PLACING = "placing"
    """Devil's Advocate: circles are being placed."""
    SETUP = "setup"
    START = "start"
    DRAW = "draw"
    ACTIONS = "actions"
    ENDED = "ended"


class Effect(StrEnum):
    """The 15 circle effects."""

    ABYSS = "abyss"
    BOATMEN = "boatmen"
    TENDERS = "brimstone_tenders"
    CHAOS = "chaos_reigns"
    DELINQUENCY = "delinquency"
    FALSE_PATH = "false_path"
    GERYON = "geryon"
    GLUTTONY = "gluttony"
    GUARD_DUTY = "guard_duty"
    HERESY = "heresy"
    INFERNAL = "infernal_power"
    LUST = "lust"
    SHIFT = "shift_change"
    SOUL_CATCHER = "soul_catcher"
    THIEVERY = "thievery"


class Token(StrEnum):
    """Special tokens (2.9)."""

    BOATMAN = "boatman"
    TENDER = "tender"
    SOUL_CATCHER = "soul_catcher"
    HERESY_CANCEL = "heresy_cancel"
    HERESY_REDIRECT = "heresy_redirect"


HERESIES = (Token.HERESY_CANCEL, Token.HERESY_REDIRECT)


class Source(StrEnum):
    """Where a used effect comes from."""

    CIRCLE = "circle"
    HELD = "held"


class Heresy(StrEnum):
    """What a holder does in the window."""

    CANCEL = "cancel"
    REDIRECT = "redirect"
    PASS = "pass"


class YesNo(StrEnum):
    YES = "yes"
    NO = "no"


class What(StrEnum):
    """Keeper and light: what people report of the board."""

    ARRIVED = "arrived"
    ON_RAIL = "on_rail"
    RAMMED = "rammed"
    PUSHED = "pushed"
    DERAILED = "derailed"
    MARKER = "marker"
    NO_CARDS = "no_cards"
    """Light: neither the draw pile nor the discard pile has a card (HR-078)."""


class FlipReason(StrEnum):
    """Why a card was turned over from the draw pile."""

    DELINQUENCY = "delinquency"
    GERYON = "geryon"
    LUST = "lust"
    THIEVERY = "thievery"


class Dir(StrEnum):
    """Sides of a cell."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


class Owes(StrEnum):
    """What is awaited (fact `what` of `answer_due`, and of `owed` in the view)."""

    ENTRY = "entry"
    """Use the circle's effect (or a held one) or decline."""
    HERESY = "heresy"
    FLIP = "flip"
    DISCARD = "discard"
    """Abyss, False Path: the price; a derailed seat: the whole hand."""
    DROP_CARS = "drop_cars"
    PICK = "pick"
    TURN_RAIL = "turn_rail"
    TAKE = "take"
    GIVE = "give"
    ANSWER = "answer"
    DRAW_TOKEN = "draw_token"
    DEAL_EFFECTS = "deal_effects"
    SOULCATCH = "soulcatch"
    BRANCH = "branch"
    ARRIVAL = "arrival"
    """Keeper: where did the engine stop?"""
    LOADED = "loaded"
    """Light, after the reveal: what are the loaded cars of those worth who are level?"""


LIGHT, MAP = Level.LIGHT, Level.MAP
PLACING, SETUP, START, DRAW, ACTIONS, ENDED = Phase
"""What every move asks for several times: in Python 3.11 an enumeration takes ten times as long to look a member up."""
GATES = "CG"
CIRCLES = ("CG", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9")
NUMBERED = CIRCLES[1:]
RAIL = "rail"
"""Keeper: somewhere on the rail."""
OFF = "off"
COLOURS = ("blue", "green", "red", "yellow")
MOST_LOADED = 99
"""The highest total worth of a seat's loaded cars that can be entered (HR-080)."""
CARDS, HAND, MARKERS, EACH = 45, 3, 8, 2
"""Rail cards; opening hand; check markers; tokens of each special kind."""


def number_of(circle: str) -> int:
    """Return the number of a circle; the Gates count as 0 (HR-Q16)."""
    return 0 if circle == GATES else int(circle[1:])
