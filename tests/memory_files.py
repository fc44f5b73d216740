"""A project with skills and learnings, for tests of the memory files."""

from __future__ import annotations

import json
import os

from reflexion.store.project import Project

DEPLOY = "---\nname: deploy\ndescription: >\n  Ships the service with helm charts\n  and kubectl\n---\nDo it.\n"
LEARNING = {
    "type": "error",
    "trigger": "helm upgrade times out",
    "context": "helm upgrade api charts/api",
    "resolution": "Wait for the rollout with `--wait`.",
    "keywords": ["helm", "rollout"],
    "occurrences": 1,
    "first_seen": "2026-03-01",
    "last_seen": "2026-03-02",
    "promoted": False,
    "cwd": ".",
}


class World:
    """`root` a project, `home` its user's; `put` writes an entry, `project()` opens it."""

    def __init__(self, root, home):
        self.root, self.home = root, home
        (root / ".git").mkdir(parents=True, exist_ok=True)

    def environ(self) -> dict:
        return {
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "PATH": os.environ.get("PATH", ""),
        }

    def project(self) -> Project:
        found = Project(str(self.root), self.environ())
        found.ready()
        return found

    def skill(self, name: str = "deploy", base=None, text: str = DEPLOY):
        folder = (base or self.root / ".claude" / "skills") / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "SKILL.md").write_text(text.replace("name: deploy", f"name: {name}"))
        return folder / "MEMORY.md"

    def put(self, digits: str = "a7f03c", everywhere: bool = False, **fields) -> str:
        project = self.project()
        folder = (self.home if everywhere else self.root) / ".reflexion" / "entries"
        folder.mkdir(parents=True, exist_ok=True)
        id = f"RFX-20260301-{digits}"
        (folder / f"{id}.json").write_text(
            json.dumps({"id": id, **LEARNING, **fields}, indent=2) + "\n"
        )
        assert project.trusted
        return id

    def get(self, id: str) -> dict:
        return json.loads((self.root / ".reflexion" / "entries" / f"{id}.json").read_text())

    def ids(self) -> list:
        return sorted(path.stem for path in (self.root / ".reflexion" / "entries").glob("*.json"))

    def plugin(self, version: str, name: str = "tools@market"):
        """A version of a plugin is installed (the older one stays in the cache); its MEMORY.md beside a skill `deploy`."""
        install = self.home / ".claude" / "plugins" / "cache" / "market" / "tools" / version
        memory = self.skill("deploy", install / "skills")
        listed = {
            "version": 2,
            "plugins": {name: [{"scope": "user", "installPath": str(install), "version": version}]},
        }
        (self.home / ".claude" / "plugins" / "installed_plugins.json").write_text(
            json.dumps(listed)
        )
        return memory
