"""Run a hook script in this very interpreter and write down what it loaded and opened: `python -I -S hook_probe.py REPORT SCRIPT < payload`.

The report has a line each: `module NAME`, `open PATH`, `list PATH`, `memory KiB`. Only what the script itself brings about is in it, so only built-in modules
are imported here: `memory` is the process's own peak (VmHWM), left out where the system does not tell.
"""

import sys

seen, before = [], set(sys.modules)
KINDS = {"open": "open", "os.listdir": "list", "os.scandir": "list"}


def _note(event, arguments):
    if event in KINDS and not str(arguments[0]).isdigit():
        seen.append(
            (
                KINDS[event],
                arguments[0] if isinstance(arguments[0], (str, bytes)) else str(arguments[0]),
            )
        )


def _memory():
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            return [line.split()[1] for line in file if line.startswith("VmHWM:")]
    except OSError:
        return []


def _stay():
    """Hooks leave by _exit, which would leave no report."""
    try:
        import posix
    except ImportError:
        return
    posix._exit = sys.exit


def main():
    report, script = sys.argv[1:3]
    with open(script, "rb") as file:
        code = compile(file.read(), script, "exec")
    sys.argv[:] = [script]
    _stay()
    sys.addaudithook(_note)
    try:
        exec(code, {"__name__": "__main__", "__file__": script})
    except SystemExit as end:
        status = end.code or 0
    opened, loaded = list(seen), [name for name in sys.modules if name not in before]
    with open(report, "w", encoding="utf-8", errors="replace") as file:
        file.writelines(f"module {name}\n" for name in loaded)
        file.writelines(
            f"{kind} {path.decode() if isinstance(path, bytes) else path}\n"
            for kind, path in opened
        )
        file.writelines(f"memory {size}\n" for size in _memory())
    sys.exit(status)


main()
