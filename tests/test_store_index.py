"""The index stays true: to our own writes, to foreign ones, to deleted files, under many
writers; and it is searched without being loaded."""

from __future__ import annotations

import contextlib
import json
import os
import random
import threading
import time
from types import SimpleNamespace

import pytest

from reflexion.store import fs, index, index_file, tidy
from reflexion.store.entries import Store
from reflexion.store.schema import mark_of


@pytest.fixture
def store(tmp_path):
    made = Store(str(tmp_path / "shop" / ".reflexion"))
    made.create_folders()
    return made


def print_of(trigger, context):
    return mark_of({"type": "error", "trigger": trigger, "context": context})


def add(store, trigger, context="make all", keywords=("make",), resolution="Do it."):
    entry = {
        "type": "error",
        "trigger": trigger,
        "context": context,
        "resolution": resolution,
        "keywords": list(keywords),
    }
    with store.lock():
        return store.create(entry, mark_of(entry))["id"]


def by_hand(store, id, **fields):
    """What a person or git does: the file is there, changed or gone, without a word to the index."""
    path = os.path.join(store.entries_dir, id + ".json")
    entry = {
        "id": id,
        "type": "error",
        "trigger": "t",
        "context": "",
        "resolution": "r",
        "keywords": ["k"],
        **fields,
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(entry, file)


def found(store, term):
    index.refresh(store, index.ALL)
    return look(store, [term])[term]


def look(store, terms):
    """term -> ids, sorted, by the index as it is."""
    state = index.State(store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "refresh", lambda *_: state)
        with index.OpenIndex(store) as view:
            return {term: sorted(view.find(term)[1]) for term in terms}


def lines(store):
    with open(os.path.join(store.dir, "index.txt"), "rb") as file:
        return file.read()


def settle(store):
    """Let every change be old enough that a later one shows."""
    time.sleep(2 * index.FRESH / 1e9)
    index.refresh(store)
    assert index.State(store).folder_time


def test_a_capture_shows_in_the_file_at_once(store):
    first = add(store, "quokka not found", keywords=["quokka", "Make: All"])
    second = add(store, "another quokka", keywords=["quokka"])
    data = lines(store)
    assert f"quokka:{','.join(sorted([first, second]))}\n".encode() in data
    assert f"make-all:{first}\n".encode() in data
    assert data.endswith(b"\n") and data.splitlines() == sorted(data.splitlines())


def test_a_known_mistake_is_found_by_its_fingerprint(store):
    id = add(store, "error: quokka 17 escaped", "run zoo")
    assert store.known(print_of("error: quokka 99 escaped", "run zoo"))["id"] == id
    assert store.known("0" * 16) is None
    assert index.State(store).count == 1


def test_an_update_moves_its_terms(store):
    id = add(store, "quokka not found", keywords=["quokka"])
    store.update(id, lambda entry: entry.update(trigger="wombat not found", keywords=["wombat"]))
    assert look(store, ["quokka", "wombat"]) == {"quokka": [], "wombat": [id]}
    store.remove(id)
    assert look(store, ["wombat"]) == {"wombat": []} and index.State(store).count == 0
    assert id.encode() not in lines(store)


def test_added_by_hand(store):
    add(store, "something")
    by_hand(store, "RFX-20250101-aaaaaa", keywords=["platypus"])
    assert found(store, "platypus") == ["RFX-20250101-aaaaaa"]


def test_changed_in_place(store):
    id = add(store, "quokka not found", keywords=["quokka"])
    found(store, "quokka")
    settle(store)
    by_hand(store, id, keywords=["dingo"])
    assert found(store, "dingo") == [id] and found(store, "quokka") == []


def test_changed_in_place_in_a_store_too_large_to_look_at_all(store, monkeypatch):
    """Before a prompt those that changed last are looked at, at a session's start all."""
    monkeypatch.setattr(index, "ALL", 2)
    monkeypatch.setattr(index, "RECENT", 3)
    ids = [add(store, f"thing {n} broke", keywords=[f"only{n}"]) for n in range(6)]
    found(store, "only0")
    settle(store)
    by_hand(store, ids[0], keywords=["dingo"])  # nobody touched it of late
    assert found(store, "dingo") == []
    index.refresh(store, most=index.AT_START)
    assert found(store, "dingo") == [ids[0]]
    settle(store)
    by_hand(store, ids[0], keywords=["wombat"])  # now it is one that changed last
    assert found(store, "wombat") == [ids[0]] and found(store, "dingo") == []


def test_changed_by_rename(store, tmp_path):
    id = add(store, "quokka not found", keywords=["quokka"])
    found(store, "quokka")
    by_hand(store, "RFX-20250101-bbbbbb", keywords=["dingo"])
    text = (
        open(os.path.join(store.entries_dir, "RFX-20250101-bbbbbb.json"), encoding="utf-8")
        .read()
        .replace("RFX-20250101-bbbbbb", id)
    )
    (tmp_path / "new").write_text(text, encoding="utf-8")
    os.unlink(os.path.join(store.entries_dir, "RFX-20250101-bbbbbb.json"))
    os.replace(tmp_path / "new", os.path.join(store.entries_dir, id + ".json"))
    assert found(store, "dingo") == [id]


def test_changed_in_the_instant_of_our_own_write(store):
    """Same length, same time: only that the file was fresh says that it has to be read again."""
    id = add(store, "quokka not found", keywords=["quokka"])
    path = os.path.join(store.entries_dir, id + ".json")
    before = os.stat(path)
    data = open(path, encoding="utf-8").read().replace("quokka", "dingos")
    with open(path, "w", encoding="utf-8") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert found(store, "dingos") == [id]


def test_removed_by_hand(store):
    id = add(store, "quokka not found", keywords=["quokka"])
    os.unlink(os.path.join(store.entries_dir, id + ".json"))
    assert found(store, "quokka") == [] and index.State(store).count == 0


def test_a_foreign_change_before_a_capture_is_not_masked(store):
    add(store, "first thing")
    settle(store)
    by_hand(store, "RFX-20250101-aaaaaa", keywords=["platypus"])
    add(store, "second thing")
    index.refresh(store, most=0)
    assert look(store, ["platypus"])["platypus"] == ["RFX-20250101-aaaaaa"]


def test_our_own_writes_are_no_foreign_change(store, monkeypatch):
    add(store, "first thing")
    settle(store)
    add(store, "second thing")
    monkeypatch.setattr(index, "_mend", lambda *_: pytest.fail("looked at the folder again"))
    index.refresh(store, most=0)


@pytest.mark.parametrize("gone", ["index.txt", "state", "state/index", "state/index/state.txt"])
def test_derived_files_may_be_deleted(store, gone):
    import shutil

    id = add(store, "quokka not found", keywords=["quokka"])
    path = os.path.join(store.dir, gone)
    shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
    assert found(store, "quokka") == [id]
    os.unlink(os.path.join(store.dir, "index.txt"))
    add(store, "dingo not found", keywords=["dingo"])
    assert found(store, "quokka") == [id] and index.State(store).count == 2


def test_an_index_that_holds_the_fingerprints_of_old_is_built_anew(store):
    id = add(store, "quokka not found")
    state = os.path.join(store.state_dir, "index", "state.txt")
    with open(state, "r+") as file:
        now = file.read()
        file.seek(0)
        file.write(now.replace(index.VERSION, "12", 1))
    assert not index.State(store).valid and found(store, "quokka") == [id]
    assert index.State(store).valid


@pytest.mark.parametrize(
    "text", ["", "10", "10 0 0 1 2 3\nRFX-20250101-aaaaaa 5", "\0" * 99, "9 1 2"]
)
def test_a_damaged_state_is_built_anew(store, text):
    id = add(store, "quokka not found", keywords=["quokka"])
    state = index.State(store)
    status = os.stat(state.index)
    text = text.replace("2 3", f"{status.st_size} {status.st_mtime_ns}")
    with open(state.path, "w", encoding="utf-8") as file:
        file.write(text)
    assert found(store, "quokka") == [id] and index.State(store).count == 1


@pytest.mark.parametrize(
    "garbage", [b"", b"\n\n", b"quokka", b"\xff\xfe:RFX\n" * 50, b"quokka:RFX-20250101-999999\n"]
)
def test_a_foreign_index_file_is_built_anew(store, garbage):
    id = add(store, "quokka not found", keywords=["quokka"])
    with open(os.path.join(store.dir, "index.txt"), "wb") as file:
        file.write(garbage)
    assert found(store, "quokka") == [id]


def test_unreadable_entries_are_left_where_they_are_and_named(store):
    id = add(store, "quokka not found", keywords=["quokka"])
    names = {
        "RFX-20250101-aaaaaa.json": "{broken",
        "RFX-20250101-bbbbbb.json": "[]",
        "notes.json": "{}",
        "README.md": "hi",
    }
    for name, text in names.items():
        with open(os.path.join(store.entries_dir, name), "w", encoding="utf-8") as file:
            file.write(text)
    os.symlink(
        os.path.join(store.entries_dir, id + ".json"),
        os.path.join(store.entries_dir, "RFX-20250101-cccccc.json"),
    )
    assert found(store, "quokka") == [id]
    index.rebuild(store)
    problems = []
    assert [entry["id"] for entry in store.all(problems)] == [id] and index.State(store).count == 1
    assert [name for name, _ in problems] == sorted([*names, "RFX-20250101-cccccc.json"])
    assert all(reason for _, reason in problems) and len(store.names()) == 6
    with open(
        os.path.join(store.entries_dir, "RFX-20250101-aaaaaa.json"), "w", encoding="utf-8"
    ) as file:
        json.dump({"trigger": "mended wallaby", "keywords": ["wallaby"]}, file)
    assert found(store, "wallaby") == ["RFX-20250101-aaaaaa"]


def test_a_mistake_with_two_entries_is_found_in_both(store):
    ids = ["RFX-20250101-aaaaaa", "RFX-20250202-aaaaaa"]
    for id in ids:
        by_hand(store, id, trigger="quokka not found", context="make")
    index.rebuild(store)
    print_ = print_of("quokka not found", "make")
    assert look(store, ["#" + print_]) == {"#" + print_: ids}
    assert store.known(print_)["id"] == ids[0]


def test_a_large_store_is_built_in_runs_and_gives_the_same(store, monkeypatch):
    for n in range(60):
        by_hand(
            store,
            f"RFX-20250101-{n:06x}",
            trigger=f"thing {n} of quokka",
            keywords=["common", f"only{n}"],
        )
    index.rebuild(store)
    whole = lines(store)
    monkeypatch.setattr(index, "BATCH", 7)
    index.rebuild(store)
    assert index.State(store).count == 60 and lines(store) == whole
    assert os.listdir(os.path.join(store.state_dir, "index")) == ["state.txt"]


def test_changes_beside_a_large_index_and_their_folding(store, monkeypatch):
    ids = [add(store, f"thing{n} broke", keywords=[f"only{n}", "common"]) for n in range(3)]
    monkeypatch.setattr(index, "DIRECT", 0)
    before = lines(store)
    late = add(store, "late thing", keywords=["late", "common"])
    store.update(ids[0], lambda entry: entry.update(keywords=["moved"], trigger="moved"))
    store.remove(ids[1])
    expected = {
        "late": [late],
        "only0": [],
        "only1": [],
        "moved": [ids[0]],
        "common": sorted([ids[2], late]),
    }
    assert lines(store) == before and look(store, expected) == expected
    old = index.State(store).waiting()
    with store.lock():
        index.State(store).save(0, most=0)
    folded = lines(store)
    assert look(store, expected) == expected
    assert index.State(store).waiting() == (set(), {})
    # a reader that saw what waited before the fold and the file after it
    monkeypatch.setattr(index.State, "waiting", lambda _: old)
    assert look(store, expected) == expected
    monkeypatch.undo()
    index.rebuild(store)
    assert lines(store) == folded


def test_many_changes_by_hand_in_a_large_index(store, monkeypatch):
    monkeypatch.setattr(index, "DIRECT", 0)
    ids = [f"RFX-20250101-{n:06x}" for n in range(120)]
    for id in ids:
        by_hand(store, id, keywords=["old", id[-3:]])
    assert sorted(found(store, "old")) == ids
    for id in ids[:90]:
        by_hand(store, id, keywords=["newer", id[-3:]])
    assert sorted(found(store, "newer")) == ids[:90] and sorted(found(store, "old")) == ids[90:]


def random_index(tmp_path, monkeypatch, terms=3000):
    """A file with short and very long lines, and what is in it."""
    monkeypatch.setattr(index_file, "IDS_PER_LINE", 50)
    rng, holds = random.Random(5), {}
    for _n in range(terms):
        name = f"{rng.choice(['a', 'go', 'go.mod', 'ärger', '数据', 'z'])}{rng.randrange(10 ** rng.randrange(1, 6))}"
        holds[name] = sorted(
            f"RFX-20250101-{k:06x}"
            for k in rng.sample(range(5000), rng.choice([1, 1, 1, 2, 5, 60, 500]))
        )
    path = tmp_path / "big.txt"
    path.write_bytes(
        b"".join(
            line
            for term in sorted(holds, key=lambda term: term.encode() + b":")
            for line in index_file.lines_of(term.encode() + b":", holds[term])
        )
    )
    return str(path), holds


def test_binary_search_finds_what_is_there_and_nothing_else(tmp_path, monkeypatch):
    path, holds = random_index(tmp_path, monkeypatch)
    with index_file.Reader(path) as reader:
        for term, ids in list(holds.items())[::7]:
            assert reader.find(term) == (len(ids), ids), term
        for term in ("", "a", "go", "go.mo", "zzz", "\U0001f600", "aa0"):
            if term not in holds:
                assert reader.find(term) == (0, []), term
        assert set(reader.starting("go.mod1")) <= {
            term for term in holds if term.startswith("go.mod1")
        } and reader.starting("go.mod1")


class Counting:
    """A file that counts the bytes which are read of it."""

    def __init__(self, file):
        self.file = file
        self.seek = file.seek
        self.close = file.close
        self.taken = 0

    def read(self, size):
        return self._counted(self.file.read(size))

    def readline(self, size):
        return self._counted(self.file.readline(size))

    def _counted(self, data):
        self.taken += len(data)
        return data


@pytest.mark.parametrize("most", [1, 3, 40, 5000])
def test_the_latest_ids_of_a_term(tmp_path, monkeypatch, most):
    path, holds = random_index(tmp_path, monkeypatch, 400)
    new = [f"RFX-20250101-{n:06x}" for n in (0, 2500, 6000)]
    for term in [*list(holds)[::7], max(holds, key=lambda term: len(holds[term])), "not there"]:
        ids = holds.get(term, [])
        gone = set(ids[-2:]) - set(new)
        with index_file.Reader(path) as reader:
            assert reader.latest(term, most) == ids[::-1][:most], term
        left = sorted({*ids, *new} - gone, reverse=True)
        with index_file.Reader(path, gone, {term: new}) as reader:
            assert reader.latest(term, most) == left[:most], term


def test_the_latest_ids_are_read_without_the_others(tmp_path):
    path = tmp_path / "big.txt"
    ids = [f"RFX-20250101-{n:06x}" for n in range(100_000)]
    lines = [
        line for term in ("a", "b", "c") for line in index_file.lines_of(term.encode() + b":", ids)
    ]
    path.write_bytes(b"".join(lines))
    with index_file.Reader(str(path)) as reader:
        file = reader.file = Counting(reader.file)
        assert reader.latest("b", 40) == ids[:-41:-1]
    assert file.taken < 1 << 20 < reader.size


def test_a_term_too_common_to_tell_is_only_counted(tmp_path, monkeypatch):
    path, holds = random_index(tmp_path, monkeypatch, 200)
    term = max(holds, key=lambda term: len(holds[term]))
    with index_file.Reader(path) as reader:
        number, ids = reader.find(term, most=4000)
        assert reader.find(term, most=1 << 20) == (len(holds[term]), holds[term])
    assert ids is None and 0.5 * len(holds[term]) < number < 2 * len(holds[term])


def test_a_search_reads_a_few_blocks_only(tmp_path, monkeypatch):
    path, holds = random_index(tmp_path, monkeypatch)
    rare = [term for term in holds if len(holds[term]) == 1][:20]
    for term in rare:
        with index_file.Reader(path) as reader:
            reader.find(term)
            assert reader.size > 1_000_000 and len(reader.lines) < 30


def test_merging_takes_out_and_adds(tmp_path):
    rng = random.Random(3)
    holds = {
        f"t{n}": {f"RFX-20250101-{k:06x}" for k in rng.sample(range(30), rng.randrange(1, 5))}
        for n in range(40)
    }
    added = {
        "t5": ["RFX-20250101-000003"],
        "t99": ["RFX-20250101-00ffff"],
        "a": ["RFX-20250101-00fffe"],
    }

    def lines_of(holds):
        terms = sorted((term for term in holds if holds[term]), key=lambda term: term + ":")
        return [
            line
            for term in terms
            for line in index_file.lines_of(term.encode() + b":", holds[term])
        ]

    for number in (0, 2, 20):  # few are looked for as bytes, many as a set
        gone = {f"RFX-20250101-{k:06x}" for k in range(3, 3 + number)}
        expected = {term: ids - gone for term, ids in holds.items()}
        for term, ids in added.items():
            expected[term] = expected.get(term, set()) | set(ids)
        assert list(index_file.merged(lines_of(holds), gone, added)) == lines_of(expected), number


def test_sixteen_writers_lose_nothing(store):
    def work(n):
        for k in range(4):
            add(
                store,
                f"trouble number {chr(97 + n)}{chr(97 + k)} here",
                keywords=[f"word{n}x{k}", "shared"],
            )

    threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found(store, "shared")) == 64 and all(found(store, f"word{n}x3") for n in range(16))
    assert index.State(store).count == 64


