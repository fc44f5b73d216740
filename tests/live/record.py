"""Run one command of an agent in bash, and note how it ends.

usage: record.py BASH COMMAND

Two rows go to the arm's calls.jsonl, as it begins and as it ends, so that a command that the host
kills is seen as well. What the command runs finds the call's id in CALL_ID.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import uuid

ARM = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# what `hsh` puts around a command: a `cd`, which a scenario may have replaced, and marks
AROUND = re.compile(r'cd "[^"]*" && \{ (.*)\n\}; __rc=', re.DOTALL)


def main(bash: str, command: str) -> int:
    call = uuid.uuid4().hex[:8]
    around = AROUND.match(command)
    note(call=call, command=around[1] if around else command)
    runs = f"builtin {command}" if around else command
    process = subprocess.Popen([bash, "-c", runs], env={**os.environ, "CALL_ID": call})
    for number in PASSED_ON:
        signal.signal(number, lambda got, frame: process.send_signal(got))
    status = process.wait()
    note(call=call, status=status)
    return status if status >= 0 else 128 - status


def note(**row) -> None:
    with open(os.path.join(ARM, "calls.jsonl"), "a", encoding="utf-8") as file:
        file.write(json.dumps({**row, "at": round(time.time(), 2)}) + "\n")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
