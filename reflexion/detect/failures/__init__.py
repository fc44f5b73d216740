"""Judge commands: did one fail, whose fault is it, and which line says so?"""

from reflexion.detect.failures.verdict import Verdict, judge

__all__ = ["Verdict", "judge"]
