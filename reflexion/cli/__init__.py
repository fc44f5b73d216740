"""The program `reflexion`, for a person at a terminal and for the shell of an agent."""

from __future__ import annotations

from collections import namedtuple

# What a module of one command has as its names; several commands of one module are these.
Command = namedtuple("Command", "name HELP add_arguments run DETAILS", defaults=("",))
