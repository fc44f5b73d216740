"""Texts with secrets in them, as templates: {b36} = 36 random letters and digits, {h32} hex, {l20} small letters and digits, {U32} capitals and digits,
{u64} URL-safe base64, {s43} base64, {d10} digits, {uuid}, {pw} a password (of several makes), {word} one of plain words. What a template draws is the secret,
except {h40!} and its like: a "!" says that it is none. Values exist at run time only, so no scanner stumbles over this file."""
from __future__ import annotations

import random
import re
import string

WORDS = "amber anchor basil canyon cedar comet dune ember falcon garnet harbor island juniper kettle lagoon maple nectar orchid pepper quartz river saffron tulip violet walnut".split()
BASE62 = string.ascii_letters + string.digits
ALPHABETS = {"b": BASE62, "h": "0123456789abcdef", "l": string.ascii_lowercase + string.digits, "U": string.ascii_uppercase + "234567", "u": BASE62 + "-_", "s": BASE62 + "+/",
             "d": string.digits, "H": "0123456789ABCDEF", "c": string.ascii_letters}


def password(draw) -> str:
    """A password of one of the makes that people and generators use."""
    word = lambda: draw.choice(WORDS)  # noqa: E731
    return draw.choice([
        lambda: chars(draw, BASE62, draw.randint(13, 26)),
        lambda: f"{word().title()}{draw.choice('-_.')}{word()}{draw.randint(100, 9999)}{draw.choice(['', '!', '#', '?'])}",
        lambda: "-".join(word() for _ in range(3)),
        lambda: chars(draw, BASE62 + "!#%*+-.=?@^_~", 15) + draw.choice("!#%*?~") + draw.choice(string.digits),
        lambda: chars(draw, BASE62 + "-_", 14) + str(draw.randint(10, 99)),
        lambda: chars(draw, "0123456789abcdef", 32),
    ])()


def chars(draw, alphabet: str, count: int) -> str:
    while True:
        text = draw.choice([c for c in alphabet if c.isalnum()]) + "".join(draw.choice(alphabet) for _ in range(count - 1))
        if count < 12 or alphabet in (string.digits, ALPHABETS["c"]) or any(map(str.isdigit, text)) and any(map(str.isalpha, text)):
            return text


def filled(template: str, seed):
    """(text, secrets) of a template, the same for the same seed."""
    draw, secrets = random.Random(f"{template}{seed}"), []

    def value(found):
        make, count, plain = found.group(1), found.group(2), found.group(3)
        if make == "pw":
            text = password(draw)
        elif make == "uuid":
            text = "-".join(chars(draw, ALPHABETS["h"], n) for n in (8, 4, 4, 4, 12))
        elif make == "word":
            return draw.choice(WORDS)
        else:
            text = chars(draw, ALPHABETS[make], int(count))
        if not plain:
            secrets.append(text)
        return text

    return re.sub(r"\{(pw|uuid|word|[bhlUusdHc])(\d*)(!?)\}", value, template), secrets


