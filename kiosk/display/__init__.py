"""What screens are built on: main loop, frames, environment, sizes and skins, dimming, memory.

May import `touch` alone. Begin at `env` (before Kivy), `loop` and `theme`.
"""
