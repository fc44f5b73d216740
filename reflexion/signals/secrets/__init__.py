"""What must not be stored: keys, tokens, passwords and private keys.

`redact(text)` puts [REDACTED] in their place, `find(text)` says where they stand; time is linear,
and callers bound the text. services: tokens that tell by their shape. names, assigned: a telling
name and its value. patterns: URLs, calls, SQL. records: tables, manifests. shapes: random-looking
words. values: what is no secret.
"""

from __future__ import annotations

from reflexion.text.clean import visible

MARK = "[REDACTED]"
# what stands near a secret that its shape does not give away, in lower case
NEAR_SECRETS = (
    "pass pwd pw secret token key auth bearer basic cred :// ----- login -u -p --user cookie dsn "
    "sig otp seed mnemonic phrase salt nonce webhook private sess jwt saml csrf xsrf connection "
    "identified account netrc machine kennwort contrase senha parol 密 秘 license serial code hash "
    "access = certificate geheim clave mdp hasło парол パス 암호 비밀 encrypt signing sudo psk radius "
    "snmp community wpa hmac /p: obscure kinit <<< digest"
).split() + ["net user", " -a ", "', '", "','", '", "', '","']
SHORT, LONG = 10, 20  # letters and digits in one run: with a digit among them, and without
JOINTS = {ord(c): " " for c in "-_+/.~!#%*?^:;,'\"`()[]{}<>|&@$\\"}


def redact(text: str, extra=()) -> str:
    """The text, cleaned of what cannot be seen, with [REDACTED] for each secret; lines stay lines.

    `extra`: patterns of the user, matched as they are (unusable ones are skipped).
    """
    text = visible(text)  # first: what a soft hyphen splits would else be mended after the look
    if not extra and not suspicious(text):
        return text
    for _ in range(4):  # a mark can bring out another value beside it
        spans = find(text, extra)
        if not spans:
            break
        parts, at = [], 0
        for start, end, _ in spans:
            parts += text[at:start], MARK
            at = end
        parts.append(text[at:])
        text = "".join(parts)
    return text


def find(text: str, extra=()):
    """[(start, end, kind)] of each secret, in order, without overlaps; kind: "github token"."""
    from reflexion.signals.secrets import scan

    return scan.scan(text, extra)


def usable(pattern: str) -> bool:
    """May this pattern run on each command: valid, short, without nested repeats?"""
    from reflexion.signals.secrets import user_patterns

    return user_patterns.usable(pattern)


def suspicious(text: str) -> bool:
    """False only where redaction finds nothing: no telling word, no run that could be a secret.

    A cheap condition that spares plain sentences the patterns.
    """
    low = visible(text).lower()
    if any(word in low for word in NEAR_SECRETS):
        return True
    for word in low.split():
        if len(word) > 2 * LONG or len(word) >= SHORT and any(c.isdigit() for c in word):
            return True
        if any(len(run) >= LONG for run in word.translate(JOINTS).split()):
            return True
    return False
