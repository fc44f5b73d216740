"""A failure as the rules see it: the command at fault, the words of its error, and the kinds of trouble these tell of."""
from __future__ import annotations

from reflexion.signals.fixes import actions, errors, programs, words
from reflexion.signals.fixes.shapes import shapes


class Trouble:
    """text: error line and what else is known of the output, lower case; words: its telling words; kinds: see errors.KINDS;
    line: the shapes of the failed command line; at: the shape most likely at fault; worlds: see programs.WORLDS"""

    __slots__ = ("text", "words", "kinds", "line", "at", "worlds", "command")

    def __init__(self, failure):
        self.command = str(failure.get("command") or "")
        text = (str(failure.get("line") or "") + "\n" + str(failure.get("more") or ""))[:words.MOST]
        self.text = text.lower()
        self.words = words.telling(text)
        self.kinds = errors.kinds(text)
        self.line = shapes(self.command)
        self.at = _at_fault(self, failure.get("call"))
        self.worlds = actions.world(self.at.program) if self.at else set()
        if self.at and actions.roles(self.at) & {"test", "lint"} and not self.kinds - {"vcs", "format", "stale"}:
            self.kinds.add("code")  # a test or a linter that says nothing of its surroundings
        if self.at and not self.worlds:
            self.worlds = _worlds_of_text(self.at, self.text)


def _at_fault(trouble, call):
    """The simple command that failed: the one the caller names, the one the error speaks of most, else the last that does anything."""
    line = [s for s in trouble.line if s.depth == 0] or trouble.line
    if not line:
        return None
    if call:
        for shape in line:
            if shape.raw == call or shape.program == call:
                return shape
    rated = [(_spoken_of(trouble, shape), not actions.looks(shape), n, shape) for n, shape in enumerate(line) if not _filters(line, shape)]
    return max(rated, key=lambda row: row[:3])[3] if rated else line[-1]


def _spoken_of(trouble, shape):
    """How much the error speaks of this command: its program's name, the words of its arguments."""
    said = set(trouble.text.replace(":", " ").replace("'", " ").replace('"', " ").replace("`", " ").split())
    return 2 * (shape.program.lower() in said) + len({a.lower() for a in shape.args if len(a) > 2 and a.lower() not in words.COMMON} & said) if shape.program else -1


def _filters(line, shape):
    at = line.index(shape)
    return at > 0 and line[at - 1].op == "|" and shape.program in programs.FILTERS


TEXT_WORLDS = {"python": ("modulenotfounderror", "traceback", ".py", "pip"), "node": ("npm err", "npm error", "node_modules", "node:", ".js", ".ts"), "rust": ("error[e", "cargo"), "go": ("go.mod", ".go:"), "ruby": (".rb", "gem ", "bundler"),
               "java": ("java.", "maven", "gradle"), "php": ("php ", ".php", "composer"), "native": (".c:", ".cpp:", ".h:", "ld:"), "dotnet": ("msbuild", ".csproj", "error cs", "nu1"), "elixir": ("mix ", ".ex")}
EXTENSIONS = {"py": "python", "js": "node", "ts": "node", "mjs": "node", "cjs": "node", "tsx": "node", "rb": "ruby", "php": "php", "go": "go", "rs": "rust", "jar": "java", "exs": "elixir"}


def _worlds_of_text(shape, text):
    found = {w for w, needles in TEXT_WORLDS.items() if any(n in text for n in needles)}
    for word in [shape.program, *shape.args[:3]]:
        found.update({EXTENSIONS[word.rsplit(".", 1)[-1]]} if word.rsplit(".", 1)[-1] in EXTENSIONS and "." in word else ())
    return found
