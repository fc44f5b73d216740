"""The page: well-formed, self-contained, everything in it escaped, legible."""

from __future__ import annotations

import base64
import hashlib
import re
import time
from html.parser import HTMLParser

import pytest
from cli_tools import cli, visible  # noqa: F401

from reflexion.status import gather
from reflexion.status.page import asset, chart, render
from reflexion.text.clean import one_line

SCRIPT, STYLE = asset("page.js"), asset("page.css")

VOID = {"meta", "input", "br", "line", "rect"}
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; alert(1) //",
    "</style><script>",
    "&lt;b&gt; & \u202e<!--",
    "`<b>code</b>`",
    "${7*7} {{7*7}}",
]


class Structure(HTMLParser):
    """Checks that tags are balanced and collects them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.text, self.script = [], [], [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.script += data
        elif self.open and self.open[-1] != "style":
            self.text.append(data)


@pytest.fixture
def written(cli, tmp_path):
    """(page text, its Structure) of a store full of hostile words."""
    for n, text in enumerate(HOSTILE):
        cli.put(
            f"a0000{n}",
            type=["error", "correction", "insight", "pattern"][n % 4],
            trigger=text,
            context=text,
            resolution=text if n % 2 else "",
            keywords=[text],
            cwd=text,
            occurrences=n + 1,
            notes=[text],
            promoted=n == 5,
            first_seen=text if n == 6 else "2026-03-01",
            source=text,
        )
    cli.put("b00000", trigger="token: ghp_" + "Qq7" * 12)
    (cli.store / "entries" / "<b>.json").write_text("{")
    state = cli.store / "state"
    (state / "runs").mkdir(parents=True)
    (state / "runs" / "capture.PostToolUse").write_text(
        "1772000000\t12.5\t0\n1772000100\t14.5\t0\n"
    )
    (state / "runs" / "recall.UserPromptSubmit").write_text(
        "1772000000\t12.5\t0\n1772000100\t14.5\t120\n"
    )
    (state / "runs" / "capture.<i>").write_text("1772000000\t12.5\t0\n")
    (state / "said.txt").write_text(
        "2026-03-03T10:00:00Z\tRFX-20260301-a00001\tprompt\t120\n<i>\t<i>\t<i>\t<i>\n"
    )
    (state / "log.txt").write_text("2026-03-03T10:00:00Z\tcapture\t<i>boom</i>\n")
    (state / "suppressed.txt").write_text("2026-03-03T10:00:00Z\t<i>why</i>\tgrep '<i>'\n")
    cli("status", "--html", tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    return text, Structure(text)


def test_it_is_well_formed(written):
    text, structure = written
    assert text.startswith('<!doctype html>\n<html lang="en">') and not structure.open
    assert len(structure.ids) == len(set(structure.ids))
    assert (
        [tag for tag, _ in structure.tags].count("h1") == 1
        and "main" in dict(structure.tags)
        and "header" in dict(structure.tags)
    )
    levels = [int(tag[1]) for tag, _ in structure.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def test_it_loads_nothing(written):
    text, structure = written
    assert not [
        tag
        for tag, _ in structure.tags
        if tag in ("link", "img", "iframe", "object", "embed", "base", "form", "audio", "video")
    ]
    assert not [
        value
        for _, attributes in structure.tags
        for name, value in attributes.items()
        if name in ("src", "srcset", "action") or name.startswith("on")
    ]
    assert all(
        attributes["href"].startswith("#")
        for tag, attributes in structure.tags
        if "href" in attributes
    )
    assert "url(" not in STYLE and "@import" not in STYLE and "http" not in SCRIPT


def test_its_policy_lets_nothing_run_but_its_own_script(written):
    _, structure = written
    policy = next(
        attributes["content"]
        for tag, attributes in structure.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    digest = base64.b64encode(hashlib.sha256(structure.script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy and "default-src 'none'" in policy
    assert (
        [tag for tag, _ in structure.tags].count("script") == 1
        and structure.script == SCRIPT
        and "innerHTML" not in SCRIPT
    )


def test_everything_is_escaped(written):
    text, structure = written
    assert (
        not [tag for tag, _ in structure.tags if tag in ("i", "img")]
        and [tag for tag, _ in structure.tags].count("script") == 1
    )
    words = "".join(structure.text)
    for hostile in (
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</style><script>",
        "<i>boom</i>",
    ):
        assert one_line(hostile, 200) in words, hostile
    assert visible(text) and "Qq7Qq7" not in text


def test_links_lead_somewhere(written):
    _, structure = written
    targets = {attributes["href"][1:] for tag, attributes in structure.tags if tag == "a"}
    assert targets and targets <= set(structure.ids)


def test_a_reader_without_a_mouse_or_eyes(written):
    _, structure = written
    tags = structure.tags
    assert all(
        attributes.get("aria-label")
        for tag, attributes in tags
        if tag in ("svg",) or attributes.get("role") == "region"
    )
    assert all(attributes.get("scope") for tag, attributes in tags if tag == "th")
    assert (
        ("a", {"class": "skip", "href": "#learnings"}) in tags
        and "focus-visible" in STYLE
        and "viewport" in {attributes.get("name") for _, attributes in tags}
    )
    for kind in (
        "prefers-color-scheme: dark",
        "@media print",
        "@media (max-width",
        "@media (min-width",
    ):
        assert kind in STYLE


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_contrast(scheme):
    colours = dict(
        re.findall(
            r"--(\w+): (#[0-9a-f]{6})",
            STYLE.split("@media screen and (prefers-color-scheme: dark)")[scheme].split("}")[0],
        )
    )
    for ink in ("ink", "soft", "accent", "good", "warn", "bad"):
        for paper in ("paper", "card"):
            dark, light = sorted((luminance(colours[ink]), luminance(colours[paper])))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, paper)


def test_an_empty_store(cli):
    text = cli("status", "--html", "-")
    assert (
        "Nothing of your own was learned here yet" in text
        and "You don&#x27;t have to start from zero" in text
        and '<p class="lead">' not in text
        and "nan" not in text.lower().replace("noopener", "")
        and not Structure(text).open
    )


def test_a_place_that_cannot_be_written(cli):
    cli("status", "--html", "/no/such/folder/page.html", status=1)
    assert cli.err.count("\n") == 1 and "/no/such/folder/page.html" in cli.err


@pytest.mark.parametrize(
    "text, expected",
    [
        ("use `a<b`", "use <code>a&lt;b</code>"),
        ("no `end", "no `end"),
        ("``", "``"),
        ("`a` `b`", "<code>a</code> <code>b</code>"),
    ],
)
def test_quoted(text, expected):
    assert render("{{`text}}", {"text": text}) == expected


@pytest.mark.parametrize(
    "template, expected",
    [
        ("a{{x}}b", "a&lt;i&gt;b"),
        ("{{&x}}", "<i>"),
        ("{{#rows}}[{{n}}{{?n}}!{{/?n}}]{{/#rows}}.", "[0][1!]."),
        ("{{?none}}a{{/?none}}{{!none}}b{{/!none}}", "b"),
        ("{{?rows}}<{{#rows}}{{!n}}-{{/!n}}{{/#rows}}>{{/?rows}}", "<->"),
    ],
)
def test_render(template, expected):
    assert render(template, {"x": "<i>", "rows": [{"n": 0}, {"n": 1}], "none": ""}) == expected


def test_many_learnings_are_bounded(cli, monkeypatch):
    monkeypatch.setattr(gather, "MOST", 3)
    for n in range(5):
        cli.put(f"a0000{n}")
    text = cli("status", "--html", "-")
    assert (
        text.count('<article class="learning"') == 3 and "2 older ones are not on this page" in text
    )


def put_many(cli, count: int) -> None:
    """So many learnings, the first of which came back, was told and helped."""
    ids = [cli.put(f"{n:06x}", trigger=f"make: *** {n}", occurrences=2) for n in range(count)]
    state = cli.store / "state"
    state.mkdir(exist_ok=True)
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    rows = [f"{now}\ts\trepeat\t{ids[0]}", f"{now}\ts\ttold\t{ids[0]}\tfailure"]
    rows += [f"{now}\ts\thelped\t{ids[0]}", f"{now}\tt\tbrief\t{ids[0]}\t{ids[-1]}"]
    (state / "history.txt").write_text("\n".join(rows) + "\n")


@pytest.mark.parametrize("count", [1, 3, 300])
def test_what_it_shows_of_few_and_of_many(cli, count):
    put_many(cli, count)
    text = cli("status", "--html", "-")
    structure = Structure(text)
    words = " ".join("".join(structure.text).split())
    assert not structure.open and len(structure.ids) == len(set(structure.ids))
    assert f"{count} learning" in words and "1 mistake came back" in words
    assert "repeat, told, helped" in words, "one row of the history for a learning and session"
    assert "The known fix was shown once; it then worked once." in words
    assert text.count("<article") == count
    assert words.count("make: *** 0") == 1, "no list repeats what a card says"


def test_the_search_comes_first_and_each_card_is_dated(cli):
    put_many(cli, 3)
    text = cli("status", "--html", "-")
    order = ['<div class="tools"', '<ul class="tiles"', 'class="panel needs"', "<article"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "<span>000001</span> <time>2026-03-02</time>" in text


def test_what_is_to_do_stands_apart_from_why(cli):
    cli.put("a7f03c", needs_review=True)
    text = cli("status", "--html", "-")
    assert re.search(r"<h2>Needs you \(\d\)</h2>", text)
    assert 'data-tags="review error"' in text and '<li class="warn">waits for you</li>' in text
    assert re.search(r'marked\.<span class="do"><code>[^<]*reflexion review</code></span>', text)


def test_a_draft_is_named_and_trust_is_told_of_fixes_alone(cli):
    cli.put("aaaaaa", source="inferred", confidence="low")
    cli.put("bbbbbb", resolution="", source="hook")
    cli.put("cccccc", source="prompt")
    text = cli("status", "--html", "-")
    cards = re.findall(r"<article.*?</article>", text, re.S)
    headings = [re.search(r"<h3>(.*?)</h3>", card)[1] for card in cards]
    trust = [re.findall(r"<dt>Trusted</dt><dd>(.*?)</dd>", card) for card in cards]
    assert "1 with a draft (<code>reflexion review --drafts</code>)" in text
    assert headings[1] == "No fix is known yet" and headings[2].startswith("Draft of a fix: Use ")
    assert trust == [
        ["high confidence, from what you said"],
        [],
        ["a draft, from what worked after the failure"],
    ]
    assert [re.search('data-tags="(.*?)"', card)[1].split()[:-1] for card in cards] == [
        [],
        ["open"],
        ["open", "draft"],
    ]


def test_the_chart_has_a_column_for_each_number():
    (made,) = chart([("2026-03-02", 4, 2, 1), ("2026-03-09", 0, 0, 0)])
    heights = {column["style"]: float(column["height"]) for column in made["columns"]}
    assert heights["two"] > heights["one"] > heights["three"] > 0
    assert [row["date"] for row in made["numbers"]] == ["2026-03-09", "2026-03-02"]
    assert (made["first"], made["last"], made["most"]) == ("03-02", "03-09", "4")
    assert chart([]) == []


def test_paper_leaves_out_what_only_a_screen_can_use():
    paper = STYLE.partition("@media print")[2]
    for part in (".tools", "details", ".log"):
        assert part in paper.partition("display: none")[0]
    assert ".more" not in paper.partition("display: none")[0], "it says how many are not printed"
    assert "screen and (prefers-color-scheme: dark)" in STYLE, "paper is white"
    assert "beforeprint" not in SCRIPT


def test_nothing_invisible_stands_in_a_value():
    assert render("<b>{{a}}</b>", {"a": "x\x1b[31m<\u202e\x9by"}) == "<b>x&lt;y</b>"


def test_the_page_of_a_new_project_says_what_to_do(cli):
    def steps() -> list:
        text = cli("status", "--html", "-")
        return re.findall(r"<li>(.*?)</li>", text.partition("<ol>")[2].partition("</ol>")[0])

    first, *others = steps()
    assert first == "Set this project up: <code>reflexion init</code>."
    named = " ".join(others)
    for command in ("reflect --all --dry-run", "add &quot;Use pnpm here&quot;", "doctor"):
        assert f"<code>reflexion {command}</code>" in named
    cli("init", "--host", "claude")
    assert steps() == ["This project is set up.", *others]


def test_a_browser_that_kept_the_order_shows_it():
    assert "order(); reveal();" in SCRIPT


def test_a_lesson_that_spared_a_mistake_has_not_failed(cli):
    """Where the advised command was not seen to run, and the mistake was not made again."""
    name = cli.put("a7f03c")
    state = cli.store / "state"
    state.mkdir(exist_ok=True)
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    rows = f"{now}\ts\trepeat\t{name}\n{now}\ts\ttold\t{name}\tfailure\n"
    (state / "history.txt").write_text(rows)
    spared = "The known fix was shown once; it kept the mistake from being made again once."
    assert spared in " ".join(cli("status").split())
    (state / "history.txt").write_text(f"{rows}{now}\ts\trepeat\t{name}\n")
    assert "shown once; it has not worked yet." in " ".join(cli("status").split())
