"""Sharing a store through real git: clones that learn apart and merge in any order come to the same, with nothing lost and nothing to resolve."""

from __future__ import annotations

import os
import random
import subprocess

import pytest
from test_store_merge import BASE

from reflexion.store import index, team
from reflexion.store.entries import Store

PACKAGE = os.path.dirname(os.path.dirname(team.__file__))
MISTAKES = [f"RFX-2026033{n % 2}-{n:06x}" for n in range(1, 7)]


DRIVER = '[merge "reflexion"]\n\tname = {name}\n\tdriver = {driver}\n'
ARGUMENTS = "merge-driver %O %A %B"
REGISTERED = [
    # what git's configuration holds (@ is there, ! is not), whether the driver counts as known
    ("", False),
    ("[core]\n\tbare = false\n", False),
    (DRIVER.format(name="Reflexion", driver=f"'@' '@/50%%' {ARGUMENTS}"), True),
    (DRIVER.format(name="Reflexion", driver=f"'!' '@' {ARGUMENTS}"), False),
    (DRIVER.format(name="Reflexion", driver=f"'@' '!' {ARGUMENTS}"), False),
    (DRIVER.format(name="of 'us' and 'them', too", driver=f"'@' '@' {ARGUMENTS}"), True),
    (DRIVER.format(name="Reflexion", driver=f"reflexion {ARGUMENTS}"), True),
    (DRIVER.format(name="Reflexion", driver=f"'!' -x '!' '!' {ARGUMENTS}"), True),
    (DRIVER.format(name="Reflexion", driver="x").ljust(1 << 20), True),
    (DRIVER.format(name="Reflexion", driver="x").ljust((1 << 20) + 1), False),
]


@pytest.mark.parametrize("text, expected", REGISTERED, ids=range(len(REGISTERED)))
def test_whether_a_clone_knows_the_driver(tmp_path, text, expected):
    (tmp_path / "shop/.git").mkdir(parents=True)
    (tmp_path / "50%").mkdir()
    text = text.replace("@", str(tmp_path)).replace("!", str(tmp_path / "gone"))
    (tmp_path / "shop/.git/config").write_text(text)
    assert team.registered(str(tmp_path / "shop")) is expected
    assert team.registered(str(tmp_path)), "outside of git there is nothing to know"


