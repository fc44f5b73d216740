"""Which stores are this machine's: the list in the home store, and the nonce in each store."""

from __future__ import annotations

import os

import pytest

from reflexion.store import trust
from reflexion.store.entries import Store


@pytest.fixture
def store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    return store


def test_trust_is_listed_by_path_in_the_home_store(store, tmp_path):
    home = str(tmp_path / "home store")
    assert not trust.level(store.dir, home)
    assert trust.begin(store.dir, home).nonce == trust.begin(store.dir, home).nonce
    assert trust.level(store.dir, home) and trust.level(home, home)
    assert trust.distrust(store.dir, home) and not trust.distrust(store.dir, home)
    assert not trust.level(store.dir, home)


def test_a_link_to_a_trusted_store_is_that_store(store, tmp_path):
    home = str(tmp_path / "home store")
    trust.begin(store.dir, home)
    os.symlink(store.dir, str(tmp_path / "link"))
    assert trust.level(str(tmp_path / "link"), home)


def test_a_store_that_arrived_holds_an_entry_or_settings(store):
    assert not trust.arrived(store.dir)
    with open(os.path.join(store.dir, "config.json"), "w") as file:
        file.write("{}")
    assert trust.arrived(store.dir)
