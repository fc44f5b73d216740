#!/usr/bin/env python3
"""The promote hook; with arguments, `reflexion promote` by hand. It only forwards."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.hook import main, waits  # noqa: E402

if waits(sys.argv[1:]) and main("promote") == 0:
    sys.exit(0)
from reflexion.cli import run  # noqa: E402
sys.exit(run(["promote", *sys.argv[1:]]))
