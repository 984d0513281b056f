"""The demo box: its tags, and a game that is won with it."""

from __future__ import annotations

import json

from companion.options import PACKAGED_CONFIG

_CARDS = json.loads((PACKAGED_CONFIG / "infernal_wagon/demo.json").read_text(encoding="utf-8"))["cards"]
TAGS = {card["slot"]: card["tags"][0]["uid"] for card in _CARDS}
EXIT = next(card["slot"] for card in _CARDS if card["kind"] == "exit")

_ORDER = """
    danger-05 rail-30 rail-03 danger-03 rail-06 danger-07 silence-01 danger-08 danger-17 rail-02 danger-18 danger-13
    rail-11 silence-02 danger-09 rail-04 rail-15 danger-16 rail-05 rail-24 silence-03 rail-07 rail-12 rail-09 rail-18
    rail-08 rail-14 silence-04 rail-22 rail-31 rail-27 rail-29 rail-19 rail-25 silence-05 rail-20 rail-41 rail-34
    rail-35 rail-28 rail-13 silence-06 rail-38 rail-37 rail-32 rail-39 rail-10 rail-40 silence-07 rail-44 rail-23
    rail-01 rail-21 rail-17 rail-46 silence-08 rail-45 danger-06 rail-42 rail-16 danger-04 rail-26 danger-15 danger-14
    rail-47 rail-43
"""
WINNING = tuple(_ORDER.split())
"""The whole pile for two players with Silence, then comes the Exit. `rail-30` and `rail-41` may or may not fit: the
companion asks, and they do. `rail-47` does not fit."""
