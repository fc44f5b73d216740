"""What a hook or a command works with: the stores, and whether they may speak."""

from __future__ import annotations

import json
import os
from types import SimpleNamespace

import pytest
from test_store_merge import BASE
from test_store_paths import LINKED

from reflexion.store import accepting, git, trust
from reflexion.store import project as project_module
from reflexion.store.entries import COMMAND_SECONDS
from reflexion.store.project import Project
from reflexion.store.schema import encode
from reflexion.store.session import FAIL, SEEN, Session

ID = BASE["id"]
OTHER = "RFX-20260501-bbbbbb"
FILE = f"entries/{ID}.json".lower()


class World:
    """A checkout at `shop`, its user's `home`, and what git tracks of the store."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.tracked = frozenset()
        for name in ("shop/.git", "shop/src", "home", "else"):
            os.makedirs(folder / name)
        self.store = folder / "shop/.reflexion"
        self.home = folder / "home/.reflexion"
        monkeypatch.setattr(git, "tracked", lambda root, home: self.tracked)

    def open(self, cwd="shop", problems=None, **environ) -> Project:
        environ = {"HOME": str(self.folder / "home"), **environ}
        return Project(str(self.folder / cwd), environ, problems)

    def put(self, name, data) -> None:
        """A file of the project's store, or with a path from the scratch folder, of another."""
        path = self.folder / name if name.startswith("home/") else self.store / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())

    def entry(self, name=ID, place="") -> None:
        self.put(f"{place}entries/{name}.json", encode({**BASE, "id": name}))

    def mine(self, standing=trust.MINE):
        """The store, as this machine's."""
        self.store.mkdir(exist_ok=True)
        return trust.begin(str(self.store), str(self.home), standing)


@pytest.fixture
def world(tmp_path, monkeypatch):
    return World(tmp_path, monkeypatch)


def test_without_a_home_a_store_is_begun_and_a_command_waits_its_time(world):
    project = world.open(HOME="/")
    assert project.home is None and project.is_begun() and project.home_dir == ""
    assert project.state_dir() == ""
    assert project.ready().patience == COMMAND_SECONDS
    assert world.open(HOME="/").trusted and world.open(HOME="/").store.provenance is None
    world.put("config.json", {})
    os.unlink(world.store / "state/.gitignore")
    assert not world.open(HOME="/").trusted and world.open(HOME="/").state_dir() == ""


def test_what_is_accepted_without_a_home(world, monkeypatch):
    """All of a store is ours then, and no list is made in the working folder."""
    monkeypatch.chdir(world.folder / "else")
    project = world.open(HOME="/")
    project.ready()
    assert not project.owns(OTHER) and project.speaking() == [project.store]
    world.entry()
    world.put("config.json", {"max_rules": 3})
    assert accepting.accept(project) == 1 and not os.listdir(world.folder / "else")


def test_the_lists_of_old_are_taken_over_when_a_project_is_opened(world):
    world.home.mkdir()
    os.makedirs(world.store / "state", 0o700)
    (world.home / "trusted.txt").write_text(f"{world.store}\n")
    assert world.open().trusted and not (world.home / "trusted.txt").exists()


def test_where_no_store_may_be(world):
    project = world.open("/")
    assert (project.root, project.store, project.trusted) == ("", None, False)
    assert project.waiting() == [] and project.speaking() == [] and not project.owns(ID)
    assert not project.refers_to("x.md") and project.state_dir() == project.home.state_dir
    world.home.mkdir()
    assert project.speaking() == [project.home]


def test_how_long_the_locks_are_waited_for(world):
    environ = {"HOME": str(world.folder / "home")}
    project = Project(str(world.folder / "shop"), environ, patience=0.3)
    assert (project.store.patience, project.home.patience) == (0.3, 0.3)
    assert (world.open().store.patience, world.open().home.patience) == (10, 10)
    assert project.home.private and not project.store.private


LINKS = [
    # the link, where it leads, whether nothing is read through it
    (".reflexion", "../else", True),
    (".reflexion", "src", False),
    (".reflexion/entries", "../../else", True),
    (".reflexion/entries", "../src", False),
    (".reflexion/state", "../src", True),
    (".reflexion/state/sessions", "../../src", True),
]


