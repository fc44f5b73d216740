"""JSON by the C scanner alone; `json` is the fallback.

Where a hook needs no `re` (before a command, at a prompt, at the end of a session) the import of
`json` costs 0.7 times the bare interpreter: it brings `re` with it (tests/bench/hooks.py).
"""

try:
    from _json import encode_basestring, encode_basestring_ascii, make_scanner
except ImportError:
    make_scanner = encode_basestring = encode_basestring_ascii = None

WORDS = {None: "null", True: "true", False: "false"}
_scan = None


class _Context:
    """The settings of json.JSONDecoder() as the scanner reads them."""

    strict = True
    object_hook = object_pairs_hook = array_hook = None
    parse_float = parse_constant = float
    parse_int = int
    memo: dict = {}


def loads(text):
    """What json.loads gives for str or UTF-8 bytes. Raises ValueError, RecursionError."""
    global _scan
    if isinstance(text, (bytes, bytearray)):
        text = text.decode("utf-8")
    bare = text.strip(" \t\n\r")
    try:
        if make_scanner and _scan is None:
            _scan = make_scanner(_Context)
        value, end = _scan(bare, 0) if make_scanner else (None, -1)
        if end == len(bare):
            return value
    except (StopIteration, ValueError, SystemError):
        pass  # SystemError: older scanners find no JSONDecodeError while json is not imported
    import json

    return json.loads(text)  # says what is wrong, and where


def dumps(value, separators=(", ", ": ")) -> str:
    """What json.dumps gives: one line of ASCII."""
    try:
        return _encode(value, *separators, "", encode_basestring_ascii)
    except TypeError:
        import json

        return json.dumps(value, separators=separators)


def pretty(value) -> str:
    """The value over several lines, indented by two spaces, letters of any language as they are."""
    try:
        return _encode(value, ",", ": ", "\n", encode_basestring)
    except TypeError:
        import json

        return json.dumps(value, indent=2, ensure_ascii=False)


def _encode(value, comma: str, colon: str, line: str, quote) -> str:
    """JSON of dicts with text keys, lists, texts, whole numbers, true, false and null; TypeError
    for anything else. `line`: the line break and indent before the closing bracket, "" for one
    line."""
    kind = type(value)
    if kind is str:
        return quote(value)
    if value is None or kind is bool:
        return WORDS[value]
    if kind is int:
        return str(value)
    if kind is dict:
        return _bracketed("{}", _pairs(value, colon, quote), comma, colon, line, quote)
    if kind in (list, tuple):
        return _bracketed("[]", [("", item) for item in value], comma, colon, line, quote)
    raise TypeError(kind)


def _pairs(value: dict, colon: str, quote) -> list:
    if any(type(key) is not str for key in value):
        raise TypeError("a key that is no text")
    return [(quote(key) + colon, item) for key, item in value.items()]


def _bracketed(brackets: str, pairs: list, comma: str, colon: str, line: str, quote) -> str:
    inner = line and line + "  "
    items = [key + _encode(item, comma, colon, inner, quote) for key, item in pairs]
    inside = inner + (comma + inner).join(items) + line if items else ""
    return brackets[0] + inside + brackets[1]
