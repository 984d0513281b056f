"""The deck is taken down card by card: tap it, type what is on it, touch its drawing. It is kept as a file.

    capture, tap = tapped(begin(), "04:A1:01:FF")          # a new card, number 1
    capture = told(capture, tap.n, "car", 6)
    capture = drawn(capture, tap.n, shape=7, turn=1)
    ...
    write_deck(finished(capture, load_deck("", config_dir)), own_deck(config_dir))

Cards are called by their number, from 1, in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.atomic_file import read_whole, set_aside, write_whole
from companion.engine.config import ConfigError
from companion.engine.printed_number import told_apart
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.engine.uid import plain_uid
from companion.enrol.state import Enrolment
from companion.games.hellrail.board.segments import SHAPES, rotate
from companion.games.hellrail.data.capture_checks import REASONS, Reason, fault_of, faults, refused
from companion.games.hellrail.data.deck import Card, Deck, TagOf
from companion.games.hellrail.data.deck_faults import canonical, title
from companion.games.hellrail.names import CARDS

FIELDS: Final = ("car", "pickup", "setout", "brimstone", "rails", "name")


class Capture(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known so far. `open`: the number of the card in hand. `tags` may also bear circles and effects.

    `kept`: how the enrolment of all pieces stands (`enrol.py`): what can be taken back, what was compared, the work.
    """

    format: Literal[1] = 1
    name: str = ""
    cards: tuple[Card, ...] = ()
    tags: Mapping[str, TagOf] = {}
    open: Annotated[int, Meta(ge=0, le=99)] | None = None
    kept: Enrolment | None = None


class Means(StrEnum):
    """What a tap means."""

    NEW = "new"
    KNOWN = "known"
    PIECE = "piece"
    """A circle, an effect or another piece, see `on`."""


class Tapped(Struct, frozen=True):
    """The answer to a tap; `n`: the card's number."""

    means: Means
    n: int | None
    on: TagOf


def begin(deck: Deck | None = None) -> Capture:
    """Nothing yet, or the owner's deck, to go on with or correct. A placeholder's cards are worth nothing."""
    if deck is None or deck.placeholder:
        return Capture()
    return Capture(name=deck.name, cards=tuple(deck.cards.values()), tags=dict(deck.tags))


def tapped(capture: Capture, uid: str) -> tuple[Capture, Tapped]:
    """A tag was tapped: the card that bears it is opened; an unknown tag is a new card.

    :raises Refused: `bad_capture`: no tag was told, or 45 other cards are there.
    """
    uid = _told_uid(uid, capture)
    on = capture.tags.get(uid)
    if on is None:
        capture = without_tag(capture)
        card = capture.cards[-1]
        on = TagOf(card=card.id)
        return _bind(capture, uid, on), Tapped(Means.NEW, capture.open, on)
    if not on.card:
        return capture, Tapped(Means.PIECE, None, on)
    n = next(i for i, card in enumerate(capture.cards, 1) if card.id == on.card)
    return replace(capture, open=n), Tapped(Means.KNOWN, n, on)


def without_tag(capture: Capture) -> Capture:
    """A new card that bears no tag (yet). It is opened.

    :raises Refused: `bad_capture` if 45 are there.
    """
    if len(capture.cards) >= CARDS:
        raise refused(Reason.FULL)
    used = {card.id for card in capture.cards}
    id = next(id for i in range(1, CARDS + 1) if (id := f"R{i:02d}") not in used)
    return replace(capture, cards=(*capture.cards, Card(id)), open=len(capture.cards) + 1)


def retag(capture: Capture, n: int, uid: str) -> Capture:
    """Another tag for a card; "" takes it off.

    :raises Refused: `bad_capture`: no such card, or the tag is on another piece; both are named.
    """
    return _put(capture, uid, TagOf(card=_card(capture, n).id))


def told(capture: Capture, n: int, field: str, value: Any) -> Capture:
    """One of `FIELDS` of a card; None takes back what was told.

    :raises Refused: `bad_capture`: no such card, or a value that cannot be.
    """
    card = _card(capture, n)
    if field not in FIELDS:
        raise ValueError(f"no such field: {field}")
    if value is None:
        value = {"rails": (), "name": ""}.get(field)
    elif reason := fault_of(field, value):
        raise refused(reason.reason, **reason.facts)
    if field == "rails":
        value = canonical(value)
    return replace(
        capture, cards=(*capture.cards[: n - 1], replace(card, **{field: value}), *capture.cards[n:]), open=n
    )


def drawn(capture: Capture, n: int, shape: int, turn: int = 0) -> Capture:
    """The drawing was touched: number of the shape in `SHAPES`, clockwise quarter turns.

    :raises Refused: `bad_capture`: no such card or shape.
    """
    return told(capture, n, "rails", drawing(shape, turn))


