#!/usr/bin/env python3
"""The promote hook; with arguments, `reflexion promote` by hand. It only forwards."""
import sys

sys.path.insert(0, (__file__.replace("\\", "/") if sys.platform == "win32" else __file__).rsplit("/", 2)[0])
from reflexion.hook import leave, main, waits  # noqa: E402

if waits(sys.argv[1:]) and main("promote") == 0:
    leave(0)
from reflexion.cli import run  # noqa: E402
sys.exit(run(["promote", *sys.argv[1:]]))
