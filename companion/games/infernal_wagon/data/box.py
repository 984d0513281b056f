"""A box file (schema in section 4.3), JSON or TOML, checked to the last field; whatever is wrong is named.

box = find_box("example")
box = find_box("", Path("config"))      # the owner's own box, or one in which no card is known
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from companion.engine import packaged, typed
from companion.engine.config import NOT_UTF8, TOO_DEEP, ConfigError, toml_data
from companion.engine.files import read_file
from companion.engine.foreign import of_library, of_system, verbatim
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.engine.toml_lines import KeyPath, line_of
from companion.engine.uid import plain_uid
from companion.games.infernal_wagon.data.cards import (
    EMPTY_BOX,
    EXPECTED,
    JOKER,
    Card,
    CardBox,
    Penalty,
    TagOf,
    virtual_exit,
    virtual_start,
)
from companion.games.infernal_wagon.names import CardKind, PenaltyKind, Special
from companion.games.infernal_wagon.view import SymbolView


class BoxError(Refused, ValueError):
    """A box file cannot be used. Facts: `file`, `line` (from 1; 0: not known), `slot` (or another place in the file),
    `field`, `reason` (`what` in English)."""

    def __init__(self, what: Text, slot: str = "", field: str = "", file: str = "", line: int = 0) -> None:
        where = f"{file}:{line}" if file and line else file
        super().__init__("bad_box", file=file, line=line or "", slot=slot, field=field, reason=str(what))
        self.what, self.slot, self.field, self.file, self.line = what, slot, field, file, line
        self.where = where

    def __str__(self) -> str:
        return ": ".join(part for part in (self.where, self.slot, self.field, str(self.what)) if part)


class Header(Struct, forbid_unknown_fields=True):
    game: Literal["infernal-wagon"]
    label: str = ""
    edition: str = ""
    tag_ends: bool = False
    demo: bool = False


class SymbolRow(Struct, forbid_unknown_fields=True):
    id: str
    name: str = ""
    icon: Annotated[int, Meta(ge=0, le=999)] = 0
    colour: str = ""


class PenaltyRow(Struct, forbid_unknown_fields=True):
    kind: PenaltyKind
    n: Annotated[int, Meta(ge=-99, le=99)] | None = None


class TagRow(Struct, forbid_unknown_fields=True):
    uid: str
    end: Annotated[int, Meta(ge=-99, le=99)] | None = None


class SlotRow(Struct, forbid_unknown_fields=True):
    slot: str
    kind: CardKind
    ends: tuple[str, ...] = ()
    intersection: bool = False
    directional: bool = False
    penalty: PenaltyRow | None = None
    special: Special | None = None
    tags: tuple[TagRow, ...] = ()
    state: Literal["bound", "described", "checked"] | None = None
    """None: an empty slot, to which no tag is bound yet."""


class BoxFile(Struct, forbid_unknown_fields=True):
    box: Header
    symbols: tuple[SymbolRow, ...] = ()
    joker: Literal["*"] = "*"
    cards: tuple[SlotRow, ...] = ()


PACKAGED: Final = packaged.PACKAGED / "infernal_wagon"
"""The boxes that come with the companion; all of their cards are invented."""
PACKAGED_NAMES: Final = ("demo", "example", "template")
_SUFFIXES = (".toml", ".json")
"""Of two box files the TOML is taken: that is what the companion writes."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_NONE = Penalty(PenaltyKind.NONE)


# --- finding and reading ---------------------------------------------------------------------------------


def find_box(name: str = "", config_dir: Path | None = None) -> CardBox:
    """Return the box called `name`: one of the companion's, or a file of the owner's; "" is the owner's `box.json` or
    `.toml`.

    :raises BoxError: if there is none of that name, or if it cannot be used.
    """
    if name in PACKAGED_NAMES:
        return load_box(PACKAGED / f"{name}.json")
    if Path(name).name != name or len(name) > 100:
        raise BoxError(Text(N_("a box is called by its name, without a folder")), file=name[:100])
    path = box_file(name, config_dir)
    if path is not None:
        return load_box(path)
    if name:
        raise BoxError(Text(N_("there is no such box")), file=name)
    return EMPTY_BOX


def box_file(name: str, config_dir: Path | None) -> Path | None:
    """Return the owner's file of a box; None if there is none."""
    folders = (config_dir / "infernal_wagon", config_dir) if config_dir else ()
    stem = name or "box"
    for folder in folders:
        for file in (*(f"{stem}{suffix}" for suffix in _SUFFIXES), stem):
            if file.endswith(_SUFFIXES) and (folder / file).is_file():
                return folder / file
    return None


