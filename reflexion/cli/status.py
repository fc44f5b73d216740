"""`status`: what needs the person, what was gained, what comes next."""

import os
import sys
from contextlib import suppress

from reflexion.cli.context import waits_by_date
from reflexion.cli.output import print_json, print_paged, say, write_file
from reflexion.cli.show import show_all
from reflexion.cli.waiting import KINDS, reason
from reflexion.promote import promoter, section
from reflexion.setup.hosts import installed, plugin_enabled
from reflexion.setup.site import Site
from reflexion.status import board, figures, gather
from reflexion.status.page import page


def status(context) -> None:
    options = context.options
    project = context.project
    if options.focus:
        show_all(context)
        return
    if options.suppressed:
        found = gather.left_out(project, options.limit)
        reasons = figures.reasons(found)
        lines = board.left_out(found, reasons, context.width, context.paint)
    else:
        files = rule_files(project)
        waits = held(project, files)

        def asks(entry: dict) -> str:
            return KINDS.get(reason(entry, project)[0], "")

        found = gather.gather(
            project,
            waits,
            files,
            few=options.limit or gather.FEW,
            problems=context.problems,
            installed=hooks_installed(project),
            asks=asks,
        )
        lines = board.board(found, context.width, context.paint)
    if options.json:
        print_json(found)
    elif options.html and not options.suppressed:
        text = page(found, gather.history(project, waits, asks))
        if options.html == "-":
            sys.stdout.write(text)
        else:
            write_file(options.html, text)
            say(f"written to {os.path.abspath(options.html)}: open it in a browser")
    else:
        print_paged(lines)


def rule_files(project) -> dict:
    """{path: text} of the files that can take rules; what cannot be written `doctor` names."""
    found = {}
    with suppress(promoter.Refused, section.Broken):
        for path in promoter.targets(project):
            text = promoter.read(path)
            section.rules(text)
            found[path] = text
    return found


def held(project, files: dict):
    """entry -> why it is no rule yet: what it lacks, else why no file takes it; "" for nothing."""
    waits = waits_by_date(project)

    def why(entry: dict) -> str:
        lacking = waits(entry)
        if lacking or not files:
            return lacking
        reasons = [promoter.held_back(project, entry, files[path], path) for path in files]
        return f"qualifies, but {reasons[0]}" if all(reasons) else ""

    return why


def hooks_installed(project) -> list:
    """Names of what brings the hooks here: hosts with hooks in their settings, and the plugin."""
    site = Site(project.root, "", project.environ)
    names = {hook.host for hook in installed(site)[0]}
    by_plugin = any(plugin_enabled(site, name) for name in ("claude", "codex"))
    return sorted(names) + (["plugin"] if by_plugin else [])
