"""What past sessions show: the same failures as the hooks see, and what the person stated."""

import pytest
from past_sessions import Past

from reflexion import reflect
from reflexion.store.project import Project

NO_SCRIPT = ("npm run build", 1, 'npm ERR! Missing script: "build"')
WORKS = ("npm run build:prod", 0, "built")
TOKEN = "ghp_" + "q7Rk2ZpX9vLm4TnB8wYc1HsD6fJg3AeU5iKo"
LOOKS = ("ls", 0, "package.json")


@pytest.fixture
def past(box):
    return Past(box)


def read(past, **settings):
    project = Project(past.root, past.box.environ())
    project.settings.update(settings)
    chosen = reflect.choose(project, is_all=True)
    return reflect.Past(project, chosen)


def only(reader):
    (topic,) = reader.topics.values()
    return topic


def test_failures_of_all_hosts_are_counted_by_session(past):
    past.claude("one", "build it", NO_SCRIPT, WORKS)
    past.codex("two", "build it", NO_SCRIPT, NO_SCRIPT, WORKS)
    reader = read(past)
    topic = only(reader)
    assert (len(reader.sessions), reader.calls, reader.failures) == (2, 5, 3)
    assert topic.sessions == {"one": 1, "two": 2}
    assert topic.came_again


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("cd web && npm run build | tail -3", 'npm ERR! Missing script: "build"'),
        ("npm ci && deploy --fast", "error: unknown option '--fast'"),
    ],
)
def test_a_past_failure_has_the_fingerprint_that_the_hook_gives_it(past, box, command, output):
    past.claude("one", (command, 1, output))
    box.bash(command, code=1, output=output)
    (entry,) = box.entries()
    topic = only(read(past))
    project = Project(past.root, box.environ())
    assert project.store.index.find(topic.fingerprint) == entry["id"]
    assert topic.draft.trigger == entry["trigger"]
    assert topic.draft.context == entry["context"]


def test_a_sub_agents_own_transcript_belongs_to_its_session(past):
    past.claude("one", "go", LOOKS)
    past.claude("one", "find out why", NO_SCRIPT, agent="a1")
    reader = read(past)
    assert list(reader.sessions) == ["one"]
    assert list(only(reader).sessions) == ["one"]


def test_nothing_that_a_sub_agent_was_told_is_the_persons_word(past):
    path = past.claude("one", "remember that dates are always UTC here", agent="a1")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace('"agentId": "a1", "isSidechain": true', '"isMeta": false'))
    assert not read(past).topics


@pytest.mark.parametrize(
    ("settings", "command"),
    [
        ({"ignore": ["^make bench"]}, "make bench"),
        ({"tools": ["Edit"]}, "make lint"),
    ],
)
def test_what_hooks_would_not_count_is_left_out(past, settings, command):
    past.claude("one", (command, 2, "make: *** No rule to make target 'x'.  Stop."))
    assert read(past).failures == 1
    assert not read(past, **settings).topics


@pytest.mark.parametrize(
    ("command", "count"),
    [("reflexion learn x", 0), ("python3 ~/reflexion/reflexion learn x", 0), ("ls reflexion", 1)],
)
def test_calls_of_the_toolkit_itself_are_left_out(past, command, count):
    past.claude("one", (command, 1, "error: no such file or directory: x"))
    assert len(read(past).topics) == count


def test_a_failure_in_another_project_is_left_out(past, tmp_path):
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    path = past.claude("one", NO_SCRIPT)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(past.root, str(other)))
    assert not read(past).topics


def test_three_occurrences_of_different_sessions_are_kept(past):
    for number in range(5):
        past.claude(f"session-{number}", NO_SCRIPT, NO_SCRIPT)
    assert len(only(read(past)).shown) == 3


def test_a_sentence_that_is_to_be_remembered_is_found(past):
    past.claude("one", "remember that dates are always UTC here")
    topic = only(read(past))
    assert topic.draft.type == "correction"
    assert "dates are always UTC here" in topic.draft.trigger


@pytest.mark.parametrize(
    "prompt",
    [
        "do you remember how dates are stored here?",
        "<task-notification>remember that dates are UTC</task-notification>",
    ],
)
def test_other_prompts_are_no_sentences(past, prompt):
    past.claude("one", prompt)
    assert not read(past).topics


def test_a_sentence_that_hooks_would_not_keep_is_none_either(past, tmp_path):
    past.claude("one", "remember that dates are always UTC here", f"remember {'x ' * 300}")
    assert len(read(past).topics) == 1
    assert not read(past, capture_prompts=False).topics


def test_a_sentence_has_the_fingerprint_that_the_hook_gives_it(past, box):
    sentence = f"remember that dates are UTC, {'and that each of them has a zone ' * 7}here"
    past.claude("one", sentence)
    box.prompt(sentence)
    project = Project(past.root, past.box.environ())
    assert project.store.index.find(only(read(past)).fingerprint) == box.entry()["id"]


def test_a_secret_stands_in_no_draft(past):
    command = f"curl -H 'Authorization: Bearer {TOKEN}' x.test"
    past.claude("one", (command, 22, "curl: (22) The requested URL returned error: 401"))
    assert TOKEN not in str(only(read(past)).draft)


def test_broken_lines_of_a_transcript_are_passed_over(past):
    path = past.claude("one", NO_SCRIPT)
    with open(path, "ab") as file:
        file.write(b'{"type": "user", "message"\n\xff\xfe\n[]\n')
    assert read(past).failures == 1


def test_the_running_session_goes_before_the_newest(past):
    past.claude("running", NO_SCRIPT)
    past.claude("newest", NO_SCRIPT)
    project = Project(past.root, past.box.environ())
    assert reflect.choose(project, running="running")[0].session == "running"
