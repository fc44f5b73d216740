"""The errors that a person may read: one tree, and below it what a caller tells apart.

None of them is a ValueError or an OSError: a handler names what it expects.
"""

from __future__ import annotations


class ReflexionError(Exception):
    """Something could not be done.

    message  one line with the cause; it names the file
    remedy   a command, or what else mends it; "" where the message says it already
    status   the exit status of a command that it ends
    """

    status = 1

    def __init__(self, message: str, remedy: str = ""):
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        """Return the cause with its remedy."""
        return f"{self.message}: {self.remedy}" if self.remedy else self.message


class Unreadable(ReflexionError):
    """The content of a file cannot be used."""


class Broken(Unreadable):
    """The markers of a block do not stand as a pair."""


class Busy(ReflexionError):
    """A lock could not be had in time."""


class NotAdded(ReflexionError):
    """The store is full, or a file that cannot be used stands in a learning's place."""


class Refused(ReflexionError):
    """A file of a person or a host was not touched, or a session's project is not certain.

    file  the name of the rule file; "" for anything else
    """

    def __init__(self, message: str, remedy: str = "", file: str = ""):
        super().__init__(message, remedy)
        self.file = file


class Stop(ReflexionError):
    """A command cannot go on."""


class Usage(Stop):
    """The arguments of a command do not go together."""

    status = 2
