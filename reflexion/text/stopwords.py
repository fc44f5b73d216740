"""Words that tell nothing (STOP), little in this trade (TRADE, TOPIC) or anywhere (PLAIN)."""

from __future__ import annotations

from reflexion.text.tables import sections

_words = {name: frozenset(text.split()) for name, text in sections("text/stopwords.txt").items()}
STOP, TRADE, TOPIC, PLAIN = (_words[name] for name in ("stop", "trade", "topic", "plain"))
EMPTY = _words["empty"]  # any failure may be told with them
TOOLS = _words["tools"]  # names of languages and tools: alone they only say where, not what
