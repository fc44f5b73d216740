"""Tell exactly which failures are one mistake: the same program, and the same error line but
for what changes by itself."""

from __future__ import annotations

import hashlib
import re

from reflexion.shell import caller

DIGITS = 16  # of a fingerprint
READ = 1000  # characters of a line that are read
# every sort of quotation mark is the plain one
QUOTES = dict.fromkeys(map(ord, '"`´‘’‚‛“”„«»'), "'")
# the folders of a path that begins at a root, a home or a place relative to here
ROOT = r"(?<![\w/\\:.@~-])(?:[A-Za-z]:|~|\.{1,2})?[/\\]"
FOLDERS = ROOT + r"(?:[^\s'/\\:()<>]{1,255}[/\\])*"
# a port says which service does not answer, so it stays
PORT = r"(?i:\bport[ :=]{1,2}|\blocalhost:|\b\d{1,3}(?:\.\d{1,3}){3}:)\d{2,5}\b"
HASH = r"(?<![^\W_])(?:0x[\da-fA-F]+|(?=[a-f]*\d)[\da-f]{7,64})(?![^\W_])"
NUMBER = r"(?<![^\W_])\d+(?:[.,:/+T-]\d+)*"
VARYING = f"(?i:{PORT}|{HASH}|{NUMBER})"


def fingerprint_of_failure(line: str, command: str) -> str:
    """Return the fingerprint of a failed call by its error line and its command."""
    call = caller(command)
    message = lasting(line)
    # without a message the words of the call have to tell
    return hash_of(["error", call.partition(" ")[0] if message else call, message])


def lasting(line: str) -> str:
    """Return an error line without what changes by itself: folders, places in files, numbers,
    hashes, times, and the form of quotes."""
    text = re.sub(FOLDERS, "", " ".join(line[:READ].translate(QUOTES).split()))
    return re.sub(VARYING, lambda found: found[0] if re.fullmatch(PORT, found[0]) else "0", text)


def hash_of(words: list[str]) -> str:
    """Return the fingerprint that stands for these words."""
    return hashlib.sha256("\n".join(words).encode("utf-8", "replace")).hexdigest()[:DIGITS]
