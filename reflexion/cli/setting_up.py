"""`reflexion init`: set a project up for the hosts that are in use, or take all of it out again."""

from __future__ import annotations

import os
import sys

from reflexion.hosts import command, exclude, hooks, install, installed, jsonedit, setup
from reflexion.notices import FRESH
from reflexion.reflect import sources
from reflexion.store import paths, trust
from reflexion.store import team as sharing
from reflexion.store.files import append, read_text, remove, remove_folder, remove_tree
from reflexion.store.project import Project

MAX_SETTINGS = 1 << 20
DONE = {install.CREATED: "created", install.CHANGED: "hooks added", install.SAME: "already set up"}
UNDONE = {
    install.REMOVED: "removed",
    install.RESTORED: "as it was before",
    install.CHANGED: "our part taken out",
    install.KEPT: "kept, for it was changed since: remove it yourself if you like",
}
TWICE = "each event would be handled twice"


def init(context) -> int:
    options = context.options
    options.scope = context.at_most_one("shared", "local", "user")
    if options.rules and not options.uninstall:
        context.usage("--rules goes with --uninstall")
    if options.scope == "user":
        project = Project(os.path.abspath(options.project or os.getcwd()), os.environ)
    else:
        project = context.project
    site = setup.Site(_hooks_root(project, options), options.scope, os.environ)
    return (_uninstall if options.uninstall else _install)(project, site, options)


def _hooks_root(project, options) -> str:
    """Where a host looks: the project's root, in a linked worktree the worktree's top."""
    top = paths.checkout_top(os.path.abspath(options.project or os.getcwd()))
    linked = top and top != project.root and paths.main_checkout(top) == project.root
    return top if linked else project.root or os.getcwd()


def _home(project) -> str:
    return project.home.dir if project.home else ""


def _root(site) -> str:
    return "" if site.scope == "user" else site.root


def _hosts(site, wanted: str) -> list:
    """[(module, why)] of the hosts to set up."""
    if wanted in setup.HOSTS:
        return [(setup.host(wanted), "")]
    modules = [setup.host(name) for name in setup.HOSTS]
    if wanted:
        return [(module, "") for module in modules]
    signs = [(module, module.signs(site)) for module in modules if module.signs(site)]
    return signs or [(modules[0], "no sign of any host was found, so this is for when it comes")]


def _install(project, site, options) -> int:
    user = site.scope == "user"
    print(f"Reflexion in {'your home, for all projects' if user else project.root}")
    failures = 0
    for module, why in _hosts(site, options.host):
        print(f"\n{module.TITLE}" + (f" ({why})" if why else "") + ":")
        failures += _set_up(module, site, _home(project))
    if not user:
        print(f"\nlearnings: {_short(_make_store(project), project.root)}")
        if options.team or sharing.is_shared(project.store):
            print("\n".join(_share(project, options.team)))
    _compile(site.toolkit)
    where = "--user" if user else f"--project {command.quote(project.root)}"
    scope = f" --{options.scope}" if options.scope and not user else ""
    script = os.path.join(site.toolkit, "scripts", "init.py")
    by_path = f"python3 {command.quote(command.portable(script))}"
    undo = by_path if os.path.isfile(script) else "reflexion init"
    print(
        "\nNext: start a new session of your agent here; its first one says that Reflexion is on."
    )
    print(f"To undo all of this: {undo} {where}{scope} --uninstall")
    return 1 if failures else 0


def _compile(toolkit: str) -> None:
    """Make the bytecode now: hooks that may not write it would compile at each run."""
    if not sys.dont_write_bytecode:
        import compileall

        compileall.compile_dir(os.path.join(toolkit, "reflexion"), quiet=2)


