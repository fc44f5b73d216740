"""What a hook or a command works with: the stores, and whether they may speak."""

from __future__ import annotations

from reflexion.store.entries import COMMAND_SECONDS
from reflexion.store.project import Project


def test_without_a_home_a_store_is_begun_and_a_command_waits_its_time(tmp_path):
    (tmp_path / ".git").mkdir()
    project = Project(str(tmp_path), {"HOME": "/"})
    assert project.home is None and project.is_begun()
    assert project.ready().patience == COMMAND_SECONDS
