"""Error lines of tools, by shape rather than by who ran them, most telling first. A rule is as in `code`; one line adds one."""

from __future__ import annotations

from .pick import ansible_failure

PACKAGES = (
    ("npm err", r"^npm (?:ERR!|error) Missing script: .*"),
    ("gyp err!", r"^.{0,40}gyp ERR! stack Error: (?!`make`|not found).*"),
    (
        "npm err",
        r"^npm (?:ERR!|error) (?!code |syscall |path |errno |command |location |dest |type |workspace |in workspace|cwd |spawn |file |stack|signal |gyp |"
        r"Lifecycle script|A complete log|For a full|Log files|    |\{|\}|\/|  at |at |not found?:? *$|This is probably not|Exit status|"
        r"An unknown git error|$)[^ \t\n].*",
    ),
    ("npm err", r"^npm (?:ERR!|error) code (?!ELIFECYCLE|\d).*"),
    ("subprocess-exited", r"^[ \t]+(?:\w+)?Error: .*"),
    (
        "err_pnpm",
        r"^[ \t]*(?:\[?ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL\]?.*\n)?[ \t]*(ERR_PNPM_(?!RECURSIVE_RUN)\w+.*)",
    ),
    ("yn0", r"^\u27a4 YN(?!0000|0007|0013|0002|0060|0061|0086|0019)\d{4}: .*"),
    ("usage error:", r"^(?:Usage|Internal) Error: .*"),
    (
        "error ",
        r"^error (?!Command failed|No lockfile|Found incompatible)(?:Command|Couldn't|An unexpected|Your|Missing|Package|Error|Received|Can't|"
        r"Unknown|Invalid|Integrity|Process|Unexpected|Script|Commands?|Could|[\w@/.-]+@|https?:|[A-Z]).*",
    ),
    ("could not find a version", r"^ERROR: Could not find a version .*"),
    ("externally-managed", r"^error: externally-managed-environment.*"),
    (
        "does not appear to be a python project",
        r"^ERROR: .*does not appear to be a Python project.*",
    ),
    ("has requirement", r"^\S+ \S+ has requirement .*"),
    ("requires ", r"^\S+ \S+ requires \S+, which is not installed\."),
    (
        "no solution found",
        r"^[ \t]*\u00d7 (No solution found.*):\n[ \t]*[\u2570\u2500\u25b6> ]*(Because .*)",
    ),
    ("\u00d7 ", r"^[ \t]*\u00d7 (?:[A-Z]).*"),
    ("version solving failed", r"^[ \t]*Because .*"),
    ("root composer.json", r"^[ \t]*- (Root composer\.json requires .*)"),
    (
        "native extension",
        r"^.{0,90}Failed to build gem native extension\.\n(?:.*\n){0,30}?((?:Can't |Cannot |Could not |Couldn't |Unable to )\S.*|.*(?:not found|(?:is|are) missing|(?:is|are) required)\b.*)",
    ),
    ("could not find gem", r"^.*Could not find gem .*"),
    ("in any of the sources", r"^.*Could not find .* in any of the sources"),
    ("could not find compatible", r"^\[!\] .*"),
    ("[!] ", r"^\[!\] .*"),
    ("unable to select packages", r"^ERROR: (unable to select packages):\n[ \t]*(.*)"),
    ("unable to locate package", r"^E: Unable to locate package .*"),
    ("\ne: ", r"^E: .*"),
    ("no match for argument", r"^No match for argument: .*"),
    (
        "oops! something went wrong",
        r"^Oops! Something went wrong.*\n[ \t]*\n(?:ESLint: .*\n[ \t]*\n)?(?:Error: )?(.*)",
    ),
    ("changed significantly since", r"^.* changed significantly since .*"),
    ("does not contain a compatible", r"^Your lock file does not contain .*"),
    ("code style issues", r"^\[warn\] (?!Code style).*"),
)

