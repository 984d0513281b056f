"""A game as JSON that a person can write."""
