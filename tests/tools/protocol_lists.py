"""The lists at the end of docs/protocol.md, made from the classes: events, view fields, options, prompts.

python -m tests.tools.protocol_lists     # writes them between their two marks

What may stand in a position or a correction has tables of its own on the games' pages (`position_keys.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields

from companion.engine.game import Silent
from companion.engine.history import Redone, Undone
from companion.engine.journal_rows import GameRow
from companion.engine.patch import members, plain_type
from companion.engine.prompt import Prompt
from companion.engine.text import Text
from companion.games.cerbere.rules.setup import Options as CerbereOptions
from companion.games.hellrail.rules.setup import Options as HellRailOptions
from companion.games.infernal_wagon.rules.prepare import Options as WagonOptions
from companion.games.infernal_wagon.state import GroupRecord, Rulings
from companion.games.registry import GAMES

PAGE = Path(__file__).resolve().parents[2] / "docs/protocol.md"
MARKED = re.compile(r"(<!-- lists -->\n).*?(<!-- end of lists -->)", re.DOTALL)
OPTIONS: dict[str, tuple[type[Struct], ...]] = {
    "infernal_wagon": (WagonOptions, Rulings, GroupRecord),
    "cerbere": (CerbereOptions,),
    "hellrail": (HellRailOptions,),
}
"""By game, what the options of `open` are read as."""
PLAIN = {bool: "true or false", int: "number", float: "number", str: "word", Any: "anything", object: "anything"}
MOST_VALUES = 12
"""A word that may be one of more than these is only called a word."""


def kind(hint: Any) -> str:
    """What JSON has in a field of this type."""
    plain, notes = plain_type(hint)
    options = members(hint)
    if len(options) > 1:
        kinds = list(dict.fromkeys(kind(one) for one in options if one is not NoneType))
        return " or ".join([*kinds, *(["null"] if NoneType in options else [])])
    origin, args = get_origin(plain), get_args(plain)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object by {kind(args[0])}: {kind(args[1])}"
    if origin in (tuple, list, frozenset, set):
        inner = list(dict.fromkeys(kind(one) for one in args if one is not Ellipsis))
        items = ", ".join(inner)
        return f"list of ({items})" if len(inner) > 1 or ", " in items or " or " in items else f"list of {items}"
    if origin is Literal or (isinstance(plain, type) and issubclass(plain, Enum)):
        values = [str(one) for one in args] if origin is Literal else [str(one.value) for one in plain]
        return ", ".join(f"`{one}`" for one in values) if len(values) <= MOST_VALUES else "word"
    if isinstance(plain, type) and issubclass(plain, Text):
        return "words"
    if isinstance(plain, type) and issubclass(plain, Struct):
        return "object"
    bounds = next((one for one in notes if isinstance(one, Meta) and one.ge is not None), None)
    if bounds is not None and plain is int:
        return f"{bounds.ge} to {bounds.le}" if bounds.le is not None else f"number from {bounds.ge}"
    return PLAIN[plain]


def hints(owner: type[Struct]) -> dict[str, Any]:
    """The types of a class's fields, by the names that JSON has for them."""
    types = get_type_hints(owner, include_extras=True)
    return {field.encode_name: types[field.name] for field in fields(owner)}


def within(hint: Any, key: str, seen: tuple[type, ...]) -> Iterator[tuple[str, str]]:
    """The fields of the objects in a field; an object in a list has `[]` behind its key, one by name `.NAME`."""
    for one in members(hint):
        inner, origin = plain_type(one)[0], get_origin(plain_type(one)[0])
        if isinstance(inner, type) and issubclass(inner, Struct) and not issubclass(inner, Text) and inner not in seen:
            yield from rows(inner, f"{key}.", (*seen, inner))
        elif origin is not None and get_args(inner) and origin is not Literal:
            by_name = isinstance(origin, type) and issubclass(origin, Mapping)
            parts = get_args(inner)[1:] if by_name else [part for part in get_args(inner) if part is not Ellipsis]
            for part in dict.fromkeys(parts):
                yield from within(part, f"{key}.NAME" if by_name else f"{key}[]", seen)


def rows(owner: type[Struct], key: str = "", seen: tuple[type, ...] = ()) -> Iterator[tuple[str, str]]:
    """Each field and what may stand there, those of the objects inside, too."""
    for name, hint in hints(owner).items():
        yield f"{key}{name}", kind(hint)
        yield from within(hint, f"{key}{name}", seen)


def table(heads: tuple[str, ...], lines: Sequence[tuple[str, ...]]) -> list[str]:
    cells = [[part.replace("|", "\\|") for part in line] for line in lines]
    head, *body = [f"| {' | '.join(line)} |" for line in [list(heads), *cells]]
    return [head, "|---" * len(heads) + "|", *body, ""]


def fields_table(owner: type[Struct]) -> list[str]:
    return table(("Field", "Type"), [(f"`{name}`", what) for name, what in rows(owner)])


def events(union: Any) -> list[str]:
    told = [one for one in members(union) if not issubclass(one, Silent)]
    lines = []
    for one in sorted(told, key=lambda one: str(one.__struct_config__.tag)):
        said = "; ".join(f"`{name}`: {kind(hint)}" for name, hint in hints(one).items())
        lines.append((f"`{one.__struct_config__.tag}`", said or "–"))
    return table(("`type`", "Fields"), lines)


def options(kinds: tuple[type[Struct], ...]) -> list[str]:
    lines = []
    for owner in kinds:
        types = hints(owner)
        for field in fields(owner):
            default = "" if field.default in (NODEFAULT, None) else plain_default(field.default)
            lines.append((f"`{field.encode_name}`", kind(types[field.encode_name]), default))
    return table(("Option", "Type", "Default"), lines)


def plain_default(value: Any) -> str:
    if isinstance(value, Struct) or value in ((), {}, ""):
        return ""
    shown = value.value if isinstance(value, Enum) else str(value).lower() if isinstance(value, bool) else value
    return f"`{list(shown) if isinstance(shown, tuple) else shown}`"


def lists() -> str:
    lines = ["### Of every game", "", "Events of Undo and Redo, where the game tells them:", ""]
    lines += events(Undone | Redone)
    lines += ["A prompt:", "", *fields_table(Prompt), "A row of `games` and `paused`:", "", *fields_table(GameRow)]
    for name, make in GAMES.items():
        game = make(None)
        view = get_type_hints(game.view)["return"]
        lines += [f"### Events of {name}", "", *events(game.event_type)]
        lines += [f"### View of {name}", "", *fields_table(view)]
        lines += [f"### Options of {name}", "", *options(OPTIONS[name])]
    return "\n".join(lines)


def page() -> str:
    """The page as it ought to be."""
    text = PAGE.read_text(encoding="utf-8")
    return MARKED.sub(lambda found: f"{found[1]}\n{lists()}\n{found[2]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
