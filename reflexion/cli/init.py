"""`reflexion init`: set a project up for the hosts that are in use."""

import os
import sys

from reflexion.cli import accepting
from reflexion.cli.context import open_project
from reflexion.cli.host_files import HostWork, parts_of
from reflexion.cli.uninstall import Uninstall
from reflexion.notices import FRESH
from reflexion.setup import command, install, permissions, texts
from reflexion.setup.hosts import HOSTS, plugin_enabled
from reflexion.store import team as sharing
from reflexion.store.fs import append

DONE = {install.CREATED: "created", install.CHANGED: "hooks added", install.SAME: "already set up"}
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


def init(context) -> int:
    options = context.options
    options.scope = context.at_most_one("shared", "local", "user")
    if options.rules and not options.uninstall:
        context.usage("--rules goes with --uninstall")
    user = options.scope == "user"
    project = open_project(context.folder) if user else context.project
    if options.uninstall:
        work = Uninstall(project, context.folder, options)
        work.take_out()
    else:
        work = Setup(project, context.folder, options)
        work.put_in()
    return 1 if work.failures else 0


class Setup(HostWork):
    """Puts all that is ours into the files of hosts."""

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
