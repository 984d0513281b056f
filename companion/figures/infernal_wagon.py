"""Infernal Wagon: the track with the wagon on its newest card; for a page what must match next, hands, pile and signs
for all as well."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.infernal_wagon.names import Level, Phase, Reason
from companion.games.infernal_wagon.view import HandView, WagonView, card_icon, symbol_mark
from companion.presentation.colours import C, Colour, tone_of
from companion.presentation.cut import width
from companion.presentation.scene import Box, Frame, Icon, Move, Scene, Shape, Stage, number
from companion.presentation.skins import EMBER, ICE

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


def card(x: float, y: float, wide: float, high: float, u: float, tones: CardTones, icon: str = "") -> list[Shape]:
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


def short(view: WagonView) -> bool:
    """Whether the track behind the wagon is nearly gone."""
    return _begun(view) and view.behind <= SHORT and view.setup.level is not Level.L0


def _begun(view: WagonView) -> bool:
    return view.phase not in (Phase.SETUP, Phase.READY)


def track(scene: Scene, view: WagonView, frame: Frame, refused: str = "") -> None:
    """The cards from the right edge of the frame on, as far as they fit, standing on its foot.

    :param refused: the slot of the card that a refusal means.
    """
    slots = [card.slot for card in reversed(view.track)]
    lost = view.result is not None and view.result.reason is Reason.WAGON
    lead = C.danger if lost or short(view) else frame.skin.icon
    cards(scene, frame, icons_of(view, frame), lead, slots.index(refused) if refused in slots else None)


def cards(scene: Scene, frame: Frame, icons: tuple[str, ...], lead: Colour, ringed: int | None = None) -> None:
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
                scene.put(*card(frame.right - wide - i * step, y, wide, high, u, resting if i else lit, icons[i]))
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
    newest = Move("newest", ((SLIDE_BY * frame.u, 0.0), here), SLIDE)
    slide = (Move("old", ((_step(frame), 0.0), here), SLIDE), newest, Move("wagon", (here, beside), SLIDE))
    return slide, (Move("wagon", (beside, here), SLIDE, "linear", hop=HOP * frame.u),)


# ---------------------------------------------------------------- the page


WIDE, HIGH = 640.0, 440.0
RAIL = 290.0
"""Height of the rail's upper edge."""
U = 10.0
RIGHT = 440.0
"""Right edge of the newest card."""
SMALL = 19.0
"""Size of the smallest words: 11 px on a phone of 360 px."""
GATE = (470.0, 112.0, 150.0, RAIL - 112.0)
"""x, y, width, height of the gate."""
LOST = {Reason.WAGON: "derail", Reason.NO_HANDS: "hand", Reason.TIME: "clock", Reason.CURSE: "curse"}
SPOTS = {
    1: (92.0, ((0.0, 0.0),)),
    2: (62.0, ((-33.0, 0.0), (33.0, 0.0))),
    3: (56.0, ((0.0, -32.0), (-33.0, 32.0), (33.0, 32.0))),
    4: (52.0, ((-31.0, -31.0), (31.0, -31.0), (-31.0, 31.0), (31.0, 31.0))),
}
"""How large so many symbols are, and where from the middle of the gate."""


def picture(view: WagonView) -> Scene | None:
    """The table; None before the players have sat down."""
    if view.phase is Phase.IDLE or not view.hands:
        return None
    p, skin = Scene(WIDE, HIGH), ICE if view.silence else EMBER
    won = view.result is not None and view.result.won
    p.light(WIDE / 2, HIGH / 2, WIDE / 2, HIGH / 2, C.brim if won and not view.silence else skin.glow, 0.34)
    _counts(p, view)
    _signs(p, view)
    tie = None if view.phase is Phase.HELD else skin.tie
    if view.result is None or won:
        p.rail(0, WIDE, RAIL, U, skin.rest, tie)
    else:  # it is broken
        p.rail(0, RIGHT + 4, RAIL, U, skin.rest, tie)
        p.path(f"M{number(RIGHT + 4)},{number(RAIL + 2)}l16,9m24,-1l12,-8", skin.rest, 4)
        p.rail(RIGHT + 54, WIDE, RAIL, U, skin.rest, tie)
    with p.group(wagon=view.behind):
        track(p, view, Frame(10, 0, RIGHT - 10, RAIL - 2, U, skin=skin))
    _gate(p, view)
    step = (WIDE - 20) / len(view.hands)
    for i, hand in enumerate(view.hands):
        _hand(p, hand, 10 + (i + 0.5) * step, step)
    return p


