#!/usr/bin/env python3
"""The promote hook; with arguments, `reflexion promote` by hand. It only forwards."""

import sys

root = __file__.replace("\\", "/") if sys.platform == "win32" else __file__
sys.path.insert(0, root.rsplit("/", 2)[0])
from reflexion.hook import is_hook_call, leave, main

if is_hook_call(sys.argv[1:]) and main("promote") == 0:  # else nothing came on stdin: cron, CI
    leave(0)
from reflexion.cli import run

sys.exit(run(["promote", *sys.argv[1:]]))
