"""How people and agents word decisions and findings, and which commands tell of a habit. Data only."""
from __future__ import annotations

# (pattern of a sentence, how its rest becomes an order). The rest is group 1; every pattern starts at a word and has bounded gaps.
DECISIONS = (
    (r"\b(?:we|i|i've|we've|i have|we have)\s+(?:all\s+|then\s+|finally\s+)?(?:decided|agreed|chose|opted)\s+(?:not\s+to)\s+(.+)", "not"),
    (r"\b(?:we|i|i've|we've|i have|we have)\s+(?:all\s+|then\s+|finally\s+)?(?:decided|agreed|chose|opted)\s+to\s+(.+)", "verb"),
    (r"\b(?:the decision (?:is|was)|our decision (?:is|was)|decision:)\s+(?:to\s+)?(.+)", "verb"),
    (r"\b(?:we|i|i've|we've)\s+(?:have\s+)?(?:decided on|settled on|agreed on|opted for|went with|chose|picked)\s+(.+)", "use"),
    (r"\b(?:let's|let us|we'll|i'll|we will|i will)\s+(?:just\s+)?(?:go with|stick with|settle on|stay with)\s+(.+)", "use"),
    (r"^(?:going|sticking|staying) with\s+(.+)", "use"),
    (r"^(?:let's|let us) ((?:use|keep|store|put|name|treat|avoid|prefer|always|never)\s.+)", "verb"),
)
FINDINGS = (
    (r"\b(?:it\s+)?(?:turns|turned) out(?:\s+that)?,?\s+(.+)", "fact"),
    (r"\b(?:the\s+)?(?:root cause|actual cause|real cause|culprit|real problem|actual problem|real reason|actual reason)\s+(?:is|was|here is|here was)\s+(?:that\s+)?(.+)", "cause"),
    (r"\b(?:the\s+)?(?:trick|key|right way|way to go|workaround)\s+(?:is|was|here is)\s+to\s+(.+)", "verb"),
    (r"\b(?:it is|it's)\s+(?:important|essential|crucial|necessary)\s+(?:that we\s+|that you\s+|to\s+)(.+)", "verb"),
    (r"\b(?:i|we)\s+(?:have\s+)?(?:discovered|found out|learned|learnt|realised|realized)\s+that\s+(.+)", "fact"),
    (r"^(?:note|beware|remember|keep in mind|important)(?::|\s+that|,)\s+(.+)", "fact"),
)
# what only a user says: wishes that a live hook would be wrong to store unasked, and that a person is asked about here
LEANINGS = (
    (r"\bi(?:'d| would) rather\s+(?:that\s+)?(?:we|you)?\s*(.+)", "verb"),
    (r"\bi(?:'d| would) prefer\s+(?:it\s+)?(?:if (?:we|you)\s+|that (?:we|you)\s+|to\s+)(.+)", "verb"),
    (r"^(?:and |but |also )?(?:for the future|in (?:the )?future|going forward|as a rule|by convention|in general)[:,]?\s+(?:please\s+)?(.+)", "verb"),
    (r"\b(?:our|the) (?:convention|rule|policy|standard) (?:here )?is\s+(?:that we\s+|that\s+|to\s+)?(.+)", "verb"),
    (r"\bbut (?:please )?((?:keep|leave|only|don't|do not|avoid)\s.+)", "verb"),
    (r"^((?:please )?[a-z]{2,12}\s[^,;]{3,80}(?:,|;| and| -) (?:don't|do not|never|not)\s.{3,200})$", "asked"),
)
LEANING_NEEDLES = ("rather", "prefer", "future", "forward", "as a rule", "convention", "in general", "rule", "policy", "standard", "but ", "not", "n't", "never")
# what a choice is called where only the session tells what it was: nothing to keep
VAGUE = frozenset("option approach plan solution version variant first second third last latter former one that this it these those both your yours mine his a b c 1 2 3 4 do".split())
# cheap necessary condition of any pattern above, looked for before anything is compiled
NEEDLES = ("let's", "let us", "decid", "agree", "chose", "opted", "decision", "settle", "went with", "go with", "stick", "stay", "picked", "going with", "turn", "cause", "culprit", "problem",
           "reason", "trick", "key", "right way", "way to go", "workaround", "important", "essential", "crucial", "necessary", "discover", "found out",
           "learn", "reali", "note", "beware", "remember", "keep in mind")