@pytest.mark.parametrize("direct", [0, index.DIRECT], ids=["large", "small"])
def test_a_writer_that_dies_at_any_step_costs_nothing(store, monkeypatch, direct):
    monkeypatch.setattr(index, "DIRECT", direct)
    ids = [add(store, f"quokka {name} is lost", keywords=[name]) for name in ("one", "two", "six")]
    real, words = os.replace, iter(f"word{chr(97 + n)}" for n in range(26))

    def dies_after(steps):
        left = [steps]

        def replace(source, target):
            left[0] -= 1
            if left[0] < 0:
                raise SystemExit
            real(source, target)

        return replace

    for steps in (0, 1, 2):
        for change in ("write", "create", "remove"):
            word = next(words)
            with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SystemExit):
                patch.setattr(fs.os, "replace", dies_after(steps))
                if change == "write":
                    store.update(ids[0], lambda entry, word=word: entry.update(keywords=[word]))
                elif change == "create":
                    add(store, f"wombat {word} is lost", keywords=[word])
                else:
                    store.drop(ids[-1], store.get(ids.pop()))
            entries = list(store.all())
            for entry in entries:
                assert entry["id"] in found(store, entry["keywords"][0]), (steps, change)
            assert index.State(store).count == len(entries), (steps, change)
            ids = [entry["id"] for entry in entries]


