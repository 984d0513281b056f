"""The cards of Infernal Wagon for the enrolment: eight heaps, what is on a card, its box file as TOML (4.3, 4.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.engine.config import ConfigError
from companion.engine.uid import plain_uid
from companion.games.infernal_wagon.data.box import BoxError, BoxFile, SlotRow, box_file, find_box, parse_text
from companion.games.infernal_wagon.data.cards import EXPECTED, JOKER
from companion.games.infernal_wagon.names import CardKind, PenaltyKind, Special
from companion.tools.enrol.card_set_format import OwnBox
from companion.tools.enrol.plan import CardField, CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardRecord, CardSymbol, EnrolledTag, Enrolment
from companion.tools.enrol.toml_text import toml_table

YES: Final = "yes"
ENDS: Final = ("end1", "end2", "end3", "end4")
_COUNTS = tuple(str(n) for n in range(1, 10))
_PENALTY = CardField("penalty", (*_COUNTS, "no_draw", "none"))
_CROSS = CardField("cross", (YES,), needed=False)
_ARROW = CardField("arrow", (YES,), needed=False)


def _end(name: str, joker: bool = True, cross: bool = False) -> CardField:
    when = ("cross", YES) if cross else None
    return CardField(name, (JOKER,) if joker else (), signs=True, when=when)


FIELDS: Final[Mapping[CardKind, tuple[CardField, ...]]] = {
    CardKind.RAIL: (
        _end("end1"), _end("end2"), _end("end3", cross=True), _end("end4", cross=True), _PENALTY, _ARROW, _CROSS,
    ),
    CardKind.DANGER: (CardField("special", ("tunnel", "explosion", "none")), _end("end1"), _end("end2"), _PENALTY,
    _ARROW),
    CardKind.CURSE: (_end("end1", joker=False), _end("end2", joker=False)),
    CardKind.EXIT: (CardField("end1", (JOKER,), signs=True, needed=False),),
}  # fmt: skip
ORDER: Final = (
    CardKind.START, CardKind.RAIL, CardKind.EASY, CardKind.DANGER, CardKind.CURSE, CardKind.UTURN, CardKind.SILENCE,
    CardKind.EXIT,
)  # fmt: skip
"""The heaps as they are gone through."""
_HEAD = """\
# A box of Infernal Wagon, taken down by the companion. All of it may be changed by hand;
# `companion box check` says whether it can still be read, and if not, in which line.
"""


class WagonBox(OwnBox):
    """See `companion.tools.enrol.card_set_format.CardSetFormat`."""

    game = "infernal_wagon"
    file = "infernal_wagon-box.toml"
    mark = "infernal-wagon"

    def plan(self, config: Path | None, *known: Enrolment) -> EnrolmentPlan:
        records = [record for e in known for record in e.records.values()]
        return EnrolmentPlan(self.game, tuple(self._heap(kind, records) for kind in ORDER), (2, 9))

    @staticmethod
    def _heap(kind: CardKind, records: list[CardRecord]) -> CardGroup:
        own = list(dict.fromkeys(r.slot for r in records if r.heap == kind.value))
        ours = [slot for slot in _ours(kind) if slot not in own]
        used = {record.slot for record in records if not record.heap}
        ours.sort(key=lambda slot: slot not in used)  # a name that is in use stays
        slots = (own + ours)[: EXPECTED[kind]]
        if not own:
            slots = list(_ours(kind))
        named = kind in {CardKind.START, CardKind.EXIT}
        return CardGroup(
            kind.value,
            tuple(slots),
            FIELDS.get(kind, ()),
            alike=not named,
            ends=kind in {CardKind.RAIL, CardKind.DANGER, CardKind.EASY},
        )

    def found(self, config: Path) -> Path | None:
        return box_file("", config)

    def tags(self, config: Path | None) -> Collection[str]:
        return find_box("", config).tags or find_box("demo").tags

    def read(self, text: str, path: Path, config: Path | None) -> Enrolment:
        try:
            return _enrolment(parse_text(text, path)[0])
        except BoxError as error:
            key = ".".join(part for part in (error.slot, error.field) if part)
            raise ConfigError("bad_value", path, error.line, key, error.what) from error

    def text(self, enrolment: Enrolment, config: Path | None) -> str:
        return _HEAD + "\n".join(_lines(enrolment, self.plan(config, enrolment))) + "\n"


def _ours(kind: CardKind) -> tuple[str, ...]:
    """Our names for the cards of a kind."""
    if kind is CardKind.START:
        return ("start-3", "start-2", "start-1")
    if kind is CardKind.EXIT:
        return ("exit",)
    return tuple(f"{kind.value}-{n:02d}" for n in range(1, EXPECTED[kind] + 1))


# ---------------------------------------------------------------- from a file


def _enrolment(file: BoxFile) -> Enrolment:
    signs = tuple(CardSymbol(s.id, s.name, s.icon, s.colour) for s in file.symbols)
    records = {row.slot: _record(row) for row in file.cards}
    kept = {slot: record for slot, record in records.items() if record.heap or not record.empty}
    head = file.box
    return Enrolment(
        "infernal_wagon",
        name=head.label,
        edition=head.edition,
        signs=signs,
        records=kept,
        heap=ORDER[0].value,
        tag_ends=head.tag_ends,
    )


def _record(row: SlotRow) -> CardRecord:
    ours = row.slot in _ours(row.kind)
    tags = tuple(EnrolledTag(plain_uid(tag.uid), tag.end) for tag in row.tags)
    return CardRecord(row.slot, "" if ours else row.kind.value, tags, _values(row), row.state == "checked")


def _values(row: SlotRow) -> dict[str, str]:
    values: dict[str, str] = {}
    fields = {field.name for field in FIELDS.get(row.kind, ())}
    if row.intersection:
        values["cross"] = YES
    values |= dict(zip(ENDS, row.ends, strict=False))
    if row.directional:
        values["arrow"] = YES
    if row.special is not None:
        values["special"] = row.special.value
    if row.penalty is not None and row.penalty.kind is not PenaltyKind.UNKNOWN:
        values["penalty"] = str(row.penalty.n) if row.penalty.kind is PenaltyKind.DISCARD else row.penalty.kind.value
    return {name: value for name, value in values.items() if name in fields}


# ---------------------------------------------------------------- to a file


def _lines(enrolment: Enrolment, plan: EnrolmentPlan) -> Iterator[str]:
    yield from toml_table(
        "[box]", game="infernal-wagon", label=enrolment.name, edition=enrolment.edition, tag_ends=enrolment.tag_ends
    )
    for sign in enrolment.signs:
        colour = {"colour": sign.colour} if sign.colour else {}
        yield from toml_table("[[symbols]]", id=sign.id, name=sign.name, icon=sign.icon, **colour)
    for slot, heap in plan.slots.items():
        record = enrolment.record(slot)
        if not record.empty or record.heap:
            yield from toml_table("[[cards]]", **_row(record, heap))


def _row(record: CardRecord, heap: CardGroup) -> dict[str, Any]:
    kind, values = CardKind(heap.id), record.values
    row: dict[str, Any] = {"slot": record.slot, "kind": kind.value}
    ends = [values[name] for name in ENDS if values.get(name)]
    whole = len(ends) == (4 if values.get("cross") else 1 if kind is CardKind.EXIT else 2)
    if whole:
        row["ends"] = ends
    if values.get("cross"):
        row["intersection"] = True
    if values.get("arrow"):
        row["directional"] = True
    if penalty := values.get("penalty"):
        counts = penalty in _COUNTS
        row["penalty"] = {"kind": "discard", "n": int(penalty)} if counts else {"kind": penalty}
    if values.get("special"):
        row["special"] = Special(values["special"]).value
    if record.tags:
        row["tags"] = [{"uid": t.uid} | ({} if t.end is None else {"end": t.end}) for t in record.tags]
        described = heap.described(values)
        row["state"] = "checked" if record.checked and described else "described" if described else "bound"
    return row
