"""Does a host trust the hooks of a project? Each keeps that on record in its own way."""

import os

from reflexion.setup import codex_trust
from reflexion.setup.jsonedit import read_object
from reflexion.store.fs import inside

TRUSTED_WORDS = ("TRUST_FOLDER", "TRUST_PARENT")


def of_hook(host, site, hook) -> str:
    """What the host has on record about one hook; "" for a host that knows no such record."""
    if host.name != "codex":
        return ""
    return codex_trust.trust_of(hook.path, hook, codex_trust.read_config(site.environ))


def folder_trusted(host, site) -> bool:
    """Does the host read the project's own hooks, as far as its records tell?"""
    trusts = STATES.get(host.name)
    return trusts(host, site) if trusts else True


def _codex(host, site) -> bool:
    return codex_trust.folder_trusted(site.root, codex_trust.read_config(site.environ))


def _copilot(host, site) -> bool:
    """Copilot lists the folders in config.json, below a head of comment lines."""
    listed = read_object(os.path.join(host.home_folder(site), "config.json")).get("trustedFolders")
    return any(_holds(folder, site.root) for folder in listed or () if isinstance(listed, list))


def _gemini(host, site) -> bool:
    return not _asks(host, site, default=True) or _in_trusted_folders(host, site)


def _qwen(host, site) -> bool:
    return not _asks(host, site, default=False) or _in_trusted_folders(host, site)


def _asks(host, site, default: bool) -> bool:
    """Does the user's own settings file have the host ask for trust in folders?"""
    found = read_object(os.path.join(host.home_folder(site), "settings.json"))
    for key in ("security", "folderTrust", "enabled"):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, bool) else default


def _in_trusted_folders(host, site) -> bool:
    """trustedFolders.json: folder -> one of three words; TRUST_PARENT is about the one above."""
    trusted = False
    for folder, word in read_object(
        os.path.join(host.home_folder(site), "trustedFolders.json")
    ).items():
        above = os.path.dirname(folder) if word == "TRUST_PARENT" else folder
        if _holds(above, site.root):
            if word not in TRUSTED_WORDS:
                return False
            trusted = True
    return trusted


def _holds(folder, root: str) -> bool:
    """Is the project this folder, or below it?"""
    if not isinstance(folder, str) or not os.path.isabs(folder):
        return False
    return inside(os.path.realpath(root), os.path.realpath(folder))


STATES = {"codex": _codex, "copilot": _copilot, "gemini": _gemini, "qwen": _qwen}
