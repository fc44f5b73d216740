#!/usr/bin/env python3
"""`reflexion status` by path. It only forwards."""

import sys

path = __file__.replace("\\", "/") if sys.platform == "win32" else __file__
sys.path.insert(0, path.rsplit("/", 2)[0])
from reflexion.cli.main import main

sys.exit(main(["status", *sys.argv[1:]]))
