"""The error that a command ends with when it cannot go on."""


class Stop(Exception):
    """The command cannot go on; the text is one line with the cause and the remedy."""
