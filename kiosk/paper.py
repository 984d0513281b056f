"""The cards of a box as they lie on a virtual table."""

from __future__ import annotations

from companion.games.infernal_wagon.data.box import find_box
from companion.games.infernal_wagon.data.cards import Box
from companion.games.infernal_wagon.names import Special
from kiosk.virtual_table import PaperCard

ICONS = {Special.TUNNEL: "tunnel", Special.EXPLOSION: "explosion"}


def paper(box: Box) -> list[PaperCard]:
    """Every card that bears a tag."""
    uids: dict[str, str] = {}
    for uid, tag in box.tags.items():
        uids.setdefault(tag.slot, uid)
    return [
        PaperCard(card.slot, card.kind, uids[card.slot], ICONS.get(card.special, "") if card.special else "", card.ends)
        for card in box.cards.values()
        if card.slot in uids
    ]


def demo_paper() -> list[PaperCard]:
    """The invented box that comes with the companion."""
    return paper(find_box("demo"))
