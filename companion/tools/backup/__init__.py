"""The state folder as one file, and back: `companion backup`, `companion restore`."""
