"""What redaction and finding promise, whatever the secret is."""

import json

import hostile
import pytest
import secret_cases

from reflexion.detect.secrets import LONGEST, MARK, Secret, find, redact, redact_all

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


def private_key(kind="RSA", lines=6):
    """Return (text, lines of the key)."""
    body, secrets = secret_cases.filled("\n".join(["{s64}"] * lines + ["{s40}"]), 3)
    name = f"{kind} PRIVATE".strip() + " KEY" + (" BLOCK" if kind == "PGP" else "")
    return f"-----BEGIN {name}-----\n{body}\n-----END {name}-----", secrets


def kept(text, secrets):
    return [secret for secret in secrets if secret in redact(text)]


def test_a_finding_says_what_and_where():
    assert find(f"export A=1 TOKEN={TOKEN} B=2") == [Secret("github token", 17, 17 + len(TOKEN))]
    assert find("nothing here") == []
    assert find("") == []


def test_findings_are_in_order_and_end_with_their_line():
    text = "a: 1\npassword: |\n  zebra-77\n  lamp-8812\nTOKEN=" + TOKEN
    assert [text[one.start : one.end] for one in find(text)] == ["zebra-77", "lamp-8812", TOKEN]


def test_a_block_ends_before_the_first_line_that_is_not_indented():
    text = "password: |\n  zebra-77\nnote:\n  lamp-8812"
    assert redact(text) == text.replace("zebra-77", MARK)


def test_lines_stay_lines():
    assert redact("PASSWORD=zebra-77\nnext").split("\n") == [f"PASSWORD={MARK}", "next"]


def test_a_text_is_made_visible_before_it_is_read():
    assert redact("\x1b[36mpassword\x1b[0m: \x1b[32mzebra-77\x1b[0m") == f"password: {MARK}"
    assert redact("pass\u00adword=zebra-77") == f"password={MARK}"


def test_letters_that_grow_in_lower_case_move_nothing():
    text = "\u0130\u0130\u0130 DB_PASSWORD=zebra-77 x"
    assert [text[one.start : one.end] for one in find(text)] == ["zebra-77"]


def test_a_secret_in_one_text_is_one_in_all():
    texts = ["PGPASSWORD=zebra77lamp psql", "psql: refused zebra77lamp", "zebra"]
    assert redact_all(texts) == [f"PGPASSWORD={MARK} psql", f"psql: refused {MARK}", "zebra"]


@pytest.mark.parametrize("value", ["orange", "zeb-1"])
def test_a_plain_or_short_word_is_a_secret_only_where_it_is_told(value):
    assert redact_all([f"PGPASSWORD={value} psql", f"a {value} b"])[1] == f"a {value} b"


def test_no_more_than_fifty_secrets_are_looked_for_in_other_texts():
    secrets = [f"Zebra-{number}-lamp" for number in range(100, 151)]
    told = "\n".join(f"password={secret}" for secret in secrets)
    assert redact_all([told, " ".join(secrets)])[1] == " ".join([MARK] * 50 + secrets[50:])


@pytest.mark.parametrize(
    "text",
    [
        r'{"log": "a\ndb_password: |\n  Tr0ub4dor&3x\n"}',
        r'"{\"user\": \"ann\", \"password\": \"Tr0ub4dor&3x\"}"',
        r'"run \"sshpass -p Tr0ub4dor&3x ssh x\""',
        r'"a: \u001b[31mpassword\u001b[0m: \u001b[32mTr0ub4dor&3x\u001b[0m"',
        "x\n" * 50 + r'{"log": "db_password: Tr0ub4dor&3x\n"}' + "\ny" * 50,
    ],
)
def test_text_in_a_json_string_is_read_as_what_it_says(text):
    assert "Tr0ub4dor" not in redact(text)


def test_a_command_may_go_on_in_the_next_line():
    assert "zebra77lamp" not in redact("sshpass \\\n  -p zebra77lamp \\\n  ssh x")