SHAPES = r"""
AKIA{U16} | ASIA{U16} | AIza{u35} | ya29.a0{u120} | 1//0{u40} | GOCSPX-{u28} | {b3}8Q~{b34} | ghp_{b36} | gho_{b36} | ghs_{b36} | ghr_{b40} | github_pat_{b22}_{b59} | glpat-{u20} | gldt-{u20}
glptt-{h40} | glrt-{u20} | ATATT3xFfGF0{u150}={H8} | ATBB{b32} | npm_{b36} | pypi-AgEIcHlwaS5vcmc{u120} | rubygems_{h48} | dckr_pat_{u27} | dckr_oat_{u32} | squ_{h40} | CLOJARS_{l60} | oy2{l43}
xoxb-{d12}-{d12}-{b24} | xoxp-{d12}-{d12}-{d12}-{h32} | xapp-1-A{U10}-{d13}-{h64} | sk_live_{b24} | rk_live_{b24} | whsec_{b32} | SG.{u22}.{u43} | key-{h32} | {h32}-us12 | xkeysib-{h64}-{b16}
sk-proj-{u100} | sk-{b48} | sk-ant-api03-{u93} | sk-or-v1-{h64} | hf_{c34} | gsk_{b52} | pplx-{b48} | r8_{b37} | xai-{b80} | nvapi-{u64} | dapi{h32} | tvly-dev-{b32} | pcsk_{b60} | lsv2_pt_{h32}_{h10}
dop_v1_{h64} | doo_v1_{h64} | tskey-auth-{b16}-{b32} | pul-{h40} | {b14}.atlasv1.{u67} | fo1_{u43} | nfp_{b36} | rnd_{b28} | shpat_{h32} | shpss_{h32} | sq0atp-{u22} | sq0csp-{u43} | EAAA{u60}
lin_api_{b40} | secret_{b43} | ntn_{b46} | figd_{u40} | pat-na1-{uuid} | sdk-{uuid} | CFPAT-{u43} | PMAK-{h24}-{h34} | phx_{b43} | glsa_{b32}_{h8} | NRAK-{U27} | sntrys_eyJ{u80} | dt0c01.{U24}.{U64}
hvs.{u90} | hvb.{u90} | dp.pt.{b43} | dp.st.prd.{b43} | sbp_{h40} | pscale_tkn_{u43} | pscale_pw_{u43} | npg_{b16} | AVNS_{u20} | ops_eyJ{u150} | pat{b14}.{h64} | {d10}:AA{u33} | AGE-SECRET-KEY-1{U58}
eyJhbGciOi{u20}.eyJzdWIi{u60}.{u43} | LTAI{b20} | bkua_{h40} | CCIPAT_{b22}_{h40} | sgp_{h40} | rdme_{l70} | duffel_test_{u43} | shippo_live_{h40} | EZAK{b54} | dnsimple_a_{b32} | sm_pat_{b16}
ory_pat_{b32} | signkey-prod-{h64} | os_v2_app_{l60} | FLWSECK_TEST-{h32} | access_token$production${l16}${h32} | API-{U26} | hcaik_{l58} | fio-u-{u64} | amzn.mws.{uuid} | sk.eyJ1{u60}.{u22}
snyk_uat.{h8}.{u40} | fm2_{s120} | MTk{b23}.G{b5}.{u38} | {h32}-{h8}-{h8} | acme_live_{b40} | zeta-key-{b36} | vercel_blob_rw_{b16}_{b30} | KGAT_{h32} | SWMTKN-1-{l50}-{l25} | cfut_{b40} | dbtu_{b40}
mdb_sa_sk_{u40} | CCDB1_{b22}_{b40} | nsec1{l58} | napi_{l64} | secret-token:{u40} | tfp_{u44}_{u14} | sl.B{u130} | 1000.{h32}.{h32} | dG9rO{b60}= | inv_secret_{b32} | fnAE{u38} | e2b_{h40}
"""

# what a token of any shape stands in
AROUND = ("remote: invalid credentials: {}", "| billing | {} | active | 2031-01-13T14:24:19Z |", "./bin/acme-cli login {}", 'key := "{}" // TODO move to config', "Error: request failed: token {}, status 403.",
          "echo \"new one: {} (the old one is gone)\" | tee -a notes.md", "{{\"stderr\": \"denied for '{}'\\n at main.js:3\"}}", "\x1b[33m{}\x1b[0m", "X={} make deploy", "see {}", "{}")

