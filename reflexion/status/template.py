"""Fill in an HTML template.

`{{name}}` is a value, escaped; `{{`name}}` the same with its `code` marked up; the part between
`{{#name}}` and `{{/name}}` stands once for each row of a list of dicts, once for another true
value, and not at all otherwise; `{{^name}}` begins a part that stands where there is none.
"""

import html
import re

TAG = re.compile(r"\{\{([#^])(\w+)\}\}(.*?)\{\{/\2\}\}|\{\{(`?)(\w+)\}\}", re.DOTALL)
CODE = re.compile(r"`([^`]{1,300})`")


def render(template: str, values: dict) -> str:
    """Return the template filled in. Raises KeyError for a name that has no value."""

    def filled(tag) -> str:
        sign, name, inner, mark, value = tag.groups()
        if not sign:
            return _escaped(str(values[value]), bool(mark))
        found = values[name]
        if sign == "^":
            return "" if found else render(inner, values)
        if isinstance(found, list):
            return "".join(render(inner, {**values, **row}) for row in found)
        return render(inner, values) if found else ""

    return TAG.sub(filled, template)


def _escaped(text: str, marks_code: bool) -> str:
    safe = html.escape(text)
    return CODE.sub(r"<code>\1</code>", safe) if marks_code else safe