def load_box(path: Path) -> CardBox:
    """Return the box in a JSON or TOML file.

    :raises BoxError: naming the file, the line of a TOML file, and the slot and field if it can be read at all.
    """
    return _box_in(_text_of(path), path)


@lru_cache(maxsize=4)
def _box_in(text: str, path: Path) -> CardBox:
    """Each game opens the same file: it is taken apart once, until it says something else."""
    return parse_text(text, path)[1]


def _text_of(path: Path) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except OSError as error:
        raise BoxError(of_system(error), file=str(path)) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BoxError(NOT_UTF8, file=str(path), line=line) from error


def parse_text(text: str, path: Path) -> tuple[BoxFile, CardBox]:
    """Return a box file's text, TOML if `path` (named in errors) says so, else JSON.

    :raises BoxError: as `load_box`.
    """
    toml = path.suffix == ".toml"
    try:
        data = toml_data(text, path) if toml else typed.from_json(text)
    except ConfigError as error:
        raise BoxError(error.what, field=error.key, file=str(path), line=error.line) from error
    except RecursionError as error:
        raise BoxError(TOO_DEEP, file=str(path)) from error
    except ValueError as error:
        raise BoxError(of_library(str(error)), file=str(path), line=_syntax_line(str(error), text)) from error
    try:
        return rows(data), parse_box(data)
    except BoxError as error:
        line = line_of(text, _key(data, error)) if toml else 0
        raise BoxError(error.what, error.slot, error.field, str(path), line) from error


def _syntax_line(message: str, text: str) -> int:
    if found := re.search(r"\(byte (\d+)\)", message):
        return text.encode("utf-8", "replace")[: int(found[1])].count(b"\n") + 1
    return 0


def _key(data: Any, error: BoxError) -> KeyPath:
    """Return where in the file the thing is that is wrong; where a slot is there twice, the last of them."""
    for table, name in (("cards", "slot"), ("symbols", "id")):
        entries = data.get(table)
        for i in reversed(range(len(entries) if isinstance(entries, list) else 0)):
            entry = entries[i]
            called = entry.get(name) if isinstance(entry, Mapping) else None
            if error.slot and error.slot in (called, f"{table}[{i}]"):
                return (table, i, *re.findall(r"\w+", error.field)[:1])
    return tuple(re.findall(r"\w+", error.field))


def rows(data: Mapping[str, Any]) -> BoxFile:
    """Return the rows of a file, each of the right shape.

    :raises BoxError: for the first that is not.
    """
    try:
        return typed.convert(data, BoxFile)
    except msgspec.ValidationError as error:
        raise _misshapen(error, data) from error


def parse_box(data: Mapping[str, Any]) -> CardBox:
    """Return the box that `data` describes.

    :raises BoxError: for the first thing that is wrong, naming slot and field.
    """
    file = rows(data)
    symbols = _symbols(file.symbols)
    known = frozenset(symbol.id for symbol in symbols)
    slots = _in_order(file.cards)
    _check_slots(slots)
    last_start = next((raw.slot for raw in reversed(slots) if raw.kind is CardKind.START), None)
    cards = {raw.slot: _card(raw, known, raw.slot == last_start) for raw in slots}
    tags = _tags(slots, file.box.tag_ends)
    header = file.box
    return CardBox(header.label, header.edition, header.demo, header.tag_ends, symbols, _completed(cards), tags)


def _misshapen(error: msgspec.ValidationError, data: Any) -> BoxError:
    """msgspec's sentence with its path `$.cards[3].ends` -> slot and field."""
    sentence, _, where = str(error).partition(" - at ")
    what = of_library(sentence)
    path = where.strip("`").removeprefix("$").removeprefix(".")
    if unknown := re.match(r"Object (?:contains unknown|missing required) field `(.*)`", sentence):
        path = f"{path}.{unknown[1]}" if path else unknown[1]
        what = Text(N_("there is no such field") if "contains unknown" in sentence else N_("this field is missing"))
    place = re.match(r"(cards|symbols)\[(\d+)\]\.?(.*)", path)
    if place is None:
        return BoxError(what, field=path)
    entry, name = data[place[1]][int(place[2])], "slot" if place[1] == "cards" else "id"
    called = entry.get(name) if isinstance(entry, Mapping) else None
    return BoxError(what, called if isinstance(called, str) else f"{place[1]}[{place[2]}]", place[3])


# --- symbols ----------------------------------------------------------------------------------------------


