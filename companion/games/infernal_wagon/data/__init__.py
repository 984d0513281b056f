"""The cards of a box: their file, and how it is taken down."""
