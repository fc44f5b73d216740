"""`python3 -m reflexion`, `python3 path/to/reflexion` and the console script."""
from __future__ import annotations

import os
import sys

if not __package__:  # run by the folder's path: Python put the folder itself first
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from reflexion.cli import run  # noqa: E402


def main() -> int:
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
