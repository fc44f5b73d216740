"""The words and options of a command line by which a rule in prose speaks of it."""

from reflexion.shell import name_of, programs
from reflexion.shell.compare import MESSAGES
from reflexion.shell.parser import calls
from reflexion.shell.read_only import looks

LONGEST = 4000  # characters of a line
MOST_CALLS = 12
HANDLES_FILES = "cd mkdir touch cp mv clear env set export source .".split()  # no rule is about


class CommandWords:
    """The words of one simple command.

    program  its name, of several the common one (python3: python)
    words    those that are no options and no value of one
    flags    options, NAME=value
    raw      its words as they are written, in lower case
    """

    def __init__(self, call):
        self.program = name_of(call.program)
        self.words: list = []
        self.flags = set(call.env)
        self.raw = call.raw.lower().split()
        self._read(call.args)

    def _read(self, args):
        values = []  # words behind an option, which takes one or not
        before = ""  # the option that may take the next word as its value
        for arg in args:
            name, equals, _ = arg.partition("=")
            if before in MESSAGES:
                before = ""
            elif equals and name.isidentifier():  # make deploy ENV=staging
                self.flags.add(arg)
            elif arg in MESSAGES:
                before = arg
            elif arg[:1] in "-+" and len(arg) > 1:
                self.flags.add(arg)
                before = "" if equals else arg
            elif arg:
                (values if before else self.words).append(arg)
                before = ""
        self.words = self.words or values[:1]


def command_words(line: str) -> list:
    """The CommandWords of a line's calls, without those that only look at files."""
    found = []
    exported: set = set()
    for call in calls(line[:LONGEST])[:MOST_CALLS]:
        if call.program in ("export", "set"):
            exported.update(arg for arg in call.args if "=" in arg)
        if not call.program or call.program in HANDLES_FILES:
            continue
        if call.program not in programs("look") or not looks(call):
            found.append(CommandWords(call))
            found[-1].flags |= exported
    return found
