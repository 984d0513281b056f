"""`make prove-pi`: the companion on an emulated Raspberry Pi, played through its real devices."""