@pytest.mark.parametrize(
    "is_shared, is_known, done",
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_clone_joins_where_the_store_is_shared(tmp_path, monkeypatch, is_shared, is_known, done):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    if is_shared:
        team.share(store)
    joined = []
    monkeypatch.setattr(team, "registered", lambda root: is_known)
    monkeypatch.setattr(team, "register", lambda root: joined.append(root) or True)
    assert team.join(store, "root") is done and joined == ["root"] * done


@pytest.mark.parametrize("name, quoted", [("posix", r"'a\b'\''c%%'"), ("nt", r"'a/b'\''c%%'")])
def test_a_word_for_the_shell_of_git(monkeypatch, name, quoted):
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", name)
        word = team._quote(r"a\b'c%")
    assert word == quoted


class Clone:
    """A checkout with a shared store; `driver=False` is a teammate without the toolkit."""

    def __init__(self, folder, origin, driver=True):
        self.folder = folder
        if not os.path.isdir(folder):
            subprocess.run(["git", "clone", "-q", origin, folder], check=True, capture_output=True)
        self.store = Store(os.path.join(folder, ".reflexion"))
        self.store.create_folders()
        if driver:
            assert team.register(folder) and team.registered(folder)

    def git(self, *arguments, check=True):
        done = subprocess.run(
            ["git", "-C", self.folder, *arguments], capture_output=True, text=True
        )
        assert not check or done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done

    def see(self, id):
        """One sighting of a mistake, committed."""
        entry = self.store.read(id)
        with self.store.lock():
            self.store.write(
                dict(entry, occurrences=entry["occurrences"] + 1)
                if entry
                else {**BASE, "id": id, "trigger": f"boom {id}", "occurrences": 1},
                entry,
            )
        self.git("add", ".reflexion")
        self.git("commit", "-q", "-m", f"see {id}")

    def counts(self):
        return {entry["id"]: entry["occurrences"] for entry in self.store.all()}


@pytest.fixture
def origin(tmp_path, scratch_home):
    """A bare repository whose first commit shares an empty store."""
    (scratch_home / ".gitconfig").write_text(
        "[user]\nname = t\nemail = t@example.invalid\n[pull]\nrebase = false\n[core]\nautocrlf = false\n"
    )
    path = str(tmp_path / "origin.git")
    subprocess.run(
        ["git", "init", "-q", "--bare", "-b", "main", path], check=True, capture_output=True
    )
    first = Clone(str(tmp_path / "first"), path)
    first.git("checkout", "-q", "-b", "main")
    assert (
        team.share(first.store) == [".gitignore", ".gitattributes"]
        and team.share(first.store) == []
    )
    first.git("add", "-A")
    first.git("commit", "-q", "-m", "share")
    first.git("push", "-q", "origin", "main")
    return path


def test_what_is_shared(origin, tmp_path):
    clone = Clone(str(tmp_path / "a"), origin)
    clone.see(MISTAKES[0])
    (tmp_path / "a/.reflexion/index.txt").write_text("x:RFX-1\n")
    assert clone.git("status", "--porcelain").stdout == ""
    assert sorted(clone.git("ls-files").stdout.split()) == [
        ".reflexion/.gitattributes",
        ".reflexion/.gitignore",
        f".reflexion/entries/{MISTAKES[0]}.json",
    ]


def test_three_clones_in_random_order_lose_nothing(origin, tmp_path):
    chance = random.Random(2)
    clones = [Clone(str(tmp_path / f"clone {n}"), origin) for n in range(3)]
    seen = dict.fromkeys(MISTAKES, 0)
    for _ in range(7):
        clone = chance.choice(clones)
        for _ in range(chance.randint(1, 2)):
            id = chance.choice(MISTAKES)
            clone.see(id)
            seen[id] += 1
        if chance.random() < 0.6:
            clone.git("pull", "-q", "--no-edit")
            clone.git("push", "-q")
    for clone in clones * 2:
        clone.git("pull", "-q", "--no-edit")
        clone.git("push", "-q", check=False)
    assert all(clone.counts() == {id: n for id, n in seen.items() if n} for clone in clones)


def test_a_criss_cross_merge(origin, tmp_path):
    one, two = Clone(str(tmp_path / "one"), origin), Clone(str(tmp_path / "two"), origin)
    id = MISTAKES[0]
    one.see(id)
    one.git("push", "-q")
    two.git("pull", "-q")
    for clone, other in ((one, two), (two, one)):
        clone.git("remote", "add", "other", other.folder)
    for _ in range(2):
        one.see(id)
        two.see(id)
        for clone in (one, two):
            clone.git("fetch", "-q", "other")
        heads = [clone.git("rev-parse", "HEAD").stdout.strip() for clone in (one, two)]
        one.git("merge", "-q", "--no-edit", heads[1])
        two.git("merge", "-q", "--no-edit", heads[0])
    assert one.counts() == two.counts() == {id: 5}


def test_rebase_and_cherry_pick(origin, tmp_path):
    one, two = Clone(str(tmp_path / "one"), origin), Clone(str(tmp_path / "two"), origin)
    id = MISTAKES[0]
    one.see(id)
    one.git("push", "-q")
    two.git("pull", "-q")
    one.see(id)
    one.git("push", "-q")
    two.see(id)
    two.git("pull", "-q", "--rebase")
    assert two.counts() == {id: 3}
    two.git("push", "-q")
    one.see(id)
    one.git("fetch", "-q")
    one.git("cherry-pick", "origin/main")
    assert one.counts() == {id: 4}


def test_removed_on_one_side_stays_removed_where_the_other_left_it_alone(origin, tmp_path):
    one, two = Clone(str(tmp_path / "one"), origin), Clone(str(tmp_path / "two"), origin)
    one.see(MISTAKES[0])
    one.see(MISTAKES[1])
    one.git("push", "-q")
    two.git("pull", "-q")
    one.git("rm", "-q", f".reflexion/entries/{MISTAKES[0]}.json")
    one.git("commit", "-q", "-m", "remove")
    one.git("push", "-q")
    two.see(MISTAKES[1])
    two.git("pull", "-q", "--no-edit")
    assert two.counts() == {MISTAKES[1]: 2}


def test_a_clone_without_the_driver_leaves_markers_that_heal(origin, tmp_path):
    from reflexion.store.tidy import heal

    one, two = (
        Clone(str(tmp_path / "one"), origin),
        Clone(str(tmp_path / "two"), origin, driver=False),
    )
    id = MISTAKES[0]
    one.see(id)
    one.git("push", "-q")
    two.git("pull", "-q")
    for _ in range(2):
        one.see(id)
    one.git("push", "-q")
    two.see(id)
    assert two.git("pull", "-q", "--no-edit", check=False).returncode
    assert b"<<<<<<<" in open(two.store.path(id), "rb").read()
    assert two.counts() and heal(two.store) == [id]
    assert two.counts() == {id: 4}
    two.git("add", "-A")
    two.git("commit", "-q", "-m", "healed")
    two.git("push", "-q")
    one.git("pull", "-q", "--no-edit")
    assert one.counts() == two.counts()


def test_registration_is_per_clone_and_comes_out_again(origin, tmp_path):
    clone = Clone(str(tmp_path / "it's a clone"), origin, driver=False)
    assert team.is_shared(clone.store) and not team.registered(clone.folder)
    assert team.register(clone.folder) and team.registered(clone.folder)
    command = team.driver_command().replace(PACKAGE, str(tmp_path / "an older version, gone"))
    clone.git("config", "merge.reflexion.driver", command)
    assert (
        not team.registered(clone.folder)
        and team.register(clone.folder)
        and team.registered(clone.folder)
    )
    assert team.unregister(clone.folder) and not team.unregister(clone.folder)
    assert not team.registered(clone.folder)


def test_an_index_that_someone_committed_does_not_conflict(origin, tmp_path):
    one, other = (
        Clone(str(tmp_path / "a"), origin),
        Clone(str(tmp_path / "b"), origin, driver=False),
    )
    for clone, id in ((one, MISTAKES[0]), (other, MISTAKES[1])):
        (tmp_path / os.path.basename(clone.folder) / ".reflexion/index.txt").write_text(
            f"boom:{id}\n"
        )
        clone.git("add", "-f", ".reflexion/index.txt")
        clone.see(id)
    one.git("push", "-q", "origin", "HEAD:main")
    assert other.git("pull", "-q", "--no-edit", "origin", "main").returncode == 0
    with index.OpenIndex(other.store) as view:
        assert sorted(view.find("boom")[1]) == sorted(MISTAKES[:2])
