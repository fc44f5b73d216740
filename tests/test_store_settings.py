"""A setting holds if its value is right; a wrong one counts as not set and is named."""

import json
import os

import pytest

from reflexion.errors import Unreadable
from reflexion.store import settings
from reflexion.store.project import Project
from reflexion.store.settings import SETTINGS, wrong

VALUES = [
    ("enabled", False, True),
    ("enabled", "no", False),
    ("enabled", 1, False),
    ("ask", "off", True),
    ("ask", "never", False),
    ("max_recalled", 0, True),
    ("max_recalled", 11, False),
    ("max_recalled", True, False),
    ("max_recalled", 1.5, False),
    ("tools", ["Bash", "Shell"], True),
    ("tools", [""], False),
    ("tools", "Bash", False),
    ("tools", 1, False),
    ("tools", ["x"] * 51, False),
    ("redact", ["tok-[0-9]{4}"], True),
    ("redact", ["tok-["], False),
    ("redact", "tok", False),
    ("ignore", [1], False),
    ("promote_to", ["docs/RULES.md"], True),
    ("promote_to", ["../RULES.md"], False),
    ("promote_to", ["a\x1b[31m/RULES.md"], False),
    ("promote_to", ["/etc/RULES.md"], False),
    ("promote_to", ["C:RULES.md"], False),
    ("promote_to", [".git/RULES.md"], False),
    ("promote_to", ["rules.txt"], False),
    ("promote_to", [], False),
    ("no_such", 1, False),
]


@pytest.mark.parametrize("name, value, is_right", VALUES)
def test_a_value_is_right_or_what_is_wrong_is_said(name, value, is_right):
    assert (wrong(name, value) == "") == is_right
    right, complaints = settings.checked({name: value})
    assert (right == {name: value}, [*complaints] == []) == (is_right, is_right)


def test_every_default_is_a_right_value():
    assert [name for name in SETTINGS if wrong(name, SETTINGS[name].default)] == []


def test_the_project_comes_first_then_the_home_then_the_default(box):
    project = Project(str(box.root), box.environ())
    for store, values in (
        (project.home, {"ask": "end", "promote": "off"}),
        (project.ready(), {"ask": "off", "promote": "sometimes"}),
    ):
        store.create()
        path = os.path.join(store.dir, settings.FILE)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(values, file)
    merged = Project(str(box.root), box.environ()).settings
    assert (merged["ask"], merged["promote"], merged["enabled"]) == ("off", "off", True)
    assert merged.keys() == SETTINGS.keys()


@pytest.mark.parametrize("text", ["[]", "{", "\xff", "[" * 9999, '"x"', "{}" + " " * 70_000])
def test_a_file_that_cannot_be_used_is_named(tmp_path, text):
    (tmp_path / "config.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(Unreadable):
        settings.read(str(tmp_path))
