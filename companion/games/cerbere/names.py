"""The closed vocabularies of Cerbère, as the matrix names them."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How much the companion follows: people move the pawns, or it knows the place of each."""

    TRACKER = "tracker"
    BOARD = "board"


class Side(StrEnum):
    """A player: in flight (on the path or in the boat), on Cerberus's side, or out of the game."""

    RUNNER = "runner"
    CERBERUS = "cerberus"
    OUT = "out"


class Winner(StrEnum):
    RUNNERS = "runners"
    CERBERUS = "cerberus"


class CapturedRole(StrEnum):
    """What becomes of a captured player (CB-075..078)."""

    CERBERUS = "cerberus"
    OUT = "out"


class CaptureZone(StrEnum):
    """Where on the path a pawn was captured (CB-078, CB-092..094)."""

    GATES = "gates"
    START = "start"
    MIDDLE = "middle"
    END = "end"


class DeckKind(StrEnum):
    SURVIVAL = "survival"
    BETRAYAL = "betrayal"


class CardDeck(StrEnum):
    """The deck that a card belongs to."""

    ACTION = "action"
    SURVIVAL = "survival"
    BETRAYAL = "betrayal"


class FaceUp(StrEnum):
    """The two faces of an Action card."""

    ADVENTURER = "adventurer"
    CERBERUS = "cerberus"


class OpName(StrEnum):
    """The ops of a card or a symbol, as the card file explains them."""

    RAGE_FORWARD = "rage_forward"
    RAGE_BACK = "rage_back"
    SPEED_UP = "speed_up"
    SPEED_DOWN = "speed_down"
    MOVE = "move"
    DRAW = "draw"
    DISCARD = "discard"
    TAKE_BACK = "take_back_actions"
    BOAT = "peek_or_swap_boat"
    HUNT = "hunt"
    CERBERUS = "cerberus_forward"
    PER_AHEAD = "advance_per_ahead"
    CHOOSE = "choose_one"
    EACH = "each_adventurer_chooses"


class Who(StrEnum):
    """Whom an op is about."""

    SELF = "self"
    OTHER_ADVENTURER = "other_adventurer"
    ALL_ADVENTURERS = "all_adventurers"
    OTHER_CERBERUS = "other_cerberus"
    CERBERUS_PAWN = "cerberus_pawn"


class From(StrEnum):
    """Whose hands pay a discard: the player's own, or also those of others who agree (CB-050)."""

    SELF = "self"
    POOL = "pool"


class Ordering(StrEnum):
    """CB-047."""

    FREE = "free"
    LISTED = "listed"


class FacePart(StrEnum):
    """The part that a board face plays in the path."""

    START = "start"
    MID = "mid"
    END = "end"


class SpecialPlace(StrEnum):
    """What is special about a space."""

    DEN = "den"
    GATES = "gates"
    STILT = "stilt"
    PROMONTORY = "promontory"
    NACELLE = "nacelle"
    FUNICULAR_FOOT = "funicular_foot"
    FUNICULAR_TOP = "funicular_top"
    BRIDGE = "bridge"
    PORTAL = "portal"
    STELE = "stele"


class Via(StrEnum):
    """A way to take a step (CB-165..168)."""

    WALK = "walk"
    BRIDGE = "bridge"
    PORTAL = "portal"
    FUNICULAR = "funicular"


BOARD, RUNNER, OUT, SURVIVAL = Level.BOARD, Side.RUNNER, Side.OUT, DeckKind.SURVIVAL
ALL_ADVENTURERS, LISTED, WALK = Who.ALL_ADVENTURERS, Ordering.LISTED, Via.WALK
"""What every move asks for several times: in Python 3.11 an enumeration takes ten times as long to look a member up."""


class CerberusReason(StrEnum):
    """Why Cerberus moved."""

    HUNT = "hunt"
    CARD = "card"
    RETREAT = "retreat"


class By(StrEnum):
    """What stopped a pawn before its move was spent."""

    STILT = "stilt"
    FULL_BOAT = "full_boat"


class Asks(StrEnum):
    """Kinds of `choice_needed`, as the matrix names them."""

    OPTION = "option"
    BOAT = "boat"
    PATH = "path"
    NACELLE = "nacelle"
    CAPTURE_ORDER = "capture_order"


class Boating(StrEnum):
    """How the companion knows of the boats."""

    UNKNOWN = "unknown"
    """Physical boats: it asks how many seats when one is revealed."""
    TAGGED = "tagged"
    """Physical boats with tags: it follows swaps and knows what is revealed."""
    KEPT = "kept"
    """No physical boats: it shuffles them itself, and one player may look at one on the screen."""


COLOURS = ("red", "pink", "green", "blue", "cyan", "orange", "white")
"""The seven colours of pawns and Action cards."""
PAWNS = 7
SLOWEST, FASTEST = 3, 8
"""Faces of the Speed die."""
BOATS = (1, 2, 3)
"""Seats of the three boats."""
LAST_DARK = 4
"""Index of the last dark space of the Rage track: labels 7 to 3 are dark (section 2)."""
BONUS = {CaptureZone.GATES: 2, CaptureZone.START: 1}
"""Betrayal cards of a pawn that is captured there (CB-092..094)."""
