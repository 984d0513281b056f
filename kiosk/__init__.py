"""The kiosk: shows views, sends moves; no rule in it."""
