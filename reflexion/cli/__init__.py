"""The program `reflexion`, for a person at a terminal and for the shell of an agent."""
