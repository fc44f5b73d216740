"""Files of ours that name a path of this machine stay out of git: a few lines in the clone's own
.git/info/exclude.
"""

from __future__ import annotations

import os

from reflexion.store.paths import checkout_top, inside, main_checkout

BEGIN, END = "# reflexion: these name paths of this machine", "# reflexion: end"


def file_of(root: str) -> str:
    """The exclude file of the checkout that root lies in; "" outside git."""
    top = checkout_top(root)
    folder = os.path.join(main_checkout(top), ".git") if top else ""
    return os.path.join(folder, "info", "exclude") if folder and os.path.isdir(folder) else ""


def tracked(root: str, path: str) -> bool:
    """Is the file in git already? (Then excluding it would hide nothing.)"""
    import subprocess

    try:
        return (
            subprocess.run(
                ["git", "-C", root, "ls-files", "--error-unmatch", "--", path],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=10,
            ).returncode
            == 0
        )
    except (OSError, subprocess.SubprocessError):
        return False


def added(text: str, root: str, paths: list) -> str:
    """The exclude file's text with our lines for these paths as well."""
    top = checkout_top(root)
    lines = [
        "/" + _escaped(os.path.relpath(path, top).replace(os.sep, "/"))
        for path in paths
        if inside(path, top)
    ]
    missing = [line for line in lines if line not in text.splitlines()]
    if not missing:
        return text
    if END in text:
        return text.replace(END, "\n".join([*missing, END]), 1)
    gap = "" if not text or text.endswith("\n") else "\n"
    return text + gap + "\n".join([BEGIN, *missing, END]) + "\n"


def without(text: str) -> str:
    """The exclude file's text without our lines."""
    start, end = text.find(BEGIN), text.find(END + "\n")
    return text[:start] + text[end + len(END) + 1 :] if 0 <= start < end else text


def _escaped(path: str) -> str:
    return "".join("\\" + letter if letter in "\\*?[ " else letter for letter in path)
