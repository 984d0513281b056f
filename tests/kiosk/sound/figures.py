"""What the reference render of the sound language measured. Data.

`python -m tests.kiosk.sound.figures BUFFER ...` measures rows anew.
"""

from __future__ import annotations

import sys

from kiosk.sound.bank import RECIPES
from tests.kiosk.sound.measured import Facts, facts

CUES: dict[str, Facts] = {
    "count": Facts(0.55, 1, 1, -5.0, -20.0, 983, 740, 99),
    "A0_blast": Facts(1.50, 9, 4, -5.0, -21.2, 652, 286, 94),
    "A0_whistle": Facts(1.10, 5, 2, -9.0, -19.2, 713, 466, 100),
    "bell1": Facts(1.60, 1, 1, -5.0, -19.6, 724, 587, 100),
    "bell5": Facts(3.80, 1, 5, -5.0, -19.2, 714, 587, 100),
    "rumble": Facts(0.80, 15, 3, -6.0, -17.8, 614, 284, 87),
    "rumble_long": Facts(1.50, 15, 5, -6.0, -17.6, 628, 284, 86),
    "stones": Facts(1.10, 57, 12, -5.0, -17.9, 942, 355, 91),
    "timber": Facts(1.30, 70, 17, -4.0, -18.0, 1267, 683, 98),
    "whistle_long": Facts(1.90, 5, 4, -9.0, -19.3, 713, 466, 100),
    "alarm": Facts(2.00, 1, 20, -7.0, -19.3, 1190, 880, 100),
    "voice_fr": Facts(0.86, 0, 9, -7.0, -17.7, 1294, 234, 77),
    "voice_en": Facts(0.89, 0, 9, -7.0, -18.2, 1141, 386, 97),
    "whistle_2": Facts(0.95, 4, 5, -5.0, -15.5, 792, 523, 100),
    "tick10": Facts(0.24, 1, 1, -8.0, -23.7, 990, 879, 100),
    "tick1": Facts(0.24, 0, 1, -2.6, -17.3, 1669, 1479, 99),
    "explosion7": Facts(3.00, 1, 20, -4.5, -10.5, 1159, 281, 78),
    "match": Facts(0.20, 1, 2, -12.0, -29.7, 1846, 1717, 100),
    "thuds2": Facts(0.34, 1, 2, -7.0, -22.4, 393, 366, 97),
    "thuds4": Facts(0.58, 1, 4, -7.0, -19.4, 393, 375, 97),
    "plank": Facts(0.60, 56, 6, -5.0, -21.6, 654, 423, 100),
    "echo_on": Facts(0.60, 1, 5, -6.0, -21.4, 1011, 980, 100),
    "echo_off": Facts(0.60, 5, 5, -6.0, -21.4, 1012, 977, 100),
    "blast": Facts(0.60, 1, 1, -5.0, -15.8, 937, 289, 77),
    "silence_on": Facts(0.60, 1, 2, -8.5, -19.4, 2901, 792, 91),
    "silence_off": Facts(0.60, 43, 2, -8.0, -21.5, 2766, 1720, 93),
    "uturn_on": Facts(0.55, 91, 1, -9.0, -20.2, 749, 523, 100),
    "uturn_off": Facts(0.55, 2, 1, -9.0, -18.5, 733, 523, 100),
    "curse": Facts(0.60, 4, 3, -8.0, -21.7, 857, 880, 100),
    "curse_last": Facts(0.60, 4, 1, -9.0, -25.5, 1041, 1046, 100),
    "last_cards": Facts(0.60, 20, 1, -9.0, -20.5, 1614, 716, 98),
    "exit_drawn": Facts(0.60, 1, 4, -9.0, -19.4, 846, 587, 100),
    "heartbeat": Facts(0.55, 3, 2, -5.0, -19.5, 390, 289, 87),
    "won": Facts(3.00, 4, 1, -5.0, -14.3, 867, 740, 100),
    "collapse": Facts(2.50, 20, 18, -4.0, -13.8, 560, 293, 82),
    "growl3": Facts(0.45, 14, 8, -11.0, -25.4, 383, 378, 82),
    "growl8": Facts(0.90, 10, 17, -4.0, -16.3, 738, 624, 95),
    "chain_up2": Facts(0.40, 1, 4, -8.0, -23.3, 1925, 1680, 100),
    "chain_down2": Facts(0.40, 1, 4, -8.0, -23.7, 1717, 1494, 100),
    "bark": Facts(0.62, 3, 7, -5.0, -19.0, 720, 652, 88),
    "chase5": Facts(1.42, 1, 17, -6.0, -21.8, 695, 300, 98),
    "whimper": Facts(0.70, 5, 2, -11.0, -19.3, 985, 994, 100),
    "capture": Facts(1.30, 1, 18, -4.0, -16.5, 802, 581, 95),
    "oars": Facts(1.30, 32, 6, -8.0, -18.4, 1776, 803, 97),
    "peek": Facts(0.55, 1, 3, -10.0, -26.0, 968, 844, 100),
    "doors": Facts(2.20, 88, 25, -4.0, -16.3, 605, 330, 85),
    "howl": Facts(2.40, 96, 4, -6.5, -16.5, 513, 330, 100),
    "escape": Facts(2.60, 87, 7, -6.5, -16.3, 806, 1175, 100),
    "toot": Facts(0.80, 4, 2, -9.0, -18.8, 860, 622, 100),
    "coupling": Facts(0.75, 1, 5, -5.0, -18.5, 607, 350, 99),
    "fire": Facts(1.20, 20, 4, -7.0, -17.0, 1178, 379, 96),
    "chuffs3": Facts(0.87, 2, 3, -7.0, -22.0, 1597, 843, 98),
    "ram": Facts(0.80, 0, 2, -4.0, -18.1, 658, 290, 97),
    "derail": Facts(1.90, 9, 9, -5.0, -16.2, 873, 316, 97),
    "delivery": Facts(1.00, 1, 1, -7.0, -20.4, 1455, 1318, 100),
    "gong": Facts(1.60, 3, 6, -7.0, -20.0, 399, 293, 92),
    "heresy": Facts(0.80, 4, 7, -10.0, -23.2, 688, 587, 100),
    "toll": Facts(1.10, 1, 15, -7.0, -19.9, 806, 439, 92),
    "riffle": Facts(1.05, 0, 16, -7.0, -23.0, 1795, 623, 96),
    "spike": Facts(0.75, 1, 2, -6.0, -20.2, 1244, 988, 99),
    "reveal_roll": Facts(1.60, 1, 33, -7.0, -19.3, 1189, 374, 98),
    "reveal": Facts(0.70, 25, 5, -9.0, -23.9, 979, 1047, 100),
    "crown": Facts(2.90, 6, 10, -5.0, -14.9, 810, 622, 100),
    "knock": Facts(0.18, 1, 1, -7.0, -25.1, 682, 560, 100),
    "tap": Facts(0.04, 1, 1, -16.0, -38.6, 2168, 2109, 100),
    "refused": Facts(0.38, 4, 2, -10.0, -22.1, 455, 393, 95),
    "undo": Facts(0.35, 1, 3, -10.0, -22.1, 1076, 968, 100),
    "hold": Facts(0.60, 7, 2, -10.0, -19.3, 1475, 1150, 98),
    "resume": Facts(0.60, 2, 2, -8.0, -19.1, 922, 554, 99),
}
"""Buffer -> its row."""
PLACES = (2, 0, 0, 1, 1, 0, 0, 0)
"""Decimals of a row."""

EXACT_ONSETS = {
    "bell1", "bell5", "thuds2", "thuds4", "alarm", "tick10", "tick1", "match", "chain_up2", "chain_down2",
    "chuffs3", "spike", "toot", "delivery", "reveal_roll",
}  # fmt: skip
"""Cues that people count."""


if __name__ == "__main__":
    for buffer in sys.argv[1:]:
        row = zip(facts(RECIPES[buffer].render()), PLACES, strict=True)
        print(f'    "{buffer}": Facts({", ".join(f"{figure:.{places}f}" for figure, places in row)}),')
