"""The fields of a learning: what `fields.tsv` says of each. A new field is a row there and an
annotation in `entry.Entry`.
"""

from __future__ import annotations

import json
from collections import namedtuple

from reflexion.text import rows

TYPES = ("error", "correction", "insight", "pattern")
LEVELS = ("low", "medium", "high")
USER = "user"
AGENT = "agent"
IMPORT = "import"
CHOICES = {"type": TYPES, "confidence": ("", *LEVELS)}
# ways to merge what two sides made of one value
ADDED = "added"  # what each side counted on top
JOINED = "joined"  # the items of both, without those that one side took out
EARLIER = "earlier"
LATER = "later"
CHANGED = "changed"  # the side that changed it; ours if both did
WITH_LESSON = "with the lesson"  # the side whose resolution stands
WITH_PROPOSAL = "with the proposal"  # the side whose proposal stands

Field = namedtuple("Field", "name kind most default marks merge about")
FIELDS = tuple(
    Field(name, kind, int(most), json.loads(default), marks, merge, about)
    for name, kind, most, default, marks, merge, about in rows("learning/fields.tsv")
)
NAMES = tuple(field.name for field in FIELDS)
DEFAULTS = {field.name: field.default for field in FIELDS}
MOST = {field.name: field.most for field in FIELDS}
MAX_COUNT = MOST["occurrences"]
MAX_TRIGGER = MOST["trigger"]
MAX_CONTEXT = MOST["context"]
MAX_RESOLUTION = 300
MAX_PATTERN = MOST["resolution"]  # of a `pattern`
MAX_NOTE = 600
COUNTS = tuple(field.name for field in FIELDS if field.kind == "count")
STEERING = tuple(field.name for field in FIELDS if "s" in field.marks)
# counts and dates: what anybody may change, since it is read from everybody and makes no rule
UNSTEERED = tuple(field.name for field in FIELDS if "s" not in field.marks)
REDACTED = tuple(field.name for field in FIELDS if "r" in field.marks)
