"""A store that came with a checkout: tell the person once that it waits for trust; once trusted, give the clone its merge driver."""

from __future__ import annotations

import os

from reflexion.store.files import append

TOLD = "told.txt"
LIMIT = 256 * 1024


def greet(event, project) -> str:
    """What the person should read on screen, once per store; "" nearly always. Registers the merge driver where a trusted store asks for it."""
    if (
        event.name not in ("SessionStart", "UserPromptSubmit")
        or not project.store
        or not project.store.exists()
    ):
        return ""
    if project.trusted:
        if event.name == "SessionStart":
            from reflexion.store import team

            if team.is_shared(project.store) and not team.registered(project.root):
                team.register(project.root)
        return ""
    waiting = sum(name.endswith(".json") for name in project.store.names())
    if (
        project.settings["announce"] == "none"
        or not waiting
        or not project.home
        or not _first_time(project)
    ):
        return ""
    came = "1 learning" if waiting == 1 else f"{waiting} learnings"
    return (
        f"Reflexion: {came} came with this checkout. What a checkout brings stays silent until you have looked at it and run "
        "`reflexion trust` (or init.py) in the project."
    )


def _first_time(project) -> bool:
    """Is this the first time that the store is seen untrusted? Remembered in the home store, outside the repository."""
    path = os.path.join(project.home.state_dir, TOLD)
    mark = os.fsencode(os.path.realpath(project.store.dir))
    try:
        with open(path, "rb") as file:
            if mark in file.read(LIMIT).splitlines():
                return False
    except OSError:
        os.makedirs(project.home.state_dir, exist_ok=True)
    append(path, mark + b"\n", LIMIT)
    return True
