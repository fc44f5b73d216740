"""Redaction: what must go goes, whatever stands around it; what is no secret stays; nothing takes long."""

from __future__ import annotations

import json

import hostile
import pytest
import secret_cases as cases

from reflexion.signals.secrets import (
    MARK,
    _merged,
    find,
    redact,
    redact_together,
    redact_word,
    suspicious,
)
from reflexion.signals.secrets.names import PASSWORD_WORDS
from reflexion.signals.secrets.user_patterns import usable


def leaks(text, secrets):
    """The secrets, or long tails of them, that redaction leaves; and it must find nothing more the second time."""
    clean = redact(text)
    assert redact(clean) == clean
    assert clean.count("\n") == text.count("\n")
    return [
        secret
        for secret in secrets
        if secret in clean or len(secret) > 24 and secret[-16:] in clean
    ]


@pytest.mark.parametrize("shape", cases.table("shapes"))
def test_tokens_by_their_shape(shape):
    assert not [
        leak for around in cases.AROUND for leak in leaks(*cases.filled(around.format(shape), 1))
    ]


@pytest.mark.parametrize("table", ["services", "stands", "named", "places", "commands", "further"])
def test_secrets_by_what_stands_around_them(table):
    missed = [
        (text, left)
        for template in cases.table(table)
        for seed in range(2)
        for text, secrets in [cases.filled(template, seed)]
        for left in [leaks(text, secrets)]
        if left
    ]
    assert not missed


def test_secrets_inside_a_json_document():
    for template in cases.table("named"):
        text, secrets = cases.filled(template, 2)
        if not any(c in secret for secret in secrets for c in '\\"') and '\\"' not in text:
            assert not leaks(json.dumps({"command": text, "n": 1}, ensure_ascii=False), secrets), (
                text
            )


def test_harmless_text_stays_as_it_is():
    for template in cases.table("harmless") + cases.table("harmless lines"):
        for seed in range(2):
            text = cases.filled(template, seed)[0]
            assert redact(text) == text


TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV"
NOT_TEMPLATES = [  # (text, what may not be left of it)
    ('the secret is "correct horse battery staple"', "horse"),
    ("my password is 'purple monkey dishwasher'", "monkey"),
    ("echo eyJ1c2VyIjoiYm9iIiwicGFzc3dvcmQiOiJodW50ZXIyMiJ9 | base64 -d", "eyJ1c2Vy"),
    ("token: " + TOKEN.replace(".", ".\n  "), "SflKxw"),
    ("Bearer " + TOKEN[:50] + "\n" + TOKEN[50:], "SflKxw"),
    ("pass\u00adword=tiger22x", "tiger22x"),
    ("pass\u200bword: tiger22x", "tiger22x"),
    ("TOK\x00EN=tiger22xAb9", "tiger22xAb9"),
    ("ghp_a1B2c3D4\u200be5F6g7H8i9J0k1L2m3N4o5P6q7", "e5F6g7"),
]


@pytest.mark.parametrize("text, secret", NOT_TEMPLATES)
def test_secrets_that_are_split_wrapped_or_words(text, secret):
    assert secret not in redact(text) and "[REDACTED]" in redact(text)


KEPT = [  # the telling words and the lines stay
    ("export TOKEN={b40} && make", "export TOKEN=[REDACTED] && make"),
    ("mysql -u root -p{b16} shop", "mysql -u root -p[REDACTED] shop"),
    ("curl -u ann:{b20} https://x.acme.dev", "curl -u ann:[REDACTED] https://x.acme.dev"),
    ("https://ann:{b20}@git.acme.dev/a.git", "https://ann:[REDACTED]@git.acme.dev/a.git"),
    ("Authorization: Bearer {b40}", "Authorization: Bearer [REDACTED]"),
    ('{"password": "{b14}", "user": "ann"}', '{"password": "[REDACTED]", "user": "ann"}'),
    ("Server=db;Password={b14};Encrypt=True", "Server=db;Password=[REDACTED];Encrypt=True"),
    ("GET /a?token={b32}&page=2", "GET /a?token=[REDACTED]&page=2"),
    ("Cookie: sessionid={l32}; theme=dark", "Cookie: sessionid=[REDACTED]; theme=dark"),
    ("openssl rsa -passin pass:{b14} -in a", "openssl rsa -passin pass:[REDACTED] -in a"),
    ("\x1b[31mTOKEN\x1b[0m=\x1b[33m{b40}\x1b[0m", "TOKEN=[REDACTED]"),
]


