"""Worst-case texts for functions that read what others wrote."""

PIECES = [
    *"a \n\t=-_./:'\"\\([{<$|0A",
    *("a ", "a=", "a:", "a.", "a/", "--a ", "a\n", " \n", "a: ", "a b ", "://a", "a@"),
    *("'a", '"a', "\\'", "$(", "<<E\n", "error ", "Error: ", "error:\n", "a.b:1: "),
    *("password=", "https://a:", "\x1b[", "\u4f60", "\u200b", "\U0001f600", "\ud800"),
]


def survives(function, extra=(), size=1 << 13, pieces=PIECES):
    """Call a function with hostile texts, which must not raise.

    What takes quadratic time for one of them takes many seconds, which nobody will miss."""
    for piece in [*pieces, *extra]:
        function(piece * (size // len(piece)) + "\0!")
