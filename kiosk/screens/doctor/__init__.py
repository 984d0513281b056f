"""Diagnostics: what is wrong is big, what is well is quiet; and a page for each sense of the table."""