REASONS = (" because ", " since ", " so that ", " as it ", " due to ", " otherwise ", " which means ", " therefore ")
HEDGES = ("might", "maybe", "perhaps", "probably", "possibly", "could be", "seems", "seem to", "i think", "i guess", "not sure", "unclear", "would be", "if we", "should i", "shall i")
OPEN = (r"\b(?:todo|fixme|still to do|still needs?|not (?:yet )?(?:done|implemented|handled|tested|fixed)|remains? to|remaining|left to do|next steps?|follow[- ]?ups?|out of scope"
        r"|did not (?:get to|test|verify)|didn't (?:get to|test|verify)|haven't (?:tested|verified|fixed)|could not (?:test|verify)|skipped for now|later)\b")
OPEN_NEEDLES = ("todo", "fixme", "still", "not ", "remain", "left to", "next step", "follow", "scope", "didn't", "haven't", "skipped", "later")

# words that open a statement rather than an order
STATING = frozenset("""the this that these those it its it's there here a an all every each any some no most my our your his her their he she they you we i what which who whose when
where why how if because since although while and or but so also both nobody everybody everything nothing""".split())
ORDERS = frozenset("""add allow always apply ask avoid base begin bind build bump call cache capture change check choose clean clear close collect combine commit compare compile configure
convert copy count cover create cut declare define delete deploy derive describe design disable do document don't drop emit enable encode ensure escape establish exclude expect explain export
extend fetch filter find fix flush follow format generate get give go group handle hash have hide ignore import include index inject inline insert install instead invoke isolate join keep
leave let limit link lint list load lock log look make map mark match measure merge migrate mind mock move name never note omit only open order pack parse pass patch pick pin place plan point
prefer prefix pull push put quote read rebuild recompute record redirect reduce refer regenerate register release reload remember remove rename replace report request require reset resolve
respect restart restore retry return reuse revert review rewrite roll rotate round route run save scan schedule search seed select send separate serve set share show sign skip sort split
spell stage start state stay stick stop store stream strip switch sync tag take tell test throw touch trace track treat trim trust turn type unset update upgrade use validate verify wait
wrap write""".split())

# programs that do one job: to use one of them throughout is a choice; the first of each row is what people use without choosing
RIVALS = (
    ("to install packages and run scripts", ("npm", "pnpm", "yarn", "bun")), ("for Python packages", ("pip", "uv", "poetry", "pipenv", "conda", "pdm")),
    ("to run the tests", ("unittest", "pytest", "nose2")), ("to run the tests", ("jest", "vitest", "mocha", "ava")), ("for containers", ("docker", "podman", "nerdctl")),
    ("to format", ("black", "ruff", "yapf", "autopep8")), ("to lint", ("eslint", "biome", "oxlint")), ("to build", ("maven", "mvn", "gradle", "gradlew", "bazel")),
    ("to run tasks", ("make", "just", "task")), ("for infrastructure", ("terraform", "tofu", "pulumi")), ("to bundle", ("webpack", "vite", "rollup", "esbuild", "parcel")),
)
CHECKS = ("test", "lint", "check", "tsc", "mypy", "ruff", "eslint", "clippy", "vet", "pytest", "jest", "vitest", "rspec", "phpunit", "validate", "build", "typecheck", "spec")
TAKES_WORD = frozenset("""npm pnpm yarn bun cargo go make just task dotnet gradle gradlew mvn bundle rake poetry uv git docker podman kubectl terraform tofu deno composer mix dart
flutter swift pip helm bazel nx turbo rails artisan manage.py alembic prisma""".split())
SOURCE_ENDINGS = frozenset("py js ts tsx jsx mjs rs go c cc cpp h hpp java kt rb php cs swift scala ex exs dart vue svelte sql tf sh".split())
SAME_CHOICE = (("js", "ts"), ("jsx", "tsx"), ("css", "scss"), ("yml", "yaml"), ("java", "kt"))  # endings of which a project picks one
COMMIT = r"^[a-z]{2,10}(?:\([^()\n]{1,40}\))?!?: \S"
