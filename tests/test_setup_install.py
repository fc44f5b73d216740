"""Files put in and taken out: what was there before is there after, byte for byte, whoever changed what in between."""

from __future__ import annotations

import os
import stat

import pytest

from reflexion.setup import install
from reflexion.setup.jsonedit import BrokenJson

LINE = "ours\n"


def add(text):
    return text if LINE in text else text + LINE


def drop(text):
    return text.replace(LINE, "")


@pytest.fixture
def place(tmp_path, scratch_home):
    class Place:
        root, home, file = (
            tmp_path / "shop",
            str(scratch_home / ".reflexion"),
            tmp_path / "shop" / "a" / "b" / "settings",
        )

        def put(self, change=add):
            return install.put(str(self.file), change, self.home, str(self.root))

        def take_out(self, change=drop):
            return install.take_out(str(self.file), change, self.home, str(self.root))

        def records(self):
            folder = os.path.join(self.home, install.FOLDER)
            return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    Place.root.mkdir()
    return Place()


@pytest.mark.parametrize(
    "before", [b"", b"x", b"x\r\ny\n", b"\xef\xbb\xbfx\n", "\u00e9\U0001f600\n".encode()]
)
def test_given_back(place, before):
    place.file.parent.mkdir(parents=True)
    place.file.write_bytes(before)
    place.file.chmod(0o640)
    assert place.put() == install.CHANGED and place.put() == install.SAME
    assert (
        place.file.read_bytes() == before + LINE.encode()
        and stat.S_IMODE(place.file.stat().st_mode) == 0o640
    )
    assert place.take_out() == install.RESTORED
    assert place.file.read_bytes() == before and stat.S_IMODE(place.file.stat().st_mode) == 0o640
    assert place.records() == [] and place.take_out() == install.ABSENT


def test_created_goes_with_its_folders(place):
    assert place.put() == install.CREATED and place.file.read_text() == LINE
    assert place.take_out() == install.REMOVED and list(place.root.iterdir()) == []


def test_folders_that_hold_more_stay(place):
    place.put()
    (place.root / "a" / "theirs").write_text("x")
    assert (
        place.take_out() == install.REMOVED
        and not place.file.parent.exists()
        and (place.root / "a" / "theirs").exists()
    )


def test_edited_since(place):
    place.file.parent.mkdir(parents=True)
    place.file.write_text("x\n")
    place.put()
    place.file.write_text("edited\n" + place.file.read_text() + "more\n")
    assert (
        place.take_out() == install.CHANGED
        and place.file.read_text() == "edited\nx\nmore\n"
        and place.records() == []
    )


def test_created_then_edited(place):
    place.put()
    place.file.write_text(place.file.read_text() + "theirs\n")
    assert place.take_out() == install.CHANGED and place.file.read_text() == "theirs\n"
    place.file.unlink()
    place.put()
    place.file.write_text("{}\n" + LINE)
    assert place.take_out() == install.REMOVED and not place.file.exists(), (
        "nothing of anybody is left in it"
    )


def test_put_again_after_an_upgrade(place):
    place.file.parent.mkdir(parents=True)
    place.file.write_text("x\n")
    place.put()
    assert place.put(lambda text: add(drop(text)).replace(LINE, "ours\nours\n")) == install.CHANGED
    assert place.take_out() == install.RESTORED and place.file.read_text() == "x\n"


def test_put_again_after_an_edit(place):
    place.put()
    place.file.write_text("theirs\n")
    assert place.put() == install.CHANGED
    assert place.take_out() == install.RESTORED and place.file.read_text() == "theirs\n"


def test_a_file_of_ours_that_was_edited_is_kept(place):
    place.put(lambda _: "skill\n")
    place.file.write_text("skill, and a note of mine\n")
    assert place.take_out(None) == install.KEPT and place.file.exists()
    place.file.write_text("skill\n")
    assert place.take_out(None) == install.REMOVED


def test_gone_meanwhile(place):
    place.put()
    place.file.unlink()
    assert place.take_out() == install.ABSENT and place.records() == []


def test_without_a_home(place):
    place.home = ""
    assert (
        place.put() == install.CREATED
        and place.take_out() == install.CHANGED
        and place.file.read_text() == ""
    )


@pytest.mark.skipif(os.name == "nt", reason="modes of Unix")
def test_records_are_private(place):
    place.file.parent.mkdir(parents=True)
    place.file.write_text("key = 1234\n")
    place.put()
    folder = os.path.join(place.home, install.FOLDER)
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert {
        stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) for name in place.records()
    } == {0o600}


@pytest.mark.parametrize(
    "record", [b"", b"[]", b"{", b'{"after": 3, "made": [], "before": null}', b"\xff"]
)
def test_a_broken_record_is_none(place, record):
    place.put()
    with open(os.path.join(place.home, install.FOLDER, place.records()[0]), "wb") as file:
        file.write(record)
    assert place.take_out() == install.CHANGED and place.file.read_text() == ""


def test_left_alone(place):
    place.file.parent.mkdir(parents=True)
    place.file.write_bytes(b"fine\n\xff\xfe")
    with pytest.raises(install.LeftAlone, match="settings, line 2: not UTF-8"):
        place.put()
    place.file.write_bytes(b"{,}")

    def refuse(text):
        raise BrokenJson("line 7: wrong")

    with pytest.raises(install.LeftAlone, match="settings, line 7: wrong; it was left alone"):
        place.put(refuse)
    assert place.file.read_bytes() == b"{,}" and place.records() == []
    place.file.unlink()
    place.file.mkdir()
    with pytest.raises(install.LeftAlone, match="cannot be read"):
        place.put()


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_links(place, tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("x\n")
    place.file.parent.mkdir(parents=True)
    place.file.symlink_to(outside)
    with pytest.raises(install.LeftAlone, match="leads out of the project"):
        place.put()
    with pytest.raises(install.LeftAlone, match="leads out of the project"):
        place.take_out()
    assert outside.read_text() == "x\n"
    place.root = (
        ""  # the user's own files: a home kept in another folder is fine, and the link stays one
    )
    assert (
        place.put() == install.CHANGED
        and outside.read_text() == "x\n" + LINE
        and place.file.is_symlink()
    )
    assert place.take_out() == install.RESTORED and outside.read_text() == "x\n"


def test_what_is_saved_meanwhile_is_read_again(place):
    """A rule that a person saves while `init` thinks is in the file afterwards."""
    place.file.parent.mkdir(parents=True)
    place.file.write_text("theirs\n")
    for work, change in ((place.put, add), (place.take_out, drop)):
        saved = []

        def meanwhile(text, change=change, saved=saved):
            if not saved:
                saved.append(place.file.write_text(place.file.read_text() + "deny\n"))
            return change(text)

        work(meanwhile)
        assert saved and "deny" in place.file.read_text()
        place.file.write_text(place.file.read_text() + "mine\n")  # no longer as `put` left it
    assert place.file.read_text() == "theirs\ndeny\nmine\ndeny\nmine\n"


def test_a_file_that_never_rests_is_left_alone(place):
    place.file.parent.mkdir(parents=True)
    count = []

    def meanwhile(text):
        count.append(place.file.write_text(f"{len(count)}\n"))
        return add(text)

    with pytest.raises(install.LeftAlone, match="another program"):
        place.put(meanwhile)
