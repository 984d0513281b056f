"""The pieces screens are made of. They take plain values and know no game.

May import `table` and the rooms below it, not `screens`. Begin at `layout` and `key`.
"""
