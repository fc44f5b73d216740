"""Files are read bounded, written whole, and never through a link that leads elsewhere."""

import contextlib
import os
import stat
from unittest.mock import Mock

import pytest

from reflexion.store import fs

POSIX = pytest.mark.skipif(os.name == "nt", reason="links, modes and owners are POSIX's")
ROOT = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs root")

# system, how often it refuses to give a file another one's name, whether that is written
REFUSALS = [("nt", 3, True), ("nt", 4, False), ("posix", 1, False)]


def mode_of(path):
    return stat.S_IMODE(os.stat(path).st_mode)


@pytest.mark.parametrize(
    "name, is_gits",
    [
        (".git", True),
        (".GIT", True),
        (".git.", True),
        (".git ", True),
        (".git::$INDEX_ALLOCATION", True),
        (".g\u200cit", True),
        ("GIT~1", True),
        (".gitignore", False),
        (".github", False),
        ("git", False),
        ("git~x", False),
    ],
)
def test_gits_folder_is_known_in_every_spelling(name, is_gits):
    assert fs.is_git_folder(name) == is_gits


@pytest.mark.parametrize(
    "path, folder, inside",
    [("/a/b", "/a", True), ("/a", "/a", True), ("/ab", "/a", False), ("/a", "/", True)],
)
def test_a_path_is_inside_of_a_folder_by_whole_names(path, folder, inside):
    assert fs.is_inside(path, folder) == inside


class TestReading:
    def test_more_than_the_limit_is_refused_and_not_peeked_at(self, tmp_path):
        path = str(tmp_path / "file")
        (tmp_path / "file").write_bytes(b"12345")
        assert fs.read_bytes(path, 5) == b"12345" == fs.peek(path, 5)
        assert fs.peek(path, 4) == b""
        with pytest.raises(ValueError):
            fs.read_bytes(path, 4)

    @POSIX
    def test_a_link_is_followed_only_where_that_is_asked_for(self, tmp_path):
        (tmp_path / "file").write_bytes(b"x")
        link = tmp_path / "link"
        link.symlink_to(tmp_path / "file")
        assert fs.peek(str(link), 9) == b""
        assert fs.read_bytes(str(link), 9, follow=True) == b"x"
        assert fs.read_bytes(fs.resolve(str(link), str(tmp_path)), 9) == b"x"

    @POSIX
    def test_a_pipe_is_no_file_and_does_not_block(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError):
            fs.read_bytes(str(tmp_path / "pipe"), 9)

    @POSIX
    @pytest.mark.parametrize("target", ["../outside", ".git/config"])
    def test_no_link_leads_out_of_the_root_or_into_gits_folder(self, tmp_path, target):
        root = tmp_path / "root"
        (root / ".git").mkdir(parents=True)
        (root / target).write_bytes(b"x")
        (root / "link").symlink_to(root / target)
        with pytest.raises(OSError):
            fs.resolve(str(root / "link"), str(root))


