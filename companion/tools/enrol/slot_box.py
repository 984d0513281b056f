"""The box of a game whose pieces each have a slot of their own: its file has a line for each, `slot = "uid"`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from companion.engine.config import BadValue, load_toml, parse_toml
from companion.engine.text import N_, Facts, Text
from companion.engine.uid import plain_uid
from companion.tools.enrol.card_set_format import OwnBox
from companion.tools.enrol.plan import CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardRecord, EnrolledTag, Enrolment
from companion.tools.enrol.toml_text import toml_table


class _Meta(Struct, forbid_unknown_fields=True):
    game: str
    format: int = 1
    label: str = ""
    edition: str = ""


class _Tags(Struct, forbid_unknown_fields=True):
    meta: _Meta
    tags: dict[str, str] = {}


FIRST = 0xDE00000000
"""The first invented tag."""


class SlotBox(OwnBox):
    """See `CardSetFormat`. Nothing of a piece has to be described. `groups`: heap -> its slots."""

    def __init__(self, game: str, groups: Mapping[str, tuple[str, ...]]) -> None:
        self.game = self.mark = game
        self.file = f"{game}-box.toml"
        self._plan = EnrolmentPlan(game, tuple(CardGroup(heap, slots, alike=False) for heap, slots in groups.items()))
        self.demo = {slot: f"{FIRST + n:010X}" for n, slot in enumerate(self._plan.slots)}
        """Slot -> its invented tag, for the virtual table."""

    def plan(self, config: Path | None, *known: Enrolment) -> EnrolmentPlan:
        return self._plan

    def found(self, config: Path) -> Path | None:
        own = self.own(config)
        return own if own.exists() else None

    def read(self, text: str, path: Path, config: Path | None) -> Enrolment:
        file = parse_toml(text, path, _Tags, self._check)
        records = {
            slot: CardRecord(slot, tags=(EnrolledTag(plain_uid(uid)),)) for slot, uid in file.tags.items() if uid
        }
        return Enrolment(
            self.game,
            name=file.meta.label,
            edition=file.meta.edition,
            records=records,
            heap=self._plan.heaps[0].id,
        )

    def text(self, enrolment: Enrolment, config: Path | None) -> str:
        uids = {slot: enrolment.record(slot).tags[0].uid for slot in self._plan.slots if enrolment.record(slot).tags}
        head = toml_table("[meta]", game=self.game, format=1, label=enrolment.name, edition=enrolment.edition)
        return "\n".join([*head, *toml_table("[tags]", **uids)]).lstrip() + "\n"

    def tags(self, config: Path | None) -> dict[str, str]:
        """Return tag -> slot, of the owner's box and of the virtual table.

        :raises ConfigError: naming file, line and key.
        """
        path = self.found(config) if config is not None else None
        own = {} if path is None else load_toml(path, _Tags, self._check).tags
        return {plain_uid(uid): slot for slot, uid in (*self.demo.items(), *own.items()) if uid}

    def _check(self, file: _Tags) -> None:
        if file.meta.game != self.game:
            facts: Facts = {"word": file.meta.game, "other": self.game}
            raise BadValue(("meta", "game"), Text(N_("this is an enrolment of {word}, not of {other}"), facts))
        seen: dict[str, str] = {}
        for slot, uid in file.tags.items():
            if slot not in self._plan.slots:
                raise BadValue(("tags", slot), Text(N_("there is no such key")))
            if uid and (other := seen.setdefault(plain_uid(uid), slot)) != slot:
                facts = {"word": plain_uid(uid), "one": other, "other": slot}
                raise BadValue(("tags", slot), Text(N_("the tag {word} is on {one} and on {other}"), facts))
