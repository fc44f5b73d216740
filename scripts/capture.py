#!/usr/bin/env python3
"""The capture hook, and the same by hand. It only forwards; the code is reflexion/hook.py and what that imports."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.hook import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main("capture"))
