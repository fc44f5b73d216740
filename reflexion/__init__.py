"""Closed-loop learning for AI coding agents: capture, recall, promote.

`from reflexion import open_store` is loaded when asked for: a hook pays for nothing."""

__version__ = "0.1.0"
__all__ = ["__version__", "open_store"]


def __getattr__(name):
    if name == "open_store":
        from reflexion.library import open_store

        return open_store
    raise AttributeError(f"module 'reflexion' has no attribute {name!r}")
