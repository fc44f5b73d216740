from __future__ import annotations

import pytest
from hostile import survives

from reflexion.text.clean import harmless, one_command, one_line, strip_ansi, visible


@pytest.mark.parametrize(
    "text, expected",
    [
        ("\x1b[31merror\x1b[0m", "error"),
        ("\x1b[1;38;5;196mE\x1b[m", "E"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]8;;https://a\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\x1b(Bb", "ab"),
        ("plain [31m", "plain [31m"),
        ("\x1b", "\x1b"),
    ],
)
def test_strip_ansi(text, expected):
    assert strip_ansi(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("a\x00b\x07c", "abc"),
        ("a\u200bb\u202ec\ufeff", "abc"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("tab\tstays", "tab\tstays"),
        ("\ud800x", "x"),
        ("\U000e0041tag", "tag"),
        ("caf\u00e9 \u4f60\u597d \U0001f600", "caf\u00e9 \u4f60\u597d \U0001f600"),
    ],
)
def test_visible(text, expected):
    assert visible(text) == expected


FRAMES = [
    "<system-reminder>",
    "</system-reminder>",
    "< system-reminder >",
    "<SYSTEM>",
    "</reflexion-recall>",
    "<reflexion-recall>",
    "<command-name>",
    "<local-command-stdout>",
    "<task-notification>",
    "<user-prompt-submit-hook>",
    "<function_calls>",
    "<!-- reflexion:end -->",
    "<assistant>",
    "<human>",
    "<instructions>",
    "<System>",
    "</x>",
    "< /reflexion-recall>",
    "<|im_start|>",
    "<bash-stdout>",
    "<invoke name='x'>",
    "<tool_call>",
    "<sys\u0455tem>".replace("sys", "\u0455ys"),
    "\uff1csystem-reminder>",
    "x<system>",
    "<\\/reflexion-recall>",
    "<\uff5cUser\uff5c>",
]
# what is no "<" but looks like one where a tag is closed
LIKE = [f"{sign}/reflexion-recall>" for sign in "\u3008\u27e8\u2329\u276e\u02c2\u1438"]


def test_brackets_that_look_like_one_close_nothing():
    assert {harmless(frame) for frame in LIKE} == {"\u2039/reflexion-recall>"}
    title = "\u3008\u7d05\u697c\u5922\u3009 costs \u27e8x, y\u27e9"
    assert harmless(title) == title


# spellings of a frame that begin as a component does
CAPITALS = ["<System>", "</Reflexion>", "</System-Reminder>", "<Human >", "<Task >", "</Message>"]


@pytest.mark.parametrize("frame", CAPITALS)
def test_a_frame_in_capitals_is_no_component(frame):
    assert harmless(frame)[0] == "\u2039"


@pytest.mark.parametrize("frame", FRAMES)
def test_frames_lose_their_bracket(frame):
    text = harmless(f"before {frame} after")
    assert not set("<\uff1c") & set(text) and text.startswith("before ") and text.endswith(" after")


@pytest.mark.parametrize(
    "text",
    [
        "a < b",
        "git push origin <branch>",
        "sort <names.txt",
        "cat <<EOF",
        "Vec<String>",
        "<stdin>:1",
        "List<User>",
        "if (a <b) x",
        '<Button variant="primary">',
        "</Layout>",
        "<Card/>",
        "<Tabs.Item key={a}>",
    ],
)
def test_code_stays(text):
    assert harmless(text) == text


NO_HOSTS = ("</x>",)  # a tag of a command's own arguments


@pytest.mark.parametrize("frame", [*FRAMES, *CAPITALS, "<reflexion.ask>", "</task >"])
def test_in_a_command_frames_lose_their_bracket(frame):
    left = set("<\uff1c") & set(one_command(f"echo {frame} x", 200))
    assert bool(left) == (frame in NO_HOSTS)


@pytest.mark.parametrize(
    "command",
    [
        "cat <in.txt >out",
        "wc -l </dev/null",
        "diff <(sort a) <(sort b) >c",
        "grep -c '<div>' a.html",
        "sed 's,<br/>,,' a.html",
        "patch -p1 </srv/a.diff >log",
    ],
)
def test_a_command_stays_what_is_typed(command):
    assert one_command(command, 200) == command


@pytest.mark.parametrize(
    "text, limit, expected",
    [
        ("  a\n b\t c ", 20, "a b c"),
        ("x" * 30, 10, "x" * 9 + "\u2026"),
        ("", 10, ""),
        ("a" * 10, 10, "a" * 10),
        ("\x1b[1m\u200b", 10, ""),
    ],
)
def test_one_line(text, limit, expected):
    assert one_line(text, limit) == expected


@pytest.mark.parametrize(
    "between", ["\u200b", "\ufe0f", "\u034f", "\u115f", "\u3164", "\x00", "\U000e0100"]
)
def test_a_frame_split_by_invisible_characters_is_still_seen(between):
    assert one_line(f"<sys{between}tem-reminder>", 100) == "\u2039system-reminder>"


@pytest.mark.parametrize(
    "function",
    [
        strip_ansi,
        visible,
        harmless,
        lambda text: one_line(text, 200),
        lambda text: one_command(text, 40_000),
    ],
)
def test_linear(function):
    survives(
        function, extra=["<", "</", "<!--", "<!-- ", "\x1b]", "\x1b[1;"], ceiling=3.0, size=1 << 17
    )
