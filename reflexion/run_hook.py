"""The hooks of an installed package, which has no scripts: `python3 -I -S run_hook.py capture`."""

import sys

sys.path.insert(0, __file__.replace("\\", "/").rsplit("/", 2)[0])

from reflexion import start  # noqa: E402

start.main(sys.argv[1])
