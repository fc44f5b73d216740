"""Fill the templates of cases/secrets.txt; values exist at run time only, so no scanner stumbles.

A template without a value to draw is a text in which something has to be redacted.
"""

import random
import re
import string
from pathlib import Path

SEPARATOR = " \u00a6 "
WORDS = "amber anchor basil canyon cedar falcon garnet harbor juniper kettle maple saffron tulip"
BASE62 = string.ascii_letters + string.digits
ALPHABETS = {
    "b": BASE62,
    "c": string.ascii_letters,
    "d": string.digits,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "k": "".join(sorted(set(BASE62) - set("0OIl"))),
    "l": string.ascii_lowercase + string.digits,
    "s": BASE62 + "+/",
    "u": BASE62 + "-_",
    "U": string.ascii_uppercase + "234567",
}
FIELD = re.compile(r"\{(pw|uuid|word|[bchHdklsuU])(\d*)(!?)\}")


def characters(draw, alphabet, count):
    """Return so many characters, with a letter and a digit among them where there are many."""
    while True:
        first = draw.choice([c for c in alphabet if c.isalnum()])
        text = first + "".join(draw.choice(alphabet) for _ in range(count - 1))
        is_mixed = any(map(str.isdigit, text)) and any(map(str.isalpha, text))
        if is_mixed or count < 12 or alphabet in (string.digits, string.ascii_letters):
            return text


def password(draw):
    """Return a password of one of the makes that people and generators use."""
    words = [draw.choice(WORDS.split()) for _ in range(3)]
    makes = [
        characters(draw, BASE62, draw.randint(13, 26)),
        words[0].title() + draw.choice("-_.") + words[1] + str(draw.randint(100, 9999)) + "!",
        "-".join(words),
        characters(draw, BASE62 + "!#%*+-.=?@^_~", 15) + "~7",
        characters(draw, "0123456789abcdef", 32),
    ]
    return draw.choice(makes)


def filled(template, seed):
    """Return (text, secrets) of a template, the same for the same seed."""
    draw = random.Random(f"{template}{seed}")
    secrets = []

    def value(found):
        make, count, is_plain = found.groups()
        if make == "word":
            return draw.choice(WORDS.split())
        if make == "pw":
            text = password(draw)
        elif make == "uuid":
            text = "-".join(characters(draw, ALPHABETS["h"], n) for n in (8, 4, 4, 4, 12))
        else:
            text = characters(draw, ALPHABETS[make], int(count))
        if not is_plain:
            secrets.append(text)
        return text

    return FIELD.sub(value, template), secrets


def table(name):
    """Return the templates below [name] of cases/secrets.txt."""
    path = Path(__file__).parent / "cases" / "secrets.txt"
    parts = re.split(r"^\[([a-z]+)\]\n", path.read_text(encoding="utf-8"), flags=re.M)[1:]
    section = dict(zip(parts[::2], parts[1::2]))[name].split("\n\n#")[0]
    templates = [part for line in section.split("\n") for part in line.split(SEPARATOR)]
    return [part.replace("\\n", "\n").replace("\\e", "\x1b") for part in templates if part.strip()]
