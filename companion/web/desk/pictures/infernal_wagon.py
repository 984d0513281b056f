"""Infernal Wagon: the track with the wagon on its newest card, what must match next, hands, pile, signs for all."""

from __future__ import annotations

from companion.games.infernal_wagon.names import Level, Phase, Reason
from companion.games.infernal_wagon.view import HandView, WagonView, card_icon, symbol_mark
from companion.presentation.colours import C, tone_of
from companion.web.desk.pictures.svg import SMALL, Picture, number, width

WIDE, HIGH = 640.0, 440.0
RAIL = 290.0
"""Height of the rail's upper edge."""
CARD_WIDE, CARD_HIGH, STEP = 52.0, 76.0, 57.0
RIGHT = 440.0
"""Right edge of the newest card."""
GATE = (470.0, 112.0, 150.0, RAIL - 112.0)
"""x, y, width, height of the gate."""
SEEN = 7
"""Cards that are seen at most."""
LOST = {Reason.WAGON: "derail", Reason.NO_HANDS: "hand", Reason.TIME: "clock", Reason.CURSE: "curse"}
SPOTS = {
    1: (92.0, ((0.0, 0.0),)),
    2: (62.0, ((-33.0, 0.0), (33.0, 0.0))),
    3: (56.0, ((0.0, -32.0), (-33.0, 32.0), (33.0, 32.0))),
    4: (52.0, ((-31.0, -31.0), (31.0, -31.0), (-31.0, 31.0), (31.0, 31.0))),
}
"""How large so many symbols are, and where from the middle of the gate."""


def picture(view: WagonView) -> str:
    """The table; "" before the players have sat down."""
    if view.phase is Phase.IDLE or not view.hands:
        return ""
    p = Picture(WIDE, HIGH)
    lost = view.result is not None and not view.result.won
    tone = C.ice_glow if view.silence else C.brim if view.result is not None and view.result.won else C.glow
    p.glow(WIDE / 2, HIGH / 2, WIDE / 2, HIGH / 2, tone, 0.34)
    _counts(p, view)
    _signs(p, view)
    _rail(p, view, broken=lost)
    _track(p, view)
    _gate(p, view)
    step = (WIDE - 20) / len(view.hands)
    for i, hand in enumerate(view.hands):
        _hand(p, hand, 10 + (i + 0.5) * step, step)
    return str(p)


def _begun(view: WagonView) -> bool:
    return view.phase not in (Phase.SETUP, Phase.READY)


def _counts(p: Picture, view: WagonView) -> None:
    """The pile, and the cards behind the wagon."""
    pile = f"{'' if view.pile_sure else '~'}{view.pile}"
    with p.group(data_pile=pile):
        p.icon("pile", 54, 56, 64, C.rim)
        p.text(pile, 100, 56, 76, C.bone, "start")
    if _begun(view):
        short = view.behind <= 2
        with p.group(data_behind=str(view.behind)):
            p.icon("wagon", 284, 58, 60, C.danger if short else C.ember)
            p.text(str(view.behind), 326, 56, 76, C.danger if short else C.ember, "start")


def _signs(p: Picture, view: WagonView) -> None:
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
        with p.group(data_sign=icon):
            if icon == "curse":
                p.text(str(view.curses_left), x, 56, 44, tone, "end")
                x -= 32 if view.curses_left < 10 else 62
            p.icon(icon, x - side / 2, 56, side, tone)
        x -= side + 10


def _rail(p: Picture, view: WagonView, broken: bool) -> None:
    tone, tie = (C.ice_rim, C.ice_tie) if view.silence else (C.rim, C.seam)
    gap = RIGHT + 4 if broken else WIDE
    if view.phase is not Phase.HELD:
        ties = [x for x in range(8, int(WIDE), 24) if not gap - 14 < x < gap + 34]
        p.path("".join(f"M{x},{number(RAIL + 8)}h10" for x in ties), tie, 5)
    line = f"M0,{number(RAIL + 2)}H"
    if broken:
        line += f"{number(gap)}l16,9M{number(gap + 40)},{number(RAIL + 10)}l12,-8H"
    p.path(f"{line}{number(WIDE)}", tone, 5)


