"""`reflexion init`: set a project up for the hosts that are in use, or take all of it out again."""

from __future__ import annotations

import os
import sys

from reflexion.cli.common import parser, project
from reflexion.hosts import command, exclude, hooks, install, installed, setup
from reflexion.notices import FRESH
from reflexion.reflect import sources
from reflexion.store import files, paths, trust
from reflexion.store import team as sharing
from reflexion.store.files import read_text, remove, remove_folder, remove_tree
from reflexion.store.project import Project

SUMMARY = "set the project up: hooks, skill, store (--uninstall undoes it)"
HELP = """Merges the hooks beside those that are there, installs the skill, makes the store and trusts it.

The hooks go to .claude/settings.json when the toolkit lies inside the project (they then serve the whole team), else to
.claude/settings.local.json, for a path of this machine has no place in a shared file. Codex reads .codex/hooks.json.
Doing it twice changes nothing. --uninstall takes out exactly what was put in; the learnings stay."""
EXAMPLES = """
python3 ~/reflexion/scripts/init.py              in the project: set it up
reflexion init --user                            for all your projects
reflexion init --host codex --project ~/shop
reflexion init --uninstall
"""
DONE = {install.CREATED: "created", install.CHANGED: "hooks added", install.SAME: "already set up"}
UNDONE = {
    install.REMOVED: "removed",
    install.RESTORED: "as it was before",
    install.CHANGED: "our part taken out",
    install.KEPT: "kept, for it was changed since: remove it yourself if you like",
}


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    found = (
        project(arguments)
        if arguments.scope != "user"
        else Project(os.path.abspath(arguments.project or os.getcwd()), os.environ)
    )
    site = setup.Site(_hooks_root(found, arguments), arguments.scope, os.environ)
    if arguments.uninstall:
        return _uninstall(found, site, arguments)
    return _install(found, site, arguments)


def build():
    made = parser("init", HELP, EXAMPLES)
    made.add_argument(
        "--host",
        choices=(*setup.HOSTS, "all"),
        help="set up this host (default: each that there are signs of)",
    )
    where = made.add_mutually_exclusive_group()
    where.add_argument(
        "--shared",
        dest="scope",
        action="store_const",
        const="shared",
        default="",
        help="hooks in the project's shared settings",
    )
    where.add_argument(
        "--local",
        dest="scope",
        action="store_const",
        const="local",
        help="hooks in your own settings for this project",
    )
    where.add_argument(
        "--user",
        dest="scope",
        action="store_const",
        const="user",
        help="hooks in your home: for all your projects",
    )
    made.add_argument(
        "--team",
        action="store_true",
        help="share the learnings: git takes the entries, the rest stays private",
    )
    made.add_argument(
        "--uninstall", action="store_true", help="take out what init put in; the learnings stay"
    )
    return made


def _hooks_root(found, arguments) -> str:
    """Where the host looks: the project's root; in a linked worktree the worktree's top, though its store is the main checkout's."""
    top = paths.checkout_top(os.path.abspath(arguments.project or os.getcwd()))
    return (
        top
        if top and top != found.root and paths.main_checkout(top) == found.root
        else found.root or os.getcwd()
    )


def _hosts(site, arguments) -> dict:
    """name -> (module, why) of the hosts to set up."""
    names = setup.HOSTS if arguments.host == "all" or not arguments.host else (arguments.host,)
    modules = {name: setup.host(name) for name in names}
    if arguments.host:
        return {name: (module, "") for name, module in modules.items()}
    signs = {
        name: (module, module.signs(site)) for name, module in modules.items() if module.signs(site)
    }
    return signs or {
        "claude": (modules["claude"], "no sign of any host was found, so this is for when it comes")
    }


