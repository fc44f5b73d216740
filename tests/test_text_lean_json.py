"""The lean JSON reads and writes what json does, and costs no import of it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from sandbox import ROOT

from reflexion.text import lean_json

GOOD = [
    "{}",
    "[]",
    ' \n{"a": 1} \t',
    '"x"',
    "0",
    "-1.5e3",
    "true",
    "false",
    "null",
    '{"a": {"b": [1, 2, {"c": "\\u00e9\\n\\ud83d\\ude00"}]}}',
    '["\\ud800"]',
    "NaN",
    "-Infinity",
    "[1e999]",
    "1" * 40,
    '{"a": 1, "a": 2}',
    '"\u4f60\u597d"',
    '"' + "x" * 100_000 + '"',
    "[" * 200 + "]" * 200,
]
BAD = [
    "",
    " ",
    "{",
    "}",
    "[1,]",
    "{'a': 1}",
    '{"a" 1}',
    "tru",
    "nul",
    "01",
    "1 2",
    "{} x",
    '"open',
    '"a\nb"',
    "[1 2]",
    "\ufeff{}",
    "+1",
    ".5",
    "{1: 2}",
    "undefined",
    "// x",
    '"\\x"',
    "\x00",
    "[" * 100_000,
]


@pytest.mark.parametrize("text", GOOD, ids=lambda text: text[:20])
def test_reads_what_json_reads(text):
    assert repr(lean_json.loads(text)) == repr(json.loads(text))
    assert (
        repr(lean_json.loads(text.encode("utf-8", "surrogatepass"))) == repr(json.loads(text))
        or "\\ud800" in text
    )


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:20]))
def test_refuses_what_json_refuses(text):
    with pytest.raises((ValueError, RecursionError)):
        lean_json.loads(text)


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        "x",
        'q"\\\n\x00\u00e9\u4f60\ud800\U0001f600',
        0,
        -5,
        True,
        None,
        1.5,
        {"a": [1, {"b": None}], "\u00e9": "x"},
        {1: 2},
        ("a", 1),
        {"deep": [[["x"]]]},
    ],
    ids=repr,
)
def test_writes_what_json_writes(value):
    assert lean_json.dumps(value) == json.dumps(value)
    assert lean_json.dumps(value, separators=(",", ":")) == json.dumps(value, separators=(",", ":"))
    for held in (value, [value, {"a": value, "b": []}]):
        assert lean_json.pretty(held) == json.dumps(held, indent=2, ensure_ascii=False)


def test_does_without_the_c_scanner(monkeypatch):
    monkeypatch.setattr(lean_json, "make_scanner", None)
    assert (
        lean_json.loads('{"a": [1]}') == {"a": [1]}
        and lean_json.dumps({"a": "\u00e9"}) == '{"a": "\\u00e9"}'
    )
    assert lean_json.pretty({"a": ["\u00e9"]}) == '{\n  "a": [\n    "\u00e9"\n  ]\n}'


@pytest.mark.parametrize("text", ["{ torn", "[1,]", "", '"a'])
def test_refuses_in_a_process_that_never_imported_json(text):
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from reflexion.text import lean_json\ntry: lean_json.loads({text!r})\nexcept ValueError as error: print('refused:', error)"
    assert subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True
    ).stdout.startswith("refused: ")


def test_imports_neither_json_nor_re():
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from reflexion.text import lean_json; lean_json.loads('[1]'); lean_json.dumps(['x']); print([m for m in ('json', 're') if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True
        ).stdout.strip()
        == "[]"
    )
