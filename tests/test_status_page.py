"""The page: whole without network and script, made from the data of `status` alone."""

import re
from html.parser import HTMLParser

import pytest

from reflexion.status.page import page, render

ENVIRON = {"HOME": "/home/annlee", "USER": "annlee"}
VOID = {"meta", "br"}
NUMBERS = {"lessons": 0, "rules": 0, "open": 0, "told_sessions": 0, "came_back_sessions": 0}


def lesson(number=0, **fields):
    """Return a lesson as `gather` gives it."""
    digits = f"{number:06x}"
    return {
        "id": f"RFX-20261101-{digits}",
        "digits": digits,
        "type": "error",
        "lesson": f"Lesson {number}: run `make db` first.",
        "trigger": f"Error: case {number}",
        "context": "npm test",
        "by": "agent",
        "learned": "2026-11-20",
        "last_seen": "2026-11-20",
        "seen": 1,
        "sessions": 1,
        "told": 0,
        "came_back": 0,
        "last_back": "",
        "rule": False,
        **fields,
    }


def board(lessons=(), **fields):
    return {
        "project": "shop",
        "since": "2026-11-02",
        "needs": [],
        "numbers": NUMBERS,
        "subjects": {"kind": {}, "skill": {}, "category": {}},
        "lessons": list(lessons),
        "open": [],
        **fields,
    }


def shown(*lessons, **fields):
    return page(board(lessons, **fields), ENVIRON, "/home/annlee/shop")


class Outline(HTMLParser):
    """Collects the tags, the attributes, and the texts; fails where tags do not nest."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.tags = []
        self.attributes = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("count", [0, 1, 7, 300])
def test_the_page_needs_neither_network_nor_script(count):
    outline = Outline(shown(*map(lesson, range(count))))
    assert not {"script", "link", "img", "iframe", "form"} & set(outline.tags)
    assert not [name for name, _ in outline.attributes if name in ("src", "href", "onclick")]
    assert "default-src 'none'" in shown()


def test_what_was_learned_is_data_and_no_markup():
    text = shown(lesson(lesson="<script>alert(1)</script> & `<b>`", trigger='"><img src=x>'))
    assert "<script>" not in text and "<img" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; <code>&lt;b&gt;</code>" in text


def test_the_page_tells_how_often_a_lesson_came_up():
    text = shown(lesson(seen=11, sessions=5, told=4, came_back=1, rule=True, by="you"))
    for words in ("11×", "met in 5 sessions", "told in 4 sessions", "came back in 1", "a rule"):
        assert words in text
    assert "a person wrote it" in text and "2026-11-20" in text


def test_a_trigger_that_says_the_same_is_not_repeated():
    text = shown(lesson(lesson="Store dates in UTC.", trigger="store dates in UTC"))
    assert text.count("dates in UTC") == 1


def test_the_page_says_how_many_lessons_there_are_and_what_came_of_them():
    assert "0 lessons</p>" in shown()
    numbers = {**NUMBERS, "lessons": 2, "told_sessions": 3, "came_back_sessions": 1}
    assert "2 lessons, told in 3 sessions; in 1 of these such a failure" in shown(numbers=numbers)


def test_failures_without_a_lesson_are_named():
    text = shown(open=[lesson(n, lesson="", seen=3) for n in range(10)])
    assert "Error: case 7" in text and "Error: case 8" not in text
    assert "and 2 more" in text and "npm test" in text


def test_no_home_and_no_name_of_the_user_is_on_the_page():
    text = shown(
        lesson(lesson="Run /home/annlee/shop/tools/x as annlee", trigger="/home/annlee/.npmrc"),
        needs=[{"what": "/home/annlee/shop/.reflexion: gone", "remedy": "rm /home/annlee/x"}],
        open=[lesson(2, lesson="", context="cat /Users/annlee/y")],
    )
    assert "annlee" not in text and "./tools/x" in text


@pytest.mark.parametrize(
    "template, text",
    [
        ("{{a}}", "&lt;1&gt; `x`"),
        ("{{`a}}", "&lt;1&gt; <code>x</code>"),
        ("{{#rows}}[{{b}}{{a}}]{{/rows}}", "[2&lt;1&gt; `x`][3&lt;1&gt; `x`]"),
        ("{{#yes}}in{{/yes}}{{#no}}out{{/no}}", "in"),
        ("{{code}}", "{{a}}"),  # what is filled in is no template
    ],
)
def test_a_template_is_filled_in(template, text):
    values = {
        "a": "<1> `x`",
        "rows": [{"b": 2}, {"b": 3}],
        "yes": True,
        "no": "",
        "nothing": [],
        "code": "{{a}}",
    }
    assert render(template, values) == text


def test_each_kind_skill_and_category_has_a_bar():
    counts = {"kind": {"error": 8, "insight": 2}, "skill": {}, "category": {"testing": 1}}
    text = shown(lesson(), subjects=counts)
    assert "Lessons by kind" in text and "Lessons by skill" not in text
    bars = re.findall(r'<dt>(\w+)</dt><dd><span class="bar" style="width: (\d+)%">', text)
    assert bars == [("error", "100"), ("insight", "25"), ("testing", "100")]


def test_of_many_skills_the_first_eight_are_shown():
    skills = {f"skill-{number}": 1 for number in range(9)}
    text = shown(lesson(), subjects={"kind": {}, "skill": skills, "category": {}})
    assert "skill-7" in text and "skill-8" not in text