NAMED = r"""
export ACME_API_KEY={b32}
NEW_RELIC_LICENSE_KEY={h40} node server.js
FASTLY_API_TOKEN="{b32}" terraform apply
MISTRAL_API_KEY={b32} python chat.py
OKTA_API_TOKEN=00{u40}
DATADOG_APP_KEY={h40}
SNOWFLAKE_PASSWORD='{pw}' snowsql -a acme
AZURE_CLIENT_SECRET={pw}
set -gx LINODE_TOKEN {h64}
setx ACME_TOKEN "{b40}"
$env:ACME_TOKEN = "{b40}"
setenv STRIPE_SECRET {b32}
heroku config:set SESSION_SECRET={h64} -a shop
fly secrets set DATABASE_PASSWORD={pw}
doppler secrets set SMTP_PASS={pw}
kubectl create secret generic db --from-literal=password={pw}
kubectl create secret generic db --from-literal=db-conn={pw}
docker build --build-arg NPM_TOKEN={b36} .
docker run -e MYSQL_ROOT_PASSWORD={pw} mysql:8
ENV SECRET_KEY_BASE {h128}
ARG GITHUB_TOKEN={b40}
  POSTGRES_PASSWORD: {pw}
  db_password: "{pw}"
- name: DB_PASSWORD\n  value: "{pw}"
{"name": "API_SECRET", "value": "{b32}"}
{"name":"DB_PASSWORD","value":"{pw}"}
{"apiKey":"{b32}","id":7}
{\"password\": \"{pw}\", \"user\": \"ann\"}
"{\"client_secret\":\"{b40}\"}"
'auth_token' => '{b40}',
:api_secret => "{b40}"
password = "{pw}"
passwd={pw}
spring.datasource.password={pw}
spring.mail.password: {pw}
<password>{pw}</password>
<add key="ApiSecret" value="{b40}" />
<property name="hibernate.connection.password" value="{pw}"/>
<property name="password">{pw}</property>
<string name="maps_api_key">{b39}</string>
<key>apiToken</key>\n<string>{b40}</string>
<server><id>nexus</id><username>ci</username><password>{pw}</password></server>
api_key = '{b32}'  # rotate
self.password = "{pw}"
os.environ["DB_PASSWORD"] = "{pw}"
os.environ.setdefault('SECRET_KEY', '{u50}')
process.env.API_TOKEN = "{b40}";
ENV['SMTP_PASSWORD'] = '{pw}'
os.Setenv("API_TOKEN", "{b40}")
System.setProperty("javax.net.ssl.keyStorePassword", "{pw}");
config.set("db.password", "{pw}")
const token: string = "{b32}";
val apiKey: String = "{b32}"
password: str = "{pw}"
client = Client(api_key="{b32}", timeout=3)
db.connect(host="h", user="u", password="{pw}")
String dbPassword = "{pw}";
define('DB_PASSWORD', '{pw}');
define( 'AUTH_KEY', '{u64}' );
$config['db_pass'] = '{pw}';
private_key_password = {pw}
  "auths": {"ghcr.io": {"auth": "{s40}"}}
//npm.acme.dev/:_password="{s24}"
//npm.acme.dev/:_authToken={uuid}
_auth={s32}
npmAuthToken: "{b40}"
[pypi]\nusername = ci\npassword = {pw}
machine api.acme.dev login ann password {pw}
machine api.acme.dev\n  login ann\n  password {pw}
requirepass {pw}
masterauth {pw}
terraform apply -var="db_password={pw}"
TF_VAR_token={b40} terraform plan
helm install x ./x --set auth.rootPassword={pw},auth.username=u
mvn deploy -Dgpg.passphrase={pw}
gradle publish -PsigningPassword={pw}
msbuild /p:CertificatePassword={pw}
keytool -genkey -storepass {pw} -keypass {pw}
nuget push a.nupkg -ApiKey {b40}
npm config set //registry.acme.dev/:_authToken {b40}
git config --global acme.token {b40}
aws configure set aws_secret_access_key {s40}
poetry config pypi-token.acme {b60}
pulumi config set --secret dbPassword {pw}
wget --http-password={pw} https://x.acme.dev/a
mongodump --username ann --password {pw} --db shop
psql "host=db user=ann password={pw} dbname=shop"
Server=db;Database=x;User Id=sa;Pwd={pw};
Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={s43}=
DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={s86}==;EndpointSuffix=core.windows.net
GET /cb?access_token={b40}&state=1
GET /x?api_key={h32} 200
https://acme.blob.core.windows.net/c/b?sv=2031-01-01&sr=b&sig={b43}%3D&se=2031
https://bucket.s3.amazonaws.com/a?X-Amz-Algorithm=AWS4&X-Amz-Signature={h64}
https://storage.googleapis.com/b/o?X-Goog-Signature={h256}
otpauth://totp/acme:ann?secret={U32}&issuer=acme
grant_type=password&username=u&password={pw}
refresh_token={u60}&grant_type=refresh_token
sasl.jaas.config=org.apache.PlainLoginModule required username="u" password="{pw}";
PrivateKey = {s43}=
PresharedKey = {s43}=
    client-key-data: {s200}
    token: {b60}
  tls.key: {s120}
CREATE USER ann WITH PASSWORD '{pw}';
ALTER ROLE ann PASSWORD '{pw}'
CREATE USER 'a'@'%' IDENTIFIED BY '{pw}';
Authorization: Bearer {b40}
authorization: Basic {s32}
'Authorization': 'Token {h40}'
Authorization: ApiKey {s60}
Authorization: SSWS 00{u40}
Authorization: GenieKey {uuid}
Authorization: Splunk {uuid}
Authorization: Bot {b24}.{b6}.{u38}
-H "Authorization: {b40}"
headers["Authorization"] = "Bearer " + "{b40}"
Proxy-Authorization: Basic {s32}
X-Api-Key: {b32}
X-Auth-Token: {h32}
Fastly-Key: {b32}
DD-APPLICATION-KEY: {h40}
Ocp-Apim-Subscription-Key: {h32}
X-Vault-Token: s.{b24}
PRIVATE-TOKEN: {u20}
X-Postmark-Server-Token: {uuid}
Cookie: sessionid={l32}; theme=dark
set-cookie: JSESSIONID={H32}; Path=/; HttpOnly
Cookie: _gh_sess={u60}; lang=en
curl -b "auth_token={b40}" https://x.acme.dev
"cookie": "connect.sid=s%3A{b32}.{s43}"
Initial Root Token: hvs.{b24}
Unseal Key 1: {s44}
Your API key is {b32}
API key: {b40}
Secret access key: {s40}
Generated password: {pw}
The password for ann is {pw}
Password for user postgres: {pw}
New passphrase is "{pw}"
Temporary password: {pw}
initial admin password: {h32}
Passwort: {pw}
Mot de passe : {pw}
contraseña: {pw}
token {b40} is expired
token={h40}
-e GF_SECURITY_ADMIN_PASSWORD={pw}
--set-string postgresql.password={pw}
vault kv put secret/shop password={pw} user=ann
vault write auth/approle/login role_id={uuid!} secret_id={uuid}
VAULT_SECRET_ID={uuid}
consul_encrypt: {s43}=
hmac_secret: '{h64}'
jwtSecret: {b40},
JWT_SECRET={pw}
COOKIE_SECRET={h32}
ENCRYPTION_KEY={s43}=
MASTER_KEY={h32}
APP_KEY=base64:{s43}=
"private_key_id": "{h40!}", "client_secret": "{b24}"
webhook_secret = "{b20}"
slack_signing_secret: {h32}
"refreshToken": "{u80}",
"connectionString": "mongodb://ann:{pw}@db.acme.dev/x"
DB_URL=postgres://ann:{b20}@db.acme.dev:5432/x
redis://:{b24}@cache:6379/0
amqp://ann:{pw}@mq.acme.dev/vhost
smtp://ann%40acme.dev:{b20}@smtp.acme.dev:587
https://ann:{b20}@git.acme.dev/a.git
https://{h40}@git.acme.dev/a.git
https://x-access-token:{b40}@github.com/acme/a.git
https://{h32}@o12.ingest.sentry.io/34
ftp://ann:{pw}@files.acme.dev/pub
ldap://cn=admin:{b16}@ldap.acme.dev
http_proxy=http://ann:{b16}@proxy:3128
ann:{b16}@tcp(db:3306)/shop?parseTime=true
jdbc:oracle:thin:ann/{b16}@db:1521/x
jdbc:mysql://db/x?user=ann&password={pw}
jdbc:sqlserver://db;user=sa;password={pw};encrypt=true
https://hooks.slack.com/services/T{U9!}/B{U9!}/{b24}
https://discord.com/api/webhooks/{d18!}/{u68}
https://acme.webhook.office.com/webhookb2/{uuid}@{uuid!}/IncomingWebhook/{h32}/{uuid!}
https://chat.googleapis.com/v1/spaces/AAA/messages?key=AIza{u35}&token={u43}
https://hooks.zapier.com/hooks/catch/{d6!}/{l7}/
https://oapi.dingtalk.com/robot/send?access_token={h64}
https://mainnet.infura.io/v3/{h32}
"""

