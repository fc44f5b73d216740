"""How agents and persons are told to call the program."""

import os

import pytest
from sandbox import ROOT

from reflexion.setup.command import by_path, for_agent, for_person, is_shared, portable, quote


def clone_in(folder):
    """Make what a clone of the toolkit is known by; return its folder."""
    (folder / "scripts").mkdir(parents=True)
    (folder / "scripts/capture.py").touch()
    return str(folder)


def program_in(folder, target=None):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "reflexion"
    path.symlink_to(target) if target else path.touch(mode=0o755)
    return path


def test_without_an_installed_program_it_is_python_and_a_path(tmp_path):
    toolkit = str(tmp_path / "toolkit")
    assert for_person({"PATH": ""}, toolkit) == f"python3 {toolkit}/reflexion"
    assert for_person({"PATH": "", "HOME": str(tmp_path)}, toolkit) == "python3 ~/toolkit/reflexion"
    assert by_path(str(tmp_path / "my tools")) == f"python3 '{tmp_path}/my tools/reflexion'"


def test_the_short_name_is_used_where_it_is_this_installation(tmp_path):
    venv = tmp_path / "venvs/reflexion"
    toolkit = venv / "lib/python3.12/site-packages"
    toolkit.mkdir(parents=True)
    program = program_in(venv / "bin")
    program_in(tmp_path / "bin", program)  # as pipx links it
    for folder in (venv / "bin", tmp_path / "bin"):
        assert for_person({"PATH": f"/nowhere::{folder}"}, str(toolkit)) == "reflexion"


def test_the_short_name_of_another_installation_is_not_used(tmp_path):
    program_in(tmp_path / "other/bin")
    toolkit = str(tmp_path / "toolkit")
    environ = {"PATH": str(tmp_path / "other/bin")}
    assert for_person(environ, toolkit) == f"python3 {toolkit}/reflexion"


def test_a_file_that_cannot_be_run_is_no_program(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/reflexion").touch(mode=0o644)
    toolkit = str(tmp_path / "lib")
    assert for_person({"PATH": str(tmp_path / "bin")}, toolkit).startswith("python3 ")


def test_an_agent_at_the_root_of_a_project_that_holds_the_toolkit_gets_a_relative_path(tmp_path):
    root = str(tmp_path)
    toolkit = clone_in(tmp_path / "tools/reflexion")
    assert for_agent(root, root, {}, toolkit) == "python3 tools/reflexion/reflexion"
    for folder in (os.path.join(root, "src"), str(tmp_path.parent)):
        assert for_agent(root, folder, {}, toolkit) == f"python3 {toolkit}/reflexion"
    assert for_agent("", "", {}, toolkit) == f"python3 {toolkit}/reflexion"


def test_only_a_clone_inside_of_the_project_can_be_shared(tmp_path):
    toolkit = clone_in(tmp_path / "shop/tools")
    assert is_shared(toolkit, str(tmp_path / "shop"))
    assert not is_shared(toolkit, str(tmp_path / "shop-two"))
    assert not is_shared(toolkit, str(tmp_path / "shop/tools/deeper"))
    (tmp_path / "shop/lib").mkdir()
    assert not is_shared(str(tmp_path / "shop/lib"), str(tmp_path / "shop"))
    assert is_shared(str(ROOT), str(ROOT))


WORDS = [
    ("plain-1_2.3/x@y", "plain-1_2.3/x@y"),
    ("two words", "'two words'"),
    ("it's", "'it'\\''s'"),
    ("$HOME", "'$HOME'"),
    ("", "''"),
    ("é", "'é'"),
]


@pytest.mark.parametrize("word, quoted", WORDS)
def test_a_word_is_quoted_where_a_shell_would_make_more_of_it(word, quoted):
    assert quote(word) == quoted


def test_a_path_has_forward_slashes_on_windows_alone():
    path = "a\\b"
    assert portable(path) == ("a/b" if os.name == "nt" else path)
