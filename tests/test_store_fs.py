"""The one door to files: what is opened, how it is written, and what is refused."""

from __future__ import annotations

import contextlib
import os
import time

import pytest

from reflexion.store import fs
from reflexion.store.fs import append, read_bounded, sweep, write_atomic

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes and links as POSIX has them")


@pytest.fixture(autouse=True)
def no_mask():
    """Modes of new files are those that the code asks for."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode_of(path) -> int:
    return os.stat(path).st_mode & 0o7777


def made(folder, files: dict):
    """The folder with these files (bytes; None: a folder)."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(exist_ok=True) if data is None else path.write_bytes(data)
    return folder


def test_write_atomic_replaces_and_leaves_no_temporary(tmp_path):
    path = tmp_path / "a file"
    for text in (b"one", b"two \xff"):
        write_atomic(str(path), text)
        assert path.read_bytes() == text
    assert os.listdir(tmp_path) == ["a file"]


def test_a_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fs.os, "fsync", full)
    with pytest.raises(OSError):
        write_atomic(str(path), b"new")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["file"]


def test_append_keeps_the_newer_half(tmp_path):
    path = str(tmp_path / "log")
    for n in range(100):
        append(path, b"line %03d\n" % n, 200)
    lines = read_bounded(path, 1000).splitlines()
    assert lines[-1] == b"line 099" and len(lines) <= 20
    assert all(line.startswith(b"line ") and len(line) == 8 for line in lines)


def test_read_bounded_refuses_what_is_no_small_file(tmp_path):
    (tmp_path / "big").write_bytes(b"x" * 100)
    with pytest.raises(ValueError):
        read_bounded(str(tmp_path / "big"), 99)
    with pytest.raises(OSError):
        read_bounded(str(tmp_path), 99)
    os.mkfifo(str(tmp_path / "pipe")) if hasattr(os, "mkfifo") else None
    if hasattr(os, "mkfifo"):
        with pytest.raises(OSError):
            read_bounded(str(tmp_path / "pipe"), 99)


def test_sweep_takes_stale_temporaries_only(tmp_path):
    for name in (".tmp-1-a", ".tmp-2-b", "entry.json"):
        (tmp_path / name).write_text("x")
    os.utime(tmp_path / ".tmp-1-a", (1, 1))
    os.utime(tmp_path / "entry.json", (1, 1))
    sweep(str(tmp_path), time.time())
    assert sorted(os.listdir(tmp_path)) == [".tmp-2-b", "entry.json"]


INSIDE = [
    ("/a/b", "/a", True),
    ("/a", "/a", True),
    ("/ab", "/a", False),
    ("/", "/a", False),
    ("/a", "/", True),
]


@pytest.mark.parametrize("path, folder, expected", INSIDE)
def test_inside(path, folder, expected):
    assert fs.inside(path, folder) is expected


def test_escapes(tmp_path):
    made(tmp_path, {"in": None, "out": None})
    (tmp_path / "in/link").symlink_to(tmp_path / "out")
    (tmp_path / "alias").symlink_to(tmp_path / "in")
    assert fs.escapes(str(tmp_path / "in/link/file"), str(tmp_path / "in"))
    assert not fs.escapes(str(tmp_path / "in/file"), str(tmp_path / "in"))
    assert not fs.escapes(str(tmp_path / "in/file"), str(tmp_path / "alias"))


GIT = [".git", ".GIT", ".git. .", ".git::$INDEX_ALLOCATION", ".g\u200cit", "git~1", "GIT~23"]
NO_GIT = ["git", ".gitignore", "git~", "git~x", "abcd1", "x.git", "git~1x", "gits1"]


@pytest.mark.parametrize(
    "name, expected", [*((n, True) for n in GIT), *((n, False) for n in NO_GIT)]
)
def test_is_git(name, expected):
    assert fs.is_git(name) is expected