class TestWriting:
    def test_a_file_is_replaced_whole_and_no_temporary_stays(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"before")
        assert fs.write_atomic(str(path), b"after")
        assert path.read_bytes() == b"after"
        assert os.listdir(tmp_path) == ["file"]

    def test_the_old_file_stays_when_the_new_one_cannot_be_put_there(self, tmp_path):
        (tmp_path / "file").mkdir()
        with pytest.raises(OSError):
            fs.write_atomic(str(tmp_path / "file"), b"after")
        assert os.listdir(tmp_path) == ["file"]

    @POSIX
    @pytest.mark.parametrize("system, refused, is_written", REFUSALS)
    def test_where_windows_refuses_a_name_for_a_moment_it_is_tried_again(
        self, tmp_path, monkeypatch, system, refused, is_written
    ):
        path = str(tmp_path / "file")
        answers = [PermissionError("in use")] * refused + [None]
        with monkeypatch.context() as patched:
            patched.setattr("os.name", system)
            patched.setattr("os.replace", Mock(side_effect=answers))
            patched.setattr("time.sleep", Mock())
            with contextlib.nullcontext() if is_written else pytest.raises(PermissionError):
                fs.write_atomic(path, b"after")
        assert os.listdir(tmp_path) == []

    def test_what_somebody_else_wrote_meanwhile_is_kept(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"theirs")
        assert not fs.write_atomic(str(path), b"ours", was=b"before")
        assert not fs.rewrite(str(path), b"ours", b"before", str(tmp_path))
        assert not fs.rewrite(str(path), b"ours", None, str(tmp_path))
        assert path.read_bytes() == b"theirs"

    def test_what_somebody_wrote_meanwhile_into_an_empty_file_is_kept(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"theirs")
        assert not fs.rewrite(str(path), b"ours", b"", str(tmp_path))
        assert path.read_bytes() == b"theirs"

    @POSIX
    def test_a_file_keeps_its_mode(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"before")
        path.chmod(0o640)
        assert fs.rewrite(str(path), b"after", b"before", str(tmp_path))
        assert mode_of(path) == 0o640
        assert fs.write_atomic(str(path), b"again", mode=0o600)
        assert mode_of(path) == 0o640

    @ROOT
    def test_a_file_keeps_its_owner_and_group_when_root_writes_it(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"before")
        os.chown(path, 1234, 5678)
        fs.write_atomic(str(path), b"after")
        assert (os.stat(path).st_uid, os.stat(path).st_gid) == (1234, 5678)

    @POSIX
    def test_a_link_stays_a_link(self, tmp_path):
        (tmp_path / "AGENTS.md").write_bytes(b"before")
        link = tmp_path / "CLAUDE.md"
        link.symlink_to("AGENTS.md")
        assert fs.rewrite(str(link), b"after", b"before", str(tmp_path))
        assert link.is_symlink()
        assert (tmp_path / "AGENTS.md").read_bytes() == b"after"

    @POSIX
    def test_nothing_is_written_through_a_link_that_leads_out(self, tmp_path):
        (tmp_path / "root").mkdir()
        (tmp_path / "mine").write_bytes(b"before")
        (tmp_path / "root" / "file").symlink_to(tmp_path / "mine")
        with pytest.raises(OSError):
            path = str(tmp_path / "root" / "file")
            fs.rewrite(path, b"after", b"before", str(tmp_path / "root"))
        assert (tmp_path / "mine").read_bytes() == b"before"

    def test_a_read_only_file_is_left_alone(self, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"before")
        path.chmod(0o444)
        with pytest.raises(PermissionError):
            fs.rewrite(str(path), b"after", b"before", str(tmp_path))
        path.chmod(0o644)


class TestLogs:
    def test_lines_are_appended_in_a_private_folder(self, tmp_path):
        path = tmp_path / "state" / "log"
        fs.append(str(path), b"one\n", 99)
        fs.append(str(path), b"two\n", 99)
        assert path.read_bytes() == b"one\ntwo\n"
        if os.name != "nt":
            assert mode_of(path.parent) == 0o700 and mode_of(path) == 0o600

    def test_of_a_log_that_grew_too_long_the_newer_lines_are_kept(self, tmp_path):
        path = tmp_path / "log"
        for number in range(9):
            fs.append(str(path), b"line %d\n" % number, 50)
        assert path.stat().st_size <= 50
        assert path.read_bytes().startswith(b"line ")
        assert path.read_bytes().endswith(b"line 8\n")

    @POSIX
    def test_nothing_is_appended_through_a_link(self, tmp_path):
        (tmp_path / "mine").write_bytes(b"")
        (tmp_path / "log").symlink_to(tmp_path / "mine")
        with pytest.raises(OSError):
            fs.append(str(tmp_path / "log"), b"x", 99)


class TestFolders:
    @POSIX
    def test_a_folder_that_was_open_to_others_is_closed(self, tmp_path):
        tmp_path.chmod(0o755)
        fs.make_folders(str(tmp_path), mode=0o700)
        assert mode_of(tmp_path) == 0o700
