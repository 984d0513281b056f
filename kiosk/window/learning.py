"""Adds what a game reveals to the owner's box: penalties that were announced, tags that were unknown."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.engine.update import Refusal, Update
from companion.games.infernal_wagon.rules.learning import PenaltyLearner
from companion.games.registry import BOXES
from companion.tools.enrol import card_set_format as files_of
from companion.tools.enrol import files, session, store
from companion.tools.enrol.state import Enrolment
from kiosk.storage.keeper import CLOSE_S
from kiosk.storage.own_data import OwnData
from kiosk.table.game_uis import GAME_UIS

log = logging.getLogger(__name__)


class Learning:
    """Sees every update before the screens do.

    :param owner_of: the game whose box knows a tag.
    :param learns: False where the cards are virtual: they reveal nothing about the owner's.
    """

    def __init__(self, own: OwnData, owner_of: Callable[[str], str | None], learns: bool = True) -> None:
        self.own, self.owner_of, self.learns = own, owner_of, learns
        self._pupil = PenaltyLearner()
        self._last: threading.Thread | None = None

    def seen(self, update: Update) -> Update:
        """Return the same update; a tag of another game is called by that game's name."""
        wagon = update.game == "infernal_wagon"
        self._learn(self._pupil.heard(update.events, update.view) if wagon else self._pupil.left())
        uid = _unknown(update)
        if uid is None or update.game is None:
            return update
        owner = self.owner_of(uid)
        if owner is None or owner == update.game:
            self._change(update.game, lambda e: session.met_stranger(e, uid), settle=False)
            return update
        told = tuple(event for event in update.events if getattr(event, "uid", None) != uid)
        return replace(update, events=told, refusal=Refusal("tag_of_other", {"game": GAME_UIS[owner].title}))

    def _learn(self, lesson: Mapping[str, str]) -> None:
        """Learn what was unknown; what was known stays as it is (IW 4.4)."""
        if not lesson:
            return

        def make(enrolment: Enrolment) -> Enrolment:
            records = dict(enrolment.records)
            for slot, penalty in lesson.items():
                record = records.get(slot)
                if record is not None and record.tags and not record.values.get("penalty"):
                    records[slot] = replace(record, values={**record.values, "penalty": penalty})
            return replace(enrolment, records=records)

        self._change("infernal_wagon", make, settle=True)

    def _change(self, game: str, make: Callable[[Enrolment], Enrolment], settle: bool) -> None:
        """Change a box that exists; what cannot be written is skipped: the game matters more."""
        if not self.learns:
            return
        self._last = threading.Thread(
            target=self._write, args=(game, make, settle, self._last), name="learning", daemon=True
        )
        self._last.start()

    def _write(
        self, game: str, make: Callable[[Enrolment], Enrolment], settle: bool, before: threading.Thread | None
    ) -> None:
        if before is not None:
            before.join()
        boxed = BOXES[game]
        try:
            e = files_of.current_enrolment(boxed, self.own.config, self.own.data)
            new = make(e)
            if new == e or not any(record.tags for record in e.records.values()):
                return
            if settle:
                files.settle_box(boxed, new, self.own.config, self.own.data)
            else:
                store.save(new, self.own.data)
        except (ConfigError, OSError, ValueError) as error:
            log.warning("not learnt: %s", error)

    def close(self, seconds: float = CLOSE_S) -> None:
        """Wait until all is written, unless the disk does not answer."""
        if self._last is not None:
            self._last.join(seconds)


def _unknown(update: Update) -> str | None:
    """Return the tag that the game did not know."""
    if update.refusal is not None and update.refusal.code == "unknown_tag":
        return str(update.refusal.facts.get("uid", "")) or None
    for event in update.events:
        found: Any = getattr(event, "uid", None)
        if type(event).__name__ == "UnknownTag" and isinstance(found, str):
            return found
    return None
