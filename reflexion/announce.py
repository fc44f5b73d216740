"""What the person is told on screen when the setting `announce` is "all": a capture, a fix that was learned, a learning that was said."""

from __future__ import annotations

import re

from reflexion.store.entry import Unreadable
from reflexion.text.clean import one_line

MAX_LINE = 200
ID = r"RFX-\d{8}-[0-9a-f]{3,16}"


def announce(answer, project) -> None:
    """Add a line for each thing that happened to the answer's notice; rules have theirs already."""
    lines = [f"Reflexion learned a fix: {text} ({id})" for id, text in answer.learned]
    lines += [f"Reflexion captured: {trigger} ({id})" for id, trigger in _new(answer, project)]
    said = list(dict.fromkeys(re.findall(ID, answer.context)))
    if said:
        lines.append(f"Reflexion told the agent what is known: {', '.join(said)}")
    answer.notice = "\n".join(
        filter(None, [answer.notice, *(one_line(line, MAX_LINE) for line in lines)])
    )


def _new(answer, project):
    """(id, trigger) of the entries that this call made."""
    for id in answer.touched:
        try:
            entry = project.store.read(id)
        except Unreadable:
            continue
        if (
            entry
            and entry["occurrences"] == 1
            and id not in dict(answer.learned)
            and not entry.get("worked")
        ):
            yield id, entry["trigger"]
