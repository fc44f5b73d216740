#!/usr/bin/env python3
"""`reflexion status` by path, for the `cwd` of a payload on stdin if there is one."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.__main__ import main  # it says so where this Python is too old
from reflexion.hook import folder_of
from reflexion.start import read_payload

is_asked = sys.argv[1:] or (sys.stdin and sys.stdin.isatty())
folder = "" if is_asked else folder_of(read_payload())
sys.exit(main(["status", *(["--project", folder] if folder else sys.argv[1:])]))