def test_a_read_only_store_answers_from_what_is_there(store, monkeypatch):
    id = add(store, "quokka not found", keywords=["quokka"])
    by_hand(store, "RFX-20250101-aaaaaa", keywords=["platypus"])

    def refuse(*_):
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(fs.os, "open", refuse)
    index.refresh(store)
    monkeypatch.undo()
    assert look(store, ["quokka"])["quokka"] == [id]


def test_nothing_there(tmp_path):
    store = Store(str(tmp_path / "none"))
    index.refresh(store)
    assert look(store, ["x"]) == {"x": []} and index.State(store).count == 0
    assert not store.exists()


def test_an_alias_is_another_fingerprint(store):
    id = add(store, "quokka not found")
    store.update(id, lambda entry: entry.update(aliases=["0123456789ab"]))
    assert store.known("0123456789ab")["id"] == id
    by_hand(store, "RFX-20250101-aaaaaa", aliases=["ba9876543210"])
    index.refresh(store)
    assert store.known("ba9876543210")["id"] == "RFX-20250101-aaaaaa"


def test_what_is_known_of_the_last_changes_stays_short(store, monkeypatch):
    monkeypatch.setattr(index, "RECENT", 10)
    ids = [
        add(store, f"quokka {chr(97 + n) * 5} is lost", keywords=[f"only{n}"]) for n in range(26)
    ]
    for n in range(100):
        store.update(ids[0], lambda entry, n=n: entry.update(occurrences=n + 2))
    state = index.State(store)
    assert os.path.getsize(state.path) < 1_000 and index.State(store).count == 26
    assert len(state.recent) == 10 and ids[0] in state.recent
    by_hand(store, ids[1], keywords=["dingo"])
    assert found(store, "dingo") == [ids[1]] and found(store, "only2") == [ids[2]]