PLACES = r"""
user,password\nann,{pw}\nbob,{pw}
| user | password |\n|------|----------|\n| ann | {pw} |
 email | api_key \n-------+--------\n a@b.c | {b32}
INSERT INTO users (email, password) VALUES ('a@b.c', '{pw}');
INSERT INTO t (id, api_token, note) VALUES (7, '{b40}', 'x');
kind: Secret\ndata:\n  url: {s48}\n  other.json: {s60}\ntype: Opaque
{"kind": "Secret", "data": {"ca": "{s40}", "url": "{s40}"}}
stringData:\n  conn: {b24}\nkind: Secret
{"kty":"RSA","n":"{u342!}","e":"AQAB","d":"{u342}","p":"{u171}"}
db.acme.dev:5432:shop:ann:{b16}
echo "db:5432:*:ann:{b16}" >> ~/.pgpass
AUTH PLAIN {s32}
127.0.0.1:6379> AUTH {b16}
::add-mask::{b24}
send "{b14}\\r"
bot = TelegramBot("{b46}")
new Client('{b40}')
Fernet(b"{u43}=")
passphrase: {word} {word} {word} {word}
| SecretAccessKey | {s40} |
SecretAccessKey    {s40}
password            {b16}
token               {b40}
npm publish --otp=123456
{"keyName": "key1", "permissions": "FULL", "value": "{s86}=="}
DISCORD_TOKEN={b26}.G{b5}.{u38}
client-key-data: LS0tLS1CRUdJTiBSU0Eg{b200}
my password is {b14}
use the password {b14} to log in
it is {b40}, the api token of staging
Password:{b12}
pw: {b14}
PW={b14}
"pass": "{b14}"
--pass {b14}
-Dhttp.proxyPassword={b14}
psk="{b14}"
wpa_passphrase={b14}
nmcli dev wifi connect attic password {b14}
db.password={pw}\r\ndb.user=ann\r\n
{'password': '{pw}', 'user': 'ann'}
Credentials(user=ann, password={b14})
{user=ann, token={b40}}
[error] login with token={b40}; retrying
url?user=ann&password={b14}#top
&quot;password&quot;:&quot;{b14}&quot;
password%3D{b14}%26user%3Dann
--password\=x --password={pw}
\x1b[36mpassword\x1b[0m: \x1b[32m{pw}\x1b[0m
token: |\n  {b60}\nnext: 1
secret: >-\n  {b60}
"""

