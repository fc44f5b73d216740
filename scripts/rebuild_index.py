#!/usr/bin/env python3
"""`reflexion rebuild-index` by path. It only forwards; the code is reflexion/cli/."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.cli import run  # noqa: E402

if __name__ == "__main__":
    sys.exit(run(["rebuild-index", *sys.argv[1:]]))