@pytest.mark.parametrize("template, wanted", KEPT)
def test_what_stands_around_a_secret_stays(template, wanted):
    assert redact(cases.filled(template, 5)[0]) == wanted


def pem(kind="RSA PRIVATE KEY", lines=6, seed=3, joint="\n"):
    body, secrets = cases.filled("\n".join(["{s64}"] * lines + ["{s40}"]), seed)
    return joint.join(
        [f"-----BEGIN {kind}-----", *body.split("\n"), f"-----END {kind}-----"]
    ), secrets


@pytest.mark.parametrize(
    "kind",
    [
        "RSA PRIVATE KEY",
        "PRIVATE KEY",
        "EC PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ],
)
def test_private_keys(kind):
    text, secrets = pem(kind)
    assert not leaks(f"$ cat key\n{text}\ndone", secrets)
    assert "BEGIN" in redact(text) and "done" in redact(text + "\ndone")
    assert not leaks("  " + text.replace("\n", "\n  "), secrets)
    assert not leaks("> " + text.replace("\n", "\n> "), secrets)
    assert not leaks(json.dumps({"private_key": text, "id": 1}), secrets)
    assert not leaks(json.dumps(json.dumps({"private_key": text})), secrets)
    assert not leaks(f"KEY='{text}'", secrets)
    assert not leaks(text.replace("\n", "\r\n"), secrets)


def test_private_keys_cut_in_two():
    text, secrets = pem(lines=20)
    lines = text.split("\n")
    for cut in (3, 9, 15):
        assert not leaks("\n".join(lines[:cut]), secrets)
        assert not leaks("\n".join(lines[cut:]) + "\nlater", secrets)
    assert not leaks("\n".join(lines[:5] + ["... 900 lines left out ..."] + lines[12:]), secrets)
    assert not leaks(text[: len(text) // 2], secrets)
    assert not leaks(text[len(text) // 2 :], secrets)
    assert not leaks("\\n".join(lines[4:]), secrets)


def test_private_keys_run_together_and_cut():
    text, secrets = pem(lines=8, joint=" ")
    text = text.replace("\n", " ")
    assert not leaks("use this: " + text + " now", secrets)
    assert not leaks("use this: " + text[:300], [secret[:8] for secret in secrets[:5]])
    assert not leaks(text[200:], secrets[4:])
    assert (
        redact("-----BEGIN RSA PRIVATE KEY----- is missing in key.pem")
        == "-----BEGIN RSA PRIVATE KEY----- is missing in key.pem"
    )


def test_apostrophes_open_no_quotes():
    for text in (
        "that's wrong: mysql -u root -p{b16} shop",
        "I don't know 'why: sshpass -p '{b16}' ssh x",
        "the users' way: curl -u ann:{b16} https://x",
        "it's `redis-cli -a {b16} ping`, isn't it",
    ):
        assert not leaks(*cases.filled(text, 1))


def test_public_blocks_stay():
    for kind in (
        "PUBLIC KEY",
        "CERTIFICATE",
        "PGP SIGNATURE",
        "PGP PUBLIC KEY BLOCK",
        "CERTIFICATE REQUEST",
    ):
        assert redact(pem(kind)[0]) == pem(kind)[0]


def test_tokens_broken_to_the_width_of_a_page():
    token, _ = cases.filled("eyJhbGciOi{u40}.eyJzdWIi{u200}.{u86}", 4)
    lines = [token[at : at + 72] for at in range(0, len(token), 72)]
    clean = redact("Your token:\n\n    " + "\n".join(lines) + "\n\nKeep it.")
    assert not [line for line in lines if line in clean] and "Keep it." in clean


def test_recovery_codes():
    text, secrets = cases.filled("Recovery codes:\n\n  {h5}-{h5}\n  {h5}-{h5}\n\nPrint them.", 8)
    assert MARK in redact(text) and "Print them." in redact(text)


def test_find_says_what_and_where():
    text, (token,) = cases.filled("export A=1 TOKEN=ghp_{b36} B=2", 1)
    ((start, end, kind),) = find(text)
    assert text[start:end] == "ghp_" + token and kind == "github token"
    assert find("nothing here") == [] and find("") == []


def test_patterns_of_the_user():
    assert redact("id acme-0042-zz", [r"acme-\d+-\w\w"]) == "id [REDACTED]"
    assert redact("door code: 4711!", [r"door code: (\d+)"]) == "door code: [REDACTED]!"
    assert redact("badge: zz-top, 9", [r"(?<=badge: )\S+(?=,)"]) == "badge: [REDACTED], 9"
    for wrong in (
        "(",
        "[",
        "*",
        "a" * 500,
        "",
        None,
        7,
        r"(a+)+$",
        r"(a|a)*b",
        r"\s+\s+\s+x",
        r".*.*=",
        r"(\w)\1",
        "x*",
        r"(?:a?){30}a",
        r"(?=(\w+)+x)y",
        r"(?<=a)a+a+b",
        r"(?=\w*\w*x)y",
        r"k+(?i:K+)!",
        r"(?:(?:a{100}){100}){100}b",
        "[\u0430-\u044f]*[\u0430-\u044f]*x",
        r"\w*[\u4e00-\u9fff]+!",
    ):
        assert not usable(wrong)
        assert redact("a" * 5000 + " text", [wrong]) == "a" * 5000 + " text"
    for right in (
        r"corp-[a-z]+-[0-9]{8}",
        r"ACME_[A-Za-z0-9]{20,}",
        r"(?i)door\s*=\s*\S+",
        r"(?:foo|bar)-\d+",
        r"x[^\"]*\"",
        r"(?:_|[0-9A-F])+-x",
        r"K{2}(?i:k+)!",
        r"(?<=badge )\d+",
        r"(?<!un)locked-[a-z]+",
        r"\bT-[0-9A-F]{4}(?:-[0-9A-F]{4}){3}\b",
    ):
        assert usable(right)


def test_users_patterns_stay_fast_on_anything():
    own = [r"corp-[a-z]+-[0-9]{8}", r"(?i)door\s*=\s*\S+", r"[a-z]+X", r"x[^\"]*\"", r"(a+)+$"]
    for piece in ("a", "x", "door=", "corp-a", " "):
        hostile_text = piece * (65_536 // len(piece))
        redact(hostile_text, own)


PIECES = [
    "key=",
    "pass:",
    "token token ",
    "password is ",
    "authorization: ",
    "://a:b@",
    "://a",
    "https://a:",
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "mysql -p",
    "aB3_",
    "\\n",
]


def test_anything_takes_linear_time(monkeypatch):
    monkeypatch.setattr(hostile, "PIECES", PIECES)
    hostile.survives(find, ceiling=1.5, size=1 << 16)


@pytest.mark.parametrize(
    "piece", ["a", "A", "0", " ", "\n", "=", "'", "\\", "a.", "a/", "eyJ", "\x1b[", "\u4f60"]
)
def test_one_sign_again_and_again(piece):
    find(piece * ((1 << 16) // len(piece)))


TOLD_BY_PLACE = [  # (text, what may not be left of it)
    ("heroku config:set STRIPE_LIVE=kT9vQ2xLm4Zp8RwB -a shop", "kT9vQ2xLm4Zp8RwB"),
    ("heroku config:set A=1 SALT_TWO=kT9vQ2xLm4Zp8RwB", "kT9vQ2xLm4Zp8RwB"),
    ("ftp deploy:hunter2pass@files.acme.dev", "hunter2pass"),
    ('{"ARN":"arn:aws:rds:eu:1:db:x","password":"Tr0ub4dor&3x"}', "Tr0ub4dor"),
    ('{"Name":"prod/db","SecretString":"Qm7xW2pLr9"}', "Qm7xW2pLr9"),
    ('passwords: ["Tr0ub4dor&3x", "Zebra-77-lamp"]', "Tr0ub4dor"),
    ('passwords: ["Tr0ub4dor&3x", "Zebra-77-lamp"]', "Zebra-77-lamp"),
    ("tokens:\n  - kT9vQ2xLm4Zp8RwB\n  - Zq81LmPw77Tt0aBc", "Zq81LmPw77Tt0aBc"),
    ('{"username":"jo","key":"0f3b6c1d9e8a7b2c4d5e6f708192a3b4"}', "0f3b6c1d"),
    ("密码：Tr0ub4dor&3x", "Tr0ub4dor"),
    ("パスワード：Sakura2024x", "Sakura2024x"),
    ("암호: qwer1234!", "qwer1234"),
    ("+  password: Tr0ub4dor&3x", "Tr0ub4dor"),
    ("-export DB_PASS=Tr0ub4dor&3x", "Tr0ub4dor"),
    ("db_password: >-\n    Tr0ub4dor&3x\n", "Tr0ub4dor"),
    ("PGPASSWORD=blue psql -h db", "blue"),
    ("export API_TOKEN=VjTjkqLmwpZxab", "VjTjkqLmwpZxab"),
]


@pytest.mark.parametrize("text, secret", TOLD_BY_PLACE)
def test_secrets_by_their_place(text, secret):
    assert secret not in redact(text) and MARK in redact(text)


NOT_TOLD = [
    "mailto:bob42smith@acme.dev",
    "docker pull ghcr.io/acme/shop:build42x@sha256:0f3b6c1d",
    "keys: [left, right, build42]",
    "tokens:\n  - one\n  - two words",
    "heroku config:set NODE_ENV=production LOG_LEVEL=debug",
    "RETRY_KEYS=getUserByIdentifier",
    "密码：必填",
]


@pytest.mark.parametrize("text", NOT_TOLD)
def test_the_like_of_them_that_are_none(text):
    assert redact(text) == text


def test_what_is_a_secret_in_one_text_is_one_in_all():
    command = "PGPASSWORD=zebra77lamp psql shop"
    output = "psql: auth failed with zebra77lamp"
    assert redact_together([command, output, "zebra"]) == [
        "PGPASSWORD=[REDACTED] psql shop",
        "psql: auth failed with [REDACTED]",
        "zebra",
    ]


@pytest.mark.parametrize(
    "word, kept",
    [("kT9vQ2xLm4Zp8RwB", MARK), ("0f3b6c1d9e8a7b2c4d5e6f70", MARK), ("kubernetes1.29", None)],
)
def test_a_word_alone(word, kept):
    assert redact_word(word) == (kept or word)


def test_a_plain_word_is_only_a_secret_where_it_is_told():
    kept = redact_together(["PGPASSWORD=orange psql", "an orange door"])
    assert kept == ["PGPASSWORD=[REDACTED] psql", "an orange door"]


def test_behind_more_names_than_any_text_has_nothing_is_kept():
    secret = "hunter2-Zq81-marble"
    kept = redact("key=" * 16000 + f"\npassword={secret}\nand more")
    assert secret not in kept and "and more" not in kept and kept.endswith("[REDACTED]")
    few = redact("key=\n" * 500 + f"password={secret}\nand more")
    assert secret not in few and few.endswith("and more")


@pytest.mark.parametrize(
    "text, is_suspicious",
    [
        ("plain words alone", False),
        ("abcdefghi1", True),
        ("abcdefgh1", False),
        ("abcdefghijklmnopqrs", False),
        ("abcdefghijklmnopqrst", True),
        ("abcdefghijklm-nopqrstuvwxyz", False),
        ("abcdefghijklm.nopqrstuvwxy-abcdefghijklmn", True),
        ("the pass", True),
    ],
)
def test_what_the_patterns_are_spared(text, is_suspicious):
    assert suspicious(text) == is_suspicious


def test_patterns_of_the_user_run_on_texts_that_are_not_suspicious():
    assert redact("a blue door", ["blue door"]) == "a [REDACTED]"
    assert redact("a blue door") == "a blue door"


def test_a_repeated_secret_is_long_enough_to_be_none_by_chance():
    kept = redact_together(["PGPASSWORD=zebra1 psql", "PGPASSWORD=zeb-1 psql", "zebra1 zeb-1"])
    assert kept[2] == "[REDACTED] zeb-1"


def test_so_many_secrets_are_looked_for_in_other_texts():
    secrets = [f"Zebra-{number}-lamp" for number in range(100, 151)]
    told = "\n".join(f"password={secret}" for secret in secrets)
    kept = redact_together([told, " ".join(secrets)])[1]
    assert kept == " ".join(["[REDACTED]"] * 50 + secrets[50:])


@pytest.mark.parametrize(
    "word, kept",
    [
        ("kT9vQ2xLm4Zp", MARK),
        ("kT9vQ2xLm4Z", None),
        ("0f3b6c1d9e8a7b2c4d5e", MARK),
        ("0f3b6c1d9e8a7b2c4d5", None),
    ],
)
def test_how_long_a_drawn_word_is(word, kept):
    assert redact_word(word) == (kept or word)


def test_places_in_a_coloured_text():
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    text = f"a \x1b[31mTOKEN\x1b[0m=\x1b[33m{token}\x1b[0m b \x1b[1mDB_PASSWORD\x1b[0m=zebra-77"
    found = [text[start:end] for start, end, _ in find(text)]
    assert found == [token, "zebra-77"]


@pytest.mark.parametrize(
    "text",
    [
        r'{"log": "a\ndb_password: |\n  Tr0ub4dor&3x\n"}',
        r'"run \"sshpass -p\" \"zebra77lamp\" ssh x"',
    ],
)
def test_text_inside_a_json_string_is_read_as_what_it_says(text):
    assert "Tr0ub4dor" not in redact(text) and "zebra77lamp" not in redact(text)


def test_spans_are_in_order_and_end_with_their_line():
    assert _merged("abcdef", [(3, 6, "b"), (0, 3, "a")]) == [(0, 3, "a"), (3, 6, "b")]
    assert _merged("abcdef", [(0, 4, "a"), (2, 6, "b")]) == [(0, 6, "a")]
    assert _merged("abcdef", [(0, 6, "a"), (2, 4, "b")]) == [(0, 6, "a")]
    assert _merged("ab\n\n cd\nef", [(0, 10, "a")]) == [(0, 2, "a"), (5, 7, "a"), (8, 10, "a")]
    assert _merged("a [REDACTED]\nb", [(2, 14, "a")]) == [(13, 14, "a")]
    assert _merged("ab", [(1, 1, "a")]) == []


@pytest.mark.parametrize("token", ["eyJhbGciOi{u40}.eyJzdWIi{u200}.{u86}", "glpat-{b160}"])
def test_a_token_broken_to_a_width_is_found_to_its_end(token):
    whole = cases.filled(token, 4)[0]
    for width in (48, 64, 72):
        lines = [whole[at : at + width] for at in range(0, len(whole), width)]
        clean = redact("It is:\n" + "\n".join(lines) + "\nand more text follows here")
        assert not [line for line in lines if line in clean] and "and more text" in clean


def test_no_text_with_a_secret_is_spared_the_patterns():
    tables = ("shapes", "services", "stands", "named", "places", "commands", "further")
    texts = [
        cases.filled(one, seed)[0]
        for name in tables
        for one in cases.table(name)
        for seed in (1, 2)
    ]
    texts += [f"{word}{sign}zeb-77" for word in PASSWORD_WORDS for sign in ("=", ": ", ":")]
    texts += [f"{word}: 482913" for word in PASSWORD_WORDS]
    assert not [text for text in texts if find(text) and not suspicious(text)]


def test_a_word_alone_is_redacted_as_a_text_is():
    assert redact_word("ghp_abcdefghijklmnopqrstu") == MARK
    assert redact_word("acme-blue", ["acme-blue"]) == MARK


def test_letters_of_both_cases_are_looked_for_in_other_texts():
    kept = redact_together(["PGPASSWORD=ZebraLamp psql", "a ZebraLamp"])
    assert kept[1] == "a [REDACTED]"


def test_what_a_soft_hyphen_splits_is_suspicious():
    assert suspicious("pass\u00adword x".replace("pass", "pa\u00adss"))


def test_places_in_front_of_colours_and_behind_letters_that_grow():
    for text in ("DB_PASSWORD=zebra-77 \x1b[1mx", "\u0130\u0130\u0130 DB_PASSWORD=zebra-77 x"):
        assert [text[start:end] for start, end, _ in find(text)] == ["zebra-77"]


def test_a_text_that_was_seen_before_is_held_against_the_users_patterns():
    text = "the build of plum-tree is done"
    assert redact(text) == redact(text) == text
    assert redact(text, ["plum-t.ee"]) == f"the build of {MARK} is done"
    assert redact(text) == text
