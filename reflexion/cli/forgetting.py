"""Take what a learning said out of the scratch of this machine."""

from __future__ import annotations

from reflexion.store import history


def forget_texts(store, entry_id: str) -> None:
    """Take a learning out of logs, of notices that wait, and of accepted copies.

    Raises OSError.
    """
    store.trust.drop_copy(entry_id)
    history.forget(store.state_dir, entry_id)
