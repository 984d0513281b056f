"""Invented boxes of the games for the tests of box files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.games.registry import BOXES
from companion.options import PACKAGED_CONFIG
from companion.tools.enrol.card_set_format import CardSetFormat, load_enrolment, text_of
from companion.tools.enrol.slot_box import SlotBox
from companion.tools.enrol.state import CardRecord, EnrolledTag, Enrolment

FILES = {
    "infernal_wagon": PACKAGED_CONFIG / "infernal_wagon" / "demo.json",
    "cerbere": PACKAGED_CONFIG / "cerbere" / "demo.toml",
}


@cache
def whole(game: str) -> Enrolment:
    """Every card of the invented box, with its tag."""
    boxed: CardSetFormat = BOXES[game]
    if isinstance(boxed, SlotBox):
        records = {slot: CardRecord(slot, tags=(EnrolledTag(uid),)) for slot, uid in boxed.demo.items()}
        return Enrolment(game, records=records, heap=boxed.plan(None).heaps[0].id)
    if game != "hellrail":
        assert game in FILES, f"no invented box of {game}: its file into FILES of {__file__}"
        return load_enrolment(boxed, FILES[game], None)
    text = text_of(PACKAGED_CONFIG / "hellrail" / "deck_demo.toml").replace("placeholder = true", "placeholder = false")
    return boxed.read(text, Path("deck.toml"), None)
