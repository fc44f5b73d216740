"""Labels with a name."""

import sys


def label(name):
    """Return a label."""
    return f"[{name}]"


if __name__ == "__main__":
    print(label(sys.argv[1]))