def _install(found, site, arguments) -> int:
    home = found.home.dir if found.home else ""
    print(f"Reflexion in {'your home, for all projects' if site.scope == 'user' else found.root}")
    failures = 0
    for module, why in _hosts(site, arguments).values():
        print(f"\n{module.TITLE}" + (f" ({why})" if why else "") + ":")
        failures += _set_up(module, site, home)
    if site.scope != "user":
        print(f"\nLearnings: {_say(_store(found), found.root)}")
    if arguments.team and site.scope != "user":
        for line in team(found):
            print(line)
    _compile(site.toolkit)
    script = os.path.join(site.toolkit, "scripts", "init.py")
    undo = (
        f"python3 {command.quote(command.portable(script))}"
        if os.path.isfile(script)
        else "reflexion init"
    )
    where = (
        "--user"
        if site.scope == "user"
        else f"--project {command.quote(found.root)}"
        + (f" --{arguments.scope}" if arguments.scope else "")
    )
    print(f"\nTo undo all of this: {undo} {where} --uninstall")
    return 1 if failures else 0


def _compile(toolkit: str) -> None:
    """Make the bytecode now: where the hooks may not write beside the code, each of their runs would compile it again."""
    if not sys.dont_write_bytecode:
        import compileall

        compileall.compile_dir(os.path.join(toolkit, "reflexion"), quiet=2)


def _set_up(module, site, home: str) -> int:
    """Hooks and skill of one host; 1 when something was left alone."""
    root = "" if site.scope == "user" else site.root
    settings = module.settings_files(site)[site.scope]
    wanted, allowed = module.wanted(site), module.permissions(site)
    try:
        done = install.put(settings, lambda text: hooks.merged(text, wanted, allowed), home, root)
        print(f"  hooks   {_say(settings, site.root)} ({DONE[done]})")
        print(f"  allowed {_allow(module, site, home, settings)}")
        skill = module.skill_file(site)
        texts = setup.skill_files(skill, site)
        done = [install.put(p, lambda _, text=t: text, home, root) for p, t in texts.items()][0]
        print(
            f"  skill   {_say(skill, site.root)} ({'updated' if done == install.CHANGED else done})"
        )
    except install.LeftAlone as error:
        print(f"reflexion: {error}", file=sys.stderr)
        return 1
    for other in _elsewhere(module, site):
        print(
            f"  note    {_say(other, site.root)} holds our hooks as well: each event would be handled twice; take them out there with --uninstall"
        )
    plugin = installed.plugin_enabled(site) if module.TITLE == "Claude Code" else ""
    if plugin:
        print(
            f"  note    {_say(plugin, site.root)} switches the Reflexion plugin on: each event would be handled twice; keep one of the two"
        )
    for line in _keep_private(module, site, home) + module.next_steps(site):
        print(f"  {line}")
    return 0


def _allow(module, site, home: str, settings: str) -> str:
    """What the agent may run without a question, and the file that says so (Codex has one of its own)."""
    path, text = module.rules_file(site)
    if path:
        install.put(path, lambda _: text, home, "" if site.scope == "user" else site.root)
    recording = ", ".join(command.RECORDS)
    return (
        f"{_say(path or settings, site.root)} (the agent may run `reflexion` {recording} unasked)"
    )


def _keep_private(module, site, home: str) -> list:
    """Files that name a path of this machine stay out of git; what could not be kept out is said."""
    if site.scope == "user" or site.relative:
        return []
    settings = module.settings_files(site)[site.scope]
    if site.scope == "shared":
        return [
            f"note    {_say(settings, site.root)} now names a path of this machine, which is of no use to others"
        ]
    names = [
        name
        for name in (settings, module.rules_file(site)[0], os.path.dirname(module.skill_file(site)))
        if name and not exclude.tracked(site.root, name)
    ]
    done = (
        install.put(
            exclude.file_of(site.root), lambda text: exclude.added(text, site.root, names), home, ""
        )
        if exclude.file_of(site.root)
        else ""
    )
    said = [
        f"note    {_say(name, site.root)} is in git and now names a path of this machine: do not commit that"
        for name in (settings,)
        if name not in names
    ]
    return said + (
        ["private .git/info/exclude keeps these out of git, for they name paths of this machine"]
        if done in (install.CREATED, install.CHANGED)
        else []
    )


def _elsewhere(module, site) -> list:
    """Other settings files of this host that hold our hooks too."""
    files = module.settings_files(site)
    return [
        path
        for path in dict.fromkeys(files.values())
        if path != files[site.scope] and _holds_ours(path)
    ]


