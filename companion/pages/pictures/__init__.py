"""The table as a picture: one SVG of the public view, without words, the same for every language and every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

Draw = Callable[[Any], str | None]
"""Draws a view; None: there is nothing to be seen."""
MODULES = {name: f"companion.pages.pictures.{name}" for name in ("infernal_wagon", "cerbere", "hellrail")}
"""Game -> where its `picture` is."""


class _Pictures(Mapping[str, Draw]):
    """Each is imported when it is asked for the first time."""

    def __getitem__(self, name: str) -> Draw:
        draw: Draw = import_module(MODULES[name]).picture
        return draw

    def __iter__(self) -> Iterator[str]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


PICTURES: Mapping[str, Draw] = _Pictures()
