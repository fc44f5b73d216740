"""Whether the counts of many clones add up, and nobody is told what they did not accept.

    python3 tests/bench/clones.py [--clones 20] [--sightings 400] [--seed 1]

A team's clones meet the same mistakes in random order, by the real hooks; some write a lesson.
Each shares what it has at random times by real git: `share`, commit, `pull`, push. At the end all
share and pull once more. Prints what was counted in each clone, conflicts, changes that git saw
before somebody shared, and lessons that were told without a yes. Everything happens in a temporary
folder; the exit status is 1 if anything is not as it should be.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from sandbox import Box

MISTAKES = [
    (f"npm run task{n}", 1, f"npm ERR! Missing script: task{'abcdefghij'[n]}") for n in range(10)
]
LESSON = "When task {} is missing, {} knows another script."


class Team:
    """The clones of one bare repository, and what went wrong with them."""

    def __init__(self, folder: Path, count: int, seed: int):
        self.random = random.Random(seed)
        self.conflicts = 0
        self.unclean = 0
        subprocess.run(
            ["git", "init", "-q", "--bare", "-b", "main", str(folder / "hub")], check=True
        )
        self.clones = [self._clone(folder, number) for number in range(count)]

    def _clone(self, folder: Path, number: int) -> Box:
        root, home = folder / f"shop{number}", folder / f"home{number}"
        home.mkdir()
        subprocess.run(["git", "clone", "-q", str(folder / "hub"), str(root)], check=True)
        box = Box(root, home)
        if number == 0:
            box.git("checkout", "-q", "-B", "main")
        box.cli("init", "--team", "--host", "claude", "--yes")
        if number == 0:
            box.git("add", ".reflexion")
            box.git("commit", "-q", "-m", "Share what we learn")
            box.git("push", "-q", "-u", "origin", "main")
        return box

    def meet(self, box: Box, number: int) -> None:
        """Let a clone meet a mistake in a session of its own; sometimes its agent learns."""
        box.session = f"s{number}"
        mistake = self.random.randrange(len(MISTAKES))
        box.bash(*MISTAKES[mistake])
        if self.random.random() < 0.1:
            entry = box.entry(context=MISTAKES[mistake][0])
            sentence = LESSON.format("abcdefghij"[mistake], box.root.name)
            box.agent("learn", "--for", entry["id"], sentence)
        self.unclean += bool(box.git("status", "--porcelain", "--", ".reflexion").strip())

    def share(self, box: Box) -> None:
        """Share, commit, pull and push, as a person does."""
        box.cli("share", "--yes")
        box.git("add", ".reflexion")
        if box.git("status", "--porcelain").strip():
            box.git("commit", "-q", "-m", "Share")
        try:
            box.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
        except subprocess.CalledProcessError:
            self.conflicts += 1
            return
        box.git("push", "-q", "origin", "HEAD:main")


def told_of_others(box: Box) -> int:
    """Return how many lessons of other clones one is told that accepted none."""
    box.session = "last"
    told = box.start()
    return sum(
        " knows another script" in line and box.root.name + " " not in line
        for line in told.splitlines()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clones", type=int, default=20)
    parser.add_argument("--sightings", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        team = Team(Path(folder), args.clones, args.seed)
        for number in range(args.sightings):
            box = team.random.choice(team.clones)
            team.meet(box, number)
            if team.random.random() < 0.2:
                team.share(box)
        # whoever meets a mistake that nobody gave a lesson keeps it: a lesson lets all be counted
        lacking = {mistake[0] for mistake in MISTAKES}
        for box in team.clones:
            for entry in box.entries():
                if entry["context"] in lacking and not entry["resolution"]:
                    box.cli("learn", "--for", entry["id"], f"Leave {entry['context']} alone.")
        for _ in range(2):
            for box in team.random.sample(team.clones, len(team.clones)):
                team.share(box)
        for box in team.clones:
            team.share(box)
        counts = [sum(entry["occurrences"] for entry in box.entries()) for box in team.clones]
        told = sum(map(told_of_others, team.clones))
    wrong = [count for count in counts if count != args.sightings]
    print(
        f"{args.sightings} sightings; counted {min(counts)} to {max(counts)} in {len(counts)} clones"
    )
    print(f"{team.conflicts} conflicts, {team.unclean} times git saw a change, {told} told unasked")
    return 1 if wrong or team.conflicts or team.unclean or told else 0


if __name__ == "__main__":
    sys.exit(main())
