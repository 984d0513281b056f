"""Every screen as a picture: `python -m kiosk.gallery build/gallery`. It is how a change to a screen is reviewed."""