def _set_up(module, site, home: str) -> int:
    """Hooks, permissions and skill of one host; 1 when something was left alone."""
    settings, skill = module.settings_files(site)[site.scope], module.skill_file(site)
    wanted, allowed = module.wanted(site), module.permissions(site)
    rules, rules_text = module.rules_file(site)
    texts = setup.skill_files(skill, site)
    try:
        done = _put(settings, lambda old: hooks.merged(old, wanted, allowed), home, site)
        print(f"  hooks   {_short(settings, site.root)} ({DONE[done]})")
        if rules:
            _put(rules, lambda _: rules_text, home, site)
        recording = ", ".join(command.RECORDS)
        unasked = f"(the agent may run `reflexion` {recording} unasked)"
        print(f"  allowed {_short(rules or settings, site.root)} {unasked}")
        done = [_put(path, lambda _, new=text: new, home, site) for path, text in texts.items()][0]
        updated = "updated" if done == install.CHANGED else done
        print(f"  skill   {_short(skill, site.root)} ({updated})")
    except install.LeftAlone as error:
        print(f"reflexion: {error}", file=sys.stderr)
        return 1
    for other in _elsewhere(module, site):
        remedy = f"{TWICE}; take them out there with --uninstall"
        print(f"  note    {_short(other, site.root)} holds our hooks as well: {remedy}")
    plugin = installed.plugin_enabled(site) if module.TITLE == "Claude Code" else ""
    if plugin:
        on = f"switches the Reflexion plugin on: {TWICE}; keep one of the two"
        print(f"  note    {_short(plugin, site.root)} {on}")
    for line in _keep_private(module, site, home) + module.next_steps(site):
        print(f"  {line}")
    return 0


def _put(path: str, change, home: str, site) -> str:
    return install.put(path, change, home, _root(site))


def _keep_private(module, site, home: str) -> list:
    """Keep files that name a path of this machine out of git; lines on what was not."""
    if site.scope == "user" or site.relative:
        return []
    settings = module.settings_files(site)[site.scope]
    shown = _short(settings, site.root)
    if site.scope == "shared":
        return [f"note    {shown} now names a path of this machine, which is of no use to others"]
    ours = (settings, module.rules_file(site)[0], os.path.dirname(module.skill_file(site)))
    names = [name for name in ours if name and not exclude.tracked(site.root, name)]
    file, done = exclude.file_of(site.root), ""
    if file:
        done = install.put(file, lambda text: exclude.added(text, site.root, names), home, "")
    lines = []
    if settings not in names:
        lines.append(
            f"note    {shown} is in git and now names a path of this machine: leave it out"
        )
    if done in (install.CREATED, install.CHANGED):
        lines.append("private .git/info/exclude keeps these out of git: they name local paths")
    return lines


def _elsewhere(module, site) -> list:
    """Other settings files of this host that hold our hooks too."""
    files = module.settings_files(site)
    others = [path for path in dict.fromkeys(files.values()) if path != files[site.scope]]
    return [path for path in others if _holds_ours(path)]


def _holds_ours(path: str) -> bool:
    try:
        return bool(hooks.ours(jsonedit.load(read_text(path, MAX_SETTINGS, follow=True))))
    except (OSError, ValueError, jsonedit.BrokenJson):
        return False


def _make_store(project) -> str:
    """Make the store and trust it; its folder."""
    store = project.ready()
    if project.home:
        for folder in (store.dir, *sources.domains(project.root)):
            trust.trust(folder, project.home.dir)
    append(os.path.join(store.state_dir, FRESH), b"\n", 1024)  # the first session says it is on
    return store.dir


def _share(project, asked: bool) -> list:
    """Let git take the entries, and register this clone's merge driver. Returns lines to print."""
    folder, lines = _short(project.store.dir, project.root), []
    if asked:
        sharing.share(project.store)
        lines.append(f"team: git takes {folder}/entries; commit {folder} for the others")
    if sharing.register(project.root):
        lines.append("team: this clone merges entries by itself (git's merge driver is registered)")
    else:
        lines.append("team: git did not take the merge driver, so entries changed on both sides")
        lines.append("      will conflict; run this again in a git checkout")
    return lines + (["team: every colleague runs init once in a clone"] if asked else [])


