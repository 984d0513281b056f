"""Every screen as a picture: `python -m tests.gallery build/gallery`. It is how a change to a screen is reviewed."""