@POSIX
def test_resolve(tmp_path, monkeypatch):
    root = made(tmp_path, {"shop/.config/git": None, "shop/src": None, "out": None}) / "shop"
    (root / ".git").symlink_to(".config/git")
    (root / "link").symlink_to("../out")
    (tmp_path / "alias").symlink_to("shop")
    fine = {"src/x": "src/x", ".git/../src/x": ".config/src/x"}
    assert fs.resolve(str(tmp_path / "alias/src/x"), str(tmp_path / "alias")) == str(root / "src/x")
    assert fs.resolve(str(root / "src/x"), str(tmp_path / "alias")) == str(root / "src/x")
    monkeypatch.chdir(root)
    for spelled in (str(root) + "/", ""):
        for path, real in fine.items():
            assert fs.resolve(spelled + path, spelled or ".") == str(root / real)
        for path in ("link/x", "../out", ".git/config", "src/.GIT/x"):
            with pytest.raises(fs.Outside):
                fs.resolve(spelled + path, spelled or ".")


@POSIX
def test_what_is_opened(tmp_path):
    made(tmp_path, {"file": b"text", "folder": None})
    (tmp_path / "link").symlink_to("file")
    path = str(tmp_path / "link")
    assert read_bounded(path, 9, follow=True) == read_bounded(path, 9, str(tmp_path)) == b"text"
    for refused in ("link", "folder", "none"):
        with pytest.raises(OSError):
            fs.open_handle(str(tmp_path / refused), os.O_RDONLY)
    os.close(fs.open_handle(str(tmp_path / "new"), os.O_CREAT | os.O_WRONLY))
    assert mode_of(tmp_path / "new") == 0o600


def test_a_bound_holds_at_either_side(tmp_path):
    made(tmp_path, {"file": b"12345"})
    path = str(tmp_path / "file")
    assert read_bounded(path, 5) == fs.peek(path, 5) == b"12345"
    assert fs.peek(path, 4) == fs.peek(path + "x", 5) == b""
    with pytest.raises(ValueError, match="larger than 0 KiB"):
        read_bounded(path, 4)


@pytest.mark.parametrize("data", [b"\xef\xbb\xbfab", b"ab"])
def test_a_byte_order_mark_is_none_of_the_text(tmp_path, data):
    made(tmp_path, {"file": data})
    assert fs.utf8(data) == fs.read_text(str(tmp_path / "file"), 5) == "ab"


TAILS = [
    # size, since, what is read of ten digits, and where it starts
    (100, 0, b"0123456789", 0),
    (4, 0, b"6789", 6),
    (4, 3, b"6789", 6),
    (100, 3, b"3456789", 3),
    (100, 10, b"", 10),
    (100, 11, b"0123456789", 0),
]


@pytest.mark.parametrize("size, since, expected, start", TAILS)
def test_read_tail(tmp_path, size, since, expected, start):
    path = str(made(tmp_path, {"file": b"0123456789"}) / "file")
    assert fs.read_tail(path, size, since) == (expected, start)
    if not since:
        assert fs.read_tail(path, size) == (expected, start)


@POSIX
def test_names(tmp_path):
    root = made(tmp_path, {"in/b": b"", "in/a.b": b"", "in/.c": b"", "out/d": b""}) / "in"
    (root / "link").symlink_to("../out")
    assert fs.names(str(root)) == fs.names(str(root), str(root)) == ["a.b", "b", "link"]
    assert fs.names(str(root / "link")) == ["d"] and fs.names(str(root / "none")) == []
    assert fs.names(str(root / "link"), str(root)) == []
    assert len(list(fs.scan(str(root), most=2))) == 2


def test_a_folder_without_an_end(monkeypatch):
    endless = contextlib.nullcontext(iter(lambda: 1, 0))
    monkeypatch.setattr(fs.os, "scandir", lambda folder: endless)
    assert sum(1 for _ in fs.scan("any")) == 200_000


@pytest.mark.parametrize("most, seen", [(9, 3), (4, 3), (3, 2), (2, 2), (1, 1), (0, 1)])
def test_walk(tmp_path, most, seen):
    """Each of the three folders holds a file, and the first two a folder, too."""
    top = made(tmp_path, {"a": b"", "sub/b": b"", "sub/sub/c": b""})
    assert len(list(fs.walk(str(top), most))) == seen


MODES = [
    # the mode of the file before (None: there is none), what is asked for, what it is then
    (None, {}, 0o666),
    (None, {"mode": 0o600}, 0o600),
    (None, {"mode": None}, 0o666),
    (0o644, {"mode": 0o600}, 0o600),
    (0o604, {}, 0o666),
    (0o640, {"mode": None}, 0o640),
    (0o4711, {"mode": None}, 0o4711),
]


