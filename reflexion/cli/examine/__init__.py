"""What `doctor` looks at, by topic. Each module has `look(found) -> list of Finding`; none changes anything."""