def _uninstall(project, site, options) -> int:
    user = site.scope == "user"
    print(f"Reflexion out of {'your home' if user else project.root}")
    names = (options.host,) if options.host in setup.HOSTS else setup.HOSTS
    failures = sum(_take_out_host(setup.host(name), project, site, options) for name in names)
    if options.host in setup.HOSTS or user:
        return 1 if failures else 0
    if exclude.file_of(site.root):
        change = (exclude.file_of(site.root), exclude.without, _home(project), "")
        failures += _take_out(*change, site)
    if sharing.unregister(project.root):
        print("  git's merge driver for the learnings: removed")
    failures += _leave_rules(project, options.rules)
    _leave_store(project)
    return 1 if failures else 0


def _take_out_host(module, project, site, options) -> int:
    files, home = module.settings_files(site), _home(project)
    scopes = [options.scope] if options.scope else ["shared", "local"]
    changes = {files[scope]: hooks.without for scope in scopes}
    rules = module.rules_file(site)[0]
    skills = setup.skill_files(module.skill_file(site), site)
    changes.update({path: None for path in (*skills, rules) if path})
    folders = install.made_for(changes, home)
    failed = [_take_out(path, change, home, _root(site), site) for path, change in changes.items()]
    install.prune(folders)
    for other in _elsewhere(module, site) if site.scope != "user" else ():
        print(f"  {_short(other, site.root)}: still holds our hooks; --user takes them out")
    return sum(failed)


def _take_out(path: str, change, home: str, root: str, site) -> int:
    try:
        done = install.take_out(path, change, home, root)
    except install.LeftAlone as error:
        print(f"reflexion: {error}", file=sys.stderr)
        return 1
    if done != install.ABSENT:
        print(f"  {_short(path, site.root)}: {UNDONE[done]}")
    return 0


def _leave_rules(project, take_out: bool) -> int:
    """Name the rules that stay, or take them out; the learnings are recalled again then."""
    from reflexion.promote import promoter, section

    try:
        for path in promoter.targets(project):
            ids, name = list(section.rules(promoter.read(path))), _short(path, project.root)
            if ids and not take_out:
                hint = "they stay; --rules takes them out"
                print(f"  {name}: {len(ids)} rule(s) that were learned, {hint}")
            for entry_id in ids if take_out else ():
                promoter.demote(project, entry_id)
            if ids and take_out:
                print(f"  {name}: {len(ids)} rule(s) taken out")
    except (promoter.Refused, section.Broken) as error:
        print(f"reflexion: rules were left alone: {error}", file=sys.stderr)
        return 1
    return 0


def _leave_store(project) -> None:
    """The learnings stay, and are named; a store that never got any goes."""
    store, folder = project.store, _short(project.store.dir, project.root)
    if not store.exists():
        return
    if trust.arrived(store.dir) or os.path.isdir(os.path.join(store.state_dir, "backups")):
        count = len(store.names())
        print(f"  {folder}: kept, with {count} learnings; `rm -r {folder}` removes them for good")
        for part in ("memory",):
            if os.path.isdir(os.path.join(store.dir, part)):
                print(f"  {folder}/{part}: kept, pages rendered from the learnings")
        return
    if project.home:
        trust.distrust(store.dir, project.home.dir)
        _leave_home(project.home.dir)
    if not os.path.islink(store.dir):
        remove_tree(store.dir)
        print(f"  {folder}: removed, it held nothing")


def _leave_home(folder: str) -> None:
    """The home store goes when all it held was the mark of trust."""
    listed = os.path.join(folder, trust.FILE)
    try:
        if os.path.getsize(listed) == 0:
            remove(listed)
        remove_folder(folder)
    except OSError:
        pass  # it holds more


def _short(path: str, root: str) -> str:
    """A path as a person reads it: from the project's root where it lies inside."""
    return os.path.relpath(path, root) if paths.inside(path, root) and path != root else path
