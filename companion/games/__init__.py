"""The three games. None of them imports another."""
