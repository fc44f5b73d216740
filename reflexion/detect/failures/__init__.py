"""Judge commands: whether one failed, which call of it, and which line says so."""

from reflexion.detect.failures.verdict import Verdict, judge

__all__ = ["Verdict", "judge"]
