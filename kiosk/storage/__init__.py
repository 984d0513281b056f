"""What this table keeps in files of its own: the owner's settings (`settings`), and the thread that writes them.

May import `display` and `touch`. A new setting is a field in `settings`, and a line in `kiosk.screens.settings`.
"""