BUILDS = (
    ("no rule to make target", r"^.*\*\*\* No rule to make target .*"),
    ("missing separator", r"^.*\*\*\* missing separator.*"),
    ("*** no ", r"^.*\*\*\* No (?:targets|rule).*"),
    (
        "what went wrong",
        r"^\* What went wrong:\nExecution failed for task .*\n[ \t]*> (?!Compilation (?:failed|error)|There were failing tests|Run with|"
        r"A failure occurred|Process ')(.*)",
    ),
    (
        "what went wrong",
        r"^\* What went wrong:\n(.*)\n(?:[ \t]*> (?!Compilation failed; see|There were failing tests|Run with)(.*))?",
    ),
    ("build failed", r"^BUILD FAILED\n(\S+:\d+: .*)"),
    (
        "[error]",
        r"^\[ERROR\] (?!COMPILATION ERROR|-----|BUILD FAILURE|Tests run:|Failures:|Errors:|-> \[Help|To see the full|Re-run|For more info|"
        r"After correcting|\[Help|See |Failed to execute goal .*maven-(?:compiler|surefire)|Please refer|There are test failures|"
        r"[ \t]*$)[ \t]*(\S.*)",
    ),
    (
        "[error]",
        r"^\[ERROR\] (?!-> \[Help|To see the full|Re-run|For more info|\[Help|[ \t]*$)\S.*",
    ),
    ("failed to solve", r"^(?:ERROR: )?failed to solve: (?!process ).*"),
    ("error: /", r"^ERROR: /\S+:\d+:\d+: .*"),
    ("no such target", r"^ERROR: .*no such target .*"),
    ("nx  ", r"^[ \t]*>?[ \t]*NX[ \t]+(?![ \t]|Running|Ran target|Successfully).*"),
    ("ninja: error", r"^ninja: error: .*"),
    ("error: no such command", r"^error: no such command: .*"),
    ("\n! ", r"^! [A-Z].*"),
    (" error  ", r"^[ \t]{1,4}ERROR[ \t]{2,9}\S.*"),
    ("sb_", r"^SB_\w+ .*"),
    ("task never defined", r"^(?:\[[\d:]+\] )?Task never defined: .*"),
    ("use --force to continue", r"^Warning: .*Use --force to continue.*"),
)

SERVICES = (
    ("failed! =>", r"^fatal: \[\S+\]: FAILED! => .*", ansible_failure),
    ("unreachable! =>", r"^fatal: \[\S+\]: UNREACHABLE! => .*", ansible_failure),
    ("! => {", r"^(\S+ \| (?:UNREACHABLE|FAILED)!).*\n(?:.*\n){0,6}?[ \t]*\"msg\": \"(.*)\""),
    ("error response from daemon", r"^.*Error response from daemon: .*"),
    (
        "docker daemon",
        r"^.*(?:Cannot connect to|permission denied while trying to connect to) the [Dd]ocker .*",
    ),
    ("error from server", r"^.*Error from server.*"),
    ("the connection to the server", r"^The connection to the server .*"),
    ("unable to connect to the server", r"^.*Unable to connect to the server.*"),
    (
        "error: ",
        r"^(Error: (?:Unsupported|Invalid|Missing|Reference to|Unclosed|Duplicate|Inconsistent|Failed to|Incorrect|Error |No |Module |Backend |"
        r"Provider |creating |Argument ).*)\n[ \t]*\n(?:[ \t]+(?:on|with) .*\n(?:.*\n){0,6}?[ \t]*\n)?(?![ \t])(.*)",
    ),
    ("an error occurred (", r"^.*An error occurred \(\w+\) when calling .*"),
    ("unable to locate credentials", r"^.*Unable to locate credentials.*"),
    ("error: (gcloud", r"^ERROR: \(gcloud\..*"),
    ("psql:", r"^psql:.*(?:ERROR|FATAL|error|fatal): .*"),
    ("error:  ", r"^(?:ERROR|FATAL|PANIC):  .*"),
    ("error ", r"^(?:mysqldump: )?.{0,40}\bERROR \d{3,5} \(\w{5}\).*: .*"),
    ("ora-", r"^ORA-\d{5}: .*"),
    ("msg ", r"^Msg \d+, Level \d+.*\n(.*)"),
    ("near line", r"^(?:Parse error|Runtime error|Error:).{0,20}near line \d+: .*"),
    ("db::exception", r"^.*DB::Exception: .*"),
    ("(error) ", r"^\(error\) .*"),
    ("could not connect to redis", r"^Could not connect to Redis .*"),
    ("noauth ", r"^NOAUTH .*"),
    ("curl: (", r"^.*?(curl: \(\d+\) .*)"),
    ("error 4", r"^.*\bERROR \d{3}: .*"),
    ("error 5", r"^.*\bERROR \d{3}: .*"),
    ("wget: ", r"^wget: .*"),
    ("permissions 0", r"^Permissions \d+ for .* are too open\."),
    ("remote host identification", r"^.*REMOTE HOST IDENTIFICATION HAS CHANGED.*"),
    ("permission denied (", r"^.*Permission denied \([\w,-]+\).*"),
    ("host key verification", r"^Host key verification failed\."),
    ("rsync: ", r"^rsync: .*"),
    ("ssh: ", r"^ssh: .*"),
    ("nginx: [emerg]", r"^nginx: \[emerg\] .*"),
    ("failed to connect to bus", r"^System has not been booted .*|^Failed to connect to bus.*"),
    ("failed to ", r"^Failed to (?:start|stop|restart|reload|enable|disable|get properties).*"),
    ("job for ", r"^Job for .* failed.*"),
    ("unexpected error: ", r"^.*\bunexpected error: .*"),
    (" http", r"^(?:GET|POST|PUT|DELETE|PATCH) https?://\S+: [45]\d\d .*"),
    ("errors in crontab", r"^\".*\":\d+: .*"),
    ("errors:\n", r"^(Error .*)\n(?:.*\n){1,8}?.*Errors:\n(?:[ \t]*\n)?[ \t]*\* (.*)"),
    ("has no command named", r"^.* has no command named .*"),
    ("is the server running", r"^[ \t]*Is the server running .*"),
    ("hcl: ", r"^.*HCL: .*"),
    ("graphql: ", r"^.*GraphQL: .*"),
    ("(http ", r"^.{0,600}?(gh: .*\(HTTP \d+\))"),
    ("level=", r"^.*level=(?:error|fatal) .*"),
)

