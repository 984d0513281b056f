"""Every screen as a picture: `python -m tests.tools.gallery build/gallery`. Shows what a change does."""
