"""What a row of patterns.tsv asks of its candidate, by the name that it has there: CHECKS."""

import re

from reflexion.signals.secrets import values
from reflexion.signals.secrets.values import password_like


def token(value: str) -> bool:
    """Drawn at random, also in hexadecimal digits."""
    return values.random(value) or values.hexadecimal(value, 24)


def drawn(value: str) -> bool:
    """Drawn at random, and no path or identifier."""
    return token(value) and not values.path(value) and not values.uuid(value)


def bearer(value: str) -> bool:
    """What stands behind "Bearer": no parameter of the header, no name, no word of a sentence."""
    core = value.rstrip(".,;)}]")
    is_parameter = core.lower().startswith(("realm=", "error=", "scope="))
    if is_parameter or values.reference(core) or values.code(core):
        return False
    if values.random(core) or values.uuid(core):
        return True
    return len(core) >= 16 and any(map(str.isdigit, core)) and not values.path(core)


def decoded(value: str) -> bytes:
    """What base64, of either alphabet, stands for; b"" when it is none."""
    import binascii

    whole = re.sub("(?:=|%3[dD])+$", "", value).replace("-", "+").replace("_", "/")
    try:
        return binascii.a2b_base64(whole[: len(whole) // 4 * 4])
    except ValueError:
        return b""


def encoded_user(value: str) -> bool:
    """Base64 of "user:password"."""
    user, colon, _ = decoded(value).partition(b":")
    return bool(colon) and all(32 <= c < 127 for c in user)


def encoded_credentials(value: str) -> bool:
    """Base64 of a JSON object that names a password, a token or a key."""
    plain = decoded(value).lower()
    telling = (b"pass", b"secret", b"token", b"key", b"auth")
    return plain[:1] == b"{" and any(word in plain for word in telling)


def literal(value: str) -> bool:
    """Of `--from-literal NAME=value`: anything but numbers, paths and plain names."""
    is_name = re.match(r"[a-z]+(?:[-_][a-z]+)?[-_]?\d{0,2}$", value)
    return not (values.number(value) or values.path(value) or is_name)


def handed_out(value: str) -> bool:
    """A password that somebody is given to begin with: no address, no number."""
    return password_like(value) and "@" not in value[:-4] and not values.number(value)


def password_of_a_line(value: str) -> bool:
    """Of a word alone in its line: a password with a digit, and no place in a file, no option, no
    setting, no sentence's end."""
    is_word = value[0].isalnum() and set(value).isdisjoint(":/().,[]{}<>\\$=")
    return is_word and any(map(str.isdigit, value)) and password_like(value)


CHECKS = {
    "any": lambda value: True,
    "secret": lambda value: len(value) >= 4,
    "no short number": lambda value: len(value) >= (6 if value.isdigit() else 4),
    "secret with a slash": lambda value: not values.wordish(value.split("/")[0]),
    "password": lambda value: password_like(value, 6),
    "long password": password_like,
    "drawn": drawn,
    "word with a digit": lambda value: len(value) >= 8 and value.isalnum() and not value.isalpha(),
    "one word password": lambda value: " " not in value and password_like(value),
    "random": values.random,
    "hexadecimal": values.hexadecimal,
    "token": token,
    "bearer": bearer,
    "encoded user and password": encoded_user,
    "encoded credentials": encoded_credentials,
    "base32": lambda value: any(map(str.isdigit, value)),
    "unusual words": lambda value: values.USUAL.isdisjoint(value.lower().split()),
    "literal": literal,
    "handed out": handed_out,
    "password of a line": password_of_a_line,
}
