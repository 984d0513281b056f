"""The screens of Cerbère."""
