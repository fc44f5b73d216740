"""A registry on the file system, and package managers of which one is right."""

import hashlib
import json
import os
import subprocess

import kit
from kit import refuse

HOLD = 14  # days that a version has to be out
# name: ({version: its age in days}, what the package holds)
REGISTRY = {
    "feast-days": ({"2.0.1": 400}, {"New Year": "1 January", "Harvest": "4 October"}),
    "moon-phases": ({"3.1.0": 3, "3.0.2": 47}, {"New moon": "9 May", "Full moon": "24 May"}),
    "tide-tables": ({"1.8.0": 6, "1.7.4": 31}, {"High tide": "06:12", "Low tide": "12:25"}),
    "star-signs": ({"5.0.0": 1, "4.9.1": 88}, {"Aries": "21 March", "Libra": "23 September"}),
}
MANIFEST = "package.json"
LOCK = "deps.lock"


def npm(words, options, state):
    """usage: npm install|add|run|test|view ..."""
    refuse("this workspace belongs to pnpm, nothing was done")


def pnpm(words, options, state):
    """usage: pnpm install|view|add|run|seal|release [NAME]"""
    os.chdir(kit.PROJECT)
    command, name = ([*words, "", ""])[:2]
    if command in ("build", "test"):
        command, name = "run", command
    acts = {"install": _install, "view": _view, "add": _add, "run": _run, "seal": _seal}
    act = {**acts, "release": _release}.get(command) or refuse(pnpm.__doc__)
    act(name, state)


def _manifest(folder="."):
    with open(os.path.join(folder, MANIFEST), encoding="utf-8") as file:
        return json.load(file)


def _write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _package(name):
    return REGISTRY.get(name) or refuse(f"the registry has no {name}")


def _install(name, state):
    for package in _manifest()["dependencies"]:
        folder = os.path.join("node_modules", package)
        os.makedirs(folder, exist_ok=True)
        _write(os.path.join(folder, "data.json"), json.dumps(_package(package)[1], indent=2))
    print("installed: " + ", ".join(_manifest()["dependencies"]))


def _view(name, state):
    print(f"{name} holds data.json, {{name: date}}")
    for version, age in _package(name)[0].items():
        print(f"  {version}  {age} days old")


def _add(name, state):
    package, _, version = name.partition("@")
    ages = _package(package)[0]
    if version not in ages:
        refuse(f"{name}: no range and no tag here, an exact version (NAME@1.2.3)")
    if ages[version] < HOLD:
        refuse(f"{name} is on hold: a version is taken when it is {HOLD} days old")
    manifest = _manifest()
    manifest["dependencies"][package] = version
    _write(MANIFEST, json.dumps(manifest, indent=2) + "\n")
    _install("", state)


def _lock():
    """Return the lock file that package.json asks for."""
    wanted = sorted(_manifest()["dependencies"].items())
    text = "".join(f"{name} {version}\n" for name, version in wanted)
    return f"{text}seal {hashlib.sha256(text.encode()).hexdigest()[:16]}\n"


def _seal(name, state):
    _write(LOCK, _lock())
    print("deps.lock is sealed")


def _run(name, state):
    manifest = _manifest()
    script = manifest["scripts"].get(name) or refuse(f"no script {name}")
    if not all(os.path.isdir(f"node_modules/{package}") for package in manifest["dependencies"]):
        refuse("node_modules does not hold what package.json asks for")
    with open(LOCK, encoding="utf-8") as file:
        if file.read() != _lock():
            refuse("deps.lock is open: it does not hold what package.json asks for (pnpm seal)")
    if subprocess.run(script, shell=True).returncode:
        refuse(f"script {name} failed")
    if name == "build":
        state["built"] = [kit.fingerprint(), manifest["version"]]


def _release(name, state):
    version = _manifest()["version"]
    if version == _manifest(os.path.join(kit.ARM, "main"))["version"]:
        refuse(f"{version} is out already: raise the version")
    if state.get("built") != [kit.fingerprint(), version]:
        refuse(f"dist was not built by pnpm from this tree as {version}")
    kit.deliver()
    print(f"{version} is released")
