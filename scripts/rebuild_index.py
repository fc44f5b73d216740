#!/usr/bin/env python3
"""`reflexion rebuild-index` by path. It only forwards."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.__main__ import main  # it says so where this Python is too old

sys.exit(main(["rebuild-index", *sys.argv[1:]]))
