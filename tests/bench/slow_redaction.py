"""Search for texts that are slow to redact; run by hand.

    python3 tests/bench/slow_redaction.py                 # the slowest of all, in CPU seconds
    python3 tests/bench/slow_redaction.py --ceiling 0.8   # exit code 1 when one takes longer

Every word of the tables of `signals/secrets/`, and of EXTRA, stands alone, in each of FORMS, again
and again up to SAMPLE characters. The slowest of them are then measured on the full 128 KB, the
longest text that a hook redacts. Time is CPU time of this process, so that other processes on the
machine do not count. A search of all tables takes some minutes; --only looks at a part of it.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from reflexion.signals.secrets import redact  # noqa: E402
from reflexion.text.tables import rows, sections  # noqa: E402

SAMPLE = 4 * 1024  # characters of the first look
WHOLE = 128 * 1024
FOLDER = "signals/secrets/"
FORMS = (
    "{} ",
    "{}=",
    "{}: ",
    "{}\n",
    '"{}": "',
    "{} a ",
    "'{}'",
    "--{} ",
    "-{}=",
    "{}",
    "{}a1B2=",
    "{}=a1B2 ",
    "{}:\n- ",
    "{} | ",
    "({}, '",
    "x {} y1.z\n",
)
EXTRA = {
    "password",
    "secret=",
    "token: ",
    "key ",
    "authorization: bearer ",
    "cookie: a=b; ",
    "://a:b@",
    "eyJhbGciOi",
    "-----BEGIN PRIVATE KEY-----",
    "mysql -p",
    "\\n",
    "\x1b[",
    '"',
    "'",
    "\\",
    "insert into a (b) values (c",
    "kind: Secret\ndata:\n",
}


def table_words() -> set:
    """Every word that a table of redaction waits for."""
    found = set(EXTRA)
    for row in rows(FOLDER + "services.tsv"):
        found.update(row[1].split())
    for row in rows(FOLDER + "patterns.tsv"):
        found.update(row[1].split(" | "))
    for row in rows(FOLDER + "programs.tsv"):
        found.update(row[0].split())
        found.update(f"{row[0].split()[0]} {rule.replace('>', ' ')}" for rule in row[1].split())
    for text in sections(FOLDER + "words.txt").values():
        found.update(text.split())
    return {word for word in found if word}


def seconds(unit: str, length: int) -> float:
    """CPU seconds that a text of this length takes which repeats the unit."""
    text = (unit * (length // len(unit) + 1))[:length]
    began = time.process_time()
    redact(text)
    return time.process_time() - began


def search(words, forms) -> list:
    """[(CPU seconds on SAMPLE characters, unit)], the slowest first."""
    units = {form.format(word) for word in words for form in forms}
    return sorted(((seconds(unit, SAMPLE), unit) for unit in units), reverse=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ceiling", type=float, default=1.0, help="CPU seconds on 128 KB")
    parser.add_argument("--worst", type=int, default=30, help="units that are measured in full")
    parser.add_argument("--only", default="", help="a pattern: search only such words")
    args = parser.parse_args()
    words = [word for word in table_words() if re.search(args.only, word)]
    found = search(words, FORMS)
    print(f"{len(words)} words in {len(FORMS)} forms")
    slow = 0
    whole = [(seconds(unit, WHOLE), unit) for _, unit in found[: args.worst]]
    for took, unit in sorted(whole, reverse=True):
        slow += took > args.ceiling
        print(f"{took:6.2f} s  {unit!r}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
