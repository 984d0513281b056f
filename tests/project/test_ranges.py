"""Every number that a file, an option or a position may hold has a least and a greatest value.

Those of positions: `test_position_keys.py`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, inspect

from companion.games.cerbere.data.catalogue import _File as Catalogue
from companion.games.cerbere.data.faces import FaceFile
from companion.games.cerbere.data.rulings import Rulings as CerbereRulings
from companion.games.cerbere.data.tags import _File as CerbereTags
from companion.games.cerbere.rules.setup import Options as CerbereOptions
from companion.games.hellrail.data.deck import DeckFile
from companion.games.hellrail.data.draft import _File as Draft
from companion.games.infernal_wagon.data.box import BoxFile
from companion.games.infernal_wagon.state import GroupRecord, Rulings
from companion.hub.settings import HubSettings
from companion.tools.enrol.state import Enrolment
from companion.uplink.link.settings import LinkSettings
from companion.web_settings import WebSettings
from drivers.config import TableConfig
from drivers.light_table import LightTable
from kiosk.sound.config import SoundConfig
from kiosk.storage.settings import Settings
from tests.program_source import ROOT, python_files

FILES: tuple[type[Struct], ...] = (
    TableConfig, LightTable, SoundConfig, Settings, Rulings, GroupRecord, BoxFile, CerbereRulings,
    CerbereOptions, Catalogue, FaceFile, CerbereTags, DeckFile, Draft, Enrolment, WebSettings,
    LinkSettings, HubSettings,
)  # fmt: skip
CALL = re.compile(r"(?:load_toml|parse_toml)\((?:[^,()]|\([^()]*\))*(?:, path)?, (\w+)")


def unbounded(kind: inspect.Type, where: str, seen: set[type]) -> Iterator[str]:
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls in seen or cls.__module__.endswith((".state", ".cards", ".grid")):
                return
            seen.add(cls)
            for field in fields:
                yield from unbounded(field.type, f"{cls.__module__}.{cls.__name__}.{field.encode_name}", seen)
        case inspect.IntType() | inspect.FloatType():
            if (kind.ge is None and kind.gt is None) or (kind.le is None and kind.lt is None):
                yield where
        case _:
            inner: list[Any] = [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
            inner += [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type", "type")]
            for part in inner:
                if isinstance(part, inspect.Type):
                    yield from unbounded(part, where, seen)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.__module__}.{file.__name__}")
def test_every_number_has_a_range(file: type[Struct]) -> None:
    fields = inspect.type_info(file)
    assert isinstance(fields, inspect.StructType)
    assert [where for field in fields.fields for where in unbounded(field.type, field.encode_name, set())] == []


def test_no_shape_of_a_file_is_forgotten() -> None:
    """Whatever `load_toml` and `parse_toml` are called with stands above."""
    named = set()
    for path in python_files():
        for call in CALL.finditer(path.read_text()):
            module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            kind = getattr(module, call[1], None)
            if isinstance(kind, type) and issubclass(kind, Struct):
                named.add(kind)
    assert len(named) >= 9
    without_numbers = {"_Meta", "_Tags", "Settings", "MachineSettings"}
    assert {kind.__name__ for kind in named - set(FILES)} <= without_numbers