def _symbols(raw: tuple[SymbolRow, ...]) -> tuple[SymbolView, ...]:
    if raw and not 2 <= len(raw) <= 9:
        raise BoxError(Text(N_("a box has 2 to 9 symbols, not {n}"), {"n": len(raw)}), field="symbols")
    seen: set[str] = set()
    for symbol in raw:
        if not symbol.id.strip() or symbol.id == JOKER:
            raise BoxError(Text(N_("a symbol's id is neither empty nor the joker")), symbol.id, "id")
        if symbol.id in seen:
            raise BoxError(Text(N_("two symbols have this id")), symbol.id, "id")
        if symbol.icon < 0:
            raise BoxError(Text(N_("an icon's number is 0 or more")), symbol.id, "icon")
        if symbol.colour and not _COLOUR.fullmatch(symbol.colour):
            raise BoxError(Text(N_("a colour is written #rrggbb")), symbol.id, "colour")
        seen.add(symbol.id)
    return tuple(SymbolView(s.id, s.name or s.id, s.icon, s.colour) for s in raw)


# --- cards ------------------------------------------------------------------------------------------------


def _in_order(slots: tuple[SlotRow, ...]) -> list[SlotRow]:
    """The Start cards first, 3-2-1: by the number their names end with if all have one, else as they stand."""
    starts = [raw for raw in slots if raw.kind is CardKind.START]
    numbers = [raw.slot[-1:] for raw in starts]
    if len(set(numbers)) == len(numbers) and set(numbers) <= set("321"):
        starts.sort(key=lambda raw: raw.slot[-1:], reverse=True)
    return starts + [raw for raw in slots if raw.kind is not CardKind.START]


def _check_slots(slots: list[SlotRow]) -> None:
    counts: Counter[CardKind] = Counter()
    seen: set[str] = set()
    for raw in slots:
        if not raw.slot.strip() or raw.slot != raw.slot.strip():
            raise BoxError(Text(N_("a slot's name is neither empty nor begins or ends with a space")), raw.slot, "slot")
        if raw.slot in seen:
            raise BoxError(Text(N_("two cards have this slot")), raw.slot, "slot")
        seen.add(raw.slot)
        counts[raw.kind] += 1
        if counts[raw.kind] > EXPECTED[raw.kind]:
            most = Text(N_("too many of this kind: a box has {n} at most"), {"n": EXPECTED[raw.kind]})
            raise BoxError(most, raw.slot, "kind")


def _card(raw: SlotRow, known: frozenset[str], last_start: bool) -> Card:
    on_track = raw.kind in {CardKind.RAIL, CardKind.DANGER}
    if raw.intersection and raw.kind is not CardKind.RAIL:
        raise BoxError(Text(N_("only a rail card can be an {iw.intersection}")), raw.slot, "intersection")
    if raw.directional and not on_track:
        raise BoxError(Text(N_("only rail and danger cards can bear an arrow")), raw.slot, "directional")
    if raw.special not in {None, Special.NONE} and raw.kind is not CardKind.DANGER:
        raise BoxError(Text(N_("only danger cards have a special")), raw.slot, "special")
    penalty = _penalty(raw)
    ends = _ends(raw, known, last_start)
    described = bool(ends) or raw.kind not in {CardKind.RAIL, CardKind.DANGER, CardKind.CURSE}
    if raw.state in {"described", "checked"} and not described:
        missing = Text(N_("the card is {word}, but its ends are missing"), {"word": str(raw.state)})
        raise BoxError(missing, raw.slot, "ends")
    return Card(
        raw.slot,
        raw.kind,
        ends,
        raw.intersection,
        raw.directional,
        penalty if on_track else _NONE,
        raw.special if raw.kind is CardKind.DANGER else Special.NONE,
        described,
    )


def _penalty(raw: SlotRow) -> Penalty:
    if raw.penalty is None:
        return Penalty()
    kind, n = raw.penalty.kind, raw.penalty.n
    if raw.kind not in {CardKind.RAIL, CardKind.DANGER} and kind not in {PenaltyKind.NONE, PenaltyKind.UNKNOWN}:
        raise BoxError(Text(N_("only rail and danger cards have an effect")), raw.slot, "penalty.kind")
    if kind is PenaltyKind.DISCARD and n is None:
        raise BoxError(Text(N_("how many cards to discard is missing")), raw.slot, "penalty.n")
    if kind is not PenaltyKind.DISCARD and n is not None:
        raise BoxError(Text(N_("only a discard has a number")), raw.slot, "penalty.n")
    if n is not None and not 1 <= n <= 9:
        raise BoxError(Text(N_("a card discards 1 to 9, not {n}"), {"n": n}), raw.slot, "penalty.n")
    return Penalty(kind, n)


