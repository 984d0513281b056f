"""The engine that all games share: the table and its parts."""
