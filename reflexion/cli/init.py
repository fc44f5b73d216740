"""`reflexion init`: set a project up for the hosts that are in use, or take all of it out again."""

import os
import sys
from collections import namedtuple
from functools import partial

from reflexion.cli import accepting, output
from reflexion.cli.context import open_project
from reflexion.notices import FRESH
from reflexion.setup import command, hooks, install, permissions, texts
from reflexion.setup.host import Site
from reflexion.setup.hosts import HOSTS, plugin_enabled
from reflexion.status.terminal import plural
from reflexion.store import paths, trust
from reflexion.store import team as sharing
from reflexion.store.fs import append, names, remove, remove_folder, remove_tree

DONE = {install.CREATED: "created", install.CHANGED: "hooks added", install.SAME: "already set up"}
UNDONE = {
    install.REMOVED: "removed",
    install.RESTORED: "as it was before",
    install.CHANGED: "our part taken out",
    install.KEPT: "kept, for it was changed since: remove it yourself if you like",
}
TWICE = "each event would be handled twice"
NAMES_PATH = "names a path of this machine"
NOT_INSTALLED = "{title} is not installed yet; the hooks start working once it is."
NEXT = "\nNext: start a new session of your agent here; its first one says that Reflexion is on."
PRIVATE = "private .git/info/exclude keeps these out of git: they name local paths"
HOME_KEPT = (
    "{home} holds what init changed, which stores you trust, your own settings and what you "
    "learned for all projects; it stays after --uninstall while anything is in it."
)
DRIVER = "team: this clone merges entries by itself (git's merge driver is registered)"
NO_DRIVER = """team: git did not take the merge driver, so entries changed on both sides
      will conflict; run this again in a git checkout"""

# A file that is put in: `change(text)` gives its new text, `back` what takes ours out (None: the
# whole file is ours), `kind` is hooks, allowed, skill or command, `added` names members that others
# put into it and that do not keep it.
Part = namedtuple("Part", "path change back kind added", defaults=((),))


def init(context) -> int:
    options = context.options
    options.scope = context.at_most_one("shared", "local", "user")
    if options.rules and not options.uninstall:
        context.usage("--rules goes with --uninstall")
    user = options.scope == "user"
    project = open_project(context.folder) if user else context.project
    work = Setup(project, context.folder, options)
    if options.uninstall:
        work.take_out()
    else:
        work.put_in()
    return 1 if work.failures else 0


def hooks_root(project, folder: str) -> str:
    """Where a host looks: the project's root, in a linked worktree the worktree's top."""
    top = paths.checkout_top(folder)
    linked = top and top != project.root and paths.main_checkout(top) == project.root
    return top if linked else project.root


def parts_of(host, site) -> list:
    """Every Part that a host gets here, the file of its hooks first."""
    settings = host.settings_file(site)
    back = None if host.module else partial(_restored, host, site)
    found = [Part(settings, partial(_changed, host, site), back, "hooks", host.of_no_value)]
    allowed = host.permission_file(site)
    if host.rules_file:
        text = permissions.rules_text(host, site.caller)
        found.append(Part(allowed, partial(_whole, text), None, "allowed"))
    elif allowed not in ("", settings):
        rules = host.allow(site)
        merge = partial(_with_rules, rules)
        back = partial(_without_rules, rules)
        found.append(Part(allowed, merge, back, "allowed", host.of_no_value))
    for path, text in texts.skill_files(host.skill_file(site), site).items():
        found.append(Part(path, partial(_whole, text), None, "skill"))
    for path, text in texts.command_files(host, site).items():
        found.append(Part(path, partial(_whole, text), None, "command"))
    return found


def _changed(host, site, old: str) -> str:
    return host.changed(old, site)


def _restored(host, site, old: str) -> str:
    return host.restored(old, site)


def _whole(text: str, _old: str) -> str:
    return text


def _with_rules(allow, old: str) -> str:
    return hooks.merged(old, [], allow)


def _without_rules(allow, old: str) -> str:
    return hooks.without(old, allow)


