"""The one owner of files: entries, index, event logs, settings, trust, git."""
