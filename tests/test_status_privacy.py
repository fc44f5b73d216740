"""What a page or an export must not tell: home folders and the person's name."""

import pytest

from reflexion.status.privacy import Privacy

ANN = {"HOME": "/home/ann.lee", "USER": "ann.lee"}
ROOT = "/home/ann.lee/src/shop"


@pytest.mark.parametrize(
    "text, shown",
    [
        ("open /home/ann.lee/src/shop/app.py", "open ./app.py"),
        ("cd /home/ann.lee/src/shop", "cd ."),
        ("cd /home/ann.lee/src/shopping", "cd ~/src/shopping"),
        ("cat /home/ann.lee/.npmrc", "cat ~/.npmrc"),
        ("at /Users/bob/x.ts:3", "at ~/x.ts:3"),
        (r"in C:\Users\bob\x.ts", r"in ~\x.ts"),
        ("~/.claude/projects/-home-bob-src-shop/x", "~/.claude/projects/~-src-shop/x"),
        ("touch /root/.cache", "touch ~/.cache"),
        ("ssh ann.lee@host", "ssh user@host"),
        ("chown Ann.Lee x", "chown user x"),
        # near misses
        ("GET /homepage/ann", "GET /homepage/ann"),
        ("annual leebridge", "annual leebridge"),
        ("cd /srv/root/x", "cd /srv/root/x"),
        ("/rootfs/etc", "/rootfs/etc"),
    ],
)
def test_homes_and_names_are_taken_out(text, shown):
    assert Privacy(ANN, ROOT)(text) == shown


@pytest.mark.parametrize("name", ["dev", "root", "node", "ci", ""])
def test_a_name_that_is_a_word_of_everyday_use_stays(name):
    environ = {"HOME": f"/srv/{name}" if name else "", "USER": name}
    assert Privacy(environ, "")("the root node of dev, by ci") == "the root node of dev, by ci"


def test_every_text_of_the_data_is_changed_and_nothing_else():
    data = {"a": ["/home/ann.lee/x", 3], "b": {"c": True, "d": None}}
    expected = {"a": ["~/x", 3], "b": {"c": True, "d": None}}
    assert Privacy(ANN, ROOT).in_all(data) == expected
