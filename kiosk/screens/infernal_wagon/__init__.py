"""Infernal Wagon on the screen."""
