"""Does a name announce a secret? DB_PASSWORD does, password_policy and max_tokens do not."""
from __future__ import annotations

import re

NONE, WEAK, STRONG = 0, 1, 2  # WEAK: only a value that looks random is a secret

# the words that make a name worth a closer look; the short ones only as whole words
HINTS = ("pass", "pwd", "secret", "token", "key", "auth", "cred", "cookie", "sess", "bearer", "jwt", "mnemonic", "hmac", "webhook", "licen", "signature", "kennwort", "contrase", "senha",
         "wachtwoord", "parol", "has\u0142o", "\u043f\u0430\u0440\u043e\u043b\u044c", "\u5bc6\u7801", "\u5bc6\u78bc", "\u30d1\u30b9\u30ef\u30fc\u30c9", "\ube44\ubc00\ubc88\ud638",
         "unseal", "community", "encrypt", "bindpw", "rootpw")
SHORT_HINTS = ("sid", "sig", "otp", "pin", "psk", "pat", "pw", "sas", "dsn", "mdp", "salt", "seed")


def hints(lower: str):
    """(long, short) telling words that occur in the text; a short one counts only with a sign of assignment right behind."""
    return [word for word in HINTS if word in lower], [word for word in SHORT_HINTS if word in lower and any(word + sign in lower for sign in ("=", ":", '"', "'", " "))]


def hint(lower: str) -> str:
    """A pattern that finds the telling words of this text."""
    long, short = hints(lower)
    whole = "(?<![a-z])(?:" + "|".join(short) + ")(?![a-z])" if short else ""
    return "|".join([*long, whole] if whole else long)


PASSWORD_WORDS = frozenset("""
    passe password passwords passwd passwort passphrase passcode pass pwd pw passw pswd psw kennwort contrasena contrase\u00f1a senha wachtwoord mdp parola has\u0142o
    \u043f\u0430\u0440\u043e\u043b\u044c \u5bc6\u7801 \u5bc6\u78bc \u30d1\u30b9\u30ef\u30fc\u30c9 \ube44\ubc00\ubc88\ud638 pgpassword mysqlpwd dbpass dbpassword dbpasswd
    userpass userpassword rootpw bindpw rootpass smtppass requirepass masterauth storepass keypass pin psk mot_de_passe passphrases masterpass authpass
""".split())
SECRET_WORDS = frozenset("""
    secret secrets token apikey apitoken authtoken accesstoken accesskey secretkey privatekey signingkey encryptionkey masterkey accountkey sharedkey
    clientsecret appsecret appkey jwt bearer credential credentials creds psk mnemonic refreshtoken sessiontoken idtoken bottoken devtoken authkey
    licensekey sharedaccesskey presharedkey
""".split())
WEAK_WORDS = frozenset("key keys auth session sessionid sid sig signature salt seed dsn hmac sas webhook license licence cookie sess tokens otp totp cred csrf xsrf code community encrypt pat".split())
ENDINGS = ("password", "passwd", "passphrase", "passwort", "pwd", "secret", "token", "apikey", "secretkey", "accesskey", "privatekey", "authkey", "credential", "sessionid",
           "sessid", "sharedkey", "signingkey", "encryptionkey")

# "... key" is as good as "secret" after one of these
KEY_BEFORE = frozenset("""
    api secret access private admin master signing sign encryption encrypt decryption auth license licence account shared app application service subscription write read
    ingest ingestion deploy deployment integration consumer server client session jwt hmac aes crypt crypto root storage personal user live test webhook stripe
    function host ssh rsa ec pgp gpg age tls ssl hmac256 preshared recovery unseal provisioning primary_access sas bot env enrollment auth0 project organization org
    publish upload push search query management functions system affiliate record routing insert fastly wg wireguard cipher totp otp backup restic
""".split())

