"""How Cerbère is to be opened: kept in the settings, so that the next evening begins as the last one did."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine import typed
from companion.games.cerbere.data.rulings import GatesZone
from companion.games.cerbere.memory import next_minimum
from companion.games.cerbere.names import Boating, Level, Part
from companion.games.cerbere.rules.setup import Book
from kiosk.context import KioskContext

GAME = "cerbere"


class SetupOptions(Struct, frozen=True, omit_defaults=True):
    """What was chosen. A ruling that nobody touched here is None: then the owner's file holds."""

    level: Level = Level.TRACKER
    start: str = ""
    mids: tuple[str, ...] | None = None
    end: str = ""
    m: int = 0
    boats: Boating = Boating.UNKNOWN
    first: str = ""
    fast_die: bool | None = None
    gates_zone: GatesZone | None = None
    follow_cards: bool | None = None


class Wishes:
    """What was last chosen here, made to fit the owner's data and the number of players, and the way to change it."""

    def __init__(self, context: KioskContext) -> None:
        self.context = context
        self.book: Book = context.books[GAME]

    @property
    def now(self) -> SetupOptions:
        """What would be opened now: whatever is no longer possible is back at its default."""
        return self._fitted(self._kept())

    def _kept(self) -> SetupOptions:
        """What somebody chose here once, whether or not it is possible tonight."""
        try:
            return typed.convert(self.context.settings.now.options.get(GAME, {}), SetupOptions, strict=False)
        except msgspec.ValidationError:  # the file was edited by hand
            return SetupOptions()

    def _fitted(self, wish: SetupOptions) -> SetupOptions:
        faces = self.book.faces
        usual = faces.presets["REF"].faces if "REF" in faces.presets else None
        parts = (faces.of(Part.START), faces.of(Part.MID), faces.of(Part.END))
        start, first, second, end = usual or (parts[0][0], *parts[1][:2], parts[2][0])
        mids = tuple(dict.fromkeys(id for id in wish.mids or () if id in parts[1]))[:2]
        fast = self.book.rulings.fast_die if wish.fast_die is None else wish.fast_die
        least, most = self.book.limits(self.context.count, fast)
        names = [seat.name for seat in self.context.seats()]
        return replace(
            wish,
            start=wish.start if wish.start in parts[0] else start,
            mids=(first, second) if wish.mids is None else mids,
            end=wish.end if wish.end in parts[2] else end,
            m=max(least, min(most, wish.m)),
            first=wish.first if wish.first in names else names[0],
        )

    def change(self, **new: Any) -> None:
        """Choose something else and remember it, but nothing else: what was only fitted may fit again tomorrow."""
        settings = self.context.settings.now
        kept = typed.from_json(msgspec.json.encode(replace(self._kept(), **new)))
        options = {**settings.options, GAME: kept}
        self.context.keep(replace(settings, options=options))

    # ------------------------------------------------------------ what follows from it

    @property
    def fast_die(self) -> bool:
        """Whether the die may begin at 7 and 8."""
        chosen = self.now.fast_die
        return self.book.rulings.fast_die if chosen is None else chosen

    @property
    def gates_zone(self) -> GatesZone:
        """Where the zone of two bonus cards ends."""
        return self.now.gates_zone or self.book.rulings.gates_zone

    @property
    def follow_cards(self) -> bool:
        """Whether the cards are followed."""
        chosen = self.now.follow_cards
        return self.book.rulings.follow_cards if chosen is None else chosen

    def limits(self) -> tuple[int, int]:
        """What the die's minimum may be."""
        return self.book.limits(self.context.count, self.fast_die)

    def difficulty(self) -> int | None:
        """Skulls in all, None while a board is missing."""
        wish = self.now
        return self.book.difficulty(wish.start, wish.mids or (), wish.end, self.context.count, wish.m)

    def harder(self) -> int | None:
        """The die's minimum that is proposed to those who escaped last time; None: nothing is."""
        last, skulls = self.context.last_game(GAME), self.difficulty()
        if last is None or skulls is None:
            return None
        return next_minimum(last.result, skulls, self.now.m, self.limits()[1])

    def open(self) -> None:
        """Open the game as it is wished."""
        wish = self.now
        options: dict[str, Any] = {
            "level": str(wish.level),
            "start_face": wish.start,
            "mids": list(wish.mids or ()),
            "end_face": wish.end,
            "m": wish.m,
            "first": wish.first,
            "boats": str(wish.boats),
            "fast_die": self.fast_die,
            "gates_zone": str(self.gates_zone),
            "follow_cards": self.follow_cards,
        }
        if self.context.simulated:
            options["box"] = "demo"
        self.context.open_for(GAME, self.context.players(), options)


def players(context: KioskContext) -> Any:
    """The page of the seats."""
    from kiosk.screens.players import Players

    return Players(context, Wishes(context), "cerbere_setup")
