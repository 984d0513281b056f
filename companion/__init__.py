"""The shared engine of the Infernal Companion: pure Python, no window, no hardware."""
