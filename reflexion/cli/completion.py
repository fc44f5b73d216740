"""Shell completion, generated from the table of commands and their parsers."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
from importlib import import_module

from reflexion.cli import common, modules

SUMMARY = "print the completion script for bash, zsh or fish"
EXAMPLES = """
reflexion completion bash > ~/.local/share/bash-completion/completions/reflexion
reflexion completion zsh > "${fpath[1]}/_reflexion"
reflexion completion fish > ~/.config/fish/completions/reflexion.fish
"""
SHELLS = ("bash", "zsh", "fish")


class Command:
    """What a shell has to know: options as (flag, help, choices or (), takes a value), does it take ids, its words' choices."""

    __slots__ = ("name", "summary", "options", "ids", "words")

    def __init__(self, name: str, summary: str, options=(), ids: bool = False, words=()):
        self.name, self.summary, self.options, self.ids, self.words = (
            name,
            summary,
            options,
            ids,
            words,
        )


def build():
    made = common.parser(
        "completion",
        "Print the completion script of a shell: commands, options, values and ids.",
        EXAMPLES,
    )
    made.add_argument(
        "shell", choices=(*SHELLS, "ids"), help="ids: the learnings' ids, which the scripts ask for"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    if arguments.shell == "ids":
        store = common.project(arguments).store
        print("\n".join(name[:-5] for name in store.names() if name.endswith(".json")))
        return 0
    print({"bash": bash, "zsh": zsh, "fish": fish}[arguments.shell](commands()), end="")
    return 0


def commands() -> list:
    """Every command as a Command, in the overview's order."""
    return [
        _command(name, import_module(f"reflexion.cli.{module}"))
        for name, module in modules().items()
    ]


def _command(name: str, module) -> Command:
    if not hasattr(module, "build"):
        return Command(name, module.SUMMARY, [(flag, "", (), False) for flag in _flags(module)])
    actions = module.build()._actions
    options = [
        (flag, _plain(action.help), tuple(action.choices or ()), action.nargs != 0)
        for action in actions
        for flag in action.option_strings
        if flag.startswith("--") and action.help != argparse.SUPPRESS
    ]
    words = [action for action in actions if not action.option_strings]
    return Command(
        name,
        module.SUMMARY,
        options,
        any(action.dest == "id" for action in actions),
        tuple(choice for action in words if action.choices for choice in action.choices),
    )


def _flags(module) -> list:
    """The long options of a command that shows no parser, from its help."""
    shown = io.StringIO()
    with (
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(shown),
        contextlib.suppress(SystemExit),
    ):
        module.main(["--help"])
    return list(dict.fromkeys(re.findall(r"(?<![\w-])--[a-z][a-z-]{1,30}", shown.getvalue())))


def _plain(text) -> str:
    return re.sub(r"[^\w ,.;()/-]", "", (text or "").replace("%%", "%")).split(". ")[0][:80]


def bash(table: list) -> str:
    """The script for bash."""
    cases = "\n".join(
        f"    {c.name}) words='{' '.join([*(flag for flag, *_ in c.options), *c.words])}'; ids={int(c.ids)} ;;"
        for c in table
    )
    values = "\n".join(
        f"    {c.name}:{flag}) words='{' '.join(choices)}'; ids=0 ;;"
        for c in table
        for flag, _, choices, _ in c.options
        if choices
    )
    return f"""# bash completion for reflexion
_reflexion() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words='' ids=0
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{" ".join(c.name for c in table)}' -- "$current"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  esac
  case ${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD-1]}} in
{values}
  esac
  [ "$ids" = 1 ] && [ "${{current#-}}" = "$current" ] && words="$words $("${{COMP_WORDS[0]}}" completion ids 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _reflexion reflexion
"""


def zsh(table: list) -> str:
    """The script for zsh."""
    names = "\n".join(f"    '{c.name}:{_quoted(c.summary)}'" for c in table)
    cases = "\n".join(f"    {c.name}) _arguments {' '.join(_zsh_words(c))} ;;" for c in table)
    return f"""#compdef reflexion
_reflexion_ids() {{ compadd -- $($words[1] completion ids 2>/dev/null) }}
_reflexion() {{
  local service=$words[2]
  local -a commands=(
{names}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local program=$words[1]
  shift words
  (( CURRENT-- ))
  case $service in
{cases}
  esac
}}
if [ "$funcstack[1]" = _reflexion ]; then _reflexion "$@"; else compdef _reflexion reflexion; fi
""".replace("$($words[1] completion", "$(${program:-reflexion} completion")


def _zsh_words(command: Command) -> list:
    found = []
    for flag, text, choices, valued in command.options:
        value = f":value:({' '.join(choices)})" if choices else ":value:_files" if valued else ""
        found.append(f"'{flag}[{_quoted(text) or flag[2:]}]{value}'")
    rest = (
        "_reflexion_ids"
        if command.ids
        else f"({' '.join(command.words)})"
        if command.words
        else "_files"
    )
    return [*found, f"'*:word:{rest}'"]


def fish(table: list) -> str:
    """The script for fish."""
    lines = ["# fish completion for reflexion", "complete -c reflexion -f"]
    for command in table:
        lines.append(
            f"complete -c reflexion -n __fish_use_subcommand -a {command.name} -d '{_quoted(command.summary)}'"
        )
        here = f"complete -c reflexion -n '__fish_seen_subcommand_from {command.name}'"
        for flag, text, choices, valued in command.options:
            value = f" -xa '{' '.join(choices)}'" if choices else " -r -F" if valued else ""
            lines.append(f"{here} -l {flag[2:]}{value} -d '{_quoted(text)}'")
        if command.ids:
            lines.append(f"{here} -a '(reflexion completion ids 2>/dev/null)'")
        if command.words:
            lines.append(f"{here} -a '{' '.join(command.words)}'")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return text.replace("'", "").replace(":", ",").replace("[", "(").replace("]", ")")
