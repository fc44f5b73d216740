"""What was learned and what came of it: gathered, printed, and written as a page. Reads only."""
