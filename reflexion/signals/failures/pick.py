"""Error lines that a pattern alone cannot pick."""

from __future__ import annotations

import re


def traceback_line(text, matches):
    """The exception under the last Python traceback; under a unittest header, the first."""
    headers = list(matches)
    unittest = "\n======" in text and ("\nFAIL: " in text or "\nERROR: " in text)
    order = headers if unittest else headers[::-1]
    return next(filter(None, (_exception_under(text, header) for header in order[:8])), "")


def _exception_under(text, header):
    prefix = (
        header.group()[: header.group().index("Traceback")]
        .replace("Exception Group ", "")
        .replace("+", "|")
    )
    frames = False
    for line in text[header.end() : header.end() + 20_000].split("\n")[1:]:
        line = line[len(prefix) :] if prefix and line.startswith(prefix) else line
        if line[:1] in (" ", "\t", ""):
            frames = frames or line.lstrip().startswith("File ")
        elif frames:
            return "" if line.startswith("Traceback (most") else line.strip()
        else:
            return ""
    return ""


def bandit_issue(text, matches):
    """The first finding of high severity, else the first one."""
    found = list(matches)
    grave = next(
        (m for m in found if re.match(r"\n[ \t]*Severity: High", text[m.end() : m.end() + 60])),
        found[0],
    )
    return grave.group()


def ansible_failure(text, matches):
    """What the failed module itself said, behind the task's own message."""
    fatal = list(matches)[0].group()
    titles = re.findall(r"^\[ERROR\]: (Task failed: .*)", text, re.M)
    title = titles[0] if titles else fatal[: fatal.find(" => ")]
    said = [
        re.search(rf'"{key}": "([^"\n]{{1,300}})', fatal)
        for key in ("stderr", "module_stderr", "msg")
    ]
    detail = next((m.group(1) for m in said if m and m.group(1) not in title), "")
    return f"{title}: {detail}" if detail else title
