"""What the frame of each protocol can promise: 20,000 damaged ones, none of a tag that is enrolled.

docs/readers.md says these figures; here is where they come from.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from drivers.presence import Presence, PresenceRules, TagPlaced
from drivers.readers import PROTOCOLS, new_decoder
from drivers.simulated.encoders import EXAMPLES, encode
from tests.drivers.uids import UNCHECKED

FRAMES = 20_000
EM4100 = ("62E3086CED", "0F00C0FFEE", "1234567890")
TAGS = {
    **EXAMPLES,
    **dict.fromkeys(("rdm6300", "id12la", "parallax28140", "text_line"), EM4100),
    "fdxb_wl134": ("900250000023921", "250269800001234", "001000000000001"),
    "m6e_nano": ("000000000000000000001545", "E200471BB0006013044509D0", "596F596F"),
    "r200": ("000000000000000000001545", "E200471BB0006013044509D0", "30751FEB705C5904E3D50D70"),
    "pn532_hsu": ("04A1B2C3", "04112233445566"),
}


def believed(name: str, flips: int, frames: int = FRAMES) -> tuple[int, int]:
    """Of so many frames with `flips` flipped bits each: wrong uids that the frame let through, and that were placed."""
    rng = Random(f"{name} {flips}")
    known = PROTOCOLS[name]
    rules = PresenceRules(
        known.repeats, known.frame_ms, 4, known.single, known.ghost_reads, known.duplicate_ms, known.checked
    )
    presence, wire = Presence(rules), new_decoder(name)
    tags = TAGS[name]
    read = placed = at = 0
    for _ in range(frames):
        frame = bytearray(encode(name, rng.choice(tags)))
        for bit in rng.sample(range(8 * len(frame)), flips):
            frame[bit // 8] ^= 1 << bit % 8
        at += known.frame_ms
        for found in wire.feed(bytes(frame)):
            read += found.uid not in tags
            placed += sum(isinstance(c, TagPlaced) and c.uid not in tags for c in presence.read(found, at))
        presence.tick(at)
    return read, placed


@pytest.mark.parametrize("name", PROTOCOLS)
def test_two_flipped_bits_never_make_a_tag_that_is_not_enrolled(name: str) -> None:
    read, placed = believed(name, 2, FRAMES // 10)
    assert placed <= (1 if name in UNCHECKED else 0), f"{read} frames passed, {placed} were believed"


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/readers.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_it_can_be_found(name: str) -> None:
    """On the page among the readers and among the figures, and in the table's file as a word to choose."""
    assert PAGE.count(f"| `{name}` |") == 2
    (choice,) = re.findall(r"^# protocol = .* # (.+)", (ROOT / "config/table.toml").read_text(encoding="utf-8"), re.M)
    assert name in choice.split(" | ")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROTOCOLS)
def test_the_page_says_what_was_measured(name: str) -> None:
    row = re.search(
        rf"^\| `{name}` \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|", PAGE.partition("## What a frame")[2], re.M
    )
    assert row is not None, "the protocol has no row"
    said = [int(cell.strip().replace(" ", "").replace(",", "")) for cell in row.groups()]
    assert said == [*believed(name, 1), *believed(name, 2)]