@pytest.mark.parametrize("kind", ["RSA", "", "EC", "OPENSSH", "ENCRYPTED", "PGP"])
def test_private_keys_go_in_whatever_way_they_are_quoted(kind):
    text, secrets = private_key(kind)
    assert not kept(f"$ cat key\n{text}\ndone", secrets)
    assert "done" in redact(f"{text}\ndone")
    for quoted in (
        "  " + text.replace("\n", "\n  "),
        "> " + text.replace("\n", "\n> "),
        text.replace("\n", "\r\n"),
        json.dumps({"private_key": text, "id": 1}),
        json.dumps(json.dumps({"private_key": text})),
        f"KEY='{text}'",
        "use this: " + text.replace("\n", " ") + " now",
    ):
        assert not kept(quoted, secrets)


def test_private_keys_that_were_cut_off_go():
    text, secrets = private_key(lines=20)
    lines = text.split("\n")
    for cut in (3, 9, 15):
        assert not kept("\n".join(lines[:cut]), secrets)
        assert not kept("\n".join(lines[cut:]) + "\nlater", secrets)
    gap = "\n".join([*lines[:5], "... 900 lines left out ...", *lines[12:]])
    for part in (gap, text[: len(text) // 2], text[len(text) // 2 :], "\\n".join(lines[4:])):
        assert not kept(part, secrets)


@pytest.mark.parametrize("joint", ["\n", " ", "\\n", "", "\n> ", '", "'])
def test_key_material_without_an_end_is_read_once(joint):
    """One pattern for the whole of a key tried each way to part its lines."""
    key = "PRIVATE" + " KEY"
    body = ("MIIEvQIBADANBgkqhkiG9w0BAQEF" + joint) * 300
    for text in (body, f"-----BEGIN {key}-----{joint}{body}", f"{body} !\n-----END {key}"):
        assert isinstance(redact(text), str)


def test_what_only_speaks_of_a_key_stays():
    text = "-----BEGIN RSA PRIVATE" + " KEY----- is missing in key.pem"
    assert redact(text) == text


@pytest.mark.parametrize("kind", ["PUBLIC KEY", "CERTIFICATE", "PGP SIGNATURE"])
def test_public_blocks_stay(kind):
    text = private_key()[0].replace("RSA PRIVATE KEY", kind)
    assert redact(text) == text


@pytest.mark.parametrize("token", ["eyJhbGciOi{u40}.eyJzdWIi{u200}.{u86}", "glpat-{b160}"])
@pytest.mark.parametrize("width", [48, 64, 72])
def test_a_token_that_goes_over_lines_goes_to_its_end(token, width):
    whole = secret_cases.filled(token, 4)[0]
    lines = [whole[at : at + width] for at in range(0, len(whole), width)]
    clean = redact("It is:\n\n  " + "\n".join(lines) + "\n\nand more text follows here")
    assert not [line for line in lines if line in clean]
    assert "and more text" in clean


def test_behind_more_names_than_any_text_has_nothing_is_kept():
    clean = redact("key=" * 16000 + "\npassword=hunter2-Zq81-marble\nand more")
    assert "hunter2" not in clean
    assert "and more" not in clean
    few = redact("key=\n" * 500 + "password=hunter2-Zq81-marble\nand more")
    assert few.endswith(f"{MARK}\nand more")


def test_what_is_too_long_to_be_read_is_not_kept():
    clean = redact("a word\n" * (LONGEST // 7 + 1) + "the end")
    assert clean.startswith("a word\na word")
    assert "the end" not in clean


PIECES = (
    "key= pass: token password=[a, password_is_ ://a:b@ mysql_-p a1B2c3 eyJ a@b: token:|\n_a curl_-u_a:"
    " <password> password,a\n |password|\n identified_by aA0. x== \\n"
).split(" ")


def test_nothing_that_repeats_itself_stops_the_reader():
    pieces = [piece.replace("_", " ") for piece in PIECES]
    hostile.survives(redact, pieces, size=1 << 12, pieces=hostile.PIECES[::6])
