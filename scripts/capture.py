#!/usr/bin/env python3
"""The capture hook; with arguments, `reflexion capture` by hand. It only forwards."""

import sys

path = __file__.replace("\\", "/") if sys.platform == "win32" else __file__
sys.path.insert(0, path.rsplit("/", 2)[0])
if len(sys.argv) == 1 and not (sys.stdin and sys.stdin.isatty()):
    from reflexion.start import main

    sys.exit(main("capture"))
from reflexion.__main__ import main

sys.exit(main(["capture", *sys.argv[1:]]))