def _holds_ours(path: str) -> bool:
    try:
        return bool(hooks.ours(hooks.jsonedit.load(read_text(path, 1 << 20, follow=True))))
    except (OSError, ValueError, hooks.jsonedit.Broken):
        return False


def _store(found) -> str:
    """Make the store and trust it; its folder."""
    store = found.ready()
    files.append(os.path.join(store.state_dir, FRESH), b"\n", 1024)
    if found.home:
        for folder in (store.dir, *sources.domains(found.root)):
            trust.trust(folder, found.home.dir)
    return store.dir


def team(found) -> list:
    """Share the entries through git: what the store commits, and this clone's merge driver. Returns lines to print."""
    sharing.share(found.store)
    folder = _say(found.store.dir, found.root)
    lines = [
        f"Team: git takes {folder}/entries, the index and the scratch stay here. Commit {folder} for the others."
    ]
    if not sharing.register(found.root):
        lines.append(
            "  git did not take the merge driver: entries changed on both sides will conflict; run this again in a git checkout"
        )
    return lines + [
        "  Every colleague runs init --team once: the merge driver, and trust in the store, belong to a clone."
    ]


def _uninstall(found, site, arguments) -> int:
    home = found.home.dir if found.home else ""
    print(f"Reflexion out of {'your home' if site.scope == 'user' else found.root}")
    names = setup.HOSTS if arguments.host in (None, "all") else (arguments.host,)
    failures = 0
    for module in [setup.host(name) for name in names]:
        files = module.settings_files(site)
        scopes = [arguments.scope] if arguments.scope else ["shared", "local"]
        root = "" if site.scope == "user" else site.root
        paths_of = {
            **{files[scope]: hooks.without for scope in scopes},
            **dict.fromkeys(setup.skill_files(module.skill_file(site), site)),
            **({rules: None} if (rules := module.rules_file(site)[0]) else {}),
        }
        folders = install.made_for(paths_of, home)
        failures += sum(
            _take_out(path, change, home, root, site) for path, change in paths_of.items()
        )
        install.prune(folders)
        for other in _elsewhere(module, site) if site.scope != "user" else ():
            print(f"  {_say(other, site.root)}: still holds our hooks; --user takes them out")
    if not arguments.host and site.scope != "user":
        if exclude.file_of(site.root):
            failures += _take_out(exclude.file_of(site.root), exclude.without, home, "", site)
        if sharing.unregister(found.root):
            print("  git's merge driver for the learnings: removed")
        _leave_store(found)
    return 1 if failures else 0


def _take_out(path: str, change, home: str, root: str, site) -> int:
    try:
        done = install.take_out(path, change, home, root)
    except install.LeftAlone as error:
        print(f"reflexion: {error}", file=sys.stderr)
        return 1
    if done != install.ABSENT:
        print(f"  {_say(path, site.root)}: {UNDONE[done]}")
    return 0


def _leave_store(found) -> None:
    """The learnings stay. A store that never got any goes, with its mark of trust."""
    store = found.store
    if not store.exists():
        return
    if trust.arrived(store.dir) or os.path.isdir(os.path.join(store.state_dir, "backups")):
        print(f"  {_say(store.dir, found.root)}: kept, with {len(store.names())} learnings")
        return
    if found.home:
        trust.distrust(store.dir, found.home.dir)
        _leave_home(found.home.dir)
    if not os.path.islink(store.dir):
        remove_tree(store.dir)
        print(f"  {_say(store.dir, found.root)}: removed, it held nothing")


def _leave_home(folder: str) -> None:
    """The home store goes when all it held was the mark of trust."""
    listed = os.path.join(folder, trust.FILE)
    try:
        if os.path.getsize(listed) == 0:
            remove(listed)
        remove_folder(folder)
    except OSError:
        pass  # it holds more


def _say(path: str, root: str) -> str:
    """A path as a person reads it: from the project's root where it lies inside."""
    return os.path.relpath(path, root) if paths.inside(path, root) and path != root else path
