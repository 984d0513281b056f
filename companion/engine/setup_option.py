"""The choices before a game is opened, as data: a page shows them, remembers them, and opens the game with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.engine.text import Text


class YesNoOption(Struct, frozen=True):
    """A choice between yes and no."""

    key: str
    label: Text
    default: bool = False


class NumberOption(Struct, frozen=True):
    """A number within its bounds."""

    key: str
    label: Text
    default: int
    least: int
    most: int
    icon: str = ""


class OneOf(Struct, frozen=True):
    """One of a few values, each with its words."""

    key: str
    label: Text
    values: tuple[tuple[str, Text], ...]

    @property
    def default(self) -> str:
        return self.values[0][0]


SetupOption = YesNoOption | NumberOption | OneOf


def fitted_options(options: tuple[SetupOption, ...], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was kept of them, and the default of each that is missing or cannot be (a file edited by hand)."""
    return {option.key: _value(option, kept.get(option.key)) for option in options}


def _value(option: SetupOption, kept: Any) -> Any:
    match option, kept:
        case YesNoOption(), bool():
            return kept
        case NumberOption(least=least, most=most), int() if not isinstance(kept, bool) and least <= kept <= most:
            return kept
        case OneOf(values=values), str() if kept in dict(values):
            return kept
    return option.default
