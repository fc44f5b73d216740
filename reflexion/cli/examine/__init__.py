"""What `doctor` looks at, by topic. Each module has `look(project) -> [Finding]`."""
