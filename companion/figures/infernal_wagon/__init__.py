"""Infernal Wagon: the track, the gate, hands, and the page with all of it."""
