"""`make prove-readers`: a whole game of each of the three games in the real kiosk, by each kind of reader that needs no
daemon: one on a serial line, one that types, one antenna of a board. (PC/SC: `make prove-pcsc`.)
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.process.machine import Kiosk
from tests.process.readers import hands
from tests.process.whole_games import GAMES, by_chance, settle, wagon

KINDS = ("rdm6300", "keyboard", "antenna_board")
WAGON = "infernal_wagon"


def main() -> int:
    wanted = sys.argv[1:]
    failed = 0
    for kind in [one for one in KINDS if one in wanted] or KINDS:
        for name in [one for one in (WAGON, *GAMES) if one in wanted] or (WAGON, *GAMES):
            (reader,) = hands(1, kind)
            begun = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="companion-readers-") as folder:
                settle(Path(folder), reader)
                try:
                    with Kiosk(Path(folder), env={"SDL_AUDIODRIVER": "dummy", "COMPANION_NO_SOUND": "1"}) as kiosk:
                        cards = wagon(kiosk, reader) if name == WAGON else by_chance(kiosk, reader, name, Random(5))
                    assert cards, "no card was played"
                except AssertionError as fault:
                    failed += 1
                    print(f"FAILED  {kind:14} {name}: {fault}", flush=True)
                else:
                    took = time.monotonic() - begun
                    print(f"passed  {kind:14} {name}: over, {cards} cards by the reader, {took:.0f} s", flush=True)
            reader.close()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
