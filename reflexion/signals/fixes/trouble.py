"""A failure as the rules see it: the command at fault, the words of its error, and the kinds of trouble these tell of."""

from __future__ import annotations

from reflexion.signals.commands.read_only import looks
from reflexion.signals.fixes import actions, errors, programs, words
from reflexion.signals.fixes.shapes import bare, shapes

# Words of an error and endings of files that tell the world of a script or a target.
TEXT_WORLDS = {
    "python": ("modulenotfounderror", "traceback", ".py", "pip"),
    "node": ("npm err", "npm error", "node_modules", "node:", ".js", ".ts"),
    "rust": ("error[e", "cargo"),
    "go": ("go.mod", ".go:"),
    "ruby": (".rb", "gem ", "bundler"),
    "java": ("java.", "maven", "gradle"),
    "php": ("php ", ".php", "composer"),
    "native": (".c:", ".cpp:", ".h:", "ld:"),
    "dotnet": ("msbuild", ".csproj", "error cs", "nu1"),
    "elixir": ("mix ", ".ex"),
}
EXTENSIONS = {
    "py": "python",
    "js": "node",
    "ts": "node",
    "mjs": "node",
    "cjs": "node",
    "tsx": "node",
    "rb": "ruby",
    "php": "php",
    "go": "go",
    "rs": "rust",
    "jar": "java",
    "exs": "elixir",
}
# What a step that looks a name up holds: `git branch -a`, `kubectl get ns`, `psql -l`.
LISTING = (
    "list",
    "ls",
    "get ",
    "branch",
    " ps",
    "images",
    "find ",
    "show",
    " -l",
    "grep",
    "search",
    "cat ",
    "describe",
)


class Trouble:
    """text: error line and what else is known of the output, lower case; words: its telling words; kinds: see errors.KINDS, plus "code",
    "flaky"; line: the shapes of the failed command line; at: the shape most likely at fault; worlds: see programs.WORLDS;
    looked: whether the steps since looked names up"""

    __slots__ = ("text", "words", "kinds", "line", "at", "worlds", "command", "looked")

    def __init__(self, failure, steps=()):
        self.command, line, more = (
            str(failure.get(key) or "")[: words.MOST] for key in ("command", "line", "more")
        )
        self.text = (line + "\n" + more).lower()
        self.words = words.telling(self.text)
        self.kinds = errors.kinds(line)
        if not self.kinds - {"code", "flaky"}:
            self.kinds |= errors.kinds(
                more
            )  # the line alone does not tell: the rest of the output may
        self.line = shapes(self.command)
        self.at = _at_fault(self, failure.get("call") or "")
        self.looked = any(
            step.get("ok") and any(word in (step.get("command") or "") for word in LISTING)
            for step in steps
        )
        self.worlds = set()
        if self.at:
            self.worlds = actions.world(self.at.program) or _worlds_of(self.at, self.text)
            if actions.roles(self.at) & {"test", "lint"} and not self.kinds - {
                "vcs",
                "format",
                "stale",
            }:
                self.kinds.add("code")  # a test or a linter that says nothing of its surroundings


def _at_fault(trouble, call):
    """The simple command that failed: the one the caller names, the one the error speaks of most, else the last that does anything."""
    line = [s for s in trouble.line if s.depth == 0] or trouble.line
    if not line:
        return None
    for shape in line if call else ():
        if bare(shape.raw) == bare(call):
            return shape
    rated = [
        (_spoken_of(trouble, shape), not looks(shape), n, shape)
        for n, shape in enumerate(line)
        if not _filters(line, shape)
    ]
    return max(rated, key=lambda row: row[:3])[3] if rated else line[-1]


def _spoken_of(trouble, shape):
    """How much the error speaks of this command: its program's name, the words of its arguments."""
    said = set(
        trouble.text.replace(":", " ").replace("'", " ").replace('"', " ").replace("`", " ").split()
    )
    return (
        2 * (shape.program.lower() in said)
        + len(
            {a.lower() for a in shape.args if len(a) > 2 and a.lower() not in words.COMMON} & said
        )
        if shape.program
        else -1
    )


def _filters(line, shape):
    at = line.index(shape)
    return at > 0 and line[at - 1].op == "|" and shape.program in programs.FILTERS


def _worlds_of(shape, text):
    """The worlds of a script or target, by its files' endings and the error's words."""
    found = {
        world for world, needles in TEXT_WORLDS.items() if any(needle in text for needle in needles)
    }
    for word in [shape.program, *shape.args[:3]]:
        dot, ending = word.rpartition(".")[1:]
        if dot and ending in EXTENSIONS:
            found.add(EXTENSIONS[ending])
    return found
