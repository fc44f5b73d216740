"""A test environment: a variable, a service that runs yesterday's code, an older database."""

import os

import kit
from kit import refuse

SITE = "bench-3"
REVISION = 40  # of the database, on the day before the first


def check(words, options, state):
    """usage: check        runs the tests against the service"""
    site = os.environ.get("STOCK_SITE", "")
    if not site:
        refuse("STOCK_SITE is not set")
    if site != SITE:
        refuse(f"site {site} has no service of stock (sites that have: {SITE})")
    build = _build(state)
    if not build:
        refuse(f"connection to stock at {SITE} refused")
    tree = kit.fingerprint()
    if build != tree:
        refuse(f"the service runs build {build}, this tree is {tree}: nothing was tested")
    kit.run_tests(kit.PROJECT)
    state["checked"] = tree
    print(f"tests passed against build {tree}")


def _build(state):
    """Return the build that the service runs: since last night that of main."""
    return state.get("build", kit.fingerprint(os.path.join(kit.ARM, "main")))


def _revision(state):
    return state.get("revision", REVISION + state["day"] - 1)


def svc(words, options, state):
    """usage: svc start|stop|restart|status"""
    build = _build(state)
    if words == ["status"]:
        print(f"stock: running, build {build}" if build else "stock: stopped")
    elif words == ["stop"]:
        state["build"] = ""
        print("stock: stopped")
    elif words in (["start"], ["restart"]):
        if words == ["start"] and build:
            refuse("stock runs already")
        wanted = REVISION + state["day"]
        if _revision(state) != wanted:
            refuse(f"not started: the database is at {_revision(state)}, the code is for {wanted}")
        state["build"] = kit.fingerprint()
        print(f"stock: running, build {state['build']}")
    else:
        refuse(svc.__doc__)


def db(words, options, state):
    """usage: db status|migrate"""
    if words == ["status"]:
        print(f"revision {_revision(state)}")
    elif words == ["migrate"]:
        if _build(state):
            refuse("stock holds the database; nothing is migrated while it runs")
        state["revision"] = REVISION + state["day"]
        print(f"revision {state['revision']}")
    else:
        refuse(db.__doc__)


def handin(words, options, state):
    """usage: handin        hands the tree in"""
    if state.get("checked") != kit.fingerprint():
        refuse("this tree was not checked")
    if _build(state):
        refuse("the service has the tree open: hand in while it is stopped")
    kit.deliver()
    print(f"{state['checked']} is handed in")