@POSIX
@pytest.mark.parametrize("before, asked, after", MODES)
def test_modes(tmp_path, monkeypatch, before, asked, after):
    path = str(tmp_path / "file")
    if before is not None:
        made(tmp_path, {"file": b"old"})
        os.chmod(path, before)
    while_written = []

    def look(handle):
        while_written.append(os.fstat(handle).st_mode & 0o777)

    monkeypatch.setattr(fs.os, "fsync", look)
    assert write_atomic(path, b"new", **asked)
    assert mode_of(path) == after and while_written == [after & 0o777]
    assert write_atomic(path, b"newer", sync=False) and len(while_written) == 1


@pytest.mark.parametrize("scratch", ["", "elsewhere"])
def test_where_the_temporary_is(tmp_path, monkeypatch, scratch):
    made(tmp_path, {"elsewhere": None, "folder": None})
    replaced = []
    whole = os.replace

    def replace(source, target):
        replaced.append(os.path.dirname(source))
        whole(source, target)

    monkeypatch.setattr(fs.os, "replace", replace)
    write_atomic(str(tmp_path / "folder/x"), [b"a", b"b"], scratch and str(tmp_path / scratch))
    assert replaced == [str(tmp_path / (scratch or "folder"))]
    assert (tmp_path / "folder/x").read_bytes() == b"ab"


@pytest.mark.parametrize(
    "was, written", [(None, True), (b"old", True), (b"ol", False), (b"", False)]
)
def test_nothing_is_written_over_what_changed(tmp_path, was, written):
    path = made(tmp_path, {"file": b"old"}) / "file"
    assert write_atomic(str(path), b"new", was=was) is written
    assert path.read_bytes() == (b"new" if written else b"old")
    assert os.listdir(tmp_path) == ["file"]


def test_as_windows_refuses_for_a_while(tmp_path, monkeypatch):
    pauses = []

    def refuse(source, target):
        raise PermissionError(13, "open in another process")

    monkeypatch.setattr(fs.os, "replace", refuse)
    monkeypatch.setattr(fs.time, "sleep", pauses.append)
    with pytest.raises(PermissionError):
        write_atomic(str(tmp_path / "file"), b"new")
    assert pauses == []
    with monkeypatch.context() as patch, pytest.raises(PermissionError):
        patch.setattr(os, "name", "nt")
        fs._replace("a", "b")
    assert pauses == [0.01, 0.05, 0.2]


REWRITES = [
    # what it holds (None: there is no file), what it was made from, whether it is written
    (b"old", b"old", True),
    (b"old, and more", b"old", False),
    (b"new by another", b"old", False),
    (b"filled meanwhile", b"", False),
    (b"old", None, False),
    (None, None, True),
    (None, b"old", False),
]


@pytest.mark.parametrize("names", [1, 2])
@pytest.mark.parametrize("holds, was, written", REWRITES)
def test_rewrite(tmp_path, holds, was, written, names):
    path = tmp_path / "sub/file"
    if holds is not None:
        made(tmp_path, {"sub/file": holds})
        os.chmod(path, 0o640)
        if names == 2:
            os.link(path, tmp_path / "other")
        before = os.stat(path).st_ino
    assert fs.rewrite(str(path), b"tiny", was, str(tmp_path)) is written
    assert (path.read_bytes() if path.exists() else None) == (b"tiny" if written else holds)
    if holds is not None:
        assert mode_of(path) == 0o640
        assert (os.stat(path).st_ino == before) is (names == 2 or not written), "whole, or in place"


@POSIX
@pytest.mark.parametrize("mode, access", [(0o444, True), (0o555, True), (0o644, False)])
def test_a_file_that_may_not_be_written_is_left_alone(tmp_path, monkeypatch, mode, access):
    path = made(tmp_path, {"file": b"old"}) / "file"
    os.chmod(path, mode)
    monkeypatch.setattr(fs.os, "access", lambda *_: access)
    with pytest.raises(PermissionError, match="read-only"):
        fs.rewrite(str(path), b"new", b"old", str(tmp_path))
    assert path.read_bytes() == b"old"


