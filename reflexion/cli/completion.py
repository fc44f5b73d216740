"""Shell completion, generated from the commands and their parsers."""

from __future__ import annotations

import re

from reflexion.cli import frame, helping

BASH = """\
# bash completion for reflexion
_reflexion() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words=''
  case ${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD-1]}} in
{values}
    *) case ${{COMP_WORDS[1]}} in
{flags}
    esac ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='{names}'
  case " $words " in *' IDS '*) [ "${{current#-}}" = "$current" ] &&
    words="$words $("${{COMP_WORDS[0]}}" completion ids 2>/dev/null)" ;;
  esac
  COMPREPLY=($(compgen -W "${{words/ IDS/}}" -- "$current"))
}}
complete -o default -F _reflexion reflexion
"""
ZSH = """\
#compdef reflexion
autoload -U +X bashcompinit && bashcompinit
{bash}"""


def completion(context) -> None:
    shell = context.options.shell
    if shell == "ids":
        names = context.project.store.names()
        print("\n".join(name[:-5] for name in names if name.endswith(".json")))
    else:
        print({"bash": bash, "zsh": zsh, "fish": fish}[shell](rows()), end="")


def rows() -> list:
    """[(command, summary, [(flag, help, choices)], words to offer)] in the table's order."""
    made = []
    for command in (row for row in frame.commands() if row.group):
        flags, words = [], []
        for action in command.parser()._actions:
            choices = [str(choice) for choice in action.choices or ()]
            for flag in (name for name in action.option_strings if name.startswith("--")):
                flags.append((flag, _plain(action.help), choices))
            if not action.option_strings:
                words += ["IDS"] if action.dest == "id" else choices
        if command.name == "help":
            words += [*helping.topics(), *(row.name for row in frame.commands())]
        made.append((command.name, command.summary, flags, words))
    return made


def _plain(text) -> str:
    return re.sub(r"[^\w ,.;()/-]", "", (text or "").replace("%%", "%")).split(". ")[0][:80]


def bash(table: list) -> str:
    """The script for bash."""
    flags, values = [], []
    for name, _, options, words in table:
        flags.append(f"      {name}) words='{' '.join([*(row[0] for row in options), *words])}' ;;")
        for flag, _, choices in options:
            if choices:
                values.append(f"    {name}:{flag}) words='{' '.join(choices)}' ;;")
    names = " ".join(row[0] for row in table)
    return BASH.format(names=names, flags="\n".join(flags), values="\n".join(values))


def zsh(table: list) -> str:
    """The script for zsh, which takes over bash's."""
    return ZSH.format(bash=bash(table))


def fish(table: list) -> str:
    """The script for fish."""
    lines = ["# fish completion for reflexion", "complete -c reflexion -f"]
    for name, summary, options, words in table:
        text = summary.replace("'", "")
        lines.append(f"complete -c reflexion -n __fish_use_subcommand -a {name} -d '{text}'")
        here = f"complete -c reflexion -n '__fish_seen_subcommand_from {name}'"
        for flag, what, choices in options:
            value = f" -xa '{' '.join(choices)}'" if choices else ""
            lines.append(f"{here} -l {flag[2:]}{value} -d '{what}'")
        ids = "(reflexion completion ids 2>/dev/null)"
        if words:
            lines.append(
                f"{here} -a '{' '.join(ids if word == 'IDS' else word for word in words)}'"
            )
    return "\n".join(lines) + "\n"
