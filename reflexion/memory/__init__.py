"""The block of learnings in the MEMORY.md beside a skill's SKILL.md. Hooks import this."""
