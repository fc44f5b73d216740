"""`reflexion init --uninstall`: take out what `init` put in, and name what stays."""

import os

from reflexion.cli.host_files import HostWork, Part, parts_of
from reflexion.cli.output import say
from reflexion.promote import promoter, section
from reflexion.setup import hooks, install, texts
from reflexion.setup.hosts import HOSTS
from reflexion.setup.site import Site
from reflexion.status.terminal import plural
from reflexion.store import team as sharing
from reflexion.store import trust
from reflexion.store.fs import names, remove, remove_folder, remove_tree

INDENT = "  "
UNDONE = {
    install.REMOVED: "removed",
    install.RESTORED: "as it was before",
    install.CHANGED: "our part taken out",
    install.KEPT: "kept, for it was changed since: remove it yourself if you like",
}


class Uninstall(HostWork):
    """Takes all that is ours out of the files of hosts."""

    def take_out(self) -> None:
        site = self.site
        say(f"Reflexion out of {'your home' if self.user else self.project.root}")
        one = HOSTS.get(self.options.host)
        for host in [one] if one else HOSTS.values():
            self._take_out_host(host, one)
        if not one and not self.user:
            file = install.exclude_file(site.root)
            if file:
                done = self._take_out(Part(file, None, install.not_excluded, ""), "")
                self._say_gone({(file, done): [file]} if done != install.ABSENT else {})
            if sharing.unregister(self.project.root):
                say("git's merge driver for the learnings: removed", INDENT)
            self._leave_rules()
            self._leave_store()
        if self.home and os.path.isdir(self.home):
            held = ", ".join(sorted(names(self.home))[:8])
            remedy = "`rm -r` it if you want none of that"
            say(f"{self.short(self.home)}: stays, it holds {held}. {remedy}", INDENT)

    def _take_out_host(self, host, only) -> None:
        """Take out what one host got.

        A skill that several hosts read goes with the last of them."""
        parts = self._parts(host)
        if only:
            for path in self._skills_of_others(host):
                parts.pop(path, None)
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
        if not self.user:
            self._name_others(host)

    def _name_others(self, host) -> None:
        """Name the other files of a host that hold our hooks still."""
        for other, plain in self.others(host):
            how = "written by hand: take them out yourself" if plain else "--user takes them out"
            say(f"{self.short(other)}: still holds our hooks; {how}", INDENT)

    def _parts(self, host) -> dict:
        """path -> Part of what a host got, in each scope that is asked for."""
        scopes = [self.options.scope] if self.options.scope else ["shared", "local"]
        parts = {}
        for scope in scopes:
            site = Site(self.site.root, scope, os.environ, home=self.home)
            parts.update((part.path, part) for part in parts_of(host, site))
        return parts

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
            say(f"{self.short(shown)}: {UNDONE[done]}{count}", INDENT)

    def _take_out(self, part: Part, root: str) -> str:
        """What became of a file; ABSENT where it was left alone, which is said."""
        try:
            return install.take_out(part.path, part.back, self.home, root, part.added)
        except install.LeftAlone as error:
            self.fail(error)
            return install.ABSENT

    def _leave_rules(self) -> None:
        """Name the rules that stay, or take them out; the learnings are recalled again then."""
        try:
            paths = promoter.targets(self.project)
            found = {path: list(section.rules(promoter.read(path))) for path in paths}
            if self.options.rules:  # one rule may stand in several files: demote takes out all
                for entry_id in dict.fromkeys(sum(found.values(), [])):
                    promoter.demote(self.project, entry_id)
            for path, ids in found.items():
                if ids:
                    done = "taken out" if self.options.rules else "kept; --rules takes rules out"
                    say(f"{self.short(path)}: {plural(len(ids), 'rule')} {done}", INDENT)
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
            kept = f"kept, with {plural(len(store.names()), 'learning')}"
            say(f"{folder}: {kept}; `rm -r {folder}` removes them for good", INDENT)
            if store.names():
                say("no agent is told of them until the next `reflexion init` accepts them", INDENT)
            if os.path.isdir(os.path.join(store.dir, "memory")):
                say(f"{folder}/memory: kept, pages rendered from the learnings", INDENT)
        elif store.exists():
            if self.home:
                remove(os.path.join(self.home, "state", "trust.lock"))
                remove_folder(os.path.join(self.home, "state"))
                remove_folder(self.home)
            if not os.path.islink(store.dir):
                remove_tree(store.dir)
                say(f"{folder}: removed, it held nothing", INDENT)
