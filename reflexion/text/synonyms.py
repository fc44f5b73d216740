"""Words of the trade that mean the same (SAME), or nearly so (NEAR), and IRREGULAR forms.

Kept as text, so that nothing is built when the module loads: every line begins and ends with a
space, so that " word " finds a word and nothing else.
"""

from __future__ import annotations

from reflexion.text.tables import sections

_tables = sections("text/synonyms.txt")
SAME, NEAR, IRREGULAR = (_tables[name] for name in ("same", "near", "irregular"))
