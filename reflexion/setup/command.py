"""How the program is called: by an agent, by a person. Hooks import this: nothing heavy."""

import os

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # .../reflexion
TOOLKIT = os.path.dirname(PACKAGE)  # the clone, or site-packages
NAME = "reflexion"
UNQUOTED = dict.fromkeys(map(ord, "_@%+:,./-"), "x")  # plain in a shell, beside letters


def for_agent(root: str, cwd: str, environ=os.environ, toolkit: str = TOOLKIT) -> str:
    """Return the words by which an agent in `cwd` calls the program, as its permissions have it.

    That is a relative path at the root of a project that holds the toolkit.
    """
    if root and cwd == root and is_shared(toolkit, root):
        return by_path(os.path.relpath(toolkit, root))
    return for_person(environ, toolkit)


def for_person(environ, toolkit: str = TOOLKIT) -> str:
    """Return the words by which a person calls the program: `reflexion` if that is on the path."""
    return NAME if is_on_path(environ, toolkit) else by_path(toolkit, environ)


def by_path(toolkit: str, environ=None) -> str:
    """Return `python3 .../reflexion`, the home written as `~` if an environment is given."""
    path = portable(os.path.normpath(os.path.join(toolkit, NAME)))
    home = portable((environ or {}).get("HOME", "")).rstrip("/") + "/"
    below = path[len(home) :]
    if len(home) > 1 and path.startswith(home) and quote(below) == below:
        return f"python3 ~/{below}"
    return f"python3 {quote(path)}"


def is_on_path(environ, toolkit: str = TOOLKIT) -> bool:
    """Return True if `reflexion` on the path is the program of this very installation."""
    program = NAME + ".exe" if os.name == "nt" else NAME
    for folder in environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, program)
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            prefix = os.path.dirname(os.path.dirname(os.path.realpath(path)))
            return os.path.realpath(toolkit).startswith(prefix + os.sep)
    return False


def is_shared(toolkit: str, root: str) -> bool:
    """Return True if the toolkit is a clone inside of the project, which a team can share."""
    is_clone = os.path.isfile(os.path.join(toolkit, "scripts", "capture.py"))
    top = os.path.realpath(root).rstrip(os.sep) + os.sep
    return is_clone and (os.path.realpath(toolkit) + os.sep).startswith(top)


def quote(word: str) -> str:
    """Return the word for a shell, in single quotes where needed (POSIX shells and fish)."""
    is_plain = word.isascii() and word.translate(UNQUOTED).isalnum()
    return word if is_plain else "'" + word.replace("'", "'\\''") + "'"


def portable(path: str) -> str:
    """Return a path as every shell on this system takes it: with forward slashes."""
    return path.replace("\\", "/") if os.name == "nt" else path
