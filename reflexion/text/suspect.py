"""Could there be a secret in a text? A cheap condition that spares plain sentences the patterns."""

from __future__ import annotations

from reflexion.text.clean import visible

# what stands near a secret that its shape does not give away, in lower case
NEAR_SECRETS = (
    *"""
    pass pwd pw secret token key auth bearer basic cred :// ----- login -u -p --user cookie
    dsn sig otp seed mnemonic phrase salt nonce webhook private sess jwt saml csrf xsrf
    connection identified account netrc machine kennwort contrase senha parol 密 秘 license
    serial code hash access = certificate geheim clave mdp hasło парол パス 암호 비밀 encrypt
    signing sudo psk radius snmp community wpa hmac /p: obscure kinit <<< digest
    """.split(),
    "net user",
    " -a ",
    "', '",
    "','",
    '", "',
    '","',
)
SHORT, LONG = 10, 20  # letters and digits in one run: with a digit among them, and without
JOINTS = {ord(c): " " for c in "-_+/.~!#%*?^:;,'\"`()[]{}<>|&@$\\"}


def suspicious(text: str) -> bool:
    """False only where redaction finds nothing: no telling word, no run that could be a secret."""
    text = visible(text)
    low = text.lower()
    if any(word in low for word in NEAR_SECRETS):
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