COMMANDS = r"""
mysql -u root -p{b16} shop
mysqldump -uann -p'{pw}' shop
mariadb -h db -p"{pw}" -e 'select 1'
mysqladmin -u root password '{pw}'
docker exec db mysql -uroot -p{b16} -e 'show tables'
bash -c "mysqldump -u root -p{b16} shop > a.sql"
ssh web1 'mysql -uroot -p{b16} shop'
+ mysql -u root -p{b16}
$ redis-cli -h cache -a {pw} ping
mongosh "mongodb://db/x" -u ann -p {pw}
mongodump -u ann -p '{pw}' -d x
sqlcmd -S db -U sa -P '{pw}' -Q 'select 1'
sqlplus ann/{b16}@//db:1521/x
cqlsh -u ann -p {pw} db
sshpass -p '{pw}' ssh ann@web1
sshpass -p{b16} scp a ann@web1:
plink -pw {pw} ann@web1
docker login -u ann -p {pw} registry.acme.dev
podman login -u ann -p '{pw}' quay.io
helm registry login -u ann -p {pw} registry.acme.dev
oras login -u ann -p {pw} registry.acme.dev
skopeo copy --src-creds ann:{pw} docker://a docker://b
az login --service-principal -u {uuid!} -p {b34} --tenant {uuid!}
oc login https://api:6443 -u ann -p {pw}
cf login -u ann -p {pw}
cf auth ann {pw}
twine upload -u ann -p {pw} dist/*
curl -u ann:{pw} https://x.acme.dev/
curl --user "ann:{pw}" https://x.acme.dev/
curl -u {b32}: https://x.acme.dev/
curl -x http://p:3128 -U ann:{pw} https://x.acme.dev/
curl --proxy-user ann:{pw} https://x.acme.dev
http -a ann:{pw} https://x.acme.dev
java -jar jenkins-cli.jar -s http://ci -auth ann:{h34} list-jobs
etcdctl --user root:{pw} get a
vault login {b26}
vault operator unseal {s44}
cargo login {b36}
snyk auth {uuid}
wandb login {h40}
ngrok config add-authtoken {b27}_{b21}
doctl auth init -t {h64}
vercel deploy -t {b24}
dotnet nuget push a.nupkg -k {l46} -s https://nuget.acme.dev
gh secret set DEPLOY_KEY --body "{b40}"
gh secret set DEPLOY_KEY -b{b40}
az keyvault secret set --vault-name v --name n --value "{pw}"
aws ssm put-parameter --name /a/b --type SecureString --value '{pw}'
aws secretsmanager create-secret --name x --secret-string '{pw}'
mc alias set local https://s3.acme.dev AKEY {b40}
openssl rsa -in a.pem -passin pass:{pw}
openssl enc -aes-256-cbc -k {pw} -in a
ssh-keygen -t rsa -N '{pw}' -f key
gpg --batch --passphrase '{pw}' -d a.gpg
7z x -p{b16} a.7z
zip -P {pw} a.zip b
unzip -P {pw} a.zip
ldapsearch -x -D cn=admin -w {pw} -b dc=acme
smbclient //nas/x -U 'ann%{pw}'
ipmitool -H bmc -U root -P {pw} power status
mosquitto_pub -h mq -u ann -P {pw} -t x -m y
lftp -u ann,{pw} ftp://files
htpasswd -bnB ann {pw}
htpasswd -b .htpasswd ann {pw}
rabbitmqctl add_user ann {pw}
rabbitmqctl change_password ann {pw}
security unlock-keychain -p {pw} login.keychain
security import a.p12 -P {pw}
xcrun notarytool submit a.zip --apple-id a@b.c --password {l4}-{l4}-{l4}-{l4}
signtool sign /f a.pfx /p {pw} a.exe
xfreerdp /u:ann /p:{pw} /v:host
wpa_passphrase attic {pw}
bw unlock {pw}
echo {pw} | docker login -u ann --password-stdin
echo "{b40}" | gh auth login --with-token
printf '%s' '{pw}' | sudo -S apt install x
echo "root:{pw}" | chpasswd
gh auth login --with-token <<< "{b40}"
echo -n "{pw}" | gcloud secrets create db --data-file=-
./admin create-user --email a@b.c --password '{pw}'
./deploy --api-token={b32} --region eu
acme-cli --client-secret {b32} sync
acme login -u ann -p {pw}
ConvertTo-SecureString "{pw}" -AsPlainText -Force
requests.get(url, auth=("ann", "{pw}"))
HttpBasicAuth('ann', '{b20}')
smtp.login("ann@acme.dev", "{pw}")
PGPASSWORD={pw} psql -h db
RESTIC_PASSWORD={pw} restic snapshots
BORG_PASSPHRASE='{pw}' borg list
curl \\n  -H 'X-Api-Key: {b32}' \\n  https://x.acme.dev
curl -d '{"user":"ann","password":"{pw}"}' https://x.acme.dev
curl -F 'password={pw}' https://x.acme.dev
curl -X POST https://x.acme.dev/oauth -d 'client_id=web&client_secret={b32}'
ansible-playbook site.yml -e ansible_become_password={pw}
rclone obscure {pw}
cypress run --record --key {uuid}
composer config http-basic.repo.acme.dev ann {b24}
mount -t cifs //nas/x /mnt -o username=ann,password={pw}
net user ann {pw} /add
rake db:setup DATABASE_PASSWORD={pw} VERBOSE=1
"""

