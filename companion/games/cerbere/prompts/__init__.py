"""What can be chosen, as a tree of prompts."""
