"""Read a deck file (5.3). Whatever is wrong is named by file, line and key."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.engine import packaged
from companion.engine.config import load_toml, parse_toml
from companion.engine.loaded import loaded
from companion.engine.refused import Refused
from companion.games.hellrail.data.deck import Card, Deck, Layout, Spot
from companion.games.hellrail.data.deck_checks import Warning_, check_deck
from companion.games.hellrail.data.deck_faults import bound_tags, canonical, check, circle_of
from companion.games.hellrail.data.deck_shape import DeckFile

PACKAGED: Final = packaged.PACKAGED / "hellrail"
DEMO: Final = "demo"
DEMO_FILE: Final = PACKAGED / "deck_demo.toml"


def own_deck(config_dir: Path) -> Path:
    """Where the owner's deck file is, or would be."""
    return config_dir / "hellrail" / "deck.toml"


def deck_path(name: str, config_dir: Path | None) -> Path:
    """The file of the deck called `name`: "" the owner's if there is one, else the demonstration deck; "demo" that one.

    :raises Refused: `bad_setup` for another name.
    """
    if name not in ("", DEMO):
        raise Refused("bad_setup", key="deck", reason="unknown_deck", deck=name, known=DEMO)
    if name == DEMO or config_dir is None:
        return DEMO_FILE
    own = own_deck(config_dir)
    try:
        return own if own.exists() else DEMO_FILE
    except OSError:
        return own  # it may be there: whoever reads it tells why that is not possible


class _Read(Struct, frozen=True):
    deck: Deck
    warnings: tuple[Warning_, ...]


def load_deck(name: str, config_dir: Path | None) -> Deck:
    """The deck called `name`: "" the owner's `hellrail/deck.toml` if there is one, else "demo", the packaged deck.

    :raises Refused: `bad_setup` for another name.
    :raises ConfigError: naming file, line and key.
    """
    return _read(name, config_dir).deck


def deck_warnings(name: str, config_dir: Path | None) -> tuple[Warning_, ...]:
    """What is odd about that deck, though it can be played; judged by the ranges of the file itself.

    :raises Refused: as `load_deck`.
    :raises ConfigError: as `load_deck`.
    """
    return _read(name, config_dir).warnings


def parse_deck(text: str, path: Path) -> Deck:
    """A deck file's text; `path` is only named in errors.

    :raises ConfigError: naming file, line and key.
    """
    return _made(parse_toml(text, path, DeckFile, check)).deck


def _read(name: str, config_dir: Path | None) -> _Read:
    path = deck_path(name, config_dir)
    return loaded(_from_file, path, path)


def _from_file(path: Path) -> _Read:
    return _made(load_toml(path, DeckFile, check))


def _made(file: DeckFile) -> _Read:
    cards = {
        row.id: Card(row.id, row.car, row.pickup, row.setout, row.brimstone, canonical(row.rails), row.name)
        for row in file.card
    }
    layouts = {
        row.id: Layout(row.id, row.status, tuple(Spot(circle_of(cell.circle), cell.x, cell.y) for cell in row.cells))
        for row in file.layout
    }
    deck = Deck(
        file.deck.name,
        cards,
        layouts,
        {tag.uid: tag.on for tag in bound_tags(file)},
        file.rulings,
        file.deck.placeholder,
        file.deck.owner_verified,
    )
    return _Read(deck, check_deck(deck, file.ranges))
