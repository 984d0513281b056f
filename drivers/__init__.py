"""The hardware beside the board: readers, buttons, lamps. Knows no game and no Kivy; speaks in Signals."""
