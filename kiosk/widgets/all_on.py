"""All that is on a widget."""

from __future__ import annotations

from typing import Any


def all_on(widget: Any) -> list[Any]:
    """Return a widget and all that is on it, each before what is on it. (Kivy's `walk` makes a generator for each.)"""
    found = [widget]
    for one in found:
        found.extend(one.children)
    return found
