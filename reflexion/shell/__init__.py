"""Read shell command lines: which simple commands they run, and how a line is named.

Nothing here runs anything or touches a file but the table of programs.
"""

from reflexion.shell.parser import Call, calls
from reflexion.shell.roles import caller

__all__ = ["Call", "caller", "calls"]
