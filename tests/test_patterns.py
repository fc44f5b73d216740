"""No pattern of the package takes more than linear time, whatever the text."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
# held against the start of a word alone, or against at most some hundred characters: a value, a
# prompt, a pattern of the settings
SHORT = "ASSIGNMENT CODE FOLLOWER ITEM OPTION POINTING REFERENCE REPEAT SENTENCE_END SINGLE SLOW".split()
# each pattern on half a megabyte made of long runs of each hostile piece; a pattern that is quadratic
# in one of them alone takes minutes
SCRIPT = """
import importlib, pkgutil, re, sys
sys.path[:0] = sys.argv[1:3]
short = sys.argv[3:]
import hostile
from reflexion.text import rows

run = (1 << 19) // len(hostile.PIECES)
text = "\\n".join(piece * (run // len(piece)) for piece in hostile.PIECES)
patterns = [row[2] for row in rows("detect/failures/rules.tsv")]
patterns += ["^" + row[1] for row in rows("detect/failures/voices.tsv")]
for package in ("detect", "shell", "text"):
    path = importlib.import_module("reflexion." + package).__path__
    for module in pkgutil.walk_packages(path, f"reflexion.{package}."):
        importlib.import_module(module.name)
        for name, value in vars(sys.modules[module.name]).items():
            if name.isupper() and name not in short and isinstance(value, (str, re.Pattern)):
                patterns.append(getattr(value, "pattern", value))
count = 0
for pattern in dict.fromkeys(patterns):
    if re.search("[*+{]", pattern):
        try:
            compiled = re.compile(pattern, re.M)
        except re.error:  # a text that is no pattern
            continue
        count += sum(1 for _ in compiled.finditer(text)) >= 0
print(count)
"""


def test_every_pattern_reads_half_a_megabyte_of_anything():
    line = [sys.executable, "-c", SCRIPT, str(TESTS), str(TESTS.parent), *SHORT]
    done = subprocess.run(line, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