@pytest.mark.parametrize("link, target, is_misleading", LINKS)
def test_a_store_that_leads_elsewhere(world, link, target, is_misleading):
    path = world.folder / "shop" / link
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    problems = []
    project = world.open(problems=problems)
    assert (project.store is None) is (project.root == "") is is_misleading
    assert [place for place, why in problems if "link" in why] == [str(path)] * is_misleading
    assert (world.open().store is None) is is_misleading


def test_secrets_of_the_settings_are_taken_out_of_what_is_written(world):
    world.put("home/.reflexion/config.json", {"redact": ["ab+"]})
    project = world.open()
    project.guard(lambda text, patterns: (text, patterns))
    for store in (project.store, project.home):
        assert store.redact("x") == ("x", ["ab+"])


STANDING = [
    # how it is listed, what git tracks, what it holds: trusted, whether unlisted entries wait
    ("mine", [], ["entries/x"], True, False),
    ("mine", [FILE], ["entries/x"], True, False),
    ("guest", [], ["entries/x"], True, True),
    ("mine", ["state/nonce"], [], False, True),
    ("mine", None, [], False, True),
    ("", [], ["entries/x"], False, True),
    ("", None, [], True, False),
    ("", [], [], True, False),
]


@pytest.mark.parametrize("standing, tracked, holds, trusted, waits", STANDING)
def test_whose_a_store_is(world, standing, tracked, holds, trusted, waits):
    world.tracked = None if tracked is None else frozenset(tracked)
    world.store.mkdir()
    if standing:
        world.mine(standing)
    for name in holds:
        world.put(name, b"x")
    project = world.open()
    assert project.trusted is trusted and project.store.is_closed() is not trusted
    assert project.store.provenance.guest is waits
    known = world.tracked if trusted and standing else frozenset()
    assert project.store.provenance.names == known
    strangers = os.path.join(project.home.state_dir, "strangers")
    assert project.store.state_dir.startswith(strangers) is not trusted
    assert project.is_begun() is (trusted or bool(standing))
    assert (project.state_dir() == project.store.state_dir) is trusted


def test_a_stranger_s_state_is_one_place_by_whichever_path(world):
    world.put("entries/x", b"x")
    (world.folder / "alias").symlink_to("shop")
    assert world.open("alias").store.state_dir == world.open().store.state_dir


def test_the_home_store_may_be_the_project_s(world, monkeypatch):
    world.entry()
    world.put("config.json", {"max_rules": 3})
    (world.folder / "alias").symlink_to("shop")
    for cwd, name in (("shop", "shop"), ("shop", "alias"), ("alias", "shop")):
        home = str(world.folder / name / ".reflexion")
        project = world.open(cwd, REFLEXION_HOME=home)
        assert project.trusted and project.store.provenance is None and project.owns(ID)
        assert project.settings["max_rules"] == 3 and accepting.own(project, [ID, OTHER]) == 1
        assert not accepting.takes_settings(project) and accepting.own_insights(project, "any") == 0
        accepting.own_insight(project, "any.md")
        assert not project.refers_to("any.md")
        assert project.home.dir == project.store.dir and project.home.private
        assert accepting.accept(project) == 1 and not (world.store / trust.LIST).exists()
    project = world.open(REFLEXION_HOME=str(world.store))
    assert project.is_begun() and project.speaking() == [project.store] and not project.owns(OTHER)
    monkeypatch.chdir(world.store)
    assert not world.open(HOME="/").trusted, "no home is not the working folder"


def test_a_store_is_begun_where_it_is_there(world, monkeypatch):
    project = world.open()
    assert project.listed is trust.STRANGER and not world.store.exists()
    assert project.ready() is project.store and project.is_begun() and project.trusted
    assert world.store.is_dir() and world.open().listed.standing == trust.MINE

    def refuse(*_):
        raise OSError(30, "read-only")

    monkeypatch.setattr(trust, "begin", refuse)
    (world.folder / "else/.git").mkdir()
    (world.folder / "else/.reflexion").mkdir()
    assert world.open("else").trusted and world.open("else").store.provenance is None


