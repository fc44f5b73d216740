"""JSON without the cost of importing `json`, which pulls in `re` and doubles the start of a hook:
the same C scanner, used directly.

`loads`, `dumps` and `pretty` give what `json.loads` and `json.dumps` give; where the scanner is not
to be had (another Python), json itself does the work.
"""

from __future__ import annotations

try:
    from _json import encode_basestring, encode_basestring_ascii, make_scanner
except ImportError:
    make_scanner = None

SPACE = " \t\n\r"
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
    except (
        StopIteration,
        ValueError,
        SystemError,
    ):  # SystemError: older scanners find no JSONDecodeError to raise while json is not imported
        pass
    import json

    return json.loads(text)  # says what is wrong, and where


def dumps(value, separators=(", ", ": ")) -> str:
    """One line of ASCII for a value of dicts with text keys, lists, texts, whole numbers, true,
    false and null; anything else goes to json."""
    try:
        return _text(value, *separators)
    except TypeError:
        import json

        return json.dumps(value, separators=separators)


def pretty(value) -> str:
    """The value over several lines, indented by two spaces, letters of any language as they are;
    takes what `dumps` takes."""
    try:
        return _indented(value, "\n")
    except TypeError:
        import json

        return json.dumps(value, indent=2, ensure_ascii=False)


def _indented(value, line: str) -> str:
    kind, inner = type(value), line + "  "
    if kind is str and make_scanner:
        return encode_basestring(value)
    if kind is dict and value and all(type(key) is str for key in value):
        return (
            "{"
            + inner
            + ("," + inner).join(
                _indented(key, "") + ": " + _indented(item, inner) for key, item in value.items()
            )
            + line
            + "}"
        )
    if kind in (list, tuple) and value:
        return (
            "[" + inner + ("," + inner).join(_indented(item, inner) for item in value) + line + "]"
        )
    return _text(value, ", ", ": ")


def _text(value, comma: str, colon: str) -> str:
    kind = type(value)
    if kind is str and make_scanner:
        return encode_basestring_ascii(value)
    if value is None or kind is bool:
        return "null" if value is None else "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is dict and all(type(key) is str for key in value):
        return (
            "{"
            + comma.join(
                _text(key, comma, colon) + colon + _text(item, comma, colon)
                for key, item in value.items()
            )
            + "}"
        )
    if kind in (list, tuple):
        return "[" + comma.join(_text(item, comma, colon) for item in value) + "]"
    raise TypeError(kind)