def test_an_entry_in_conflict_is_found_and_counted_once(store):
    """Before it is healed, and after."""
    id = add(store, "quokka not found", keywords=["quokka"])
    with open(store.path(id), encoding="utf-8") as file:
        whole = file.read()
    theirs = whole.replace('"quokka"', '"dingo"')
    with open(store.path(id), "w", encoding="utf-8") as file:
        file.write(f"<<<<<<< ours\n{whole}=======\n{theirs}>>>>>>> theirs\n")
    assert found(store, "dingo") == found(store, "quokka") == [id]
    assert tidy.heal(store) == [id] and index.State(store).count == 1
    assert found(store, "dingo") == found(store, "quokka") == [id]
    index.rebuild(store)
    assert index.State(store).count == 1


class Looked(Exception):
    """The files were looked at: all of them, or those that changed last."""


@pytest.mark.parametrize(
    "most, limit", [((), 1000), ((index.AT_START,), 2000), ((index.AT_END,), 100_000)]
)
def test_up_to_how_many_entries_every_file_is_looked_at(store, monkeypatch, most, limit):
    add(store, "quokka not found")
    settle(store)
    state = index.State(store)

    def looks(at):
        def files(*_):
            raise Looked(at)

        return files

    monkeypatch.setattr(index, "_all_files", looks("all"))
    monkeypatch.setattr(index, "_last_files", looks("last"))
    for count, expected in ((limit, "all"), (limit + 1, "last")):
        state.count = count
        state.save(state.folder_time)
        with pytest.raises(Looked, match=expected):
            index.refresh(store, *most)
    index.refresh(store, 0)


