"""The tags of the other games: also those of an evening that is not played with yet, which no game knows."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.config import ConfigError
from companion.engine.printed_number import meant
from companion.enrol.card_set_format import current
from companion.games.registry import BOXES
from kiosk.own_data import OwnData


def tags_of_others(own: OwnData | None, game: str) -> Mapping[str, str]:
    """Tag -> the other game whose cards it was enrolled for. What cannot be read says nothing."""
    found: dict[str, str] = {}
    for boxed in BOXES.values():
        if own is None or boxed.game == game:
            continue
        try:
            e = current(boxed, own.config, own.data)
        except ConfigError:
            continue
        found |= {tag.uid: boxed.game for record in e.records.values() for tag in record.tags}
    return found


def owner_among(uid: str, others: Mapping[str, str]) -> str | None:
    """The game whose tag this is, of `tags_of_others`."""
    return next((others[other] for other in meant(uid, others)), None)