def test_what_is_put_first_into_an_empty_store_is_ours(world):
    world.store.mkdir()
    project = world.open()
    with project.store.lock():
        project.store.write(dict(BASE))
    assert world.open().owns(ID)


def test_a_store_that_came_along_is_a_guest_once_it_is_used(world):
    world.entry()
    project = world.open()
    assert not project.is_begun() and not project.trusted and project.waiting() == [ID]
    project.ready()
    assert project.trusted and project.listed.standing == trust.GUEST and project.waiting() == [ID]


CONFIG = [
    # how the store is listed, is the file tracked, was it accepted: do its settings count?
    ("mine", False, False, True),
    ("mine", True, False, False),
    ("mine", True, True, True),
    ("guest", False, False, False),
    ("guest", False, True, True),
    ("", False, False, False),
]


@pytest.mark.parametrize("standing, tracked, accepted, counts", CONFIG)
def test_whose_settings_count(world, standing, tracked, accepted, counts):
    if standing:
        world.mine(standing)
    world.put("config.json", {"max_rules": 3})
    if accepted:
        project = world.open()
        project.store.provenance.accept_file("config.json", b'{"max_rules": 3}')
    world.tracked = frozenset(["config.json"] if tracked else [])
    assert (world.open().settings["max_rules"] == 3) is counts


def test_where_nothing_waits_the_settings_are_read_once(world, monkeypatch):
    world.mine()
    monkeypatch.setattr(project_module, "peek", lambda *_: pytest.fail("read twice"))
    assert world.open().settings["max_rules"] == 30


PULLS = [
    # what the project's file says, was it accepted, what the home's says: does it count, any word?
    (None, False, None, False, False),
    (False, False, None, False, False),
    (True, False, None, False, True),
    (True, True, None, True, False),
    (True, False, True, True, False),
    (None, False, True, True, False),
    (False, True, True, False, False),
]


@pytest.mark.parametrize("said, accepted, at_home, counts, is_named", PULLS)
def test_who_may_let_pulls_speak(world, said, accepted, at_home, counts, is_named):
    world.mine()
    if said is not None:
        world.put("config.json", {"trust_pulls": said})
    if accepted:
        accepting.accept(world.open())
    if at_home is not None:
        world.put("home/.reflexion/config.json", {"trust_pulls": at_home})
    problems = []
    assert world.open(problems=problems).store.provenance.pulls is counts
    expected = [(str(world.store / "config.json"), "trust_pulls: set it by `reflexion config`")]
    assert problems == expected * is_named
    assert world.open().store.provenance.pulls is counts


def test_pulls_let_nothing_of_a_stranger_s_store_speak(world):
    world.entry()
    world.put("home/.reflexion/config.json", {"trust_pulls": True})
    assert not world.open().store.provenance.pulls


OLD = [
    # how the list of old had it; is the entry tracked, did a session meet it: is it ours?
    (trust.WAS_WHOLE, False, False, True),
    (trust.WAS_WHOLE, True, False, False),
    (trust.WAS_WHOLE, True, True, True),
    (trust.WAS_MADE, False, False, True),
    (trust.WAS_MADE, True, True, False),
]


@pytest.mark.parametrize("standing, tracked, met, is_ours", OLD)
def test_a_store_of_the_lists_of_old(world, standing, tracked, met, is_ours):
    world.mine(standing)
    world.entry()
    world.put(f"entries/{OTHER}.json", b"{ torn")
    world.put("entries/notes.txt", b"x")
    state = SimpleNamespace(state_dir=str(world.store / "state"))
    Session(state, "s-1").add({"kind": SEEN if met else FAIL, "id": ID}, {"kind": FAIL, "id": ID})
    world.tracked = None
    assert world.open().listed.standing == standing, "not while git cannot tell"
    world.tracked = frozenset([FILE] if tracked else [])
    project = world.open()
    assert project.listed.standing == world.open().listed.standing == trust.MINE
    assert project.store.provenance.owned.keys() == ({ID} if is_ours else set())