def _counts(scene: Scene, view: WagonView) -> None:
    """The pile, and the cards behind the wagon."""
    pile = f"{'' if view.pile_sure else '~'}{view.pile}"
    with scene.group(pile=pile):
        scene.icon("pile", 54, 56, 64, C.rim)
        scene.text(pile, 100, 56, 76, C.bone, "start")
    if _begun(view):
        tone = C.danger if view.behind <= SHORT else C.ember
        with scene.group(behind=view.behind):
            scene.icon("wagon", 284, 58, 60, tone)
            scene.text(str(view.behind), 326, 56, 76, tone, "start")


def _signs(scene: Scene, view: WagonView) -> None:
    """From the right: what holds for everybody now, then the Curses that are left."""
    states = (
        (view.phase is Phase.HELD, "hold", C.ash),
        (view.silence, "silence", C.ice),
        (view.uturn, "uturn", C.brim),
        (view.tunnel, "tunnel", C.brim),
        (view.missed, "miss", C.danger),
        (view.curses_left > 0, "curse", C.hex),
    )
    signs = [(icon, tone) for on, icon, tone in states if on]
    x, side = WIDE - 16.0, 52.0 if len(signs) < 3 else 44.0
    for icon, tone in signs:
        with scene.group(sign=icon):
            if icon == "curse":
                scene.text(str(view.curses_left), x, 56, 44, tone, "end")
                x -= 32 if view.curses_left < 10 else 62
            scene.icon(icon, x - side / 2, 56, side, tone)
        x -= side + 10


def _gate(scene: Scene, view: WagonView) -> None:
    """What leads on; once the game is over, how it ended."""
    x, y, w, h = GATE
    middle, r = x + w / 2, w / 2
    arch = (
        f"M{number(x)},{number(y + h)}V{number(y + r)}"
        f"C{number(x)},{number(y + 0.45 * r)} {number(x + 0.45 * r)},{number(y)} {number(middle)},{number(y)}"
        f"S{number(x + w)},{number(y + 0.45 * r)} {number(x + w)},{number(y + r)}V{number(y + h)}Z"
    )
    result = view.result
    edge = C.ice if view.silence else C.rim if result is None else C.ok if result.won else C.danger
    glow = (C.ice_glow if view.silence else C.glow, 0.45)
    scene.path(arch, edge, 5, C.icepit if view.silence else C.soot, glow=glow)
    centre = y + 0.53 * h
    if result is not None:
        icon = "crown" if result.won else LOST.get(result.reason, "cross") if result.reason else "cross"
        with scene.group(end=icon):
            scene.icon(icon, middle, centre, 92, C.ok if result.won else C.danger)
        return
    shown = view.exit.symbols[:4]
    if not shown:
        scene.text("?", middle, centre, 88, C.ash)
        return
    side, spots = SPOTS[len(shown)]
    if len(shown) > 1 and not view.exit.any_of:
        scene.text("?", middle, y + h - 18, 26, C.ash)
    for symbol, (dx, dy) in zip(shown, spots, strict=True):
        mark = symbol_mark(symbol, view.symbols)
        with scene.group(symbol=symbol):
            scene.icon(mark.icon, middle + dx, centre + dy, side, tone_of(mark.tone))


def _hand(scene: Scene, hand: HandView, x: float, room: float) -> None:
    """A player: mark, cards, name."""
    y, side = 352.0, 52.0 if room > 110 else 44.0
    with scene.group(title=hand.name, seat=hand.name, cards=hand.cards):
        scene.seat(hand.colour, hand.name[:1], x - 26, y, side, hand.out)
        count = f"{'' if hand.sure else '~'}{hand.cards}"
        scene.box(x + 4, y - 28, 44, 56, C.basalt, 7, C.seam)
        scene.text(count, x + 26, y, min(38.0, 35 / width(count, 1)), C.rim if hand.out else C.bone)
        if hand.curse:
            scene.disc(x + 45, y - 25, 13, C.pit)
            scene.icon("curse", x + 45, y - 25, 22, C.hex)
        scene.text(hand.name, x, 410, SMALL + 2, C.rim if hand.out else C.ash, room=room - 6)
