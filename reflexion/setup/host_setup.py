"""The hosts as they are set up: settings, skills, our hooks and permissions; what is there now."""

import json
import os
import shlex

from reflexion.hosts.registry import homes
from reflexion.setup import codex_trust, command, hooks, skills
from reflexion.store.fs import names, read_text
from reflexion.store.paths import inside
from reflexion.text.tables import rows

SKILL = os.path.join(command.PACKAGE, "hosts", "plugin", "skills", "reflexion", "SKILL.md")
PLUGIN_COMMAND = 'python3 "${CLAUDE_PLUGIN_ROOT}/reflexion"'  # how the plugin's files call us
RULES_HEAD = (
    "# Reflexion: recording a learning needs no approval; nothing else is allowed by this file"
)
OUR_PLUGIN = "reflexion@"


class Site:
    """Where things go: the project's `root`, `scope` ("shared", "local", "user"), `environ`, and
    `relative`: the toolkit's folder seen from the root, "" when it lies elsewhere."""

    def __init__(self, root: str, scope: str, environ, toolkit: str = command.TOOLKIT):
        self.root, self.environ, self.toolkit = root, environ, toolkit
        self.relative = relative_toolkit(toolkit, root)
        self.scope = scope or ("shared" if self.relative else "local")
        if self.scope == "user":
            self.relative = ""


class Host:
    """What is alike for all hosts: the project and the home hold one folder of each."""

    name = title = ""
    files: dict = {}  # scope -> name of the settings file
    skills = ""  # folder of the project that holds its skills
    table = ()  # of hooks: (event, script, matcher or None)
    last = hooks.TIMEOUT  # seconds that it gives a hook at a session's end
    project = ""  # how a command names the project's folder; "" when the host does not tell

    def home(self, site: Site) -> str:
        return homes(site.environ)[self.name]

    def signs(self, site: Site) -> str:
        """What says that this host is in use here; "" when nothing does."""
        from shutil import which

        if os.path.isdir(os.path.join(site.root, f".{self.name}")):
            return f".{self.name} in the project"
        if os.path.isdir(self.home(site)):
            return "its folder in your home"
        on_path = which(self.name, path=site.environ.get("PATH"))
        return f"`{self.name}` on the path" if on_path else ""

    def settings_files(self, site: Site) -> dict:
        """scope -> the settings file that its hooks go to."""
        project, home = os.path.join(site.root, f".{self.name}"), self.home(site)
        folders = {scope: home if scope == "user" else project for scope in self.files}
        return {scope: os.path.join(folders[scope], file) for scope, file in self.files.items()}

    def skill_file(self, site: Site) -> str:
        project = os.path.join(site.root, self.skills)
        folder = self.home(site) if site.scope == "user" else project
        return os.path.join(folder, "skills", "reflexion", "SKILL.md")

    def wanted(self, site: Site) -> list:
        """The hooks as (event, matcher group). They stay the same across upgrades."""
        python, found = _python(self.settings_files(site)[site.scope]), []
        for event, script, matcher in self.table:
            seconds, hook = self.last if event == "SessionEnd" else hooks.TIMEOUT, {}
            words = command.entry_point(script, site.toolkit)
            quoted = [command.quote(word) for word in words]
            hook["command"] = command.command_line(script, quoted, python)
            if site.relative:  # it serves the whole team
                path = os.path.normpath(f"{site.relative}/scripts/{script}.py").replace(os.sep, "/")
                words = [self.project + command.quote(f"/{path}" if self.project else path)]
                hook["command"] = command.command_line(script, words, upwards=not self.project)
            elif os.name == "nt" and self.name == "codex":
                hook["commandWindows"] = command.windows_line(words, python)
            found.append((event, hooks.group(matcher, hook, seconds)))
        return found

    def next_steps(self, site: Site) -> list:
        """What the person does next, a line each."""
        given = [row[1:] for row in rows("setup/next_steps.tsv") if row[0] == self.name]
        steps = [text for scope, text in given if scope == "any" or site.scope != "user"]
        return [text.format(n=n) for n, text in enumerate(steps, 1)]

    def permissions(self, site: Site) -> list:
        """Rules for Claude Code's settings: the agent records what it learned without a
        dialogue."""
        caller = command.by_hand(site.relative or site.toolkit)
        return command.permissions(caller) if self.name == "claude" else []

    def rules_file(self, site: Site) -> tuple:
        """(file, text) where the permissions stand in a file of their own."""
        return "", ""


class Claude(Host):
    name, title, skills = "claude", "Claude Code", ".claude"
    files = {"shared": "settings.json", "local": "settings.local.json", "user": "settings.json"}
    table, project = hooks.CLAUDE, '"$CLAUDE_PROJECT_DIR"'


