"""Cerbère: the Rage track, the path, and the page with all of it."""
