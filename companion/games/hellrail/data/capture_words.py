"""What the deck's capture says: reasons, and an English msgid for each. Our own words."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.engine.refused import Refused
from companion.engine.text import N_


class Reason(StrEnum):
    """Why something is not taken, is missing, or is odd."""

    # missing or impossible: the deck cannot be finished
    CARDS_MISSING = "cards_missing"
    CAR_MISSING = "car_missing"
    PICKUP_MISSING = "pickup_missing"
    SETOUT_MISSING = "setout_missing"
    BRIMSTONE_MISSING = "brimstone_missing"
    CAR_TOO_SMALL = "car_too_small"
    BRIMSTONE_TOO_SMALL = "brimstone_too_small"
    NO_CIRCLE = "no_circle"
    NO_DRAWING = "no_drawing"
    NAME_TOO_LONG = "name_too_long"
    # odd, but so be it
    CAR_ODD = "car_out_of_range"
    BRIMSTONE_ODD = "brimstone_out_of_range"
    SAME_CIRCLE = "pickup_is_setout"
    SIDE = "side_without_rail"
    NO_RAILS = "no_rails"
    UNTAGGED = "untagged"
    # not taken
    NO_TAG = "no_tag"
    MANY_TAGS = "many_tags"
    WHICH_NUMBER = "which_number"
    TAG_TAKEN = "tag_taken"
    FULL = "full"
    NO_CARD = "no_card"
    NO_PIECE = "no_piece"


SENTENCES: dict[Reason, str] = {
    Reason.CARDS_MISSING: N_("{n} of 45 cards are there."),
    Reason.CAR_MISSING: N_("The {hr.car_value} is missing."),
    Reason.PICKUP_MISSING: N_("The {hr.pickup_circle} is missing."),
    Reason.SETOUT_MISSING: N_("The {hr.setout_circle} is missing."),
    Reason.BRIMSTONE_MISSING: N_("The {hr.brimstone} is missing."),
    Reason.CAR_TOO_SMALL: N_("A car is worth 1 or more."),
    Reason.BRIMSTONE_TOO_SMALL: N_("Brimstone is 0 or more."),
    Reason.NO_CIRCLE: N_("A circle is G or 1 to 9."),
    Reason.NO_DRAWING: N_("That is no rail drawing."),
    Reason.NAME_TOO_LONG: N_("A name has at most {most} letters."),
    Reason.CAR_ODD: N_("A car of {value}? {least} to {most} are usual."),
    Reason.BRIMSTONE_ODD: N_("Brimstone {value}? {least} to {most} is usual."),
    Reason.SAME_CIRCLE: N_("Pick-up and set-out are the same circle. Is that so?"),
    Reason.SIDE: N_("One side has no rail. Is that so?"),
    Reason.NO_RAILS: N_("Without a drawing the deck is for the Keeper level only."),
    Reason.UNTAGGED: N_("This card has no tag yet."),
    Reason.NO_TAG: N_("The reader told no tag."),
    Reason.MANY_TAGS: N_("Several tags end like this: tap the card at a reader that tells all of its number."),
    Reason.WHICH_NUMBER: N_("This number may be hexadecimal or decimal: tap the card at another reader."),
    Reason.TAG_TAKEN: N_("This tag is on {other} already; {card} needs another one."),
    Reason.FULL: N_("All 45 cards are there; this tag is on none of them."),
    Reason.NO_CARD: N_("There is no card {n} yet."),
    Reason.NO_PIECE: N_("There is no such piece."),
}


REASONS = {reason.value: reason for reason in Reason}


def refused(reason: Reason, **facts: Any) -> Refused:
    """A refusal of the capture: facts `reason`, `msgid`, and those that fill the sentence."""
    return Refused("bad_capture", reason=reason.value, msgid=SENTENCES[reason], **facts)
