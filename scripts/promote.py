#!/usr/bin/env python3
"""The promote hook; with arguments, or nothing on stdin, `reflexion promote`. It only forwards."""

import sys

path = __file__.replace("\\", "/") if sys.platform == "win32" else __file__
sys.path.insert(0, path.rsplit("/", 2)[0])
from reflexion.start import main, read_payload

payload = b"" if sys.argv[1:] or (sys.stdin and sys.stdin.isatty()) else read_payload()
if payload.strip():
    sys.exit(main("promote", payload))
from reflexion.__main__ import main

sys.exit(main(["promote", *sys.argv[1:]]))