def test_the_files_that_are_looked_at(store):
    ids = sorted(add(store, f"thing {n} broke") for n in ("one", "two"))
    state = index.State(store)
    state.put("RFX-20260101-000000", 0, None, True)
    assert len(list(index._all_files(store))) == len(list(index._last_files(store, state))) == 2
    for name in ("notes.json", "README.md"):
        open(os.path.join(store.entries_dir, name), "w").close()
    assert sorted(item.name for item in index._listed(store)) == [f"{id}.json" for id in ids]
    store.provenance = SimpleNamespace(waits_unread=lambda id: id == ids[0])
    assert [item.name for item in index._listed(store)] == [f"{ids[1]}.json"]
    assert index._read(store, "RFX-20260101-000000") is None


def test_what_changed_at_the_moment_of_the_last_look_is_read_again(store, monkeypatch):
    add(store, "quokka not found")
    settle(store)
    read = []
    for late, is_current in ((-1, True), (0, False)):
        state = index.State(store)
        monkeypatch.setattr(index, "_changed_at", lambda _, at=state.since + late: at)
        assert index._is_current(store, state, 1) is is_current
        with store.lock(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(index, "_read", lambda store, id: read.append(id))
            index._mend(store, index.State(store))
        assert bool(read) is not is_current


def test_the_times_that_are_kept(store, monkeypatch):
    """Up to when files were read: short of now, by the file system's clock."""
    assert index.folder_time(store) and index.State(store).since == 0
    add(store, "quokka not found")
    index.refresh(store)
    now = os.stat(os.path.join(store.state_dir, "lock")).st_mtime_ns
    assert index.State(store).since == now - 50_000_000
    then = now - 10**12
    whole = os.utime
    monkeypatch.setattr(index.os, "utime", lambda path: whole(path, ns=(then, then)))
    for early, expected in ((1, then - 50_000_001), (0, 0)):
        monkeypatch.setattr(index, "folder_time", lambda _, t=then - 50_000_000 - early: t)
        index.rebuild(store)
        assert index.State(store).folder_time == expected
    monkeypatch.undo()
    os.rename(store.entries_dir, store.entries_dir + ".gone")
    assert index.folder_time(store) == 0


def changed_state(store, change) -> bool:
    """Is the state taken for what index.txt was made of, after this change of its first line?"""
    with open(index.State(store).path, encoding="utf-8") as file:
        head, *lines = file.read().split("\n")
    with open(index.State(store).path, "w", encoding="utf-8") as file:
        file.write("\n".join([change(head), *lines]))
    return index.State(store).valid


def put_at(number: int, value):
    """Another value for one of the words of the first line."""

    def change(head):
        words = head.split()
        words[number] = str(value)
        return " ".join(words)

    return change


def test_a_state_of_another_index_is_built_anew(store, monkeypatch):
    id = add(store, "quokka not found")
    assert index.State(store).valid and not index.State(store, anew=True).valid
    now = 10**18
    monkeypatch.setattr(time, "time_ns", lambda: now)
    assert changed_state(store, put_at(2, now + 2_000_000_000))
    assert not changed_state(store, put_at(2, now + 2_000_000_001))
    assert changed_state(store, put_at(2, now))
    size = os.path.getsize(index.State(store).path)
    assert changed_state(store, lambda head: head + " " * ((1 << 20) - size))
    assert not changed_state(store, lambda head: head + " ")
    monkeypatch.undo()
    for number, value in ((0, "11"), (4, 1), (5, 1)):
        index.rebuild(store)
        assert index.State(store).valid
        assert not changed_state(store, put_at(number, value)), number
    assert index.State(store).recent == {} and index.State(store).count == 0
    assert found(store, "quokka") == [id]


PUTS = [
    # (terms of the entry, None: it went; was it in index.txt) one after the other
    # the mark of the last is GONE; its terms wait; index.txt has no lines of it; entries counted
    ([("a", False)], False, ["a"], True, 1),
    ([("a", True)], False, ["a"], False, 0),
    ([(None, False)], None, [], True, 0),
    ([(None, True)], True, [], False, -1),
    ([("a", False), ("a", True)], False, ["a"], True, 1),
    ([("a", False), ("b", True)], False, ["b"], True, 1),
    ([(None, True), ("a", False)], False, ["a"], False, 0),
]


@pytest.mark.parametrize("puts, is_gone, terms, is_added, count", PUTS)
def test_what_is_known_of_a_change(store, monkeypatch, puts, is_gone, terms, is_added, count):
    monkeypatch.setattr(index, "terms_of", list)
    state = index.State(store)
    for at, (entry, was) in enumerate(puts):
        state.put("x", at, entry, was)
    change = state.recent.get("x")
    assert (change and (change.mark == index.GONE)) is is_gone
    assert (list(change.terms) if change else []) == terms
    assert (change is None or change.at == len(puts) - 1) and state.count == count
    assert ("x" in state.added) is is_added
    assert state.waiting() == ({"x"} if change else set(), {term: ["x"] for term in terms})


def test_what_index_txt_holds_already_does_not_wait(store, monkeypatch):
    index.rebuild(store)
    monkeypatch.setattr(index, "terms_of", list)
    state = index.State(store)
    state.put("x", 1, "a", False)
    state.put("y", 1, None, True)
    state.save(0)
    assert list(state.recent) == ["x"] and not state.recent["x"].is_pending()
    assert state.added == set() and state.valid
    state.put("x", 2, "a", True)
    assert state.waiting() == (set(), {}) and state.recent["x"].at == 2
    state.put("x", 3, "b", True)
    assert state.waiting() == ({"x"}, {"b": ["x"]})


def test_the_last_hundred_changes_are_remembered(store):
    state = index.State(store)
    state.recent = {f"{n}": index.Change(n, "m") for n in range(150)}
    state.recent["late"] = index.Change(0, "m", ["term"])
    state.recent["gone"] = index.Change(0, index.GONE)
    state._forget_old()
    assert list(state.recent) == [*(f"{n}" for n in range(50, 150)), "late", "gone"]


SAVES = [
    # bytes of index.txt, changes that wait, is it written anew?
    (128 * 1024, 1, True),
    (128 * 1024 + 1, 1, False),
    (128 * 1024 + 1, 50, False),
    (128 * 1024 + 1, 51, True),
    (100, 0, False),
]


@pytest.mark.parametrize("size, changes, is_written", SAVES)
def test_when_the_index_is_written_anew(store, monkeypatch, size, changes, is_written):
    index.rebuild(store)
    monkeypatch.setattr(index, "terms_of", list)
    state = index.State(store)
    with open(state.index, "wb") as file:
        file.write(b"~:".ljust(size - 1, b"x") + b"\n")
    for n in range(changes):
        state.put(f"{n}", n, "a", True)
    before = os.stat(state.index).st_ino
    state.save(0)
    assert (os.stat(state.index).st_ino != before) is is_written
    modes = [os.stat(path).st_mode & 0o777 for path in (state.index, state.path)]
    assert modes == [0o600, 0o600] and index.State(store).valid
    assert os.stat(os.path.dirname(state.path)).st_mode & 0o777 == 0o700


@pytest.mark.parametrize("files, saves", [(5000, 1), (5001, 2)])
def test_how_many_are_read_before_they_are_written(store, monkeypatch, files, saves):
    item = SimpleNamespace(stat=lambda follow_symlinks: None)
    items = [SimpleNamespace(name=f"RFX-20260101-{n:06x}.json", **vars(item)) for n in range(files)]
    saved = []
    monkeypatch.setattr(index, "_listed", lambda store: items)
    monkeypatch.setattr(index, "_changed_at", lambda status: 1)
    monkeypatch.setattr(index, "_read", lambda store, id: "a")
    monkeypatch.setattr(index, "terms_of", list)
    monkeypatch.setattr(index.State, "save", lambda state, *arguments: saved.append(arguments))
    with store.lock():
        index._mend(store, index.State(store))
    assert len(saved) == saves and all(state == (0,) for state in saved[:-1])


def test_a_build_that_is_killed_goes_on_where_it_was(store, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 2)
    monkeypatch.setattr(index, "DIRECT", 0)
    for n in range(7):
        by_hand(store, f"RFX-20250101-{n:06x}")
    time.sleep(2 * index.FRESH / 1e9)
    read = []
    whole = index._read

    def dies(store, id):
        if len(read) == 4:
            raise SystemExit
        read.append(id)
        return whole(store, id)

    monkeypatch.setattr(index, "_read", dies)
    with pytest.raises(SystemExit):
        index.rebuild(store)
    assert index.State(store).valid and index.State(store).folder_time == 0
    assert index.State(store).since > 0 and index.State(store).count == 4
    monkeypatch.setattr(index, "_read", whole)
    index.refresh(store)
    assert index.State(store).count == 7
    for n in range(3):
        os.unlink(store.path(f"RFX-20250101-{n:06x}"))
    index.rebuild(store)
    assert index.State(store).waiting() == (set(), {}), "none waits beside a large index"


def test_a_foreign_change_is_looked_for_after_our_own(store):
    id = add(store, "first thing")
    settle(store)
    store.update(id, lambda entry: entry.update(worked=1))
    assert index.State(store).folder_time == index.folder_time(store)
    by_hand(store, "RFX-20250101-aaaaaa")
    store.update(id, lambda entry: entry.update(worked=2))
    assert index.State(store).folder_time == 0
    settle(store)
    store.remove(id)
    assert index.State(store).folder_time == index.folder_time(store)


def test_who_waits_for_the_lock_and_who_holds_it(store, monkeypatch):
    by_hand(store, "RFX-20250101-aaaaaa", trigger="quokka", context="make")
    waited = []
    monkeypatch.setattr(store, "lock", waited.append)
    with contextlib.suppress(AttributeError, TypeError):
        index.refresh(store)
    assert waited == [0.5]
    monkeypatch.undo()
    with store.lock():
        assert store.known(print_of("quokka", "make"), locked=True)


def test_a_stranger_s_store_has_no_index(store):
    id = add(store, "quokka not found")
    store.provenance = SimpleNamespace(owned=SimpleNamespace(path=""))
    os.unlink(index.State(store).path)
    assert not index.refresh(store).valid
    with index.OpenIndex(store) as view:
        assert view.find("quokka") == (0, [])
    assert not os.path.exists(index.State(store).path)
    store.provenance = None
    assert found(store, "quokka") == [id]


def test_what_is_found_beside_what_changed_in_place(store):
    """Without a look at the files, as a hook asks for a known mistake."""
    id = add(store, "quokka not found", "make")
    settle(store)
    by_hand(store, id, trigger="dingo", context="make")
    with index.OpenIndex(store) as view:
        assert view.known(print_of("quokka not found", "make"))["trigger"] == "dingo"
        view.find = lambda term: (5, None)
        assert view.known("any") is None and view.sharing({"a": 1.0}, 9) == []


SHARING = [
    # votes of the terms, how many an entry needs, as a share of the best one's, at most, found
    ({"a": 0.1, "b": 0.1}, {}, 9, ["x", "y", "z"]),
    ({"a": 0.1, "b": 0.1}, {}, 2, ["x", "y"]),
    ({"a": 0.1, "b": 0.1}, {"least": 0.2}, 9, ["x"]),
    ({"a": 0.1, "b": 0.1}, {"least": 0.3}, 9, []),
    ({"a": 0.1, "b": 0.1}, {"beside": 0.5}, 9, ["x", "y", "z"]),
    ({"a": 0.1, "b": 0.1}, {"beside": 0.6}, 9, ["x"]),
    ({"a": 0.1, "b": 0.2}, {}, 9, ["x", "z", "y"]),
    ({"none": 0.1}, {"beside": 0.5}, 9, []),
]


@pytest.mark.parametrize("weights, asked, most, expected", SHARING)
def test_those_that_share_terms(store, monkeypatch, weights, asked, most, expected):
    holds = {"a": ["y", "x"], "b": ["x", "z"], "none": None}
    monkeypatch.setattr("reflexion.text.tokens.rare", lambda number, count: 1.0)
    with index.OpenIndex(store) as view:
        view.find = lambda term: (2, holds[term])
        assert view.sharing(weights, most, **asked) == expected
