"""A shell with odd habits: its `cd`, no `timeout`, what it may write, how it signs."""

import os
import signal
import sys
import time

import kit
from kit import refuse

SCRATCH = os.path.join(kit.ARM, "scratch")
PARTS = os.path.join(kit.PROJECT, "parts")
ENOUGH = 0.9  # seconds


def hop(words, options, state):
    """usage: hop MARK"""
    refuse(f"{' '.join(words) or 'nothing'} is no mark (marks: none)")


def mk(words, options, state):
    """usage: mk test|build|soak|mounts [--to FOLDER]"""
    command = words[0] if words else ""
    if command == "mounts":
        print(f"ro  {kit.PROJECT}/*/*/out\nro  /tmp\nrw  {SCRATCH}")
        return
    if command not in ("test", "build", "soak"):
        refuse(mk.__doc__)
    folder, part = os.path.split(os.getcwd())
    if folder != os.path.realpath(PARTS):
        refuse("no part in this folder")
    if command == "test":
        kit.run_tests(os.getcwd())
    elif command == "build":
        _build(options.get("--to", "out"), part)
    else:
        _soak()
    state[f"{command} {part}"] = [kit.git("rev-parse", "HEAD"), kit.fingerprint(os.getcwd())]
    print(f"{part}: {command} done")


def _build(target, part):
    target = os.path.abspath(target)
    if os.path.commonpath([target, SCRATCH]) != SCRATCH:
        refuse(f"{target}/{part}.pack: Read-only file system (mk mounts)")
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, part + ".pack"), "w", encoding="utf-8") as file:
        file.write(kit.fingerprint(os.getcwd()))


def _soak():
    stopped = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda given, frame: stopped.append(given))
    begun = time.monotonic()
    while not stopped:
        time.sleep(0.05)
        if time.monotonic() - begun > 30:
            refuse("nobody stopped it, no result")
    if time.monotonic() - begun < ENOUGH:
        refuse("stopped too early, no result")


def signer(words, options, state):
    """usage: signer -bsau KEY --status-fd=N"""
    if not state.get("open"):
        refuse("the keyring is locked (keyring)")
    print("-----BEGIN PGP SIGNATURE-----\n\nbm9uZQ==\n-----END PGP SIGNATURE-----")
    print("\n[GNUPG:] SIG_CREATED D 1 8 00 0 0", file=sys.stderr)


def keyring(words, options, state):
    """usage: keyring open|status"""
    if words == ["open"]:
        state["open"] = True
    elif words != ["status"]:
        refuse(keyring.__doc__)
    print("open for today" if state.get("open") else "locked")


def submit(words, options, state):
    """usage: submit PART"""
    part = os.path.basename(words[0]) if words else ""
    if not os.path.isdir(os.path.join(PARTS, part)) or not part:
        refuse(submit.__doc__)
    if kit.git("status", "--porcelain", "--untracked-files=no"):
        refuse("there are changes that are not committed")
    head = kit.git("rev-parse", "HEAD")
    if "gpgsig" not in kit.git("cat-file", "commit", "HEAD"):
        refuse("HEAD is not signed")
    now = [head, kit.fingerprint(os.path.join(PARTS, part))]
    steps = [step for step in ("test", "build", "soak") if state.get(f"{step} {part}") != now]
    if steps:
        refuse(f"not done with {part} at {head[:7]}: {', '.join(steps)}")
    kit.deliver(head, os.path.join(kit.PROJECT, ".git"))
    print(f"{part} is handed in")
