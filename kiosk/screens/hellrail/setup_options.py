"""How HellRail is to be opened: kept in the settings, so that the next evening begins as the last one did."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.hellrail.data.deck import Deck
from companion.games.hellrail.names import LAYOUTS, Level, Variant
from kiosk.screens import wishes

GAME = "hellrail"
SACRILEGE = "sacrilege"


class SetupOptions(Struct, frozen=True, omit_defaults=True):
    """What was chosen. `level` None: light where no reader is. `layout` "": the printed figure if the owner has filled
    it in, else the invented one."""

    level: Level | None = None
    layout: str = ""
    variants: tuple[Variant, ...] = ()
    first: str = ""


class Wishes(wishes.Wishes[SetupOptions]):
    """Of HellRail: layouts and variants that the owner's deck and the level allow."""

    game, options = GAME, SetupOptions
    book: Deck

    def fitted(self, wish: SetupOptions) -> SetupOptions:
        layouts = self.layouts()
        variants = tuple(v for v in wish.variants if v is not Variant.SACRILEGE or SACRILEGE in self.drawn())
        if frozenset(variants) >= LAYOUTS:  # the settings were edited by hand
            variants = tuple(v for v in variants if v is not Variant.SACRILEGE)
        return replace(
            wish,
            level=wish.level or (Level.KEEPER if self.context.table.reads else Level.LIGHT),
            layout=wish.layout if wish.layout in layouts else (layouts[0] if layouts else ""),
            variants=variants,
            first=self.context.set_up.first_player(GAME),
        )

    def drawn(self) -> tuple[str, ...]:
        """Layouts that were filled in."""
        return tuple(id for id, layout in self.book.layouts.items() if layout.spots)

    def layouts(self) -> tuple[str, ...]:
        """Those to choose among; Sacrilege is a variant of its own."""
        return tuple(id for id in self.drawn() if id != SACRILEGE)

    def toggle(self, variant: Variant) -> None:
        """Play with it, or without. Of the variants that lay out the circles the one chosen last is kept."""
        kept = self.kept().variants
        others = tuple(v for v in kept if v is not variant and not {v, variant} <= LAYOUTS)
        self.change(variants=tuple(v for v in kept if v is not variant) if variant in kept else (*others, variant))

    # ------------------------------------------------------------ opening

    def open(self) -> None:
        """Open the table as it is wished, and deal unless the circles are placed first."""
        wish, context = self.now, self.context
        advocate = Variant.DEVILS_ADVOCATE in wish.variants
        sacrilege = Variant.SACRILEGE in wish.variants
        options: dict[str, Any] = {"level": str(wish.level), "variants": [str(v) for v in wish.variants]}
        if not advocate and not sacrilege and wish.layout:
            options["layout"] = wish.layout
        if context.table.simulated:
            options["deck"] = "demo"
        context.ask.open_for(GAME, context.set_up.players(), options)
        if not advocate:
            context.ask.on(f"first:{wish.first}" if wish.first else "ok")
