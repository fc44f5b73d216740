"""`reflexion init`: set a project up for the hosts that are in use."""

import os
import re
import sys

from reflexion.cli import accepting
from reflexion.cli.context import open_project
from reflexion.cli.host_files import HostWork, parts_of
from reflexion.cli.output import say
from reflexion.cli.uninstall import Uninstall
from reflexion.notices import FRESH
from reflexion.setup import command, install, texts
from reflexion.setup.host import interpreter_for
from reflexion.setup.hosts import HOSTS, plugin_enabled
from reflexion.store import team as sharing
from reflexion.store.fs import append

DONE = {install.CREATED: "created", install.CHANGED: "hooks added", install.SAME: "already set up"}
HOOKS = "  hooks   "
NOTE = "  note    "
LABEL = re.compile(r"((?:note|private) +|\d+\. |)(.*)", re.DOTALL)  # of a line, and the rest of it
TWICE = "each event would be handled twice"
NAMES_PATH = "names a path of this machine"
NOT_INSTALLED = "{title} is not installed yet. The hooks start working once it is."
NEXT = "\nNext: start a new session of your agent here. It begins by saying that Reflexion is on."
UNASKED = "the agent may look learnings up and record them without asking you"
PRIVATE = "private .git/info/exclude keeps these out of git: they name paths of this machine"
HOME_KEPT = (
    "{home} holds what init changed, which stores you trust, your own settings and what you "
    "learned for all projects. It stays after --uninstall while anything is in it."
)
DRIVER = "this clone merges entries by itself (git's merge driver is registered)"
NO_DRIVER = (
    "git did not take the merge driver, so entries that were changed on both sides will conflict. "
    "Run this again in a git checkout."
)
TEAM = "team: "


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
        say(f"Reflexion in {where}")
        for host, why in self._chosen().items():
            say(f"\n{host.title}" + (f" ({why})" if why else "") + ":")
            try:
                self._set_up(host)
            except install.LeftAlone as error:
                self.fail(error)
        if not self.user:
            self._make_store()
        if self.home:
            say("\n" + HOME_KEPT.format(home=self.short(self.home)))
        self._compile()
        self._say_next()

    def _chosen(self) -> dict:
        """Host -> why it is set up: those that were named, else those with a sign of use."""
        chosen = self.options.host
        if chosen:
            return {host: "" for name, host in HOSTS.items() if chosen in (name, "all")}
        signs = {host: host.why_in_use(self.site) for host in HOSTS.values()}
        found = {host: why for host, why in signs.items() if why}
        return found or {HOSTS["claude"]: "no sign of any host was found, so this one"}

    def _compile(self) -> None:
        """Hooks that may not write bytecode would compile the package at each run."""
        if not sys.dont_write_bytecode:
            import compileall

            compileall.compile_dir(os.path.join(self.site.toolkit, "reflexion"), quiet=2)

    def _say_next(self) -> None:
        scope = self.options.scope
        words = ["init"] if self.user else ["init", "--project", command.quote(self.project.root)]
        words += [f"--{scope}"] if scope else []
        say(NEXT)
        say(f"To undo all of this: `reflexion {' '.join(words)} --uninstall`")

    def _make_store(self) -> None:
        """Make the store; where it is shared, let git take the entries and register this clone's
        merge driver. What came along waits, unless the person accepts it."""
        team = self.options.team
        store = accepting.offer(self.project)
        append(os.path.join(store.state_dir, FRESH), b"\n", 1024)  # the first session says it
        folder = self.short(store.dir)
        print()
        say(f"learnings: {folder}")
        if team:
            sharing.share(store)
            say(f"git takes {folder}/entries; commit {folder} for the others", TEAM)
        if sharing.is_shared(store):
            say(DRIVER if sharing.register(self.project.root) else NO_DRIVER, TEAM)
        if team:
            say("every colleague runs init once in a clone", TEAM)

    def _set_up(self, host) -> None:
        """Hooks, permissions, skill and slash commands of one host. Raises LeftAlone."""
        site = self.site
        parts = parts_of(host, site)
        others = self.others(host)
        by_hand = [path for path, plain in others if plain]
        if by_hand:  # a second set would handle each event twice
            say(f"{self.short(by_hand[0])} (there by hand, they are left as they are)", HOOKS)
            parts = parts[1:]
        done = {}
        for part in parts:
            done.setdefault(part.kind, []).append((part.path, self._put(host, part)))
        self._say_done(host, done)
        for other, plain in others:
            if not plain:
                remedy = f"{TWICE}; take them out there with --uninstall"
                say(f"{self.short(other)} holds our hooks as well: {remedy}", NOTE)
        plugin = plugin_enabled(site, host.name)
        if plugin:
            on = f"switches the Reflexion plugin on: {TWICE}; keep one of the two"
            say(f"{self.short(plugin)} {on}", NOTE)
        for line in self._keep_private(host, parts) + host.steps(site):
            label, text = LABEL.fullmatch(line).groups()
            say(text, f"  {label}")
        if not host.program_path(site):
            say(NOT_INSTALLED.format(title=host.title), NOTE)

    def _put(self, host, part) -> str:
        python = ""
        if part.kind == "hooks" and not self.site.relative:
            python = interpreter_for(part.path, self.site)
        return install.put(part.path, part.change, self.home, self._bound(part.path), python)

    def _say_done(self, host, done: dict) -> None:
        """A line for each kind of file that was put in."""
        for path, how in done.get("hooks", ()):
            say(f"{self.short(path)} ({DONE[how]})", HOOKS)
        if host.permission_file(self.site):
            say(f"{self.short(host.permission_file(self.site))} ({UNASKED})", "  allowed ")
        for kind in ("skill", "command"):
            if kind not in done:
                continue
            path, how = done[kind][0]
            shown = self.short(path if kind == "skill" else os.path.dirname(path))
            also = f": {texts.named(host, 'status')}, ..." if kind == "command" else ""
            how = "updated" if how == install.CHANGED else how
            say(f"{shown} ({how}{also})", f"  {kind:<7} ")

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
