"""The table's knowledge of its pages."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.text import Text


class Phone(Struct, frozen=True):
    """A seat's phone. `here`: its page is open."""

    seat: str
    here: bool


class PagesState(Struct, frozen=True):
    """`urls`: where the pages are; empty until their server has come. `asking`: seats for which a second phone waits to
    be let in. `screens`: pages without a seat. `codes`: seats whose code is unused. `fault`: why there is no
    server."""

    urls: tuple[str, ...] = ()
    phones: tuple[Phone, ...] = ()
    asking: tuple[str, ...] = ()
    screens: int = 0
    codes: tuple[str, ...] = ()
    fault: Text | None = None
