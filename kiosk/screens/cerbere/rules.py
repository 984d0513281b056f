"""How this table reads the rules: the switches over the owner's rulings file."""

from __future__ import annotations

from typing import Any

from companion.games.cerbere.data.rulings import GatesZone
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.cerbere.setup_options import Wishes
from kiosk.screens.screen import Screen
from kiosk.screens.tiles import OnOff
from kiosk.theme import Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text


class Rules(Screen):
    """One row for each switch."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        self.add_widget(Background(SETUP))
        self.title = Text(_("How do you play?"), "title", size=4.75)
        self.cards = OnOff(
            _("Follow the cards"), _("Off: it keeps Rage, Speed, pawns and boats only."), action=self.switch_cards
        )
        self.die = OnOff(
            _("Die from 7 or 8 too"), _("With four players and more; with three it always may."), action=self.switch_die
        )
        self.zone = OnOff(
            _("Caught before the marker: 2 Betrayals"), _("Off: only those caught up to the Gates draw two."),
            action=self.switch_zone,
        )  # fmt: skip
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.open_screen("cerbere_setup"))
        self.refresh()

    @property
    def switches(self) -> tuple[OnOff, ...]:
        """From top to bottom."""
        return self.cards, self.die, self.zone

    def switch_cards(self) -> None:
        """Whether cards are followed."""
        self.wishes.change(follow_cards=not self.wishes.follow_cards)
        self.refresh()

    def switch_die(self) -> None:
        """CB-Q22."""
        self.wishes.change(fast_die=not self.wishes.fast_die)
        self.refresh()

    def switch_zone(self) -> None:
        """CB-Q12."""
        printed = self.wishes.gates_zone is GatesZone.PRINTED
        self.wishes.change(gates_zone=GatesZone.TEXT if printed else GatesZone.PRINTED)
        self.refresh()

    def refresh(self) -> None:
        """Show what holds."""
        self.cards.show(self.wishes.follow_cards)
        self.die.show(self.wishes.fast_die)
        self.zone.show(self.wishes.gates_zone is GatesZone.PRINTED)

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        self.put(self.title, left=4, baseline=7.75 if wide else 9, width=m.columns - 8)
        top, step, high = (10.8, 12.8, 11.6) if wide else (14.5, 15, 13.6)
        for i, switch in enumerate(self.switches):
            self.put(switch, left=4, right=4, top=top + i * step, height=high)
        self.put(self.done, right=4, width=30 if wide else 52, bottom=1.6, height=8.4)
