#!/usr/bin/env python3
"""Sets a project up. It only forwards; the code is reflexion/cli/setting_up.py."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if __name__ == "__main__":
    from reflexion import __main__  # it says so where this Python is too old

    sys.exit(__main__.run(["init"] + sys.argv[1:]))
