"""The screens that all games share, and a folder of screens for each game, for the doctor, for boxes and for tables.

May import `widgets` and the rooms below it, not `window`. Begin at `screen` (what a screen is) and `play_page`.
"""
