"""The icons of the product."""

from __future__ import annotations

from companion.presentation import icon_shapes


def icon_names() -> tuple[str, ...]:
    """Return every icon there is."""
    return tuple(icon_shapes._symbols())
