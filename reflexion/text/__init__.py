"""Text without meaning: cleaning, words, tables, marked blocks. Imports nothing of ours."""
