"""`python3 -m reflexion` and the console script."""
from __future__ import annotations

import sys

from reflexion.cli import run


def main() -> int:
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