def test_a_list_of_old_that_cannot_be_carried_over_stays(world, monkeypatch):
    world.mine(trust.WAS_MADE)

    def refuse(*_):
        raise OSError(30, "read-only")

    monkeypatch.setattr(trust, "stands", refuse)
    assert world.open().listed.standing == trust.WAS_MADE


OWNED = [
    # where the entry is, is it listed, does git track it: is it ours?
    (["shop"], True, False, True),
    (["shop"], False, False, False),
    (["shop"], True, True, True),
    (["home"], False, False, True),
    (["home", "shop"], False, False, False),
    ([], True, False, False),
]


@pytest.mark.parametrize("places, is_listed, tracked, expected", OWNED)
def test_which_learnings_are_ours(world, places, is_listed, tracked, expected):
    world.mine()
    if "shop" in places:
        world.entry()
    if "home" in places:
        world.entry(place="home/.reflexion/")
    if is_listed:
        world.open().store.provenance.accept([BASE])
    world.tracked = frozenset([FILE] if tracked else [])
    assert world.open().owns(ID) is expected
    project = world.open()
    project.trusted = False
    assert not project.owns(ID)


def test_an_entry_that_cannot_be_read_and_may_be_another_s_is_nobody_s(world):
    world.mine()
    world.entry()
    world.open().store.provenance.accept([BASE])
    world.put(f"entries/{ID}.json", b"{ torn")
    assert world.open().owns(ID), "where nothing waits no file has to be read"
    world.tracked = frozenset([FILE])
    assert not world.open().owns(ID)


def test_what_a_pull_may_say_is_not_ours_for_it(world):
    world.mine()
    world.entry()
    world.put("home/.reflexion/config.json", {"trust_pulls": True})
    world.tracked = frozenset([FILE])
    project = world.open()
    assert project.store.get(ID) and not project.owns(ID)


def test_what_the_person_accepts(world):
    world.entry()
    world.entry(OTHER)
    world.put("entries/notes.txt", b"x")
    project = world.open()
    project.ready()
    assert accepting.own(project, [OTHER, "RFX-20260101-000000"]) == 1
    assert project.waiting() == [ID] and project.store.known("0" * 16) is None
    assert accepting.accept(project) == 2 and project.waiting() == []
    assert project.listed.standing == world.open().listed.standing == trust.MINE
    assert not project.store.provenance.owned.has("config.json"), "there is none"
    world.put("config.json", {"max_rules": 3})
    assert accepting.accept(project) == 2 and project.settings["max_rules"] == 3
    assert project.store.provenance.owned.has("config.json")


SETTINGS = [
    # how the store is listed, the file is there, git tracks it: is it accepted by the way?
    ("guest", True, False, True),
    ("guest", True, True, False),
    ("guest", False, False, False),
    ("mine", True, False, False),
]


@pytest.mark.parametrize("standing, is_there, tracked, accepted", SETTINGS)
def test_settings_that_git_does_not_know_are_taken(world, standing, is_there, tracked, accepted):
    world.mine(standing)
    if is_there:
        world.put("config.json", {"max_rules": 3})
    world.tracked = frozenset(["config.json"] if tracked else [])
    project = world.open()
    assert accepting.takes_settings(project) is accepted
    assert (project.listed.standing == trust.MINE) is (accepted or standing == "mine")


def test_the_insight_files_that_recall_may_name(world):
    world.mine()
    project = world.open()
    folder = world.folder / "shop/docs/.insights"
    folder.mkdir(parents=True)
    for name in ("one.md", "two.md"):
        (folder / name).write_text("x")
    one = str(folder / "one.md")
    assert not project.refers_to(one)
    accepting.own_insight(project, one)
    accepting.own_insight(project, one)
    assert project.refers_to(one) and not project.refers_to(str(folder / "two.md"))
    with open(trust.owned_file(project.listed, project.home_dir)) as file:
        assert file.read() == "insight docs/.insights/one.md\n"
    assert (
        accepting.own_insights(project, str(folder)) == 1
        and accepting.own_insights(project, str(folder)) == 0
    )
    assert world.open().refers_to(str(folder / "two.md"))


