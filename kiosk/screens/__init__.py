"""The screens that all games share, and a folder of screens for each game."""
