"""Try Reflexion with an agent program of your own, in throw-away projects and homes.

    python3 tests/live/run.py --agent claude            (codex, copilot, qwen, gemini, opencode)
    python3 tests/live/run.py --command 'my-agent --yes {prompt}' --host claude

In each scenario the agent gets a small request on three days, every day in a fresh checkout and
without a memory of its own. What it works with refuses what its rules forbid, and no file tells
these rules. The arms: `none`; `reflexion`, set up by `reflexion init`; `notes`, a MEMORY.md that
the agent is told to keep and that is put before it.

Linux and macOS. Agents run without asking before each command, and nothing confines them.
`--agent scripted` plays recorded answers and needs no model. README.md beside this file says how
calls are counted and what of your home and environment the agent gets.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

import agents
import report
from arms import HERE
from session import Session, Stopped

ARMS = ("none", "reflexion", "notes")
DAYS = (1, 2, 3)
COST = """\
{sessions} sessions ({counts}). Each takes some 15 to 40 requests to the model, 0.2 to 1 million
tokens in (mostly cached) and 2 to 6 minutes: about {minutes} minutes in all.
{agent} gets your environment, and of your home {files}."""


def arguments() -> argparse.Namespace:
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    add = parser.add_argument
    add("--agent", choices=list(agents.known()), help="whose program plays")
    add("--command", help="a command line with {prompt}, in place of --agent")
    add("--host", default="claude", help="with --command: the host whose hooks it runs")
    add("--args", default="", help="more arguments for the agent, such as '--model NAME'")
    add("--home-files", default="", help="files of your home that it gets, with commas")
    add("--only", action="append", default=[], help="this scenario (may be repeated)")
    add("--arms", default=",".join(ARMS), help="default: %(default)s")
    add("--runs", type=int, default=1, help="how often all of it is played")
    add("--timeout", type=int, default=30, help="minutes of a session, at most")
    add("--out", help="folder for projects and results; default: below the temporary folder")
    add("--scenarios", type=Path, default=HERE / "scenarios", help="folder of other scenarios")
    add("--reflexion", default=str(HERE.parent.parent), help="the checkout that is tried")
    add("--resume", action="store_true", help="go on with what --out holds")
    add("--yes", action="store_true", help="begin without asking")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    try:
        agent = choose_agent(args)
        out = Path(args.out or Path(tempfile.gettempdir(), "reflexion-trial", agent.name)).resolve()
        if out.exists() and not args.resume:
            raise Stopped(f"{out} holds a trial: --resume goes on with it, --out names another")
        plan = sessions(args)
        results = load(out)
        left = [each for each in plan if each not in results]
        agree(args, agent, left)
        for number, each in enumerate(left, 1):
            results[each] = play(args, agent, out, each, f"{number}/{len(left)}")
        publish(out, agent, [results[each] for each in plan])
    except (Stopped, KeyboardInterrupt) as reason:
        print(f"\n{reason or 'interrupted: --resume goes on'}", file=sys.stderr)
        return 1
    return 0


def choose_agent(args) -> agents.Agent:
    """Return the Agent to play. Raises Stopped where there is none."""
    known = agents.known()
    if args.command:
        return agents.Agent("command", args.host, args.command, "", "", "", "", "1")
    if not args.agent:
        names = [name for name in known if name != "scripted"]
        there = [name for name in names if known[name].is_installed]
        looked = f"looked for {', '.join(names)} on the path; there: {', '.join(there) or 'none'}"
        raise Stopped(f"which --agent? {looked}")
    agent = known[args.agent]
    if not agent.is_installed:
        raise Stopped(f"looked for `{agent.program}` on the path: it is not there")
    return agent


def sessions(args) -> list:
    """Return (run, scenario, arm, day) of all sessions, in the order in which they are played."""
    names = sorted(path.parent.name for path in args.scenarios.glob("*/tools.py"))
    arms = args.arms.split(",")
    for given, allowed in ((args.only, names), (arms, ARMS)):
        unknown = [name for name in given if name not in allowed]
        if unknown:
            raise Stopped(f"there is no {unknown[0]}; there are {', '.join(allowed)}")
    chosen = [name for name in names if name in (args.only or names)]
    runs = range(1, args.runs + 1)
    return [(r, name, arm, day) for r in runs for name in chosen for arm in arms for day in DAYS]


def agree(args, agent, left: list) -> None:
    """Say what the trial costs, and what the agent gets; ask. Raises Stopped."""
    counts = [
        f"{len({each[at] for each in left})} {name}"
        for at, name in enumerate(("runs", "scenarios", "arms", "days"))
    ]
    files = args.home_files or "nothing"
    if agent.login and not args.home_files:
        files += f" (if it logs in by files: --home-files {agent.login})"
    minutes = 4 * len(left)
    given = {"sessions": len(left), "counts": " x ".join(counts), "minutes": minutes}
    print(COST.format(agent=agent.name, files=files, **given))
    if args.yes or not left:
        return
    if not sys.stdin.isatty() or input("Begin? [y/N] ").lower() not in ("y", "yes"):
        raise Stopped("nothing was begun (--yes begins without asking)")


def play(args, agent, out: Path, plan: tuple, where: str) -> dict:
    """Play one session and return its result, which is kept in a file as well."""
    run, scenario, kind, day = plan
    # the agent sees this path: it does not tell the kind of the arm
    path = out / "arms" / f"{scenario}-{'abc'[ARMS.index(kind)]}{run}"
    label = f"{where} {scenario} {kind} day {day}"
    session = Session(agent, args.scenarios.resolve() / scenario, path, kind, day, args)
    found = session.play(lambda text: show(f"{label}: {text}"))
    if not found["calls"]:
        raise Stopped(f"{agent.name} ran no command, which does not count: {found['printed']}")
    done = found["missing"] or "done"
    show(f"{label}: {found['failed']} of {found['calls']} commands failed; {done}"[:120], "\n")
    result = {"run": run, "scenario": scenario, "arm": kind, "day": day, **found}
    (out / "sessions").mkdir(exist_ok=True)
    name = ".".join(map(str, plan))
    (out / "sessions" / f"{name}.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
    return result


def show(text: str, end: str = "") -> None:
    """Write the progress line; where nobody looks on, only what is over."""
    if end or sys.stderr.isatty():
        print(f"\r{text:<78}", end=end, file=sys.stderr, flush=True)


def load(out: Path) -> dict:
    """Return {(run, scenario, arm, day): result} of the sessions that were played."""
    found = [
        json.loads(path.read_text(encoding="utf-8")) for path in (out / "sessions").glob("*.json")
    ]
    return {(each["run"], each["scenario"], each["arm"], each["day"]): each for each in found}


def publish(out: Path, agent, results: list) -> None:
    (out / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    title = f"Trial of Reflexion with {agent.name}, {time.strftime('%Y-%m-%d')}"
    (out / "results.md").write_text(report.markdown(results, title), encoding="utf-8")
    print("\n".join(report.table(results)))
    print(f"\nwritten: {out}/results.md, {out}/results.json")


if __name__ == "__main__":
    sys.exit(main())
