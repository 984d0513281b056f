"""The table as a picture: one SVG of the public view, without words, the same for every language and every page."""
