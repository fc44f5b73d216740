"""What of a line lasts: tables of lines and what is left of them, and the proof that no line takes long."""

from __future__ import annotations

import re

import hostile

from reflexion.text.normalise import KINDS, meaning
from reflexion.text.tables import rows

# one line each that no table knows, and what lasts of it
GENERAL = [
    ("", ""),
    ("   ", ""),
    ("Error: something broke", "something broke"),
    ("ERROR  2031-05-06 10:11:12,123 something broke", "something broke"),
    ("2031-05-06T10:11:12.123Z ERROR something broke", "something broke"),
    ("[10:11:12] [api] error: something broke", "something broke"),
    ("web-1  | Error: something broke", "something broke"),
    ("E1103 14:22:14.578123   44275 cache.go:265] something broke", "something broke"),
    ("#12 3.456 ERROR: something broke", "something broke"),
    ("\x1b[31m\x1b[1merror\x1b[0m: something broke", "something broke"),
    ("\u2502 Error: something broke", "something broke"),
    ("npm ERR! something broke", "something broke"),
    ("npm error something broke", "something broke"),
    ("src/a/b.py:12:5: error: something broke", "something broke"),
    ("src/a/b.ts(12,5): error: something broke", "something broke"),
    ("C:\\work\\app\\b.cs(12,5): error: something broke", "something broke"),
    ("[ERROR] /w/src/A.java:[3,21] something broke", "something broke"),
    ("##[error]something broke", "something broke"),
    (
        "broke after 3.4s in 1200 ms at line 12, column 7",
        "broke after # in # ms at line # column #",
    ),
    ("job 4711 (pid 822) broke", "job # pid # broke"),
    ("commit 9f8e7d6c5b4a and 0x7ffdeadbeef broke", "commit # and # broke"),
    ("request 434a386b-1f2c-4a77-9e1d-67e97613ab07 broke", "request # broke"),
    ("toolkit v1.22.3-beta.4 broke", "toolkit # broke"),
    ("toolkit 1.22 broke", "toolkit # broke"),
    ("`one` and \u2018two\u2019 and \u201cthree\u201d broke", "one and two and three broke"),
    ("cannot parse /srv/app/config/prod.yaml as a list", "cannot parse * as a list"),
    ("template prod.yaml not found in /srv/app/config", "template prod.yaml not found in *"),
    ("worker on 10.1.2.3:8080 broke", "worker on # broke"),
    ("worker on http://user@jobs.example.org:8080/x?y=1 broke", "worker on jobs.example.org broke"),
    ("worker on [::1]:8080 and 127.0.0.1:9090 broke", "worker on localhost and localhost broke"),
    ("java.lang.IllegalStateException: something broke", "illegalstateexception something broke"),
    ("mail to kim@example.org broke", "mail to @ broke"),
    ("branch ACME-812 broke", "branch acme-# broke"),
    ("status code 503 broke", "status code 503 broke"),
    ("503 Service Unavailable", "503 service unavailable"),
    ("assert 404 == 200", "assert 404 == 200"),
    ("FAILED tests/test_a.py::test_b - Failed: something broke", "something broke"),
    ("FAILED tests/test_a.py::test_b - assert 1 == 2", "failed test_a.py::test_b - assert 1 == 2"),
    (
        "unit x86_64 of s3 in python3.11 with utf8 broke",
        "unit x86_# of s3 in python3.# with utf8 broke",
    ),
    ("SyntaxError: expected ':'", "syntaxerror expected :"),
    ("\u4f60\u597d \u9519\u8bef 12", "\u4f60\u597d \u9519\u8bef #"),
]


def test_what_varies_is_taken_out():
    left = [(line, meaning(line)[0]) for line, _ in GENERAL]
    assert left == GENERAL


def test_a_cut_line_and_a_whole_one_are_one():
    told = (
        "the quick brown fox jumps over the lazy dog again and again until somebody comes and stops"
    )
    told += " it for good, whoever that may turn out to be in the end"
    assert meaning(told[:140] + "\u2026") == meaning(told)


def well_formed(gate, pattern, form) -> bool:
    slots, groups = re.findall(r"\{(\d)[fdc]?\}", form), re.compile(pattern).groups
    return (
        gate == gate.lower()
        and '"' not in gate
        and bool(pattern + gate)
        and not re.search(r"\{(?!\d[fdc]?\})", form)
        and all(int(slot) < max(1, groups) for slot in slots)
        and bool(slots) <= bool(groups)
    )


def test_every_row_is_well_formed_and_stands_once():
    kinds = [tuple(row) for row in rows(KINDS)]
    assert [row for row in kinds if len(row) != 3 or not well_formed(*row)] == []
    assert len({row[:2] for row in kinds}) == len(kinds)


def test_a_megabyte_of_anything_takes_no_time():
    gates = sorted({f"{gate} " for gate, pattern, _ in rows(KINDS) if pattern and len(gate) > 2})
    hostile.survives(
        meaning,
        extra=[" ".join(gates[at : at + 12]) for at in range(0, len(gates), 12)],
        ceiling=5.0,
        size=hostile.MEGABYTE,
    )
