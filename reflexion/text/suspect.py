"""Could there be a secret in a text? A cheap necessary condition, so that plain sentences are spared the patterns (and their import)."""

from __future__ import annotations

# what stands near a secret that its shape does not give away, in lower case
NEAR_SECRETS = (
    "pass",
    "pwd",
    "pw",
    "secret",
    "token",
    "key",
    "auth",
    "bearer",
    "basic",
    "cred",
    "://",
    "-----",
    "login",
    "-u",
    "-p",
    "--user",
    "cookie",
    "dsn",
    "sig",
    "otp",
    "seed",
    "mnemonic",
    "phrase",
    "salt",
    "nonce",
    "webhook",
    "private",
    "sess",
    "jwt",
    "saml",
    "csrf",
    "xsrf",
    "connection",
    "identified",
    "account",
    "netrc",
    "machine",
    "kennwort",
    "contrase",
    "senha",
    "parol",
    "\u5bc6",
    "\u79d8",
    "license",
    "serial",
    "code",
    "hash",
    "access",
    "=",
    "certificate",
    "geheim",
    "clave",
    "mdp",
    "has\u0142o",
    "\u043f\u0430\u0440\u043e\u043b",
    "\u30d1\u30b9",
    "\uc554\ud638",
    "\ube44\ubc00",
    "encrypt",
    "signing",
    "psk",
    "radius",
    "snmp",
    "community",
    "wpa",
    "hmac",
    "net user",
    " -a ",
    "/p:",
    "obscure",
    "kinit",
    "<<<",
    "', '",
    "','",
    '", "',
    '","',
    "digest",
)
SHORT, LONG = 10, 20  # letters and digits in one run: with a digit among them, and of letters alone
JOINTS = {ord(c): " " for c in "-_+/.~!#%*?^:;,'\"`()[]{}<>|&@$\\"}


def suspicious(text: str) -> bool:
    """False only when redaction would find nothing: no word that goes with secrets, no run of letters and digits that could be one."""
    low = text.lower()
    if "\x1b" in text or any(word in low for word in NEAR_SECRETS):
        return True
    words = low.split()
    if any(len(word) > 2 * LONG for word in words):
        return True
    for word in words:
        if len(word) >= SHORT and any(c.isdigit() for c in word):
            return True
        if any(len(run) >= LONG for run in word.translate(JOINTS).split()):
            return True
    return False
