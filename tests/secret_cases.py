"""Texts with secrets in them, as templates: {b36} = 36 random letters and digits, {h32} hex, {l20} small letters and digits, {U32} capitals and digits,
{u64} URL-safe base64, {s43} base64, {k90} base58, {d10} digits, {uuid}, {pw} a password (of several makes), {word} one of plain words. What a template draws is the secret,
except {h40!} and its like: a "!" says that it is none. Values exist at run time only, so no scanner stumbles over this file."""

from __future__ import annotations

import random
import re
import string
from pathlib import Path

WORDS = [
    "amber",
    "anchor",
    "basil",
    "canyon",
    "cedar",
    "comet",
    "dune",
    "ember",
    "falcon",
    "garnet",
    "harbor",
    "island",
    "juniper",
    "kettle",
    "lagoon",
    "maple",
    "nectar",
    "orchid",
    "pepper",
    "quartz",
    "river",
    "saffron",
    "tulip",
    "violet",
    "walnut",
]
BASE62 = string.ascii_letters + string.digits
ALPHABETS = {
    "b": BASE62,
    "h": "0123456789abcdef",
    "l": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + "234567",
    "u": BASE62 + "-_",
    "s": BASE62 + "+/",
    "d": string.digits,
    "H": "0123456789ABCDEF",
    "c": string.ascii_letters,
    "k": "".join(sorted(set(BASE62) - set("0OIl"))),
}


def password(draw) -> str:
    """A password of one of the makes that people and generators use."""
    word = lambda: draw.choice(WORDS)  # noqa: E731
    return draw.choice(
        [
            lambda: chars(draw, BASE62, draw.randint(13, 26)),
            lambda: (
                f"{word().title()}{draw.choice('-_.')}{word()}{draw.randint(100, 9999)}{draw.choice(['', '!', '#', '?'])}"
            ),
            lambda: "-".join(word() for _ in range(3)),
            lambda: (
                chars(draw, BASE62 + "!#%*+-.=?@^_~", 15)
                + draw.choice("!#%*?~")
                + draw.choice(string.digits)
            ),
            lambda: chars(draw, BASE62 + "-_", 14) + str(draw.randint(10, 99)),
            lambda: chars(draw, "0123456789abcdef", 32),
        ]
    )()


def chars(draw, alphabet: str, count: int) -> str:
    while True:
        text = draw.choice([c for c in alphabet if c.isalnum()]) + "".join(
            draw.choice(alphabet) for _ in range(count - 1)
        )
        if (
            count < 12
            or alphabet in (string.digits, ALPHABETS["c"])
            or any(map(str.isdigit, text))
            and any(map(str.isalpha, text))
        ):
            return text


def filled(template: str, seed):
    """(text, secrets) of a template, the same for the same seed."""
    draw, secrets = random.Random(f"{template}{seed}"), []

    def value(found):
        make, count, plain = found.group(1), found.group(2), found.group(3)
        if make == "pw":
            text = password(draw)
        elif make == "uuid":
            text = "-".join(chars(draw, ALPHABETS["h"], n) for n in (8, 4, 4, 4, 12))
        elif make == "word":
            return draw.choice(WORDS)
        else:
            text = chars(draw, ALPHABETS[make], int(count))
        if not plain:
            secrets.append(text)
        return text

    return re.sub(r"\{(pw|uuid|word|[bhlUusdHck])(\d*)(!?)\}", value, template), secrets


# what a token of any shape stands in
AROUND = (
    "remote: invalid credentials: {}",
    "| billing | {} | active | 2031-01-13T14:24:19Z |",
    "./bin/acme-cli login {}",
    'key := "{}" // TODO move to config',
    "Error: request failed: token {}, status 403.",
    'echo "new one: {} (the old one is gone)" | tee -a notes.md',
    '{{"stderr": "denied for \'{}\'\\n at main.js:3"}}',
    "\x1b[33m{}\x1b[0m",
    "X={} make deploy",
    "see {}",
    "{}",
)


def table(name: str):
    """The templates of a section of cases/secrets.txt; [shapes] and [harmless] have several a line, with " | " between."""
    text = (Path(__file__).parent / "cases" / "secrets.txt").read_text(encoding="utf-8")
    # a case may begin with a bracket, too: a heading is nothing but one
    heads_and_sections = re.split(r"^\[([a-z ]+)\]\n", text, flags=re.M)[1:]
    section = dict(zip(heads_and_sections[::2], heads_and_sections[1::2]))[name]
    lines = section.strip("\n").split("\n")
    parts = (
        [part for line in lines for part in line.split(" | ")]
        if name in ("shapes", "harmless")
        else lines
    )
    return [part.replace("\\n", "\n").replace("\\x1b", "\x1b") for part in parts if part.strip()]