HARMLESS = r"""
git show {h40!} --stat | commit {h40!}\nAuthor: Ann <ann@acme.dev>\n\n    rotate the api token | {h7!}..{h7!} main -> main | git log {h40!}..HEAD -- src/token.ts | Merge: {h7!} {h7!}
{"id":"{uuid!}","status":"ok"} | curl https://x.acme.dev/v1/orders/{uuid!} | request id: {uuid!} | trace_id={h32!} span_id={h16!} | x-request-id: {uuid!}
Digest: sha256:{h64!} | docker pull acme/api@sha256:{h64!} | "integrity": "sha512-{s86!}==" | sha256={h64!} | ETag: "{h32!}" | checksum = "{h64!}" | {h64!}  app.tar.gz | MD5 (a.sql) = {h32!}
mypy==1.8 --hash=sha256:{h64!} | resolved "https://r.acme.dev/a/-/a-1.0.tgz#{h40!}" | go.sum: example.org/x v1.2.3 h1:{s43!}= | app.{h8!}.js 12 kB | main-{b8!}.js | ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{s43!} ann@box
SHA256:{s43!} ann@box | -----BEGIN PUBLIC KEY-----\n{s64!}\n{s64!}\n-----END PUBLIC KEY----- | -----BEGIN CERTIFICATE-----\n{s64!}\n{s64!}\n-----END CERTIFICATE----- | client_id={uuid!} | client_id: {h32!}
curl -H "Authorization: Bearer $TOKEN" https://x.acme.dev | curl -u "$USER:$PASS" https://x.acme.dev | docker login -u "$U" -p "${P}" r.acme.dev | mysql -u root -p"$PW" < a.sql | export TOKEN=$(cat token.txt)
TOKEN="$(gh auth token)" make | password: ${{ secrets.DB_PASSWORD }} | token: {{ .Values.token }} | api_key: "{{ vault_key }}" | PASSWORD: $(DB_PASSWORD) | echo %API_TOKEN% | $env:API_TOKEN | password=#{ENV['PW']}
db_password: !vault | | secret: op://vault/item/field | PASSWORD=<your-password> | TOKEN=YOUR_TOKEN_HERE | password: ******** | token: *** | api_key=xxxxxxxxxxxxxxxx | secret: [REDACTED] | sk-...abcd | API_KEY=changeme
Authorization: Bearer <token> | Authorization: Basic <credentials> | -H "Authorization: Bearer YOUR_TOKEN" | Bearer realm="x",error="invalid_token" | WWW-Authenticate: Bearer realm="acme" | token: your-token-here
docker login -u ann --password-stdin r.acme.dev < token.txt | mysql -u root -p shop | read -s -p "Password: " PW | ssh-keygen -t ed25519 -f id -N "" | gh auth login --with-token < token.txt | sudo -S true
docker run -p 8080:80 nginx | mkdir -p src/token/secret | ssh -p 2222 ann@host | scp -P 22 a b:/c | tar -cpf a.tar b | cp -p a b | python -p x | nmap -p 1-1000 h | pytest -p no:cacheprovider | tsc -p tsconfig.json | npx -p typescript tsc
cargo build -p secret-store | docker run -u 1000:1000 -p 127.0.0.1:80:80 x | docker compose -p shop up | curl -u ann https://x.acme.dev | rsync -u a b:c | git push -u origin feature/token-refresh | ps -p 4242
--max-tokens 512 | --token-limit=4096 | usage: {'prompt_tokens': 1820, 'total_tokens': 2131} | tokens: 1820 | max_tokens=4096 | Unexpected token '<' | SyntaxError: Unexpected token } in JSON at position 12
KeyError: 'SECRET_KEY' | Missing required environment variables: API_TOKEN, DB_PASSWORD | invalid api key | password authentication failed for user "ann" | Authorization header missing | token expired at 2031-01-01T10:00:00Z
password must be at least 8 characters | Your password has expired. | {"password": ["This field may not be blank."]} | "password": "Enter your password" | password: string; | password?: string | token: Optional[str] = None | password: str
def login(user, password): | password = getpass.getpass() | password = os.environ["DB_PASSWORD"] | token = request.headers.get("Authorization") | const token = await getToken(user) | let apiKey = process.env.API_KEY; | secret = settings.SECRET_KEY
SECRET_KEY = env("SECRET_KEY") | api_key=config.api_key, | password: user.password, | if password == confirm_password: | token := os.Getenv("TOKEN") | password = ENV.fetch("PW") | auth: { user: cfg.user, pass: cfg.pass }
"token": null | secret = None | password_required: true | token_type: bearer | "tokenType":"Bearer" | PasswordAuthentication no | pass: true | auth=none | key: value | password=required | passwordPolicy: strong | secretName: shop-tls
kubectl get secret shop-db -o yaml | aws secretsmanager get-secret-value --secret-id prod/db/password | gcloud secrets versions access latest --secret=db-password | docker secret ls | vault kv get secret/shop | helm repo add x https://x
secretKeyRef:\n  name: db\n  key: password | imagePullSecrets:\n- name: registry-credentials | -p, --password string   password for the registry | --token TOKEN  API token (default: $ACME_TOKEN) | --api-key <key>   your key | -k, --key FILE
ssh -i ~/.ssh/id_rsa ann@host | --private-key ./keys/deploy.pem | ls ~/.aws/credentials | open '/srv/app/credentials/prod.key' | cat src/auth/token.service.ts | import { TokenService } from './token.service' | password_file=/run/secrets/db
tests/test_tokens.py::test_expired_token_401 PASSED | at TokenStore.refresh (/srv/app/src/token-store.js:12:8) | AbstractTokenAuthenticationProviderFactoryBean2 | PASS src/key.test.ts | 12 passed, 1 failed in 3.21s | pass: 12 fail: 3
duplicate key value violates unique constraint "users_email_key" | Key (email)=(ann@acme.dev) already exists. | unique "key" prop | key: "row-42-checkout" | cache_key: shop:v2:{h32!} | primary key: id | foreign key (user_id) | sort_key=created_at
postgres://localhost:5432/x | https://github.com/acme/token-server.git | git@github.com:acme/a.git | ssh://git@git.acme.dev:7999/a.git | amqp://guest@localhost:5672 | mailto:ann@acme.dev | npm install @acme/auth@1.2.3 | react@18.2.0 | postgres://postgres:postgres@localhost:5432/x
https://example.org/reset?next=/login | GET /v1/tokens/7 404 | next_page_token= | pageToken: "" | nextToken: null | data:image/png;base64,{s80!} | /_next/static/{u21!}/_buildManifest.js | webpack:///./src/a.js?{h4!} | blob:{uuid!}
2031-03-11T08:14:02.118Z INFO listening on 0.0.0.0:8080 | dial tcp 10.0.0.3:6379: connect: connection refused | error:0308010C:digital envelope routines::unsupported | bcrypt cost factor is 12 | algorithm HS256 is not allowed
Set the API key in Settings. | To rotate the secret: create a new one, then delete the old one. | The password is stored in 1Password under "staging db". | Use a password manager. | The token is valid for 15 minutes. | Enter passphrase for key '/home/ann/.ssh/id_rsa':
fatal: could not read Password for 'https://ann@github.com': No such device or address | remote: Support for password authentication was removed on August 13, 2021. | Permission denied (publickey,password). | sudo: a password is required | Password:
pod/shop-7d9f8b6c5d-x2k4p 0/1 CrashLoopBackOff | i-0{h16!} running | arn:aws:iam::123456789012:role/deploy | sg-0{h16!} | req_{b24!} | chatcmpl-{b29!} | msg_01{b22!} | run_id: {h24!} | cus_{b14!} | pi_{b24!} | pk_live_{b24!} | prj_{b24!}
ls -b cookies.txt | curl -b cookies.txt -c cookies.txt https://x.acme.dev | cookie: none | document.cookie | Set-Cookie: theme=dark; Path=/ | Cookie: lang=en; theme=dark | CSRF token missing | csrftoken cookie not set | session expired
LICENSE key not found | author: Ann | authors: 3 | keyboard: us | monkey=1 | tokenizer: gpt2 | secretary: Ann | passenger: 7 | compass: north | bypass=true | keynote: 12 | hotkey: ctrl+k | key_press: Enter | author_id: 77 | salted: yes
ENOENT: no such file or directory, open 'secrets.json' | error TS2339: Property 'token' does not exist on type 'Session'. | NameError: name 'password' is not defined | TypeError: token.split is not a function | undefined method `password' for nil:NilClass
"""


def rows(text: str):
    """The templates of a table: one a line, or several with " | " between."""
    return [part.replace("\\n", "\n") for line in text.strip("\n").splitlines() for part in (line.split(" | ") if " | " in line else [line]) if part.strip()]


def lines(text: str):
    """The templates of a table with one a line."""
    return [line.replace("\\n", "\n") for line in text.strip("\n").splitlines()]
