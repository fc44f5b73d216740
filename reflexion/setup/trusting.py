"""Does a host trust the hooks of a project? Each keeps that on record in its own way."""

import os

from reflexion.setup import codex_trust
from reflexion.setup.jsonedit import read_object
from reflexion.store.fs import inside

TRUSTED_WORDS = ("TRUST_FOLDER", "TRUST_PARENT")
ASKS = {"gemini": True, "qwen": False}  # by default, for trust in folders


def folder_trusted(host, site) -> bool:
    """Does the host read the project's own hooks, as far as its records tell?"""
    if host.name == "codex":
        return codex_trust.folder_trusted(site.root, codex_trust.read_config(site.environ))
    if host.name == "copilot":
        return _copilot(host, site)
    if host.name in ASKS:
        return not _asks(host, site) or _in_trusted_folders(host, site)
    return True


def _copilot(host, site) -> bool:
    """Copilot lists the folders in config.json, below a head of comment lines."""
    listed = read_object(os.path.join(host.home_folder(site), "config.json")).get("trustedFolders")
    return any(_holds(folder, site.root) for folder in listed or () if isinstance(listed, list))


def _asks(host, site) -> bool:
    """Does the user's own settings file have the host ask for trust in folders?"""
    found = read_object(os.path.join(host.home_folder(site), "settings.json"))
    for key in ("security", "folderTrust", "enabled"):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, bool) else ASKS[host.name]


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