class Codex(Host):
    name, title, skills = "codex", "Codex", ".agents"
    files = dict.fromkeys(("shared", "local", "user"), "hooks.json")  # no personal one in a project
    table, last = hooks.CODEX, 3  # the most that it waits for

    def rules_file(self, site: Site) -> tuple:
        """The rule by which Codex runs the recording commands unasked, outside its sandbox."""
        home = os.path.dirname(self.settings_files(site)[site.scope])
        caller = command.by_hand(site.relative or site.toolkit)
        words = [json.dumps(word) for word in shlex.split(caller)]
        pattern = ", ".join([*words, json.dumps(list(command.RECORDS))])
        rule = f'prefix_rule(pattern=[{pattern}], decision="allow")'
        return os.path.join(home, "rules", "reflexion.rules"), f"{RULES_HEAD}\n{rule}\n"


HOSTS = {host.name: host for host in (Claude(), Codex())}


def relative_toolkit(toolkit: str, root: str) -> str:
    """The toolkit's folder from the root, "." for the root; "" when a team cannot share it."""
    toolkit, root = os.path.realpath(toolkit), os.path.realpath(root)
    clone = os.path.isfile(os.path.join(toolkit, "scripts", "capture.py"))
    shared = clone and inside(toolkit, root) and "site-packages" not in toolkit
    return os.path.relpath(toolkit, root).replace(os.sep, "/") if shared else ""


def _python(settings: str) -> str:
    """The interpreter to name in the hooks of a settings file: the one that ours there name already
    while it exists (so that a command stays the same whichever Python runs init), else this one."""
    named = [command.interpreter_of(found.command) for found in hooks.in_file(settings)]
    usable = (path for path in named if os.path.isabs(path) and os.access(path, os.X_OK))
    return next(usable, "") or command.interpreter()


def skill_files(skill_file: str, site: Site) -> dict:
    """path -> text of the skill's files, SKILL.md first, with the command as it is called here."""
    source, by_hand = os.path.dirname(SKILL), command.by_hand(site.toolkit)
    if site.relative:
        folder = "reflexion" if site.relative == "." else f"{site.relative}/reflexion"
        by_hand = f'python3 "$(git rev-parse --show-toplevel)"{command.quote("/" + folder)}'
    more = [os.path.join("references", name) for name in names(os.path.join(source, "references"))]
    texts = {}
    for name in (os.path.basename(SKILL), *more):
        text = read_text(os.path.join(source, name), hooks.MAX_BYTES, follow=True)
        path = os.path.join(os.path.dirname(skill_file), name)
        texts[path] = text.replace(PLUGIN_COMMAND, by_hand)
    return texts


def installed(site) -> tuple:
    """([OwnHook], [(file, what is wrong)]) over all hosts and scopes of a setup.Site."""
    found, problems, places = [], [], {}
    for host in HOSTS.values():
        for scope, path in host.settings_files(site).items():
            places.setdefault(path, (host.name, scope, path))
    config = codex_trust.read_config(site.environ)
    for path, place in places.items():
        try:
            here = hooks.ours(hooks.load(path), place)
        except (OSError, ValueError) as error:
            known = isinstance(error, hooks.jsonedit.BrokenJson)
            problems.append((path, str(error) if known else f"cannot be read: {error}"))
            continue
        for hook in here if place[0] == "codex" else ():
            hook.trust = codex_trust.trust_of(path, hook, config)
        found += here
    return found, problems


def missing(site, name: str) -> list:
    """[(event, script)] of the hooks that a host should have and has not, in whichever file."""
    have = {(one.event, one.script) for one in installed(site)[0] if one.host == name}
    return [row[:2] for row in HOSTS[name].table if row[:2] not in have]


def plugin_enabled(site) -> str:
    """The settings file that switches our plugin on (hooks beside it run twice); "" for none."""
    for path in HOSTS["claude"].settings_files(site).values():
        try:
            plugins = hooks.load(path).get("enabledPlugins")
        except (OSError, ValueError):
            continue
        rows = plugins.items() if isinstance(plugins, dict) else ()
        if any(name.startswith(OUR_PLUGIN) and on for name, on in rows):
            return path
    return ""


def of_plugin(site) -> tuple:
    """([OwnHook], the folder) of our plugin, as Claude Code has it on record; else ([], "")."""
    plugins = skills.plugins(HOSTS["claude"].home(site))
    folder = next((path for name, path in plugins.items() if name.startswith(OUR_PLUGIN)), "")
    path = os.path.join(folder, "reflexion", "hosts", "plugin", "hooks.json")
    found = hooks.in_file(path, "claude", "user") if folder else []
    return (found, folder) if found else ([], "")
