"""Rows of the engine and its games: each `rows_*.py` has a list `ROWS`. Beside them, what attacks and plays phones."""