SPEAKING = [
    # whose the store is, is it there, use_global, is the home store there: which speak
    ("mine", True, True, True, ["shop", "home"]),
    ("mine", True, False, True, ["shop"]),
    ("mine", True, True, False, ["shop"]),
    ("mine", False, True, True, ["home"]),
    ("stranger", True, True, True, ["home"]),
]


@pytest.mark.parametrize("whose, is_there, use_global, at_home, expected", SPEAKING)
def test_the_stores_that_may_speak(world, whose, is_there, use_global, at_home, expected):
    if is_there:
        world.store.mkdir()
    if whose == "stranger":
        world.entry()
    project = world.open()
    project.settings["use_global"] = use_global
    world.home.mkdir(exist_ok=True)
    if not at_home:
        os.rename(world.home, world.folder / "gone")
    speaking = project.speaking()
    assert [os.path.basename(store.root) for store in speaking] == expected
    ours = whose == "mine" and is_there
    assert project.state_dir() == (project.store if ours else project.home).state_dir


def test_faults_of_a_store_that_is_not_begun_go_home(world, monkeypatch):
    world.store.mkdir()
    monkeypatch.setattr(trust, "begin", lambda *_: (_ for _ in ()).throw(OSError()))
    project = world.open()
    assert project.trusted and project.state_dir() == project.home.state_dir
    assert world.open(HOME="/").state_dir() == project.store.state_dir


OUTSIDE = [
    # where a command ran, where the session was started (None: not known): outside of shop/?
    ("", None, False),
    ("shop", None, False),
    ("shop/src", None, False),
    ("else", None, True),
    ("bad\0", None, True),
    ("work", None, False),
    ("alias/src", None, False),
    ("else", "else", False),
    ("else", "shop", True),
    ("shop", "shop", False),
    ("shop", "shop/src", False),
    ("shop", "else", True),
    ("shop", "alias/src", False),
    ("alias/src", "alias/src", False),
    ("else", "elsewhere", True),
]


@pytest.mark.parametrize("cwd, started, expected", OUTSIDE)
def test_what_runs_outside_of_the_project(world, monkeypatch, cwd, started, expected):
    for name, text in LINKED.items():
        path = world.folder / name.replace("main/", "shop/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("@", str(world.folder)).replace("main/", "shop/"))
    (world.folder / "alias").symlink_to("shop")
    monkeypatch.chdir(world.folder / "shop")
    for opened in ("shop", "alias"):
        project = world.open(opened)
        assert os.path.basename(project.root) == opened
        if started is not None:
            project.environ["CLAUDE_PROJECT_DIR"] = str(world.folder / started)
        assert project.outside(cwd and str(world.folder / cwd)) is expected
    world.store.mkdir()
    elsewhere = expected and not (started == "else" and cwd == "shop")
    assert project.outside(cwd and str(world.folder / cwd)) is elsewhere, "of a store that is there"


def test_what_runs_outside_of_a_folder_that_is_no_checkout(world, monkeypatch):
    (world.folder / "plain/sub").mkdir(parents=True)
    (world.folder / "alias").symlink_to("plain")
    monkeypatch.chdir(world.folder / "else")
    project = world.open("plain")
    inside = ("", "plain", "plain/sub", "alias/sub")
    for cwd, expected in (*((name, False) for name in inside), ("else", True), ("shop", True)):
        assert project.outside(cwd and str(world.folder / cwd)) is expected, cwd
    assert world.open().outside(str(world.folder / "plain"))


def test_another_checkout_is_outside_and_a_worktree_is_not(world):
    (world.folder / "else/.git").mkdir()
    (world.folder / "alias").symlink_to("shop")
    for name, text in LINKED.items():
        path = world.folder / name.replace("main/", "shop/")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = text.replace("../main/", f"{world.folder}/alias/")
        path.write_text(text.replace("@", str(world.folder)))
    assert world.open().outside(str(world.folder / "else"))
    assert not world.open().outside(str(world.folder / "work"))
