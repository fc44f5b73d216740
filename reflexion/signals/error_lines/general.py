"""What errors look like in any tool: rules for lines that say so themselves, then phrases, then what is certainly not the line."""
from __future__ import annotations

STRICT = (
    ("fatal", r"^(?:fatal|FATAL)(?: error| ERROR)?[:\]] .*"),
    ("panic", r"^panic(?:ked)?[: ].*"),
    ("error", r"^(?:Error|ERROR|error|\[ERROR\]|\[error\]|ERR!)(?:\[[\w:.-]+\]| \w{1,40}| ?\(\w{1,20}\))?[:!] ?\S.*"),
    ("error", r"^[\w./@+-]{1,60}: (?:fatal |internal )?(?:[Ee]rror|ERROR|fatal|FATAL): .*"),
    ("failed: ", r"^FAILED: .*"),
    ("\u256d\u2500 error", r"^\u256d\u2500+ Error[^\n]*\n[ \t\u2502]*(.*?)[ \t\u2502]*$"),
    ("\u25b8", r"^[ \t]*\u25b8[ \t]+(.*)"),
    ("\u203a", r"^[ \t]*\u203a[ \t]+(Error: .*)"),
    ("\u2716", r"^[ \t]*\u2716[ \t]+.*"),
    ("\u2718", r"^[ \t]*\u2718[ \t]+.*"),
    ("\u2717", r"^[ \t]*\u2717[ \t]+.*"),
    ("\u274c", r"^[ \t]*\u274c.*"),
    ("\u2a2f", r"^[ \t]*\u2a2f[ \t]+.*"),
    ("\u00d7", r"^[ \t]*\u00d7[ \t]+.*"),
)

RULES = STRICT + (
    ("err", r"^(?:\[?(?:ERROR|FATAL|CRITICAL|SEVERE)\]?|ERR!?|\[E\])[ \t:-]+\S.*"),
    ("error", r"^[\d:TZ.,/\[\] +-]{8,40}[\[(]?(?:ERROR|FATAL|CRITICAL|error|fatal)[\])]?[ :].*"),
    ("error: ", r"^[ \t]*(?:[\w -]{1,40} )?[Ee]rror: .*"),
    ("error", r"^.{0,60}\b(?:ERROR|FATAL|CRITICAL)\b.*"),
)

# what the system says (strerror and friends): always the reason
REASONS = (
    "no such file or directory", "permission denied", "operation not permitted", "connection refused", "connection reset", "connection timed out",
    "address already in use", "command not found", "file exists", "is a directory", "not a directory", "directory not empty", "no space left",
    "read-only file system", "too many open files", "name or service not known", "could not resolve", "name resolution", "network is unreachable",
    "host is down", "no route to host", "argument list too long", "text file busy", "exec format error", "cannot allocate memory", "out of memory",
    "device or resource busy", "broken pipe", "certificate verify failed", "not in gzip format", "core dumped", "port is already allocated",
    "executable file not found", "access denied", "econnrefused", "enoent", "eacces", "eaddrinuse", "etimedout", "enotfound",
)
CODES = ("econnrefused", "enoent", "eacces", "eaddrinuse", "etimedout", "enotfound")  # of those what a report may count, too

# what programs say when they give up, clearest first
PHRASES = (
    ("cannot ", "can't ", "could not ", "couldn't ", "unable to ", "failed to ", "does not exist", "doesn't exist", "not found", "no such "),
    ("failed", "failure", "invalid ", "unknown ", "unrecognized ", "unrecognised ", "unexpected ", "expected ", "undefined", "missing ", "unsupported",
     "not supported", "denied", "refused", "rejected", "forbidden", "unauthorized", "illegal ", "exception", "already exists", "already in use",
     "timed out", "mismatch", "corrupt", "expired", "exceeded", "aborted", "not a ", "not an ", "not allowed", "not permitted", "not installed",
     "not configured", "not defined", "never ", "not available", "no matching", "there is no ", "nothing to ", "must ", "requires ", "required", "too many", "too few", "too long",
     "conflict", "killed", "terminated", "violat", "not ", "no "),
    ("error", "fatal", "bad ", "broken", "problem", "wrong"),
)

