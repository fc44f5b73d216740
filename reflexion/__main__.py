"""`python3 -m reflexion`, `python3 path/to/reflexion` and the console script."""

import os
import sys

if sys.version_info < (3, 9):  # nothing above this may need a newer Python
    sys.exit(
        "reflexion: this is Python %d.%d (%s), and it needs 3.9 or newer: run it with another one"
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )
if not __package__:  # run by the folder's path: Python put the folder itself first
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

try:
    from reflexion.cli.main import main
except KeyboardInterrupt:
    sys.exit(130)

if __name__ == "__main__":
    sys.exit(main())
