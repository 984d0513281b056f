"""Scenes on the kiosk: drawn with Kivy, moved, touched. Knows no game."""
