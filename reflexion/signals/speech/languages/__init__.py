"""One module a language: CUES maps a cue's name to its patterns, one a line; CLASSES names groups of words that patterns refer to as @name;
FILLERS are words that may stand before a sentence proper, JOINERS words that a clause may start after. A language has the cues it needs.

Correcting   deny "no, ..." · wrong "that's wrong" · told "I told you", "again" · stop "stop doing" · instead "use X instead of Y" · contrast "X, not Y"
             slip "you forgot" · you, youdid "you used ..." · whyyou "why did you" · swap "do that instead" · but "nice, but" · gone "no longer", "nobody calls"
Ruling       rule "from now on" · remember "keep in mind" · always "always/never do" · must "every X needs Y" · cond "before you commit, ..." · order "when X, do Y"
             forbid "don't ..." · topic "errors: wrap them" · norm "branch names start with" · ban "is forbidden, generated, frozen"
Facts        here "we use X here", "in this repo" · habit "we deploy" · fact "goes in", "is only" · conclusion "so no ..." · reason "because" · reasoned "X is Y, so do Z" · conv "by default"
Against      fine "no problem" · question · task · build (a task that makes something new) · noun (a verb of work that is none: "commit messages ...") · oneoff "for now"
             hedge "maybe", "I pushed" · product (what a visitor sees) · bad (a defect) · fixit "please fix"
Reports      tool "the X skill ignores" · command "`x` hangs" · failing (fails as such: needs "when", a circumstance)
Praise       praise "perfect" · likethis "exactly how"
Keeping      bare (says only that something is wrong) · lead (what only leads in: "as I said,")
"""
