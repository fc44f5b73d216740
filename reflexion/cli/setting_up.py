"""`reflexion init`: set a project up for the hosts that are in use, or take all of it out again."""

import os
import sys
from functools import partial

from reflexion.cli.output import warn
from reflexion.notices import FRESH
from reflexion.reflect import related
from reflexion.setup import command, hooks, host_setup, install
from reflexion.store import paths, trust
from reflexion.store import team as sharing
from reflexion.store.fs import append, remove_folder, remove_tree
from reflexion.store.project import Project

DONE = {install.CREATED: "created", install.CHANGED: "hooks added", install.SAME: "already set up"}
UNDONE = {
    install.REMOVED: "removed",
    install.RESTORED: "as it was before",
    install.CHANGED: "our part taken out",
    install.KEPT: "kept, for it was changed since: remove it yourself if you like",
}
TWICE = "each event would be handled twice"
NAMES_PATH = "names a path of this machine"
NO_SIGN = "no sign of any host was found, so this is for when it comes"
NEXT = "\nNext: start a new session of your agent here; its first one says that Reflexion is on."
PRIVATE = "private .git/info/exclude keeps these out of git: they name local paths"
DRIVER = "team: this clone merges entries by itself (git's merge driver is registered)"
NO_DRIVER = """team: git did not take the merge driver, so entries changed on both sides
      will conflict; run this again in a git checkout"""


def init(context) -> int:
    options = context.options
    options.scope = context.at_most_one("shared", "local", "user")
    if options.rules and not options.uninstall:
        context.usage("--rules goes with --uninstall")
    user = options.scope == "user"
    project = Project(context.folder, os.environ) if user else context.project
    work = Setup(project, context.folder, options)
    work.take_out() if options.uninstall else work.put_in()
    return 1 if work.failures else 0


def hooks_root(project, folder: str) -> str:
    """Where a host looks: the project's root, in a linked worktree the worktree's top."""
    top = paths.checkout_top(folder)
    linked = top and top != project.root and paths.main_checkout(top) == project.root
    return top if linked else project.root


