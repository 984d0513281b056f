"""Random play of python-chess, run by the Python of other libraries; prints moves a second of processor time.

`chess_play.py SECONDS`: for so long. `chess_play.py --games COUNT`: so many games, after one that does not count.
Moves are chosen among the legal ones and made.
"""

from __future__ import annotations

import importlib
import sys
import time
from random import Random
from typing import Any

chess: Any = importlib.import_module("chess")
"""It lies in an environment of its own."""


def play(rng: Random) -> int:
    """One game; how many moves it had."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 300:
        board.push(rng.choice(list(board.legal_moves)))
    return int(board.ply())


def for_so_long(seconds: float) -> float:
    rng, moves, begun = Random(1), 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        moves += play(rng)
    return moves / spent


def so_many(games: int) -> float:
    rng = Random(1)
    play(rng)
    begun = time.process_time()
    moves = sum(play(rng) for _ in range(games))
    return moves / (time.process_time() - begun)


if __name__ == "__main__":
    print(so_many(int(sys.argv[2])) if sys.argv[1] == "--games" else for_so_long(float(sys.argv[1])))