def drawing(shape: int, turn: int = 0) -> tuple[str, ...]:
    """The segments of a shape after that many clockwise quarter turns.

    :raises Refused: `bad_capture` if there is no such shape.
    """
    if not 0 <= shape < len(SHAPES):
        raise refused(Reason.NO_DRAWING)
    return canonical(rotate(SHAPES[shape], turn))


def shape_of(rails: tuple[str, ...]) -> tuple[int, int] | None:
    """Which shape and turn give this drawing, with the fewest quarter turns; None for none."""
    wanted = rotate(rails, 0)
    for turn in range(4):
        for i, shape in enumerate(SHAPES):
            if rotate(shape, turn) == wanted:
                return i, turn
    return None


def named(capture: Capture, name: str) -> Capture:
    """The name of the deck."""
    return replace(capture, name=name.strip())


def worked(capture: Capture, at: int, taps: int = 0, touches: int = 0) -> Capture:
    """Somebody tapped a card or touched the screen at `at` (ms): the enrolment counts it."""
    kept = capture.kept or Enrolment("hellrail", heap="circle")
    return replace(capture, kept=replace(kept, tally=kept.tally.worked(at, taps, touches)))


def opened(capture: Capture, n: int) -> Capture:
    """Look at a card again.

    :raises Refused: `bad_capture` if there is no such card.
    """
    _card(capture, n)
    return replace(capture, open=n)


def removed(capture: Capture, n: int) -> Capture:
    """Forget a card with its tag; those after it move up by one number.

    :raises Refused: `bad_capture` if there is no such card.
    """
    gone = _card(capture, n)
    cards = tuple(card for card in capture.cards if card is not gone)
    tags = {uid: on for uid, on in capture.tags.items() if on.card != gone.id}
    return replace(capture, cards=cards, tags=tags, open=None)


def finished(capture: Capture, base: Deck, verified: bool = False) -> Deck:
    """The deck; layouts and rulings are those of `base`. `verified`: the owner has compared it with the cards.

    :raises Refused: `bad_capture` with the first thing that is missing or cannot be, and the number of its card.
    """
    for fault in faults(capture.cards):
        raise refused(fault.reason, card=fault.n, **fault.facts)
    return Deck(
        capture.name or "HellRail",
        {card.id: card for card in capture.cards},
        base.layouts,
        dict(capture.tags),
        base.rulings,
        placeholder=False,
        verified=verified,
    )


# -- inside ----------------------------------------------------------------------------------------------------------


def _card(capture: Capture, n: int) -> Card:
    if not 1 <= n <= len(capture.cards):
        raise refused(Reason.NO_CARD, n=n)
    return capture.cards[n - 1]


def _told_uid(uid: str, capture: Capture) -> str:
    try:
        return told_apart(uid, capture.tags)
    except Refused as error:
        raise refused(REASONS.get(error.code, Reason.NO_TAG)) from error


def _bind(capture: Capture, uid: str, on: TagOf) -> Capture:
    others = {other: piece for other, piece in capture.tags.items() if piece != on}
    return replace(capture, tags={**others, uid: on})


def _put(capture: Capture, uid: str, on: TagOf) -> Capture:
    if not plain_uid(uid):
        return replace(capture, tags={other: piece for other, piece in capture.tags.items() if piece != on})
    uid = _told_uid(uid, capture)
    if (other := capture.tags.get(uid)) not in (None, on):
        raise refused(Reason.TAG_TAKEN, tag=uid, card=_title(capture, on), other=_title(capture, other))
    return _bind(capture, uid, on)


def _title(capture: Capture, on: TagOf | None) -> str:
    for n, card in enumerate(capture.cards, 1):
        if on is not None and card.id == on.card:
            return title(f"#{n}", card.name)
    return "" if on is None else on.circle or on.effect or on.piece


FILE = "hellrail_capture.json"


def save(capture: Capture, data_dir: Path) -> None:
    """Keep it, whole.

    :raises OSError: if that is not possible.
    """
    write_whole(data_dir / FILE, msgspec.json.format(msgspec.json.encode(capture)))


def resume(data_dir: Path) -> Capture | None:
    """What was saved; None if nothing was.

    :raises ConfigError: if it cannot be used. It is left as it is; `forget` clears the way.
    """
    path = data_dir / FILE
    capture = read_whole(path, Capture)
    if capture is None:
        return None
    ids = [card.id for card in capture.cards]
    if len(ids) != len(set(ids)) or any(on.card and on.card not in ids for on in capture.tags.values()):
        wrong = Text(N_("a card is there twice, or a tag is on a card that is not"))
        raise ConfigError("bad_value", path, 0, "cards", wrong)
    return capture


def forget(data_dir: Path) -> None:
    """Begin anew next time; the file is kept as a `.bak` until the next one is forgotten.

    :raises OSError: if that is not possible.
    """
    set_aside(data_dir / FILE)