class Setup:
    """Puts all that is ours in, or takes it out; what goes wrong is said and counted."""

    def __init__(self, project, folder: str, options):
        self.project = project
        self.options = options
        self.failures = 0
        self.home = project.home.dir if project.home else ""
        root = hooks_root(project, folder) or os.getcwd()
        self.site = Site(root, options.scope, os.environ, home=self.home)
        self.user = self.site.scope == "user"
        self.root = "" if self.user else root  # no link may lead out of it

    def short(self, path: str) -> str:
        """A path as a person reads it: from the project's root where it lies inside."""
        root = self.site.root
        return os.path.relpath(path, root) if paths.inside(path, root) and path != root else path

    def others(self, host) -> list:
        """[(file, does it hold plain lines alone)]: other files of this host with our hooks."""
        files = host.settings_files(self.site)
        found = []
        for path in dict.fromkeys(files.values()):
            here = hooks.in_file(path) if path != files[self.site.scope] else []
            if host.module and path != files[self.site.scope] and os.path.isfile(path):
                found.append((path, False))
            elif here:
                found.append((path, all(hook.plain for hook in here)))
        return found

    def fail(self, text) -> None:
        self.failures += 1
        output.warn(str(text))

    def put_in(self) -> None:
        where = "your home, for all projects" if self.user else self.project.root
        print(f"Reflexion in {where}")
        for host, why in self._chosen().items():
            print(f"\n{host.title}" + (f" ({why})" if why else "") + ":")
            try:
                self._set_up(host)
            except install.LeftAlone as error:
                self.fail(error)
        if not self.user:
            self._make_store()
        if self.home:
            print("\n" + HOME_KEPT.format(home=self.home))
        self._compile()
        self._say_next()

    def _chosen(self) -> dict:
        """Host -> why it is set up: those that were named, else those with a sign of use."""
        chosen = self.options.host
        if chosen:
            return {host: "" for name, host in HOSTS.items() if chosen in (name, "all")}
        signs = {host: host.why_in_use(self.site) for host in HOSTS.values()}
        found = {host: why for host, why in signs.items() if why}
        return found or {HOSTS["claude"]: "no sign of any host was found"}

    def _compile(self) -> None:
        """Hooks that may not write bytecode would compile the package at each run."""
        if not sys.dont_write_bytecode:
            import compileall

            compileall.compile_dir(os.path.join(self.site.toolkit, "reflexion"), quiet=2)

    def _say_next(self) -> None:
        where = "--user" if self.user else f"--project {command.quote(self.project.root)}"
        scope = self.options.scope
        chosen = f" --{scope}" if scope and not self.user else ""
        script = os.path.join(self.site.toolkit, "scripts", "init.py")
        by_path = f"python3 {command.quote(command.portable(script))}"
        undo = by_path if os.path.isfile(script) else "reflexion init"
        print(f"{NEXT}\nTo undo all of this: {undo} {where}{chosen} --uninstall")

    def _make_store(self) -> None:
        """Make the store; where it is shared, let git take the entries and register this clone's
        merge driver. What came along waits, unless the person accepts it."""
        team = self.options.team
        store = accepting.offer(self.project)
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
        """Hooks, permissions, skill and slash commands of one host. Raises LeftAlone."""
        site = self.site
        parts = parts_of(host, site)
        others = self.others(host)
        by_hand = [path for path, plain in others if plain]
        if by_hand:  # a second set would handle each event twice
            print(f"  hooks   {self.short(by_hand[0])} (there by hand, they are left as they are)")
            parts = parts[1:]
        done = {}
        for part in parts:
            done.setdefault(part.kind, []).append((part.path, self._put(host, part)))
        self._say_done(host, done)
        for other, plain in others:
            if not plain:
                remedy = f"{TWICE}; take them out there with --uninstall"
                print(f"  note    {self.short(other)} holds our hooks as well: {remedy}")
        plugin = plugin_enabled(site) if host.name == "claude" else ""
        if plugin:
            on = f"switches the Reflexion plugin on: {TWICE}; keep one of the two"
            print(f"  note    {self.short(plugin)} {on}")
        for line in self._keep_private(host, parts) + host.steps(site):
            print(f"  {line}")
        if not host.program_path(site):
            print("  note    " + NOT_INSTALLED.format(title=host.title))

    def _put(self, host, part) -> str:
        python = ""
        if part.kind == "hooks" and not self.site.relative:
            from reflexion.setup.host import interpreter_for

            python = interpreter_for(part.path, self.site)
        return install.put(part.path, part.change, self.home, self._bound(part.path), python)

    def _bound(self, path: str) -> str:
        """The folder out of which no link may lead: the project's, for what lies in it."""
        return self.root if self.root and paths.inside(path, self.root) else ""

    def _say_done(self, host, done: dict) -> None:
        """A line for each kind of file that was put in."""
        unasked = f"(the agent may run {', '.join(permissions.ALLOWED)} unasked)"
        for path, how in done.get("hooks", ()):
            print(f"  hooks   {self.short(path)} ({DONE[how]})")
        if host.permission_file(self.site):
            print(f"  allowed {self.short(host.permission_file(self.site))} {unasked}")
        for kind, name in (("skill", "skill  "), ("command", "command")):
            if kind not in done:
                continue
            path, how = done[kind][0]
            shown = self.short(path if kind == "skill" else os.path.dirname(path))
            also = f": {texts.named(host, 'status')}, ..." if kind == "command" else ""
            print(f"  {name} {shown} ({'updated' if how == install.CHANGED else how}{also})")

    def _keep_private(self, host, parts: list) -> list:
        """Keep files that name a path of this machine out of git; lines on what was not."""
        site = self.site
        if self.user or site.relative:
            return []
        settings = host.settings_file(site)
        shown = self.short(settings)
        if site.scope == "shared":
            return [f"note    {shown} now {NAMES_PATH}, which is of no use to others"]
        wanted = [part.path for part in parts if part.kind in ("hooks", "allowed")]
        wanted += sorted({os.path.dirname(host.skill_file(site))})
        wanted += sorted(texts.folders(host, site))
        private = [name for name in wanted if not install.is_tracked(site.root, name)]
        lines = []
        if wanted[0] not in private:
            shown = self.short(wanted[0])
            lines.append(f"note    {shown} is in git and now {NAMES_PATH}: leave it out")
        added = install.exclude(site.root, private, self.home)
        return lines + ([PRIVATE] if added in (install.CREATED, install.CHANGED) else [])

    def take_out(self) -> None:
        site = self.site
        print(f"Reflexion out of {'your home' if self.user else self.project.root}")
        one = HOSTS.get(self.options.host)
        for host in [one] if one else HOSTS.values():
            self._take_out_host(host, one)
        if not one and not self.user:
            file = install.exclude_file(site.root)
            if file:
                done = self._take_out(Part(file, None, install.not_excluded, ""), "")
                self._say_gone({(file, done): [file]} if done != install.ABSENT else {})
            if sharing.unregister(self.project.root):
                print("  git's merge driver for the learnings: removed")
            self._leave_rules()
            self._leave_store()
        if self.home and os.path.isdir(self.home):
            held = ", ".join(sorted(names(self.home))[:8])
            print(f"  {self.home}: stays, it holds {held}; `rm -r` it if you want none of that")

    def _take_out_host(self, host, only) -> None:
        """Take out what one host got, in each scope that is asked for.

        A skill that several hosts read goes with the last of them."""
        scopes = [self.options.scope] if self.options.scope else ["shared", "local"]
        sites = [Site(self.site.root, scope, os.environ, home=self.home) for scope in scopes]
        parts = {}
        for site in sites:
            parts.update((part.path, part) for part in parts_of(host, site))
        if only:
            shared = self._skills_of_others(host)
            parts = {path: part for path, part in parts.items() if path not in shared}
        folders = install.made_for(parts, self.home)
        gone = {}
        for part in parts.values():
            done = self._take_out(part, self._bound(part.path))
            if done != install.ABSENT:
                folder = part.kind in ("skill", "command") and done == install.REMOVED
                shown = os.path.dirname(part.path) if folder else part.path
                gone.setdefault((shown, done), []).append(part.path)
        self._say_gone(gone)
        install.prune(folders)
        if self.user:
            return
        for other, plain in self.others(host):
            how = "written by hand: take them out yourself" if plain else "--user takes them out"
            print(f"  {self.short(other)}: still holds our hooks; {how}")

    def _skills_of_others(self, host) -> set:
        """Files of skills that another host, which is still set up, reads as well."""
        found = set()
        for other in HOSTS.values():
            path = other.settings_file(self.site)
            set_up = os.path.isfile(path) if other.module else bool(hooks.in_file(path))
            if other is not host and set_up:
                found.update(texts.skill_files(other.skill_file(self.site), self.site))
        return found

    def _say_gone(self, gone: dict) -> None:
        """A line for each file or folder of files, given (what to show, outcome) -> paths."""
        for (shown, done), files in gone.items():
            count = f" ({len(files)} files)" if len(files) > 1 else ""
            print(f"  {self.short(shown)}: {UNDONE[done]}{count}")

    def _take_out(self, part: Part, root: str) -> str:
        """What became of a file; ABSENT where it was left alone, which is said."""
        try:
            return install.take_out(part.path, part.back, self.home, root, part.added)
        except install.LeftAlone as error:
            self.fail(error)
            return install.ABSENT

    def _leave_rules(self) -> None:
        """Name the rules that stay, or take them out; the learnings are recalled again then."""
        from reflexion.promote import promoter, section

        try:
            for path in promoter.targets(self.project):
                ids = list(section.rules(promoter.read(path)))
                done = "taken out"
                if self.options.rules:
                    for entry_id in ids:
                        promoter.demote(self.project, entry_id)
                else:
                    done = "that were learned, they stay; --rules takes them out"
                if ids:
                    print(f"  {self.short(path)}: {plural(len(ids), 'rule')} {done}")
        except (promoter.Refused, section.Broken) as error:
            self.fail(f"rules were left alone: {error}")

    def _leave_store(self) -> None:
        """The learnings stay, and are named; a store that never got any goes, and the home store
        with it when all that held was the mark of trust."""
        store = self.project.store
        folder = self.short(self.project.store.dir)
        if self.home:
            trust.distrust(store.dir, self.home)
        if store.exists() and (trust.holds(store.dir) or os.path.isdir(store.backups)):
            kept = f"kept, with {len(store.names())} learnings"
            print(f"  {folder}: {kept}; `rm -r {folder}` removes them for good")
            if os.path.isdir(os.path.join(store.dir, "memory")):
                print(f"  {folder}/memory: kept, pages rendered from the learnings")
        elif store.exists():
            if self.home:
                remove(os.path.join(self.home, "state", "trust.lock"))
                remove_folder(os.path.join(self.home, "state"))
                remove_folder(self.home)
            if not os.path.islink(store.dir):
                remove_tree(store.dir)
                print(f"  {folder}: removed, it held nothing")
