"""What a screen may know of the table and ask of it: the open game, settings, memories, phones, hub, machine.

May import `doctor`, `sound` and the rooms below them, not `widgets`. Begin at `context` and `link`.
"""
