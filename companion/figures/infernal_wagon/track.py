"""The track with the wagon on its newest card."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.infernal_wagon.names import Level, Phase, Reason
from companion.games.infernal_wagon.view import WagonView, card_icon
from companion.presentation.colours import C, Colour
from companion.presentation.scene import Box, Frame, GroupMotion, Icon, Scene, Shape, Stage

CARD_WIDE, CARD_HIGH, CARD_GAP = 6.5, 7.6, 0.8
"""u."""
SLIDE, SLIDE_BY, HOP = 0.16, 3.0, 2.0
"""How a card comes: seconds, u along the rail, u that the wagon rises on its way onto it."""
SHORT = 2
"""Cards behind the wagon at which it is in danger."""


class CardTones(NamedTuple):
    """Fill, edge and symbol of one card."""

    fill: Colour
    edge: Colour
    symbol: Colour


FALLING = CardTones(C.blood, C.danger, C.danger)


def track_card(x: float, y: float, wide: float, high: float, u: float, tones: CardTones, icon: str = "") -> list[Shape]:
    """One card with its upper left corner at x, y: `icon`, or a piece of rail if it has none."""
    edge = tones.edge if tones.edge != tones.fill else None
    plate = Box(x, y, wide, high, tones.fill, 0.5 * u, edge)
    middle = x + wide / 2
    if icon:
        return [plate, Icon(icon, middle, y + high / 2, 0.6 * wide, tones.symbol, tones.fill)]
    line = 0.32 * u
    rails = [Box(middle + dx * u - line / 2, y + 0.9 * u, line, high - 1.8 * u, tones.symbol) for dx in (-0.7, 0.7)]
    ties = [Box(middle - 1.3 * u, y + high * i / 4 - line / 2, 2.6 * u, line, tones.symbol) for i in (1, 2, 3)]
    return [plate, *rails, *ties]


def icons_of(view: WagonView, frame: Frame) -> tuple[str, ...]:
    """What is on the cards, the newest first; "" for a piece of rail. Without tags nobody knows which, and where only
    one has room none is shown."""
    if view.setup.level is Level.L0:
        return ("",) * (view.behind + bool(view.track)) if frame.wide > 2 * _step(frame) else ()
    return tuple(card_icon(card) for card in reversed(view.track))


def is_short(view: WagonView) -> bool:
    """Whether the track behind the wagon is nearly gone."""
    return begun(view) and view.behind <= SHORT and view.setup.level is not Level.L0


def begun(view: WagonView) -> bool:
    """Whether cards were played."""
    return view.phase not in (Phase.SETUP, Phase.READY)


def track(scene: Scene, view: WagonView, frame: Frame, refused: str = "") -> None:
    """The cards from the right edge of the frame on, as far as they fit, standing on its foot.

    :param refused: the slot of the card that a refusal means.
    """
    slots = [card.slot for card in reversed(view.track)]
    lost = view.result is not None and view.result.reason is Reason.WAGON
    lead = C.danger if lost or is_short(view) else frame.skin.icon
    newest_cards(scene, frame, icons_of(view, frame), lead, slots.index(refused) if refused in slots else None)


def newest_cards(scene: Scene, frame: Frame, icons: tuple[str, ...], lead: Colour, ringed: int | None = None) -> None:
    """The newest card lit, the wagon on it."""
    u, y = frame.u, frame.foot - CARD_HIGH * frame.u
    wide, high, step = CARD_WIDE * u, CARD_HIGH * u, _step(frame)
    fits = max(0, int((frame.wide - wide) / step + 1.001))
    resting, lit = (
        CardTones(frame.skin.card, frame.skin.card_line, frame.skin.rest),
        CardTones(frame.skin.lit, frame.skin.lit, C.pit),
    )
    for key, part in (("old", range(1, min(fits, len(icons)))), ("newest", range(min(1, len(icons))))):
        with scene.group(key):
            for i in part:
                scene.put(*track_card(frame.right - wide - i * step, y, wide, high, u, resting if i else lit, icons[i]))
            if ringed is not None and ringed in part:
                x = frame.right - wide - ringed * step
                scene.box(x - 0.85 * u, y - 0.6 * u, wide + 1.7 * u, high + 1.2 * u, None, 0.9 * u, C.brim, 0.75 * u)
    with scene.group("wagon"):
        scene.icon("wagon", frame.right - wide / 2, (y if icons else frame.foot) - 3.7 * u, 8.4 * u, lead)


def _step(frame: Frame) -> float:
    return (CARD_WIDE + CARD_GAP) * frame.u


def card_comes(before: WagonView, view: WagonView, frame: Frame) -> tuple[Stage, ...]:
    """A card that is added slides into its place, the others go on, then the wagon hops onto it."""
    old = icons_of(before, frame)
    if not old or icons_of(view, frame)[1:] != old:
        return ()
    here, beside = (0.0, 0.0), (-_step(frame), 0.0)
    newest = GroupMotion("newest", ((SLIDE_BY * frame.u, 0.0), here), SLIDE)
    slide = (
        GroupMotion("old", ((_step(frame), 0.0), here), SLIDE),
        newest,
        GroupMotion("wagon", (here, beside), SLIDE),
    )
    return slide, (GroupMotion("wagon", (beside, here), SLIDE, "linear", hop=HOP * frame.u),)