def _track(p: Picture, view: WagonView) -> None:
    """The newest card to the right, older ones to its left; the rest is a number."""
    known = view.setup.level is not Level.L0
    icons = [card_icon(card) for card in reversed(view.track)] if known else [""] * (view.behind + bool(view.track))
    fits = icons if len(icons) <= SEEN else icons[: SEEN - 1]
    for i in range(len(fits) - 1, -1, -1):
        _card(p, i, icons[i], view.silence)
    if len(icons) > len(fits):
        p.text(f"+{len(icons) - len(fits)}", RIGHT - CARD_WIDE / 2 - len(fits) * STEP, RAIL - CARD_HIGH / 2, 30, C.ash)
    top = RAIL - CARD_HIGH if icons else RAIL
    lost = view.result is not None and view.result.reason is Reason.WAGON
    tone = C.danger if lost or (_begun(view) and view.behind <= 2) else C.bone
    with p.group(data_wagon=str(view.behind)):
        p.icon("wagon", RIGHT - CARD_WIDE / 2, top - 41, 94, tone)


def _card(p: Picture, i: int, icon: str, quiet: bool) -> None:
    x, y = RIGHT - CARD_WIDE - i * STEP, RAIL - CARD_HIGH
    lit = i == 0
    if quiet:
        fill, edge, tone = (C.ice, C.ice, C.icepit) if lit else (C.ice_card, C.ice_seam, C.ice_rim)
    else:
        fill, edge, tone = (C.ember, C.ember, C.pit) if lit else (C.basalt, C.seam, C.rim)
    p.panel(x + 1, y + 1, CARD_WIDE - 2, CARD_HIGH - 3, fill, 6, stroke=edge, stroke_width=2)
    mid = x + CARD_WIDE / 2
    if icon:
        p.icon(icon, mid, y + CARD_HIGH / 2, 36, tone, fill)
        return
    rails = "".join(f"M{number(mid + dx)},{number(y + 10)}v{number(CARD_HIGH - 21)}" for dx in (-8, 8))
    ties = "".join(f"M{number(mid - 15)},{number(y + CARD_HIGH * n / 4)}h30" for n in (1, 2, 3))
    p.path(rails + ties, tone, 3.4)


def _gate(p: Picture, view: WagonView) -> None:
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
    p.add("path", d=arch, fill=C.icepit if view.silence else C.soot)
    p.path(arch, edge, 5, p.light(C.ice_glow if view.silence else C.glow, 0.45, foot=True))
    centre = y + 0.53 * h
    if result is not None:
        icon = "crown" if result.won else LOST.get(result.reason, "cross") if result.reason else "cross"
        with p.group(data_end=icon):
            p.icon(icon, middle, centre, 92, C.ok if result.won else C.danger)
        return
    shown = view.exit.symbols[:4]
    if not shown:
        p.text("?", middle, centre, 88, C.ash)
        return
    side, spots = SPOTS[len(shown)]
    if len(shown) > 1 and not view.exit.any_of:
        p.text("?", middle, y + h - 18, 26, C.ash)
    for symbol, (dx, dy) in zip(shown, spots, strict=True):
        mark = symbol_mark(symbol, view.symbols)
        with p.group(data_symbol=symbol):
            p.icon(mark.icon, middle + dx, centre + dy, side, tone_of(mark.tone))


def _hand(p: Picture, hand: HandView, x: float, room: float) -> None:
    """A player: mark, cards, name."""
    y, side = 352.0, 52.0 if room > 110 else 44.0
    with p.group(hand.name, data_seat=hand.name, data_cards=str(hand.cards)):
        p.seat(hand.colour, hand.name[:1], x - 26, y, side, hand.out)
        count = f"{'' if hand.sure else '~'}{hand.cards}"
        p.panel(x + 5, y - 27, 42, 54, C.basalt, 6, stroke=C.seam, stroke_width=2)
        p.text(count, x + 26, y, min(38.0, 35 / width(count, 1)), C.rim if hand.out else C.bone)
        if hand.curse:
            p.disc(x + 45, y - 25, 13, C.pit)
            p.icon("curse", x + 45, y - 25, 22, C.hex)
        p.text(hand.name, x, 410, SMALL + 2, C.rim if hand.out else C.ash, room=room - 6)