# lines that only sum up, point elsewhere or advise: quoted when there is nothing else
SUMMARIES = (
    "a complete log of this run", "for more information", "error: could not compile", "aborting due to", "test failed, to rerun",
    "failed to push some refs", "command failed with exit code", "process completed with exit code", "exited with code", "returned non-zero exit",
    "elifecycle", "ld returned", "linker command failed", "compilation terminated", "build stopped: subcommand", "aborted due to",
    "while executing the following cell", "*** waiting for unfinished", "build did not complete", "exiting with failure status",
    "error is not recoverable", "some files could not be transferred", "some files/attrs", "all warnings being treated", "process didn't exit",
    "process exited with code", "script failed (code", "returned a non-zero code", "did not complete successfully", "recipe for target",
    "error in process", "see above", "see the log", "full trace", "previous error", "non-zero return code", "build failed", "build failure",
    "compilation failed", "could not read from remote repository", "please make sure you have the correct access", "module.findnodemodule",
    "invocation failed", "your requirements could not be resolved", "see the profiling", "execution failed for task", "compilation aborted",
    "compilation errors", "command pytest failed", "node-gyp rebuild", "please commit or stash", "aborting", "something went wrong", "failed to render pages", "extconf.rb failed", "build gem native extension", "failed to write commit object",
)

COUNT = (r"^(?:\[\w+\] ?|\W{0,4})(?:[Ff]ound |with |[Tt]ests?:[ \t]+|[Ee]rrors?: )?"
         r"(?:\d+|no) (?:errors?|problems?|warnings?|issues?|failures?|failed|failing|offenses?|of \d)\b|"
         r"[ (]0 (?:errors?|failed|failures)\b|^(?:[^ ]{1,80} ){0,4}exit status:? \d+\)?$")

# summaries that prove a failure even where `| tail` left nothing else
WRAP_UPS = (
    ("could not compile", r"^error: could not compile .*"),
    ("aborting due to", r"^error: aborting due to .*"),
    ("configuring incomplete", r"^-- Configuring incomplete, .*"),
    ("what went wrong", r"^\* What went wrong:\n(.*)"),
    ("failed to solve", r"^.*failed to solve: .*"),
    ("*** [", r"^\S*make\S*: \*\*\* \[.*\] (?:Error \d+|Aborted|Segmentation).*"),
    ("elifecycle", r"^.*ELIFECYCLE.*"),
    ("lifecycle script", r"^npm (?:ERR!|error) Lifecycle script .* failed.*"),
    ("failed to push", r"^error: failed to push some refs .*"),
    ("test result: failed", r"^test result: FAILED.*"),
    ("to rerun pass", r"^error: test failed, to rerun .*"),
    ("ld returned", r"^collect2: .*"),
    ("non-zero", r"^.*returned (?:a )?non-zero (?:exit (?:status|code)|code).*"),
    ("exit code", r"^.*(?:exit code|exited with code|exiting with code|exit status):? [1-9].*"),
    ("exiting with code", r"^.*exiting with code [1-9].*"),
    ("build failed", r"^.*BUILD FAILED.*"),
    ("build failure", r"^.*BUILD FAILURE.*"),
    ("caused by: ", r"^[Cc]aused by: .*"),
    (" failed ***", r"^.*\*\*\* \d+ TESTS? FAILED \*\*\*"),
    ("fail ", r"^[#\u2139] fail [1-9]\d*$"),
    ("failed (", r"^FAILED \((?:failures|errors)=\d.*"),
    ("\nfail\t", r"^FAIL\t.*"),
)

# how a program begins when it gives up, and the words with which it goes on all the same
REFUSALS = (
    "could not ", "cannot ", "can't ", "couldn't ", "unable to ", "failed to ", "no such ", "unknown ", "invalid ", "unrecognized ", "missing ",
    "there is no ", "permission denied", "access denied", "you need to ", "you must ", "not found", "no module ", "connection refused", "bad ",
    "illegal ", "unexpected ", "not a ",
)
PLAIN = (
    "denied", "unknown ", "invalid ", "undefined ", "unauthorized", "forbidden", "is required", "already exists", "unexpected ", "not allowed",
    "is not running", "not defined", "not supported",
)
GOES_ON = (
    "skip", "ignor", "fall", "using", "continu", "warn", "retry", "handled", "default", "instead", "optional", "attempt",
)

# how lines begin that explain, advise, warn or show where: never the line to quote
ASIDES = (
    "hint:", "note:", "help:", "usage:", "info", "debug", "warn", "deprecat", "try ", "run ", "to ", "if ", "for ", "see ", "use ", "when ",
    "please ", "did you mean", "at ", "file \"", "from ", "in ", "caused by", "stack trace", "traceback", "node.js v", "require stack", "emitted '",
    "-->", "|", "^", "=", "#", "-", "*", "~", ">", "$", "+", "@@", "npm warn", "[warn", "(node:", "(use ", "hint ", "example", "available",
    "options", "commands:", "most similar", "perhaps", "maybe", "downloading", "installing", "collecting", "resolving", "fetching", "compiling",
    "building", "running", "checking", "starting", "loading", "using", "reading", "writing", "a complete log", "line ", "detail:", "statement:",
    "where:", "as a reminder", "location searched", "(see ", "(run ", "wrote ", "total ", "time ", "real\t", "user\t", "sys\t",
)
