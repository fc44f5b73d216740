"""The errors that a command ends with when it cannot go on."""


class Stop(Exception):
    """The command cannot go on; the text is one line with the cause and the remedy."""


class Usage(Stop):
    """The arguments do not go together; the exit status is 2."""
