"""What a screen may know of the table and ask of it: the open game, settings, memories, phones, hub, machine."""
