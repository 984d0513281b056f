"""Cerbère: the Rage track, the Speed die, the boats, captures, cards and the board."""
