"""The section of rules in a rule file, as text; where git left a conflict in it, of both sides."""

import re

from reflexion.text import managed_block
from reflexion.text.managed_block import Broken

BEGIN = "<!-- reflexion:begin -->"
END = "<!-- reflexion:end -->"
HEADING = "## Reflexion: Learned Rules"
MAX_CHARS = 4000
MAX_OWN = 300  # characters of a person's own line, and how many are looked at
MOST_OWN = 1000
FENCES = ("```", "~~~")
SOURCE = re.compile(r"source: (RFX-\d{8}-[0-9a-f]{3,16})\)\s*$")
SEEN = re.compile(r"\(seen (\d{1,7})x,")
OURS = "<<<<<<<"
BASE = "|||||||"
SPLIT = "======="
THEIRS = ">>>>>>>"


def conflicted(text: str) -> bool:
    """Return True if the section holds git conflict markers."""
    return len(set(_sides(text))) > 1


def rules(text: str) -> dict:
    """id -> its line in the section. Raises Broken."""
    sources = ((SOURCE.search(line), line) for line in _lines(_united(text)))
    return {source[1]: line for source, line in sources if source}


def beside(text: str) -> list:
    """The lines around the section that may be directives of a person: single lines of at most
    MAX_OWN characters, outside code fences, the first MOST_OWN. Raises Broken."""
    before, _, after = managed_block.split(_united(text), BEGIN, END)
    lines = []
    fenced = False
    for line in f"{before}\n{after}".splitlines():
        line = line.strip()
        if line.startswith(FENCES):
            fenced = not fenced
        elif line and not fenced and len(line) <= MAX_OWN:
            lines.append(line)
    return lines[:MOST_OWN]


def rewrite(text: str, add: dict, drop=()) -> str:
    """The text with rules added (id -> line; one that stands stays) and dropped. Raises Broken."""
    text = _united(text)
    standing = rules(text)
    gone = {standing[entry_id] for entry_id in drop if entry_id in standing}
    kept = [line for line in _lines(text) if line not in gone]
    kept += [line for entry_id, line in add.items() if entry_id not in standing]
    return managed_block.place(text, BEGIN, END, [HEADING, *kept] if kept else [])


def room(text: str, max_rules: int) -> tuple[int, int]:
    """(rules, characters) that the section can still take. Raises Broken."""
    lines = _lines(_united(text))
    used = sum(len(line) + 1 for line in [BEGIN, HEADING, *lines, END])
    return max(0, max_rules - len(lines)), max(0, MAX_CHARS - used)


def _lines(text: str) -> list:
    """The lines that are rules, or a person's own."""
    lines = managed_block.split(text, BEGIN, END)[1] or ()
    return [line for line in lines if line.strip() not in ("", HEADING)]


def _united(text: str) -> str:
    """The text with one section where git left two sides, each rule once. Raises Broken."""
    ours, theirs = _sides(text)
    if ours == theirs:
        return ours
    if _words_around(ours) != _words_around(theirs):
        why = "git left a conflict in it that reaches beyond the section of rules"
        raise Broken(f"{why}: settle it, and run promote again")
    base = ours if BEGIN in ours else theirs
    lines = _each_once([*_lines(ours), *_lines(theirs)])
    return managed_block.place(base, BEGIN, END, [HEADING, *lines] if lines else [])


def _words_around(text: str) -> list:
    """The words of a rule file before and behind the section."""
    before, _, after = managed_block.split(text, BEGIN, END)
    return (before + after).split()


def _each_once(lines: list) -> list:
    """Of each rule the line that tells of the most sightings, in the order they came."""
    kept = {}
    for line in lines:
        source = SOURCE.search(line)
        key = source[1] if source else line
        kept[key] = max(kept.get(key, line), line, key=_seen)
    return list(kept.values())


def _seen(line: str) -> int:
    """How many sightings a rule's line tells of."""
    times = SEEN.search(line)
    return int(times[1]) if times else 0


def _sides(text: str) -> tuple[str, str]:
    """(ours, theirs): conflicts decided that lie in the section or hold a marker of it."""
    ours = []
    theirs = []
    within = False
    for mine, other, whole in _pieces(text) if OURS in text else [(text, text, text)]:
        if not within and BEGIN not in whole and END not in whole:
            mine = whole
            other = whole
        ours.append(mine)
        theirs.append(other)
        if BEGIN in mine or END in mine:
            within = END not in mine.rpartition(BEGIN)[2]
    return "".join(ours), "".join(theirs)


def _pieces(text: str):
    """Yield (as ours has it, as theirs has it, as it stands) of every line and every conflict."""
    parts = ()
    whole = []
    for line in managed_block.lines_of(text):
        if not parts and not line.startswith(OURS):
            yield line, line, line
            continue
        whole.append(line)
        if line.startswith(OURS):
            if not parts:  # a mark within a conflict begins none
                parts = ([], [], [])
                at = 0
        elif line.startswith(THEIRS):
            yield "".join(parts[0]), "".join(parts[2]), "".join(whole)
            parts = ()
            whole = []
        elif line.startswith(BASE) or line.rstrip() == SPLIT:
            at = 1 if line.startswith(BASE) else 2
        else:
            parts[at].append(line)
    yield ("".join(whole),) * 3