class Setup:
    """Puts all that is ours in, or takes it out; what goes wrong is said and counted."""

    def __init__(self, project, folder: str, options):
        self.project, self.options, self.failures = project, options, 0
        root = hooks_root(project, folder) or os.getcwd()
        self.site = host_setup.Site(root, options.scope, os.environ)
        self.user = self.site.scope == "user"
        self.home = project.home.dir if project.home else ""
        self.root = "" if self.user else root  # no link may lead out of it

    def short(self, path: str) -> str:
        """A path as a person reads it: from the project's root where it lies inside."""
        root = self.site.root
        return os.path.relpath(path, root) if paths.inside(path, root) and path != root else path

    def others(self, host) -> list:
        """Other settings files of this host that hold our hooks too."""
        files = host.settings_files(self.site)
        others = [path for path in dict.fromkeys(files.values()) if path != files[self.site.scope]]
        return [path for path in others if hooks.in_file(path)]

    def fail(self, text) -> None:
        self.failures += 1
        warn(str(text))

    def put_in(self) -> None:
        project, site, options = self.project, self.site, self.options
        print(f"Reflexion in {'your home, for all projects' if self.user else project.root}")
        hosts = {
            host: "" for name, host in host_setup.HOSTS.items() if options.host in (name, "all")
        }
        if not options.host:
            signs = {host: host.signs(site) for host in host_setup.HOSTS.values()}
            found = {host: why for host, why in signs.items() if why}
            hosts = found or {host_setup.HOSTS["claude"]: NO_SIGN}
        for host, why in hosts.items():
            print(f"\n{host.title}" + (f" ({why})" if why else "") + ":")
            try:
                self._set_up(host)
            except install.LeftAlone as error:
                self.fail(error)
        if not self.user:
            self._make_store()
        if not sys.dont_write_bytecode:  # hooks that may not write it would compile at each run
            import compileall

            compileall.compile_dir(os.path.join(site.toolkit, "reflexion"), quiet=2)
        where = "--user" if self.user else f"--project {command.quote(project.root)}"
        scope = f" --{options.scope}" if options.scope and not self.user else ""
        script = os.path.join(site.toolkit, "scripts", "init.py")
        by_path = f"python3 {command.quote(command.portable(script))}"
        undo = by_path if os.path.isfile(script) else "reflexion init"
        print(f"{NEXT}\nTo undo all of this: {undo} {where}{scope} --uninstall")

    def _make_store(self) -> None:
        """Make the store and trust it; where it is shared, let git take the entries and register
        this clone's merge driver."""
        store, team = self.project.ready(), self.options.team
        for folder in (store.dir, *related.domains(self.project.root)) if self.home else ():
            trust.trust(folder, self.home)
        append(os.path.join(store.state_dir, FRESH), b"\n", 1024)  # the first session says it
        folder = self.short(store.dir)
        print(f"\nlearnings: {folder}")
        if team:
            sharing.share(store)
            print(f"team: git takes {folder}/entries; commit {folder} for the others")
        if sharing.is_shared(store):
            print(DRIVER if sharing.register(self.project.root) else NO_DRIVER)
        if team:
            print("team: every colleague runs init once in a clone")

    def _set_up(self, host) -> None:
        """Hooks, permissions and skill of one host. Raises LeftAlone."""
        site = self.site
        settings, skill = host.settings_files(site)[site.scope], host.skill_file(site)
        wanted, allowed = host.wanted(site), host.permissions(site)
        rules, rules_text = host.rules_file(site)
        put = partial(install.put, home=self.home, root=self.root)
        texts = host_setup.skill_files(skill, site)
        done = put(settings, lambda old: hooks.merged(old, wanted, allowed))
        print(f"  hooks   {self.short(settings)} ({DONE[done]})")
        if rules:
            put(rules, lambda _: rules_text)
        unasked = f"(the agent may run `reflexion` {', '.join(command.RECORDS)} unasked)"
        print(f"  allowed {self.short(rules or settings)} {unasked}")
        done = [put(path, lambda _, new=text: new) for path, text in texts.items()][0]
        print(f"  skill   {self.short(skill)} ({'updated' if done == install.CHANGED else done})")
        remedy = f"{TWICE}; take them out there with --uninstall"
        for other in self.others(host):
            print(f"  note    {self.short(other)} holds our hooks as well: {remedy}")
        if host.name == "claude" and (plugin := host_setup.plugin_enabled(site)):
            on = f"switches the Reflexion plugin on: {TWICE}; keep one of the two"
            print(f"  note    {self.short(plugin)} {on}")
        for line in self._keep_private(host, settings) + host.next_steps(site):
            print(f"  {line}")

    def _keep_private(self, host, settings: str) -> list:
        """Keep files that name a path of this machine out of git; lines on what was not."""
        site, shown = self.site, self.short(settings)
        if self.user or site.relative:
            return []
        if site.scope == "shared":
            return [f"note    {shown} now {NAMES_PATH}, which is of no use to others"]
        ours = (settings, host.rules_file(site)[0], os.path.dirname(host.skill_file(site)))
        names = [name for name in ours if name and not install.is_tracked(site.root, name)]
        lines = []
        if settings not in names:
            lines.append(f"note    {shown} is in git and now {NAMES_PATH}: leave it out")
        added = install.exclude(site.root, names, self.home)
        return lines + ([PRIVATE] if added in (install.CREATED, install.CHANGED) else [])

    def take_out(self) -> None:
        options, site = self.options, self.site
        print(f"Reflexion out of {'your home' if self.user else self.project.root}")
        one = host_setup.HOSTS.get(options.host)
        for host in [one] if one else host_setup.HOSTS.values():
            files = host.settings_files(site)
            scopes = [options.scope] if options.scope else ["shared", "local"]
            changes = {files[scope]: hooks.without for scope in scopes}
            ours = (*host_setup.skill_files(host.skill_file(site), site), host.rules_file(site)[0])
            changes.update({path: None for path in ours if path})
            folders = install.made_for(changes, self.home)
            for path, change in changes.items():
                self._take_out(path, change, self.root)
            install.prune(folders)
            for other in self.others(host) if not self.user else ():
                print(f"  {self.short(other)}: still holds our hooks; --user takes them out")
        if one or self.user:
            return
        if file := install.exclude_file(site.root):
            self._take_out(file, install.not_excluded, "")
        if sharing.unregister(self.project.root):
            print("  git's merge driver for the learnings: removed")
        self._leave_rules()
        self._leave_store()

    def _take_out(self, path: str, change, root: str) -> None:
        try:
            done = install.take_out(path, change, self.home, root)
            if done != install.ABSENT:
                print(f"  {self.short(path)}: {UNDONE[done]}")
        except install.LeftAlone as error:
            self.fail(error)

    def _leave_rules(self) -> None:
        """Name the rules that stay, or take them out; the learnings are recalled again then."""
        from reflexion.promote import promoter, section

        try:
            for path in promoter.targets(self.project):
                ids, done = list(section.rules(promoter.read(path))), "taken out"
                for entry_id in ids if self.options.rules else ():
                    promoter.demote(self.project, entry_id)
                if not self.options.rules:
                    done = "that were learned, they stay; --rules takes them out"
                if ids:
                    print(f"  {self.short(path)}: {len(ids)} rule(s) {done}")
        except (promoter.Refused, section.Broken) as error:
            self.fail(f"rules were left alone: {error}")

    def _leave_store(self) -> None:
        """The learnings stay, and are named; a store that never got any goes, and the home store
        with it when all that held was the mark of trust."""
        store, folder = self.project.store, self.short(self.project.store.dir)
        if store.exists() and (trust.arrived(store.dir) or os.path.isdir(store.backups)):
            kept = f"kept, with {len(store.names())} learnings"
            print(f"  {folder}: {kept}; `rm -r {folder}` removes them for good")
            if os.path.isdir(os.path.join(store.dir, "memory")):
                print(f"  {folder}/memory: kept, pages rendered from the learnings")
        elif store.exists():
            if self.home:
                trust.distrust(store.dir, self.home)
                remove_folder(self.home)
            if not os.path.islink(store.dir):
                remove_tree(store.dir)
                print(f"  {folder}: removed, it held nothing")
