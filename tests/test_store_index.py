"""The index stays true: to our own writes, to foreign ones, to deleted files, under many writers; and it is searched without being loaded."""

from __future__ import annotations

import contextlib
import json
import os
import random
import threading
import time

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