GIT = (
    ("[rejected]", r"^[ \t]*! \[rejected\].*"),
    ("[remote rejected]", r"^[ \t]*! \[remote rejected\].*"),
    ("conflict (", r"^CONFLICT \(.*"),
    ("\nfatal: ", r"^fatal: (?!Could not read from remote|Exiting because).*"),
    ("there is no tracking", r"^There is no tracking information .*"),
    ("not something we can merge", r"^merge: .* not something we can merge"),
    ("batch response: ", r"^batch response: .*"),
    (
        "\nerror: ",
        r"^error: (?!failed to push|failed to fetch some objects|could not compile|aborting due|test failed).*",
    ),
    ("remote: error", r"^remote: error: .*"),
    ("remote: ", r"^remote: (?:Permission|Repository|Invalid|HTTP|fatal).*"),
    ("no local changes", r"^No local changes to save"),
)

SHELL = (
    ("command not found", r"^.*: command not found$"),
    ("command not found: ", r"^.*command not found: .*"),
    (
        ": not found",
        r"^(?:/bin/|/usr/bin/)?(?:ba|da|z|a|k)?sh: (?:\d+: |line \d+: )?.*: not found$|^\S+: \d+: .*: not found$",
    ),
    ("unbound variable", r"^\S+: .*: unbound variable"),
    ("parameter not set", r"^\S+: .*: parameter not set"),
    ("syntax error", r"^\S+: (?:line |eval: line |-c: line |\d+: ).*[Ss]yntax error.*"),
    ("bad substitution", r"^\S+: .*[Bb]ad substitution.*"),
    ("bad interpreter", r"^.*: bad interpreter: .*"),
    (": line ", r"^\S+: line \d+: .*"),
    ("can't open file", r"^\S*python\S*: can't open file .*"),
    ("no module named", r"^\S*python\S*: No module named .*"),
    ("unrecognized arguments", r"^\S+: error: unrecognized arguments.*"),
    (": error: ", r"^[\w.+ -]{1,40}: error: (?!usage).*"),
)

# a failure nobody doubts, first what tells most
PROOFS = PACKAGES + BUILDS + SHELL + SERVICES + GIT
