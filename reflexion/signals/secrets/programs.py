"""Programs, and which of their options and arguments are secrets. One line a program.

    -p      the next word, or what is joined to it (-pX, -p=X)      -p+   only joined: with a space it means something else
    -pw_    only the next word, or =X :X                            -p~   only beside a user name (-u X) or "login"
    -u:     user:SECRET      -U%  user%SECRET      -u,  user,SECRET      -c/  user/SECRET
    sub>2!  the second plain word after it, where it is drawn at random
    sub>-p  only after the sub-command "sub"                        sub>2  the second plain word after it
An empty rule list names a program whose own -p is harmless: it ends the reach of the program before it. Long options that tell by their
name (--password, --token) need no line here, see names.py.
"""
from __future__ import annotations

_LOGIN = "login>-p login>-P"
_REGISTRY = "login>-p --creds: --src-creds: --dest-creds: --from-creds: --to-creds:"
_LDAP = "-w"
_MYSQL = "-p+"
_MONGO = "-p"

SHARED = "-p~ -P~ login>1! auth>1!"  # for every other program

PROGRAMS = {
    "mysql": _MYSQL, "mysqldump": _MYSQL, "mysqladmin": _MYSQL + " password>1", "mysqlimport": _MYSQL, "mysqlshow": _MYSQL, "mysqlcheck": _MYSQL, "mysqlbinlog": _MYSQL,
    "mysqlslap": _MYSQL, "mysqlpump": _MYSQL, "mysqlsh": _MYSQL, "mysql_upgrade": _MYSQL, "mysqld": _MYSQL, "mariadb": _MYSQL, "mariadb-dump": _MYSQL, "mariadb-admin": _MYSQL,
    "mycli": _MYSQL, "mydumper": "-p", "myloader": "-p", "xtrabackup": _MYSQL, "mongo": _MONGO, "mongosh": _MONGO, "mongodump": _MONGO, "mongorestore": _MONGO,
    "mongoimport": _MONGO, "mongoexport": _MONGO, "mongostat": _MONGO, "redis-cli": "-a -u", "valkey-cli": "-a -u", "keydb-cli": "-a", "sqlcmd": "-P", "bcp": "-P", "tsql": "-P", "isql": "-P", "osql": "-P",
    "sqlplus": "1/", "sqlldr": "1/", "expdp": "1/", "impdp": "1/", "rman": "1/", "cqlsh": "-p", "cypher-shell": "-p", "beeline": "-p", "influx": "-p_ -password_", "cbq": "-p",
    "couchbase-cli": "-p", "snowsql": "", "elasticsearch-users": "-p", "dsconf": "-w", "sshpass": "-p", "plink": "-pw_", "pscp": "-pw_", "psftp": "-pw_",
    "docker": _REGISTRY, "podman": _REGISTRY, "nerdctl": _REGISTRY, "buildah": _REGISTRY, "helm": _REGISTRY + " --password", "oras": _REGISTRY, "crane": _REGISTRY, "skopeo": _REGISTRY,
    "regctl": _REGISTRY, "cosign": _REGISTRY, "az": "login>-p acr>-p secret>--value user>-p", "oc": "login>-p", "cf": "login>-p auth>2", "ibmcloud": "login>-p", "bx": "login>-p",
    "gh": "secret>-b secret>--body", "aws": "put-parameter>--value", "wandb": "login>1", "vault": "login>1 unseal>1 revoke>1", "bao": "login>1 unseal>1", "cargo": "login>1", "snyk": "auth>1",
    "ngrok": "authtoken>1 add-authtoken>1", "doctl": "-t", "vercel": "-t", "netlify": "-a --auth", "surge": "-t", "dotnet": "push>-k push>--api-key source>-p", "nuget": "push>-k source>-p setapikey>1",
    "choco": "-k", "mc": "set>4 add>4", "rclone": "obscure>1", "twine": "-p", "poetry": "config>3", "composer": "config>3", "xfreerdp": "/p_", "rdesktop": "-p", "evil-winrm": "-p", "crackmapexec": "-p",
    "nxc": "-p", "netexec": "-p", "smbclient": "-U%", "rpcclient": "-U%", "smbmap": "-p", "ipmitool": "-P", "snmpwalk": "-c -A -X", "snmpget": "-c -A -X", "snmpset": "-c -A -X",
    "mosquitto_pub": "-P", "mosquitto_sub": "-P", "ftp": "", "lftp": "-u,", "ncftpput": "-p", "ncftpget": "-p", "htpasswd": "2 3",
    "rabbitmqctl": "add_user>2 change_password>2 authenticate_user>2", "rabbitmqadmin": "-p", "ldapsearch": _LDAP, "ldapadd": _LDAP, "ldapmodify": _LDAP, "ldapdelete": _LDAP,
    "ldappasswd": _LDAP + " -s -a", "ldapwhoami": _LDAP, "7z": "-p", "7za": "-p", "7zz": "-p", "zip": "-P", "unzip": "-P", "rar": "-p+ -hp+", "unrar": "-p+", "openssl": "-k_ -K_", "ssh-keygen": "-N -P",
    "security": "unlock-keychain>-p_ import>-P add-generic-password>-w add-internet-password>-w create-keychain>-p set-key-partition-list>-k", "xcrun": "-p_", "altool": "-p_", "signtool": "/p_",
    "certutil": "-p", "jenkins-cli.jar": "-auth:", "jenkins-cli": "-auth:", "http": "-a: -A", "https": "-a: -A", "xh": "-a:", "curl": "-u: --user: -U: --proxy-user:", "open": "-u,", "bundle": "config>2: config>3: config>4: config>5:", "ansible-vault": "encrypt_string>1", "wget": "", "etcdctl": "--user:", "p4": "-P", "bw": "unlock>1 login>2",
    "wpa_passphrase": "2", "grafana-cli": "reset-admin-password>1", "grafana": "reset-admin-password>1", "useradd": "-p", "usermod": "-p", "net": "user>2 use>2 use>3", "cypress": "-k --key", "codecov": "-t",
    "databricks": "", "sentry-cli": "", "tailscale": "", "siege": "", "hydra": "-p", "medusa": "-p", "nikto": "-id:", "sqlmap": "--auth-cred:", "wpscan": "--passwords", "smbget": "-U%",
    "mount.cifs": "", "vncviewer": "", "x11vnc": "-passwd", "winexe": "-U%", "wmic": "/password", "psexec": "-p", "schtasks": "/rp_ /p_", "cmdkey": "/pass", "runas": "", "restic": "", "borg": "", "gpg": "",
    "ssh": "", "scp": "", "rsync": "", "sftp": "", "mkdir": "", "kubectl": "", "psql": "", "git": "", "npm": "", "pytest": "", "tar": "", "cp": "", "nmap": "", "tsc": "", "lsof": "", "nc": "", "ps": "", "sudo": "", "python": "", "read": "",
}

# who reads a secret from standard input: what echo gives them is one
STDIN_TAKERS = ("--password-stdin", "--with-token", "passwd --stdin", "--stdin", "--token-stdin", "chpasswd", "--passphrase-fd", "-passin stdin", "-pass stdin", "sudo -s", "secret put", "secrets create",
                "secret create", "secret set", "secrets set", "env add", "--data-file=-", "versions add", "pass insert", "kinit", "-s -p ''", "--value-file=-", "luksopen", "luksformat", "docker-credential", "--api-key-stdin",
                "login --token -", "fail-token", "apply --token-file -", "--with-access-token", "login -", "--secret-stdin")
