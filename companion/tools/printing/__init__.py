"""Pages for a printer: sticker sheets and the quick start, as PDF. Only their commands import it."""
