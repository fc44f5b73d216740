"""In which words a program speaks of its own failure, where that is not `program: …`. One line adds a program."""

from __future__ import annotations

# whose own voice has another shape than `program: …`: what they print at the start of a line when they themselves fail
VOICES = {
    "git": r"(?:fatal|error): ",
    "docker": r"(?:docker: |ERROR: )?(?:Error response from daemon|Cannot connect to the Docker|Error: No such|permission denied while trying|unknown (?:command|flag)|invalid argument)",
    "docker-compose": r"(?:Error|ERROR|no such service|no configuration file)",
    "podman": r"Error: ",
    "kubectl": r"(?:error: |Error: |Error from server|The connection to the server|Unable to connect)",
    "oc": r"(?:error: |Error from server|The connection)",
    "helm": r"Error: ",
    "gh": r"(?:GraphQL: |HTTP \d{3}|could not |no pull requests|unknown (?:command|flag)|gh: |failed to |To get started with GitHub|"
    r".{0,600}?gh: .{1,200}\(HTTP \d+\))",
    "npm": r"npm (?:ERR!|error) ",
    "pnpm": r"[ \t]*ERR_PNPM",
    "yarn": r"(?:error |Usage Error)",
    "pip": r"ERROR: ",
    "pip3": r"ERROR: ",
    "uv": r"error: ",
    "cargo": r"error: ",
    "rustup": r"error: ",
    "go": r"(?:go: |no required module|package \S+ is not in|doc: )",
    "gem": r"ERROR: ",
    "brew": r"Error: ",
    "aws": r"(?:An error occurred \(|Unable to locate credentials|Could not connect|aws: |The config profile)",
    "gcloud": r"ERROR: ",
    "az": r"ERROR: ",
    "heroku": r"[ \t]*(?:\u25b8|\u203a) ",
    "fly": r"Error: ",
    "flyctl": r"Error: ",
    "terraform": r"Error: ",
    "pulumi": r"error: ",
    "psql": r"(?:psql|ERROR: |FATAL: |[ \t]*Is the server running)",
    "mysql": r"ERROR \d+ ",
    "sqlite3": r"(?:Error: |Error in |Parse error|Runtime error)",
    "mariadb": r"ERROR \d+ ",
    "duckdb": r"\w+ Error:",
    "mongosh": r"Mongo\w*Error: ",
    "clickhouse-client": r"Code: \d+\. DB",
    "sqlcmd": r"Msg \d+, Level",
    "ssh": r"(?:ssh: |@ .{0,40}HOST IDENTIFICATION|Host key|.*Permission denied \()",
    "redis-cli": r"(?:\(error\)|Could not connect|NOAUTH)",
    "systemctl": r"(?:Failed to |Unit .* could not be found|System has not)",
    "curl": r".{0,120}?curl: \(\d+\)",
    "wget": r"(?:wget: |.{19} ERROR \d{3})",
    "rg": r"(?:rg: |regex parse error)",
    "jq": r"(?:jq: |parse error)",
    "yq": r"(?:Error: |yq: )",
    "http": r"http: error",
    "hg": r"abort: ",
    "svn": r"svn: ",
    "apt": r"E: ",
    "apt-cache": r"E: ",
}


def own_voice(call, text: str) -> str:
    """The first line of prepared text in which the program of a call speaks of its own failure, else ""."""
    import re

    name = re.escape(call.program)
    shape = VOICES.get(call.program)
    pattern = (
        rf"^(?:{shape}.*|(?:/\S*/)?{name}(?:\.exe)?: .*)"
        if shape
        else rf"^(?:/\S*/)?{name}(?:\.exe)?: .*"
    )
    match = re.search(pattern, text, re.M) if call.program else None
    return match.group().strip() if match else ""
