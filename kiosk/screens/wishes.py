"""How a game is to be opened: kept in the settings, so that the next evening begins as the last one did."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine import typed
from kiosk.table.context import KioskContext

S = TypeVar("S", bound=Struct)


class Wishes(Generic[S]):
    """What was last chosen, made to fit the owner's data and the players, and the way to change it."""

    game: ClassVar[str]
    options: type[S]

    def __init__(self, context: KioskContext) -> None:
        self.context = context
        self.book: Any = context.table.books[self.game]

    @property
    def now(self) -> S:
        """What would be opened now: whatever is no longer possible is back at its default."""
        return self.fitted(self.kept())

    def fitted(self, wish: S) -> S:
        """Return a wish as it is possible tonight."""
        raise NotImplementedError

    def kept(self) -> S:
        """What was chosen here once, whether or not it is possible tonight."""
        try:
            return typed.convert(self.context.owner.now.options.get(self.game, {}), self.options, strict=False)
        except msgspec.ValidationError:  # the file was edited by hand
            return self.options()

    def change(self, **new: Any) -> None:
        """Choose something else and store it, but nothing else: what was only fitted may fit again tomorrow."""
        kept = typed.from_json(msgspec.json.encode(replace(self.kept(), **new)))
        self.context.set_up.choose_options(self.game, kept)