def test_a_log_keeps_its_newer_half(tmp_path):
    path = tmp_path / "logs/log"
    lines = [b"line %04d\n" % n for n in range(12)]
    for line in lines[:10]:
        append(str(path), line, 100)
    assert path.read_bytes() == b"".join(lines[:10]), "as much as it may hold"
    append(str(path), lines[10], 100)
    assert path.read_bytes() == b"".join(lines[7:11]), "whole lines of its last 50 bytes"
    assert (mode_of(tmp_path / "logs"), mode_of(path)) == (0o700, 0o600)
    path.unlink()
    append(str(path), b"x", 100)
    assert mode_of(path) == 0o600


FOLDER_MODES = [
    # the mode of the folder that stands there (None: none does), the mode asked for, the mode then
    (None, {}, 0o777),
    (None, {"mode": 0o700}, 0o700),
    (0o750, {}, 0o750),
    (0o755, {"mode": 0o700}, 0o700),
    (0o701, {"mode": 0o700}, 0o700),
    (0o2700, {"mode": 0o700}, 0o2700),
]


@POSIX
@pytest.mark.parametrize("before, asked, after", FOLDER_MODES)
def test_make_folders(tmp_path, before, asked, after):
    path = str(tmp_path / "a/b")
    os.chmod(tmp_path, 0o755)
    if before is not None:
        os.makedirs(path)
        os.chmod(path, before)
    missing = [] if before else [str(tmp_path / "a"), path]
    assert fs.make_folders(path, **asked) == missing
    assert mode_of(path) == after and fs.make_folders(path, **asked) == []
    assert mode_of(tmp_path) == 0o755, "what is above it is not ours to close"


def test_make_folders_in_the_working_folder_and_in_a_root(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert fs.make_folders("a/b") == ["a", "a/b"]
    assert fs.make_folders(str(tmp_path / "a/c"), str(tmp_path / "a")) == [str(tmp_path / "a/c")]
    with pytest.raises(fs.Outside):
        fs.make_folders(str(tmp_path / "d"), str(tmp_path / "a"))
    os.chmod("a", 0o755)
    monkeypatch.setattr(os, "name", "nt")
    fs.make_folders("a", mode=0o700)
    monkeypatch.undo()
    assert mode_of(tmp_path / "a") == 0o755, "the modes of Windows say nothing"


@pytest.mark.parametrize("is_folder", [True, False])
def test_another_process_was_faster(tmp_path, monkeypatch, is_folder):
    path = tmp_path / "new"

    def mkdir(name, mode):
        monkeypatch.undo()
        path.mkdir() if is_folder else path.touch()
        raise FileExistsError(17, "there already")

    monkeypatch.setattr(fs.os, "mkdir", mkdir)
    with contextlib.nullcontext() if is_folder else pytest.raises(FileExistsError):
        assert fs.make_folders(str(path)) == []


@POSIX
def test_remove(tmp_path):
    root = made(tmp_path, {"in/a": b"", "in/b": b"", "out/c": b"", "in/full/d": b"", "in/e": None})
    (root / "in/link").symlink_to("../out")
    for name in ("in/a", "in/link"):
        assert fs.remove(str(root / name)) and not fs.remove(str(root / name))
    (root / "in/link").symlink_to("../out")
    assert fs.remove(str(root / "in/b"), str(root / "in"))
    with pytest.raises(fs.Outside):
        fs.remove(str(root / "in/link/c"), str(root / "in"))
    assert fs.remove_folder(str(root / "in/e")) and not fs.remove_folder(str(root / "in/full"))
    fs.remove_tree(str(root / "in/link"))
    fs.remove_tree(str(root / "in/full"))
    assert sorted(os.listdir(root / "in")) == ["link"] and os.listdir(root / "out") == ["c"]


SWEPT = [
    # name, the time when it was written, what else is said of the sweep at 1060, whether it goes
    (".tmp-1", 999.5, {}, True),
    (".tmp-1", 1000, {}, False),
    ("entry", 1, {}, False),
    ("entry", 1009, {"prefix": "", "age": 50}, True),
    ("entry", 1010, {"prefix": "", "age": 50}, False),
]


@pytest.mark.parametrize("name, at, options, gone", SWEPT)
def test_what_is_swept(tmp_path, name, at, options, gone):
    path = made(tmp_path, {name: b""}) / name
    os.utime(path, (at, at))
    sweep(str(tmp_path), 1060, **options)
    assert path.exists() is not gone
