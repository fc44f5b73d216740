"""Read shell command lines: which simple commands they run, and how a line is named.

Nothing here runs anything or touches a file but the table of programs.
"""

from reflexion.shell.naming import caller, verb
from reflexion.shell.parser import Call, calls

__all__ = ["Call", "caller", "calls", "verb"]
