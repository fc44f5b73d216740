"""The hooks of an installed package, which has no scripts: `python3 -I -S run_hook.py capture`."""

import sys

path = __file__.replace("\\", "/") if sys.platform == "win32" else __file__
sys.path.insert(0, path.rsplit("/", 4)[0])
from reflexion.start import main

sys.exit(main(sys.argv[1]))
