"""What a game at L1 teaches of the box (4.4): each *Miss* names the last card's penalty. Ends are never guessed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import Level, PenaltyKind, Phase
from companion.games.infernal_wagon.view import WagonView

OVER = {Phase.EXPLOIT, Phase.IDLE}
"""From here on nothing can be taken back any more."""


class PenaltyLearner:
    """Hears every update of one table; `heard` gives what is sure once the game is over, `left` once it is closed."""

    def __init__(self) -> None:
        self._card: str | None = None
        self._learnt: list[tuple[str, str]] = []
        self._ahead: list[tuple[str, str]] = []
        self._ended = False

    def heard(self, events: tuple[Any, ...], view: Any) -> Mapping[str, str]:
        """Slot -> penalty (`2`, `no_draw`, `none`): empty until a game ends."""
        if not isinstance(view, WagonView):
            return self.left()
        if view.phase in {Phase.SETUP, Phase.READY}:
            return self._forget()
        self._ended = view.result is not None
        for event in events:
            self._hear(event, view)
        return self._lesson() if view.phase in OVER else {}

    def left(self) -> Mapping[str, str]:
        """The table was cleared: what an ended game taught, nothing of one that was broken off."""
        return self._lesson() if self._ended else self._forget()

    def _hear(self, event: Any, view: WagonView) -> None:
        match event:
            case ev.CardPlaced(card=card):
                self._card = card
            case ev.Mismatch(kind=kind, n=n) if self._card is not None and view.setup.level is Level.L1:
                if kind is not PenaltyKind.UNKNOWN:
                    self._learnt.append((self._card, str(n) if kind is PenaltyKind.DISCARD else kind.value))
                    self._ahead.clear()
            case ev.Match() if self._learnt and self._learnt[-1][0] == self._card:
                self._learnt.pop()  # it fitted after all
            case _:
                self._step(event)

    def _step(self, event: Any) -> None:
        label = getattr(event, "label", "")
        kind = type(event).__struct_config__.tag if hasattr(type(event), "__struct_config__") else ""
        if kind == "undone" and label == "miss" and self._learnt:
            self._ahead.append(self._learnt.pop())
        elif kind == "redone" and label == "miss" and self._ahead:
            self._learnt.append(self._ahead.pop())
        elif kind in {"undone", "redone"}:
            self._card = None  # which card is on top is unknown: the next one will be known

    def _lesson(self) -> Mapping[str, str]:
        """Return what was learned; of a card with two different penalties in one game neither is believed."""
        told: dict[str, set[str]] = {}
        for slot, penalty in self._learnt:
            told.setdefault(slot, set()).add(penalty)
        self._forget()
        return {slot: next(iter(ways)) for slot, ways in told.items() if len(ways) == 1}

    def _forget(self) -> Mapping[str, str]:
        self._card, self._ended = None, False
        self._learnt.clear()
        self._ahead.clear()
        return {}
