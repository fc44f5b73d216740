#!/usr/bin/env python3
"""Sets a project up. It only forwards; the code is reflexion/cli/init.py and what that imports."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.cli import run  # noqa: E402

if __name__ == "__main__":
    sys.exit(run(["init", *sys.argv[1:]]))
