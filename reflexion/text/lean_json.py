"""JSON without importing `json`, which doubles the start of a hook: the same C scanner, used
directly.

`loads`, `dumps` and `pretty` give what `json.loads` and `json.dumps` give; json itself does the
work where the scanner is not to be had (another Python).
"""

from __future__ import annotations

try:
    from _json import encode_basestring, encode_basestring_ascii, make_scanner
except ImportError:
    make_scanner = encode_basestring = encode_basestring_ascii = None

SPACE = " \t\n\r"
WORDS = {None: "null", True: "true", False: "false"}
_scan = None


class _Context:
    """The settings of json.JSONDecoder() as the scanner reads them."""

    strict = True
    object_hook = object_pairs_hook = array_hook = None
    parse_float, parse_int = float, int
    memo: dict = {}

    @staticmethod
    def parse_constant(name):
        return float(name.replace("Infinity", "inf"))


def loads(text):
    """The value in a JSON text (str, or UTF-8 bytes). Raises ValueError, and RecursionError for
    what is nested too deeply."""
    global _scan
    if isinstance(text, (bytes, bytearray)):
        text = text.decode("utf-8")
    if make_scanner and _scan is None:
        _scan = make_scanner(_Context)
    bare = text.strip(SPACE)
    try:
        value, end = _scan(bare, 0) if make_scanner else (None, -1)
        if end == len(bare):
            return value
    except (StopIteration, ValueError, SystemError):
        pass  # SystemError: older scanners find no JSONDecodeError while json is not imported
    import json

    return json.loads(text)  # says what is wrong, and where


def dumps(value, separators=(", ", ": ")) -> str:
    """One line of ASCII for a value of dicts with text keys, lists, texts, whole numbers, true,
    false and null; anything else goes to json."""
    try:
        return _encode(value, *separators, "", encode_basestring_ascii)
    except TypeError:
        import json

        return json.dumps(value, separators=separators)


def pretty(value) -> str:
    """The value over several lines, indented by two spaces, letters of any language as they are;
    takes what `dumps` takes."""
    try:
        return _encode(value, ",", ": ", "\n", encode_basestring)
    except TypeError:
        import json

        return json.dumps(value, indent=2, ensure_ascii=False)


def _encode(value, comma: str, colon: str, line: str, quote) -> str:
    """`line`: the line break and indent before the closing bracket; "" for a single line."""
    kind, inner = type(value), line and line + "  "
    if kind is str:
        return quote(value)
    if value is None or kind is bool:
        return WORDS[value]
    if kind is int:
        return str(value)
    if kind is dict and all(type(key) is str for key in value):
        brackets = "{}"
        items = [
            quote(key) + colon + _encode(item, comma, colon, inner, quote)
            for key, item in value.items()
        ]
    elif kind in (list, tuple):
        brackets = "[]"
        items = [_encode(item, comma, colon, inner, quote) for item in value]
    else:
        raise TypeError(kind)
    if not items:
        return brackets
    return brackets[0] + inner + (comma + inner).join(items) + line + brackets[1]
