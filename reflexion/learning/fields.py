"""The fields of a learning: the one table that reading, writing, merging, digests and the
manual go by. A new field is a row here and an annotation in `entry.Entry`.
"""

from __future__ import annotations

from collections import namedtuple

TYPES = ("error", "correction", "insight", "pattern")
LEVELS = ("low", "medium", "high")
USER = "user"
AGENT = "agent"
CATEGORIES = (
    *("component-usage", "api-patterns", "database", "testing", "deployment", "security"),
    *("structure", "git", "logging", "general"),
)  # that people expect; others are free
IMPORT = "import"
MAX_TRIGGER = 200
MAX_CONTEXT = 500
MAX_RESOLUTION = 300
MAX_PATTERN = 500  # of the resolution of a `pattern`
MAX_KEYWORDS = 12
MAX_NOTES = 20
MAX_NOTE = 600
MAX_ALIASES = 20
MAX_DIFFERENT = 50
MAX_COUNT = 1_000_000

# kinds of values: what a value must be, as a person reads it
TEXT = "text"
CHOICE = "one of "  # the words that `CHOICES` has for the field
FLAG = "true or false"
COUNT = f"a whole number from 0 to {MAX_COUNT:,}"
TEXTS = "a list of texts"
FINGERPRINTS = "a list of fingerprints (hex digits)"
DATE = "a date such as 2026-03-30"
LABEL = "a name of letters, digits, '-', '_', '.' or ':'"  # it may become that of a file
# ways to merge what two sides made of one value
ADDED = "added"  # what each side counted on top
JOINED = "joined"  # the items of both, without those that one side took out
EARLIER = "earlier"
LATER = "later"
CHANGED = "changed"  # the side that changed it; ours if both did
WITH_LESSON = "with the lesson"  # the side whose resolution stands
WITH_PROPOSAL = "with the proposal"  # the side whose proposal stands

# most      characters, items, or the largest count; 0: no limit of its own
# default   what a missing field means; a list is copied
# always    False: left out of the file while it is the default
# steers    it decides what is told, so that its change needs a yes; a part of the digest
# redacted  a person may have typed a secret there
# about     what the manual says
Field = namedtuple("Field", "name kind most default always steers redacted merge about")

FIELDS = (
    Field(
        *("id", TEXT, 0, "", True, True, False, CHANGED),
        "`RFX-`, the date, and hex digits; the file has the same name. The digits come from the "
        "mistake, so two clones that meet it on one day make the same file",
    ),
    Field(
        *("type", CHOICE, 0, "error", True, True, False, CHANGED),
        "`error` a failed command, `correction` what you told the agent, `insight` a fact, "
        "`pattern` a way that works, step by step",
    ),
    Field(
        *("trigger", TEXT, MAX_TRIGGER, "", True, True, True, CHANGED),
        "one line: the error that a person would quote, or what was said",
    ),
    Field(
        *("context", TEXT, MAX_CONTEXT, "", True, True, True, CHANGED),
        "the command, or what was attempted or corrected",
    ),
    Field(
        *("resolution", TEXT, MAX_PATTERN, "", True, True, True, WITH_LESSON),
        "the lesson: what to do, at most 300 characters, of a `pattern` 500; empty while nobody "
        "knows",
    ),
    Field(
        *("keywords", TEXTS, MAX_KEYWORDS, [], True, True, True, JOINED),
        "up to 12 words that it is found by",
    ),
    Field(
        *("occurrences", COUNT, MAX_COUNT, 1, True, False, False, ADDED),
        "how often it was seen; `promote_after` counts this",
    ),
    Field(
        *("first_seen", DATE, 0, "", True, False, False, EARLIER),
        "the date of the first time, as `2026-03-30`",
    ),
    Field(
        *("last_seen", DATE, 0, "", True, False, False, LATER),
        "the date of the last time",
    ),
    Field(
        *("promoted", FLAG, 0, False, True, True, False, CHANGED),
        "true: its rule stands in `CLAUDE.md`",
    ),
    Field(
        *("cwd", TEXT, 0, ".", True, True, True, CHANGED),
        "the folder where it happened, below the project's root",
    ),
    Field(
        *("confidence", CHOICE, 0, "", False, True, False, WITH_LESSON),
        "`high`, `medium`, or `low`: then no agent is told",
    ),
    Field(
        *("source", TEXT, 0, "", False, True, False, WITH_LESSON),
        "who wrote the lesson: `user`, `agent` or `import`",
    ),
    Field(
        *("sessions", COUNT, MAX_COUNT, 1, False, False, False, ADDED),
        "in how many sessions it was seen",
    ),
    Field(
        *("aliases", FINGERPRINTS, MAX_ALIASES, [], False, True, False, JOINED),
        "fingerprints of failures that somebody said are the same",
    ),
    Field(
        *("notes", TEXTS, MAX_NOTES, [], False, True, True, JOINED),
        "earlier lessons, and why one failed; at most 20",
    ),
    Field(
        *("needs_review", FLAG, 0, False, False, True, False, CHANGED),
        "it waits in `reflexion review`",
    ),
    Field(
        *("proposed", TEXT, 0, "", False, True, True, WITH_PROPOSAL),
        "words that somebody proposes in place of the lesson",
    ),
    Field(
        *("proposed_by", TEXT, 0, "", False, True, False, WITH_PROPOSAL),
        "the `source` of those",
    ),
    Field(
        *("everywhere", FLAG, 0, False, False, True, False, CHANGED),
        "true: an agent proposes it for all projects",
    ),
    Field(
        *("as_rule", FLAG, 0, False, False, True, False, CHANGED),
        "true: you chose it as a rule in a reflection, and did not say yes yet",
    ),
    Field(
        *("different", TEXTS, MAX_DIFFERENT, [], False, True, False, JOINED),
        "ids of learnings that a person told apart from it",
    ),
    Field(
        *("skill", LABEL, 0, "", False, True, False, CHANGED),
        "the skill that it is about",
    ),
    Field(
        *("category", LABEL, 0, "", False, True, False, CHANGED),
        "a word for what it is about",
    ),
    Field(
        *("rev", TEXT, 0, "", False, False, False, CHANGED),
        "in a shared store a word for the last write, for git's merge",
    ),
)
NAMES = tuple(field.name for field in FIELDS)
DEFAULTS = {field.name: field.default for field in FIELDS}
LISTS = tuple(field.name for field in FIELDS if field.default == [])
COUNTS = tuple(field.name for field in FIELDS if field.kind == COUNT)
# counts and dates: what anybody may change, since it is read from everybody and makes no rule
STEERING = tuple(field.name for field in FIELDS if field.steers)
UNSTEERED = tuple(field.name for field in FIELDS if not field.steers)
REDACTED = tuple(field for field in FIELDS if field.redacted)
CHOICES = {"type": TYPES, "confidence": ("", *LEVELS)}
