"""`reflexion status`: the dashboard on the terminal, as JSON, as a page."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common, look
from reflexion.promote import promoter, rule, section
from reflexion.status import board, figures, gather
from reflexion.store.entries import today


def status(context) -> None:
    options, project = context.options, context.project
    if options.focus:
        look.show_all(context)
        return
    if options.suppressed:
        found = gather.left_out(project, options.limit)
        reasons = figures.reasons([(row["time"], row["why"]) for row in found])
        lines = board.left_out(found, reasons, context.width, context.paint)
    else:
        date, waits, settings = today(), common.waits_of(project), project.settings
        found = gather.gather(
            project,
            waits,
            room(project),
            few=options.limit or gather.FEW,
            problems=context.problems,
            installed=hooks_installed(project),
            asks=lambda entry: rule.decide(entry, settings, date) == rule.ASK,
        )
        lines = board.board(found, context.width, context.paint)
    if options.json:
        common.print_json(found)
    elif options.html and not options.suppressed:
        from reflexion.status.page import page

        _write_page(page(found, gather.history(project, waits)), options.html)
    else:
        common.page(lines)


def room(project) -> dict:
    """{rule file: (rules, characters) it can still take}; what cannot be written `doctor` names."""
    left, most = {}, project.settings["max_rules"]
    try:
        for path in promoter.targets(project):
            left[os.path.basename(path)] = section.room(promoter.read(path), most)
    except (promoter.Refused, section.Broken):
        pass
    return left


def hooks_installed(project) -> list:
    """Names of what brings the hooks here: hosts with hooks in their settings, and the plugin."""
    from reflexion.hosts import setup
    from reflexion.hosts.installed import installed, plugin_enabled

    site = setup.Site(project.root, "", project.environ)
    hosts = {hook.host for hook in installed(site)[0]}
    return sorted(hosts) + (["plugin"] if plugin_enabled(site) else [])


def _write_page(text: str, path: str) -> None:
    if path == "-":
        sys.stdout.write(text)
    else:
        common.write_file(path, text)
        print(f"written to {os.path.abspath(path)}: open it in a browser")
