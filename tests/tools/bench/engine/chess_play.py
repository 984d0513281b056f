"""Random play of python-chess: `chess_play.py SECONDS`, run by the Python of other libraries; prints moves a second.

Moves are chosen among the legal ones and made, game after game, for so many seconds of processor time.
"""

from __future__ import annotations

import importlib
import sys
import time
from random import Random
from typing import Any

chess: Any = importlib.import_module("chess")
"""It lies in an environment of its own."""


def main(seconds: float) -> float:
    rng, moves, begun = Random(1), 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 300:
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves / spent


if __name__ == "__main__":
    print(main(float(sys.argv[1])))
