"""Learnings: the entry, whose words they are, and what counts as the same. Pure."""
