"""Promotion: a learning that keeps coming becomes a line in CLAUDE.md or AGENTS.md."""
