"""The pieces screens are made of. They take plain values and know no game."""
