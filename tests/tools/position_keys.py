"""The tables of keys on the games' pages, made from the classes of their states.

python -m tests.tools.position_keys     # writes them into docs/<game>.md and docs/fr/<game>.md, between their two marks
"""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from msgspec import Meta, Struct

from companion.engine.patch import BY_SEAT, MOMENT, SEAT, members, patchable, plain_type
from companion.engine.secret import Secret
from companion.games.registry import GAMES

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOLDERS = {"en": DOCS, "fr": DOCS / "fr"}
MARKED = re.compile(r"(<!-- keys -->\n).*?(<!-- end of keys -->)", re.S)
FRENCH = {
    "a seat": "une place",
    "a word": "un mot",
    "a number": "un nombre",
    "a list": "une liste",
    "an object": "un objet",
    "by seat": "par place",
    "by a word": "par mot",
    "ms from now": "ms à partir de maintenant",
    "or": "ou",
    "to": "à",
    "from": "à partir de",
    "Key": "Clé",
    "What may stand there": "Ce qui peut y être",
}
"""The words of the tables; what stands in the files themselves (`null`, `true`) is the same in every language."""


def in_french(words: str) -> str:
    """A cell of a table in French; what stands in backticks stays."""
    parts = words.split("`")
    one = re.compile(rf"\b({'|'.join(sorted(map(re.escape, FRENCH), key=len, reverse=True))})\b")
    parts[::2] = [re.sub(":", "\u00a0:", one.sub(lambda found: FRENCH[found[1]], part)) for part in parts[::2]]
    return "`".join(parts)


def kind_of(hint: Any) -> str:
    """What may stand there."""
    plain, notes = plain_type(hint)
    args = get_args(plain)
    if MOMENT in notes:
        return "ms from now"
    if SEAT in notes:
        return "a seat"
    if BY_SEAT in notes:
        return f"by seat: {kind_of(args[0])}"
    if get_origin(plain) is Secret:
        return f"`sealed`, or {kind_of(args[0])}"
    if len(members(plain)) > 1:
        return " or ".join(dict.fromkeys(kind_of(one) for one in members(plain)))
    if get_origin(plain) in (tuple, frozenset):
        inner = [kind_of(one) for one in args if one is not Ellipsis]
        return "a list: " + ", ".join(dict.fromkeys(inner))
    if get_origin(plain) is dict:
        return f"by {kind_of(args[0])}: {kind_of(args[1])}"
    if get_origin(plain) is Literal:
        return ", ".join(f"`{one}`" for one in args)
    if isinstance(plain, type) and issubclass(plain, Enum):
        return ", ".join(f"`{one.value}`" for one in plain)
    if isinstance(plain, type) and issubclass(plain, Struct):
        tag = plain.__struct_config__.tag
        return f"`{tag}`" if tag else "an object: " + ", ".join(f"`{name}`" for name in patchable(plain))
    metas = [meta for meta in notes if isinstance(meta, Meta)]
    bounds = {name: getattr(meta, name) for meta in metas for name in ("ge", "le")} or {"ge": None, "le": None}
    words = {bool: "true, false", int: "a number", str: "a word"}.get(plain, str(plain))
    if bounds["ge"] is not None and bounds["le"] is not None:
        return f"{bounds['ge']} to {bounds['le']}"
    return words if bounds["ge"] is None else f"{words} from {bounds['ge']}"


def rows(kind: type[Struct], key: str = "") -> list[tuple[str, str]]:
    """Each field of a patch, and what may stand there."""
    found = []
    for name, field in patchable(kind).items():
        plain, optional = plain_type(field.type)[0], type(None) in members(field.type)
        inner = get_args(plain)[0] if BY_SEAT in plain_type(field.type)[1] else None
        if isinstance(inner, type) and issubclass(inner, Struct):
            found += rows(inner, f"{key}{name}.NAME.")
        elif isinstance(plain, type) and issubclass(plain, Struct) and not optional:
            found += rows(plain, f"{key}{name}.")
        else:
            found.append((f"{key}{name}", kind_of(field.type) + (", null" if optional else "")))
    return found


def table(kind: type[Struct], language: str) -> str:
    say = in_french if language == "fr" else str
    cells = [(f"`{key}`", what) for key, what in rows(kind)]
    lines = [f"| {key} | {say(what)} |" for key, what in cells]
    return "\n".join([f"| {say('Key')} | {say('What may stand there')} |", "|---|---|", *lines]) + "\n"


def pages() -> dict[Path, str]:
    """Each page of a game as it ought to be."""
    made = {}
    for name, make in GAMES.items():
        for language, folder in FOLDERS.items():
            path = folder / f"{name}.md"
            text = path.read_text(encoding="utf-8")
            keys = table(make(None).state_type, language)
            made[path] = MARKED.sub(lambda found, keys=keys: found[1] + keys + found[2], text)  # type: ignore[misc]
    return made


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
