#!/usr/bin/env python3
"""The recall hook; with arguments, `reflexion recall` by hand. It only forwards."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reflexion.hook import main, waits  # noqa: E402

if waits(sys.argv[1:]):
    sys.exit(max(0, main("recall")))
from reflexion.cli import run  # noqa: E402
sys.exit(run(["recall", *sys.argv[1:]]))