# the last word says it is something about a secret: its length, name, place ...
TAIL_NOT = frozenset("""
    id ids name names path paths file files filename dir directory folder url urls uri endpoint host type types length len size sizes count counts limit limits ttl expiry expires
    expired expiration expire at policy policies required enabled disabled algorithm algo alg format field fields column header headers prefix suffix version versions manager
    store provider providers service services reset error errors index usage strength min max env ref reference arn label hint placeholder user username owner input
    output prompt stdin command cmd helper cache caching lifetime duration timeout age rotation rotate source sources scope scopes claim claims issuer audience status state
    valid validity validator validation check checker changed change missing invalid exception failed failure handler middleware util utils config settings options option
    mode method methods methodology protocol proto app page pages screen form view controller model table list map set group groups role roles realm domain region regex pattern
    rate bucket buckets budget window cost price used left remaining press event events code codes binding bindings down up board word words phrase_hint frame frames ring rings
    space pair pairs part parts kind class classes object objects factory response request generator generation created updated date time timestamp hash hashes digest fingerprint
    fingerprints checksum md5 sha1 sha256 bits thumbprint encoder decoder parser lexer ization izer title description text_hint number numbers position end start begin
    exists present supported support allowed denied required_ per for from in of on not and or with without the is are was were must should can cannot needed
    stream agent process type_ template entry entries usage_ row rows hits misses storage expiration_ logged plugin link account_name mapping mapped permission permissions
    store_type spec schema provider_ cookie_ jar max_age same_site samesite secure httponly mount server socket sock pid lock volume volumes projection deprecated
""".split())
TAIL_OK = frozenset("value val data string plain plaintext raw base base64 b64 encoded prod production staging stage dev development live test testing current old new primary secondary confirm confirmation "
                    "repeat again default admin main backup text main sandbox here eu us local ci v1 v2 env1".split())
# ... or the first says whose: public keys, page tokens, counted tokens
HEAD_NOT = frozenset("""
    public publishable pub primary foreign cache cached sort partition row object s3 max min total num number prompt completion input output reasoning next page continuation
    cursor sync idempotency idempotent dedup dedupe unique composite natural surrogate hot short arrow enter escape tab shift ctrl alt map dict hash json translation i18n
    locale message pad padding unk bos eos mask special cls sep unexpected illegal invalid missing expected unrecognized lookahead cancellation cancel design theme
    group grouping index lookup bind registry config property column field attribute option param parameter environment variable no nb per budget audio cached_
    image vision thinking sticky duplicate tag context ctx label node metadata meta feature flag react list item order known host_ stop start last first
    without skip missing bad by bypass com anon
""".split())
NOT_PASS = frozenset("bypass compass trespass surpass overpass underpass encompass pass_ passes".split())


def split(name: str):
    """The words of a name, lower case: "dbPassword" -> ["db", "password"], "X-API-Key" -> ["x", "api", "key"]."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+", name[-100:])]


def rank(name: str):
    """(NONE | WEAK | STRONG, whether it is a password) for a name as it stands in code, configuration or a URL."""
    words = split(name)
    vague = False
    while len(words) > 1 and (words[-1].isdigit() or words[-1] in TAIL_OK) and not telling(words[-1]):
        words.pop()
    if words[-2:-1] == ["pass"] and words[-1] in ("phrase", "word", "code", "wd"):
        words[-2:] = ["password"]
    if not words:
        return NONE, False
    if not telling(words[-1]):
        if words[-2:] == ["secret", "id"]:
            return WEAK, False
        if words[-1] in TAIL_NOT or not any(map(telling, words)) or words[-1] in HEAD_NOT:
            return NONE, False
        vague = True
        while not telling(words[-1]):
            words.pop()
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if HEAD_NOT & set(words[:-1]) and not (before in KEY_BEFORE and "public" not in words and "anon" not in words) and not password(last):
        return NONE, False
    if password(last):
        return (WEAK if vague or last == "pass" and before in ("by", "render", "first", "second", "test") else STRONG), True
    strong = last in SECRET_WORDS or last.endswith(ENDINGS) or last in ("key", "keys") and before in KEY_BEFORE or last == "codes"
    return (STRONG if strong and not vague and last not in WEAK_WORDS or last in ("key", "keys") and before in KEY_BEFORE and not vague else WEAK), False


def password(word: str) -> bool:
    return word in PASSWORD_WORDS or word.endswith(("password", "passwd", "passphrase", "passwort")) or word.endswith("pass") and len(word) > 6 and word not in NOT_PASS


def telling(word: str) -> bool:
    return word in SECRET_WORDS or word in WEAK_WORDS or password(word) or word.endswith(ENDINGS)