def _ends(raw: SlotRow, known: frozenset[str], last_start: bool) -> tuple[str, ...]:
    for end in raw.ends:
        if end != JOKER and end not in known:
            raise BoxError(Text(N_("there is no symbol {word}"), {"word": repr(end)}), raw.slot, "ends")
    match raw.kind:
        case CardKind.RAIL | CardKind.DANGER | CardKind.CURSE:
            _count(raw, (0, 4 if raw.intersection else 2))
            return raw.ends
        case CardKind.EASY:
            _count(raw, (0, 2))
            _jokers(raw)
            return (JOKER, JOKER)
        case CardKind.START:
            _count(raw, (0, 1) if last_start else (0,))
            _jokers(raw)
            return (JOKER,) if last_start else ()
        case CardKind.EXIT:
            _count(raw, (0, 1, 2))
            return raw.ends[:1] or (JOKER,)
        case CardKind.SILENCE | CardKind.UTURN:
            _count(raw, (0,))
            return ()


def _count(raw: SlotRow, allowed: Iterable[int]) -> None:
    if len(raw.ends) not in allowed:
        should = Text(N_(" or "), parts=tuple(verbatim(str(n)) for n in allowed))
        wrong = Text(N_("this card has {words} ends, not {n}"), {"words": should, "n": len(raw.ends)})
        raise BoxError(wrong, raw.slot, "ends")


def _jokers(raw: SlotRow) -> None:
    if set(raw.ends) - {JOKER}:
        raise BoxError(Text(N_("this card has only the joker")), raw.slot, "ends")


def _completed(cards: dict[str, Card]) -> dict[str, Card]:
    """With the Start cards and the Exit, which need no tags: those that the file leaves out are added."""
    starts = [card for card in cards.values() if card.kind is CardKind.START]
    free = [name for name in ("ST3", "ST2", "ST1") if name not in cards]
    missing = 3 - len(starts)
    added = [virtual_start(name, not starts and i == missing - 1) for i, name in enumerate(free[:missing])]
    if len(added) < missing:
        raise BoxError(
            Text(N_("this name is kept for a {iw.start} card")),
            next(n for n in ("ST3", "ST2", "ST1") if n in cards),
            "slot",
        )
    whole = {card.slot: card for card in (*added, *cards.values())}
    if not any(card.kind is CardKind.EXIT for card in cards.values()):
        if "EXIT" in cards:
            raise BoxError(Text(N_("this name is kept for the {iw.exit} card")), "EXIT", "slot")
        whole["EXIT"] = virtual_exit()
    return whole


# --- tags -------------------------------------------------------------------------------------------------


def _tags(slots: list[SlotRow], tag_ends: bool) -> dict[str, TagOf]:
    tags: dict[str, TagOf] = {}
    names = {raw.slot.upper() for raw in slots}
    for raw in slots:
        if raw.state is not None and not raw.tags and raw.kind is not CardKind.START:
            missing = Text(N_("the card is {word}, but it has no tag"), {"word": raw.state})
            raise BoxError(missing, raw.slot, "tags")
        for tag in raw.tags:
            uid = plain_uid(tag.uid)
            if not uid or any(c.isspace() for c in tag.uid):
                raise BoxError(Text(N_("a uid is neither empty nor contains a space")), raw.slot, "tags.uid")
            if uid in names:
                wrong = Text(N_("the uid {word} is the name of a slot"), {"word": uid})
                raise BoxError(wrong, raw.slot, "tags.uid")
            if uid in tags:
                wrong = Text(N_("the uid {word} is already that of {words}"), {"word": uid, "words": tags[uid].slot})
                raise BoxError(wrong, raw.slot, "tags.uid")
            _check_end(raw, tag)
            tags[uid] = TagOf(raw.slot, tag.end if tag_ends else None)
    return tags


def _check_end(raw: SlotRow, tag: TagRow) -> None:
    if tag.end is None:
        return
    if raw.kind not in {CardKind.RAIL, CardKind.DANGER, CardKind.EASY, CardKind.EXIT}:
        raise BoxError(Text(N_("this card has no ends to put a tag at")), raw.slot, "tags.end")
    places = 4 if raw.intersection else 1 if raw.kind is CardKind.EXIT else 2
    if not 0 <= tag.end < places:
        wrong = Text(N_("an end is 0 to {most}, not {n}"), {"most": places - 1, "n": tag.end})
        raise BoxError(wrong, raw.slot, "tags.end")
